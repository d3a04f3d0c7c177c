"""Read the roll that a sentence describes: "4d6 and drop the lowest", "half of 3d6, rounded up".

The words are data of each language. A sentence that says more than is read here, or that holds only on a condition
("2d6, doubled on a critical"), has no roll.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.clauses import PART_END
from rulebook_text.lexing.dice_changes import CHANGING, SAID_BEHIND, is_changed, words_around
from rulebook_text.lexing.dice_counts import limit_of
from rulebook_text.lexing.dice_stretch import is_dice
from rulebook_text.lexing.numbers import WORDS
from rulebook_text.lexing.word_tokens import DIGIT
from rulebook_text.words import LANGUAGES
from rulebook_text.words.language import Language
from rulesmod.dice.digits import to_int
from rulesmod.plain_dice import NOTATION

_NUMBERS = {word: value for language in LANGUAGES for word, value in language.numbers.items()} | {
    word: value for word, value in WORDS.items() if 1 <= value <= 12
}
_NUMBER = rf"(?:[1-9]\d?|{'|'.join(word for word, value in _NUMBERS.items() if 1 < value <= 12)})"
_POOL = lazily(r"(?P<count>\d*)[dwкkztд](?P<size>\d+)", re.IGNORECASE)
_SINGLE = lazily(r"1?[dwкkztд](?P<size>\d+)(?P<more>(?:[+-]\d+)?)", re.IGNORECASE)
_DIVISION = lazily(r"[/÷][^+-]*$")
"""The last thing that is done: of "2d6/2+1" nobody can say what is rounded."""
_FURTHER = lazily(r"(?<!\w)\d*[dwкkztд]\d", re.IGNORECASE)
_LAST_PART = lazily(PART_END)
_TIMES = {"double": "×2", "triple": "×3", "halve": "/2"}
_DASHES = str.maketrans("−–", "--")
_MAX_WORDS = 4
"""Words between dice and what is said of them."""


class Rolled(NamedTuple):
    """A roll at `[start, end)` of a text.

    Attributes:
        start, end: all that says what is rolled.
        notation: the roll in the notation, where that is not this text.
        dice: where the dice alone begin and end, if a sentence says how they count.
    """

    start: int
    end: int
    notation: str = ""
    dice: tuple[int, int] | None = None


class _Patterns(NamedTuple):
    """Hold the words of a language beside dice, as patterns."""

    choices_behind: tuple[re.Pattern[str], ...]
    choice_before: re.Pattern[str]
    scale_behind: re.Pattern[str]
    scale_before: re.Pattern[str]
    rounding: re.Pattern[str]
    advantage: re.Pattern[str]
    condition: re.Pattern[str]
    else_of: re.Pattern[str]
    signs: tuple[tuple[re.Pattern[str], str], ...]
    counts: re.Pattern[str]


def in_signs(text: str) -> str:
    """Return dice with words for signs and numbers in the notation; empty if they are none.

    >>> in_signs("2d6 times 10"), in_signs("two d8"), in_signs("2d6 times your level")
    ('2d6 × 10', '2d8', '')
    """
    for patterns in _all_patterns():
        written = text
        for pattern, sign in patterns.signs:
            written = pattern.sub(sign, written)
        written = patterns.counts.sub(lambda match: str(_NUMBERS[match[1].lower()]), written)
        if written != text and is_dice(written):
            return written
    return ""


def whole_roll(
    text: str, start: int, end: int, *, notation: str = "", previous: int = 0, following: int | None = None
) -> Rolled | None:
    """Return the roll of dice and the words around them; None if some of these are not understood."""
    if not is_changed(text, start, end, previous, following):
        return Rolled(start, end, notation)
    return roll_of_sentence(text, start, end, notation=notation, previous=previous, following=following)


def roll_of_sentence(
    text: str, start: int, end: int, *, notation: str = "", previous: int = 0, following: int | None = None
) -> Rolled | None:
    """Return the whole roll that a sentence makes of dice; None if it cannot be told.

    >>> text = "Roll 4d6 and drop the lowest."
    >>> roll_of_sentence(text, 5, 8)
    Rolled(start=5, end=28, notation='4d6kh3', dice=(5, 8))

    Args:
        text: the plain text of a block.
        start, end: the place of the dice.
        notation: the dice in the notation, where that is not their text.
        previous, following: where the dice before end and those behind begin, which may have words of their own.
    """
    dice = (notation or text[start:end]).translate(_DASHES)
    last = len(text) if following is None else following
    if further := _FURTHER.search(text, end, last):
        last = further.start()  # Code has dice that are not among the following ones.
    before, behind = words_around(text, start, end, previous, last)
    for patterns in _all_patterns():
        for reading in (_chosen_behind, _chosen_before, _counted, _scaled, _rounded, _twice):
            result = reading(patterns, dice, before, behind)
            if result is None:
                continue
            lead, reach, written = result
            rest = behind[reach:]
            # One reading alone: a second change would be left out of the roll.
            lead_in = _LAST_PART.split(before[: len(before) - lead])[-1] if lead else ""
            if (added := SAID_BEHIND.match(rest)) and not added["counts"]:
                return None  # "take the higher, plus 2"
            others = CHANGING.search(rest) or CHANGING.search(lead_in)
            if others or patterns.condition.search(rest) or patterns.else_of.match(rest) or not is_dice(written):
                return None
            return Rolled(start - lead, end + reach, NOTATION.format(NOTATION.parse(written)), (start, end))
    return None


_Reading = tuple[int, int, str]
"""Characters before and behind the dice that belong to a roll, and the roll in the notation."""


def _chosen_behind(patterns: _Patterns, dice: str, before: str, behind: str) -> _Reading | None:
    for pattern in patterns.choices_behind:
        match = pattern.match(behind)
        if match and not patterns.condition.search(match["between"]) and bool(match["open"]) == bool(match["close"]):
            written = _choice(match, dice, is_twice=bool(match["twice"]))
            return (0, match.end(), written) if written else None
    return None


def _chosen_before(patterns: _Patterns, dice: str, before: str, behind: str) -> _Reading | None:
    match = patterns.choice_before.search(before)
    written = _choice(match, dice) if match else ""
    return (len(before) - match.start(), 0, written) if match and written else None


def _choice(match: re.Match[str], dice: str, *, is_twice: bool = False) -> str:
    """Return a pool of which some dice count; empty if fewer are rolled."""
    pool = _POOL.fullmatch(dice)
    if pool is None:
        return ""
    count = to_int(pool["count"] or 1)
    if is_twice:
        if count != 1:
            return ""
        count = 2
    number = match["number"] or match["further"] or "1"
    chosen = to_int(number) if number.isdigit() else _NUMBERS.get(number.lower(), 2)
    is_dropped = match["drop"] or match.groupdict().get("passive")
    if not chosen < count:
        return ""
    end = "h" if match["high"] else "l"
    return f"{count}d{pool['size']}{'d' if is_dropped else 'k'}{end}{chosen}"


def _scaled(patterns: _Patterns, dice: str, before: str, behind: str) -> _Reading | None:
    """Read a multiple or a part of dice, and how it is rounded, or a number that is added."""
    if _POOL.fullmatch(dice) is None:
        return None
    if match := patterns.scale_before.search(before):
        lead, reach = len(before) - match.start(), 0
    elif (match := patterns.scale_behind.match(behind)) and not patterns.condition.search(match["between"]):
        lead, reach = 0, match.end()
    else:
        return None
    if number := match.groupdict().get("added"):
        sign = "+" if match["add"] else "-"
        return lead, reach, f"{dice}{sign}{number if number.isdigit() else _NUMBERS[number.lower()]}"
    scale = next(name for name in _TIMES if match[name])
    written = f"{dice}{_TIMES[scale]}"
    rounding = patterns.rounding.match(behind, reach)
    if rounding and bool(rounding["open"]) == bool(rounding["close"]):
        reach = rounding.end()
        if rounding["up"] and scale == "halve":
            written = f"ceil({written})"
    return lead, reach, written


def _counted(patterns: _Patterns, dice: str, before: str, behind: str) -> _Reading | None:
    """Read which faces succeed: "4d6; each 5 or 6 is a success"."""
    pool, said = _POOL.fullmatch(dice), SAID_BEHIND.match(behind)
    if pool is None or said is None or not said["counts"] or DIGIT.search(behind, said.end()):
        return None
    if any(one.condition.search(behind, said.end()) for one in _all_patterns()):
        return None
    limit = limit_of(said["counts"], to_int(pool["size"]))
    return (0, said.end(), f"{dice}{limit}") if limit else None


def _rounded(patterns: _Patterns, dice: str, before: str, behind: str) -> _Reading | None:
    """Read how a division of dice is rounded; without a word for it the grammar rounds down."""
    rounding = patterns.rounding.match(behind) if _DIVISION.search(dice) else None
    if rounding is None or bool(rounding["open"]) != bool(rounding["close"]):
        return None
    return 0, rounding.end(), f"ceil({dice})" if rounding["up"] else dice


def _twice(patterns: _Patterns, dice: str, before: str, behind: str) -> _Reading | None:
    """Read a die that is rolled twice, of which the better or the worse counts."""
    die, match = _SINGLE.fullmatch(dice.replace(" ", "")), patterns.advantage.match(behind)
    if die is None or match is None or die["size"] == "100":
        return None
    end = "h" if match["advantage"] else "l"
    return 0, match.end(), f"2d{die['size']}k{end}1{die['more']}"


@lru_cache(maxsize=1)
def _all_patterns() -> tuple[_Patterns, ...]:
    return tuple(_patterns(language) for language in LANGUAGES if language.choosing)


def _patterns(language: Language) -> _Patterns:
    words = language.choosing
    closes = rf"(?=\s*(?:{PART_END}|$)|\s)"
    the = rf"(?:(?:{words['the']}|{language.the})(?:(?<=['’])|\s))"
    ends = rf"(?:(?P<high>{words['high']})|(?P<low>{words['low']}))"
    results = rf"(?:{words['results']})"
    item = (
        rf"{the}{{0,3}}(?:(?P<number>{_NUMBER}|{words['both']})\s)?(?:{results}\s)?{the}?{ends}(?:\s(?P<further>{_NUMBER}))?"
        rf"(?:\s{results}){{0,2}}"
    )
    verb = rf"(?:(?P<keep>{words['keep']})|(?P<drop>{words['drop']}))"
    between = rf"(?P<between>(?:\s[^\W\d_]+){{0,{_MAX_WORDS}}}?)"
    joint = rf"(?:(?:{words['joint']})\s)*"
    link = rf"(?:(?P<open>\s\()|\s?[,;.–—]\s|\s){joint}"
    added = rf"(?:,?\s{joint}(?:{words['sum']})(?!\w))?"
    twice = rf"(?P<twice>\s(?:{language.rolled_times.get('2') or 'twice'}))?"
    orders = (rf"{verb}\s{item}", rf"{item}\s(?:(?P<passive>{words['passive']})|{verb})(?!\w)")
    # "1d6 twice" is two rolls.
    no_repeat = "".join(rf"(?!(?:{times})(?!\w))" for times in language.rolled_times.values())
    half = rf"(?:½|1/2|50\s?%)\s(?:{words['of']})"
    scale = rf"(?:(?P<double>{words['double']})|(?P<triple>{words['triple']})|(?P<halve>{words['halve']}|{half}))"
    to_it = rf"(?:\s(?:[^\W\d_]{{1,4}}\s){{1,2}}(?:{language.outcome}))?"
    number = rf"(?:(?P<add>{words['add']})|{words['subtract']})\s(?P<added>{_NUMBER}){to_it}"
    ups, downs = (language.rounded.get(way, "") for way in ("up", "down"))
    harm = rf"(?:\s(?:{language.damage}))?" if language.damage else ""
    return _Patterns(
        choices_behind=tuple(
            re.compile(rf"{twice}{between}{link}{order}(?P<close>\))?{added}{closes}", re.IGNORECASE)
            for order in orders
        ),
        choice_before=re.compile(rf"(?<!\w)(?:{verb}\s)?{item}\s(?:{words['of']})\s?{the}?$", re.IGNORECASE),
        scale_behind=re.compile(
            rf"{between},?\s{joint}{no_repeat}(?:{scale}|{number})(?!\w)(?=\s*(?:{PART_END}|$))", re.IGNORECASE
        ),
        scale_before=re.compile(rf"(?<!\w){scale}\s{the}?$", re.IGNORECASE),
        rounding=re.compile(
            rf"{harm}(?:,\s|\s(?P<open>\()?)(?:(?P<up>{ups})|{downs})(?P<close>\))?(?!\w)", re.IGNORECASE
        ),
        advantage=re.compile(
            rf"\s(?:(?P<advantage>{words['advantage']})|{words['disadvantage']})(?=\s*(?:{PART_END}|$))", re.IGNORECASE
        ),
        condition=re.compile(
            rf"(?<!\w)(?:{words['if']}|{language.facts.get('negations', 'not')})(?!\w)", re.IGNORECASE
        ),
        # "Take the best one of your cards" chooses among no dice.
        else_of=re.compile(rf"\s(?:{language.facts.get('owners', 'of')})\s(?:{language.whose})(?!\w)", re.IGNORECASE),
        signs=tuple(
            (re.compile(rf"(?<=\s)(?:{said})(?=\s)", re.IGNORECASE), sign.translate(_DASHES))
            for sign, said in language.signs.items()
            if sign in "+−×/"
        ),
        counts=re.compile(rf"(?<!\w)({'|'.join(_NUMBERS)})\s(?=[dwкkztд]\d)", re.IGNORECASE),
    )

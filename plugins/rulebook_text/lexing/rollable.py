"""Dice in running text that somebody would roll there: not those that are a name, a range, or only spoken of.

Dice with a number before them ("2d6") are hardly ever meant otherwise. A single die ("d6") is a thing as well, that has
an article, is compared and counted; and games of the D6 kind write how many of these they roll as `3D+2`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.dice import LETTER, WORD, pattern_of
from rulebook_text.lexing.dice_labels import SIZES, is_label
from rulebook_text.lexing.dice_sentences import Rolled, in_signs, whole_roll
from rulebook_text.lexing.dice_stretch import stretch_of
from rulebook_text.lexing.dice_style import NO_HABIT, Habit
from rulebook_text.lexing.numbers import NOT_BEHIND
from rulebook_text.lexing.prefilter import MAY_NAME_DICE
from rulebook_text.words import LANGUAGES, any_of, cue
from rulesmod.dice.digits import to_int
from rulesmod.plain_dice import SUMS

_JOINED = r"/:.−–—\-→'’=&?#@\]"
"""Characters before dice that make them part of a longer text."""
_MARKED = r"\d{0,2}d(?:\d+(?:[a-z]|[<>≤≥]=?\d)[!<>=≤≥a-z\d]*|F)(?:\s?[+-]\s?\d+)?"
"""Dice with a suffix, as they are written without spaces; the grammar tells which of them are any."""

_CRITICAL = r"1[1-9][−–-]20(?!\w)"
"""The throws that are critical, behind the damage of a weapon: "1d6+2/19–20"."""
_NO_FUDGE = lazily(r"(?:[6-9]|\d\d)DF")  # "24DF" is a code beside "37EF", and nobody rolls so many.
_ADDED_TO = r"[1-9]\d{0,2} ?\+ ?"
"""A number that dice are added to: "40+4d6"."""


@lru_cache
def _patterns(letters: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of dice, and of dice behind the slash of "1d8/1d10"."""
    letter = f"(?:[{letters}]|{LETTER})" if letters else LETTER
    ends = rf"(?:{NOT_BEHIND}|(?=[×*/÷·]\d)|(?=/(?:\d+{letter}\d|{_CRITICAL})))"
    whole = rf"(?:{_MARKED}|{pattern_of(SUMS, letter)}){ends}(?!{WORD}|%)"
    apart = rf"(?<!{WORD})(?<![{_JOINED}])"
    alone = (
        rf"{apart}(?<!\+){_ADDED_TO}{whole}|{apart}(?<![\w)]\+){whole}|(?<=[^\W\d_][^\W\d_]\+){whole}"
        rf"|(?:(?<=^[−–-])|(?<=\([−–-])|(?<=[^\W\d_]\s[−–-](?=\d))|(?<=[)）:,;]\s[−–-](?=\d))"
        rf"|(?<=[^\W\d]—(?=\d))|(?<=\)—(?=\d))){whole}"
    )
    return re.compile(alone, re.IGNORECASE), re.compile(rf"(?<=\d/)(?=\d){whole}", re.IGNORECASE)


_CODES = lazily(rf"(?<![+\w{_JOINED}])[1-9]\d?D(?:\+[1-3])?(?![\w%+]|[−–-]\d|-?[ -]?{cue('dice_said.codes')})")
_DIE = r"\d{0,2}[dwкkztд](?:\d+|%)"
_TO = any_of(words.to for words in LANGUAGES)
_RANGE_BEHIND = lazily(
    rf"\s?(?:–|—|→|[-=]?>|-|=)\s?{_DIE}|\s(?:{cue('dice_said.throw')}\s)?(?:{_TO}|{cue('dice_said.becomes')})\s(?:"
    rf"an?\s)?{_DIE}|(?<=\d)\sa\s\d?d\d|\s?(?:→|->|=>)\s?[\d¼½¾]|\s?=\s?\d+(?![\d+]|\s?(?:[–—:-]"
    rf"|[dwk]\d))|\s{cue('dice_said.modes')}\s?\d|(?:\svs\.?\s\w+)?\s≈|:\s\d+,\s\d|\s{cue('dice_said.facts')}\b",
    re.IGNORECASE,
)
"""Text behind dice that no button rolls: the end of a range, a statement about them, what no plain notation has
("3d6 adv 2"), or their result ("3d6: 4, 2, 1")."""
_RANGE_BEFORE = lazily(
    rf"{_DIE}(?:s|\s(?!{cue('dice_said.harm')})\w+)?\s?(?:–|—|→|[-=]?>|-|=|\s(?:{_TO}|{cue('dice_said.becomes')})"
    rf"\s)\s?(?:an?\s)?$|\b{cue('dice_said.from')}\s\d+\s(?:{_TO})\s$|\dd\d+(?:[+−–-]\d+)?\sa\s$"
    r"|(?<!\w)d\d+(?:[+−–-]\d+)?\sa\s$|[dkw](?:100|%)\s\((?:\w{1,5}\s)?$",
    re.IGNORECASE,
)
_AND = any_of(word for words in LANGUAGES for word in f"{words.and_}|{words.or_}".split("|"))
"""Each word once: a row of dice that fits in two ways at each of them would fit in twice as many at the next."""
_LADDER = lazily(
    rf"(?<!\w)({_DIE})(?:(?:\]?\s?[,/→>،、]+\s?(?:{_AND}\s)?\[?|\s{_AND}\s)({_DIE})(?!\w)){{2,}}"
    rf"(?:,?\s\w{{1,5}}\s{_DIE}(?!\w))?",  # whatever word is the last "and" of them
    re.IGNORECASE,
)
_SPREAD = lazily(
    r"(?<![\w+-])[dwк]\d+(?:(?:\s|\s?/\s?)[dwк]\d+){2,}(?!\w)|(?<=\*\s)\d*d\d+(?:\s\*\s\d*d\d+)+(?!\w)", re.IGNORECASE
)
"""Single dice side by side: those that somebody has, one for each of several things."""
_CODE = r"\d+D(?:\+[12])?"
_CODE_RANGE = lazily(rf"\s(?:{_TO})\s{_CODE}(?!\w)")
_CODE_LADDER = lazily(rf"(?<!\w){_CODE}(?:,\s(?:{_AND}\s)?{_CODE}(?!\w)){{2,}}")

_THEIRS = any_of(words.the for words in LANGUAGES if words.code != "en")
_ARTICLE = cue("dice_said.articles")
_MORE = rf"(?:\s{cue('dice_said.more')})*"
_ROLLED = lazily(
    rf"\b{cue('dice_said.rolls')}(?:\s{cue('dice_said.again')})?(?:\s{_ARTICLE}{_MORE})?\s?\(?$"
    rf"|\b{cue('dice_said.adds')}\s{_ARTICLE}{_MORE}\s$|\b{cue('dice_said.another')}\s$|\b"
    rf"{cue('dice_said.reroll')}(?:(?!d\d)[^.;:]){{0,30}}\s{cue('dice_said.on')}\s{cue('dice_said.article')}\s$"
    rf"|\b{cue('dice_said.rolls')}\s[^.;:()]{{0,40}}\b{cue('dice_said.dice')}\s\($|\b"
    rf"{any_of(words.roll for words in LANGUAGES)}\s(?:[^\W\d_]{{1,5}}\s){{0,3}}$|\b(?:[1-9]\d*\+?"
    rf"|{cue('dice_said.few')})\s(?:or\s{cue('dice_said.or_less')}\s)?on\san?\s$",
    re.IGNORECASE,
)
"""Text before a die that is always rolled."""
_MENTIONED = lazily(
    rf"\b{any_of(words.mentions for words in LANGUAGES)}\s(?:an?\s)?\W?$|\b"
    rf"{any_of(word for words in LANGUAGES for word in (words.least, words.most))}:?\s(?:an?\s)?$"
    rf"|\b{any_of(words.instead for words in LANGUAGES)}\s(?:{_ARTICLE}{_MORE}\s|{_THEIRS}\s)?$"
    rf"|\b{any_of(words.needs for words in LANGUAGES)}\W{{0,4}}:\W{{1,4}}(?:[^\W\d_]+\s){{0,3}}$"
    rf"|\b{any_of(words.system for words in LANGUAGES)}\s(?:[\w’']+\s)?"
    rf"{any_of(words.uses for words in LANGUAGES)}\s[^.;:]{{0,40}}$|\b"
    rf"{any_of(words.notation for words in LANGUAGES)}\b[^.;:\w]*(?:{cue('dice_said.like')}\s)?(?:\S+\s"
    rf"{cue('dice_said.and')}\s)?\W*$|[<>≤≥]=?\s?\d+\son\s$",
    re.IGNORECASE,
)
"""Text before dice that are not rolled, such as a limit or an old result.

"all outcomes of 2d6", "(max. d12)", "changed 2d8 tusks", "requires Will d4"."""
_GOES_ON = lazily(r"\]\s?[+−×÷x*/-]\s?\d")
"""Text behind words of dice in brackets that something is added to: "[lowest 1 of 2d20]+2"."""
_MADE = lazily(rf"\b{cue('dice_said.makes')}\s{_ARTICLE}{_MORE}\s$", re.IGNORECASE)
"""Text before a die that is rolled although "roll" follows it."""
_NAMED = lazily(
    rf"\b(?:{_ARTICLE}{_MORE}|\d{_MORE[:-1]}+|{_THEIRS}|{any_of(words.spoken_of for words in LANGUAGES)}):?\s?\(?$",
    re.IGNORECASE,
)
"""Text before a die that is only mentioned: "loses a d4", "from d8 to d6", "a bigger die than d8"."""
_THING_BEHIND = lazily(
    rf"(?:['’]s|-[a-z]|\]\[|\s{cue('dice_said.things')}(?!\w))",
    re.IGNORECASE,
)
_COUNTED_THING = lazily(
    rf"(?:-{cue('dice_said.based')}|\s{cue('dice_said.systems')}|\s{cue('dice_said.results')}\s{cue('dice_said.are')}"
    rf"|\sare\s{cue('dice_said.usually')}|\s?(?:表示|システム|ベース)\w*|,?\setc|\W?\s(?:{_AND}\s\S+\s)?"
    rf"{any_of(words.explains for words in LANGUAGES)})(?!\w)|\]\[",
    re.IGNORECASE,
)
"""Text behind dice that name a thing or are explained: "the 1d20 table", "2d6 means"."""
_SUFFERED_BEHIND = lazily(
    rf"(?:\s[A-Z]{{3}}|\s(?!{cue('dice_said.no_kind')}\s)[a-z]{{3,12}}(?=\s{cue('dice_said.harm')}\b))?\s"
    rf"{cue('dice_said.suffered')}\b(?!\s{cue('dice_said.of_harm')})|\s"
    rf"{any_of(words.thrown for words in LANGUAGES)}\b"
)
"""Text behind a die that is suffered, lasts or is thrown: "D6 STR damage", "d6 cold harm", "every d4 rounds"."""
_SPOKEN_BEFORE = lazily(
    rf"\b{cue('dice_said.spoken')}\s\(?$",
    re.IGNORECASE,
)
_NAME_BEHIND = lazily(rf"\s{cue('dice_said.names')}\b|\s\({cue('dice_said.when')}|[™®©]")
_AMOUNT_BEFORE = lazily(
    rf"\b{cue('dice_said.amount')}\s\(?$|\b{cue('dice_said.limit')}\b[^.;:]*\sis\s$",
    re.IGNORECASE,
)
"""Text before a code that is an amount, to be spent or compared."""
_HARM_BEHIND = lazily(rf"\s(?:in\s)?{cue('dice_said.harm')}\b", re.IGNORECASE)
_ONE = lazily(r"1?[dwкkztд](?:\d+|%)", re.IGNORECASE)


def are_dice(texts: Sequence[str]) -> bool:
    """Return whether texts are different single dice and no more: what there is of them, each told of in its row."""
    letters = {text.lstrip("1")[:1] for text in texts}
    is_each_other = len(texts) > 2 and len(set(texts)) == len(texts) and len(letters) == 1
    return is_each_other and all(_ONE.fullmatch(text) for text in texts)


def is_doubtful(text: str, start: int, end: int, *, is_topic: bool, labels: Collection[str]) -> bool:
    """Return whether dice at `[start, end)` may be only spoken of, whatever stands around them.

    Args:
        text: of one block.
        start, end: where they stand.
        is_topic: whether the text is about dice.
        labels: the capitals that make labels on its page, see `labels_of`.
    """
    if not (is_topic and _ONE.fullmatch(text, start, end)) and not is_label(text, start, end, labels):
        return False
    in_brackets = text[max(0, start - 1) : start] + text[end : end + 1] in ("()", "[]")
    return not (in_brackets or _ROLLED.search(text, max(0, start - 60), start) or _SUFFERED_BEHIND.match(text, end))


def is_ordered(text: str, start: int) -> bool:
    """Return whether the text before dice tells a reader to roll them."""
    return _ROLLED.search(text, max(0, start - 60), start) is not None


def rolled_dice(
    text: str, first: int, last: int, *, habit: Habit = NO_HABIT, spoken_of: bool = False
) -> Iterator[Rolled]:
    """Yield the dice in `[first, last)` of a plain text that would be rolled there, in order.

    Args:
        text: of one block.
        first, last: what is looked at; around it stands what tells how it is meant.
        habit: how the book writes its dice.
        spoken_of: whether dice count that are only spoken of.
    """
    places = _places(text, first, last, habit)
    before = 0
    for index, (start, end) in enumerate(places):
        if start < before or not _are_dice(text[start:end]) or start in _ladders(text):
            continue
        whole = stretch_of(text, start, end, first, last)
        following = _next(places, index, whole.end, len(text))
        is_counted = text[start:end] == text[whole.start : whole.end].split(" ")[-1] and whole.start < start
        is_ordered = is_counted and _ROLLED.search(text[max(0, whole.start - 60) : whole.start])
        if (
            is_ordered
            or is_rolled(text, start, whole.end, habit)
            or (spoken_of and not _is_range(text, start, whole.end))
        ):
            notation = in_signs(text[whole.start : whole.end])
            around = {"previous": before, "following": following}
            is_read = whole.is_dice or notation
            rolled = whole_roll(text, whole.start, whole.end, notation=notation, **around) if is_read else None
            if rolled and not _GOES_ON.match(text, rolled.end):
                yield rolled
            before = max(whole.end, rolled.end if rolled else 0)
    if habit.codes:
        yield from (Rolled(*code) for code in _codes(text, first, last))


def _places(text: str, first: int, last: int, habit: Habit) -> list[tuple[int, int]]:
    """Return the spans in `[first, last)` that may be dice, in order."""
    patterns = _patterns(habit.letters) if MAY_NAME_DICE.search(text, first, last) else ()
    matches = {match.start(): match for pattern in patterns for match in pattern.finditer(text, first, last)}
    return [match.span() for _, match in sorted(matches.items())]


def _next(places: Sequence[tuple[int, int]], index: int, end: int, default: int) -> int:
    """Return where the first dice behind a stretch begin."""
    return next((places[at][0] for at in range(index + 1, len(places)) if places[at][0] >= end), default)


def is_rolled_code(text: str, start: int, end: int) -> bool:
    """Return whether dice in code are rolled there; a capital letter makes no name of them."""
    return start not in _ladders(text) and is_rolled(text, start, end, is_code=True)


@lru_cache(4)
def _ladders(text: str) -> frozenset[int]:
    """Return where dice stand that somebody has, or that there are: the places of all of their characters."""
    ladders = [match.span() for match in _LADDER.finditer(text) if _is_ladder(match[0])]
    spans = [*ladders, *(match.span() for match in _SPREAD.finditer(text))]
    return frozenset(at for first, last in spans for at in range(first, last))


def is_rolled(text: str, start: int, end: int, habit: Habit = NO_HABIT, *, is_code: bool = False) -> bool:
    """Return whether the dice at `[start, end)` of a plain text are rolled there."""
    before = text[max(0, start - 60) : start]
    if _is_range(text, start, end) or _MENTIONED.search(before):
        return False
    if text[start].isdigit() or (is_code and not _ONE.fullmatch(text, start, end)):
        return not _COUNTED_THING.match(text, end) or any(pattern.search(before) for pattern in (_ROLLED, _MADE))
    if _NAME_BEHIND.match(text, end):
        return False
    if _SUFFERED_BEHIND.match(text, end) and not _SPOKEN_BEFORE.search(before):
        return True
    is_plain = _ROLLED.search(before) is not None
    is_named = _NAMED.search(before) is not None
    if text[start].isupper() and not is_code and text[start].lower() not in habit.letters:
        # A game is called so, and a room of a map: only what is plainly rolled is a die.
        return is_plain or (not is_named and _alone(text, start, end))
    if _MADE.search(before):
        return True
    if _THING_BEHIND.match(text, end):
        return False
    return is_plain or not (is_named or _follows_named(text, start, habit))


_COUNTS_BEHIND = lazily(r"\s\+|\s(?![A-ZА-ЯЁ])[^\W\d_]+(?:\s\w+)?\s*$")
"""Text that may go on behind dice at the beginning: an addition, or a noun that they count."""


def _alone(text: str, start: int, end: int) -> bool:
    """Return whether dice are a whole text, its beginning, its value, or all in parentheses."""
    is_bracketed = text[start] != "W" and text[:start].endswith("(") and text.startswith(")", end)
    stands_alone = text.strip() == text[start:end] or is_bracketed
    begins = text[:start].rstrip(" (*")[-1:] in ("", ":")
    return stands_alone or (begins and _COUNTS_BEHIND.match(text, end) is not None)


def _follows_named(text: str, start: int, habit: Habit) -> bool:
    """Return whether a die goes on with one that is named: "a d6 or d8"."""
    before = re.search(rf"({_DIE})(?:,\s?|,?\s(?:and|or)\s)$", text[max(0, start - 20) : start], re.IGNORECASE)
    if before is None or before[1][0].isdigit():
        return False
    first = max(0, start - 20) + before.start()
    return not is_rolled(text, first, first + len(before[1]), habit)


def _is_range(text: str, start: int, end: int) -> bool:
    inner = re.search(r"(\d*)d(\d+)(?:\+\d+)?[–—-](\d*)d(\d+)", text[start:end], re.IGNORECASE)
    # Not "1d8-1d2", which is less by as much.
    grows = inner and to_int(inner[1] or 1) * to_int(inner[2]) < to_int(inner[3] or 1) * to_int(inner[4])
    return bool(grows or _RANGE_BEFORE.search(text[max(0, start - 30) : start]) or _RANGE_BEHIND.match(text, end))


def _are_dice(text: str) -> bool:
    dice = re.findall(r"(\d*)([dwкkztд])(\d+)", text, re.IGNORECASE)
    known = (to_int(n) in SIZES or (count and letter != "D" and 1 < to_int(n) <= 100) for count, letter, n in dice)
    return _NO_FUDGE.match(text) is None and all(known)


def _is_ladder(text: str) -> bool:
    """Return whether dice in a row list the dice that there are: one after the other they grow, or shrink."""
    counts, sizes = zip(*re.findall(r"(\d*)[dwкkztд](\d+|%)", text, re.IGNORECASE), strict=True)
    numbers = [100 if size == "%" else to_int(size) for size in sizes]
    return len(set(counts)) == 1 and len(set(numbers)) == len(numbers) and sorted(numbers) in (numbers, numbers[::-1])


def _codes(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    ladders = [match.span() for match in _CODE_LADDER.finditer(text)]
    for match in _CODES.finditer(text, first, last):
        is_range = _is_range(text, *match.span()) or _CODE_RANGE.match(text, match.end())
        if is_range or any(low <= match.start() < high for low, high in ladders):
            continue
        is_amount = _AMOUNT_BEFORE.search(text[max(0, match.start() - 60) : match.start()])
        if not is_amount or _HARM_BEHIND.match(text, match.end()):
            yield match.span()

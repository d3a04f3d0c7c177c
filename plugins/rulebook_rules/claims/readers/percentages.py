"""Percentages beside what they are of: "1 in 6 (17 %)", "5+ on a d6 (33 %)", and tables of what dice come to.

Of a table, most rows must say the same of the same dice: that they show the number of their row, at least it, or at
most it. Then a row that does not has a slip in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from rulebook_core.findings import write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.mutators import die_sizes
from rulebook_rules.claims.rules import wrong_value
from rulebook_rules.claims.structures.conventions import is_only_a_part
from rulebook_rules.claims.structures.percentages import (
    Percentage,
    chance_in,
    chance_of_long,
    chances_of,
    percentages_of,
    rounds_to_it,
)
from rulebook_rules.claims.tolerance import Guarded, Slack, guarded, slacks_of
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.chances import CHANCE_OF, NUMBER_WORDS, PER_CENT, TIMES_IN, number_of_times, show_chance
from rulebook_text.lexing.dice import ROLL, SELECTED, SUM
from rulebook_text.lexing.forms import percent_like
from rulebook_text.lexing.modality import ROUGHLY
from rulebook_text.lexing.numbers import AMOUNT, NUMERAL_PATTERN, begins_whole
from rulebook_text.lexing.ranges import whole_range
from rulesmod.digits import to_int

PERCENTAGE = Kind("percentage", wrong_value, rank=2)
_SIGN = lazily(rf"%|{PER_CENT}", re.IGNORECASE)


def _share(number: int) -> str:
    return rf"(?P<vague{number}>{ROUGHLY})?(?P<share{number}>{AMOUNT})\s?(?:%|{PER_CENT}\b)"


_ALONE = r"(?!\w|\s*(?:with|if|when|against|after|for|at)\b)"
_EQUATION, _TOLD_BEHIND, _SHARES = 2, 4, 6
"""The number of the share behind an `=`, the last of those that need no sentence, and how many there are."""
_TAIL = (
    r"(?:\s*\((?:or\s|i\.e\.,?\s|that\sis,?\s|an?\s)?"
    + _share(1)
    + r"(?:\sof\sthe\stime|\schance|\sodds)?\)|\s*[=≈]\s*"
    + _share(2)
    + r"|,?\s(?:i\.e\.,?|that\sis,?|which\sis)\s"
    + _share(3)
    + r"|,\s"
    + _share(4)
    + r"\sof\sthe\stime)"
    + _ALONE
)
_NUMBER = rf"(?:{NUMERAL_PATTERN}|{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
_IN = lazily(
    rf"(?<![\w./,–−-])(?:(?P<wins>{_NUMBER})(?:\s{CHANCE_OF})?{TIMES_IN}(?P<all>{_NUMBER})"
    rf"|(?P<over>\d{{1,6}})/(?P<under>[1-9]\d{{0,5}}))(?:\s(?:chances?|odds|rolls?)(?:\sof\s\w+(?:\s\w+){{0,2}}?)?)?{_TAIL}",
    re.IGNORECASE,
)
_ROLLED = (
    r"(?P<range>\d{1,3}\+|\d{1,3}\s?[-–−]\s?\d{1,3}|\d{1,3}(?:\sor\s(?:more|higher|better|above|over|less"
    rf"|lower|under|below))?)\son\s(?:an?\s|the\s|one\s)?(?P<dice>{ROLL})(?![\w×*])"
)
_ON = lazily(rf"(?<![\w.,/+–−-]){_ROLLED}{_TAIL}", re.IGNORECASE)
_CHANCE_BEFORE = lazily(
    rf"(?<![\w.,/+–−-]){_share(5)}\s(?:chance|probability)\s(?:of|to)\s(?:\w+\s){{0,2}}?{_ROLLED}{_ALONE}",
    re.IGNORECASE,
)
"""A share that stands before what it is of: "a 58 % chance of 7+ on 2d6"."""
_CHANCE_SAID = lazily(
    rf"\b(?:chance|probability|odds)\s(?:of|to)\s(?:\w+\s){{0,2}}?{_ROLLED}\s(?:is|are)\s{_share(6)}{_ALONE}",
    re.IGNORECASE,
)
_TEST = lazily(
    rf"(?<![\w.,/+–−-])(?P<test>1?[dwкkztд]\d{{1,4}}\s?(?:<=|>=|≤|≥)\s?\d{{1,4}}){_TAIL}",
    re.IGNORECASE,
)
"""A single die that is to reach a number, or to stay below it."""
_ADDED_UP = lazily(SUM, re.IGNORECASE)
_ROUGHLY = lazily(rf"{ROUGHLY}(?:an?\s)?$", re.IGNORECASE)
_SINGLE_DIE = lazily(r"1?[dwкkztд](\d+|%)", re.IGNORECASE)
_OPPOSITE = 14
"""What two results of 2d6 come to that are as likely as each other: "3/11 = 6 %"."""
_OF_SOME = lazily(
    r"\b(?:one|two|three|four|any|least|most|pair|doubles?|all|each|every|no)\s(?:of\s)?(?:an?\s)?$", re.I
)
"""What before a number says that it is on one of the dice, or on some."""


def percentages_in(document: Document) -> Iterator[Percentage]:
    """Every percentage of a document that stands beside what it is of."""
    for block in document.prose.having(_SIGN):
        yield from (_told(block, match, chances) for match, chances in _stated_in(block.text.text))
    for table in document.prose.tables:
        yield from percentages_of(document, table)


def _stated_in(text: str) -> Iterator[tuple[re.Match[str], Sequence[Fraction]]]:
    """Every percentage of a text with the chances that it may be of."""
    if not _SIGN.search(text):
        return
    for match in _IN.finditer(text):
        if _ROUGHLY.search(text, max(0, match.start() - 15), match.start()):
            continue
        if not begins_whole(text, match.start(), match.end("wins") if match["wins"] else match.end("over")):
            continue
        if is_only_a_part(text, match.start()):
            continue  # "1 - 1/6 = 83 %"
        wins = number_of_times(match["wins"] or match["over"])
        all_of = number_of_times(match["all"] or match["under"])
        if isinstance(wins, int) and isinstance(all_of, int) and 0 <= wins <= all_of and all_of:
            either = max(0, wins - 1) if match["over"] and wins + all_of == _OPPOSITE else 0
            yield match, [Fraction(wins, all_of), *(Fraction(ways, 36) for ways in (either, 2 * either) if ways)]
    for match in _TEST.finditer(text):
        if results := chances_of(re.sub(r"\s", "", match["test"])):
            yield match, [chance_in(results, 1, None)]
    for match in (match for pattern in (_ON, _CHANCE_BEFORE, _CHANCE_SAID) for match in pattern.finditer(text)):
        if chances := _on_dice(text, match):
            yield match, chances


def _guarded(found: Percentage, sizes: tuple[int, ...]) -> Guarded:
    """What a percentage that is right guards; the dice of a whole table it does not."""
    text = found.block.text.text
    if found.words is not None and found.of_at is not None:
        start, end = found.words
        slacks = _slacks_of_words(text[start:end], sizes)
        return guarded(found.block, (found.at, found.of_at), slacks, start)
    row = found.row
    if row is None or not found.is_held:
        return Guarded()
    share = slacks_of(found.stated, lambda other: not rounds_to_it(found.chance, other), sizes)

    def is_seen(other: str) -> bool:
        chance = row.chance_of(other)
        return chance is not None and not rounds_to_it(chance, found.stated)

    of_row = slacks_of(row.block.text.text[row.start : row.end], is_seen, sizes)
    own = guarded(found.block, (found.at,), share, found.at[0])
    return own + guarded(row.block, ((row.start, row.end),), of_row, row.start)


@lru_cache(maxsize=4096)  # Books say the same of the same again and again.
def _slacks_of_words(words: str, sizes: tuple[int, ...]) -> list[Slack]:
    return slacks_of(words, _is_wrong, sizes)


def _is_wrong(words: str) -> bool:
    return any(_fitting(match, chances)[1] is False for match, chances in _stated_in(words))


def percentage_claims(context: Context) -> Read:
    """Every percentage beside what it is of."""
    for found in percentages_in(context.document):
        at, chance = context.within(found.block, *found.at), show_chance(found.chance)
        guards = _guarded(found, die_sizes(context.system)) if found.is_right else None
        yield Statement(
            PERCENTAGE,
            at,
            stated=found.stated,
            computed=chance,
            right=found.is_right,
            rule=f"the chance of {found.what}",
            of=tuple(context.place(span, "of this") for span in (found.of, found.row and found.row.span) if span),
            derivation=(Step(f"{found.what} is {chance}"),),
            guards=guards.spans if guards else None,
            leeways=guards.leeways if guards else (),
            is_sure=found.row is None and found.is_proved,
            company="a table" if found.row is not None else None,
            faults=()
            if found.is_right
            else (
                Fault(
                    (f"`{found.stated}`", f"{chance} for {found.what}"),
                    remedies=(write(at, percent_like(found.chance, found.stated)),),
                ),
            ),
        )


def _share_of(match: re.Match[str]) -> int:
    groups = match.groupdict()
    return next(number for number in range(1, _SHARES + 1) if groups.get(f"share{number}"))


def _fitting(match: re.Match[str], chances: Sequence[Fraction]) -> tuple[Fraction, bool]:
    """Which of some chances a percentage gives, if any, and whether it does."""
    number = _share_of(match)
    stated, is_about = match[f"share{number}"], bool(match[f"vague{number}"])
    right = [chance for chance in chances if rounds_to_it(chance, stated, is_about=is_about)]
    return (right or chances)[0], bool(right)


def _told(block: Block, match: re.Match[str], chances: Sequence[Fraction]) -> Percentage:
    number = _share_of(match)
    at, is_about = match.span(f"share{number}"), bool(match[f"vague{number}"])
    chance, is_right = _fitting(match, chances)
    end = match.start(f"vague{number}") if is_about else at[0]
    of = (match.start(), match.start() + len(match.string[match.start() : end].rstrip(" (=≈,")))
    if number > _TOLD_BEHIND:
        of = (match.start("range"), match.end("dice"))
    what = match.string[slice(*of)]
    return Percentage(
        block=block,
        at=at,
        of=block.text.span(*of),
        what=what,
        chance=chance,
        is_right=is_right,
        words=match.span(),
        of_at=of,
        is_proved=number <= _TOLD_BEHIND
        and _is_proved(what, chance, match[f"share{number}"], is_equation=number == _EQUATION),
    )


def _is_proved(what: str, chance: Fraction, stated: str, *, is_equation: bool) -> bool:
    """Whether a percentage that differs is surely wrong: "3/4 (50 %)" may be no chance, and many round to fives."""
    is_in_fives = stated.isdigit() and to_int(stated) == 5 * round(20 * chance)
    return is_equation or not ("/" in what or is_in_fives)


def _on_dice(text: str, match: re.Match[str]) -> list[Fraction]:
    """How likely a roll is; of several dice, also that one of them by itself shows it."""
    start = match.start("range")
    before = text[max(0, start - 40) : start]
    found = whole_range(match["range"])
    if found is None or _OF_SOME.search(before):
        return []
    # What words say of dice, their notation may say as well; of those that are only added up, it does not.
    is_sum = _ADDED_UP.fullmatch(match["dice"])
    if is_sum and SELECTED.search(text, max(0, start - 60), match.end() + 20):
        return []
    chances = chances_of(match["dice"])
    if not chances and not found.is_single:
        chance = chance_of_long(match["dice"], found.low, found.high)
        return [] if chance is None else [chance]
    single = _SINGLE_DIE.fullmatch(re.sub(r"^\d+", "", match["dice"]))
    is_one = _SINGLE_DIE.fullmatch(match["dice"]) is not None
    if not chances or (found.is_single and not is_one):
        return []
    results = [chance_in(chances, found.low, found.high)]
    if single and not is_one:
        each = chance_in(chances_of(match["dice"].lstrip("0123456789")), found.low, found.high)
        count = to_int(re.match(r"\d+", match["dice"])[0])  # type: ignore[index]
        results.append(1 - (1 - each) ** count)
    return results

"""Percentages beside what they are of: "1 in 6 (17 %)", "5+ on a d6 (33 %)", and tables of what dice come to.

Of a table, most rows must say the same of the same dice: that they show the number of their row, at least it, or at
most it. Then a row that does not has a slip in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import floor

from rulebook.claims.context import Context, Read
from rulebook.claims.model import Fault, Kind, Statement, Step
from rulebook.claims.row_odds import OF_ROWS
from rulebook.claims.rules import wrong_value
from rulebook.document import Block, Document, Table
from rulebook.findings import write
from rulebook.lexing.chances import CHANCE_OF, NUMBER_WORDS, TIMES_IN, TOLERANCE, number_of_times, show_chance
from rulebook.lexing.dice import DIE, SELECTED, SUM
from rulebook.lexing.forms import percent_like, rounds_to
from rulebook.lexing.modality import ROUGHLY
from rulebook.lexing.numbers import AMOUNT, NUMERAL_PATTERN, begins_whole, readings
from rulebook.lexing.ranges import Range, whole_range
from rulebook.lexing.words import LANGUAGES, any_of
from rulebook.source import Span

PERCENTAGE = Kind("percentage", wrong_value, rank=2)
_PERCENT = any_of(words.percent for words in LANGUAGES)
_SIGN = re.compile(_PERCENT, re.IGNORECASE)


def _share(number: int) -> str:
    return rf"(?P<vague{number}>{ROUGHLY})?(?P<share{number}>{AMOUNT})\s?(?:%|{_PERCENT}\b)"


_TAIL = (
    r"(?:\s*\((?:or\s|i\.e\.,?\s|that\sis,?\s|an?\s)?"
    + _share(1)
    + r"(?:\sof\sthe\stime|\schance|\sodds)?\)|\s*[=≈]\s*"
    + _share(2)
    + r"|,?\s(?:i\.e\.,?|that\sis,?|which\sis)\s"
    + _share(3)
    + r"|,\s"
    + _share(4)
    + r"\sof\sthe\stime)(?!\w|\s*(?:with|if|when|against|after|for|at)\b)"
)
_NUMBER = rf"(?:{NUMERAL_PATTERN}|{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
_IN = re.compile(
    rf"(?<![\w./,–−-])(?:(?P<wins>{_NUMBER})(?:\s{CHANCE_OF})?{TIMES_IN}(?P<all>{_NUMBER})"
    rf"|(?P<over>\d{{1,6}})/(?P<under>[1-9]\d{{0,5}}))(?:\s(?:chances?|odds|rolls?)(?:\sof\s\w+(?:\s\w+){{0,2}}?)?)?{_TAIL}",
    re.IGNORECASE,
)
_ON = re.compile(
    rf"(?<![\w.,/+–−-])(?P<range>\d{{1,3}}\+|\d{{1,3}}\s?[-–−]\s?\d{{1,3}}|\d{{1,3}}(?:\sor\s(?:more|higher|better|above|over|less"
    rf"|lower|under|below))?)\son\s(?:an?\s|the\s|one\s)?(?P<dice>{SUM})(?![\w×*]){_TAIL}",
    re.IGNORECASE,
)
_ROUGHLY = re.compile(rf"{ROUGHLY}(?:an?\s)?$", re.IGNORECASE)
_SINGLE_DIE = re.compile(r"1?[dw](\d+|%)", re.IGNORECASE)
_OF_SOME = re.compile(
    r"\b(?:one|two|three|four|any|least|most|pair|doubles?|all|each|every|no)\s(?:of\s)?(?:an?\s)?$", re.I
)
"""What before a number says that it is on one of the dice, or on some."""
_CHANCE = re.compile(rf"\s*({AMOUNT})\s*%?\s*")
_NAMED = re.compile(rf"(?<![\w/+-]){DIE}(?![\w×*]|\s?[+×*−-]\s?\d)", re.IGNORECASE)
LEAST = 4
"""So many rows of a table must be right before they are of the dice that are named there."""

_WAYS: tuple[tuple[str, int, int], ...] = (("{}", 1, 1), ("{} or more", 1, 0), ("{} or less", 0, 1))
"""What a number of a row may stand for, and whether it is the least and the most of it."""


@dataclass(frozen=True, slots=True)
class Percentage:
    """A percentage that the text gives.

    Attributes:
        block, at: where its number stands.
        of: where stands what it is of: words, or the dice of a table; `row`: its row.
        what: that in words.
        chance: how likely it is; with two readings, the one that fits better.
    """

    block: Block
    at: tuple[int, int]
    of: Span | None
    what: str
    chance: Fraction
    is_right: bool
    is_about: bool = False
    row: Span | None = None

    @property
    def stated(self) -> str:
        return self.block.text.text[slice(*self.at)]


def percentages_in(document: Document) -> Iterator[Percentage]:
    """Every percentage of a document that stands beside what it is of."""
    for block in document.prose.blocks:
        text = block.text.text
        if "%" in text or _SIGN.search(text):
            for match in _IN.finditer(text):
                if _ROUGHLY.search(text, max(0, match.start() - 15), match.start()):
                    continue
                if not begins_whole(text, match.start(), match.end("wins") if match["wins"] else match.end("over")):
                    continue
                wins = number_of_times(match["wins"] or match["over"])
                all_of = number_of_times(match["all"] or match["under"])
                if isinstance(wins, int) and isinstance(all_of, int) and 0 < wins <= all_of:
                    yield _told(block, match, match["wins"] or match["over"], [Fraction(wins, all_of)])
            for match in _ON.finditer(text):
                chances = _on_dice(text, match)
                if chances:
                    yield _told(block, match, match["range"], chances)
    for table in document.prose.tables:
        yield from _in_table(document, table)


def percentage_claims(context: Context) -> Read:
    """Every percentage beside what it is of."""
    for found in percentages_in(context.document):
        at, chance = context.within(found.block, *found.at), show_chance(found.chance)
        yield Statement(
            PERCENTAGE,
            at,
            section=found.block.section,
            stated=found.stated,
            computed=chance,
            right=found.is_right,
            rule=f"the chance of {found.what}",
            of=tuple(context.place(span, "of this") for span in (found.of, found.row) if span),
            derivation=(Step(f"{found.what} is {chance}"),),
            guards=() if found.is_about else None,
            is_sure=found.row is None,
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


def _is_right(chance: Fraction, stated: str, *, is_about: bool = False) -> bool:
    """Whether a percentage is the nearest one, or the one below it: two thirds are printed as 66 % and as 67 %."""
    if is_about:
        return any(abs(number / 100 - chance) <= TOLERANCE for number, _ in readings(stated))
    below = (number == Fraction(floor(100 * chance * 10**places), 10**places) for number, places in readings(stated))
    return rounds_to(100 * chance, stated) or any(below)


def _told(block: Block, match: re.Match[str], begin: str, chances: Sequence[Fraction]) -> Percentage:
    number = next(number for number in range(1, 5) if match[f"share{number}"])
    at, is_about = match.span(f"share{number}"), bool(match[f"vague{number}"])
    stated = match[f"share{number}"]
    right = [chance for chance in chances if _is_right(chance, stated, is_about=is_about)]
    end = match.start(f"vague{number}") if is_about else at[0]
    of = (match.start(), match.start() + len(match.string[match.start() : end].rstrip(" (=≈,")))
    what = match.string[slice(*of)]
    return Percentage(block, at, block.text.span(*of), what, (right or chances)[0], bool(right), is_about)


def _on_dice(text: str, match: re.Match[str]) -> list[Fraction]:
    """How likely a roll is; of several dice, also that one of them by itself shows it."""
    before = text[max(0, match.start() - 40) : match.start()]
    found = whole_range(match["range"])
    if found is None or _OF_SOME.search(before) or SELECTED.search(text, max(0, match.start() - 60), match.end() + 20):
        return []
    chances = _chances(match["dice"])
    single = _SINGLE_DIE.fullmatch(re.sub(r"^\d+", "", match["dice"]))
    is_one = _SINGLE_DIE.fullmatch(match["dice"]) is not None
    if not chances or (found.is_single and not is_one):
        return []
    results = [_chance(chances, found)]
    if single and not is_one:
        each = _chance(_chances(match["dice"].lstrip("0123456789")), found)
        count = int(re.match(r"\d+", match["dice"])[0])  # type: ignore[index]
        results.append(1 - (1 - each) ** count)
    return results


@lru_cache(maxsize=256)  # A page speaks of the same dice again and again.
def _chances(dice: str) -> Mapping[int, Fraction]:
    """How likely each total of plain dice is; none of dice that cannot be rolled."""
    from rulesmod.dice import PoolTooLargeError, distribution
    from rulesmod.plain_dice import NOTATION
    from rulesmod.system import NotationError

    try:
        program = NOTATION.program(NOTATION.parse(dice.strip()))
        found = ((outcome[program.main], chance) for outcome, chance in distribution(program).rows)
        return {total: chance for total, chance in found if isinstance(total, int)}
    except (NotationError, PoolTooLargeError):
        return {}


def _chance(chances: Mapping[int, Fraction], found: Range) -> Fraction:
    low = min(chances) if found.low is None else found.low
    high = max(chances) if found.high is None else found.high
    return sum((chance for value, chance in chances.items() if low <= value <= high), Fraction(0))


# Tables


def _in_table(document: Document, table: Table) -> Iterator[Percentage]:
    shares = [number for number in range(_width(table)) if _is_of_shares(table, number)]
    if not shares:
        return
    dice, of = _dice_of(document, table)
    chances = _chances(dice) if dice else {}
    keys = [number for number in range(_width(table)) if chances and number not in shares and _ranges(table, number)]
    for share in shares:
        for key in keys:
            if _is_held_elsewhere(table, key, share):
                continue
            found = max((_read(table, key, share, (dice, of), chances, way) for way in _WAYS), key=_right)
            if _right(found) >= LEAST:
                yield from found
                break


def _is_held_elsewhere(table: Table, key: int, share: int) -> bool:
    """Whether the dice stand above the rows that are rolled, beside the odds of these."""
    heads = [table.header[number].text if number < len(table.header) else "" for number in (key, share)]
    return _NAMED.search(heads[0]) is not None and OF_ROWS.fullmatch(heads[1]) is not None


def _right(found: Sequence[Percentage]) -> int:
    return sum(percentage.is_right for percentage in found)


def _width(table: Table) -> int:
    return max((len(row) for row in table.rows), default=0)


def _is_of_shares(table: Table, number: int) -> bool:
    head = table.header[number].text if number < len(table.header) else ""
    texts = [row[number].text for row in table.rows if number < len(row) and row[number].text.strip()]
    is_share = "%" in head or all("%" in text for text in texts)
    return len(texts) >= LEAST and is_share and all(_CHANCE.fullmatch(text) for text in texts)


def _ranges(table: Table, number: int) -> list[tuple[int, Range]]:
    """What the rows of a column are about; none where one of them is no range, or they do not go up or down."""
    found = []
    for index, row in enumerate(table.rows):
        text = row[number].text if number < len(row) else ""
        told = whole_range(text) if text.strip() else None
        if told is None:
            return []
        found.append((index, told))
    ends = [told.low if told.low is not None else told.high or 0 for _, told in found]
    rises = sum(one < other for one, other in pairwise(ends))
    falls = sum(one > other for one, other in pairwise(ends))
    return found if min(rises, falls) <= 1 and max(rises, falls) >= LEAST - 1 else []


def _read(
    table: Table,
    key: int,
    share: int,
    dice: tuple[str, Span | None],
    chances: Mapping[int, Fraction],
    way: tuple[str, int, int],
) -> list[Percentage]:
    words, has_low, has_high = way
    found = []
    for index, told in _ranges(table, key):
        row = table.rows[index]
        block = row[share].block if share < len(row) else None
        match = _CHANCE.fullmatch(block.text.text) if block else None
        if block is None or match is None:
            continue
        if told.is_single:
            low, high = told.low if has_low else None, told.high if has_high else None
            chance, what = _chance(chances, Range(low, high, 0, 0, None, None)), words.format(told.low)
        else:
            chance, what = _chance(chances, told), str(told)
        is_right = _is_right(chance, match[1])
        cell = row[key].block
        of_row = cell.text.span(told.start, told.end) if cell else None
        found.append(Percentage(block, match.span(1), dice[1], f"{what} on {dice[0]}", chance, is_right, row=of_row))
    return found


def _dice_of(document: Document, table: Table) -> tuple[str, Span | None]:
    """The only dice that a table, what stands right before it, or its heading names, and where they stand."""
    blocks = document.prose.blocks
    index = bisect_left(blocks, table.span.start, key=lambda block: block.span.start)
    before = [block for block in blocks[max(0, index - 1) : index] if block.section == table.section]
    named = [cell.block for cell in table.header if cell.block]
    for found in (named, before):
        dice = [(block, match) for block in found for match in _NAMED.finditer(block.text.text)]
        if dice:
            block, match = dice[0]
            is_one = len({match[0].lower() for _, match in dice}) == 1
            return (match[0], block.text.span(*match.span())) if is_one else ("", None)
    heading = document.headings[table.section] if table.section >= 0 else None
    for text, span in ((table.caption, None), (heading.title, heading.title_span) if heading else ("", None)):
        names = {match[0].lower() for match in _NAMED.finditer(text)}
        if names:
            return (names.pop(), span) if len(names) == 1 else ("", None)
    return "", None

"""Random tables that words make: dice named in words, rows of doubles, two dice in two columns, an added value.

Nothing but a roll follows from them: a table counts only where its rows hold all that its dice can show, each once.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.columns import MAX_LINE, MAX_LINES, ROLLED
from rulebook_rules.claims.structures.dice_range import (
    are_held_once,
    domain_of_dice,
    domain_of_sum,
    faces_of_ranges,
)
from rulebook_rules.claims.structures.range_series import LabelledRange, Words
from rulebook_rules.claims.structures.worded_rows import (
    MAX_DICE,
    MAX_HEAD,
    MAX_OUTCOMES,
    Row,
    WordedTable,
    labelled,
    number_words,
    of_two_columns,
    of_words_in_rows,
)
from rulebook_syntax.document import Block, Document, Table
from rulebook_text.lexing.dice import NAMED_DIE, SUM
from rulebook_text.lexing.dice_changes import COUNTED
from rulebook_text.lexing.dice_sentences import whole_roll
from rulebook_text.lexing.ranges import Range, signed_range, whole_range
from rulebook_text.lexing.rollable import rolled_dice
from rulebook_text.words import LANGUAGES, any_of
from rulebook_text.words.language import Language
from rulesmod.dice.digits import to_int
from rulesmod.plain_dice import NOTATION
from rulesmod.system import NotationError

MIN_ROWS = 2
_AROUND = " *_:."
"""Signs around the words of a head."""
UNDER = -99
"""The lowest total of a row such as "5 or less", where what is added may be below 0."""
_ROLL = any_of(words.rolls for words in LANGUAGES)
_WHOSE = any_of(word for words in LANGUAGES for word in (words.whose, words.the))
_WITH_VALUE = lazily(
    rf"(?P<dice>{SUM})\s*(?P<sign>[+−–-])\s*(?:(?:{_WHOSE})\s+)?(?P<name>(?!{SUM})[^\W\d_]{{2,20}})\W*", re.IGNORECASE
)
_VERB = any_of(word for words in LANGUAGES for word in (words.rolls, words.roll_verbs, words.sum_of))
_ORDERED = lazily(rf"\W*(?:{_VERB})(?!\w)", re.IGNORECASE)
"""Before dice, that they are rolled, whatever stands behind them: "Roll 1d6 each morning"."""
_ASIDE = lazily(r"[\s*_:.]*(?:\([^()]*\)[\s*_:.]*)?")


def worded_tables(document: Document) -> Iterator[WordedTable]:
    """Yield the tables whose dice or rows are said in words, or stand in two columns."""
    for table in document.prose.tables:
        head = table.header[0].block if len(table.header) > 1 else None
        if head is not None and len(table.rows) >= MIN_ROWS and len(head.text.text) <= MAX_HEAD:
            readings = (of_two_columns, _of_words_in_rows, _of_an_added_value, _of_dice_in_words)
            worded = next(filter(None, (reading(table, head) for reading in readings)), None)
            worded = worded or _below_its_dice(document, table, head)
            if worded and any(words.text.strip() for row in worded.rows for words in row.labelled.labels):
                yield worded


# Dice in words


def _of_dice_in_words(table: Table, head: Block) -> WordedTable | None:
    """Read "Two dice", "higher of 2d6" or "Roll 1d6 each morning" at the head of ranges."""
    ranges = _ranges(table)
    if ranges is None:
        return None
    for dice, start, end in _dice_of(head.text.text):
        if worded := _of_these_dice(table, ranges, dice, Words(head, start, end)):
            return worded
    return None


def _of_these_dice(table: Table, ranges: Sequence[LabelledRange] | None, dice: str, named: Words) -> WordedTable | None:
    """Return the table of some dice if its ranges hold each of their totals once."""
    domain = domain_of_dice(dice)
    if ranges is None or domain is None or not are_held_once(domain, [row.range for row in ranges]):
        return None
    faces = faces_of_ranges(domain, [row.range for row in ranges])
    rows = (Row(row, holds, domain.is_open and domain.last in holds) for row, holds in zip(ranges, faces, strict=True))
    return WordedTable(table, NOTATION.format(NOTATION.parse(dice)), named, tuple(rows))


def _counted(number: int) -> str:
    return str(number) if number > 1 else ""


def _dice_of(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the dice that a head may name, in plain notation, and where."""
    yield from _marked_dice(text)
    for pattern, numbers in _dice_in_words():
        if match := pattern.fullmatch(text):
            number = match["count"] or ""
            several = to_int(number) if number.isdigit() else numbers.get(number.lower(), 0)
            for amount in [several] if several else range(1, MAX_DICE + 1):
                yield f"{_counted(amount)}d{match['size'] or 6}", *match.span("dice")
    dice = [*NAMED_DIE.finditer(text)]
    if len(dice) != 1 or _WITH_VALUE.fullmatch(text):
        return
    start, end = dice[0].span()
    rolled = whole_roll(text, start, end)
    if rolled and rolled.notation:
        yield rolled.notation, start, end
    is_ordered = _ORDERED.match(text) is not None
    for last in range(len(text), end - 1, -1) if rolled else ():
        if (is_ordered or _ASIDE.fullmatch(text, last)) and domain_of_dice(text[start:last]):
            yield text[start:last].strip(), start, last
            break


def _marked_dice(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the dice that are all of a head but signs, or stand in brackets at its end."""
    if text.strip(_AROUND) == "%":
        yield "d100", text.index("%"), text.index("%") + 1
    last = len(text.rstrip(_AROUND))
    start, end = text.rfind("(") + 1, last - 1
    if start and text.endswith(")", start, last) and domain_of_dice(text[start:end]):
        yield text[start:end].strip(), start, end  # "Successes (6d6>=5)"


@lru_cache(maxsize=1)
def _dice_in_words() -> tuple[tuple[re.Pattern[str], Mapping[str, int]], ...]:
    return tuple(_dice_pattern(language) for language in LANGUAGES if language.die)


def _dice_pattern(language: Language) -> tuple[re.Pattern[str], Mapping[str, int]]:
    numbers = number_words(language, MAX_DICE)
    several = "|".join((*numbers, *map(str, range(1, MAX_DICE + 1))))
    before = rf"(?:(?:{_ROLL}|{language.the or 'the'}|{language.sum_of or 'sum of'})\W+){{0,4}}?"
    pattern = rf"\W*{before}(?P<dice>(?:(?P<count>{several})\s+)?(?:{language.die}|[dw](?P<size>[1-9]\d?)s?))"
    pattern += rf"(?:\W+(?:{_ROLL}))*\W*"
    return re.compile(pattern, re.IGNORECASE), numbers


# Dice above a table


def _below_its_dice(document: Document, table: Table, head: Block) -> WordedTable | None:
    """Read the dice of the line above a table whose head says only that it is rolled: "Roll 1d6+2:"."""
    if not (ROLLED.fullmatch(head.text.text) or COUNTED.fullmatch(head.text.text)):
        return None
    blocks = document.prose.blocks
    first = bisect_left(blocks, table.span.start, key=lambda block: block.span.start)
    for block in reversed(blocks[max(0, first - MAX_LINES) : first]):
        text = block.text.text
        rolls = [] if block.kind in ("cell", "code") else [*rolled_dice(text, max(0, len(text) - MAX_LINE), len(text))]
        if len(rolls) == 1:
            (rolled,) = rolls
            added = _WITH_VALUE.match(text, rolled.start)
            if added is not None and added.end("dice") == rolled.end:
                return _with_value(table, block, added)
            dice = rolled.notation or text[rolled.start : rolled.end]
            return _of_these_dice(table, _ranges(table), dice, Words(block, rolled.start, rolled.end))
        if rolls or block.kind in ("cell", "code", "heading"):
            return None
    return None


# What is added


def _of_an_added_value(table: Table, head: Block) -> WordedTable | None:
    """Read "d20 + level": a value that only the reader knows, over ranges that leave nothing out."""
    text = head.text.text
    match = _WITH_VALUE.match(text, text.find("(") + 1)  # "Reaction (2d6+CHA)"
    return _with_value(table, head, match) if match and match.end() == len(text) else None


def _with_value(table: Table, head: Block, match: re.Match[str]) -> WordedTable | None:
    domain = domain_of_sum(match["dice"])
    ranges = _ranges(table)
    if domain is None or ranges is None:
        return None
    dice = f"{match['dice'].strip()}{'+' if match['sign'] == '+' else '-'}{match['name'].upper()}"
    if not _asks(dice) or not _are_in_order([row.range for row in ranges]):
        return None
    rows = []
    for row in ranges:
        low, high = row.range.low, row.range.high
        first = UNDER if low is None else low
        rows.append(Row(row, frozenset(range(first, (first if high is None else high) + 1)), high is None))
    lowest, highest = min(min(row.faces) for row in rows), max(max(row.faces) for row in rows)
    is_whole = any(row.is_open for row in rows) or highest >= domain.last
    is_about_dice = lowest <= domain.last and is_whole and highest - lowest < MAX_OUTCOMES
    named = Words(head, match.start("dice"), match.end("name"))
    return WordedTable(table, dice, named, tuple(rows)) if is_about_dice else None


def _asks(dice: str) -> bool:
    """Return whether dice are complete but for a value of the reader's."""
    try:
        NOTATION.parse(dice)
    except NotationError as error:
        return bool(error.name)
    return False


def _are_in_order(ranges: Sequence[Range]) -> bool:
    """Return whether ranges follow each other without a gap; only the outer ends may be open."""
    ordered = sorted(ranges, key=lambda bounds: UNDER if bounds.low is None else bounds.low)
    if ordered[0].high is None or any(bounds.values for bounds in ranges):
        return False
    return all(one.high is not None and one.high + 1 == other.low for one, other in pairwise(ordered))


def _of_words_in_rows(table: Table, head: Block) -> WordedTable | None:
    named = next(_dice_of(head.text.text), None)
    return of_words_in_rows(table, head, named) if named else None


def _before_remark(text: str) -> Range | None:
    """Return a range that a remark follows: "20 (critical)"."""
    bounds, opened, remark = text.partition(" (")
    return whole_range(bounds, of_dice=True) if opened and remark.endswith(")") else None


def _ranges(table: Table) -> list[LabelledRange] | None:
    """Return the ranges of the first column; None where it holds anything else."""
    rows = [row for row in table.rows if row]
    texts = [row[0].block.text.text if row[0].block is not None else "" for row in rows]
    ranges = [whole_range(text, of_dice=True) or signed_range(text) or _before_remark(text) for text in texts]
    if None in ranges:
        return None
    return [labelled(row, bounds) for row, bounds in zip(rows, ranges, strict=True)]

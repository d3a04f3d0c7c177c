"""Find totals and what they are the sums of: a last row, a last item of a list, the end of a line.

"Roof 4, Wall 6, Total 10". A total is found only where everything that it may be the sum of is read.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.silent import Silent, ignored
from rulebook_syntax.document import Block, Cell, Document, Table
from rulebook_text.lexing.arithmetic import is_same_unit
from rulebook_text.lexing.numbers import readings
from rulebook_text.words import LANGUAGES, any_of, cue
from rulesmod.records import record

_TOTAL = any_of(words.total for words in LANGUAGES)
MAY_TOTAL = lazily(rf"(?<!\w){_TOTAL}(?!\w)", re.IGNORECASE)
_LABEL = lazily(rf"\W*{_TOTAL}\W*", re.IGNORECASE)
_GAP = "[ \u00a0\u2009\u202f]"
_AMOUNT = (
    rf"(?P<currency>[$£€¥])?(?P<number>[+−-]?\d+(?:[.,'’]\d+|{_GAP}\d{{3}}(?!\d))*)(?![\w,.]*\d)"
    rf"(?:{_GAP}?(?P<unit>[%€£¥]|[^\W\d_]{{1,20}}\.?(?:{_GAP}[^\W\d_]{{1,20}}\.?){{0,2}}))?"
)
_CELL = lazily(rf"\s*{_AMOUNT}\s*")
_EMPTY = lazily(r"[\s–—-]*")
_LABELLED = lazily(rf"\s*(?P<label>[^\W\d_][^\d:,;.!?()=+×*/]{{0,60}}?)\s*[:–—-]?\s(?<![-–—+])\s*{_AMOUNT}\s*")
_COUNTED = lazily(rf"\s*{_AMOUNT}\s*(?P<label>)")
_LEAD = lazily(r".*(?:[:.!?]\s|\()", re.DOTALL)
_PARTS = lazily(
    rf"(?<!\d),(?!\d)|(?<=\d),(?=\s)|;|\n"
    rf"|\s{cue('lists.sum_and')}\s(?=\D)|(?<=\d)(?P<space>\s)(?=[^\W\d_])"
)
_END = lazily(r"[.!?)](?!\d)")
_SIGNS = lazily(r"[.,]")
_MIN_ITEMS = 2


def is_total(label: str) -> bool:
    """Return whether a label is that of a sum and names nothing else."""
    return _LABEL.fullmatch(label) is not None


class Amount(NamedTuple):
    """A number at `[start, end)` of a block, every value that it may have, and its unit."""

    block: Block
    start: int
    end: int
    words: str
    unit: str

    @property
    def at(self) -> tuple[int, int]:
        return self.start, self.end


@record
class Total:
    """A number that is said to be the sum of others.

    Attributes:
        total: that number.
        items: those that it is the sum of.
        value: what they come to.
        has_decimals: whether the sign between digits of the total stands before decimals.
        fits: whether the text says so.
        is_sure: whether other totals beside it show what is added up.
    """

    total: Amount
    items: tuple[Amount, ...]
    value: Fraction
    fits: bool
    has_decimals: bool
    is_sure: bool = False


def totals_in(document: Document, silent: Silent = ignored) -> Iterator[Total]:
    """Yield every total of a document, in tables, lists and lines."""
    for table in document.prose.tables:
        yield from _of_table(table, silent)
    items: list[Block] = []
    for block in document.prose.blocks:
        if block.kind != "item":
            items = []
        elif MAY_TOTAL.search(block.text.text) and (total := _of_list(items, block, silent)):
            yield total
            continue
        else:
            items.append(block)
        if block.kind in ("paragraph", "item", "quote", "code") and MAY_TOTAL.search(block.text.text):
            yield from _of_line(document, block, silent)


def _of_table(table: Table, silent: Silent) -> Iterator[Total]:
    """Yield the totals of the last row of a table that its first cell calls so."""
    if not table.rows or not table.rows[-1] or not _LABEL.fullmatch(table.rows[-1][0].text):
        return
    last, rows = table.rows[-1], table.rows[:-1]
    if any(row and _LABEL.fullmatch(row[0].text) for row in rows):
        # Totals of totals: which rows are added up is not told.
        for amount in filter(None, map(_amount_of, last)):
            silent(amount.block, amount.at, "several rows are totals, so it is not said which rows it adds up")
        return
    columns = [[row[at] for row in rows if at < len(row)] for at in range(len(last))]
    results = [*_of_columns(last, [_amounts(column) for column in columns], silent)]
    is_sure = any(one.fits for one in results)
    yield from (one if one.fits else replace(one, is_sure=is_sure) for one in results)


def _of_columns(last: Sequence[Cell], amounts: Sequence[Sequence[Amount]], silent: Silent) -> Iterator[Total]:
    """Yield the total of each column that may be added up."""
    for at, cell in enumerate(last):
        total = _amount_of(cell) if at else None
        one = _total(total, amounts[at]) if total is not None else None
        one = _but_other(one, amounts[1:]) if one is not None and not one.fits else one
        if one is not None:
            yield one
        elif total is not None:
            silent(total.block, total.at, _NOT_ADDED_UP)


_NOT_ADDED_UP = (
    "its column has fewer than two amounts, words or another unit beside them, or it is their last, largest or product"
)


def _but_other(wrong: Total, columns: Sequence[Sequence[Amount]]) -> Total | None:
    """Return a total that is not the sum of its column; None where it is something else of the table.

    It may be the last or the largest of what is counted up, or prices times how many there are of each.
    """
    stated = _values(wrong.total)
    values = [min(_values(item)) for item in wrong.items]
    if stated & {values[-1], max(values), sum(values) / len(values)}:
        return None
    for column in columns:
        if len(column) == len(values):
            factors = [min(_values(item)) for item in column]
            if sum(a * b for a, b in zip(values, factors, strict=True)) in stated:
                return None
    return wrong


def _amounts(cells: Sequence[Cell]) -> list[Amount]:
    """Return the amounts of a column; none where anything else stands in it."""
    results = []
    for cell in cells:
        amount = _amount_of(cell)
        if amount is not None:
            results.append(amount)
        elif not _EMPTY.fullmatch(cell.text):
            return []
    return results


def _amount_of(cell: Cell) -> Amount | None:
    match = _CELL.fullmatch(cell.block.text.text) if cell.block is not None else None
    return _amount(cell.block, match) if cell.block is not None and match is not None else None


def _amount(block: Block, match: re.Match[str]) -> Amount:
    unit = (match["currency"] or match["unit"] or "").strip()
    return Amount(block, *match.span("number"), match["number"], unit)


def _of_list(items: Sequence[Block], last: Block, silent: Silent) -> Total | None:
    """Return the total that the last item of a list is."""
    text = last.text.text
    total = _labelled(last, 0, len(text))
    if total is None or not _LABEL.fullmatch(text[: total.start].rstrip("$£€¥")):
        return None
    results = [_labelled(block, 0, len(block.text.text)) or _behind_colon(block) for block in items]
    amounts = [amount for amount in results if amount is not None]
    result = _total(total, amounts) if len(amounts) == len(results) else None
    if result is None:
        silent(last, total.at, "the items above it are not all amounts in its unit")
    return result


def _labelled(block: Block, start: int, end: int) -> Amount | None:
    """Return the amount of "Roof 4 gp", "Roof: 4" or "4 gp"."""
    text = block.text.text[:end].rstrip(" .")
    match = _LABELLED.fullmatch(text, start) or _COUNTED.fullmatch(text, start)
    return _amount(block, match) if match is not None else None


def _behind_colon(block: Block) -> Amount | None:
    """Return the amount behind a label with numbers of its own: "Charcoal for Heat 5: 10"."""
    text = block.text.text
    return _labelled(block, text.rfind(": ") + 1, len(text)) if ": " in text else None


def _of_line(document: Document, block: Block, silent: Silent) -> Iterator[Total]:
    """Yield the totals of lines: "Roof 4, Wall 6, Total 10"."""
    text = block.text.text
    parts = [*_ends_of_parts(document, block)]
    starts, ends = [start for start, _ in parts], [end for _, end in parts]
    for match in MAY_TOTAL.finditer(text):
        before = bisect_right(ends, match.start())
        first = ends[before - 1] if before else 0
        if not _EMPTY.fullmatch(text, first, match.start()) or not first:
            continue
        behind, sign = bisect_left(starts, match.end()), _END.search(text, match.end())
        stop = min(starts[behind] if behind < len(starts) else len(text), sign.start() if sign else len(text))
        total = _labelled(block, first, stop)
        items = _items_before(block, first, parts) if total is not None else None
        result = _total(total, items) if total is not None and items is not None else None
        if result is not None:
            yield result
        elif total is not None:
            silent(block, total.at, "the parts of the line before it are not all amounts in its unit")


def _ends_of_parts(document: Document, block: Block) -> Iterator[tuple[int, int]]:
    """Yield where the parts of a text end: at signs, and where a line of the source ends behind a number."""
    text = block.text
    for sign in _PARTS.finditer(text.text):
        is_label = text.text[sign.end() : sign.end() + 1].isupper()
        if sign["space"] is None or (is_label and "\n" in document.source.slice(text.span(*sign.span()))):
            yield sign.span()


def _items_before(block: Block, end: int, parts: Sequence[tuple[int, int]]) -> list[Amount] | None:
    """Return the amounts of a line before its total; None where not all of the line is read."""
    text = block.text.text
    lead = _LEAD.match(text, 0, end)
    begin = lead.end() if lead is not None else 0
    signs = [span for span in parts if begin <= span[0] and span[1] <= end]
    starts = [begin, *(last for _, last in signs)]
    results = [
        _labelled(block, start, first)
        for start, (first, _) in zip(starts, signs, strict=False)
        if not _EMPTY.fullmatch(text, start, first)
    ]
    amounts = [amount for amount in results if amount is not None]
    return amounts if len(amounts) == len(results) else None


def _total(total: Amount, items: Sequence[Amount]) -> Total | None:
    """Return a total of items in its unit; None where they are too few, or in other units."""
    if len(items) < _MIN_ITEMS:
        return None
    units = {item.unit for item in items} | ({total.unit} if total.unit else set())
    if units == {"", total.unit}:
        units = {total.unit}  # "Metal 8, charcoal 6, total 14 groats"
    if any(not is_same_unit(one, total.unit or items[0].unit) for one in units):
        return None
    if not _values(total) or not all(_values(item) for item in items):
        return None
    totals = [_by_choice(total, items, is_last=is_last) for is_last in (False, True)]
    result = next((one for one in totals if one.fits), totals[_has_groups((*items, total))])
    return result if result.fits or not _is_product(total, items) else None


def _is_product(total: Amount, items: Sequence[Amount]) -> bool:
    """Return whether a total is the product of its two parts, and more than twice the larger: too much for their sum.

    One of them may be one more: "Interval 11, Wounds 3, Total 44" is 11 times 4.
    """
    values = [max(_values(item)) for item in items]
    products = {one * (other + more) for one, other in permutations(values, 2) for more in (0, 1)}
    return len(values) == _MIN_ITEMS and any(one > 2 * max(values) for one in products.intersection(_values(total)))


def _by_choice(total: Amount, items: Sequence[Amount], *, is_last: bool) -> Total:
    """Return a total whose numbers have the first of the values that they may have, or the last."""
    chosen = [readings(item.words)[-1 if is_last else 0] for item in (*items, total)]
    value, stated = sum((one for one, _ in chosen[:-1]), Fraction(0)), chosen[-1]
    places = max(places for _, places in chosen)
    # Shares, and what is printed with decimals, may each be rounded.
    slack = Fraction(len(items), 2 * 10**places) if places or total.unit == "%" else Fraction(0)
    return Total(total, tuple(items), value, abs(value - stated.value) <= slack, stated.places > 0)


def _has_groups(items: Sequence[Amount]) -> bool:
    """Return whether the last of the values of numbers is that of thousands: "1.500", and not "1,500".

    A sign that stands before decimals in one of the numbers, "637.5", does so in all.
    """
    decimals, groups = set[str](), set[str]()
    for item in items:
        results = readings(item.words)
        if len(results) == 1 and results[0].places:
            decimals |= set(_SIGNS.findall(item.words)[-1:])
        elif len(results) > 1 and not results[-1].places:
            groups |= set(_SIGNS.findall(item.words))
    return bool(groups - decimals)


def _values(amount: Amount) -> set[Fraction]:
    return {value for value, _ in readings(amount.words)}

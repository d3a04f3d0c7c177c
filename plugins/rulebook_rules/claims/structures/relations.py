"""Pair row names with values and ranges with results, and find them in texts.

What names a row of a table and a value of it, or a range and what it gives; and where a text has what may stand on
either side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.chances import PERCENT, read_odds
from rulebook_text.lexing.dice_words import size_like, size_of
from rulebook_text.lexing.forms import like, percent_like
from rulebook_text.lexing.names import beginning
from rulebook_text.lexing.numbers import WORDS, numerals_in, to_number
from rulebook_text.lexing.ranges import describe_ends, range_at, ranges_in, whole_range
from rulebook_text.lexing.word_tokens import DIGIT
from rulebook_text.words import cue
from rulesmod.dice.digits import to_int
from rulesmod.system import Bands, CellValue, RuleTable, System

MIN = 3
"""Fewer rows say nothing of a text."""
Ends = tuple[int | None, int | None]

_DIE = r"(?:an?\s+|the\s+)?(?:d{0}|{1}-sided (?:die|one))s?"
_ANY_DIE = r"(?:an?\s+|the\s+)?d\d+s?"
_TO = r"\s+(?:(?:up|down)\s+)?(?:in)?to\s+"
_DICE = lazily(r"(?<![\w+-])d\d+(?!\w)", re.IGNORECASE)
_PERCENT = lazily(PERCENT)
_SIZE = lazily(r"d(\d+)")
_KIND = lazily(r"(\d+)([A-Z]d)")
_WORD_OF = {value: word for word, value in WORDS.items()}


class Side(NamedTuple):
    """One side of the rows of a relation, and how texts have it.

    Attributes:
        sign: what is somewhere in a text that has any of it.
        find: where a text has what may be one, each at `[start, end)`.
        fits: whether what a text has is what a row has.
        write: what a row has, in the form of what a text has.
        is_part: whether what a text has is only a part of what a row has.
    """

    sign: re.Pattern[str]
    find: Callable[[str], Iterable[tuple[int, int]]]
    fits: Callable[[str, Any], bool]
    write: Callable[[Any, str], str]
    is_part: Callable[[str, Any], bool] = lambda stated, cell: False


class Row(NamedTuple):
    """A row of the rules: its name as findings tell it, and what it has on either side."""

    name: str
    left: CellValue | Ends
    right: CellValue | tuple[str, ...]


class Relation(NamedTuple):
    """Rows of the rules that a text may tell, one after the other.

    Attributes:
        name, title: those of the table, or of the ranges.
        column: which of several values of its rows it has; empty for the first.
        about: words of which one stands around what tells them; without any, the title does.
        head: the head of its column, which stands there too; empty where rows have one value.
    """

    name: str
    title: str
    rows: tuple[Row, ...]
    left: Side
    right: Side
    column: str = ""
    about: tuple[str, ...] = ()
    head: str = ""

    @property
    def sign(self) -> re.Pattern[str]:
        """A pattern that matches in each text that states the relation."""
        return self.right.sign if self.left.sign is DIGIT else self.left.sign

    def row_of(self, stated: str) -> Row | None:
        """The row that a text names, all of it or else a part."""
        whole = (row for row in self.rows if self.left.fits(stated, row.left))
        return next(whole, None) or next((row for row in self.rows if self.left.is_part(stated, row.left)), None)


@lru_cache(maxsize=64)
def relations_of(system: System) -> tuple[Relation, ...]:
    """Return the relations that a text of a game may state."""
    return (*(one for table in system.tables for one in _of_table(table)), *map(_of_bands, system.bands))


def _of_table(table: RuleTable) -> Iterator[Relation]:
    for number in range(table.keys, len(table.columns)) if table.keys <= 2 else ():
        for are_values, right in _VALUES:
            rows = [row for row in table.rows if are_values(row[number])]
            if len(rows) >= MIN:
                names = [" to ".join(map(str, row[: table.keys])) for row in rows]
                # Numbers beside ranges may be anything.
                is_of_ranges = right is not _NUMBERS and all(map(_ends_of, names))
                keys = [(is_of_ranges and _ends_of(name)) or name for name in names]
                left = _ranges(keys, right) if is_of_ranges else _names([row[: table.keys] for row in rows])
                results = (Row(name, key, row[number]) for name, key, row in zip(names, keys, rows, strict=True))
                column = table.columns[number] if number > table.keys else ""
                # Dice are seen to be dice; a number is one of that column where its head says so.
                is_named = right is _NUMBERS or right is _SHARES
                head = table.columns[number] if is_named and len(table.columns) > table.keys + 1 else ""
                title, about = table.title, table.about
                yield Relation(table.name, title, tuple(results), left, right, column=column, about=about, head=head)


def _of_bands(bands: Bands) -> Relation:
    rows = tuple(Row(describe_ends(band.low, band.high), (band.low, band.high), band.gives) for band in bands.rows)
    right = _NUMBERS if all(isinstance(row.right, int) for row in rows) else _words([row.right for row in rows])
    left = _ranges([row.left for row in rows], right)
    return Relation(bands.name, bands.title, rows, left, right, about=bands.about)


def _ends_of(text: str) -> Ends | None:
    bounds = whole_range(text)
    return None if bounds is None or bounds.values else (bounds.low, bounds.high)


def _ranges(rows: Sequence[Any], right: Side) -> Side:
    """Ranges with these ends.

    One that holds several of them, or is open where none of them is, tells more than a row: "4, 5 and 6 succeed, a 6
    explodes". Of single numbers nobody knows which is which.
    """
    is_open = [any(ends[at] is None for ends in rows) for at in (0, 1)]

    def find(text: str) -> Iterator[tuple[int, int]]:
        for result in ranges_in(text):
            is_row = right is not _NUMBERS or not (result.is_single or result.values_at)
            is_row = is_row and sum(_within(ends, (result.low, result.high)) for ends in rows) < 2
            if is_row and (result.low is not None or is_open[0]) and (result.high is not None or is_open[1]):
                yield result.start, result.end

    return Side(DIGIT, find, _is_range, lambda ends, stated: describe_ends(*ends), _is_in_range)


def _within(inner: Ends, outer: Ends) -> bool:
    """Return whether a range is within another."""
    (low, high), (least, most) = inner, outer
    is_above = least is None or (low is not None and least <= low)
    return is_above and (most is None or (high is not None and high <= most))


def _is_range(stated: str, ends: Ends) -> bool:
    bounds = range_at(stated, 0)
    if bounds is None or bounds.values:
        return False
    # "3 or less" begins where the rules do, and so does "1 to 3" where they are open.
    low = None if ends[0] is None and (bounds.low or 0) < 2 else bounds.low
    return (low, bounds.high) == ends


def _is_in_range(stated: str, ends: Ends) -> bool:
    """Return whether a text has a single number of a range."""
    bounds = range_at(stated, 0)
    if bounds is None or bounds.low is None or bounds.low_at != bounds.high_at:
        return False
    return _within((bounds.low, bounds.low), ends)


def _names(keys: Sequence[Sequence[CellValue]]) -> Side:
    """Return the side that names the rows of a table."""
    forms = {" to ".join(map(str, key)): _form(key) for key in keys}
    # A die that is none of them may be a slip of one.
    are_dice = all(_SIZE.fullmatch(str(key[-1])) for key in keys)
    any_die = [_TO.join([_ANY_DIE] * len(keys[0]))] * are_dice
    pattern = re.compile(rf"(?<![\w+-])(?:{'|'.join((*forms.values(), *any_die))})(?!\w)", re.IGNORECASE)
    return Side(
        pattern,
        lambda text: (match.span() for match in pattern.finditer(text)),
        lambda stated, name: re.fullmatch(forms[name], stated, re.IGNORECASE) is not None,
        lambda name, stated: str(name),
    )


def _form(key: Sequence[CellValue]) -> str:
    """Return how a text may write what names a row: "a d8", "from d8 to d6", "Superior", "four Base dice"."""
    if len(key) == 2:
        return _TO.join(_form([part]) for part in key)
    text = str(key[0])
    if size := _SIZE.fullmatch(text):
        return _DIE.format(size[1], _WORD_OF.get(to_int(size[1]), size[1]))
    if kind := _KIND.fullmatch(text):
        return rf"(?:{kind[1]}|{_WORD_OF.get(to_int(kind[1]), kind[1])})" + (
            rf"(?:{kind[2]}|\s(?:\w+\s)?{cue('dice_said.noun')})?(?!\s?%| {cue('dice_said.per')})"
        )
    name, _, label = text.partition(" [")
    return re.escape(name) + (rf"(?:\W*[\[(]{re.escape(label.rstrip(']'))}[\])])?" if label else "s?")


def _words(cells: Sequence[CellValue | tuple[str, ...]]) -> Side:
    """Words that say what a range gives."""
    every = {cell: cell if isinstance(cell, tuple) else (str(cell),) for cell in cells}
    pattern = beginning(tuple(dict.fromkeys(word for words in every.values() for word in words)))
    return Side(
        pattern,
        lambda text: (match.span() for match in pattern.finditer(text)),
        lambda stated, cell: stated.casefold() in [word.casefold() for word in every[cell]],
        lambda cell, stated: every[cell][0],
    )


def _is_chance(stated: str, chance: Fraction) -> bool:
    odds = read_odds(stated)
    return odds is not None and odds.fits(chance) is not False


_NUMBERS = Side(
    DIGIT,
    lambda text: (match.span() for match in numerals_in(text)),
    lambda stated, number: to_number(stated) == number,
    like,
)
_SHARES = Side(_PERCENT, lambda text: (match.span() for match in _PERCENT.finditer(text)), _is_chance, percent_like)
_VALUES: Sequence[tuple[Callable[[CellValue], bool], Side]] = (
    (lambda cell: isinstance(cell, int), _NUMBERS),
    (lambda cell: isinstance(cell, Fraction), _SHARES),
    (
        lambda cell: isinstance(cell, str) and _SIZE.fullmatch(cell) is not None,
        Side(
            _DICE,
            lambda text: (match.span() for match in _DICE.finditer(text)),
            lambda stated, die: size_of(stated) == size_of(die),
            lambda die, stated: size_like(to_int(die[1:]), stated),
        ),
    ),
)
"""Kinds of values in a column, and how texts write them."""

"""Random tables with rows in words, such as "any double", or with two dice in two columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count, product
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.dice_range import Outcomes, faces_of_ranges
from rulebook_rules.claims.structures.range_series import LabelledRange, Words
from rulebook_syntax.document import Block, Cell, Table
from rulebook_text.lexing.dice import NAMED_DIE
from rulebook_text.lexing.numbers import WORDS
from rulebook_text.lexing.ranges import Range, whole_range
from rulebook_text.words import LANGUAGES
from rulebook_text.words.language import Language
from rulesmod.dice.digits import to_int
from rulesmod.plain_dice import NOTATION
from rulesmod.records import record

MAX_HEAD = 60
"""Characters of a head that names dice in a sentence."""
MAX_DICE = 3
"""Dice of a head in words, and of a roll whose doubles have rows."""
MAX_OUTCOMES = 10_000
MAX_FACE = 20
"""The largest face that a row names by a word."""
_POOL = lazily(r"(?P<count>[1-9]?)[dw](?P<size>[1-9]\d{0,2})", re.IGNORECASE)
_SEVERAL, _SAME = "double", "triple"


class Row(NamedTuple):
    """Hold a row of a table with the totals of its dice; an open one holds all above them too."""

    labelled: LabelledRange
    faces: frozenset[int]
    is_open: bool = False


@record
class WordedTable:
    """A table of plain dice.

    Attributes:
        table: where it is.
        dice: its dice in plain notation.
        named: where they are named.
        rows: what comes up, in the order of the table.
        is_of_two_columns: whether two dice decide together, at the heads of two columns.
        apart: its dice as they are written, if each of them is read by itself.
    """

    table: Table
    dice: str
    named: Words
    rows: tuple[Row, ...]
    is_of_two_columns: bool = False
    apart: str = ""


# Doubles, odd and even


def of_words_in_rows(table: Table, head: Block, named: tuple[str, int, int]) -> WordedTable | None:
    """Read rows such as "any double", "odd" or "anything else" beside ranges of totals.

    Args:
        table: the table.
        head: of its first column.
        named: the dice of the head in plain notation, and where they are in its text.
    """
    lines = [row for row in table.rows if row]
    keys = [_key(row[0]) for row in lines]
    kinds = {key.kind for key in keys if isinstance(key, _Kind)}
    if None in keys or not kinds:
        return None
    dice, start, end = named
    pool = _POOL.fullmatch(dice)
    if pool is None:
        return None
    number, size = to_int(pool["count"] or "1"), to_int(pool["size"])
    if number > MAX_DICE or size**number > MAX_OUTCOMES or (number == 1 and kinds & {_SEVERAL, _SAME}):
        return None
    outcomes = [*product(range(1, size + 1), repeat=number)]
    given = _given(keys, outcomes)
    if given is None:
        return None
    is_apart = bool(kinds & {_SEVERAL, _SAME})
    text, code = _read_apart([size] * number) if is_apart else (dice, _Code(1))
    rows = tuple(
        Row(labelled(row, key if isinstance(key, Range) else None), frozenset(code(faces) for faces in group))
        for row, key, group in zip(lines, keys, given, strict=True)
    )
    return WordedTable(table, text, Words(head, start, end), rows, apart=dice if is_apart else "")


class _Kind(NamedTuple):
    """Hold what a row in words stands for: `kind` is a name in `ROW_PARTS`, `face` 0 for any."""

    kind: str
    face: int = 0


_Key = Range | _Kind | None
_Outcome = tuple[int, ...]


def _key(cell: Cell) -> _Key:
    text = cell.block.text.text if cell.block is not None else ""
    if (bounds := whole_range(text, of_dice=True)) is not None:
        return bounds
    for pattern, numbers in _row_patterns():
        if match := pattern.fullmatch(text):
            kind = next(name for name in _KINDS if match[name])
            said = (match["face"] or match["first"] or "").lower()
            return _Kind(kind, to_int(said) if said.isdigit() else numbers.get(said, 0))
    return None


_KINDS = (_SAME, _SEVERAL, "odd", "even", "rest")


@lru_cache(maxsize=1)
def _row_patterns() -> tuple[tuple[re.Pattern[str], Mapping[str, int]], ...]:
    return tuple(_row_pattern(language) for language in LANGUAGES if language.rows)


def _row_pattern(language: Language) -> tuple[re.Pattern[str], Mapping[str, int]]:
    words = language.rows
    numbers = number_words(language, MAX_FACE)
    numbers |= {f"{word}{'es' if word.endswith('x') else 's'}": value for word, value in numbers.items()}
    face = rf"(?:\d{{1,2}}|{'|'.join(sorted(numbers, key=len, reverse=True))})"
    kinds = "|".join(f"(?P<{kind}>{words[kind]})" for kind in _KINDS)
    pattern = (
        rf"\W*(?:(?:{words['any']})\s+)?(?:(?P<first>{face})(?:{words.get('joint', '')})[\s-]?)?(?:{kinds})"
        rf"(?:[\s-]+(?:(?:{words['of']})\s+)?(?P<face>{face})['’]?s?)?\W*"
    )
    return re.compile(pattern, re.IGNORECASE), numbers


def number_words(language: Language, most: int) -> dict[str, int]:
    """Return the words of English and of a language for the numbers from 1 to `most`."""
    return {word: value for word, value in (*WORDS.items(), *language.numbers.items()) if 0 < value <= most}


def _given(keys: Sequence[_Key], outcomes: Sequence[_Outcome]) -> list[list[_Outcome]] | None:
    """Share the outcomes among the rows, the narrowest first; None if a row has none, or an outcome has no row."""
    left = dict.fromkeys(outcomes)
    given: list[list[_Outcome]] = [[] for _ in keys]
    order = sorted(range(len(keys)), key=lambda at: _rank(keys[at]))
    for at in order:
        key = keys[at]
        given[at] = [outcome for outcome in left if _holds(key, outcome)]
        if not given[at]:
            return None
        for outcome in given[at]:
            del left[outcome]
    singles = [at for at, key in enumerate(keys) if isinstance(key, Range)]
    overlap = any(
        _holds(keys[one], outcome) for one in singles for other in singles if one != other for outcome in given[other]
    )
    return None if left or overlap else given


def _rank(key: _Key) -> tuple[int, bool]:
    kinds = (_SAME, _SEVERAL, "", "odd", "even", "rest")
    return (kinds.index(key.kind), not key.face) if isinstance(key, _Kind) else (2, False)


def _holds(key: _Key, outcome: _Outcome) -> bool:
    total = sum(outcome)
    if isinstance(key, Range):
        if key.values:
            return total in key.values
        return (key.low is None or total >= key.low) and (key.high is None or total <= key.high)
    assert key is not None
    faces = [face for face in outcome if outcome.count(face) >= (3 if key.kind == _SAME else 2)]
    if key.kind in (_SAME, _SEVERAL):
        return bool(faces) and (not key.face or key.face in faces)
    return key.kind == "rest" or total % 2 == (key.kind == "odd")


# Two columns


def _keys_of(rows: Sequence[Sequence[Cell]], sides: Sequence[int]) -> list[list[frozenset[int]]] | None:
    """Return the faces of both dice in each row; None where a row has none."""
    keys: list[list[frozenset[int]]] = []
    for row in rows:
        cells = [whole_range(cell.block.text.text, of_dice=True) if cell.block else None for cell in row[:2]]
        if cells[1] is None or (cells[0] is None and (not keys or row[0].text.strip())):
            return None
        keys.append(
            [
                keys[-1][at] if bounds is None else faces_of_ranges(Outcomes(f"d{size}", 1, size), [bounds])[0]
                for at, (bounds, size) in enumerate(zip(cells, sides, strict=True))
            ]
        )
    return keys


def _only_die(text: str) -> re.Match[str] | None:
    """Return the only die that a head names: "First d6"."""
    dice = NAMED_DIE.findall(text)
    return _POOL.fullmatch(dice[0]) if len(dice) == 1 else None


def of_two_columns(table: Table, head: Block) -> WordedTable | None:
    """Read two dice at the heads of two columns, whose ranges say together which row comes up."""
    second = table.header[1].block
    sizes = [_only_die(block.text.text) for block in (head, second) if block is not None]
    if len(sizes) != 2 or len(table.header) < 3:
        return None
    sides = [to_int(pool["size"]) for pool in sizes if pool is not None and pool["count"] in ("", "1")]
    if len(sides) != 2 or sides[0] * sides[1] > MAX_OUTCOMES:
        return None
    rows = [row for row in table.rows if len(row) > 2]
    keys = _keys_of(rows, sides)
    if keys is None:
        return None
    outcomes = [pair for one, other in keys for pair in product(sorted(one), sorted(other))]
    if len(outcomes) != sides[0] * sides[1] or len({*outcomes}) != len(outcomes):
        return None
    dice, code = _read_apart(sides)
    given = tuple(
        Row(
            labelled(row, None, labels=row[2:], key=1 if not row[0].text.strip() else 0),
            frozenset(code(pair) for pair in product(*faces)),
        )
        for row, faces in zip(rows, keys, strict=True)
    )
    return WordedTable(table, dice, Words(head, 0, len(head.text.text)), given, True, f"d{sides[0]}, d{sides[1]}")


def is_read_by_two_dice(table: Table) -> bool:
    """Return whether two dice at the heads of two columns decide together between the rows."""
    head = table.header[0].block if len(table.header) > 2 else None
    return head is not None and len(head.text.text) <= MAX_HEAD and of_two_columns(table, head) is not None


# All of them


class _Code(NamedTuple):
    """How the faces of several dice are one number."""

    base: int

    def __call__(self, faces: _Outcome) -> int:
        number = 0
        for face in faces:
            number = number * self.base + face
        return number


def _read_apart(sizes: Sequence[int]) -> tuple[str, _Code]:
    """Return dice that are read one by one, as digits of one number, and how to form it."""
    base = next(base for base in (10, 100, 1000) if max(sizes) < base)
    terms = [f"d{size}" + (f"×{base**power}" if power else "") for power, size in zip(count(len(sizes) - 1, -1), sizes)]
    return NOTATION.format(NOTATION.parse("+".join(terms))), _Code(base)


def labelled(
    row: Sequence[Cell], bounds: Range | None, *, labels: Sequence[Cell] | None = None, key: int = 0
) -> LabelledRange:
    block = row[key].block
    assert block is not None
    whole = bounds or Range(None, None, 0, len(block.text.text), None, None)
    cells = row[1:] if labels is None else labels
    words = (Words(cell.block, 0, len(cell.block.text.text)) for cell in cells if cell.block is not None)
    return LabelledRange(whole, block, tuple(words))

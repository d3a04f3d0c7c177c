"""How texts and tables tell the values of a game: `Body 3`, `Body: 3`, "has 12 Hits", `14 (+2)`, a table of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.structures.owners import NOBODY_ELSE, Owner, Owners, is_proper
from rulebook_rules.claims.structures.quantities import StatedValue
from rulebook_syntax.document import Block, Cell, Prose, Table
from rulebook_text.lexing.clauses import BETWEEN_SENTENCES
from rulebook_text.lexing.formulas import SIGNS
from rulebook_text.lexing.names import singulars_of
from rulebook_text.lexing.numbers import NUMERAL_PATTERN, is_whole, to_number
from rulebook_text.words import any_of, cue
from rulesmod.system import Quantity

_NO_RANGE = (
    rf"(?!\s*(?:[-–—/]|{cue('values.to')})\s*(?:\d|{cue('values.more')}))"
    rf"(?!\s*[%°×*+]|\s(?:x|{any_of(SIGNS.values())})\s|\s{cue('values.than')}\b|\w)"
)
_IS = rf"(?:\s*[:=(]\s*(?:is\s+)?|\s+{cue('values.is')}\s+(?:{cue('values.now')}\s+)?|\s+)"
_VALUE_BEHIND = lazily(rf"{_IS}(?P<value>{NUMERAL_PATTERN}){_NO_RANGE}", re.IGNORECASE)
_BESIDE = lazily(r"\s*[(\[/]\s*(?P<value>[+−–-]?\s?\d+)(?!\d|\s*[-–—/d]\s*\d)")
_VALUE_BEFORE = lazily(rf"(?<![\w.,+−–-])(?P<value>{NUMERAL_PATTERN})\s+$", re.IGNORECASE)
_HAS = re.compile(rf"\b{cue('values.has')}\s+(?:{cue('values.only')}\s+)?$", re.IGNORECASE)
"""Words before a count of something that somebody has."""
_GOES_ON = re.compile(rf"[\w\s]{{0,20}}?(?:\s*[,;(]|\s+{cue('values.with')})\s*(?:{cue('lists.and')}\s+)?")
"""Words between a value and the next number."""
_NOT_ALL = lazily(
    rf"['’-]|\s+{cue('values.not_all')}\b",
    re.IGNORECASE,
)
"""Words behind a number that is not all that somebody has."""
_REQUIRED = lazily(
    rf"\b{cue('values.required')}(?:\s+{cue('values.small')})*\s*$|[+−*/×]\s*$",
    re.IGNORECASE,
)
"""Words before a value that is required or added."""
_CHANGED = lazily(
    rf"\s+(?:{cue('values.being')}\s+)?{cue('values.changed')}\b|\s+{cue('lists.and')}\s+(?:[a-z]+\s+)?[^\W\d_]+\s+{cue('values.are')}"
    r"\b",
    re.IGNORECASE,
)
"""Words behind a value that changes, or that is told with the next one."""
_OF_TWO = lazily(rf"[^\W\d_]\s+{cue('lists.and')}\s+(?:[a-z]+\s+)?$")
"""Words before the second of two names told together: "her Wits and her Lungs are 3"."""
_CHANGES = lazily(
    rf"\b{cue('values.changes')}\b[^.;:]{{0,25}}$",
    re.IGNORECASE,
)
_CELL = lazily(
    rf"\s*(?P<value>{NUMERAL_PATTERN})(?:(?<=\d)(?:st|nd|rd|th))?"
    r"(?:\s*\((?:[^()\d]*|\s*[+−–-]\s?\d+\s*|\s*\d*d\d[^()]*)\))?\s*",
    re.IGNORECASE,
)
"""A cell that has a value, and maybe in brackets what is none of its kind: "14 (+2)", "45 (6d10+12)", "5th"."""
_LOWER = re.compile(r"(?<!\w)[a-z]+(?!\w)")


class _Value(NamedTuple):
    """A value in the text of a block: what it is of, where that begins, where the number stands, and the value.

    Attributes:
        value: None where the text says that it changes.
        is_sure: whether it is what somebody has, and not only what is left of it.
    """

    block: Block
    quantity: Quantity
    start: int
    at: tuple[int, int]
    value: int | Fraction | None
    is_sure: bool = True

    def of_owner(self, owner: Owner, *, order: int, near: tuple[int, int] = (0, 0)) -> StatedValue:
        return StatedValue(
            self.quantity, self.value, owner, self.block, *self.at, order=order, near=near, is_sure=self.is_sure
        )


class Tellings:
    """One reading of a page: the names of the game's values, and how the text may write them."""

    def __init__(self, context: Context, quantities: Sequence[Quantity]) -> None:
        self.by_name = {name: one for one in quantities for name in (one.name, *one.also)}
        self.beside = {one.beside: one for one in quantities if one.beside}
        names = "|".join(re.escape(name) for name in sorted(self.by_name, key=len, reverse=True))
        self.mentioned = re.compile(rf"(?<![\w-])(?P<name>{names})(?![\w-])")
        system = context.system
        names_of = (name for vocabulary in system.vocabularies for name in vocabulary.entries.values())
        terms = {term.casefold() for term in (*self.by_name, *system.terms, *names_of)}
        words = {word for block in context.document.prose.blocks for word in _LOWER.findall(block.text.text)}
        self.terms, self.words = terms, frozenset(words)

    def in_document(self, prose: Prose) -> Iterator[list[StatedValue]]:
        """Yield the values that a page states, grouped by possible owner."""
        lines = {id(table): self._lines(table) for table in prose.tables}
        of_one = [table for table in prose.tables if len(lines[id(table)]) == 1]
        blocks = [block for block in prose.blocks if block.kind not in ("code", "cell")]
        parts: list[Block | Table] = [*blocks, *of_one]
        parts.sort(key=lambda part: part.span.start)
        for _, of_section in groupby(parts, key=lambda part: part.section):
            yield self._in_section([*of_section], lines)
        for value in lines.values():
            if len(value) > 1:
                yield from (
                    [one.of_owner(NOBODY_ELSE, order=order) for order, one in enumerate(line)] for line in value
                )

    def _in_section(
        self, parts: Sequence[Block | Table], lines: Mapping[int, Sequence[Sequence[_Value]]]
    ) -> list[StatedValue]:
        """Return the values that a section states, in order."""
        owners = Owners(self.words, self.terms)
        stated: list[StatedValue] = []
        sentences = 0
        for number, part in enumerate(parts):
            if isinstance(part, Table):
                owner, near = self._owner_of(part, owners.now()), (sentences, number)
                line = enumerate(lines[id(part)][0], len(stated))
                stated += [one.of_owner(owner, order=order, near=near) for order, one in line]
                sentences += 1
                continue
            text = part.text.text
            values = self._values(part)
            owners.turn_to(text, part.terms, tells=bool(values))
            spans = sorted((one.start, one.at[1]) for one in values)
            ends = [match.end() for match in BETWEEN_SENTENCES.finditer(text)]
            for one in values:
                near = (sentences + bisect_right(ends, one.start), number)
                stated.append(one.of_owner(owners.of(one.start, spans), order=len(stated), near=near))
            sentences += len(ends) + 1
        return stated

    def _owner_of(self, table: Table, now: Owner) -> Owner:
        """Whose the only line of a table is: whom that names, or else of whom the text speaks, if that is sure."""
        cells = (cell.text.strip() for row in (table.header[1:], *table.rows) for cell in row)
        label = next((text for text in cells if is_proper(text) and self._named(text) is None), "")
        return Owner(label, is_sure=True) if label else now if now.is_sure else NOBODY_ELSE

    def _values(self, block: Block) -> list[_Value]:
        text, coded = block.text.text, block.coded()
        values: list[_Value] = []
        for name in self.mentioned.finditer(text):
            one = self._value(block, name, values[-1].at[1] if values else None)
            if one is not None and not coded.has(one.at[0]):
                values.append(one)
                values += self._beside(block, one.quantity, one.at[1]) if one.value is not None else ()
        return values

    def _value(self, block: Block, name: re.Match[str], reached: int | None) -> _Value | None:
        """Return the value of a name in running text. `reached` is where the value before it ends."""
        text, quantity = block.text.text, self.by_name[name["name"]]
        match = _VALUE_BEHIND.match(text, name.end())
        number = to_number(match["value"]) if match and is_whole(text, *match.span("value")) else None
        before = text[max(0, name.start() - 40) : name.start()]
        is_of_two = match is not None and text.startswith(("are ", "were "), name.end() + 1) and _OF_TWO.search(before)
        is_changed = _CHANGED.match(text, name.end()) or (_CHANGES.search(before) and number is None)
        if is_of_two or is_changed:
            return _Value(block, quantity, name.start(), name.span(), None)
        if match is not None and number is not None:
            at = match.span("value")
            return None if _REQUIRED.search(before) else _Value(block, quantity, name.start(), at, number)
        return self._counted(block, quantity, name, reached)

    def _counted(self, block: Block, quantity: Quantity, name: re.Match[str], reached: int | None) -> _Value | None:
        """Return the count of a quantity that somebody has: "has 5 Hits and 9 Mana", "(Level 5, 7 Hits)"."""
        text = block.text.text
        first = max(0, name.start() - 40)
        match = _VALUE_BEFORE.search(text[first : name.start()])
        if match is None or _NOT_ALL.match(text, name.end()):
            return None
        start, end = first + match.start("value"), first + match.end("value")
        number = to_number(match["value"]) if is_whole(text, start, end) else None
        goes_on = reached is not None and _GOES_ON.fullmatch(text, reached, start) is not None
        if number is None or not (goes_on or _HAS.search(text, max(0, start - 30), start)):
            return None
        return _Value(block, quantity, start, (start, end), number, is_sure=goes_on)

    def _beside(self, block: Block, quantity: Quantity, end: int) -> Iterator[_Value]:
        """The value that stands in brackets behind another one, if the game has such a one."""
        other = self.beside.get(quantity.name)
        match = _BESIDE.match(block.text.text, end) if other is not None else None
        value = to_number(match["value"]) if match is not None else None
        if other is not None and match is not None and value is not None:
            yield _Value(block, other, match.start("value"), match.span("value"), value)

    def _lines(self, table: Table) -> list[list[_Value]]:
        """Return the values of a table, grouped by owner."""
        lines = (
            [one for quantity, cell in line if cell.block is not None for one in self._of_cell(quantity, cell.block)]
            for line in self._cells(table)
        )
        return [line for line in lines if line]

    def _cells(self, table: Table) -> list[list[tuple[Quantity | None, Cell]]]:
        """The rows of a table whose columns are values; else its columns, if its rows are; or all of it, where names
        and values take turns."""
        heads = [self._named(cell.text) for cell in table.header]
        if sum(head is not None for head in heads) > 1 and not self._has_value(table.header):
            return [list(zip(heads, row, strict=False)) for row in table.rows]
        rows = [row for row in (table.header, *table.rows) if row]
        names = [self._named(row[0].text) for row in rows]
        turns = [(self._named(row[at].text), row[at + 1]) for row in rows for at in range(0, len(row) - 1, 2)]
        width = max(map(len, rows), default=0)
        if width > 3 and sum(one is not None for one, _ in turns) > sum(name is not None for name in names):
            return [turns]
        if sum(name is not None for name in names) < 2:
            return []
        named = list(zip(names, rows, strict=True))
        return [[(name, row[index]) for name, row in named if index < len(row)] for index in range(1, width)]

    def _has_value(self, cells: Sequence[Cell]) -> bool:
        return any(_CELL.fullmatch(cell.text) for cell in cells)

    def _of_cell(self, quantity: Quantity | None, block: Block) -> Iterator[_Value]:
        """Yield the values in a cell: "STR 11, CON 12"."""
        text = block.text.text
        match = _CELL.fullmatch(text) if quantity is not None else None
        value = to_number(match["value"]) if match is not None else None
        if quantity is not None and match is not None and value is not None:
            yield _Value(block, quantity, 0, match.span("value"), value)
            yield from self._beside(block, quantity, match.end("value"))
        else:
            yield from self._values(block)

    def _named(self, head: str) -> Quantity | None:
        """Return the value that a head names; a constant is the same for every row, and "Bars" counts them."""
        folded = singulars_of(head.rstrip(": "))
        if not folded:
            return None
        named = next((one for name, one in self.by_name.items() if singulars_of(name) == folded), None)
        return None if named is not None and named.is_constant else named

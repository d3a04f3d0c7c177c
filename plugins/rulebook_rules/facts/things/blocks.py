"""Sheets of stat blocks: things with labelled values below headings, or behind their names in paragraphs and lists.

A block is `Bite 4, Weight 2`, `**Bite:** 4`, a list of such lines, a table of labels, or `2 combs, 6 days` behind a
name. At least three siblings with the same labels make a sheet, as a table of them would.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.lazy_regex import lazily
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.lexicon import bare_name, key_of
from rulebook_rules.facts.reading.tokens import Token, tokens_of
from rulebook_rules.facts.reading.values import cell_value, head_of
from rulebook_rules.facts.reading.wording import Wording, wording_of
from rulebook_rules.facts.things.sheets import Row, Sheet, SheetCell, is_name, sheet_of_table
from rulebook_syntax.document import Block, Document, Table

MIN_SIBLINGS = 3
MIN_LABELS = 2
MAX_NAME_WORDS = 4
MAX_LABEL_WORDS = 3
_ENDS = ",.;:/|)—–"
_OPENS = ":.(—–"
_SKIPPED = ("code", "cell", "heading")
_VALUE = lazily(r"[^\W\d_]\W{0,5}\d|\d\s[^\W\d_]")
"""A word with a number beside it."""
MAX_LEAD = 80
"""Characters of a block within which its first value stands; others need no tokens."""


class Labelled(NamedTuple):
    """A value with its label, as text and key."""

    label: str
    key: Key
    cell: SheetCell
    unit: str = ""


class _Block(NamedTuple):
    """The labelled values of a block, and the name that it begins with; "" if there is none."""

    lead: str
    place: Place
    values: Sequence[Labelled]


class Entry(NamedTuple):
    """A thing with labelled values, and a key that its siblings share."""

    name: str
    place: Place
    values: Sequence[Labelled]
    group: tuple[bool, int]


def sheets_of_blocks(document: Document, min_labels: int = MIN_LABELS) -> Iterator[Sheet]:
    """Yield the sheets that the stat blocks of a page make.

    Args:
        document: the page.
        min_labels: how many values most things of a sheet have.
    """
    wording = wording_of(document.source.text)
    groups: dict[tuple[bool, int], list[Entry]] = defaultdict(list)
    for entry in entries_of(document, wording):
        groups[entry.group].append(entry)
    for entries in groups.values():
        if (sheet := _sheet(entries, wording, min_labels)) is not None:
            yield sheet


def entries_of(document: Document, wording: Wording) -> Iterator[Entry]:
    """Yield the things that a page gives labelled values below a heading, or behind their names."""
    by_section: dict[int, list[_Block]] = defaultdict(list)
    for section, own in _blocks(document, wording):
        by_section[section].append(own)
    for table in document.prose.tables:
        if labels := [*_labels_of_table(document, table, wording)]:
            by_section[table.section].append(_Block("", Place(document.source, table.span), labels))
    for section, blocks in by_section.items():
        leads = [block for block in blocks if block.lead]
        if len(leads) > 1 or section < 0:
            yield from (Entry(*block, (True, section)) for block in leads)
            continue
        title = bare_name(document.headings[section].title)
        values = [value for block in blocks for value in block.values]
        if is_name(title) and len({value.key for value in values}) == len(values):
            parent = [*document.above(section), -1][1]
            yield Entry(title, blocks[0].place, values, (False, parent))


def _blocks(document: Document, wording: Wording) -> Iterator[tuple[int, _Block]]:
    """Yield the texts with labelled values, each with its section; what explains a term begins with that."""
    term = ""
    for block in document.prose.blocks:
        may_have = block.kind not in _SKIPPED and _VALUE.search(block.text.text, 0, MAX_LEAD) is not None
        if may_have and (own := _block(document, block, wording)) is not None:
            yield block.section, own._replace(lead=own.lead or term)
        term = block.text.text if block.kind == "term" else ""


def _sheet(entries: Sequence[Entry], wording: Wording, min_labels: int) -> Sheet | None:
    """Return the sheet of siblings; None if too few of them have the same labels."""
    names = Counter(key_of(entry.name, wording) for entry in entries)
    entries = [entry for entry in entries if names[key_of(entry.name, wording)] == 1]
    labels = Counter(value.key for entry in entries for value in entry.values)
    common = [key for key, count in labels.items() if count >= MIN_SIBLINGS and 3 * count >= 2 * len(entries)]
    if len(entries) < MIN_SIBLINGS or len(common) < min_labels:
        return None
    first = {value.key: value for entry in reversed(entries) for value in entry.values}
    rows = []
    for entry in entries:
        cells = {value.key: value.cell for value in entry.values}
        rows.append(Row(entry.name, entry.place, tuple(cells.get(key) for key in common)))
    units = {first[key].label: first[key].unit for key in common if first[key].unit}
    return Sheet("", "", tuple(first[key].label for key in common), tuple(rows), units, span=entries[0].place)


def _block(document: Document, block: Block, wording: Wording) -> _Block | None:
    """Return the labelled values of a block; None if it has none, or they are not all that begins it."""
    tokens = tokens_of(block.text.text, wording)
    first = _lead(tokens, wording)
    lead = block.text.text[tokens[0].start : tokens[first - 1].end] if first else ""
    at = first
    while at < len(tokens) and tokens[at].kind == "sign" and (first or tokens[at].stem in _OPENS):
        at += 1
    values = [*_labelled(document, block, tokens, at, wording)]
    if values and not block.text.text.startswith(values[0].label, tokens[at].start):
        lead = ""  # "Calling: Skepper" is a line above the values.
    if not values and lead:
        values = [*_measured(document, block, tokens, at)]
    if not values and lead:
        lead, values = "", [*_labelled(document, block, tokens, 0, wording)]
    if not values or not tokens:
        return None
    place = Place(document.source, block.text.span(tokens[0].start, tokens[max(first, 1) - 1].end))
    return _Block(lead, place, values)


def _lead(tokens: Sequence[Token], wording: Wording) -> int:
    """Return the number of tokens of the name that a block begins with, a sign behind it; 0 if none."""
    last = 0
    while last < len(tokens) and tokens[last].kind in ("word", "genitive"):
        last += 1
    if not 0 < last <= MAX_NAME_WORDS or last >= len(tokens) or not tokens[0].is_capital:
        return 0
    is_name = tokens[0].word not in wording.common and tokens[last].stem in _OPENS
    behind = tokens[last + 1] if last + 1 < len(tokens) else None
    # "Menace: 5" is a label.
    is_label = behind is not None and behind.value is not None and not _has_unit(tokens, last + 1)
    return last if is_name and not is_label else 0


def _has_unit(tokens: Sequence[Token], at: int) -> bool:
    return at + 1 < len(tokens) and tokens[at + 1].kind == "word" and not tokens[at + 1].is_capital


def _labelled(
    document: Document, block: Block, tokens: Sequence[Token], at: int, wording: Wording
) -> Iterator[Labelled]:
    """Yield the values of a run of labels: "Bite 4, Weight 2", "Menace: 3 Shell: 1"."""
    text = block.text.text
    while at < len(tokens):
        first = at
        while at < len(tokens) and tokens[at].kind == "word" and at - first < MAX_LABEL_WORDS:
            if at > first and _begins_line(document, block, tokens, at):
                first = at
            at += 1
        label = text[tokens[first].start : tokens[at - 1].end] if at > first else ""
        if at < len(tokens) and tokens[at].stem in (":", "="):
            at += 1
        if at == len(tokens) or not label or not tokens[first].is_capital or tokens[at].kind not in ("number", "dice"):
            return
        value, at = tokens[at], at + 1
        unit = ""
        if _has_unit(tokens, at - 1):
            unit, at = tokens[at].stem, at + 1
        if at < len(tokens) and not (tokens[at].stem in _ENDS or tokens[at].is_capital):
            return
        place = Place(document.source, block.text.span(value.start, value.end))
        yield Labelled(label, key_of(label, wording), SheetCell(text[value.start : value.end], place), unit)
        while at < len(tokens) and tokens[at].stem in _ENDS:
            at += 1


def _begins_line(document: Document, block: Block, tokens: Sequence[Token], at: int) -> bool:
    """Return whether a line end of the source stands before a token."""
    return "\n" in document.source.slice(block.text.span(tokens[at - 1].end, tokens[at].start))


def _measured(document: Document, block: Block, tokens: Sequence[Token], at: int) -> Iterator[Labelled]:
    """Yield the amounts behind a name, whose units are their labels: "Small mead: 2 combs, 6 days"."""
    text = block.text.text
    while at + 1 < len(tokens) and tokens[at].kind == "number" and _has_unit(tokens, at):
        value, unit = tokens[at], tokens[at + 1]
        at += 2
        if at < len(tokens) and tokens[at].stem not in _ENDS:
            return
        place = Place(document.source, block.text.span(value.start, value.end))
        label = text[unit.start : unit.end]
        yield Labelled(label, (unit.stem,), SheetCell(text[value.start : value.end], place), unit.stem)
        at += 1


def _labels_of_table(document: Document, table: Table, wording: Wording) -> Iterator[Labelled]:
    """Yield the values of a table with a label in each row or column, and one value for each."""
    if len(table.rows) == 1:
        pairs = [(head, cell) for head, cell in zip(table.header, table.rows[0], strict=False)]
    elif len(table.header) == 2:
        pairs = [(row[0], row[1]) for row in (table.header, *table.rows) if len(row) == 2]
        if cell_value(table.header[1].text, wording) is None and sheet_of_table(document, table) is not None:
            return  # Its head names the things and their one value.
    else:
        return
    for label, cell in pairs:
        value = cell_value(cell.text, wording)
        if value is not None and value.kind in ("number", "dice") and is_name(label.text):
            key = head_of(label.text, wording).key
            yield Labelled(bare_name(label.text), key, SheetCell(cell.text, Place(document.source, cell.span)))

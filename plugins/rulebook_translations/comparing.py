"""Comparing a translated page with its original: sections, tables, lists, pictures, numbers, dice and names."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import zip_longest
from typing import TypeVar

from rulebook_core.findings import Finding, Place
from rulebook_core.source import Span
from rulebook_syntax.document import Block, Cell, Document, Heading, Table
from rulebook_translations.faults import translation_mismatch
from rulebook_translations.numerals.figures import Figure, figures_in, unmatched
from rulesmod.records import record

_Part = TypeVar("_Part", Block, Table)
Terms = Mapping[str, Sequence[str]]
"""Names of the original with the forms that they have in another language."""

MAX_FINDINGS = 60
"""Findings of a page above which it is no translation of this original."""
_COUNTED = {"item": "items of lists", "code": "blocks of code", "term": "terms", "picture": "pictures", "box": "boxes"}


@record
class Section:
    """A heading with the text below it, up to the next heading; the text before the first has none."""

    document: Document
    language: str
    heading: Heading | None
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]
    counts: Mapping[str, int]

    @property
    def place(self) -> Place:
        if self.heading is not None:
            return Place(self.document.source, self.heading.title_span)
        start = self.document.body.start
        return Place(self.document.source, self.blocks[0].span if self.blocks else Span(start, start))

    @cached_property
    def text(self) -> str:
        """All of its words, those of its heading and its tables included."""
        own = [block.text.text for block in self.blocks]
        return "\n".join((*own, *(cell.text for table in self.tables for row in _rows(table) for cell in row)))

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Level, tables and digits: the same in a translation, and seldom in another section."""
        firm = [min(map(str, one.values)) for one in figures_in(self.text, self.language) if one.is_firm]
        return (self.level, len(self.tables), *sorted(firm))

    @property
    def level(self) -> int:
        """That of its heading; 0 without one."""
        return self.heading.level if self.heading is not None else 0


def compare(original: Document, translation: Document, languages: tuple[str, str], terms: Terms) -> list[Finding]:
    """Compare a translated page with its original.

    Args:
        languages: of both.
        terms: names of the original with their forms.
    """
    ours, theirs = _sections(original, languages[0]), _sections(translation, languages[1])
    findings: list[Finding] = []
    last = theirs[0]
    for one, other in _aligned(ours, theirs):
        if other is not None:
            last = other
        if one is None:
            assert other is not None
            name = other.document.source.slice(other.place.span)
            findings.append(translation_mismatch(other.place, f"the original has no section `{name}`"))
        elif other is None:
            name = one.document.source.slice(one.place.span)
            fact = f"the section `{name}` of the original is missing behind this one"
            findings.append(translation_mismatch(last.place, fact, related=(_related(one.place),)))
        else:
            findings += _of_sections(one, other, terms)
    return findings if len(findings) <= MAX_FINDINGS else []


def _sections(document: Document, language: str) -> list[Section]:
    prose, headings = document.prose, document.headings
    blocks_of, tables_of = _by_section(prose.blocks), _by_section(prose.tables)
    boxes = Counter(box.section for box in prose.boxes)
    starts = [heading.span.start for heading in headings]
    pictures = Counter(bisect_right(starts, link.span.start) - 1 for link in document.links if link.image)
    results = []
    for number in range(-1, len(headings)):
        heading = headings[number] if number >= 0 else None
        own = blocks_of[number]
        blocks = tuple(block for block in own if block.kind != "cell")
        tables = tuple(tables_of[number])
        counts: Counter[str] = Counter(block.kind for block in own)
        counts.update(picture=pictures[number], box=boxes[number])
        if heading is not None or blocks or tables or number == -1:
            results.append(Section(document, language, heading, blocks, tables, counts))
    return results


def _by_section(parts: Iterable[_Part]) -> Mapping[int, Sequence[_Part]]:
    sections: defaultdict[int, list[_Part]] = defaultdict(list)
    for part in parts:
        sections[part.section].append(part)
    return sections


def _aligned(ours: Sequence[Section], theirs: Sequence[Section]) -> Iterator[tuple[Section | None, Section | None]]:
    """Yield sections with their translations: in order if both have the same levels, else by what is in them."""
    if [one.level for one in ours] == [other.level for other in theirs]:
        yield from zip(ours, theirs, strict=True)
        return
    matcher = SequenceMatcher(None, [one.key for one in ours], [other.key for other in theirs], autojunk=False)
    for kind, start, end, their_start, their_end in matcher.get_opcodes():
        some, others = ours[start:end], theirs[their_start:their_end]
        if kind == "equal" or len(some) == len(others):
            yield from zip(some, others, strict=True)
        else:
            yield from _by_level(list(some), list(others))


def _by_level(some: list[Section], others: list[Section]) -> Iterator[tuple[Section | None, Section | None]]:
    """Yield the pairs of two runs of which one is longer: those of a level belong together, the likest first."""
    while some and others:
        one = some.pop(0)
        alike = [other for other in others if other.level == one.level]
        best = max(alike, key=lambda other: len({*one.key[1:]} & {*other.key[1:]}), default=None)
        if best is None or (len(some) >= len(others) and not {*one.key[2:]} & {*best.key[2:]}):
            yield one, None
            continue
        for other in others[: others.index(best)]:
            yield None, other
        others = others[others.index(best) + 1 :]
        yield one, best
    yield from ((one, None) for one in some)
    yield from ((None, other) for other in others)


def _of_sections(one: Section, other: Section, terms: Terms) -> Iterator[Finding]:
    if one.heading is not None and other.heading is not None and one.level != other.level:
        fact = f"this heading is of level {other.level}, that of the original of level {one.level}"
        yield translation_mismatch(other.place, fact, related=(_related(one.place),))
    for kind, name in _COUNTED.items():
        if one.counts[kind] != other.counts[kind]:
            fact = f"this section has {other.counts[kind]} {name}, the original {one.counts[kind]}"
            yield translation_mismatch(other.place, fact, related=(_related(one.place),))
    if len(one.tables) != len(other.tables):
        fact = f"this section has {len(other.tables)} tables, the original {len(one.tables)}"
        yield translation_mismatch(other.place, fact, related=(_related(one.place),))
    else:
        for table, translated in zip(one.tables, other.tables, strict=True):
            yield from _of_tables(one, table, other, translated)
    yield from _of_blocks(one, other)
    for term, forms in terms.items():
        if _has(one.text, term) and not any(form.casefold() in other.text.casefold() for form in forms):
            fact = f"`{term}` of the original is `{forms[0]}`, and this section has no such word"
            yield translation_mismatch(other.place, fact, related=(_related(one.place),))


def _has(text: str, term: str) -> bool:
    """Return whether a text has a term as a word by itself."""
    before, sign, behind = text.partition(term)
    while sign:
        if not before[-1:].isalnum() and not behind[:1].isalnum():
            return True
        before, sign, behind = behind.partition(term)
    return False


def _of_tables(one: Section, table: Table, other: Section, translated: Table) -> Iterator[Finding]:
    ours, theirs = _rows(table), _rows(translated)
    place = Place(other.document.source, Span(translated.span.start, translated.span.start + 1))
    related = (_related(Place(one.document.source, Span(table.span.start, table.span.start + 1))),)
    sizes = [(len(rows), max(map(len, rows), default=0)) for rows in (ours, theirs)]
    if sizes[0] != sizes[1]:
        (rows, columns), (their_rows, their_columns) = sizes
        fact = (
            f"this table has {their_rows} rows and {their_columns} columns, that of the original {rows} and {columns}"
        )
        yield translation_mismatch(place, fact, related=related)
        return
    for row, their_row in zip(ours, theirs, strict=True):
        for cell, their_cell in zip(row, their_row, strict=False):
            if cell.block is not None and their_cell.block is not None:
                yield from _of_texts(one, (cell.block,), other, (their_cell.block,))
            elif bool(cell.text.strip()) != bool(their_cell.text.strip()):
                fact = f"this cell is `{their_cell.text}`, that of the original `{cell.text}`"
                yield translation_mismatch(Place(other.document.source, their_cell.span), fact, related=related)


def _rows(table: Table) -> list[Sequence[Cell]]:
    return [row for row in (table.header, *table.rows) if row]


def _of_blocks(one: Section, other: Section) -> Iterator[Finding]:
    """Compare items of lists one by one, and the rest of a section as a whole: sentences may change their places."""
    strict: tuple[str, ...] = ("item", "heading", "caption", "term")
    if all(one.counts[kind] == other.counts[kind] for kind in strict):
        for kind in strict:
            for block, theirs in zip(
                (block for block in one.blocks if block.kind == kind),
                (block for block in other.blocks if block.kind == kind),
                strict=True,
            ):
                yield from _of_texts(one, (block,), other, (theirs,))
    else:
        strict = ()
    yield from _of_texts(
        one,
        [block for block in one.blocks if block.kind not in strict],
        other,
        [block for block in other.blocks if block.kind not in strict],
    )


def _of_texts(one: Section, blocks: Sequence[Block], other: Section, translated: Sequence[Block]) -> Iterator[Finding]:
    """Compare the numbers and dice of some blocks."""
    ours, theirs = _figures(one, blocks), _figures(other, translated)
    left, right = unmatched([figure for figure, _ in ours], [figure for figure, _ in theirs])
    places, their_places = dict(ours), dict(theirs)
    for figure, their_figure in zip_longest(left, right):
        if figure is None:
            fact = f"the original has no `{their_figure.text}` here"
            yield translation_mismatch(their_places[their_figure], fact, related=(_related(one.place),))
        elif their_figure is None:
            place = Place(other.document.source, translated[0].span) if len(translated) == 1 else other.place
            fact = f"`{figure.text}` of the original is missing here"
            yield translation_mismatch(place, fact, related=(_related(places[figure]),))
        else:
            fact = f"the original has `{figure.text}`, the translation `{their_figure.text}`"
            yield translation_mismatch(their_places[their_figure], fact, related=(_related(places[figure]),))


def _figures(section: Section, blocks: Sequence[Block]) -> list[tuple[Figure, Place]]:
    source = section.document.source
    results, offset = [], 0
    for block in blocks:
        text = block.text.text
        for figure in figures_in(text, section.language):
            place = Place(source, block.text.span(figure.start, figure.end))
            results.append((figure._replace(start=figure.start + offset, end=figure.end + offset), place))
        offset += len(text) + 1
    return results


def _related(place: Place) -> Place:
    return Place(place.source, place.span, "the original")

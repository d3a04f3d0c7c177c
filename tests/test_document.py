"""Documents: what a reader sees of a stretch of the source."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_core.source import Source, Span
from rulebook_core.source_map import MappedText
from rulebook_syntax.dialects import read
from rulebook_syntax.document import Block, Document, Prose
from tests.small_book import HEALTH

NESTED = """\
# A

> A quote with `2d6` in it, and
>
> - an item
>     - with another one in it,
>
>     | Die | Worth |
>     | --- | --- |
>     | d6 | 9 |
>
> and its end.

Term
: What it means.[^1]

[^1]: A note at the end.
"""
ASCIIDOC = """\
= A

Some *text*.

====
An example with

* an item
** within an item

|===
|d6 |9
|===
====

Its end.
"""
PROSE = """\
Beasts
======

Warg: Build 9 Cast d6 +d3 @3.5 +@2. It bounds.
`A note.`

- first

Name   Size
-----  ----
Warg   big
"""
CELLS = """\
# A

---------------------------------
what                         worth
---------------------------- -----
a cell whose second line     9
stands behind others, so
that it holds them

another                      7
---------------------------------

Its end.
"""


def seen(document: Document, span: Span) -> str:
    """The same by looking at every block."""
    parts = [block.text.within(span) for block in document.prose.blocks if meets(block.span, span)]
    return " ".join(" ".join(parts).split()) or " ".join(document.source.slice(span).split())


def meets(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


DOCUMENTS = [
    read(Source("health.md", HEALTH), "markdown"),
    read(Source("nested.md", NESTED), "markdown"),
    read(Source("obsidian.md", NESTED), "obsidian"),
    read(Source("pandoc.md", NESTED), "pandoc"),
    read(Source("a.adoc", ASCIIDOC), "asciidoc"),
    read(Source("a.txt", PROSE), "prose"),
    read(Source("cells.md", CELLS), "pandoc"),
]


in_each = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.source.path)


@in_each
def test_blocks_begin_in_the_order_of_the_source(document: Document) -> None:
    starts = [block.span.start for block in document.prose.blocks]
    assert len(starts) > 4
    assert starts == sorted(starts)


@in_each
@given(data=st.data())
def test_what_a_reader_sees_of_a_stretch(document: Document, data: st.DataObject) -> None:
    end = len(document.source.text)
    start = data.draw(st.integers(0, end - 1))
    span = Span(start, data.draw(st.integers(start + 1, end)))
    assert document.plain(span) == seen(document, span)


def test_the_headings_above_a_block_are_its_path() -> None:
    text = "# A\n\n### B\n\n## C\n\n### D\n\n# E\n"
    document = read(Source("text.md", text), "markdown")
    assert [document.section_path(section) for section in range(-1, 5)] == [
        (),
        ("A",),
        ("A", "B"),
        ("A", "C"),
        ("A", "C", "D"),
        ("E",),
    ]


SIGNS = [re.compile(sign) for sign in (r"\d", r"b(?=\s|$)", r"(?<![\w.])b", r"\s", r"a\s+b")]


@given(st.lists(st.text("ab1 \n", max_size=6), max_size=6), st.sampled_from(SIGNS))
def test_one_look_at_all_blocks_misses_none(texts: list[str], sign: re.Pattern[str]) -> None:
    prose = Prose(tuple(Block("paragraph", MappedText(text), Span(at, at), -1) for at, text in enumerate(texts)))
    found = [block.span.start for block in prose.having(sign)]
    assert found == sorted(set(found))
    assert {at for at, text in enumerate(texts) if sign.search(text)} <= {*found}

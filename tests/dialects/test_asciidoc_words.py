"""AsciiDoc held against Asciidoctor under Node: the same words, and every character at its place."""

from __future__ import annotations

import re

import pytest

from rulebook_core.source import Source
from rulebook_syntax.dialects import read
from rulebook_syntax.document import Document
from tests.dialects.asciidoc_texts import Writer
from tests.dialects.asciidoctor import folded, node_html, words
from tests.seeds import seed
from tests.shares import whole

BOOKS = range(150)

ROLES = """\
= Roles
:hero: The Hero

A [lexicWord]#skill# of 3, [.big.term]##un##usual, *bold _both_* and `code 2d6`.
{hero} can't -- not ever... {nobody} \\{hero} +{hero}+ and pass:q[*4*] (C) => 5.
"`Quoted`" '`words`' H~2~O x^2^ C++ A & B < C &amp; &#169; a--b
"""
LISTS = """\
* One
+
More of 1.

* [x] Two
** Deep 2
. First
.. Second
   goes on
Term 3:: Its words
Other;; Other words
"""
TABLES = """\
.A table
[%header,cols="1,2"]
|===
|Die |Points

|d4 |12
|d6
|9 a\\|b

2*|twice
.2+|tall |one
|two
|===

[cols="1a,1"]
|===
|* item 5
* item 6
|plain
|===
"""
BLOCKS = """\
NOTE: Mind 4.

.Sample
====
Example 5.

----
code   {x} <1>
  more
----
<1> Called 6
====

****
Aside
****

____
Quoted
____

[verse]
Roses
  are

 literal 7

image::a.png[Alt]

++++
<b>raw</b> 8
++++

'''

<<<
"""
INLINE = """\
[[top]]Text footnote:[A note with *bold* 7.] <<top>> <<top,to the top>> xref:other.adoc#x[there]
https://example.org[site] https://example.org/a. link:a.html[a] mailto:a@b.org[mail] me@example.org
image:i.png[i] ((index)) (((a,b))) kbd:[A+B] stem:[x+1] [[a]]anchor anchor:b[] +
next line
"""
LINES = "= T\r\n\r\nCRLF *4* and\r\n\tso `5`\r\n\r\n* item\r\n+\r\nmore\r\n"


@pytest.fixture(scope="module")
def generated() -> list[str]:
    return [Writer(number).text() for number in BOOKS]


def own_words(document: Document) -> tuple[str, list[str]]:
    """The words of a document, and of each of its footnotes; the title stands outside Asciidoctor's body."""
    blocks = list(document.prose.blocks)
    if document.headings and document.headings[0].level == 1:
        blocks = blocks[1:]
    places = [anchor.span for anchor in document.anchors if anchor.kind == "footnote"]
    notes = [
        block for block in blocks if any(p.start < b.start and b.end <= p.end for p in places for b in [block.span])
    ]
    body = " ".join(block.text.text for block in blocks if block not in notes)
    return folded(body), sorted(folded(note.text.text) for note in notes)


def assert_same_words(texts: list[str]) -> None:
    for text, page in zip(texts, node_html(texts), strict=True):
        document = read(Source("x.adoc", text), "asciidoc")
        body, notes = words(page)
        ours, own_notes = own_words(document)
        assert ours.split() == body.split(), text
        assert own_notes == notes, text


def test_the_words_of_hand_made_texts_are_those_of_their_pages() -> None:
    assert_same_words([ROLES, LISTS, TABLES, BLOCKS, INLINE, LINES])


def test_the_words_of_generated_texts_are_those_of_their_pages(generated: list[str]) -> None:
    assert_same_words(generated)


def test_the_words_of_the_source_are_those_of_its_page() -> None:
    text = re.sub(r"^include::.*\n", "", seed("003"), flags=re.MULTILINE)
    assert_same_words([text])


def assert_places(document: Document) -> None:
    """Every character that stands for itself stands where its place says."""
    source = document.source
    for block in document.prose.blocks:
        plain = block.text
        for piece in plain.pieces:
            assert 0 <= piece.source.start < piece.source.end <= len(source.text)
            shown, written = plain.text[piece.start : piece.end], source.slice(piece.source)
            if piece.copied:
                assert all(a == b for a, b in zip(shown, written, strict=True) if a.isalnum() and b.isalnum()), shown
        starts = [piece.source.start for piece in plain.pieces]
        assert starts == sorted(starts)
    for heading in document.headings:
        assert folded(re.sub(r"[*_`#^~+]|\[\[?[^\]]*\]\]?", "", heading.title))[:1] in source.slice(heading.span)
        assert heading.span.contains(heading.title_span)
    for anchor in document.anchors:
        if anchor.kind in ("html", "attribute"):
            assert source.slice(anchor.span) == anchor.id
    for link in document.links:
        assert link.span.contains(link.target_span or link.span)


@whole
def test_every_character_of_generated_texts_is_at_its_place(generated: list[str]) -> None:
    for text in generated:
        assert_places(read(Source("x.adoc", text), "asciidoc"))


def test_every_number_of_the_source_is_at_its_place() -> None:
    document = read(Source("x.adoc", seed("003")), "asciidoc")
    assert_places(document)
    for block in document.prose.blocks:
        for match in re.finditer(r"\d+|\w+", block.text.text):
            span = block.text.span(match.start(), match.end())
            assert document.source.slice(span).replace("'", "’") in (match[0], match[0].replace("'", "’"))

"""Pages of AsciiDoc: what is published of a text with marks in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from rulebook_core.source import Source, Span
from rulebook_syntax import dialects
from rulebook_syntax.dialects import read
from rulebook_syntax.marks import Mark, Sentinels
from tests.dialects.asciidoc_texts import Writer
from tests.dialects.asciidoctor import folded

TEXT = """\
= Book of 4

== Numbers

A product 2*3*4 and *5*, `6d6`, [lexicWord]#7 words#, {zero}0, (8), "9", 10--12, 13's, 14... and _15_.
:zero: 0

* 16 items
. 17. of them

|===
|18 |2+|19
|===

NOTE: Mind 20.

See <<_numbers>> or https://example.org/21[site 22].
"""


def page(text: str, url: Callable[[str], str | None] = lambda target: None, *, marked: str | None = None) -> str:
    document = read(Source("x.adoc", text), "asciidoc")
    found = dialects.page(document, marked if marked is not None else text, url)
    assert found.is_html
    return found.text


def with_marks(text: str) -> tuple[str, Sentinels, list[Mark]]:
    """The text with a mark at every number of its plain text, as the site sets them."""
    document = read(Source("x.adoc", text), "asciidoc")
    spans = {
        block.text.span(match.start(), match.end())
        for block in document.prose.blocks
        for match in re.finditer(r"\d+", block.text.text)
    }
    marks = [Mark(span, '<b class="mark">', "</b>") for span in sorted(spans)]
    sentinels = Sentinels.absent_from(text)
    barred = [link.target_span for link in document.links if link.target_span]
    return sentinels.insert(text, marks, barred), sentinels, marks


class Tags(HTMLParser):
    """All tags of a page with their attributes, and whether they balance."""

    VOID = frozenset(("br", "col", "hr", "img"))

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.is_balanced = True
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.is_balanced &= bool(self.open) and self.open.pop() == tag


def test_a_page_says_the_same_with_marks_as_without() -> None:
    marked, sentinels, marks = with_marks(TEXT)
    html = sentinels.replace(page(TEXT, marked=marked), marks)
    assert re.sub(r"</?b( class=\"mark\")?>", "", html) == page(TEXT)
    shown = re.findall(r'<b class="mark">(\d+)</b>', html)
    assert {"5", "6", "7", "8", "9", "16", "18", "19", "20"} <= set(shown)


@pytest.mark.parametrize("seed", range(20))
def test_generated_pages_say_the_same_with_marks_as_without(seed: int) -> None:
    text = Writer(seed).text()
    marked, sentinels, marks = with_marks(text)
    html = sentinels.replace(page(text, marked=marked), marks)
    assert re.sub(r"<b class=\"mark\">(.*?)</b>", r"\1", html) == page(text)


def test_the_headings_of_a_page_have_the_ids_of_its_document() -> None:
    for seed in range(20):
        text = Writer(seed).text()
        document = read(Source("x.adoc", text), "asciidoc")
        marked, *_ = with_marks(text)
        tags = Tags(page(text, marked=marked)).tags
        ids = [(tag, attributes.get("id") or "") for tag, attributes in tags if re.fullmatch(r"h[1-6]", tag)]
        assert ids == [(f"h{heading.level}", heading.id) for heading in document.headings]
        anchors = {attributes["id"] for _, attributes in tags if "id" in attributes}
        assert {anchor.id for anchor in document.anchors} <= anchors | {"footnotes"}


def test_what_stands_for_a_paragraph_stays_one() -> None:
    text = "Before\n// sheet: character\nbehind 4\n"
    sentinels = Sentinels.absent_from(text)
    start = text.index("// ")
    aid = Mark(Span(start, start + len("// sheet: character")), "<section>", "</section>", block=True)
    html = sentinels.replace(page(text, marked=sentinels.insert(text, [aid])), [aid])
    assert folded(html).replace("> <", "><") == (
        '<div class="paragraph"><p>Before</p></div><div class="paragraph"><section></section></div>'
        '<div class="paragraph"><p>behind 4</p></div>'
    )


def test_boxes_and_tables_are_those_of_the_theme() -> None:
    html = page(
        ".Title\n[WARNING]\n====\nHot\n====\n\n.Ex\n====\nOne\n====\n\n.Side\n****\nAside\n****\n\n|===\n|a\n|===\n"
    )
    assert '<div class="admonition warning">\n<p class="admonition-title">Title</p>' in html
    assert '<div class="admonition example">\n<p class="admonition-title">Example 1. Ex</p>' in html
    assert '<aside class="admonition abstract sidebar">\n<p class="admonition-title">Side</p>' in html
    assert "<table>" in html
    assert "<td>a</td>" in html


def test_links_lead_where_the_site_says() -> None:
    known = {"other.adoc#hits": "other.html#hits", "b.adoc": "b.html"}
    html = page("xref:other.adoc#hits[x] xref:b.adoc[] <<c#d,e>> <<_a>> link:f.html[g]\n\n== A\n\n4", known.get)
    assert re.findall(r'href="([^"]*)"', html) == ["other.html#hits", "b.html", "c.adoc#d", "#_a", "f.html"]


HARMFUL = """\
++++
<script>alert(1)</script><style>p { color: red }</style><iframe src="https://example.org"></iframe>
<p onclick="x()" style="color: red" id="mine">Words <a href="javascript:x()">a</a> <a href=" java\tscript:x">b</a></p>
<svg onload="x()"><a xlink:href="javascript:x()">c</a></svg><form action="https://example.org"><input></form>
<img src="data:image/svg+xml,x" onerror="x()"><object data="x"></object><base href="https://example.org">
</div></div><p>behind
++++

pass:[<b onmouseover="x()">inline</b>] link:javascript:alert(1)[click] image:javascript:x[] +++<script>y</script>+++

[.role" onclick="x()]#role# video::dQw4w9WgXcQ[youtube] [[x" onclick="y()]]

video::dQw4w9WgXcQ[youtube]
"""


def test_text_brings_no_script_into_the_site() -> None:
    html = page(HARMFUL)
    tags = Tags(html)
    assert tags.is_balanced
    assert not {"script", "style", "iframe", "svg", "form", "input", "object", "base"} & {tag for tag, _ in tags.tags}
    for _, attributes in tags.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style" or ":" in name]
        for name in ("href", "src"):
            assert not re.match(r"\s*(?:java\s*script|data|vbscript):", attributes.get(name) or "", re.IGNORECASE)
    assert "alert(1)</" not in html
    assert 'id="mine"' in html
    assert "<b>inline</b>" in html


def test_generated_pages_are_well_formed() -> None:
    for seed in range(30):
        tags = Tags(page(Writer(seed).text()))
        assert tags.is_balanced
        assert not tags.open


def test_what_asciidoctor_gives_up_on_has_a_page_that_says_so() -> None:
    text = "\n".join("=" * (4 + depth) for depth in range(300))
    document = read(Source("x.adoc", text), "asciidoc")
    assert len(document.findings) == 1
    assert page(text) == "<p>it is nested too deeply for Asciidoctor</p>"

"""The page of a plain text: marks come through, aids take the place of their comments, links lead to entries."""

import re

from rulebook_core.source import Source, Span
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import ReadingOptions, page, read
from rulebook_syntax.marks import Mark, Sentinels

MASQUE = ReadingOptions(system=load_system("masque"))
TEXT = """\
Beasts
======

The Warg rolls d6 +d3 < 9 & howls, see The Woods.

`sheet: beasts`

The Woods
---------

Warg: Build 9 Cast d6 +d3 @3.5 +@2. It bounds.\r
`A note on it.`

- first
- second `check: off, a test`

Name   Size
-----  ----
Warg   big
Orc    small
"""


def rendered(*marks: Mark, text: str = TEXT) -> str:
    document = read(Source("beasts.txt", text), "prose", MASQUE)
    sentinels = Sentinels.absent_from(text)
    html = page(document, sentinels.insert(text, marks), lambda target: None).text
    return sentinels.replace(html, marks)


def span(words: str) -> Span:
    start = TEXT.index(words)
    return Span(start, start + len(words))


def test_a_page_without_marks() -> None:
    html = rendered()
    assert '<h1 id="beasts">Beasts</h1>' in html
    assert "&lt; 9 &amp; howls" in html
    assert '<a href="#the-woods">The Woods</a>' in html
    assert '<section class="stat-card" data-kind="monster">' in html
    assert re.search(r'<h[2-6] class="stat-card-name" id="warg">', html)
    assert '<aside class="author-note" id="note"><p>A note on it.</p></aside>' in html
    assert re.search(r"<ul>\s*<li>first</li>\s*<li>second </li>\s*</ul>", html)
    assert "<tr><td>Orc</td><td>small</td></tr>" in html
    assert "sheet: beasts" not in html
    assert "check: off" not in html


def test_a_note_of_names_alone_shows_no_backticks() -> None:
    html = rendered(text="Beasts: There will be more. `Banshee, Rondaur, Warg,` They are many.\n")
    assert '<p><dfn id="banshee">Banshee</dfn>, <dfn id="rondaur">Rondaur</dfn>, <dfn id="warg">Warg</dfn>,</p>' in html


def test_marks_stand_around_their_words() -> None:
    marks = [
        Mark(span("d6 +d3 <"), "<b>", "</b>"),
        Mark(span("Build 9")._replace(start=TEXT.index("9 Cast")), "<i>", "</i>"),
        Mark(span("d6 +d3 @3.5")._replace(end=TEXT.index(" @3.5")), "<u>", "</u>"),
        Mark(span("small"), "<em>", "</em>"),
    ]
    html = rendered(*marks)
    assert "<b>d6 +d3 &lt;</b> 9" in html
    assert "<dd><i>9</i></dd>" in html
    assert "<dd><u>d6 +d3</u></dd>" in html
    assert "<td><em>small</em></td>" in html


def test_an_aid_takes_the_place_of_its_comment() -> None:
    html = rendered(
        Mark(span("`sheet: beasts`"), "<form></form>", "", block=True), Mark(span("small"), "<em>", "</em>")
    )
    assert "<form></form>\n<h2" in html
    assert "<td><em>small</em></td>" in html
    assert "&lt; 9 &amp; howls" in html

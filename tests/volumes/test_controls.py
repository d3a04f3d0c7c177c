"""What only a screen has, in a book: tabs with their titles, check boxes with their marks, addresses behind links."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, datetime
from xml.etree import ElementTree

import markdown
import pytest
from pymdownx.slugs import slugify
from pypdf import PdfReader

from rulebook_formats.chapters import Chapter
from rulebook_formats.controls import without_controls
from rulebook_formats.epub import epub
from rulebook_formats.pdf import Imprint, typeset
from rulebook_formats.printed import printed
from rulebook_formats.typesetting.blocks import printed_blocks
from rulebook_syntax.html_elements import parse

MADE = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SITE = "https://play.example/"


def in_epub(*bodies: str) -> str:
    content = epub("A game", chapters(*bodies), image=lambda path: None, modified=MADE, site=SITE)
    archive = zipfile.ZipFile(io.BytesIO(content))
    pages = [archive.read(name) for name in archive.namelist() if name.endswith(".xhtml")]
    for page in pages:
        ElementTree.fromstring(page)
    return "".join(page.decode() for page in pages)


def on_page(*bodies: str) -> str:
    return printed("A game", chapters(*bodies), styles=[], root="..", site=SITE)


def on_paper(*bodies: str) -> PdfReader:
    return PdfReader(
        io.BytesIO(typeset(Imprint("A game"), chapters(*bodies), image=lambda path: None, made=MADE, site=SITE).content)
    )


def chapters(*bodies: str) -> list[Chapter]:
    return [Chapter(f"game/{number}.html", f"Chapter {number}", body) for number, body in enumerate(bodies)]


def said(html: str) -> str:
    """The words of a page, white space folded."""
    spaced = re.sub(r"(</(?:p|div|li|h\d)>)", r"\1 ", html.partition("<body")[2] or html)
    return " ".join(parse(spaced).text.split())


def text_of(reader: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


TABBED = """
=== "With a *shield*"

    Stand firm.

    === "Alone"

        Retreat.

    === "Together"

        Hold the line.

=== "Mit zwei Händen"

    Hit `2d6`.

=== "À l’arc"

    Loose.
"""
BLOCKS = """
/// tab | With a *shield*
Stand firm.

//// tab | Alone
Retreat.
////

//// tab | Together
Hold the line.
////
///

/// tab | Mit zwei Händen
Hit `2d6`.
///

/// tab | À l’arc
Loose.
///
"""
ORDER = "With a shield Stand firm. Alone Retreat. Together Hold the line. Mit zwei Händen Hit 2d6. À l’arc Loose."


@pytest.mark.parametrize("has_slugs", [False, True])
@pytest.mark.parametrize("is_alternate", [False, True])
@pytest.mark.parametrize(
    ("extension", "text"), [("pymdownx.tabbed", TABBED), ("pymdownx.blocks.tab", BLOCKS)], ids=["tabbed", "blocks"]
)
def test_tabs_stand_below_their_titles(extension: str, text: str, is_alternate: bool, has_slugs: bool) -> None:
    options = {"alternate_style": is_alternate, **({"slugify": slugify(case="lower")} if has_slugs else {})}
    html = markdown.markdown(text, extensions=[extension], extension_configs={extension: options})
    for shown in (said(in_epub(html)), said(on_page(html)), text_of(on_paper(html))):
        assert ORDER in shown


def test_a_link_to_a_tab_leads_to_it() -> None:
    options = {"alternate_style": True, "slugify": slugify(case="lower")}
    html = markdown.markdown(TABBED, extensions=["pymdownx.tabbed"], extension_configs={"pymdownx.tabbed": options})
    html = f'<p><a href="#together">there</a></p>{html}'
    page = in_epub(html)
    assert 'href="game-0.xhtml#together"' in page
    assert '<div class="tab" id="together"><p class="tab-title"><strong>Together</strong></p>' in page
    assert 'href="#game-0--together"' in on_page(html)
    assert "there (→ 2)" in text_of(on_paper(html))


def test_tabs_of_other_makers_are_known_by_their_radio_buttons() -> None:
    old = (
        '<div class="superfences-tabs"><input id="a" type="radio"><label for="a">C</label><div><p>one</p></div>'
        '<input id="b" type="radio"><label for="b">D</label><div><p>two</p></div></div>'
    )
    assert said(on_page(old)).endswith("C one D two")
    lone = '<p><input type="radio" id="x"><label for="x">Yes</label> or <label for="y">No</label></p>'
    assert said(on_page(lone)).endswith("Yes or No")


TASKS = """
- [x] bring dice
- [ ] bring chips
    - [X] salted
    - plain

1. [ ] open the door
2. shut it
"""


@pytest.mark.parametrize("is_custom", [False, True])
@pytest.mark.parametrize("is_clickable", [False, True])
def test_check_boxes_keep_their_marks(is_custom: bool, is_clickable: bool) -> None:
    options = {"custom_checkbox": is_custom, "clickable_checkbox": is_clickable}
    html = markdown.markdown(TASKS, extensions=["pymdownx.tasklist"], extension_configs={"pymdownx.tasklist": options})
    told = "☑ bring dice ☐ bring chips ☑ salted"
    for shown in (said(in_epub(html)), said(on_page(html)), text_of(on_paper(html))):
        assert told in shown
        assert "☐ open the door" in shown


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ('<ul class="task-list"><li><label><input type="checkbox" checked="">done</label></li></ul>', "☑ done"),
        ('<ul><li><p><input TYPE="Checkbox" disabled> open</p></li></ul>', "☐ open"),
        ('<p><input type="checkbox" checked> Agreed</p>', "☑ Agreed"),
    ],
    ids=["pandoc", "paragraph", "text"],
)
def test_check_boxes_of_other_makers_do_too(html: str, shown: str) -> None:
    assert shown in said(on_page(html))
    assert shown in said(in_epub(html))


def test_a_check_box_takes_the_place_of_a_bullet_on_paper() -> None:
    html = (
        "<ul><li><p><input type=checkbox checked> done</p></li><li>plain</li></ul><ol><li><input type=checkbox> n</ol>"
    )
    bullets, numbers = printed_blocks([without_controls(parse(html))], {})
    assert bullets["marks"] == ["☑", None]
    assert bullets["items"][0][0]["runs"] == [{"text": "done"}]
    assert numbers["marks"] is None
    assert numbers["items"][0][0]["runs"] == [{"text": "☐ n"}]


def test_a_field_that_asks_is_left_out_with_its_label() -> None:
    html = '<p>Before</p><label>Only those with <input type="search"></label><label>Rank <select></select></label>'
    assert said(on_page(html)).endswith("Before")


LINKS = (
    '<p>Read <a href="https://example.org/x?a=1&amp;b=2">the rules</a>, <a href="mailto:ann@example.org">Ann</a>, '
    '<a href="https://www.example.com/">example.com</a>, <a href="//cdn.example.net/y">more</a>, '
    '<a href="tel:+4930123">call</a>, <a href="../other/">another</a> and <a href="1.html">two</a>.</p>'
)


def test_paper_tells_the_addresses_outside() -> None:
    told = (
        "Read the rules (https://example.org/x?a=1&b=2), Ann (ann@example.org), example.com, "
        "more (https://cdn.example.net/y), call (+4930123), another (https://play.example/other/) and two"
    )
    assert told in said(on_page(LINKS, "<p>x</p>"))
    assert told.replace(" ", "") in text_of(on_paper(LINKS, "<p>x</p>")).replace(" ", "")


def test_an_epub_keeps_the_links_and_tells_no_address() -> None:
    page = in_epub(LINKS, "<p>x</p>")
    assert '<a href="https://example.org/x?a=1&amp;b=2">the rules</a>' in page
    assert '<a href="mailto:ann@example.org">Ann</a>' in page
    assert "(https:" not in page


def test_an_address_of_a_heading_stands_below_it() -> None:
    html = '<h2 id="a">See <em><a href="https://example.org/">it</a></em></h2><p>Text.</p>'
    assert '</em></h2><p class="link-address">(https://example.org/)</p>' in on_page(html)
    reader = on_paper(html)
    assert "See it (https://example.org/) Text." in text_of(reader)
    titles = [mark.title for mark in reader.outline if not isinstance(mark, list)]
    assert "See it" in titles


def test_a_table_is_not_set_smaller_for_an_address() -> None:
    cell = f'<a href="https://example.org/{"long/" * 20}">far</a>'
    table = f"<table><tr><th>Where</th><th>d6</th></tr><tr><td>{cell}</td><td>1</td></tr></table>"
    page = parse(on_page(table).partition("<main")[2])
    sizes = [block["size"] for block in printed_blocks([page], {}) if block["kind"] == "table"]
    assert sizes == [1.0] or sizes == [0.9]


UNSAFE = [
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "\x01javascript:alert(1)",
    "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    "&#106;avascript:alert(1)",
    "javascript&colon;alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "DATA:text/html;base64,PHNjcmlwdD4=",
    "file:///etc/passwd",
    "blob:https://example.org/1",
    "http://[broken",
]


@pytest.mark.parametrize("address", UNSAFE)
def test_no_volume_has_a_link_that_runs_code(address: str) -> None:
    html = f'<p><a class="x" href="{address}">words</a> <img src="{address}" alt="picture"></p>'
    for page in (in_epub(html), on_page(html)):
        assert not re.search(r"script:|script&|data:|file:|blob:|broken|alert|msgbox", page, re.IGNORECASE)
        assert "words" in page
        assert "picture" in page
    reader = on_paper(html)
    assert "words" in text_of(reader)
    assert [note for page in reader.pages for note in page.get("/Annots", ()) if "/URI" in note.get("/A", {})] == []


def test_nothing_moves_the_links_of_a_volume() -> None:
    html = '<base href="https://evil.example/"><meta http-equiv="refresh" content="0"><iframe src="a.png"></iframe>Hi'
    assert not re.search("<base|<iframe|evil", on_page(html))
    assert not re.search("<base|<iframe|evil", in_epub(html))

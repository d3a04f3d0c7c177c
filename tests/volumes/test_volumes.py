"""A book to take along: what is in the EPUB and on the page to print, and that no link of it leads nowhere."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from datetime import UTC, datetime
from xml.etree import ElementTree

from rulebook_formats.chapters import Chapter, xml_name
from rulebook_formats.epub import epub
from rulebook_formats.printed import printed

CHAPTERS = (
    Chapter(
        "game/index.html",
        "The game",
        '<h1 id="game">The game<a class="headerlink" href="#game">¶</a></h1><p>See <a href="hits.html#7s">7s</a>, '
        '<a href="../other.html">another</a>, <a href="https://example.org/">far</a> &amp; <img src="../a.svg" alt="A">'
        '<img src="gone.png" alt="lost"></p>',
    ),
    Chapter(
        "game/hits.html",
        "Hits & more",
        '<h2 id="7s">Sevens</h2><p>Roll <rulebook-dice><button type="button">2d6</button><a href="#rulebook-odds-1" '
        'aria-label="Odds"></a></rulebook-dice>: <span class="rulebook-right">3</span><br>or <b>more</p>'
        '<p class="rulebook-signs"><a class="rulebook-sign" href="#why" aria-label="1 number checked"></a></p>'
        '<section class="rulebook"><details class="rulebook-fold"><summary>Odds</summary><div class="rulebook-pool" '
        'id="rulebook-odds-1"><table width="10"><tr><td>1</td></tr></table></div></details>'
        '<details class="rulebook-fold"><summary>Why</summary><p id="why">because</p></details></section>'
        '<link rel="stylesheet" href="a.css"><p class="rulebook-stage-how">Choose sides.</p>'
        "<script>alert(1)</script><form><input></form>",
    ),
)
MADE = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
NAMESPACE = "{http://www.w3.org/1999/xhtml}"


def book(site: str = "") -> zipfile.ZipFile:
    def image(path: str) -> bytes | None:
        return b"<svg/>" if path == "a.svg" else None

    return zipfile.ZipFile(io.BytesIO(epub("A game", CHAPTERS, image=image, modified=MADE, site=site)))


def test_an_epub_says_first_what_it_is_and_lists_all_its_files() -> None:
    archive = book()
    first = archive.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
    assert archive.read("mimetype") == b"application/epub+zip"
    package = ElementTree.fromstring(archive.read("OEBPS/package.opf"))
    listed = {item.get("href") for item in package.iter("{http://www.idpf.org/2007/opf}item")}
    files = {name.removeprefix("OEBPS/") for name in archive.namelist() if name.startswith("OEBPS/")}
    assert listed == files - {"package.opf"}
    assert b"2026-01-02T03:04:05Z" in archive.read("OEBPS/package.opf")


def test_every_link_of_an_epub_leads_to_something_in_it() -> None:
    archive = book()
    ids: dict[str, set[str]] = {}
    for name in archive.namelist():
        if name.endswith(".xhtml"):
            tree = ElementTree.fromstring(archive.read(name))
            ids[posixpath.basename(name)] = {element.get("id", "") for element in tree.iter()}
    for name in ids:
        for link in ElementTree.fromstring(archive.read(f"OEBPS/{name}")).iter(f"{NAMESPACE}a"):
            path, _, fragment = (link.get("href") or "").partition("#")
            if not path.startswith("https:"):
                assert fragment in ids[path or name] or not fragment, link.attrib


def test_a_chapter_is_text_without_buttons_proofs_and_scripts() -> None:
    hits = book().read("OEBPS/game-hits.xhtml").decode()
    text = "".join(ElementTree.fromstring(hits).itertext())
    assert "Roll 2d6: 3" in text
    assert "Odds" in text
    assert not re.search("alert|because|input|button|width|a.css|Choose", hits)
    game = book().read("OEBPS/game.xhtml").decode()
    assert '<a href="game-hits.xhtml#_7s">7s</a>' in game.replace(xml_name("7s"), "_7s")
    assert "another" in game
    assert "other.html" not in game
    assert "lost" in game
    assert "¶" not in game
    assert 'href="https://play.example/other.html"' in book("https://play.example").read("OEBPS/game.xhtml").decode()


def test_the_same_book_is_the_same_bytes() -> None:
    assert epub("A", CHAPTERS, image=lambda _: None, modified=MADE) == epub(
        "A", CHAPTERS, image=lambda _: None, modified=MADE
    )


def test_a_printed_book_has_each_id_once_and_its_links_within() -> None:
    page = printed("A <game>", CHAPTERS, styles=["../main.css"], root="..", book="game")
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    targets = re.findall(r'href="#([^"]*)"', page)
    assert targets
    assert set(targets) <= set(ids)
    assert 'src="../a.svg"' in page
    assert "<title>A &lt;game&gt;: the whole book</title>" in page
    assert "<script" not in page
    assert '<table tabindex="0">' in page
    assert "tabindex" not in book().read("OEBPS/game-hits.xhtml").decode()


def test_a_printed_book_lists_its_sections_first() -> None:
    page = printed("A game", CHAPTERS, styles=[], root="..")
    contents = page[: page.index("</nav>")]
    assert f'<ol><li><a href="#{xml_name("game-hits--7s")}">Sevens</a></li></ol>' in contents


def test_odds_of_a_stage_are_read_on_paper_too() -> None:
    odds = '<details class="rulebook-fold"><summary>Odds</summary><div class="rulebook-stage-odds">54</div></details>'
    page = printed("A game", [Chapter("a.html", "A", f"<h1>A</h1>{odds}")], styles=[], root="..")
    assert '<p class="summary"><strong>Odds</strong></p><div class="rulebook-stage-odds">54</div>' in page


def test_a_printed_book_says_which_chapter_a_link_leads_to() -> None:
    page = printed("A game", CHAPTERS, styles=[], root="..")
    assert '<a href="#game-hits--7s" data-chapter="2">7s</a>' in page
    assert '<a href="https://example.org/">far</a>' in page
    assert "data-chapter" not in book().read("OEBPS/game.xhtml").decode()


SHEET = (
    '<form class="rulebook-sheet" id="sheet-hero"><p class="rulebook-sheet-title">Hero</p><p>Fill it in.</p>'
    '<p class="rulebook-sheet-off">Without JavaScript</p><fieldset disabled><fieldset><legend>Who</legend>'
    '<div class="rulebook-sheet-fields"><label>Name <input name="n" value="Ann"></label><label>Rank <select>'
    "<option>low</option><option>high</option></select></label></div>"
    '<dl class="rulebook-sheet-outcomes"><div><dt>Hits</dt><dd><b>12</b></dd></div>'
    "<div><dt>Roll</dt><dd><rulebook-dice><button>2d6</button></rulebook-dice></dd></div></dl></fieldset>"
    '<fieldset><legend>Skills</legend><table class="rulebook-rows"><thead><tr><td></td><th scope="col">Pool</th>'
    '<th scope="col">Roll</th><th scope="col">Cost</th></tr></thead><tbody><tr><th scope="row">Leap</th>'
    "<td><input></td><td><rulebook-dice><button>1d6</button></rulebook-dice></td><td><b>3</b></td></tr></tbody></table>"
    '</fieldset><p class="rulebook-actions"><button>Print</button></p></fieldset><details class="rulebook-fold">'
    "<summary>What the sheet counts with</summary><table><caption>Worth</caption><tr><th>d6</th><td>9</td></tr></table>"
    "</details></form>"
)


def test_a_sheet_is_printed_blank() -> None:
    page = printed("A game", [Chapter("game/index.html", "The game", SHEET)], styles=[], root="..")
    assert '<section class="blank-sheet" id="game--sheet-hero"><p class="summary"><strong>Hero</strong></p>' in page
    assert '<tr><th scope="row">Name</th><td></td></tr><tr><th scope="row">Rank</th><td>low / high</td></tr>' in page
    assert '<tr><th scope="row">Hits</th><td></td></tr></tbody>' in page
    assert (
        '<th scope="col">Pool</th><th scope="col">Cost</th></tr><tr><th scope="row">Leap</th><td></td><td></td></tr>'
        in page
    )
    assert "<caption>Worth</caption>" in page
    assert not re.search("JavaScript|Ann|12|Roll|Print|<input|<form", page.partition("<main")[2])

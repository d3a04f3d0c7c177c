"""Pages of dialects that are no Markdown: published like any other, whatever their ending."""

from __future__ import annotations

import html
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from rulebook_core.source import Source, Span
from rulebook_core.source_map import MappedText, Writer
from rulebook_syntax.dialects import LinkUrl, PageText, ReadingOptions
from rulebook_syntax.dialects.built_in import BUILT_IN
from rulebook_syntax.dialects.registry import Dialect, Registration
from rulebook_syntax.document import Anchor, Block, CodeSpan, Document, Heading, Link, Prose
from tests.small_book import CONFIG

Book = Callable[..., Path]

_LINE = re.compile(r"^(?:(?P<level>=+) (?P<title>.+?) #(?P<id>\w+)|(?P<text>[^=\n].*))$", re.MULTILINE)
_LINK = re.compile(r"<<([^,\n]+),([^>\n]+)>>")
_CODE = re.compile(r"\[\[([^\]]+)\]\]")


def read_toy(source: Source, options: ReadingOptions) -> Document:
    """A dialect for these tests: `== Title #id` is a heading, any other line a paragraph, `[[2:d6]]` code."""
    headings, blocks = [], []
    for match in _LINE.finditer(source.text):
        if match["level"]:
            title = Span(*match.span("title"))
            headings.append(Heading(len(match["level"]), match["title"], match["id"], Span(*match.span()), title))
            continue
        writer = Writer(MappedText(source.text))
        codes, text, last = [], "", match.start()
        for code in [*_CODE.finditer(match[0]), None]:
            end = match.end() if code is None else match.start() + code.start()
            writer.copy(last, end)
            text += source.text[last:end]
            if code is not None:
                span = Span(match.start() + code.start(1), match.start() + code.end(1))
                writer.copy(*span)
                codes.append(CodeSpan(len(text), len(text) + len(code[1]), (), span))
                text += code[1]
                last = match.start() + code.end()
        span = Span(*match.span())
        blocks.append(Block("paragraph", writer.written(), span, len(headings) - 1, tuple(codes)))
    links = [
        Link("inline", Span(*m.span()), m[2], Span(*m.span(2)), m[1], Span(*m.span(1)), None, None, False)
        for m in _LINK.finditer(source.text)
    ]
    return Document(
        source, "toy", Span(0, len(source.text)), headings=tuple(headings), links=tuple(links),
        anchors=tuple(Anchor(heading.id, heading.title_span, "heading") for heading in headings),
        read_prose=lambda: Prose(tuple(blocks)),
    )  # fmt: skip


def toy_page(document: Document, text: str, url: LinkUrl) -> PageText:
    def line(match: re.Match[str]) -> str:
        if match["level"]:
            level = len(match["level"])
            return f'<h{level} id="{match["id"]}">{match["title"]}</h{level}><a id="at-{match["id"]}"></a>'
        words = _CODE.sub(r"<code>\1</code>", html.escape(match["text"], quote=False).replace("&lt;&lt;", "<<"))
        words = words.replace("&gt;&gt;", ">>")
        words = _LINK.sub(lambda link: f'<a href="{url(link[1])}">{link[2]}</a>', words)
        return f"<div><p>{words}</p></div>"

    return PageText(_LINE.sub(line, text), is_html=True)


INDEX = """\
= The toy game #toy
Play & see &amp; *stars* are no emphasis, {: .here} neither.
See <<rules/dice.adoc#throwing,how to throw>>, and <<health.md#hero,a hero>>.
"""
DICE = """\
= Dice #dice
Take some.
== Throwing #throwing
Throw [[2:d4/1:d20]] now, then [[3:d8]].
=== Again #again
And again.
== Reading #reading
Go <<../index.adoc,back>>.
"""
MARKDOWN = "# Health\n\nThrow [some dice](rules/dice.adoc#throwing).\n\n## A hero {#hero}\n\nHeroes.\n"
PAGES = {
    "cavea/index.adoc": INDEX,
    "cavea/rules/dice.adoc": DICE,
    "cavea/health.md": MARKDOWN,
    "cavea/rules/_part.adoc": "== A part #part\n",
    "notes/plain.txt": "= Not in a book #not\n",
}


TOY = Dialect(read_toy, toy_page)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUILT_IN, "toy", Registration(f"{__name__}:TOY"))
    monkeypatch.setattr(
        "rulebook.loading.page_loader.guess_dialect",
        lambda source, **_: "toy" if source.path.endswith((".adoc", ".txt")) else "markdown",
    )


def built(book: Book, pages: dict[str, str] = PAGES, *, config: str = "", toy: str = CONFIG) -> Path:
    """Build the site; its folder."""
    path = book(pages, config=toy.replace(", dialect: markdown", "") + config)
    build(load_config(str(path)))
    return path.parent / "site"


def read_page(site: Path, url: str) -> str:
    return (site / url).read_text(encoding="utf-8")


def contents(page: str) -> list[str]:
    """The targets of the table of contents, each with its depth."""
    nav = page[page.index('<nav class="md-nav md-nav--secondary"') :]
    found, depth = [], 0
    for tag in re.finditer(
        r'<(?P<end>/)?ul|<a href="(?P<href>#[^"]*)" class="md-nav__link"', nav[: nav.index("</div>")]
    ):
        if tag["href"]:
            found.append(f"{depth}{tag['href']}")
        else:
            depth += -1 if tag["end"] else 1
    return found


def test_it_is_a_page_with_contents_permalinks_and_ids(book: Book) -> None:
    page = read_page(built(book), "cavea/rules/dice/index.html")
    assert "<title>Dice - A small book</title>" in page
    assert '<h2 id="throwing">Throwing<a class="headerlink" href="#throwing"' in page
    assert contents(page)[:3] == ["1#throwing", "2#again", "1#reading"]
    assert '<span id="at-throwing"></span>' in page


def test_its_dice_are_buttons(book: Book) -> None:
    page = read_page(built(book), "cavea/rules/dice/index.html")
    assert page.count("<rulebook-dice>") == 2
    assert "<code><rulebook-dice><button" in page
    assert 'id="rulebook-odds-2"' in page
    assert not any(character >= "\U000f0000" for character in page)


def test_its_text_is_what_was_written(book: Book) -> None:
    page = read_page(built(book), "cavea/index.html")
    assert "<p>Play &amp; see &amp;amp; *stars* are no emphasis, {: .here} neither.</p>" in page


@pytest.mark.parametrize("directories", [True, False])
def test_links_lead_both_ways(book: Book, directories: bool) -> None:
    site = built(book, config=f"use_directory_urls: {str(directories).lower()}\n")
    index = read_page(site, "cavea/index.html")
    name = "rules/dice/" if directories else "rules/dice.html"
    assert f'<a href="{name}#throwing">how to throw</a>' in index
    health = read_page(site, "cavea/health/index.html" if directories else "cavea/health.html")
    assert f'<a href="{"../" if directories else ""}{name}#throwing">some dice</a>' in health
    dice = read_page(site, "cavea/rules/dice/index.html" if directories else "cavea/rules/dice.html")
    assert f'<a href="{"../../" if directories else "../index.html"}">back</a>' in dice


def test_search_finds_its_sections(book: Book) -> None:
    index = json.loads(read_page(built(book), "search/search_index.json"))
    entries = {entry["location"]: entry for entry in index["docs"]}
    assert entries["cavea/rules/dice/#throwing"]["title"].startswith("Throwing <small>")
    assert "2:d4/1:d20" in entries["cavea/rules/dice/#throwing"]["text"]
    assert "And again." in entries["cavea/rules/dice/#again"]["text"]
    assert not any(character >= "\U000f0000" for character in json.dumps(index, ensure_ascii=False))


def test_navigation_names_it_by_its_file(book: Book) -> None:
    nav = "nav: [index.md, {Toys: [cavea/index.adoc, {Throw: cavea/rules/dice.adoc}, cavea/health.md]}]\n"
    site = built(book, config=f"{nav}repo_url: https://example.org/toys\nedit_uri: edit/main/docs/\n")
    page = read_page(site, "cavea/rules/dice/index.html")
    assert '<a href="../../health/" class="md-footer__link md-footer__link--next"' in page or (
        'rel="next" href="../../health/"' in page
    )
    assert re.search(r"<span class=\"md-ellipsis\">\s*Throw\s*<", page)


def test_navigation_without_a_list_has_its_order(book: Book) -> None:
    site = built(book)
    home = read_page(site, "index.html")
    links = re.findall(r'<a href="(cavea/[^"#]*)" class="md-nav__link"', home)
    assert links == ["cavea/", "cavea/health/", "cavea/rules/dice/"]


def test_what_is_excluded_or_only_a_part_is_not_published(book: Book) -> None:
    pages = {**PAGES, "cavea/index.adoc": "= Toys #toy\n", "cavea/health.md": "# Health\n"}
    site = built(book, pages, config="exclude_docs: dice.adoc\n")
    assert (site / "cavea/index.html").is_file()
    assert not (site / "cavea/rules").exists()


def test_a_text_outside_of_a_book_stays_a_file(book: Book) -> None:
    site = built(book)
    assert (site / "notes/plain.txt").is_file()
    assert not (site / "notes/plain").exists()


def test_pages_without_a_game_are_published_too(book: Book) -> None:
    site = built(book, toy=CONFIG.replace("{system: cavea, dialect: markdown}", "{}"))
    page = read_page(site, "cavea/rules/dice/index.html")
    assert "<p>Throw <code>2:d4/1:d20</code> now" in page


def test_other_plugins_cannot_make_markdown_of_it(book: Book) -> None:
    path = book(PAGES, config=f"{CONFIG.replace(', dialect: markdown', '')}hooks: [hook.py]\n")
    (path.parent / "hook.py").write_text(
        "def on_page_markdown(markdown, **_):\n    return markdown + '\\n\\nMore.\\n'\n"
    )
    build(load_config(str(path)))
    assert "<rulebook-dice>" in read_page(path.parent / "site", "cavea/rules/dice/index.html")


def test_a_title_of_the_document_names_the_page(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(source: Source, options: ReadingOptions) -> Document:
        return Document(source, "toy", Span(0, len(source.text)), meta={"title": "Called so"})

    monkeypatch.setattr(f"{__name__}.TOY", Dialect(read, lambda *_: PageText("<p>Words</p>", True)))
    site = built(book, {"cavea/index.adoc": "x\n", "cavea/health.md": "# Health\n"})
    assert "<title>Called so - A small book</title>" in read_page(site, "cavea/index.html")


def test_a_title_is_escaped_once_wherever_it_is_put(book: Book) -> None:
    """In the page, the search and the volume, from a heading and from AsciiDoc's attribute."""
    config = CONFIG.replace("dialect: markdown", "dialect: asciidoc").replace(
        "      books:", "      volumes: true\n      books:"
    )
    title = "Sword & <b>"
    pages = {"cavea/index.adoc": f"= {title}\n\nx\n", "cavea/more.adoc": f"= More\n:title: {title}\n\nx\n"}
    folder = book({**pages, "cavea/health.md": "# Health\n"}, config=config).parent
    build(load_config(str(folder / "mkdocs.yml")))
    escaped = "Sword &amp; &lt;b&gt;"
    for page in ("cavea/index.html", "cavea/more/index.html"):
        html = read_page(folder / "site", page)
        assert f"<title>{escaped} - A small book</title>" in html
        assert title not in html
    with zipfile.ZipFile(folder / "site/cavea/cavea.epub") as archive:
        assert archive.read("OEBPS/contents.xhtml").decode().count(f">{escaped}</a>") >= 2


def test_pages_are_rendered_with_what_their_dialect_needs_and_others_are_not(book: Book) -> None:
    note = "# A\n\nOne[^1] more.\n\n[^1]: It is *so*.\n"
    config = CONFIG.replace("dialect: markdown", "dialect: obsidian")
    site = built(book, {"cavea/note.md": note, "plain.md": note}, toy=config)
    assert 'class="footnote-ref"' in read_page(site, "cavea/note/index.html")
    assert "One[^1] more" in read_page(site, "plain/index.html")

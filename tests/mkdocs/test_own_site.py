"""Each of several books is a site of its own: its name, its chapters, its home; and pages are described."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook_syntax.html_elements import Element, parse
from tests.mkdocs.conftest import Book, run_mkdocs

SITE = """\
site_name: A shelf
use_directory_urls: false
theme: {name: material, font: false, features: [navigation.tabs, navigation.indexes]}
plugins:
  - rulebook:
      books: {%s}
"""
BOOKS = "keep: {system: plain}, moat: {system: plain}"
PAGES = {
    "about.md": "# About\n\nWho made all of this, and with which tools it was made.\n",
    "keep/index.md": "# The Keep\n\nShort.\n\nA *game* of stone & nerve for two to four people, with `2d6` each.\n",
    "keep/walls.md": "---\ndescription: Of walls.\n---\n# Walls\n\nWalls hold until somebody rolls 10 or more.\n",
    "moat/index.md": f"# The Moat\n\n{'Water and mud. ' * 20}\n",
}


def built(config: Path) -> dict[str, Element]:
    done = run_mkdocs(config, "build")
    assert done.returncode == 0, done.stdout
    names = [name.replace(".md", ".html") for name in PAGES]
    return {name: parse((config.parent / "site" / name).read_text(encoding="utf-8")) for name in names}


def of_class(page: Element, name: str) -> list[str]:
    return [" ".join(each.text.split()) for each in page.all() if name in each.attributes.get("class", "").split()]


def description(page: Element) -> str:
    return next(each.attributes["content"] for each in page.all() if each.attributes.get("name") == "description")


@pytest.fixture
def pages(book: Book) -> dict[str, Element]:
    return built(book(PAGES, config=SITE % BOOKS))


def test_a_book_has_its_name_its_chapters_and_its_home(pages: dict[str, Element]) -> None:
    for name in ("keep/index.html", "keep/walls.html"):
        page = pages[name]
        assert of_class(page, "md-header__topic")[0] == "Keep"
        assert "md-tabs" not in str([each.attributes.get("class") for each in page.all()])
        links = {
            each.attributes.get("href") for each in page.all() if "md-nav__link" in each.attributes.get("class", "")
        }
        assert not any(link and ("moat" in link or "about" in link) for link in links), links
        logo = next(each for each in page.all() if "md-logo" in each.attributes.get("class", ""))
        assert logo.attributes["href"] == "../index.html"


def test_a_book_begins_with_a_cover_and_its_lost_addresses_lead_back(book: Book) -> None:
    books = "keep: {system: plain, line: Stone & nerve., cover: keep.svg}, moat: {system: plain}"
    home = {
        "index.md": '# Home\n\n<div class="rulebook-shelf"></div>\n',
        "keep/deep/cellar.md": "# Cellar\n",
        "keep.svg": "<svg/>\n",
    }
    config = book(PAGES | home, config=SITE % books)
    page = built(config)["keep/index.html"]
    cover = next(each for each in page.all() if each.attributes.get("class") == "rulebook-start")
    assert "".join(cover.text.split()) == "TheKeepStone&nerve.ReadRollData"
    assert next(each for each in cover.all() if each.tag == "img").attributes["src"] == "../keep.svg"
    site = config.parent / "site"
    lost = parse((site / "keep/404.html").read_text(encoding="utf-8"))
    assert of_class(lost, "md-header__topic")[0] == "Keep"
    assert {each.attributes.get("href") for each in lost.all()} >= {"/keep/index.html", "/keep/walls.html"}
    assert "Deep" in " ".join(of_class(page, "md-tabs__link"))
    links = [each.attributes.get("href") for each in parse((site / "index.html").read_text(encoding="utf-8")).all()]
    assert {"keep/index.html", "moat/index.html"} <= {link for link in links if link}


def test_a_single_book_begins_with_its_cover(book: Book) -> None:
    config = SITE.replace("{%s}", "{.: {system: plain, line: Of stone.}}")
    page = built(book({**PAGES, "index.md": "# All\n\nOf it.\n"}, config=config))["about.html"]
    assert not of_class(page, "rulebook-start")
    page = parse((Path(book({}, config=config).parent) / "site/index.html").read_text(encoding="utf-8"))
    assert of_class(page, "rulebook-start") == ["AllOf stone.ReadRollData"]


def test_pages_of_no_book_lead_to_all(pages: dict[str, Element]) -> None:
    assert of_class(pages["about.html"], "md-header__topic")[0] == "A shelf"
    assert {"Keep", "Moat"} <= set(of_class(pages["about.html"], "md-tabs__link"))


def test_the_only_book_of_a_site_is_the_site(book: Book) -> None:
    page = built(book(PAGES, config=SITE % "keep: {system: plain}"))["keep/walls.html"]
    assert of_class(page, "md-header__topic")[0] == "A shelf"
    assert "Moat" in of_class(page, "md-tabs__link")


def test_a_page_is_described_by_its_first_paragraph(pages: dict[str, Element]) -> None:
    assert description(pages["keep/index.html"]) == "A game of stone & nerve for two to four people, with 2d6 each."
    assert description(pages["keep/walls.html"]) == "Of walls."
    long = description(pages["moat/index.html"])
    assert len(long) <= 160
    assert long.endswith("Water …")
    assert description(pages["about.html"]) == "Who made all of this, and with which tools it was made."

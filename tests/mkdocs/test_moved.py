"""Links to another page than they led to once: the old page, or one in its place, sends on who follows them."""

from __future__ import annotations

import json
from pathlib import Path

from rulebook_syntax.html_elements import Element, parse
from tests.mkdocs.conftest import Book, run_mkdocs
from tests.small_book import CONFIG

NEW = """\
# Depths {#depths}

<!-- rulebook: formerly old.md#deep other.md#below gone/away.md#cave gone/away.md# -->

Text.

## Caves {#caves}

<!-- rulebook: formerly other.md#caves -->

Text.
"""
PAGES = {"cavea/new.md": NEW, "cavea/old.md": "# Old\n\nText.\n", "cavea/other.md": "# Other\n\nText.\n"}


def article(path: Path) -> Element:
    return next(parse(path.read_text(encoding="utf-8")).all("article"))


def moved(page: Element) -> list[list[object]]:
    return [
        json.loads(script.text) for script in page.all("script") if script.attributes.get("data-rulebook") == "moved"
    ]


def test_old_pages_send_on_and_a_page_that_is_gone_has_one_in_its_place(book: Book) -> None:
    config = CONFIG.replace("  - rulebook:\n", "  - rulebook:\n      volumes: true\n")
    path = book(PAGES, config=f"{config}use_directory_urls: false\n")
    done = run_mkdocs(path, "build", "--strict")
    assert done.returncode == 0, done.stdout
    site = path.parent / "site" / "cavea"
    assert moved(article(site / "old.html")) == [[["new.html", ["deep"]]]]
    assert moved(article(site / "other.html")) == [[["new.html", ["below", "caves"]]]]
    stub = article(site / "gone" / "away.html")
    assert moved(stub) == [[["../new.html", ["cave", ""]]]]
    (link,) = (link for link in stub.all("a") if link.text == "Depths")
    assert link.attributes["href"] == "../new.html"
    ids = [element.id for element in article(site / "new.html").all() if element.id]
    assert {"deep", "below", "cave"} <= set(ids)
    assert ids.count("caves") == 1
    assert moved(article(site / "new.html")) == []
    index = json.loads((path.parent / "site" / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert not [document for document in index["docs"] if "away" in document["location"]]
    assert "Moved" not in (site / "print.html").read_text(encoding="utf-8")


def test_a_chapter_can_keep_the_links_of_another_page(book: Book) -> None:
    options = "  - rulebook:\n      split_level: {cavea/new.md: 2}\n"
    path = book(PAGES, config=CONFIG.replace("  - rulebook:\n", options) + "use_directory_urls: false\n")
    done = run_mkdocs(path, "build", "--strict")
    assert done.returncode == 0, done.stdout
    site = path.parent / "site" / "cavea"
    assert moved(article(site / "other.html")) == [[["new.html", ["below"]], ["caves.html", ["caves"]]]]


def test_a_chapter_with_another_name_is_still_found_where_it_was(book: Book) -> None:
    renamed = (
        NEW.replace("other.md#caves", "holes attic.md# caverns") + "\n### Deep\n\n<!-- rulebook: formerly pit -->\n"
    )
    options = "  - rulebook:\n      split_level: {cavea/new.md: 2}\n"
    config = CONFIG.replace("  - rulebook:\n", options) + "use_directory_urls: false\n"
    path = book({**PAGES, "cavea/new.md": renamed}, config=config)
    done = run_mkdocs(path, "build", "--strict")
    assert done.returncode == 0, done.stdout
    site = path.parent / "site" / "cavea"
    for old in ("holes", "caverns", "attic"):
        stub = article(site / f"{old}.html")
        assert moved(stub) == [[["caves.html", [""]]]]
        (link,) = (link for link in stub.all("a") if link.text == "Caves")
        assert link.attributes["href"] == "caves.html#caves"
    assert not (site / "pit.html").exists()
    assert {"holes", "caverns"} <= {element.id for element in article(site / "caves.html").all()}


def test_an_old_page_in_another_dialect_sends_on_as_well(book: Book) -> None:
    pages = {**PAGES, "cavea/old.adoc": "= Old\n\nText.\n"}
    del pages["cavea/old.md"]
    config = CONFIG.replace("{system: cavea, dialect: markdown}", "{system: cavea}")
    path = book(pages, config=f"{config}use_directory_urls: false\n")
    done = run_mkdocs(path, "build", "--strict")
    assert done.returncode == 0, done.stdout
    assert moved(article(path.parent / "site" / "cavea" / "old.html")) == [[["new.html", ["deep"]]]]


def test_a_page_beside_the_books_sends_on_as_well(book: Book) -> None:
    beside = {"guide/new.md": "# New {#new}\n\n<!-- rulebook: formerly old.md# old.md#new -->\n"}
    path = book({**PAGES, **beside}, config=f"{CONFIG}use_directory_urls: false\n")
    done = run_mkdocs(path, "build", "--strict")
    assert done.returncode == 0, done.stdout
    assert moved(article(path.parent / "site" / "guide" / "old.html")) == [[["new.html", ["new", ""]]]]

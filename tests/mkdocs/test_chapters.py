"""A source that is published as several pages: whole, and with every link, old or new, leading where it should."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from rulebook_syntax.html_elements import Element, parse
from tests.mkdocs.conftest import Book, run_mkdocs, write_book

CONFIG = """\
site_name: A small book
use_directory_urls: {directories}
theme: {{name: material, font: false}}
plugins:
  - search
  - rulebook:
      volumes: true
      split_level: {levels}
      books:
        cavea: {{system: cavea}}
        masque: {{system: masque, dialect: prose}}
markdown_extensions: [attr_list, footnotes, md_in_html, tables, toc: {{permalink: true}}]
"""
LEVELS = "{cavea/index.md: 2, cavea/plain.adoc: 2, masque/book.txt: 2}"
RULES = """\
# Rules {#rules}

What comes first[^1], and see [rolling](#rolling).

[^1]: The first note.

## Rolling {#rolling}

Roll `2:d8/1:d10`[^2], and go [back](#rules), or [on](#old-health). ![A die](die.svg)

### Twice {#twice}

Roll `1:d6` twice, see [home](../index.md).

[^2]: The second note.

## Health "&" more {#health-too}

<!-- rulebook: formerly old-health -->

A [pool](#twice) and `1:d12`, but no [file](other.md).

*Names*

| Die | Name |
| --- | ---- |
| d4  | four |
"""
PLAIN = """\
= Plain

First words. See <<second,the second>>.

== First

Text one.

[#second]
== Second

* item

=== Deep

End, as in <<_first,the first>>.
"""
PROSE = """\
Prose
=====

First words.

Depths
------

Roll 2d6.

Heights
-------

Roll d8, as under Depths.
"""
PAGES = {
    "index.md": "# Home\n\n[twice](cavea/index.md#twice) [rules](cavea/index.md) [depths](masque/book.txt#depths)\n",
    "cavea/index.md": RULES,
    "cavea/other.md": "# Other\n\n[rolling](index.md#rolling) [old](index.md#old-health) [rules](index.md#rules)\n",
    "cavea/plain.adoc": PLAIN,
    "cavea/die.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "masque/book.txt": PROSE,
}


class Site:
    """The pages of a built site by their sources, without what a theme lays around them."""

    def __init__(self, folder: Path, *, directories: bool) -> None:
        self.folder = folder
        self.directories = directories

    def url(self, name: str) -> str:
        """The address of a page from the root of the site."""
        folder, _, last = name.rpartition("/")
        if not self.directories:
            return f"{name}.html"
        return f"{name}/" if last != "index" else f"{folder}/" if folder else ""

    def article(self, name: str) -> Element:
        path = self.folder / self.url(name)
        path = path / "index.html" if self.directories else path
        return next(parse(path.read_text(encoding="utf-8")).all("article"))

    def ids(self, name: str) -> set[str]:
        return {element.id for element in self.article(name).all()} - {""}

    def links(self, name: str) -> dict[str, str]:
        """Where a page links to, from the root of the site, by the words of the links."""
        found = {link.text: link.attributes.get("href", "") for link in self.article(name).all("a")}
        return {words: urljoin(f"/{self.url(name)}", href).lstrip("/") for words, href in found.items()}


@pytest.fixture(scope="module", params=[True, False], ids=["folders", "files"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    config = CONFIG.format(directories=str(request.param).lower(), levels=LEVELS)
    path = write_book(tmp_path_factory.mktemp("chapters"), PAGES, config)
    done = run_mkdocs(path, "build", "--strict")
    assert done.returncode == 0, done.stdout
    return Site(path.parent / "site", directories=request.param)


def test_everything_is_on_one_page_and_all_links_lead_there(site: Site) -> None:
    rules, rolling, health = "cavea/index", "cavea/rolling", "cavea/health-too"
    titles = {name: next(site.article(name).all("h1")).text.rstrip("¶") for name in (rules, rolling, health)}
    assert titles == {rules: "Rules", rolling: "Rolling", health: 'Health "&" more'}
    assert {"rules"} == site.ids(rules) & {"rules", "rolling", "twice", "health-too", "old-health", "table-names"}
    assert {"rolling", "twice"} == site.ids(rolling) & {"rules", "rolling", "twice", "health-too", "table-names"}
    assert {"health-too", "old-health", "table-names"} <= site.ids(health)
    assert [heading.id for heading in site.article(rolling).all("h2")] == ["twice"]
    assert site.links(rules)["rolling"] == f"{site.url(rolling)}#rolling"
    links = site.links(rolling)
    assert links["back"] == f"{site.url(rules)}#rules"
    assert links["on"] == f"{site.url(health)}#old-health"
    assert links["home"] == site.url("index")
    (image,) = site.article(rolling).all("img")
    assert urljoin(f"/{site.url(rolling)}", image.attributes["src"]) == "/cavea/die.svg"
    assert site.links(health)["pool"] == f"{site.url(rolling)}#twice"
    assert site.links(health)["file"] == site.url("cavea/other")
    assert site.links("cavea/other")["rolling"] == f"{site.url(rolling)}#rolling"
    assert site.links("cavea/other")["old"] == f"{site.url(health)}#old-health"
    assert site.links("cavea/other")["rules"] == f"{site.url(rules)}#rules"
    assert site.links("index")["twice"] == f"{site.url(rolling)}#twice"
    assert site.links("index")["rules"] == site.url(rules)
    assert site.links("index")["depths"] == f"{site.url('masque/depths')}#depths"


def test_a_page_has_the_notes_that_it_needs(site: Site) -> None:
    first, second = site.article("cavea/index"), site.article("cavea/rolling")
    assert "The first note" in first.text
    assert "The second note" not in first.text
    assert "The second note" in second.text
    assert "The first note" not in second.text
    (note,) = (item for item in second.all("li") if item.id == "fn:2")
    assert note.attributes["value"] == "2"
    assert "footnote" not in [name for part in site.article("cavea/health-too").all("div") for name in part.classes]
    odds = {
        name: [pool.text for pool in site.article(name).all("div") if "rulebook-pool" in pool.classes]
        for name in ("cavea/index", "cavea/rolling", "cavea/health-too")
    }
    assert [len(pools) for pools in odds.values()] == [0, 2, 1]
    for name in odds:
        data = next(
            script
            for script in site.article(name).all("script")
            if script.attributes.get("data-rulebook") == "notations"
        )
        assert "cavea" in json.loads(data.text)
        used = {
            link.attributes["href"][1:]
            for link in site.article(name).all("a")
            if "#rulebook-odds" in link.attributes.get("href", "")
        }
        assert used <= site.ids(name)


def test_what_has_been_linked_to_is_sent_on(site: Site) -> None:
    (data,) = (
        script
        for script in site.article("cavea/index").all("script")
        if script.attributes.get("data-rulebook") == "moved"
    )
    moved = {urljoin(f"/{site.url('cavea/index')}", page).lstrip("/"): ids for page, ids in json.loads(data.text)}
    assert {"rolling", "twice"} <= set(moved[site.url("cavea/rolling")])
    assert {"health-too", "old-health", "table-names"} <= set(moved[site.url("cavea/health-too")])
    assert "rules" not in str(moved)


@pytest.mark.parametrize(
    ("source", "chapters"), [("cavea/plain", ("_first", "second")), ("masque/book", ("depths", "heights"))]
)
def test_in_other_dialects_too(site: Site, source: str, chapters: tuple[str, str]) -> None:
    folder = source.partition("/")[0]
    first, second = (f"{folder}/{chapter}" for chapter in chapters)
    contents = next(site.article(source).all("nav"))
    assert [urljoin(f"/{site.url(source)}", link.attributes["href"]) for link in contents.all("a")] == [
        f"/{site.url(first)}",
        f"/{site.url(second)}",
    ]
    assert "First words" in site.article(source).text
    assert "First words" not in site.article(first).text
    words = site.links(second)
    assert words.get("the first", words.get("Depths")) == f"{site.url(first)}#{chapters[0]}"


def test_navigation_search_data_and_volumes(site: Site, book: Book) -> None:
    page = parse(
        (site.folder / site.url("cavea/rolling") / ("index.html" if site.directories else "")).read_text(
            encoding="utf-8"
        )
    )
    listed = [link.text.strip() for link in page.all("a") if "md-nav__link" in link.classes]
    order = [
        listed.index(title) for title in ("Rules", "Rolling", 'Health "&" more', "Other", "Plain", "First", "Second")
    ]
    assert order == sorted(order)
    index = json.loads((site.folder / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    found = {document["location"] for document in index}
    assert {
        site.url("cavea/rolling"),
        f"{site.url('cavea/rolling')}#twice",
        f"{site.url('cavea/health-too')}#table-names",
    } <= found
    assert not [place for place in found if place.startswith(f"{site.url('cavea/index')}#")]
    data = json.loads((site.folder / "cavea" / "rules.json").read_text(encoding="utf-8"))
    (part,) = (part for part in data["parts"] if part["id"] == "table-names")
    assert urljoin("/cavea/rules.json", part["url"]) == f"/{site.url('cavea/health-too')}#table-names"
    printed = (site.folder / "cavea" / "print.html").read_bytes()
    path = book(PAGES, config=CONFIG.format(directories=str(site.directories).lower(), levels="{}"))
    assert run_mkdocs(path, "build", "--strict").returncode == 0
    # A volume has the whole source, however its pages are cut.
    assert (path.parent / "site" / "cavea" / "print.html").read_bytes() == printed


def test_the_first_page_keeps_chapters(book: Book) -> None:
    config = CONFIG.format(
        directories="true", levels="{masque/book.txt: 2}\n      start_chapters: {masque/book.txt: 1}"
    )
    path = book(PAGES, config=config)
    assert run_mkdocs(path, "build", "--strict").returncode == 0
    site = Site(path.parent / "site", directories=True)
    assert {"prose", "depths"} <= site.ids("masque/book")
    assert site.links("masque/heights")["Depths"] == "masque/book/#depths"
    assert not (site.folder / "masque" / "depths").exists()


FAULTS = {
    "no file": ("{cavea/none.md: 2}", {}, "mkdocs.yml:8:21: invalid-setting: there is no file `cavea/none.md` in"),
    "no page": ("{cavea/die.svg: 2}", {}, "`split_level` names `cavea/die.svg`, which is no page of a book"),
    "no level": ("{cavea/index.md: 7}", {}, "`cavea/index.md` must be a number from 1 to 6, not `7`"),
    "taken": (
        "{cavea/index.md: 2}",
        {"cavea/rolling.adoc": "= Rolling\n\nText.\n"},
        "docs/cavea/index.md:7:4: `Rolling`: a page of its own would take the place of `cavea/rolling.adoc`",
    ),
    "inside": (
        "{cavea/index.md: 2}",
        {"cavea/index.md": "# Rules\n\nText.\n\n> ## Said {#said}\n>\n> Text.\n"},
        "docs/cavea/index.md:5:6: `Said`: no page can begin inside of something else",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("levels", "pages", "message"), FAULTS.values(), ids=FAULTS)
def test_what_cannot_be_is_told(book: Book, levels: str, pages: dict[str, str], message: str) -> None:
    plain = {"index.md": "# Home\n", "cavea/index.md": RULES, "cavea/other.md": "# Other\n"}
    path = book(
        {**plain, "masque/book.txt": PAGES["masque/book.txt"], "cavea/die.svg": PAGES["cavea/die.svg"], **pages},
        config=CONFIG.format(directories="true", levels=levels),
    )
    done = run_mkdocs(path, "build")
    assert done.returncode != 0
    assert message in done.stdout
    assert "Traceback" not in done.stdout


def test_a_navigation_of_the_writer_is_kept(book: Book) -> None:
    nav = "nav: [index.md, {Game: [{Start: cavea/index.md}, cavea/plain.adoc]}, masque/book.txt]\n"
    path = book(PAGES, config=CONFIG.format(directories="false", levels=LEVELS) + nav)
    done = run_mkdocs(path, "build", "--strict")
    assert done.returncode == 0, done.stdout
    page = parse((path.parent / "site" / "cavea" / "rolling.html").read_text(encoding="utf-8"))
    titles = [link.text.strip() for link in page.all("a") if "md-nav__link" in link.classes]
    order = [titles.index(title) for title in ("Start", "Rolling", "Plain", "First", "Second", "Prose", "Depths")]
    assert order == sorted(order)
    own = nav.replace("{Start: cavea/index.md}", "{Start: cavea/index.md}, {Mine: cavea/rolling.md}")
    path = book(PAGES, config=CONFIG.format(directories="false", levels=LEVELS) + own)
    assert run_mkdocs(path, "build").returncode == 0
    html = (path.parent / "site" / "cavea" / "rolling.html").read_text(encoding="utf-8")
    assert re.search(r"<title>Mine\b", html)

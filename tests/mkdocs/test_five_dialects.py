"""A site with a small book in each dialect, built by MkDocs as it comes, and rendered without MkDocs."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import markdown
import pytest

from tests.mkdocs.conftest import run_mkdocs
from tests.mkdocs.test_serve import Server
from tests.shares import whole

CONFIG = """\
site_name: Five books
theme: {name: material, font: false}
use_directory_urls: false
plugins:
  - search
  - rulebook:
      books:
        cavea: {system: cavea}
        drama: {system: drama}
        dry-cereal: {system: dry-cereal}
        masque: {system: masque, dialect: prose}
        sda: {system: sda}
markdown_extensions:
  [admonition, attr_list, def_list, footnotes, md_in_html, tables, toc: {permalink: true}, pymdownx.details]
"""
PAGES = {
    "index.md": "# Home\n\n[AsciiDoc](sda/index.adoc#tests), [prose](masque/index.txt), [notes](drama/index.md).\n",
    "cavea/index.md": "# Cavea\n\nRoll `2:d6`.\n\n<!-- sheet: character -->\n\n## More {#more}\n\nWords.\n",
    "drama/index.md": (
        "---\ntitle: Concepts\n---\n\n# Concepts\n\nRoll `4Bd 2Rd`. See [[Dice#How many|the dice]].\n\n"
        "> [!note] Mind this\n> A `3Bd` in a callout.\n\n%% nobody reads this %%\n\n## More\n\nWords.\n"
    ),
    "drama/Dice.md": "# Dice\n\n## How many\n\nSome.\n",
    "dry-cereal/index.md": (
        "% A dry book\n% Somebody\n\nRolling\n=======\n\nRoll `2d6+2`.[^a]\n\n<!-- sheet: character -->\n\n"
        "[^a]: Mind the note.\n\n"
        "----\nDie      Faces\n-------  -------\nCube     six\n\nPyramid  four\n----\n\n## More\n\nWords.\n"
    ),
    "sda/index.adoc": (
        "= The system\n\n[#tests]\n== Tests\n\nRoll `4d6`.\n\n// sheet: pool\n\n"
        ".Mind this\n[NOTE]\n====\nA `3d8` in a block.\n====\n\n"
        "=== More\n\nSee link:../cavea/index.md#more[more] and xref:second.adoc#dice[dice].\n"
    ),
    "sda/second.adoc": "= Second\n\n[#dice]\n== Dice\n\nWords.\n",
    "sda/_part.adoc": "A part.\n",
    "masque/index.txt": (
        "CASTS\n\nA cast is rolled once.\n\nGhoul: Build 11 Cast 2d6 -d4 @3.5 +@3.5 -@2.5. It does things.\n"
    ),
}


def write(folder: Path) -> Path:
    for name, text in PAGES.items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    return folder / "mkdocs.yml"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    config = write(tmp_path_factory.mktemp("five"))
    done = run_mkdocs(config, "build", "--strict")
    assert done.returncode == 0, done.stdout
    return config.parent / "site"


def page(site: Path, name: str) -> str:
    return (site / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "title", "dice"),
    [
        ("cavea/index.html", "Cavea", 2),
        ("drama/index.html", "Concepts", 2),
        ("dry-cereal/index.html", "A dry book", 2),
        ("sda/index.html", "The system", 3),
        ("masque/index.html", "CASTS", 1),
    ],
)
def test_each_has_its_title_and_its_dice(site: Path, name: str, title: str, dice: int) -> None:
    html = page(site, name)
    book = name.partition("/")[0].replace("-", " ").capitalize()
    assert f"<title>{title} - {book}</title>" in html
    assert html.count("<rulebook-dice>") >= dice
    assert not any(character >= "\U000f0000" for character in html)


def test_each_has_its_contents(site: Path) -> None:
    for name, ids in {
        "drama/index.html": ["#more"],
        "dry-cereal/index.html": ["#rolling", "#more"],
        "sda/index.html": ["#tests", "#_more"],
    }.items():
        html = page(site, name)
        found = re.findall(r'<a href="(#[^"]*)" class="md-nav__link"', html)
        assert [id_ for id_ in ids if id_ not in found] == [], (name, found)
        assert all(f'id="{id_[1:]}"' in html for id_ in ids)


def test_links_lead_from_each_to_each(site: Path) -> None:
    home = page(site, "index.html")
    assert 'href="sda/index.html#tests"' in home
    assert 'href="masque/index.html"' in home
    sda = page(site, "sda/index.html")
    assert 'href="../cavea/index.html#more"' in sda
    assert 'href="second.html#dice"' in sda
    assert 'href="Dice.html#how-many">the dice</a>' in page(site, "drama/index.html")


@pytest.mark.parametrize("name", ["cavea/index.html", "dry-cereal/index.html", "sda/index.html"])
def test_a_sheet_stands_where_its_comment_stood(site: Path, name: str) -> None:
    html = page(site, name)
    assert html.count('<form class="rulebook-sheet"') == 1
    assert "sheet: " not in re.sub(r"<form.*?</form>", "", html, flags=re.DOTALL)
    before = html[: html.index('<form class="rulebook-sheet"')]
    assert len(re.findall("<p[ >]", before)) == before.count("</p>")


def test_search_finds_sections_of_each(site: Path) -> None:
    entries = json.loads(page(site, "search/search_index.json"))["docs"]
    found = {entry["location"]: entry["title"].partition(" <small>")[0] for entry in entries}
    assert found["sda/index.html#tests"] == "Tests"
    assert found["dry-cereal/index.html#rolling"] == "Rolling"
    assert found["drama/index.html#more"] == "More"
    assert "nobody reads this" not in json.dumps(entries)


def test_blocks_of_each_are_of_one_kind(site: Path) -> None:
    for name in ("drama/index.html", "sda/index.html"):
        assert re.search(r'class="admonition note[^"]*">\s*<p class="admonition-title">Mind this', page(site, name)), (
            name
        )
    assert ">six</td>" in page(site, "dry-cereal/index.html")
    assert re.search(r'class="footnote', page(site, "dry-cereal/index.html"))


def test_parts_and_sources_are_not_published(site: Path) -> None:
    assert not list(site.rglob("*.adoc")) + list(site.rglob("_part*"))
    assert not (site / "masque/index.txt").exists()


def test_comments_are_for_writers(site: Path) -> None:
    assert "nobody reads this" not in page(site, "drama/index.html")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("drama/index.md", '<p class="admonition-title">Mind this</p>'),
        ("dry-cereal/index.md", ">six</td>"),
        ("sda/index.adoc", '<h2 id="tests">'),
        ("masque/index.txt", '<section class="stat-card"'),
    ],
)
def test_without_mkdocs_too(tmp_path: Path, name: str, said: str) -> None:
    config = write(tmp_path)
    extensions = ["admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc", "rulebook"]
    text = re.sub(r"\A---\n.*?\n---\n", "", PAGES[name], flags=re.DOTALL)
    html = markdown.markdown(text, extensions=extensions, extension_configs={"rulebook": {"config_file": str(config)}})
    assert said in html
    assert "<rulebook-dice>" in html


@whole
def test_a_source_of_another_dialect_is_served_anew(tmp_path: Path) -> None:
    running = Server(write(tmp_path))
    try:
        at = running.wait_for("Serving on")
        source = tmp_path / "docs/sda/second.adoc"
        source.write_text(source.read_text(encoding="utf-8") + "\nNow with `5d8`.\n", encoding="utf-8")
        running.wait_for("Documentation built", after=at)
        running.wait_until("sda/second.html", lambda shown: "5d8</button>" in shown)
    finally:
        running.process.terminate()
        running.process.wait(10)
        shutil.rmtree(tmp_path / "site", ignore_errors=True)

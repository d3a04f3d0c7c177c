"""Tables and boxes have their ids on the published pages, in every dialect, and old ids still lead there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import escape, unescape
from pathlib import Path

import pytest

from rulebook.loading.reading import read_book
from rulebook_core.findings import Place
from rulebook_proof.analysis import analyse
from rulebook_proof.records.editions import edition_of
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from tests.dialects.test_parts import BOOKS
from tests.small_book import CONFIG, HEALTH

ENDINGS = {"markdown": "md", "obsidian": "md", "pandoc": "md", "asciidoc": "adoc", "prose": "txt"}
FORMERLY = {
    "markdown": "<!-- rulebook: formerly old-dice, older -->",
    "obsidian": "%% rulebook: formerly old-dice older %%",
    "pandoc": "<!-- rulebook: formerly old-dice older -->",
    "asciidoc": "// rulebook: formerly old-dice older",
    "prose": "`rulebook: formerly old-dice older`",
}
HOSTILE = "<img src=x onerror=alert(1)>\" ' & “x”"
SIGN = '<rulebook-part number="{}"></rulebook-part>'
LINKS = [f"- [{id_}](markdown.md#{id_})\n" for id_ in ("example-reading-a-roll", "dice-note", "old-dice", "older")]
WORTH = {20: 1, 12: 3, 10: 4, 8: 6, 6: 9, 4: 12}
PAGES = {
    "links.md": "# Links\n\n" + "".join(LINKS),
    "hostile.md": f'# Dice\n\n!!! example "{escape(HOSTILE)}"\n\n    Text.\n',
    "hostile-too.adoc": f"= Dice\n\n.{HOSTILE}\n====\nText.\n====\n",
    "forged.md": f"# Dice\n\nText {SIGN.format(0)} and {SIGN.format(10**9)}.\n\n!!! note\n\n    Text.\n",
    "worth.md": "# Worth\n\n*Die to Health Points*\n\n| Die | Health Points |\n| --- | --- |\n"
    + "".join(f"| d{size} | {worth} |\n" for size, worth in WORTH.items()),
}
LINK = re.compile(
    r'<div class="rulebook-link"[^>]* data-search-exclude><a class="headerlink" href="#([^"]*)"[^>]*>¶</a></div>'
)


def write(folder: Path, config: str, pages: dict[str, str]) -> Path:
    docs = folder / "docs" / "cavea"
    docs.mkdir(parents=True, exist_ok=True)
    (folder / "docs" / "index.md").write_text("# Home\n", encoding="utf-8")
    for name, text in {"health.md": HEALTH, **pages}.items():
        (docs / name).write_text(text, encoding="utf-8")
    path = folder / "mkdocs.yml"
    path.write_text(config, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages above and one of each dialect, built with nothing to complain about."""
    pages = dict(PAGES)
    for dialect, (text, _) in BOOKS.items():
        title = {"asciidoc": "== Dice\n", "prose": "Dice\n----\n"}.get(dialect, "## Dice\n")
        text = text.replace(" {#dice}", "") if dialect == "markdown" else text
        assert title in text
        pages[f"{dialect}.{ENDINGS[dialect]}"] = text.replace(title, f"{title}\n{FORMERLY[dialect]}\n")
    config = CONFIG.replace("system: cavea, dialect: markdown", 'system: cavea, version: "1.10"')
    config = config.replace("[attr_list", "[admonition, attr_list") + "use_directory_urls: false\n"
    config = config.replace("  - rulebook:\n", "  - rulebook:\n      volumes: true\n")
    path = write(tmp_path_factory.mktemp("anchors"), config, pages)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "--strict"],
        cwd=path.parent,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return path.parent / "site" / "cavea"


@pytest.mark.parametrize("dialect", BOOKS)
def test_every_dialect_publishes_them(site: Path, dialect: str) -> None:
    html = (site / f"{dialect}.html").read_text(encoding="utf-8")
    ids = BOOKS[dialect][1]
    for id_ in ids:
        assert len(re.findall(rf'\sid="{id_}"', html)) == 1
        link = rf'href="#{id_}" title="[^>]*>¶</a></div>'
        named = rf'(?:class="rulebook-link" id="{id_}"[^<]*<a [^>]*{link}<table>|{link}<(?:table|div)[^>]* id="{id_}")'
        assert re.search(named, html), id_
    assert LINK.findall(html) == ids
    assert re.search(r'<h2[^>]*><span class="rulebook-former" id="old-dice"></span><span [^>]*id="older">', html)
    assert "formerly" not in html
    assert "rulebook-part" not in html


@pytest.mark.parametrize("page", ["hostile", "hostile-too"])
def test_a_title_is_no_markup(site: Path, page: str) -> None:
    html = (site / f"{page}.html").read_text(encoding="utf-8")
    (cited,) = re.findall(r'data-cite="([^"]*)"', html)
    assert not set(cited) & set("<>")
    assert unescape(cited).replace("’", "'") == f"example “{HOSTILE}”"
    (id_,) = LINK.findall(html)
    assert re.fullmatch(r"[\w-]+", id_)


def test_a_forged_sign_changes_nothing(site: Path) -> None:
    html = (site / "forged.html").read_text(encoding="utf-8")
    assert LINK.findall(html) == ["dice-note"]
    assert html.count('id="dice-note"') == 1


def test_the_version_is_the_same_everywhere(site: Path) -> None:
    html = (site / "health.html").read_text(encoding="utf-8")
    assert 'data-book="Cavea" data-version="1.10"' in html
    assert json.loads((site / "rules.json").read_text(encoding="utf-8"))["book_version"] == "1.10"


def test_data_leads_to_the_table_itself(site: Path) -> None:
    data = json.loads((site / "rules.json").read_text(encoding="utf-8"))
    address = "worth.html#table-die-to-health-points"
    (part,) = (part for part in data["parts"] if part["url"] == address)
    assert part == {
        "kind": "table",
        "id": "table-die-to-health-points",
        "title": "Die to Health Points",
        "url": address,
    }
    assert address in {claim["url"] for claim in data["claims"]}


def test_a_volume_keeps_ids_and_has_no_links_to_itself(site: Path) -> None:
    html = (site / "print.html").read_text(encoding="utf-8")
    for id_ in ("table-what-a-die-is-worth", "example-reading-a-roll", "old-dice"):
        assert f'id="cavea-markdown--{id_}"' in html
    assert "rulebook-link" not in html
    assert "¶" not in html


def test_a_part_that_is_taken_in_is_of_the_page(tmp_path: Path) -> None:
    """Its own id would be on no page."""
    table = ".Worth\n|===\n|Die |Health Points\n\n|d20 |1\n|===\n"
    pages = {
        "page.adoc": "= Page\n\n== Taken in\n\ninclude::_part.adoc[]\n",
        "_part.adoc": f"[#start]\nText.\n\n{table}",
    }
    site = load_config(write(tmp_path, CONFIG.replace(", dialect: markdown", ""), pages))
    book = read_book(site, find_system=load_system)
    part = book.by_uri["cavea/_part.adoc"].document
    presenter = Presenter(book, analyse(book))
    assert presenter.where.address(Place(part.source, part.prose.tables[0].span), "") == "cavea/page/#start"


def version(config: Path) -> str:
    site = load_config(config)
    return edition_of(read_book(site, find_system=load_system), site.books[0]).version


def test_without_a_version_the_words_of_the_book_decide(tmp_path: Path) -> None:
    first = version(write(tmp_path, CONFIG, {}))
    assert re.fullmatch("[0-9a-f]{8}", first)
    assert version(write(tmp_path, CONFIG, {"health.md": HEALTH.replace("\n", "\r\n")})) == first
    (tmp_path / "docs" / "index.md").write_text("# No page of the book\n", encoding="utf-8")
    assert version(tmp_path / "mkdocs.yml") == first
    assert version(write(tmp_path, CONFIG, {"more.md": "# More\n"})) != first

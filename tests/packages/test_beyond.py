"""Where MkDocs and Material go no further: our books built by Zensical, and by ProperDocs."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import yaml

from rulebook.scaffold.config import with_pages
from tests.packages.conftest import ROOT, Packages, environment
from tests.packages.test_wheel import BOOKS, Installed

MARKDOWN = {"cavea": ("health", "level-pools"), "drama": ("dice",), "dry-cereal": ("actions",)}
"""Our books in Markdown of any kind, with pages whose dice, tables, proofs and terms are looked for."""
OTHERS = {
    "tests.adoc": "= Tests\n\nRoll `3d6`, 10.5 on average.\n",
    "hunger.txt": "HUNGER\n\nRoll 2d6 when you have not eaten. A result of 12 comes up 1 time in 36.\n",
}
"""Pages that become Markdown first."""


def books(folder: Path) -> None:
    for name in BOOKS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name)
        else:
            shutil.copy(ROOT / name, folder)


@pytest.fixture(scope="module")
def installed(
    packages: Packages, without_node: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Installed]:
    def install(*what: str) -> Installed:
        home = tmp_path_factory.mktemp("beyond")
        (home / "work").mkdir()
        commands = environment(home / "venv", sys.executable, [f"{packages.wheel}{what[0]}", *what[1:]], without_node)
        return Installed(commands, without_node, home / "work")

    return install


@pytest.fixture(scope="module")
def by_zensical(installed: Callable[..., Installed]) -> tuple[Installed, Path]:
    """Our books from the same settings, and the extension."""
    somebody = installed("[zensical,asciidoc]")
    books(somebody.folder)
    config = somebody.folder / "mkdocs.yml"
    config.write_text(with_pages(config.read_text(encoding="utf-8"), config.name), encoding="utf-8")
    code, output = somebody.run("rulebook-zensical build")
    assert code == 0, output
    return somebody, somebody.folder / "site"


@pytest.mark.parametrize(("book", "pages"), MARKDOWN.items(), ids=MARKDOWN)
def test_books_in_markdown_roll_and_explain_themselves(
    book: str, pages: tuple[str, ...], by_zensical: tuple[Installed, Path]
) -> None:
    _, site = by_zensical
    for name in pages:
        html = (site / book / f"{name}.html").read_text(encoding="utf-8")
        for mark in (f'data-system="{book}"', 'class="rulebook-right"', 'class="rulebook-term"', "<table"):
            assert mark in html, (name, mark)
        assert f'<div class="book" data-book="{book}">' in html
        loaded = re.findall(r'<(?:script src|link rel="stylesheet" href)="([^"]*assets/rulebook/[^"]*)"', html)
        assert sorted(Path(address).name for address in loaded) == ["rulebook.css", "rulebook.js"]
        assert all((site / book / address).is_file() for address in loaded)
    late = {path.name.partition(".")[0] for path in (site / "assets/rulebook").iterdir()}
    assert {"dice", "games", "sheets"} <= late


def test_there_is_a_page_for_addresses_that_lead_nowhere(by_zensical: tuple[Installed, Path]) -> None:
    html = (by_zensical[1] / "404.html").read_text(encoding="utf-8")
    assert "404" in html


def test_what_is_begun_for_it_is_built_with_what_was_converted_and_never_wrong(
    by_zensical: tuple[Installed, Path],
) -> None:
    somebody, _ = by_zensical
    somebody = somebody._replace(folder=somebody.folder.parent)
    assert somebody.run("rulebook new lamp --zensical")[0] == 0
    somebody = somebody._replace(folder=somebody.folder / "lamp")
    code, output = somebody.run("rulebook-zensical build --strict")
    assert code == 0, output
    html = (somebody.folder / "site/index.html").read_text(encoding="utf-8")
    assert ">3d6</button>" in html
    for name, text in OTHERS.items():
        (somebody.folder / name).write_text(text, encoding="utf-8")
        code, output = somebody.run(f"rulebook convert {name} -o docs/{name.partition('.')[0]}.md --system plain")
        assert code == 0, output
    code, output = somebody.run("rulebook-zensical build --strict")
    assert code == 0, output
    assert ">3d6</button>" in (somebody.folder / "site/tests/index.html").read_text(encoding="utf-8")
    assert ">2d6</button>" in (somebody.folder / "site/hunger/index.html").read_text(encoding="utf-8")
    shutil.rmtree(somebody.folder / "site")
    page = somebody.folder / "docs/index.md"
    page.write_text(page.read_text(encoding="utf-8").replace("Grit is 8", "Grit is 9"), encoding="utf-8")
    code, output = somebody.run("rulebook-zensical build")
    assert code == 1
    assert "the rules give 8, the text says `9`" in output
    assert not (somebody.folder / "site").exists()


def test_properdocs_builds_the_site_as_it_is(installed: Callable[..., Installed]) -> None:
    somebody = installed("[site,asciidoc,pdf]", "properdocs")
    books(somebody.folder)
    code, output = somebody.run("properdocs build --quiet")
    assert code == 0, output
    site = somebody.folder / "site"
    written = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").replace("!ENV ", "")
    settings = yaml.safe_load(written)["plugins"][1]["rulebook"]["books"]
    for book in settings:
        html = (site / book / "glossary.html").read_text(encoding="utf-8")
        assert f'data-book="{book}"' in html
        assert (site / book / "rules.json").is_file()
        assert (site / book / f"{book}.epub").is_file()
    assert "<rulebook-dice>" in (site / "sda/tests.html").read_text(encoding="utf-8")
    assert (site / "verified.html").is_file()

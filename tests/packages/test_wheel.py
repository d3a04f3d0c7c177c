"""The wheel in an empty environment, far from the clone: the tour of the README, a site, and whoever imports it."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.edition.test_blocks import ARMOURY
from tests.packages.conftest import ROOT, Packages, committed, done, environment, outcome, pythons

GUIDE = ROOT / "docs" / "guide"
BOOKS = ("docs", "overrides", "mkdocs.yml", "rulebook.lock", "rulebook.outline")


class Installed(NamedTuple):
    """Where somebody works who has the wheel: the folders of commands and of work, and the environment variables."""

    commands: Path
    env: Mapping[str, str]
    folder: Path

    def run(self, command: str) -> tuple[int, str]:
        program, *arguments = command.split()
        return outcome(self.commands / program, *arguments, cwd=self.folder, env=self.env)


@pytest.fixture(scope="module", params=pythons())
def somebody(
    request: pytest.FixtureRequest,
    packages: Packages,
    without_node: Mapping[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Installed:
    home = tmp_path_factory.mktemp("somebody")
    commands = environment(home / "venv", request.param, [f"{packages.wheel}[site,asciidoc,pdf]"], without_node)
    (home / "work").mkdir()
    return Installed(commands, without_node, home / "work")


@pytest.fixture
def empty(somebody: Installed, tmp_path: Path) -> Installed:
    return somebody._replace(folder=tmp_path)


@pytest.fixture
def books(empty: Installed) -> Installed:
    """Our books, and nothing else of the clone."""
    for name in BOOKS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, empty.folder / name)
        else:
            shutil.copy(ROOT / name, empty.folder)
    return empty


def consoles(path: Path) -> list[tuple[str, str]]:
    """The commands of ours that a page shows, each with what it shows of their output."""
    blocks = re.findall(r"^```console\n\$ (.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    shown = [block.replace(".venv/bin/", "").partition("\n") for block in blocks]
    return [(command, output) for command, _, output in shown if command.startswith("rulebook ")]


def fenced(path: Path, language: str) -> str:
    """The first block of a page in a language."""
    found = re.search(rf"^```{language}\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_the_tour_of_the_readme(books: Installed) -> None:
    (check, finding), (odds, table), (own, _) = consoles(ROOT / "README.md")
    health = books.folder / "docs" / "cavea" / "health.md"
    right = health.read_text(encoding="utf-8")
    code, clean = books.run(check)
    assert (code, clean.startswith("no findings in ")) == (0, True), clean

    health.write_text(right.replace("= 127 Health", "= 128 Health"), encoding="utf-8")
    code, found = books.run(check)
    assert code == 1
    assert finding.strip() in found
    code, refused = books.run("mkdocs build")
    assert code != 0
    assert "this comes to 127, the text says 128" in refused
    assert not (books.folder / "site" / "index.html").exists()

    health.write_text(right, encoding="utf-8")
    assert books.run(check) == (0, clean)
    assert books.run(odds) == (0, table)
    code, rolled = books.run("rulebook roll cavea 1:d6/4:d10/+2 --json")
    assert code == 0
    assert json.loads(rolled)

    page = fenced(GUIDE / "first-check.md", "markdown")
    (books.folder / "inn.md").write_text(page, encoding="utf-8")
    assert own.endswith(" inn.md")
    assert books.run(own) == (0, consoles(GUIDE / "first-check.md")[0][1])
    assert books.run("rulebook outline docs/masque/masque.txt")[0] == 0
    code, converted = books.run("rulebook convert docs/sda/index.adoc")
    assert code == 1
    assert "not carried over: the attribute `gameName`" in converted


def test_a_tiny_site(empty: Installed) -> None:
    page = ARMOURY.read_text(encoding="utf-8")
    (empty.folder / "docs" / "cavea").mkdir(parents=True)
    (empty.folder / "docs" / "cavea" / "index.md").write_text(page, encoding="utf-8")
    (empty.folder / "docs" / "cavea" / "more.adoc").write_text("= More\n\nRoll `1:d6/+2`.\n", encoding="utf-8")
    (empty.folder / "docs" / "index.md").write_text("# My game\n", encoding="utf-8")
    (empty.folder / "mkdocs.yml").write_text(fenced(GUIDE / "setup.md", "yaml"), encoding="utf-8")
    code, output = empty.run("mkdocs build --strict")
    assert code == 0, output
    site = empty.folder / "site"
    armoury, more = ((site / "cavea" / name).read_text(encoding="utf-8") for name in ("index.html", "more/index.html"))
    assert armoury.count("<button") >= 3
    assert "1:d6/+2" in more
    (script,) = re.findall(r'<script src="\.\./([^"]*rulebook\.[0-9a-f]+\.js)"', armoury)
    assert (site / script).stat().st_size > 1000
    assert "Seite" not in armoury


def test_the_books_become_the_same_site_as_in_the_clone(books: Installed) -> None:
    """All of what the pages load is there: the scripts of dice and stages, the worker of the search, the styles."""
    code, output = books.run("mkdocs build --quiet")
    assert code == 0, output
    site = books.folder / "site"
    loaded = re.compile(r'<(?:script src|link rel="stylesheet" href)="(?!https?:)([^"?]+)')
    missing = {
        f"{page.relative_to(site)}: {address}"
        for page in site.rglob("*.html")
        if page.name != "404.html"
        for address in loaded.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / address).is_file()
    }
    assert missing == set()
    assert (site / "assets" / "rulebook" / "folder-worker.js").is_file()


def test_a_comparison_with_a_revision(empty: Installed) -> None:
    """Among the oldest that `requires-python` names are some that cannot unpack an archive safely."""
    page = ARMOURY.read_text(encoding="utf-8")
    (empty.folder / "docs" / "cavea").mkdir(parents=True)
    index = empty.folder / "docs" / "cavea" / "index.md"
    index.write_text(page, encoding="utf-8")
    settings = fenced(GUIDE / "setup.md", "yaml").replace("      books:", "      changes_since: HEAD\n      books:")
    (empty.folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
    committed(empty.folder, empty.env)
    index.write_text(page.replace("16", "17"), encoding="utf-8")
    code, output = empty.run("rulebook diff HEAD")
    assert code == 0, output
    assert "the rules give 16, the text says `17`" in output
    index.write_text(page, encoding="utf-8")
    code, output = empty.run("mkdocs build")
    assert code == 0, output
    assert (empty.folder / "site" / "changes" / "index.html").is_file()


def test_nothing_that_comes_along_is_under_the_gpl(somebody: Installed) -> None:
    code = (
        "from importlib.metadata import distributions\n"
        "for each in distributions():\n"
        "    about = each.metadata\n"
        "    said = [about.get('License-Expression'), about.get('License'), *(about.get_all('Classifier') or ())]\n"
        "    print(about['Name'], [line for line in said if line and ('GPL' in line or 'General Public' in line)])\n"
    )
    listed = done(somebody.commands / "python", "-c", code, cwd=somebody.folder, env=somebody.env).splitlines()
    assert "mkdocs-rulebook []" in listed
    assert [line for line in listed if not line.endswith(" []")] == []


def test_whoever_imports_it_gets_its_types(somebody: Installed, tmp_path: Path) -> None:
    names = ("rulebook_proof.analysis", "rulebook_markdown", "rulebook_mkdocs", "rulebook_pytest", "rulesmod.system")
    wrong = "import rulebook_core.findings\nrule: int = rulebook_core.findings.Severity.ERROR.name\n"
    (tmp_path / "mine.py").write_text("".join(f"import {name}\n" for name in names) + wrong)
    python = f"--python-executable={somebody.commands / 'python'}"
    command = (sys.executable, "-m", "mypy", "--follow-imports=silent", "--config-file=", python, "mine.py")
    code, output = outcome(*command, cwd=tmp_path, env=somebody.env)
    assert code == 1
    assert [line for line in output.splitlines() if "error:" in line] == [
        'mine.py:7: error: Incompatible types in assignment (expression has type "str", variable has type "int")'
        "  [assignment]"
    ]

"""Before Zensical builds a site, its book is checked, and its pages get what they load."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.scaffold.config import with_pages
from rulebook_core.system.bundled import MissingPartError
from rulebook_markdown import zensical
from tests.mkdocs.conftest import write_book
from tests.small_book import CONFIG, HEALTH

OURS = [
    "cards.js",
    "catalogue.js",
    "cite.js",
    "dice.js",
    "drawer.js",
    "encounter.js",
    "games.js",
    "history.js",
    "lists.js",
    "rulebook.css",
    "rulebook.js",
    "sheets.js",
    "switches.js",
]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What Zensical, which is an extra, is asked for; it ends as if all went well."""
    calls: list[tuple[str, ...]] = []

    def run(command: tuple[str, ...], *, cwd: Path, check: bool) -> subprocess.CompletedProcess[str]:
        assert command[:3] == (sys.executable, "-m", "zensical")
        calls.append(command[3:])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(zensical.subprocess, "run", run)
    monkeypatch.setattr(zensical, "is_installed", lambda name: True)
    return calls


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_book(tmp_path, {}, CONFIG)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(zensical.main, arguments)


def laid_out() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path("docs/assets/rulebook").iterdir()}


def plain(name: str) -> str:
    """The name of a file without what changes with its content."""
    return f"{name.partition('.')[0]}.{name.rpartition('.')[2]}"


def test_a_right_book_is_built_with_what_its_pages_load(config: Path, asked: list[tuple[str, ...]]) -> None:
    done = run("build", "--strict")
    assert (done.exit_code, asked) == (0, [("build", "--config-file", str(config), "--clean", "--strict")])
    assert done.output.startswith("no findings in 2 files")
    files = laid_out()
    assert sorted(map(plain, files)) == OURS
    script = files["rulebook.js"].decode()
    assert all(name in script for name in files if name.partition(".")[0] in ("dice", "games", "sheets"))
    assert '"cavea"' in next(text.decode() for name, text in files.items() if name.startswith("games."))


def test_what_is_of_another_day_goes_and_what_is_right_is_not_touched(config: Path, asked: list[object]) -> None:
    run("build")
    folder = Path("docs/assets/rulebook")
    (folder / "games.0000000000.js").write_text("", encoding="utf-8")
    (folder / "mine.txt").write_text("", encoding="utf-8")
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    run("serve")
    after = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert before.keys() - after.keys() == {"games.0000000000.js"}
    assert {name: before[name] for name in after} == after


def test_no_site_is_built_from_a_wrong_book(config: Path, asked: list[tuple[str, ...]]) -> None:
    write_book(config.parent, {"cavea/health.md": HEALTH.replace('class="worth">9<', 'class="worth">8<')}, CONFIG)
    done = run("build")
    assert (done.exit_code, asked) == (1, [])
    assert "the text says 8" in done.output
    assert run("serve", "-a", "localhost:1").exit_code == 0
    assert asked == [("serve", "--config-file", str(config), "-a", "localhost:1")]
    # Where nothing stops MkDocs, nothing stops this.
    write_book(config.parent, {}, CONFIG.replace("      books:", "      strict: false\n      books:"))
    assert run("build").exit_code == 0


def test_what_is_missing_is_told_in_a_line(
    config: Path, asked: list[object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def none() -> tuple[()]:
        raise MissingPartError("this installation lacks rulebook.js")

    monkeypatch.setattr(zensical, "bundle_files", none)
    for said in ("this installation lacks rulebook.js", "pip install 'mkdocs-rulebook[zensical]'"):
        done = run("build")
        assert (done.exit_code, done.stderr.count("\n"), asked) == (2, 1, [])
        assert said in done.stderr
        monkeypatch.setattr(zensical, "is_installed", lambda name: False)
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path / "docs")
    assert run("serve").exit_code == 2


def test_a_command_that_fails_ends_as_it_does(config: Path, asked: object, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = subprocess.CompletedProcess((), 3)
    monkeypatch.setattr(zensical.subprocess, "run", lambda *command, **options: failed)
    assert run("build").exit_code == 3


def test_settings_get_what_they_lack_once() -> None:
    first = with_pages(CONFIG, "mkdocs.yml")
    assert first.count("rulebook: {config_file: mkdocs.yml}") == 1
    assert [first.count(f"assets/rulebook/rulebook.{ending}") for ending in ("css", "js")] == [1, 1]
    assert with_pages(first, "mkdocs.yml") == first
    mapping = "markdown_extensions:\n  tables: {}\nextra_css: [a.css]\n"
    assert with_pages(mapping, "x.yml").splitlines()[:4] == [
        "markdown_extensions:",
        "  tables: {}",
        "  rulebook: {config_file: x.yml}",
        "extra_css: [a.css, assets/rulebook/rulebook.css]",
    ]

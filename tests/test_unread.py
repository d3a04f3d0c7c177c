"""A page that reading fails on is lost with a finding that says so; the run and all other pages are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from rulebook.loading import page_loader as gathering
from rulebook_core.source import Source
from rulebook_rules.book import Book, Page
from rulebook_rules.claims import reading
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.reading import claim_readers
from rulebook_rules.rules import running as checks
from rulebook_syntax import dialects
from rulebook_syntax.document import Document, Prose

Run = Callable[..., Result]
Fail = Callable[[pytest.MonkeyPatch], None]

CONFIG = "site_name: x\nplugins: [{rulebook: {books: {cavea: {system: cavea}}}}]\n"
POISON = "# One\n\nPoison: 1 + 1 = 2, and `1:d6` is worth 9 Health Points.\n"
WRONG = "# Two\n\n`1:d6` is worth 8 Health Points, as [one](one.md#gone) says.\n"
OUR_OWN = "this page could not be read: a fault of rulebook itself (`{}`)"


def fail_on(text: str) -> None:
    if "Poison" in text:
        raise IndexError("on\npurpose")


def fail_reading(patch: pytest.MonkeyPatch) -> None:
    def read(source: Source, dialect: str, options: dialects.ReadingOptions) -> Document:
        fail_on(source.text)
        return dialects.read(source, dialect, options)

    patch.setattr(gathering, "read", read)


def fail_late(patch: pytest.MonkeyPatch) -> None:
    """The text of a page is read when somebody looks at it, perhaps from another page."""

    def read(source: Source, dialect: str, options: dialects.ReadingOptions) -> Document:
        document = dialects.read(source, dialect, options)

        def prose() -> Prose:
            fail_on(document.source.text)
            return document.prose

        return replace(document, read_prose=prose)

    patch.setattr(gathering, "read", read)


def fail_checking(patch: pytest.MonkeyPatch) -> None:
    def check(index: checks.BookIndex) -> Iterator[checks.Finding]:
        for page in index.reported:
            fail_on(page.document.source.text)
        yield from ()

    patch.setattr(checks, "CHECKS", (*checks.CHECKS, check))


def fail_claiming(patch: pytest.MonkeyPatch) -> None:
    def claims(context: Context) -> tuple[()]:
        fail_on(context.document.source.text)
        return ()

    patch.setattr(reading, "READERS", (*reading.READERS, claims))


def fail_together(patch: pytest.MonkeyPatch) -> None:
    def together(book: Book) -> Iterator[tuple[reading.ClaimReader, Sequence[Page]]]:
        texts = "".join(page.document.source.text for page in book.pages if page.has_game)
        fail_on(texts if "Three" in texts else "")
        yield from claim_readers(book)

    patch.setattr(reading, "claim_readers", together)


def fail_deep(patch: pytest.MonkeyPatch) -> None:
    def nested(context: Context) -> tuple[()]:
        return nested(context) if "Poison" in context.document.source.text else ()

    patch.setattr(reading, "READERS", (*reading.READERS, nested))


FAILING = [fail_reading, fail_late, fail_checking, fail_claiming]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for name, text in {"one.md": POISON, "two.md": WRONG, "three.md": "# Three\n\nText.\n"}.items():
        (tmp_path / "docs/cavea").mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs/cavea" / name).write_text(text)
    (tmp_path / "mkdocs.yml").write_text(CONFIG)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULEBOOK_DEBUG", raising=False)
    monkeypatch.setattr("rulebook_core.imports.modules.brought", set())
    return lambda *arguments: CliRunner().invoke(main, list(arguments))


@pytest.mark.parametrize("fail", FAILING)
def test_a_page_is_lost_and_not_the_run(run: Run, monkeypatch: pytest.MonkeyPatch, fail: Fail) -> None:
    fail(monkeypatch)
    result = run("check", "--format", "concise")
    lines = result.stdout.splitlines()
    told = OUR_OWN.format("IndexError: on")
    assert [line for line in lines if "unread-page" in line] == [f"docs/cavea/one.md:1:1: error[unread-page] {told}"]
    assert any("two.md:3:17: error[wrong-value]" in line for line in lines), "all others are checked"
    assert not any("unknown-anchor" in line for line in lines), "nobody knows what it has"
    assert "in 2 files" in lines[-1]
    assert result.exit_code == 1
    assert not result.stderr


@pytest.mark.parametrize("fail", [fail_together, fail_deep])
def test_whatever_fails_costs_one_page(run: Run, monkeypatch: pytest.MonkeyPatch, fail: Fail) -> None:
    fail(monkeypatch)
    result = run("check", "--format", "concise")
    assert result.stdout.count("error[unread-page]") == 1
    assert "two.md:3:17: error[wrong-value]" in result.stdout
    assert result.exit_code == 1


def test_who_reports_it_sees_where(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_claiming(monkeypatch)
    monkeypatch.setenv("RULEBOOK_DEBUG", "1")
    assert "IndexError" in run("check").stderr


@pytest.mark.parametrize("fail", FAILING)
def test_what_is_recorded_of_it_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch, fail: Fail) -> None:
    assert run("lock").exit_code == 0
    recorded = Path("rulebook.lock").read_text()
    assert "cavea/one.md" in recorded
    fail(monkeypatch)
    checked = run("check").stdout
    assert "lost-claim" not in checked
    assert "lost-anchor" not in checked
    result = run("lock")
    assert result.exit_code == 1
    assert "nothing was recorded" in result.stderr
    assert Path("rulebook.lock").read_text() == recorded


@pytest.mark.parametrize("command", ["ledger", "mutate"])
@pytest.mark.parametrize("fail", [fail_reading, fail_late, fail_checking])
def test_no_command_takes_it_for_right(run: Run, monkeypatch: pytest.MonkeyPatch, fail: Fail, command: str) -> None:
    fail(monkeypatch)
    result = run(command, "docs/cavea/one.md", "docs/cavea/three.md")
    assert result.exit_code == 1
    assert OUR_OWN.format("IndexError: on") in result.stderr


def test_what_fails_whatever_the_pages_are_ends_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(index: checks.BookIndex) -> Iterator[checks.Finding]:
        raise IndexError("on purpose")

    monkeypatch.setattr(checks, "CHECKS", (*checks.CHECKS, check))
    result = run("check")
    assert result.exit_code == 2
    assert "a fault of rulebook itself (IndexError: on purpose)" in result.stderr


def test_the_numbers_of_an_abbreviation_count_as_not_looked_at(run: Run) -> None:
    Path("mkdocs.yml").write_text(f"{CONFIG}markdown_extensions: [abbr]\n")
    Path("docs/cavea/three.md").write_text("# Three\n\nHP and XP.\n\n*[HP]: at most 9 points\n*[XP]: what one learns\n")
    lines = run("check", "--format", "concise").stdout.splitlines()
    (told,) = (line for line in lines if line.startswith("docs/cavea/three.md:"))
    assert told.startswith("docs/cavea/three.md:5:8: info[unread-text] these 4 words")
    assert "not looked at: 1 stretch of text" in lines[-1]

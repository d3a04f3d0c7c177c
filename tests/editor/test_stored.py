"""An editor, a check and a served site share stored summaries, and report what a cold run reports."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner
from mkdocs.commands.build import build
from mkdocs.config import load_config

from rulebook.cli import main
from rulebook.loading import page_loader
from rulebook_lsp.open_files import Desk, OpenFile
from tests.stored import CACHE

SETTINGS = "site_name: Links\nmarkdown_extensions: [def_list]\nplugins: [rulebook]\n"
PAGES = {
    "index.md": "# Start\n\nSee [b](b.md#deep). Roll 2d6 for lamp oil in a lantern.\n",
    "a.md": "# A\n\nSee [there](b.md#deep) and [nowhere](#nowhere).\n",
    "b.md": "# B\n\nText.\n\n## Deep\n\nMore of it: see [c](c.md).\n",
    "c.md": "# C\n\nThe word.\n\nLamp oil\n:   It burns.\n",
}


@pytest.fixture
def docs(tmp_path: Path) -> Iterator[Path]:
    """The pages of a site that was checked."""
    (tmp_path / "mkdocs.yml").write_text(SETTINGS, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    for name, text in PAGES.items():
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    with chdir(tmp_path):
        assert "unknown-anchor" in check()
        assert (tmp_path / CACHE).is_dir()
        yield tmp_path / "docs"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are parsed."""
    names: list[str] = []
    read = page_loader.read

    def note(source: page_loader.Source, *rest: object) -> page_loader.Document:
        names.append(Path(source.path).name)
        return read(source, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(page_loader, "read", note)
    return names


def check() -> str:
    return CliRunner().invoke(main, ["check", "--format", "concise"]).output


def opened(desk: Desk, path: Path) -> OpenFile:
    return desk.open(path.as_uri(), path, path.read_text(encoding="utf-8"), 1)


def reported(desk: Desk) -> list[tuple[str, str, int]]:
    """Have a book read, as the server does when its writer pauses: rule, file and start of each finding."""
    (book,) = desk.books
    reading = book.read(desk.texts, rules_may_differ=False)
    book.take(reading)
    return [(one.rule, Path(one.place.source.path).name, one.place.span.start) for one in reading.findings]


def test_an_editor_parses_the_pages_that_are_open_or_changed(docs: Path, parsed: list[str]) -> None:
    desk = Desk()
    file = opened(desk, docs / "c.md")
    before = reported(desk)
    assert [rule for rule, _, _ in before] == ["unknown-anchor"]
    assert set(parsed) == {"c.md"}
    parsed.clear()
    desk.change(file.uri, file.text + "\nSee [it](b.md#shallow).\n", 2)
    assert [rule for rule, _, _ in reported(desk)] == ["unknown-anchor", "unknown-anchor"]
    assert set(parsed) <= {"b.md", "c.md"}
    (docs / "a.md").write_text(PAGES["a.md"].replace("#nowhere", "b.md"), encoding="utf-8")
    desk.close(file.uri)
    opened(desk, docs / "c.md")
    assert reported(desk) == []


def test_a_page_that_was_not_parsed_is_looked_at_when_it_is_opened(docs: Path) -> None:
    desk = Desk()
    opened(desk, docs / "c.md")
    reported(desk)
    view = desk.view(opened(desk, docs / "a.md"))
    assert view is not None
    assert [one.rule for one in view.findings] == ["unknown-anchor"]
    assert view.page.summary is None
    (book,) = desk.books
    book.parse(desk.texts, lambda: False)
    assert all(page.document.headings for page in book.book.pages)


def test_a_text_that_is_not_saved_counts_for_its_editor_alone(docs: Path) -> None:
    before, desk = check(), Desk()
    file = opened(desk, docs / "b.md")
    assert len(reported(desk)) == 1
    desk.change(file.uri, file.text.replace("## Deep", "## Shallow"), 2)
    assert sorted(name for _, name, _ in reported(desk)) == ["a.md", "a.md", "index.md"]
    assert check() == before
    assert len(reported(desk)) == 3
    (docs / "b.md").write_text(file.text, encoding="utf-8")
    assert len(check().splitlines()) == len(before.splitlines()) + 2
    assert len(reported(desk)) == 3


@pytest.mark.parametrize(
    "change",
    [
        ("c.md", "word", "term"),
        ("c.md", "burns", "glows"),
        ("b.md", "Text.", "Lantern\n:   It is lit."),
        ("b.md", "Deep", "Shallow"),
    ],
)
def test_a_served_site_is_the_same_warm_and_cold(docs: Path, change: tuple[str, str, str], parsed: list[str]) -> None:
    name, old, new = change
    built = {}
    for is_warm in (True, False):
        for page, text in PAGES.items():
            (docs / page).write_text(text, encoding="utf-8")
        config = load_config(str(docs.parent / "mkdocs.yml"))
        config.plugins.on_startup(command="serve", dirty=False)
        config.plugins["rulebook"].live = None
        parsed.clear()
        for text in (PAGES[name], PAGES[name].replace(old, new)):
            (docs / name).write_text(text, encoding="utf-8")
            if not is_warm:
                (docs.parent / CACHE / "store.sqlite").unlink()
            build(config)
        pages = Path(config.site_dir).rglob("*.html")
        built[is_warm] = {path.name: path.read_text(encoding="utf-8") for path in pages}, set(parsed)
    assert built[True][0] == built[False][0]
    assert built[False][1] == set(PAGES)

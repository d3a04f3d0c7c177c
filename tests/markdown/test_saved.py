"""What is shown of pages while their writer saves one after another: what would be shown if all was read anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.loading.reading import read_book
from rulebook_core.workspace import unsaved
from rulebook_proof.analysis import Report, analyse, look_at
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.book import Book, Look, Page
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from rulebook_syntax.document import Document
from tests.our_books import ROOT, report_on_our_books
from tests.shares import shares

CONFIG = """\
site_name: Lamps
markdown_extensions: [attr_list, def_list, tables]
plugins: [rulebook: {books: {more: {}}}]
"""
PAGES = {
    "oil.md": "# Oil\n\nRoll 2d6 for a **lamp**.\n",
    "wick.md": "# Wick\n\nLet it burn for 1d4 hours, as [some oil](oil.md) does, and light the lamps.\n",
    "glossary.md": "# Glossary\n\nFlame\n: What burns.\n",
    "notes.md": "---\ndialect: obsidian\n---\n\n# Notes\n\nRoll `dice: 1d20`, see [[oil]] and [[wick#Wick]].\n",
    "more/smoke.md": "# Smoke\n\n| 1d4 | smell |\n| --- | --- |\n| 1-2 | tar |\n| 3-4 | wax |\n",
    "more/rings.md": "# Rings\n\nRoll 1d6 for the rings.\n",
}
PIECES = (
    "Roll 3d6, or `2d8`.",
    "An average of 3d6 is 10.5.",
    "An average of 3d6 is 11.",
    "A chance of 1 in 4 is 25 %.",
    "A **lamp** is what gives light.",
    "- **Lamp**: what gives light.",
    "Lamp\n: What gives light.",
    "Lamp\n: What has oil in it.",
    "The flame of the **lamp**.",
    "Roll 3D+1.",
    "Pay 2D.",
    "Roll 2k6, or k8.",
    "Roll 1k10, or k10.",
    "## Lamp",
    "| 1d6 | light |\n| --- | --- |\n| 1-3 | dim |\n| 4-6 | bright |",
    "<!-- rulebook: formerly #old -->",
    "the the",
    "[[oil#Lamp]]",
    "See [a lamp](oil.md#lamp).",
)
"""Blocks of which each may matter to the page that it stands on, or to another one."""


def saved(folder: Path, documents: dict[tuple[str, str], Document], before: Book) -> Report:
    """What is found by who has read the book before."""

    def look(page: Page) -> Look:
        return before.look(page) or look_at(page)

    site = load_config(folder / "mkdocs.yml")
    return analyse(read_book(site, find_system=load_system, known=documents, look_at=look))


@settings(max_examples=12)
@given(edits=st.lists(st.tuples(st.sampled_from(sorted(PAGES)), st.sampled_from(PIECES)), min_size=3, max_size=8))
def test_whatever_is_saved(edits: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("saved")
    for name, text in {"mkdocs.yml": CONFIG, **{f"docs/{uri}": text for uri, text in PAGES.items()}}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    documents: dict[tuple[str, str], Document] = {}
    before: Presenter | None = None
    for uri, piece in edits:
        report = saved(folder, documents, before.book if before is not None else Book(()))
        again = Presenter(report.book, report, for_writer=True, before=before)
        anew = Presenter(report.book, report, for_writer=True)
        for page in report.book.pages:
            assert again.page(page.uri).data() == anew.page(page.uri).data()
        assert again.uris == anew.uris
        before = again
        page_file = folder / "docs" / uri
        text = page_file.read_text(encoding="utf-8")
        without = text.replace(f"\n{piece}\n", "")
        page_file.write_text(without if without != text else f"{text}\n{piece}\n", encoding="utf-8")


def test_what_is_saved_is_presented_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: Lamps\nplugins: [rulebook]\n", encoding="utf-8")
    for name in ("oil", "wick"):
        (tmp_path / f"docs/{name}.md").write_text(f"# {name}\n\nRoll 2d6.\n", encoding="utf-8")
    documents: dict[tuple[str, str], Document] = {}
    report = saved(tmp_path, documents, Book(()))
    before = Presenter(report.book, report)
    for page in report.book.pages:
        before.page(page.uri)
    (tmp_path / "docs/wick.md").write_text("# wick\n\nRoll 3d6.\n", encoding="utf-8")
    report = saved(tmp_path, documents, report.book)
    after = Presenter(report.book, report, before=before)
    made = presented(monkeypatch)
    assert "2d6" in after.page("oil.md").text
    assert "3d6" in after.page("wick.md").text
    assert made == ["wick.md"]


def presented(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are presented anew from now on."""
    made: list[str] = []
    present = Presenter._presented

    def noting(presenter: Presenter, page: Page, *args: Any) -> Any:
        made.append(page.uri)
        return present(presenter, page, *args)

    monkeypatch.setattr(Presenter, "_presented", noting)
    return made


@pytest.mark.parametrize(
    ("uri", "old", "new"),
    shares(
        [
            ("cavea/health.md", "\n\n", "\n\nA sentence more.\n\n"),
            ("sda/odds.adoc", "", "\n\nOne more: d6.\n"),
            ("cavea/glossary.md", "\n: ", "\n: Now and then, "),
            ("drama/dice.md", "## ", "## More "),
            ("masque/masque.txt", " one ", " 1 "),
            ("dry-cereal/actions.md", "", "\n\nRoll 2d6.\n"),
        ],
        seen=1,
    ),
)
def test_a_page_of_our_books_is_saved(uri: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    report = report_on_our_books()
    sources = {page.uri: page.document.source for page in report.book.pages}
    documents = {(page.document.source.path, page.document.source.text): page.document for page in report.book.pages}
    before = Presenter(report.book, report, for_writer=True)
    for page in report.book.pages:
        before.page(page.uri)
    text = sources[uri].text
    changed = text.replace(old, new, 1) if old else text + new
    with unsaved({os.path.realpath(ROOT / "docs" / uri): changed}):
        report = saved(ROOT, documents, report.book)
    assert report.book.by_uri[uri].document.source.text == changed
    made = presented(monkeypatch)
    again = Presenter(report.book, report, for_writer=True, before=before)
    shown = {page.uri: again.page(page.uri).data() for page in report.book.pages}
    assert uri in made
    assert len(made) < len(shown) / 2
    anew = Presenter(report.book, report, for_writer=True)
    for one, data in shown.items():
        assert data == anew.page(one).data()

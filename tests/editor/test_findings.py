"""Findings and remedies over the protocol, in every dialect, as somebody types."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from rulebook_lsp.command import OneLine
from rulebook_syntax.dialects import dialects
from tests.editor.books import BOOKS, Small
from tests.editor.conftest import Editor

pytestmark = pytest.mark.asyncio


async def test_the_small_books_are_in_every_dialect() -> None:
    assert sorted(book.dialect for book in BOOKS) == list(dialects())


@pytest.mark.parametrize("small", BOOKS, ids=lambda small: small.dialect)
async def test_a_slip_is_shown_as_it_is_typed_and_its_fix_mends_it(
    small: Small, editor: Editor, tmp_path: Path
) -> None:
    page = small.write(tmp_path)
    await editor.start(tmp_path)
    uri = editor.open(page)
    await editor.rules(uri)
    editor.replace(uri, small.right, small.wrong)
    (shown,) = await editor.rules(uri, small.rule)
    assert shown.source == "rulebook"
    assert shown.severity is types.DiagnosticSeverity.Error
    assert editor.range(uri, small.wrong).start.line == shown.range.start.line
    assert "help: write `4`" in shown.message
    (fix,) = await editor.fixes(uri, small.wrong)
    assert fix.title == "write `4`"
    assert fix.kind == types.CodeActionKind.QuickFix
    editor.type(uri, editor.applied(uri, fix.edit))
    await editor.rules(uri)
    assert page.read_text(encoding="utf-8") == small.text


LINKED = {"a.md": "# A\n\nSee [there](b.md#deep).\n", "b.md": "# B\n\nText.\n\n## Deep\n\nMore of it.\n"}


PLAIN = "site_name: Links\nplugins: [rulebook: {books: {.: {system: plain}}}]\n"


def write(folder: Path, pages: dict[str, str], settings: str = PLAIN) -> Path:
    (folder / "mkdocs.yml").write_text(settings)
    (folder / "docs").mkdir()
    for name, text in pages.items():
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    return folder / "docs"


async def test_what_is_not_saved_counts_in_other_pages_until_it_is_closed(editor: Editor, tmp_path: Path) -> None:
    docs = write(tmp_path, LINKED)
    await editor.start(tmp_path)
    there = editor.open(docs / "b.md")
    here = (docs / "a.md").as_uri()
    await editor.rules(there)
    editor.replace(there, "## Deep", "## Deeper")
    (shown,) = await editor.rules(here, "unknown-anchor")
    assert shown.related_information is not None
    assert shown.related_information[0].location.uri == there
    other = editor.open(docs / "a.md")
    await editor.rules(other, "unknown-anchor")
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(there)))
    await editor.rules(here)


async def test_a_remedy_is_offered_for_the_text_that_is_there_alone(editor: Editor, tmp_path: Path) -> None:
    docs = write(tmp_path, {"a.md": "# A\n\nHere 1 + 1 = 3.\n"})
    await editor.start(tmp_path)
    uri = editor.open(docs / "a.md")
    await editor.rules(uri, "wrong-sum")
    assert [fix.title for fix in await editor.fixes(uri, "= 3")] == ["write `2`"]
    assert await editor.fixes(uri, "# A") == []
    editor.type(uri, "# A\n\nA line before. Here 1 + 1 = 3.\n")
    (fix,) = await editor.fixes(uri, "= 3")
    assert editor.applied(uri, fix.edit) == "# A\n\nA line before. Here 1 + 1 = 2.\n"


WIDE = "# 🎲\n\nRoll 🎲🎲, **🎲** and add 1 + 1 = 3.\n"


@pytest.mark.parametrize(
    ("encodings", "start"),
    [(None, 34), ([types.PositionEncodingKind.Utf32], 31), ([types.PositionEncodingKind.Utf8], 40)],
    ids=["UTF-16", "UTF-32", "UTF-8"],
)
async def test_characters_are_counted_as_agreed(
    encodings: list[types.PositionEncodingKind] | None, start: int, editor: Editor, tmp_path: Path
) -> None:
    docs = write(tmp_path, {"a.md": WIDE})
    await editor.start(tmp_path, encodings=encodings)
    uri = editor.open(docs / "a.md")
    (shown,) = await editor.rules(uri, "wrong-sum")
    assert shown.range == types.Range(types.Position(2, start), types.Position(2, start + 1))


async def test_broken_settings_are_told_where_they_are_written_and_all_goes_on_when_they_are_mended(
    editor: Editor, tmp_path: Path
) -> None:
    docs = write(tmp_path, {"a.md": "# A\n\nHere 1 + 1 = 3.\n"}, "site_name: [\n")
    await editor.start(tmp_path)
    uri = editor.open(docs / "a.md")
    settings = editor.open(tmp_path / "mkdocs.yml")
    await editor.rules(settings, "unreadable-source")
    editor.type(settings, "site_name: Mended\nplugins: [rulebok: {books: {}}]\n")
    await editor.rules(settings, "invalid-setting")
    await editor.rules(uri)  # Nobody knows what its settings mean, so nothing is said of it.
    editor.type(settings, PLAIN)
    await editor.rules(settings)
    await editor.rules(uri, "wrong-sum")


async def test_a_rules_module_that_prints_and_fails_does_not_end_the_server(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "loud_game.py").write_text("print('Content-Length: 3')\nraise SystemExit(3)\n")
    settings = "site_name: Loud\nplugins: [rulebook: {books: {.: {system: loud_game}}}]\n"
    docs = write(tmp_path, {"a.md": "# A\n\nText.\n"}, settings)
    await editor.start(tmp_path)
    editor.open(docs / "a.md")
    (shown,) = await editor.until((tmp_path / "mkdocs.yml").as_uri(), bool)
    assert "SystemExit" in shown.message


async def test_a_game_of_its_own_is_read_anew_when_it_is_saved(editor: Editor, tmp_path: Path) -> None:
    rules = "game: Walk\nvalues:\n  Reach: 1..6\n  Pace: {is: Reach / 2, round: up, unit: streets}\n"
    settings = "site_name: Walk\nplugins: [rulebook: {books: {.: {system: docs/rules.yml}}}]\n"
    docs = write(
        tmp_path, {"a.md": "# Walking\n\nWhoever has Reach 3 has a Pace of 2 streets.\n", "rules.yml": rules}, settings
    )
    await editor.start(tmp_path)
    uri = editor.open(docs / "a.md")
    await editor.rules(uri)
    (docs / "rules.yml").write_text(rules.replace("up", "down"))
    editor.client.text_document_did_save(
        types.DidSaveTextDocumentParams(types.TextDocumentIdentifier((docs / "rules.yml").as_uri()))
    )
    (shown,) = await editor.until(uri, bool)
    assert "the rules give 1, the text says `2`" in shown.message


async def test_the_guide_is_linked_where_it_is_known(editor: Editor, tmp_path: Path) -> None:
    docs = write(tmp_path, {"a.md": "# A\n\nHere 1 + 1 = 3.\n"})
    await editor.start(tmp_path, guide="https://example.org/guide/rules.html")
    (shown,) = await editor.rules(editor.open(docs / "a.md"), "wrong-sum")
    assert shown.code_description == types.CodeDescription("https://example.org/guide/rules.html#wrong-sum")


async def test_a_file_by_itself_is_checked_with_what_it_links_to_and_what_is_no_source_is_let_be(
    editor: Editor, tmp_path: Path
) -> None:
    for name, text in LINKED.items():
        (tmp_path / name).write_text(text.replace("#deep", "#depe"))
    (tmp_path / "notes.txt").write_text("Here 1 + 1 = 3.\n")
    await editor.start(tmp_path)
    notes = editor.open(tmp_path / "notes.txt")
    await editor.rules(editor.open(tmp_path / "a.md"), "unknown-anchor")
    assert notes not in editor.client.diagnostics


async def test_a_vault_is_a_book(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "One.md").write_text("See [[Two]] and [[Three]].\n")
    (tmp_path / "Two.md").write_text("See [[One]].\n")
    await editor.start(tmp_path)
    await editor.rules(editor.open(tmp_path / "One.md"), "unresolved-wikilink")


async def test_what_cannot_be_answered_is_logged_in_a_line() -> None:
    try:
        json.loads("{\n")
    except ValueError:
        record = logging.LogRecord("pygls", logging.ERROR, "", 0, "Error %s", ("a\nTraceback",), sys.exc_info())
    said = OneLine().format(record)
    assert said.startswith("rulebook: Error a: JSONDecodeError: ")
    assert len(said.splitlines()) == 1

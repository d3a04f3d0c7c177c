"""Completion and renaming over the protocol, in every dialect: links lead where they led, and nothing else changes."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from lsprotocol import types

from rulebook.cli import main
from rulebook_syntax.dialects import dialects
from tests.editor.books import SETTINGS
from tests.editor.conftest import Editor

pytestmark = pytest.mark.asyncio


class Linked(NamedTuple):
    """Pages of a book that link to a heading of the first one, and the same when that is called otherwise."""

    dialect: str
    heading: str
    before: dict[str, str]
    after: dict[str, str]


LINKED = (
    Linked(
        "markdown",
        "Deep water",
        {
            "a.md": "# A\n\nSee [it](#deep-water) and [that][w].\n\n## Deep water\n\nText.\n\n[w]: #deep-water\n",
            "b.md": "# B\n\nThere: [water](a.md#deep-water), [a page](a.md).\n",
        },
        {
            "a.md": "# A\n\nSee [it](#the-ford) and [that][w].\n\n## The ford\n\nText.\n\n[w]: #the-ford\n",
            "b.md": "# B\n\nThere: [water](a.md#the-ford), [a page](a.md).\n",
        },
    ),
    Linked(
        "obsidian",
        "Deep water",
        {
            "a.md": "# A\n\nSee [[#Deep water]].\n\n## Deep water\n\nText.\n",
            "b.md": "# B\n\nThere: [[a#deep water|water]], [[a]], [so](a.md#Deep%20water).\n",
        },
        {
            "a.md": "# A\n\nSee [[#The ford]].\n\n## The ford\n\nText.\n",
            "b.md": "# B\n\nThere: [[a#The ford|water]], [[a]], [so](a.md#The%20ford).\n",
        },
    ),
    Linked(
        "pandoc",
        "Deep water",
        {
            "a.md": "% Title\n\n# A\n\nSee [it](#deep-water).\n\n# Deep water\n\nText.\n",
            "b.md": "% Other\n\n# B\n\nThere: [water](a.md#deep-water).\n",
        },
        {
            "a.md": "% Title\n\n# A\n\nSee [it](#the-ford).\n\n# The ford\n\nText.\n",
            "b.md": "% Other\n\n# B\n\nThere: [water](a.md#the-ford).\n",
        },
    ),
    Linked(
        "asciidoc",
        "Deep water",
        {
            "a.adoc": "= A\n\nSee <<_deep_water>> and <<Deep water>>.\n\n== Deep water\n\nText.\n",
            "b.adoc": "= B\n\nThere: xref:a.adoc#_deep_water[water].\n",
        },
        {
            "a.adoc": "= A\n\nSee <<_the_ford>> and <<The ford>>.\n\n== The ford\n\nText.\n",
            "b.adoc": "= B\n\nThere: xref:a.adoc#_the_ford[water].\n",
        },
    ),
    Linked(
        "prose",
        "Deep Water",
        {"a.txt": "Rivers\n\nOf rivers, see Deep Water below.\n\nDeep Water\n\nIt is cold and deep there.\n"},
        {"a.txt": "Rivers\n\nOf rivers, see The ford below.\n\nThe ford\n\nIt is cold and deep there.\n"},
    ),
)


def write(folder: Path, dialect: str, pages: dict[str, str]) -> Path:
    (folder / "mkdocs.yml").write_text(SETTINGS.format(system="plain", dialect=dialect))
    (folder / "docs").mkdir()
    for name, text in pages.items():
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    return folder / "docs"


async def test_headings_are_renamed_in_every_dialect() -> None:
    assert sorted(linked.dialect for linked in LINKED) == list(dialects())


@pytest.mark.parametrize("linked", LINKED, ids=lambda linked: linked.dialect)
async def test_a_heading_is_renamed_with_its_links(linked: Linked, editor: Editor, tmp_path: Path) -> None:
    docs = write(tmp_path, linked.dialect, linked.before)
    await editor.start(tmp_path)
    uris = {name: editor.open(docs / name) for name in linked.before}
    first = next(iter(uris.values()))
    await editor.rules(first)
    name = "The ford" if linked.dialect != "prose" else "The Ford"
    there = editor.range(first, f"{linked.heading}\n\n")
    document = types.TextDocumentIdentifier(first)
    asked = await editor.client.text_document_prepare_rename_async(types.PrepareRenameParams(document, there.start))
    assert isinstance(asked, types.PrepareRenamePlaceholder)
    assert asked.placeholder == linked.heading
    edit = await editor.client.text_document_rename_async(types.RenameParams(document, there.start, name))
    for page, uri in uris.items():
        assert editor.applied(uri, edit) == linked.after[page].replace("The ford", name)
        editor.type(uri, editor.applied(uri, edit))
    assert await editor.rules(first) is not None


@pytest.mark.parametrize("linked", LINKED, ids=[linked.dialect for linked in LINKED])
async def test_a_heading_that_is_renamed_keeps_the_links_of_readers(
    linked: Linked, editor: Editor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = write(tmp_path, linked.dialect, linked.before)
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["lock"]).exit_code == 0
    await editor.start(tmp_path)
    uris = {name: editor.open(docs / name) for name in linked.before}
    first = next(iter(uris.values()))
    before = await editor.rules(first)
    document, there = types.TextDocumentIdentifier(first), editor.range(first, f"{linked.heading}\n\n")
    name = "The ford" if linked.dialect != "prose" else "The Ford"
    edit = await editor.client.text_document_rename_async(types.RenameParams(document, there.start, name))
    for page, uri in uris.items():
        (docs / page).write_text(editor.applied(uri, edit), encoding="utf-8")
    report = CliRunner().invoke(main, ["check", "--format", "concise"]).output
    assert "lost-anchor" not in report
    assert "lost-anchor" not in before


async def test_what_is_no_heading_is_not_renamed_and_a_name_that_makes_none_is_refused(
    editor: Editor, tmp_path: Path
) -> None:
    docs = write(tmp_path, "markdown", LINKED[0].before)
    await editor.start(tmp_path)
    uri = editor.open(docs / "a.md")
    await editor.rules(uri)
    document = types.TextDocumentIdentifier(uri)
    words = types.PrepareRenameParams(document, editor.at(uri, "Text."))
    assert await editor.client.text_document_prepare_rename_async(words) is None
    heading = editor.at(uri, "Deep water\n")
    two = types.RenameParams(document, heading, "Here\n\n## And there")
    assert await editor.client.text_document_rename_async(two) is None
    assert [shown.message for shown in editor.client.messages] == ["`Here  ## And there` would not be a heading"]


@pytest.mark.parametrize(
    ("dialect", "name", "written", "offered"),
    [
        ("markdown", "c.md", "See [x](a.md#", "deep-water"),
        ("markdown", "c.md", "See [x](", "a.md"),
        ("markdown", "c.md", "[lab]: a.md\n\nSee [x][", "lab"),
        ("obsidian", "c.md", "See [[", "b"),
        ("obsidian", "c.md", "See [[a#", "Deep water"),
        ("pandoc", "c.md", "See [x](a.md#", "deep-water"),
        ("asciidoc", "c.adoc", "See xref:a.adoc#", "_deep_water"),
        ("asciidoc", "c.adoc", "= C\n\n[[here]]\nSee <<", "here"),
    ],
)
async def test_links_are_completed(
    dialect: str, name: str, written: str, offered: str, editor: Editor, tmp_path: Path
) -> None:
    pages = next(linked for linked in LINKED if linked.dialect == dialect).before
    docs = write(tmp_path, dialect, {**pages, name: "Text.\n"})
    await editor.start(tmp_path)
    uri = editor.open(docs / name)
    await editor.until(uri, lambda shown: True)
    editor.type(uri, f"{written}\n")
    line = written.count("\n")
    position = types.Position(line, len(written.rpartition("\n")[2]))
    asked = types.CompletionParams(types.TextDocumentIdentifier(uri), position)
    found = await editor.client.text_document_completion_async(asked)
    assert isinstance(found, list)
    assert offered in [choice.label for choice in found]


@pytest.mark.parametrize(
    ("system", "dialect", "name", "offered"),
    [("cavea", "markdown", "c.md", "bSt"), ("masque", "prose", "c.txt", "Lancer")],
)
async def test_terms_and_names_of_the_game_are_completed(
    system: str, dialect: str, name: str, offered: str, editor: Editor, tmp_path: Path
) -> None:
    docs = write(tmp_path, dialect, {name: "Rolls\n\nA word\n"})
    (tmp_path / "mkdocs.yml").write_text(SETTINGS.format(system=system, dialect=dialect))
    await editor.start(tmp_path)
    uri = editor.open(docs / name)
    await editor.until(uri, lambda shown: True)
    asked = types.CompletionParams(types.TextDocumentIdentifier(uri), types.Position(2, 4))
    found = await editor.client.text_document_completion_async(asked)
    assert isinstance(found, list)
    (choice,) = [choice for choice in found if choice.label.casefold() == offered.casefold()]
    assert isinstance(choice.text_edit, types.TextEdit)
    assert choice.text_edit.range == types.Range(types.Position(2, 2), types.Position(2, 4))

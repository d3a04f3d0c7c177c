"""Symbols, references, links, folding and the tokens of dice over the protocol."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from tests.editor.books import SETTINGS
from tests.editor.conftest import Editor
from tests.editor.test_findings import write
from tests.editor.test_writing import LINKED, Linked

pytestmark = pytest.mark.asyncio


def document(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri)


async def opened(editor: Editor, folder: Path, pages: dict[str, str], dialect: str = "markdown") -> dict[str, str]:
    """Open the pages of a book; their addresses by name."""
    docs = write(folder, pages, SETTINGS.format(system="plain", dialect=dialect))
    await editor.start(folder)
    uris = {name: editor.open(docs / name) for name in pages}
    await editor.until(next(iter(uris.values())), lambda shown: True)
    return uris


OUTLINE = "# A\n\nText.\n\n## B\n\nMore.\n\n### C\n\nMost.\n\n## D\n\nEnd.\n"


async def test_the_symbols_of_a_page_are_its_sections_within_each_other(editor: Editor, tmp_path: Path) -> None:
    uri = (await opened(editor, tmp_path, {"a.md": OUTLINE}))["a.md"]
    (top,) = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(document(uri))) or ()
    assert isinstance(top, types.DocumentSymbol)
    assert top.name == "A"
    assert [(one.name, one.range.start.line) for one in top.children or ()] == [("B", 4), ("D", 12)]
    assert [one.name for one in (top.children or ())[0].children or ()] == ["C"]
    assert top.selection_range == types.Range(types.Position(0, 0), types.Position(0, 3))


@pytest.mark.parametrize("linked", LINKED, ids=lambda linked: linked.dialect)
async def test_headings_of_every_dialect_are_symbols(linked: Linked, editor: Editor, tmp_path: Path) -> None:
    name = next(iter(linked.before))
    uri = (await opened(editor, tmp_path, linked.before, linked.dialect))[name]
    found = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(document(uri))) or ()
    symbols = [one for one in found if isinstance(one, types.DocumentSymbol)]
    assert linked.heading in [one.name for top in symbols for one in (top, *(top.children or ()))]


async def test_headings_of_all_pages_are_searched(editor: Editor, tmp_path: Path) -> None:
    uris = await opened(editor, tmp_path, {"a.md": OUTLINE, "b.md": "# Deep water\n\n## Water and salt\n"})
    found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("WATER")) or ()
    assert [(one.name, one.container_name) for one in found] == [
        ("Deep water", "Deep water"),
        ("Water and salt", "Deep water"),
    ]
    assert {one.location.uri for one in found} == {uris["b.md"]}
    assert [*(await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("nothing")) or ())] == []


async def references(
    editor: Editor, uri: str, words: str, within: int = 0, *, own: bool = False
) -> list[tuple[str, int]]:
    params = types.ReferenceParams(
        types.ReferenceContext(include_declaration=own), document(uri), editor.at(uri, words, within=within)
    )
    found = await editor.client.text_document_references_async(params) or ()
    return [(place.uri.rpartition("/")[2], place.range.start.line) for place in found]


@pytest.mark.parametrize("linked", LINKED[:4], ids=lambda linked: linked.dialect)
async def test_the_links_to_a_heading_are_found_from_it_and_from_each_of_them(
    linked: Linked, editor: Editor, tmp_path: Path
) -> None:
    uris = await opened(editor, tmp_path, linked.before, linked.dialect)
    first, second = linked.before
    heading = next(line for line in linked.before[first].splitlines() if line.endswith(f" {linked.heading}"))
    line = linked.before[first].splitlines().index(heading)
    found = await references(editor, uris[first], f"{heading}\n\n", within=4)
    assert {name for name, _ in found} == {first, second}
    assert (first, line) not in found
    with_own = await references(editor, uris[first], f"{heading}\n\n", within=4, own=True)
    assert with_own == [(first, line), *found]
    there = await references(editor, uris[second], "There: ", within=9)
    assert there == found


async def test_a_link_to_a_page_refers_to_its_title(editor: Editor, tmp_path: Path) -> None:
    pages = {"a.md": "# A\n\nSee [b](b.md), [so](b.md#b) and [deep](b.md#deep).\n", "b.md": "# B\n\n## Deep\n"}
    uris = await opened(editor, tmp_path, pages)
    assert await references(editor, uris["b.md"], "# B", within=2) == [("a.md", 2), ("a.md", 2)]


TERMS = {
    "a.md": "# Terms\n\nGrit\n:   How much you can take.\n\n## Use\n\nYour *Grit* falls.\n",
    "b.md": "# More\n\nWithout Grit you sleep.\n",
}


async def test_the_uses_of_a_term_are_found_from_its_definition_and_from_each_use(
    editor: Editor, tmp_path: Path
) -> None:
    settings = SETTINGS.format(system="plain", dialect="markdown") + "markdown_extensions: [def_list]\n"
    docs = write(tmp_path, TERMS, settings)
    await editor.start(tmp_path)
    uris = {name: editor.open(docs / name) for name in TERMS}
    await editor.until(uris["a.md"], lambda shown: True)
    found = await references(editor, uris["b.md"], "Grit", within=1)
    assert ("b.md", 2) in found
    assert ("a.md", 3) in await references(editor, uris["b.md"], "Grit", within=1, own=True)
    assert await references(editor, uris["a.md"], "How much", within=1) == found


async def test_links_lead_to_pages_their_sections_and_other_sites(editor: Editor, tmp_path: Path) -> None:
    page = "# A\n\nSee [b](b.md#deep), [c](b.md), [d](https://example.org/x), [e](nowhere.md).\n"
    uris = await opened(editor, tmp_path, {"a.md": page, "b.md": "# B\n\n## Deep\n"})
    found = await editor.client.text_document_document_link_async(types.DocumentLinkParams(document(uris["a.md"])))
    assert [(link.target, link.range.start.character) for link in found or ()] == [
        (f"{uris['b.md']}#L3", page.splitlines()[2].index("b.md#deep")),
        (uris["b.md"], page.splitlines()[2].index("b.md)")),
        ("https://example.org/x", page.splitlines()[2].index("https")),
    ]


async def test_front_matter_sections_tables_and_comments_fold(editor: Editor, tmp_path: Path) -> None:
    page = (
        "---\ntitle: A\n---\n\n# A\n\n<!-- a\ncomment -->\n\n## B\n\n"
        "| d4 | What |\n|----|------|\n| 1-2 | luck |\n| 3-4 | pain |\n\n## C\n\nEnd.\n\n"
    )
    uri = (await opened(editor, tmp_path, {"a.md": page}))["a.md"]
    found = await editor.client.text_document_folding_range_async(types.FoldingRangeParams(document(uri))) or ()
    lines = sorted((fold.start_line, fold.end_line, fold.kind) for fold in found)
    assert lines == [
        (0, 2, None),
        (4, 18, None),
        (6, 7, types.FoldingRangeKind.Comment),
        (9, 14, None),
        (11, 14, None),
        (16, 18, None),
    ]


async def test_dice_are_tokens_counted_as_agreed(editor: Editor, tmp_path: Path) -> None:
    docs = write(tmp_path, {"a.md": "# 🎲\n\nRoll 🎲 2d6, then 1d20+4.\n\nOr 3d6.\n"})
    capabilities = (await editor.start(tmp_path)).capabilities
    assert isinstance(
        capabilities.semantic_tokens_provider, types.SemanticTokensRegistrationOptions | types.SemanticTokensOptions
    )
    assert [*capabilities.semantic_tokens_provider.legend.token_types] == ["number"]
    uri = editor.open(docs / "a.md")
    await editor.until(uri, lambda shown: True)
    found = await editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
    assert found is not None
    # Each: lines down, characters from the one before on the same line, length, type, modifiers.
    assert [*found.data] == [2, 8, 3, 0, 0, 0, 10, 6, 0, 0, 2, 3, 3, 0, 0]

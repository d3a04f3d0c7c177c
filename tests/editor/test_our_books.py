"""What an editor is told of our own books, which are in all five dialects: hover, definitions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.editor.conftest import SERVER, Editor
from tests.shares import whole

DOCS = Path(__file__).parent.parent.parent / "docs"

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def books() -> AsyncIterator[Editor]:
    """An editor in which our books lie open."""
    client = await SERVER.start()
    assert isinstance(client, LanguageClient)
    editor = Editor(client)
    await editor.start(DOCS.parent)
    await editor.rules(editor.open(DOCS / "cavea/health.md"))
    yield editor
    await client.shutdown_session()
    await client.stop()


async def hovered(editor: Editor, page: str, words: str, within: int) -> str:
    uri = editor.open(DOCS / page)
    asked = types.HoverParams(types.TextDocumentIdentifier(uri), editor.at(uri, words, within=within))
    found = await editor.client.text_document_hover_async(asked)
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value


@pytest.mark.parametrize(
    ("page", "words", "within", "told"),
    [
        ("cavea/health.md", "worth 35 Health", 7, "- each d12 is worth 3, and there are 2: 6\n"),
        ("cavea/health.md", "3:d6/2:d12/2:d20", 3, "```text\n3:d6/2:d12/2:d20\n"),
        ("cavea/health.md", "[physical attributes]", 3, "**Physical attribute**: "),
        ("drama/results.md", "higher of the 2 opposing", 14, "An opposed test has two sides"),
        ("drama/results.md", "Passion dice", 2, "**Passion dice (nDd)**: "),
        ("dry-cereal/actions.md", "Superior [+2]", 11, "the Ladder: Superior is +2"),
        ("dry-cereal/actions.md", "Technique of yours", 2, "**Technique**: "),
        ("sda/attributes.adoc", "between 4 and 12", 8, "The attributes of a humanoid usually lie in one range"),
        ("sda/tests.adoc", "polyhedral dice", 2, "**Polyhedral dice**: "),
        ("masque/masque.txt", "four roles", 1, "The roles are Lancer, Curate, Bravo and Magnus"),
        ("masque/masque.txt", "troupe", 1, "**Troupe**: "),
        ("guide/dialects.md", "Nobody has two of them", 12, "- average: needs dice beside a number"),
        ("guide/dialects.md", "Nobody has two of them", 12, "- its page names no game, so no phrase"),
    ],
)
async def test_hover_says_why_and_what_and_how_likely(
    page: str, words: str, within: int, told: str, books: Editor
) -> None:
    assert told in await hovered(books, page, words, within)


@pytest.mark.parametrize(
    ("page", "words", "within", "there", "says"),
    [
        ("cavea/health.md", "[physical attributes](attributes.md)", 3, "cavea/attributes.md", "#"),
        ("drama/results.md", "building-a-pool#Drama pool", 4, "drama/building-a-pool.md", "## Drama pool"),
        ("drama/results.md", "net successes", 2, "drama/glossary.md", "Successes [[results"),
        ("dry-cereal/skills.md", "actions.md#the-ladder", 2, "dry-cereal/actions.md", "{#the-ladder}"),
        ("sda/attributes.adoc", "tests.adoc#die-size", 2, "sda/tests.adoc", "die-size"),
        ("sda/tests.adoc", "polyhedral dice", 2, "sda/glossary.adoc", "Dice of other shapes"),
        ("masque/masque.txt", "When a Rounder keeps", 8, "masque/masque.txt", "Rounder: Build"),
    ],
)
async def test_a_definition_is_found_by_link_label_wikilink_entry_and_term(
    page: str, words: str, within: int, there: str, says: str, books: Editor
) -> None:
    uri = books.open(DOCS / page)
    asked = types.DefinitionParams(types.TextDocumentIdentifier(uri), books.at(uri, words, within=within))
    found = await books.client.text_document_definition_async(asked)
    assert isinstance(found, list)
    (place,) = found
    assert isinstance(place, types.Location)
    assert place.uri == (DOCS / there).as_uri()
    assert says in (DOCS / there).read_text(encoding="utf-8").splitlines()[place.range.start.line]


@whole
async def test_a_label_leads_to_its_definition_and_its_link_to_what_it_defines(books: Editor) -> None:
    text = "# Health\n\nSee [one][there], [there].\n\n[there]: attributes.md\n"
    uri = books.open(DOCS / "cavea/health.md", text)
    for words, there, line in (("[one]", "attributes.md", 0), ("[there],", "health.md", 4)):
        asked = types.DefinitionParams(types.TextDocumentIdentifier(uri), books.at(uri, words, within=2))
        (place,) = await books.client.text_document_definition_async(asked) or ()
        assert isinstance(place, types.Location)
        assert (place.uri, place.range.start.line) == ((DOCS / "cavea" / there).as_uri(), line)

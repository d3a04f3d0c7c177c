"""A `rules.yml` over the protocol: its own faults and those of pages, before it is saved; values by their names."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from tests.editor.conftest import Editor
from tests.editor.test_findings import write

pytestmark = pytest.mark.asyncio

RULES = """\
game: Walk
values:
  Reach: 1..6
  Pace: {is: Reach / 2, round: up, unit: streets}
"""
SETTINGS = "site_name: Walk\nplugins: [rulebook: {books: {.: {system: docs/rules.yml}}}]\n"
PAGE = "# Walking\n\nWhoever has Reach 3 has a Pace of 2 streets.\n"


async def opened(editor: Editor, folder: Path, rules: str = RULES) -> tuple[str, str]:
    """Open the page and the rules of a book; their addresses."""
    docs = write(folder, {"a.md": PAGE, "rules.yml": rules}, SETTINGS)
    await editor.start(folder)
    return editor.open(docs / "a.md"), editor.open(docs / "rules.yml")


async def test_rules_count_in_pages_before_they_are_saved(editor: Editor, tmp_path: Path) -> None:
    page, rules = await opened(editor, tmp_path)
    await editor.rules(page)
    editor.replace(rules, "round: up", "round: down")
    (shown,) = await editor.until(page, bool)
    assert "the rules give 1, the text says `2`" in shown.message
    editor.replace(rules, "round: down", "round: up")
    await editor.rules(page)
    assert (tmp_path / "docs" / "rules.yml").read_text(encoding="utf-8") == RULES


async def test_rules_that_are_closed_unsaved_count_no_more(editor: Editor, tmp_path: Path) -> None:
    page, rules = await opened(editor, tmp_path)
    await editor.rules(page)
    editor.replace(rules, "round: up", "round: down")
    await editor.until(page, bool)
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(rules)))
    await editor.rules(page)


async def test_a_fault_of_rules_is_shown_as_it_is_typed(editor: Editor, tmp_path: Path) -> None:
    _, rules = await opened(editor, tmp_path)
    await editor.rules(rules)
    editor.replace(rules, "Reach / 2", "Raech / 2")
    (shown,) = await editor.rules(rules, "invalid-setting")
    assert shown.range.start == editor.at(rules, "Raech")
    editor.replace(rules, "Raech / 2", "Reach / 2")
    await editor.rules(rules)


async def test_rules_without_a_site_are_checked_by_themselves(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "rules.yml"
    path.write_text(RULES.replace("Reach / 2", "Raech / 2"), encoding="utf-8")
    await editor.start(tmp_path)
    uri = editor.open(path)
    await editor.rules(uri, "invalid-setting")
    editor.replace(uri, "Raech", "Reach")
    await editor.rules(uri)


async def test_a_rules_yml_of_another_program_is_let_be(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "rules.yml"
    path.write_text("groups:\n  - name: alerts\n", encoding="utf-8")
    (tmp_path / "a.md").write_text("# A\n\nText.\n", encoding="utf-8")
    await editor.start(tmp_path)
    other = editor.open(path)
    await editor.rules(editor.open(tmp_path / "a.md"))
    assert other not in editor.client.diagnostics


async def hovered(editor: Editor, uri: str, words: str, within: int = 1) -> tuple[str, types.Range | None]:
    params = types.HoverParams(types.TextDocumentIdentifier(uri), editor.at(uri, words, within=within))
    found = await editor.client.text_document_hover_async(params)
    if found is None:
        return "", None
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value, found.range


FORMULA = "**Pace**\n\n```yaml\nPace: {is: Reach / 2, round: up, unit: streets}\n```"


async def test_a_value_in_a_page_is_explained_by_its_formula_and_leads_to_it(editor: Editor, tmp_path: Path) -> None:
    page, rules = await opened(editor, tmp_path)
    await editor.rules(page)
    text, place = await hovered(editor, page, "Pace of")
    assert FORMULA in text
    assert place == editor.range(page, "Pace")
    params = types.DefinitionParams(types.TextDocumentIdentifier(page), editor.at(page, "Pace of", within=1))
    (there,) = await editor.client.text_document_definition_async(params) or ()
    assert isinstance(there, types.Location)
    assert (there.uri, there.range.start) == (rules, editor.at(rules, "Pace"))


async def test_a_value_in_a_formula_is_explained_as_it_is_written_now(editor: Editor, tmp_path: Path) -> None:
    rules = "game: Walk\nvalues:\n  Reach:\n    chosen: 1..6\n    unit: yards\n\n  Pace: {is: reach / 2, round: up}\n"
    _, uri = await opened(editor, tmp_path, rules)
    text, place = await hovered(editor, uri, "reach / 2")
    assert text == "**Reach**\n\n```yaml\nReach:\n  chosen: 1..6\n  unit: yards\n```"
    assert place == editor.range(uri, "reach")
    editor.replace(uri, "1..6", "1..9")
    assert "chosen: 1..9" in (await hovered(editor, uri, "reach / 2"))[0]
    assert await hovered(editor, uri, "game: Walk") == ("", None)


async def test_a_value_of_a_game_in_python_is_explained_by_its_range_and_needs(editor: Editor, tmp_path: Path) -> None:
    module = (
        "from rulesmod.plain_dice import NOTATION\n"
        "from rulesmod.system import Answer, Quantity, System\n"
        "SYSTEM = System('walk', 'Walk', NOTATION, quantities=(\n"
        "    Quantity('Reach', low=1, high=6, unit='yards'),\n"
        "    Quantity('Pace', needs=('Reach',), rule=lambda known: Answer(str(known['Reach']))),\n"
        "))\n"
    )
    (tmp_path / "walk_game.py").write_text(module, encoding="utf-8")
    docs = write(
        tmp_path, {"a.md": "# Walk\n\nMore Reach, more Pace.\n"}, SETTINGS.replace("docs/rules.yml", "walk_game")
    )
    await editor.start(tmp_path)
    uri = editor.open(docs / "a.md")
    await editor.rules(uri)
    assert (await hovered(editor, uri, "Reach"))[0] == "**Reach**: from 1, up to 6 yards"
    assert (await hovered(editor, uri, "Pace"))[0] == "**Pace**: follows from Reach"

"""Numbers, dice and rules over the protocol: how much of a page is guarded, rolls, odds, explanations."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from rulebook_lsp.requests import numbers, rolling
from tests.editor.conftest import Editor
from tests.editor.test_findings import write
from tests.editor.test_rules_file import RULES, SETTINGS

pytestmark = pytest.mark.asyncio

PAGE = """\
# Walking

Whoever has Reach 3 has a Pace of 2 streets.

## Rain

You roll 2d6 and wait 15 days.
"""


async def opened(editor: Editor, folder: Path, page: str = PAGE) -> str:
    docs = write(folder, {"a.md": page, "rules.yml": RULES}, SETTINGS)
    await editor.start(folder)
    uri = editor.open(docs / "a.md")
    await editor.rules(uri)
    return uri


async def asked(editor: Editor, method: str, **params: Any) -> Any:
    """Return the answer to a request that the protocol does not know."""
    return plain(await editor.client.protocol.send_request_async(f"rulebook/{method}", params))


async def test_the_status_of_a_page_counts_its_numbers_as_it_is_typed(editor: Editor, tmp_path: Path) -> None:
    uri = await opened(editor, tmp_path)
    status = await asked(editor, "status", uri=uri)
    counts = {"numbers": 5, "guarded": 2, "waived": 0, "unguarded": 3}
    assert status == {"game": "Walk", **counts, "book": counts}
    editor.replace(uri, "wait 15 days", "wait")
    status = await asked(editor, "status", uri=uri)
    assert (status["numbers"], status["unguarded"]) == (4, 2)


async def test_the_status_of_a_book_counts_its_other_pages(editor: Editor, tmp_path: Path) -> None:
    pages = {"a.md": PAGE, "b.md": PAGE, "beside.md": "---\nsystem: none\n---\n\n# B\n\nWait 3 days.\n"}
    docs = write(tmp_path, {**pages, "rules.yml": RULES}, SETTINGS)
    await editor.start(tmp_path)
    uri = editor.open(docs / "a.md")
    await editor.rules(uri)
    status = await asked(editor, "status", uri=uri)
    assert (status["numbers"], status["book"]["numbers"], status["book"]["unguarded"]) == (5, 10, 6)


async def test_a_page_without_a_game_has_neither_status_nor_lens(editor: Editor, tmp_path: Path) -> None:
    docs = write(tmp_path, {"a.md": "# A\n\nTwo and two.\n"}, "site_name: None\nplugins: [rulebook]\n")
    await editor.start(tmp_path)
    uri = editor.open(docs / "a.md")
    await editor.rules(uri)
    assert await asked(editor, "status", uri=uri) is None
    assert await lenses(editor, uri) == []


async def lenses(editor: Editor, uri: str) -> list[types.CodeLens]:
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    return [*(await editor.client.text_document_code_lens_async(params) or ())]


async def test_a_lens_above_the_page_and_each_section_counts_what_is_unguarded(editor: Editor, tmp_path: Path) -> None:
    uri = await opened(editor, tmp_path)
    shown = await lenses(editor, uri)
    assert [(lens.range.start.line, lens.command.title) for lens in shown if lens.command is not None] == [
        (0, "3 numbers unguarded"),
        (4, "3 numbers unguarded"),
    ]
    command = shown[0].command
    assert command is not None
    assert command.command == "rulebook.showNumbers"
    assert command.arguments is not None
    where, _, places = command.arguments
    assert where == uri
    assert [place["range"]["start"] for place in plain(places)] == [
        plain(editor.at(uri, words)) for words in ("2d6", "d6", "15")
    ]


def plain(value: Any) -> Any:
    """Return what JSON has of a value, however deep the client has made objects of it."""
    if isinstance(value, types.Position):
        return {"line": value.line, "character": value.character}
    if hasattr(value, "_asdict"):
        return {name: plain(one) for name, one in value._asdict().items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return {name: plain(one) for name, one in value.items()} if isinstance(value, dict) else value


async def test_the_line_above_a_title_counts_the_page_alone(editor: Editor, tmp_path: Path) -> None:
    uri = await opened(
        editor, tmp_path, "---\ntitle: Rain\n---\n\n# Rain\n\nWait 15 days.\n\n## Sun\n\nWait 16 days.\n"
    )
    titles = [(lens.range.start.line, lens.command.title) for lens in await lenses(editor, uri) if lens.command]
    assert titles == [(4, "2 numbers unguarded"), (8, "1 number unguarded")]


async def test_a_page_whose_numbers_are_all_guarded_says_so(editor: Editor, tmp_path: Path) -> None:
    uri = await opened(editor, tmp_path, PAGE.partition("## Rain")[0])
    (lens,) = await lenses(editor, uri)
    assert lens.command is not None
    assert lens.command.title == "all 2 numbers guarded or waived"


async def test_dice_are_found_rolled_and_counted_out(editor: Editor, tmp_path: Path) -> None:
    uri = await opened(editor, tmp_path)
    (dice,) = await asked(editor, "dice", uri=uri)
    assert dice["text"] == "2d6"
    assert dice["range"]["start"] == plain(editor.at(uri, "2d6"))
    rolled = await asked(editor, "roll", uri=uri, text=dice["text"], game=dice["game"], seed="0" * 24)
    again = await asked(editor, "roll", uri=uri, text=dice["text"], game=dice["game"], seed="0" * 24)
    assert rolled == again
    assert rolled["report"].splitlines()[-1] == f"seed {'0' * 24}"
    odds = await asked(editor, "odds", uri=uri, text=dice["text"], game=dice["game"])
    assert odds["exact"] is True
    assert odds["mean"] == "7/1"
    assert odds["at_least"][0] == [2, "1/1"]


async def test_dice_that_are_none_are_refused_in_words(editor: Editor, tmp_path: Path) -> None:
    uri = await opened(editor, tmp_path)
    answer = await asked(editor, "roll", uri=uri, text="2d6 and")
    assert "2d6 and" in answer["error"]
    assert "report" not in answer


async def test_odds_that_take_too_long_and_seeds_that_are_none_are_refused_in_words(
    editor: Editor, tmp_path: Path
) -> None:
    uri = await opened(editor, tmp_path)
    assert "too long" in (await asked(editor, "odds", uri=uri, text="400d6kh3"))["error"]
    assert "seed" in (await asked(editor, "roll", uri=uri, text="2d6", seed="7"))["error"]


async def test_a_request_that_lacks_something_gets_no_answer_and_a_line_in_the_log(
    editor: Editor, tmp_path: Path
) -> None:
    uri = await opened(editor, tmp_path)
    assert await asked(editor, "roll", uri=uri) is None
    assert await asked(editor, "status", uri=uri) is not None
    (line,) = [one.message for one in editor.client.log_messages if "text" in one.message]
    assert len(line.splitlines()) == 1
    assert await asked(editor, "status", uri=(tmp_path / "closed.md").as_uri()) is None


async def test_the_documented_requests_are_those_that_there_are() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "editor.md").read_text(encoding="utf-8")
    methods = {value for value in vars(rolling).values() if str(value).startswith("rulebook/")} | {numbers.STATUS}
    assert set(re.findall(r"^\| `(rulebook/\w+)`", guide, re.MULTILINE)) == methods


async def test_a_rule_of_findings_is_explained(editor: Editor, tmp_path: Path) -> None:
    await opened(editor, tmp_path)
    rule = await asked(editor, "explain", rule="wrong-value")
    assert (rule["rule"], rule["severity"]) == ("wrong-value", "error")
    assert len(rule["text"]) > 40
    assert await asked(editor, "explain", rule="no-such-rule") is None

"""Mentions of a random table: a link or its name gets a die where the text rolls on it, as often as it says."""

from __future__ import annotations

import re

import pytest
from markdown import markdown

from rulebook_proof.analysis import analyse
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.book import Book
from tests.checking import page_of

SKY = "# Sky\n\n## Weather (d4)\n\n1. Sun\n2. Rain\n3. Fog\n4. Wind\n"
TWO = "# Towns\n\n" + "".join(f"## {name} (d4)\n\n1. a\n2. b\n3. c\n4. d\n\n" for name in ("Inns", "Gates"))


def mentions(text: str) -> list[tuple[str, str, str]]:
    """The dice beside mentions in a text: the page, the table, and how often."""
    pages = [
        page_of(*args, system=None, path=path)
        for *args, path in ((text, "road.md"), (SKY, "sky.md"), (TWO, "towns.md"))
    ]
    book = Book(tuple(pages))
    shown = Presenter(book, analyse(book)).page("road.md")
    html = shown.replace(markdown(shown.text, extensions=["tables"]))
    buttons = re.findall(r"<button[^>]*data-of=[^>]*>", html)
    return [
        tuple(
            (re.search(rf'data-{name}="([^"]*)"', button) or [None, ""])[1] or "" for name in ("of", "table", "times")
        )
        for button in buttons
    ]


@pytest.mark.parametrize(
    ("sentence", "times"),
    [
        ("Roll on the [weather table](sky.md#weather-d4).", ""),
        ("Roll on [weather](sky.md#weather-d4).", ""),
        ("Roll on the [table](sky.md).", ""),
        ("Roll twice on the [weather table](sky.md).", "2"),
        ("Roll on the Weather table.", ""),
        ("Roll three times on the weather table.", "3"),
        ("Roll twice. Then roll on the [weather table](sky.md).", ""),
        ("Würfle zweimal auf der Tabelle [Wetter](sky.md#weather-d4).", "2"),
        ("Lancez deux fois sur la [table](sky.md).", "2"),
        ("Tira dos veces en la [tabla](sky.md).", "2"),
        ("Tira due volte sulla [tabella](sky.md).", "2"),
    ],
)
def test_a_table_that_is_rolled_on_gets_a_die(sentence: str, times: str) -> None:
    assert mentions(f"# Road\n\n{sentence}\n") == [("../sky/", "weather-d4", times)]


@pytest.mark.parametrize(
    "sentence",
    [
        "See [weather](sky.md).",
        "Roll on the [table](towns.md).",
        "The weather table is at the end.",
        "Roll well whatever the weather.",
        "Roll on the [table](https://example.org/sky.md).",
        "Roll on `the Weather table`.",
        "Roll on the [table](sky.md#nowhere).",
    ],
)
def test_other_mentions_get_none(sentence: str) -> None:
    assert mentions(f"# Road\n\n{sentence}\n") == []


def test_one_of_several_tables_of_a_page() -> None:
    assert mentions("# Road\n\nRoll on [gates](towns.md#gates-d4).\n") == [("../towns/", "gates-d4", "")]


@pytest.mark.parametrize(
    "table",
    [
        "| d4 | What |\n| - | - |\n| 1-3 | sun |\n| 4 | [Weather](sky.md#weather-d4) |\n",
        "Roll a d4:\n\n1. sun\n2. rain\n3. **fog**\n4. [Weather](sky.md#weather-d4)\n",
    ],
)
def test_a_row_that_is_a_link_to_a_table_rolls_on(table: str) -> None:
    assert ("../sky/", "weather-d4", "") in mentions(f"# Road\n\n{table}")

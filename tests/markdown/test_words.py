"""The words of the page's script in the languages of sites."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rulebook_markdown
from rulebook_markdown.words import script_words
from rulebook_render.presentation import sheets, stage
from rulesmod.plain_dice import LANGUAGE

PACKAGE = Path(rulebook_markdown.__file__).parent
LANGUAGES = ("de", "fr", "es", "it")
SAID = re.compile(r"\bsay\((?:[\w. ]+\? )?'([^']+)'(?: : '([^']+)')?")
SHOWN = (
    "dom",
    "tray",
    "each",
    "whys",
    "cite",
    "log",
    "fields",
    "panel",
    "result",
    "odds",
    "randomtable",
    "widget",
    "stage",
    "stage-asking",
    "stage-setup",
    "stage-table",
    "sheets",
    "roster",
    "drawer",
    "history",
    "fault",
)
"""The modules of the script that speak to readers about dice and checked numbers."""
UNTOLD = re.compile(r"(?:button\(|textContent = |aria-?[lL]abel'?[:=] ?|h\('summary', \{\}, )'[A-Z]\w")
PLACE = re.compile(r"\{\d\}")


def said() -> set[str]:
    """List the English words that the script asks for."""
    texts = [path.read_text(encoding="utf-8") for path in (PACKAGE / "assets").glob("*.js")]
    return {word for text in texts for match in SAID.finditer(text) for word in match.groups() if word}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_all_words(language: str) -> None:
    words = script_words(language)
    assert said() - words.keys() == set()
    assert words.keys() == script_words(LANGUAGES[0]).keys()
    for english, other in words.items():
        assert sorted(PLACE.findall(english)) == sorted(PLACE.findall(other)), english


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_what_plain_dice_are_called(language: str) -> None:
    names = {LANGUAGE.name, *(item["label"] for item in LANGUAGE.fields), *LANGUAGE.words.values()}
    assert names - script_words(language).keys() == set()


def test_no_word_of_the_card_stands_in_the_script_alone() -> None:
    for name in SHOWN:
        text = (PACKAGE / "assets" / f"{name}.js").read_text(encoding="utf-8")
        assert UNTOLD.findall(text) == [], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_the_buttons_of_sheets_and_stages(language: str) -> None:
    sources = (Path(sheets.__file__), Path(stage.__file__))
    texts = [path.read_text(encoding="utf-8") for path in sources]
    labels = {label for text in texts for label in re.findall(r"<(?:button|summary)[^>]*>([A-Z][\w ]+)<", text)}
    assert labels >= {"Copy link", "Start over", "Choose who appears"}
    # A ruling comes without a script.
    assert labels - script_words(language).keys() == {"How this edition reads it"}


def test_a_language_is_known_by_its_first_part() -> None:
    assert script_words("de-CH") == script_words("de_AT") == script_words("de") != {}
    assert script_words("en") == script_words("tlh") == {}


def test_files_are_data() -> None:
    for path in (PACKAGE / "words").glob("*.json"):
        assert all(isinstance(word, str) and word for word in json.loads(path.read_text(encoding="utf-8")).values())

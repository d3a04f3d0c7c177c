"""The doors by which dice come in: each takes the same list, and gives the same meaning or the same refusal.

They are code spans, running text, `rulebook roll`, `rulebook odds`, `rules.yml` and the box of a page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path

import pytest

from rulebook.reports.rolling import RollingError, odds_report, roll_report
from rulebook_render.presentation.inline_dice import asks_for
from rulebook_rules.rulesfile.file import load_rules
from rulebook_rules.rulesfile.odds import odds_of
from rulesmod.dice import at_least
from rulesmod.notation import NotationError
from rulesmod.plain_dice import FORMS, LANGUAGE, NOTATION, SYSTEM
from tests.dice.page import Page
from tests.dice.test_typed import ELSEWHERE, TYPED, read
from tests.markdown.test_running import shown

TEXTS = [
    *dict.fromkeys([*(text for form in FORMS for text in form.written), *(row[0] for row in (*TYPED, *ELSEWHERE))])
]
SEED = "00112233445566778899aabb"
BUTTON = re.compile(r"<rulebook-dice><button([^>]*)>(.*?)</button>", re.DOTALL)
WHOLE = re.compile(r' data-dice="([^"]*)"')

NOT_IN_CODE = ("5Dw+1", "3D", "3Dw", "3D+2", "5Dw+1", "attack: d20+5", "attack: 1d20+5")
"""Codes of books that have pips, and words that a page reads as text."""
ALTERNATIVES = (
    *(
        "d8/d4",
        "1d6/1d8",
        "1d6 1d8",
        "1d6,1d8",
        "2d6,3d8",
        "2d6 and 1d8",
        "6 4d6",
        "!rr 6 4d6kh3",
        "1d20 + prof",
        "-1d4",
        "3d6..2",
    ),
    *("5d8 even", "2d6 (max 10)"),
)
"""What a sentence offers side by side, of which each is rolled by itself; and what words behind dice may be."""


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


def meaning(text: str) -> str:
    """The canonical form of dice; "" where they are none."""
    try:
        return NOTATION.format(NOTATION.parse(text))
    except NotationError:
        return ""


def buttons(markdown: str) -> list[str]:
    found = BUTTON.findall(shown(markdown))
    return [meaning(unescape(dice[1] if (dice := WHOLE.search(data)) else label)) for data, label in found]


@pytest.mark.parametrize("text", TEXTS)
def test_the_terminal_and_the_page_answer_alike(page: Page, text: str) -> None:
    answer = page.call("parse", json.dumps(LANGUAGE.to_json()), text)
    program, fault = read(text)
    if program is None:
        message, start, end, *_ = fault
        assert answer["error"][:3] == [message, start, end]
        for report in (roll_report, odds_report):
            with pytest.raises(RollingError) as refused:
                report(SYSTEM, text)
            told = str(refused.value).splitlines()
            assert told[:2] == [f"not a roll: {message}", f"  {text}"]
            assert (told[2].index("^"), told[2].count("^")) == (start + 2, max(end - start, 1))
        return
    assert answer == {"program": program.to_json()}
    rolled = json.loads(roll_report(SYSTEM, text, seed=SEED, as_json=True))
    assert rolled["dice"] == page.call("rolls", program.to_json(), SEED, 1)[0]["dice"]
    assert odds_report(SYSTEM, text).splitlines()[0].split(":")[0].strip() == text.split(":")[0].strip()


def test_the_rules_file_reads_the_same_dice(tmp_path: Path) -> None:
    path = tmp_path / "rules.yml"
    path.write_text("game: G\ndice: ordinary\n", encoding="utf-8")
    notation = load_rules(path).notation
    for text in TEXTS:
        program, fault = read(text)
        if program is None:
            with pytest.raises(NotationError) as refused:
                notation.parse(text)
            assert refused.value.message == fault[0]
        else:
            assert notation.program(notation.parse(text)).to_json() == program.to_json()
    assert odds_of(notation, None, "5d10!kh3", 25) == at_least(NOTATION.program(NOTATION.parse("5d10!kh3")), 25).win


def _wrong(texts: Sequence[str], sentence: str, *, whole: bool) -> list[tuple[str, list[str]]]:
    """Return the dice that a page gives another meaning. If `whole`, they must have a button."""
    wrong = []
    for text in texts:
        found, meant = buttons(sentence.format(text)), meaning(text)
        right = [[meant]] if meant and whole else [[], [meant]] if meant else [[]]
        if found not in right:
            wrong.append((text, found))
    return wrong


def _no_reader_s(texts: Sequence[str]) -> list[str]:
    """Return the texts that name no number of the reader's, which the page asks for."""
    return [text for text in texts if text.strip() and not asks_for(text)]


def test_code_is_rolled_whole_or_not_at_all() -> None:
    asked = [text for text in _no_reader_s(TEXTS) if "`" not in text and "|" not in text and text not in NOT_IN_CODE]
    assert len(asked) > 250
    assert _wrong(asked, "Roll `{}`.\n", whole=True) == []
    assert _wrong(NOT_IN_CODE, "Roll `{}`.\n", whole=False) == []


def test_a_sentence_rolls_no_other_dice() -> None:
    asked = [text for text in _no_reader_s(TEXTS) if not {"`", "|", "\n"} & {*text} and text not in ALTERNATIVES]
    assert _wrong(asked, "Roll {} now.\n", whole=False) == []
    rolled = [text for text in asked if meaning(text) and buttons(f"Roll {text} now.\n")]
    assert len(rolled) > 180

"""What else somebody may type who means a word."""

from __future__ import annotations

import pytest

from rulebook_text.naming.spellings import spellings


@pytest.mark.parametrize(
    ("word", "others"),
    [
        ("armor", ["armour"]), ("armours", ["armors"]), ("coloured", ["colored"]), ("center", ["centre"]),
        ("defence", ["defense"]), ("grey", ["gray"]), ("judgement", ["judgment"]), ("written", ["write"]),
        ("dead", ["death", "deaths", "died", "dies", "dying"]),
        ("slain", ["dead", "death", "deaths", "died", "dies", "dying"]),
        ("die", []), ("dice", []), ("hour", []), ("four", []), ("meter", ["metre"]), ("goblin", []),
    ],
)  # fmt: skip
def test_a_word_and_its_other_spellings(word: str, others: list[str]) -> None:
    assert [*spellings(word)] == others

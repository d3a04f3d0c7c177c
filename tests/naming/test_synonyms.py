"""Names that mean the same, because the text says so."""

from __future__ import annotations

import pytest

from rulebook_rules.naming.synonyms import Synonyms, stands_for, synonyms
from tests.checking import page_of


def told(text: str, system: str | None = "drama") -> Synonyms:
    return synonyms([page_of(text, system=system)])


@pytest.mark.parametrize(
    ("text", "name", "other"),
    [
        ("# A\n\nThe Level Pool (LP) measures it.\n", "level pools", "LP"),
        ("# A\n\nIt counts measures of success (MoS).\n", "measure of success", "MoS"),
        ("# A\n\nA reaction roll, RR for short, asks.\n", "reaction rolls", "RR"),
        ("# The Director\n\nOther games say GM, DM, referee or keeper.\n", "Director", "keeper"),
        ("# Stories\n\nElsewhere it would be called a scenario or an adventure.\n", "story", "adventure"),
        ("# Bit\n\nIt is also known as a round.\n", "bits", "round"),
    ],
)
def test_two_names_are_made_one(text: str, name: str, other: str) -> None:
    found = told(text)
    assert other in found.of(name)
    assert found.of(other)


def test_names_that_share_one_are_all_the_same() -> None:
    found = told("# The Director\n\nOther games say GM.\n\n## Who leads\n\nThe Game Master (GM) is here.\n")
    assert {"GM", "Game Master"} <= {*found.of("director")}


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\nThe sneak (Rayus) rolls a Level Pool (two dice).\n",
        "# A\n\nOther games say nothing of it.\n",
        "# A\n\nThe die is also rolled.\n",
    ],
)
def test_brackets_and_words_alone_make_nothing(text: str) -> None:
    found = told(text)
    assert not found.of("Level Pool")
    assert not found.of("a")


def test_a_page_without_a_game_says_nothing_of_it() -> None:
    assert not told("# A\n\nThe Level Pool (LP) measures it.\n", None).of("LP")


def test_first_letters() -> None:
    assert stands_for("MoS", "Measure of success")
    assert stands_for("SAP", "Specific Advancement Points")
    assert not stands_for("M", "Magnus")
    assert not stands_for("Bd", "Base")

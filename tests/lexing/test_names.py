"""Names as they are compared, and what parts the items of a list."""

import doctest

import pytest

from rulebook_text import words
from rulebook_text.lexing import arithmetic, chances, dice, dice_words, forms, names, numbers
from rulebook_text.lexing.lists import SEPARATOR, closing_bracket, outside_brackets
from rulebook_text.lexing.names import singular, singulars_of


def test_the_examples_of_the_floor_hold() -> None:
    modules = (arithmetic, chances, dice, dice_words, forms, names, numbers, words)
    assert sum(doctest.testmod(module).failed for module in modules) == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [("Points", "point"), ("Abilities", "ability"), ("classes", "classes"), ("HPs", "hp"), ("is", "is")],
)
def test_the_plural_makes_no_difference(one: str, other: str) -> None:
    assert singular(one) == singular(other)


def test_what_stands_between_words_makes_no_difference() -> None:
    assert singulars_of("Health-Points (max)") == singulars_of("health point: Max")


def test_signs_in_brackets_part_nothing() -> None:
    text = "a, b (c, d [e; f]), g; h"
    assert [text[at : at + 3] for at in outside_brackets(text, 0, len(text), ",;")] == [", b", ", g", "; h"]
    assert closing_bracket(text, text.index("("), len(text)) == text.index(")")
    assert closing_bracket("(a (b)", 0, 6) is None


@pytest.mark.parametrize("text", [", ", " and ", ", or ", " & ", "; ", " / "])
def test_what_separates_items(text: str) -> None:
    assert SEPARATOR.fullmatch(text)

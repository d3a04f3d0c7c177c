"""The bounds of dice: those of ordinary dice agree with those that the grammar of all dice gives."""

from __future__ import annotations

from itertools import product

from rulebook_rules.claims.structures import dice_bounds
from rulebook_rules.claims.structures.dice_bounds import spread_of


def test_ordinary_dice_need_no_grammar_and_have_the_same_bounds() -> None:
    counts, sizes, modifiers = ("", "1", "7", "20", "999"), ("4", "10", "100"), ("", "+3", " - 12", "+9999")
    dice = [f"{count}d{size}{modifier}" for count, size, modifier in product(counts, sizes, modifiers)]
    differing = [text for text in dice if spread_of(text) != dice_bounds._spread_of_any(text)]
    assert differing == []
    assert all(dice_bounds._spread_of_ordinary(text) for text in dice)


def test_dice_that_are_digits_or_none_are_left_to_the_grammar() -> None:
    assert not any(map(dice_bounds._spread_of_ordinary, ("d66", "d00", "0d6", "2d6kh1", "2d6 + 03", "d6+d8")))

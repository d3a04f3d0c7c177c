"""What a notation can write is known wherever dice are looked for."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_rules.claims.structures.dice_range import domain_of_dice, domain_of_sum
from rulebook_rules.claims.structures.range_series import domain_of
from rulebook_text.lexing.dice import DIE, ROLL, SUM, pattern_of, size_of_die
from rulebook_text.lexing.dice_words import size_like, size_of
from rulebook_text.lexing.prefilter import may_name_dice
from rulesmod.plain_dice import LANGUAGE, SUMS
from tests.checking import check_text, serious, shown

ADDED_UP = replace(LANGUAGE, grammar=SUMS)
"""Plain dice as far as everybody reads them in a sentence."""
PIECES = (
    "d6",
    "2d8",
    "D20",
    "w6",
    "3W10",
    "d%",
    "d66",
    "d00",
    "+",
    "-",
    "−",
    " + ",
    "2",
    "17",
    "×10",
    " x 3",
    "d",
    "0",
    "1d1",
)


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join))
def test_what_the_notation_reads_the_pattern_knows(text: str) -> None:
    try:
        ADDED_UP.parse(text)
    except ValueError:
        return
    assert re.fullmatch(SUM, text, re.IGNORECASE)


def test_a_sum_of_any_length_is_read_whole() -> None:
    text = " + ".join(["d66", "1d6", "3", "2d8", "d%"] * 8)
    assert re.fullmatch(SUM, text, re.IGNORECASE)
    assert re.fullmatch(ROLL, text, re.IGNORECASE)


@pytest.mark.parametrize("text", ["d0", "d", "2", "+d6", "1000d6", "6d"])
def test_what_the_notation_cannot_write_is_no_die(text: str) -> None:
    assert re.fullmatch(DIE, text, re.IGNORECASE) is None


@pytest.mark.parametrize(
    ("node", "texts"),
    [
        (["term", "fate", ["seq", ["number", "count", "", {"min": 1, "max": 9}], "dF"]], ["4dF", "4df"]),
        (
            [
                "seq",
                ["term", "die", ["seq", ["number", "count", "", {}], "D"]],
                ["opt", ["constant", "pips", ["seq", ["word", "sign", "", {"+": 1}], ["number", "value", "", {}]]]],
            ],
            ["3D", "3D+2"],
        ),
    ],
)
def test_dice_of_another_notation_are_known_by_its_grammar(node: object, texts: list[str]) -> None:
    assert all(re.fullmatch(pattern_of(node), text, re.IGNORECASE) for text in texts)


def test_german_dice_are_rolled_and_counted() -> None:
    domain = domain_of_sum("2W6+1")
    assert domain is not None
    assert (domain.title, domain.first, domain.last) == ("2W6+1", 3, 13)
    found = serious(check_text("Das sind 8 (2W6) Treffer, im Schnitt, und 2W6 (im Schnitt 8).\n", system=None))
    assert [shown(finding) for finding in found] == ["1:59 wrong-value '8'"]


@pytest.mark.parametrize(
    ("text", "faces"), [("d6×10", (10, 20, 30, 40, 50, 60)), ("3d6", ()), ("d9999", None), ("d1", None)]
)
def test_what_dice_can_show(text: str, faces: tuple[int, ...] | None) -> None:
    domain = domain_of_sum(text)
    assert (domain.faces if domain else None) == faces


@pytest.mark.parametrize("text", ["d6", "D20", "3w8", "10d10", "99D100"])
def test_a_usual_die_shows_what_it_shows_when_it_is_parsed(text: str) -> None:
    """A space before it makes it one that is parsed."""
    assert domain_of_sum(text) == domain_of_sum(f" {text}")
    assert domain_of(text) == domain_of(f"Roll {text} once")
    assert domain_of_dice(text) == replace(domain_of_dice(f"{text}+0"), title=text)


def test_sizes_of_dice_in_words() -> None:
    assert (size_of("d6"), size_of("six-sided"), size_of("two d8s"), size_of("20 sided")) == (6, 6, 8, 20)
    assert size_like(8, "six-sided") == "eight-sided"
    assert (size_of_die("D8"), size_of_die("2d8")) == (8, None)


@pytest.mark.parametrize("dice", ["2d6", "4dF", "2d%", "d66", "2W6", "3к8", "1d00"])
def test_a_page_with_no_other_dice_is_looked_at(dice: str) -> None:
    assert may_name_dice(f"Roll {dice}.")

"""Numbers are read whole or not at all, whatever reads them and whatever stands around them."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook_rules.claims.model import Verdict
from rulebook_text.lexing.dice_words import pools_in_words
from rulebook_text.lexing.forms import like, rounds_to
from rulebook_text.lexing.numbers import is_whole, numerals_in, readings, to_number
from rulesmod.plain_dice import NOTATION
from rulesmod.system import Phrase, RuleTable, System
from tests.checking import check_text


def coins() -> dict[str, object]:
    """Five hundred coins are yours."""
    return {"n": 500}


GAME = System(
    name="coins",
    title="Coins",
    notation=NOTATION,
    phrases=(
        Phrase("coins", ("{n} coins are yours", "you gain {n} ... gold"), coins),
        Phrase("from-to", ("take {low}-{n} coins",), coins),
    ),
    tables=(RuleTable("purse", "Purse", ("Name", "Coins"), 1, (("Ann", 500), ("Ben", 20), ("Cyd", 30))),),
)
TABLE = "| Name | Coins |\n| --- | --- |\n| Ann | {} |\n| Ben | 20 |\n| Cyd | 30 |\n"
STATED = {
    "{} coins are yours.": "500",
    "Today you gain {} of my gold.": "500",
    TABLE: "500",
    "So 250 + 250 = {} of them.": "500",
    "So {} + 250 = 500 of them.": "250",
    "Roll 2d6 (an average of {}) for it.": "7",
    "It is 1 in 4 ({} %) today.": "25",
    "It is {} in 4 (25 %) today.": "1",
    "It is 1 in {} (25 %) today.": "4",
}
BEFORE = (
    "1,",
    "1.",
    "1 ",
    "1'",
    "1’",
    "½",
    "1/",
    "2-",
    "2–",
    "3×",
    "3^",
    ".",
    "−",
    "+",
    "6:",
    "two hundred ",
    "ninety ",
)
BEHIND = (
    ",000",
    ".000",
    " 000",
    "'000",
    ",5",
    ".5",
    "½",
    " ½",
    " 1/2",
    "/2",
    "-9",
    "–9",
    "^2",
    "²",
    ":30",
    " hundred",
)
_READ = re.compile(r"[\d½][\d½.,:/'’×^+−–-]*[\d½²]|\d(?: (?:\d{3}|½|1/2)(?!\d))+")


def right(text: str, start: int, end: int) -> bool:
    """Whether a claim that rests on a stretch of a text is right."""
    claims = check_text(text + "\n", system=GAME).claims
    return any(
        claim.verdict is Verdict.RIGHT and any(span.start < end and start < span.end for span in claim.guards)
        for claim in claims
    )


def read_as(text: str, start: int, end: int) -> set[int]:
    """The offsets of the digits that a person reads as the number at `[start, end)`."""
    digits = set(range(start, end))
    grown = True
    while grown:
        around = [match.span() for match in _READ.finditer(text)]
        found = {at for first, last in around for at in range(first, last) if digits & {*range(first, last)}}
        grown = not found <= digits
        digits |= found
    return {at for at in digits if text[at].isdecimal()}


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted(STATED)), st.sampled_from(("", *BEFORE)), st.sampled_from(("", *BEHIND)), st.data())
def test_each_digit_of_a_right_number_decides(template: str, before: str, behind: str, data: st.DataObject) -> None:
    if "=" in template and behind in ("-9", "–9"):
        return  # "250 + 250 = 500-9" goes on to work with it, and "509-9" is 500 as well.
    number = STATED[template]
    opening = template[: template.index("{}")]
    text = template.format(before + number + behind)
    start = len(opening) + len(before)
    end = start + len(number)
    if not right(text, start, end):
        return
    for at in read_as(text, start, end):
        other = data.draw(st.sampled_from([digit for digit in "123456789" if digit != text[at]]))
        assert not right(text[:at] + other + text[at + 1 :], start, end), text[:at] + other + text[at + 1 :]


@pytest.mark.parametrize("template", STATED)
def test_the_numbers_of_the_property_are_right_by_themselves(template: str) -> None:
    start = template.index("{}")
    assert right(template.format(STATED[template]), start, start + len(STATED[template]))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,500", (1500, Fraction(3, 2))),
        ("1.500", (Fraction(3, 2), 1500)),
        ("1,500,000", (1500000,)),
        ("1.500,5", (Fraction(3001, 2),)),
        ("1,500.5", (Fraction(3001, 2),)),
        ("10 000", (10000,)),
        ("10'000", (10000,)),
        ("0,125", (Fraction(1, 8),)),
        ("−2,5", (Fraction(-5, 2),)),
        ("1½", (Fraction(3, 2),)),
        ("1 1/2", (Fraction(3, 2),)),
        ("1.2.3", ()),
        ("12:30", ()),
    ],
)
def test_digits_of_both_worlds(text: str, values: tuple[Fraction, ...]) -> None:
    assert tuple(reading.value for reading in readings(text)) == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,500", 1500),
        ("1.500", None),
        ("fifteen hundred", 1500),
        ("two dozen", 24),
        ("half a dozen", 6),
        ("a hundred", 100),
        ("–5", -5),
        ("½", Fraction(1, 2)),
    ],
)
def test_one_number_or_none_where_nobody_can_tell(text: str, value: object) -> None:
    assert to_number(text) == value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("two hundred coins", "hundred"),
        ("two hundred coins", "two"),
        ("a hundred and five dice", "five"),
        ("half a dozen coins", "dozen"),
        ("twenty one coins", "one"),
        ("thirty-five hundred coins", "five hundred"),
        ("two and a half coins", "two"),
        ("2 hundred coins", "2"),
        ("version 1.5.2", "5"),
        ("1 500 coins", "500"),
        ("3–5 coins", "5"),
    ],
)
def test_a_part_of_a_number_is_none(text: str, number: str) -> None:
    start = text.index(number)
    assert not is_whole(text, start, start + len(number))
    assert number not in [match[0] for match in numerals_in(text)]


@pytest.mark.parametrize("text", ["a hundred six-sided dice", "twenty four-sided dice", "in 3, 500 more", "of (−5)."])
def test_numbers_side_by_side_are_two(text: str) -> None:
    assert all(is_whole(text, *match.span()) for match in numerals_in(text))
    assert list(numerals_in(text))


def test_a_wording_knows_what_it_has_beside_a_number() -> None:
    assert right("take 3-500 coins", 7, 10)
    assert not right("take 3-500,000 coins", 7, 10)


@pytest.mark.parametrize(
    ("value", "stated", "written"), [(1234, "1,500", "1,234"), (1234, "1.500", "1.234"), (900, "10 000", "900")]
)
def test_thousands_are_written_as_they_were(value: int, stated: str, written: str) -> None:
    assert like(value, stated) == written


def test_a_decimal_comma_is_as_exact_as_a_point() -> None:
    assert rounds_to(Fraction(25, 2), "12,5 %")
    assert not rounds_to(Fraction(25, 2), "12,9 %")


@pytest.mark.parametrize("text", ["2.5 d6s", "1.500 d6s", "3-5 d6s"])
def test_dice_with_no_whole_number_of_them_are_none(text: str) -> None:
    assert list(pools_in_words(text)) == []


@pytest.mark.parametrize(
    ("cell", "right"),
    [("500", True), ("1,500", False), ("500.0", True), ("0500", False), ("5 00", False), ("+500", True)],
)
def test_a_cell_is_its_whole_number(cell: str, right: bool) -> None:
    claims = check_text(TABLE.format(cell), system=GAME).claims
    assert [claim.verdict is Verdict.RIGHT for claim in claims if claim.about == "Ann"] == [right]


def test_thousands_of_dice_are_counted_whole() -> None:
    (pool,) = pools_in_words("1,500 d6s with a modifier of +2,500")
    assert (dict(pool.counts()), pool.modifier) == ({6: 1500}, 2500)


@pytest.mark.parametrize("text", ["0,125", "007", "1.500.000,5 points", "1.2.3 on a d6", "２,５００ (2d6)"])
@pytest.mark.parametrize("system", [None, "masque"])
def test_what_is_no_plain_number_stops_nobody(text: str, system: str | None) -> None:
    check_text(f"Roll 2d6: {text}, {text}) or more; the modifier of {text} is {text} in {text}.\n", system=system)


def test_thousands_are_one_number_of_the_ledger() -> None:
    numbers = [
        number.text
        for number in check_text("Take 1,500 coins, 2½ gems and fifteen hundred beads.", system=GAME).numbers
    ]
    assert numbers == ["1,500", "2½", "fifteen hundred"]


def test_a_roll_may_be_higher_or_lower_than_its_number() -> None:
    rolls = ("Win with 3 or higher on a d6 (67 %).", "Lose with 5 or lower on a d6 (80 %).")
    text = "\n\n".join((*rolls, "Keep the higher: 4 or more on a d6 (9 %).\n"))
    found = [finding for finding in check_text(text, system=None).findings if finding.rule == "wrong-value"]
    assert [finding.place.source.slice(finding.place.span) for finding in found] == ["80"]

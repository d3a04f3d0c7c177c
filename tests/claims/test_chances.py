"""Chances in tables: printed to any number of places, and wrong as soon as another number stands there."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulebook_rules.claims.structures.cells import ROUNDINGS, agrees, number_to_mend, rounding_of, shown
from rulebook_text.lexing.forms import Rounding
from rulesmod.system import CellValue
from tests.checking import check_text

TABLE = """# Chances of the dice

| Pool | Chance |
| --- | --- |
| 2Bd | 11 % |
| 3Bd | 26 % |
| 4Bd | 40.7 % |
| 5Bd | 53.91 % |
| 6Bd | 65 % |
| 7Bd | 74 % |
| 8Bd | 80 % |
| 9Bd | 86 % |
| 10Bd | 90 % |
"""


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("11 %", Fraction(1, 9)),
        ("11.11%", Fraction(1, 9)),
        ("11.1", Fraction(1, 9)),
        ("–", Fraction(0)),
        ("none", Fraction(0)),
        ("0 %", Fraction(0)),
        ("under 0.1 %", Fraction(1, 6**4)),
        ("< 0.1 %", Fraction(1, 6**4)),
        ("> 99.9 %", 1 - Fraction(1, 6**4)),
        ("1 in 6", Fraction(1, 6)),
    ],
)
def test_what_prints_a_chance(text: str, chance: Fraction) -> None:
    assert agrees(text, chance)


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("12 %", Fraction(1, 9)),
        ("11.12 %", Fraction(1, 9)),
        ("–", Fraction(1, 9)),
        ("", Fraction(1, 9)),
        ("under 0.2 %", Fraction(1, 6**4)),
        ("under 0.1 %", Fraction(1, 9)),
        ("under 0.1 %", Fraction(0)),
        ("> 99.8 %", 1 - Fraction(1, 6**4)),
        ("1 in 5", Fraction(1, 6)),
        ("many", Fraction(1, 9)),
        ("-11 %", Fraction(1, 9)),
    ],
)
def test_what_does_not(text: str, chance: Fraction) -> None:
    assert not agrees(text, chance)


FORMS = ["1 %", "1.0 %", "1.00%", "1.000", "under 0.7 %", "<3%", "over 98.0 %", "about 20 %", "at least 7 %"]


@given(st.fractions(0, 1), st.sampled_from(FORMS), st.sampled_from(ROUNDINGS))
@example(Fraction(3, 400), "under 0.7 %", ROUNDINGS[-1])
def test_what_we_would_write_is_right(chance: Fraction, form: str, rounding: Rounding) -> None:
    written = shown(chance, form, rounding)
    assert agrees(written, chance)
    assert agrees(written, chance, rounding)


@pytest.mark.parametrize("way", ROUNDINGS)
def test_a_table_rounds_its_halves_one_way(way: Rounding) -> None:
    halves = [Fraction(number, 2000) for number in (87, 75, 5, 21)]
    cells = [(shown(half, "0.0 %", way), half) for half in halves]
    assert all(agrees(text, half, rounding_of(cells)) for text, half in cells)
    other = next(text for text in (shown(halves[0], "0.0 %", other) for other in ROUNDINGS) if text != cells[0][0])
    spoilt = [(other, halves[0]), *cells[1:]]
    assert not all(agrees(text, half, rounding_of(spoilt)) for text, half in spoilt)


def test_each_line_may_have_a_precision_of_its_own() -> None:
    report = check_text(TABLE, system="drama")
    assert not report.findings
    steps = [step.text for claim in report.claims for step in claim.derivation]
    assert "exactly 11/27" in steps or "exactly 33/81" in steps


@pytest.mark.parametrize(
    ("old", "new", "remedy"),
    [("40.7", "40.8", "40.7"), ("53.91", "53.9", ""), ("86", "85", "86"), ("74 %", "–", "73.7 %")],
)
def test_a_chance_that_is_not_is_one_finding_that_mends_itself(old: str, new: str, remedy: str) -> None:
    findings = check_text(TABLE.replace(old, new), system="drama").findings
    if not remedy:
        assert not findings
        return
    (finding,) = findings
    (edit,) = finding.details.remedies[0].edits
    assert edit.text == remedy
    mended = TABLE.replace(old, new)
    mended = mended[: edit.place.span.start] + edit.text + mended[edit.place.span.end :]
    assert not check_text(mended, system="drama").findings


@pytest.mark.parametrize(
    ("text", "expected", "mended"),
    [
        ("4d6", "4d8", "4d8"),
        ("3d4", "2d4", "2d4"),
        ("19 or more", "20 or more", "20 or more"),
        ("26.0 %", Fraction(7, 27), "25.9 %"),
        ("under 0.7 %", Fraction(1, 6**4), "under 0.1 %"),
        ("about 30 %", Fraction(1, 4), "about 25 %"),
        ("1 in 5", Fraction(1, 6), "1 in 6"),
        ("1,500 coins", 1400, "1400 coins"),
    ],
)
def test_the_number_that_differs_is_mended_and_the_words_stay(text: str, expected: CellValue, mended: str) -> None:
    found = number_to_mend(text, expected, shown(expected, text))
    assert found is not None
    span, number = found
    assert text[: span.start] + number + text[span.end :] == mended


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("under 0.1 %", Fraction(1, 9)),
        ("78 % 70 %", Fraction(1, 9)),
        ("5 (10)", 7),
        ("Ann", 3),
        ("5 of 9", "6 of 10"),
        ("86 %", "9Bd"),
    ],
)
def test_what_has_other_words_or_more_numbers_is_mended_whole(text: str, expected: CellValue) -> None:
    assert number_to_mend(text, expected, shown(expected, text)) is None

"""Chances in figures and in words: what each means, by itself and in the blanks of phrases."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from rulebook_rules.claims.model import Verdict
from rulebook_rules.systems import load_system
from rulebook_text.lexing.chances import MEANINGS, read_odds, read_tries
from rulesmod.system import Phrase
from tests.checking import check_text

A_QUARTER_OR_SO = Fraction(10, 36)
"""Nine or more on two six-sided dice."""


@pytest.mark.parametrize(
    ("words", "chance", "fits"),
    [
        ("1 in 4", A_QUARTER_OR_SO, True),
        ("1 in 3", A_QUARTER_OR_SO, False),
        ("only 1 in 4", A_QUARTER_OR_SO, True),
        ("one in five", A_QUARTER_OR_SO, False),
        ("one time in four", A_QUARTER_OR_SO, True),
        ("2 in 3", Fraction(3, 5), True),
        ("3 out of 5", Fraction(3, 5), True),
        ("2 in 5", Fraction(3, 5), False),
        ("13 in 4", A_QUARTER_OR_SO, False),
        ("0 in 4", A_QUARTER_OR_SO, False),
        ("28 %", A_QUARTER_OR_SO, True),
        ("27.8%", A_QUARTER_OR_SO, True),
        ("27%", A_QUARTER_OR_SO, False),
        ("about 30 %", A_QUARTER_OR_SO, True),
        ("about 40 %", A_QUARTER_OR_SO, False),
        ("more than 50 percent", Fraction(1, 2), False),
        ("at least 50%", Fraction(1, 2), True),
        ("half the time", Fraction(21, 40), True),
        ("half the time", Fraction(3, 5), False),
        ("almost never", Fraction(1, 12), True),
        ("almost never", Fraction(1, 6), False),
        ("easily and reliably", Fraction(11, 12), True),
        ("reliably", Fraction(5, 6), False),
        ("not reliably", Fraction(5, 6), True),
        ("not reliably so", Fraction(35, 36), False),
        ("most of the time", Fraction(1, 2), False),
        ("most of the time", Fraction(51, 100), True),
        ("always", Fraction(1), True),
        ("always", Fraction(99, 100), False),
        ("sometimes", Fraction(1, 3), None),
    ],
)
def test_each_word_means_what_is_declared(words: str, chance: Fraction, fits: bool | None) -> None:
    odds = read_odds(words)
    assert odds is not None
    assert odds.fits(chance) is fits


@pytest.mark.parametrize("words", ["", "4", "in 4", "d6", "about", "green"])
def test_what_tells_no_chance_is_none(words: str) -> None:
    assert read_odds(words) is None


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        ("three or four attempts", True),
        ("3 or 4 tries", True),
        ("two or four attempts", False),
        ("three or five attempts", False),
        ("four or five attempts", False),
        ("3 to 5 tries", True),
        ("about four tries", True),
        ("four attempts", True),
        ("three attempts", False),
    ],
)
def test_tries_are_the_average_until_one_succeeds(words: str, fits: bool) -> None:
    odds = read_tries(words)
    assert odds is not None
    assert odds.fits(A_QUARTER_OR_SO) is fits


def nine_or_more() -> dict[str, Fraction]:
    """Two dice against nine."""
    return {"chance": A_QUARTER_OR_SO, "tries": A_QUARTER_OR_SO}


SYSTEM = replace(
    load_system("dry-cereal"),
    phrases=(
        Phrase(
            "nine-or-more",
            ("reaches nine {chance:odds}", "nine has {chance:odds} chance", "nine takes {tries:tries}"),
            nine_or_more,
        ),
    ),
)


@pytest.mark.parametrize(
    ("text", "verdict", "at"),
    [
        ("She reaches nine 1 in 4 times.", Verdict.RIGHT, ""),
        ("She reaches nine one in five times.", Verdict.WRONG, "one in five"),
        ("She reaches nine almost never.", Verdict.WRONG, "almost never"),
        ("She reaches nine sometimes.", Verdict.UNDECIDED, ""),
        ("A nine has about 30 % chance.", Verdict.RIGHT, ""),
        ("A nine has about 40 % chance.", Verdict.WRONG, "about 40 %"),
        ("A nine takes three or four attempts.", Verdict.RIGHT, ""),
        ("A nine takes four or five attempts.", Verdict.WRONG, "four or five attempts"),
    ],
)
def test_phrases_hold_chances_in_words(text: str, verdict: Verdict, at: str) -> None:
    report = check_text(text, system=SYSTEM)
    assert [claim.verdict for claim in report.claims] == [verdict]
    stands = [finding.place.source.slice(finding.place.span) for finding in report.findings]
    assert stands == ([at] if at else [])
    for finding in report.findings:
        assert "27.8 % (5/18)" in finding.message


def test_the_number_stands_in_an_undecided_claim() -> None:
    report = check_text("She reaches nine often.", system=SYSTEM)
    assert [claim.computed for claim in report.claims] == ["chance 27.8 % (5/18)"]


def test_the_guide_lists_what_each_word_means() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "phrases.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", guide, re.MULTILINE))
    for words, meaning in MEANINGS.values():
        if meaning is None:
            assert "undecided" in rows[words]
            continue
        least, most = (f"{100 * float(end):.0f} %" for end in meaning)
        expected = {f"{least} to {most}", least if least == most else "", "more than 50 %" if least == "50 %" else ""}
        assert rows[words] in expected | ({"less than 50 %"} if most == "50 %" else set())

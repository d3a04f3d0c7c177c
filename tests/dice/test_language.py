"""Notations as data: located errors, and what every grammar owes to any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesmod.cavea.notation import LANGUAGE as CAVEA
from rulesmod.dice import Language
from rulesmod.dice.language import MAX_TERMS
from rulesmod.drama.notation import LANGUAGE as DRAMA
from rulesmod.dry_cereal.notation import LANGUAGE as DRY_CEREAL
from rulesmod.masque.notation import LANGUAGE as MASQUE
from rulesmod.notation import NotationError
from rulesmod.plain_dice import LANGUAGE as PLAIN
from rulesmod.sda.notation import LANGUAGE as SDA

LANGUAGES = {"cavea": CAVEA, "drama": DRAMA, "dry-cereal": DRY_CEREAL, "sda": SDA, "masque": MASQUE}


@pytest.mark.parametrize(
    ("system", "text", "place", "expected"),
    [
        ("cavea", "", (0, 0), "a count: 1, 2, 3, ..."),
        ("cavea", "2:d7/1:d6", (3, 4), "a die type: d4, d6, d8, d10, d12 or d20"),
        ("cavea", "1:d100", (3, 6), "a die type: d4, d6, d8, d10, d12 or d20"),
        ("cavea", "1:d6/+2/1:d4", (7, 8), "the end"),
        ("cavea", "1:d6/+", (6, 6), "a number"),
        ("cavea", "1:d6 / 2:d8", (4, 5), "`/` or the end"),
        ("drama", "4Bd 2Xd", (5, 7), "`Bd` or `Rd` or `Dd` or `Pd`"),
        ("dry-cereal", "3d6", (0, 1), "`2d6`"),
        ("sda", "4d7", (2, 3), "a die: d4, d6, d8, d10, d12 or d20"),
        ("masque", "d4 |d6 worst max", (7, 12), "`least max` or `best max`"),
        ("masque", "d201", (1, 4), "a number up to 200"),
    ],
)
def test_an_error_says_where_and_what_was_expected(
    system: str, text: str, place: tuple[int, int], expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        LANGUAGES[system].parse(text)
    error = caught.value
    assert (error.start, error.end) == place
    assert error.expected.startswith(expected)


@given(st.sampled_from(list(LANGUAGES.values())), st.text("0123456789dBRDP+-/|: leastmxbo%é", max_size=14))
def test_any_text_is_read_or_refused_at_a_place_in_it(language: Language, text: str) -> None:
    try:
        parsed = language.parse(text)
    except NotationError as error:
        fault = error
    else:
        assert all(0 <= term.start < term.end <= len(text) for term in parsed.terms)
        return
    assert 0 <= fault.start <= fault.end <= len(text)
    assert fault.message


def test_an_expression_has_a_limit_of_terms() -> None:
    assert len(CAVEA.parse("/".join(["1:d6"] * MAX_TERMS)).terms) == MAX_TERMS
    for language, text, place in (
        (CAVEA, "/".join(["1:d6"] * 1600), (500, 504)),
        (DRAMA, " ".join(["1Bd"] * 1600), (400, 403)),
        (MASQUE, "d6" + " +d4" * 1600, (399, 402)),
        (PLAIN, "d6" + "+d4" * 1600, (300, 302)),
    ):
        with pytest.raises(NotationError, match=f"^a roll has at most {MAX_TERMS} terms$") as caught:
            language.parse(text)
        assert (caught.value.start, caught.value.end) == place
    with pytest.raises(NotationError) as caught:
        CAVEA.parse("9" * 100_000)
    assert caught.value.expected == "a number of at most 15 digits"


@pytest.mark.parametrize(
    ("system", "text", "die", "labels"),
    [
        ("cavea", "1:d4", "d4", ["counts 1", "earns a SAP", "", ""]),
        ("sda", "d8", "d8", [""] * 3 + ["1 MoS"] * 4 + ["2 MoSes"]),
        ("masque", "-d4", "-d4", ["", "", "", "a natural: rerolled and added"]),
    ],
)
def test_faces_are_read_in_the_words_of_the_book(system: str, text: str, die: str, labels: list[str]) -> None:
    language = LANGUAGES[system]
    rows = language.program(language.parse(text)).dice[die].rows
    assert [row.label for row in rows] == labels


def test_an_outcome_has_a_backfire_only_with_passion_dice() -> None:
    names = [[field.name for field in DRAMA.program(DRAMA.parse(text)).fields] for text in ("2Bd", "2Bd 1Dd")]
    assert names == [["net"], ["net", "backfire"]]


def test_dice_of_one_kind_are_one_group() -> None:
    assert CAVEA.program(CAVEA.parse("1:d6/2:d8/1:d6")).pool == (("d6", 2), ("d8", 2))

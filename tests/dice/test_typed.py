"""Notations as players type them, each with what it comes to; and random ones, which the page must read alike."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
import quickjs

from rulebook_rules.systems import load_system
from rulesmod.dice import (
    InvalidProgramError,
    PoolTooLargeError,
    Program,
    distribution,
    fraction_text,
    main_of,
    summary_of,
)
from rulesmod.dice.nearest import nearest
from rulesmod.dice.symbols import sample
from rulesmod.notation import NotationError
from rulesmod.plain_dice import FORMS, LANGUAGE, NOTATION
from tests.dice.page import Page
from tests.dice.test_twin import same_rolls, shown
from tests.shares import shares, whole


def _rows(name: str) -> list[list[str]]:
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


TYPED, ELSEWHERE = _rows("typed.tsv"), _rows("typed_elsewhere.tsv")
STRINGS = 2000
LANGUAGE_TEXT = json.dumps(LANGUAGE.to_json())
MIN_ROLLING = 195
"""So many of the notations roll; those that a reader's own number completes are not among them."""


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


def read(text: str) -> tuple[Program | None, list[Any]]:
    """The program of a text, or why it has none."""
    try:
        return LANGUAGE.program(LANGUAGE.parse(text)), []
    except NotationError as error:
        told = [error.message, error.start, error.end, error.expected or None]
        return None, [*told, *([error.remedy] if error.remedy else [])]
    except InvalidProgramError as error:
        return None, [str(error)]


def outcome_of(text: str) -> list[str]:
    """What a notation comes to, as the table has it."""
    try:
        expression = NOTATION.parse(text)
    except NotationError as error:
        return [f"! {error.message}", *([error.remedy] if error.remedy else [])]
    main = main_of(distribution(NOTATION.program(expression)))
    assert sum(chance for _, chance in main) == 1
    summary = summary_of(main)
    if summary is None:
        chance = sum((chance for value, chance in main if value is True), Fraction(0))
        return [NOTATION.format(expression), f"chance {fraction_text(chance)}"]
    mean = fraction_text(summary.mean)
    told = mean if summary.most is not None and len(mean) < 30 else str(round(float(summary.mean), 6))
    ends = ["no least" if summary.least is None else summary.least, "no most" if summary.most is None else summary.most]
    return [NOTATION.format(expression), f"{ends[0]} {told} {ends[1]}"]


@pytest.mark.parametrize("row", [*TYPED, *ELSEWHERE], ids=lambda row: row[0])
def test_what_players_type(row: list[str]) -> None:
    text, *expected = row
    assert outcome_of(text) == expected


@pytest.mark.parametrize(
    ("text", "near"),
    [
        *(("4d6m", "`4d6`"), ("d20+d", "`d20+d6`"), ("8d10s7", "`8d10>=7`"), ("2d6 and 1d8", "`2d6+1d8`")),
        *(
            ("d20 or d12", "`d20`, or `d12`"),
            ("4d6 reroll 1s", "`4d6ro1`"),
            ("4d6 exploding, keep 3", "`4d6!, keep 3`"),
        ),
        *(("2d6 doubled", "`2d6×2`"), ("d20 mit Vorteil", "`d20adv`"), ("5d10 und 2d6", "`5d10+2d6`")),
        *(
            ("2d6 rounded sideways", ""),
            ("4d6 reroll twice", ""),
            ("5d10 8+", "`5d10>=8`"),
            ("5d6 count 5+", "`5d6>=5`"),
        ),
        *(("2d6 reroll 1s and 2s", "`2d6ro<=2`"), ("3d6 explodes on 5+", "`3d6!>=5`"), ("2d6+3|text(foo)", "`2d6+3`")),
        *(("d100 roll under 45", "`d100<=45`"), ("２d６", "`2d6`")),
        *(("1/2 d6", "`½d6`"), ("1/2d6+3", "`½d6+3`"), ("4d6ir2", "`4d6r<=2`"), ("ir2", "")),
        *(("3d6 tn 10", "`{3d6}>=10` for their sum, or `3d6>=5` to count dice"),),
    ],
)
def test_what_is_written_elsewhere_has_a_nearest_form(page: Page, text: str, near: str) -> None:
    with pytest.raises(NotationError) as raised:
        NOTATION.parse(text)
    assert nearest(LANGUAGE, text, raised.value) == near
    if near.count("`") == 2 and text != "d20+d":  # The page asks for the rest of what breaks off.
        assert page.call("meant", LANGUAGE.to_json(), text)[0] is not None


@pytest.mark.parametrize("text", ["4d6m", "2d6 and 1d8", "8d10s7", "4d6 reroll 1s", "2d6 doubled", "d20+d", "d20 with"])
def test_what_could_stand_there_is_short(text: str) -> None:
    with pytest.raises(NotationError) as raised:
        NOTATION.parse(text)
    assert 0 < len(raised.value.expected.split(" or ")) <= 4
    assert len(raised.value.expected) < 90


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("2d6+sqrt(d20)", "the functions are `floor`, `ceil`, `round`, `abs`, `max` and `min`", (4, 9)),
        ("d6^2", "powers are not worked out; `×` multiplies", (2, 3)),
        ("d6+d4 ** 2", "powers are not worked out; `×` multiplies", (7, 8)),
    ],
)
def test_what_no_dice_do_is_said_at_its_word(page: Page, text: str, message: str, place: tuple[int, int]) -> None:
    with pytest.raises(NotationError) as raised:
        NOTATION.parse(text)
    assert (raised.value.message, (raised.value.start, raised.value.end)) == (message, place)
    assert page.call("parse", LANGUAGE_TEXT, text)["error"][:3] == [message, *place]


@pytest.mark.parametrize("text", ["d6^2", "2d6%2", "3d6:4", "1½d6"])
def test_the_nearest_form_makes_no_other_number(text: str) -> None:
    with pytest.raises(NotationError) as raised:
        NOTATION.parse(text)
    assert nearest(LANGUAGE, text, raised.value) == ""


def test_nearly_all_that_players_type_rolls() -> None:
    refused = [row for row in TYPED if row[1].startswith("!")]
    assert len(TYPED) - len(refused) >= MIN_ROLLING
    assert sum("only you know" in row[1] for row in refused) == 3


@pytest.mark.parametrize(
    "row", [row for row in (*TYPED, *ELSEWHERE) if not row[1].startswith("!")], ids=lambda row: row[0]
)
def test_the_canonical_form_means_the_same(row: list[str]) -> None:
    one, other = NOTATION.parse(row[0]), NOTATION.parse(row[1])
    assert NOTATION.format(other) == row[1]
    assert distribution(NOTATION.program(one)).to_json() == distribution(NOTATION.program(other)).to_json()


@pytest.mark.parametrize("text", [text for form in FORMS for text in form.written])
def test_each_form_of_the_guide_rolls_whatever_its_capitals_and_spaces(text: str) -> None:
    rolled = distribution(NOTATION.program(NOTATION.parse(text))).to_json()
    if "D" not in text:
        assert distribution(NOTATION.program(NOTATION.parse(f" {text.upper()} "))).to_json() == rolled


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1d20 + @str", {"STR": 3}),
        ("1d20+STR", {"STR": -1}),
        ("1d20 + prof", {"PROF": 2}),
        ("d8+1+CON + Wits", {"CON": 0, "WITS": 12}),
        ("2d6*HITS", {"HITS": 3}),
    ],
)
def test_a_value_of_the_reader_s_completes_a_notation(page: Page, text: str, values: dict[str, int]) -> None:
    asked = page.call("asked", LANGUAGE_TEXT, text, json.dumps({}))
    assert (asked["names"], asked["missing"], asked["program"]) == ([*values], [*values], None)
    answered = page.call("asked", LANGUAGE_TEXT, text, json.dumps(values))
    program = LANGUAGE.program(LANGUAGE.parse(text, values))
    assert (answered["names"], answered["missing"]) == ([*values], [])
    assert answered["program"] == program.to_json()


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("d10 roll", "d10"),
        ("d20 level", "d20"),
        ("d20adv vs 15", "{2d20kh1}>=15"),
        ("d20-1 with disadvantage # stealth", "2d20kl1-1"),
    ],
)
def test_no_letter_of_a_word_is_read_as_a_modifier(text: str, means: str) -> None:
    assert NOTATION.format(NOTATION.parse(text)) == means


def test_an_expected_space_has_a_name(page: Page) -> None:
    language = load_system("sda").notation.language
    with pytest.raises(NotationError) as fault:
        language.parse("2d6x")
    assert fault.value.expected == "a space or the end"
    answer = page.call("parse", json.dumps(language.to_json()), "2d6x")
    assert answer["error"][3] == "a space or the end"


@whole
@pytest.mark.parametrize("text", ["{d866!!+d832!!+d17!!}kh1", "{d999!!+d998!!+d997!!}kh2"])
def test_exploding_dice_with_no_small_number_in_common_are_refused(page: Page, text: str) -> None:
    program, _ = read(text)
    assert program
    with pytest.raises(PoolTooLargeError):
        distribution(program)
    assert page.call("bounded", program.to_json()) == "exact odds of these dice take too long"


@pytest.mark.parametrize("first", shares(range(0, STRINGS, 100), seen=1))
def test_random_strings_mean_the_same(page: Page, first: int) -> None:
    assert compare_strings(page, range(first, first + 100))


def compare_strings(page: Page, seeds: range) -> int:
    """Compare what Python and a page make of random strings; return how many have odds."""
    rolled = 0
    for seed in seeds:
        random = Random(seed)
        text = sample(LANGUAGE, random)
        while len(text) > 50:
            text = sample(LANGUAGE, random)
        answer = page.call("parse", LANGUAGE_TEXT, text)
        program, fault = read(text)
        assert answer.get("error", [])[: len(fault)] == fault, text
        if program is None:
            continue
        assert answer == {"program": json.loads(json.dumps(program.to_json()))}, text
        try:
            odds = shown(program)
        except (PoolTooLargeError, InvalidProgramError):
            continue
        rolled += 1
        try:
            assert page.distribution(program.to_json()) == odds, text
        except quickjs.JSException as limit:
            # QuickJS counts with a million bits; browsers with a thousand times as many.
            if "BigInt is too large" not in str(limit):
                raise
        with suppress(PoolTooLargeError):  # Dice that bring others may come to more than a roll has.
            same_rolls(page, program, 2)
    return rolled

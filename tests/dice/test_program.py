"""The IR: its JSON form, its schema, and what contradicts itself."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesmod.dice import Die, Field, InvalidProgramError, Program, Row, Trigger
from tests.dice.programs import random_program

SCHEMA = json.loads(files("rulesmod.dice").joinpath("program.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
FIELDS = (Field("n", "n", "n"),)
COIN = Die((Row("heads", tallies={"n": 1}), Row("tails")))


@given(st.integers(0, 10**6))
def test_json_and_back(seed: int) -> None:
    program = random_program(seed)
    text = json.dumps(program.to_json())
    VALIDATOR.validate(json.loads(text))
    assert Program.from_json(json.loads(text)).to_json() == program.to_json()


def test_the_schema_refuses_what_is_no_program() -> None:
    data = random_program(1).to_json()
    for spoiled in ({**data, "pool": "x"}, {**data, "fields": []}, {key: data[key] for key in data if key != "dice"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(spoiled, SCHEMA)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dice": {"x": Die((Row(1, weight=0),))}}, "no face that stays"),
        ({"dice": {"x": Die((Row(1, weight=2**33),))}}, "weights of `x`"),
        ({"dice": {"x": Die((Row(1, again=True, tallies={"n": 1}),))}}, "no face that stays"),
        ({"dice": {"x": Die((Row(1, adds={"y": 1}),))}}, "adds `y`"),
        ({"dice": {"x": Die((Row(1, adds={"x": 1}),))}}, "adds `x`"),
        ({"dice": {"y": COIN, "x": Die((Row(1, adds={"y": 1}, again=True), Row(2)))}}, "on the same row"),
        ({"dice": {"x": Die((Row(1, tallies={"m": 1}),))}}, "tallies `m`"),
        ({"pool": (("y", 1),)}, "no die `y`"),
        ({"pool": (("x", -1),)}, "-1 dice `x`"),
        ({"triggers": (Trigger("m", 1, {"x": 1}),)}, "`m` is no sum"),
        ({"fields": ()}, "at least one field"),
        ({"fields": (Field("n", "n", "m"),)}, "`m` is no value"),
        ({"fields": (Field("n", "n", ["?", "n", 1]),)}, "is no operation"),
    ],
)
def test_what_contradicts_itself_is_refused(change: dict[str, Any], message: str) -> None:
    parts: dict[str, Any] = {"dice": {"x": COIN}, "pool": (("x", 1),), "fields": FIELDS, "sums": ("n",)}
    Program(**parts)
    with pytest.raises(InvalidProgramError, match=message):
        Program(**{**parts, **change})

"""Dice pools such as `4Bd 2Rd 1Dd 1Pd` (Dice; Reading the Results)."""

from __future__ import annotations

from typing import Any

from rulesmod.dice.language import Language, Parsed
from rulesmod.plain import plain_notation

_COUNT = ["number", "count", "a number of dice: 1, 2, 3, ...", {"min": 1}]


def _kind(letters: str) -> list[Any]:
    return ["term", letters, ["seq", _COUNT, letters]]


_DICE = ["or", *map(_kind, ("Bd", "Rd", "Dd", "Pd"))]

LANGUAGE = Language(
    name="dice pool",
    grammar=["seq", _DICE, ["many", ["seq", " ", ["many", " "], _DICE]]],
    dice={
        "Bd": {
            "name": "Bd",
            "axes": {"face": 6},
            "rows": [
                {"when": [">=", "face", 5], "tallies": {"net": 1}, "label": "a success"},
                {"when": ["=", "face", 4], "label": "with a benefit"},
                {},
            ],
        },
        "Rd": {
            "name": "Rd",
            "axes": {"face": 6},
            "rows": [
                {
                    "when": ["=", "face", 1],
                    "tallies": {"net": -1},
                    "adds": [["Pd", {}, 1]],
                    "label": "costs a success, adds a Penalty die",
                },
                {"when": ["=", "face", 6], "tallies": {"net": 1}, "again": 1, "label": "a success, rolled again"},
                {"when": [">=", "face", 4], "tallies": {"net": 1}, "label": "a success"},
                {},
            ],
        },
        "Dd": {
            "name": "Dd",
            "axes": {"face": 6},
            "rows": [
                {"when": ["=", "face", 1], "tallies": {"ones": 1}, "label": "towards a backfire"},
                {"when": ["=", "face", 6], "tallies": {"net": 1}, "again": 1, "label": "a success, rolled again"},
                {"when": [">=", "face", 4], "tallies": {"net": 1}, "label": "a success"},
                {},
            ],
        },
        "Pd": {
            "name": "Pd",
            "axes": {"face": 6},
            "rows": [
                {"when": [">=", 2, "face"], "tallies": {"net": -1}, "label": "costs a success"},
                {},
            ],
        },
    },
    fields=(
        {"name": "net", "label": "net successes", "reading": "net"},
        {"name": "backfire", "label": "backfire", "reading": [">=", "ones", 2], "with": ["Dd"]},
    ),
    sums=("ones", "net"),
    triggers=({"with": "Dd", "tally": "ones", "at_least": 2, "adds": {"Pd": 3}},),
    needs=2,
    words={"target": "net successes needed", "against": "opposing pool"},
)


def _write(parsed: Parsed) -> str:
    return " ".join(f"{term.count}{term.kind}" for term in parsed.terms)


NOTATION = plain_notation(
    LANGUAGE,
    code_class="dice",
    write=_write,
    write_group=lambda count, size: f"{count}d{size}",
    sizes=lambda term: (6,),
    looks_like=r"\d+[BRDP]d\b",
    running=r"(?<![BRDP]d )\d{1,3}[BRDP]d(?: {1,3}\d{1,3}[BRDP]d){0,7}",
)

"""Rolls such as `2d6+2` (Taking Action, Roll for it!)."""

from __future__ import annotations

from rulesmod.dice.language import Language, Parsed
from rulesmod.plain import plain_notation

SEVEN = 7
"""The number that a total must exceed for a Margin above 0."""
DICE = 2
SIDES = 6

_SIGN = ["word", "sign", "a modifier such as `+2` or `-2`", {"+": 1, "-": -1, "−": -1}]
_NUMBER = ["number", "value", "a number", {}]

LANGUAGE = Language(
    name="roll",
    grammar=[
        "seq",
        [
            "term",
            "die",
            ["seq", ["number", "count", "`2d6`", {"in": [DICE]}], "d", ["number", "size", "`6`", {"in": [SIDES]}]],
        ],
        ["opt", ["seq", ["skip", " "], ["constant", "modifier", ["seq", _SIGN, ["skip", " "], _NUMBER]]]],
    ],
    dice={"die": {"name": "d{size}", "axes": {"face": "size"}, "rows": [{"tallies": {"total": "face"}}]}},
    fields=({"name": "margin", "label": "Margin", "reading": ["-", ["+", "total", "modifier"], SEVEN]},),
    sums=("total",),
    constants={"modifier": 0},
    words={"target": "Margin needed"},
)


def _write(parsed: Parsed) -> str:
    modifier = parsed.constants["modifier"]
    return f"2d6{modifier:+d}" if modifier else "2d6"


NOTATION = plain_notation(
    LANGUAGE,
    code_class="dice",
    write=_write,
    write_group=lambda count, size: f"{count}d{size}",
    sizes=lambda term: (term.values["size"],),
    modifier="modifier",
    looks_like=r"\d+d\d",
)

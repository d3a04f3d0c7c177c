"""Plain dice, for tables and books that belong to no game: `d6`, `2d6+1`, `d100`, `d%`, `d66`, `3d6×10`, `2W6`.

What the dice show is added up, and a number is added to it or taken from it; or all of it is multiplied. A d66 is
two six-sided dice that are read as tens and ones.
"""

from __future__ import annotations

from typing import Any

from rulesmod.dice.language import Language, Parsed, Term
from rulesmod.plain import plain_notation
from rulesmod.system import System

MAX_COUNT = 99
MAX_SIZE = 1000
MAX_FACTOR = 1_000_000
"""So that products have no more digits than the page counts exactly."""
DIGITS = 66
"""The die that is read digit by digit; no die has so many faces."""

_SPACE = ["skip", " "]
_SIGN = ["word", "sign", "`+` or `-`", {"+": 1, "-": -1, "−": -1, "–": -1}]
_COUNT = ["opt", ["number", "count", "a number of dice", {"min": 1, "max": MAX_COUNT}]]
_D = ["or", "d", "D", "w", "W"]
_SIZE = ["number", "size", "a number of faces", {"min": 2, "max": MAX_SIZE}]
_NUMBER = ["number", "value", "a number", {}]
_FACTOR = ["number", "value", "a number", {"max": MAX_FACTOR}]
_TIMES = ["or", "×", "x", "*"]


def _dice(*sign: Any) -> list[Any]:
    """Dice of one size behind a sign, or without."""
    return [
        "or",
        ["term", "percent", ["seq", *sign, _COUNT, _D, ["or", "%", "00"]]],
        ["term", "digits", ["seq", *sign, ["skip", "1"], _D, ["number", "digits", "`66`", {"in": [DIGITS]}]]],
        ["term", "die", ["seq", *sign, _COUNT, _D, _SIZE]],
    ]


def _die(name: str, axes: dict[str, int | str], face: Any) -> dict[str, Any]:
    return {"name": name, "axes": axes, "shown": face, "rows": [{"tallies": {"total": ["*", "sign", face]}}]}


LANGUAGE = Language(
    name="roll",
    grammar=[
        "seq",
        _dice(),
        [
            "or",
            ["constant", "factor", ["seq", _SPACE, _TIMES, _SPACE, _FACTOR]],
            [
                "many",
                [
                    "seq",
                    _SPACE,
                    ["or", _dice(_SIGN, _SPACE), ["constant", "modifier", ["seq", _SIGN, _SPACE, _NUMBER]]],
                ],
            ],
        ],
    ],
    dice={
        "die": _die("d{size}", {"face": "size"}, "face"),
        "percent": _die("d%", {"face": 100}, "face"),
        "digits": _die("d66", {"tens": 6, "ones": 6}, ["+", ["*", 10, "tens"], "ones"]),
    },
    fields=(
        {
            "name": "total",
            "label": "total",
            "reading": ["*", ["if", "factor", "factor", 1], ["+", "total", "modifier"]],
        },
    ),
    sums=("total",),
    constants={"modifier": 0, "factor": 0},
    words={"target": "number to reach", "against": "opposing roll"},
)


def _write_term(term: Term) -> str:
    if term.kind == "digits":
        return "d66"
    return f"{term.count if term.count > 1 else ''}d{'%' if term.kind == 'percent' else term.values['size']}"


def _write(parsed: Parsed) -> str:
    text = ""
    for term in parsed.terms:
        sign = "-" if term.values.get("sign", 1) < 0 else "+" if text else ""
        text += sign + _write_term(term)
    modifier, factor = parsed.constants["modifier"], parsed.constants["factor"]
    return f"{text}{f'×{factor}' if factor else ''}{f'{modifier:+d}' if modifier else ''}"


def _sizes(term: Term) -> tuple[int, ...]:
    return (term.values.get("size", 100 if term.kind == "percent" else DIGITS),)


NOTATION = plain_notation(
    LANGUAGE,
    code_class="dice",
    write=_write,
    write_group=lambda count, size: f"{count if count > 1 else ''}d{size}",
    sizes=_sizes,
    modifier="modifier",
    looks_like=r"\d*[dD][\d%]",
)

SYSTEM = System(name="plain", title="Plain dice", notation=NOTATION)
"""A game without rules: for a book that wants its dice to roll, and has nothing to be held against."""

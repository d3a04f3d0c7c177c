"""Casts such as `2d6 -d4`, `d4 |d6 least max` or `+|d3 -d2|` (Dice Notation; the Cast of each monster).

A die of four or more faces that shows its highest is a natural: it is rerolled and the new roll added, for
as long as that happens. A casting below 1 counts 0; dice that are only taken from something else, such as
`-d6`, are no casting.
"""

from __future__ import annotations

from typing import Any

from rulesmod.dice.language import Language, Parsed, Term
from rulesmod.plain import plain_notation

MAX_SIZE = 200
"""The largest die: twice the largest that the text names, and still with exact odds."""


def _weight(face: str, size: str) -> list[Any]:
    """How often a face comes up. A d7, d11 or d13 is made of two dice of one face less: sums above its size start
    again from 1, so its highest has a case more than the others."""
    folded = ["or", ["=", size, 7], ["or", ["=", size, 11], ["=", size, 13]]]
    return ["if", folded, ["+", ["-", size, 2], ["=", face, size]], 1]


_BOTH = ["*", _weight("a", "first"), _weight("b", "second")]

_SPACE = ["skip", " "]
_SIGN = ["word", "sign", "`+` or `-`", {"+": 1, "-": -1}]
_COUNT = ["opt", ["number", "count", "a number of dice", {"min": 1}]]


def _size(tag: str, **limits: int) -> list[Any]:
    return ["number", tag, "a number of faces", {"min": 2, "max": MAX_SIZE, **limits}]


_ONE = ["number", "size", "a number of faces", {"in": [1]}]


def _dice(*sign: Any) -> list[Any]:
    """Dice of one kind behind a sign, or without."""
    pair = ["d", _size("first"), _SPACE, "|", _SPACE, "d", _size("second"), " "]
    gap = ["|", "d", _size("first"), _SPACE, "-", _SPACE, "d", _size("second"), "|"]
    return [
        "or",
        ["term", "least", ["seq", *sign, *pair, "least max"]],
        ["term", "best", ["seq", *sign, *pair, "best max"]],
        ["term", "gap", ["seq", *sign, *gap]],
        ["term", "one", ["seq", *sign, _COUNT, "d", _ONE]],
        ["term", "percent", ["seq", *sign, "d%"]],
        ["term", "die", ["seq", *sign, _COUNT, "d", _size("size")]],
    ]


def _row(casting: Any, **more: Any) -> dict[str, Any]:
    return {"tallies": {"casting": ["*", "sign", casting], "own": [">=", "sign", 0]}, **more}


def _pair(name: str, first_counts: Any) -> dict[str, Any]:
    """Two dice of which one is kept with its kind: only that one can show a natural."""

    def row_of(value: str, size: str) -> dict[str, Any]:
        natural = ["and", ["=", value, size], [">=", size, 4]]
        added = [["die", {"size": size, "sign": "sign"}, natural]]
        return _row(value, weight=_BOTH, adds=added, label=f"{{{value}}} of the d{{{size}}} is kept")

    return {
        "name": f"d{{first}}|d{{second}} {name} max",
        "axes": {"a": "first", "b": "second"},
        "shown": "{a}|{b}",
        "rows": [{"when": first_counts, **row_of("a", "first")}, row_of("b", "second")],
    }


_FEWER_FACES = [">=", "second", "first"]

LANGUAGE = Language(
    name="cast",
    grammar=[
        "seq",
        ["or", _dice(), _dice(_SIGN, _SPACE)],
        [
            "many",
            [
                "seq",
                _SPACE,
                [
                    "or",
                    _dice(_SIGN, _SPACE),
                    ["constant", "modifier", ["seq", _SIGN, _SPACE, ["number", "value", "a number", {}]]],
                ],
            ],
        ],
    ],
    dice={
        "die": {
            "name": "d{size}",
            "axes": {"face": "size"},
            "rows": [
                _row(
                    "face",
                    when=["and", ["=", "face", "size"], [">=", "size", 4]],
                    weight=_weight("face", "size"),
                    again=1,
                    label="a natural: rerolled and added",
                ),
                _row("face", weight=_weight("face", "size")),
            ],
        },
        "one": {"name": "d1", "axes": {"face": 2}, "shown": ["-", "face", 1], "rows": [_row(["-", "face", 1])]},
        "percent": {"name": "d%", "axes": {"face": 100}, "rows": [_row("face")]},
        "gap": {
            "name": "|d{first}-d{second}|",
            "axes": {"a": "first", "b": "second"},
            "shown": "{a}|{b}",
            "rows": [_row(["abs", ["-", "a", "b"]], weight=_BOTH)],
        },
        "least": _pair("least", ["or", [">=", "b", ["+", "a", 1]], ["and", ["=", "a", "b"], _FEWER_FACES]]),
        "best": _pair("best", ["or", [">=", "a", ["+", "b", 1]], ["and", ["=", "a", "b"], _FEWER_FACES]]),
    },
    fields=(
        {
            "name": "casting",
            "label": "casting",
            "reading": ["if", "own", ["max", 0, ["+", "casting", "modifier"]], ["+", "casting", "modifier"]],
        },
    ),
    sums=("casting",),
    flags=("own",),
    constants={"modifier": 0},
    words={"target": "average to be met", "against": "opposing cast"},
)


def _write_term(term: Term) -> str:
    values = term.values
    if term.kind in ("least", "best"):
        return f"d{values['first']} |d{values['second']} {term.kind} max"
    if term.kind == "gap":
        return f"|d{values['first']} -d{values['second']}|"
    count = term.count if term.count > 1 else ""
    return f"{count}d%" if term.kind == "percent" else f"{count}d{values['size']}"


def _write(parsed: Parsed) -> str:
    text = ""
    for term in parsed.terms:
        sign = "-" if term.values.get("sign", 1) < 0 else "+" if text else ""
        text += f"{' ' if text else ''}{sign}{_write_term(term)}"
    modifier = parsed.constants["modifier"]
    return f"{text} {modifier:+d}" if modifier else text


def _sizes(term: Term) -> tuple[int, ...]:
    values = term.values
    if "first" in values:
        return values["first"], values["second"]
    return (values.get("size", 100),)


_TERM = r"\d*d(?:\d+|%)"
_FIRST = r"(?<![\w|+@-])(?:(?<![\d|] )[+-])?\|?"
_NEXT = r"\s?[+|-]\s?\|?"

NOTATION = plain_notation(
    LANGUAGE,
    code_class="dice",
    write=_write,
    write_group=lambda count, size: f"{count}d{size}" if count > 1 else f"d{size}",
    sizes=_sizes,
    modifier="modifier",
    looks_like=r"[+-]?\|?\d*d[\d%]",
    running=rf"{_FIRST}{_TERM}(?:{_NEXT}{_TERM}\|?|\s[+-]\d+(?!\d|\.\d|d))*(?:\s(?:least|best)\smax)?",
)

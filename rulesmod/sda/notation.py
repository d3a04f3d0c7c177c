"""Dice pools such as `4d6` or `4d6 +1 MoS` (Dice; Success and Failure; Bonus and Malus)."""

from __future__ import annotations

from rulesmod.dice.language import Language, Parsed
from rulesmod.plain import plain_notation

DIE_SIZES = (4, 6, 8, 10, 12, 20)

_COUNT = ["number", "count", "a number of dice: 1, 2, 3, ...", {"min": 1}]
_SIZE = ["number", "size", "a die: d4, d6, d8, d10, d12 or d20", {"in": list(DIE_SIZES)}]
_SIGN = ["word", "sign", "a bonus such as `+1 MoS`", {"+": 1, "-": -1}]
_NUMBER = ["number", "value", "a number", {}]

LANGUAGE = Language(
    name="dice-pool",
    grammar=[
        "seq",
        ["term", "die", ["seq", ["opt", _COUNT], "d", _SIZE]],
        ["opt", ["seq", " ", ["constant", "bonus", ["seq", _SIGN, _NUMBER, " MoS"]]]],
    ],
    dice={
        "die": {
            "name": "d{size}",
            "axes": {"face": "size"},
            "rows": [
                {"when": [">=", 3, "face"]},
                {"when": [">=", 7, "face"], "tallies": {"mos": 1}, "label": "1 MoS"},
                {"tallies": {"mos": ["//", "face", 4]}, "label": "{mos} MoSes"},
            ],
        }
    },
    fields=({"name": "mos", "label": "MoS", "reading": ["+", "mos", "bonus"]},),
    sums=("mos",),
    constants={"bonus": 0},
    tie_wins=True,
    words={"target": "difficulty level", "against": "opposing dice-pool"},
)


def _write(parsed: Parsed) -> str:
    (term,) = parsed.terms
    bonus = parsed.constants["bonus"]
    return f"{term.count}d{term.values['size']}" + (f" {bonus:+d} MoS" if bonus else "")


NOTATION = plain_notation(
    LANGUAGE,
    code_class="dice",
    write=_write,
    write_group=lambda count, size: f"{count}d{size}",
    sizes=lambda term: (term.values["size"],),
    modifier="bonus",
    looks_like=r"\d*d\d",
)

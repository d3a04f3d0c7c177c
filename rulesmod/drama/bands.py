"""The meanings of the faces of each kind of dice, range by range."""

from __future__ import annotations

from rulesmod.drama import rules
from rulesmod.drama.names import BASE, PASSION, PENALTY, RISK, Kind
from rulesmod.system import Band, Bands

_NOTHING = ("fail", "nothing", "no success", "no effect", "miss")
_SUCCESS = ("success", "succeed")
_COSTS = ("negative", "costs", "cost", "against", "minus", "-1", "−1", "takes")
_AGAIN = ("explode", "again")


def _bands(kind: Kind, *rows: tuple[int, int, tuple[str, ...]]) -> Bands:
    return Bands(
        name=f"{kind.name.lower()}-faces",
        title=f"faces of {kind.name} dice",
        rows=tuple(Band(*row) for row in rows),
        about=(f"{kind.name} dice", f"{kind.name} die", f"n{kind.letters}"),
    )


_AFTER_ONE = (
    (rules.RISKY + 1, rules.RISK_SUCCESSES[0] - 1, _NOTHING),
    (rules.RISK_SUCCESSES[0], rules.EXPLODING - 1, _SUCCESS),
    (rules.EXPLODING, rules.DIE_SIZE, _AGAIN),
)
"""Above their 1s, Risk and Passion dice are alike."""

BANDS = (
    _bands(
        BASE,
        (1, rules.BENEFIT - 1, _NOTHING),
        (rules.BENEFIT, rules.BENEFIT, ("benefit",)),
        (rules.BASE_SUCCESSES[0], rules.DIE_SIZE, _SUCCESS),
    ),
    _bands(RISK, (rules.RISKY, rules.RISKY, ("risky", *_COSTS)), *_AFTER_ONE),
    _bands(PASSION, (rules.BACKFIRING, rules.BACKFIRING, ("backfire", "passion")), *_AFTER_ONE),
    _bands(
        PENALTY,
        (1, rules.PENALTY_FACES[-1], _COSTS),
        (rules.PENALTY_FACES[-1] + 1, rules.DIE_SIZE, ("no effect", *_NOTHING)),
    ),
)

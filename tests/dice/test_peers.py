"""The table of the guide that says how others write dice, against icepool and dyce as they are installed."""

from __future__ import annotations

import re
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any

import dyce
import icepool
import pytest

from rulesmod.dice import Tail, distribution
from rulesmod.plain_dice import NOTATION

TABLE = (
    Path(__file__)
    .with_name("elsewhere.md")
    .read_text(encoding="utf-8")
    .partition("| Here | AnyDice |")[2]
    .partition("\n\n")[0]
)
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.splitlines()[2:]]
CELLS = [(row[0], name, row[column]) for row in ROWS for column, name in ((2, "icepool"), (3, "dyce")) if row[column]]
KNOWN: dict[str, dict[str, Any]] = {
    "icepool": {name: getattr(icepool, name) for name in ("d", "d6", "d8", "d10", "d20", "Pool")},
    "dyce": {name: getattr(dyce, name) for name in ("H", "P", "expand", "explode_n")},
}


@pytest.mark.parametrize(("ours", "peer", "cell"), CELLS, ids=[f"{ours}-{peer}" for ours, peer, _ in CELLS])
def test_what_others_write_comes_to_the_same(ours: str, peer: str, cell: str) -> None:
    written = re.fullmatch(r"`(.*)`(, cut off)?", cell)
    assert written is not None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # They warn where they cut.
        found = eval(written[1], KNOWN[peer])
    total = sum(found.values())
    theirs = {int(value): Fraction(int(number), int(total)) for value, number in found.items()}
    program = NOTATION.program(NOTATION.parse(ours.strip("`")))
    rows = {outcome[program.main]: chance for outcome, chance in distribution(program).rows}
    if written[2] is None:
        assert theirs == rows
    else:
        assert isinstance([*rows][-1], Tail)
        for value, chance in theirs.items():
            assert float(rows.get(value, 0)) == pytest.approx(float(chance), abs=0.005)

"""The odds of Dry Cereal's rolls, tabulated from its rules."""

from __future__ import annotations

from rulesmod.dry_cereal.notation import DICE, SIDES
from rulesmod.dry_cereal.rules import reach
from rulesmod.dry_cereal.tables import LADDER, label, signed
from rulesmod.system import RuleTable


def _roll(modifier: int) -> str:
    return f"{DICE}d{SIDES}{signed(modifier) if modifier else ''}"


CHANCES = RuleTable(
    name="chances",
    title="share of rolls that reach a level",
    because="in {share} rolls of {row} the Margin is {column} or more",
    columns=("Roll", *map(label, LADDER)),
    keys=1,
    rows=tuple((_roll(modifier), *(reach(modifier, level) for level in LADDER)) for modifier in LADDER.values()),
    about=("share", "odds", "chance"),
)

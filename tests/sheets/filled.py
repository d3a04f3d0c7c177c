"""Filled sheets, at random: what readers might write into them."""

from __future__ import annotations

from random import Random
from typing import Any

from rulesmod.sheets import Choice, Dice, Number, Sheet

POOLS = {
    "masque": lambda random: f"{random.randint(1, 3)}d{random.choice([4, 6, 8, 10, 12])}",
    "cavea": lambda random: "/".join(
        f"{random.randint(1, 5)}:d{random.choice([4, 6, 8, 10, 12, 20])}" for _ in range(random.randint(1, 4))
    ),
}


def filled(sheet: Sheet, system: str, random: Random) -> dict[str, Any]:
    """Some of the fields filled in, each with something that it takes."""
    inputs: dict[str, Any] = {}
    for key, field in sheet.fields():
        if random.random() < 0.25:
            continue
        if isinstance(field, Number):
            inputs[key] = (
                random.randint(field.low, field.high)
                if random.random() < 0.5
                else random.randint(field.low, min(field.high, field.low + 6))
            )
        elif isinstance(field, Choice):
            inputs[key] = random.choice(field.options)[0]
        elif isinstance(field, Dice):
            inputs[key] = POOLS[system](random)
        else:
            inputs[key] = random.choice(["Hedda", "<b>7</b>", "{left}", ""])
    return inputs


WRONG = ("", "x", "2d", "1.5", "-1", "9" * 9, "7:d7")


def spoiled(sheet: Sheet, system: str, random: Random) -> dict[str, Any]:
    """A filled sheet in which some numbers and dice cannot be read."""
    inputs = filled(sheet, system, random)
    for key, field in sheet.fields():
        if isinstance(field, Number | Dice) and random.random() < 0.15:
            inputs[key] = random.choice(WRONG)
    return inputs

"""Opponent role actors of the text, with their extras (Opponent Role Actors)."""

from __future__ import annotations

from rulesmod.masque.state import ENTOURAGE, Actor

LIGHTS = {"Vlad": -2, "Vlad-1": -1, "Vlad-0": 0}
"""The modifier of the light, by the id of the villain in it: wide, and the two of dim light (Bonus Ability)."""


def vlad(label: str, side: int = ENTOURAGE, light: int = -2) -> Actor:
    """Make the vampire in its last form: baseline, bonus die, light, another effect, shapeshifting (Exceptional Trait).

    `light` is the modifier of the light that it stands in.
    """
    return Actor(
        number=0,
        name=label,
        side=side,
        monster="",
        role="C",
        build=14,
        current=14,
        baseline=5,
        effect="Add-on +d1",
        bonus_size=2,
        lighting=light,
        shapeshift="initial",
    )

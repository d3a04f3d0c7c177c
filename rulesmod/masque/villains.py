"""Opponent role actors that the text works out, with what makes them stranger than players (Opponent Role Actors)."""

from __future__ import annotations

from rulesmod.masque.state import ENTOURAGE, Actor


def vlad(label: str, side: int = ENTOURAGE) -> Actor:
    """The vampire in its last form: baseline, bonus die, light, another effect, shapeshifting (Exceptional Trait)."""
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
        lighting=-2,
        shapeshift="initial",
    )

"""The names of Underlying Concepts, in their order: seasons and their feasts, kinds of dice, actor levels."""

from __future__ import annotations

from typing import NamedTuple


class Season(NamedTuple):
    """One of the seasons of play, from one feast to the other (Seasons, Stories & Scenes)."""

    names: tuple[str, str]
    start: str
    end: str


EASTER, MICHAELMAS = FEASTS = ("Easter", "Michaelmas")
SEASONS = (
    Season(("Spring", "Summer"), EASTER, MICHAELMAS),
    Season(("Autumn", "Winter"), MICHAELMAS, EASTER),
)


class Kind(NamedTuple):
    """A kind of dice, and the letters behind their number (Dice)."""

    name: str
    letters: str


BASE, RISK, PASSION, PENALTY = KINDS = (
    Kind("Base", "Bd"),
    Kind("Risk", "Rd"),
    Kind("Passion", "Dd"),
    Kind("Penalty", "Pd"),
)

SMALL_PARTS = ("Cast", "Cameo", "Support")
ACTING_PARTS = ("Actor", "Lead Actor", "Principal")
GREAT_PARTS = ("Title Character", "Starring Actor", "Director")
ACTOR_LEVELS = (*SMALL_PARTS, *ACTING_PARTS, *GREAT_PARTS)
"""From the lowest to the highest (Actor Level)."""

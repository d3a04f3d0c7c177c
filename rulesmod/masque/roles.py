"""The four roles of Masque: where each begins, and the die whose natural brings its effect (introduction)."""

from __future__ import annotations

from dataclasses import dataclass

FALLEN_AT = 1
"""The greatest current build of a role actor that is out of action. Its baseline may say otherwise."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role: the letter that items use, its name, and its initial Build, which names its Build die for good."""

    letter: str
    name: str
    build: int


ROLES = {
    "L": Role("L", "Lancer", 12),
    "C": Role("C", "Curate", 10),
    "B": Role("B", "Bravo", 8),
    "M": Role("M", "Magnus", 6),
}
"""The roles by letter. The Build die of each has as many faces as its initial Build."""


def build_die(letter: str) -> int:
    """The faces of the die whose natural brings a role's effect; it never changes (introduction)."""
    return ROLES[letter].build

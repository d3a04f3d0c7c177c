"""Casts: the dice that an actor rolls in a bit, what a build allows, and the averages to be met.

This module and those that `setto` imports are written in a plain subset of Python: the page plays the same rules,
translated from this text (see `rulebook_render.script`). Averages are kept doubled, so that all numbers are whole.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_DICE = 3
"""In an actor's Cast (Initial Dice)."""

MIN_NATURAL = 4
"""Faces of the smallest die whose highest face is a natural."""

SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20, 24]
"""The dice that the text names for casts: polyhedra, quotients, products and doubled dice (Dice Notation)."""

DOUBLED = [7, 11, 13]
"""Dice that are made of two of one face less (Dice Notation)."""


@dataclass(frozen=True, slots=True)
class Part:
    """One die of a Cast, added or subtracted; or a pair of which one is kept (`keep`: `least` or `best`)."""

    size: int
    sign: int = 1
    other: int = 0
    keep: str = ""


def lowest(size: int) -> int:
    """The lowest face of a die: a d1 is rolled as d2 -1 (Dice Notation)."""
    return 0 if size == 1 else 1


def die_average2(size: int) -> int:
    """Twice the average of a die: the sum of its high and low faces (Average Roll Comparisons)."""
    return lowest(size) + size


def charged_faces(part: Part) -> int:
    """The faces that count towards the build: of a pair, those of the fewest or of the most (Cast Modifiers)."""
    if part.keep == "least":
        return min(part.size, part.other)
    return max(part.size, part.other)


def part_average2(part: Part) -> int:
    """Twice the listed average of one die; a pair has that of the die which its build is charged for."""
    return part.sign * die_average2(charged_faces(part))


def opposite(size: int, face: int) -> int:
    """Return the face that a flipped die shows (Cast Modifiers; ruling A6)."""
    return lowest(size) + size - face


def average2(parts: list[Part], modifier: int) -> int:
    """Twice the average of a whole Cast (Average Roll Comparisons)."""
    return sum([part_average2(part) for part in parts]) + 2 * modifier


def price(parts: list[Part]) -> int:
    """The build that a Cast takes: the most that its dice can total (Initial Dice; ruling A4)."""
    return sum(charged_faces(part) if part.sign > 0 else -lowest(part.size) for part in parts)


def allowed(parts: list[Part], modifier: int, build: int) -> bool:
    """Return whether a current build allows a Cast (Initial Dice). A Cast has up to three dice, or one face too many
    with a -1.
    """
    if not 1 <= len(parts) <= MAX_DICE or modifier not in [0, -1]:
        return False
    if not any(part.sign > 0 for part in parts):
        return False
    return price(parts) <= build - modifier


def casts(build: int) -> list[list[Part]]:
    """Return all Casts of added dice for a build, largest dice first (Initial Dice). They have no modifier."""
    groups: list[list[Part]] = []
    usable = [size for size in SIZES if size <= build]
    usable.reverse()
    for first in usable:
        groups.append([Part(first)])
        for second in usable:
            if second <= first and first + second <= build:
                groups.append([Part(first), Part(second)])
                for third in usable:
                    if third <= second and first + second + third <= build:
                        groups.append([Part(first), Part(second), Part(third)])
    return groups


def lowered_casts(build: int) -> list[list[Part]]:
    """The Casts of one face too many, which take a -1 (Initial Dice)."""
    return [parts for parts in casts(build + 1) if price(parts) == build + 1]


def part_text(part: Part) -> str:
    """A die or a pair without its sign, in Dice Notation."""
    if part.keep == "":
        return f"d{part.size}"
    return f"d{part.size} |d{part.other} {part.keep} max"


def cast_text(parts: list[Part], modifier: int) -> str:
    """A Cast in Dice Notation; dice of one kind that stand together are written as one term."""
    terms: list[str] = []
    at = 0
    while at < len(parts):
        part = parts[at]
        count = 1
        while at + count < len(parts) and parts[at + count] == part and part.keep == "":
            count += 1
        at += count
        sign = "-" if part.sign < 0 else "+" if len(terms) > 0 else ""
        number = f"{count}" if count > 1 else ""
        terms.append(f"{sign}{number}{part_text(part)}")
    if modifier < 0:
        terms.append(f"{modifier}")
    if modifier > 0:
        terms.append(f"+{modifier}")
    return " ".join(terms)


def average_text(doubled: int) -> str:
    """An average from its double: `2.5` or `3`."""
    sign = "-" if doubled < 0 else ""
    whole = abs(doubled) // 2
    return f"{sign}{whole}.5" if doubled % 2 == 1 else f"{sign}{whole}"

"""Ranks the Casts that a role actor may choose from, for its player.

Written in the plain subset of Python, for the page; `odds` has the same chances as fractions, by another way.
"""

from __future__ import annotations

from rulesmod.masque.casts import DOUBLED, MAX_DICE, Part, average2, average_text, lowest
from rulesmod.masque.policies import has_full_build_die
from rulesmod.masque.roles import build_die
from rulesmod.masque.state import Actor, Choice


def prospects(actor: Actor, choices: list[Choice]) -> list[list[str]]:
    """The Casts among some choices: those with the Build die that brings the role's effect first.

    Behind that, higher averages come first, and higher chances.

    Returns: of each the index of its choice, its average, and the chance to meet that in per cent.
    """
    rows = [row_of(actor, choices, at) for at in range(len(choices)) if choices[at].kind == "cast"]
    ranked = sorted(rows, key=lambda row: (row[0] * 1000 + row[1]) * 1000 + row[2])
    ranked.reverse()
    return [[f"{row[3]}", average_text(row[1]), f"{row[2]}"] for row in ranked]


def row_of(actor: Actor, choices: list[Choice], at: int) -> list[int]:
    """Return the values that rank a Cast, the heaviest first, and its index."""
    thrown = dice_thrown(actor, choices[at])
    constant = choices[at].number + actor.lighting
    effect = 1 if has_full_build_die(actor, choices[at]) else 0
    return [effect, average2(thrown, constant), per_cent(thrown, constant), at]


def dice_thrown(actor: Actor, choice: Choice) -> list[Part]:
    """Return the dice that are thrown for a Cast. An Upsurge staff and a Bonus Ability change it."""
    parts = [*choice.parts]
    if choice.name == "Upsurge staff":
        at = [part.size for part in parts].index(build_die(actor.role))
        parts[at] = Part(build_die(actor.role) + 1)
    if actor.bonus_size > 0 and len(choice.parts) == MAX_DICE - 1:
        parts.append(Part(actor.bonus_size))
    return parts


def per_cent(parts: list[Part], constant: int) -> int:
    """Return the chance that added dice meet their average (Average Roll Comparisons). Naturals are not rerolled.

    A constant stands on both sides, and can do no more than leave a casting below 1.
    """
    ways = ways_by_total(parts)
    average = average2(parts, 0)
    met = sum([ways[total] for total in range(len(ways)) if 2 * total >= average and total + constant >= 1])
    return (200 * met + sum(ways)) // (2 * sum(ways))


def ways_by_total(parts: list[Part]) -> list[int]:
    """In how many ways added dice come to each total; a doubled die is folded from two (Dice Notation)."""
    ways = [1]
    for part in parts:
        longer = [0 for _ in range(len(ways) + part.size)]
        for face in range(lowest(part.size), part.size + 1):
            times = weight(part.size, face)
            for total in range(len(ways)):
                longer[total + face] += ways[total] * times
        ways = longer
    return ways


def weight(size: int, face: int) -> int:
    """In how many ways a die shows a face."""
    if size not in DOUBLED:
        return 1
    return size - 1 if face == size else size - 2

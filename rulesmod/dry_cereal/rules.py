"""Dry Cereal's rules as functions; each names the section that it implements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from rulesmod.dice import Roll, at_least, distribution
from rulesmod.dice import roll as roll_dice
from rulesmod.dice.digits import to_int
from rulesmod.dry_cereal.notation import DICE, NOTATION, SEVEN, SIDES
from rulesmod.dry_cereal.tables import (
    EXTRAS,
    LADDER,
    SKILL_COSTS,
    STARTING_POINTS,
    TECHNIQUE_COST,
    TECHNIQUE_LEVEL,
    UNTRAINED,
)
from rulesmod.system import Ruling

AID_ABOVE = 0
"""The number that a Margin must exceed to aid or hinder."""
AT_A_TIME = 1
"""How many Skills or Techniques count for one action."""
POINTS_EARNED = 1

BETWEEN_LEVELS = Ruling(
    "between-levels",
    "Taking Action",
    "A rolled Margin reaches every level of the ladder whose Modifier it is not below.",
    "Rolls give odd Margins as well, and the table prints the least total for each level.",
)
AUTOMATIC_OR_ROLLED = Ruling(
    "automatic-or-rolled",
    "Perception",
    "A player who rolls keeps the better of roll and automatic Margin where the skill says so as Perception does.",
    "The text lets a rolled Perception below the skill not count, and says nothing of other skills.",
)
HINDERING_BELOW_ZERO = Ruling(
    "hindering-below-zero",
    "Aiding and Hindering",
    "A Margin that was hindered may fall below every level; then the action fails.",
    "Margins are subtracted, and no lower limit is named.",
)
LEVEL_BY_LEVEL = Ruling(
    "level-by-level",
    "Making a Character",
    "A skill costs what its level costs, once; raising it costs the difference.",
    "The text prices levels, and does not say whether the lower ones are paid for as well.",
)
RULINGS = (BETWEEN_LEVELS, AUTOMATIC_OR_ROLLED, HINDERING_BELOW_ZERO, LEVEL_BY_LEVEL)


def margin(total: int, modifier: int = 0) -> int:
    """By how much a total exceeds seven, the Modifier added to it (Taking Action, Roll for it!)."""
    return total + modifier - SEVEN


def minimum_total(modifier: int) -> int:
    """The least total whose Margin reaches a level's Modifier (Taking Action, Roll for it!)."""
    return SEVEN + modifier


def reached(result: int) -> str | None:
    """The highest level of the ladder that a Margin reaches; None below all of them (The Ladder)."""
    return max((level for level in LADDER if LADDER[level] <= result), key=lambda level: LADDER[level], default=None)


def roll_modifier(skill: str | None = None, *, technique: bool = False) -> int:
    """Return the Modifier of a roll by Technique, Skill or neither (Taking Action, Roll for it!).

    Only one of them counts, and a player takes the better one.
    """
    levels = [level for level in (skill, TECHNIQUE_LEVEL if technique else None) if level is not None]
    return max((LADDER[level] for level in levels), default=LADDER[UNTRAINED])


def automatic_margin(skill: str | None = None, *, technique: bool = False) -> int | None:
    """The Margin without a roll; None for who has neither Skill nor Technique (Taking Action)."""
    return roll_modifier(skill, technique=technique) if skill is not None or technique else None


def succeeds_automatically(skill: str | None, action: str, *, technique: bool = False) -> bool:
    """Return whether an action succeeds without a roll (Taking Action; The Ladder)."""
    result = automatic_margin(skill, technique=technique)
    return result is not None and result >= LADDER[action]


def roll(modifier: int, random: Callable[[], int]) -> Roll:
    """Roll two dice; `random` gives numbers below 2**32 (Taking Action, Roll for it!)."""
    return roll_dice(NOTATION.program(_expression(modifier)), random)


def odds(modifier: int) -> dict[int, Fraction]:
    """The probability of each Margin of a roll (Taking Action, Roll for it!)."""
    rows = distribution(NOTATION.program(_expression(modifier))).rows
    return {to_int(str(outcome["margin"])): chance for outcome, chance in rows}


def reach(modifier: int, action: str) -> Fraction:
    """The probability that a roll reaches a level (Taking Action; The Ladder)."""
    return at_least(NOTATION.program(_expression(modifier)), LADDER[action]).win


def _expression(modifier: int) -> object:
    return NOTATION.parse(f"{DICE}d{SIDES}{modifier:+d}")


def success(skill: str | None, action: str, *, technique: bool = False) -> Fraction:
    """The probability of an action for who does what is best: without a roll if that will do (The Ladder)."""
    if succeeds_automatically(skill, action, technique=technique):
        return Fraction(1)
    return reach(roll_modifier(skill, technique=technique), action)


def can_aid(result: int) -> bool:
    """Return whether a Margin is enough to Aid or Hinder (Aiding and Hindering)."""
    return result > AID_ABOVE


def aided(result: int, by: int) -> int:
    """A Margin with the Margin of who aids (Aiding and Hindering)."""
    return result + by if can_aid(by) else result


def hindered(result: int, by: int) -> int:
    """A Margin without the Margin of who hinders (Aiding and Hindering)."""
    return result - by if can_aid(by) else result


def skill_cost(level: str, start: str = UNTRAINED) -> int:
    """Return the points for a Skill's level, or for raising it (Making a Character).

    Raises:
        ValueError: the ladder does not lead up to that level.
    """
    cost = SKILL_COSTS[level] - SKILL_COSTS[start]
    if cost < 0:
        raise ValueError(f"no improvement leads from {start} to {level}")
    return cost


def technique_cost(count: int = 1) -> int:
    """Character points for some Techniques (Making a Character)."""
    return count * TECHNIQUE_COST


def extra_cost(name: str, sort: str | None = None, spent: int = 0) -> int:
    """Character points for an Extra of a sort; `spent` is what a Sidekick gets besides (List of Extras).

    Raises:
        KeyError: there is no such Extra or sort of it.
    """
    sorts = EXTRAS[name]
    return (sorts[sort] if sort is not None else min(sorts.values())) + spent


def character_cost(skills: Mapping[str, str], techniques: Sequence[str], extras: Iterable[int]) -> int:
    """Character points for all that a character has: skills by level, techniques, prices of extras (Making a
    Character)."""
    return sum(map(skill_cost, skills.values())) + technique_cost(len(techniques)) + sum(extras)


def points_left(cost: int, points: int = STARTING_POINTS) -> int:
    """Return the points left of a starting pool; below 0 it does not suffice (Making a Character)."""
    return points - cost


RULES = (
    margin,
    minimum_total,
    reached,
    roll_modifier,
    automatic_margin,
    succeeds_automatically,
    roll,
    odds,
    reach,
    success,
    can_aid,
    aided,
    hindered,
    skill_cost,
    technique_cost,
    extra_cost,
    character_cost,
    points_left,
)

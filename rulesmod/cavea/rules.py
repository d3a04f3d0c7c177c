"""Cavea's rules as functions; each names the section that it implements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from rulesmod.cavea import notation
from rulesmod.cavea.notation import Group, LevelPool, parse
from rulesmod.cavea.tables import ATTRIBUTE_COSTS, ATTRIBUTES, DIE_HEALTH_POINTS, INITIAL_COST, LADDER, SKILL_COSTS
from rulesmod.dice import Roll, at_least, distribution
from rulesmod.dice import roll as roll_dice
from rulesmod.dice.digits import to_int
from rulesmod.system import Ruling, Term

COUNTING_FACE = 1
LEARNING_FACE = 2
MIN_DICE = 1
MIN_LEARNING_DICE = 1
FIRST_DIE = 20
STARTING_POOL = parse("1:d20")
DEAD_AT = 0

SEVERAL_TWOS = Ruling(
    "several-twos",
    "Specific Advancement Points",
    "Two or more 2s in one roll earn one SAP, like a single 2.",
    "The text gives a single point for one 2 or more.",
)
TIES = Ruling(
    "ties",
    "Opposing/Opposed Skill Attempt",
    "An opposed attempt may end in a tie, which nobody wins.",
    "The text lets the highest result win and has no rule for equal ones.",
)
JOINED_MODIFIERS = Ruling(
    "joined-modifiers",
    "Combining Skills",
    "The result modifiers of all pools that act together are added to the single result.",
    "A pool's modifier belongs to its result, and several pools form one result.",
)
UNSIGNED_NUMBER = Ruling(
    "unsigned-number",
    "Level Pool Notation",
    "The number of a result modifier is one or more of the digits 0 to 9.",
    "The notation uses `number` without defining it; its sign is written before it.",
)
REPEATED_SIZE = Ruling(
    "repeated-size",
    "Level Pool Notation",
    "A die size may stand in several dice groups: `1:d6/1:d6` is the pool `2:d6`.",
    "The notation repeats dice groups without asking that they differ.",
)
NEGATIVE_RESULTS = Ruling(
    "negative-results",
    "Rolling a Level Pool",
    "A result may be below 0.",
    "Modifiers are subtracted, and no lower limit is named.",
)
RULINGS = (SEVERAL_TWOS, TIES, JOINED_MODIFIERS, UNSIGNED_NUMBER, REPEATED_SIZE, NEGATIVE_RESULTS)


def total(faces: Sequence[int], modifier: int = 0) -> int:
    """The result of a roll: how many 1s there are, and the modifier (Rolling a Level Pool)."""
    return faces.count(COUNTING_FACE) + modifier


def specific_points(faces: Sequence[int]) -> int:
    """The SAP that a roll earns: 2 if every die shows 1 (Skill Attempt), else 1 if any shows 2 (Specific
    Advancement Points), else none."""
    if all(face == COUNTING_FACE for face in faces):
        return 2
    return 1 if faces.count(LEARNING_FACE) >= MIN_LEARNING_DICE else 0


def roll(pool: LevelPool, random: Callable[[], int]) -> Roll:
    """Roll all dice of a pool; `random` gives numbers below 2**32 (Rolling a Level Pool)."""
    return roll_dice(notation.program(pool), random)


def odds(pool: LevelPool) -> dict[tuple[int, int], Fraction]:
    """The probability of each total and SAP (Rolling a Level Pool, Specific Advancement Points)."""
    rows = distribution(notation.program(pool)).rows
    return {(to_int(str(outcome["total"])), to_int(str(outcome["sap"]))): chance for outcome, chance in rows}


def reach(pool: LevelPool, target: int) -> Fraction:
    """The probability that a pool's total reaches a target number (Unopposed Skill Attempt)."""
    return at_least(notation.program(pool), target).win


def opposed(mine: int, theirs: int) -> int:
    """By how much a total beats another: positive when it wins, 0 for a tie (Opposing/Opposed Skill Attempt)."""
    return mine - theirs


def unopposed(result: int, target: int) -> bool:
    """Return whether a total reaches its target number (Unopposed Skill Attempt)."""
    return result >= target


def combine(*pools: LevelPool) -> LevelPool:
    """The pool that several skills form for one task (Combining Skills)."""
    return LevelPool(tuple(group for pool in pools for group in pool.groups), sum(pool.modifier for pool in pools))


def teamwork(*pools: LevelPool) -> LevelPool:
    """The pool that several characters form for one task (Teamwork)."""
    return combine(*pools)


def skill_cost(start: int | None, end: int, *, initial: int = INITIAL_COST) -> int:
    """Advancement Points for taking a skill die along the ladder (Skill Level Pool Advancement).

    Args:
        start: its size now; None for a new die.
        end: its size then.
        initial: what the skill asks for a new die, where it says.

    Raises:
        ValueError: the ladder does not lead from `start` to `end`.
    """
    steps = _steps(start, end)
    return sum(initial if size == FIRST_DIE else SKILL_COSTS[size] for size in steps)


def attribute_cost(start: int | None, end: int) -> int:
    """The same for a die of a physical attribute (Physical Attribute Level Pool Advancement)."""
    return sum(ATTRIBUTE_COSTS[size] for size in _steps(start, end))


def skill_pool_cost(pool: LevelPool, *, initial: int = INITIAL_COST) -> int:
    """Advancement Points for a whole skill pool from nothing (Skill Level Pool Advancement)."""
    return sum(group.count * skill_cost(None, group.size, initial=initial) for group in pool.groups)


def attribute_pool_cost(pool: LevelPool) -> int:
    """The same for a physical attribute (Physical Attribute Level Pool Advancement)."""
    return sum(group.count * attribute_cost(None, group.size) for group in pool.groups)


def advance(pool: LevelPool, start: int | None) -> LevelPool:
    """Return a pool with one die, or a new one, improved (Improving a Level Pool).

    Raises:
        ValueError: the pool has no such die, or it is the best already.
    """
    counts = pool.counts
    if start is not None and not counts[start]:
        raise ValueError(f"`{pool}` has no d{start}")
    if start == LADDER[-1]:
        raise ValueError(f"nothing is above a d{start}")
    counts[LADDER[LADDER.index(start) + 1] or 0] += 1
    if start is not None:
        counts[start] -= 1
    return LevelPool(tuple(Group(counts[size], size) for size in sorted(counts) if counts[size]), pool.modifier)


def _steps(start: int | None, end: int) -> Sequence[int | None]:
    """The sizes that a die passes on its way, `end` included."""
    if start not in LADDER or end not in LADDER or LADDER.index(start) > LADDER.index(end):
        raise ValueError(f"no advancement leads from {f'd{start}' if start else 'nothing'} to d{end}")
    return LADDER[LADDER.index(start) + 1 : LADDER.index(end) + 1]


def health_terms(pool: LevelPool) -> list[Term]:
    """Return the worth of each dice group of a pool (Health and Damage Mechanics)."""
    return [Term(group.count, group.size, DIE_HEALTH_POINTS[group.size]) for group in pool.groups]


def pool_health_points(pool: LevelPool) -> int:
    """Return the worth of the dice of one pool (Health and Damage Mechanics)."""
    return sum(term.value for term in health_terms(pool))


def health_points(pools: Mapping[str, LevelPool]) -> int:
    """Add up the Health Points of all physical attributes (Health and Damage Mechanics).

    Raises:
        ValueError: an attribute is missing, or a name is none.
    """
    if set(pools) != set(ATTRIBUTES):
        raise ValueError(f"the attributes are {', '.join(ATTRIBUTES)}")
    return sum(map(pool_health_points, pools.values()))


def is_dead(points: int) -> bool:
    """Return whether these Health Points are those of the dead (Glossary, Health Points)."""
    return points <= DEAD_AT


RULES = (
    total,
    specific_points,
    roll,
    odds,
    reach,
    opposed,
    unopposed,
    combine,
    teamwork,
    skill_cost,
    attribute_cost,
    skill_pool_cost,
    attribute_pool_cost,
    advance,
    pool_health_points,
    health_points,
    is_dead,
)

"""SdA's rules as functions; each names the section that it implements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from rulesmod.dice import Roll, at_least
from rulesmod.dice import roll as roll_dice
from rulesmod.plain import Expression
from rulesmod.sda.notation import NOTATION
from rulesmod.sda.tables import DIE_SIZES, DIFFICULTIES, FACES_PER_MOS
from rulesmod.system import Ruling

FREE_DICE = 1
"""The dice of a pool that the attribute grants, whatever the rank."""
MIN_ATTRIBUTE = min(DIE_SIZES)
"""The least score whose dice cost nothing."""
SPIRIT_COST = 1
"""Spirit points for each point below it, and each die."""
MOS_STEP = 1
"""The MoSes of one bonus or malus."""
DICE_STEP = 1
"""The dice of one bonus."""
BASE_DIFFICULTY = 1
"""The difficulty level after a complete failure, before its losses."""
SPIRIT_LOSS = 1
"""Spirit points that each rank of a failed skill costs."""

REACHED_OPPONENT = Ruling(
    "reached-opponent",
    "Success and Failure",
    "A roll that reaches the MoSes of an opponent succeeds.",
    "An opponent's roll sets a difficulty level, and a level is met by as many MoSes.",
)
POINTS_BELOW = Ruling(
    "points-below",
    "Skill Test",
    "Spirit is paid for each point that the attribute lies below 4, not for ranks of the skill.",
    "The text says ranks, and its example counts the points of the attribute.",
)
POOL_OF_A_RESOUNDING_SUCCESS = Ruling(
    "pool-of-a-resounding-success",
    "Resounding Success",
    "A resounding success needs as many MoSes as the pool has dice, whether or not all of them were rolled.",
    "The text speaks of the dice that the pool grants, and tells a pool from a roll.",
)
BELOW_NOTHING = Ruling(
    "below-nothing",
    "Bonus and Malus",
    "A malus can take a roll below 0 MoSes, which fails like 0.",
    "Malus are subtracted, no lower limit is named, and no task asks for less than 1.",
)
HITS_OF_A_FAILURE = Ruling(
    "hits-of-a-failure",
    "Hits",
    "A failed roll has no hits.",
    "Hits are what exceeds the difficulty level.",
)
UNNAMED = Ruling(
    "unnamed-scores",
    "Attributes",
    "Scores from 13 to 19 have no word; their dice are those of the largest size that they reach.",
    "The list goes from 12 to 20 at once, and the rule of dice covers every score.",
)
LOSSES = Ruling(
    "losses",
    "Complete Failure",
    "A table that needs losses counts them: no rule here makes any.",
    "They are named, and nowhere defined.",
)
DISADVANTAGE = Ruling(
    "disadvantage",
    "Skill Test",
    "Disadvantage in opposed tests is named and has no odds.",
    "The chapter that would define it is not part of what we have.",
)
LEFTOVER_DICE = Ruling(
    "leftover-dice",
    "Bonus and Malus",
    "Whether dice are left over for a bonus is for the table to say.",
    "What uses up the dice of a pool is not told.",
)
RULINGS = (
    REACHED_OPPONENT,
    POINTS_BELOW,
    POOL_OF_A_RESOUNDING_SUCCESS,
    BELOW_NOTHING,
    HITS_OF_A_FAILURE,
    UNNAMED,
    LOSSES,
    DISADVANTAGE,
    LEFTOVER_DICE,
)


# Dice-pools


def die_of(attribute: int) -> int:
    """The size of the dice: the largest that is not above the attribute, and never less than a d4 (Skill Test)."""
    return max((size for size in DIE_SIZES if size <= attribute), default=min(DIE_SIZES))


def tested_rank(skill: int, speciality: int) -> int:
    """The rank of a test with a speciality: that of the skill comes on top (Skill specialities)."""
    return skill + speciality


def dice_of(rank: int, *, bonus: int = 0) -> int:
    """Return how many dice a rank allows, with bonus dice (Skill Test; Bonus and Malus)."""
    return FREE_DICE + rank + bonus


def dice_pool(rank: int, attribute: int, *, bonus: int = 0) -> Expression:
    """The dice for a test with a skill of some rank, under an attribute (Skill Test)."""
    pool: Expression = NOTATION.parse(f"{dice_of(rank, bonus=bonus)}d{die_of(attribute)}")
    return pool


def spirit_cost(attribute: int, dice: int) -> int:
    """Spirit points for rolling so many dice with an attribute that may lie below 4 (Skill Test)."""
    return max(0, MIN_ATTRIBUTE - attribute) * SPIRIT_COST * dice


# Success and failure


def mos(face: int) -> int:
    """The MoSes that a die gives, by what it shows (Success and Failure)."""
    return face // FACES_PER_MOS


def faces_of(measure: int) -> range:
    """Return the faces of a die for so many MoSes (Success and Failure)."""
    largest = max(DIE_SIZES)
    return range(measure * FACES_PER_MOS, min(largest, (measure + 1) * FACES_PER_MOS - 1) + 1)


def measure(faces: Sequence[int], modifier: int = 0) -> int:
    """The MoSes of a roll, with bonus and malus (Success and Failure; Bonus and Malus)."""
    return sum(map(mos, faces)) + modifier


def roll(pool: Expression, random: Callable[[], int]) -> Roll:
    """Roll all dice of a pool; `random` gives numbers below 2**32 (Skill Test)."""
    return roll_dice(NOTATION.program(pool), random)


def reach(pool: Expression, level: int) -> Fraction:
    """The chance that a pool reaches a difficulty level (Success and Failure)."""
    return at_least(NOTATION.program(pool), level).win


def most(rank: int, attribute: int) -> int:
    """The most MoSes that a test can give without a bonus (Success and Failure)."""
    return dice_of(rank) * mos(die_of(attribute))


def least_rank(attribute: int, level: int) -> int:
    """Return the least rank with a chance at a level, without a bonus (Difficulty Level)."""
    return max(0, -(-level // mos(die_of(attribute))) - FREE_DICE)


def succeeds(measure: int, level: int) -> bool:
    """Return whether MoSes suffice for a difficulty level (Success and Failure)."""
    return measure >= level


def opposed(mine: int, theirs: int) -> bool:
    """Return whether MoSes suffice against those of an opponent (Difficulty Level)."""
    return succeeds(mine, theirs)


def levels(difficulty: str) -> tuple[int, int | None]:
    """The least and the most MoSes that tasks of a difficulty need; None where there is no most (Difficulty Level).

    Raises:
        KeyError: there is no such difficulty.
    """
    return {known.name: (known.low, known.high) for known in DIFFICULTIES}[difficulty]


def difficulty(level: int) -> str:
    """Return the name of tasks of a difficulty level (Difficulty Level).

    Raises:
        ValueError: no task needs less than 1 MoS.
    """
    reached = [known.name for known in DIFFICULTIES if level >= known.low]
    if not reached:
        raise ValueError(f"no task needs {level} MoSes")
    return reached[-1]


def hits(measure: int, level: int) -> int:
    """The MoSes above the difficulty level (Hits)."""
    return max(0, measure - level)


def is_resounding(measure: int, level: int, dice: int, *, bonus: int = 0) -> bool:
    """Return whether a roll is a resounding success (Resounding Success).

    Args:
        measure: its MoSes before any bonus.
        level: the difficulty level.
        dice: those of the pool.
        bonus: MoSes that come on top, and count for the success alone.
    """
    return succeeds(measure + bonus, level) and measure >= dice


def difficulty_after_failure(losses: int) -> int:
    """Return the level of the Confidence & ego test after a failure (Complete Failure)."""
    return BASE_DIFFICULTY + losses


def spirit_lost(rank: int) -> int:
    """Spirit points lost where that test fails too (Complete Failure)."""
    return SPIRIT_LOSS * rank


RULES = (
    die_of,
    tested_rank,
    dice_of,
    dice_pool,
    spirit_cost,
    mos,
    faces_of,
    measure,
    roll,
    reach,
    most,
    least_rank,
    succeeds,
    opposed,
    levels,
    difficulty,
    hits,
    is_resounding,
    difficulty_after_failure,
    spirit_lost,
)

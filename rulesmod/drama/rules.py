"""The rules of Underlying Concepts as functions; each names the section that it implements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal

from rulesmod.dice import Roll, at_least, contest
from rulesmod.dice import roll as roll_dice
from rulesmod.dice.odds import Odds
from rulesmod.drama.names import ACTOR_LEVELS, BASE, KINDS, PASSION, PENALTY, RISK, SEASONS, Season
from rulesmod.drama.notation import NOTATION
from rulesmod.plain import Expression
from rulesmod.system import Ruling

DIE_SIZE = 6
BASE_SUCCESSES = (5, 6)
BENEFIT = 4
RISK_SUCCESSES = (4, 5, 6)
EXPLODING = 6
RISKY = 1
RISK_COST = 1
"""Successes that a 1 on a Risk die takes away."""
RISK_PENALTY = 1
"""Penalty dice that it adds."""
BACKFIRING = 1
BACKFIRE_AT = 2
"""The number of ones in the Passion pool that makes it backfire."""
BACKFIRE_PENALTY = 3
"""Penalty dice for each of them."""
PENALTY_FACES = (1, 2)
PENALTY_COST = 1
NEEDED = 2
"""Net successes."""
STEPS = ("Base pool", "Situational pool", "Drama pool")
SKILLS_OF_A_POOL = 1
OPPOSING_ROLLS = 2
MOMENTS_PER_MINUTE = 10

FOUR_ON_BASE = Ruling(
    "four-on-base",
    "Base Dice",
    "A 4 on a Base die is no success; its benefit is told with the roll and has no odds.",
    "Only so do the printed chances hold, and no benefit is defined.",
)
EACH_RISKY_ONE = Ruling(
    "each-risky-one",
    "Dramatic Risk Dice",
    "Every 1 on a Risk die costs a success and adds a Penalty die, also on one rolled again.",
    "The text says each 1, and a die rolled again is a Risk die like the first.",
)
PASSION_FACES = Ruling(
    "passion-faces",
    "Dramatic Passion Dice",
    "Passion dice succeed and explode like Risk dice, but a lone 1 does nothing.",
    "What is printed below them repeats the Risk dice; the sentence before it gives their 1s another meaning.",
)
PASSION_ONES = Ruling(
    "passion-ones",
    "Dramatic Passion Dice",
    "Two or more 1s among all Passion dice of a roll, rolled again or not, backfire: three Penalty dice for each.",
    "The text counts 1s, not dice, and multiplies their number.",
)
ADDED_PENALTIES = Ruling(
    "added-penalties",
    "Dramatic Risk Dice",
    "Penalty dice that a roll adds are rolled at once and count in it.",
    "They reduce successes, and no later roll is named.",
)
WIDTH = Ruling(
    "width",
    "Dice",
    "The width of a roll is how many dice show its most frequent face; it is told and decides nothing.",
    "It gives details on top of a success, and none is defined.",
)
BOTH_FAIL = Ruling(
    "both-fail",
    "Reading the Results",
    "Where neither side of an opposed test has two net successes, nobody wins.",
    "Each participant needs them.",
)
MOMENTUM = Ruling(
    "momentum",
    "Reading the Results",
    "Equal results that both suffice go to the side with momentum; the odds show them as ties.",
    "Who has momentum is not told by the dice.",
)
OPEN_PLACES = Ruling(
    "open-places",
    "Roles",
    "Drama Points of an actor level and the dice of a background are left to the table.",
    "The text marks both as still to be written.",
)
RULINGS = (
    FOUR_ON_BASE,
    EACH_RISKY_ONE,
    PASSION_FACES,
    PASSION_ONES,
    ADDED_PENALTIES,
    WIDTH,
    BOTH_FAIL,
    MOMENTUM,
    OPEN_PLACES,
)


# Building a pool


def pool(*, base: int = 0, risk: int = 0, passion: int = 0, penalty: int = 0) -> Expression:
    """The dice of a roll, by their kinds (Building a Dice Pool).

    Raises:
        NotationError: there is no die.
    """
    counts = {BASE: base, RISK: risk, PASSION: passion, PENALTY: penalty}
    text = " ".join(f"{counts[kind]}{kind.letters}" for kind in KINDS if counts[kind])
    parsed: Expression = NOTATION.parse(text)
    return parsed


def base_pool(attribute: int, *, skill: int = 0, background: int = 0) -> int:
    """Return the Base dice of an attribute and a skill or background (Base pool)."""
    return attribute + (skill or background)


def built_pool(
    attribute: int,
    *,
    skill: int = 0,
    background: int = 0,
    bonus: int = 0,
    resistance: int = 0,
    modifiers: int = 0,
    carried: int = 0,
    risk: int = 0,
    passion: int = 0,
) -> Expression:
    """The whole pool of a test: dice are added, and never netted off (General Guide to Building a Pool).

    Args:
        attribute, skill, background: dice of the base pool.
        bonus: Base dice that the circumstances add.
        resistance, modifiers, carried: Penalty dice for how hard the test is, for the circumstances, and those
            that the character carries.
        risk, passion: dice of the drama pool.
    """
    return pool(
        base=base_pool(attribute, skill=skill, background=background) + bonus,
        risk=risk,
        passion=passion,
        penalty=resistance + modifiers + carried,
    )


# Reading dice


def base(face: int) -> int:
    """The successes of a Base die (Base Dice)."""
    return int(face in BASE_SUCCESSES)


def risk(face: int) -> int:
    """The successes of a Risk die; below zero it costs one (Dramatic Risk Dice)."""
    return -RISK_COST if face == RISKY else int(face in RISK_SUCCESSES)


def risk_penalties(faces: Sequence[int]) -> int:
    """The Penalty dice that Risk dice add (Dramatic Risk Dice)."""
    return RISK_PENALTY * faces.count(RISKY)


def passion(face: int) -> int:
    """The successes of a Passion die (Dramatic Passion Dice)."""
    return int(face in RISK_SUCCESSES)


def backfires(faces: Sequence[int]) -> bool:
    """Return whether a roll of Passion dice backfires (Dramatic Passion Dice)."""
    return faces.count(BACKFIRING) >= BACKFIRE_AT


def backfire_penalties(faces: Sequence[int]) -> int:
    """The Penalty dice of a backfire (Dramatic Passion Dice)."""
    return BACKFIRE_PENALTY * faces.count(BACKFIRING) if backfires(faces) else 0


def penalty(face: int) -> int:
    """Return a Penalty die's effect, a number below zero or 0 (Penalty Dice)."""
    return -PENALTY_COST if face in PENALTY_FACES else 0


def explodes(face: int) -> bool:
    """Return whether a Risk or Passion die is rolled again (Dramatic Risk Dice)."""
    return face == EXPLODING


def net(successes: int, costs: int) -> int:
    """Net successes: those of all dice without what Penalty and Risk dice cost (Reading the Results)."""
    return successes - costs


def width(faces: Sequence[int]) -> int:
    """Return how many dice show the most frequent face (Dice)."""
    return max(Counter(faces).values(), default=0)


def roll(pool: Expression, random: Callable[[], int]) -> Roll:
    """Roll all dice of a pool; `random` gives numbers below 2**32 (Reading the Results)."""
    return roll_dice(NOTATION.program(pool), random)


# Success


def reach(pool: Expression, needed: int = NEEDED) -> Fraction:
    """The chance that a pool has so many net successes (Reading the Results)."""
    return at_least(NOTATION.program(pool), needed).win


def succeeds(net_successes: int) -> bool:
    """Return whether an unopposed test succeeds (Reading the Results)."""
    return net_successes >= NEEDED


def opposed_odds(mine: Expression, theirs: Expression) -> Odds:
    """The chances of an opposed test, ties and `neither` included (Reading the Results)."""
    return contest(NOTATION.program(mine), NOTATION.program(theirs))


def dice_of(pool: Expression) -> Counter[str]:
    """How many dice of each kind a pool has, by the letters of the kind (Building a Dice Pool)."""
    counts: Counter[str] = Counter()
    for term in pool.parsed.terms:
        counts[term.kind] += term.count
    return counts


def opposed(mine: int, theirs: int, *, momentum: bool = False) -> Literal["mine", "theirs", "neither"]:
    """Who wins an opposed test, where `momentum` says whether it is mine (Reading the Results)."""
    if not succeeds(max(mine, theirs)):
        return "neither"
    if mine == theirs:
        return "mine" if momentum else "theirs"
    return "mine" if mine > theirs else "theirs"


# Time and roles


def moments(minutes: int) -> int:
    """The moments of so many minutes (Seasons, Stories & Scenes)."""
    return MOMENTS_PER_MINUTE * minutes


def season(name: str) -> Season:
    """The season of play that a part of the year belongs to (Seasons, Stories & Scenes).

    Raises:
        ValueError: there is no such part.
    """
    for known in SEASONS:
        if name.casefold() in (part.casefold() for part in known.names):
            return known
    raise ValueError(f"`{name}` is in no season")


def next_level(level: str) -> str | None:
    """The actor level above one; None above the highest (Actor Level).

    Raises:
        ValueError: there is no such level.
    """
    above = ACTOR_LEVELS.index(level) + 1
    return ACTOR_LEVELS[above] if above < len(ACTOR_LEVELS) else None


RULES = (
    pool,
    base_pool,
    built_pool,
    base,
    risk,
    risk_penalties,
    passion,
    backfires,
    backfire_penalties,
    penalty,
    explodes,
    net,
    width,
    roll,
    reach,
    succeeds,
    opposed,
    opposed_odds,
    dice_of,
    moments,
    season,
    next_level,
)

"""Cavea's phrasebook: the sentences that state its rules, each with the rule that decides it.

The wordings are in the language that `rulesmod.system.Phrase` describes. They hold the deciding words
only, so that a sentence may be told in many ways around them. The first line of a rule's docstring is
what readers are shown as the reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesmod.cavea import rules, tables
from rulesmod.cavea.notation import LevelPool, parse
from rulesmod.phrasing import chance, phrases_with
from rulesmod.system import Answer

Answers = Mapping[str, Any]

SYNONYMS = {
    "SAP": "(SAP|Specific Advancement Points|Specific Advancement Point)",
    "HP": "(HP|Health Points|Health Point)",
    "SHOWS": "(shows|show|results in|result in|comes up|come up|came up|rolls|lands on)",
    "ROLLED": "(resulted in|results in|came up|come up|comes up)",
    "EARNS": "(gains|gain|gained|earns|earn|earned)",
    "SIZES": "(sizes|kinds|types)",
    "HERO": "(the|a|your) character",
}
"""Alternatives for each word in capitals of the wordings below."""

phrase = phrases_with(SYNONYMS)


def _unknown(**dice: int) -> Answers:
    """Answers for those of the dice that the game does not have; nothing when it has them all."""
    known = ", ".join(f"d{size}" for size in tables.DIE_SIZES)
    return {name: Answer(f"a die among {known}") for name, size in dice.items() if size not in tables.DIE_SIZES}


# Level Pools


@phrase(
    "(lot|lots|plenty|handful|handfuls|supply|set|sets|pile|piles) of {sizes:list of die}",
    "(needs|need|played with|plays with|uses) [many] {sizes:list of die} dice",
    "SIZES [of dice] (are|is|may be|can be) [(a|the)] {sizes:list of die}",
    "each die ... is (either|one of) [(a|the)] {sizes:list of die}",
    "(dice|die|kinds) with {faces:list of number} sides",
    "kinds of dice: {faces:list of number}(- and|-sided|-)",
)
def die_sizes(sizes: Sequence[int] = (), faces: Sequence[int] = ()) -> Answers:
    """The dice of Cavea are d4, d6, d8, d10, d12 and d20 (Dice Requirements)."""
    speaks_of_all = len(sizes or faces) > len(tables.DIE_SIZES) // 2
    return {"sizes": tables.DIE_SIZES, "faces": tables.DIE_SIZES} if speaks_of_all else {}


@phrase(
    "(these|the|all) {count} sizes",
    "there are {count:numeral} kinds of dice:",
)
def number_of_sizes() -> Answers:
    """The sizes are d4, d6, d8, d10, d12 and d20 (Dice Requirements)."""
    return {"count": len(tables.DIE_SIZES)}


@phrase(
    "(a|any|each|every) [Level] Pool (consists of|is made of|is made up of|holds|has|contains) {minimum} or more dice"
)
def fewest_dice() -> Answers:
    """A Level Pool is never without dice (Level Pool)."""
    return {"minimum": rules.MIN_DICE}


@phrase(
    "{pool:pool}[,] (has|holds|contains|which is|that is|makes) {count} dice",
    "{pool:pool}. (That is|That makes) {count} dice",
    "{pool:pool} .. (has|holds|contains|consists of|is made of|is) [a pool of] {count} dice",
    "{pool:pool} .. {count} dice (in all|altogether|in total)",
)
def dice_of_a_pool(pool: LevelPool) -> Answers:
    """All dice of a pool are counted, whatever their size (Level Pool)."""
    return {"count": sum(group.count for group in pool.groups)}


@phrase(
    "(add|adds|adding|count|counts|counting) [up] [all] [of] [the] {face}s",
    "the {face}s are (added|counted|summed)",
    "die SHOWS a {face} more often",
    "only (a|the) {face}[s] (count|counts|matter|matters)",
    "die that shows [a] {face} (adds|gives) {each}",
    "each {face} (adds|gives|counts|is worth) {each}",
    "(how many|number of) dice [that] SHOWS [a] {face}",
    "(every|each) {face:numeral} <> adds {each:numeral} to the total",
    "(how many|number of) dice show a {face:numeral}",
)
def counted_face() -> Answers:
    """A die counts when it shows a 1 (Rolling a Level Pool)."""
    return {"face": rules.COUNTING_FACE, "each": rules.total((rules.COUNTING_FACE,))}


@phrase("a {die:die} SHOWS a {face} once in {rolls} rolls")
def rolls_for_a_one(die: int) -> Answers:
    """The larger the die, the rarer the face that counts (Rolling a Level Pool)."""
    return _unknown(die=die) or {"face": rules.COUNTING_FACE, "rolls": 1 / rules.reach(parse(f"1:d{die}"), 1)}


@phrase(
    "{pool:pool} ... ROLLED[:] {first}, {rest:list of number}. {ones} {face}s ... modifier of {modifier} ..."
    " total of {total}",
    "{pool:pool} ... {count} dice ROLLED[:] {first}, {rest:list of number} ... total is {total} ..."
    " there are {lesson}s ... EARNS {points} SAP",
    "{pool:pool} ... ROLLED[:] {first}, {rest:list of number} ... EARNS {points} SAP",
    "{pool:pool} ... ROLLED[:] {first}, {rest:list of number} ... total (of|is) {total}",
)
def a_roll(pool: LevelPool, first: int, rest: Sequence[int]) -> Answers:
    """The faces of a roll are listed in the order of the pool, one for each die (Skill Attempt)."""
    faces, sizes = (first, *rest), pool.dice
    impossible = {i for i, (face, size) in enumerate(zip(faces, sizes, strict=False)) if not 1 <= face <= size}
    because = [f"a d{sizes[i]} has no {faces[i]}" for i in sorted(impossible)]
    if len(faces) != len(sizes):
        impossible |= set(range(min(len(sizes), len(faces) - 1), len(faces)))
        because.append(f"the pool has {len(sizes)} dice, and the roll {len(faces)} faces")
    if impossible:
        right = f"at most {', '.join(map(str, sizes))}"
        wrong = tuple(index - 1 for index in sorted(impossible) if index)
        first_answer = Answer(right if 0 in impossible else first, because=tuple(because))
        return {"first": first_answer, "rest": Answer(right, wrong=wrong, because=tuple(because))}
    ones = faces.count(rules.COUNTING_FACE)
    added = f", and {pool.modifier:+d} is added" if pool.modifier else ""
    counted = f"{ones or 'none'} of its {len(sizes)} dice show a 1{added}"
    twos, points = faces.count(rules.LEARNING_FACE), rules.specific_points(faces)
    learnt = f"{twos} of them show a 2, and that earns {points}, however many there are" if twos else "none shows a 2"
    return {
        "first": first,
        "rest": rest,
        "count": len(sizes),
        "ones": ones,
        "face": rules.COUNTING_FACE,
        "lesson": rules.LEARNING_FACE,
        "modifier": pool.modifier,
        "total": Answer(rules.total(faces, pool.modifier), because=(counted,)),
        "points": Answer(points, because=("every die shows a 1" if ones == len(sizes) else learnt,)),
    }


@phrase(
    "{pool:pool} (totals|reaches) at least {target} in {chance:percent} of",
    "with {pool:pool} (he|she|they|you) (reaches|reach) {target} in {chance:percent} of",
)
def odds(pool: LevelPool, target: int) -> Answers:
    """The chance of a total is the share of all rolls that reach it (Rolling a Level Pool)."""
    return {"chance": _of_all(pool, target)}


@phrase(
    "{pool:pool} (totals|reaches) at least {target} in {chance:percent} of [all] rolls, and at least {more} in"
    " {more_chance:percent} of"
)
def two_odds(pool: LevelPool, target: int, more: int) -> Answers:
    """The chance of a total is the share of all rolls that reach it (Rolling a Level Pool)."""
    return {"chance": _of_all(pool, target), "more_chance": _of_all(pool, more)}


def _of_all(pool: LevelPool, total: int) -> Answer:
    return chance(rules.reach(pool, total), f"a total of {total} or more")


# Skill attempts

MARGINS = {"higher": 1, "greater": 1, "above": 1, "lower": -1, "less": -1, "smaller": -1, "below": -1}
"""Words that compare a total with its target number: on which side of it they put the total."""


def _fitting(word: str, usual: str, *, succeeds: bool) -> str:
    """The usual word where this one says the opposite; else the word itself."""
    margin = MARGINS.get(word.lower())
    return word if margin is None or rules.unopposed(margin, 0) == succeeds else usual


@phrase(
    "is {relation:word} than or equal to (the|a|its) target number[,] [(then|so)] [(the|a)] [skill] [attempt]"
    " (is successful|succeeds)"
)
def success(relation: str) -> Answers:
    """A total that reaches the target number succeeds (Unopposed Skill Attempt)."""
    return {"relation": _fitting(relation, "higher", succeeds=True)}


@phrase(
    "is {relation:word} than (the|a|its) target number[,] [(then|so)] [(the|a)] [skill] [attempt] (failed|fails)",
    "(total|result) that is {relation:word} fails",
)
def failure(relation: str) -> Answers:
    """A total that does not reach the target number fails (Unopposed Skill Attempt)."""
    return {"relation": _fitting(relation, "lower", succeeds=False)}


@phrase(
    "total of {total} against a target [number] of {target}[,] [(the|an)] [skill] [attempt] {verdict:word}",
)
def unopposed_attempt(total: int, target: int, verdict: str) -> Answers:
    """The total is compared with the target number (Unopposed Skill Attempt)."""
    if not verdict.lower().startswith(("succeed", "fail")):
        return {}
    return {"verdict": "succeeds" if rules.unopposed(total, target) else "fails"}


@phrase("against a target [number] of {target}, a total of {least} just succeeds and a total of {most} just fails")
def narrow_attempt(target: int) -> Answers:
    """A total succeeds from the target number on (Unopposed Skill Attempt)."""
    least = next(total for total in (target - 1, target, target + 1) if rules.unopposed(total, target))
    return {"least": least, "most": least - 1}


@phrase("target number of {target}, a total of {first} {verdict:word} and a total of {second} {other:word}")
def two_attempts(target: int, first: int, verdict: str, second: int, other: str) -> Answers:
    """A total succeeds from the target number on (Unopposed Skill Attempt)."""
    if not all(word.lower().startswith(("succeed", "fail")) for word in (verdict, other)):
        return {}
    right = {}
    for name, total, word in (("first", first, verdict), ("second", second, other)):
        succeeds = word.lower().startswith("succeed")
        if rules.unopposed(total, target) != succeeds:
            right[name] = target if succeeds else target - 1
    return {"target": target, **right}


@phrase("{ones:numeral} 1s (with|and) a modifier of {modifier:numeral} .. {total:numeral}")
def total_of_ones(ones: int, modifier: int) -> Answers:
    """Modifiers are added to the 1s (Rolling a Level Pool)."""
    return {"total": ones + modifier}


@phrase("the {rank:word} [total] (result|total) wins")
def winner(rank: str) -> Answers:
    """The highest total wins (Opposing/Opposed Skill Attempt)."""
    return {"rank": rank if rank.lower() in ("highest", "higher", "greatest", "greater") else "highest"}


@phrase("total of {total} against ... total of {other} wins by {margin}", because="{total} less {other} is {margin}")
def opposed_attempt(total: int, other: int) -> Answers:
    """The totals are compared, and the highest one wins (Opposing/Opposed Skill Attempt)."""
    return {"margin": total - other}


@phrase("first pool shows {first} {face}s, (his|her|their|the) second pool shows {second}, and ... = {total}")
def joint_attempt(first: int, second: int) -> Answers:
    """The 1s of several pools are added together (Combining Skills)."""
    return {"face": rules.COUNTING_FACE, "total": rules.total((rules.COUNTING_FACE,) * (first + second))}


@phrase("more (than|the) {fewer} skill is needed")
def several_skills() -> Answers:
    """Skills are combined where there are two or more of them (Combining Skills)."""
    return {"fewer": 1}


# Advancement Points


@phrase(
    "{count} (types|kinds|sorts) of [the] (Advancement Points|AP)[:] {types:list of word}",
    "{count} (types|kinds|sorts) of [the] (Advancement Points|AP)",
)
def point_types() -> Answers:
    """Advancement Points come in these kinds (Advancement Points)."""
    return {"types": tables.ADVANCEMENT_POINT_TYPES, "count": len(tables.ADVANCEMENT_POINT_TYPES)}


@phrase(
    "{points} SAP is (gained|earned) ... if {minimum} or more {face}s",
    "{points} SAP is (gained|earned) ... if {minimum} or more dice SHOWS [a] {face}",
    "{minimum} or more dice SHOWS [a] {face}[,] [then] [(the|that|your)] [skill] [you] EARNS {points} SAP",
    "{minimum} or more {face}s[,] [(are|is)] [rolled][,] [then] [(the|that|your)] [skill] [you] EARNS {points} SAP",
    "EARNS {points} SAP [for that skill] if {minimum} or more dice SHOWS [a] {face}",
    "EARNS {points} SAP [for that skill] (if|when) any [of the] (die|dice) SHOWS [a] {face}",
    "if any [of the] (die|dice) SHOWS [a] {face}[,] [then] [(the|that|your)] [skill] [it] [you] EARNS {points} SAP",
    "more {face}s in the same roll EARNS no more",
    "(any|at least one|one or more) {face:numeral} <> {points:numeral} SAP",
    "roll [a] {face:numeral} <> any die <> {points:numeral} SAP",
)
def points_for_a_two() -> Answers:
    """A single 2 earns as much as several (Specific Advancement Points)."""
    roll = (rules.LEARNING_FACE,) * rules.MIN_LEARNING_DICE + (max(tables.DIE_SIZES),)
    return {
        "minimum": rules.MIN_LEARNING_DICE,
        "face": rules.LEARNING_FACE,
        "points": rules.specific_points(roll),
    }


@phrase(
    "if (every|each) [rolled] die [(in|of) the [Level] Pool] SHOWS [a] {face}[,] [then]"
    " [(the|that|your)] [skill] [it] [you] [EARNS] {points} SAP",
    "if all [of] [the] dice [(in|of) the [Level] Pool] SHOWS [a] {face}[,] [then]"
    " [(the|that|your)] [skill] [it] [you] [EARNS] {points} SAP",
    "{points} SAP (is|are) (gained|earned) [for that skill] (if|when) (every|each) die SHOWS [a] {face}",
    "(all|every|nothing but) .. {face:numeral}[s] .. EARNS .. {points:numeral} SAP",
    "{points:numeral} SAP .. (all|every|nothing but) .. SHOWS [a] {face:numeral}",
)
def points_for_all_ones() -> Answers:
    """Nothing but 1s earns more than a 2 does (Skill Attempt)."""
    return {"face": rules.COUNTING_FACE, "points": rules.specific_points((rules.COUNTING_FACE,))}


@phrase("the Level Pool of {each} of the physical attributes related to")
def one_attribute() -> Answers:
    """A point improves a single pool (Specific Advancement Points)."""
    return {"each": 1}


@phrase("{skill:skill} skill[,] or [to] (his|her|their|its|the) {attributes:list of attribute}")
def related_attributes(skill: str) -> Answers:
    """A skill's points may also improve its related attributes (Related Physical Attributes)."""
    return {"attributes": tables.RELATED_ATTRIBUTES[skill]}


# What dice cost


@phrase(
    "first die is a {die:die}, and costs",
    "step [either] adds a {die:die} to the pool",
)
def first_die() -> Answers:
    """The ladder of dice begins with the largest (Skill Level Pool Advancement)."""
    return {"die": rules.FIRST_DIE}


@phrase("(cost|costs|is) {cost} Advancement Points unless the skill")
def first_cost() -> Answers:
    """Normal Skill Level Pool Die Advancement Point Cost Table"""
    return {"cost": rules.skill_cost(None, rules.FIRST_DIE)}


STEP = "from a {start:die} to a {end:die}[,] [it] costs"
FIRST_STEPS = "from nothing to a {end:die} ... costs"


def _no_step(start: int, end: int) -> Answers:
    """Answers where no advancement leads from one die to the other."""
    if unknown := _unknown(start=start, end=end):
        return unknown
    return {} if start > end else {"end": Answer(f"a die smaller than d{start}")}


@phrase(f"{STEP} {{cost}} points", f"{STEP} ... = {{cost}} points", under=("skill",))
def skill_cost(start: int, end: int) -> Answers:
    """A skill's die is paid for step by step (Skill Level Pool Advancement)."""
    return _no_step(start, end) or {"cost": rules.skill_cost(start, end)}


@phrase(f"{FIRST_STEPS} ... = {{cost}} points", under=("skill",))
def skill_cost_from_nothing(end: int) -> Answers:
    """A skill's die is paid for step by step (Skill Level Pool Advancement)."""
    return _unknown(end=end) or {"cost": rules.skill_cost(None, end)}


@phrase(f"{STEP} {{cost}} points", f"{STEP} ... = {{cost}} points", under=("attribute",))
def attribute_cost(start: int, end: int) -> Answers:
    """An attribute's die is paid for step by step (Physical Attribute Level Pool Advancement)."""
    return _no_step(start, end) or {"cost": rules.attribute_cost(start, end)}


@phrase(f"{FIRST_STEPS} ... = {{cost}} points", under=("attribute",))
def attribute_cost_from_nothing(end: int) -> Answers:
    """An attribute's die is paid for step by step (Physical Attribute Level Pool Advancement)."""
    return _unknown(end=end) or {"cost": rules.attribute_cost(None, end)}


# Physical attributes and health


@phrase(
    "[{count}] physical attributes: {attributes:list of attribute}",
    "die in the {attributes:list of attribute} [Level] Pools",
    "Level Pools of {attributes:list of attribute}",
    "quality of mind or body: {attributes:list of attribute}",
    "(all|there are) {count} physical attributes",
    "of the {count:numeral} physical attributes \\(",
)
def attributes(attributes: Sequence[str] = tuple(tables.ATTRIBUTES)) -> Answers:
    """Characters have these physical attributes (Related Physical Attributes)."""
    if 2 * len(attributes) <= len(tables.ATTRIBUTES):
        return {}  # Some of them.
    return {"attributes": tuple(tables.ATTRIBUTES), "count": len(tables.ATTRIBUTES)}


@phrase(
    "(all|every|each) [of the] [{count}] [physical] (attribute|attributes) (start|starts|begin|begins) [out]"
    " (with|at|as) [a] {pool:pool}",
    "physical attributes [all] (start|begin) [out] (with|at|as) [a] {pool:pool}",
    "physical (attribute|attributes) <> (begin|begins|start|starts|beginning) <> {dice:numeral} {die:die}",
)
def starting_pool() -> Answers:
    """Physical attributes start with the same pool (Physical Attribute Level Pool Advancement)."""
    (group,) = rules.STARTING_POOL.groups
    return {"pool": rules.STARTING_POOL, "count": len(tables.ATTRIBUTES), "dice": group.count, "die": group.size}


@phrase("(a|each|every) {die:die} is worth {points} HP")
def worth_of_a_die(die: int) -> Answers:
    """Level Pool Die to Health Points Table"""
    return _unknown(die=die) or {"points": tables.DIE_HEALTH_POINTS[die]}


@phrase("{pool:pool}[,] [which] is worth {points} HP", "{pool:pool}[,] [which] is worth ... = {points} HP")
def worth_of_a_pool(pool: LevelPool) -> Answers:
    """A pool is worth what its dice are worth, each by its size (Health and Damage Mechanics)."""
    because = tuple(term.worth for term in rules.health_terms(pool))
    return {"points": Answer(rules.pool_health_points(pool), because=because)}


@phrase(
    "new character has {count} such pools, and with them {points} HP",
    "(beginner|new character) has ... = {points} HP",
    "(beginner|new character) has {points} HP",
)
def worth_of_a_beginner() -> Answers:
    """A beginner has the worth of all starting pools (Health and Damage Mechanics)."""
    count = len(tables.ATTRIBUTES)
    each = rules.pool_health_points(rules.STARTING_POOL)
    because = (f"{count} pools are worth {each} each, and together {count * each}",)
    return {"count": count, "points": Answer(count * each, because=because)}


@phrase(
    "(at|with|on) {points} HP[,] [HERO] (is dead|dies|are dead)",
    "where {points} (means|indicates|says) [that] [HERO] [is] (dead|death)",
    "{points} HP (means|indicates|says) [that] [HERO] [is] (dead|death)",
    "(dead|dies) (at|with|on) {points} HP",
    "(dead|dies) (when|if) [(his|her|their|its|the)] HP (are|reach|reaches|fall to|falls to|drop to|drops to) {points}",
    "(dead|dies) <> (at|reaches|falls to|drops to) {points:numeral}",
)
def death() -> Answers:
    """A character who has no Health Points left is dead (Glossary)."""
    return {"points": rules.DEAD_AT}


@phrase("(plays|play|playing) [the role of] {minimum} or more characters")
def gamer() -> Answers:
    """A gamer has a character to play, or several (Glossary)."""
    return {"minimum": 1}


PHRASES = (
    die_sizes,
    number_of_sizes,
    fewest_dice,
    dice_of_a_pool,
    counted_face,
    rolls_for_a_one,
    a_roll,
    odds,
    two_odds,
    success,
    failure,
    unopposed_attempt,
    narrow_attempt,
    two_attempts,
    total_of_ones,
    winner,
    opposed_attempt,
    joint_attempt,
    several_skills,
    point_types,
    points_for_a_two,
    points_for_all_ones,
    one_attribute,
    related_attributes,
    first_die,
    first_cost,
    skill_cost,
    skill_cost_from_nothing,
    attribute_cost,
    attribute_cost_from_nothing,
    attributes,
    starting_pool,
    worth_of_a_die,
    worth_of_a_pool,
    worth_of_a_beginner,
    death,
    gamer,
)
"""In the order above; the tools do not mind it."""

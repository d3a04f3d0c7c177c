"""SdA's phrasebook: the sentences that state its rules, each with the rule that decides it.

The wordings are in the language that `rulesmod.system.Phrase` describes, and hold the deciding words only. The
first line of a rule's docstring is what readers are shown as the reason. What the text lists range by range
(scores, MoSes, difficulties) is no phrase: see `rulesmod.sda.bands`.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq

from rulesmod.sda import rules, tables
from rulesmod.sda.lists import LISTS
from rulesmod.sda.outcomes import OUTCOMES
from rulesmod.sda.wordings import Answers, all_dice, phrase
from rulesmod.system import Answer, Phrase

# Dice

MIN_IN_A_ROW = 2
"""Dice in their places that show which part of the row is meant."""


@phrase("{die:die}", "{count:numeral}{die:die}")
def known_die(die: int) -> Answers:
    """The dice are d4, d6, d8, d10, d12 and d20 (Dice)."""
    return {} if die in tables.DIE_SIZES else {"die": Answer(all_dice())}


@phrase(
    "{count:numeral} KINDS of dice (are|come|exist|:)",
    "(there are|uses|use|needs|need|with) {count:numeral} KINDS of dice",
    "dice [come] (of|in) {count:numeral} KINDS",
)
def number_of_dice() -> Answers:
    """The dice are d4, d6, d8, d10, d12 and d20 (Dice)."""
    return {"count": len(tables.DIE_SIZES)}


@phrase(
    "KINDS of dice ... {sizes:list of die}",
    "(dice|die) KINDS[:] {sizes:list of die}",
    "(played with|plays with) ... {sizes:list of die}",
    "dice, with {faces:list of number} sides",
    "dice with {faces:list of number} sides",
)
def die_sizes(sizes: Sequence[int] = (), faces: Sequence[int] = ()) -> Answers:
    """The dice are d4, d6, d8, d10, d12 and d20 (Dice)."""
    is_all = len(sizes or faces) > len(tables.DIE_SIZES) // 2
    return {"sizes": tables.DIE_SIZES, "faces": tables.DIE_SIZES} if is_all else {}


@phrase("(dice|faces|written|noted|letter) ... {sizes:list of die}[,] (etc|and so on|and so forth|…)")
def some_dice(sizes: Sequence[int]) -> Answers:
    """A row of dice that is begun and not ended names neighbours, in order (Dice)."""
    runs = [tables.DIE_SIZES[at : at + len(sizes)] for at in range(len(tables.DIE_SIZES) - len(sizes) + 1)]
    nearest = max(runs, key=lambda run: sum(map(eq, run, sizes)), default=())
    # Fewer that agree may be any of them.
    return {"sizes": nearest} if sum(map(eq, nearest, sizes)) >= MIN_IN_A_ROW else {}


@phrase(
    "{number:numeral}{size:die}[(”|\"|’|')][,] [(always|simply|then)] NOTED [(rolling|to roll)] {count:numeral}"
    " {die:die} (dice|die)",
    "{count:numeral} {die:die} (dice|die)[,] [(which|that|is|are)] NOTED (“|\"|‘|'|){number:numeral}{size:die}",
    "{count:numeral} {die:die} (dice|die) \\({number:numeral}{size:die}\\)",
    '{count:numeral} dice with {sides} sides <> ["]{number:numeral}{size:die}',
    '["]{number:numeral}{size:die}["][,] [(is|you)] (take|to roll|roll|rolling) {count:numeral} {dice:die}[s]',
)
def dice_in_notation(number: int, size: int) -> Answers:
    """The number before the d says how many dice, the number behind it how many faces (Dice)."""
    if size not in tables.DIE_SIZES:
        return {}
    return {"count": Answer(number, twin="number"), "die": Answer(size, twin="size"), "sides": size, "dice": size}


# Skills and dice-pools


@phrase(
    "{count:numeral} (scores|ranks) (will be|are|should be|must be) added",
    "(add|adds|adding) [up] [(the|those|these|both)] {count:numeral} (scores|ranks)",
    under=("speciality", "specialities"),
)
def added_scores() -> Answers:
    """The rank of a speciality and that of its skill are added (Skill specialities)."""
    return {"count": 2}


@phrase(
    "{free} + the rank",
    "{free} + the ranks",
    "{free} + [its] (rank|ranks)",
    "(number of dice|as many dice) ... {free} (plus|more than) [the] (rank|ranks)",
    "{free} (die|dice) more than (the|its|your|his|her|their) (rank|ranks)",
    "{free} (die|dice) (plus|and) (one|another) (for|per) (each|every) rank",
    "without [a] (rank|ranks) ... {free} (die|dice)",
    "untrained .. (rolls|roll|throws|throw|rolling|has) {free} (die|dice)",
    under=("test", "pool", "skill", "glossary", "mechanics"),
)
def free_dice() -> Answers:
    """A rank's dice come on top of the die that the attribute grants (Skill Test)."""
    return {"free": rules.dice_of(0)}


@phrase(
    "rank [of] {rank} [(will|would)] (gives|allows|makes|means|grants|give|allow|make|mean|grant) {count} (die|dice)",
    "rank [of] {rank} .. ROLLS {count} (die|dice)",
    "{rank} (rank|ranks) .. ROLLS {count} (die|dice)",
    because="one die and {rank} for the rank make {count}",
)
def dice_of_a_rank(rank: int) -> Answers:
    """A pool has one die more than the rank (Skill Test)."""
    return {"count": rules.dice_of(rank)}


@phrase(
    "attribute (with|has|having) a value of {value} .. {die:die}",
    "attribute (of|at) {value} (gives|allows|makes|means|grants|uses|takes|rolls|calls for) [a] {die:die}[s]",
    "(attribute|score) (of|is|at) {value} .. ROLLS [a] {die:die}[s]",
)
def die_of_an_attribute(value: int) -> Answers:
    """An attribute grants the largest die that has no more faces than it has points (Skill Test)."""
    return {"value": value, "die": rules.die_of(value)}


@phrase(
    "{attribute:attribute} (is|of|at) {value} ... rank [(of|is)] {rank} ... {number:numeral}{size:die}",
    "rank [of] {rank} (and|with|under|in) [a skill governed by] (a|an|the) attribute (of|at) {value}"
    " (give|gives|make|makes|rolls|roll) {number:numeral}{size:die}",
    "rank [of] {rank} (and|with|under) (a|an|the) attribute (of|at) {value}: {number:numeral}{size:die}",
)
def pool_of_a_test(rank: int, value: int) -> Answers:
    """Rank and attribute make the pool (Skill Test)."""
    number, size = rules.dice_of(rank), rules.die_of(value)
    because = f"one die and {rank} for the rank make {number}, and a d{size} needs no more than {value} points"
    return {"value": value, "number": Answer(number, because=(because,)), "size": size}


@phrase(
    "(lower than|lowered than|less than|smaller than|below|under) {limit} .. (still|always|only|stay|stays|remain)"
    " [be] [are] [is] [composed of] [a] {die:die}[s]",
)
def smallest_die(limit: int, die: int) -> Answers:
    """Below the smallest die the dice are no smaller (Skill Test)."""
    if limit != rules.MIN_ATTRIBUTE and die != rules.die_of(0):
        return {}
    return {"limit": rules.MIN_ATTRIBUTE, "die": rules.die_of(0)}


@phrase(
    "{cost} spirit POINTS PER (rank|point|missing point) [(it|that|the attribute|of it)] [is] [(below|under) {limit}]",
    "(below|under|less than|lower than) {limit}[,] (each|every) die [rolled] costs",
    "no smaller die than [a] {die:die}",
    "(dice|pool|pools|die) (still are|are still) {die:die}[s]",
    under=("test", "pool", "skill", "spirit", "attribute"),
)
def low_attribute() -> Answers:
    """Below the smallest die every point that is missing costs spirit for each die (Skill Test)."""
    return {"limit": rules.MIN_ATTRIBUTE, "die": rules.die_of(0), "cost": rules.spirit_cost(3, 1)}


@phrase(
    "rank of {rank} and an attribute of {value} .. (rolls|roll|rolling|have|has|makes|make) {number:numeral}{size:die}",
    "attribute of {value} and a rank of {rank} .. (rolls|roll|rolling|have|has|makes|make) {number:numeral}{size:die}",
    "(skill|rank) of {rank} and an attribute of {value} .. (rolls|roll|rolling) {number:numeral}{size:die}",
)
def pool_of_both(rank: int, value: int) -> Answers:
    """Rank and attribute make the pool (Skill Test)."""
    return {"number": rules.dice_of(rank), "size": rules.die_of(value)}


@phrase(
    "{free:numeral} (die|dice) more than <> ranks",
    "(made|rolled) with {free:numeral} (die|dice) <> rank",
    "(at|with) rank {rank:numeral} .. {number:numeral}{any:die}",
    "{rank:numeral} ranks <> {count:numeral} dice are rolled",
    "rank {rank:numeral} (gives|means|makes) {count:numeral} dice",
    under=("test",),
    is_sure=False,
)
def dice_for_ranks(rank: int = 0) -> Answers:
    """A pool has one die more than the rank (Skill Test)."""
    return {"free": rules.dice_of(0), "count": rules.dice_of(rank), "number": rules.dice_of(rank)}


@phrase(
    "(are|be) {die:die}s if <> attribute is {value:numeral}",
    "attribute of {value:numeral} <> {die:die}s are (rolled|used)",
    under=("test",),
    is_sure=False,
)
def dice_for_an_attribute(value: int) -> Answers:
    """An attribute grants the largest die that has no more faces than it has points (Skill Test)."""
    return {"die": rules.die_of(value)}


@phrase(
    "attribute of {value:numeral} and a skill of {rank:numeral} .. {points:numeral} spirit points",
    "skill of {rank:numeral} and an attribute of {value:numeral} .. {points:numeral} spirit points",
    under=("test",),
    is_sure=False,
)
def spirit_of_both(value: int, rank: int) -> Answers:
    """A low attribute costs spirit for each point below the least and each die (Skill Test)."""
    return {"points": rules.spirit_cost(value, rules.dice_of(rank))}


@phrase(
    "attribute is below {limit:numeral}",
    "(less|lower|fewer) than {limit:numeral} <> attribute",
    under=("test",),
    is_sure=False,
)
def low_limit() -> Answers:
    """The smallest die has four faces (Skill Test)."""
    return {"limit": rules.MIN_ATTRIBUTE}


_LOW_POOL = "attribute (of|at|is) {value} ... (skill|rank) [(of|at)] {rank} ... {number:numeral}{size:die}"


@phrase(
    f"{_LOW_POOL} ... SPENDS {{points}} spirit POINTS.",
    f"{_LOW_POOL} ... SPENDS {{points}} spirit POINTS, ",
)
def spirit_for_a_pool(value: int, rank: int) -> Answers:
    """A low attribute costs spirit for each point below the least and each die (Skill Test)."""
    dice = rules.dice_of(rank)
    return {"number": dice, "size": rules.die_of(value), "points": rules.spirit_cost(value, dice)}


@phrase(f"{_LOW_POOL} ... SPENDS {{points}} spirit POINTS ... {{limit}}(-|−| - | − ){{again}} ... {{dice}} = {{cost}}")
def spirit_worked_out(
    value: int, rank: int, number: int, size: int, points: int, limit: int, again: int, dice: int, cost: int
) -> Answers:
    """A low attribute costs spirit for each point below the least and each die (Skill Test)."""
    stated = {"value": value, "rank": rank, "number": number, "size": size, "points": points}
    stated |= {"limit": limit, "again": again, "dice": dice, "cost": cost}

    def computed(value: int, rank: int) -> dict[str, int]:
        dice = rules.dice_of(rank)
        cost = rules.spirit_cost(value, dice)
        pool = {"value": value, "rank": rank, "number": dice, "size": rules.die_of(value), "points": cost}
        return pool | {"limit": rules.MIN_ATTRIBUTE, "again": value, "dice": dice, "cost": cost}

    # The slip is where the least has to change for all of it to fit.
    cases = [computed(one, other) for one in sorted({value, again}) for other in sorted({rank, number - 1, dice - 1})]
    return min(cases, key=lambda case: sum(case[name] != stated[name] for name in stated))


PHRASES = (*LISTS, *OUTCOMES, *(value for value in list(globals().values()) if isinstance(value, Phrase)))
"""In the order above; the tools do not mind it."""

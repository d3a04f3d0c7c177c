"""Dry Cereal's phrasebook: the sentences that state its rules, each with the rule that decides it.

The wordings are in the language that `rulesmod.system.Phrase` describes, and hold the deciding words only. Levels
may have their Modifier behind them (`Superior [+2]`); whether it is the right one is told by the labels themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulesmod.dry_cereal import rules, tables
from rulesmod.dry_cereal.notation import DICE, NOTATION, SEVEN, SIDES
from rulesmod.phrasing import chance, phrases_with
from rulesmod.plain import Expression
from rulesmod.system import Answer, Phrase

Answers = Mapping[str, Any]

SYNONYMS = {
    "POINTS": "(character points|character point|points|point|CP)",
    "COSTS": "(costs|cost|is|takes|for)",
    "ROLLS": "(rolls|roll|rolling|throws|throw|throwing)",
    "UNTRAINED": "(untrained characters|untrained character|laypeople|layperson|amateur|untrained)",
    "ACTIONS": "(actions|action|tasks|task|results|result)",
    "MANAGES": "(achieve|achieves|reach|reaches|complete|completes|accomplish|accomplishes|manage|manages)",
}
"""Alternatives for each word in capitals of the wordings below."""

phrase = phrases_with(SYNONYMS)


def _level(text: str) -> str:
    """The level that a text names, with or without its Modifier."""
    return text.split()[0].capitalize()


def _should_be(level: str, text: str) -> str:
    """A text, if it names this level; else the level in the text's form: with its Modifier, if the text has one."""
    if _level(text) == level:
        return text
    return tables.label(level) if " " in text else level


def _reaching(exact: Fraction, level: str) -> Answer:
    return chance(exact, f"a Margin of {level} or more")


# Making a character


@phrase(
    "high-powered .. (pool of|with|have|has|get|gets) {high} POINTS",
    "{high} POINTS .. high-powered",
    "starting pool (of|with) {points} POINTS",
    "(start|starts|begin|begins) with {points} (character points|character point)",
    "{points} (character points|character point) to (spend|build|begin|start|distribute)",
    "(start|starts|begin|begins|begun) with {high:numeral} POINTS instead of {points:numeral}",
    "high-powered <> (with|give|gives) <> {high:numeral}",
    "{points:numeral} POINTS (for|to) [(a|each|every)] (new character|player)",
    "(new character|every player|each player) (has|gets|receives|spends|can spend) {points:numeral} POINTS",
)
def starting_points() -> Answers:
    """A character is built from 10 points, or 20 if high-powered (Making a Character)."""
    return {"points": tables.STARTING_POINTS, "high": tables.HIGH_POWERED_POINTS}


@phrase(
    "[from {start:level} to] {level:level} [(Skill|level|one)] COSTS {cost} POINTS",
    "[from {start:level} to] {level:level} {skill:skill} COSTS {cost} POINTS",
    "[from {start:level} to] {level:level} [(Skill|level)] at {cost} POINTS",
    "from {start:level} to {level:level} ... = {cost} POINTS",
    "{cost} POINTS (buys|buy) [(a|an|one)] [Skill] [(at|of)] {level:level}",
)
def price_of_a_skill(level: str, start: str = tables.UNTRAINED) -> Answers:
    """A level of a Skill has a price, and raising costs the difference (Making a Character)."""
    ladder = list(tables.LADDER)
    if ladder.index(_level(start)) >= ladder.index(_level(level)):
        return {}
    cost, whole = rules.skill_cost(_level(level), _level(start)), rules.skill_cost(_level(level))
    because = (
        f"{level} costs {whole} in all, and {start} has {whole - cost} of them: {whole} - {whole - cost} = {cost}",
    )
    return {"cost": Answer(cost, because=because if 0 < cost < whole else ())}


@phrase(
    "{level:level} is the {place:word} [available] level of [a] Skill",
    "{place:word} [available] level of [a] Skill is {level:level}",
)
def first_level(place: str, level: str) -> Answers:
    """The levels of a Skill begin where one has to be paid for (The Ladder)."""
    bought = [level for level, cost in tables.SKILL_COSTS.items() if cost]
    order = {"first": 0, "lowest": 0, "second": 1, "third": 2, "last": 2, "highest": 2}.get(place.lower())
    return {} if order is None else {"level": _should_be(bought[order], level)}


@phrase(
    "first [available] level of Skill. It costs {cost} POINTS",
    "(first|lowest) [available] level ... costs {cost} POINTS",
)
def price_of_the_first_level() -> Answers:
    """The lowest level of a Skill has the lowest price (The Ladder)."""
    return {"cost": min(cost for cost in tables.SKILL_COSTS.values() if cost)}


@phrase(
    "(each|a|every|one|any|per) Technique COSTS {cost} POINTS",
    "Techniques (cost|are) {cost} POINTS (each|apiece)",
    "{cost} POINTS (for each|per|for a) Technique",
    "Technique <> (bought|buy|buys|get|gets|price|pay|costs|cost) <> {cost} POINTS",
    "{cost} POINTS <> (buys|get|gets|buy) <> [one] technique",
    "technique is bought for {cost} POINTS",
)
def price_of_a_technique() -> Answers:
    """Every Technique costs the same (Making a Character)."""
    return {"cost": rules.technique_cost()}


def _price(extra: str) -> tuple[int, ...]:
    """Return the prices of an Extra; of an open one the least."""
    name = next(name for name in tables.EXTRA_PRICES if name.casefold() == extra.casefold())
    price = tables.EXTRA_PRICES[name]
    return tuple(tables.EXTRAS[name].values()) if isinstance(price, tuple) else (price,)


@phrase("{extra:extra} COSTS {cost} POINTS", "{cost}-point {extra:extra}")
def price_of_an_extra(extra: str, cost: int) -> Answers:
    """An Extra has its price in the list, one for each of its sorts (List of Extras)."""
    prices = _price(extra)
    is_open = any(name.casefold() == extra.casefold() for name in tables.OPEN_EXTRAS)
    right = cost in prices or (is_open and cost > min(prices))
    return {"cost": cost if right else min(prices, key=lambda price: abs(price - cost))}


@phrase(
    "(talentless|bare|plain) {extra:extra} COSTS {cost} POINTS",
    "{extra:extra} COSTS {cost} POINTS (without|with no)",
)
def price_of_a_bare_extra(extra: str) -> Answers:
    """An Extra costs the least of its prices before more is spent on it (List of Extras)."""
    return {"cost": min(_price(extra))}


# Taking action


@phrase(
    "Techniques .. use a Margin of {level:level}",
    "Technique (gives|is worth|counts as|has|means) [(a|the)] [(modifier|Margin|level)] [of] {level:level}",
    "Technique .. (a Margin|modifier) of {level:level}",
)
def margin_of_a_technique(level: str) -> Answers:
    """A Technique is worth the same level with and without a roll (Taking Action)."""
    return {"level": _should_be(tables.TECHNIQUE_LEVEL, level)}


@phrase(
    "no [relevant] Skill or Technique[,] [(you|they|he|she)] (use|uses|take|takes|roll with|rolls with|roll at)"
    " {level:level}",
    "neither [a] [relevant] Skill nor [a] [relevant] Technique[,] [(you|they|he|she)] (use|uses|take|takes)"
    " {level:level}",
    "without (a|any) [relevant] (Skill|Technique) [or Technique][,] [(is|means|counts as|use|uses)] {level:level}",
)
def without_training(level: str) -> Answers:
    """Rolls without Skill and Technique count as untrained (Taking Action)."""
    return {"level": _should_be(tables.UNTRAINED, level)}


@phrase(
    "character with {skill:level} .. automatically .. {action:level}",
    "character with {skill:level} .. {action:level} (automatically|without rolling|without a roll)",
)
def automatic_success(skill: str, action: str) -> Answers:
    """A Skill's Modifier is its Margin without a roll (Taking Action)."""
    able = rules.succeeds_automatically(_level(skill), _level(action))
    return {"action": action if able else _should_be(_level(skill), action)}


@phrase("at {skill:level} [(Skill|level)] .. {actions:list of level} ACTIONS without (rolling|a roll)")
def actions_without_a_roll(skill: str, actions: Sequence[str]) -> Answers:
    """A Skill does all that lies on its level or below without a roll (The Ladder)."""
    able = [level for level in tables.LADDER if rules.succeeds_automatically(_level(skill), level)]
    beyond = tuple(index for index, action in enumerate(actions) if _level(action) not in able)
    right = tuple(tables.label(level) if " " in actions[0] else level for level in able)
    return {"actions": Answer(right if beyond else actions, wrong=beyond)}


@phrase(
    "ROLLS {dice} {sides:die} dice",
    "ROLLS {dice} {sides:die}[s]",
    "{dice} dice (with|of) {sides} sides",
    "ROLLS [a] {roll:pool} and add",
    "(pair|couple) of {sides:die} dice",
    "total between {low:numeral} and {high:numeral}",
)
def the_dice() -> Answers:
    """Every roll is made with two dice of six sides (Taking Action, Roll for it!)."""
    roll = NOTATION.parse(f"{DICE}d{SIDES}")
    return {"dice": DICE, "sides": SIDES, "roll": roll, "low": DICE, "high": DICE * SIDES}


@phrase(
    "by which (the|your|that|a) (total|sum|result) (exceeds|beats|surpasses|is above|is over) {seven}",
    "how (much|far) (the|your|that|a) (total|sum|result) (exceeds|beats|is above|is over|lies above) {seven}",
    "if (the|your) (total|sum|result) exceeds {seven}[,] (what|the rest|the difference)",
    "(total|sum|result) minus {seven}",
    "subtract {seven} from (the|your|that|this) (total|sum|result|roll|dice)",
    "(more than|past|over|above) {seven}[,] (is|gives|makes|becomes) [(the|your)] Margin",
    "subtract {seven:numeral} from <> total",
    "total <> exceeds {seven:numeral} by",
)
def what_a_total_exceeds() -> Answers:
    """A Margin is what a total has above seven (Taking Action, Roll for it!)."""
    return {"seven": SEVEN}


@phrase("roll {roll:pool}, add {number} Modifier[,] and subtract {seven}")
def a_roll_in_short() -> Answers:
    """A Modifier is added to a roll, and seven is taken from it (Taking Action, Roll for it!)."""
    return {"roll": NOTATION.parse(f"{DICE}d{SIDES}"), "number": rules.AT_A_TIME, "seven": SEVEN}


@phrase("total (below|under) {seven} (gives|means|makes) [a] Margin (below|under) {zero}")
def below_seven() -> Answers:
    """A total below seven is a Margin below zero (Taking Action, Roll for it!)."""
    return {"seven": SEVEN, "zero": rules.margin(SEVEN)}


@phrase("{roll:pool} ... dice show {first} and {second}, and ... = {total}")
def an_example_of_a_roll(roll: Expression, first: int, second: int) -> Answers:
    """A roll adds both dice and the Modifier (Taking Action, Roll for it!)."""
    impossible = {name: SIDES for name, face in (("first", first), ("second", second)) if not 1 <= face <= SIDES}
    return {**impossible, "total": first + second + NOTATION.modifier(roll)}


@phrase(
    "{level:level} (needs|takes|requires|asks for|wants) a [minimum] total of [at least] {total}",
    "total of {total} [or more] (reaches|is enough for|gives|makes|achieves) {level:level}",
)
def least_total(level: str) -> Answers:
    """A level needs a total of seven and what it has on the Ladder (Taking Action, Roll for it!)."""
    return {"total": rules.minimum_total(tables.LADDER[_level(level)])}


@phrase(
    "(choose|use|count|only|just|with) [(only|just)] {number} Skill or Technique",
    "{number} Skill or Technique (at a time|for each|per)",
)
def no_stacking() -> Answers:
    """Skills and Techniques are not added together (Taking Action)."""
    return {"number": rules.AT_A_TIME}


@phrase(
    "total of [exactly] {total} .. Margin of {margin}",
    "total [(is|comes to)] [of] {total}[,] (a|the) Margin [is] [of] {margin}",
    "total of {total} .. Margin of {margin}",
    "one of {total} [is] a Margin of {margin}",
    "total is {total}[,;] it exceeds seven by {margin}",
    because="{total} less seven is {margin}",
)
def a_margin(total: int) -> Answers:
    """A Margin is what a total has above seven (Taking Action, Roll for it!)."""
    return {"margin": rules.margin(total)}


@phrase(
    "`{roll:pool}` (reaches|achieves|makes) {level:level} {chance:odds}",
    "{roll:pool} (reaches|achieves|makes) {level:level} [in] {chance:odds}",
)
def chance_of_a_roll(roll: Expression, level: str) -> Answers:
    """A roll reaches a level when its Margin does (Taking Action, Roll for it!)."""
    return {"chance": _reaching(rules.reach(NOTATION.modifier(roll), _level(level)), level)}


@phrase(
    "Technique <> (add|adds|bonus of|modifier of) (\\[|){bonus:numeral}",
    "(neither|no|without|lacking|lack|nor) <> (subtract|subtracts|penalty of|minus) (\\[|){malus:numeral}",
    under=("action",),
    is_sure=False,
)
def modifiers_of_a_roll(malus: int = 0) -> Answers:
    """A Technique counts alike without a roll, and no training as Basic (Taking Action)."""
    below = tables.LADDER[tables.UNTRAINED]
    return {"bonus": tables.LADDER[tables.TECHNIQUE_LEVEL], "malus": below if malus < 0 else -below}


@phrase(
    "Margin (of|is) {margin:numeral} <> (automatic|automatically|without a roll|without rolling)",
    under=("action",),
    is_sure=False,
)
def automatic_margin() -> Answers:
    """A Technique is worth its level without a roll (Taking Action)."""
    return {"margin": tables.LADDER[tables.TECHNIQUE_LEVEL]}


# Aiding and hindering


@phrase(
    "Margin is (greater|higher|more|larger) than {zero} .. (Aid|Hinder|aiding|hindering)",
    "Margin (above|over|of more than|greater than|beyond|exceeds) {zero} .. (Aid|Hinder|aiding|hindering)",
    "Margin is (above|over) {zero} .. (Aid|Hinder|aiding|hindering)",
    "Margin of at least {one:numeral} <> (Aid|Hinder)",
)
def margin_that_aids() -> Answers:
    """Only a Margin above nothing can Aid or Hinder (Aiding and Hindering)."""
    return {"zero": rules.AID_ABOVE, "one": rules.AID_ABOVE + 1}


_ADDING = ("added", "add", "adds", "plus")
_TAKING = ("subtracted", "subtract", "subtracts", "deducted", "taken", "minus")


@phrase(
    "Aid ... Margin is {aid:word} ... Hinder, it is {hinder:word}",
    "Aid ... is {aid:word} to ... Hinder ... is {hinder:word} from",
    "Hinder ... is {hinder:word} from ... Aid ... is {aid:word} to",
    "to Aid, {aid:word} it ... to Hinder, {hinder:word} it",
)
def aid_and_hinder(aid: str, hinder: str) -> Answers:
    """A Margin that aids is added, one that hinders is subtracted (Aiding and Hindering)."""
    return {
        "aid": aid if aid.lower() in _ADDING else "added",
        "hinder": hinder if hinder.lower() in _TAKING else "subtracted",
    }


# The ladder


@phrase(
    "UNTRAINED (will|can|could|may|would) {chance:odds} MANAGES {action:level}",
    "UNTRAINED MANAGES {action:level} [ACTIONS] [in] {chance:odds}",
    "{action:level} ... within [the] reach of UNTRAINED[,] (although|though|but|if) {chance:odds}",
    "UNTRAINED .. {action:level} ACTIONS {chance:odds}",
)
def chance_of_the_untrained(action: str) -> Answers:
    """The untrained roll with Basic [-2], and reach a level by their Margin (The Ladder)."""
    return {"chance": _reaching(rules.success(None, _level(action)), action)}


@phrase("ladder (of|has|with) {count} levels", "{count} levels (of|on) the ladder")
def number_of_levels() -> Answers:
    """The levels are Basic, Intermediate, Superior and Formidable (The Ladder)."""
    return {"count": len(tables.LADDER)}


@phrase(
    "difficult than {easier:level}. ... UNTRAINED ... take {tries:tries}",
    "harder than {easier:level}. ... UNTRAINED ... take {tries:tries}",
)
def tries_of_the_untrained(easier: str) -> Answers:
    """An untrained character tries until a roll reaches the next level (The Ladder)."""
    ladder = list(tables.LADDER)
    above = ladder.index(_level(easier)) + 1
    return {"tries": _reaching(rules.success(None, ladder[above]), ladder[above])} if above < len(ladder) else {}


@phrase(
    "UNTRAINED .. takes {tries:tries} (at|for|to reach) [an] {action:level}",
    "{action:level} ACTIONS (takes|take) UNTRAINED {tries:tries}",
    "{action:level} ACTIONS (takes|take) [an] UNTRAINED {tries:tries}",
)
def tries_at_a_level(action: str) -> Answers:
    """An untrained character tries until a roll reaches the level (The Ladder)."""
    return {"tries": _reaching(rules.success(None, _level(action)), action)}


@phrase(
    "training can {chance:odds} MANAGES {action:level}",
    "trained [(characters|character)] (can|will|do|does) {chance:odds} MANAGES {action:level}",
    "trained [(characters|character)] (can|will) (do|does|MANAGES) {action:level} ACTIONS {chance:odds}",
)
def chance_of_the_trained(action: str) -> Answers:
    """A Skill begins with Intermediate [+0], and reaches a level by its Margin (The Ladder)."""
    trained = next(level for level, cost in tables.SKILL_COSTS.items() if cost)
    return {"chance": _reaching(rules.success(trained, _level(action)), action)}


@phrase(
    "{action:level} ACTIONS. ... characters with {skill:level} [Skill] have {low:odds} of success"
    " \\([only] {chance:odds}\\)",
    "{action:level} .. characters with {skill:level} [Skill] have {chance:odds}",
    "characters with {skill:level} [Skill] MANAGES {action:level} [ACTIONS] [in] {chance:odds}",
    "{skill:level} Skill .. (reaches|reach|achieves) {action:level} [ACTIONS] [in] {chance:odds}",
)
def chance_of_a_skill(action: str, skill: str) -> Answers:
    """A roll with the Skill reaches a level when its Margin does (The Ladder)."""
    exact = rules.success(_level(skill), _level(action))
    return {"low": exact, "chance": _reaching(exact, action)}


@phrase(
    "action is {action:level}[,] [it] (will challenge|challenges|is a challenge to|is hard for) [even]"
    " characters with {skill:level}"
)
def a_challenge(action: str, skill: str) -> Answers:
    """An action above a Skill needs a roll (The Ladder)."""
    ladder = list(tables.LADDER)
    above = ladder.index(_level(action))
    hard = not rules.succeeds_automatically(_level(skill), _level(action))
    return {"skill": skill if hard else _should_be(ladder[max(0, above - 1)], skill)}


# Improvement


@phrase(
    "{point} (character point|character points) [(can|may)] [be] (come|comes|earned|is earned) (from|for|by)",
    "(earn|earns|get|gets|gain|gains) {point} (character point|character points) (for|by|from) (a few|any|each|every)",
)
def points_for_experience() -> Answers:
    """Experience earns character points (Improvement)."""
    return {"point": rules.POINTS_EARNED}


def _of_extra(extra: str) -> Phrase:
    prices = _price(extra)[:1] if extra in tables.OPEN_EXTRAS else tuple(tables.EXTRAS[extra].values())

    def rule(cost: int) -> Answers:
        nearest = min(prices, key=lambda price: abs(price - cost))
        is_open = extra in tables.OPEN_EXTRAS and cost > min(prices)
        return {} if cost in prices or is_open else {"cost": nearest}

    rule.__name__ = f"points_of_{extra.lower().replace(' ', '_')}"
    rule.__doc__ = f"The prices of {extra} (List of Extras)."
    return phrase("{cost:numeral} POINTS", "(one|ones) [for] {cost:numeral}[,.]", under=(f"{extra} [",), is_sure=False)(
        rule
    )


PHRASES = (
    *(_of_extra(extra) for extra in tables.EXTRAS if extra not in tables.REPEATABLE),
    modifiers_of_a_roll,
    automatic_margin,
    starting_points,
    price_of_a_skill,
    first_level,
    price_of_the_first_level,
    price_of_a_technique,
    price_of_an_extra,
    price_of_a_bare_extra,
    margin_of_a_technique,
    without_training,
    automatic_success,
    actions_without_a_roll,
    the_dice,
    what_a_total_exceeds,
    a_roll_in_short,
    below_seven,
    an_example_of_a_roll,
    least_total,
    no_stacking,
    a_margin,
    chance_of_a_roll,
    margin_that_aids,
    aid_and_hinder,
    chance_of_the_untrained,
    number_of_levels,
    tries_of_the_untrained,
    tries_at_a_level,
    chance_of_the_trained,
    chance_of_a_skill,
    a_challenge,
    points_for_experience,
)
"""In the order above; the tools do not mind it."""

"""Masque's phrasebook of items and of what actors do besides fighting."""

from __future__ import annotations

from rulesmod.masque import casts, figures
from rulesmod.masque.items import MAX_BONUS
from rulesmod.masque.wordings import Answers, phrase, roll
from rulesmod.system import Answer


@phrase(
    "range of n is {low}\\.\\. {high}, with {none} symbolic",
    "modifier [n] (runs|lies|is) (from|between) {low} (to|and) {high}",
    "(ordinary|plain) item (is|has) {none}",
    "from {low} (up to|to) {high}, ",
    "from {low:numeral} (up to|to) {high:numeral}; {none:numeral} (stands for|is|means) an ordinary",
    "{none:numeral} (stands for|means|is) <> ordinary",
)
def range_of_modifiers() -> Answers:
    """The modifier of a weapon or of armor has its limits (Stock Items)."""
    return {"low": -MAX_BONUS, "high": MAX_BONUS, "none": 0}


@phrase(
    "(eg|a|an|have|perhaps|and) {bonus} (Alley armor|armor|shield|helm|Cavalier boots|weapon)",
)
def modifier(bonus: int) -> Answers:
    """A modifier of an example lies within the limits (Stock Items)."""
    return {"bonus": bonus if abs(bonus) <= MAX_BONUS else Answer(f"a modifier up to {MAX_BONUS}")}


@phrase(
    "successive rolls of {die:die} <={most} or",
    "rolls a {die:die} ... up to {most} [or|and]",
)
def smiting() -> Answers:
    """A Smiting blacksword goes on while its die shows low (Stock Items)."""
    return {"die": figures.SMITING[0], "most": figures.SMITING[1]}


@phrase(
    "the third's divided by {third}",
    "second is divided by {second}, the {place:word} by {third}",
    "modifiers <> second [is] [divided] by {second:numeral}",
    "modifiers <> third [divided] by {third:numeral}",
    "modifiers <> third is divided by {third:numeral}",
    "with {half:word} of it, and the (armor|shield|helm|weapon) with a {part:word} of it",
)
def stacked() -> Answers:
    """Items that are used together count less and less (+n weapon)."""
    return {"third": 3, "second": 2, "place": "third", "half": "half", "part": "third"}


@phrase(
    "after all restaging, roll {die:die} unless",
    "if the {die:die} is \\|n\\| or less",
    "(roll|rolls) [a] {die:die} (at the end of the bit|for the armor)",
)
def armor() -> Answers:
    """Armor rolls a die to shake a single hit off (+n armor)."""
    return {"die": figures.ARMOR_DIE}


@phrase("bonus of {dice:pool} -\\(that", "adds {dice:pool} [less|minus] [that] [the] opponent's")
def glaive() -> Answers:
    """A Pirate glaive adds dice against whom it meets (Pirate glaive)."""
    return {"dice": roll(f"+{figures.GLAIVE}")}


@phrase(
    "result of {value} is added and a {next:die} rerolled, ... natural {natural} or a {small}, when the {again}"
    " is added and a {last:die} rerolled",
    "{value} is added and a {next:die} rolled; [of that] a {natural} or a {small}",
)
def scabbard(value: int) -> Answers:
    """A Manifold scabbard goes on with a die of the value that came up (Manifold scabbard)."""
    fits = value % 2 == 0 and value >= casts.MIN_NATURAL
    small = casts.MIN_NATURAL
    return {
        "value": value if fits else Answer(f"an even value of {small} or more"),
        "next": value,
        "natural": value,
        "small": small,
        "again": small,
        "last": small,
    }


@phrase("adds @+{die:die} per upstage", "adds a {die:die} for each upstage opponent")
def bow() -> Answers:
    """A Defile bow adds a die for each opponent (Defile bow)."""
    return {"die": figures.BOW_DIE}


@phrase("first rolls {count} of one's Build dice", "rolls {count} (Build dice|of its Build dice)")
def dagger() -> Answers:
    """A Holdout dagger counters with Build dice (Holdout dagger)."""
    return {"count": figures.DAGGER_DICE}


@phrase("casting gains {die:pool}", "staff adds {die:pool}")
def staff() -> Answers:
    """An Arrant staff adds a die before an empty mark (Arrant staff)."""
    return {"die": roll(f"+d{figures.STAFF_DIE}")}


@phrase("@+{die:die} per subsequent", "adds a {die:die} to the average")
def alley_armor() -> Answers:
    """Alley armor adds to the average that further castings have to meet (Alley armor)."""
    return {"die": figures.ALLEY_DIE}


@phrase("for every {count} such hits", "(a point|point) for every {count} [of] [such|those] hits")
def potion() -> Answers:
    """Some hits give a lost point back (Animos potion)."""
    return {"count": figures.POTION_HITS}


@phrase(
    "roll of {dice:pool} plus an added reroll of the {again}d for every face of {top}",
    "{dice:pool} instead of a single die, and {again} more for each {top}",
)
def salve() -> Answers:
    """A Healing salve rolls dice for lost points (Healing salve)."""
    count, top = figures.SALVE
    return {"dice": roll(f"{count}d{top}"), "again": count, "top": top}


@phrase(
    "favorable result >={least}, and {zeros} treated as {whole} so {top} & {again} both good but {last} includes",
    "result of {least} or more is the best [[that can be], and {zeros:numeral} counts as {whole:numeral}]",
    "{top:numeral} and {again:numeral} are both good, but {last:numeral} brings",
    "{zeros:numeral} (counts|is taken|is read) as {whole:numeral} so that [both] {top:numeral} and {again:numeral}",
)
def reaction() -> Answers:
    """A reaction is read on two digits, high ones favourable (Reaction Roll)."""
    return {"least": figures.REACTION, "zeros": 0, "whole": 100, "top": 99, "again": 0, "last": 0}


@phrase(
    "result of {first} is secondarily considered as {second}, ... as a modifier \\({modifier}?\\)",
    "{first} is [also] read as {second}",
    "{first:numeral} (also counts as|is also|also reads [as]) [an|a] {second:numeral}",
    "and [a|an] {first:numeral} as [a|an] {second:numeral}",
)
def both_ways(first: int, second: int) -> Answers:
    """Digits are read forward and backward (Reaction Roll)."""
    back = first // 10 + 10 * (first % 10)
    return {"second": second, "modifier": -first} if second == back else {"second": back}


@phrase("typically {share:word} one's Build subtracted", "{share:word} the Build is subtracted")
def build_in_reactions() -> Answers:
    """Part of a Build makes a reaction easier (Reaction Roll)."""
    return {"share": "half"}


@phrase("more on any {die:die} or better of", "average [or more] on (a|any) {die:die} or larger")
def coif() -> Answers:
    """Only large dice count for a Headlong mail coif (Headlong mail coif)."""
    return {"die": figures.COIF_DIE}


ITEM_PHRASES = (
    *(range_of_modifiers, modifier, smiting, stacked, armor, glaive, scabbard, bow, dagger, staff, alley_armor),
    *(potion, salve, reaction, both_ways, build_in_reactions, coif),
)

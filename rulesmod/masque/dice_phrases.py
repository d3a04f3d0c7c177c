"""Masque's phrasebook of dice: notation, the dice of a Cast, averages and what meets them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from rulesmod.masque import casts, figures
from rulesmod.masque.casts import Part
from rulesmod.masque.entries import price_in_words
from rulesmod.masque.wordings import Answers, build_die, mean, meets, parts_of, phrase, roll
from rulesmod.plain import Expression
from rulesmod.system import Answer


@phrase(
    '{sides}- sided die ... as "{die:die}", with {count} such dice ... as "{dice:pool}"',
    "(A|a) {sides} sided die is [written] [a] {die:die}[,] and {count} of them [are] {dice:pool}",
    '(die|dice) with {sides} sides is [written] ["]{die:die}["][,] and {count} of them are [written] ["]{dice:pool}',
)
def written_dice(sides: int, count: int) -> Answers:
    """A die is written by its faces, several by number and faces (Dice Notation)."""
    return {"die": sides, "dice": roll(f"{count}d{sides}")}


@phrase("values of {low}\\.\\. n", "faces (run|running) from {low} to")
def lowest_face() -> Answers:
    """Faces are counted from the lowest value of a die (Dice Notation)."""
    return {"low": casts.lowest(2)}


@phrase(
    "{first:die} or {second:die} result ... quotient of a rolled {source:die}",
    "{first:die}/ {second:die} of a {source:die}",
    "{first:die} (and|or) (a|the) {second:die} (from|out of) [the faces of] a {source:die}",
)
def quotients(source: int) -> Answers:
    """Small dice are read from the faces of larger ones (Dice Notation)."""
    made = figures.QUOTIENTS.get(source)
    if made is None:
        return {"source": Answer(" or ".join(f"d{size}" for size in figures.QUOTIENTS))}
    return {"first": made[0], "second": made[1]}


@phrase(
    "{product:die} factored from {third:die} quotients of {source:die}s",
    "{product:die} (from|out of) a pair of {third:die}s",
    "{pair:numeral} {third:die}s (make|give|form) a {product:die}",
)
def two_thirds(third: int) -> Answers:
    """Two dice of one kind make one with the square of their faces (Dice Notation)."""
    return {
        "product": third * third,
        "pair": 2,
        "source": next((d for d, made in figures.QUOTIENTS.items() if third in made), 0),
    }


@phrase(
    "{product:die} factored from a {first:die} & {second:die}",
    "{product:die} (from|out of) a {first:die} and a {second:die}",
    "a {first:die} and a {second:die} (make|give|form) a {product:die}",
)
def factors(first: int, second: int) -> Answers:
    """Two dice make one with the product of their faces (Dice Notation)."""
    return {"product": first * second}


@phrase(
    'reference to a "{die:die}" ... constant {one} is rolled as \\({dice:pool}\\) for ... results from {low} to {high},'
    " ... representing a {one_again} bestowed",
    "(A|a) {die:die} is rolled as {dice:pool}[,] ... (results|faces) [are] {low} (and|or|to) {high}",
    "is a {two:die} minus {one:numeral}",
)
def coin() -> Answers:
    """A d1 is no constant, but half of a d2 (Dice Notation)."""
    return {"die": 1, "one": 1, "two": 2, "dice": roll("d2 -1"), "low": casts.lowest(1), "high": 1, "one_again": 1}


@phrase(
    "oddballs as a {sizes:list of die}",
    "doubled dice (are|stand for|make) [a] {sizes:list of die}",
)
def doubled_dice() -> Answers:
    """Some dice are made of two with one face less (Dice Notation)."""
    return {"sizes": tuple(casts.DOUBLED)}


@phrase(
    "{count} dice of the same type \\({first:pool} for a {first_die:die}, {second:pool} for a {second_die:die},"
    " or {third:pool} for a {third_die:die}\\)",
    "{count} dice of a kind: {first:pool} for a {first_die:die}, {second:pool} for a {second_die:die}[,]"
    " and {third:pool} for a {third_die:die}",
)
def doubling(first_die: int, second_die: int, third_die: int) -> Answers:
    """A doubled die is made of two dice with a face less each (Dice Notation)."""
    sizes = {"first": first_die, "second": second_die, "third": third_die}
    left = [size for size in casts.DOUBLED if size not in sizes.values()]
    answers: dict[str, object] = {"count": 2}
    for place, size in sizes.items():
        right = size if size in casts.DOUBLED or not left else left.pop(0)
        answers[f"{place}_die"] = right
        answers[place] = roll(f"2d{right - 1}")
    return answers


@phrase(
    "tally a {doubled:die} in place of ... full {full:die} of a Cast, ... results of either {high} or {low} as a"
    " natural",
    "replaces that added {doubled:die} with a {small:die}",
    "{doubled:die} instead of a full {full:die}, ... {high} and {low} (are|count as) naturals",
    "{small:die} takes the place of the {doubled:die}",
)
def upsurge_staff() -> Answers:
    """An Upsurge staff doubles the Build die of a Magnus (Dice Notation)."""
    doubled, small = figures.UPSURGE
    return {"doubled": doubled, "full": doubled - 1, "high": doubled, "low": doubled - 1, "small": small}


# -- initial dice and averages --


@phrase(
    "exceeds one's Build by {over} ... negative modifier of {modifier},",
    "{over} more than the build, (with|for) a {modifier}. The {again} lowers",
    "(over|beyond) OWN (build|Build) by {over} ... modifier of {modifier}",
    "{over:numeral} face more than <> Build",
    "Build <> modifier of {modifier:number}",
)
def lowered_cast() -> Answers:
    """A Cast may take a face too many, at the price of a -1 (Initial Dice)."""
    return {"over": 1, "modifier": -1, "again": -1}


def _unfit(cast: Expression, build: int) -> str:
    """Why a Cast does not use a build as the examples do; empty if it does."""
    parts, modifier = parts_of(cast)
    if not casts.allowed(parts, modifier, build):
        return f"{cast} takes a build of {casts.price(parts) + modifier}, and has {len(parts)} dice"
    if casts.price(parts) + modifier != build:
        return f"{cast} takes only {casts.price(parts)} of a build of {build}"
    return ""


def _judged(names: Sequence[Expression], build: int) -> Answer:
    reasons = [_unfit(cast, build) for cast in names]
    wrong = tuple(index for index, reason in enumerate(reasons) if reason)
    right = f"Casts that take a build of {build}"
    because = filter(None, reasons) if wrong else (price_in_words(*parts_of(cast)) for cast in names)
    return Answer(right if wrong else names, wrong=wrong, because=tuple(because))


@phrase(
    "current build {build} could choose ... casting of {casts:list of pool}",
    "current build [of] {build} may (cast|choose) {casts:list of pool}",
)
def casts_of_a_build(build: int, casts: Sequence[Expression]) -> Answers:
    """A Cast takes all of a build, or one face more with a -1 (Initial Dice)."""
    return {"casts": _judged(casts, build)}


@phrase("current build {build} could choose ... as well as {casts:list of pool}\\) etc")
def more_casts_of_a_build(build: int, casts: Sequence[Expression]) -> Answers:
    """A Cast takes all of a build (Initial Dice)."""
    return {"casts": _judged(casts, build)}


@phrase(
    "casting to be less than {least}, in which case",
    "casting less than {least} is zeroed",
    "some results less than {least}, but",
    "casting (below|under) {least} counts",
    "results (below|under) {least}",
)
def least_casting() -> Answers:
    """A casting below this counts for nothing (Cast Modifiers)."""
    return {"least": 1}


@phrase("(average|mean) [value] for any die is {share:word} the sum", "average of a die is {share:word} the sum")
def average_of_any_die() -> Answers:
    """A die's average is half the sum of its lowest and highest face (Average Roll Comparisons)."""
    return {"share": "half"}


@phrase(
    "{die:die}'s average is {average:decimal} or \\({low} {high}\\) /{halves}, ... roll a {need} or more",
    "{die:die} ... averages {average:decimal} or \\({low} {high}\\) /{halves}",
    "average of a {die:die} is \\({low} {high}\\) /{halves} = {average:decimal}[, so that a {need} meets it]",
)
def average_of_a_die(die: int, low: int, high: int, average: Fraction) -> Answers:
    """A die's average is half the sum of its lowest and highest face (Average Roll Comparisons)."""
    if die != high and low == casts.lowest(high) and 2 * average == low + high:
        return {"die": high}
    parts = [Part(die)]
    return {"average": mean(parts), "low": casts.lowest(die), "high": die, "halves": 2, "need": meets(parts)}


@phrase(
    "{role:role} of current build {build} with a Cast of {cast:pool} would need a {need} or more to meet its"
    " average of {average:decimal}",
    "{role:role} with [a] current build [of] {build} [who] casts {cast:pool} needs a {need} [or more]"
    " for the average of {average:decimal}",
)
def casting_of_a_role(build: int, cast: Expression) -> Answers:
    """A casting meets its average when it is no less (Average Roll Comparisons)."""
    if _unfit(cast, build):
        return {"cast": _fits(cast, build)}
    average = mean(*parts_of(cast))
    because = f"{ceil(average)} is the first whole number that is no less than {float(average):g}"
    return {"cast": cast, "need": Answer(ceil(average), because=(because,)), "average": average}


def _fits(cast: Expression, build: int) -> Answer:
    reason = _unfit(cast, build)
    return Answer(f"dice that take a build of {build}", because=(reason,)) if reason else Answer(cast)


@phrase(
    "current build of {build}, a {role:role} usually takes Cast {cast:pool}: still requiring {need} or"
    " {first:decimal} {second:decimal} to meet",
    "current build [of] {build} the same {role:role} casts {cast:pool}: {first:decimal} {second:decimal}"
    " (makes|gives) {total:decimal}, so (a|it takes) {need}",
)
def casting_of_two_dice(build: int, cast: Expression) -> Answers:
    """Averages of several dice are added up (Average Roll Comparisons)."""
    if _unfit(cast, build):
        return {"cast": _fits(cast, build)}
    parts, modifier = parts_of(cast)
    first, *rest = (mean([part]) for part in parts)
    total = mean(parts, modifier)
    return {"cast": _fits(cast, build), "need": ceil(total), "first": first, "second": sum(rest), "total": total}


@phrase(
    "{role:role} of current build {build} may choose a Cast of {cast:pool}, but",
    "current build [of] {build} a {role:role} may (cast|choose) {cast:pool}, but",
)
def cast_without_effect(role: str, build: int, cast: Expression) -> Answers:
    """A lowered die is not full, and its natural brings no effect (Initial Dice)."""
    parts, modifier = parts_of(cast)
    lowered = modifier == -1 and parts[0].size == build_die(role)
    return {"cast": _fits(cast, build) if lowered else Answer(f"the {role}'s d{build_die(role)} with a -1")}


@phrase(
    "(for|as|of) a {die:die} {count:numeral} {half:die}s",
    "a {die:die} (takes|needs|is|rolls) {dice:pool}",
)
def doubled_die(die: int, dice: Expression | None = None, half: int = 0) -> Answers:
    """A doubled die is made of two dice with a face less each (Dice Notation)."""
    size = half or (parts_of(dice)[0][0].size if dice is not None else 0)
    if die not in casts.DOUBLED and size + 1 not in casts.DOUBLED:
        return {}
    right = die if die in casts.DOUBLED else size + 1
    return {"die": right, "count": 2, "half": right - 1, "dice": roll(f"2d{right - 1}")}


@phrase("{small:die} is {part:fraction} [of] (a|an|one) {large:die}")
def quotient(small: int, large: int) -> Answers:
    """Small dice are read from the faces of larger ones (Dice Notation)."""
    return {"part": Fraction(small, large)}


@phrase(
    "{die:die} <> (averages|average is|average of) {average:decimal}",
    "average of [a] {role:role}'s {die:die} <> is {average:decimal}",
    "average of a {die:die} <> (is|of) {average:decimal}",
    "{die:die} <> averages {average:fraction}",
    "average of a {die:die} .. (is|of) {average:fraction}",
)
def mean_of_a_die(die: int) -> Answers:
    """A die's average is half the sum of its lowest and highest face (Average Roll Comparisons)."""
    return {"average": mean([Part(die)])}


DICE_PHRASES = (
    doubled_die,
    quotient,
    mean_of_a_die,
    written_dice,
    lowest_face,
    quotients,
    two_thirds,
    factors,
    coin,
    doubled_dice,
    doubling,
    upsurge_staff,
    lowered_cast,
    casts_of_a_build,
    more_casts_of_a_build,
    least_casting,
    average_of_any_die,
    average_of_a_die,
    casting_of_a_role,
    casting_of_two_dice,
    cast_without_effect,
)

"""Masque's phrasebook of monsters: what the text says of their dice, held to their Casts."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from rulesmod.masque import casts, figures
from rulesmod.masque.wordings import Answers, cast_of, dice_of, mean, parts_of, phrase, roll, sizes_of
from rulesmod.system import Answer

_MIN, _HIGHEST = sizes_of("Goblin")[0], dice_of("Goblin")[0].other


@phrase(
    "{monster:monster}'s [Cast] [of] {cast:pool}",
    "{monster:monster} (with|has) [Build {build}] Cast {cast:pool}",
    "(a|A|the|The) {monster:monster} casts {cast:pool}",
)
def cast_of_a_monster(monster: str) -> Answers:
    """The entry of the monster (Monster Extras)"""
    cast = cast_of(monster)
    parts, modifier = parts_of(cast)
    return {"cast": cast, "build": casts.price(parts) + modifier}


@phrase(
    "{die:die}= {face} with a modifying {other:die}= {low}\\.\\. {high} even on a {top},"
    " (wouldn't|would not) reroll the {other_again:die}"
    " ... reroll the {die_again:die} by itself",
    "Goblin ... {die:die} shows {face} and whose {other:die} shows {low} to {high}, the {die_again:die} is kept",
)
def goblin_example() -> Answers:
    """A Goblin keeps its d4 on a tie, and rerolls only kept dice (Average Roll Comparisons)."""
    return {
        "die": _MIN,
        "face": _MIN,
        "other": _HIGHEST,
        "low": _MIN,
        "high": _HIGHEST,
        "top": _HIGHEST,
        "die_again": _MIN,
        "other_again": _HIGHEST,
    }


@phrase(
    "on {die:die} ={face} with {other:die} >{low}, it retains +rerolls {again:die}",
    "Every {other:die} value ... retains ... even {one}s",
    "every {other:die} (that|which) it keeps ... even [a] {one}",
)
def goblin() -> Answers:
    """A Goblin collects the rerolls of the die that it keeps (Goblin)."""
    natural = {"die": _MIN, "again": _MIN, "low": _MIN - 1, "other": _HIGHEST, "one": 1}
    return {**natural, "face": _MIN}


@phrase(
    "either die ={face} leaves the {kept} ... if the {shown} was on the {other:die} alone ... total of {dice} initial"
)
def goblin_nullified() -> Answers:
    """A Goblin whose kept value is the lowest is hit whatever it has collected (Cast Modifiers)."""
    return {"face": 1, "kept": 1, "shown": 1, "other": _HIGHEST, "dice": 2}


@phrase(
    "retaining a {small:die}, ... substitutes Cast {cast:pool} @{average:decimal}",
    "keeps (its|the) {small:die} ... casts {cast:pool} @{average:decimal}",
)
def rounder() -> Answers:
    """A Rounder casts something else after it kept its smaller die (Rounder)."""
    cast = roll(figures.ROUNDER_CAST)
    parts, modifier = parts_of(cast)
    return {"small": dice_of("Rounder")[0].other, "cast": cast, "average": mean(parts, modifier)}


@phrase(
    "{large:die}= {natural} becomes a {die:die} natural, while {low}\\.\\. {high} is scored",
    "{natural} on the {large:die} is a natural of the {die:die}, [while] {low} and {high} are",
)
def rounder_natural() -> Answers:
    """Of a Rounder's larger die only the faces of its own die can be natural (Rounder)."""
    (part,), _ = parts_of(roll(figures.ROUNDER_CAST))
    return {"large": part.other, "natural": part.size, "die": part.size, "low": part.size + 1, "high": part.other}


@phrase(
    "rolling an initial {one}, yet",
    "current initial die of {least} or more",
    "Hobgoblin (that|which) [initially] (rolls|shows) a {one}",
    "ally ... whose initial die shows {least} or more",
)
def hobgoblin() -> Answers:
    """A Hobgoblin raises a 1 at the cost of an ally that has something to give (Hobgoblin)."""
    return {"one": 1, "least": figures.BARE_TWO}


@phrase(
    "{count} {large:die} natural's added die ... initial {small:die} value gets stepped",
    "{large:die} natural ... (no more than|not above) the [initial] {small:die}",
)
def commoner() -> Answers:
    """A Commoner's first added die may be stepped up (Commoner)."""
    return {"count": 1, "large": sizes_of("Commoner")[0], "small": dice_of("Commoner")[0].other}


@phrase(
    "On {large:die} =>{face} ... loses the {again:die} for ... while the {small:die} gets stepped up",
    "{large:die} (shows|of) {face} or more ... loses the {again:die} ... the {small:die} is stepped up",
)
def gnome() -> Answers:
    """A Gnome drops its larger die when that shows more than the smaller one could (Gnome)."""
    small, large = sizes_of("Gnome")[0], dice_of("Gnome")[0].other
    return {"large": large, "again": large, "small": small, "face": small + 1}


@phrase(
    "{third:die}'s rolled {source:die} face value <={first:die} initial",
    "{third:die} (has to be|must be|is) read from a {source:die}",
    "{source:die} that the {third:die} is read from ... no more than the [initial] {first:die}",
)
def halfling() -> Answers:
    """A Halfling's d3 is read from a d6, whose face is compared with its d4 (Halfling)."""
    first, third = sizes_of("Halfling")
    source = next(size for size, made in figures.QUOTIENTS.items() if third in made)
    return {"third": third, "source": source, "first": first}


@phrase(
    "to add a {die:die} \\(naturals",
    "(ally|allies|neighbour|neighbours) ... (adds|add) a {die:die}",
    under=("Monster", "Bestiary"),
)
def elf() -> Answers:
    """An Elf gives a die to its neighbours (Elf)."""
    return {"die": figures.ELF_DIE}


@phrase(
    "has a {chance:percent} chance per hit",
    "cancels [each of them] (in|with a chance of) {chance:percent}",
    "{chance:percent} chance to cancel",
)
def hybor() -> Answers:
    """A Hybor downstage escapes every other hit (Hybor Lizard)."""
    return {"chance": Fraction(1, 2)}


@phrase(
    "rolling a natural {face} may add ... as many {again}s ... subtracting the {modifier}",
    "{monster:monster} (that|which) rolls a natural {face} ... before the {modifier}",
)
def hybor_natural() -> Answers:
    """A Hybor rerolls its naturals before it takes off its modifier (Naturals +Rerolls)."""
    (size,) = sizes_of("Hybor")
    return {"face": size, "again": size, "modifier": -1}


@phrase(
    "opponent takes the {die:pool} casting penalty",
    "subtracts {die:pool} \\(naturals",
    "from its casting \\(min {least}\\)",
    "dice contribution \\(min {least}\\)",
    "(takes|subtracts|loses) {die:pool} from its casting",
    "(never|not) below {least}",
)
def shared_mark() -> Answers:
    """A casting loses a die in a mark with Rats, or in the coils of a Pyethonda (Mast Rats)."""
    return {"die": roll(f"-d{figures.RAT_DIE}"), "least": 0}


@phrase(
    "initial double \\({pair}x {first}s, {more}s or {most}s\\)",
    "double of {first}s, {more}s or {most}s ... counts {times:word}",
)
def merekite() -> Answers:
    """A Merekite's double counts twice; ones are no double (Merekite)."""
    size = sizes_of("Merekite")[0]
    return {"pair": 2, "first": 2, "more": size - 1, "most": size, "times": "twice"}


@phrase(
    "If one's {third:die} results in the number",
    "addition of a {die:pool} roll ... @{average:decimal}",
    "{third:die} (shows|gives) the number of an empty",
    "gains a {die:pool} @{average:decimal}",
)
def warg() -> Answers:
    """A Warg bounds past an empty mark that its d3 names (Warg)."""
    die = roll(f"+d{figures.WARG_DIE}")
    return {"third": sizes_of("Warg")[1], "die": die, "average": mean(parts_of(die)[0])}


@phrase(
    "final {die:die}s bracket",
    "Venomous types might cause {venom:pool}",
    "Spidure ... final {die:die}s",
    "(venomous|Venomous) ... {venom:pool} instead",
)
def spidure() -> Answers:
    """A Spidure's dice bracket the opponent's highest; its venom makes another difference (Spidure)."""
    first, second = figures.VENOM
    return {"die": sizes_of("Spidure")[0], "venom": roll(f"+|d{first} -d{second}|")}


@phrase(
    "either initial {die:die} ... same value as the {less:die}",
    "struck for a {place:word} hit",
    "when all initial dice are {one}s",
    "initial {die:die} shows the same as (the|its) {less:die}",
    "initial dice that are all {one}s",
)
def ghoul() -> Answers:
    """A Ghoul recovers when one of its dice equals the one it loses (Ghoul)."""
    return {"die": sizes_of("Ghoul")[0], "less": sizes_of("Ghoul")[2], "place": "second", "one": 1}


@phrase(
    "overlooks the {less:die} since it's the {place:word} die noted ... if both {die:die}s are {face}s",
    "recovery on {less:die}={face} per",
    "both dice [faces] show {face}s",
    "does not look at its {less:die}",
)
def ghoul_nullified() -> Answers:
    """Of a monster's dice the two largest are looked at (Cast Modifiers)."""
    first, _, less = sizes_of("Ghoul")
    return {"die": first, "less": less, "place": "third", "face": 1}


@phrase(
    "one of the {die:die}s and the {less:die}, ... have to be {need} or more \\({high} *{each:decimal}"
    " {low} *{other:decimal} ={total:decimal}\\)",
    "natural on a {die:die} and on the {less:die} ... needs {need}[,] [or] {high} *{each:decimal}"
    " {low} *{other:decimal} ={total:decimal}",
)
def ghoul_average() -> Answers:
    """Each added die has the average of its kind, with its sign (Monsters' Average Rolls)."""
    first, second, less = dice_of("Ghoul")
    total = mean([first, second, first, less, less])
    sizes = {"die": first.size, "less": less.size, "high": 3, "low": -2}
    averages = {"each": mean([first]), "other": -mean([less]), "total": total}
    return {**sizes, **averages, "need": ceil(total)}


@phrase(
    "exceeded by >=+{die:die} to downstage",
    "(exceeds|exceeded) [it] by a {die:die} or more",
    "less a {die:die}",
    "at least a {die:die} (more|less|above|below)",
)
def witcher() -> Answers:
    """A Witcher has to exceed by a die whom it takes along (Witcher)."""
    return {"die": figures.WITCHER_DIE}


@phrase(
    "{place:word} (alloted|allotted) hit, Cast loses the {die:die}",
    "initial natural \\({one} or both\\)",
    "{place:word} hit ... costs it the {die:die}",
)
def ogre() -> Answers:
    """An Ogre loses a die before it falls (Ogre)."""
    return {"place": "second", "die": sizes_of("Ogre")[1], "one": 1}


@phrase(
    "upstage one's initial {die:die} value",
    "subtracting the {die:die} modifier",
    "initial {die:die} of each G'root",
    "(less|minus) the {die:die} of a G'root",
)
def groot() -> Answers:
    """A G'root's smallest die lowers the opponents' total (Fell G'root)."""
    return {"die": sizes_of("Fell G'root")[2]}


@phrase(
    "initial {small:die} >{large:die} forces",
    "initial {small:die} (beats|is higher than) [its|the] [initial] {large:die}",
)
def salamander() -> Answers:
    """A Salamander flares up when its smallest die beats the next (Salamander)."""
    _, large, small = sizes_of("Salamander")
    return {"large": large, "small": small}


@phrase(
    "initial {ten:die} or {pair:pool} get further alloted on {die:die}: {nothing}\\) no effect,"
    " {second}\\.\\. {third}\\) take {first}st hit else {as_first}\\),"
    " {fourth}\\.\\. {fifth}\\) Cast loses a {four:die}"
    " else {as_last}\\), {last}\\) hit",
    "with a {one} on either {four:die} allots",
    "initial {ten:die} and its {pair:pool} together, roll on {die:die}:",
    "Cast loses a {four:die}, and if",
    "with a {one} on either {four:die}",
)
def troll() -> Answers:
    """A Troll shrugs off hits from castings that its own dice top (Troll)."""
    ten, four, _ = sizes_of("Troll")
    rows = figures.TROLL_TABLE
    (nothing, _), (second, third), (fourth, fifth), (last, top) = rows
    faces = {"nothing": nothing, "second": second, "third": third, "fourth": fourth, "fifth": fifth, "last": last}
    others = {"first": 1, "as_first": nothing, "as_last": last, "die": top, "one": 1}
    return {"ten": ten, "four": four, "pair": roll(f"2d{four}"), **faces, **others}


@phrase(
    "roll one of the {four:die}s independently",
    "{chance:percent} chance of ... when the {ten:die} and {one} {four:die} show {face}s",
    "{chance:percent} chance to be hit when the {ten:die} and a {four:die} show {face}s",
)
def troll_nullified() -> Answers:
    """Of a Troll's equal dice one counts, and nobody says which (Cast Modifiers)."""
    chance = Answer(Fraction(1, 2), because=("of its 2 small dice 1 counts, and that is half of them",))
    ten, four, _ = sizes_of("Troll")
    return {"ten": ten, "four": four, "face": 1, "one": 1, "chance": chance}


@phrase(
    "/{baseline} Cast per build, would expire upon ... current build {build} or less",
    "/{baseline} ... OUT at a current build of {build} or less",
)
def build_baseline(baseline: int) -> Answers:
    """A baseline takes the place of the least build of all (Build Baseline)."""
    return {"build": baseline}


@phrase(
    "chooses to roll {count} Cast dice, a {place:word} die \\(a {die:die} in this case\\)",
    "The {light} modifier stands",
    "reduced to {dim} or {dark} in shadowy",
    "rolls {count} dice gets a {place:word}[,] (a|the) {die:die}",
    "(bright|wide) light is {light}",
    "(dim|shadowy) (light|conditions) [is] {dim} or {dark}",
)
def bonus_ability() -> Answers:
    """A bonus die joins two others; light takes as much away (Bonus Ability)."""
    dim, dark = figures.DIM_LIGHT
    light = {"light": figures.LIGHT, "dim": dim, "dark": dark}
    return {"count": casts.MAX_DICE - 1, "place": "third", "die": figures.BONUS_DIE, **light}


@phrase(
    "additional {die:pool} \\({low}\\.\\. {high}\\) hit",
    "additional {die:pool}, {low} or {high}",
    "either none or {high:numeral}",
)
def curse() -> Answers:
    """The villain's hit adds to those that follow a pairing (Role Fx Substitution)."""
    return {"die": roll("+d1"), "low": casts.lowest(1), "high": 1}


def _merging() -> int:
    """The least odd face that makes, with a 1, more than a d2."""
    return next(face for face in range(1, 9, 2) if 1 + face > figures.BONUS_DIE)


@phrase(
    "results in any {pair} positive dice",
    "sum's type >{die:die}",
    "up with {most} odd initial dice",
    "initial {one} on the bonus {die:die}",
    "overall casting {light} modifier",
    "valued die of {least} or better",
    "{pair} [positive] dice with odd faces (merge|may merge)",
    "more than a {die:die}",
)
def shapeshifter() -> Answers:
    """Odd dice merge into one of their sum (Exceptional Trait)."""
    dice = {"pair": 2, "die": figures.BONUS_DIE, "most": casts.MAX_DICE}
    return {**dice, "one": 1, "light": figures.LIGHT, "least": _merging()}


MONSTER_PHRASES = (
    *(cast_of_a_monster, goblin_example, goblin_nullified, goblin, rounder, rounder_natural, hobgoblin, commoner),
    *(gnome, halfling, elf, hybor, hybor_natural, shared_mark, merekite, warg, spidure, ghoul, ghoul_nullified),
    *(ghoul_average, witcher, ogre, groot, salamander, troll, troll_nullified, build_baseline, bonus_ability, curse),
    shapeshifter,
)

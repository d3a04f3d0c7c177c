"""Masque's phrasebook: the sentences that state its rules, each with the rule that decides it.

Here the introduction and the timing; dice, monsters and items have phrasebooks of their own. The wordings hold
the deciding words only, so that a sentence may be told in many ways around them.
"""

from __future__ import annotations

from rulesmod.masque import abilities, aftermath, casts, figures, hits, monsters, roles, state, striking
from rulesmod.masque.wordings import Answers, build_die, phrase, roll
from rulesmod.system import Answer

# -- the introduction --


@phrase(
    "{first:role} of initial Build {first_build}, {second:role} {second_build}, {third:role} {third_build},"
    " (or|and) {fourth:role} {fourth_build}",
    "{first:role} (at|with) [a] [Build] [of] {first_build}, (a|the) {second:role} (at|with) {second_build},"
    " (a|the) {third:role} (at|with) {third_build}[,] and (a|the) {fourth:role} (at|with) {fourth_build}",
)
def initial_builds(first: str, second: str, third: str, fourth: str) -> Answers:
    """Each role has its initial Build (introduction)."""
    names = {"first": first, "second": second, "third": third, "fourth": fourth}
    return {f"{place}_build": build_die(name) for place, name in names.items()}


@phrase(
    "(up to|at most|most of|usually) {marks} (as desired|actors|marks|abreast|[per] side|per side|a side|on each side)",
    "up to {marks} on {opposite}",
    "marks of a side (are|is) numbered {low} to {marks}",
    "side has {marks} marks",
    "(up to|at most|no more than) {marks:numeral} (on|per|of) (each|either|a) side",
    "side <> (up to|at most|no more than) {marks:numeral} (actors|may)",
)
def marks() -> Answers:
    """As many actors of a side stand upstage as there are marks (introduction)."""
    return {"marks": len(state.MARKS), "opposite": len(state.MARKS), "low": state.MARKS[0]}


@phrase(
    "{least} to {most} build dice",
    "{least} to {most} dice",
    "(composed of|never be|never) more than {most} (dice|in any)",
    "up to {most} dice in all",
    "total limit {most}",
    "has {most} dice already",
    "(up to|no more than|more than) {most:numeral} [(build|initial|Cast)] dice <> (actor|actors|Cast)",
    "Cast <> (consist|composed|made|have) of more than {most:numeral} dice",
)
def dice_of_a_cast() -> Answers:
    """A Cast has one die, two or three (Initial Dice)."""
    return {"least": 1, "most": casts.MAX_DICE}


@phrase(
    "(die|dice|any) of {faces} or more faces .. natural",
    "{die:die} or (better|larger) natural as well",
    "allows any {die:die} or better natural",
    "(die|dice) with fewer than {faces} faces (has no|have no|show no|never show) (natural|naturals)",
    "monster <> die <> at least {faces:numeral} faces <> natural",
)
def least_natural() -> Answers:
    """Only dice from a certain size on have a natural (introduction)."""
    return {"faces": casts.MIN_NATURAL, "die": casts.MIN_NATURAL}


@phrase(
    "side showing a final {die:die} or better",
    "natural on a {die:die} or (larger|better)",
    "{die:die} or (larger|better) awards the strike",
    "strike <> natural on a die of at least {faces:numeral} faces",
)
def awarding_natural() -> Answers:
    """A large natural gives the strike to a side outnumbered upstage (introduction)."""
    return {"die": striking.MIN_AWARDED, "faces": striking.MIN_AWARDED}


@phrase(
    "monster hit {times:word} (during|in|within)",
    "monster (falls|goes down|is out) with its {place:word} hit",
    "{hits} hits (take|put) a monster OUT",
    "{hits:numeral} hits <> (take|takes|put|puts) a monster out",
    "monster <> out <> {place:ordinal} hit",
)
def hits_to_fall() -> Answers:
    """A monster is out of action with its second hit (introduction)."""
    return {"times": "twice", "place": "second", "hits": monsters.HITS_TO_FALL}


@phrase(
    "role actor hit {times:word} (during|in|within)",
    "{hits} hits [on a role actor] (pair|make a pair)",
    "every {place:word} hit [on a role actor] pairs",
)
def hits_of_a_pair() -> Answers:
    """Hits on a role actor count in pairs (introduction)."""
    return {"times": "twice", "place": "second", "hits": hits.HITS_OF_A_PAIR}


@phrase(
    "{dice:pool} ... assign the values {values:list of number} to a {die:die}",
    "{dice:pool} ... use a {die:die} with {values:list of number} on its faces",
    "{dice:pool} of ADDON hits",
    "(suffers|causes|rolls|takes) [another] {dice:pool} [further] [immediate] [ADDON] hits",
    "whenever the {dice:pool} ordinary",
)
def add_on_hits() -> Answers:
    """A pairing is followed by the difference of two dice in further hits (introduction)."""
    first, second = figures.ADD_ON
    values = tuple(figures.add_ons())
    return {"dice": roll(f"+|d{first} -d{second}|"), "values": values, "die": len(values)}


@phrase(
    "(reduced|down|falls|fallen) to a current build of {build} is OUT",
    "minimal allowance of {build}",
    "current build [of] {build} or less is OUT",
    "current build (reaches|comes to) {build}",
    "current build of {build:numeral} <> OUT",
    "OUT <> current build <> (fallen|falls|drops|dropped|down|reduced) to {build:numeral}",
)
def fallen_at() -> Answers:
    """A role actor whose current build is down to this is out of action (introduction)."""
    return {"build": roles.FALLEN_AT}


@phrase(
    "single {die:die} check ... greater than [the] current build \\(or {top}:",
    "{die:die} (against|over|above|higher than|greater than) [the] current build",
    "{top:numeral} [(also|both)] counts and is rolled again",
    "(rolls|roll) [a] {die:die} <> current build",
    "(a|any) {top:numeral} always",
)
def recovery() -> Answers:
    """A lost point of build comes back on a die above the current build (introduction)."""
    return {"die": figures.RECOVERY_DIE, "top": figures.RECOVERY_DIE}


@phrase(
    "Build die type \\({role:role} {die:die}",
    "{role:role}'s Role Fx with a natural on (the|a) {die:die}",
    "{role:role} whose cast includes a {die:die}",
    "(a|the|its) {die:die} of (a|the) {role:role}",
    "{role:role}'s {die:die}",
    "Build die of a {role:role} is (the|a) {die:die}",
)
def build_die_of(role: str) -> Answers:
    """The Build die of a role has as many faces as its initial Build (introduction)."""
    return {"die": build_die(role)}


@phrase(
    "adding {die:pool} into the {role:role}'s casting",
    "{role:role} adds {die:pool} to the casting",
    "a {die:pool} joins the {role:role}'s casting",
    "{size:die} <> added to the {role:role}'s casting",
    "{role:role}'s casting <> (gains|gets|has) [a] {size:die}",
)
def lancer_die(role: str) -> Answers:
    """A Lancer's effect adds a die to its casting (introduction)."""
    return {"die": roll(f"+d{figures.LANCER_DIE}"), "size": figures.LANCER_DIE} if role == "Lancer" else {}


@phrase(
    "remainder of {least} or less ... through \\({more} -remainder\\)",
    "(casting|remainder) of {least} or less ... immobilized for {more} (less|minus) [the] remainder",
    "immobilized <> for {more:numeral} bit",
)
def immobilized() -> Answers:
    """A Curate's victim without casting stays stuck one bit more than it lacks (introduction)."""
    return {"least": 0, "more": 1}


@phrase("revised arbitrarily to values of {value}", "(set|turned|revised) to [a] {value} by a Magnus")
def magnus() -> Answers:
    """A Magnus revises odd dice to their lowest value (introduction)."""
    return {"value": casts.lowest(2)}


@phrase(
    "hit in {bits} separate bits",
    "(adds|add|gains|gain) {chop} to Chops",
    "no more than {chop} to Chops",
    "dealt but {hit} hit",
    "exactly {hit} hit",
    "hits in {bits} (different|separate) bits",
    "{chop:numeral} (more|further) Chops",
    "Chops <> (rise|rises|increase|go up|grow) by {chop:numeral}",
    "{chop:numeral} to Chops <> (most|more)",
)
def chops() -> Answers:
    """A player gains Chops for hits in separate bits (introduction)."""
    return {"bits": aftermath.BITS_FOR_A_CHOP, "chop": figures.CHOP, "hit": 1}


# -- timing and restaging --


@phrase("bit {first}, .... bit {second}, .... bit {third},")
def bits_of_an_example() -> Answers:
    """The bits of an example follow each other (Restaging Timing)."""
    return {"first": 1, "second": 2, "third": 3}


@phrase(
    "exchange of items during a SETTO is only allowed between {where:word} actors",
    "exchange of items ... allowed between {where:word} actors [only]",
)
def exchange() -> Answers:
    """Items change hands downstage, or side by side upstage (Restaging Timing)."""
    return {"where": Answer("downstage or adjacent upstage", because=("ruling A18: the body of the text decides",))}


@phrase(
    "reroll at that point {relation:word} the designated die",
    "Bravo whose casting (then|with it) {relation:word} the [value of the] [designated] die",
)
def bravo_takes() -> Answers:
    """A Bravo takes the die when its casting equals or exceeds the value (introduction)."""
    return {"relation": Answer("reaches", because=("a casting that is equal to the value is enough",))}


@phrase("reroll at that point is {relation:word} to or {other:word} than")
def bravo_equals() -> Answers:
    """A Bravo takes the die when its casting equals or exceeds the value (introduction)."""
    return {"relation": "equal", "other": "greater"}


@phrase(
    'noting when "all" {face}s compose',
    "final result of only up to {most} of the initial dice",
    "(all|only) {face}s ... (on|of) up to {most} of the (dice|initial dice)",
    "up to {most} dice with the most faces [all] show {face}s",
)
def all_ones() -> Answers:
    """A monster is nullified and hit by ones on its largest initial dice (Cast Modifiers)."""
    return {"face": 1, "most": abilities.MAX_ONES}


@phrase("face {more} -the current face", "highest face {more} (less|minus) the [current] face")
def flipped() -> Answers:
    """A die and its opposite face make one more than its faces (Cast Modifiers)."""
    return {"more": casts.opposite(6, 6)}


@phrase(
    "{die:die} =>{other:die} \\|{either} would pass ... {again:die} result of {face}, ... exceeds the {rival:die}"
    " result",
    "{die:die} =>{other:die} \\|{either} (passes|holds) [also] when the {again:die} shows {face},"
    " whatever the {rival:die}",
)
def either_or(die: int, other: int, either: int) -> Answers:
    """A bar alone adds a face that passes by itself (Cast Modifiers)."""
    return {"again": die, "face": either if either <= die else Answer(f"a face of a d{die}"), "rival": other}


@phrase("the {count:numeral} standard Role Fx", "{count:numeral} roles", "{count:numeral} Role Fx")
def count_of_roles() -> Answers:
    """The roles are Lancer, Curate, Bravo and Magnus (introduction)."""
    return {"count": len(roles.ROLES)}


RULE_PHRASES = (
    initial_builds,
    marks,
    dice_of_a_cast,
    least_natural,
    awarding_natural,
    hits_to_fall,
    hits_of_a_pair,
    add_on_hits,
    fallen_at,
    recovery,
    build_die_of,
    lancer_die,
    immobilized,
    magnus,
    chops,
    bits_of_an_example,
    exchange,
    bravo_takes,
    bravo_equals,
    all_ones,
    flipped,
    either_or,
    count_of_roles,
)

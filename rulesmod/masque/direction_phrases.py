"""Masque's phrasebook of directions: which side of a comparison counts, what is added or taken, and who goes where."""

from __future__ import annotations

from rulesmod.masque import aftermath, casts
from rulesmod.masque.casts import Part
from rulesmod.masque.wordings import Answers, dice_of, phrase


@phrase(
    "number of faces are {fewer:direction} than or equal to",
    "faces together are no {more:direction} than [its|the]",
)
def faces_of_a_cast() -> Answers:
    """The faces of a Cast are no more than the current build (introduction)."""
    allowed = casts.allowed([Part(5)], 0, 6) and not casts.allowed([Part(7)], 0, 6)
    return {"fewer": "less", "more": "more"} if allowed else {"fewer": "more", "more": "less"}


@phrase(
    "side with the {more:direction} [combined] [build] total [is considered to] (strike|strikes)",
    "outnumbered {up:direction}, a side showing",
    "unless any opponent shows an equal or {more:direction} natural",
    "in {falling:direction} order of final results",
    "results who at {least:direction} meet",
    "overall {minimum:direction} of {one} hit .. with the {most:direction} casting",
    "awarded to the {less:direction} Build",
    "troupe acts {before:direction} to the monsters'",
    "adjudged {before:direction} build totals",
    "dice with the {most:direction} number of faces",
    "to equal or {reach:word} that number",
)
def the_strike() -> Answers:
    """The higher total strikes, and the highest castings hit first (introduction; Casting Timing)."""
    order = {"more": "higher", "most": "highest", "less": "lesser", "falling": "diminishing", "least": "least"}
    return {**order, "minimum": "minimum", "one": 1, "up": "upstage", "before": "before", "reach": "exceed"}


@phrase(
    "among the {up:direction} opponent actors, or among those {down:direction} when none are {again:direction}",
    "against {up:direction} opponents while any remain, then those {down:direction}",
    "(not|doesn't) [thus] qualify to hit gets forced {down:direction}",
    "entered from or exited to {down:direction}",
    "(a|A) {down:direction} actor is not required .. move {up:direction}",
    "an {up:direction} actor is not required to make",
    "Every {up:direction} actor is permitted",
    "stuck {up:direction}, but not",
    "remain {down:direction} throughout",
)
def stages() -> Answers:
    """Hits fall on any opponents upstage, and who fails to qualify goes down (introduction)."""
    return {"up": "upstage", "again": "upstage", "down": "downstage"}


@phrase(
    "current build {down:direction} upon each pairing",
    "current build may often be {up:direction} should",
    "current build drops to or {below:direction} that value",
)
def build_in_play() -> Answers:
    """Pairs of hits take from the current build, and recovery gives back (introduction; Build Baseline)."""
    return {"down": "decremented", "up": "incremented", "below": "below"}


@phrase(
    "{lancer:role} forces the designated die to be rerolled",
    "{curate:role} revises the designated die by {less:direction}",
    "{bravo:role} whose casting with the reroll",
    "{takes:direction} the designated die & value from",
    "{magnus:role} forces a designated die showing an {even:direction} numbered face to just ratchet {down:direction}"
    " to the next {lower:direction} {odd:direction} face",
    "forces one showing an {odd:direction} number",
)
def role_effects() -> Answers:
    """Each role does something else to the designated die (introduction)."""
    roles = {"lancer": "Lancer", "curate": "Curate", "bravo": "Bravo", "magnus": "Magnus"}
    changes = {"less": "subtracting", "takes": "deducts", "down": "down", "lower": "lower"}
    return {**roles, **changes, "even": "even", "odd": "odd"}


@phrase(
    "round {way:direction} an {before:direction} number of Chops to the {then:direction} {after:direction} number",
    "round {before:direction} Chops {way:direction} to the {then:direction} {after:direction} number",
)
def rounded_chops() -> Answers:
    """A single hit rounds an odd number of Chops up (introduction)."""
    rounded = aftermath.rounded_chops(3)
    parity = {"before": "odd", "after": "even" if rounded % 2 == 0 else "odd"}
    return {**parity, "way": "up" if rounded > 3 else "down", "then": "next"}


@phrase(
    "value {less:direction} than or equal to their average",
    "any {more:direction} value {takes:direction} the average",
    "against the {lowest:direction} value of the {smallest:direction} die type",
    "lowers the {lowest:direction} value on the {smallest:direction} kind",
    "the {most:direction} \\(for best max\\) or {least:direction} \\(for least max\\) of",
    "ties retaining the die of {fewest:direction} total",
    "In a tie it is the die with {fewer:direction} faces",
)
def dice_in_doubt() -> Answers:
    """Of doubled dice, a lowered Cast and pairs some dice count (Dice Notation; Initial Dice; Cast Modifiers)."""
    pairs = [casts.charged_faces(Part(4, other=6, keep=keep)) for keep in ("best", "least")]
    charged = ("highest", "lowest") if pairs[0] > pairs[1] else ("lowest", "highest")
    amounts = {"most": charged[0], "least": charged[1], "fewest": "fewest", "fewer": "fewer"}
    return {
        **amounts,
        "less": "less",
        "more": "greater",
        "takes": "deducts",
        "lowest": "lowest",
        "smallest": "smallest",
    }


@phrase(
    "add it in as a +d\\({sum:word}\\)",
    "accrues to {add:direction} +d\\({sum:word}\\)",
    "steps {up:direction} one's own while stepping {down:direction} the other",
    "added die of {less:direction} than or equal to the initial {small:die} value gets stepped {up:direction}",
    "nullified if average or {better:direction}",
    "rerolled die {less:direction} than the {lowest:direction} initial die",
    "shows {less:direction} than the {lowest:direction} initial die",
    "by any means while {away:direction},",
    "a {away:direction} Rat may be",
    "\\(total {more:direction} but with any {less:direction}\\) the {high:direction} die",
    "individual's {better:direction} than average casting {after:direction} {takes:direction} the",
    "castings whose {highest:direction} die value doesn't exceed the {troll:monster}'s {better:direction} of",
    "opponent on a {facing:direction} mark",
    "active {here:direction} {beside:direction} actors",
    "a random {here:direction} opponent",
    "single random {here:direction} opponent",
    "random {beside:direction} mark",
    "with an {beside:direction} empty mark",
    "casting in the {first:word} bit",
)
def abilities_of_monsters() -> Answers:
    """The abilities of monsters (Monster Extras)"""
    compared = {"less": "less", "more": "greater", "lowest": "lowest", "highest": "highest", "high": "high"}
    places = {"away": "downstage", "here": "upstage", "facing": "facing", "beside": "adjacent"}
    steps = {"up": "up", "down": "down", "add": "add", "takes": "subtracting", "after": "after", "first": "first"}
    small = dice_of("Commoner")[0].other
    return {**compared, **places, **steps, "better": "better", "sum": "sum", "troll": "Troll", "small": small}


@phrase(
    "is treated as a +d\\({n:word}\\)",
    "for which -d\\({n:word}\\) is {taken:direction}",
    "final casting {gains:direction} +d\\({n:word}\\)",
    "takes -d\\({n:word}\\) away",
    "in any case if not {less:direction} than the value",
    "never where it is not {less:direction} than the value",
    "accrued in {rising:direction} order",
    "checked in {rising:direction} order",
    "taken in {rising:direction} order",
    "quotient rounded {up:direction}",
    "result of n or {less:direction} the .. hit is",
    "n or {less:direction} takes the hit away",
)
def modifiers_of_items() -> Answers:
    """Modifiers of weapons are added, and those of armor taken away (+n weapon; +n armor)."""
    return {"n": "n", "gains": "gains", "taken": "deducted", "less": "less", "rising": "ascending", "up": "up"}


@phrase(
    "user whose casting {over:word} the casting of",
    "user's casting is {higher:direction} than that of the target",
    "meet its average, {adds:direction} that casting's value .. on the {next:direction} bit",
    "as well as any {even:direction} value",
    "casting {high:direction} die value betters the {least:direction} of",
    "On the {first:word} bit of a SETTO, an {up:direction} user",
    "In the {first:word} bit of a SETTO, a user {up:direction} whose",
    "once a bit a {down:direction} user allotted",
    "on an average or {better:direction} result",
    "deduct {before:direction} any followup",
    "an {up:direction} user whose casting met",
    "When {higher:direction} than {one} hit in a bit",
    "current build of {less:direction} than its rated",
    "value {higher:direction} than its current build contributes nothing",
    "result {above:direction} its current build adds nothing",
    "is moved {down:direction} and obtains",
    "each {up:direction} opponent that fails to hit",
    "user remains {up:direction}",
    "arranged from {low:direction} to {high:direction}",
    "put in order, {lowest:direction} to {highest:direction}",
    "rolled average or {higher:direction} on any",
)
def items_in_use() -> Answers:
    """An item works as its entry says (Stock Items; Saving Throw)."""
    compared = {"over": "exceeds", "higher": "higher", "above": "above", "better": "better", "less": "less"}
    ends = {"high": "high", "low": "low", "least": "least", "lowest": "lowest", "highest": "highest", "even": "even"}
    times = {"next": "next", "first": "first", "before": "before", "adds": "adds", "one": 1}
    return {**compared, **ends, **times, "up": "upstage", "down": "downstage"}


DIRECTION_PHRASES = (
    *(faces_of_a_cast, the_strike, stages, build_in_play, role_effects, rounded_chops, dice_in_doubt),
    *(abilities_of_monsters, modifiers_of_items, items_in_use),
)

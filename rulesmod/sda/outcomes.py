"""SdA's phrases about what a roll comes to: MoSes, difficulty, hits, and what follows."""

from __future__ import annotations

from collections.abc import Sequence

from rulesmod.phrasing import chance
from rulesmod.sda import rules, tables
from rulesmod.sda.wordings import Answers, phrase
from rulesmod.system import Answer, Phrase

# Success and failure


@phrase(
    "SHOWS [a] {face} or (more|higher|better|above) GIVES {least} (or more|or several|and more) MOS",
    "SHOWS [a] {face} or (more|higher|better|above) GIVES at least {least} MOS",
    "SHOWS [a] {face} or (more|higher|better|above) GIVES {least} MOS",
    "SHOWS [a] {face} or (more|higher|better|above) GIVES MOS",
    "{least} for (every|each) full {face}",
    "(less than|below|under) [a] {face} GIVES (none|nothing|no MoS)",
    "{least} MOS for (each|every) [full] {face} (points|faces|pips|it shows|that it shows)",
    "MOS <> (every|each) die (of|with|showing) {face:numeral} or (higher|more|better)",
    "divide <> shows <> by {face:numeral}",
)
def least_face() -> Answers:
    """A die gives a MoS for every fourth face (Success and Failure)."""
    return {"face": rules.faces_of(1)[0], "least": rules.mos(rules.faces_of(1)[0])}


@phrase(
    "die (showing|that shows|with) [a] {face} GIVES {measure} MOS",
    "(a|an|the) {face} GIVES {measure} MOS",
)
def mos_of_a_face(face: int) -> Answers:
    """A die gives a MoS for every fourth face (Success and Failure)."""
    return {"face": face, "measure": rules.mos(face)}


@phrase("(a|an) {face:numeral} gives {measure:numeral}", under=("success and failure",), is_sure=False)
def mos_of_one_face(face: int) -> Answers:
    """A die gives a MoS for every fourth face (Success and Failure)."""
    return {"measure": rules.mos(face)}


@phrase(
    "{number:numeral}{size:die} (shows|show|rolls|came up|comes up|come up|lands on)[:] {faces:list of number} ..."
    " (makes|make|total of|together|in all|altogether|that is) {measure} MOS",
)
def mos_of_a_roll(number: int, size: int, faces: Sequence[int]) -> Answers:
    """The MoSes of all dice are added (Success and Failure)."""
    if any(not 1 <= face <= size for face in faces):
        wrong = tuple(index for index, face in enumerate(faces) if not 1 <= face <= size)
        return {"faces": Answer(f"1 to {size}", wrong=wrong, because=(f"a d{size} shows no more than {size}",))}
    each = [rules.mos(face) for face in faces]
    because = f"{', '.join(map(str, faces))} give {' + '.join(map(str, each))} = {sum(each)}"
    return {"number": len(faces), "faces": faces, "measure": Answer(sum(each), because=(because,))}


@phrase(
    "{number:numeral}{size:die} (shows|show|rolls|came up|comes up|come up|lands on)[:] {faces:list of number} ..."
    " MOS[,] [(for|as|because|namely)] {each:list of number} = {total}",
)
def steps_of_a_roll(faces: Sequence[int], each: Sequence[int]) -> Answers:
    """The MoSes of all dice are added, one by one (Success and Failure)."""
    right = tuple(map(rules.mos, faces))
    if len(each) == len(right) and sum(each) != sum(right):
        return {"each": each}  # The total is wrong, or a face: one of them is reported.
    return {"each": Answer(right, because=(f"{', '.join(map(str, faces))} give {' + '.join(map(str, right))}",))}


@phrase(
    "{relation:word} [or equal] (to|than) (a|the|its) difficulty level [must be|has to be|is] (obtained|reached|met)",
    "(MoSes|MoS) {relation:word} or (superior|greater|higher|more|above) ... (succeeds|success)",
)
def success(relation: str) -> Answers:
    """As many MoSes as the difficulty level suffice (Success and Failure)."""
    good = ("equal", "equals", "superior", "greater", "higher", "least")
    known = (*good, "inferior", "less", "lower", "smaller", "fewer")
    return {"relation": relation if relation.lower() in good else "equal"} if relation.lower() in known else {}


# Difficulty


@phrase(
    "easy tasks .. {chance:odds} .. average .. untrained",
    "such tasks .. {chance:odds} .. average .. untrained",
    "average .. easy (task|tasks) .. {chance:odds} .. untrained",
    "average .. untrained .. {chance:odds} .. (easy|1 MoS|one MoS)",
    "untrained[,] average .. {chance:odds} .. (easy|1 MoS|one MoS)",
    "average .. untrained .. {chance:fraction} of such tasks",
)
def chance_at_an_easy_task() -> Answers:
    """An average attribute without a rank gives a single die (Difficulty Level)."""
    average = next(score for score in tables.SCORES if "average" in score.names)
    assert average.low is not None
    level = rules.levels("easy")[0]
    exact = rules.reach(rules.dice_pool(tables.TRAINING["untrained"], average.low), level)
    return {"chance": chance(exact, f"{level} MoS or more")}


@phrase(
    "{number:numeral}{size:die} reaches [at least] [(level|difficulty level|difficulty)] {level} [MoSes] (in|with)"
    " {chance:percent}",
    "{number:numeral}{size:die} (has|gives) [a] {chance:percent} [chance] (to reach|of reaching|at|against)"
    " [(level|difficulty level|difficulty)] {level}",
)
def chance_of_a_pool(number: int, size: int, level: int) -> Answers:
    """A roll is enough when its MoSes reach the difficulty level (Success and Failure)."""
    if size not in tables.DIE_SIZES:
        return {}
    exact = rules.reach(rules.dice_pool(number - rules.FREE_DICE, size), level)
    return {"chance": chance(exact, f"{level} MoSes or more")}


@phrase("{die:die} (can give|gives at most|gives up to|gives no more than) {measure} MOS")
def most_of_a_die(die: int) -> Answers:
    """A die gives most MoSes with its highest face (Success and Failure)."""
    because = f"{tables.FACES_PER_MOS} goes into {die} no more than {rules.mos(die)} times"
    return {"die": die, "measure": Answer(rules.mos(die), because=(because,))} if die in tables.DIE_SIZES else {}


@phrase(
    "{die:die}[s] ... rank {rank} (is|suffices|will|gives) ... {difficulty:difficulty} (task|tasks)",
    "{die:die}[s] ... rank {rank} [(is|suffices|will do)] (for|against) [a] {difficulty:difficulty} (task|tasks)",
)
def rank_for_a_task(die: int, difficulty: str) -> Answers:
    """A rank suffices when its dice can give the MoSes of the difficulty (Difficulty Level)."""
    names = {known.name for known in tables.DIFFICULTIES}
    if die not in tables.DIE_SIZES or difficulty.casefold() not in names:
        return {}
    return {"rank": _least_rank(die, rules.levels(difficulty.casefold())[0])}


@phrase(
    "rank {rank} [or more] is [the] (least|needed|necessary) ... average ... {level} MOS",
    "average ... (needs|need) [at least] [a] rank [of] {rank} ... {level} MOS",
    "average ... rank [of] {rank} ... (chance at|reach|reaches) {level} MOS",
)
def rank_for_a_level(level: int) -> Answers:
    """A rank suffices when its dice can give the MoSes of the level (Difficulty Level)."""
    return {"rank": _least_rank(6, level)}


def _least_rank(die: int, level: int) -> Answer:
    rank = rules.least_rank(die, level)
    dice, each = rules.dice_of(rank), rules.mos(die)
    needed = f"so {level} take {dice} dice: one without a rank, and {rank} for the rank"
    return Answer(rank, because=(f"a d{die} gives at most {each}, {needed}",))


@phrase(
    "(done|completed|finished|settled|over) in {count} action",
    "{count:numeral} action[s], (in|within) a short",
    under=("difficulty",),
)
def simple_task() -> Answers:
    """Difficulty levels are meant for tasks that are done at once (Difficulty Level)."""
    return {"count": tables.ACTIONS_OF_A_SIMPLE_TASK}


def _level(stated: int, low: int, high: int | None) -> int | Answer:
    """A stated level where it lies within its difficulty, else what would."""
    if low <= stated and (high is None or stated <= high):
        return stated
    right = f"{low} or more" if high is None else str(low) if low == high else f"{low} or {high}"
    return Answer(right)


@phrase(
    "task is {difficulty:difficulty} .. LEVEL (should be|is|of|becomes) {level}",
    "{difficulty:difficulty} task[,] [(with|at|of)] [a] LEVEL [(should be|is|of)] {level}",
    "task is {difficulty:difficulty}[:] [it] NEED {level} MOS",
)
def level_of_a_task(difficulty: str, level: int) -> Answers:
    """The name of a task says how many MoSes it needs (Difficulty Level)."""
    folded = difficulty.casefold()
    if folded not in {known.name for known in tables.DIFFICULTIES}:
        return {}
    return {"level": _level(level, *rules.levels(folded))}


@phrase(
    "pool of {number:numeral}{size:die} (becomes|is|makes|turns into) {more:numeral}{same:die}",
    under=("bonus",),
    is_sure=False,
)
def pool_with_a_bonus(size: int) -> Answers:
    """Bonus dice are of the size of the pool (Bonus and Malus)."""
    return {"same": size}


@phrase(
    "{name:score} attribute is {low:numeral} or {high:numeral}",
    "{low:numeral} (or|and|to) [an] {high:numeral} [(is|are|counts as)] [(relatively|considered|quite)] {name:score}",
    under=("attributes",),
    is_sure=False,
)
def score_of_a_name(name: str, low: int, high: int) -> Answers:
    """Scores of an attribute have a word that they are known by (Attributes)."""
    score = next(score for score in tables.SCORES if name.casefold() in score.names)
    if low == high or {low, high} == {score.low, score.high}:
        return {}
    is_turned = low == score.high or high == score.low
    return {"low": score.high, "high": score.low} if is_turned else {"low": score.low, "high": score.high}


@phrase(
    "(heroes|heroic|hero) <> (a|have|has|of) {hero:numeral}",
    "a {hero:numeral} <> (heroes|heroic|hero)",
    "supernatural <> (begin|begins|start|starts|from) [at] {high:numeral}",
    "(crippling|crippled) <> {low:numeral} or (less|lower)",
    "(crippling|crippled) <> less than {least:numeral}",
    under=("attributes",),
    is_sure=False,
)
def score_of_a_kind() -> Answers:
    """Scores of an attribute have a word that they are known by (Attributes)."""
    low, *_, hero, high = tables.SCORES
    return {"low": low.high, "least": rules.MIN_ATTRIBUTE, "hero": hero.low, "high": high.low}


@phrase(
    "{measure} MOS against [a] LEVEL [of] {level} .. {hits} (hit|hits)",
    "LEVEL (should be|is|of|at) {level} ... GETS {measure} MOS ... {hits} (hit|hits)",
    "{measure} MOS .. LEVEL [of] {level} .. {hits} (hit|hits)",
    "LEVEL [(is|was|set)] [(to|at)] {level} ... (give|gives|shows|show) {measure} MOS ... {hits} (hit|hits)",
    because="{measure} MoSes less a level of {level} leave {hits}",
)
def hits(level: int, measure: int) -> Answers:
    """Hits are the MoSes above the difficulty level (Hits)."""
    return {"hits": rules.hits(measure, level)}


# Bonus and malus


@phrase(
    "BONUS (comes|come) in {count:numeral} (form|forms|kinds|ways)",
    "{count:numeral} (forms|kinds) of BONUS",
)
def bonus_forms() -> Answers:
    """A bonus gives MoSes or dice (Bonus and Malus)."""
    return {"count": len(tables.BONUS_FORMS)}


@phrase(
    'BONUS to MOS .. NOTED [(as|by)] [(a|an)] [simple] (“|"|){step:numeral} MOS',
    'BONUS (is|are) NOTED [(as|by)] [(a|an)] [simple] (“|"|){step:numeral} MOS',
)
def mos_bonus() -> Answers:
    """A bonus adds MoSes (Bonus and Malus)."""
    return {"step": rules.MOS_STEP}


@phrase(
    'BONUS of [extra] dice .. NOTED [(as|by)] [(a|an)] [simple] (“|"|){step:numeral}d',
    'BONUS to [(a|the)] dice-pool[s] .. NOTED [(as|by)] [(a|an)] [simple] (“|"|){step:numeral}d',
)
def dice_bonus() -> Answers:
    """A bonus adds dice (Bonus and Malus)."""
    return {"step": rules.DICE_STEP}


@phrase(
    "(malus|maluses) (removes|remove|takes|take) ... (and|they|it) (is|are) NOTED [(as|by)] [(a|an)] [simple]"
    ' (“|"|){step:numeral} MOS',
    '(malus|maluses) (is|are) NOTED [(as|by)] [(a|an)] [simple] (“|"|){step:numeral} MOS',
)
def mos_malus() -> Answers:
    """A malus removes MoSes (Bonus and Malus)."""
    return {"step": -rules.MOS_STEP}


@phrase('BONUS of {count:numeral} MOS .. NOTED [(as|by)] (“|"|){step:numeral} MOS')
def bonus_of_some(count: int) -> Answers:
    """A bonus is written with its sign (Bonus and Malus)."""
    return {"step": count * rules.MOS_STEP}


@phrase('malus of {count:numeral} [MOS] .. NOTED [(as|by)] (“|"|){step:numeral} MOS')
def malus_of_some(count: int) -> Answers:
    """A malus is written with its sign (Bonus and Malus)."""
    return {"step": -count * rules.MOS_STEP}


# Resounding success and complete failure


@phrase(
    "resounding success[,] {count:numeral} conditions",
    "resounding success ... {count:numeral} conditions",
    "{count:numeral} conditions ... resounding",
)
def resounding_conditions() -> Answers:
    """The conditions of a resounding success are counted (Resounding Success)."""
    return {"count": tables.RESOUNDING_CONDITIONS}


@phrase(
    "{measure} MOS (with|from) [a pool of] {dice} dice ... {verdict:word} [a] resounding",
)
def resounding(measure: int, dice: int) -> Answers:
    """A resounding success needs as many MoSes as its pool has dice (Resounding Success)."""
    return {"measure": measure, "dice": dice, "verdict": "is" if rules.is_resounding(measure, 1, dice) else "not"}


@phrase(
    "difficulty level ... {base} + [the] [number of] losses",
    "difficulty level ... {base} (plus|more than) the [number of] losses",
    "difficulty level <> {base:numeral} (higher|more) than <> losses",
)
def difficulty_after_failure() -> Answers:
    """The test that follows a complete failure is harder with each loss (Complete Failure)."""
    return {"base": rules.difficulty_after_failure(0)}


@phrase(
    "{losses} losses .. difficulty level [(of|is)] {level}",
    "losses \\({level} for {losses} of them",
    because="it begins at 1, and {losses} losses raise it to {level}",
)
def difficulty_after_losses(losses: int) -> Answers:
    """The test that follows a complete failure is harder with each loss (Complete Failure)."""
    return {"level": rules.difficulty_after_failure(losses)}


@phrase(
    "(loses|lose|costs|cost) [(him|her|them|the character)] {points} spirit POINTS PER [of] "
    " [(the|its|his|her|their)] (rank|ranks)",
    "{points} spirit POINTS (is|are) lost PER [of] [(the|its)] (rank|ranks)",
    "(each|every) rank <> costs <> {points:numeral} spirit POINTS",
)
def spirit_per_rank() -> Answers:
    """The second failure costs spirit for the rank (Complete Failure)."""
    return {"points": rules.spirit_lost(1)}


@phrase("rank (of|is) {rank} .. (loses|lose|costs|cost) {points} spirit POINTS", under=("failure",))
def spirit_of_a_rank(rank: int) -> Answers:
    """The second failure costs spirit for the rank (Complete Failure)."""
    return {"points": rules.spirit_lost(rank)}


OUTCOMES = tuple(value for value in list(globals().values()) if isinstance(value, Phrase))
"""In the order above; the tools do not mind it."""

"""The phrasebook of Underlying Concepts: the sentences that state its rules, each with the rule that decides it.

The wordings are in the language that `rulesmod.system.Phrase` describes, and hold the deciding words only. The
first line of a rule's docstring is what readers are shown as the reason. What the faces of each kind of dice
mean range by range is no phrase: see `rulesmod.drama.bands`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulesmod.drama import rules
from rulesmod.drama.names import ACTOR_LEVELS, KINDS, PASSION, SEASONS, Season
from rulesmod.phrasing import chance, phrases_with
from rulesmod.plain import Expression
from rulesmod.system import Answer, Phrase

Answers = Mapping[str, Any]

SYNONYMS = {
    "QUOTE": "(‘|’|'|“|”|\"|)",
    "COUNTS": "(counting|counts|count|counted|is|are|being|gives|give|scores|score|scoring)",
    "SUCCESS": "(success|successes|successful)",
    "COSTS": "(costs|cost|takes|take|takes away|take away|removes|remove|cancels|cancel|subtracts|loses|lose)",
    "DICE": "(die|dice)",
    "CALLED": "(rolled|roll|show|shows|come up|comes up|turn up|shown)",
    "NEEDS": "(needs|need|requires|require|achieve|achieves|reach|reaches|reaching|has|have|get|gets|having)",
    "MEANS": "(is|has|gives|means|succeeds)",
    "KINDS": "(kinds|types|sorts)",
}
"""Alternatives for each word in capitals of the wordings."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")

CLOSE_ENOUGH = Fraction(5, 100)
"""How far a rule of thumb may be from the chance that it stands for."""

phrase = phrases_with(SYNONYMS)


# Time


@phrase(
    "{count:numeral} [game] (Seasons|halves)",
    "(split|divided|broken|cut|falls|parted) [up] [in|into] {count:numeral} [game] (parts|seasons|halves)",
    under=("season", "time", "year"),
)
def number_of_seasons() -> Answers:
    """The seasons are Spring & Summer and Autumn & Winter (Seasons, Stories & Scenes)."""
    return {"count": len(SEASONS)}


@phrase(
    "{first:word} (&|and) {second:word} \\({start:word} (to|until|till|through|-|–) {end:word}",
    "{first:word} (&|and) {second:word}[,] [(run|runs|last|lasts|go|goes|are|is)] from {start:word}"
    " (to|until|till|through) {end:word}",
    "{first:season} & {second:season}[,] [(which|that|it|season)] (runs|lasts|goes|begins|starts|is)"
    " (from|at|with) {start:word} .. (to|until|till|ends at|ends with) {end:word}",
    "{first:season} & {second:season}, from {start:word} (to|until|till) {end:word}",
    "from {start:feast} (to|until|till) {end:feast}[,] [(it|this)] (is|comes|runs|lasts) {first:word} & {second:word}",
)
def season_of_play(first: str, second: str, start: str, end: str) -> Answers:
    """A season has parts of the year, and lies between two feasts (Seasons, Stories & Scenes)."""
    stated = [name.casefold() for name in (first, second, start, end)]

    def agreeing(season: Season) -> int:
        feasts = zip((season.start, season.end), stated[2:], strict=True)
        return sum(part in stated[:2] for part in _parts(season)) + sum(
            name.casefold() == word for name, word in feasts
        )

    season = max(SEASONS, key=agreeing)
    if agreeing(season) < len(stated) - 1:
        return {}
    one, other = _in_order(season, first, second)
    return {"first": one, "second": other, "start": season.start, "end": season.end}


@phrase(
    "{first:season} (&|and) {second:word} (season|seasons)",
    "{first:word} (&|and) {second:season} (season|seasons)",
    "(season|seasons) of {first:season} (&|and) {second:word}",
    "(season|seasons) of {first:word} (&|and) {second:season}",
)
def parts_of_a_season(first: str, second: str) -> Answers:
    """A season is made of parts of the year (Seasons, Stories & Scenes)."""
    season = next((season for name in (first, second) for season in SEASONS if name.casefold() in _parts(season)), None)
    if season is None or not (first[0].isupper() and second[0].isupper()):
        return {}
    one, other = _in_order(season, first, second)
    return {"first": one, "second": other}


@phrase(
    "Stories <> (time|told|tell|happen|belong|come|take place|fall|play|played|for)"
    " <> {first:season} & {second:season}",
)
def season_of_stories() -> Answers:
    """Stories are told in the season of the warm half of the year (Seasons, Stories & Scenes)."""
    return dict(zip(("first", "second"), SEASONS[0].names, strict=True))


@phrase("condensed <> scenes <> {first:season} & {second:season}")
def season_of_scenes() -> Answers:
    """The other season is condensed into scenes (Seasons, Stories & Scenes)."""
    return dict(zip(("first", "second"), SEASONS[1].names, strict=True))


def _parts(season: Season) -> tuple[str, ...]:
    return tuple(name.casefold() for name in season.names)


def _in_order(season: Season, first: str, second: str) -> tuple[str, str]:
    """The parts of a season in the order that the text has them."""
    one, other = season.names
    is_turned = first.casefold() == other.casefold() or second.casefold() == one.casefold()
    return (other, one) if is_turned else (one, other)


@phrase(
    "{minutes:numeral} minutes .. {moments} moments",
    "{moments} moments [(are|is|make|makes|count as|in|to|for|per|fill|last)] {minutes:numeral} minutes",
    "{minutes:numeral} minutes [(are|have|last|take|make)] {moments}",
    "{minutes:fraction} [of] [a] minute [(has|is|lasts|takes|makes)] {moments} [moments]",
    "(each|every) minute (has|lasts|takes|consists of|is made [up] of|is) {moments}",
    "{moments} moments (are|make|last|fill|in) {minutes:fraction} [of] [a] minute",
    "{moments} moments .. (a|the|one|each|every) minute",
    "{moments} moments (a|to the|per|each|every) minute",
    "(a|the|one|each|every) minute .. {moments} moments",
)
def moments_of_a_minute(minutes: int | Fraction = 1) -> Answers:
    """A scene that needs closer timing counts moments (Seasons, Stories & Scenes)."""
    moments = rules.moments(1) * minutes
    return {"moments": int(moments)} if moments == int(moments) else {}


@phrase("moment <> {part:fraction} of a minute")
def part_of_a_minute() -> Answers:
    """A scene that needs closer timing counts moments (Seasons, Stories & Scenes)."""
    return {"part": Fraction(1, rules.moments(1))}


# Roles


@phrase(
    "{some:numeral} [actor] levels (below|above|higher|lower|up|down|apart|further)",
    "{count:numeral} [actor] levels",
    "{count:numeral} (steps|ranks|grades) ... (actor|level|levels|ladder)",
    under=("actor", "level", "roles", "progression"),
)
def number_of_levels() -> Answers:
    """The levels run from Cast to Director (Actor Level)."""
    return {"count": len(ACTOR_LEVELS)}


@phrase("{place:ordinal} [(level|of them)] is [the] {level:actor level}", "{level:actor level} is the {place:ordinal}")
def place_of_a_level(place: str) -> Answers:
    """The levels run from Cast to Director (Actor Level)."""
    at = ORDINALS.index(place)
    return {"level": ACTOR_LEVELS[at]} if at < len(ACTOR_LEVELS) else {"place": ORDINALS[len(ACTOR_LEVELS) - 1]}


@phrase("levels .. from {first:actor level} (to|up to) {last:actor level}")
def ends_of_the_levels() -> Answers:
    """The levels run from Cast to Director (Actor Level)."""
    return {"first": ACTOR_LEVELS[0], "last": ACTOR_LEVELS[-1]}


# Building a pool


@phrase("{die:die}")
def size_of_the_dice() -> Answers:
    """All dice of the game have six faces (Dice)."""
    return {"die": rules.DIE_SIZE}


@phrase("{count:numeral} [different] KINDS of (die|dice)", "(die|dice) of {count:numeral} [different] KINDS")
def number_of_kinds() -> Answers:
    """There are Base, Risk, Passion and Penalty dice (Dice)."""
    return {"count": len(KINDS)}


@phrase(
    "(add|adds|adding|plus|and) {count} ... appropriate skill",
    "attribute (plus|and|+) {count} [appropriate] (skill|skills)",
    "{count:numeral} (skill|skills) (is|are) added",
)
def skills_of_a_pool() -> Answers:
    """A pool has one skill beside its attribute (Base pool)."""
    return {"count": rules.SKILLS_OF_A_POOL}


@phrase(
    "(attribute|Attribute) [of] {attribute:numeral} ... skill [of] {skill:numeral} ... {dice:numeral}Bd",
    "(attribute|Attribute) [of] {attribute:numeral} ... skill [of] {skill:numeral} ... {dice:numeral} Base dice",
    "{attribute:numeral} dice of ... {skill:numeral} of ... {dice:numeral}Bd",
    because="{attribute} for the attribute and {skill} for the skill make {dice}",
)
def base_pool(attribute: int, skill: int) -> Answers:
    """The dice of an attribute and of a skill are added (Base pool)."""
    return {"dice": rules.base_pool(attribute, skill=skill)}


@phrase(
    "attribute [of] {attribute:numeral} ... skill [of] {skill:numeral} ... resistance [of] {resistance:numeral}"
    " ... {pool:pool}",
)
def pool_of_a_test(attribute: int, skill: int, resistance: int) -> Answers:
    """Attribute and skill give Base dice, resistance gives Penalty dice; none is netted off (Building a Pool)."""
    return {"pool": rules.built_pool(attribute, skill=skill, resistance=resistance)}


@phrase(
    "QUOTEn{letters:word}QUOTE QUOTEnumberQUOTE {kind:word} DICE",
    "QUOTEn{letters:word}QUOTE {kind:word} DICE",
    "{kind:word} (die|dice) \\(n{letters:word}",
    "{kind:word} (die|dice) QUOTEn{letters:word}",
    "{kind:word} QUOTEn{letters:word}",
)
def letters_of_a_kind(kind: str, letters: str) -> Answers:
    """Each kind of dice has letters of its own (Dice)."""
    right = LETTERS.get(kind.casefold())
    if right is None or re.fullmatch("[A-Z]d", letters) is None:
        return {}
    return {"letters": right}


LETTERS = {**{kind.name.casefold(): kind.letters for kind in KINDS}, "drama": PASSION.letters}
"""Passion dice are drama dice as well: hence their D."""


@phrase("{count:numeral} steps", under=("pool",))
def steps_of_a_pool() -> Answers:
    """A pool is built step by step (General Guide to Building a Pool)."""
    return {"count": len(rules.STEPS)}


@phrase(
    "{pool:pool} (is|are|has|holds|rolls|means) {count:numeral} {kind:dice kind} DICE and {further:numeral}"
    " {other:dice kind} DICE",
    "{pool:pool} (is|are|has|holds|rolls|means) {count:numeral} {kind:dice kind} DICE",
    "{pool:pool}: (that|this) (is|makes) {count:numeral} {kind:dice kind} DICE",
)
def dice_of_a_pool(pool: Expression, kind: str) -> Answers:
    """The letters behind a number say what kind of dice are rolled (Dice)."""
    counts = rules.dice_of(pool)
    letters = next((known.letters for known in KINDS if known.name.casefold() == kind.casefold()), "")
    others = [known for known in KINDS if known.letters != letters and counts[known.letters]]
    answers: dict[str, Any] = {"count": counts[letters]}
    if len(others) == 1:
        answers |= {"further": counts[others[0].letters], "other": others[0].name}
    return answers


@phrase(
    "{before:pool} (and|with|plus) {count:numeral} {kind:dice kind} DICE (make|makes|is|are|give|gives) {pool:pool}"
    " [(+|and) {more:pool}]",
)
def dice_added(before: Expression, count: int, kind: str, more: Expression | None = None) -> Answers:
    """Dice that come on top are added to the pool (General Guide to Building a Pool)."""
    if more is not None:
        return {}
    counts = rules.dice_of(before)
    for known in KINDS:
        counts[known.letters] += count if known.name.casefold() == kind.casefold() else 0
    base, risk, passion, penalty = (counts[known.letters] for known in KINDS)
    return {"pool": rules.pool(base=base, risk=risk, passion=passion, penalty=penalty)}


# The kinds of dice


@phrase(
    "(a|each|every) {face:numeral} (brings|has|comes) ... benefit",
    "(a|each|every) {face:numeral} (is|counts) [as] (no|none|nothing|not) ... benefit",
    under=("base dice", "base die"),
)
def benefit() -> Answers:
    """A 4 on a Base die is no success and brings a benefit (Base Dice)."""
    return {"face": rules.BENEFIT}


@phrase("(lone|single) {face:numeral} ... (nothing|no effect)", under=("passion",))
def lone_one() -> Answers:
    """A single 1 on Passion dice does nothing (Dramatic Passion Dice)."""
    return {"face": rules.BACKFIRING}


_EACH_BASE = "(each|every|a|any) QUOTE{first:numeral}QUOTE (&|and|or) QUOTE{second:numeral}QUOTE COUNTS [as] a SUCCESS"


@phrase(
    _EACH_BASE,
    "(each|every) QUOTE{first:numeral}QUOTE (&|and|or) [each] QUOTE{second:numeral}QUOTE COUNTS [as] (a|one) SUCCESS",
    "QUOTE{first:numeral}QUOTE (&|and|or) QUOTE{second:numeral}QUOTE (on|of) (a|each|any|the) Base DICE",
)
def base_successes(first: int, second: int) -> Answers:
    """A Base die succeeds with its two highest faces (Base Dice)."""
    return _ordered_faces(rules.BASE_SUCCESSES, first, second)


def _ordered_faces(faces: tuple[int, int], first: int, second: int) -> dict[str, int]:
    """Two faces in the order that the text tells them in."""
    return dict(zip(("first", "second"), sorted(faces, reverse=first > second), strict=True))


@phrase(
    "(a|each|every|any) {first:numeral} (or|and) [a] {second:numeral} <> SUCCESS",
    "{first:numeral}s and {second:numeral}(s|es) <> SUCCESS",
    "{first:numeral} or (higher|more|better|above) <> SUCCESS",
    "SUCCESS: {first:numeral} (and|or) {second:numeral}",
    "(succeeds|success) (on|with|for) [a] {first:numeral} or [a] {second:numeral}",
    "(fails|fail) (on|with) {low:list of number}",
    "benefit[:] [(on|with|for)] [a] {benefit:numeral}",
    "COUNTS as {count:numeral} SUCCESS",
    under=("base dice", "base die"),
    is_sure=False,
)
def base_faces(first: int = 0, second: int = 0) -> Answers:
    """A Base die succeeds with its two highest faces (Base Dice)."""
    faces_in_order = _ordered_faces(rules.BASE_SUCCESSES, first, second)
    low = tuple(range(1, rules.BENEFIT))
    return {**faces_in_order, "low": low, "benefit": rules.BENEFIT, "count": 1}


@phrase(
    "{face:numeral} or (higher|more|better|above) <> SUCCESS",
    "SUCCESS (is|are|on|with) {face:numeral}s, {second:numeral}s (and|or) {third:numeral}s",
    under=("risk dice", "risk die", "passion dice", "passion die"),
    is_sure=False,
)
def risk_faces() -> Answers:
    """A Risk die, or a Passion die, succeeds on its upper half (Dramatic Risk Dice)."""
    return dict(zip(("face", "second", "third"), rules.RISK_SUCCESSES, strict=True))


@phrase(
    "{ones:numeral} QUOTE1QUOTEs .. COSTS {cost:numeral} SUCCESS .. {added:numeral} (penalty|further penalty) DICE",
    "{ones:numeral} QUOTE1QUOTEs .. COSTS {cost:numeral} SUCCESS",
    "{ones:numeral} QUOTE1QUOTEs .. {added:numeral} (penalty|further penalty) DICE",
    "(explode|explodes) (on|with) [a] {top:numeral}",
    "{added:numeral} (penalty|further penalty) (die|dice)",
    "COSTS [you] {cost:numeral} SUCCESS",
    "{cost:numeral} SUCCESS (is|are) (lost|taken|cancelled|subtracted|deducted)",
    "(every|each|a) {face:numeral} COSTS",
    under=("risk dice", "risk die"),
    is_sure=False,
)
def risk_costs(ones: int = 1) -> Answers:
    """A 1 on a Risk die takes a success away and brings a Penalty die (Dramatic Risk Dice)."""
    cost, added = -ones * rules.risk(rules.RISKY), ones * rules.RISK_PENALTY
    return {"top": rules.EXPLODING, "face": rules.RISKY, "cost": cost, "added": added}


@phrase(
    "(each|every) [of these|of them] (one|ones|1|1s) (adds|add|brings|bring|means|gives) {each:numeral}",
    "{ones:numeral} of them (make|add|bring|are|give) {dice:numeral}",
    "and {ones:numeral} (make|add|bring|give) {dice:numeral}",
    under=("passion", "backfire"),
    is_sure=False,
)
def backfire_by_ones(ones: int = 1) -> Answers:
    """Each 1 of a backfire brings Penalty dice (Dramatic Passion Dice)."""
    each = rules.backfire_penalties([rules.BACKFIRING] * 2) // 2
    return {"dice": each * ones, "each": each}


@phrase(
    "{first:numeral} or [a] {second:numeral} <> (takes|costs|against|negative|removes|cancels)",
    "COSTS {cost:numeral} SUCCESS",
    "from {third:numeral} to {last:numeral} <> (nothing|no effect)",
    "{third:numeral} or (more|higher)[:] [has] (no effect|nothing)",
    "{second:numeral} or (less|lower)[:] <> negative",
    under=("penalty dice", "penalty die"),
    is_sure=False,
)
def penalty_face(first: int = 0, second: int = 0) -> Answers:
    """A Penalty die takes a success away with its two lowest faces (Penalty Dice)."""
    faces_in_order = _ordered_faces(rules.PENALTY_FACES, first, second)
    third = rules.PENALTY_FACES[-1] + 1
    return {**faces_in_order, "cost": rules.PENALTY_COST, "third": third, "last": rules.DIE_SIZE}


@phrase(
    "(each|every|a|any) {faces:list of number} COUNTS [as] (a|one) SUCCESS",
    "{faces:list of number} COUNTS [as] (a|one) SUCCESS [each]",
    "{faces:list of number} (succeed|succeeds)",
    under=("risk dice", "risk die", "passion dice", "passion die"),
)
def risk_successes(faces: Sequence[int]) -> Answers:
    """A Risk die, or a Passion die, succeeds on its upper half (Dramatic Risk Dice)."""
    return {"faces": rules.RISK_SUCCESSES} if len(faces) > 1 else {}


@phrase(
    "{face:numeral}['s|s|] (explode|explodes)",
    "QUOTE{face:numeral}QUOTE[s] (explodes|explode|is rolled again|are rolled again|rolls again)",
)
def exploding_face() -> Answers:
    """A Risk or Passion die that shows its highest face is rolled again (Dramatic Risk Dice)."""
    return {"face": rules.EXPLODING}


@phrase(
    "(each|every) QUOTE{face}QUOTE (will count|counts|count) as {change:numeral} SUCCESS and"
    " (add|adds|adding) {added} [total|extra|further] penalty DICE",
    "(each|every|a) QUOTE{face:numeral}QUOTE COSTS {cost} SUCCESS and (add|adds|adding) {added} [(total|extra|further)]"
    " penalty DICE",
    "(each|every) QUOTE{face}QUOTE (will count|counts|count) as {change:numeral} SUCCESS",
    "(each|every|a) QUOTE{face:numeral}QUOTE COSTS {cost} SUCCESS",
    "(each|every) QUOTE{face:numeral}QUOTE (adds|add|brings|bring) {added} [(total|extra|further)] penalty DICE",
    under=("risk dice", "risk die"),
)
def risky_face() -> Answers:
    """A 1 on a Risk die takes a success away and brings a Penalty die (Dramatic Risk Dice)."""
    change = rules.risk(rules.RISKY)
    return {"face": rules.RISKY, "change": change, "cost": -change, "added": rules.RISK_PENALTY}


@phrase(
    "(if|when|where|as soon as) {count:numeral} [or more] QUOTE{face:numeral}QUOTE[s] [(are|have been)] CALLED",
    "(if|when|where) [at least] {count:numeral} [or more] [Passion] dice (show|come up) [a] QUOTE{face:numeral}",
    "{count:numeral} or more QUOTE{face:numeral}QUOTE[s]",
    under=("passion", "backfire"),
)
def backfiring() -> Answers:
    """Passion dice backfire when enough of them show a 1 (Dramatic Passion Dice)."""
    return {"count": rules.BACKFIRE_AT, "face": rules.BACKFIRING}


@phrase(
    "number of QUOTE{face:numeral}QUOTE[s] (x|×|times|\\*) {factor:numeral} [in] penalty DICE",
    "{factor:numeral} Penalty dice (for|per) (each|every|) QUOTE{face:numeral}",
    "(each|every) QUOTE{face:numeral}QUOTE ... {factor:numeral} Penalty dice",
    under=("passion", "backfire"),
)
def backfire_penalties() -> Answers:
    """A backfire brings three Penalty dice for each 1 (Dramatic Passion Dice)."""
    return {"face": rules.BACKFIRING, "factor": rules.backfire_penalties([rules.BACKFIRING] * 2) // 2}


@phrase(
    "{ones:numeral} [such] ones[,] ... {dice:numeral} Penalty dice",
    "{ones:numeral} QUOTE1QUOTE[s] ... {dice:numeral} Penalty dice",
    under=("passion", "backfire"),
    because="{ones} ones at three dice each make {dice}",
)
def backfire(ones: int) -> Answers:
    """Each 1 of a backfire brings Penalty dice (Dramatic Passion Dice)."""
    return {"dice": rules.backfire_penalties([rules.BACKFIRING] * ones)}


@phrase(
    "QUOTE{first:numeral}QUOTE['s|s|] (&|and|or) QUOTE{second:numeral}QUOTE['s|s|] (counting|counts|count) against",
    "(each|every|a|any) QUOTE{first:numeral}QUOTE (&|and|or) [each] QUOTE{second:numeral}QUOTE COSTS [(you|the roller)]"
    " {cost} SUCCESS",
    "QUOTE{first:numeral}QUOTE (&|and|or) QUOTE{second:numeral}QUOTE (on|of) (a|each|any|the) Penalty DICE",
    under=("penalty dice", "penalty die"),
)
def penalty_faces(first: int, second: int) -> Answers:
    """A Penalty die takes a success away with its two lowest faces (Penalty Dice)."""
    return {**_ordered_faces(rules.PENALTY_FACES, first, second), "cost": rules.PENALTY_COST}


# Results


@phrase(
    "net (successes|success) (is|are) {needed:numeral} or (higher|more|better|above)[,] [then] [the]"
    " (test|roll|attempt) [(has been|is|was)] (successful|succeeds)",
    "net (successes|success) (is|are|of|reach|reaches|number) {needed:numeral} or (higher|more|better|above)",
    "net successes (is|are) at least {needed:numeral}",
    "NEEDS [a] [(at least|a total of)] net [of] {needed:numeral} [or more] SUCCESS",
    "NEEDS [(at least|the)] {needed:numeral} [or more] net SUCCESS",
    "{needed:numeral} [or more] net SUCCESS (succeed|succeeds|suffice|suffices|are needed|is needed|are enough)",
    "(achieving|achieve|reaching|reach|getting|get|scoring|rolling|of) {needed:numeral}+ [net] SUCCESS",
    "{needed:numeral}+ net SUCCESS",
    "(at least|minimum of|no less than|no fewer than) {needed:numeral} net SUCCESS",
    "(fewer|less) than {needed:numeral} net SUCCESS",
    "{needed:numeral} or more net SUCCESS <> (passed|passes|succeeds|successful|won|test)",
)
def needed_successes() -> Answers:
    """A test succeeds with two net successes (Reading the Results)."""
    return {"needed": rules.NEEDED}


@phrase(
    "{successes:numeral} successes (and|less|minus) {penalties:numeral} (penalty|penalties)[,] .. {net:numeral}",
    "{successes:numeral} successes less {penalties:numeral}[,] .. net [result] [of] {net:numeral}",
    because="{successes} less {penalties} are {net}",
)
def net_of_two(successes: int, penalties: int) -> Answers:
    """A net is the successes of all dice, less what they cost (Reading the Results)."""
    return {"net": successes - penalties}


@phrase(
    "(higher|better|larger|highest) of the {count:numeral} opposing",
    "{count:numeral} opposing (rolls|pools|results|sides)",
)
def opposing_rolls() -> Answers:
    """An opposed test has two sides (Reading the Results)."""
    return {"count": rules.OPPOSING_ROLLS}


@phrase(
    "{pool:pool} = {chance:odds}",
    "{pool:pool}: {chance:odds}",
    "{pool:pool} MEANS [a] [in] [(chance|success)] [of] {chance:odds}",
    "{pool:pool}, which (succeeds|wins) [in] {chance:odds}",
)
def chance_of_a_pool(pool: Expression) -> Answers:
    """A roll succeeds when it comes to two net successes (Reading the Results)."""
    return {"chance": chance(rules.reach(pool), f"{rules.NEEDED} net successes or more")}


@phrase(
    "Base dice (give|bring|show) {base:numeral} SUCCESS ... Risk DICE [(give|gives|bring|show)] {risk:numeral} ..."
    " (take|takes|cost|costs) {cost:numeral} [away] ... {net:numeral} net SUCCESS",
    "Base dice (give|bring|show) {base:numeral} SUCCESS ... Risk DICE [(give|gives|bring|show)] {risk:numeral} ..."
    " (take|takes|cost|costs) {cost:numeral} [away]: {net:numeral} net SUCCESS",
    because="{base} of Base dice and {risk} of Risk dice, less {cost}, make {net}",
)
def net_of_a_roll(base: int, risk: int, cost: int) -> Answers:
    """A net is the successes of all dice, less what they cost (Reading the Results)."""
    return {"net": rules.net(base + risk, cost)}


@phrase(
    "{mine:pool} against {theirs:pool} wins [in] {win:odds}, ties [in] {tie:odds} (and|,) loses [in] {lose:odds}"
    " ... [in] {neither:odds}",
    "{mine:pool} against {theirs:pool} wins [in] {win:odds}",
)
def opposed_chances(mine: Expression, theirs: Expression) -> Answers:
    """All rolls of one side are set against all of the other (Reading the Results)."""
    odds = rules.opposed_odds(mine, theirs)
    ways = {"win": "it is won", "tie": "it is a tie", "lose": "it is lost", "neither": "nobody wins"}
    chances = {name: getattr(odds, name) for name in ways}
    return {
        name: Answer(chance, because=(f"{ways[name]} in {chance.numerator} of {chance.denominator} rolls",))
        for name, chance in chances.items()
    }


def _about(count: int, stated: Fraction) -> Fraction:
    """The chance as the text has it, if it is in tens and close enough to the true one; else that."""
    chance = rules.reach(rules.pool(base=count)) if 0 < count <= MAX_DICE else Fraction(int(count > 0))
    if stated % 10:
        return chance
    return stated / 100 if abs(stated / 100 - chance) <= CLOSE_ENOUGH else chance


MAX_DICE = 200
"""Larger pools are as good as certain."""


@phrase(
    "(close enough|near enough|roughly|approximately|rule of thumb|about) ... {one} = {first:percent}[,] [(and|&)]"
    " {two} = {second:percent}[,] [(and|&)] {three} = {third:percent}",
)
def rule_of_thumb(one: int, first: Fraction, two: int, second: Fraction, three: int, third: Fraction) -> Answers:
    """A rule of thumb in tens is within five points of the chance (Reading the Results)."""
    return {"first": _about(one, first), "second": _about(two, second), "third": _about(three, third)}


# Words that are nearly those of the game


@phrase("(opposed|unopposed) {what:word}")
def name_of_a_test(what: str) -> Answers:
    """A test is opposed or unopposed (Reading the Results)."""
    return _meant(what, ("test", "tests"))


@phrase("(the|a|your|their|its) {what:word} of (achieving|getting|reaching|rolling|scoring) ... (success|successes)")
def name_of_a_chance(what: str) -> Answers:
    """A pool has a chance of reaching successes (Reading the Results)."""
    return _meant(what, ("chance", "chances"))


def _meant(word: str, names: Sequence[str]) -> Answers:
    """The name that a word misses by one letter; nothing for any other word."""
    folded = word.casefold()
    near = (
        name
        for name in names
        if len(name) == len(folded) and sum(a != b for a, b in zip(name, folded, strict=True)) == 1
    )
    meant = next(near, None)
    return {} if meant is None or folded in names else {"what": meant}


PHRASES = tuple(value for value in globals().values() if isinstance(value, Phrase))

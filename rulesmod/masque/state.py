"""The state of a set-to: dice, actors, marks, and the questions to the players of both sides."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from rulesmod.masque.casts import Part
from rulesmod.masque.items import usable
from rulesmod.masque.rulings import Readings

TROUPE = 0
ENTOURAGE = 1
DIRECTOR = 2
"""Who is asked: the players' side, the monsters' side, or the referee."""

MARKS = [1, 2, 3]
"""The marks of a side; those of one number face each other, neighbouring numbers are adjacent (ruling A1)."""

DOWNSTAGE = 0


@dataclass(slots=True)
class Die:
    """A die of a casting.

    Attributes:
        size, sign: its faces; -1 if it is subtracted.
        value: what it counts, after all changes; `rolled` is the face as first thrown.
        average2: twice its share of the average to be met.
        source: `cast` for an initial die, `natural` for one that a natural brought, `upsurge` for the staff's die,
            `added` for any other.
        is_kept: whether its natural may be rerolled and added (the d6 of a Rounder's pair may not).
        full: whether it is free of a -1 (Initial Dice).
        used: whether its natural has been rerolled.
        parent: index of the die whose natural brought it, -1 without.
        void: whether it counts nothing; is_taken: whether that is because a Bravo or a boot has it, average and all.
        altered_by: the role actor that changed it, -1 without.
    """

    size: int
    sign: int
    value: int
    rolled: int
    average2: int
    source: str
    is_kept: bool = True
    full: bool = True
    used: bool = False
    parent: int = -1
    void: bool = False
    is_taken: bool = False
    altered_by: int = -1


@dataclass(slots=True)
class Actor:
    """An actor in a set-to; what belongs to one bit is cleared when the next begins.

    Attributes:
        number: its index on the stage; side: `TROUPE` or `ENTOURAGE`.
        monster: its name in the bestiary, empty for a role actor; role: its letter, empty for a monster.
        build: the trait; current: what is left of it; baseline: out of action at this or below.
        cast, modifier: the Cast of a monster as it stands now.
        mark: where it stands, `DOWNSTAGE` if nowhere; abroad: whether that is a mark of the other side.
        hits: unpaired hits of a role actor, all hits of a monster.
        stuck: bits of immobilization to come, this one included; immobilized: whether it is so in this bit.
        holder: the Pyethonda that holds it, -1 without.
        may_call: whom it may call up in this bit's restaging, for the hits that their shields handed on.
    """

    number: int
    name: str
    side: int
    monster: str
    role: str
    build: int
    current: int
    baseline: int = 1
    cast: list[Part] = field(default_factory=list)
    modifier: int = 0
    items: list[str] = field(default_factory=list)
    effect: str = ""
    bonus_size: int = 0
    lighting: int = 0
    shapeshift: str = ""
    venomous: bool = False
    chops: int = 0

    mark: int = 0
    abroad: bool = False
    hits: int = 0
    out: bool = False
    stuck: int = 0
    holder: int = -1
    lost: str = ""
    barred: bool = False
    upstaged: bool = False
    seen: bool = False

    # The memory of the set-to.
    accrued: int = 0
    substitute: int = 0
    allotted: int = 0
    onset: bool = True
    heritage: list[Part] = field(default_factory=list)
    mace: int = 0
    pocket: list[Die] = field(default_factory=list)
    harmed: bool = False
    omen_bit: int = 0
    foe: list[int] = field(default_factory=list)
    wards: list[int] = field(default_factory=list)
    natural_since: bool = False
    quaffed: bool = False
    potion: int = 0
    omens: list[int] = field(default_factory=list)
    hit_bits: list[int] = field(default_factory=list)
    hits_dealt: int = 0
    put_out: bool = False
    glaive: int = -1

    # One bit.
    resting: bool = False
    immobilized: bool = False
    dice: list[Die] = field(default_factory=list)
    constant: int = 0
    extra: int = 0
    pair_value: int = 0
    d6_face: int = 0
    casting: int = 0
    remainder: int = 0
    bonus: int = 0
    nullified: bool = False
    qualified: bool = False
    forced: bool = False
    moved: bool = False
    struck: int = 0
    dealt: int = 0
    recovered: bool = False
    stepped: bool = False
    curated_by: list[int] = field(default_factory=list)
    marked_by: list[int] = field(default_factory=list)
    shared_since: bool = False
    drawn: int = 0
    dagger_used: bool = False
    added_boot: bool = False
    may_call: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Won:
    """A die that a Bravo took from the opponents: it counts for the Bravo's side like one more actor."""

    owner: int
    value: int
    average2: int
    size: int
    sign: int


@dataclass(frozen=True, slots=True)
class Fallen:
    """An item that lies on a mark, where its bearer was taken out."""

    side: int
    mark: int
    item: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be chosen: what, by whom, with which die, against whom and which of their dice."""

    kind: str
    actor: int = -1
    die: int = -1
    target: int = -1
    other: int = -1
    number: int = 0
    parts: list[Part] = field(default_factory=list)
    name: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a side or the referee. The answer is the index of a choice."""

    side: int
    kind: str
    actor: int
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class Entry:
    """One step of the log: its key in `telling`, which names the rule and the words, and what fills them."""

    bit: int
    key: str
    values: list[str]


@dataclass(slots=True)
class Stage:
    """A set-to in play. `trampled`, `vacated` and `fallen` are by side and mark, for one bit."""

    actors: list[Actor]
    random: Callable[[], int]
    readings: Readings
    most_bits: int = 100
    bit: int = 0
    over: bool = False
    striking: int = -1
    totals: list[int] = field(default_factory=list)
    won: list[Won] = field(default_factory=list)
    trampled: list[list[bool]] = field(default_factory=list)
    vacated: list[list[bool]] = field(default_factory=list)
    fallen: list[list[int]] = field(default_factory=list)
    emptied: list[bool] = field(default_factory=list)
    items: list[Fallen] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    log: list[Entry] = field(default_factory=list)


Random: TypeAlias = Callable[[], int]
"""Random numbers below 2**32, such as an `Sfc32` of `rulesmod.dice` gives."""

T = TypeVar("T")
Asking: TypeAlias = Generator[Question, int, T]
"""A part of the procedure that may stop to ask: it yields a question and is sent the answer."""


def note(stage: Stage, key: str, *values: str | int) -> None:
    """Write a step into the log."""
    stage.log.append(Entry(stage.bit, key, [str(value) for value in values]))


def ask(stage: Stage, side: int, kind: str, actor: int, choices: list[Choice]) -> Asking[Choice]:
    """Have somebody choose; nobody is asked where there is no choice."""
    answer = 0
    if len(choices) > 1:
        answer = yield Question(side, kind, actor, choices)
        stage.answers.append(answer)
    return choices[answer]


def below(stage: Stage, limit: int) -> int:
    """A random number from 0 to one below a limit, without bias; none is drawn where there is no choice."""
    if limit == 1:
        return 0
    number = stage.random()
    while number >= 4294967296 - 4294967296 % limit:
        number = stage.random()
    return number % limit


def throw(stage: Stage, size: int) -> int:
    """Roll one die: a d1 as d2 -1, a doubled die as two dice folded (Dice Notation)."""
    if size == 1:
        return below(stage, 2)
    if size in [7, 11, 13] and stage.readings.doubled == "folded":
        total = below(stage, size - 1) + below(stage, size - 1) + 2
        return total - size if total > size else total
    return below(stage, size) + 1


def add_on_roll(stage: Stage, high: int, low: int) -> int:
    """The difference of two dice, as for Add-on hits (introduction)."""
    return abs(throw(stage, high) - throw(stage, low))


def pick(stage: Stage, actors: list[Actor]) -> Actor:
    """One of several actors by lot."""
    return actors[below(stage, len(actors))]


def other_side(side: int) -> int:
    return 1 - side


def in_play(stage: Stage, side: int) -> list[Actor]:
    """The actors of a side that are not out of action."""
    return [actor for actor in stage.actors if actor.side == side and not actor.out]


def upstage(stage: Stage, side: int) -> list[Actor]:
    """The actors of a side that stand on marks and are not out."""
    return [actor for actor in stage.actors if actor.side == side and not actor.out and actor.mark != DOWNSTAGE]


def downstage(stage: Stage, side: int) -> list[Actor]:
    return [actor for actor in stage.actors if actor.side == side and not actor.out and actor.mark == DOWNSTAGE]


def casting_actors(stage: Stage, side: int) -> list[Actor]:
    """Those upstage whose dice lie on the table."""
    return [actor for actor in upstage(stage, side) if not actor.resting]


def home(actor: Actor) -> int:
    """The side whose mark an actor stands on."""
    return other_side(actor.side) if actor.abroad else actor.side


def standing_on(stage: Stage, side: int, mark: int) -> list[Actor]:
    """Who stands on a mark of a side."""
    return [actor for actor in stage.actors if not actor.out and actor.mark == mark and home(actor) == side]


def neighbours(stage: Stage, actor: Actor) -> list[Actor]:
    """The actor's allies upstage on adjacent marks of the same side."""
    return [
        ally
        for ally in upstage(stage, actor.side)
        if abs(ally.mark - actor.mark) == 1 and home(ally) == home(actor) and ally.number != actor.number
    ]


def facing(stage: Stage, actor: Actor) -> list[Actor]:
    """The opponents upstage on the mark that an actor faces (ruling A1)."""
    return [enemy for enemy in upstage(stage, other_side(actor.side)) if enemy.mark == actor.mark]


def is_empty(stage: Stage, side: int, mark: int) -> bool:
    """Return whether nobody stands on a mark at this moment (ruling A1)."""
    return len(standing_on(stage, side, mark)) == 0


def is_vacant(stage: Stage, side: int, mark: int) -> bool:
    """Return whether a mark may be entered. It is not occupied or trampled in the bit, or was vacated by one taken out.

    A Rat from the other side does not count (Mast Rats).
    """
    if any(actor.side == side for actor in standing_on(stage, side, mark)):
        return False
    return stage.vacated[side][mark] or not stage.trampled[side][mark]


def leave(stage: Stage, actor: Actor) -> None:
    """Take an actor off its mark, which counts as exited (Restaging Timing)."""
    if not actor.abroad:
        stage.trampled[actor.side][actor.mark] = True
        stage.vacated[actor.side][actor.mark] = False
    actor.mark = DOWNSTAGE
    actor.abroad = False
    actor.moved = True


def in_use(actor: Actor) -> list[str]:
    """The items that work for an actor: those its role may use, less the one that a Pyethonda has made it lose."""
    names = [name for name in actor.items if usable(plain_item(name), actor.role)]
    return without(names, actor.lost)


def has(actor: Actor, item: str) -> bool:
    """Return whether an item works for an actor, under whatever modifier."""
    return any(plain_item(name) == item for name in in_use(actor))


def without(names: list[str], name: str) -> list[str]:
    """The names less one of those that are the same."""
    if name not in names:
        return names
    at = names.index(name)
    return [*names[:at], *names[at + 1 :]]


def give_up(actor: Actor, item: str) -> str:
    """Take one working item of a kind from an actor; gives its name, modifier and all."""
    names = [name for name in in_use(actor) if plain_item(name) == item]
    actor.items = without(actor.items, names[0])
    return names[0]


def plain_item(name: str) -> str:
    """An item's name without its modifier: `+1 Alley armor` is Alley armor (Stock Items)."""
    return name[3:] if name[:1] in ["+", "-"] else name


def item_modifier(name: str) -> int:
    """The modifier before an item's name, 0 if there is none."""
    if name[:1] == "+":
        return int(name[1:2])  # type: ignore[digits]  # One digit, in code that is JavaScript too.
    if name[:1] == "-":
        return -int(name[1:2])  # type: ignore[digits]
    return 0


def meets(actor: Actor) -> bool:
    """Return whether an actor's casting meets its own average. A weapon adds to its casting."""
    return actor.casting >= 1 and 2 * (actor.casting + actor.bonus) >= own_average2(actor)


def own_average2(actor: Actor) -> int:
    """Return twice the average of all final dice by sign (Average Roll Comparisons). Modifiers are added."""
    return sum(die.average2 for die in actor.dice if not die.is_taken) + 2 * actor.constant


def raw_casting(actor: Actor) -> int:
    """The signed sum of all dice that count, and the constants."""
    return sum(die.sign * die.value for die in actor.dice if not die.void) + actor.constant + actor.extra


def initial_values(actor: Actor, size: int) -> list[int]:
    """The values of an actor's initial dice of a size, as far as they count."""
    return [die.value for die in actor.dice if die.source == "cast" and die.size == size and not die.void]


def high_die(actor: Actor) -> int:
    """The highest value among an actor's added dice; 0 without any."""
    values = [die.value for die in actor.dice if die.sign > 0 and not die.void]
    return max(values) if len(values) > 0 else 0

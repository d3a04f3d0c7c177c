"""The start of a bit: who casts, what is rolled, and how each monster's initial dice are kept (Casting Timing)."""

from __future__ import annotations

from rulesmod.masque.casts import (
    MAX_DICE,
    MIN_NATURAL,
    Part,
    cast_text,
    casts,
    die_average2,
    lowered_casts,
    part_average2,
)
from rulesmod.masque.roles import build_die
from rulesmod.masque.state import (
    Actor,
    Asking,
    Choice,
    Die,
    Stage,
    ask,
    has,
    note,
    throw,
    upstage,
)

_CHOICES: dict[int, list[Choice]] = {}


def cast_choices(build: int) -> list[Choice]:
    """The Casts that a current build allows, as choices; the same list every time."""
    if build not in _CHOICES:
        plain = [Choice("cast", parts=parts) for parts in casts(build)]
        lowered = [Choice("cast", parts=parts, number=-1) for parts in lowered_casts(build)]
        _CHOICES[build] = [*plain, *lowered]
    return _CHOICES[build]


def role_choices(actor: Actor) -> list[Choice]:
    """Return the Casts of a role actor, by its build or items (rulings A3, A4). It may cast nothing at all."""
    choices = cast_choices(actor.current)
    more: list[Choice] = []
    size = build_die(actor.role)
    if has(actor, "Prop ring") and actor.current < size:
        more.append(Choice("cast", parts=[Part(size)], name="Prop ring"))
    if has(actor, "Upsurge staff"):
        for choice in choices:
            if choice.number == 0 and any(part.size == size for part in choice.parts):
                more.append(Choice("cast", parts=choice.parts, name="Upsurge staff"))
    return [*choices, *more, Choice("rest")]


def cast_all(stage: Stage, side: int) -> Asking[None]:
    """Every actor upstage casts that may and will."""
    for actor in upstage(stage, side):
        if actor.stuck > 0:
            actor.resting = True
            actor.immobilized = True
            note(stage, "immobilized", actor.name, actor.stuck - 1)
        elif actor.role != "":
            choice = yield from ask(stage, side, "cast", actor.number, role_choices(actor))
            if choice.kind == "rest":
                actor.resting = True
                note(stage, "rests", actor.name)
            else:
                cast_role(stage, actor, choice)
        else:
            choice = yield from ask(stage, side, "roll", actor.number, [Choice("roll"), Choice("rest")])
            if choice.kind == "rest":
                actor.resting = True
                actor.onset = False
                note(stage, "rests", actor.name)
            else:
                cast_monster(stage, actor)


def new_die(stage: Stage, size: int, sign: int, source: str) -> Die:
    """A die just thrown, with its own average."""
    value = throw(stage, size)
    return Die(size, sign, value, value, sign * die_average2(size), source)


def dice_text(actor: Actor) -> str:
    """Format the dice of an actor: `d6:4 -d2:1`."""
    shown: list[str] = []
    for die in actor.dice:
        sign = "-" if die.sign < 0 else "+" if len(shown) > 0 else ""
        mark = "!" if die.void else ""
        shown.append(f"{sign}d{die.size}:{die.value}{mark}")
    return " ".join(shown)


def cast_role(stage: Stage, actor: Actor, choice: Choice) -> None:
    """Roll a role actor's chosen Cast (Initial Dice); a -1 spoils the lowest value of its smallest die type."""
    actor.dice = [new_die(stage, part.size, part.sign, "cast") for part in choice.parts]
    actor.cast = choice.parts
    actor.constant = choice.number
    if choice.number < 0:
        smallest = min(die.size for die in actor.dice)
        lowest_value = min(die.value for die in actor.dice if die.size == smallest)
        for die in actor.dice:
            if die.size == smallest and die.value == lowest_value:
                die.full = False
                break
    if choice.name == "Upsurge staff":
        for at in range(len(actor.dice)):
            if actor.dice[at].size == build_die(actor.role):
                actor.dice[at] = new_die(stage, build_die(actor.role) + 1, 1, "upsurge")
                note(stage, "upsurge", actor.name)
                break
    if actor.bonus_size > 0 and len(choice.parts) == MAX_DICE - 1:
        actor.dice.append(new_die(stage, actor.bonus_size, 1, "cast"))
        note(stage, "bonus-die", actor.name, actor.bonus_size)
    if actor.lighting != 0:
        actor.constant += actor.lighting
        note(stage, "lighting", actor.name, actor.lighting)
    note(stage, "casts", actor.name, cast_text(choice.parts, choice.number), dice_text(actor))


def current_cast(stage: Stage, actor: Actor) -> list[Part]:
    """The Cast of a monster in this bit: what it has lost is gone, what it has gained stands behind."""
    if actor.monster == "Goblin" and actor.accrued > 0:
        return [*actor.cast, Part(actor.accrued)]
    if actor.monster == "Rounder" and actor.substitute == stage.bit:
        return [Part(4, other=6, keep="best")]
    if len(actor.heritage) > 0:
        return [*actor.cast, *actor.heritage][:MAX_DICE]
    return actor.cast


def cast_monster(stage: Stage, actor: Actor) -> None:
    """Roll a monster's Cast and keep what its pair keeps (Monster Extras)."""
    parts = current_cast(stage, actor)
    actor.dice = []
    actor.constant = actor.modifier
    if len(actor.heritage) > 0:
        note(stage, "orc", actor.name, cast_text(parts, actor.modifier))
    for part in parts:
        if part.keep != "":
            actor.dice.append(keep_one(stage, actor, part))
        elif actor.monster == "Halfling" and part.size == 3:
            actor.dice.append(quotient_die(stage, actor))
        else:
            actor.dice.append(new_die(stage, part.size, part.sign, "cast"))
    actor.heritage = []
    note(stage, "casts", actor.name, cast_text(parts, actor.modifier), dice_text(actor))


def quotient_die(stage: Stage, actor: Actor) -> Die:
    """A Halfling's d3, read from a d6 whose face is kept for its ability (Halfling)."""
    actor.d6_face = throw(stage, 6)
    value = (actor.d6_face + 1) // 2
    return Die(3, 1, value, value, die_average2(3), "cast")


def keep_one(stage: Stage, actor: Actor, part: Part) -> Die:
    """Roll a pair and keep one of its dice with its type; a tie keeps the die of fewer faces (Cast Modifiers)."""
    first = throw(stage, part.size)
    second = throw(stage, part.other)
    takes_first = part.size < part.other
    if first != second:
        takes_first = first < second if part.keep == "least" else first > second
    value = first if takes_first else second
    size = part.size if takes_first else part.other
    note(stage, "pair", actor.name, part.size, first, part.other, second, size)
    average2 = part_average2(part) if stage.readings.pair_average == "listed" else die_average2(size)
    die = Die(size, 1, value, value, average2, "cast")
    actor.pair_value = second if takes_first else first
    if actor.monster == "Goblin" and size == 6:
        actor.accrued += value
        note(stage, "goblin", actor.name, value, actor.accrued)
    if actor.monster == "Rounder":
        round_about(stage, actor, die)
    if actor.monster == "Gnome" and second >= 7:
        actor.cast = [Part(6)]
        die.value = min(6, die.value + 1)
        note(stage, "gnome", actor.name, second, die.value)
    return die


def round_about(stage: Stage, actor: Actor, die: Die) -> None:
    """A Rounder's kept d3 brings its other Cast in the next bit; there a 4 on the d6 is a d4's natural (Rounder)."""
    if die.size == 3:
        actor.substitute = stage.bit + 1
        note(stage, "rounder", actor.name)
    if die.size == 6:
        die.is_kept = False
        if die.value == MIN_NATURAL:
            die.size = MIN_NATURAL
            die.is_kept = True
            note(stage, "rounder-natural", actor.name)

"""A set-to, bit by bit: the procedure that ties casting, options, strike and restaging together (introduction).

`set_to` is a generator: it yields each question and is sent the answer, so that policies, a reader in the page or
a test can play either side.
"""

from __future__ import annotations

from rulesmod.masque.abilities import hobgoblins, nullify, prepare_abilities
from rulesmod.masque.casting import cast_all
from rulesmod.masque.effects import (
    add_natural,
    bring_effect,
    declare_omen,
    effect_choices,
    give_dice,
    natural_choices,
    shift,
    shift_choices,
)
from rulesmod.masque.gear import apply_weapon, item_choices, keep_mace, prepare_items, use_item
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.restaging import meet_entering, restage
from rulesmod.masque.rulings import Readings
from rulesmod.masque.state import (
    DIRECTOR,
    DOWNSTAGE,
    ENTOURAGE,
    MARKS,
    TROUPE,
    Actor,
    Asking,
    Choice,
    Random,
    Stage,
    ask,
    casting_actors,
    in_play,
    note,
    other_side,
    standing_on,
    upstage,
)
from rulesmod.masque.striking import find_striking_side, omens, potions, strike


def monster(name: str, label: str, side: int = ENTOURAGE) -> Actor:
    """An actor from the bestiary."""
    stats = MONSTERS[name]
    return Actor(
        number=0,
        name=label,
        side=side,
        monster=name,
        role="",
        build=stats.build,
        current=stats.build,
        cast=stats.cast,
        modifier=stats.modifier,
    )


def role_actor(role: str, label: str, build: int, items: list[str], side: int = TROUPE) -> Actor:
    """A role actor, of a player or of the entourage."""
    return Actor(number=0, name=label, side=side, monster="", role=role, build=build, current=build, items=items)


def new_stage(actors: list[Actor], random: Random, readings: Readings) -> Stage:
    """A stage with all actors, numbered in their order."""
    stage = Stage(actors, random, readings)
    for at in range(len(actors)):
        actors[at].number = at
    return stage


def arrange(stage: Stage) -> None:
    """Send actors to the free marks of their side, in their order (ruling A2)."""
    for side in [TROUPE, ENTOURAGE]:
        for actor in in_play(stage, side):
            free = [mark for mark in MARKS if len(standing_on(stage, side, mark)) == 0]
            if actor.mark == DOWNSTAGE and len(free) > 0:
                actor.mark = free[0]


def set_to(stage: Stage) -> Asking[None]:
    """Play bits until a side has nobody left or the director calls it off (ruling A19)."""
    for actor in stage.actors:
        if actor.mark == DOWNSTAGE:
            note(stage, "waits", actor.name)
        else:
            note(stage, "appears", actor.name, actor.mark)
    while not stage.over:
        yield from play_bit(stage)
        if len(in_play(stage, TROUPE)) == 0 or len(in_play(stage, ENTOURAGE)) == 0:
            stage.over = True
        else:
            choice = yield from ask(stage, DIRECTOR, "go-on", -1, [Choice("go-on"), Choice("end")])
            stage.over = choice.kind == "end"
            if stage.over:
                note(stage, "called-off")
    for actor in stage.actors:
        if actor.role != "" and actor.hits > 0 and not actor.out:
            actor.hits = 0
            note(stage, "forgotten", actor.name)
    note(stage, "over", len(in_play(stage, TROUPE)), len(in_play(stage, ENTOURAGE)))


def begin_bit(stage: Stage) -> None:
    """Clear what belongs to one bit."""
    stage.bit += 1
    stage.striking = -1
    stage.won = []
    nowhere = [False, False, False, False]
    stage.trampled = [[*nowhere], [*nowhere]]
    stage.vacated = [[*nowhere], [*nowhere]]
    stage.fallen = [[-1, -1, -1, -1], [-1, -1, -1, -1]]
    stage.emptied = [len(upstage(stage, side)) == 0 for side in [TROUPE, ENTOURAGE]]
    note(stage, "bit", stage.bit)
    for actor in stage.actors:
        clear(actor)
        others = standing_on(stage, other_side(actor.side), actor.mark) if actor.abroad else []
        actor.shared_since = any(other.side != actor.side for other in others)


def clear(actor: Actor) -> None:
    """Forget an actor's last bit."""
    actor.resting = actor.mark == DOWNSTAGE
    actor.immobilized = False
    actor.seen = actor.seen or not actor.resting
    actor.dice = []
    actor.constant = 0
    actor.extra = 0
    actor.pair_value = 0
    actor.d6_face = 0
    actor.casting = 0
    actor.remainder = 0
    actor.bonus = 0
    actor.nullified = False
    actor.qualified = False
    actor.forced = False
    actor.moved = False
    actor.struck = 0
    actor.dealt = 0
    actor.recovered = False
    actor.stepped = False
    actor.curated_by = []
    actor.marked_by = []
    actor.drawn = 0
    actor.dagger_used = False
    actor.added_boot = False
    actor.may_call = []


def let_pass(actor: Actor) -> None:
    """Clear an idle actor's store for this casting. It comes from the bit before."""
    actor.heritage = []
    actor.pocket = []
    actor.mace = 0


def initiative(stage: Stage) -> int:
    """The side whose options come first: the troupe, unless a role actor guides the monsters (Casting Timing)."""
    guided = any(actor.role != "" for actor in in_play(stage, ENTOURAGE))
    return ENTOURAGE if guided else TROUPE


def play_bit(stage: Stage) -> Asking[None]:
    """One bit: castings, options, nullification, totals, hits, restaging."""
    begin_bit(stage)
    first = initiative(stage)
    for side in [TROUPE, ENTOURAGE]:
        yield from cast_all(stage, side)
    for actor in stage.actors:
        if actor.resting:
            let_pass(actor)
    for side in [first, other_side(first)]:
        yield from options(stage, side)
    yield from nullify(stage)
    for side in [TROUPE, ENTOURAGE]:
        for actor in casting_actors(stage, side):
            apply_weapon(stage, actor)
    stage.striking = find_striking_side(stage)
    if stage.striking >= 0:
        yield from strike(stage)
    yield from omens(stage)
    yield from potions(stage)
    for actor in stage.actors:
        keep_mace(actor)
    yield from restage(stage, first)
    meet_entering(stage)
    for actor in stage.actors:
        if actor.immobilized:
            actor.stuck -= 1


def options(stage: Stage, side: int) -> Asking[None]:
    """Let one side use its dice, in an order of its choice (Casting Timing)."""
    for actor in casting_actors(stage, side):
        prepare_abilities(stage, actor)
        prepare_items(stage, actor)
    again = True
    while again:
        choices: list[Choice] = []
        for actor in casting_actors(stage, side):
            if actor.role == "":
                choices.extend(natural_choices(stage, actor))
            else:
                choices.extend(effect_choices(stage, actor))
                choices.extend(item_choices(stage, actor))
                choices.extend(shift_choices(actor))
        choice = yield from ask(stage, side, "option", -1, [Choice("done"), *choices])
        again = choice.kind != "done"
        yield from carry_out(stage, choice)
    yield from hobgoblins(stage, side)


def carry_out(stage: Stage, choice: Choice) -> Asking[None]:
    """Do what a side has chosen among its options."""
    if choice.kind == "natural":
        add_natural(stage, stage.actors[choice.actor], choice.die)
    elif choice.kind == "elf":
        give_dice(stage, stage.actors[choice.actor], choice.die)
    elif choice.kind == "fx":
        yield from bring_effect(stage, choice)
    elif choice.kind == "omen":
        declare_omen(stage, choice)
    elif choice.kind == "shift":
        shift(stage, choice)
    elif choice.kind in ["explode", "pocket", "quaff"]:
        use_item(stage, choice)

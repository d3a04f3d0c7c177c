"""Restaging: who must leave, who may come and go, and what changes hands at the end of a bit (Restaging Timing)."""

from __future__ import annotations

from rulesmod.masque.abilities import groot_four
from rulesmod.masque.hits import wear_armor
from rulesmod.masque.items import usable
from rulesmod.masque.state import (
    DOWNSTAGE,
    ENTOURAGE,
    MARKS,
    TROUPE,
    Actor,
    Asking,
    Choice,
    Fallen,
    Stage,
    ask,
    downstage,
    facing,
    give_up,
    has,
    home,
    is_empty,
    is_vacant,
    leave,
    meets,
    note,
    other_side,
    own_average2,
    pick,
    plain_item,
    standing_on,
    throw,
    upstage,
    without,
)
from rulesmod.masque.striking import unqualified

MAX_MOVES = 12
"""Choices of one side in one restaging: each actor and each item at the most a few times."""


def restage(stage: Stage, first: int) -> Asking[None]:
    """All of restaging; `first` is the side with the initiative, whose choices are asked for first."""
    bats(stage)
    rats_may_pounce = [len(marks_filled(stage, side)) == len(MARKS) for side in [TROUPE, ENTOURAGE]]
    yield from forced_exits(stage)
    for side in [TROUPE, ENTOURAGE]:
        if rats_may_pounce[side]:
            yield from pounce(stage, side)
    for side in [first, other_side(first)]:
        yield from move_freely(stage, side)
    for side in [first, other_side(first)]:
        yield from retrieve(stage, side)
    for actor in stage.actors:
        if actor.monster == "Mast Rats" and actor.abroad and actor.shared_since and not actor.out:
            sharers = standing_on(stage, other_side(actor.side), actor.mark)
            if any(other.side != actor.side for other in sharers):
                note(stage, "rats-leave", actor.name, actor.mark)
                leave(stage, actor)
    for actor in stage.actors:
        if not actor.out:
            yield from wear_armor(stage, actor)


def marks_filled(stage: Stage, side: int) -> list[int]:
    """The marks of a side on which one of its own stands."""
    return [mark for mark in MARKS if any(actor.side == side for actor in standing_on(stage, side, mark))]


def bats(stage: Stage) -> None:
    """Let each of a struck side's Bats push a random opponent (Turbul Bats). The Bats are not hit, and meet their
    average.
    """
    if stage.striking < 0:
        return
    for actor in upstage(stage, other_side(stage.striking)):
        if actor.monster == "Turbul Bats" and actor.struck == 0 and not actor.resting and meets(actor):
            enemies = upstage(stage, stage.striking)
            if len(enemies) > 0:
                enemy = pick(stage, enemies)
                enemy.forced = True
                note(stage, "bats", actor.name, enemy.name)


def stays(actor: Actor) -> bool:
    """Return whether an actor cannot be moved (ruling A17). It is immobilized, or in another's grip."""
    return actor.stuck > 0 or actor.holder >= 0


def forced_exits(stage: Stage) -> Asking[None]:
    """Move forced actors down, and release those let go by a Pyethonda. Forced are those who failed on the striking
    side, and those pushed by an ability.
    """
    for actor in unqualified(stage):
        if not actor.forced:
            note(stage, "unqualified", actor.name)
        actor.forced = True
    for actor in stage.actors:
        if actor.monster == "Witcher" and actor.side == stage.striking and actor.forced and not stays(actor):
            yield from bewitch(stage, actor)
    for actor in stage.actors:
        if actor.holder >= 0 and not actor.out:
            holder = stage.actors[actor.holder]
            if holder.out or holder.mark == DOWNSTAGE or (holder.forced and not stays(holder)):
                release(stage, actor)
    for actor in stage.actors:
        if actor.forced and not actor.out and actor.mark != DOWNSTAGE:
            if stays(actor):
                note(stage, "stays", actor.name)
            else:
                leave(stage, actor)
                note(stage, "forced", actor.name)


def release(stage: Stage, actor: Actor) -> None:
    """Whom a Pyethonda lets go is downstaged and has its ability back (Pyethonda)."""
    actor.holder = -1
    actor.lost = ""
    actor.mark = DOWNSTAGE
    actor.abroad = False
    actor.moved = True
    note(stage, "released", actor.name)


def bewitch(stage: Stage, actor: Actor) -> Asking[None]:
    """Let a Witcher that is forced down take an opponent along (ruling A32). It exceeded that one by a d12."""
    reach = actor.casting - throw(stage, 12)
    reached = [
        enemy
        for enemy in upstage(stage, other_side(actor.side))
        if not enemy.resting and enemy.casting <= reach and not enemy.forced
    ]
    if len(reached) == 0:
        note(stage, "witcher-alone", actor.name, reach)
        return
    choices = [Choice("bewitch", actor.number, target=enemy.number) for enemy in reached]
    choice = yield from ask(stage, actor.side, "bewitch", actor.number, choices)
    enemy = stage.actors[choice.target]
    enemy.forced = True
    enemy.barred = True
    note(stage, "witcher", actor.name, enemy.name, reach)


def pounce(stage: Stage, side: int) -> Asking[None]:
    """Before anybody else a downstage Rat may take a vacant mark of the opponents (Mast Rats)."""
    again = True
    while again:
        rats = [actor for actor in downstage(stage, side) if actor.monster == "Mast Rats" and not actor.moved]
        marks = [
            mark
            for mark in MARKS
            if is_vacant(stage, other_side(side), mark) and is_empty(stage, other_side(side), mark)
        ]
        choices = [Choice("pounce", rat.number, number=mark) for rat in rats for mark in marks]
        choice = yield from ask(stage, side, "pounce", -1, [Choice("done"), *choices])
        again = choice.kind == "pounce"
        if again:
            rat = stage.actors[choice.actor]
            rat.mark = choice.number
            rat.abroad = True
            rat.moved = True
            note(stage, "rats", rat.name, choice.number)


def move_choices(stage: Stage, side: int) -> list[Choice]:
    """The moves of a side: vacant marks to enter, marks to leave, and what items allow (Restaging Timing)."""
    choices: list[Choice] = []
    for actor in downstage(stage, side):
        if not actor.moved and not is_barred(stage, actor):
            for mark in MARKS:
                if is_vacant(stage, side, mark):
                    choices.append(Choice("enter", actor.number, number=mark))
    choices.extend(exits(stage, side))
    choices.extend(calls(stage, side))
    choices.extend(exchanges(stage, side))
    return choices


def exits(stage: Stage, side: int) -> list[Choice]:
    """Marks that may be left, and actors that a Remand rod may send away."""
    choices: list[Choice] = []
    for actor in upstage(stage, side):
        if actor.moved or stays(actor):
            continue
        if (actor.abroad or not stage.trampled[side][actor.mark]) and may_leave(stage, actor):
            choices.append(Choice("exit", actor.number))
        if has(actor, "Remand rod"):
            for other in [*upstage(stage, TROUPE), *upstage(stage, ENTOURAGE)]:
                if other.number != actor.number and not stays(other):
                    choices.append(Choice("remand", actor.number, target=other.number))
    return choices


def calls(stage: Stage, side: int) -> list[Choice]:
    """Actors downstage that others may call to a vacant mark."""
    choices: list[Choice] = []
    marks = [mark for mark in MARKS if is_vacant(stage, side, mark)]
    for actor in stage.actors:
        if actor.side == side and not actor.out:
            for number in actor.may_call:
                called = stage.actors[number]
                if called.mark == DOWNSTAGE and not called.out:
                    for mark in marks:
                        choices.append(Choice("call", actor.number, target=number, number=mark))
    return choices


def exchanges(stage: Stage, side: int) -> list[Choice]:
    """Items that may be handed over: both downstage, or both upstage on adjacent marks (ruling A18)."""
    choices: list[Choice] = []
    actors = [actor for actor in stage.actors if actor.side == side and actor.role != "" and not actor.out]
    for giver in actors:
        for taker in actors:
            if taker.number != giver.number and can_exchange(giver, taker):
                choices.extend([Choice("give", giver.number, target=taker.number, name=item) for item in giver.items])
    return choices


def can_exchange(giver: Actor, taker: Actor) -> bool:
    """Return whether two actors of a side are together. Both are downstage, or side by side upstage."""
    if giver.mark == DOWNSTAGE or taker.mark == DOWNSTAGE:
        return giver.mark == taker.mark
    return abs(giver.mark - taker.mark) == 1 and home(giver) == home(taker)


def retrieve(stage: Stage, side: int) -> Asking[None]:
    """Let actors pick up fallen items by a saving throw. An item lies on one's mark, or on an empty one beside it.

    The actor's casting is compared with the opponents' total, as for a strike (Restaging Timing; ruling `retrieval`).
    """
    for actor in upstage(stage, side):
        choices = [Choice("leave")]
        for at in range(len(stage.items)):
            if actor.role != "" and can_reach(stage, actor, stage.items[at]):
                choices.append(Choice("retrieve", actor.number, number=at, name=stage.items[at].item))
        choice = yield from ask(stage, side, "retrieve", actor.number, choices)
        if choice.kind == "retrieve":
            theirs = sum(enemy.casting for enemy in upstage(stage, other_side(side)))
            if actor.casting > theirs:
                stage.items.pop(choice.number)
                actor.items = [*actor.items, choice.name]
                note(stage, "retrieves", actor.name, choice.name, actor.casting, theirs)
            else:
                note(stage, "retrieves-not", actor.name, choice.name, actor.casting, theirs)


def can_reach(stage: Stage, actor: Actor, fallen: Fallen) -> bool:
    """Return whether an actor can reach and use a fallen item. It lies on the actor's mark, or on an empty one beside
    it.
    """
    if fallen.side != home(actor) or not usable(plain_item(fallen.item), actor.role):
        return False
    beside = abs(fallen.mark - actor.mark) == 1 and is_empty(stage, fallen.side, fallen.mark)
    if fallen.mark == actor.mark:
        return True
    return beside


def is_barred(stage: Stage, actor: Actor) -> bool:
    """Return whether a Witcher keeps an actor down. It does while a Witcher is downstage, until the upstage of the
    actor's own side lay empty.
    """
    if not actor.barred:
        return False
    watching = any(other.monster == "Witcher" for other in downstage(stage, other_side(actor.side)))
    if not watching or stage.emptied[actor.side]:
        actor.barred = False
        note(stage, "unbarred", actor.name)
    return actor.barred


def may_leave(stage: Stage, actor: Actor) -> bool:
    """Return whether an actor may leave against a G'root (ruling A40). On a side that does not strike it needs a better
    than average casting.
    """
    enemies = upstage(stage, other_side(actor.side))
    if stage.striking == actor.side or not any(enemy.monster == "Fell G'root" for enemy in enemies):
        return True
    loss = sum(groot_four(enemy) for enemy in facing(stage, actor))
    return 2 * (actor.casting - loss) > own_average2(actor)


def move_freely(stage: Stage, side: int) -> Asking[None]:
    """One side's moves; marks of the two sides are apart, so that asking in turn keeps them simultaneous."""
    left = MAX_MOVES
    while left > 0:
        left -= 1
        choices = move_choices(stage, side)
        choice = yield from ask(stage, side, "move", -1, [Choice("done"), *choices])
        if choice.kind == "done":
            return
        move(stage, side, choice)


def move(stage: Stage, side: int, choice: Choice) -> None:
    """Carry out one move."""
    actor = stage.actors[choice.actor]
    if choice.kind == "enter":
        enter(stage, actor, choice.number)
    elif choice.kind == "exit":
        note(stage, "exits", actor.name, actor.mark)
        leave(stage, actor)
        if has(actor, "Shuffle boots") and actor.current == actor.build:
            actor.moved = False
            note(stage, "shuffle", actor.name)
    elif choice.kind == "remand":
        other = stage.actors[choice.target]
        other.items = [*other.items, give_up(actor, "Remand rod")]
        leave(stage, other)
        note(stage, "remand", actor.name, other.name)
    elif choice.kind == "call":
        actor.may_call = [number for number in actor.may_call if number != choice.target]
        note(stage, "called", actor.name, stage.actors[choice.target].name)
        enter(stage, stage.actors[choice.target], choice.number)
    elif choice.kind == "give":
        other = stage.actors[choice.target]
        actor.items = without(actor.items, choice.name)
        other.items = [*other.items, choice.name]
        note(stage, "gives", actor.name, other.name, choice.name)


def enter(stage: Stage, actor: Actor, mark: int) -> None:
    """An actor takes a mark; an Orc that replaces a fallen ally takes on its dice (Orc), a glaive charges."""
    note(stage, "enters", actor.name, mark)
    actor.mark = mark
    actor.abroad = False
    actor.moved = True
    actor.onset = True
    actor.upstaged = True
    fallen = stage.fallen[actor.side][mark]
    if actor.monster == "Orc" and stage.vacated[actor.side][mark] and fallen >= 0:
        actor.heritage = stage.actors[fallen].cast
        note(stage, "orc-replaces", actor.name, stage.actors[fallen].name)
    stage.trampled[actor.side][mark] = True
    stage.vacated[actor.side][mark] = False


def meet_entering(stage: Stage) -> None:
    """Those who entered opposite each other in the same restaging: a glaive's bearer charges (Pirate glaive)."""
    for actor in stage.actors:
        if actor.out or not actor.upstaged or not has(actor, "Pirate glaive"):
            continue
        for enemy in facing(stage, actor):
            if enemy.upstaged:
                actor.glaive = enemy.number
    for actor in stage.actors:
        actor.upstaged = False

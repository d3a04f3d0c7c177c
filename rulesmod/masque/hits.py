"""Hits: what one does to an actor once it is allotted to it, and what Add-on hits follow (Attacking Timing)."""

from __future__ import annotations

from rulesmod.masque.casts import average_text, die_average2
from rulesmod.masque.gear import armor_modifiers, bonus_of, draw_dagger, take_warding
from rulesmod.masque.monsters import HITS_TO_FALL
from rulesmod.masque.roles import build_die
from rulesmod.masque.state import (
    DOWNSTAGE,
    Actor,
    Asking,
    Choice,
    Fallen,
    Stage,
    add_on_roll,
    ask,
    below,
    downstage,
    has,
    initial_values,
    leave,
    meets,
    note,
    pick,
    throw,
    upstage,
)

HITS_OF_A_PAIR = 2


def take_out(stage: Stage, actor: Actor, attacker: int) -> None:
    """An actor is out of action and vacates its mark; a staff makes that an exit (introduction; Arrant staff)."""
    actor.out = True
    note(stage, "out", actor.name)
    if actor.mark != DOWNSTAGE and not actor.abroad:
        as_exit = attacker >= 0 and has(stage.actors[attacker], "Arrant staff")
        stage.trampled[actor.side][actor.mark] = True
        stage.vacated[actor.side][actor.mark] = not as_exit
        stage.fallen[actor.side][actor.mark] = actor.number
        stage.items.extend([Fallen(actor.side, actor.mark, name) for name in actor.items])
        actor.items = []
        if as_exit:
            note(stage, "arrant-exit", stage.actors[attacker].name, actor.name)
    actor.mark = DOWNSTAGE
    actor.abroad = False


def cause(stage: Stage, target: Actor, attacker: int, chain: bool) -> Asking[bool]:
    """A hit is caused to an actor by any means; says whether it counted.

    `attacker` is the one it is attributed to, -1 without; `chain` whether a pair brings Add-on hits.
    """
    if target.out:
        return False
    if target.monster == "Hybor" and target.mark == DOWNSTAGE and below(stage, 2) == 0:
        note(stage, "hybor", target.name)
        return False
    target.struck += 1
    target.harmed = True
    target.hits += 1
    if target.monster != "":
        yield from hit_monster(stage, target, attacker)
    else:
        yield from hit_role_actor(stage, target, attacker, chain)
    return True


def hit_monster(stage: Stage, target: Actor, attacker: int) -> Asking[None]:
    """A monster falls at its second hit, unless a Ghoul removes one (introduction; Ghoul)."""
    note(stage, "hit-monster", target.name, target.hits)
    if ghoul_can_recover(target):
        yield from recover_ghoul(stage, target)
    if target.hits >= HITS_TO_FALL:
        take_out(stage, target, attacker)


def ghoul_can_recover(actor: Actor) -> bool:
    """Return whether a Ghoul can recover (Ghoul; ruling `ghoul-waiver`). An initial d6 shows the d4's value, and a hit
    has not been dealt yet.
    """
    if actor.monster != "Ghoul" or actor.recovered or actor.hits == 0 or actor.resting or actor.dealt > 0:
        return False
    fours = [die.value for die in actor.dice if die.source == "cast" and die.sign < 0 and not die.void]
    return any(value in fours for value in initial_values(actor, 6))


def recover_ghoul(stage: Stage, actor: Actor) -> Asking[None]:
    """It may remove a hit, and deals none in this bit (ruling A31)."""
    choice = yield from ask(
        stage, actor.side, "ghoul", actor.number, [Choice("recover", actor.number), Choice("keep", actor.number)]
    )
    if choice.kind == "recover":
        actor.hits -= 1
        actor.recovered = True
        note(stage, "ghoul", actor.name, actor.hits)


def hit_role_actor(stage: Stage, target: Actor, attacker: int, chain: bool) -> Asking[None]:
    """A pair of hits takes one from the current build and brings Add-on hits (introduction; rulings A14, A15)."""
    if target.hits < HITS_OF_A_PAIR:
        note(stage, "singleton", target.name)
        return
    target.hits = 0
    target.current -= 1
    note(stage, "pair-of-hits", target.name, target.current)
    if target.current <= target.baseline:
        take_out(stage, target, attacker)
        return
    if not chain:
        return
    number = add_on_hits(stage, target, attacker)
    for _ in range(number):
        yield from cause(stage, target, attacker, stage.readings.add_on == "chain")


def add_on_hits(stage: Stage, target: Actor, attacker: int) -> int:
    """How many Add-on hits a pairing brings, by who struck (introduction; Spidure; Role Fx Substitution)."""
    number = 0
    venomous = attacker >= 0 and stage.actors[attacker].venomous
    if not venomous or stage.readings.venom == "besides":
        number = add_on_roll(stage, 3, 2)
    if venomous:
        number += add_on_roll(stage, 4, 3)
        note(stage, "venom", stage.actors[attacker].name)
    if attacker in target.marked_by:
        more = throw(stage, 1)
        number += more
        note(stage, "fx-add-on", stage.actors[attacker].name, more)
    note(stage, "add-on", target.name, number)
    return number


def targets(stage: Stage, side: int) -> list[Actor]:
    """Who may be drawn for a hit against a side: those upstage, or those downstage when none are (introduction)."""
    front = upstage(stage, side)
    return front if len(front) > 0 else downstage(stage, side)


def deal(stage: Stage, attacker: Actor, high: int, target: Actor) -> Asking[int]:
    """A hit allotted to a target, with what may come between; `high` is the highest die behind it.

    Gives the number of the actor that it was dealt to in the end, -1 where it was not dealt.
    """
    if target.monster == "Salamander" and flares(target):
        is_over = yield from dare(stage, attacker, target)
        if is_over:
            return -1
    if has(target, "Scud shield") and target.mark != DOWNSTAGE and target.stuck == 0 and meets(target):
        choice = yield from ask(
            stage, target.side, "scud", target.number, [Choice("exit", target.number), Choice("take", target.number)]
        )
        if choice.kind == "exit":
            leave(stage, target)
            another = pick(stage, targets(stage, target.side))
            if another.number != target.number:
                another.may_call = [*another.may_call, *target.may_call, target.number]
            target.may_call = []
            note(stage, "scud", target.name, another.name)
            dealt = yield from deal(stage, attacker, high, another)
            return dealt
    if target.mark == DOWNSTAGE:
        cancelled = yield from dagger_cancels(stage, attacker, target)
        if cancelled:
            return -1
    if attacker.number in target.wards and has(target, "Warding longsword") and not attacker.natural_since:
        note(stage, "warding", attacker.name, target.name)
        yield from cause(stage, attacker, target.number, True)
        return -1
    target.allotted += 1
    if is_spared(stage, target, high):
        return -1
    struck = yield from cause(stage, target, attacker.number, True)
    if not struck:
        return -1
    attacker.dealt += 1
    credit(stage, attacker)
    if attacker.number not in target.foe:
        target.foe.append(attacker.number)
    smite(stage, attacker, target)
    take_warding(stage, attacker, target)
    return target.number


def dare(stage: Stage, attacker: Actor, target: Actor) -> Asking[bool]:
    """Let an attacker forgo a hit that would flare a Salamander, or suffer for it. Gives whether the hit is over."""
    choice = yield from ask(
        stage,
        attacker.side,
        "dare",
        attacker.number,
        [Choice("deal", attacker.number, target=target.number), Choice("forgo", attacker.number)],
    )
    if choice.kind == "forgo":
        note(stage, "salamander-forgone", attacker.name, target.name)
        return True
    note(stage, "salamander", attacker.name, target.name)
    yield from cause(stage, attacker, target.number, True)
    return attacker.recovered


def is_spared(stage: Stage, target: Actor, high: int) -> bool:
    """Return whether a monster takes no hit: an Ogre that gives up its largest die, a Troll that casts better."""
    if target.monster == "Ogre" and target.allotted == HITS_TO_FALL and any(part.size == 6 for part in target.cast):
        target.cast = [part for part in target.cast if part.size != 6]
        note(stage, "ogre-spared", target.name)
        return True
    return target.monster == "Troll" and high <= troll_better(target) and not troll_suffers(stage, target)


def credit(stage: Stage, attacker: Actor) -> None:
    """A hit is credited to its player, for Chops (introduction)."""
    attacker.hits_dealt += 1
    if stage.bit not in attacker.hit_bits:
        attacker.hit_bits.append(stage.bit)


def smite(stage: Stage, attacker: Actor, target: Actor) -> None:
    """A blacksword goes on ratcheting the target's current build down (Stock Items)."""
    if not has(attacker, "Smiting blacksword"):
        return
    while not target.out and throw(stage, 20) <= min(17, attacker.casting):
        target.current -= 1
        note(stage, "smiting", attacker.name, target.name, target.current)
        if target.current <= target.baseline:
            take_out(stage, target, attacker.number)


def wear_armor(stage: Stage, actor: Actor) -> Asking[None]:
    """Let armor remove a singleton hit, or cursed armor complete it (+n armor). This is at the end of a bit."""
    place = 1
    for modifier in armor_modifiers(actor):
        if actor.role == "" or actor.hits != 1 or actor.out:
            return
        share = (abs(modifier) + place - 1) // place
        place += 1
        face = throw(stage, 8)
        if face > share:
            note(stage, "armor-idle", actor.name, face, share)
        elif modifier > 0:
            actor.hits = 0
            note(stage, "armor", actor.name, face, share)
        else:
            note(stage, "armor-cursed", actor.name, face, share)
            yield from cause(stage, actor, -1, False)


def flares(actor: Actor) -> bool:
    """Return whether a Salamander's initial d4 is above its initial d5 (Salamander)."""
    fours = initial_values(actor, 4)
    fives = initial_values(actor, 5)
    return len(fours) > 0 and len(fives) > 0 and fours[0] > fives[0]


def troll_better(actor: Actor) -> int:
    """The better of a Troll's initial d10 and the sum of its initial d4s (ruling A36)."""
    return max(sum(initial_values(actor, 10)), sum(initial_values(actor, 4)))


def troll_suffers(stage: Stage, target: Actor) -> bool:
    """A d6 decides what a weak hit does to a Troll; says whether it counts (Troll)."""
    face = throw(stage, 6)
    fours = [part for part in target.cast if part.size == 4]
    if face in [4, 5] and len(fours) > 0:
        rest = [part for part in target.cast if part.size != 4]
        target.cast = [*rest, *fours[1:]]
        note(stage, "troll-die", target.name, face, len(fours) - 1)
        return False
    if face == 1 or (face in [2, 3] and target.hits > 0):
        note(stage, "troll-shrugs", target.name, face)
        return False
    note(stage, "troll-suffers", target.name, face)
    return True


def dagger_cancels(stage: Stage, attacker: Actor, target: Actor) -> Asking[bool]:
    """Let a dagger answer a hit downstage before it lands (Holdout dagger). It may be on the bearer or a friend."""
    bearer = yield from draw_dagger(stage, target)
    if bearer < 0:
        return False
    size = build_die(target.role)
    first = throw(stage, size)
    second = throw(stage, size)
    bonus = bonus_of(stage, stage.actors[bearer])
    note(stage, "dagger", stage.actors[bearer].name, size, first, second, average_text(2 * die_average2(size)))
    if first + second + bonus >= die_average2(size):
        struck = yield from cause(stage, attacker, bearer, True)
        if struck:
            credit(stage, stage.actors[bearer])
    cancelled = attacker.out or attacker.recovered or first == size or second == size
    if cancelled:
        note(stage, "dagger-cancels", target.name)
    return cancelled

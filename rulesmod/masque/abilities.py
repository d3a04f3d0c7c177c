"""Monsters' abilities that act on castings: among their side's options, and in nullification."""

from __future__ import annotations

from rulesmod.masque.casting import dice_text
from rulesmod.masque.effects import add_rerolling, initial_natural
from rulesmod.masque.hits import cause, ghoul_can_recover, recover_ghoul
from rulesmod.masque.state import (
    MARKS,
    Actor,
    Asking,
    Choice,
    Die,
    Stage,
    ask,
    below,
    casting_actors,
    facing,
    high_die,
    initial_values,
    is_empty,
    neighbours,
    note,
    other_side,
    own_average2,
    pick,
    raw_casting,
    standing_on,
    upstage,
)

MAX_ONES = 2
"""The number of largest initial dice that decide if a casting is all ones (Cast Modifiers)."""


def prepare_abilities(stage: Stage, actor: Actor) -> None:
    """Apply automatic abilities when the options of an actor's side begin."""
    if actor.monster == "Warg":
        bound(stage, actor)
    if actor.monster == "Merekite" and actor.onset:
        actor.onset = False
        swoop(stage, actor)
    for rat in standing_on(stage, other_side(actor.side) if actor.abroad else actor.side, actor.mark):
        if rat.monster == "Mast Rats" and rat.abroad and rat.side != actor.side:
            note(stage, "rats-penalty", actor.name, rat.name)
            add_rerolling(stage, actor, 6, -1)


def bound(stage: Stage, actor: Actor) -> None:
    """A Warg's d3 that names an empty mark of the opponents adds a d4 (Warg)."""
    threes = initial_values(actor, 3)
    if len(threes) > 0 and threes[0] in MARKS and is_empty(stage, other_side(actor.side), threes[0]):
        note(stage, "warg", actor.name, threes[0])
        add_rerolling(stage, actor, 4, 1)


def swoop(stage: Stage, actor: Actor) -> None:
    """A Merekite's initial double of 2, 3 or 4 counts double (ruling A29)."""
    values = [die.value for die in actor.dice if die.source == "cast" and not die.void]
    if len(values) == 2 and values[0] == values[1] and values[0] >= 2:
        actor.extra += sum(values)
        note(stage, "merekite", actor.name, values[0], sum(values))


def hobgoblins(stage: Stage, side: int) -> Asking[None]:
    """Let a Hobgoblin with a 1 step up and an ally down (Hobgoblin). This follows all other options."""
    for actor in casting_actors(stage, side):
        if actor.monster != "Hobgoblin" or actor.dice[0].value != 1 or actor.dice[0].void:
            continue
        allies = [ally for ally in neighbours(stage, actor) if not ally.resting and len(steppable(ally)) > 0]
        if len(allies) == 0:
            continue
        choice = yield from ask(
            stage, side, "hobgoblin", actor.number, [Choice("step", actor.number), Choice("keep", actor.number)]
        )
        if choice.kind == "step":
            ally = pick(stage, allies)
            dice = steppable(ally)
            die = dice[below(stage, len(dice))]
            die.value -= 1
            actor.dice[0].value = 2
            note(stage, "hobgoblin", actor.name, ally.name, die.size, die.value)


def steppable(actor: Actor) -> list[Die]:
    """The initial dice of 2 or more."""
    return [die for die in actor.dice if die.source == "cast" and die.value >= 2 and not die.void]


# Nullification


def nullify(stage: Stage) -> Asking[None]:
    """Everything that takes a casting away, before totals are compiled (Casting Timing)."""
    for side in [0, 1]:
        for actor in casting_as(stage, side, "Spidure"):
            enmesh(stage, actor)
    for side in [0, 1]:
        for actor in casting_actors(stage, side):
            yield from compile_casting(stage, actor)
    for side in [0, 1]:
        for actor in casting_actors(stage, side):
            yield from settle_casting(stage, actor)
    for side in [0, 1]:
        for actor in casting_as(stage, side, "Ogre"):
            if initial_natural(actor):
                ram(stage, actor)
    for side in [0, 1]:
        for actor in casting_as(stage, side, "Halfling"):
            sucker(stage, actor)


def casting_as(stage: Stage, side: int, monster: str) -> list[Actor]:
    """The casting actors of a side that are one kind of monster."""
    return [actor for actor in casting_actors(stage, side) if actor.monster == monster]


def compile_casting(stage: Stage, actor: Actor) -> Asking[None]:
    """Add up a casting; all ones nullify it."""
    actor.remainder = raw_casting(actor)
    actor.casting = max(0, actor.remainder)
    if any(die.value == die.size and die.size >= 4 and not die.void for die in actor.dice):
        actor.natural_since = True
    yield from all_ones(stage, actor)


def settle_casting(stage: Stage, actor: Actor) -> Asking[None]:
    """Let what a casting of zero brings about come to pass."""
    if len(actor.curated_by) > 0 and actor.remainder <= 0:
        immobilize(stage, actor)
    if actor.casting == 0 and not actor.nullified:
        note(stage, "zero", actor.name, actor.remainder)
    if ghoul_can_recover(actor):
        yield from recover_ghoul(stage, actor)


def enmesh(stage: Stage, actor: Actor) -> None:
    """Nullify the opponent's highest die if a Spidure's final dice bracket it (Spidure). Its rerolls are nullified,
    too.
    """
    values = [die.value for die in actor.dice if die.size == 5 and not die.void]
    for enemy in facing(stage, actor)[:1]:
        high = high_die(enemy)
        if enemy.resting or high == 0 or sum(values) <= high or all(value >= high for value in values):
            continue
        for at in range(len(enemy.dice)):
            die = enemy.dice[at]
            if die.value == high and die.sign > 0 and not die.void:
                void_chain(enemy, at)
                break
        note(stage, "spidure", actor.name, enemy.name, high)


def void_chain(actor: Actor, at: int) -> None:
    """Nullify a die with the rerolls that its natural brought."""
    actor.dice[at].void = True
    for other in range(len(actor.dice)):
        if actor.dice[other].parent == at and not actor.dice[other].void:
            void_chain(actor, other)


def shows_all_ones(actor: Actor) -> bool:
    """Return whether the largest initial dice, up to two, all show 1 (Cast Modifiers)."""
    initial = [die for die in actor.dice if die.source == "cast" and not die.is_taken]
    if actor.monster == "Goblin":
        initial = initial[:1]
    largest = sorted(initial, key=lambda die: -die.size)[:MAX_ONES]
    return len(largest) > 0 and all(die.value == 1 for die in largest)


def all_ones(stage: Stage, actor: Actor) -> Asking[None]:
    """Nullify a monster's casting of ones, and hit it at once (rulings A7, A26, A38)."""
    if actor.monster == "" or not shows_all_ones(actor):
        return
    note(stage, "ones", actor.name, dice_text(actor))
    yield from cause(stage, actor, -1, True)
    if actor.out:
        for die in actor.dice:
            if die.altered_by >= 0 and die.value == 1 and die.source == "cast":
                stage.actors[die.altered_by].put_out = True
    if not actor.recovered:
        actor.casting = 0
        actor.nullified = True


def immobilize(stage: Stage, actor: Actor) -> None:
    """A Curate's remainder of 0 or less holds an actor upstage, without casting (ruling A21)."""
    actor.casting = 0
    actor.nullified = True
    actor.stuck = 1 - actor.remainder
    note(stage, "curate-holds", actor.name, actor.remainder, actor.stuck)


def ram(stage: Stage, actor: Actor) -> None:
    """An Ogre's initial natural nullifies one random opponent upstage that shows none (Ogre)."""
    enemies = upstage(stage, other_side(actor.side))
    if len(enemies) == 0:
        return
    enemy = pick(stage, enemies)
    if any(die.value == die.size and die.size >= 4 and die.source == "cast" and not die.void for die in enemy.dice):
        note(stage, "ogre-withstood", actor.name, enemy.name)
        return
    enemy.casting = 0
    enemy.nullified = True
    enemy.forced = True
    note(stage, "ogre", actor.name, enemy.name)


def sucker(stage: Stage, actor: Actor) -> None:
    """Nullify the facing opponent's casting if a Halfling's d4 reaches its d6 face. The casting has to be average or
    better.
    """
    fours = initial_values(actor, 4)
    if len(fours) == 0 or actor.d6_face > fours[0]:
        return
    for enemy in facing(stage, actor):
        if not enemy.resting and enemy.casting >= 1 and 2 * enemy.casting >= own_average2(enemy):
            enemy.casting = 0
            enemy.nullified = True
            note(stage, "halfling", actor.name, enemy.name, actor.d6_face, fours[0])


# Totals


def reduction(stage: Stage, side: int) -> int:
    """Return what the other side's initial G'root d4s take from a side (Fell G'root)."""
    loss = 0
    for actor in casting_actors(stage, other_side(side)):
        loss += groot_four(actor)
    return loss


def groot_four(actor: Actor) -> int:
    """The initial d4 of a Fell G'root, 0 of any other."""
    if actor.monster != "Fell G'root" or actor.resting:
        return 0
    return sum(initial_values(actor, 4))


def contribution(stage: Stage, actor: Actor) -> int:
    """Return an actor's part of its side's total, less its holder's casting (Pyethonda)."""
    if actor.holder < 0:
        return actor.casting
    holder = stage.actors[actor.holder]
    return max(0, actor.casting - holder.casting)

"""Totals, the striking side, and whom its hits are allotted to (introduction; Attacking Timing)."""

from __future__ import annotations

from dataclasses import dataclass

from rulesmod.masque.abilities import contribution, reduction
from rulesmod.masque.gear import ring_excess
from rulesmod.masque.hits import cause, deal, targets
from rulesmod.masque.state import (
    DOWNSTAGE,
    ENTOURAGE,
    MARKS,
    TROUPE,
    Actor,
    Asking,
    Choice,
    Die,
    Stage,
    ask,
    below,
    casting_actors,
    has,
    high_die,
    home,
    in_use,
    initial_values,
    meets,
    note,
    other_side,
    own_average2,
    pick,
    standing_on,
    throw,
    upstage,
)

MIN_AWARDED = 6
"""The least die whose natural wins an outnumbered side the strike (introduction)."""


@dataclass(slots=True)
class Attack:
    """A hit to be allotted: an actor's casting, or a die that it won, with its rank and its highest die."""

    actor: Actor
    rank: int
    high: int
    own: bool
    average2: int


def total(stage: Stage, side: int) -> int:
    """A side's build total: its castings, dice won by a Bravo, less what the G'roots take (introduction)."""
    actors = casting_actors(stage, side)
    result = sum(max(0, contribution(stage, actor) - ring_excess(actor)) for actor in actors)
    if len(actors) == 1:
        result += actors[0].bonus
    result += sum(die.sign * die.value for die in stage.won if stage.actors[die.owner].side == side)
    loss = reduction(stage, side)
    if loss > 0:
        note(stage, "groot", side_name(side), loss)
    return max(0, result - loss)


def side_name(side: int) -> str:
    return "the troupe" if side == TROUPE else "the entourage"


def best_natural(stage: Stage, side: int) -> int:
    """Faces of the largest die on a side that shows its highest, 0 without (ruling A8)."""
    best = 0
    for actor in casting_actors(stage, side):
        for die in actor.dice:
            if is_shown(die) and die.size >= MIN_AWARDED:
                best = max(best, die.size)
    return best


def is_shown(die: Die) -> bool:
    """Return whether an added die shows a natural in the end. The larger die of a Rounder's pair never does."""
    if die.sign < 0 or die.value != die.size or die.void:
        return False
    return die.full and (die.is_kept or die.source == "added")


def find_striking_side(stage: Stage) -> int:
    """The side that strikes, -1 for parley (introduction; rulings A8 to A10)."""
    stage.totals = [total(stage, TROUPE), total(stage, ENTOURAGE)]
    note(stage, "totals", stage.totals[0], stage.totals[1])
    counts = [len(upstage(stage, TROUPE)), len(upstage(stage, ENTOURAGE))]
    tied = stage.totals[0] == stage.totals[1]
    if counts[0] != counts[1] and not (tied and stage.readings.tie == "parley"):
        few = TROUPE if counts[0] < counts[1] else ENTOURAGE
        natural = best_natural(stage, few)
        if natural > 0 and best_natural(stage, other_side(few)) < natural:
            note(stage, "awarded", side_name(few), natural)
            return few
    if tied:
        note(stage, "parley")
        return -1
    side = TROUPE if stage.totals[0] > stage.totals[1] else ENTOURAGE
    note(stage, "strikes", side_name(side))
    return side


def attacks(stage: Stage, side: int) -> list[Attack]:
    """All that a striking side may hit with, highest first; ties go to the lesser Build, then by lot."""
    waiting: list[Attack] = []
    for actor in casting_actors(stage, side):
        if actor.casting >= 1 and not actor.recovered and not actor.nullified:
            waiting.append(Attack(actor, actor.casting + actor.bonus, high_die(actor), True, own_average2(actor)))
    for die in stage.won:
        if stage.actors[die.owner].side == side and die.sign * die.value >= 1 and not stage.actors[die.owner].out:
            waiting.append(Attack(stage.actors[die.owner], die.value, die.value, False, die.average2))
    ordered: list[Attack] = []
    while len(waiting) > 0:
        rank = max(attack.rank for attack in waiting)
        build = min(attack.actor.build for attack in waiting if attack.rank == rank)
        first = [at for at in range(len(waiting)) if waiting[at].rank == rank and waiting[at].actor.build == build]
        ordered.append(waiting.pop(first[below(stage, len(first))]))
    return ordered


def strike(stage: Stage) -> Asking[None]:
    """Who qualifies deals a hit each, or the highest alone one at the least (introduction)."""
    side = stage.striking
    enemy = other_side(side)
    ranked = attacks(stage, side)
    qualified = [attack for attack in ranked if 2 * attack.rank >= attack.average2]
    if len(qualified) == 0 and len(ranked) > 0 and len(upstage(stage, enemy)) > 0:
        qualified = ranked[:1]
        note(stage, "least-hit", ranked[0].actor.name)
    for attack in qualified:
        if attack.own:
            attack.actor.qualified = True
    for attack in qualified:
        if attack.actor.out or attack.actor.recovered or len(targets(stage, enemy)) == 0:
            continue
        choice = yield from ask(
            stage,
            side,
            "deal",
            attack.actor.number,
            [Choice("deal", attack.actor.number), Choice("decline", attack.actor.number)],
        )
        if choice.kind == "decline":
            note(stage, "declines", attack.actor.name)
            continue
        yield from allot(stage, attack)


def allot(stage: Stage, attack: Attack) -> Asking[None]:
    """Draw a target for one hit, let items turn it, and deal it (Attacking Timing)."""
    attacker = attack.actor
    drawn = pick(stage, targets(stage, other_side(attacker.side)))
    note(stage, "allots", attacker.name, drawn.name)
    strayed = stray(stage, attacker, drawn)
    if strayed < 0:
        return
    target = stage.actors[strayed]
    chosen = yield from redirect(stage, attack, target)
    target.drawn += 1
    if has(target, "Alley armor") and target.drawn > 1:
        more = throw(stage, 6)
        note(stage, "alley", target.name, attacker.name, more)
        if 2 * attack.rank < attack.average2 + 2 * more:
            note(stage, "alley-holds", target.name)
            return
    if has(attacker, "Dueling rapier") and strayed == chosen and strayed in attacker.foe:
        note(stage, "rapier", attacker.name, target.name)
        yield from deal(stage, attacker, attack.high, target)
    final = stage.actors[chosen]
    if not final.out:
        dealt = yield from deal(stage, attacker, attack.high, final)
        if dealt >= 0:
            yield from hold(stage, attack, stage.actors[dealt])


def stray(stage: Stage, attacker: Actor, target: Actor) -> int:
    """A Troll's hit with a 1 on a d4 goes to a random mark beside the target's; -1 if it is lost there (Troll)."""
    if attacker.monster != "Troll" or 1 not in initial_values(attacker, 4) or target.mark == DOWNSTAGE:
        return target.number
    marks = [mark for mark in MARKS if abs(mark - target.mark) == 1]
    mark = marks[below(stage, len(marks))]
    there = [actor for actor in standing_on(stage, home(target), mark) if actor.side == target.side]
    note(stage, "troll-strays", attacker.name, mark, there[0].name if len(there) > 0 else "nobody")
    return there[0].number if len(there) > 0 else -1


def redirect(stage: Stage, attack: Attack, target: Actor) -> Asking[int]:
    """A foil turns a hit to another opponent upstage, a rapier to one that has hit its bearer."""
    attacker = attack.actor
    choices = [Choice("as-drawn", attacker.number, target=target.number)]
    if attack.own and has(attacker, "Fencing foil") and attacker.casting > target.casting and target.mark != DOWNSTAGE:
        for enemy in upstage(stage, target.side):
            if enemy.number != target.number:
                choices.append(Choice("foil", attacker.number, target=enemy.number))
    if has(attacker, "Dueling rapier"):
        for number in attacker.foe:
            if number != target.number and not stage.actors[number].out:
                choices.append(Choice("rapier", attacker.number, target=number))
    choice = yield from ask(stage, attacker.side, "redirect", attacker.number, choices)
    if choice.kind != "as-drawn":
        note(stage, choice.kind + "-turns", attacker.name, stage.actors[choice.target].name)
    return choice.target


def hold(stage: Stage, attack: Attack, target: Actor) -> Asking[None]:
    """Let a Pyethonda with a natural pull its victim beside it (ruling A33). The mark has to be empty."""
    attacker = attack.actor
    if attacker.monster != "Pyethonda" or attacker.out or target.out or target.holder >= 0:
        return
    if not any(die.size == 13 and die.value == 13 and not die.void for die in attacker.dice):
        return
    marks = [
        mark for mark in MARKS if abs(mark - attacker.mark) == 1 and len(standing_on(stage, attacker.side, mark)) == 0
    ]
    if len(marks) == 0:
        return
    choices = [Choice("hold", attacker.number, target=target.number, number=mark) for mark in marks]
    choice = yield from ask(stage, attacker.side, "hold", attacker.number, choices)
    if target.mark != DOWNSTAGE and not target.abroad:
        stage.trampled[target.side][target.mark] = True
    target.mark = choice.number
    target.abroad = True
    target.moved = True
    target.holder = attacker.number
    abilities = [*in_use(target), "Role Fx"] if target.role != "" else in_use(target)
    if len(abilities) > 0:
        target.lost = abilities[below(stage, len(abilities))]
    note(stage, "pyethonda", attacker.name, target.name, choice.number, target.lost)


# After the strike


def omens(stage: Stage) -> Asking[None]:
    """Hit opponents of a scroll's reader for each die of an ominous value (Omen scroll)."""
    for reader in stage.actors:
        if len(reader.omens) == 0 or reader.out or reader.omen_bit >= stage.bit:
            continue
        number = 0
        for side in [TROUPE, ENTOURAGE]:
            for actor in casting_actors(stage, side):
                number += sum(1 for die in actor.dice if die.value in reader.omens and not die.void)
        for _ in range(number):
            possible = targets(stage, other_side(reader.side))
            if len(possible) > 0:
                target = pick(stage, possible)
                note(stage, "omen-hit", reader.name, target.name)
                yield from cause(stage, target, reader.number, True)


def potions(stage: Stage) -> Asking[None]:
    """Hit opponents that strike in vain while a drinker is upstage (Animos potion)."""
    for actor in stage.actors:
        if not actor.quaffed or actor.out:
            continue
        if actor.mark == DOWNSTAGE:
            actor.quaffed = False
            note(stage, "potion-ends", actor.name)
        elif stage.striking == other_side(actor.side):
            for enemy in upstage(stage, other_side(actor.side)):
                if enemy.dealt == 0:
                    note(stage, "potion-hit", actor.name, enemy.name)
                    struck = yield from cause(stage, enemy, actor.number, True)
                    if struck:
                        restore(stage, actor)


def restore(stage: Stage, actor: Actor) -> None:
    """Every second hit of a potion gives back a build point, or removes a hit where none is lost."""
    actor.potion += 1
    if actor.potion % 2 == 0:
        if actor.current < actor.build:
            actor.current += 1
            note(stage, "potion-build", actor.name, actor.current)
        elif actor.hits > 0:
            actor.hits -= 1
            note(stage, "potion-heals", actor.name)


def unqualified(stage: Stage) -> list[Actor]:
    """Those of the striking side who have to leave: all that met neither their average nor the minimum."""
    if stage.striking < 0:
        return []
    return [actor for actor in upstage(stage, stage.striking) if not actor.qualified and not meets(actor)]

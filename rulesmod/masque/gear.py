"""Items in a set-to: each where the procedure meets it (Stock Items)."""

from __future__ import annotations

from rulesmod.masque.casting import new_die
from rulesmod.masque.casts import MIN_NATURAL, die_average2
from rulesmod.masque.effects import add_rerolling
from rulesmod.masque.items import ARMOR
from rulesmod.masque.state import (
    DOWNSTAGE,
    Actor,
    Asking,
    Choice,
    Die,
    Stage,
    ask,
    casting_actors,
    downstage,
    facing,
    give_up,
    has,
    high_die,
    in_use,
    item_modifier,
    note,
    other_side,
    own_average2,
    plain_item,
    throw,
    upstage,
)


def stacked(modifiers: list[int]) -> int:
    """One modifier of several: in ascending order the second halved, the third by three, rounded away from 0."""
    total = 0
    place = 1
    for modifier in sorted(modifiers):
        share = (abs(modifier) + place - 1) // place
        total += share if modifier > 0 else -share
        place += 1
    return total


def weapon_modifier(actor: Actor) -> int:
    """The modifier of all weapons in use; that of boots counts in a bit where their die is added."""
    modifiers: list[int] = []
    for name in in_use(actor):
        modifier = item_modifier(name)
        kind = plain_item(name)
        works = kind != "Cavalier boots" or actor.added_boot
        if modifier != 0 and kind not in ARMOR and works:
            modifiers.append(modifier)
    return stacked(modifiers)


def bonus_of(stage: Stage, actor: Actor) -> int:
    """The roll of a weapon's die, signed; 0 without a modifier."""
    modifier = weapon_modifier(actor)
    if modifier == 0:
        return 0
    value = throw(stage, abs(modifier))
    return value if modifier > 0 else -value


def apply_weapon(stage: Stage, actor: Actor) -> None:
    """Add a weapon's bonus to rank and average test, if below the casting (+n weapon)."""
    if actor.casting < 1:
        return
    bonus = bonus_of(stage, actor)
    if bonus == 0 or bonus >= actor.casting:
        return
    actor.bonus = bonus
    note(stage, "weapon", actor.name, f"+{bonus}" if bonus > 0 else f"{bonus}", actor.casting + bonus)


def armor_modifiers(actor: Actor) -> list[int]:
    """The modifiers of what is worn, in ascending order."""
    modifiers = [
        item_modifier(name) for name in in_use(actor) if item_modifier(name) != 0 and plain_item(name) in ARMOR
    ]
    return sorted(modifiers)


# Before and among a side's options


def prepare_items(stage: Stage, actor: Actor) -> None:
    """Apply automatic items when the options of their bearer's side begin."""
    if actor.mace > 0:
        actor.constant += actor.mace
        note(stage, "mace", actor.name, actor.mace)
        actor.mace = 0
    if len(actor.pocket) > 0:
        for die in actor.pocket:
            actor.dice.append(die)
            note(stage, "boots-add", actor.name, die.size, die.value)
        actor.pocket = []
        actor.added_boot = True
    if actor.glaive >= 0:
        charge(stage, actor)
    if stage.bit == 1 and has(actor, "Defile bow"):
        shoot(stage, actor)
    enemy_marks = [enemy for enemy in facing(stage, actor) if not enemy.abroad]
    if has(actor, "Arrant staff") and len(enemy_marks) == 0 and len(upstage(stage, other_side(actor.side))) > 0:
        note(stage, "arrant", actor.name)
        add_rerolling(stage, actor, 8, 1)


def charge(stage: Stage, actor: Actor) -> None:
    """Two d8 less the final high die of the opponent met on entering (Pirate glaive; ruling `glaive-bonus`)."""
    enemy = stage.actors[actor.glaive]
    actor.glaive = -1
    if enemy.out or enemy.mark == DOWNSTAGE:
        return
    for _ in range(2):
        die = new_die(stage, 8, 1, "added")
        die.is_kept = False
        actor.dice.append(die)
    actor.constant -= high_die(enemy)
    note(stage, "glaive", actor.name, enemy.name, high_die(enemy))


def shoot(stage: Stage, actor: Actor) -> None:
    """Add a d4 for each opponent upstage in the first bit (Defile bow). One of them has to have a lower high die."""
    enemies = casting_actors(stage, other_side(actor.side))
    if len(enemies) == 0 or high_die(actor) <= min(high_die(enemy) for enemy in enemies):
        return
    number = len(upstage(stage, other_side(actor.side)))
    for _ in range(number):
        die = new_die(stage, 4, 1, "added")
        die.is_kept = False
        actor.dice.append(die)
    note(stage, "bow", actor.name, number)


def item_choices(stage: Stage, actor: Actor) -> list[Choice]:
    """Return the choices of an actor's items among its side's options."""
    choices: list[Choice] = []
    if has(actor, "Manifold scabbard"):
        for at in range(len(actor.dice)):
            die = actor.dice[at]
            even = die.value >= MIN_NATURAL and die.value % 2 == 0
            natural = die.size >= MIN_NATURAL and die.value == die.size
            if (even or natural) and die.sign > 0 and not die.used and not die.void and die.source != "added":
                choices.append(Choice("explode", actor.number, at))
    if has(actor, "Cavalier boots") and not actor.added_boot and len(actor.pocket) == 0:
        for at in range(len(actor.dice)):
            if not actor.dice[at].void and not actor.dice[at].used and actor.dice[at].source == "cast":
                choices.append(Choice("pocket", actor.number, at))
    if has(actor, "Animos potion") and not actor.quaffed:
        choices.append(Choice("quaff", actor.number))
    return choices


def use_item(stage: Stage, choice: Choice) -> None:
    """Carry out what an item was chosen for."""
    actor = stage.actors[choice.actor]
    if choice.kind == "explode":
        die = actor.dice[choice.die]
        die.used = True
        value = throw(stage, die.value)
        added = Die(die.value, 1, value, value, die_average2(die.value), "natural")
        added.parent = choice.die
        actor.dice.append(added)
        note(stage, "scabbard", actor.name, die.value, value)
    if choice.kind == "pocket":
        die = actor.dice[choice.die]
        die.void = True
        die.is_taken = True
        actor.pocket = [Die(die.size, die.sign, die.value, die.rolled, die.average2, "added", is_kept=False)]
        note(stage, "boots", actor.name, die.size, die.value)
    if choice.kind == "quaff":
        give_up(actor, "Animos potion")
        actor.quaffed = True
        note(stage, "potion", actor.name)


# Around hits


def draw_dagger(stage: Stage, target: Actor) -> Asking[int]:
    """Whose dagger answers the attacker of a downstage actor, its own or a thrown one; -1 for none."""
    if target.role == "":
        return -1
    if has(target, "Holdout dagger") and not target.harmed and not target.dagger_used:
        target.dagger_used = True
        return target.number
    friends = [
        ally
        for ally in downstage(stage, target.side)
        if ally.number != target.number and has(ally, "Holdout dagger") and not ally.harmed
    ]
    choices = [Choice("throw", ally.number, target=target.number) for ally in friends]
    choice = yield from ask(stage, target.side, "dagger", target.number, [Choice("keep", target.number), *choices])
    if choice.kind == "keep":
        return -1
    give_up(stage.actors[choice.actor], "Holdout dagger")
    return choice.actor


def take_warding(stage: Stage, attacker: Actor, target: Actor) -> None:
    """Once hit by a warding longsword, a target needs a natural to hit its bearer (Stock Items)."""
    if has(attacker, "Warding longsword") and target.number not in attacker.wards:
        attacker.wards.append(target.number)
        target.natural_since = False


def keep_mace(actor: Actor) -> None:
    """Save an unhit bearer's below-average casting for the next bit (Battery mace)."""
    below_average = 2 * (actor.casting + actor.bonus) < own_average2(actor)
    if has(actor, "Battery mace") and actor.struck == 0 and not actor.resting and below_average:
        actor.mace = actor.casting


def ring_excess(actor: Actor) -> int:
    """Return the casting that a ring's bearer keeps from the total (Prop ring). It is that of the Build die."""
    if not has(actor, "Prop ring"):
        return 0
    excess = 0
    for die in actor.dice:
        if die.source == "cast" and not die.void and die.size > actor.current and die.value > actor.current:
            excess += die.value
    return excess

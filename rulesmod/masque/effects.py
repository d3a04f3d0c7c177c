"""Naturals: what they bring a monster, and the role effects that they bring a role actor (introduction)."""

from __future__ import annotations

from rulesmod.masque.casting import new_die
from rulesmod.masque.casts import MIN_NATURAL, die_average2
from rulesmod.masque.roles import build_die
from rulesmod.masque.state import (
    Actor,
    Asking,
    Choice,
    Die,
    Stage,
    Won,
    ask,
    casting_actors,
    give_up,
    has,
    neighbours,
    note,
    other_side,
    raw_casting,
    throw,
)

BUILD_SOURCES = ["cast", "natural", "upsurge"]
"""Build dice: those rolled for the Cast and those that their naturals brought."""


def is_build_die(die: Die) -> bool:
    return die.source in BUILD_SOURCES and not die.void


def is_natural(die: Die) -> bool:
    """Return whether a large enough die shows its highest face (introduction)."""
    return die.size >= MIN_NATURAL and die.value == die.size and not die.void


def initial_natural(actor: Actor) -> bool:
    """Return whether an initial die shows a natural as the dice stand now (Initial Dice)."""
    return any(is_natural(die) and die.is_kept and die.source == "cast" for die in actor.dice)


def brings_effect(actor: Actor, die: Die) -> bool:
    """Return whether a die allows the role's effect (introduction). It is the Build die, full, at its maximum; with an
    Upsurge staff one below is enough.
    """
    if actor.role == "" or actor.lost == "Role Fx" or die.sign < 0 or die.used or not die.full or not is_build_die(die):
        return False
    if die.source == "upsurge":
        return die.value >= die.size - 1
    return die.size == build_die(actor.role) and die.value == die.size


# Monsters' naturals


def natural_choices(stage: Stage, actor: Actor) -> list[Choice]:
    """A monster's naturals that may be rerolled and added; an Elf may give a die away instead."""
    choices: list[Choice] = []
    for at in range(len(actor.dice)):
        die = actor.dice[at]
        if is_natural(die) and die.is_kept and not die.used and is_build_die(die):
            choices.append(Choice("natural", actor.number, at))
            if actor.monster == "Elf" and die.source == "cast" and len(helped_by(stage, actor)) > 0:
                choices.append(Choice("elf", actor.number, at))
    return choices


def add_natural(stage: Stage, actor: Actor, at: int) -> None:
    """Reroll a natural and add the new roll, with the same average again (Naturals +Rerolls)."""
    die = actor.dice[at]
    die.used = True
    added = Die(die.size, die.sign, throw(stage, die.size), 0, die.average2, "natural")
    added.rolled = added.value
    added.parent = at
    actor.dice.append(added)
    note(stage, "natural", actor.name, die.size, added.value)
    if actor.monster == "Dwarf":
        step_up_beside_dwarves(stage, actor, added)
    if actor.monster == "Commoner" and die.source == "cast" and die.size == 5 and not actor.stepped:
        actor.stepped = True
        if added.value <= actor.pair_value and added.value < added.size:
            added.value += 1
            note(stage, "commoner", actor.name, added.value, actor.pair_value)


def step_up_beside_dwarves(stage: Stage, actor: Actor, added: Die) -> None:
    """A rerolled die below the lowest initial die of the Dwarves beside it is stepped up (Dwarf)."""
    values: list[int] = []
    for ally in neighbours(stage, actor):
        if ally.monster == "Dwarf" and not ally.resting:
            values.extend([die.value for die in ally.dice if die.source == "cast" and not die.void])
    if len(values) > 0 and added.value < min(values) and added.value < added.size:
        added.value += 1
        note(stage, "dwarf", actor.name, added.value, min(values))


def helped_by(stage: Stage, actor: Actor) -> list[Actor]:
    """The active allies upstage beside an actor."""
    return [ally for ally in neighbours(stage, actor) if not ally.resting]


def give_dice(stage: Stage, actor: Actor, at: int) -> None:
    """An Elf's initial natural gives each ally beside it a d4 in place of the added die (Elf)."""
    actor.dice[at].used = True
    for ally in helped_by(stage, actor):
        note(stage, "elf", actor.name, ally.name)
        add_rerolling(stage, ally, 4, 1)


def add_rerolling(stage: Stage, actor: Actor, size: int, sign: int) -> None:
    """Add a die whose naturals are rerolled and added. The text says so in brackets of several dice."""
    again = True
    while again:
        die = add_die(stage, actor, size, sign)
        note(stage, "added-die", actor.name, "-" if sign < 0 else "+", size, die.value)
        again = die.value == size and size >= MIN_NATURAL


def add_die(stage: Stage, actor: Actor, size: int, sign: int) -> Die:
    """Add a die; whether the average to be met then rises is a matter of reading."""
    die = new_die(stage, size, sign, "added")
    die.is_kept = False
    if stage.readings.added == "ignored":
        die.average2 = 0
    actor.dice.append(die)
    return die


# Role effects


def designations(stage: Stage, actor: Actor, kind: str, at: int) -> list[Choice]:
    """One choice for each build die that an opponent upstage has on the table (ruling A20)."""
    return [
        Choice(kind, actor.number, at, enemy.number, other)
        for enemy in casting_actors(stage, other_side(actor.side))
        for other in range(len(enemy.dice))
        if is_build_die(enemy.dice[other])
    ]


def effect_choices(stage: Stage, actor: Actor) -> list[Choice]:
    """Return the role effects open to an actor, or an Omen scroll's declaration."""
    choices: list[Choice] = []
    for at in range(len(actor.dice)):
        if brings_effect(actor, actor.dice[at]):
            choices.extend(designations(stage, actor, "fx", at))
            if has(actor, "Omen scroll") and len(actor.omens) == 0:
                choices.extend(designations(stage, actor, "omen", at))
    return choices


def reroll(stage: Stage, actor: Actor, at: int) -> int:
    """Reroll a role actor's natural, which the new roll replaces; a scabbard keeps it and adds the roll."""
    die = actor.dice[at]
    shown = die.value
    die.used = True
    if die.source == "upsurge":
        value = throw(stage, die.size)
        if value == shown:
            give_up(actor, "Upsurge staff")
            die.void = True
            die.is_taken = True
            note(stage, "upsurge-spent", actor.name, value)
            before = len(actor.dice)
            add_rerolling(stage, actor, 4, 1)
            return sum(added.value for added in actor.dice[before:])
        die.value = value
        die.used = False
        return value
    value = throw(stage, die.size)
    if has(actor, "Manifold scabbard"):
        added = Die(die.size, 1, value, value, die.average2, "natural")
        added.parent = at
        actor.dice.append(added)
    else:
        die.value = value
        die.used = False
    return value


def bring_effect(stage: Stage, choice: Choice) -> Asking[None]:
    """Reroll the natural and let the role's effect befall the designated die (introduction; Role Fx Limits)."""
    actor = stage.actors[choice.actor]
    enemy = stage.actors[choice.target]
    die = enemy.dice[choice.other]
    size = actor.dice[choice.die].size
    value = reroll(stage, actor, choice.die)
    note(stage, "fx", actor.name, size, value, enemy.name, die.size, die.value)
    further = enemy.role != actor.role and actor.effect == ""
    if actor.effect != "" and enemy.role != actor.role:
        enemy.marked_by.append(actor.number)
        note(stage, "fx-substituted", actor.name, enemy.name)
    if enemy.role == actor.role:
        note(stage, "fx-limited", actor.name, enemy.name)
    die.altered_by = actor.number
    if actor.role == "L":
        lance(stage, actor, enemy, die, further)
    if actor.role == "C":
        die.value -= value
        note(stage, "curate", actor.name, enemy.name, die.size, die.value)
        if further:
            enemy.curated_by.append(actor.number)
    if actor.role == "B":
        take_die(stage, actor, enemy, die, further)
    if actor.role == "M":
        yield from ratchet(stage, actor, enemy, die, value if further else 1)


def reroll_of(stage: Stage, owner: Actor, die: Die) -> int:
    """A forced reroll; a Halfling's d3 is read from a d6 again."""
    if owner.monster == "Halfling" and die.size == 3:
        owner.d6_face = throw(stage, 6)
        return (owner.d6_face + 1) // 2
    return throw(stage, die.size)


def lance(stage: Stage, actor: Actor, enemy: Actor, die: Die, further: bool) -> None:
    """A Lancer has the designated die rerolled and adds a d6 to its own casting."""
    die.value = reroll_of(stage, enemy, die)
    die.used = False
    note(stage, "lancer", actor.name, enemy.name, die.size, die.value)
    if further:
        added = add_die(stage, actor, 6, 1)
        note(stage, "lancer-die", actor.name, added.value)


def take_die(stage: Stage, actor: Actor, enemy: Actor, die: Die, further: bool) -> None:
    """A Bravo whose casting reaches the designated die takes it over (ruling A22)."""
    if raw_casting(actor) < die.value:
        note(stage, "bravo-fails", actor.name, raw_casting(actor), die.value)
        return
    die.void = True
    die.is_taken = True
    if further:
        stage.won.append(Won(actor.number, die.value, abs(die.average2), die.size, die.sign))
        note(stage, "bravo", actor.name, enemy.name, die.size, die.value)
    else:
        note(stage, "bravo-nullifies", actor.name, enemy.name, die.size, die.value)


def ratchet(stage: Stage, actor: Actor, enemy: Actor, die: Die, number: int) -> Asking[None]:
    """Lower an even die by 1, or turn an odd one to 1 (ruling A23). As many dice alike as the reroll turn to 1."""
    if die.value < 1:
        return
    if die.value % 2 == 0:
        die.value -= 1
        note(stage, "magnus-even", actor.name, enemy.name, die.size, die.value)
        return
    die.value = 1
    note(stage, "magnus-odd", actor.name, enemy.name, die.size)
    size = die.size
    left = number - 1
    while left > 0:
        choices = [
            choice
            for choice in designations(stage, actor, "magnus", -1)
            if stage.actors[choice.target].dice[choice.other].size == size
            and stage.actors[choice.target].dice[choice.other].value > 1
        ]
        choice = yield from ask(stage, actor.side, "magnus", actor.number, [*choices, Choice("done", actor.number)])
        if choice.kind == "done":
            return
        owner = stage.actors[choice.target]
        owner.dice[choice.other].value = 1
        owner.dice[choice.other].altered_by = actor.number
        note(stage, "magnus-odd", actor.name, owner.name, size)
        left -= 1


def declare_omen(stage: Stage, choice: Choice) -> None:
    """Instead of a role effect: the two values are ominous for the rest of the set-to (Omen scroll)."""
    actor = stage.actors[choice.actor]
    shown = stage.actors[choice.target].dice[choice.other].value
    value = reroll(stage, actor, choice.die)
    actor.omens.extend([shown, value])
    actor.omen_bit = stage.bit
    note(stage, "omen", actor.name, shown, value)


# Shapeshifters


def shift_choices(actor: Actor) -> list[Choice]:
    """Pairs of positive dice with odd faces that a shapeshifter may merge (Exceptional Trait)."""
    choices: list[Choice] = []
    if actor.shapeshift == "":
        return choices
    sources = ["cast", "natural"] if actor.shapeshift == "volatile" else ["cast"]
    if actor.shapeshift == "volatile" and initial_odds(actor) < 3:
        sources = ["cast"]
    for first in range(len(actor.dice)):
        for second in range(first + 1, len(actor.dice)):
            one = actor.dice[first]
            two = actor.dice[second]
            if can_merge(one, sources) and can_merge(two, sources) and one.value + two.value > 2:
                choices.append(Choice("shift", actor.number, first, actor.number, second))
    return choices


def initial_odds(actor: Actor) -> int:
    """How many initial dice came up odd."""
    return sum(1 for die in actor.dice if die.rolled % 2 == 1 and die.source in ["cast", "merged"])


def can_merge(die: Die, sources: list[str]) -> bool:
    return die.sign > 0 and die.value % 2 == 1 and not die.void and die.source in sources


def shift(stage: Stage, choice: Choice) -> None:
    """Merge two dice into one natural of their sum, and roll one more (Exceptional Trait)."""
    actor = stage.actors[choice.actor]
    one = actor.dice[choice.die]
    two = actor.dice[choice.other]
    size = one.value + two.value
    for die in [one, two]:
        die.void = True
        die.is_taken = True
        die.source = "merged"
    merged = Die(size, 1, size, size, die_average2(size), "shifted")
    merged.full = False
    further = new_die(stage, size, 1, "natural")
    further.full = False
    actor.dice.extend([merged, further])
    note(stage, "shapeshift", actor.name, size, further.value)

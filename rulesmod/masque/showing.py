"""Texts of the page's stage: the state of a set-to, and its questions.

The page knows no rule. It calls the functions below, translated, and lays out their results.
"""

from __future__ import annotations

from rulesmod.masque.aftermath import close
from rulesmod.masque.casting import dice_text
from rulesmod.masque.casts import average_text, cast_text
from rulesmod.masque.encounter import encounter
from rulesmod.masque.items import ITEMS, usable
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.policies import decide, has_full_build_die
from rulesmod.masque.prospects import prospects
from rulesmod.masque.roles import ROLES
from rulesmod.masque.rulings import Readings
from rulesmod.masque.setto import arrange, monster, new_stage, role_actor, set_to
from rulesmod.masque.state import (
    DIRECTOR,
    DOWNSTAGE,
    ENTOURAGE,
    TROUPE,
    Actor,
    Asking,
    Choice,
    Question,
    Random,
    Stage,
    downstage,
    home,
    in_play,
    own_average2,
    raw_casting,
)
from rulesmod.masque.telling import rule_of, tell
from rulesmod.masque.villains import LIGHTS, vlad

MAX_ACTORS = 6
"""On a side, in the page."""

HIGHEST_BUILD = 24
"""Of a role actor in the page: that of the largest die the text names."""

SIDES = ["the troupe", "the entourage"]

SAMPLE = [["L12", "B8", "C10"], ["Ogre", "Warg", "Goblin"]]
"""Who appears unless a reader says otherwise."""


def rosters() -> list[list[list[str]]]:
    """Who may appear, by side: an id and a name each. A role actor's id is its letter and Build."""
    roles = [[f"{role.letter}{role.build}", f"{role.name}, Build {role.build}"] for role in ROLES.values()]
    monsters = [
        [stats.name, f"{stats.name}, Build {stats.build}, {cast_text(stats.cast, stats.modifier)}"]
        for stats in MONSTERS.values()
    ]
    villain = "Vlad, Curate of Build 14 /5"
    dim = [["Vlad-1", f"{villain}, in dim light (-1)"], ["Vlad-0", f"{villain}, in dim light (+0)"]]
    return [roles, [*monsters, *roles, ["Vlad", villain], *dim]]


def carried_items() -> list[list[str]]:
    """The items that a role actor may bring to a set-to: name and the letters of the roles."""
    named = [item for item in ITEMS.values() if item.kind == "set-to" and item.name not in ["weapon", "armor"]]
    bonus = [["+1 weapon", "LCBM"], ["+3 weapon", "LCBM"], ["+2 armor", "LCBM"], ["-1 armor", "LCBM"]]
    return [*bonus, *[[item.name, item.roles] for item in named]]


def summon(code: str, side: int, number: int) -> Actor:
    """An actor from its id: `Troll`, or `L12` with items behind `~` (`L12~Fencing foil`); or a ValueError.

    No two of a stage have one name: the number tells those of a side apart, and opponent role actors are called so.
    """
    parts = code.split("~")
    name = parts[0]
    if name in MONSTERS and side == ENTOURAGE and len(parts) == 1:
        return monster(name, f"{name} {number}", side)
    if name in LIGHTS and side == ENTOURAGE and len(parts) == 1:
        return vlad(f"Vlad {number}", side, LIGHTS[name])
    letter = name[:1]
    # Two digits at most, in code that is JavaScript too.
    build = int(name[1:]) if len(name) < 4 and name[1:].isdigit() else 0  # type: ignore[digits]
    if letter in ROLES and 2 <= build <= HIGHEST_BUILD:
        for item in parts[1:]:
            if not usable(item, letter) or [item] not in [entry[:1] for entry in carried_items()]:
                raise ValueError(f"{item} is no item that a {ROLES[letter].name} may bring")
        whose = "" if side == TROUPE else "Opponent "
        return role_actor(letter, f"{whose}{ROLES[letter].name} {number}", build, parts[1:], side)
    raise ValueError(f"nobody is called {code}")


def open_stage(troupe: list[str], entourage: list[str], random: Random) -> Stage:
    """A stage with the actors of both sides in place."""
    if not 1 <= len(troupe) <= MAX_ACTORS or not 1 <= len(entourage) <= MAX_ACTORS:
        raise ValueError(f"a side has one to {MAX_ACTORS} actors")
    actors = [summon(troupe[at], TROUPE, at + 1) for at in range(len(troupe))]
    actors.extend([summon(entourage[at], ENTOURAGE, at + 1) for at in range(len(entourage))])
    stage = new_stage(actors, random, Readings())
    arrange(stage)
    return stage


def whole_game(stage: Stage) -> Asking[None]:
    """Play the encounter, the set-to and its aftermath."""
    fought = yield from encounter(stage)
    if fought:
        yield from set_to(stage)
        yield from close(stage)


def automatic(stage: Stage, question: Question, policy: str) -> int:
    """The answer of a policy."""
    return decide(policy, stage, question)


def board(stage: Stage) -> list[list[list[str]]]:
    """By side, a row for each actor.

    Its name, place, build, hits, dice, average, state; the side and number of its mark ("0" for none); its casting.
    """
    return [[row(actor) for actor in stage.actors if actor.side == side] for side in [TROUPE, ENTOURAGE]]


def row(actor: Actor) -> list[str]:
    place = "out" if actor.out else "downstage" if actor.mark == DOWNSTAGE else f"mark {actor.mark}"
    if actor.abroad and not actor.out:
        place = f"opposing mark {actor.mark}"
    build = f"{actor.current}/{actor.build}" if actor.role != "" else f"{actor.build}"
    average = average_text(own_average2(actor)) if len(actor.dice) > 0 else ""
    state: list[str] = []
    if actor.stuck > 0 and not actor.out:
        state.append(f"immobilized ({actor.stuck})")
    if actor.holder >= 0:
        state.append("held")
    if actor.nullified and not actor.out:
        state.append("nullified")
    if actor.quaffed:
        state.append("under the potion")
    state.extend(actor.items)
    # Until totals are built a casting is what lies on the table.
    casting = actor.casting if actor.casting > 0 or actor.nullified else raw_casting(actor)
    shown = [actor.name, place, build, f"{actor.hits}", dice_text(actor), average, ", ".join(state)]
    return [*shown, f"{home(actor)}", f"{actor.mark}", f"{casting}"]


def ending(stage: Stage) -> list[str]:
    """How it has ended, a sentence each: who won, in how many bits, and the troupe's Chops."""
    if stage.bit == 0:
        return ["The troupe has avoided the set-to."]
    left = [len(in_play(stage, side)) for side in [TROUPE, ENTOURAGE]]
    won = "The troupe has won" if left[ENTOURAGE] == 0 else "The entourage has won"
    if left[TROUPE] > 0 and left[ENTOURAGE] > 0:
        won = "It was called off, and nobody has won"
    if left == [0, 0]:
        won = "Nobody is left to win"
    bits = "1 bit" if stage.bit == 1 else f"{stage.bit} bits"
    chops = [f"{actor.name} has {actor.chops}" for actor in stage.actors if actor.side == TROUPE and actor.role != ""]
    return [f"{won} in {bits}.", f"Chops: {', '.join(chops)}."]


def asker(question: Question) -> str:
    """Who is asked."""
    if question.side == DIRECTOR:
        return "the director"
    return SIDES[question.side]


QUESTIONS = {
    "encounter": "How does the encounter begin?",
    "reaction": "What follows from that reaction?",
    "cast": "Which dice does {0} cast?",
    "roll": "Does {0} cast?",
    "option": "An option to take?",
    "magnus": "Another die to turn to 1?",
    "hobgoblin": "Does {0} step up, and an ally down?",
    "deal": "Does {0} deal its hit?",
    "redirect": "Whom does the hit of {0} go to?",
    "dare": "Does {0} take a hit to deal one?",
    "ghoul": "Does {0} remove a hit?",
    "scud": "Does {0} leave instead of taking the hit?",
    "dagger": "A dagger for {0}?",
    "hold": "Which mark does {0} pull its target to?",
    "bewitch": "Whom does {0} take along?",
    "pounce": "Does a Rat take an opposing mark?",
    "move": "A move?",
    "retrieve": "Does {0} pick anything up?",
    "go-on": "Does the set-to go on?",
    "round-chops": "May {0} round its Chops up?",
    "raise-build": "Does {0} pay Chops for Build?",
}
"""By the kind of a question: its words."""


def is_idle(stage: Stage, question: Question) -> bool:
    """Return whether a side could only leave its marks, with nobody downstage to come in later."""
    left = [choice for choice in question.choices if choice.kind not in ["done", "exit"]]
    return question.kind == "move" and len(left) == 0 and len(downstage(stage, question.side)) == 0


def question_text(stage: Stage, question: Question) -> str:
    """A question in words."""
    name = stage.actors[question.actor].name if question.actor >= 0 else ""
    return QUESTIONS[question.kind].replace("{0}", name)


CHOICES = {
    "fight": "with a set-to",
    "react": "with a reaction roll",
    "avoid": "the troupe avoids it",
    "rest": "keep the dice back",
    "roll": "cast",
    "done": "nothing more",
    "natural": "{0} rerolls {1} and adds it",
    "elf": "{0} lets its neighbours add a d4",
    "fx": "{0} rerolls {1}, designating {3} of {2}",
    "omen": "{0} reads omens of {1} and of {3} of {2}",
    "shift": "{0} merges {1} and {3}",
    "explode": "{0} rolls on with {1}",
    "pocket": "{0} sets {1} aside",
    "quaff": "{0} drinks the potion",
    "magnus": "{3} of {2}",
    "step": "step up",
    "keep": "leave it",
    "deal": "deal it",
    "decline": "decline",
    "forgo": "forgo it",
    "as-drawn": "{2}, as drawn",
    "foil": "{2}, by the foil",
    "rapier": "{2}, by the rapier",
    "recover": "remove it",
    "exit": "{0} goes downstage",
    "take": "take it",
    "throw": "{0} throws it",
    "hold": "mark {4}",
    "bewitch": "{2}",
    "pounce": "{0} takes mark {4}",
    "enter": "{0} enters mark {4}",
    "remand": "{0} sends {2} downstage with the rod",
    "call": "{0} calls {2} to mark {4}",
    "give": "{0} hands {2} its {5}",
    "leave": "leave it",
    "retrieve": "pick up the {5}",
    "go-on": "go on",
    "end": "end it",
    "allow": "allow it",
    "refuse": "refuse it",
    "raise": "pay",
}
"""By the kind of a choice: its words."""


def casts_ranked(stage: Stage, question: Question) -> list[list[str]]:
    """The Casts that a question offers, the best first: index, average, and the chance to meet it in per cent."""
    return prospects(stage.actors[question.actor], question.choices) if question.kind == "cast" else []


def ranking_text(stage: Stage, question: Question) -> str:
    """Return the words for the order of ranked Casts."""
    actor = stage.actors[question.actor]
    if any(choice.kind == "cast" and has_full_build_die(actor, choice) for choice in question.choices):
        return "First with the Build die, whose natural brings the role's effect; then by average, then by chance."
    return "By average, then by chance."


def choice_text(stage: Stage, choice: Choice) -> str:
    """A choice in words."""
    if choice.kind == "cast":
        item = f" ({choice.name})" if choice.name != "" else ""
        return f"{cast_text(choice.parts, choice.number)}{item}"
    values = [
        stage.actors[choice.actor].name if choice.actor >= 0 else "",
        die_text(stage, choice.actor, choice.die),
        stage.actors[choice.target].name if choice.target >= 0 else "",
        die_text(stage, choice.target, choice.other),
        f"{choice.number}",
        choice.name,
    ]
    text = CHOICES[choice.kind]
    for at in range(len(values)):
        text = text.replace("{" + str(at) + "}", values[at])
    return text


def die_text(stage: Stage, actor: int, at: int) -> str:
    """A die that a choice names: `d6:4`."""
    if actor < 0 or at < 0:
        return ""
    die = stage.actors[actor].dice[at]
    return f"d{die.size}:{die.value}"


def log_lines(stage: Stage, start: int) -> list[list[str]]:
    """The log from an entry on: bit, header of the rule, words."""
    return [[f"{entry.bit}", rule_of(entry), tell(entry)] for entry in stage.log[start:]]

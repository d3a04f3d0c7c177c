"""How a side is played where nobody sits at the table: a policy answers every question of a set-to.

Policies are no rules. They are plain and predictable, so that odds which depend on choices can say on which.
"""

from __future__ import annotations

from rulesmod.masque.casts import average2, charged_faces
from rulesmod.masque.roles import build_die
from rulesmod.masque.state import Actor, Choice, Question, Stage, own_average2, raw_casting

BOLD = "bold"
"""The policy by which monsters reroll every natural (ruling A5). By the other, `sparing`, they do so only while short
of their average. In all else the two are one: they cast the Build die where the build allows it, fill vacant marks, and
bring each effect.
"""

_KNOWN: dict[str, int] = {}


def decide(policy: str, stage: Stage, question: Question) -> int:
    """The index of the choice that a policy makes."""
    kind = question.kind
    choices = question.choices
    if kind == "cast":
        return decide_cast(stage.actors[question.actor], choices)
    if kind == "option":
        return decide_option(policy, stage, choices)
    if kind == "magnus":
        return highest_die(stage, choices, 0, len(choices) - 1)
    if kind == "go-on":
        return 0 if stage.bit < stage.most_bits else 1
    if kind == "move":
        return first_entry(choices)
    if kind == "pounce":
        return 1
    if kind == "bewitch":
        castings = [stage.actors[choice.target].casting for choice in choices]
        return castings.index(max(castings))
    return 0


def first_entry(choices: list[Choice]) -> int:
    """The first choice to enter, else the first of all."""
    for at in range(len(choices)):
        if choices[at].kind == "enter":
            return at
    return 0


def decide_cast(actor: Actor, choices: list[Choice]) -> int:
    """The Cast with the highest average, among those with a full Build die if there are any."""
    key = f"{actor.role} {actor.current} {len(choices)}"
    if key not in _KNOWN:
        best = 0
        highest = -1
        for at in range(len(choices)):
            choice = choices[at]
            if choice.kind != "cast":
                continue
            worth = average2(choice.parts, choice.number)
            if has_full_build_die(actor, choice):
                worth += 1000
            if worth > highest:
                best = at
                highest = worth
        _KNOWN[key] = best
    return _KNOWN[key]


def has_full_build_die(actor: Actor, choice: Choice) -> bool:
    """Return whether a Cast holds the Build die without a -1 on it."""
    size = build_die(actor.role)
    sizes = [charged_faces(part) for part in choice.parts]
    return size in sizes and (choice.number == 0 or min(sizes) < size)


def decide_option(policy: str, stage: Stage, choices: list[Choice]) -> int:
    """Monsters' naturals by the policy; role effects on the highest die; other dice as they help."""
    for at in range(len(choices)):
        choice = choices[at]
        if choice.kind == "natural":
            actor = stage.actors[choice.actor]
            short = 2 * raw_casting(actor) < own_average2(actor) and actor.dice[choice.die].sign > 0
            if policy == BOLD or short:
                return at
        if choice.kind in ["explode", "quaff", "shift"]:
            return at
    effects = [at for at in range(len(choices)) if choices[at].kind == "fx"]
    if len(effects) > 0:
        return highest_die(stage, choices, effects[0], effects[-1] + 1)
    return 0


def highest_die(stage: Stage, choices: list[Choice], start: int, end: int) -> int:
    """The choice that designates the highest added die; the first of equal ones."""
    best = start
    highest = -100
    for at in range(start, end):
        choice = choices[at]
        if choice.kind in ["fx", "magnus"]:
            die = stage.actors[choice.target].dice[choice.other]
            if die.sign * die.value > highest:
                best = at
                highest = die.sign * die.value
    return best

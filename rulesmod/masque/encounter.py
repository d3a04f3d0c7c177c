"""Before a set-to: what a referee decides is asked of the referee, with whatever the dice say (Persona Options)."""

from __future__ import annotations

from rulesmod.masque.aftermath import recover
from rulesmod.masque.state import DIRECTOR, Asking, Choice, Stage, ask, below, note


def backward(value: int) -> int:
    """The digits of d% the other way round: 18 as 81; 100 is read from 00 and stays (Reaction Roll)."""
    return 100 if value == 100 else value % 10 * 10 + value // 10


def reaction(stage: Stage) -> int:
    """Roll d%, where 00 counts as 100; the digits are also read backward (Reaction Roll)."""
    digits = below(stage, 100)
    value = 100 if digits == 0 else digits
    note(stage, "reaction", value, backward(value))
    return value


def encounter(stage: Stage) -> Asking[bool]:
    """Return whether a set-to begins (introduction). A troupe that avoids one rolls for its lowered builds."""
    choices = [Choice("fight"), Choice("react"), Choice("avoid")]
    choice = yield from ask(stage, DIRECTOR, "encounter", -1, choices)
    if choice.kind == "react":
        reaction(stage)
        choice = yield from ask(stage, DIRECTOR, "reaction", -1, [Choice("fight"), Choice("avoid")])
    if choice.kind == "fight":
        return True
    note(stage, "avoided")
    for actor in stage.actors:
        if actor.side == 0:
            recover(stage, actor)
    return False

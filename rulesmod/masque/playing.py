"""Driving a set-to in Python: from a seed, boldly where nobody says otherwise."""

from __future__ import annotations

from collections.abc import Callable

from rulesmod.masque.policies import BOLD, decide
from rulesmod.masque.setto import set_to
from rulesmod.masque.state import Asking, Question, Stage

Decide = Callable[[Stage, Question], int]
"""Answers a question with the index of a choice."""


def boldly(stage: Stage, question: Question) -> int:
    """Both sides by the bold policy; the referee goes on until the limit of bits is reached."""
    return decide(BOLD, stage, question)


def run(stage: Stage, asking: Asking[None], choose: Decide) -> None:
    """Have every question of a part of the procedure answered."""
    try:
        question = next(asking)
        while True:
            question = asking.send(choose(stage, question))
    except StopIteration:
        return


def play(stage: Stage, choose: Decide = boldly) -> Stage:
    """Play a set-to to its end."""
    run(stage, set_to(stage), choose)
    return stage

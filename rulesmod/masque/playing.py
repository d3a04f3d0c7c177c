"""Driving a set-to in Python: policies for both sides, from a seed, and the same again from recorded answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulesmod.masque.policies import BOLD, Policy, decide
from rulesmod.masque.setto import set_to
from rulesmod.masque.state import Asking, Question, Stage

Decide = Callable[[Stage, Question], int]
"""Answers a question with the index of a choice."""


def by_policies(troupe: Policy = BOLD, entourage: Policy = BOLD) -> Decide:
    """Both sides by policies; the referee goes on until the limit of bits is reached."""
    policies = (troupe, entourage, BOLD)
    return lambda stage, question: decide(policies[question.side], stage, question)


def by_answers(answers: Sequence[int]) -> Decide:
    """The recorded answers, in order: a set-to from the same seed comes to the same end."""
    left = iter(answers)
    return lambda stage, question: next(left)


def run(stage: Stage, asking: Asking[None], choose: Decide) -> None:
    """Have every question of a part of the procedure answered."""
    try:
        question = next(asking)
        while True:
            question = asking.send(choose(stage, question))
    except StopIteration:
        return


def play(stage: Stage, choose: Decide | None = None) -> Stage:
    """Play a set-to to its end."""
    run(stage, set_to(stage), choose or by_policies())
    return stage

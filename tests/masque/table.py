"""A table for set-tos whose dice are laid by hand: what each die shows, and what each side chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulesmod.masque.playing import run
from rulesmod.masque.rulings import Readings
from rulesmod.masque.setto import arrange, monster, new_stage, play_bit, role_actor
from rulesmod.masque.showing import choice_text
from rulesmod.masque.state import ENTOURAGE, Actor, Question, Stage
from rulesmod.masque.telling import tell


class Laid:
    """Randomness that comes out as laid: faces in the order thrown; for a lot, which of the candidates (from 1)."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)

    def __call__(self) -> int:
        assert self.left, "a die is thrown that nobody laid"
        return self.left.pop(0) - 1


class Said:
    """Choices by the kind of the question: each answer is the kind, or the words, of a choice; then the first one."""

    def __init__(self, answers: Mapping[str, Sequence[str]]) -> None:
        self.left = {kind: list(texts) for kind, texts in answers.items()}

    def __call__(self, stage: Stage, question: Question) -> int:
        wanted = self.left.get(question.kind)
        if not wanted:
            return 0
        answer = wanted.pop(0)
        for index, choice in enumerate(question.choices):
            if answer in (choice.kind, choice_text(stage, choice)):
                return index
        raise AssertionError(f"{answer} is not among {[choice_text(stage, item) for item in question.choices]}")


def lancer(build: int = 12, *items: str) -> Actor:
    return role_actor("L", "Lancer", build, list(items))


def curate(build: int = 10, *items: str) -> Actor:
    return role_actor("C", "Curate", build, list(items))


def bravo(build: int = 8, *items: str) -> Actor:
    return role_actor("B", "Bravo", build, list(items))


def magnus(build: int = 6, *items: str) -> Actor:
    return role_actor("M", "Magnus", build, list(items))


def foe(name: str) -> Actor:
    return monster(name, name)


def enemy(actor: Actor) -> Actor:
    """The same role actor on the monsters' side."""
    actor.side = ENTOURAGE
    return actor


def lay_out(*actors: Actor, readings: Readings | None = None) -> Stage:
    """A stage with everybody in place."""
    stage = new_stage(list(actors), Laid(()), readings or Readings())
    arrange(stage)
    return stage


def bit(stage: Stage, faces: Sequence[int], **answers: Sequence[str]) -> Stage:
    """Play one bit with these dice and choices; all of both must be used."""
    laid, said = Laid(faces), Said(answers)
    stage.random = laid
    run(stage, play_bit(stage), said)
    assert not laid.left, f"dice left over: {laid.left}\n{told(stage)}"
    assert not any(said.left.values()), f"choices left over: {said.left}\n{told(stage)}"
    return stage


def told(stage: Stage) -> str:
    return "\n".join(f"{entry.bit} {tell(entry)}" for entry in stage.log)


def keys(stage: Stage) -> list[str]:
    return [entry.key for entry in stage.log]


def with_readings(**changes: str) -> Readings:
    return replace(Readings(), **changes)

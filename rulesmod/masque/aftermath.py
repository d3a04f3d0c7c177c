"""After a set-to, or after one that was avoided: recovery of builds, and Chops (introduction)."""

from __future__ import annotations

from rulesmod.masque.state import DIRECTOR, Actor, Asking, Choice, Stage, ask, give_up, has, note, throw

BITS_FOR_A_CHOP = 2
"""Hits in so many separate bits gain a Chop."""


def recover(stage: Stage, actor: Actor) -> None:
    """One d20 for a lowered build: above it gives a point back, a 20 rolls again (ruling A24)."""
    if actor.role == "" or actor.out or actor.current >= actor.build:
        return
    if has(actor, "Healing salve"):
        salve(stage, actor)
        return
    again = True
    while again and actor.current < actor.build:
        face = throw(stage, 20)
        note(stage, "recovers", actor.name, face, actor.current)
        if face > actor.current or face == 20:
            actor.current += 1
            note(stage, "restored", actor.name, actor.current)
        again = face == 20


def salve(stage: Stage, actor: Actor) -> None:
    """Three d20, and three more for each 20; in ascending order each above the build raises it (Healing salve)."""
    faces: list[int] = []
    waiting = 1
    while waiting > 0:
        waiting -= 1
        rolled = [throw(stage, 20), throw(stage, 20), throw(stage, 20)]
        faces.extend(rolled)
        waiting += rolled.count(20)
    give_up(actor, "Healing salve")
    note(stage, "salve", actor.name, " ".join([str(face) for face in sorted(faces)]))
    for face in sorted(faces):
        if face > actor.current and actor.current < actor.build:
            actor.current += 1
            note(stage, "restored", actor.name, actor.current)


def chops_gained(bits_with_hits: int, put_out: bool) -> int:
    """Return the Chops that a set-to adds to a player's (introduction; ruling A25)."""
    return 1 if bits_with_hits >= BITS_FOR_A_CHOP or put_out else 0


def rounded_chops(chops: int) -> int:
    """An odd number of Chops rounded up to the next even one (introduction)."""
    return chops + chops % 2


def credit_chops(stage: Stage, actor: Actor) -> Asking[None]:
    """A player's Chops after a set-to; rounding up a single hit is for the director to allow."""
    gained = chops_gained(len(actor.hit_bits), actor.put_out)
    if gained == 0 and actor.hits_dealt == 1 and actor.chops % 2 == 1:
        choice = yield from ask(stage, DIRECTOR, "round-chops", actor.number, [Choice("allow"), Choice("refuse")])
        gained = rounded_chops(actor.chops) - actor.chops if choice.kind == "allow" else 0
    actor.chops += gained
    note(stage, "chops", actor.name, actor.chops)
    if actor.chops >= actor.build:
        choice = yield from ask(stage, actor.side, "raise-build", actor.number, [Choice("raise"), Choice("keep")])
        if choice.kind == "raise":
            raise_build(stage, actor)


def raise_build(stage: Stage, actor: Actor) -> None:
    """Pay as many Chops as the Build for one point of Build (introduction)."""
    actor.chops -= actor.build
    actor.build += 1
    note(stage, "build-raised", actor.name, actor.build)


def close(stage: Stage) -> Asking[None]:
    """Let players' role actors recover and gain Chops after a set-to. Only those never upstage recover."""
    for actor in stage.actors:
        if actor.role != "" and actor.side == 0:
            if not actor.seen:
                recover(stage, actor)
            yield from credit_chops(stage, actor)

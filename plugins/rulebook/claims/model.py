"""Claims as data: what a text states, what the rules give, and how they get there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from rulebook.document import Document
from rulebook.findings import Finding, Place
from rulebook.source import Span
from rulesmod.system import System


class Verdict(StrEnum):
    """What the rules say of a claim; `undecided`: too vague, or it needs what is not there."""

    RIGHT = "right"
    WRONG = "wrong"
    UNDECIDED = "undecided"


class Step(NamedTuple):
    """One step of a derivation: a sentence in the book's words, and the place it rests on, if any."""

    text: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of the text that the rules confirm or refute.

    Attributes:
        id: stable across edits elsewhere: made from system, kind, heading path and content.
        kind: name of the phrase, table or recogniser that found it.
        place: where it stands; its slice of the source is the quote.
        stated, computed: what the text says and what the rules give, as text.
        rule: what decides it, in words ("Level Pool Die to Health Points Table").
        derivation: how the rules get there.
        guards: spans of the numbers (dice, names) that would turn the verdict if they changed.
        about: what of the rule it states, whatever its wording: claims of a kind that are about the same state
            the same. Empty where no rule of the game decides (arithmetic).
    """

    id: str
    system: str
    kind: str
    place: Place
    stated: str
    computed: str
    verdict: Verdict
    rule: str
    derivation: tuple[Step, ...]
    guards: tuple[Span, ...] = ()
    about: str = ""


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression of the system's notation in the text: `place` spans just the expression.

    `value` is what the notation parsed; expressions that do not parse are findings instead.
    """

    place: Place
    text: str
    system: System
    value: Any


@dataclass(frozen=True, slots=True)
class Waiver:
    """The writer's word that no claim needs to rest on the numbers in `span`; `place` is the comment that says so."""

    span: Span
    reason: str
    place: Place


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that a system has to say about one document."""

    document: Document
    system: System | None
    claims: tuple[Claim, ...] = ()
    expressions: tuple[Expression, ...] = ()
    findings: tuple[Finding, ...] = ()
    waivers: tuple[Waiver, ...] = ()

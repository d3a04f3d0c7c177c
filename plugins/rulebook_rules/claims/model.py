"""Statements and claims as data: what a text says, what the rules give, and how they get there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from rulebook_core.findings import Finding, Place, Remedy
from rulebook_core.source import Span
from rulebook_syntax.document import Document
from rulesmod.records import record
from rulesmod.system import System


class Verdict(StrEnum):
    """The verdict of the rules on a claim; `undecided` if it is vague or lacks its context."""

    RIGHT = "right"
    WRONG = "wrong"
    UNDECIDED = "undecided"


class Step(NamedTuple):
    """One step of a derivation.

    Attributes:
        text: a sentence in the book's words.
        place: what it rests on, if anything.
        told: what a page tells its readers instead; empty where the step only repeats what they have read.
    """

    text: str
    place: Place | None = None
    page_text: str | None = None

    @property
    def for_readers(self) -> str:
        return self.text if self.page_text is None else self.page_text


class Kind(NamedTuple):
    """A kind of statement.

    Attributes:
        name: what the ids of its claims begin with behind their system; it never changes.
        rule: words what is wrong with one.
        rank: how many words of the text it takes to know one: where two kinds have to do with one place, the higher
            knows more of it. 0: all that it knows is that one of its places is wrong.
        is_general: whether it is read in the text of any game: a phrase of the game outranks it.
        is_vague: whether what it objects to in a number is left to a phrase of the game that reads it.
        reads: the kinds of numbers that it is stated by: see `rulebook_text.lexing.number_tokens`.
        needs: what it takes to state one, as a noun: what a number lacks of which it says nothing.
    """

    name: str
    rule: Callable[..., Finding]
    rank: int
    is_general: bool = False
    is_vague: bool = False
    reads: tuple[str, ...] = ()
    needs: str = ""


class Fault(NamedTuple):
    """A fault of a statement.

    Attributes:
        words: what the rule takes behind the place.
        notes: further facts.
        remedies: the ways to mend it, best first.
        beside: places that it does not follow from, and that are shown as well.
        at: where it is, if not at what is said.
        or_at: where it may be as well: of a name and its value, either may be wrong.
        of: what it follows from, if not from all that the statement does.
        rule: what words it, if not the rule of its kind.
    """

    words: tuple[Any, ...]
    notes: tuple[str, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    beside: tuple[Place, ...] = ()
    at: Place | None = None
    or_at: tuple[Place, ...] = ()
    of: tuple[Place, ...] | None = None
    rule: Callable[..., Finding] | None = None


@record
class Statement:
    """A statement of a text, and its evaluation by a reader.

    Attributes:
        kind: of which kind it is, and `of_kind` of which of these ("table", "level-pool-die").
        says: the slot that it fills: a value, whose place it is right or wrong about.
        of: the slots that it follows from.
        words: all of what says so, where that is more than the slot.
        right: whether the rules agree; None means undecided.
        faults: what is wrong; a wrong statement without any is told by another that it follows from.
        is_sure: whether it is an error if it is wrong; `is_held`: whether it would be told if it was.
        leeways: of guards whose number may change a little and still be right, as it is rounded or about right: by
            how much at most.
        reads: the numbers and names in the blanks of a phrase, guarded or not.

    The others are those of its `Claim`; where there are no `guards`, its slots are guarded.
    """

    kind: Kind
    says: Place
    stated: str
    computed: str
    right: bool | None
    rule: str
    of: tuple[Place, ...] = ()
    words: Place | None = None
    of_kind: str = ""
    derivation: tuple[Step, ...] = ()
    guards: tuple[Span, ...] | None = None
    about: str = ""
    faults: tuple[Fault, ...] = ()
    is_sure: bool = True
    is_held: bool = True
    leeways: tuple[tuple[Span, Fraction], ...] = ()
    reads: tuple[Span, ...] = ()


@record
class Claim:
    """A statement of the text that the rules confirm or refute.

    Attributes:
        id: stable across edits elsewhere: made from system, kind, heading path and content.
        kind: name of the phrase, the table or the kind of statement.
        place: where it stands; its slice of the source is the quote.
        stated, computed: what the text says and what the rules give, as text.
        rule: what decides it, in words ("Level Pool Die to Health Points Table").
        derivation: how the rules get there.
        guards: spans of the numbers (dice, names) that would turn the verdict if they changed.
        about: what of the rule it states, whatever its wording: claims of a kind that are about the same state
            the same. Empty where no rule of the game decides (arithmetic).
        rank: that of its kind.
        leeways: by how much the numbers of some guards may change at most, and still be right.
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
    rank: int = 0
    leeways: tuple[tuple[Span, Fraction], ...] = ()

    @property
    def is_sentence(self) -> bool:
        """Return whether its rule is told as a sentence, and not by its name: a sentence has its full stop."""
        return self.rule.endswith(".")

    @property
    def ruled(self) -> str:
        """Its verdict, and what decides it: "right, by the table", "right: Each die is worth its size."."""
        return f"{self.verdict}{':' if self.is_sentence else ', by'} {self.rule}"


def guarding(claims: Iterable[Claim]) -> list[Claim]:
    """The claims that guard what they rest on: those that are right, and rest on nothing that a wrong one does."""
    claims = list(claims)
    doubtful = {
        span for claim in claims if claim.verdict is Verdict.WRONG for span in (claim.place.span, *claim.guards)
    }
    return [c for c in claims if c.verdict is Verdict.RIGHT and doubtful.isdisjoint((c.place.span, *c.guards))]


@record
class Expression:
    """An expression of the system's notation in the text: `place` spans just the expression.

    `value` is what the notation parsed; expressions that do not parse are findings instead.
    """

    place: Place
    text: str
    system: System
    value: Any


@record
class Waiver:
    """The writer's word that no claim needs to rest on the numbers in `span`; `place` is the comment that says so."""

    span: Span
    reason: str
    place: Place


@record
class Analysis:
    """All that a system has to say about one document.

    Attributes:
        is_of_game: whether the page names the system; one that names none is read as a page of plain dice.
    """

    document: Document
    system: System
    claims: tuple[Claim, ...] = ()
    expressions: tuple[Expression, ...] = ()
    findings: tuple[Finding, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    is_of_game: bool = True

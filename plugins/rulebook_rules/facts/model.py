"""Facts as data: a thing, an attribute of it, the value, and where a text says so."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.findings import Place

Key = tuple[str, ...]
"""A name as it is compared: the stems of its words."""


class Bound(StrEnum):
    """How a text limits a value."""

    EXACTLY = "exactly"
    AT_LEAST = "at least"
    AT_MOST = "at most"
    MORE_THAN = "more than"
    LESS_THAN = "less than"
    ABOUT = "about"
    BY = "by"
    """A difference: "carries one more than a Cog"."""


class Shape(StrEnum):
    """The form of a text that states a fact."""

    CELL = "cell"
    STAT_BLOCK = "stat block"
    DEFINITION = "definition"
    LIST = "list"
    SENTENCE = "sentence"
    RULE = "rule"


class Value(NamedTuple):
    """The value of an attribute.

    Attributes:
        kind: "number", "dice", "range" or "name".
        amount: of a number or, for a range, its lower end.
        text: as it is compared: normalised dice, the key of a name.
        unit: the stem of the unit behind it; "" where there is none.
        high: the upper end of a range.
        shown: as the text has it.
    """

    kind: str
    amount: Fraction = Fraction(0)
    text: str = ""
    unit: str = ""
    high: Fraction = Fraction(0)
    shown: str = ""

    def agrees(self, other: Value) -> bool | None:
        """Return whether two values are the same; None where they cannot be compared."""
        if self.kind != other.kind:
            return None
        if self.kind == "name":
            mine, theirs = self.text.split(), other.text.split()
            short, long = sorted((mine, theirs), key=len)
            return long[: len(short)] == short or long[-len(short) :] == short
        if self.kind == "dice":
            return self.text == other.text
        if self.unit and other.unit and self.unit != other.unit:
            return None
        return (self.amount, self.high) == (other.amount, other.high)


class Stated(NamedTuple):
    """A value and where it is stated; `source` says by what: "table", "rules" or "text"."""

    value: Value
    place: Place | None
    source: str = ""


class Fact(NamedTuple):
    """A value of a thing as a text states it.

    Attributes:
        entity: the name of the thing, as its authority has it.
        attribute: the name of the value.
        value: what the text says.
        bound: how the text limits it.
        when: a change or a condition that the sentence names; empty where it names none.
        place: where the value stands; None where the rules are no file.
        shape: in which form it is said.
        is_sure: whether no other thing can be meant.
    """

    entity: str
    attribute: str
    value: Value
    place: Place | None
    shape: Shape
    bound: Bound = Bound.EXACTLY
    when: str = ""
    is_sure: bool = True

"""One grammar of arithmetic, from tokens to a tree with places: sums of a text and formulas of a `rules.yml`.

It has signs and how they bind. What a number, a name or a parenthesis is, each language says for itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple, NoReturn

from rulesmod.records import record

OF_DICE = ("count", "size", "each")
"""Names for a formula within `sum`, for each group of dice and each name of a list."""


class Token(NamedTuple):
    """A number, a name or a sign at `[start, end)` of a text, and the unit of a number."""

    kind: str
    text: str
    start: int
    end: int
    unit: str = ""


@record
class Formula:
    """A formula, or a part of one, at `[start, end)` of its text.

    Attributes:
        kind: `number`, `group` for parentheses, a sign (`+`, `−`, `×`, `/`), `minus`, or what a language adds.
        value: the number, text or name.
        parts: what it is made of.
        table: the name of a table, if one is looked up.
        unit: that of a number.
    """

    kind: str
    start: int
    end: int
    value: Fraction | str = ""
    parts: tuple[Formula, ...] = ()
    table: str = ""
    unit: str = ""

    def all(self) -> Iterator[Formula]:
        """It and all of its parts; a long sum is deeper than calls may be."""
        left = [self]
        while left:
            part = left.pop()
            yield part
            left.extend(reversed(part.parts))

    @property
    def names(self) -> list[str]:
        """The values that it needs, each once, in order; those of dice within `sum` are none of them."""
        if self.kind == "sum":
            pool, each = self.parts
            return list(dict.fromkeys((*pool.names, *(name for name in each.names if name not in OF_DICE))))
        own = [self.value] if self.kind == "name" and isinstance(self.value, str) else []
        return list(dict.fromkeys((*own, *(name for part in self.parts for name in part.names))))


class Cursor:
    """A place among the tokens of one text.

    Attributes:
        tokens: those of the text.
        stop: where it ends.
        index: that of the next token.
    """

    def __init__(self, tokens: Sequence[Token], stop: int) -> None:
        self.tokens = tokens
        self.stop = stop
        self.index = 0

    @property
    def next(self) -> Token | None:
        return self.tokens[self.index] if self.index < len(self.tokens) else None

    @property
    def offset(self) -> int:
        return self.stop if self.next is None else self.next.start

    def take(self, kind: str, texts: Iterable[str]) -> str:
        """Take the next token if it is one of some; return it in lower case, or nothing."""
        token = self.next
        if token is None or token.kind != kind or token.text.lower() not in texts:
            return ""
        self.index += 1
        return token.text.lower()


class Grammar(Cursor, ABC):
    """Recursive descent over the tokens of one text."""

    ADDED: ClassVar[Mapping[str, str]] = {"+": "+", "-": "−", "−": "−", "–": "−"}
    MULTIPLIED: ClassVar[Mapping[str, str]] = {"*": "×", "×": "×", "·": "×", "/": "/", "÷": "/"}

    @abstractmethod
    def fail(self, fact: str, remedy: str = "") -> NoReturn:
        """Say what is wrong at the next token."""

    @abstractmethod
    def factor(self) -> Formula:
        """Read what signs join."""

    def first_addend(self) -> Formula:
        """Read the first part of a sum, which may have a sign of its own."""
        return self.product()

    def sum(self) -> Formula:
        return self.chain(self.first_addend(), self.product, "sign", self.ADDED)

    def product(self) -> Formula:
        left = self.factor()
        while sign := self.times():
            left = self.joined(sign, left, self.factor())
        return left

    def joined(self, sign: str, left: Formula, right: Formula) -> Formula:
        """Return two factors that a sign joins."""
        return Formula(sign, left.start, right.end, parts=(left, right))

    def times(self) -> str:
        """Take a sign that multiplies or divides."""
        return self.MULTIPLIED.get(self.take("sign", self.MULTIPLIED), "")

    def chain(self, left: Formula, inner: Callable[[], Formula], kind: str, joints: Mapping[str, str]) -> Formula:
        while joint := self.take(kind, joints):
            right = inner()
            left = Formula(joints[joint], left.start, right.end, parts=(left, right))
        return left

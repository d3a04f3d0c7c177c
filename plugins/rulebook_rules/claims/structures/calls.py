"""Calls of rules, as writers put them into comments: `pool_health_points("2:d8/1:d20")`.

Read by a small total parser and never executed: a name, and arguments that are numbers, texts, names of
the game or lists of these. The name is that of a rule function, a worked sum, a table or a phrase of the
system, always with `_` between its words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rulebook_core.lazy_regex import lazily
from rulesmod.dice.digits import to_fraction

MAX_ARGUMENTS = 100
"""Also the most items of a list."""
MAX_LENGTH = 2000

_TOKEN = lazily(
    r"\s*(?:(?P<number>[+\-−]?\d+(?:\.\d+)?(?![\w.]))|\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'"
    r"|(?P<word>[^\W\d]\w*)|(?P<sign>[(),=\[\]]))"
)


class CallError(ValueError):
    """A call that cannot be read or worked out; `part` is what is to blame, `near` what was perhaps meant."""

    def __init__(self, message: str, part: str = "", near: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.part, self.near = part, tuple(near)


class Text(str):
    """An argument that is a text or a name; what it means depends on the rule."""


class Call(NamedTuple):
    """A call as written: arguments are `int`, `Fraction`, `Text`, None (`none`) or tuples of these."""

    name: str
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]


def parse_call(text: str) -> Call:
    """Read a call.

    Raises:
        CallError: it is none.
    """
    if len(text) > MAX_LENGTH:
        raise CallError("this is too long for a call of a rule")
    return _Parser(text).call()


class _Parser:
    """Recursive descent; lists hold no lists, so its depth is bounded."""

    def __init__(self, text: str) -> None:
        self.tokens: list[re.Match[str]] = []
        position, stop = 0, len(text.rstrip())
        while position < stop:
            token = _TOKEN.match(text, position)
            if token is None:
                raise CallError("only names, numbers, lists and quoted texts can be in a call", text[position:stop])
            self.tokens.append(token)
            position = token.end()
        self.index = 0

    def call(self) -> Call:
        name = self._next("word", "the name of a rule")
        self._sign("(")
        arguments: list[Any] = []
        named: dict[str, Any] = {}
        while not self._take(")"):
            if arguments or named:
                self._sign(",")
            if len(arguments) + len(named) >= MAX_ARGUMENTS:
                raise CallError(f"more than {MAX_ARGUMENTS} arguments")
            keyword = self._keyword()
            if keyword is None:
                if named:
                    raise CallError("an argument without a name is behind one with a name")
                arguments.append(self._value())
            elif keyword in named:
                raise CallError(f"`{keyword}` is given twice", keyword)
            else:
                named[keyword] = self._value()
        if self.index < len(self.tokens):
            raise CallError(f"nothing can be behind the call of `{name}`", self.tokens[self.index][0].strip())
        return Call(name, tuple(arguments), named)

    def _keyword(self) -> str | None:
        here = self.tokens[self.index : self.index + 2]
        if len(here) == 2 and here[0]["word"] and here[1]["sign"] == "=":
            self.index += 2
            return here[0]["word"]
        return None

    def _value(self) -> Any:
        if not self._take("["):
            return self._literal()
        items: list[Any] = []
        while not self._take("]"):
            if items:
                self._sign(",")
            if len(items) >= MAX_ARGUMENTS:
                raise CallError(f"a list of more than {MAX_ARGUMENTS}")
            items.append(self._literal())
        return tuple(items)

    def _literal(self) -> Any:
        token = self.tokens[self.index] if self.index < len(self.tokens) else None
        if token is None or token["sign"]:
            raise CallError("an argument is missing")
        self.index += 1
        if number := token["number"]:
            value = to_fraction(number.replace("−", "-"))
            return int(value) if value.denominator == 1 else value
        if token["word"] == "none":
            return None
        return Text(token["word"] or token["double"] or token["single"] or "")

    def _next(self, group: str, what: str) -> str:
        token = self.tokens[self.index] if self.index < len(self.tokens) else None
        if token is None or not token[group]:
            raise CallError(f"{what} is missing")
        self.index += 1
        return token[group]

    def _sign(self, sign: str) -> None:
        if not self._take(sign):
            raise CallError(f"a `{sign}` is missing")

    def _take(self, sign: str) -> bool:
        if self.index < len(self.tokens) and self.tokens[self.index]["sign"] == sign:
            self.index += 1
            return True
        return False

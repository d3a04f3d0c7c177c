"""Calls of rules, as writers put them into comments: `pool_health_points("2:d8/1:d20")`.

Read by a small total parser and never executed: a name, and arguments that are numbers, texts, names of
the game or lists of these. The name is that of a rule function, a worked sum, a table or a phrase of the
system, always with `_` between its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.grammar import Cursor, Token
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
    return _Parser([*_tokens(text)], len(text.rstrip())).call()


def _tokens(text: str) -> Iterator[Token]:
    position, stop = 0, len(text.rstrip())
    while position < stop:
        match = _TOKEN.match(text, position)
        if match is None:
            raise CallError("only names, numbers, lists and quoted texts can be in a call", text[position:stop])
        kind = str(match.lastgroup)
        yield Token(kind, match[kind], *match.span())
        position = match.end()


class _Parser(Cursor):
    """Recursive descent; lists hold no lists, so its depth is bounded."""

    def call(self) -> Call:
        first = self.next
        if first is None or first.kind != "word":
            raise CallError("the name of a rule is missing")
        self.index += 1
        name = first.text
        self._sign("(")
        arguments: list[Any] = []
        named: dict[str, Any] = {}
        while not self.take("sign", ")"):
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
        if self.next is not None:
            raise CallError(f"nothing can be behind the call of `{name}`", self.next.text)
        return Call(name, tuple(arguments), named)

    def _keyword(self) -> str | None:
        here = self.tokens[self.index : self.index + 2]
        if len(here) == 2 and here[0].kind == "word" and here[1].text == "=":
            self.index += 2
            return here[0].text
        return None

    def _value(self) -> Any:
        if not self.take("sign", "["):
            return self._literal()
        items: list[Any] = []
        while not self.take("sign", "]"):
            if items:
                self._sign(",")
            if len(items) >= MAX_ARGUMENTS:
                raise CallError(f"a list of more than {MAX_ARGUMENTS}")
            items.append(self._literal())
        return tuple(items)

    def _literal(self) -> Any:
        token = self.next
        if token is None or token.kind == "sign":
            raise CallError("an argument is missing")
        self.index += 1
        if token.kind == "number":
            value = to_fraction(token.text.replace("−", "-"))
            return int(value) if value.denominator == 1 else value
        return None if token.kind == "word" and token.text == "none" else Text(token.text)

    def _sign(self, sign: str) -> None:
        if not self.take("sign", sign):
            raise CallError(f"a `{sign}` is missing")

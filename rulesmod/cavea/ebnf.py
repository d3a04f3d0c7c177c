"""Formal grammars as rulebooks print them: read, run as recognisers, and made to produce strings.

The meta-notation: `{name} := ...`, alternatives with `|`, optional parts in `[ ]`, `...` behind a group for
repetition, `{a|b}` for a choice, and `1, 2, 3, ...` for the numbers that go on like this. Everything
else stands for itself.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from functools import cache

from rulesmod.dice.digits import to_int
from rulesmod.dice.symbols import Symbol
from rulesmod.records import record

_PRODUCTION = re.compile(r"^[ \t]*\{(?P<name>[^{}|\n]+)\}[ \t]*:=[ \t]*(?P<body>\S[^\n]*?)[ \t]*$", re.MULTILINE)
_COUNTING = re.compile(r"(\d+(?:\s*,\s*\d+)+)\s*,\s*\.\.\.$")


@record
class Node:
    """A part of a production.

    `kind` is `text`, `name`, `choice`, `sequence`, `optional`, `repeat` (once or more), `repeat-optional`
    (any number of times) or `counting` (a number from `first` up); `[start, end)` is its place in the
    block's plain text.
    """

    kind: str
    text: str = ""
    parts: tuple[Node, ...] = ()
    first: int = 0
    start: int = 0
    end: int = 0


@record
class Production:
    """`{name} := body`; `start` is where its line begins."""

    name: str
    body: Node
    start: int = 0


class GrammarError(ValueError):
    """A production that its meta-notation does not allow, with its place in the plain text."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start, self.end = start, end


def parse_productions(text: str) -> tuple[list[Production], dict[str, GrammarError]]:
    """Return the productions of a text in order, and the errors of unreadable ones by name."""
    productions, errors = [], {}
    for match in _PRODUCTION.finditer(text):
        name = match["name"].strip()
        try:
            productions.append(Production(name, _Reader(text, *match.span("body")).read(), match.start("name") - 1))
        except GrammarError as error:
            errors[name] = error
    return productions, errors


class _Reader:
    """Recursive descent over the right-hand side `[position, end)` of a production."""

    def __init__(self, text: str, position: int, end: int) -> None:
        self.text, self.position, self.end = text, position, end

    def read(self) -> Node:
        if counting := _COUNTING.match(self.text[self.position : self.end]):
            return self._counting(counting)
        node = self._choice("")
        if self.position < self.end:
            raise GrammarError("this closes nothing", self.position, self.position + 1)
        return node

    def _counting(self, match: re.Match[str]) -> Node:
        numbers = [to_int(number) for number in match[1].split(",")]
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            wrong = next(i for i in range(1, len(numbers)) if numbers[i] != numbers[i - 1] + 1)
            before, number = list(re.finditer(r"\d+", match[1]))[wrong - 1 : wrong + 1]
            raise GrammarError(
                f"`{number[0]}` does not go on from `{before[0]}`",
                self.position + before.start(),
                self.position + number.end(),
            )
        return Node("counting", first=numbers[0], start=self.position, end=self.end)

    def _choice(self, closing: str) -> Node:
        start = self.position
        options = [self._sequence(closing)]
        while self._peek() == "|":
            self.position += 1
            options.append(self._sequence(closing))
        if len(options) == 1:
            return options[0]
        return Node("choice", parts=tuple(options), start=start, end=self.position)

    def _sequence(self, closing: str) -> Node:
        self._skip_space()
        start = self.position
        parts: list[Node] = []
        while (character := self._peek()) and character != "|" and character != closing:
            if character in "]}":
                raise GrammarError("this closes nothing", self.position, self.position + 1)
            parts.append(self._item(character))
            self._skip_space()
        stop = parts[-1].end if parts else start
        return parts[0] if len(parts) == 1 else Node("sequence", parts=tuple(parts), start=start, end=stop)

    def _item(self, character: str) -> Node:
        start = self.position
        if character == "[":
            inner = self._group("]")
            if self._repeats():
                return Node("repeat-optional", parts=(inner,), start=start, end=self.position)
            return Node("optional", parts=(inner,), start=start, end=self.position)
        if character == "{":
            closing = self.text.find("}", start, self.end)
            name = self.text[start + 1 : closing] if closing > 0 else ""
            if closing > 0 and not re.search(r"[|{\[]", name):
                self.position = closing + 1
                node = Node("name", text=name.strip(), start=start, end=self.position)
            else:
                node = self._group("}")
            if self._repeats():
                return Node("repeat", parts=(node,), start=start, end=self.position)
            return node
        while self.position < self.end and self.text[self.position] not in "|[]{} \t":
            self.position += 1
        return Node("text", text=self.text[start : self.position], start=start, end=self.position)

    def _group(self, closing: str) -> Node:
        start = self.position
        self.position += 1
        inner = self._choice(closing)
        if self._peek() != closing:
            raise GrammarError(f"a `{closing}` is missing", start, start + 1)
        self.position += 1
        return inner

    def _repeats(self) -> bool:
        if self.text.startswith("...", self.position, self.end):
            self.position += 3
            return True
        return False

    def _peek(self) -> str:
        self._skip_space()
        return self.text[self.position] if self.position < self.end else ""

    def _skip_space(self) -> None:
        while self.position < self.end and self.text[self.position] in " \t":
            self.position += 1


class Grammar:
    """Productions as a recogniser and a generator of strings.

    Args:
        productions: what the text defines.
        outside: the other names that it uses, as the parser of the notation has them.
    """

    def __init__(self, productions: Mapping[str, Node], outside: Mapping[str, Symbol]) -> None:
        self.productions = productions
        self.outside = outside
        self._known = cache(lambda name, text: outside[name](text))

    def accepts(self, name: str, text: str) -> bool:
        """Return whether the whole text is a `name`."""
        return len(text) in self._ends(Node("name", text=name), text, 0, 0)

    def _ends(self, node: Node, text: str, start: int, depth: int) -> set[int]:
        """Return where a match of `node` that begins at `start` can end."""
        if depth > 40:
            return set()
        match node.kind:
            case "text":
                return {start + len(node.text)} if text.startswith(node.text, start) else set()
            case "counting":
                digits = re.compile(r"[1-9]\d*|0").match(text, start)
                if digits is None:
                    return set()
                stops = range(start + 1, digits.end() + 1)
                return {stop for stop in stops if to_int(text[start:stop]) >= node.first}
            case "name":
                if node.text in self.productions:
                    return self._ends(self.productions[node.text], text, start, depth + 1)
                behind = range(start + 1, len(text) + 1)
                return {end for end in behind if self._known(node.text, text[start:end])}
            case "choice":
                return set().union(*(self._ends(part, text, start, depth + 1) for part in node.parts))
            case "sequence":
                ends = {start}
                for part in node.parts:
                    ends = set().union(*(self._ends(part, text, end, depth + 1) for end in ends)) if ends else set()
                return ends
            case "optional":
                return {start} | self._ends(node.parts[0], text, start, depth + 1)
            case _:
                return self._repeated(node, text, start, depth)

    def _repeated(self, node: Node, text: str, start: int, depth: int) -> set[int]:
        repeated: set[int] = {start} if node.kind == "repeat-optional" else set()
        frontier = {start}
        while frontier:
            new = set().union(*(self._ends(node.parts[0], text, end, depth + 1) for end in frontier))
            frontier = new - repeated - {start}
            repeated |= new
        return repeated

    def sample(self, node: Node, source: random.Random, depth: int = 0) -> str:
        """A string that `node` allows."""
        match node.kind:
            case "text":
                return node.text
            case "counting":
                return str(node.first + source.choice((0, 0, 1, 2, 3, 8, 11)))
            case "name":
                if node.text in self.productions and depth < 20:
                    return self.sample(self.productions[node.text], source, depth + 1)
                return self.outside[node.text].sample(source) if node.text in self.outside else ""
            case "choice":
                return self.sample(source.choice(node.parts), source, depth + 1)
            case "sequence":
                return "".join(self.sample(part, source, depth + 1) for part in node.parts)
            case "optional":
                return self.sample(node.parts[0], source, depth + 1) if source.random() < 0.5 else ""
            case _:
                least = 0 if node.kind == "repeat-optional" else 1
                times = source.choice((least, least, 1, 2, 3))
                return "".join(self.sample(node.parts[0], source, depth + 1) for _ in range(times))


def walk(node: Node) -> Iterator[Node]:
    """A node and all its parts, outermost first."""
    yield node
    for part in node.parts:
        yield from walk(part)


def names_in(node: Node) -> set[str]:
    """The names that a production uses."""
    return {part.text for part in walk(node) if part.kind == "name"}

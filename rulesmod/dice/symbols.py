"""Named parts of a notation's grammar, as recognisers and generators of strings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any, NamedTuple

from rulesmod.dice.language import Language
from rulesmod.notation import NotationError

MAX_REPEATS = 3
"""A generated string repeats a part at most so often: what may come twice may come again."""
MAX_NESTED = 30
"""The depth of nesting from which a random string takes short forms."""


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """A part of a dice language that a text may define by a name.

    Attributes:
        language: the dice language whose grammar is that part alone.
    """

    language: Language

    def __call__(self, text: str) -> bool:
        """Return whether the language reads a whole text as this part."""
        try:
            self.language.parse(text)
        except NotationError:
            return False
        return True

    def sample(self, source: Random) -> str:
        """Generate a string as the grammar of this part builds it; its parser may still refuse it."""
        return sample(self.language, source)


def sample(language: Language, source: Random) -> str:
    """Generate a string as the grammar of a language builds it; its parser may still refuse it."""
    heights: dict[str, float] = {}
    for _ in language.parts:
        heights = {name: _height(node, heights) for name, node in language.parts.items()}
    return _sample(language.grammar, _Grammar(language.parts, heights), source, 0)


class _Grammar(NamedTuple):
    """The parts of a grammar, and how deep each is at least."""

    parts: Mapping[str, Any]
    heights: Mapping[str, float]


def symbols_of(language: Language, nodes: Mapping[str, Any]) -> dict[str, Symbol]:
    """Make a symbol of each node of a language's grammar, by its name."""
    return {name: Symbol(replace(language, grammar=node)) for name, node in nodes.items()}


def _sample(node: Any, grammar: _Grammar, source: Random, depth: int) -> str:
    if isinstance(node, str):
        return node
    kind, *rest = node
    if kind == "or":
        # Deep down, what ends soonest.
        rest = [one for one in rest if not _is_refused(one)] or rest
        choice = source.choice(rest) if depth < MAX_NESTED else min(rest, key=lambda one: _height(one, grammar.heights))
        return _sample(choice, grammar, source, depth + 1)
    if kind == "part":
        return _sample(grammar.parts[rest[0]], grammar, source, depth + 1)
    if kind in ("opt", "many"):
        times = source.randint(0, MAX_REPEATS if kind == "many" else 1) if depth < MAX_NESTED else 0
        nodes = [rest[0]] * times
    elif kind == "left":
        times = source.choice((0, 0, 0, 1, 1, 2)) if depth < MAX_NESTED else 0
        more = [source.choice(rest[1]) for _ in range(times)]
        nodes = [rest[0], *(sign for one in more for sign in (one[0], one[2] if len(one) > 2 else rest[0]))]
    elif kind in _INNER:
        nodes = rest[_INNER[kind] : None if kind in ("seq", "apply") else _INNER[kind] + 1]
    else:
        return _leaf(kind, rest, source)
    return "".join(_sample(one, grammar, source, depth + 1) for one in nodes)


def _is_refused(node: Any) -> bool:
    """Return whether a node only says why what it reads is refused."""
    if node[0] in ("seq", "called"):
        return any(_is_refused(one) for one in node[1:])
    return bool(node[0] == "check" and node[1] == 0)


_INNER = {"seq": 0, "value": 0, "term": 1, "constant": 1, "called": 1, "counted": 1, "apply": 1}
"""Where the nodes begin that a node is made of."""


def _height(node: Any, heights: Mapping[str, float]) -> float:
    """Return how deep a part of a grammar is at least."""
    if isinstance(node, str) or node[0] in ("opt", "many"):
        return 1
    kind, *rest = node
    if kind == "part":
        return 1 + heights.get(rest[0], inf)
    if kind == "or":
        return 1 + min(_height(one, heights) for one in rest)
    if kind == "left":
        return 1 + _height(rest[0], heights)
    if kind not in _INNER:
        return 1
    nodes = rest[_INNER[kind] : None if kind in ("seq", "apply") else _INNER[kind] + 1]
    return 1 + max((_height(one, heights) for one in nodes), default=0)


def _leaf(kind: str, rest: Sequence[Any], source: Random) -> str:
    match kind:
        case "skip":
            return str(source.choice(("", rest[0])))
        case "exact":
            return str(rest[0])
        case "number":
            return _number(rest[2], source)
        case "word":
            return str(source.choice([*rest[2]]))
        case "note":
            return f"{rest[0]}{source.choice(('fire', 'a b', ''))}{rest[1]}"
        case "words" if len(rest) > 1:
            return f"{rest[1]}{source.choice(('fire', 'to hit'))}{rest[2]}"
        case "words":
            return str(source.choice((" fire", " to hit", "")))
        case "whole":
            return " "  # No letter may follow at once.
        case "name":
            return str(source.choice(("STR", "@dex", "@{wits}", "@abilities.dex.mod")))
        case _:  # What only looks, or only counts.
            return ""


def _number(limits: Mapping[str, Any], source: Random) -> str:
    if "in" in limits:
        return str(source.choice([*limits["in"]]))
    if "digits" in limits:
        return "".join(source.choice("0123456789") for _ in range(limits["digits"]))
    least = limits.get("min", 0)
    most = min(limits.get("max", inf), least + 10 ** max(0, source.randint(-3, 3)))
    return ("0" if limits.get("zeros") and source.random() < 0.2 else "") + str(source.randint(least, most))

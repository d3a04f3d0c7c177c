"""Named parts of a notation's grammar, as recognisers and generators of strings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from rulesmod.dice.language import Language
from rulesmod.notation import NotationError

MAX_REPEATS = 3
"""A generated string repeats a part at most so often: what may come twice may come again."""


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
        return _sample(self.language.grammar, self.language.parts, source)


def symbols_of(language: Language, nodes: Mapping[str, Any]) -> dict[str, Symbol]:
    """Make a symbol of each node of a language's grammar, by its name."""
    return {name: Symbol(replace(language, grammar=node)) for name, node in nodes.items()}


def _sample(node: Any, parts: Mapping[str, Any], source: Random) -> str:
    if isinstance(node, str):
        return node
    kind, *rest = node
    match kind:
        case "seq":
            return "".join(_sample(one, parts, source) for one in rest)
        case "or":
            return _sample(source.choice(rest), parts, source)
        case "opt" | "many":
            times = source.randint(0, MAX_REPEATS if kind == "many" else 1)
            return "".join(_sample(rest[0], parts, source) for _ in range(times))
        case "skip":
            return str(source.choice(("", rest[0])))
        case "part":
            return _sample(parts[rest[0]], parts, source)
        case "number":
            return _number(rest[2], source)
        case "word":
            return str(source.choice([*rest[2]]))
        case _:  # "term" and "constant" name their node.
            return _sample(rest[1], parts, source)


def _number(limits: Mapping[str, Any], source: Random) -> str:
    if "in" in limits:
        return str(source.choice([*limits["in"]]))
    least = limits.get("min", 0)
    most = limits.get("max", least + 10 ** max(0, source.randint(-3, 3)))
    return ("0" if limits.get("zeros") and source.random() < 0.2 else "") + str(source.randint(least, most))

"""What our patterns and wordings look for, written out at random: beginnings of it, and all of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from random import Random
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import rulebook
from rulebook_core.lazy_regex import LazyPattern
from tests.fuzz.filed import game_of

_BLANK = re.compile(r"\{[^{}]*\}")
_BLANKS = ("3", "d6", "1d6", "two", "Ab", "5 %", "1 in 6", "3, ", "more", "a")
_SPECIAL = re.compile(r"[\[\]()|]|\.{2,}")
_CATEGORIES = {"DIGIT": "7", "SPACE": " ", "WORD": "a", "NOT_DIGIT": "a", "NOT_SPACE": "a", "NOT_WORD": "-"}
_MAX_TIMES = 3
_MANY = 20


@cache
def patterns() -> Sequence[re.Pattern[str]]:
    """Every pattern that a module of ours keeps, longest last."""
    found: dict[str, re.Pattern[str]] = {}

    def keep(value: object) -> None:
        if isinstance(value, LazyPattern):
            keep(value.compiled)
        elif isinstance(value, re.Pattern):
            if isinstance(value.pattern, str):
                found[value.pattern] = value
        elif isinstance(value, Mapping):
            for one in value.values():
                keep(one)
        elif isinstance(value, tuple):
            for one in value:
                keep(one)

    for module in walk_packages(rulebook.__path__, "rulebook."):
        if "lsp" not in module.name and not module.name.endswith("__main__"):
            for value in vars(import_module(module.name)).values():
                keep(value)
    return tuple(found.values())


def matching(pattern: re.Pattern[str], draw: Random) -> str:
    """A text that begins as what a pattern looks for does, if its guards let it."""
    parts: list[str] = []
    _write(_parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG), parts, draw)
    end = draw.choice((len(parts), len(parts), draw.randint(0, len(parts))))
    return "".join(parts[:end])


def recurring(pattern: re.Pattern[str], draw: Random) -> Iterator[tuple[str, str]]:
    """What a pattern looks for as often as it comes, in more ways than one: what stands before it, and a single one."""
    return _recurring(_parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG), [], draw)


def _recurring(parsed: Any, before: list[str], draw: Random) -> Iterator[tuple[str, str]]:
    for operation, argument in parsed:
        name = str(operation)
        if name.endswith("_REPEAT") and argument[1] > _MANY and _has_ways(argument[2]):
            unit: list[str] = []
            _write(argument[2], unit, draw)
            yield "".join(before), "".join(unit)
        for inner in _inner(name, argument):
            yield from _recurring(inner, [*before], draw)
        _write([(operation, argument)], before, draw)


def _inner(name: str, argument: Any) -> Sequence[Any]:
    """The patterns within a part of one."""
    if name == "BRANCH":
        return argument[1]  # type: ignore[no-any-return]
    place = {"SUBPATTERN": 3, "MAX_REPEAT": 2, "MIN_REPEAT": 2, "ASSERT": 1, "ASSERT_NOT": 1}.get(name)
    return () if place is None else (argument[place],)


def _has_ways(parsed: Any) -> bool:
    """Whether something may be matched in several ways."""
    return any(
        str(operation) in ("BRANCH", "MAX_REPEAT", "MIN_REPEAT")
        or any(map(_has_ways, _inner(str(operation), argument)))
        for operation, argument in parsed
    )


def _write(parsed: Any, parts: list[str], draw: Random) -> None:
    for operation, argument in parsed:
        _OPERATIONS.get(str(operation), lambda *_: None)(argument, parts, draw)


def _repeat(argument: Any, parts: list[str], draw: Random) -> None:
    least, most, inner = argument
    for _ in range(draw.randint(least, max(least, min(int(most), least + _MAX_TIMES)))):
        _write(inner, parts, draw)


def _one_of(argument: Any, parts: list[str], draw: Random) -> None:
    if str(argument[0][0]) == "NEGATE":
        taken = "".join(chr(value) for kind, value in argument[1:] if str(kind) == "LITERAL")
        parts.append(draw.choice([sign for sign in "a1 -.A" if sign not in taken] or ["~"]))
        return
    kind, value = draw.choice(argument)
    if str(kind) == "RANGE":
        parts.append(chr(draw.choice(value)))
    else:
        _OPERATIONS[str(kind)](value, parts, draw)


_OPERATIONS: Mapping[str, Callable[[Any, list[str], Random], None]] = {
    "LITERAL": lambda argument, parts, draw: parts.append(chr(argument)),
    "NOT_LITERAL": lambda argument, parts, draw: parts.append("a" if argument != ord("a") else "b"),
    "ANY": lambda argument, parts, draw: parts.append(draw.choice("a1 -")),
    "IN": _one_of,
    "CATEGORY": lambda argument, parts, draw: parts.append(_CATEGORIES[str(argument).removeprefix("CATEGORY_")]),
    "BRANCH": lambda argument, parts, draw: _write(draw.choice(argument[1]), parts, draw),
    "SUBPATTERN": lambda argument, parts, draw: _write(argument[3], parts, draw),
    "ATOMIC_GROUP": _write,
    "MAX_REPEAT": _repeat,
    "MIN_REPEAT": _repeat,
    "POSSESSIVE_REPEAT": _repeat,
}


@cache
def wordings(game: str) -> Sequence[str]:
    """The sentences that the rules of a game know."""
    return tuple(wording for phrase in game_of(game).phrases for wording in phrase.wordings)


def sentence(game: str, draw: Random) -> str:
    """One of a game's sentences, or its beginning, with something in its blanks."""
    wording = _BLANK.sub(lambda _: draw.choice(_BLANKS), draw.choice(wordings(game)))
    words = _SPECIAL.sub(" ", wording).split()
    return " ".join(words[: draw.randint(1, len(words))]) + draw.choice((" ", "", ". ", ", "))


def triggers(game: str, draw: Random) -> Iterator[str]:
    """What the readers of a game's text look for, without end."""
    while True:
        if game and draw.random() < 0.3:
            yield sentence(game, draw)
        else:
            yield matching(draw.choice(patterns()), draw)

"""Rejects unknown keys in the data of a new dice language.

A misspelt key, `"tally"` for `"tallies"`, would silently give other odds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from rulesmod.dice.reading import InvalidReadingError, compile_reading

if TYPE_CHECKING:
    from rulesmod.dice.language import Language

KEYS = {
    "die": (
        *("name", "axes", "shown", "rows", "hand", "takes"),
        *("as", "whole", "like", "lets", "base", "written"),
    ),
    "row": ("when", "weight", "again", "tallies", "adds", "label"),
    "hand": ("of", "first", "last", "each", "gives", "drawn", "grows"),
    "field": ("name", "label", "reading", "words", "with"),
    "trigger": ("with", "tally", "at_least", "adds"),
    "number": ("min", "max", "in", "zeros", "digits"),
}
"""The keys that each kind of mapping may have."""
_NODES = {
    "skip": 1, "seq": None, "or": None, "opt": 1, "many": 1, "number": 3, "word": 3, "term": 2, "constant": 2,
    "part": 1, "exact": 1, "ahead": 1, "called": None, "kind": 1, "apart": 0, "whole": 0, "end": 0, "name": 0,
    "words": None, "let": 2, "range": 3, "where": 1, "check": 4, "form": 1, "note": 2, "value": 1, "counted": 2,
    "apply": 3, "left": 2,
}  # fmt: skip
"""How many operands a node of a grammar has; None for any number."""
_SLOT = re.compile(r"\{([^{}]+)\}")


class InvalidLanguageError(ValueError):
    """A language that contradicts itself; `word` is the one that is to blame."""

    def __init__(self, message: str, word: str = "") -> None:
        super().__init__(message)
        self.word = word


def _check_die(die: Mapping[str, Any], kind: str, counted: Collection[str], language: Language) -> None:
    _keys(die, "die", f"the die `{kind}`")
    if "name" not in die:
        raise InvalidLanguageError(f"the die `{kind}` has no `name`", kind)
    axes = die.get("axes", {})
    names = [*axes, *(end for end in axes.values() if isinstance(end, str)), *die.get("takes", ()), "sign"]
    for name, reading in die.get("lets", ()):
        _reading(reading, names, f"the die `{kind}`")
        names.append(name)
    for row in die.get("rows", ()):
        _check_row(row, kind, names, counted, language)
    if "hand" in die:
        _check_hand(die["hand"], kind, names, counted, language)
    called = [die["name"]] if isinstance(die["name"], str) else die["name"]
    parts = (part if isinstance(part, str) else part[1] for part in called)
    for text in (die.get("written", ""), *parts, die.get("shown", "")):
        _slots(text, names, f"the die `{kind}`")


def check_language(language: Language) -> None:
    """Say what is wrong with a language.

    Raises:
        InvalidLanguageError: a key, node or name in it is none.
    """
    for node in (language.grammar, *language.parts.values()):
        _check_grammar(node, language)
    counted = {*language.sums, *language.flags}
    forms = {form for node in (language.grammar, *language.parts.values()) for form in _forms(node)}
    for kind, die in language.kinds.items():
        _check_die(die, kind, counted, language)
    for field in language.fields:
        _keys(field, "field", f"the field `{field.get('name', '')}`")
        values = (*counted, *language.constants, *(("result",) if language.has_formulas else ()))
        _reading(field.get("reading", 0), values, f"the field `{field.get('name', '')}`")
        _kinds([kind for kind in field.get("with", ()) if kind not in forms], language)
    for trigger in language.triggers:
        _keys(trigger, "trigger", "a trigger")
        _one_of(trigger.get("tally", ""), counted, "a trigger", "sum or flag")
        _kinds((trigger.get("with", ""), *trigger.get("adds", ())), language)


def _check_row(row: Mapping[str, Any], kind: str, names: list[str], counted: Collection[str], all_of: Language) -> None:
    owner = f"the die `{kind}`"
    _keys(row, "row", f"a row of {owner}")
    for key in ("when", "weight", "again"):
        _reading(row.get(key, 1), names, owner)
    for tally, reading in row.get("tallies", {}).items():
        _one_of(tally, counted, owner, "sum or flag")
        _reading(reading, names, owner)
    for add, inner, count in row.get("adds", ()):
        _kinds((add,) if add else (), all_of)
        for reading in (*inner.values(), count):
            _reading(reading, names, owner)
    _slots(row.get("label", ""), [*names, *row.get("tallies", {})], owner)


def _check_hand(hand: Any, kind: str, names: list[str], counted: Collection[str], all_of: Language) -> None:
    owner = f"the die `{kind}`"
    _keys(hand, "hand", f"the hand of {owner}")
    groups = hand.get("of", ())
    if not groups or not all(len(group) in (3, 4) for group in groups):
        raise InvalidLanguageError(f"the hand of {owner} is of no dice: `[kind, {{argument: reading}}, count]`", kind)
    for of, inner, *_ in groups:
        _kinds((of,) if of else (), all_of)
        for reading in inner.values():
            _reading(reading, names, owner)
    for reading in (*(group[2] for group in groups), *(hand.get(part, 0) for part in ("first", "last", "grows"))):
        _reading(reading, names, owner)
    each = hand.get("each", (("total", 0),))
    values = [*names, *(name for name, _ in each)]
    shown = [*values, "face", "kept", *(group[3] if len(group) > 3 else "n" for group in groups)]
    for _, reading in each:
        _reading(reading, shown, owner)
    for tally, reading in hand.get("gives", ()):
        _one_of(tally, counted, owner, "sum or flag")
        _reading(reading, values, owner)


def _check_grammar(node: Any, language: Language) -> None:
    if isinstance(node, str):
        return
    operator, *operands = node
    if operator not in _NODES:
        raise InvalidLanguageError(f"`{operator}` is no node of a grammar ({_listed(_NODES)})", str(operator))
    wanted = _NODES[operator]
    if wanted is not None and len(operands) != wanted:
        raise InvalidLanguageError(f"`{operator}` takes {wanted} operands, and has {len(operands)}", operator)
    if operator == "number":
        _keys(operands[2], "number", "a number of the grammar")
    elif operator in ("term", "kind"):
        _kinds((operands[0],), language)
    elif operator == "part":
        _one_of(operands[0], language.parts, "the grammar", "part of it")
    elif operator == "constant":
        _one_of(operands[0], language.constants, "the grammar", "constant")
    for operand in inner_nodes(node):
        _check_grammar(operand, language)


def inner_nodes(node: Any) -> list[Any]:
    """The nodes that a node of a grammar is made of."""
    operator: str = node[0]
    operands: list[Any] = list(node[1:])
    if operator in ("seq", "or", "opt", "many", "ahead", "value"):
        return operands
    if operator in ("term", "constant", "called", "counted", "apply"):
        return operands[1 : 2 if operator == "called" else None]
    if operator == "left":
        return [operands[0], *(one for sign, _, *operand in operands[1] for one in (sign, *operand))]
    return []


def _forms(node: Any) -> list[str]:
    if isinstance(node, str):
        return []
    return [node[1]] if node[0] == "form" else [form for inner in inner_nodes(node) for form in _forms(inner)]


def _keys(data: Mapping[str, Any], kind: str, owner: str) -> None:
    for key in data:
        if key not in KEYS[kind]:
            raise InvalidLanguageError(f"{owner} has a key `{key}`, which is none of {_listed(KEYS[kind])}", str(key))


def _kinds(kinds: Collection[str], language: Language) -> None:
    for kind in kinds:
        _one_of(kind, language.dice, "something", "kind of die")


def _one_of(name: str, known: Collection[str], owner: str, what: str) -> None:
    if name not in known:
        raise InvalidLanguageError(f"{owner} names `{name}`, which is no {what} ({_listed(known)})", str(name))


def _reading(reading: Any, names: Collection[str], owner: str) -> None:
    if isinstance(reading, int) or (isinstance(reading, str) and reading in names):
        return  # Most are, and every start of a tool checks ordinary dice.
    try:
        compile_reading(reading, tuple(names))
    except InvalidReadingError as error:
        word = re.search(r"`([^`]*)`", str(error))
        raise InvalidLanguageError(f"{owner}: {error} ({_listed(names)})", word[1] if word else "") from None


def _slots(text: Any, names: Collection[str], owner: str) -> None:
    for slot in _SLOT.findall(text) if isinstance(text, str) else ():
        _one_of(slot, names, owner, "value of it")


def _listed(names: Collection[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "there are none"

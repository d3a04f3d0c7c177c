"""Reasons: what in the rules of a game gives a number that a sentence states."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice, permutations
from typing import Any, NamedTuple

from rulebook_proof.proof.rule_coverage import constants
from rulebook_rules.claims.language.matching import Item
from rulebook_text.lexing.forms import rounds_to
from rulesmod.system import System

MAX_TRIES = 400
"""Ways to call the rules that are tried for a sentence."""

NUMERIC = ("number", "percent", "numeral")


class Reason(NamedTuple):
    """A formula for a value, and the blanks that it takes: an expression of Python, or the row of a table."""

    expression: str
    given: tuple[str, ...]
    is_table: bool = False


def reasons(system: System, blanks: Mapping[str, tuple[str, Sequence[Item]]]) -> dict[str, list[Reason]]:
    """Return formulas for each blank with one number, nearest first: rules, tables, constants.

    Args:
        system: the game.
        blanks: by name, the type of each blank and what it holds.
    """
    values = {name: items[0].value for name, (_, items) in blanks.items() if len(items) == 1}
    results: dict[str, list[Reason]] = {}
    for name, (type_name, items) in blanks.items():
        if type_name in NUMERIC and len(items) == 1:
            others = {other: value for other, value in values.items() if other != name}
            stated = _Stated(type_name, items[0])
            fitting = [
                *_rules(system, stated, others),
                *_cells(system, stated, others),
                *(
                    Reason(_named(system, constant.module, constant.name), ())
                    for constant in constants(system)
                    if stated.is_(constant.value)
                ),
            ]
            results[name] = list(dict.fromkeys(fitting))
    return results


class _Stated(NamedTuple):
    type: str
    item: Item

    def is_(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            return False
        if self.type == "percent":
            return rounds_to(value * 100, self.item.text)
        return bool(value == self.item.value)


def _rules(system: System, stated: _Stated, others: Mapping[str, Any]) -> Iterator[Reason]:
    for call, expression, given in islice(_calls(system, others), MAX_TRIES):
        try:
            value = call()
        except Exception:
            continue
        if stated.is_(value):
            yield Reason(expression, given)


def _calls(system: System, others: Mapping[str, Any]) -> Iterator[tuple[Callable[[], object], str, tuple[str, ...]]]:
    """Every way to call a rule with some of the blanks."""
    for rule in system.rules:
        parameters = inspect.signature(rule).parameters.values()
        needed = [
            parameter
            for parameter in parameters
            if parameter.default is parameter.empty
            and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        ]
        if not needed or any(p.kind is p.KEYWORD_ONLY and p.default is p.empty for p in parameters):
            continue
        name = _named(system, rule.__module__, rule.__name__)
        for chosen in permutations(others, len(needed)):
            yield (
                partial(rule, *(others[other] for other in chosen)),
                f"{name}({', '.join(chosen)})",
                chosen,
            )


def _named(system: System, module: str, name: str) -> str:
    """A name as the phrasebook of the game would write it: with its module, where that is another one."""
    here = any(phrase.rule.__module__ == module for phrase in system.phrases) or "." not in module
    return name if here else f"{module.rpartition('.')[2]}.{name}"


def _cells(system: System, stated: _Stated, others: Mapping[str, Any]) -> Iterator[Reason]:
    """Tables that have the number in a row that other blanks name."""
    names = {form: name for name, value in others.items() for form in (str(value).casefold(), f"d{value}")}
    for table in system.tables:
        for row in table.rows:
            keys = [str(cell).casefold() for cell in row[: table.keys]]
            if all(key in names for key in keys) and any(map(stated.is_, row[table.keys :])):
                shown = " to ".join(str(cell) for cell in row[: table.keys])
                yield Reason(f"the {table.title}, row {shown}", tuple(names[key] for key in keys), is_table=True)

"""Working out: what formulas come to, exactly, and the same in words with the values put in."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from rulebook_rules.rulesfile.formulas import CHANCE, SLOT, folded
from rulebook_text.lexing.grammar import Formula
from rulebook_text.lexing.names import words_of
from rulebook_text.lexing.numbers import to_number
from rulebook_text.lexing.ranges import signed_range
from rulesmod.dice.digits import to_fraction, to_int
from rulesmod.records import record
from rulesmod.system import RuleTable

Dice: TypeAlias = "tuple[tuple[int, int], ...]"
"""The dice of a pool: how many of which size, group by group."""
Listed: TypeAlias = "tuple[str, ...]"
"""The names of a list in a text."""
Value: TypeAlias = "Fraction | str | bool | Dice | Listed"


MAX_COUNTED = 10**18


class UndecidedError(Exception):
    """A value that a formula needs is missing: a row that a table lacks, or a division by nothing."""


class MissingError(UndecidedError):
    """The rules have nothing for it: no row of a table, and no range, holds such a value."""


@record
class Scope:
    """The names that formulas may use.

    Attributes:
        values: by folded name.
        labels: each name as the file writes it.
        tables: by folded name.
        columns: the index of each column of a table, by both folded names.
        missing: why the rules have nothing for a value, by its folded name.
        odds: the chance of dice, as text, to reach a number; None where no dice are known.
    """

    values: Mapping[str, Value]
    labels: Mapping[str, str]
    tables: Mapping[str, RuleTable]
    columns: Mapping[tuple[str, str], int]
    missing: Mapping[str, str] = field(default_factory=dict)
    odds: Callable[[str, int], Fraction] | None = None

    def having(self, values: Mapping[str, Value]) -> Scope:
        """The same with further values."""
        return replace(self, values={**self.values, **values})

    def lacking(self, name: str, why: str) -> Scope:
        """The same, in which the rules have nothing for a value."""
        return replace(self, missing={**self.missing, name: why})


def half_up(value: Fraction) -> int:
    """The nearest whole number; of two the greater."""
    return floor(value + Fraction(1, 2))


ROUNDINGS: dict[str, Callable[[Fraction], int]] = {"up": ceil, "down": floor, "nearest": half_up}


def _quotient(a: Fraction, b: Fraction) -> Fraction:
    if not b:
        raise UndecidedError("a division by nothing")
    return a / b


def _rounded(to: Callable[[Fraction], int]) -> Callable[[Fraction], Fraction]:
    return lambda value: Fraction(to(value))


_OF_NUMBERS: dict[str, Callable[..., Value]] = {
    "+": operator.add,
    "−": operator.sub,
    "×": operator.mul,
    "/": _quotient,
    "<": operator.lt,
    ">": operator.gt,
    "≤": operator.le,
    "≥": operator.ge,
    "min": lambda *numbers: min(numbers),
    "max": lambda *numbers: max(numbers),
    "minus": operator.neg,
    "abs": abs,
    "floor": _rounded(floor),
    "ceil": _rounded(ceil),
    "round": _rounded(half_up),
}
"""Values of the kinds of formulas whose parts are numbers."""
_BINDING = {"or": 1, "and": 2, "not": 3, "+": 5, "−": 5, "×": 6, "/": 6, "minus": 7}
"""How strongly signs bind; comparisons bind as 4, everything else stands by itself."""


def work_out(formula: Formula, scope: Scope) -> Value:
    """Evaluate a formula.

    Raises:
        UndecidedError: what it needs is not there.
    """
    if (evaluate := _EVALUATORS.get(formula.kind)) is not None:
        return evaluate(formula, scope)
    return _bounded(_OF_NUMBERS[formula.kind](*(_number(part, scope) for part in formula.parts)))


def _bounded(value: Value) -> Value:
    """Return a value, or raise `UndecidedError` if it is too large: values that multiply each other would grow without
    end."""
    if isinstance(value, Fraction) and max(abs(value.numerator), value.denominator) > MAX_COUNTED:
        raise UndecidedError("this is larger than anybody counts")
    return value


def shown(formula: Formula, scope: Scope) -> str:
    """A formula with the values put in: "2 × Body 3 + Will 2"."""
    kind, parts = formula.kind, formula.parts
    if kind == "number":
        return number_text(formula.value)
    if kind == "text":
        return f"“{formula.value}”"
    if kind == "name":
        name = str(formula.value)
        value = scope.values.get(name)
        return scope.labels.get(name, name) + (
            "" if value is None or isinstance(value, tuple) else f" {text_of(value)}"
        )
    if kind == "look":
        table, column = formula.table, str(formula.value)
        keys = " and ".join(shown(key, scope) for key in parts)
        label = scope.labels.get(column, column)
        return f"{label} {text_of(work_out(formula, scope))} for {keys} ({scope.tables[table].title})"
    if kind == CHANCE:
        dice, limit = parts
        written = SLOT.sub(lambda slot: text_of(scope.values.get(folded(slot[1]), slot[1])), str(dice.value))
        return f"the chance of {written} {formula.value} {shown(limit, scope)}"
    if kind == "sum":
        pool = str(parts[0].value)
        value = scope.values.get(pool)
        names = [one for one in value if isinstance(one, str)] if isinstance(value, tuple) else []
        of = ", ".join(names) or f"the dice of {scope.labels.get(pool, pool)}"
        return f"{text_of(work_out(formula, scope))} for {of}"
    if kind in ("minus", "not"):
        return ("−" if kind == "minus" else "not ") + _within(parts[0], formula, scope)
    if len(parts) == 2 and kind not in ("min", "max"):
        return f"{_within(parts[0], formula, scope)} {kind} {_within(parts[1], formula, scope, is_right=True)}"
    return f"{kind}({', '.join(shown(part, scope) for part in parts)})"


def _within(part: Formula, whole: Formula, scope: Scope, *, is_right: bool = False) -> str:
    text = shown(part, scope)
    inner = _binding(part)
    outer = _binding(whole)
    needs = inner < outer or (is_right and inner == outer and whole.kind in ("−", "/"))
    return f"({text})" if needs else text


def _binding(formula: Formula) -> int:
    if formula.kind in ("=", "≠", "<", ">", "≤", "≥"):
        return 4
    return _BINDING.get(formula.kind, 9)


def _named(formula: Formula, scope: Scope) -> Value:
    value = scope.values.get(str(formula.value))
    if str(formula.value) in scope.missing:
        raise MissingError(scope.missing[str(formula.value)])
    if value is None:
        raise UndecidedError(f"`{scope.labels.get(str(formula.value), formula.value)}` is not known here")
    return value


def _number(formula: Formula, scope: Scope) -> Fraction:
    value = work_out(formula, scope)
    if not isinstance(value, Fraction):
        raise UndecidedError(f"`{text_of(value)}` is no number")
    return value


def _same(one: Value, other: Value) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return words_of(one) == words_of(other)
    return one == other


def _looked_up(formula: Formula, scope: Scope) -> Value:
    name, column = formula.table, str(formula.value)
    table = scope.tables.get(name)
    index = scope.columns.get((name, column))
    if table is None or index is None:
        raise UndecidedError(f"the table `{scope.labels.get(name, name)}` is not known here")
    keys = [work_out(part, scope) for part in formula.parts]
    for row in table.rows:
        if all(holds(cell, key) for cell, key in zip(row, keys, strict=False)):
            return cell_value(row[index])
    fact = f"{table.title} has no row for {', '.join(map(text_of, keys))}"
    if any(isinstance(key, str) for key in keys):
        raise UndecidedError(fact)  # What has no name in it may be something else.
    raise MissingError(fact)


MAX_PART = 20
"""Characters of a part of one."""


def _part(cell: str) -> Fraction | None:
    """A part of one, as "1/2", which is no range from 1 to 2."""
    top, slash, bottom = (piece.strip() for piece in cell.partition("/"))
    is_part = slash and top.isdecimal() and bottom.isdecimal() and len(cell) <= MAX_PART and bottom.strip("0")
    return Fraction(to_int(top), to_int(bottom)) if is_part else None


def holds(cell: object, key: Value) -> bool:
    """Return whether the key of a row is a value, or a range that includes it."""
    bounds = signed_range(cell) if isinstance(cell, str) and _part(cell) is None else None
    if isinstance(key, Fraction) and bounds is not None:
        return (bounds.low is None or bounds.low <= key) and (bounds.high is None or key <= bounds.high)
    return _same(cell_value(cell), key)


def cell_value(cell: object) -> Fraction | str:
    """Return the value of a cell: a number if it is one."""
    if isinstance(cell, int | Fraction):
        return Fraction(cell)
    if (part := _part(str(cell))) is not None:
        return part
    number = to_number(str(cell).strip().removeprefix("+"))
    return str(cell) if number is None else Fraction(number)


_CHANCES: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "≥": lambda reached, passed: reached,
    ">": lambda reached, passed: passed,
    "<": lambda reached, passed: 1 - reached,
    "≤": lambda reached, passed: 1 - passed,
    "=": lambda reached, passed: reached - passed,
    "≠": lambda reached, passed: 1 - reached + passed,
}
"""Chances by those to reach a number, and to pass it."""


def _chance(formula: Formula, scope: Scope) -> Value:
    dice, limit = formula.parts
    target = _number(limit, scope)
    if scope.odds is None or target.denominator != 1:
        raise UndecidedError(f"the odds of `{dice.value}` are not known here")
    written = str(dice.value)
    for slot in dice.parts:
        value = work_out(slot, scope)
        # The dice of a cell, such as `2d8`, are a text.
        if not isinstance(value, str) and not (isinstance(value, Fraction) and value.denominator == 1):
            raise UndecidedError(f"`{written}` are no dice for {text_of(value)}")
        written = SLOT.sub(str(value), written, count=1)
    first, second = (scope.odds(written, int(target) + more) for more in (0, 1))
    return _CHANCES[str(formula.value)](first, second)


def _summed(formula: Formula, scope: Scope) -> Value:
    pool, each = formula.parts
    parts = work_out(pool, scope)
    if not isinstance(parts, tuple) or not parts:
        raise UndecidedError(f"`{pool.value}` has no dice and no names")
    total = Fraction(0)
    for part in parts:
        own: dict[str, Value] = {"each": part} if isinstance(part, str) else {}
        if not isinstance(part, str):
            own = {"count": Fraction(part[0]), "size": Fraction(part[1])}
        total += _number(each, scope.having(own))
    return total


def number_text(value: object) -> str:
    """A number as books write it: a decimal where that is exact."""
    number = to_fraction(str(value)) if not isinstance(value, Fraction) else value
    exact = Decimal(number.numerator) / number.denominator
    return f"{exact.normalize():f}" if Fraction(exact) == number else str(number)


def text_of(value: Value | Sequence[Value]) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number_text(value) if isinstance(value, Fraction) else str(value)


def _all_of(formula: Formula, scope: Scope) -> bool:
    return all(work_out(part, scope) for part in formula.parts)


def _any_of(formula: Formula, scope: Scope) -> bool:
    return any(work_out(part, scope) for part in formula.parts)


def _equal(formula: Formula, scope: Scope) -> bool:
    return _same(*(work_out(part, scope) for part in formula.parts))


_EVALUATORS: dict[str, Callable[[Formula, Scope], Value]] = {
    "number": lambda formula, scope: formula.value,
    "text": lambda formula, scope: formula.value,
    "name": _named,
    "look": _looked_up,
    "sum": _summed,
    CHANCE: _chance,
    "and": _all_of,
    "or": _any_of,
    "not": lambda formula, scope: not work_out(formula.parts[0], scope),
    "=": _equal,
    "≠": lambda formula, scope: not _equal(formula, scope),
}
"""Values of the kinds of formulas that need more than numbers."""

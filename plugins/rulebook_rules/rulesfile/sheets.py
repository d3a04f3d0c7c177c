"""The sheet that follows from the values of a `rules.yml`: what is chosen is filled in, and the rest is worked out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor
from typing import NamedTuple

from rulebook_rules.rulesfile.ruling import Named, Rule, Values
from rulebook_rules.rulesfile.working import Scope, cell_value
from rulebook_text.lexing.grammar import Formula
from rulesmod.dice.reading import Reading
from rulesmod.sheets import Group, Number, Result, Sheet, Words
from rulesmod.system import RuleTable

NAME = "character"
MAX_ROWS = 40
"""Tables of more rows are looked up in by nobody's sheet."""


class _NoReadingError(Exception):
    """A formula that a page cannot evaluate: it counts in whole numbers, and knows no texts."""


class _Part(NamedTuple):
    """A reading as a fraction: page and Python count in whole numbers, and divide once, at the end."""

    over: Reading
    under: int = 1


def sheet_of(title: str, values: Values) -> tuple[Sheet, ...]:
    """A sheet of all chosen values that have two ends, and of all that follows from them; none where nothing does."""
    fields: dict[str, Number] = {}
    results: list[Result] = []
    keys: dict[str, str] = {}
    for name, named in values.named.items():
        key = f"v{len(keys)}"
        if named.rule is None:
            if named.low is not None and named.high is not None:
                keys[name] = key
                fields[name] = Number(key, named.name, named.low, named.high, named.low)
        elif name not in values.constants.values:
            try:
                reading = _rule(named.rule, keys, values.constants)
            except _NoReadingError:
                continue
            keys[name] = key
            results.append(Result(key, named.name, reading, _text(named)))
    if not fields or not results:
        return ()
    group = Group("values", "Values", (Words("name", "Name"), *fields.values()), tuple(results))
    return (Sheet(NAME, title, "Choose the values. The others follow.", (group,)),)


def _text(named: Named) -> str:
    unit = named.rule.unit if named.rule is not None and not named.unit else named.unit
    return f"{{}} {unit.replace('{', '{{').replace('}', '}}')}" if unit else "{}"


def _rule(rule: Rule, keys: Mapping[str, str], constants: Scope) -> Reading:
    def read(formula: Formula) -> Reading:
        return _whole(_read(formula, keys, constants), rule.rounding)

    if rule.formula is not None:
        number = read(rule.formula)
    else:
        assert rule.by is not None
        key = _whole(_read(rule.by, keys, constants), "")
        number = 0
        for range_, formula in reversed(rule.cases):
            tests: list[Reading] = []
            if range_.low is not None:
                tests.append([">=", key, range_.low])
            if range_.high is not None:
                tests.append([">=", range_.high, key])
            number = ["if", tests[0] if len(tests) == 1 else ["and", *tests], read(formula), number]
    for condition, formula in reversed(rule.unless):
        number = ["if", _condition(condition, keys, constants), read(formula), number]
    if rule.least is not None:
        number = ["max", number, _integer(rule.least)]
    return ["min", number, _integer(rule.most)] if rule.most is not None else number


def _integer(value: object) -> int:
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise _NoReadingError
    return int(value)


def _whole(part: _Part, rounding: str) -> Reading:
    if part.under == 1:
        return part.over
    if rounding == "up":
        return ["-", 0, ["//", ["-", 0, part.over], part.under]]
    if rounding == "nearest":
        return ["//", ["+", ["*", 2, part.over], part.under], 2 * part.under]
    if rounding == "down":
        return ["//", part.over, part.under]
    raise _NoReadingError


def _read(formula: Formula, keys: Mapping[str, str], constants: Scope) -> _Part:
    kind = formula.kind
    if kind == "number":
        return _constant(formula.value)
    if kind == "name":
        name = str(formula.value)
        return _Part(keys[name]) if name in keys else _constant(constants.values.get(name))
    if kind == "look":
        return _looked_up(formula, keys, constants)
    if kind not in _PARTS:
        raise _NoReadingError
    return _PARTS[kind]([_read(part, keys, constants) for part in formula.parts])


def _constant(value: object) -> _Part:
    if not isinstance(value, Fraction):
        raise _NoReadingError
    return _Part(value.numerator, value.denominator)


def _folded_by(sign: str) -> Callable[[list[_Part]], _Part]:
    """Return how values that are brought to one denominator become one."""

    def fold(read: list[_Part]) -> _Part:
        total = read[0]
        for part in read[1:]:
            under = total.under * part.under
            total = _Part([sign, _scaled(total, under), _scaled(part, under)], under)
        return total

    return fold


def _quotient(read: list[_Part]) -> _Part:
    over, under = read
    if not isinstance(under.over, int) or under.over <= 0:
        raise _NoReadingError
    return _Part(_scaled(over, over.under * under.under), over.under * under.over)


_PARTS: dict[str, Callable[[list[_Part]], _Part]] = {
    "minus": lambda read: _Part(["-", 0, read[0].over], read[0].under),
    "abs": lambda read: _Part(["abs", read[0].over], read[0].under),
    "floor": lambda read: _Part(_whole(read[0], "down")),
    "ceil": lambda read: _Part(_whole(read[0], "up")),
    "round": lambda read: _Part(_whole(read[0], "nearest")),
    "+": _folded_by("+"),
    "−": _folded_by("-"),
    "min": _folded_by("min"),
    "max": _folded_by("max"),
    "×": lambda read: _Part(["*", read[0].over, read[1].over], read[0].under * read[1].under),
    "/": _quotient,
}
"""How each kind of formula reads from its parts."""


def _scaled(part: _Part, under: int) -> Reading:
    factor = floor(under / part.under)
    return part.over if factor == 1 else ["*", factor, part.over]


def _condition(formula: Formula, keys: Mapping[str, str], constants: Scope) -> Reading:
    kind, parts = formula.kind, formula.parts
    if kind in ("and", "or"):
        return [kind, *(_condition(part, keys, constants) for part in parts)]
    if kind == "not":
        return ["if", _condition(parts[0], keys, constants), 0, 1]
    left, right = (_read(part, keys, constants) for part in parts)
    under = left.under * right.under
    one, other = _scaled(left, under), _scaled(right, under)
    same: Reading = ["=", one, other]
    readings: dict[str, Reading] = {
        "=": same,
        "≠": ["if", same, 0, 1],
        "≥": [">=", one, other],
        "≤": [">=", other, one],
        "<": ["if", [">=", one, other], 0, 1],
        ">": ["if", [">=", other, one], 0, 1],
    }
    if kind not in readings:
        raise _NoReadingError
    return readings[kind]


def _looked_up(formula: Formula, keys: Mapping[str, str], constants: Scope) -> _Part:
    """A look-up as choices, one for each row of a table with one key of whole numbers."""
    name, column = formula.table, str(formula.value)
    table: RuleTable | None = constants.tables.get(name)
    index = constants.columns.get((name, column))
    if table is None or index is None or len(formula.parts) != 1 or len(table.rows) > MAX_ROWS:
        raise _NoReadingError
    key = _whole(_read(formula.parts[0], keys, constants), "")
    results: Reading = 0
    for row in reversed(table.rows):
        results = ["if", ["=", key, _integer(cell_value(row[0]))], _integer(cell_value(row[index])), results]
    return _Part(results)

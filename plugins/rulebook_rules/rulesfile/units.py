"""Units: what a formula is counted in, and whether its parts fit together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Place, Remedy
from rulebook_rules.rulesfile.formulas import CHANCE, folded
from rulebook_rules.rulesfile.ruling import Rule
from rulebook_rules.rulesfile.setting import entries, fault_within, text
from rulebook_rules.settings.kinds import Setting
from rulebook_text.lexing.grammar import Formula
from rulesmod.records import record

Unit = Counter[str]
"""A unit as a product of words: "points per step" is {"points": 1, "steps": -1}; empty for a mere number."""
CONDITIONS = ("=", "≠", "<", ">", "≤", "≥", "and", "or", "not")


class _UnitError(Exception):
    """Two parts of a formula that are counted in different units."""

    def __init__(self, *parts: tuple[Formula, Unit]) -> None:
        super().__init__()
        self.parts = parts


class _Written(NamedTuple):
    """A formula of a rule where the file has it: as a value or, a condition, as a key; and whether it is a result."""

    formula: Formula
    setting: Setting
    is_result: bool = True
    is_key: bool = False


@record
class Units:
    """The units of values and table columns, by folded names. None or nothing fits everything.

    Attributes:
        values: the unit of each value.
        columns: the unit of each column that has one of its own, by the table and itself.
        places: where the file says the unit of a value.
    """

    values: dict[str, Unit | None] = field(default_factory=dict)
    columns: Mapping[tuple[str, str], Unit | None] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)

    def name(self, name: str, unit: str, rule: Rule | None, setting: Setting) -> None:
        """Take in a value with its unit, or with the one that it follows in; a fault where the two differ."""
        own = unit_of(unit)
        derived = self.check(rule, setting, name, own) if rule is not None else None
        self.values[folded(name)] = own if own is not None else derived
        if own is not None:
            value = setting.file.value(*setting.keys, "unit")
            self.places[folded(name)] = Place(value.source, value.span, f"`{name}` is counted in {_described(own)}")

    def check(self, rule: Rule, setting: Setting, name: str, own: Unit | None) -> Unit | None:
        """The unit of a rule; a fault where its parts do not fit together, or do not give its `own` unit."""
        unit = own
        for one in _formulas(rule, setting):
            try:
                result = self._of(one.formula)
            except _UnitError as error:
                self._misfit(one, error.parts)
                break
            if not one.is_result or result is None:
                continue
            if unit is not None and result != unit:
                fact = f"this gives {_described(result)}, and `{name}` is {_described(unit)}"
                _fault(one, one.formula, fact, self._said([one.formula], name))
                break
            unit = result
        return unit

    def _misfit(self, one: _Written, parts: Sequence[tuple[Formula, Unit]]) -> None:
        """Report the second of two parts with different units."""
        written = one.setting.name if one.is_key else text(one.setting)
        said = " and ".join(f"{_described(unit)} (`{written[part.start : part.end]}`)" for part, unit in parts)
        _fault(one, parts[1][0], f"{said} do not fit together", self._said([part for part, _ in parts]))

    def _said(self, formulas: Sequence[Formula], *names: str) -> list[Place]:
        """Return where the file says the units of what some formulas name."""
        wanted = (*(name for one in formulas for name in one.names), *map(folded, names))
        return [self.places[name] for name in dict.fromkeys(wanted) if name in self.places]

    def _of(self, formula: Formula) -> Unit | None:
        if formula.kind == "name":
            return self.values.get(str(formula.value))
        if formula.kind == "look":
            for key in formula.parts:
                self._of(key)
            column = str(formula.value)
            return self.columns.get((formula.table, column), self.values.get(column))
        if formula.kind in ("number", "text", CHANCE):
            return None
        if formula.kind == "sum":
            return self._of(formula.parts[1])
        parts = [self._of(part) for part in formula.parts]
        if formula.kind in ("×", "/"):
            return _product(*parts, sign=1 if formula.kind == "×" else -1)
        said = [(part, unit) for part, unit in zip(formula.parts, parts, strict=True) if unit is not None]
        for first, other in pairwise(said):
            if formula.kind not in ("and", "or") and first[1] != other[1]:
                raise _UnitError(first, other)
        return None if formula.kind in CONDITIONS else said[0][1] if said else None


def _product(left: Unit | None, right: Unit | None, *, sign: int) -> Unit | None:
    if left is None and right is None:
        return None
    both = Counter(left or {})
    for word, power in (right or {}).items():
        both[word] += sign * power
    return Counter({word: power for word, power in both.items() if power})


def unit_of(written: str) -> Unit | None:
    """Parse a unit. None where nothing is said, which fits everything."""
    over, _, under = written.partition(" per ")
    return Counter({**({over: 1} if over else {}), **({under: -1} if under else {})}) if written else None


def _described(unit: Unit) -> str:
    over = " × ".join(word for word, power in unit.items() if power > 0)
    under = " × ".join(word for word, power in unit.items() if power < 0)
    return f"{over or 'a number'}{f' per {under}' if under else ''}" if unit else "a mere number"


def _formulas(rule: Rule, setting: Setting) -> Iterator[_Written]:
    """The formulas of a rule that has no other fault."""
    given = entries(setting) if isinstance(setting.value, Mapping) else {"is": setting}
    if rule.formula is not None:
        yield _Written(rule.formula, given.get("is", setting))
    if rule.by is not None:
        yield _Written(rule.by, given["by"], is_result=False)
        for (_, one), inner in zip(rule.cases, entries(given["ranges"]).values(), strict=True):
            yield _Written(one, inner)
    for (condition, one), inner in zip(
        rule.unless, entries(given["unless"]).values() if rule.unless else (), strict=True
    ):
        yield _Written(condition, inner, is_result=False, is_key=True)
        yield _Written(one, inner)


def _fault(one: _Written, part: Formula, fact: str, related: Sequence[Place]) -> None:
    remedy = Remedy("let both have one `unit`, or multiply by what makes one of them the other (`coins per ell`)")
    if one.is_key:
        one.setting.fault(fact, remedy, of_name=True, related=related)
    else:
        fault_within(one.setting, part.start, part.end, fact, remedy, related=related)


def column_units(setting: Setting | None) -> dict[tuple[str, str], Unit | None]:
    """The units of the columns of all tables of a file; a fault for each that is of no column."""
    units: dict[tuple[str, str], Unit | None] = {}
    for name, inner in entries(setting).items():
        given = entries(inner) if isinstance(inner.value, Mapping) else {}
        columns = given["columns"].value if "columns" in given else ()
        heads = {folded(str(one)): str(one) for one in columns} if isinstance(columns, list) else {}
        for column, unit in entries(given.get("units")).items():
            if folded(column) in heads:
                units[folded(name), folded(column)] = unit_of(text(unit))
            else:
                remedy = Remedy("the columns are " + ", ".join(f"`{one}`" for one in heads.values()))
                unit.fault(f"the table `{name}` has no column `{column}`", remedy, of_name=True)
    return units

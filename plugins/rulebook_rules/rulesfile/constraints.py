"""The constraints of a `rules.yml`: conditions that the values of everybody keep to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from rulebook_core.findings import Remedy
from rulebook_rules.rulesfile.formulas import FormulaError, folded, parse
from rulebook_rules.rulesfile.ruling import Values
from rulebook_rules.rulesfile.setting import Names, check_names, fault_within, items, text
from rulebook_rules.rulesfile.values import is_condition
from rulebook_rules.rulesfile.working import UndecidedError, work_out
from rulebook_rules.settings.kinds import Setting
from rulebook_text.lexing.grammar import Formula
from rulesmod.system import Constraint


def constraints_of(setting: Setting | None, values: Values, known: Names) -> Iterator[Constraint]:
    """The conditions of a list such as `- Nerve + Reach + Wits = 10`."""
    for inner in items(setting):
        written = text(inner)
        try:
            condition = parse(written, known.values()) if written else None
        except FormulaError as error:
            fault_within(inner, error.start, error.end, error.fact, Remedy(error.remedy))
            continue
        if condition is None or not check_names(inner, condition, known):
            continue
        if not is_condition(condition):
            remedy = Remedy("compare values, as in `Nerve + Reach = 10`")
            fault_within(inner, condition.start, condition.end, "this is no condition", remedy)
            continue
        needs = tuple(known[name] for name in condition.names if name in values.named)
        place = inner.file.value(*inner.keys)
        yield Constraint(written, needs, partial(_holds, condition, values), place, _total(condition, values))


def _total(condition: Formula, values: Values) -> Fraction | None:
    """Return the number that names add up to in a condition such as `Nerve + Reach = 10`."""
    names, number = condition.parts if condition.kind == "=" else (condition, condition)
    if any(part.kind not in ("name", "+") for part in names.all()) or names.kind != "+":
        return None
    try:
        result = work_out(number, values.constants)
    except UndecidedError:
        return None
    return result if isinstance(result, Fraction) else None


def _holds(condition: Formula, values: Values, given: Mapping[str, Fraction]) -> bool | None:
    """Return whether a condition holds for values by their names; None where nobody can tell."""
    scope = values.constants.having({folded(name): value for name, value in given.items()})
    try:
        return bool(work_out(condition, scope))
    except UndecidedError:
        return None

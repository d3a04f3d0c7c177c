"""Values of people that follow from others by the rules, though no table states them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rulebook_rules.facts.authority.rules import place_in
from rulebook_rules.facts.reading.values import cell_value
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.things.sheets import Row, Sheet, SheetCell
from rulesmod.dice.digits import to_fraction
from rulesmod.system import Quantity, System


def with_derived(people: Sheet, system: System, wording: Wording) -> Sheet:
    """Return people with the values that the rules work out for them."""
    derived = derived_of(system)
    rows = tuple(_row(row, people.attributes, derived, system, wording) for row in people.rows)
    return people._replace(rows=rows)


def derived_of(system: System) -> list[Quantity]:
    """Return the values of a game that follow from others, whatever the case."""
    return [one for one in system.quantities if one.rule is not None and one.needs and not one.under]


def _row(row: Row, attributes: Sequence[str], derived: Sequence[Quantity], system: System, wording: Wording) -> Row:
    cells = dict(zip(attributes, row.cells, strict=True))
    known = {name: amount for name, cell in cells.items() if (amount := _amount(cell, wording)) is not None}
    for one in derived:
        amount = worked_out(one, known)
        if amount is not None and amount.denominator == 1:
            known.setdefault(one.name, amount)  # What follows from a wrong value is no second fault.
            cells[one.name] = SheetCell(str(amount), place_in(system, "values", one.name))
    return row._replace(cells=tuple(cells[name] for name in attributes))


def _amount(cell: SheetCell | None, wording: Wording) -> Fraction | None:
    value = cell_value(cell.text, wording) if cell is not None else None
    return value.amount if value is not None and value.kind == "number" else None


def worked_out(quantity: Quantity, known: Mapping[str, Fraction]) -> Fraction | None:
    """Return what a value is for somebody; None where too little is known, or it is no number."""
    if quantity.rule is None or not known.keys() >= {*quantity.needs}:
        return None
    answer = quantity.rule({name: known[name] for name in quantity.needs})
    try:
        return to_fraction(answer.value) if answer is not None else None
    except (TypeError, ValueError):
        return None

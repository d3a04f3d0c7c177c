"""Constraints of a game, held against the values of everybody whom the book gives them."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_core.findings import Place
from rulebook_rules.facts.reading.values import cell_value
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.things.sheets import Sheet
from rulebook_rules.facts.wholes.differences import Difference
from rulesmod.system import System


def broken_constraints(system: System, people: Sheet, wording: Wording) -> Iterator[Difference]:
    """The last value of everybody who does not keep to a constraint of a game."""
    for constraint in system.constraints:
        columns = [people.attributes.index(name) for name in constraint.needs if name in people.attributes]
        if not columns or len(columns) < len(constraint.needs):
            continue
        for row in people.rows:
            cells = [cell for index in columns if (cell := row.cells[index]) is not None]
            values = [cell_value(cell.text, wording) for cell in cells]
            numbers = [value.amount for value in values if value is not None and value.kind == "number"]
            places = [cell.place for cell in cells if cell.place is not None]
            if (
                len(numbers) < len(columns)
                or not places
                or constraint.holds(dict(zip(constraint.needs, numbers, strict=True))) is not False
            ):
                continue
            last = max(places, key=lambda place: (place.source.path, place.span))
            authority = constraint.stated_at if isinstance(constraint.stated_at, Place) else None
            what = f"what `{constraint.text}` allows {row.name}"
            others = tuple(place for place in places if place is not last)
            yield Difference(last, what, "", authority, is_wrong=True, of=others)

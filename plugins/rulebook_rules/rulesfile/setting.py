"""Read entries, texts and formulas of a `rules.yml`, each fault at its place.

Its entries, texts and formulas, each fault at its place.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from rulebook_core.findings import Place, Remedy
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.rulesfile.formulas import CHANCE_FORM, COUNT, SLOT, FormulaError, folded, parse
from rulebook_rules.settings.faults import invalid_setting, meant, quoted
from rulebook_rules.settings.kinds import Setting
from rulebook_text.lexing.grammar import OF_DICE, Formula
from rulebook_text.lexing.ranges import Range, signed_range
from rulebook_text.naming.spelling import near_names
from rulesmod.dice.digits import to_fraction
from rulesmod.notation import NotationError
from rulesmod.system import Notation

_LOOK = lazily(r"(?P<column>.+?)\s+from\s+(?P<table>.+?)\s+by\b", re.IGNORECASE)


_IN_SLOTS = ("1", "10")
"""Numbers that are tried in the slots of dice: of one die, no two can be kept."""


class Names(dict[str, str]):
    """The names that formulas may use, by their folded form.

    Attributes:
        columns: those of each table.
        together: the names of the text that belong together, by what they are called.
        counts: how many there are of what `count` can count, by the names of these values.
        notation: how dice are written; None where formulas have none.
    """

    def __init__(
        self,
        names: Mapping[str, str] | None = None,
        columns: Mapping[str, Collection[str]] | None = None,
        together: Mapping[str, Collection[str]] | None = None,
    ):
        super().__init__(names or {})
        self.columns = columns or {}
        self.together = together or {}
        self.counts: Mapping[str, int] = {}
        self.notation: Notation | None = None

    def having(self, names: Mapping[str, str]) -> Names:
        """The same with further names."""
        result = Names({**self, **names}, self.columns, self.together)
        result.counts, result.notation = self.counts, self.notation
        return result


def entries(setting: Setting | None, known: Collection[str] = (), *, what: str = "") -> dict[str, Setting]:
    """Return the entries of a mapping by key, and report unknown keys.

    A fault for each that is none of the `known` ones.

    Args:
        setting: the mapping; nothing set is an empty one.
        known: the keys that there can be; any where there are none.
        what: what it is ("a phrase").
    """
    if setting is None or setting.value is None:
        return {}
    listed = f" ({', '.join(f'`{key}`' for key in known)})" if known else ""
    settings = setting.mapping(f"lines of `name: value`{listed}", Remedy("write them below it, each indented")) or {}
    results = {}
    for inner in settings.values():
        if known and inner.name not in known:
            fact = f"`{inner.name}` is nothing that {what} can say"
            inner.fault(fact, *meant(inner.name, known, "keys"), of_name=True)
        else:
            results[inner.name] = inner
    return results


def items(setting: Setting | None) -> list[Setting]:
    """Return the items of a list; a single value is a list of one."""
    if setting is None or setting.value is None:
        return []
    if isinstance(setting.value, list):
        results = [setting.inner(index, value) for index, value in enumerate(setting.value)]
        for number, inner in enumerate(results, 1):
            if inner.value is None:
                setting.fault(f"item {number} of `{setting.name}` is empty", Remedy("leave it out"))
        return results
    return [setting]


def text(setting: Setting | None) -> str:
    """A text; numbers and words of YAML are read as they are written."""
    if setting is None or setting.value is None:
        return ""
    if isinstance(setting.value, Mapping | list):
        setting.not_a("text", Remedy("write it in one line, without brackets or braces"))
        return ""
    return " ".join(setting.file.scalar(*setting.keys).split())


def texts(setting: Setting | None) -> tuple[str, ...]:
    """Return the items of a list as texts."""
    return tuple(text(one) for one in items(setting))


def number(setting: Setting | None) -> Fraction | None:
    """A number, which may have decimals."""
    if setting is None or setting.value is None:
        return None
    if isinstance(setting.value, int | float) and not isinstance(setting.value, bool):
        with suppress(ValueError):  # YAML has `.inf` and `1:30` as well.
            return to_fraction(text(setting))
    setting.not_a("a number, as `3` or `2.5`")
    return None


def range_of(setting: Setting | None, written: str = "", *, of_name: bool = False) -> Range | None:
    """A range such as `1..6`, `5 or more` or `4`; a fault where there is none."""
    if setting is None:
        return None
    bounds = signed_range(written or text(setting))
    if not written and not text(setting):
        setting.not_a("a range of numbers, as `1..6`")
        return None
    if bounds is None or bounds.values:
        remedy = Remedy("write it like `1..6`, `5 or more`, `3 or less` or `4`")
        setting.fault(f"{quoted(written or text(setting))} is no range of numbers", remedy, of_name=of_name)
        return None
    if bounds.low is not None and bounds.high is not None and bounds.low > bounds.high:
        remedy = Remedy(f"write `{bounds.high}..{bounds.low}`")
        setting.fault(f"{quoted(written or text(setting))} ends before it begins", remedy, of_name=of_name)
        return None
    return bounds


def are_apart(results: Sequence[tuple[Setting, Range]]) -> bool:
    """Return whether no value is in two ranges; else there is a fault at the later one of two such ranges."""
    if not results:
        return True
    order = sorted(range(len(results)), key=lambda index: _low(results[index][1]))
    widest = order[0]
    for index in order[1:]:
        one, other = results[widest][1], results[index][1]
        if _low(other) <= _high(one):
            both = _low(other) if other.low is not None else min(_high(one), _high(other))
            line = results[max(widest, index)][0]
            line.fault(f"{both} is in two ranges", Remedy("put each value into one"), of_name=True)
            return False
        widest = index
    return True


def _low(bounds: Range) -> float:
    return -math.inf if bounds.low is None else bounds.low


def _high(bounds: Range) -> float:
    return math.inf if bounds.high is None else bounds.high


def formula(setting: Setting, names: Collection[str]) -> Formula | None:
    """A formula; a fault where it is none, at the part of it that is wrong."""
    written = text(setting)
    if not written:
        if setting.value is None:
            setting.not_a("a formula", Remedy("write for example `1..6`, or `2 * Body + Will`"))
        return None
    try:
        return parse(written, names)
    except FormulaError as error:
        fault_within(setting, error.start, error.end, error.fact, Remedy(error.remedy))
        return None


def fault_within(
    setting: Setting, start: int, end: int, fact: str, *remedies: Remedy, related: Sequence[Place] = ()
) -> None:
    """Something is wrong with a part `[start, end)` of a formula."""
    place = setting.file.value(*setting.keys)
    written = place.source.slice(place.span)
    at = written.find(text(setting))
    if at >= 0:  # Else it goes over several lines, and all of it is meant.
        first = place.span.start + at
        # What is missing at the end is missing behind the last sign.
        start = min(start, len(text(setting)) - 1)
        place = Place(place.source, Span(first + start, first + max(end, start + 1)))
    setting.faults.append(invalid_setting(place, fact, remedies=remedies, related=related))


def check_names(setting: Setting, result: Formula, known: Names) -> bool:
    """Return whether a formula uses only known names, and report the others."""
    faults = list(unknown_names(result, known, text(setting)))
    for part, fact, others in faults:
        fault_within(setting, part.start, part.end, fact, *instead(str(part.value), others))
    strange = [*unknown_dice(result, known)]
    for part, fact, remedy in strange:
        fault_within(setting, part.start, part.end, fact, remedy)
    return not faults and not strange


def unknown_dice(result: Formula, known: Names) -> Iterator[tuple[Formula, str, Remedy]]:
    """The dice of a formula that the game has none of: each with a fact and what to write."""
    for part in result.all():
        if part.kind != "dice" or not isinstance(part.value, str) or SLOT.fullmatch(part.value):
            continue  # Dice that a cell or a blank has are known for each row.
        if known.notation is None:
            yield part, "dice have no odds here", Remedy("write the chance as a number, as `25 %`")
            continue
        errors = [error for number in _IN_SLOTS if (error := _error_of(known.notation, SLOT.sub(number, part.value)))]
        if len(errors) == len(_IN_SLOTS):
            fact = f"`{part.value}` are no dice of this game: {errors[0].message}"
            yield part, fact, Remedy(errors[0].remedy or CHANCE_FORM)


def _error_of(notation: Notation, dice: str) -> NotationError | None:
    try:
        notation.parse(dice)
    except NotationError as error:
        return error
    return None


def instead(name: str, known: Mapping[str, str]) -> tuple[Remedy, ...]:
    """Return the remedies for an unknown name: the nearest ones, or all there are."""
    if near := near_names(folded(name), known)[:3]:
        return tuple(Remedy(f"write `{known[other]}`") for other in near)
    listed = ", ".join(f"`{other}`" for other in known.values())
    return (Remedy(f"the names are {listed}" if known else "write it into `values` or `tables`"),)


def unknown_names(result: Formula, known: Names, written: str) -> Iterator[tuple[Formula, str, Mapping[str, str]]]:
    """The names in a formula, which is `written` so, that nothing has: each with a fact and what it could be."""
    if result.kind == "name" and str(result.value).startswith(f"{COUNT}("):
        if result.value not in known.counts:
            fact = f"there are no names, tables or ranges for `{written[result.start : result.end]}`"
            yield result, fact, {name: name for name in known.counts}
        return
    if result.kind == "name" and result.value not in known:
        yield result, f"nothing here is called `{written[result.start : result.end]}`", known
    if result.kind == "look" and (look := _LOOK.match(written, result.start)) is not None:
        if result.table not in known.columns:
            tables = {table: known.get(table, table) for table in known.columns}
            yield _part(result, look, "table"), f"there is no table `{look['table']}`", tables
        elif (columns := known.columns[result.table]) and result.value not in columns:
            fact = f"the table `{known.get(result.table, result.table)}` has no column `{look['column']}`"
            yield _part(result, look, "column"), fact, {column: known.get(column, column) for column in columns}
    for index, part in enumerate(result.parts):
        is_each = result.kind == "sum" and index == 1
        names = known.having({name: name for name in OF_DICE}) if is_each else known
        yield from unknown_names(part, names, written)


def _part(result: Formula, look: re.Match[str], name: str) -> Formula:
    """A name of a look-up by itself."""
    return replace(result, start=look.start(name), end=look.end(name), value=look[name], parts=())

"""One rule of a `rules.yml`: a formula, ranges or both, with exceptions, rounding and limits, and how it got there."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from rulebook_rules.rulesfile.formulas import SLOT, folded
from rulebook_rules.rulesfile.working import (
    ROUNDINGS,
    MissingError,
    Scope,
    UndecidedError,
    Value,
    holds,
    shown,
    text_of,
    work_out,
)
from rulebook_text.lexing.grammar import Formula
from rulebook_text.lexing.ranges import Range
from rulesmod.records import record


class Worked(NamedTuple):
    """A value, and the sentences that lead to it."""

    value: Value
    because: tuple[str, ...]


@record
class Rule:
    """How a value follows from others.

    Attributes:
        formula: what it is, unless `by` chooses among `cases`.
        unless: exceptions, in order: where the first formula holds, the second one counts.
        rounding: "up", "down", "nearest", or "" where it comes out whole or is no whole number.
        least, most: what it is at least and at most, whatever the formula says.
        because: a sentence of the rulebook, with names in braces.
        unit: the word behind it.
    """

    formula: Formula | None
    by: Formula | None = None
    cases: tuple[tuple[Range, Formula], ...] = ()
    unless: tuple[tuple[Formula, Formula], ...] = ()
    rounding: str = ""
    least: Fraction | None = None
    most: Fraction | None = None
    because: str = ""
    unit: str = ""

    @property
    def formulas(self) -> list[Formula]:
        """All that it is made of."""
        single = [one for one in (self.formula, self.by) if one is not None]
        return [*single, *(one for _, one in self.cases), *(one for pair in self.unless for one in pair)]

    @property
    def results(self) -> list[Formula]:
        """Those that can be what it comes to."""
        first = [self.formula] if self.formula is not None else [one for _, one in self.cases]
        return [*first, *(one for _, one in self.unless)]

    @property
    def names(self) -> list[str]:
        """The values that it needs, folded."""
        return list(dict.fromkeys(name for formula in self.formulas for name in formula.names))

    def work_out(self, label: str, scope: Scope) -> Worked:
        """Evaluate it; `label` names the value.

        Raises:
            UndecidedError: what it needs is not there.
        """
        steps = []
        if self.because:
            steps.append(SLOT.sub(lambda slot: _filled(slot[1], scope), self.because))
        formula, reason = self._chosen(scope)
        value = work_out(formula, scope)
        result = shown(formula, scope)
        if formula.kind not in ("number", "text", "name", "look", "sum"):
            result += f" = {text_of(value)}"
        if self.rounding and isinstance(value, Fraction) and value.denominator != 1:
            value = Fraction(ROUNDINGS[self.rounding](value))
            result += f", rounded {self.rounding if self.rounding != 'nearest' else 'to the nearest'} {text_of(value)}"
        for limit, is_beyond, words in (
            (self.least, isinstance(value, Fraction) and self.least is not None and value < self.least, "never below"),
            (self.most, isinstance(value, Fraction) and self.most is not None and value > self.most, "never above"),
        ):
            if is_beyond and limit is not None:
                value = limit
                result += f", {words} {text_of(limit)}"
        return Worked(value, (*steps, f"{label} is {result}{reason}"))

    def _chosen(self, scope: Scope) -> tuple[Formula, str]:
        """The formula that counts, and why that one."""
        for condition, instead in self.unless:
            if work_out(condition, scope) is True:
                return instead, f", for {shown(condition, scope)}"
        if self.formula is not None:
            return self.formula, ""
        assert self.by is not None
        key = work_out(self.by, scope)
        for range_, formula in self.cases:
            if holds(str(range_), key):
                return formula, f" for {shown(self.by, scope)} ({range_})"
        raise MissingError(f"there is no range for {shown(self.by, scope)}")


def _filled(name: str, scope: Scope) -> str:
    value = scope.values.get(folded(name))
    return name if value is None or isinstance(value, tuple) else text_of(value)


@record
class Named:
    """A value that the rules have a name for.

    Attributes:
        low, high: the values that it may have where its writer chooses it; None leaves an end open.
        rule: how it follows; None where its writer chooses it.
        also: other names that the text has for it.
        beside: the value behind whose number it stands in brackets without a name.
        under: whom it is for, as words of the headings above them; everybody where there are none.
        default: what it is where the text does not say.
    """

    name: str
    unit: str = ""
    low: int | None = None
    high: int | None = None
    rule: Rule | None = None
    also: tuple[str, ...] = ()
    beside: str = ""
    under: tuple[str, ...] = ()
    default: Fraction | None = None


@record
class Values:
    """All named values of a game, each after those that it needs.

    Attributes:
        named: by folded name.
        constants: a scope with all that follows from nothing else, and with the tables.
    """

    named: Mapping[str, Named]
    constants: Scope

    def needs(self, names: list[str]) -> list[str]:
        """Return the chosen values that some names depend on, folded."""
        needed: dict[str, None] = {}
        seen: set[str] = set()
        stack = list(reversed(names))
        while stack:
            name = stack.pop()
            if name in seen:
                continue
            seen.add(name)
            value = self.named.get(name)
            if value is None or value.rule is None:
                needed[name] = None
            else:
                stack += reversed(value.rule.names)
        return [name for name in needed if name not in self.constants.values]

    def with_defaults(self, names: list[str], given: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return given values with defaults of those that names depend on, if one of these is given."""
        chosen = self.needs(names)
        if not given or given.keys().isdisjoint(chosen):
            return given
        own = ((name, self.named[name].default) for name in chosen if name in self.named and name not in given)
        return {**{name: default for name, default in own if default is not None}, **given}

    def derive(self, names: list[str], given: Mapping[str, Value]) -> tuple[Scope, dict[str, Worked]]:
        """Derive the values of some names from given values."""
        scope = self.constants.having(given)
        wanted = self._behind(names)
        worked: dict[str, Worked] = {}
        for name, value in self.named.items():
            if name in wanted and name not in scope.values and value.rule is not None:
                try:
                    worked[name] = value.rule.work_out(value.name, scope)
                except MissingError as error:
                    scope = scope.lacking(name, str(error))
                    continue
                except UndecidedError:
                    continue
                scope = scope.having({name: worked[name].value})
        return scope, worked

    def _behind(self, names: list[str]) -> set[str]:
        results: set[str] = set()
        stack = list(names)
        while stack:
            name = stack.pop()
            if name not in results:
                results.add(name)
                value = self.named.get(name)
                stack += value.rule.names if value is not None and value.rule is not None else []
        return results

"""Formulas that a text gives for a value of its game: "A Cost is 3 × Skill + Strength", "Pace is half the Reach".

A formula is right where it comes to what the rules give for every choice that is tried, and wrong where it hardly ever
does; what differs now and then may leave out a limit or an exception, and is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import prod
from random import Random
from typing import NamedTuple

from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.mutators import die_sizes
from rulebook_rules.claims.rules import wrong_value
from rulebook_rules.claims.structures.explained import explained_names
from rulebook_rules.claims.structures.quantities import quantities_by_section
from rulebook_rules.claims.tolerance import Guarded, guarded, slacks_of
from rulebook_rules.rulesfile.formulas import FormulaError, folded, parse
from rulebook_rules.rulesfile.working import ROUNDINGS, Scope, UndecidedError, number_text, work_out
from rulebook_syntax.document import Block
from rulebook_text.lexing.formulas import formulas_in, grouped, in_signs, pattern_of_formulas
from rulesmod.dice.digits import to_fraction
from rulesmod.system import Answer, Quantity

FORMULA = Kind("formula", wrong_value, rank=4)
MAX_TRIED = 20
"""Choices that are tried."""
_MAX_OPEN = 12
"""A value without an end is tried up to here."""
Point = Mapping[str, Fraction]


def formula_claims(context: Context) -> Read:
    """A claim for each formula that stands behind the name of a value which follows by a rule."""
    for quantities, sections in quantities_by_section(context):
        ruled = {name: one for one in quantities if one.rule for name in (one.name, *one.also)}
        if not ruled:
            continue
        reading = _Formulas(context, quantities, ruled)
        for block in context.document.prose.blocks:
            if block.kind not in ("code", "heading") and block.section in sections:
                yield from reading.in_block(block)
        for name, block in explained_names(context.document):
            if name in ruled and block.section in sections:
                yield from reading.in_block(block, f"{name} = ")


class _Choice(NamedTuple):
    """Values to try in a formula, by name, and the result of the rules."""

    point: Point
    given: Mapping[str, Fraction]
    answer: Answer | None


class _Try(NamedTuple):
    """The results of a formula and of the rules for one choice of values.

    Whether its rounding, and a limit that it tells, raise it (1), lower it (-1) or do not bear on it.
    """

    point: Point
    mine: Fraction
    value: Fraction | int
    because: Sequence[str]
    bears: tuple[int, int]


def _other(tried: Sequence[_Try]) -> _Try | None:
    """Return a choice that shows a formula to differ from the rules.

    Where the same bears on it, it hardly ever comes to what they give.
    """
    for bears in dict.fromkeys(one.bears for one in tried):
        part = [one for one in tried if one.bears == bears]
        wrong = [one for one in part if one.mine != one.value]
        if 2 * len(wrong) > len(part):
            return wrong[0]
    return None


def _chosen(tried: _Try) -> str:
    return ", ".join(f"{name} {value}" for name, value in tried.point.items())


def _best_rounded(tried: Sequence[_Try]) -> Sequence[_Try]:
    """Round the values of a formula as most of what the rules say has it."""
    if all(one.mine.denominator == 1 for one in tried):
        return tried
    rounders: list[Callable[[Fraction], Fraction | int]] = [Fraction, *ROUNDINGS.values()]
    came_to = ([one._replace(mine=Fraction(rounded(one.mine))) for one in tried] for rounded in rounders)
    return min(came_to, key=lambda tried: sum(one.mine != one.value for one in tried))


class _Formulas:
    def __init__(self, context: Context, quantities: Sequence[Quantity], ruled: Mapping[str, Quantity]) -> None:
        self.context = context
        self.ruled = ruled
        self.written = [name for one in quantities for name in (one.name, *one.also)]
        self.by_name = {folded(name): one for one in quantities for name in (one.name, *one.also)}
        self.by_own = {one.name: one for one in quantities}
        self.sizes = die_sizes(context.system)
        self.said = pattern_of_formulas([*ruled], self.written, [one.unit for one in ruled.values() if one.unit])
        self.choices: dict[tuple[str, ...], list[_Choice]] = {}
        self.tried = cache(self._tried)  # The words of a formula come again, and those that are tried for them.

    def in_block(self, block: Block, lead: str = "") -> Read:
        """A claim for each formula of a block; `lead` is what stands before its text."""
        coded = block.coded()
        for formula in formulas_in(self.said, block.text.text, lead):
            if not coded.has(formula.named_at):
                for one in self._statement(block, self.ruled[formula.name], (formula.start, formula.end)):
                    yield replace(one, is_sure=formula.is_general)

    def _statement(self, block: Block, quantity: Quantity, at: tuple[int, int]) -> Iterator[Statement]:
        words = block.text.text[slice(*at)]
        tried = self.tried(quantity, words)
        result = _other(tried)
        if not tried or (result is not None and self._may_mean_right(quantity, words)):
            return
        right = False if result is not None else all(one.mine == one.value for one in tried) or None
        seen = partial(self._is_wrong, quantity)
        slacks = slacks_of(words, seen, self.sizes) if right else ()
        guards = guarded(block, (at,), slacks, at[0]) if right else Guarded()
        place = self.context.within(block, *at)
        yield Statement(
            FORMULA,
            place,
            of_kind=quantity.slug,
            stated=f"{quantity.name} {words}",
            computed=f"{quantity.name} {words}" if right else "",
            right=right,
            rule=f"The value {quantity.name}",
            derivation=tuple(Step(step) for step in self._grounds(words, tried)) if result is None else (),
            guards=guards.spans,
            leeways=guards.leeways,
            about=quantity.name,
            faults=(self._fault(words, result),) if result is not None else (),
        )

    def _may_mean_right(self, quantity: Quantity, words: str) -> bool:
        """Return whether a formula is right if its factor is for all of it: "half of Body plus Will"."""
        other = self.tried(quantity, whole) if (whole := grouped(words)) else []
        return bool(other) and _other(other) is None

    def _grounds(self, words: str, tried: Sequence[_Try]) -> Iterator[str]:
        """Explain why a formula is right, or differs too little to be wrong."""
        other = next((one for one in tried if one.mine != one.value), None)
        if other is None:
            yield f"{words} comes to the same as the rule, whatever is chosen"
        else:
            yield f"{words} is {number_text(other.mine)} for {_chosen(other)}, and the rules give {other.value} there"
            yield "elsewhere both are the same: an exception or a limit may be left out"

    def _fault(self, words: str, attempt: _Try) -> Fault:
        steps = tuple(f"the rules: {step}" for step in attempt.because)
        return Fault(
            (f"`{words}`, which is {number_text(attempt.mine)}", f"{attempt.value} for {_chosen(attempt)}"), steps
        )

    def _is_wrong(self, quantity: Quantity, words: str) -> bool:
        return any(one.mine != one.value for one in self.tried(quantity, words))

    def _tried(self, quantity: Quantity, words: str) -> Sequence[_Try]:
        """Evaluate a formula for some choices, with the rounding that fits best.

        Nothing where it is no formula of values, or the rules do not say.
        """
        try:
            bare, *others = (parse(signed, self.written) for signed in in_signs(words, quantity.unit))
        except FormulaError:
            return []
        names = [self.by_name[name].name for name in bare.names if name in self.by_name]
        if len(names) != len(bare.names) or not names or bare.kind in ("number", "name"):
            return []
        others = [bare if one == bare else one for one in others]
        tried = []
        for point, given, answer in self._choices(quantity, names):
            scope = Scope(given, {}, {}, {})
            try:
                free = work_out(bare, scope)
                whole, mine = (free if one is bare else work_out(one, scope) for one in others)
            except UndecidedError:
                return []
            if answer is None or isinstance(answer.value, str):
                return []
            if not isinstance(free, Fraction) or not isinstance(whole, Fraction) or not isinstance(mine, Fraction):
                return []
            bears = ((whole > free) - (whole < free), (mine > whole) - (mine < whole))
            tried.append(_Try(point, mine, answer.value, answer.because, bears))
        return _best_rounded(tried)

    def _choices(self, quantity: Quantity, names: Sequence[str]) -> Sequence[_Choice]:
        """Choices to be tried, of all that the rule and the formula need; each is worked out once for a page."""
        key = (quantity.name, *names)
        if key not in self.choices:
            self.choices[key] = [
                _Choice(
                    point,
                    {name: point[one.name] for name, one in self.by_name.items() if one.name in point},
                    quantity.rule(point) if quantity.rule is not None else None,
                )
                for point in self._points(quantity, names)
            ]
        return self.choices[key]

    def _points(self, quantity: Quantity, names: Sequence[str]) -> Iterator[Point]:
        """Values of all that the rule and the formula need."""
        needed = list(quantity.needs)
        if not set(names) <= set(needed):
            needed = [name for name in self._chosen(needed) if name not in names]
        ranges = {}
        for name in (*names, *needed):
            low, high = self.by_own[name].low or 0, self.by_own[name].high
            ranges[name] = range(low, max(low, high if high is not None else low + _MAX_OPEN) + 1)
        if prod(map(len, ranges.values())) <= MAX_TRIED:
            tried: Iterable[tuple[int, ...]] = product(*ranges.values())
        else:
            chance = Random(len(ranges))  # The same choices each time, in which no value goes with another.
            tried = (tuple(map(chance.choice, ranges.values())) for _ in range(MAX_TRIED))
        for values in tried:
            yield dict(zip(ranges, map(to_fraction, values), strict=True))

    def _chosen(self, names: Sequence[str]) -> Iterator[str]:
        """The values that are chosen, and that others follow from."""
        for name in names:
            one = self.by_own.get(name)
            if one is not None:
                yield from self._chosen(one.needs) if one.needs else (name,)

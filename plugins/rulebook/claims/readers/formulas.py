"""Formulas that a text gives for a value of its game: "A Cost is 3 × Skill + Strength", "Pace is half the Reach".

A formula is right where it comes to what the rules give for every choice that is tried, and wrong where it hardly ever
does; what differs now and then leaves out a limit or an exception, and nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from rulebook.claims.context import Context, Read
from rulebook.claims.model import Fault, Kind, Statement, Step
from rulebook.claims.mutators import die_sizes
from rulebook.claims.rules import wrong_value
from rulebook.claims.slack import Guarded, guarded, slacks_of
from rulebook.document import Block
from rulebook.lexing.clauses import BETWEEN_SENTENCES, stretch
from rulebook.lexing.formulas import formula_of, in_signs, pattern_of_formulas
from rulebook.rulesfile.formulas import FormulaError, folded, parse
from rulebook.rulesfile.working import ROUNDINGS, Scope, UndecidedError, number_text, work_out
from rulesmod.system import Quantity

FORMULA = Kind("formula", wrong_value, rank=4)
TRIED = 12
"""So many choices are tried."""
_MOST = 12
"""A value without an end is tried up to here."""
Point = Mapping[str, Fraction]


def formula_claims(context: Context) -> Read:
    """A claim for each formula that stands behind the name of a value which follows by a rule."""
    ruled = {name: one for one in context.system.quantities if one.rule for name in (one.name, *one.also)}
    if not ruled:
        return
    reading = _Formulas(context, ruled)
    for block in context.document.prose.blocks:
        if block.kind not in ("code", "heading"):
            yield from reading.in_block(block)


class _Formulas:
    def __init__(self, context: Context, ruled: Mapping[str, Quantity]) -> None:
        quantities = context.system.quantities
        self.context = context
        self.ruled = ruled
        self.written = [name for one in quantities for name in (one.name, *one.also)]
        self.by_name = {folded(name): one for one in quantities for name in (one.name, *one.also)}
        self.by_own = {one.name: one for one in quantities}
        self.sizes = die_sizes(context.system)
        self.said = pattern_of_formulas([*ruled], self.written)

    def in_block(self, block: Block) -> Read:
        text, coded = block.text.text, block.coded()
        for match in self.said.finditer(text):
            found = formula_of(match, *stretch(BETWEEN_SENTENCES, text, *match.span()))
            if found is not None and not coded.has(match.start()):
                for one in self._statement(block, self.ruled[found.name], (found.start, found.end), found.way):
                    yield replace(one, is_sure=found.is_general)

    def _statement(self, block: Block, quantity: Quantity, at: tuple[int, int], way: str) -> Iterator[Statement]:
        words = block.text.text[slice(*at)]
        found = self._differing(quantity, way, words)
        if found is None or (found and 2 * len(found) <= TRIED):
            return
        seen = partial(self._is_wrong, quantity, way)
        slacks = () if found else slacks_of(words, seen, self.sizes)
        guards = guarded(block, (at,), (slack.moved(at[0]) for slack in slacks)) if not found else Guarded()
        place = self.context.within(block, *at)
        yield Statement(
            FORMULA,
            place,
            of_kind=quantity.slug,
            section=block.section,
            stated=f"{quantity.name} {words}",
            computed="" if found else f"{quantity.name} {words}",
            right=not found,
            rule=f"The value {quantity.name}",
            derivation=(Step(f"{words} comes to the same as the rule, whatever is chosen"),) if not found else (),
            guards=guards.spans,
            leeways=guards.leeways,
            about=quantity.name,
            faults=(self._fault(quantity, words, *found[0]),) if found else (),
        )

    def _fault(self, quantity: Quantity, words: str, point: Point, mine: Fraction | int) -> Fault:
        assert quantity.rule is not None
        answer = quantity.rule(point)
        assert answer is not None
        chosen = ", ".join(f"{name} {value}" for name, value in point.items())
        steps = tuple(f"the rules: {step}" for step in answer.because)
        return Fault((f"`{words}`, which is {number_text(mine)}", f"{answer.value} for {chosen}"), steps)

    def _is_wrong(self, quantity: Quantity, way: str, words: str) -> bool:
        return bool(self._differing(quantity, way, words))

    def _differing(self, quantity: Quantity, way: str, words: str) -> Sequence[tuple[Point, Fraction | int]] | None:
        """For which choices a formula comes to something else than the rules give; None where it is no formula of
        values, or the rules do not say."""
        try:
            formula = parse(in_signs(words), self.written)
        except FormulaError:
            return None
        if not set(formula.names) <= set(self.by_name):
            return None
        names = [self.by_name[name].name for name in formula.names]
        if not names or formula.kind in ("number", "name"):
            return None
        tried = []
        for point in self._points(quantity, names):
            given = {name: point[one.name] for name, one in self.by_name.items() if one.name in point}
            answer = quantity.rule(point) if quantity.rule is not None else None
            try:
                mine = work_out(formula, Scope(given, {}, {}, {}))
            except UndecidedError:
                return None
            if answer is None or isinstance(answer.value, str) or not isinstance(mine, Fraction):
                return None
            tried.append((point, mine, answer.value))
        rounders: list[Callable[[Fraction], Fraction | int]] = (
            [ROUNDINGS[way]] if way else [Fraction, *ROUNDINGS.values()]
        )
        came_to = ([(point, rounded(mine), value) for point, mine, value in tried] for rounded in rounders)
        differing = ([(point, mine) for point, mine, value in found if mine != value] for found in came_to)
        return min(differing, key=len)

    def _points(self, quantity: Quantity, names: Sequence[str]) -> Iterator[Point]:
        """Choices to be tried, of all that the rule and the formula need."""
        needed = list(quantity.needs)
        if not set(names) <= set(needed):
            needed = [name for name in self._chosen(needed) if name not in names]
        needed = list(dict.fromkeys((*names, *needed)))
        for step in range(TRIED):
            point = {}
            for place, name in enumerate(needed):
                low, high = self.by_own[name].low or 0, self.by_own[name].high
                span = (high if high is not None else low + _MOST) - low + 1
                point[name] = Fraction(low + (step * (place + 1) + 2 * place + 1) % max(1, span))
            yield point

    def _chosen(self, names: Sequence[str]) -> Iterator[str]:
        """The values that are chosen, and that others follow from."""
        for name in names:
            one = self.by_own.get(name)
            if one is not None:
                yield from self._chosen(one.needs) if one.needs else (name,)

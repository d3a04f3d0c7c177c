"""Formulas that a text gives for a value of its game: "A Cost is 3 × Skill + Strength", "Pace is half the Reach".

A formula is right where it comes to what the rules give for every choice that is tried, and wrong where it hardly ever
does; what differs now and then leaves out a limit or an exception, and nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

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


class _Try(NamedTuple):
    """What a formula comes to for a choice, and the rules, and whether a limit that the formula tells
    raises it (1), lowers it (-1) or does not bear on it."""

    point: Point
    mine: Fraction
    value: Fraction | int
    bears: int


def _is_other(tried: Sequence[_Try]) -> bool:
    """Whether a formula is another one than the rules have, or has another limit: it hardly ever comes to the same."""
    parts = ([one for one in tried if one.bears == way] for way in (-1, 0, 1))
    return any(2 * sum(one.mine != one.value for one in part) > len(part) for part in parts)


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
                for one in self._statement(block, self.ruled[found.name], (found.start, found.end)):
                    yield replace(one, is_sure=found.is_general)

    def _statement(self, block: Block, quantity: Quantity, at: tuple[int, int]) -> Iterator[Statement]:
        words = block.text.text[slice(*at)]
        tried = self._tried(quantity, words)
        found = [one for one in tried if one.mine != one.value]
        if not tried or (found and not _is_other(tried)):
            return
        seen = partial(self._is_wrong, quantity)
        slacks = () if found else slacks_of(words, seen, self.sizes)
        guards = guarded(block, (at,), (slack.moved(at[0]) for slack in slacks)) if not found else Guarded()
        place = self.context.within(block, *at)
        yield Statement(
            FORMULA,
            place,
            of_kind=quantity.slug,
            stated=f"{quantity.name} {words}",
            computed="" if found else f"{quantity.name} {words}",
            right=not found,
            rule=f"The value {quantity.name}",
            derivation=(Step(f"{words} comes to the same as the rule, whatever is chosen"),) if not found else (),
            guards=guards.spans,
            leeways=guards.leeways,
            about=quantity.name,
            faults=(self._fault(quantity, words, found[0]),) if found else (),
        )

    def _fault(self, quantity: Quantity, words: str, found: _Try) -> Fault:
        assert quantity.rule is not None
        answer = quantity.rule(found.point)
        assert answer is not None
        chosen = ", ".join(f"{name} {value}" for name, value in found.point.items())
        steps = tuple(f"the rules: {step}" for step in answer.because)
        return Fault((f"`{words}`, which is {number_text(found.mine)}", f"{answer.value} for {chosen}"), steps)

    def _is_wrong(self, quantity: Quantity, words: str) -> bool:
        return any(one.mine != one.value for one in self._tried(quantity, words))

    def _tried(self, quantity: Quantity, words: str) -> Sequence[_Try]:
        """What a formula comes to for some choices, rounded as it fits best; nothing where it is no formula of values,
        or the rules do not say."""
        try:
            bare, formula = (parse(signed, self.written) for signed in in_signs(words))
        except FormulaError:
            return []
        names = [self.by_name[name].name for name in bare.names if name in self.by_name]
        if len(names) != len(bare.names) or not names or bare.kind in ("number", "name"):
            return []
        tried = []
        for point in self._points(quantity, names):
            given = {name: point[one.name] for name, one in self.by_name.items() if one.name in point}
            answer = quantity.rule(point) if quantity.rule is not None else None
            try:
                free, mine = (work_out(one, Scope(given, {}, {}, {})) for one in (bare, formula))
            except UndecidedError:
                return []
            if answer is None or isinstance(answer.value, str):
                return []
            if not isinstance(mine, Fraction) or not isinstance(free, Fraction):
                return []
            tried.append(_Try(point, mine, answer.value, bears=(mine > free) - (mine < free)))
        rounders: list[Callable[[Fraction], Fraction | int]] = [Fraction, *ROUNDINGS.values()]
        came_to = ([one._replace(mine=Fraction(rounded(one.mine))) for one in tried] for rounded in rounders)
        return min(came_to, key=lambda tried: sum(one.mine != one.value for one in tried))

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

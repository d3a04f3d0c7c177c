"""The values that a text tells of somebody, without any phrase: `Rook has Body 3 and Will 2, so her Grit is 9`.

In running text, lists and stat blocks a value belongs to whom the text named last; in a table to its row, or to its
column. What follows from values that the same one has is held against the rules; what does not stand there is not
assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from rulebook_core.findings import Edit, Remedy, write
from rulebook_rules.claims.context import GROUND, Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.mutators import die_sizes
from rulebook_rules.claims.rules import failed_rule, wrong_value
from rulebook_rules.claims.structures.quantities import Company, Ground, StatedValue, is_allowed, quantities_by_section
from rulebook_rules.claims.structures.tellings import Tellings
from rulebook_rules.claims.tolerance import Guarded, guarded, slacks_of
from rulebook_text.lexing.forms import like
from rulebook_text.lexing.modality import is_denied
from rulebook_text.lexing.numbers import to_number
from rulesmod.system import Answer, Quantity

VALUE = Kind("value", wrong_value, rank=4)
MAX_TRIED = 30
"""Values that are tried as the cause of a wrong one."""
MAX_REMEDIES = 3


def quantity_claims(context: Context) -> Read:
    """A claim for each value that follows from others, and for each that the rules do not allow."""
    for quantities, sections in quantities_by_section(context):
        tellings, judge = Tellings(context, quantities), _Judge(context, quantities)
        for stated_values in tellings.in_document(context.document.prose):
            company = Company(stated_values)
            for one in stated_values:
                if one.value is not None and one.block.section in sections:
                    yield from judge.judged(one, company)


class _Judge:
    """Judge the values of a page by the rules of its game."""

    def __init__(self, context: Context, quantities: Sequence[Quantity]) -> None:
        self.context = context
        self.quantities = {one.name: one for one in quantities}
        self.sizes = die_sizes(context.system)
        self.answers: dict[tuple[object, ...], Answer | None] = {}

    def judged(self, stated: StatedValue, company: Company) -> Read:
        """A claim on one value."""
        quantity = stated.quantity
        if quantity.rule is None:
            yield from self._in_its_range(stated)
            return
        grounds = self._grounds(stated, company) if stated.owner.is_sure else None
        try:
            answer, used = self._answer(quantity, grounds) if grounds is not None else (None, {})
            if answer is None or not all(map(is_allowed, used.values())):
                yield self._statement(stated, None, {}, None)
                return
            if answer.value != stated.value and self._follows_from_a_wrong_one(stated, grounds or {}):
                yield self._statement(stated, answer, used, False)
                return
            faults = () if answer.value == stated.value else (self._fault(stated, answer, used),)
            yield self._statement(stated, answer, used, not faults, faults)
        except Exception as error:
            # A rules module is somebody's code: its fault must not hide what else is wrong.
            yield failed_rule(stated.place(self.context), quantity.name, f"{type(error).__name__}: {error}")

    def _answer(self, quantity: Quantity, grounds: Mapping[str, Ground]) -> tuple[Answer | None, dict[str, Ground]]:
        """Return the value of the rules, from chosen values first, and its grounds."""
        chosen = {name: one for name, one in grounds.items() if self.quantities[name].rule is None}
        answer = self._given(quantity, {name: one.value for name, one in chosen.items()})
        if answer is not None:
            return answer, chosen
        return self._given(quantity, {name: one.value for name, one in grounds.items()}), dict(grounds)

    def _given(self, quantity: Quantity, given: Mapping[str, int | Fraction]) -> Answer | None:
        """Return the answer of a rule, from a cache.

        On a page the same values come again, and those that are tried for them.
        """
        assert quantity.rule is not None
        key = (quantity.name, *given.items())
        if key not in self.answers:
            self.answers[key] = quantity.rule(given)
        return self.answers[key]

    def _grounds(self, stated: StatedValue, company: Company) -> dict[str, Ground]:
        """The values that it may follow from, as far as the text tells them of the same one."""
        grounds: dict[str, Ground] = {}
        names = list(stated.quantity.needs)
        seen = {stated.quantity.name}
        while names:
            name = names.pop(0)
            if name in seen:
                continue
            seen.add(name)
            names += self.quantities[name].needs if name in self.quantities else ()
            if (ground := company.of(name, stated)) is not None and ground.value is not None:
                grounds[name] = Ground(ground.value, ground)
        return grounds

    def _follows_from_a_wrong_one(self, stated: StatedValue, grounds: Mapping[str, Ground]) -> bool:
        """Return whether a wrong value only follows from another wrong one."""
        direct = {name: grounds[name].value for name in stated.quantity.needs if name in grounds}
        is_derived = any(self.quantities[name].rule is not None for name in direct)
        answer = (
            self._given(stated.quantity, direct) if is_derived and len(direct) == len(stated.quantity.needs) else None
        )
        return answer is not None and answer.value == stated.value

    def _fault(self, result: StatedValue, answer: Answer, used: Mapping[str, Ground]) -> Fault:
        place = result.place(self.context)
        stated = place.source.slice(place.span)
        remedies = [write(place, like(answer.value, stated))] if not isinstance(answer.value, str) else []
        for name, ground in used.items():
            remedies += self._other_ways(result, name, ground, used)
        notes = tuple(f"the rules: {step}" for step in answer.because)
        return Fault((f"`{stated}`", str(answer.value)), notes, tuple(remedies[:MAX_REMEDIES]))

    def _other_ways(
        self, stated: StatedValue, name: str, ground: Ground, used: Mapping[str, Ground]
    ) -> Iterator[Remedy]:
        """Other values of what it follows from, with which it would be right."""
        quantity = self.quantities[name]
        if quantity.low is None or quantity.high is None or quantity.high - quantity.low > MAX_TRIED:
            return
        for other in range(quantity.low, quantity.high + 1):
            answer = self._given(stated.quantity, {**{one: g.value for one, g in used.items()}, name: other})
            if other != ground.value and answer is not None and answer.value == stated.value:
                place = ground.stated.place(self.context)
                text = like(other, place.source.slice(place.span))
                yield Remedy(f"make the {name} `{text}`", (Edit(place, text),))

    def _in_its_range(self, result: StatedValue) -> Read:
        """Nothing where a chosen value is one that there is: others would do as well."""
        low, high, value = result.quantity.low, result.quantity.high, result.value
        text = result.block.text.text
        if value is None or is_allowed(Ground(value, result)) or is_denied(text, result.start, result.end, frozenset()):
            return
        limits = f"{low} to {high}" if high is not None and low is not None else f"{low} or more"
        limits = f"{high} or less" if low is None else limits
        place = result.place(self.context)
        stated = place.source.slice(place.span)
        nearest = high if high is not None and value > high else low
        because = f"{result.quantity.name} is {limits}, and {stated} {'<' if nearest == low else '>'} {nearest}"
        fault = Fault((f"`{stated}`", limits), (f"the rules: {because}",), (write(place, like(nearest, stated)),))
        answer = Answer(limits, because=(because,))
        yield self._statement(result, answer, {}, False, (fault,))

    def _guarded(self, stated: StatedValue, used: Mapping[str, Ground]) -> Guarded:
        """Return the numbers that a right value guards.

        Its number, and those that it follows from as far as they are not rounded away.
        """
        result = Guarded((stated.place(self.context).span,))
        for name, ground in used.items():
            one = ground.stated
            words = one.block.text.text[one.start : one.end]
            slacks = slacks_of(words, partial(self._is_seen, stated, used, name), self.sizes)
            result += guarded(one.block, ((one.start, one.end),), slacks, one.start)
        return result

    def _is_seen(self, stated: StatedValue, used: Mapping[str, Ground], name: str, other: str) -> bool:
        """Return whether another ground would turn a right value wrong."""
        value = to_number(other)
        if value is None or not is_allowed(Ground(value, used[name].stated)):
            return True
        answer = self._given(stated.quantity, {**{one: ground.value for one, ground in used.items()}, name: value})
        return answer is not None and answer.value != stated.value

    def _statement(
        self,
        stated: StatedValue,
        answer: Answer | None,
        grounds: Mapping[str, Ground],
        right: bool | None,
        faults: tuple[Fault, ...] = (),
    ) -> Statement:
        place = stated.place(self.context)
        of = tuple(ground.stated.place(self.context, GROUND) for ground in grounds.values())
        guards = self._guarded(stated, grounds) if right else Guarded((place.span, *(one.span for one in of)))
        name = stated.quantity.name
        why = answer.because if answer is not None else (f"what {name} follows from is not told for sure",)
        return Statement(
            VALUE,
            place,
            of_kind=stated.quantity.slug,
            stated=f"{name} {place.source.slice(place.span)}",
            computed=f"{name} {answer.value}" if answer is not None else "",
            right=right if stated.is_sure else None,
            rule=f"The value {name}",
            of=of,
            derivation=tuple(map(Step, why)),
            guards=guards.spans if right is not None else (),
            leeways=guards.leeways,
            about=", ".join((name, *(f"{one} {ground.value}" for one, ground in grounds.items()))),
            faults=faults if stated.is_sure else (),
        )

"""The values that a text tells of somebody, without any phrase: `Rook has Body 3 and Will 2, so her Grit is 9`.

In running text, lists and stat blocks a value belongs to whom the text named last; in a table to its row, or to its
column. What follows from values that the same one has is held against the rules; what does not stand there is not
assumed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from rulebook.claims.context import GROUND, Context, Read
from rulebook.claims.model import Fault, Kind, Statement, Step
from rulebook.claims.rules import failed_rule, wrong_value
from rulebook.claims.structures.owners import Owner, Owners
from rulebook.claims.structures.quantities import Ground, Told, is_allowed, told_of
from rulebook.document import Block, Table
from rulebook.findings import Edit, Remedy, write
from rulebook.lexing.clauses import BETWEEN_SENTENCES
from rulebook.lexing.forms import like
from rulebook.lexing.names import singulars_of
from rulebook.lexing.numbers import NUMERAL_PATTERN, is_whole, to_number
from rulesmod.system import Answer, Quantity

VALUE = Kind("value", wrong_value, rank=4)
MOST_TRIED = 30
"""So many other values are tried for what a wrong one follows from."""
MOST_REMEDIES = 3

_NO_RANGE = (
    r"(?!\s*(?:[-–—/]|to|or|and)\s*(?:\d|more|less|higher|lower|above|below|up|over|fewer|better))(?!\s*[%°×*+]|\w)"
)
_IS = (
    r"(?:\s*[:=(]\s*(?:is\s+)?|\s+(?:is|of|at|equals|was|becomes|score of|value of|comes to)\s+"
    r"(?:(?:now|then|therefore|thus|so|also|only)\s+)?|\s+)"
)
_ASKED = re.compile(
    r"\b(?:requires?|needs?|minimum|min\.?|least|most|below|above|under|over|than|per|each|every|maximum|max\.?|up to"
    r"|costs?|against|target|gains?|loses?|adds?|plus|minus|extra|bonus|penalty|spends?|pays?)"
    r"(?:\s+(?:an?|of|the|your|his|her|their|its|to|in))*\s*$|[+−*/×]\s*$",
    re.IGNORECASE,
)
"""What stands before a value that nobody has: it is asked for, or added."""
_CHANGED = re.compile(
    r"\s+(?:is\s+|are\s+|was\s+)?(?:rises?|rose|raised?|increases?d?|drops?|dropped|falls?|fell|grows?|grew|changes?d?"
    r"|improves?d?|goes|went|sinks?|sank|reduced?)\b",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:rais(?:es?|ed|ing)|increas(?:es?|ed|ing)|los(?:es?|ing)|lost|gain(?:s|ed|ing)?|improv(?:es?|ed|ing)"
    r"|reduc(?:es?|ed|ing)|lower(?:s|ed|ing)|drop(?:s|ped)?|add(?:s|ed)?)\b[^.;:]{0,25}$",
    re.IGNORECASE,
)


def quantity_claims(context: Context) -> Read:
    """A claim for each value that follows from others, and for each that the rules do not allow."""
    quantities = context.system.quantities
    if not quantities:
        return
    reading = _Reading(context, quantities)
    prose = context.document.prose
    blocks = [block for block in prose.blocks if block.kind not in ("code", "cell")]
    for _, of_section in groupby(blocks, key=lambda block: block.section):
        told = reading.in_running_text(list(of_section))
        for one in told:
            if one.value is not None:
                yield from reading.judged(one, told)
    for table in prose.tables:
        for owned in reading.in_table(table):
            for one in owned:
                yield from reading.judged(one, owned)


class _Reading:
    """One reading of a page: the names of the game's values, and how the text may write them."""

    def __init__(self, context: Context, quantities: Sequence[Quantity]) -> None:
        self.context = context
        self.by_name = {name: one for one in quantities for name in (one.name, *one.also)}
        self.quantities = {one.name: one for one in quantities}
        names = "|".join(re.escape(name) for name in sorted(self.by_name, key=len, reverse=True))
        self.mentioned = re.compile(rf"(?<![\w-])(?P<name>{names})(?![\w-])")
        self.told = re.compile(rf"{_IS}(?P<value>{NUMERAL_PATTERN}){_NO_RANGE}", re.IGNORECASE)
        system = context.system
        names_of = (name for vocabulary in system.vocabularies for name in vocabulary.entries.values())
        terms = {term.casefold() for term in (*self.by_name, *system.terms, *names_of)}
        words = {word for block in context.document.prose.blocks for word in _LOWER.findall(block.text.text)}
        self.terms, self.words = terms, frozenset(words)

    def in_running_text(self, blocks: Sequence[Block]) -> list[Told]:
        """What the texts of a section tell, in their order."""
        owners = Owners(self.words, self.terms)
        found: list[Told] = []
        sentences = 0
        for number, block in enumerate(blocks):
            text = block.text.text
            coded = block.coded()
            values = [one for one in self._values(text) if not coded.has(one[1])]
            owners.turn_to(text, block.terms)
            spans = [(start, at[1]) for _, start, at, _ in values]
            ends = [match.end() for match in BETWEEN_SENTENCES.finditer(text)]
            for quantity, start, at, value in values:
                sentence = sentences + sum(end <= start for end in ends)
                owner = owners.of(start, spans)
                found.append(Told(quantity, value, owner, block, *at, order=len(found), near=(sentence, number)))
            sentences += len(ends) + 1
        return found

    def _values(self, text: str) -> Iterator[tuple[Quantity, int, tuple[int, int], int | Fraction | None]]:
        """Each value that a text tells: what it is of, where that begins, where the number stands, and the value."""
        for name in self.mentioned.finditer(text):
            quantity = self.by_name[name["name"]]
            told = self.told.match(text, name.end())
            number = to_number(told["value"]) if told and is_whole(text, *told.span("value")) else None
            before = text[max(0, name.start() - 40) : name.start()]
            if _CHANGED.match(text, name.end()) or (_CHANGES.search(before) and number is None):
                yield quantity, name.start(), name.span(), None
            elif told is not None and number is not None and not _ASKED.search(before):
                yield quantity, name.start(), told.span("value"), number

    def in_table(self, table: Table) -> Iterator[list[Told]]:
        """What each row of a table tells, where its columns are values; else each column, where its rows are."""
        heads = [self._named(cell.text) for cell in table.header]
        if sum(head is not None for head in heads) > 1:
            lines = [list(zip(heads, row, strict=False)) for row in table.rows]
        else:
            rows = [(self._named(row[0].text), row) for row in table.rows if row]
            if sum(name is not None for name, _ in rows) < 2:
                return
            width = max(len(row) for _, row in rows)
            lines = [[(name, row[index]) for name, row in rows if index < len(row)] for index in range(1, width)]
        for line in lines:
            owned: list[Told] = []
            for quantity, cell in line:
                value = to_number(cell.text.strip()) if quantity is not None else None
                if quantity is not None and value is not None and cell.block is not None:
                    text = cell.block.text.text
                    start = len(text) - len(text.lstrip())
                    at = (start, start + len(text.strip()))
                    owned.append(Told(quantity, value, Owner("", True), cell.block, *at, order=len(owned), near=(0, 0)))
            yield owned

    def _named(self, head: str) -> Quantity | None:
        folded = singulars_of(head)
        return (
            next((one for name, one in self.by_name.items() if singulars_of(name) == folded), None) if folded else None
        )

    def judged(self, told: Told, all_told: Sequence[Told]) -> Read:
        """A claim on one value."""
        quantity = told.quantity
        if quantity.rule is None:
            yield from self._in_its_range(told)
            return
        grounds = self._grounds(told, all_told) if told.owner.is_sure else None
        try:
            answer, used = self._answer(quantity, grounds) if grounds is not None else (None, {})
            if answer is None or not all(map(is_allowed, used.values())):
                yield self._statement(told, None, (), None)
                return
            if answer.value != told.value and self._follows_from_a_wrong_one(told, grounds or {}):
                yield self._statement(told, answer, tuple(used.values()), False)
                return
            faults = () if answer.value == told.value else (self._fault(told, answer, used),)
            yield self._statement(told, answer, tuple(used.values()), not faults, faults)
        except Exception as error:
            # A rules module is somebody's code: its fault must not hide what else is wrong.
            yield failed_rule(told.place(self.context), quantity.name, f"{type(error).__name__}: {error}")

    def _answer(self, quantity: Quantity, grounds: Mapping[str, Ground]) -> tuple[Answer | None, dict[str, Ground]]:
        """What the rules give, from what is chosen rather than from what follows itself, and what that rests on."""
        assert quantity.rule is not None
        chosen = {name: one for name, one in grounds.items() if self.quantities[name].rule is None}
        answer = quantity.rule({name: one.value for name, one in chosen.items()})
        if answer is not None:
            return answer, chosen
        return quantity.rule({name: one.value for name, one in grounds.items()}), dict(grounds)

    def _grounds(self, told: Told, all_told: Sequence[Told]) -> dict[str, Ground]:
        """The values that it may follow from, as far as the text tells them of the same one."""
        found: dict[str, Ground] = {}
        asked = list(told.quantity.needs)
        seen = {told.quantity.name}
        while asked:
            name = asked.pop(0)
            if name in seen:
                continue
            seen.add(name)
            asked += self.quantities[name].needs if name in self.quantities else ()
            if (ground := told_of(name, told, all_told)) is not None and ground.value is not None:
                found[name] = Ground(ground.value, ground)
        return found

    def _follows_from_a_wrong_one(self, told: Told, grounds: Mapping[str, Ground]) -> bool:
        """Whether a wrong value would be right if another one was, which has its own claim."""
        assert told.quantity.rule is not None
        direct = {name: grounds[name].value for name in told.quantity.needs if name in grounds}
        is_derived = any(self.quantities[name].rule is not None for name in direct)
        answer = told.quantity.rule(direct) if is_derived and len(direct) == len(told.quantity.needs) else None
        return answer is not None and answer.value == told.value

    def _fault(self, told: Told, answer: Answer, used: Mapping[str, Ground]) -> Fault:
        place = told.place(self.context)
        stated = place.source.slice(place.span)
        remedies = [write(place, like(answer.value, stated))] if not isinstance(answer.value, str) else []
        for name, ground in used.items():
            remedies += self._other_ways(told, name, ground, used)
        notes = tuple(f"the rules: {step}" for step in answer.because)
        return Fault((f"`{stated}`", str(answer.value)), notes, tuple(remedies[:MOST_REMEDIES]))

    def _other_ways(self, told: Told, name: str, ground: Ground, used: Mapping[str, Ground]) -> Iterator[Remedy]:
        """Other values of what it follows from, with which it would be right."""
        quantity, rule = self.quantities[name], told.quantity.rule
        if quantity.low is None or quantity.high is None or quantity.high - quantity.low > MOST_TRIED:
            return
        for other in range(quantity.low, quantity.high + 1):
            answer = rule({**{one: g.value for one, g in used.items()}, name: other}) if rule is not None else None
            if other != ground.value and answer is not None and answer.value == told.value:
                place = ground.told.place(self.context)
                text = like(other, place.source.slice(place.span))
                yield Remedy(f"make the {name} `{text}`", (Edit(place, text),))

    def _in_its_range(self, told: Told) -> Read:
        """Nothing where a chosen value is one that there is: others would do as well."""
        low, high, value = told.quantity.low, told.quantity.high, told.value
        if value is None or is_allowed(Ground(value, told)):
            return
        limits = f"from {low} to {high}" if high is not None and low is not None else f"{low} or more"
        limits = f"{high} or less" if low is None else limits
        place = told.place(self.context)
        stated = place.source.slice(place.span)
        nearest = high if high is not None and value > high else low
        fault = Fault((f"`{stated}`", limits), remedies=(write(place, like(nearest, stated)),))
        yield self._statement(told, Answer(limits, because=(f"{told.quantity.name} is {limits}",)), (), False, (fault,))

    def _statement(
        self,
        told: Told,
        answer: Answer | None,
        grounds: Sequence[Ground],
        right: bool | None,
        faults: tuple[Fault, ...] = (),
    ) -> Statement:
        place = told.place(self.context)
        of = tuple(ground.told.place(self.context, GROUND) for ground in grounds)
        name = told.quantity.name
        why = answer.because if answer is not None else (f"what {name} follows from is not told for sure",)
        return Statement(
            VALUE,
            place,
            of_kind=told.quantity.slug,
            section=told.block.section,
            stated=f"{name} {place.source.slice(place.span)}",
            computed=f"{name} {answer.value}" if answer is not None else "",
            right=right,
            rule=f"The value {name}",
            of=of,
            derivation=tuple(map(Step, why)),
            guards=(place.span, *(one.span for one in of)) if right is not None else (),
            about=", ".join((name, *(f"{one.told.quantity.name} {one.value}" for one in grounds))),
            faults=faults,
        )


_LOWER = re.compile(r"(?<!\w)[a-z]+(?!\w)")

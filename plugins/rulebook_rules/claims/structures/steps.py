"""The steps of a worked sum: what each line is worth by the rules, and which of its summands are wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulebook_core.findings import Edit, Place, Remedy
from rulebook_core.source import Span
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.model import Expression, Fault
from rulebook_syntax.document import Block
from rulebook_text.lexing.arithmetic import Addend, Sum
from rulebook_text.lexing.forms import in_words, like
from rulesmod.dice.digits import to_int
from rulesmod.records import record
from rulesmod.system import DiceGroup, Term, WorkedSum


@record
class Line:
    """A line of a worked sum: the pool it is for, and its arithmetic.

    Attributes:
        groups, terms: the dice of the pool, and what each group of them is worth.
        start: where the arithmetic begins in its block.
    """

    name: str
    expression: Expression
    groups: tuple[DiceGroup, ...]
    terms: tuple[Term, ...]
    sum: Sum
    start: int

    @property
    def worth(self) -> int:
        """By the rules."""
        return sum(term.value for term in self.terms)

    @property
    def extent(self) -> tuple[int, int]:
        """The stretch of its summands in the block."""
        return self.start + self.sum.addends[0].start, self.start + self.sum.addends[-1].end

    @property
    def is_paired(self) -> bool:
        """Return whether it has a summand for each group of dice; else only its whole worth can be compared."""
        return len(self.sum.addends) == len(self.terms)

    @property
    def text(self) -> str:
        """Its arithmetic as it is written."""
        return " + ".join(_as_written(addend.numbers) for addend in self.sum.addends)

    @property
    def has_other_dice(self) -> bool:
        """Return whether its summands show that other dice are meant.

        Several dice may be one summand, or the other way round; a product has the number of its dice and their worth.
        """
        if self.is_paired:
            return False
        factors = [sorted((term.count, term.each)) for term in self.terms]
        products = [sorted(addend.numbers) for addend in self.sum.addends if len(addend.numbers) == 2]
        return self.sum.value != self.worth or any(product not in factors for product in products)

    @property
    def worked_out(self) -> str:
        return worked_out(self.name, self.terms)


@record
class StepFault:
    """An addend that is not what its dice, the group `index` of the pool, are worth."""

    line: Line
    index: int
    addend: Addend
    term: Term


@record
class Total:
    """The total that the text gives, and what it should be."""

    place: Place
    stated: int
    by_rule: int


def worth_in_words(term: Term) -> str:
    plural, each = ("s", " each") if term.count > 1 else ("", "")
    return f"{like(term.count, 'one')} d{term.size}{plural} at {term.each}{each}"


def worked_out(name: str, terms: Sequence[Term]) -> str:
    """Say in words what a pool is worth, and why."""
    worth = sum(term.value for term in terms)
    return f"{name} is worth {worth}: {in_words([worth_in_words(term) for term in terms])}"


def worked_line(terms: Sequence[Term]) -> str:
    """Write what a pool is worth as a line of arithmetic, as worked sums have it."""
    return " + ".join(
        f"({term.count} * {term.each})" if term.count > 1 < term.each else str(term.value) for term in terms
    )


def _as_written(numbers: Sequence[Fraction]) -> str:
    return f"({' * '.join(map(str, numbers))})" if len(numbers) > 1 else str(*numbers)


def title_of(context: Context, rule: WorkedSum) -> str:
    """Return the title of the table that a sum is worked out by."""
    return next((table.title for table in context.system.tables if table.name == rule.table), rule.unit)


def faults_of(line: Line) -> Iterator[StepFault]:
    """The summands that no group of dice is worth: paired in place first, then in any order, for a sum has none.

    Those that are written as products are paired before the others, for they fit fewer groups.
    """
    if not line.is_paired:
        return
    addends = dict(enumerate(line.sum.addends))
    terms = dict(enumerate(line.terms))
    products = [index for index, addend in addends.items() if len(addend.numbers) == 2]
    for indexes in (products, [index for index in addends if index not in products]):
        for index in indexes:
            if index in terms and _fits(addends[index], terms[index]):
                del addends[index], terms[index]
        for index in indexes:
            others = terms if index in addends else ()
            other = next((other for other in others if _fits(addends[index], terms[other])), None)
            if other is not None:
                del addends[index], terms[other]
    for addend, (index, term) in zip(addends.values(), terms.items(), strict=True):
        yield StepFault(line, index, addend, term)


def _fits(addend: Addend, term: Term) -> bool:
    factors = sorted(addend.numbers)
    return addend.value == term.value and (len(factors) != 2 or factors == sorted((term.count, term.each)))


def step_fault(
    context: Context, block: Block, rule: WorkedSum, fault: StepFault, total: Total | None, *, is_followed: bool
) -> Fault:
    """Describe what is wrong with a step, and its remedies.

    Args:
        is_followed: whether the total of the text follows from this step, so that both are to be mended.
    """
    term, addend, line = fault.term, fault.addend, fault.line
    pool = f"`{line.name}: {line.expression.text}`"
    place = context.within(
        block,
        line.start + addend.start,
        line.start + addend.end,
        f"{like(term.count, 'two')} d{term.size} in {pool} at {term.each} {rule.unit} each",
    )
    group, offset = line.groups[fault.index], line.expression.place.span.start
    dice = context.place(Span(offset + group.start, offset + group.end), "these dice")
    beside = [dice, total.place] if is_followed and total else [dice]
    where = ""
    if cell := context.stated.get((rule.table, f"d{term.size}")):
        where = f" {cell.where_line},"
        beside.append(Place(cell.source, cell.span, "the worth of this die"))
    text = f"({term.count} * {term.each})" if len(addend.numbers) > 1 else str(term.value)
    advice, edits = f"write `{text}`", [Edit(place, text)]
    if is_followed and total is not None:
        edits.append(Edit(total.place, str(total.by_rule)))
        advice += f" and {total.by_rule} in line {total.place.begins.line}"
    remedies = [Remedy(advice, tuple(edits))]
    # Other dice help only where the total then is what the text says.
    keeps_total = total is not None and total.by_rule - term.value + addend.value == total.stated
    if total is not None and keeps_total and (other := _other_dice(rule, context, fault)) is not None:
        keep = f" to keep {total.stated}" if is_followed else ""
        remedies.append(Remedy(f"make the pool `{other}`{keep}", (Edit(dice, other),)))
    # A product of the right worth has wrong factors, which its value does not show.
    as_product = addend.value == term.value
    return Fault(
        (
            place.source.slice(place.span) if as_product else str(addend.value),
            text if as_product else str(term.value),
        ),
        notes=(f"the rules: {title_of(context, rule)},{where} d{term.size} = {term.each}",),
        remedies=tuple(remedies),
        beside=tuple(beside),
        at=place,
    )


def _other_dice(rule: WorkedSum, context: Context, fault: StepFault) -> str | None:
    """Dice that are worth what the text says: the same number of another size, or another number."""
    notation = context.system.notation
    wanted = fault.addend.value
    term = fault.term
    table = next((table for table in context.system.tables if table.name == rule.table), None)
    sizes = [to_int(str(row[0])[1:]) for row in table.rows if str(row[0])[1:].isdigit()] if table else []
    options = [(term.count, size) for size in sizes if size != term.size]
    if wanted % term.each == 0 and wanted:
        options.append((int(wanted / term.each), term.size))
    for count, size in options:
        text = notation.write_group(count, size)
        try:
            terms = rule.terms(notation.parse(text))
        except ValueError:
            continue
        factors = sorted(factor for term in terms for factor in (term.count, term.each))
        product = len(fault.addend.numbers) == 2 and factors != sorted(fault.addend.numbers)
        if sum(term.value for term in terms) == wanted and not product:
            return text
    return None

"""Formulas that a rule states in words and every example follows: "Stamina is twice your Grip plus your Lungs".

The names and numbers of one sentence, or of one row of a table, must all be used, so that few formulas are tried: what
only fits by chance has no sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import ceil, floor
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_proof.learning.book.model import Learned, Text
from rulebook_proof.learning.entries import quoted
from rulebook_rules.facts.reading.lexicon import Lexicon
from rulebook_rules.facts.reading.tokens import Token, tokens_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.texts import sentences_in
from rulebook_syntax.document import Document

MIN_EXAMPLES = 2
MAX_NAMES = 4
MAX_NUMBERS = 2
MAX_ROW = 200
"""So many characters of a row may state a rule."""

Work = Callable[[Sequence[Fraction]], Fraction]
Example = Mapping[str, Fraction]


class Form(NamedTuple):
    """A formula as text, and what it gives for values of its inputs before rounding."""

    text: str
    work: Work


class Rule(NamedTuple):
    """A text that may state a formula: its tokens and its place."""

    tokens: Sequence[Token]
    text: str
    place: Place


def formulas_in(text: Text, lexicon: Lexicon[str], examples: Sequence[Example]) -> Iterator[Learned]:
    """A formula for each value that a rule derives from others and all examples agree with.

    Args:
        text: the pages.
        lexicon: the names of values.
        examples: the values of one person or thing each.
    """
    derived: set[str] = set()
    for rule in (one for page in text.pages for one in _rules(page.document, text.wording)):
        if not lexicon.may_hold({token.stem for token in rule.tokens}):
            continue
        names = [*dict.fromkeys(one.meanings[0] for one in lexicon.found(rule.tokens))]
        if not 2 <= len(names) <= MAX_NAMES:
            continue
        numbers = _numbers(rule, text.wording)
        # A rule begins or ends with what it gives.
        for wanted in dict.fromkeys((names[0], names[-1])):
            inputs = [name for name in names if name != wanted]
            if wanted in derived or numbers is None:
                continue
            learned = _learned(rule, wanted, inputs, numbers, examples, text.wording)
            if learned is not None:
                derived.add(wanted)
                yield learned
                break


def _rules(document: Document, wording: Wording) -> Iterator[Rule]:
    """The sentences of a page, and the rows of its tables that explain a name in words."""
    for sentence in sentences_in(document, wording):
        if sentence.tokens:
            start, end = sentence.tokens[0].start, sentence.tokens[-1].end
            text = sentence.block.text
            yield Rule(sentence.tokens, text.text[start:end], Place(document.source, text.span(start, end)))
    for table in document.prose.tables:
        for row in table.rows:
            text_of_row = "; ".join(cell.text for cell in row)
            if len(row) == 2 and len(text_of_row) <= MAX_ROW and any(map(str.isalpha, row[1].text)):
                place = Place(document.source, row[1].span)
                yield Rule(tokens_of(text_of_row, wording), text_of_row, place)


def _numbers(rule: Rule, wording: Wording) -> Sequence[Fraction] | None:
    """The numbers of a rule, as "3", "three" and "half"; None where it has too many, or dice."""
    found: list[tuple[int, Fraction]] = []
    if any(token.kind in ("dice", "range") for token in rule.tokens):
        return None
    offset = rule.tokens[0].start
    for times, pattern in wording.shares:
        found += [(match.start() + offset, times) for match in pattern.finditer(rule.text)]
    taken = {at for at, _ in found}
    for token in rule.tokens:
        if token.kind == "number" and token.value is not None and token.start not in taken:
            found.append((token.start, token.value.amount))
    numbers = [number for _, number in sorted(found) if number != 1]
    return numbers if len(numbers) <= MAX_NUMBERS else None


def _learned(
    rule: Rule,
    wanted: str,
    inputs: Sequence[str],
    numbers: Sequence[Fraction],
    examples: Sequence[Example],
    wording: Wording,
) -> Learned | None:
    """The one formula of a rule that every example follows; None where none does, or formulas differ."""
    known = [one for one in examples if wanted in one and all(name in one for name in inputs)]
    given = {tuple(one[name] for name in inputs): one[wanted] for one in known}
    if len(given) < MIN_EXAMPLES or len({*given.values()}) < 2:
        return None
    way = next((way for way, pattern in wording.roundings if pattern.search(rule.text)), "")
    forms = [form for form in _forms(inputs, numbers) if _fits(form, given, way)]
    if not forms or any(_differs(forms[0], other, inputs) for other in forms[1:]):
        return None
    is_whole = all(form_value.denominator == 1 for form_value in map(forms[0].work, given))
    lines: tuple[str, ...] = (f"{wanted}: {quoted(forms[0].text)}",)
    if way or not is_whole:
        lines = (f"{wanted}:", f"  is: {quoted(forms[0].text)}", f"  round: {way}")
    reason = f"the rule says so, and {len(given)} examples agree"
    return Learned("values", wanted, lines, rule.place, reason)


def _fits(form: Form, given: Mapping[tuple[Fraction, ...], Fraction], way: str) -> bool:
    for values, stated in given.items():
        exact = form.work(values)
        if exact.denominator != 1:
            if not way:
                return False
            exact = Fraction(ceil(exact) if way == "up" else floor(exact))
        if exact != stated:
            return False
    return True


def _differs(form: Form, other: Form, inputs: Sequence[str]) -> bool:
    """Return whether two formulas differ for some values."""
    probes = ((Fraction(3), Fraction(7), Fraction(13), Fraction(29)), (Fraction(10), Fraction(4), Fraction(21)))
    return any(form.work(probe[: len(inputs)]) != other.work(probe[: len(inputs)]) for probe in probes)


def _forms(inputs: Sequence[str], numbers: Sequence[Fraction]) -> Iterator[Form]:
    """Every formula of some shapes that uses each input and each number once."""
    for order in permutations(range(len(inputs))):
        for chosen in permutations(numbers):
            yield from _of([inputs[at] for at in order], order, [*chosen])


def _of(names: Sequence[str], order: Sequence[int], numbers: Sequence[Fraction]) -> Iterator[Form]:
    terms: list[tuple[str, Work]] = [(" + ".join(names), sum_of)]
    if len(names) == 2:
        terms.append((" - ".join(names), lambda values: values[order[0]] - values[order[1]]))
        terms.append((" * ".join(names), lambda values: values[order[0]] * values[order[1]]))
    is_one = len(names) == 1
    for text, work in terms:
        bracket = text if is_one else f"({text})"
        if not numbers:
            yield Form(text, work)
        elif len(numbers) == 1:
            (number,) = numbers
            yield Form(_times(number, bracket), _scaled(work, number))
            yield Form(f"{text} + {number}", _shifted(work, number))
            yield Form(f"{text} - {number}", _shifted(work, -number))
        else:
            factor, rest = numbers
            yield Form(f"{_times(factor, bracket)} + {rest}", _shifted(_scaled(work, factor), rest))
            yield Form(f"{_times(factor, bracket)} - {rest}", _shifted(_scaled(work, factor), -rest))
    if len(names) > 1 and len(numbers) == 1:
        yield Form(" + ".join((_times(numbers[0], names[0]), *names[1:])), _first_scaled(order, numbers[0]))


def sum_of(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


def _times(factor: Fraction, text: str) -> str:
    return f"{text} / {factor.denominator}" if factor.numerator == 1 else f"{factor} * {text}"


def _scaled(work: Work, factor: Fraction) -> Work:
    return lambda values: factor * work(values)


def _shifted(work: Work, rest: Fraction) -> Work:
    return lambda values: work(values) + rest


def _first_scaled(order: Sequence[int], factor: Fraction) -> Work:
    return lambda values: sum_of(values) + (factor - 1) * values[order[0]]

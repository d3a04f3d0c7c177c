"""Formulas that a rule states in words and every example follows: "Stamina is twice your Grip plus your Lungs".

The names and numbers of one sentence, or of one row of a table, must all be used, so that few formulas are tried: what
only fits by chance has no sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import permutations
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_proof.learning.book.model import Learned, Text
from rulebook_proof.learning.entries import quoted
from rulebook_rules.facts.reading.lexicon import Lexicon
from rulebook_rules.facts.reading.tokens import Token, tokens_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.texts import sentences_in
from rulebook_rules.rulesfile.formulas import FormulaError, folded, parse
from rulebook_rules.rulesfile.working import ROUNDINGS, Scope, UndecidedError, work_out
from rulebook_syntax.document import Document
from rulebook_text.lexing.grammar import Formula

MIN_EXAMPLES = 2
MAX_NAMES = 4
MAX_NUMBERS = 2
MAX_ROW = 200
"""Characters of a row that may state a rule."""
PROBES = ((Fraction(3), Fraction(7), Fraction(13), Fraction(29)), (Fraction(10), Fraction(4), Fraction(21)))
"""Values of inputs for which two formulas that differ have different results."""

AVERAGE = Fraction(1, 2)
"""The factor of the sum of two names that a rule takes the average of."""

Example = Mapping[str, Fraction]


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
        names = [*dict.fromkeys(one.meanings[0] for one in lexicon.mentions_in(rule.tokens))]
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
    numbers_at: list[tuple[int, Fraction]] = []
    if any(token.kind in ("dice", "range") for token in rule.tokens):
        return None
    offset = rule.tokens[0].start
    for times, pattern in wording.shares:
        numbers_at += [(match.start() + offset, times) for match in pattern.finditer(rule.text)]
    numbers_at += [(match.start() + offset, AVERAGE) for match in wording.average.finditer(rule.text)]
    starts = {at for at, _ in numbers_at}
    for token in rule.tokens:
        if token.kind == "number" and token.value is not None and token.start not in starts:
            numbers_at.append((token.start, token.value.amount))
    numbers = [number for _, number in sorted(numbers_at) if number != 1]
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
    known = [one for one in examples if one.keys() >= {wanted, *inputs}]
    given = {tuple(one[name] for name in inputs): one[wanted] for one in known}
    if len(given) < MIN_EXAMPLES or len({*given.values()}) < 2:
        return None
    way = next((way for way, pattern in wording.roundings if pattern.search(rule.text)), "")
    forms = [form for form in _forms(inputs, numbers) if _fits(form, inputs, given, way)]
    if not forms:
        return None
    first, *others = (partial(_value, form, inputs) for form in forms)
    if any(first(probe) != other(probe) for other in others for probe in PROBES):
        return None
    lines: tuple[str, ...] = (f"{wanted}: {quoted(forms[0])}",)
    if way or any(first(values).denominator != 1 for values in given):
        lines = (f"{wanted}:", f"  is: {quoted(forms[0])}", f"  round: {way}")
    reason = f"the rule says so, and {len(given)} examples agree"
    return Learned("values", wanted, lines, rule.place, reason)


def _fits(form: str, inputs: Sequence[str], given: Mapping[tuple[Fraction, ...], Fraction], way: str) -> bool:
    for values, stated in given.items():
        try:
            exact = _value(form, inputs, values)
        except (FormulaError, UndecidedError):
            return False  # A name is none that formulas may have, or a number is too long.
        if exact.denominator != 1:
            if not way:
                return False
            exact = Fraction(ROUNDINGS[way](exact))
        if exact != stated:
            return False
    return True


def _value(form: str, inputs: Sequence[str], values: Sequence[Fraction]) -> Fraction:
    """Evaluate a formula as a `rules.yml` would, for values of its inputs in their order."""
    names = [folded(name) for name in inputs]
    value = work_out(_parsed(form, tuple(inputs)), Scope(dict(zip(names, values, strict=False)), {}, {}, {}))
    assert isinstance(value, Fraction)
    return value


@lru_cache(maxsize=1024)  # Each is worked out for all examples.
def _parsed(form: str, inputs: tuple[str, ...]) -> Formula:
    return parse(form, inputs)


def _forms(inputs: Sequence[str], numbers: Sequence[Fraction]) -> Iterator[str]:
    """Yield every formula of some shapes that uses each input and each number once."""
    for names in permutations(inputs):
        for chosen in permutations(numbers):
            yield from _of(names, chosen)


def _of(names: Sequence[str], numbers: Sequence[Fraction]) -> Iterator[str]:
    for sign in ("+", "-", "*") if len(names) == 2 else ("+",):
        text = f" {sign} ".join(names)
        bracket = text if len(names) == 1 else f"({text})"
        if not numbers:
            yield text
        elif len(numbers) == 1:
            yield _times(numbers[0], bracket)
            yield f"{text} + {numbers[0]}"
            yield f"{text} - {numbers[0]}"
        else:
            factor, rest = numbers
            yield f"{_times(factor, bracket)} + {rest}"
            yield f"{_times(factor, bracket)} - {rest}"
    if len(names) > 1 and len(numbers) == 1:
        yield " + ".join((_times(numbers[0], names[0]), *names[1:]))


def _times(factor: Fraction, text: str) -> str:
    return f"{text} / {factor.denominator}" if factor.numerator == 1 else f"{factor} * {text}"

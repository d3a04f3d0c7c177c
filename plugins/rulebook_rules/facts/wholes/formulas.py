"""Formulas that a sentence of the book states, applied to every example and sheet: "Reach is 2 plus half your Stride".

Where rules state the value, its claims compare them. Without rules the sentence is the authority, if most people whose
values the book gives follow it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.claims.structures.explained import explained_names
from rulebook_rules.facts.authority.people import PersonValue, values_of_people
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.lexicon import Lexicon, key_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.rulesfile.formulas import FormulaError, folded, parse
from rulebook_rules.rulesfile.working import Scope, UndecidedError, work_out
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.formulas import CAPITALISED, any_formulas_in, in_signs

MIN_FOLLOWING = 2
MIN_EXAMPLES = 3
"""People who must all follow another formula, so that the stated one is wrong."""
MIN_RATIO = 2
"""People who must follow a formula for each one that does not."""


class StatedFormula(NamedTuple):
    """A formula as a sentence states it.

    Attributes:
        name: of the value that follows.
        words: the formula as it stands there.
        names: of the values that it follows from.
        place: of the formula.
    """

    name: str
    words: str
    names: tuple[str, ...]
    place: Place


def formulas_of(document: Document) -> Iterator[StatedFormula]:
    """The formulas that sentences of a page, and rows behind a name, state for everybody."""
    for block in document.prose.blocks:
        if block.kind not in ("code", "heading"):
            yield from _formulas_in(document, block)
    for name, block in explained_names(document):
        yield from _formulas_in(document, block, f"{name} = ")


def _formulas_in(document: Document, block: Block, lead: str = "") -> Iterator[StatedFormula]:
    """The formulas of a block; `lead` is what stands before its text."""
    for formula in any_formulas_in(block.text.text, lead):
        if formula.is_general:
            words = block.text.text[formula.start : formula.end]
            names = tuple(dict.fromkeys(CAPITALISED.findall(words)))
            if names and words not in names:
                place = Place(document.source, block.text.span(formula.start, formula.end))
                yield StatedFormula(formula.name, words, names, place)


def examples_of_formulas(
    formulas: Sequence[StatedFormula], documents: Sequence[Document], wording: Wording
) -> Iterator[Difference]:
    """Values of people that follow from others by a formula, right or wrong.

    Args:
        formulas: those that the pages state.
        documents: all pages.
        wording: of their language.
    """
    lexicon: Lexicon[str] = Lexicon()
    for name in dict.fromkeys(name for one in formulas for name in (one.name, *one.names)):
        lexicon.add(key_of(name, wording), name)
    people = [values for page in documents for values in _people(page, lexicon, wording)]
    by_name: dict[str, list[StatedFormula]] = defaultdict(list)
    for one in formulas:
        by_name[one.name].append(one)
    for own in by_name.values():
        if len({one.words for one in own}) == 1:
            yield from _compared(own[0], people)


def _people(document: Document, lexicon: Lexicon[str], wording: Wording) -> Iterator[Mapping[str, PersonValue]]:
    """The values of everybody on a page whom it gives each value but once."""
    by_person: dict[Key, dict[str, list[PersonValue]]] = defaultdict(lambda: defaultdict(list))
    for own in values_of_people(document, lexicon, wording):
        by_person[key_of(own.name, wording)][own.attribute].append(own)
    for values in by_person.values():
        if all(one.value.agrees(own[0].value) for own in values.values() for one in own):
            yield {name: own[0] for name, own in values.items()}


def _compared(formula: StatedFormula, people: Sequence[Mapping[str, PersonValue]]) -> Iterator[Difference]:
    """Compare values with a formula that most follow, or it with one that everybody follows."""
    having = [values for values in people if formula.name in values and _value(formula, values) is not None]
    results = []
    for values in having:
        right, own = _value(formula, values), values[formula.name]
        what = f"{formula.name} by the rule of the book"
        results.append(
            Difference(own.place, what, str(right), formula.place, right != own.value.amount, instead=str(right))
        )
    wrong = sum(one.is_wrong for one in results)
    following = len(results) - wrong
    if following >= MIN_FOLLOWING and following >= MIN_RATIO * wrong:
        others = following - 1
        is_firm = others >= MIN_FOLLOWING and others >= MIN_RATIO * (wrong + 1)
        yield from (one if one.is_wrong else one._replace(is_firm=is_firm) for one in results)
    elif wrong >= MIN_RATIO and len(having) >= MIN_EXAMPLES and any(_all_follow(formula, having)):
        what = f"the formula of {formula.name} that all {len(having)} examples follow"
        yield Difference(formula.place, what, "", having[0][formula.name].place, is_wrong=True)


def _all_follow(formula: StatedFormula, people: Sequence[Mapping[str, PersonValue]]) -> Iterator[bool]:
    """Yield for each formula near the stated one whether everybody follows it."""
    values = [one[formula.name].value.amount for one in people]
    own = [_value(formula, one) for one in people]
    yield len({value - (right or 0) for value, right in zip(values, own, strict=True)}) == 1
    signed = in_signs(formula.words, "")[-1]
    for old, new in (("ceil(", "floor("), ("floor(", "ceil(")):
        if old in signed:
            yield [_worked(signed.replace(old, new), formula.names, one) for one in people] == values
    others = set[str].intersection(*({*one} for one in people)) - {formula.name, *formula.names}
    for name in formula.names:
        for other in others:
            names = tuple(other if one == name else one for one in formula.names)
            yield [_worked(signed.replace(name, other), names, one) for one in people] == values


def _value(formula: StatedFormula, values: Mapping[str, PersonValue]) -> Fraction | None:
    """Work a formula out for the values of a person; None where one is missing, or nobody says how to round."""
    return _worked(in_signs(formula.words, "")[-1], formula.names, values)


def _worked(signed: str, names: Sequence[str], values: Mapping[str, PersonValue]) -> Fraction | None:
    if not all(name in values for name in names):
        return None
    try:
        scope = Scope({folded(name): values[name].value.amount for name in names}, {}, {}, {})
        result = work_out(parse(signed, names), scope)
    except (FormulaError, UndecidedError):
        return None
    return result if isinstance(result, Fraction) and result.denominator == 1 else None

"""Formulas that sentences state for everybody, which nobody's values contradict: "Breath is 6 plus your Brawn"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rulebook_proof.learning.book.model import Learned, Text
from rulebook_proof.learning.entries import quoted
from rulebook_rules.facts.wholes.formulas import StatedFormula, formulas_of
from rulebook_rules.rulesfile.formulas import FormulaError, folded, parse
from rulebook_rules.rulesfile.working import Scope, UndecidedError, work_out
from rulebook_text.lexing.formulas import in_signs

MIN_RATIO = 2
"""People who must follow a formula for each one that does not."""


def names_in_formulas(text: Text) -> Iterator[str]:
    """The names of values in the formulas that sentences state."""
    for one in _formulas(text):
        yield from (one.name, *one.names)


def stated_formulas_in(text: Text, examples: Sequence[Mapping[str, Fraction]]) -> Iterator[Learned]:
    """The formulas that the sentences of some pages state, each for a value that only one is stated of.

    Args:
        text: the pages.
        examples: the values of one person or thing each.
    """
    by_name: dict[str, list[StatedFormula]] = defaultdict(list)
    for one in _formulas(text):
        by_name[one.name].append(one)
    for name, own in by_name.items():
        formula, signed = own[0], in_signs(own[0].words, "")[-1]
        if len({in_signs(one.words, "")[-1] for one in own}) > 1 or name in formula.names:
            continue
        if not _is_read(signed, formula.names):
            continue
        results = [_follows(signed, formula, one) for one in examples if {name, *formula.names} <= {*one}]
        agreeing = results.count(True)
        # "Half of Nerve plus Wit" may mean two formulas, so that an example has to tell.
        # Names without a value anywhere are no values of a game.
        is_known = all(any(one in values for values in examples) for one in formula.names)
        is_clear = is_known and (len(formula.names) == 1 or "/" not in signed or "× (" in signed)
        if agreeing >= MIN_RATIO * (len(results) - agreeing) and (agreeing or is_clear):
            reason = "the rule says so" + (f", and {agreeing} of {len(results)} examples agree" if results else "")
            yield Learned("values", name, (f"{name}: {quoted(signed)}",), formula.place, reason)


def _formulas(text: Text) -> Iterator[StatedFormula]:
    """The formulas of all pages, for values as they are called without "your"."""
    for page in text.pages:
        for one in formulas_of(page.document):
            lead, _, name = one.name.partition(" ")
            is_owned = bool(name) and lead.lower() in text.wording.common
            yield one._replace(name=name) if is_owned else one


def _is_read(signed: str, names: Sequence[str]) -> bool:
    """Return whether a file of rules may have a formula as it is."""
    try:
        parse(signed, names)
    except FormulaError:
        return False
    return True


def _follows(signed: str, formula: StatedFormula, values: Mapping[str, Fraction]) -> bool:
    scope = Scope({folded(name): values[name] for name in formula.names}, {}, {}, {})
    try:
        return work_out(parse(signed, formula.names), scope) == values[formula.name]
    except UndecidedError:
        return False

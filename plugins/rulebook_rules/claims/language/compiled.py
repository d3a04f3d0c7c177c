"""The phrases of a game, compiled: their wordings, and what these would be with one slip in them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.claims.language.any_order import ANY_ORDER
from rulebook_rules.claims.language.matching import BlankType, Wording
from rulebook_rules.claims.language.opposites import DEEDS, SIGNS, Opposites
from rulebook_rules.claims.language.wording import compile_wording
from rulebook_rules.claims.model import Kind
from rulebook_rules.claims.rules import wrong_value
from rulesmod.system import Phrase, WordingError, as_worded

MIN_WEIGHT = 5
"""Of lighter wordings too little is right beside a slip to say which rule is meant; where dice are added, one word less
will do, and where they are compared by a sign, any."""


class CompiledPhrase(NamedTuple):
    """A phrase, ready to be looked for.

    Attributes:
        wordings: its own.
        slips: the same, as they would be with one slip in them.
        blanks: the names of all blanks of its wordings.
        given: the names of the blanks that its rule is asked with.
        needed: those that the rule cannot do without.
        kind: of which kind what it states is.
        summary: what decides it, in words.
    """

    phrase: Phrase
    wordings: tuple[Wording, ...]
    slips: tuple[Wording, ...]
    blanks: frozenset[str]
    given: tuple[str, ...]
    needed: frozenset[str]
    kind: Kind
    summary: str


def _needed(phrase: Phrase) -> frozenset[str]:
    """The blanks that a rule cannot do without."""
    parameters = inspect.signature(phrase.rule).parameters.values()
    return frozenset(one.name for one in parameters if one.default is inspect.Parameter.empty)


def _summary(phrase: Phrase) -> str:
    doc = inspect.getdoc(phrase.rule) if phrase.rule is not as_worded else ""
    return (doc or phrase.name.replace("-", " ")).partition("\n")[0]


def _place_of(phrase: Phrase) -> str:
    """Return where a phrase is written, as far as that is known."""
    places: Mapping[str, Place] = getattr(phrase.rule, "places", {})
    for place in places.values():
        return place.where_line
    code = getattr(inspect.unwrap(phrase.rule), "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code is not None else f"the phrase `{phrase.name}`"


def misanswer(compiled: CompiledPhrase, answers: object) -> str:
    """Describe an answer that fills no blank of any wording; return "" if it fills one."""
    if type(answers) is not dict and not isinstance(answers, Mapping):
        return f"it answers `{answers!r}`, where each blank's name and its value are wanted"
    if answers and compiled.blanks.isdisjoint(answers):
        names = ", ".join(f"`{name}`" for name in answers)
        return f"it answers {names}, which is a blank of no wording"
    return ""


def compile_phrase(phrase: Phrase, types: dict[str, BlankType], opposites: Opposites) -> CompiledPhrase:
    """Compile a phrase.

    Raises:
        WordingError: a wording is malformed.
    """
    try:
        wordings = tuple(compile_wording(wording, types) for wording in phrase.wordings)
        return CompiledPhrase(
            phrase,
            wordings,
            slips=tuple(_slips(phrase, types, opposites)),
            blanks=frozenset(name for wording in wordings for name, _, _ in wording.blanks),
            given=tuple(inspect.signature(phrase.rule).parameters),
            needed=_needed(phrase),
            kind=Kind(phrase.name, wrong_value, rank=4),
            summary=_summary(phrase),
        )
    except WordingError as error:
        known = f"known: {', '.join(error.known)}; " if error.known else ""
        error.args, error.rule = (f"{error} ({known}{_place_of(phrase)})",), phrase.rule
        raise


def _slips(phrase: Phrase, types: dict[str, BlankType], opposites: Opposites) -> Iterator[Wording]:
    for words in (words for words in phrase.wordings if ANY_ORDER not in words):
        wording = compile_wording(words, types, opposites)
        turned = {word.lower() for word in (wording.turns or {}).values()}
        least = 0 if turned.intersection(SIGNS) else MIN_WEIGHT - (not turned.isdisjoint(DEEDS))
        if wording.weight >= least:
            yield wording

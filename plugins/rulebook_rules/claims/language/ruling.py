"""Ask the rule of a phrase about its filled blanks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from rulebook_rules.claims.language.answers import in_form, is_unlike, reason, reasoning, stated_in
from rulebook_rules.claims.language.compiled import CompiledPhrase, misanswer
from rulebook_rules.claims.language.matching import Filled
from rulebook_rules.claims.language.opposites import Opposites
from rulebook_rules.claims.model import Step
from rulebook_text.lexing.chances import Odds, chance_in_words
from rulesmod.phrasing import share
from rulesmod.system import Answer


class Ruling(NamedTuple):
    """The answers of a rule for one match.

    Attributes:
        failed: why it has no answer, or none that a wording could state; "" where it has.
        unlike: the blanks that the text has otherwise, by their names, with the answers.
        answered: the names of all blanks that it answers.
        steps: the derivation.
        stated, computed, about: those of a statement.
        is_vague: whether it leaves open if what is stated is right.
        is_rounded: whether it gives what is rounded when stated.
    """

    failed: str = ""
    unlike: tuple[tuple[str, Answer], ...] = ()
    answered: frozenset[str] = frozenset()
    steps: tuple[Step, ...] = ()
    stated: str = ""
    computed: str = ""
    about: str = ""
    is_vague: bool = False
    is_rounded: bool = False


def ruling_of(
    compiled: CompiledPhrase, blanks: Mapping[str, Filled], given: Mapping[str, Any], opposites: Opposites
) -> Ruling:
    """Ask the rule of a phrase, and compare its answers with the blanks."""
    phrase = compiled.phrase
    try:
        answers = phrase.rule(**given)
    except Exception as error:
        # A rules module is somebody's code: its fault must not hide what else is wrong.
        return Ruling(f"{type(error).__name__}: {error}")
    if fault := misanswer(compiled, answers):
        return Ruling(fault)
    computed, steps, unlike, is_vague, is_rounded = [], [], [], False, False
    for name, value in answers.items():
        answer = value if isinstance(value, Answer) else Answer(value)
        because = answer.because
        if phrase.because:
            because = (reason(phrase.because, blanks, {**answers, name: answer.value}), *because)
            answer = Answer(answer.value, answer.wrong, because, answer.twin)
        if (blank := blanks.get(name)) is None:
            continue
        steps += [Step(step) for step in because]
        if isinstance(answer.value, Fraction):
            is_rounded = True
            if blank.type in ("percent", "odds", "tries"):
                own = "" if len(answers) == 1 else f"the {name.replace('_', ' ')} is {share(answer.value)}"
                text = "" if because else own or chance_in_words(answer.value)
                steps.append(Step(f"exactly {answer.value}", page_text=text))
        computed.append(f"{name.replace('_', ' ')} {in_form(answer.value, blank)}")
        if is_unlike(blank, answer, opposites):
            unlike.append((name, answer))
        for item in blank.items:
            is_vague |= isinstance(item.value, Odds) and item.value.fits(answer.value) is None
    grounds = [blanks[name] for name in given]
    others = (f"{name} {stated_in(blanks[name])}" for name in given if name not in answers)
    return Ruling(
        unlike=tuple(unlike),
        answered=frozenset(answers),
        steps=(*steps, Step(reasoning(grounds, computed), page_text="")),
        stated="; ".join(f"{blank.name.replace('_', ' ')} {stated_in(blank)}" for blank in blanks.values()),
        computed="; ".join(computed),
        about=", ".join([phrase.name, *others]),
        is_vague=is_vague,
        is_rounded=is_rounded,
    )

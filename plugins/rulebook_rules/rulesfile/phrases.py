"""The phrases of a `rules.yml`: wordings whose blanks are answered by formulas."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from rulebook_core.findings import Place, Remedy
from rulebook_rules.rulesfile.formulas import folded
from rulebook_rules.rulesfile.ruling import Rule, Values
from rulebook_rules.rulesfile.setting import Names, entries, items, text, texts
from rulebook_rules.rulesfile.units import Units
from rulebook_rules.rulesfile.values import read_rule
from rulebook_rules.rulesfile.working import MissingError, UndecidedError, Value
from rulebook_rules.settings.faults import meant
from rulebook_rules.settings.kinds import Setting
from rulebook_text.lexing.dice_words import PoolWords
from rulebook_text.lexing.grammar import Formula
from rulebook_text.lexing.word_tokens import WORD_OR_NUMBER
from rulesmod.system import Answer, Notation, Phrase, as_worded

KEYS = ("says", "gives", "under", "because")
_BLANK = re.compile(r"(?<!\\)\{(\w+)(?::(?:list of )?([\w -]+))?\}")
_BARE = re.compile(r"-[^\W\d_]")
NOTHING = "nothing"
"""The answer of a table or range that has no row for a value."""
MIN_WORDS = 5
"""Words of a rule that has no blank: of fewer, a sentence that differs in one may mean anything."""
MAX_SIGNS = 300
MAX_FREEDOM = 14
_PLAIN_WORDS = re.compile(r"[^\W\d_][\w '’-]*")
_COUNTED = ("number", "numeral", "decimal", "fraction", "percent", "odds", "tries", "die")
CHANCES = ("percent", "odds", "tries")
BLANK_TYPES = (*_COUNTED, "dice", "pool", "direction", "ordinal", "word", "name")
"""The blank types of all games."""


class Decider:
    """The rule of a phrase: a function from some blanks to the others.

    It takes the blanks that its formulas need, and gives the others.

    Attributes:
        places: where the file has each wording.
        uses: the values that it rests on, folded.
    """

    def __init__(
        self,
        values: Values,
        answers: Mapping[str, Sequence[Rule]],
        parameters: Mapping[str, bool],
        places: Mapping[str, Place],
        dice: Callable[[Any], Value],
    ) -> None:
        self._values = values
        self._answers = answers
        self._dice = dice
        self.places = places
        names = [name for rules in answers.values() for rule in rules for name in rule.names]
        self.uses = frozenset(names)
        self._names = list(dict.fromkeys(names))
        self.__signature__ = inspect.Signature(
            [
                inspect.Parameter(
                    name, inspect.Parameter.KEYWORD_ONLY, default=inspect.Parameter.empty if must else None
                )
                for name, must in parameters.items()
            ]
        )

    def __call__(self, **given: Any) -> dict[str, Answer]:
        known = {folded(name): value for name, one in given.items() if (value := self._value(one)) is not None}
        scope, worked = self._values.derive(self._names, known)
        steps = tuple(step for one in worked.values() for step in one.because)
        answers = {}
        try:
            for blank in in_order(self._answers):
                rules = self._answers[blank]
                label = self._label(blank)
                try:
                    outcomes = [rule.work_out(label, scope) for rule in rules]
                except MissingError as error:
                    answers[blank] = Answer(NOTHING, because=(*steps, str(error)))
                    continue
                results = tuple(plain(one.value) for one in outcomes)
                if len(outcomes) == 1:
                    scope = scope.having({folded(blank): outcomes[0].value})
                explanation = [step for one in outcomes for step in one.because]
                if len(outcomes) > 1 and all(isinstance(one, str) for one in results):
                    explanation = [f"{label} is {', '.join(results)}"]
                own = dict.fromkeys((*steps, *explanation))
                answers[blank] = Answer(results[0] if len(results) == 1 else results, because=tuple(own))
        except UndecidedError:
            return {}
        return answers

    def _label(self, blank: str) -> str:
        named = self._values.named.get(folded(blank))
        return named.name if named is not None else blank.replace("_", " ")

    def _value(self, given: Any) -> Value | None:
        if isinstance(given, bool) or given is None:
            return None
        if isinstance(given, int | Fraction):
            return Fraction(given)
        if isinstance(given, PoolWords):
            return tuple((die.count, die.size) for die in given.dice)
        if isinstance(given, tuple | list) and given and all(isinstance(one, str) for one in given):
            return tuple(given)
        return given if isinstance(given, str) else self._dice(given)


def in_order(answers: Mapping[str, Sequence[Rule]]) -> list[str]:
    """Return the blanks of a phrase, each behind those that its answer needs; those of a circle in any order."""
    by_fold = {folded(blank): blank for blank in answers}
    ordered: dict[str, None] = {}
    visited: set[str] = set()

    def visit(blank: str) -> None:
        if blank not in visited:
            visited.add(blank)
            for name in (name for rule in answers[blank] for name in rule.names if name in by_fold):
                visit(by_fold[name])
            ordered[blank] = None

    for blank in answers:
        visit(blank)
    return list(ordered)


def plain(value: Value) -> Any:
    """A value as the blank of a phrase takes it."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def read_phrases(
    setting: Setting | None, values: Values, known: Names, notation: Notation, units: Units
) -> Iterator[Phrase]:
    """The phrases of a file; `known` are all of its names, by folded ones."""
    for name, inner in entries(setting).items():
        # A phrase in one line says what its values decide.
        before = len(inner.faults)
        given = entries(inner, KEYS, what="a phrase") if isinstance(inner.value, Mapping) else {"says": inner}
        said = {text(one): one for one in _wordings(given.get("says"))}
        wordings = tuple(said)
        if not wordings or not all(wordings):
            if len(inner.faults) == before:
                inner.fault(f"the phrase `{name}` says nothing", Remedy("write `says:` and the sentence"), of_name=True)
            continue
        if not _are_readable(said, given["says"]):
            continue
        blanks = dict(blank for wording in wordings for blank in _BLANK.findall(wording))
        if not blanks and "gives" not in given:
            if short := next((one for one in said if len(WORD_OR_NUMBER.findall(one)) < MIN_WORDS), None):
                said[short].fault(
                    f"a rule in words alone has at least {MIN_WORDS} of them",
                    Remedy("write more of the sentence, or a blank `{name}` for its number"),
                )
                continue
            yield Phrase(name, wordings, as_worded, texts(given.get("under")), text(given.get("because")))
            continue
        answers = _answers(given, blanks, values, known, units)
        parameters = _parameters(inner, name, wordings, answers, values)
        if answers and parameters is not None:
            places = {wording: one.file.value(*one.keys) for wording, one in said.items()}
            decider = Decider(values, answers, parameters, places, partial(_groups, notation))
            decider.__doc__ = name.replace("-", " ").capitalize()
            yield Phrase(name, wordings, decider, texts(given.get("under")), text(given.get("because")))
        elif not answers and len(inner.faults) == before:
            fact = f"nothing decides the phrase `{name}`"
            remedy = Remedy(
                "write `gives:` with a formula for one of its blanks, or name a blank as one of your values"
            )
            inner.fault(fact, remedy, of_name=True)


def _groups(notation: Notation, dice: Any) -> Value:
    """Return the groups of dice in a blank, as pairs of count and size."""
    try:
        return tuple((group.count, group.size) for group in notation.groups(notation.format(dice)))
    except Exception:  # A blank may hold anything that a game's types can; then nothing is decided.
        return ()


def _wordings(says: Setting | None) -> list[Setting]:
    """Return the wordings of a phrase: one, a list, or a mapping of languages to either."""
    is_translated = says is not None and isinstance(says.value, Mapping)
    listed = entries(says).values() if is_translated else (says,)
    return [one for setting in listed for one in items(setting)]


def _are_readable(said: Mapping[str, Setting], says: Setting) -> bool:
    """Return whether wordings are short and firm enough; there is a fault for each that is not as it should be."""
    if any(len(wording) > MAX_SIGNS or _freedom(wording) > MAX_FREEDOM for wording in said):
        fact = f"a wording has at most {MAX_SIGNS} signs, and leaves not so much open"
        says.fault(fact, Remedy("make several wordings of it"))
        return False
    if bare := next((one for one in said.values() if _BARE.match(one.written)), None):
        bare.fault("a `-` without a blank behind it begins no item", Remedy("write `- ` and the sentence"))
    return True


def _freedom(wording: str) -> int:
    """Return how much a wording leaves open: what a gap may skip counts most, for all of it may have to be tried."""
    return 4 * len(re.findall(r"\.{2,}", wording)) + wording.count("[") + wording.count("(") + wording.count("list of")


def _answers(
    given: Mapping[str, Setting], blanks: Mapping[str, str], values: Values, known: Names, units: Units
) -> dict[str, Sequence[Rule]]:
    answers: dict[str, Sequence[Rule]] = {}
    names = known.having({folded(blank): blank for blank in blanks})
    for blank, inner in entries(given.get("gives")).items():
        if blank not in blanks:
            remedies = meant(blank, blanks, "blanks") or [Remedy(f"put `{{{blank}}}` where the text has its number")]
            inner.fault(f"no wording has a blank `{{{blank}}}`", *remedies, of_name=True)
            continue
        type_name = blanks[blank]
        is_exact = type_name in (*CHANCES, "decimal", "fraction")
        rules: list[Rule | None] = []
        for one in items(inner):
            if type_name and type_name not in _COUNTED and _is_words(one, names):
                words = names.together.get(folded(text(one)), [text(one)])
                rules += [Rule(Formula("text", 0, 0, word)) for word in words]
                continue
            rules.append(rule := read_rule(one, names, needs_rounding=not is_exact))
            if rule is not None:
                units.check(rule, one, blank, units.values.get(folded(blank)))
        if not rules:
            inner.fault(f"nothing says what `{blank}` is", Remedy("write its formula"), of_name=True)
        elif all(rules):
            answers[blank] = [rule for rule in rules if rule is not None]
    if "gives" not in given:
        for blank in blanks:
            named = values.named.get(folded(blank))
            if named is not None and named.rule is not None:
                answers[blank] = (named.rule,)
    return answers


def _is_words(setting: Setting, names: Names) -> bool:
    """Return whether an answer is plain words, and names nothing."""
    written = text(setting)
    return (
        isinstance(setting.value, str) and folded(written) not in names and _PLAIN_WORDS.fullmatch(written) is not None
    )


def _parameters(
    setting: Setting,
    name: str,
    wordings: Sequence[str],
    answers: Mapping[str, Sequence[Rule]],
    values: Values,
) -> dict[str, bool] | None:
    """The blanks that the answers are worked out from, and whether every wording has them."""
    needs = _Needs([{folded(blank): blank for blank, _ in _BLANK.findall(one)} for one in wordings], answers, values)
    for blank, rules in answers.items():
        for rule in rules:
            own = {folded(blank)} - values.named.keys()
            if own & {*rule.names}:
                fact = f"what the phrase `{name}` gives for `{blank}` needs itself"
                setting.fault(fact, Remedy("let it follow from other blanks or values"), of_name=True)
                return None
            if missing := needs.lacking(rule.names, frozenset(own)):
                fact = f"what the phrase `{name}` gives for `{blank}` needs `{missing}`, and no wording has it"
                setting.fault(fact, Remedy(f"put `{{{folded(missing).replace(' ', '_')}}}` into it"), of_name=True)
                return None
    return needs.freedom


class _Needs:
    """What the answers of a phrase are worked out from.

    Attributes:
        freedom: the blanks of its wordings that are needed, and whether every wording has them.
    """

    def __init__(
        self, having: Sequence[Mapping[str, str]], answers: Mapping[str, Sequence[Rule]], values: Values
    ) -> None:
        self._having = having
        self._blanks = {fold: blank for one in having for fold, blank in one.items()}
        self._answers = {folded(blank): rules for blank, rules in answers.items()}
        self._values = values
        self.freedom: dict[str, bool] = {}

    def lacking(self, names: Sequence[str], seen: frozenset[str]) -> str:
        """Return the first of some names that nothing gives; empty if all are given."""
        given = (self._lacking(one, seen) for one in names if one not in self._values.constants.values)
        return next(filter(None, given), "")

    def _lacking(self, name: str, seen: frozenset[str]) -> str:
        named = self._values.named.get(name)
        if name in seen:
            return ""
        if name in self._answers and named is None:
            return self.lacking([one for rule in self._answers[name] for one in rule.names], seen | {name})
        if name in self._blanks and name not in self._answers:
            self.freedom[self._blanks[name]] = all(name in one for one in self._having)
            return ""
        if named is None or named.rule is None:
            return named.name if named is not None else name
        return self.lacking(named.rule.names, seen | {name})

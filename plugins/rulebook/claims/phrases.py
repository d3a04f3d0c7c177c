"""Sentences that state a rule: the phrases of a system, found in plain text and decided by its rules."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from rulebook.claims.changes import changes, die_sizes
from rulebook.claims.context import GROUND, Context, Read
from rulebook.claims.ledger import numbers_in
from rulebook.claims.model import Claim, Fault, Kind, Statement, Step
from rulebook.claims.opposites import COMPARATIVES, DEEDS, SIGNS, Opposites
from rulebook.claims.rules import failed_rule, notation_mismatch, unknown_term, wrong_value
from rulebook.claims.wording import (
    Filled,
    Item,
    Match,
    Slip,
    Wording,
    blank_types,
    compile_wording,
)
from rulebook.document import Block, Piece, PlainText
from rulebook.findings import Edit, Place, Remedy, write
from rulebook.lexing.chances import Odds, show_chance
from rulebook.lexing.dice_words import counts_dice, size_like
from rulebook.lexing.forms import like, percent_like, rounds_to
from rulebook.lexing.modality import clause_before, is_condition, is_denied, is_proposed
from rulebook.naming.spelling import near_names
from rulebook.source import Span
from rulesmod.system import Answer, Phrase, System

_STRAY = re.compile(r"(?: \d*d?\d+(?![\w.]))+")

LEAST_WEIGHT = 5
"""Of lighter wordings too little is right beside a slip to say which rule is meant; where dice are added, one word less
will do, and where they are compared by a sign, any."""
GREAT_WEIGHT = 7
"""Heavier wordings say so much of a rule that a denial among their words is about something else."""


class _Compiled(NamedTuple):
    phrase: Phrase
    wordings: tuple[Wording, ...]
    slips: tuple[Wording, ...]
    given: tuple[str, ...]
    optional: frozenset[str]


def _optional(phrase: Phrase) -> frozenset[str]:
    """The blanks that a rule can do without."""
    parameters = inspect.signature(phrase.rule).parameters.values()
    return frozenset(one.name for one in parameters if one.default is not inspect.Parameter.empty)


def _misanswer(compiled: _Compiled, answers: object) -> str:
    """What is wrong with an answer that has nothing to say to any wording of its phrase; empty if it has."""
    if not isinstance(answers, Mapping):
        return f"it answers `{answers!r}`, where each blank's name and its value are wanted"
    asked = {name for wording in compiled.wordings for name, _, _ in wording.blanks}
    if answers and not asked & answers.keys():
        names = ", ".join(f"`{name}`" for name in answers)
        return f"it answers {names}, which is a blank of no wording"
    return ""


class Phrasebook:
    """The phrases of one system, compiled.

    Raises:
        WordingError: a wording is malformed.
    """

    def __init__(self, system: System) -> None:
        self._types = blank_types(system)
        self._opposites = Opposites(system.opposites)
        self.vocabularies = {vocabulary.name: vocabulary.entries for vocabulary in system.vocabularies}
        self._phrases = tuple(
            _Compiled(
                phrase,
                tuple(compile_wording(wording, self._types) for wording in phrase.wordings),
                tuple(self._slips(phrase)),
                tuple(inspect.signature(phrase.rule).parameters),
                _optional(phrase),
            )
            for phrase in system.phrases
        )
        self._sizes = die_sizes(system)
        self._freedom: dict[tuple[str, str], list[tuple[int, int]]] = {}
        # Most texts of a page come again when only one of its numbers has changed.
        self._found = lru_cache(maxsize=10_000)(self._find)

    def _slips(self, phrase: Phrase) -> Iterator[Wording]:
        for words in phrase.wordings:
            wording = compile_wording(words, self._types, self._opposites)
            turned = {word.lower() for word in (wording.turns or {}).values()}
            least = 0 if turned.intersection(SIGNS) else LEAST_WEIGHT - (not turned.isdisjoint(DEEDS))
            if wording.weight >= least:
                yield wording

    @staticmethod
    @lru_cache(maxsize=64)
    def of(system: System) -> Phrasebook:
        """The phrasebook of a system, compiled once.

        Raises:
            WordingError: a wording is malformed.
        """
        return Phrasebook(system)

    def claims(self, context: Context) -> Read:
        """Every claim that a phrase finds in a page."""
        # What another site is called, or a library there, says nothing of this game.
        foreign = [link.text_span for link in context.document.links if "://" in (link.target or "")]
        for block in context.document.prose.blocks:
            for compiled, match in self._found(block.text.text) if block.kind != "code" else ():
                if foreign and any(name.contains(block.text.span(match.start, match.end)) for name in foreign):
                    continue
                if _under(context, block, compiled.phrase):
                    yield from self._decide(context, block, compiled, match)

    def _find(self, text: str) -> tuple[tuple[_Compiled, Match], ...]:
        """Where the phrases stand in a text. A place that two wordings of one fit counts once."""
        found: list[tuple[_Compiled, Match]] = []
        folded = text.lower()
        is_counted = counts_dice(text)
        for compiled in self._phrases:
            taken: list[Match] = []
            for wording in compiled.wordings:
                for match in wording.matches(text, folded):
                    if self._plausible(match) and not any(_overlap(match, other) for other in taken):
                        taken.append(match)
            for wording in compiled.slips:
                if wording.may_slip(folded, is_counted=is_counted):
                    for match in wording.matches(text, folded):
                        if self._plausible(match) and not any(_overlap(match, other) for other in taken):
                            taken.append(match)
            found += ((compiled, match) for match in taken)
        return tuple(found)

    def _plausible(self, match: Match) -> bool:
        """Whether a blank for names of a vocabulary holds such names, or something that is nearly one."""
        for blank in match.blanks:
            if (entries := self.vocabularies.get(blank.type)) is not None and blank.items:
                names = {*entries, *entries.values()}
                known = sum(item.text in names for item in blank.items)
                if not known and not (len(blank.items) == 1 and near_names(blank.items[0].text, names)):
                    return False
        return True

    def _decide(
        self, context: Context, block: Block, compiled: _Compiled, match: Match, *, probing: bool = False
    ) -> Read:
        phrase, text = compiled.phrase, block.text.text
        blanks = {blank.name: blank for blank in match.blanks if blank.items}
        place = context.within(block, match.start, match.end)
        if any(name not in blanks and name not in compiled.optional for name in compiled.given):
            return  # This wording says too little for the rule to decide.
        if is_proposed(text, match.start, match.end):
            return
        names = tuple(name for name in compiled.given if name in blanks)
        try:
            answers = phrase.rule(**{name: blanks[name].value for name in names})
        except Exception as error:
            # A rules module is somebody's code: its fault must not hide what else is wrong.
            yield failed_rule(place, phrase.name, f"{type(error).__name__}: {error}")
            return
        if fault := _misanswer(compiled, answers):
            yield failed_rule(place, phrase.name, fault)
            return
        faults: list[Fault] = []
        computed, steps, is_vague = [], [], False
        for name, value in answers.items():
            answer = value if isinstance(value, Answer) else Answer(value)
            steps += [Step(step) for step in answer.because]
            if (blank := blanks.get(name)) is None:
                continue
            if isinstance(answer.value, Fraction) and blank.type in ("percent", "odds", "tries"):
                steps.append(Step(f"exactly {answer.value}"))
            computed.append(f"{name.replace('_', ' ')} {_in_form(answer.value, blank)}")
            # What a value follows from may be what is wrong: its places are shown as well.
            given = tuple(
                context.within(block, item.start, item.end, GROUND)
                for other in names
                if other != name
                for item in blanks[other].items
            )
            unlike = self._compare(context, block, blank, answer, given)
            if unlike and (twin := blanks.get(answer.twin)) is not None:
                unlike = [_unlike_twin(context, block, blank, twin)]
            if unlike and blank.type in ("word", "direction") and not _is_stated(text, blank.items[0], match):
                return
            faults += unlike
            is_vague |= any(isinstance(i.value, Odds) and i.value.fits(answer.value) is None for i in blank.items)
        if not computed or (match.slip and (faults or is_vague)):
            return  # Words that are right but for a slip state the rule; others may state anything.
        if slip := match.slip:
            if not _is_stated(text, slip, match):
                return
            faults.append(_slip(context, block, slip))
        # What a rule takes and answers as well, it judges; such a judgement may leave a choice.
        judges = any(name in answers for name in names)
        free = self._free(context, block, compiled, match) if judges and not probing and not faults else []
        summary = (inspect.getdoc(phrase.rule) or phrase.name.replace("-", " ")).partition("\n")[0]
        yield Statement(
            Kind(phrase.name, wrong_value, rank=4),
            place,
            section=block.section,
            stated="; ".join(f"{blank.name.replace('_', ' ')} {_stated(blank)}" for blank in blanks.values()),
            computed="; ".join(computed),
            right=None if is_vague and not faults else not faults,
            rule=summary,
            derivation=(*steps, Step(_reasoning([blanks[name] for name in names], computed))),
            guards=tuple(
                block.text.span(*stretch)
                for name, blank in blanks.items()
                if name in answers or name in names
                for item in blank.items
                for stretch in _without((item.start, item.end), free)
            ),
            about=", ".join(
                [phrase.name, *(f"{name} {_stated(blanks[name])}" for name in names if name not in answers)]
            ),
            faults=tuple(faults),
        )

    def _free(self, context: Context, block: Block, compiled: _Compiled, match: Match) -> list[tuple[int, int]]:
        """The numbers of a match that could as well be others, because the rule takes many.

        A face that a die shows in an example is one: the claim says that the die has it, and would hold for others.
        """
        key = (compiled.phrase.name, block.text.text[match.start : match.end])
        if key not in self._freedom:
            words = key[1]
            self._freedom[key] = [
                (start, end)
                for start, end in numbers_in(words)
                if any(
                    self._holds(context, block, compiled, words[:start] + other + words[end:])
                    for other in changes(words[start:end], self._sizes)
                )
            ]
        return [(match.start + start, match.start + end) for start, end in self._freedom[key]]

    def _holds(self, context: Context, block: Block, compiled: _Compiled, words: str) -> bool:
        """Whether a phrase fits all of some words, and its rule agrees with them."""
        text = PlainText(words, (Piece(0, len(words), Span(block.span.start, block.span.start + len(words))),))
        imagined = replace(block, text=text, code=(), terms=())
        for wording in compiled.wordings:
            for match in wording.matches(words):
                if (match.start, match.end) == (0, len(words)):
                    read = list(self._decide(context, imagined, compiled, match, probing=True))
                    return bool(read) and all(isinstance(one, Statement) and not one.faults for one in read)
        return False

    def other_sides(self, context: Context, claim: Claim) -> Iterator[Remedy]:
        """Ways to keep what a wrong claim of a page states: other dice or numbers for what it follows from."""
        for block in context.document.prose.blocks:
            for compiled, match in self._found(block.text.text) if block.span.contains(claim.place.span) else ():
                here = block.text.span(match.start, match.end) == claim.place.span
                if here and compiled.phrase.name == claim.kind:
                    given = [blank for blank in match.blanks if blank.name in compiled.given]
                    for item in (item for blank in given for item in blank.items):
                        yield from self._other_sides(context, block, compiled, match, item)

    def _other_sides(
        self, context: Context, block: Block, compiled: _Compiled, match: Match, item: Item
    ) -> Iterator[Remedy]:
        text = block.text.text
        place = context.within(block, item.start, item.end)
        if place.source.slice(place.span) != item.text:
            return  # Markup stands within; an edit would take it away.
        for start, end in numbers_in(item.text):
            written = item.text[start:end]
            sizes = [f"d{size}" for size in self._sizes] if written[0] == "d" else []
            for other in dict.fromkeys((*changes(written, self._sizes), *sizes)):
                new = item.text[:start] + other + item.text[end:]
                words = text[match.start : item.start] + new + text[item.end : match.end]
                if new != item.text and self._holds(context, block, compiled, words):
                    yield Remedy(f"write `{new}` instead of `{item.text}`", (Edit(place, new),))

    def _compare(
        self, context: Context, block: Block, blank: Filled, answer: Answer, given: tuple[Place, ...]
    ) -> list[Fault]:
        vocabulary = self.vocabularies.get(blank.type)
        notes = tuple(f"the rules: {step}" for step in answer.because)
        if not blank.is_list:
            item = blank.items[0]
            if blank.type == "percent" and rounds_to(answer.value * 100, item.text):
                return []
            if isinstance(item.value, Odds):
                if item.value.fits(answer.value) is not False:
                    return []
            elif blank.type == "direction":
                if self._opposites.side(item.text) == self._opposites.side(answer.value):
                    return []
            elif agrees(item.value, answer.value):
                return []
            return [_wrong(context, block, blank, item, answer.value, notes, given)]
        values = (
            answer.value
            if isinstance(answer.value, Sequence) and not isinstance(answer.value, str)
            else (answer.value,)
        )
        wrong = _strangers(blank.items, values) if answer.wrong is None else answer.wrong
        faults = []
        unlike = [blank.items[index] for index in wrong]
        if vocabulary is not None:
            names = {*vocabulary, *vocabulary.values()}
            faults = [_unknown(context, block, item, vocabulary) for item in unlike if item.text not in names]
            unlike = [item for item in unlike if item.text in names]
        if unlike:
            first, *others = unlike
            lacking = _missing(blank.items, values) if answer.wrong is None else []
            value = lacking[0] if len(lacking) == len(wrong) == 1 else None
            also = tuple(context.within(block, item.start, item.end, "nor does this fit") for item in others)
            faults.append(_wrong(context, block, blank, first, value, notes, given, also=also, of=answer.value))
        if not wrong and answer.wrong is None and (lacking := _missing(blank.items, values)):
            place = context.within(block, blank.items[0].start, blank.items[-1].end)
            said = (_stated(blank), _in_form(answer.value, blank))
            faults.append(Fault(said, (f"missing: {_in_form(lacking, blank)}", *notes), at=place, of=given))
        return faults


def _is_stated(text: str, at: Slip | Item, match: Match) -> bool:
    """Whether a text states the words that it has at a place, where the rules have their opposite."""
    whole, own = (match.start, match.end), match.wording.denials
    # What much of the rule stands around denies something else.
    within = whole if match.wording.weight > GREAT_WEIGHT else None
    if any(is_denied(text, *here, own, within=within) for here in ((at.start, at.end), (match.end, match.end))):
        return False
    if not match.slip:
        return True
    # A bigger die does less often what a small one does more often.
    subject = clause_before(text, match.start).lower().split()[-2:]
    return COMPARATIVES.isdisjoint(subject) and not is_condition(text, at.start, at.end, whole)


def _slip(context: Context, block: Block, slip: Slip) -> Fault:
    place = context.within(block, slip.start, slip.end)
    return Fault((f"`{slip.text}`", slip.meant), remedies=(write(place, slip.meant),), at=place)


def _without(stretch: tuple[int, int], holes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What is left of a stretch without some parts of it, as far as there are numbers or names in it."""
    position, end = stretch
    for start, stop in holes:
        if position <= start and stop <= end:
            if start > position:
                yield position, start
            position = stop
    if position < end:
        yield position, end


def agrees(stated: Any, computed: Any) -> bool:
    if isinstance(stated, str) and isinstance(computed, str):
        return stated.casefold() == computed.casefold()
    return bool(stated == computed)


def show(value: Any) -> str:
    """A value in words for a writer; sequences as an enumeration."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {show(item)}" for name, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(show(item) for item in value)
    return str(value)


def _reasoning(given: Sequence[Filled], computed: Sequence[str]) -> str:
    """What follows from what: "the rules give points 27 for pool 3:d6"."""
    ground = ", ".join(f"{blank.name.replace('_', ' ')} {_stated(blank)}" for blank in given)
    return f"the rules give {', '.join(computed)}{f' for {ground}' if ground else ''}"


def _stated(blank: Filled) -> str:
    return ", ".join(item.text for item in blank.items)


def _overlap(one: Match, other: Match) -> bool:
    return one.start < other.end and other.start < one.end


def _under(context: Context, block: Block, phrase: Phrase) -> bool:
    if not phrase.under:
        return True
    path = " ".join(context.document.section_path(block.section)).lower()
    return any(word.lower() in path for word in phrase.under)


def _strangers(items: Sequence[Item], values: Sequence[Any]) -> tuple[int, ...]:
    """Indices of the items that the expected values do not have (as often).

    Of equal items those are no strangers that stand where they are expected.
    """
    left = Counter(map(_folded, values))
    pairs = enumerate(zip(items, values, strict=False))
    settled = {index for index, (item, value) in pairs if _folded(item.value) == _folded(value)}
    left.subtract(_folded(items[index].value) for index in settled)
    wrong = []
    for index, item in enumerate(items):
        if index in settled:
            continue
        if left[_folded(item.value)]:
            left[_folded(item.value)] -= 1
        else:
            wrong.append(index)
    return tuple(wrong)


def _missing(items: Sequence[Item], values: Sequence[Any]) -> list[Any]:
    left = Counter(_folded(item.value) for item in items)
    missing = []
    for value in values:
        if left[_folded(value)]:
            left[_folded(value)] -= 1
        else:
            missing.append(value)
    return missing


def _folded(value: Any) -> Any:
    return value.casefold() if isinstance(value, str) else value


def _wrong(
    context: Context,
    block: Block,
    blank: Filled,
    item: Item,
    value: Any,
    notes: tuple[str, ...],
    given: tuple[Place, ...],
    *,
    also: tuple[Place, ...] = (),
    of: Any = None,
) -> Fault:
    """What is wrong with an item: it should be `value` (None if nobody knows), or one of `of`."""
    if blank.type == "pool" and (stray := _STRAY.match(block.text.text, item.end)):
        # Dice without a sign between them are part of what is meant.
        item = item._replace(text=item.text + stray[0], end=stray.end())
    place: Place = context.within(block, item.start, item.end)
    remedies: tuple[Remedy, ...] = ()
    if value is not None and isinstance(value, str) == isinstance(item.value, str):
        text = item.value.write(value) if isinstance(item.value, Odds) else _in_form(value, blank, item.text)
        remedies = (write(place, text),) if text else ()
    right = _in_form(value if of is None else of, blank)
    return Fault((f"`{item.text}`", right), notes, remedies, also, at=place, of=given)


def _unlike_twin(context: Context, block: Block, words: Filled, notation: Filled) -> Fault:
    """Words and notation that say two things of the same dice."""
    said, written = words.items[0], notation.items[0]
    at = context.within(block, written.start, written.end)
    beside = context.within(block, said.start, said.end, "in words")
    remedies = []
    for place, blank, item, other in ((at, notation, written, said), (beside, words, said, written)):
        new = _in_form(other.value, blank, item.text)
        remedies.append(Remedy(f"write `{new}` instead of `{item.text}`", (Edit(place, new),)))
    unlike = (f"`{written.text}`", f"`{said.text}`")
    return Fault(unlike, remedies=tuple(remedies), at=at, of=(beside,), rule=notation_mismatch)


def _in_form(value: Any, blank: Filled, stated: str = "") -> str:
    """A value as texts state one of the blank's type; a single one as `stated` states its own."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_in_form(item, blank) for item in value)
    if blank.type == "die" and isinstance(value, int):
        return size_like(value, stated)
    if blank.type in ("odds", "tries") and isinstance(value, int | Fraction):
        return show_chance(value, in_tries=blank.type == "tries")
    if blank.type == "percent" and isinstance(value, int | Fraction):
        return percent_like(value, stated or blank.items[0].text)
    return like(value, stated) if stated else show(value)


def _unknown(context: Context, block: Block, item: Item, vocabulary: Mapping[str, str]) -> Fault:
    place = context.within(block, item.start, item.end)
    near = near_names(item.text, {*vocabulary, *vocabulary.values()}) or list(vocabulary)
    remedies = tuple(write(place, name) for name in near[:3]) if len(near) < 4 else ()
    what = "is not among " + ", ".join(f"`{name}`" for name in vocabulary)
    return Fault((item.text, what), remedies=remedies, at=place, of=(), rule=unknown_term)

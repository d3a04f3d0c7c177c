"""Sentences that state a rule: the phrases of a system, found in plain text and decided by its rules."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter

from rulebook_core.findings import Edit, Remedy, write
from rulebook_core.source import Span
from rulebook_core.spans import Stretches
from rulebook_rules.claims.context import GROUND, Context, OtherSides, Read
from rulebook_rules.claims.language.answers import faults_of, unlike_twin
from rulebook_rules.claims.language.any_order import AnyOrder
from rulebook_rules.claims.language.blank_types import blank_types
from rulebook_rules.claims.language.by_words import ByWords
from rulebook_rules.claims.language.compiled import CompiledPhrase, compile_phrase
from rulebook_rules.claims.language.denials import denial_in, is_stated
from rulebook_rules.claims.language.entries import of_entry, path_to
from rulebook_rules.claims.language.matching import Filled, Item, Match, SearchText
from rulebook_rules.claims.language.opposites import Opposites
from rulebook_rules.claims.language.ruling import Ruling, ruling_of
from rulebook_rules.claims.model import Claim, Fault, Statement
from rulebook_rules.claims.mutators import changes, die_sizes
from rulebook_rules.claims.rules import denied_rule, failed_rule
from rulebook_rules.claims.tolerance import Slack, guarded, imagined, slacks_of
from rulebook_syntax.document import Block
from rulebook_text.lexing.figures import numbers_in
from rulebook_text.lexing.modality import (
    is_of_nobody,
    is_proposed,
)
from rulebook_text.lexing.names import beginning
from rulebook_text.naming.spelling import near_names
from rulesmod.system import Answer, System, as_worded

MAX_STORED = 10_000
"""Of so many texts is kept what phrases find there, and of so many blanks what the rules say."""


class Phrasebook:
    """The phrases of one system, compiled.

    Raises:
        WordingError: a wording is malformed.
    """

    def __init__(self, system: System) -> None:
        self._types = blank_types(system)
        self.vocabularies = {vocabulary.name: vocabulary.entries for vocabulary in system.vocabularies}
        self._opposites = Opposites(system.opposites, map(dict.values, map(dict, self.vocabularies.values())))
        self._phrases = tuple(compile_phrase(phrase, self._types, self._opposites) for phrase in system.phrases)
        self._sizes = partial(die_sizes, system)
        self._room: dict[tuple[str, str, str], list[Slack]] = {}
        self._rulings: dict[tuple[object, ...], Ruling] = {}
        self._wordings = tuple(
            (at, wording)
            for at, compiled in enumerate(self._phrases)
            # Of a rule in words alone only a slip says anything.
            for wording in (*(() if compiled.phrase.rule is as_worded else compiled.wordings), *compiled.slips)
        )
        every = [(at, compiled.phrase.under) for at, compiled in enumerate(self._phrases)]
        self._under = {under: [at for at, other in every if other == under] for _, under in every if under}
        self._by_words = ByWords(wording for _, wording in self._wordings)
        # Most texts of a page come again when only one of its numbers has changed.
        self._matches = lru_cache(maxsize=MAX_STORED)(self._find)
        self._outside = lru_cache(maxsize=MAX_STORED)(self._elsewhere)

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
        if not self._wordings:
            return
        # What another site is called, or a library there, says nothing of this game.
        foreign = Stretches(link.text_span for link in context.document.links if "://" in (link.target or ""))
        for block, compiled, match in self._matches_in(context):
            if not (foreign and foreign.around(block.text.span(match.start, match.end))):
                yield from self._decide(context, block, compiled, match)

    def _matches_in(self, context: Context) -> Iterator[tuple[Block, CompiledPhrase, Match]]:
        """Return where the phrases stand in a page."""
        blocks = context.document.prose.blocks
        term: Block | None = None
        outside, below = frozenset[int](), (-2, 0)
        for above, block in zip(blocks[:1] + blocks, blocks, strict=False):
            if block.kind == "term" or (term is not None and block.section != term.section):
                term = block if block.kind == "term" else None
            if block.kind != "code":
                if below != (here := (block.section, id(term))):
                    outside, below = self._outside(path_to(context, block, term)), here
                for compiled, match in self._matches(block.text.text, outside):
                    yield block, compiled, of_entry(block, above, match)

    def _elsewhere(self, path: str) -> frozenset[int]:
        """The phrases that do not hold for what stands below a path."""
        return frozenset().union(*(every for under, every in self._under.items() if not beginning(under).search(path)))

    def _find(self, text: str, outside: frozenset[int]) -> tuple[tuple[CompiledPhrase, Match], ...]:
        """Return where the phrases stand in a text, but for some. A place that two wordings of one fit counts once."""
        results: list[tuple[CompiledPhrase, Match]] = []
        said = SearchText.of(text)
        may_fit = (self._wordings[number] for number in self._by_words.in_text(said.folded))
        for at, wordings in groupby(may_fit, key=itemgetter(0)):
            if at in outside:
                continue
            compiled, covered = self._phrases[at], Stretches()
            for match in (match for _, wording in wordings for match in wording.matches(said)):
                span = Span(match.start, match.end)
                if not covered.meets(span) and self._plausible(match):
                    covered.add(span)
                    results.append((compiled, match))
        return tuple(results)

    def _plausible(self, match: Match) -> bool:
        """Return whether a blank holds names of its vocabulary, or nearly."""
        for blank in match.blanks:
            if (entries := self.vocabularies.get(blank.type)) is not None and blank.items:
                names = {*entries, *entries.values()}
                known = sum(item.text in names for item in blank.items)
                if not known and not (len(blank.items) == 1 and near_names(blank.items[0].text, names)):
                    return False
        return True

    def _decide(
        self, context: Context, block: Block, compiled: CompiledPhrase, match: Match, *, probing: bool = False
    ) -> Read:
        phrase, text = compiled.phrase, block.text.text
        is_worded = phrase.rule is as_worded
        blanks = {blank.name: blank for blank in match.blanks if blank.items}
        # Without a slip, a phrase that is only words is right, and states no value.
        says_enough = blanks.keys() >= compiled.needed and (match.slip is not None or not is_worded)
        if not says_enough or is_proposed(text, match.start, match.end):
            return
        ruling = self._ruling(compiled, blanks, match.entry)
        place = context.within(block, match.start, match.end)
        if ruling.failed:
            yield failed_rule(place, phrase.name, ruling.failed)
            return
        faults = self._faults(context, block, compiled, match, ruling, blanks)
        if faults is None or (not ruling.computed and not is_worded):
            return
        # What a rule takes and answers as well, it judges: that may leave a choice, and what is rounded leaves room.
        is_choice = not ruling.answered.isdisjoint(compiled.given)
        leaves_room = (ruling.is_rounded or is_choice) and not probing and not faults
        words = text[match.start : match.end]
        slacks = self._slacks(context, words, compiled, match.entry, is_choice=is_choice) if leaves_room else []
        stretches = _stretches(blanks, ruling.answered.union(compiled.given))
        guards = guarded(block, stretches, slacks, match.start)
        yield Statement(
            compiled.kind,
            place,
            stated=ruling.stated,
            computed=ruling.computed,
            right=None if ruling.is_vague and not faults else not faults,
            rule=compiled.summary,
            derivation=ruling.steps,
            guards=guards.spans,
            about=ruling.about,
            faults=tuple(faults),
            leeways=guards.leeways,
            reads=tuple(block.text.span(*stretch) for stretch in stretches),
            is_sure=phrase.is_sure and not isinstance(match.wording, AnyOrder),
        )

    def _faults(
        self,
        context: Context,
        block: Block,
        compiled: CompiledPhrase,
        match: Match,
        ruling: Ruling,
        blanks: Mapping[str, Filled],
    ) -> list[Fault] | None:
        """List what is wrong with a match; None if it does not state the rule."""
        text, slip = block.text.text, match.slip
        faults: list[Fault] = []
        for name, answer in ruling.unlike:
            blank = blanks[name]
            if blank.type in ("word", "direction") and not is_stated(text, blank.items[0], match):
                return None
            faults += self._unlike(context, block, compiled, blanks, answer, name)
        if faults and (slip or is_of_nobody(text, match.start, match.end)):
            return None
        if slip:
            # Words that are right but for a slip state the rule; others may state anything.
            if ruling.is_vague or not (compiled.phrase.rule is as_worded or is_stated(text, slip, match)):
                return None
            at = context.within(block, slip.start, slip.end)
            faults.append(Fault((f"`{slip.text}`", slip.meant), remedies=(write(at, slip.meant),), at=at))
        if ruling.computed and (denial := denial_in(text, match)):
            if faults:
                return None  # "The ferry does not cost 4 coins" is true where it costs 3.
            at = context.within(block, *denial)
            faults.append(Fault((text[slice(*denial)],), at=at, rule=denied_rule))
        return faults

    def _unlike(
        self,
        context: Context,
        block: Block,
        compiled: CompiledPhrase,
        blanks: Mapping[str, Filled],
        answer: Answer,
        name: str,
    ) -> list[Fault]:
        """List what is wrong with one blank; what its value follows from may be wrong as well, and is shown."""
        blank = blanks[name]
        if (twin := blanks.get(answer.twin)) is not None:
            return [unlike_twin(context, block, blank, twin)]
        given = tuple(
            context.within(block, item.start, item.end, GROUND)
            for other in compiled.given
            if other != name and other in blanks
            for item in blanks[other].items
        )
        vocabulary = self.vocabularies.get(blank.type)
        return [*faults_of(context, block, blank, answer, given, vocabulary=vocabulary)]

    def _ruling(self, compiled: CompiledPhrase, blanks: Mapping[str, Filled], entry: str) -> Ruling:
        """Return the answers of the rule of a phrase, from a cache.

        Most of what a book states it states again and again.
        """
        filled = tuple([(blank.name, blank.type, *[item.text for item in blank.items]) for blank in blanks.values()])
        key = (compiled.phrase.name, entry, filled)
        if (ruling := self._rulings.get(key)) is None:
            if len(self._rulings) >= MAX_STORED:
                self._rulings.clear()
            given = {name: self._meant(blanks[name], entry) for name in compiled.given if name in blanks}
            ruling = self._rulings[key] = ruling_of(compiled, blanks, given, self._opposites)
        return ruling

    def _meant(self, blank: Filled, entry: str) -> object:
        """Return the value of a blank, completed by the name of its entry; what has a part of the name of its entry
        means that one: "ally" below "Normal Ally"."""
        is_own = entry in self.vocabularies.get(blank.type, ()) and len(blank.items) == 1
        return entry if is_own and entry.casefold().endswith(f" {blank.items[0].text.casefold()}") else blank.value

    def _slacks(
        self, context: Context, words: str, compiled: CompiledPhrase, entry: str, *, is_choice: bool
    ) -> list[Slack]:
        """List by how much the numbers of a match may change and still be right.

        A face that a die shows in an example has it: the claim says that the die has it, and would hold for others.
        """
        key = (compiled.phrase.name, words, entry)
        if key not in self._room:

            def is_seen(other: str) -> bool:
                return not self._holds(context, compiled, other, entry)

            self._room[key] = slacks_of(words, is_seen, self._sizes(), is_choice=is_choice)
        return self._room[key]

    def _holds(self, context: Context, compiled: CompiledPhrase, words: str, entry: str = "") -> bool:
        """Return whether a phrase matches all of some words, and its rule agrees."""
        alone = imagined(words)
        for wording in compiled.wordings:
            for match in wording.matches(SearchText.of(words)):
                if (match.start, match.end) == (0, len(words)):
                    read = list(self._decide(context, alone, compiled, match._replace(entry=entry), probing=True))
                    return bool(read) and all(isinstance(one, Statement) and not one.faults for one in read)
        return False

    def accounted(self, text: str) -> list[tuple[int, int]]:
        """List the stretches of a text whose words a wording guards: what is between its gaps."""
        said, stretches = SearchText.of(text), []
        for compiled in self._phrases:
            for match in (match for wording in compiled.wordings if compiled.slips for match in wording.matches(said)):
                start = match.start
                for gap, behind in sorted((*match.skipped, (match.end, match.end))):
                    if start < gap:
                        stretches.append((start, gap))
                    start = max(start, behind)
        return stretches

    def other_sides(self, context: Context) -> OtherSides:
        """Ways to keep what a wrong claim states: other dice or numbers for what it follows from."""
        stated: dict[tuple[Span, str], list[tuple[Block, CompiledPhrase, Match]]] = {}
        for block, compiled, match in self._matches_in(context):
            key = (block.text.span(match.start, match.end), compiled.phrase.name)
            stated.setdefault(key, []).append((block, compiled, match))

        def sides(claim: Claim) -> Iterator[Remedy]:
            for block, compiled, match in stated.get((claim.place.span, claim.kind), ()):
                given = [blank for blank in match.blanks if blank.name in compiled.given]
                for item in (item for blank in given for item in blank.items):
                    yield from self._other_sides(context, block, compiled, match, item)

        return sides

    def _other_sides(
        self, context: Context, block: Block, compiled: CompiledPhrase, match: Match, item: Item
    ) -> Iterator[Remedy]:
        text = block.text.text
        place = context.within(block, item.start, item.end)
        if place.source.slice(place.span) != item.text:
            return  # Markup stands within; an edit would take it away.
        for start, end in numbers_in(item.text):
            written = item.text[start:end]
            sizes = [f"d{size}" for size in self._sizes()] if written[0] == "d" else []
            for other in dict.fromkeys((*changes(written, self._sizes()), *sizes)):
                new = item.text[:start] + other + item.text[end:]
                words = text[match.start : item.start] + new + text[item.end : match.end]
                if new != item.text and self._holds(context, compiled, words):
                    yield Remedy(f"write `{new}` instead of `{item.text}`", (Edit(place, new),))


def _stretches(blanks: Mapping[str, Filled], names: Container[str]) -> list[tuple[int, int]]:
    """Return where the items of some blanks are."""
    return [(item.start, item.end) for name, blank in blanks.items() if name in names for item in blank.items]

"""The words of rules: what turns the meaning of a sentence that claims rest on, recorded in `rulebook.lock`.

A phrase matches numbers, and leaves the words between them free. "Roll under it" for "Roll over it", a missing "not" or
another role state another rule. `rulebook lock` records these words of each sentence with a claim, beside a digest of
its other words. A sentence in which only they have changed is reported; one that is written anew is not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from difflib import SequenceMatcher
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Finding, Place
from rulebook_core.lazy_regex import lazily
from rulebook_core.spans import Places
from rulebook_rules.claims.language.opposites import Opposites
from rulebook_rules.claims.language.phrases import Phrasebook
from rulebook_rules.claims.model import Analysis, Claim, Verdict
from rulebook_rules.claims.rules import changed_meaning
from rulebook_rules.facts.reading.wording import Wording, wording_of
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.clauses import BETWEEN_SENTENCES
from rulesmod.system import System

MIN_OTHERS = 3
"""Other words that a sentence needs to be known again."""
_WORD = lazily(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
KIND = "words"
"""The kind of the lines of a lock that record words."""
NONE = "-"
"""The mark of a sentence without such words."""


class Operator(NamedTuple):
    """A word of a sentence that turns its meaning; `side` is one word for all that mean the same."""

    word: str
    side: str
    place: Place


class RuleSentence(NamedTuple):
    """A sentence with claims: the digest of its other words, and those that turn its meaning.

    Attributes:
        section: the index of its heading.
        deniable: its verbs that no word denies.
    """

    others: str
    operators: tuple[Operator, ...]
    place: Place
    section: int
    deniable: tuple[Operator, ...] = ()

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(one.side for one in self.operators)


class Vocabulary:
    """The words that turn the meaning of sentences of a game, in one language.

    Args:
        system: the game, whose opposites and names of closed classes they include.
        wording: of the language.
    """

    def __init__(self, system: System, wording: Wording) -> None:
        pairs = [pair.replace(",", " ").split("=") for pair in wording.words("opposites")]
        self.opposites = Opposites((*system.opposites, *((one, other) for one, other in pairs)))
        self._denials = frozenset(wording.words("negations"))
        self._denied = dict(pair.split("=") for pair in wording.words("denials"))
        self._turning = {*self.opposites.words, *self._denials}
        groups = (group.split(",") for group in wording.words("quantifiers"))
        self._quantifiers = {word: group[0] for group in groups for word in group}
        self.names = dict(_names(system))

    def side(self, word: str) -> str:
        """Return one word for all that mean the same as this one; "" if it turns no meaning."""
        folded = word.lower()
        if folded in self._quantifiers:
            return self._quantifiers[folded]
        if folded in self._turning:
            return self.opposites.side(folded)
        return folded if word[:1].isupper() and folded in self.names else ""

    def is_denial(self, word: str) -> bool:
        """Return whether leaving out a word turns the meaning."""
        return word.lower() in self._denials

    def denied(self, verb: str) -> str:
        """Return the denial of a verb; "" of another word."""
        return self._denied.get(verb.lower(), "")

    def sides(self, recorded: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Return recorded words by what they mean."""
        return {tuple(map(self.side, words)): words for words in recorded}

    def instead(self, word: str) -> str:
        """Return a word that turns the meaning, "" for leaving it out."""
        folded = word.lower()
        others = self.opposites.of(folded) or self.names.get(folded, ())
        other = next((other for other in others if other != folded), "")
        # A small letter would make one sentence of it and the one before.
        return other.title() if folded in self.names else other[:1].upper() + other[1:] if word[0].isupper() else other


def _names(system: System) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the single words of the closed classes of a game, each with the others of its class."""
    classes: list[Iterable[str]] = [one.entries.values() for one in system.vocabularies]
    classes.append(value.name for value in system.quantities)
    classes += ([row.gives for row in bands.rows if isinstance(row.gives, str)] for bands in system.bands)
    for names in classes:
        single = [name.lower() for name in names if name.isalpha()]
        for name in single if len(single) > 1 else ():
            yield name, [other for other in single if other != name]


def sentences_of_rules(analysis: Analysis) -> Iterator[RuleSentence]:
    """Yield the sentences of a page that right claims rest on."""
    document = analysis.document
    claims = _claims_of(analysis, Verdict.RIGHT)
    vocabulary = _vocabulary_of(analysis)
    for block in _blocks_of(document):
        if any(True for _ in claims.meeting(Place(document.source, block.span))):
            for one in _sentences(document, block, vocabulary):
                if any(True for _ in claims.meeting(one.place)):
                    yield one


def _claims_of(analysis: Analysis, *verdicts: Verdict) -> Places[Claim]:
    source = analysis.document.source
    return Places(
        (claim.place, claim) for claim in analysis.claims if claim.verdict in verdicts and claim.place.source is source
    )


def _blocks_of(document: Document) -> Iterator[Block]:
    return (block for block in document.prose.blocks if block.kind not in ("code", "cell", "heading"))


def _sentences(document: Document, block: Block, vocabulary: Vocabulary) -> Iterator[RuleSentence]:
    text = block.text.text
    starts = [0, *(match.end() for match in BETWEEN_SENTENCES.finditer(text)), len(text)]
    for start, end in pairwise(starts):
        operators, others, deniable = [], [], []
        for match in _WORD.finditer(text, start, end):
            if vocabulary.denied(match[0]):
                deniable.append(Operator(match[0], "", Place(document.source, block.text.span(*match.span()))))
            if side := vocabulary.side(match[0]):
                operators.append(Operator(match[0], side, Place(document.source, block.text.span(*match.span()))))
            else:
                others.append(match[0].lower())
        if len(others) >= MIN_OTHERS:
            digest = sha256(" ".join(others).encode()).hexdigest()[:10]
            place = Place(document.source, block.text.span(start, end))
            free = tuple(deniable) if not any(vocabulary.is_denial(one.word) for one in operators) else ()
            yield RuleSentence(digest, tuple(operators), place, block.section, free)


def is_of_words(text: str) -> bool:
    """Return whether a line of a lock file, or the id in it, is of the words of a rule."""
    return f"/{KIND}/" in text


Recorded = Mapping[str, Set[tuple[str, ...]]]
"""The words that turn the meaning of sentences, by the digests of their other words."""


def recorded_words(lines: Iterable[Sequence[str]]) -> Mapping[str, Recorded]:
    """Return what a lock file records of words, by page.

    Args:
        lines: its cells: page and section, `SYSTEM/words/DIGEST`, and the words.
    """
    results: dict[str, dict[str, set[tuple[str, ...]]]] = defaultdict(lambda: defaultdict(set))
    for cells in lines:
        if len(cells) == 3 and is_of_words(cells[1]):
            where, id_, words = cells
            results[where.rpartition("#")[0]][id_.rpartition("/")[2]].add(tuple(words.split()) if words != NONE else ())
    return results


class ChangedSentence(NamedTuple):
    """A sentence whose meaning differs from the record; `is_claimed` where claims still rest on it."""

    place: Place
    finding: Finding
    is_claimed: bool


def changed_sentences(analysis: Analysis, recorded: Recorded) -> list[ChangedSentence]:
    """Return each sentence of a page whose meaning differs from the record.

    A word may take the claim with it, as in "subtract all 1s" for "add all 1s". Where a claim is wrong by now, that is
    the fault.
    """
    if not recorded:
        return []
    vocabulary = _vocabulary_of(analysis)
    own = [*sentences_of_rules(analysis)]
    missing = recorded.keys() - {one.others for one in own}
    unclaimed = _without_claims(analysis, missing) if missing else ()
    changed = []
    for sentence, is_claimed in (*((one, True) for one in own), *((one, False) for one in unclaimed)):
        known = vocabulary.sides(recorded.get(sentence.others, ()))
        if known and sentence.sides not in known:
            nearest = max(known, key=lambda sides: len({*sides} & {*sentence.sides}))
            finding = _finding(sentence, [*zip(nearest, known[nearest], strict=True)])
            changed.append(ChangedSentence(sentence.place, finding, is_claimed))
    return changed


def _without_claims(analysis: Analysis, wanted: Set[str]) -> Iterator[RuleSentence]:
    """Yield the sentences with some digests that hold neither a right claim nor a wrong one."""
    claims = _claims_of(analysis, Verdict.RIGHT, Verdict.WRONG)
    for block in _blocks_of(analysis.document):
        for one in _sentences(analysis.document, block, _vocabulary_of(analysis)):
            if one.others in wanted and not any(True for _ in claims.meeting(one.place)):
                yield one


class WordChange(NamedTuple):
    """A change of a word of a rule; `instead` is "" where it is left out."""

    operator: Operator
    instead: str


def word_changes(analysis: Analysis) -> Iterator[WordChange]:
    """Yield what turns the meaning of the rules of a page: an opposite, another name, a "not" more or less."""
    vocabulary = _vocabulary_of(analysis)
    source = analysis.document.source
    for sentence in sentences_of_rules(analysis):
        for operator in sentence.operators:
            instead = vocabulary.instead(operator.word)
            # Markup stands within some, and a change would take it away. A quantity without an opposite is free.
            is_plain = source.slice(operator.place.span) == operator.word
            if is_plain and (instead or vocabulary.is_denial(operator.word)):
                yield WordChange(operator, instead)
        yield from (WordChange(one, vocabulary.denied(one.word)) for one in sentence.deniable)


def unguarded_words(analysis: Analysis, recorded: Recorded) -> list[Operator]:
    """List the words of rules that neither the record nor a wording of the game guards."""
    book, source = Phrasebook.of(analysis.system), analysis.document.source
    vocabulary = _vocabulary_of(analysis)
    blocks = Places((Place(source, block.span), block) for block in analysis.document.prose.blocks)
    results = []
    for sentence in sentences_of_rules(analysis):
        if sentence.sides in vocabulary.sides(recorded.get(sentence.others, ())):
            continue
        guarded = [
            block.text.span(*stretch)
            for _, block in blocks.meeting(sentence.place)
            for stretch in book.accounted(block.text.text)
        ]
        results += [one for one in sentence.operators if not any(one.place.span.meets(span) for span in guarded)]
    return results


def _vocabulary_of(analysis: Analysis) -> Vocabulary:
    return _vocabulary(analysis.system, wording_of(analysis.document.source.text))


@lru_cache(maxsize=64)
def _vocabulary(system: System, wording: Wording) -> Vocabulary:
    return Vocabulary(system, wording)


def _finding(sentence: RuleSentence, known: Sequence[tuple[str, str]]) -> Finding:
    """Return what has changed in a sentence; `known` are the words of the record behind their sides."""
    sides, before = sentence.sides, [side for side, _ in known]
    for kind, first, last, start, end in SequenceMatcher(None, before, sides, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        lost = " ".join(word for _, word in known[first:last])
        if start == end:
            return changed_meaning(sentence.place, f"`{lost}` is missing in this rule")
        new = sentence.operators[start]
        fact = f"`{new.word}` is new in this rule" + (f", where `{lost}` was" if lost else "")
        return changed_meaning(new.place, fact)
    raise AssertionError(sentence)

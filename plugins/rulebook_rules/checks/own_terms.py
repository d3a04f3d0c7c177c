"""Words that stand once in a book without a game, and are nearly one of its headings' words.

What a stranger has once is another word more often than a slip of the pen. Three things together say that it is one:
two letters are swapped or one is doubled, or the word has a capital as the term has; the book has the term often; and
a word beside it stands beside the term elsewhere ("Sttability Score").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Finding, Place
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.checks.spelling import is_english, is_word
from rulebook_rules.naming.faults import misspelt_term
from rulebook_rules.naming.lexicon import base_forms
from rulebook_syntax.document import Block
from rulebook_text.naming.inflections import are_related
from rulebook_text.naming.spelling import edit_distance
from rulebook_text.naming.spellings import spellings

MIN_LETTERS = 5
"""Shorter words are near too many others."""
MAX_LETTERS = 60
"""Longer ones are no words: each letter of a term makes a key of the others."""
MIN_NAME_LETTERS = 7
"""Shorter names with another letter are names of their own."""
MIN_USES = 6
"""Uses of a term in the book that make another word a slip of it."""
MAX_COMPARISONS = 300_000
"""Looking for near words compares everything with everything: on a book that is all wrong it must end."""

_WORD = lazily(r"(?<![\w'’/.@#+-])[^\W\d_]+(?![\w'’/@-])")
_DOUBLED = lazily(r"(.)\1")
_ALIKE = str.maketrans("123456789", "0" * 9)
"""Makes all numbers of one length alike: no number is a term."""
_INFLECTED = ("ed", "ing")
"""Endings before which a doubled letter makes another verb: "polled", "pooled"."""


class _Suspect(NamedTuple):
    """A word of a page that is nearly a term.

    Attributes:
        is_name: whether only its capital makes a slip of it, so that what stands beside it must be no small word.
        around: the words before and behind it in its block, in lower case; empty at the ends.
    """

    block: Block
    span: Span
    word: str
    term: str
    is_name: bool
    around: tuple[str, str]


def check(index: BookIndex) -> Iterator[Finding]:
    """Look up the words of pages without a game."""
    pages = [page for page in index.reported if page.system is None and not page.document.traits.marks_terms]
    terms = _terms(index) if pages else {}
    left, texts = MAX_COMPARISONS, None
    for page in pages:
        suspects: list[_Suspect] = []
        near = {word: close for word in _rare_words(page) if (close := _near(word, terms))}
        left -= sum(map(len, near.values()))
        if left < 0:
            return
        for block, match, meant in _once(page, near):
            suspects += _suspects(block, match, meant)
        if suspects and is_english(index, page):
            every = index.texts_for(page)
            texts = texts or _Texts(every)
            yield from _confirmed(page, suspects, texts)


def _terms(index: BookIndex) -> Mapping[str, Sequence[str]]:
    """Return the words of all headings, by themselves and without one of their letters.

    Two words have one of these in common if a single letter is missing, added or changed, or two are swapped.
    """
    titles = "\n".join(title for page in index.book.pages for title in page.document.titles)
    terms: dict[str, list[str]] = {}
    # One search through what differs between spaces is far quicker than one for each of ten thousand titles.
    different = {*titles.casefold().translate(_ALIKE).split()}
    for word in sorted({*_WORD.findall(" ".join(different))}):
        if MIN_LETTERS <= len(word) <= MAX_LETTERS:
            for key in _keys(word):
                terms.setdefault(key, []).append(word)
    return terms


def _keys(word: str) -> Iterable[str]:
    """Return a word, and all words that it is without one of its inner letters; the outer ones are never wrong."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(1, len(word) - 1))}


def _once(page: Page, near: Mapping[str, Sequence[str]]) -> Iterator[tuple[Block, re.Match[str], Collection[str]]]:
    """Yield the unknown words that a page has once, with the terms that they may be slips of.

    Its source is asked first: most pages have no such word, and the prose of each would have to be read once more.
    """
    slips = ((word, [term for term in close if any(_slip(word, term))]) for word, close in near.items())
    # The dictionary is asked of few words, as it takes long to read.
    near = {word: meant for word, meant in slips if meant and not any(map(is_word, base_forms(word)))}
    if not near:
        return
    places: dict[str, tuple[Block, re.Match[str]] | None] = {}
    for block in page.document.prose.blocks:
        if block.kind != "code":
            for match in _WORD.finditer(block.text.text):
                word = match[0].casefold()
                places[word] = None if word in places else (block, match)
    for word, close in near.items():
        place = places.get(word)
        if place is None or any(form in places for form in base_forms(word) if form != word):
            continue
        if not place[0].coded().has(place[1].start()):
            yield *place, close


def _rare_words(page: Page) -> Iterator[str]:
    """Yield the words that the source of a page has once."""
    for word, count in Counter(_WORD.findall(page.document.source.text.casefold())).items():
        if count == 1 and MIN_LETTERS <= len(word) <= MAX_LETTERS:
            yield word


def _near(word: str, terms: Mapping[str, Sequence[str]]) -> Sequence[str]:
    return sorted({term for key in _keys(word) for term in terms.get(key, ()) if term != word})


def _suspects(block: Block, match: re.Match[str], terms: Iterable[str]) -> Iterator[_Suspect]:
    word, text = match[0], block.text.text
    for term in terms:
        is_slip, is_name = _slip(word.casefold(), term)
        if is_slip or (is_name and word[0].isupper() and word[1:].islower()):
            before = _WORD.findall(text[max(0, match.start() - 40) : match.start()])
            behind = _WORD.search(text, match.end())
            around = (before[-1].casefold() if before else "", behind[0].casefold() if behind else "")
            yield _Suspect(block, Span(*match.span()), word, term, not is_slip, around)


def _slip(word: str, term: str) -> tuple[bool, bool]:
    """Return whether a word has two letters swapped or one doubled, or another slip."""
    if abs(len(word) - len(term)) > 1 or edit_distance(word, term, 1) != 1 or term in spellings(word):
        return False, False
    if word.startswith(term) or term.startswith(word) or are_related(base_forms(word), base_forms(term)):
        return False, False
    if len(word) == len(term):
        return sorted(word) == sorted(term), len(word) > MIN_NAME_LETTERS
    is_doubled = _DOUBLED.sub(r"\1", word) == _DOUBLED.sub(r"\1", term)
    return is_doubled and not word.endswith(_INFLECTED), not is_doubled and len(word) >= MIN_NAME_LETTERS


class _Texts:
    """The words of a book: how often each stands, with and without a capital, and which stand side by side."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.counts: Counter[str] = Counter()
        self.capitals: Counter[str] = Counter()
        self.pairs: set[tuple[str, str]] = set()
        for page in pages:
            words = _WORD.findall(page.document.source.text)
            self.capitals.update(word.casefold() for word in words if word[0].isupper())
            folded = [word.casefold() for word in words]
            self.counts.update(folded)
            self.pairs.update(pairwise(folded))

    def confirm(self, suspect: _Suspect) -> bool:
        """Return whether the word stands once, and its term often and beside the same word."""
        word, term = suspect.word.casefold(), suspect.term
        if self.counts[word] != 1 or self.counts[term] < MIN_USES:
            return False
        if suspect.is_name and 2 * self.capitals[term] < self.counts[term]:
            return False
        before, behind = ("" if suspect.is_name and len(one) < MIN_LETTERS else one for one in suspect.around)
        return bool((before and (before, term) in self.pairs) or (behind and (term, behind) in self.pairs))


def _confirmed(page: Page, suspects: Sequence[_Suspect], texts: _Texts) -> Iterator[Finding]:
    spans: set[Span] = set()
    for suspect in filter(texts.confirm, suspects):
        place = Place(page.document.source, suspect.block.text.span(*suspect.span))
        if place.span not in spans:
            spans.add(place.span)
            word, term = suspect.word, suspect.term
            meant = term.upper() if word.isupper() else term.capitalize() if word[0].isupper() else term
            yield misspelt_term(place, word, [meant])

"""Words that stand once in a book without a game, and are nearly one of its headings' words.

What a stranger has once is another word more often than a slip of the pen. Three things together say that it is one:
two letters are swapped or one is doubled, or the word has a capital as the term has; the book has the term often; and
a word beside it stands beside the term elsewhere ("Sttability Score").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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

SHORTEST = 5
"""Shorter words are near too many others."""
SHORTEST_NAME = 7
"""Shorter names with another letter are names of their own."""
MIN_USES = 6
"""Uses of a term in the book that make another word a slip of it."""
MAX_COMPARISONS = 300_000
"""Looking for near words compares everything with everything: on a book that is all wrong it must end."""

_WORD = lazily(r"(?<![\w'’/.@#+-])[^\W\d_]+(?![\w'’/@-])")
_DOUBLED = lazily(r"(.)\1")
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
        for block, match in _once(page):
            near = terms.get(_key(match[0]), ())
            left -= len(near)
            if left < 0:
                return
            suspects += _suspects(block, match, near)
        if suspects and is_english(index, page):
            every = index.texts_for(page)
            texts = texts or _Texts(every)
            yield from _confirmed(page, suspects, texts)


def _terms(index: BookIndex) -> Mapping[tuple[str, str], Sequence[str]]:
    """Return the words of all headings in lower case, by their first and last letters."""
    titles = dict.fromkeys(title for page in index.book.pages for title in page.document.titles)
    terms: dict[tuple[str, str], list[str]] = {}
    # One search through all of them is far quicker than one for each of ten thousand titles.
    for word in dict.fromkeys(map(str.casefold, _WORD.findall("\n".join(titles)))):
        if len(word) >= SHORTEST:
            terms.setdefault(_key(word), []).append(word)
    return terms


def _key(word: str) -> tuple[str, str]:
    return word[0].casefold(), word[-1].casefold()


def _once(page: Page) -> Iterator[tuple[Block, re.Match[str]]]:
    """Yield the words that a page has once, and that are no known ones."""
    places: dict[str, tuple[Block, re.Match[str]] | None] = {}
    for block in page.document.prose.blocks:
        if block.kind != "code":
            for match in _WORD.finditer(block.text.text):
                word = match[0].casefold()
                places[word] = None if word in places else (block, match)
    for word, place in places.items():
        if place is None or len(word) < SHORTEST:
            continue
        forms = base_forms(word)
        if any(form in places for form in forms if form != word) or any(map(is_word, forms)):
            continue
        if not place[0].coded().has(place[1].start()):
            yield place


def _suspects(block: Block, match: re.Match[str], terms: Sequence[str]) -> Iterator[_Suspect]:
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
        return sorted(word) == sorted(term), len(word) > SHORTEST_NAME
    is_doubled = _DOUBLED.sub(r"\1", word) == _DOUBLED.sub(r"\1", term)
    return is_doubled and not word.endswith(_INFLECTED), not is_doubled and len(word) >= SHORTEST_NAME


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
        before, behind = ("" if suspect.is_name and len(one) < SHORTEST else one for one in suspect.around)
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

"""Slips of the pen that no list of misspellings has: a word that stands once, and is nearly one the book uses often.

Looked at are the words of headings and captions, and in the pages of a game whatever is nearly the name of
something. Everything else is running prose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from rulebook_core.findings import Finding, Place
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.checks.spelling import is_misspelt, is_word, meant_by
from rulebook_rules.naming.faults import misspelt_term
from rulebook_rules.naming.lexicon import base_forms
from rulebook_syntax.document import Block
from rulebook_text.lexing.word_tokens import LETTERS
from rulebook_text.naming.inflections import are_related
from rulebook_text.naming.spelling import edit_distance
from rulesmod.system import StatBlock, System

MIN_LETTERS = 5
"""Shorter words of headings are near too many others."""
MIN_OPENING_LETTERS = 6
"""Of words that open a sentence."""
MIN_SURE_IF_MISSING = 7
MIN_SURE_IF_REPLACED = 8
"""From this length on, a missing or another letter is a slip and no other word."""
MIN_SURE_NAME_IF_REPLACED = 4
"""The same for names that the page has often, as long as the word ends like the name."""
_MAX_WINDOW = 8
MIN_USES = 3
"""Uses of a word on a page that make another word a slip of it."""

_HEADING_WORD = lazily(r"(?<![\w'’])[^\W\d_][a-zß-öø-ÿ]{4,}(?![\w'’])")
_OPENS = lazily(r"(?:^|[.!?:;|`][\"'”’)]*)\W*$")
_NAME = lazily(r"(?<![\w'’+-])[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{3,}(?!\w)")


def check(index: BookIndex) -> Iterator[Finding]:
    """Look up the words of headings, and the names of games in their pages."""
    for page in index.reported:
        if page.system is None:
            continue  # See `own_terms`.
        words = _Words(page)
        spans: set[Span] = set()
        for finding in (*_headings(index, page, words), *_names(index, page, words, page.system)):
            if finding.place.span not in spans:
                spans.add(finding.place.span)
                yield finding


class _Words:
    """The words of a page, counted when somebody asks."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._counts: Counter[str] = Counter()
        self._spelt: Counter[str] = Counter()

    @property
    def counts(self) -> Mapping[str, int]:
        """How often each word stands, in lower case."""
        if not self._counts:
            for block in self._page.document.prose.blocks:
                self._spelt.update(LETTERS.findall(block.text.text))
            for word, count in self._spelt.items():
                self._counts[word.casefold()] += count
        return self._counts

    def is_lone(self, word: str, names: Sequence[str] = ()) -> bool:
        """Return whether a word stands once and is not known otherwise, except for `names`."""
        if self._page.document.source.text.count(word) > 1:
            return False
        folded = word.casefold()
        if (is_misspelt(folded) and meant_by(folded) not in map(str.casefold, names)) or any(
            is_word(form) for form in base_forms(folded)
        ):
            return False
        # What the text has more than once, in another form of it as well, is no slip, and need not be counted.
        stem = min(base_forms(folded), key=len)
        return self._page.document.source.text.casefold().count(stem) == 1 and self.counts[folded] == 1

    def meant(self, word: str, known: frozenset[str]) -> str:
        """The word that a lone one is a slip of; empty if there is none."""
        folded = word.casefold()
        if folded in known or not self.is_lone(word):
            return ""
        near = [
            (-count, other)
            for other, count in self.counts.items()
            if count >= MIN_USES
            and len(other) >= MIN_LETTERS - 1
            and (is_word(other) or self._spelt[other] >= MIN_USES)
            if _is_slip(folded, other)
        ]
        return min(near)[1] if near else ""


def _is_slip(word: str, other: str, *, of_a_name: bool = False) -> bool:
    """Return whether one word is another with one slip of the pen in it.

    Two letters swapped, or one doubled, hardly ever give a real word; one that is missing or another one often do in
    short words, and no list has all of them.
    """
    if word[0] != other[0] or word.startswith(other) or other.startswith(word):
        return False  # An ending is no slip: "wealth", "wealthy".
    if abs(len(word) - len(other)) > 1 or edit_distance(word, other, 1) != 1:
        return False
    if are_related(base_forms(word), base_forms(other)):
        return False
    if len(word) == len(other):
        is_swapped = sorted(word) == sorted(other)
        return is_swapped or len(word) >= (MIN_OPENING_LETTERS if of_a_name else MIN_SURE_IF_REPLACED)
    is_doubled = re.sub(r"(.)\1", r"\1", word) == re.sub(r"(.)\1", r"\1", other)
    return is_doubled or of_a_name or len(word) >= MIN_SURE_IF_MISSING


def _is_slip_of_name(word: str, name: str, words: _Words) -> bool:
    """Return whether a capitalized word is a name of the game with one typo."""
    folded, meant = word.casefold(), name.casefold()
    if _is_slip(folded, meant, of_a_name=True):
        return True
    if len(word) != len(name) or len(word) < MIN_SURE_NAME_IF_REPLACED or word[0] != name[0] or word[-1] != name[-1]:
        return False
    return edit_distance(folded, meant, 1) == 1 and words.counts[meant] >= MIN_USES


def _stands_elsewhere(index: BookIndex, page: Page, word: str) -> bool:
    """Return whether another page has a word as well, which then is no slip."""
    folded = word.casefold()
    return any(folded in other.document.source.text.casefold() for other in index.texts_for(page) if other is not page)


def _headings(index: BookIndex, page: Page, words: _Words) -> Iterator[Finding]:
    for block, match in _singled_out(page):
        if (meant := words.meant(match[0], index.known_words)) and not _stands_elsewhere(index, page, match[0]):
            yield _misspelt(page, block, match, meant)


def _singled_out(page: Page) -> Iterator[tuple[Block, re.Match[str]]]:
    if page.document.traits.marks_terms:
        return  # Their headings are looked up in the lexicon.
    kinds = ("heading",) if page.document.traits.finds_parts else ("heading", "caption")
    for block in page.document.prose.blocks:
        if block.kind in kinds:
            coded = block.coded()
            for match in _HEADING_WORD.finditer(block.text.text):
                if not coded.has(match.start()):
                    yield block, match


def _names(index: BookIndex, page: Page, words: _Words, system: System) -> Iterator[Finding]:
    """Words with a capital that are nearly one of a game's names."""
    titles = " ".join(one.title for one in page.document.entities if one.kind not in ("note", "draft"))
    names = _capital_words(system).union(_NAME.findall(titles))
    by_letter: dict[str, list[str]] = {}
    for name in sorted(names):
        by_letter.setdefault(name[0], []).append(name)
    known = index.known_words
    for block in page.document.prose.blocks:
        if block.kind == "code":
            continue
        coded = block.coded()
        for match in _NAME.finditer(block.text.text):
            word = match[0]
            if len(word) < MIN_OPENING_LETTERS and _OPENS.search(
                block.text.text, max(0, match.start() - _MAX_WINDOW), match.start()
            ):
                continue  # Any word has a capital there.
            if word in names or word.casefold() in known or coded.has(match.start()):
                continue
            near = [name for name in by_letter.get(word[0], ()) if _is_slip_of_name(word, name, words)]
            if not near or not words.is_lone(word, near) or not any(words.counts[name.casefold()] for name in near):
                continue
            if not _stands_elsewhere(index, page, word):
                yield _misspelt(page, block, match, near[0])


@lru_cache(maxsize=64)
def _capital_words(system: System) -> frozenset[str]:
    return frozenset(word for name in _names_of(system) for word in _NAME.findall(name))


def _names_of(system: System) -> Iterator[str]:
    yield from system.terms
    for vocabulary in system.vocabularies:
        yield from vocabulary.entries
        yield from vocabulary.entries.values()
    for ladder in system.ladders:
        yield from ladder.names
    for scale in system.scales:
        yield from scale.values
    for listing in system.listings:
        yield from listing.names
    for kind in system.entries:
        if isinstance(kind, StatBlock):
            yield from (stat.word for stat in kind.stats)


def _misspelt(page: Page, block: Block, match: re.Match[str], meant: str) -> Finding:
    written = match[0]
    meant = meant.upper() if written.isupper() else meant.capitalize() if written[0].isupper() else meant
    return misspelt_term(Place(page.document.source, block.text.span(*match.span())), written, [meant])

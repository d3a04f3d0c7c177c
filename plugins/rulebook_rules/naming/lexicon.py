"""The lexicon of a book: the terms that its text marks, the forms that they take, and where each is defined.

A term is known by all its inflected forms ("attributes", "attribute's", "MoSes"), in any case, and as a part of
others ("dice-pools", "measure of success (MoS)"). It is defined by an entry of a description list, by an item that
begins with it, by the section that has its name, or by the sentence that says what it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, pairwise, product
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.book import Book, Page
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.word_tokens import JOINED_LETTERS
from rulebook_text.naming.inflections import bare, singulars
from rulebook_text.words import cue
from rulesmod.records import record

MAX_DEFINITION = 280
"""Sentences beyond so many characters are for the page itself."""
_MAX_WORDS = 4
"""A longer name is looked up as it is written."""

_SENTENCE = lazily(r"(?<=[.!?])\s+(?=[A-Z“\"(])")
_BRACKETED = lazily(r"\s*\(([^()]*)\)")
_ARTICLE = lazily(r"an?\s+", re.IGNORECASE)
_IS = lazily(rf"['’]?s?\s+{cue('terms.is')}\s+(?!{cue('terms.not')}\b)", re.IGNORECASE)
_CALLED = lazily(rf"\b{cue('terms.called')}\s+(?:{cue('names.article')}\s+)?$", re.IGNORECASE)
_GLOSSARY = lazily(rf"{cue('terms.glossary')}\b", re.IGNORECASE)
_COLON = lazily(r"\s*:")
_HEADING = 1
"""The rank of a definition below a heading: behind an entry of a list of terms."""


def base_forms(word: str) -> tuple[str, ...]:
    """The words that a word may be a form of, itself first; in lower case.

    Plurals and possessives only: "rolling" is a term of its own beside "roll".

    >>> base_forms("MoSes"), base_forms("character's"), base_forms("yes-dice")
    (('moses', 'mos', 'mose'), ('character',), ('yes-dice', 'yes-die'))
    """
    return (bare(word), *singulars(word))


def keys(term: str) -> Iterator[str]:
    """Yield the keys of a term, the nearest to its spelling first."""
    names = [_BRACKETED.sub("", term), *_BRACKETED.findall(term)]
    for name in names:
        words = re.findall(r"[^\s-]+", name.casefold())
        if len(words) > _MAX_WORDS:
            yield " ".join(words)
        elif words:
            # "measures of success" has its plural in front, "resounding successes" behind.
            forms = [base_forms(word) if index in (0, len(words) - 1) else (word,) for index, word in enumerate(words)]
            for combination in product(*forms):
                yield " ".join(combination)


@record
class Entry:
    """A term with its definition.

    Attributes:
        term: as the text has it where it is defined.
        definition: the sentences that say what it is, without markup.
        uri, anchor: the page, and the id of the section there; empty before the first heading.
        place: the words of the definition.
    """

    term: str
    definition: str
    uri: str
    anchor: str
    place: Place


class _PageTerms(NamedTuple):
    """The definitions and marked terms of a document, with their keys.

    Each definition has its rank.
    """

    document: Document
    definitions: Sequence[tuple[int, Entry, tuple[str, ...]]]
    terms: frozenset[str]


class Lexicon:
    """The terms of the pages of one book.

    Args:
        pages: all of them.
        names: further words that the book knows: those of its game.
        before: the lexicon of the book before some of its pages changed.
    """

    def __init__(self, pages: Sequence[Page], names: Iterable[str] = (), before: Lexicon | None = None) -> None:
        self.pages = pages
        self._names = tuple(names)
        self._by_uri: dict[str, _PageTerms] = dict(before._by_uri) if before is not None else {}

    @property
    def has_names(self) -> bool:
        """Return whether the book has a game whose names tell which words are its terms."""
        return bool(self._names)

    def _terms_of(self, page: Page) -> _PageTerms:
        known = self._by_uri.get(page.uri)
        if known is None or known.document is not page.document:
            blocks = page.document.prose.blocks
            terms = {block.text.text[start:end] for block in blocks for start, end in block.terms}
            definitions = [(rank, entry, tuple(keys(entry.term))) for rank, entry in _definitions(page)]
            known = _PageTerms(page.document, definitions, frozenset(key for term in terms for key in keys(term)))
            self._by_uri[page.uri] = known
        return known

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """The defined terms by what they are looked up by."""
        best: dict[str, tuple[int, Entry]] = {}
        # Where several places explain a term, the one that is there to explain terms counts.
        for page in sorted(self.pages, key=lambda page: not is_glossary(page)):
            for rank, entry, names in self._terms_of(page).definitions:
                # A heading names a term if the text marks it somewhere.
                for key in names:
                    if (rank != _HEADING or key in self._terms) and (key not in best or rank < best[key][0]):
                        best[key] = (rank, entry)
        return {key: entry for key, (_, entry) in best.items()}

    def entry(self, term: str) -> Entry | None:
        """The definition of a term in whatever form."""
        return next((self.entries[key] for key in keys(term) if key in self.entries), None)

    def glossary(self) -> list[Entry]:
        """Every definition once, by term."""
        once = {(entry.uri, entry.place.span, entry.term): entry for entry in self.entries.values()}
        return sorted(once.values(), key=lambda entry: entry.term.casefold())

    def occurrences(self, page: Page) -> Iterator[tuple[Span, Entry]]:
        """The marked terms of a page that are defined in another place, in order."""
        for block in page.document.prose.blocks:
            if block.kind in ("heading", "term", "code"):
                continue
            for start, end in block.terms:
                entry = self.entry(block.text.text[start:end])
                span = block.text.span(start, end)
                if entry is not None and not (entry.uri == page.uri and block.span.contains(entry.place.span)):
                    yield span, entry

    @cached_property
    def _terms(self) -> frozenset[str]:
        """All that the marked terms are looked up by."""
        return frozenset[str]().union(*(self._terms_of(page).terms for page in self.pages))

    @cached_property
    def _written(self) -> Counter[str]:
        """How often each word stands in a marked term or the names of the game."""
        words = Counter(word for name in self._names for word in JOINED_LETTERS.findall(name))
        for page in self.pages:
            for block in page.document.prose.blocks:
                if block.kind != "term" or _is_term(page, block):
                    for start, end in block.terms:
                        words.update(match[0] for match in JOINED_LETTERS.finditer(block.text.text, start, end))
        return words

    @cached_property
    def marked(self) -> Counter[str]:
        """The same, in lower case."""
        words: Counter[str] = Counter()
        for word, count in self._written.items():
            words[word.casefold()] += count
        return words

    @cached_property
    def _spellings(self) -> Mapping[str, str]:
        """How each word is written most often."""
        return {word.casefold(): word for word, _ in reversed(self._written.most_common())}

    def spelt(self, word: str, like: str) -> str:
        """A word of the lexicon, its first letter as large as that of another one."""
        usual = self._spellings.get(word, word)
        if not usual[1:].islower():
            return usual
        return usual[:1].upper() + usual[1:] if like[:1].isupper() else usual.lower()

    @cached_property
    def known(self) -> Counter[str]:
        """How often the words occur of which a word may be a form."""
        known: Counter[str] = Counter()
        for word, count in self.marked.items():
            for form in base_forms(word):
                known[form] += count
        return known

    @cached_property
    def named(self) -> frozenset[str]:
        """The words of which the names of the game consist, and those of which they are forms."""
        return frozenset(
            form for name in self._names for word in JOINED_LETTERS.findall(name) for form in base_forms(word)
        )

    def count(self, word: str) -> int:
        """Return how often a word is marked, in whatever form."""
        return max(self.known[form] for form in base_forms(word))


class Lexicons:
    """The lexicon of every book of a site: of each game, and of each folder of pages without one.

    Args:
        book: all pages.
        before: the lexicons of the site before some of its pages changed.
    """

    def __init__(self, book: Book, before: Lexicons | None = None) -> None:
        grouped: dict[str, list[Page]] = {}
        for page in book.pages:
            grouped.setdefault(_group(page), []).append(page)
        known: dict[str, Lexicon] = before._lexicons if before is not None else {}
        self._lexicons: dict[str, Lexicon] = {
            name: Lexicon(pages, names_of(pages[0]), known.get(name)) for name, pages in grouped.items()
        }

    def of(self, page: Page) -> Lexicon:
        """The lexicon that a page belongs to, which may be alone where no source of the book lies."""
        name = _group(page)
        if name not in self._lexicons:
            self._lexicons[name] = Lexicon([page], names_of(page))
        return self._lexicons[name]

    def __iter__(self) -> Iterator[Lexicon]:
        return iter(self._lexicons.values())


def is_glossary(page: Page) -> bool:
    """Return whether a page is a glossary, by its title or name."""
    titles = [heading.title for heading in page.document.headings[:1]] + [str(page.document.meta.get("title", ""))]
    return any(_GLOSSARY.match(name) for name in (*titles, page.uri.rpartition("/")[2]))


def _group(page: Page) -> str:
    return page.system.name if page.system is not None else f"/{page.uri.rpartition('/')[0]}"


def names_of(page: Page) -> Iterator[str]:
    if page.system is not None:
        yield from page.system.terms
        for vocabulary in page.system.vocabularies:
            yield from vocabulary.entries
            yield from vocabulary.entries.values()


def places_of_terms(block: Block) -> Sequence[tuple[int, int]]:
    """Return where a block names something: all of a heading, the marked terms of anything else."""
    return [(0, len(block.text.text))] if block.kind in ("heading", "term") else block.terms


def _is_term(page: Page, block: Block) -> bool:
    """Return whether an entry of a description list is about a term.

    If the dialect has a mark for terms, it has the mark.
    """
    source = page.document.source
    return not page.document.traits.marks_terms or "]#" in source.slice(block.span)


def _definitions(page: Page) -> Iterator[tuple[int, Entry]]:
    """The definitions of a page, each with its rank: the lower, the better."""
    blocks = page.document.prose.blocks
    for before, block in pairwise(blocks):
        if before.kind == "term" and block.kind != "heading" and _is_term(page, before):
            yield 0, _entry(page, before.text.text.rstrip(":"), block, 0)
        elif before.kind == "heading" and block.kind in ("paragraph", "quote") and block.section == before.section:
            yield _HEADING, _entry(page, before.text.text, block, 0)
    for block in blocks:
        if block.kind in ("heading", "term", "code", "cell"):
            continue
        text = block.text.text
        sentences = [0, *(match.end() for match in _SENTENCE.finditer(text))] if block.terms else []
        for start, end in block.terms:
            if block.kind == "item" and start == 0 and (colon := _COLON.match(text, end)):
                yield 2, _entry(page, text[start:end], block, colon.end())
                continue
            first = sentences[bisect_right(sentences, start) - 1]
            if _CALLED.search(text, max(first, start - MAX_DEFINITION), start):
                yield 4, _entry(page, text[start:end], block, first, sentences=1)
            elif _ARTICLE.sub("", text[first:start], count=1) == "" and _IS.match(text, end):
                yield 3, _entry(page, text[start:end], block, first, sentences=1)


def _entry(page: Page, term: str, block: Block, start: int, *, sentences: int = 3) -> Entry:
    """A definition that begins in a block: as many of its sentences as are short enough together, at least one."""
    text = block.text.text
    start += len(text[start:]) - len(text[start:].lstrip())
    ends = [match.start() for match in islice(_SENTENCE.finditer(text, start), sentences)] + [len(text)]
    end = ends[0]
    for further in ends[1:sentences]:
        if further - start <= MAX_DEFINITION:
            end = further
    headings = page.document.headings
    anchor = headings[block.section].id if block.section >= 0 else ""
    span = block.text.span(start, end) if end > start else block.span
    return Entry(term.strip(), text[start:end], page.uri, anchor, Place(page.document.source, span))

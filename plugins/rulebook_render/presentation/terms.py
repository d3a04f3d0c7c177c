"""Terms of a page: each a link to what defines it, and the list of definitions that the page's script shows beside it.

Where writers mark their terms, those are shown; where a book has a glossary instead, its terms are found in the text,
each once a chapter of the page. A term of one word may be an everyday word as well: where no game names its terms, it
is shown with the capital of its definition alone, and in the folder of that.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from html import escape
from itertools import chain
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_core.spans import Stretches
from rulebook_rules.book import Page
from rulebook_rules.naming.lexicon import Entry, Lexicon, base_forms, keys
from rulebook_syntax.document import Block, Document
from rulebook_syntax.marks import Mark
from rulebook_text.lexing.word_tokens import JOINED_LETTERS
from rulebook_text.words import cue

_MAX_TERM = 4
"""In words."""
_CHAPTER = 2
"""The level of heading down to which a term is shown again."""
_JOINED = re.compile(rf"-{cue('terms.joined')}\b", re.IGNORECASE)
"""The end of a noun that is a verb without its hyphen."""
_WHERE = re.compile(rf"{cue('terms.where')}\s", re.IGNORECASE)
"""The start of a list entry that names nothing. It says where or how something is."""
_SHORT = re.compile(r"\b[A-Z]{2,}\b")
_BEFORE_SENTENCE = re.compile(r"(?:^|[.!?:…][\"'”’»)\]]*\s)\s*[\"'“‘„«»(\[¿¡]*$")
"""Text before a word at the head of a sentence, which has a capital in any case."""
_MAX_OPENING = 8
"""Characters before a word that are looked at."""
RUNNING = ("paragraph", "item", "quote", "cell")
"""The kinds of blocks that use terms."""


class Terms(NamedTuple):
    """The marks of a page's terms, and the list they lead to."""

    marks: tuple[Mark, ...]
    html: str


class Origin(NamedTuple):
    """Where a definition stands: how the page links there, and what that place is called."""

    href: str
    name: str


class Glossary:
    """The terms that a book explains in lists of terms: its glossary, wherever it stands.

    Args:
        lexicon: all terms of the book.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._entries: dict[str, Entry] = {}
        self.ids: dict[Entry, str] = {}
        """The ids that terms of a list get on their page, where the writer has given them none."""
        for page in lexicon.pages:
            if page.summary is None or page.summary.has_terms:
                self._read_lists(page)
        self._first_words = frozenset(key.split()[0] for key in self._entries if key)

    @property
    def entries(self) -> frozenset[Entry]:
        """The entries that the lists explain."""
        return frozenset(self._entries.values())

    @cached_property
    def everyday(self) -> frozenset[str]:
        """The one-word terms, as looked up, that the book writes lower-case more often than not.

        At the head of a sentence these are not the term: "Doubles are rolled again".
        """
        if self.lexicon.has_names:
            return frozenset()
        capital: Counter[str] = Counter()
        small: Counter[str] = Counter()
        names = {key for key in self._entries if " " not in key}
        blocks = (block for page in self.lexicon.pages if names for block in page.document.prose.blocks)
        for block in blocks:
            for word in JOINED_LETTERS.findall(block.text.text) if block.kind in RUNNING else ():
                for name in names.intersection(base_forms(word)):
                    (capital if word[0].isupper() else small)[name] += 1
        return frozenset(name for name, count in small.items() if count > capital[name])

    def _means(self, key: str, entry: Entry, use: _Use) -> bool:
        """Return whether a word that reads like a term is meant as the term."""
        if _is_other_word(use.words, entry):
            return False
        if self.lexicon.has_names or " " in key:
            return True
        if _folder(entry.uri) != _folder(use.uri):
            return False
        if not _is_defined_with_capital(key, entry):
            return True
        return use.words[:1].isupper() and not (use.begins_sentence and key in self.everyday)

    def meant_by(self, words: str, uri: str) -> Entry | None:
        """The definition of the term that words by themselves mean on a page: those of a link."""
        key = next((key for key in keys(words) if key in self.lexicon.entries), None)
        if key is None:
            return None
        entry = self.lexicon.entries[key]
        return entry if self._means(key, entry, _Use(words, uri, begins_sentence=False)) else None

    def _read_lists(self, page: Page) -> None:
        anchors = page.document.anchors
        used = {anchor.id for anchor in anchors}
        for block in page.document.prose.blocks:
            name = block.text.text.rstrip(": ")
            if block.kind != "term" or (entry := self.lexicon.entry(name)) is None:
                continue
            if not _WHERE.match(entry.term):
                self._entries.update(dict.fromkeys(keys(entry.term), entry))
            id_ = "-".join(["term", *JOINED_LETTERS.findall(name.casefold())])
            is_here = (entry.uri, entry.term) == (page.uri, name)
            if is_here and id_ not in used and not any(block.span.contains(anchor.span) for anchor in anchors):
                used.add(id_)
                self.ids[entry] = id_

    def listed(self, page: Page) -> Iterator[tuple[Block, str, Entry]]:
        """The terms that a page's own lists explain."""
        for block in page.document.prose.blocks:
            name = block.text.text.rstrip(": ")
            entry = self.lexicon.entry(name) if block.kind == "term" else None
            if entry is not None and (entry.uri, entry.term) == (page.uri, name):
                yield block, name, entry

    def places(self, page: Page) -> Iterator[Mark]:
        """Yield marks that give the terms of a page's lists their ids."""
        given: set[str] = set()
        for block, name, entry in self.listed(page) if self.ids else ():
            if (id_ := self.ids.get(entry)) is not None and id_ not in given:
                given.add(id_)
                span = block.text.span(0, len(name))
                if page.document.source.slice(span) != name and (first := JOINED_LETTERS.match(name)) is not None:
                    # Markup stands within, and a mark around it might cross that.
                    span = block.text.span(0, first.end())
                yield Mark(span, f'<dfn id="{id_}">', "</dfn>", around=True)

    def occurrences(self, page: Page) -> Iterator[tuple[Span, Entry]]:
        """Return where a page uses a term in what its writer has not marked."""
        for block in page.document.prose.blocks if self._entries else ():
            if block.kind not in RUNNING:
                continue
            coded = block.coded()
            for start, end, entry in self.mentions(block.text.text, page.uri):
                if not coded.meets((start, end)):
                    yield block.text.span(start, end), entry

    def mentions(self, text: str, uri: str) -> Iterator[tuple[int, int, Entry]]:
        """The terms in a text of a page, in order: where each begins and ends."""
        words = list(JOINED_LETTERS.finditer(text))
        index = 0
        while index < len(words):
            longest = 0
            if not self._first_words.isdisjoint(base_forms(words[index][0].partition("-")[0])):
                for count in range(min(_MAX_TERM, len(words) - index), 0, -1):
                    start, end = words[index].start(), words[index + count - 1].end()
                    key = next((key for key in keys(text[start:end]) if key in self._entries), None)
                    if key is not None and self._means(key, self._entries[key], _use(text, start, end, uri)):
                        yield start, end, self._entries[key]
                        longest = count
                        break
            index += max(longest, 1)


class _Use(NamedTuple):
    """The words of a page that read like a term, and whether they begin a sentence there."""

    words: str
    uri: str
    begins_sentence: bool


def _use(text: str, start: int, end: int, uri: str) -> _Use:
    least = max(0, start - _MAX_OPENING)
    before = text[least:start]
    # A block that is cut off begins nothing.
    return _Use(text[start:end], uri, _BEFORE_SENTENCE.search(f"x{before}" if least else before) is not None)


def _folder(uri: str) -> str:
    return uri.rpartition("/")[0]


def _is_defined_with_capital(key: str, entry: Entry) -> bool:
    """Return whether a term has a capital where it is defined."""
    names = [match[0] for match in JOINED_LETTERS.finditer(entry.term) if key in base_forms(match[0])]
    return bool(names) and all(name[0].isupper() for name in names)


def _is_other_word(text: str, entry: Entry) -> bool:
    """Return whether a text only resembles an abbreviation or a name. A gap is no GAP, and "set to 1" is no set-to."""
    if _JOINED.search(entry.term) and "-" not in text:
        return True
    short = {word.casefold() for word in _SHORT.findall(entry.term)}
    return not text[:2].isupper() and not short.isdisjoint(base_forms(text))


def terms(
    page: Page, glossary: Glossary, origin: Callable[[Entry], Origin | None], others: Iterable[Mark] = ()
) -> Terms:
    """Return the terms of a page, with their marks and explanations.

    Args:
        page: the page.
        glossary: the terms that its book explains.
        origin: gives where a definition stands.
        others: marks that come first; a term within one is shown where the page has it next.
    """
    shown = _Shown(glossary, origin)
    marks = list(glossary.places(page))
    first = (mark.span for mark in others if not mark.around)
    barred = Stretches(chain((link.span for link in page.document.links), first))
    chapters = [heading.span.start for heading in page.document.headings if heading.level <= _CHAPTER]
    seen: set[tuple[int, Entry]] = set()
    result = chain(glossary.lexicon.occurrences(page), glossary.occurrences(page))
    for span, entry in sorted(result, key=lambda use: use[0].start):
        here = (bisect_right(chapters, span.start), entry)
        if here in seen or barred.meets(span) or _explains(page, entry, span):
            continue
        if (item := shown.item(entry)) is not None:
            seen.add(here)
            opening = f'<a class="rulebook-term" href="{escape(item.origin.href)}" data-whys="{item.id}"'
            marks.append(Mark(span, f'{opening} aria-describedby="{item.id}-is">', "</a>"))
    for link in page.document.links:
        # No mark can stand in a link: the script finds those of a term by their words.
        meant = glossary.meant_by(link.text, page.uri) if link.text else None
        if meant is not None and (item := shown.item(meant)) is not None:
            item.links.append(link.text)
    return Terms(tuple(marks), shown.html())


def _explains(page: Page, entry: Entry, span: Span) -> bool:
    """Return whether a span is in a term's own definition or card."""
    own = entry.place.span
    cards = (entity.span for entity in page.document.entities if entity.span.contains(own))
    return entry.uri == page.uri and any(whole.contains(span) for whole in (own, *cards))


class _Item(NamedTuple):
    """A definition that the page shows, and the words of the links that mean it."""

    id: str
    entry: Entry
    origin: Origin
    links: list[str]


class _Shown:
    """The definitions that a page shows, each once."""

    def __init__(self, glossary: Glossary, origin: Callable[[Entry], Origin | None]) -> None:
        self._glossary, self._origin = glossary, origin
        self._items: dict[Entry, _Item] = {}

    def item(self, entry: Entry) -> _Item | None:
        if entry not in self._items:
            origin = self._origin(entry)
            if origin is None:
                return None
            if (id_ := self._glossary.ids.get(entry)) is not None:
                origin = origin._replace(href=f"{origin.href.partition('#')[0]}#{id_}")
            self._items[entry] = _Item(f"rulebook-term-{len(self._items) + 1}", entry, origin, [])
        return self._items[entry]

    def html(self) -> str:
        if not self._items:
            return ""
        items = "".join(map(_item, self._items.values()))
        return (
            '<details class="rulebook-fold"><summary>Terms on this page</summary>'
            f'<ul class="rulebook-whys">{items}</ul></details>'
        )


def _item(item: _Item) -> str:
    words = f' data-words="{escape(chr(10).join(dict.fromkeys(item.links)))}"' if item.links else ""
    return (
        f'<li id="{item.id}"{words}><p><dfn>{escape(item.entry.term)}</dfn> '
        f'<span id="{item.id}-is">{escape(item.entry.definition)}</span> '
        f'<cite>from <a href="{escape(item.origin.href)}">{escape(item.origin.name)}</a></cite></p></li>'
    )


def origin_name(document: Document, place: Place) -> str:
    """Name a place for readers, by the title of its page and section."""
    titles = [heading.title for heading in document.headings if heading.span.start <= place.span.start]
    if title := document.meta.get("title"):
        titles.insert(0, str(title))
    ends = list(dict.fromkeys((titles[0], titles[-1]))) if titles else [document.source.path.rpartition("/")[2]]
    return ", ".join(ends)

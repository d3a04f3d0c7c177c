"""The search index of a site, made to find things: terms, entries, skills and tables by their names, in any form.

A theme's index knows pages and sections by the words of their titles. Here definitions, entries and tables get
documents of their own, each document is known by the other forms and names of its title as well, and says in its
title where it stands. All of it is data of the index that the theme reads anyway.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from html import escape, unescape
from pathlib import Path
from typing import Any, NamedTuple

from rulebook_core import workspace
from rulebook_core.findings import Place
from rulebook_render.presentation.addresses import VERIFIED_PAGE
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.widgets import aids_of
from rulebook_rules.naming.lexicon import Entry, Lexicons
from rulebook_rules.naming.synonyms import name_key, synonyms
from rulebook_syntax.dialects.parts import TABLE
from rulebook_syntax.document import Entity, Part
from rulebook_text.naming.inflections import WORD, forms
from rulebook_text.naming.spellings import spellings
from rulebook_text.words import cue_words
from rulesmod.dice.digits import to_float
from rulesmod.play import Scene
from rulesmod.records import record

DEFINITION_BOOST, ENTRY_BOOST, TABLE_BOOST, NAME_BOOST, BOX_BOOST, EXAMPLE_BOOST = 8.0, 8.0, 6.0, 3.0, 1.5, 0.9
"""How much more than a mention each counts: whoever looks for a word wants to know first what it means, and finds an
example behind its rule."""

ENTRIES = frozenset({"monster", "item", "figure"})
ASIDE_BOOST = 0.1
"""Of what states no rule and has the words of many: how an edition came about, and where a game is played."""
MAX_TEXT = 300
"""In characters: a document of our own shows what something is; its page has the rest."""
_UNSEEN = "\u2063"
"""An invisible separator: what stands between two of them in a title is shown, and is no word to look for."""
_SEPARATOR = f"{_UNSEEN}[^{_UNSEEN}]*{_UNSEEN}"
_GENRE = Path(__file__).with_name("genre.json")
"""Words that players of any game ask by, for what a book calls otherwise: "heal" for "Recovery"."""
_GUIDE = "guide"
"""Marks a document that is of no game, on a site that has games: readers of a game get it last."""
_FORMS, _SYNONYMS, _WHERE, _ALSO = "forms", "synonyms", "where", "also"
"""Fields of the index that are searched and not shown."""
_TITLE_BOOST = 1000.0
_SYNONYM_SHARE = 0.2
_BREVITY = 0.1
_BEGUN = 0.6
"""The factor of a name's weight where another name is its beginning. An example is "momentum", after "moment"."""
_ASIDE = re.compile(r"errata|corrigenda|change ?log", re.IGNORECASE)
_MIN_BEGINNING = 3
"""The letters of the shortest word that is looked for as the beginning of others."""
_TAG = re.compile(r"<[^>]*>")
_BRACKET = re.compile(r"[(\[]([^()\[\]]+)[)\]]")
_APOSTROPHE = re.compile("['’]")
_GOES_ON = re.compile(r"(?!e?s\b)[^\W\d_]")
_COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_LITTLE = cue_words("pages.little")
_POOL = re.compile(r"(?<![\w.])(?:\d+:?)?d\d+(?:\s*[/+-]\s*(?:(?:\d+:?)?d)?\d+)*(?!\w)", re.IGNORECASE)
_IN_A_POOL = {ord("+"): "p", ord("-"): "m", ord("/"): "s", ord(":"): None}
"""Substitutes for the signs of dice, at which the index would split words. The page's `search.js` has the same."""

Document = dict[str, Any]


@record
class Site:
    """The addresses and titles of a site that its book does not know.

    Attributes:
        at: the address of what a page (by its uri) has under an id; with "", that of the page.
        defined: the address of a definition.
        trail: the titles of the parts of the site that a page is in, outermost first, by its uri.
    """

    at: Callable[[str, str], str]
    defined: Callable[[Entry], str | None]
    trail: Callable[[str], Sequence[str]]


def improved(index: Mapping[str, Any], book: Book, lexicons: Lexicons, site: Site) -> dict[str, Any]:
    """A search index that finds what the book has by all of its names.

    Args:
        index: as the theme's plugin has written it: `config` and `docs`, those with `location`, `title` and `text`.
        book: all pages.
        lexicons: their terms.
        site: where they are.
    """
    return _Index(index, book, site).made(lexicons)


class _Rank(NamedTuple):
    """How much the document of a named thing counts."""

    location: str
    name: str
    boost: float


class _Index:
    """An index in the making."""

    def __init__(self, index: Mapping[str, Any], book: Book, site: Site) -> None:
        self._index = index
        self._book = book
        self._site = site
        self._documents: dict[str, Document] = {document["location"]: dict(document) for document in index["docs"]}
        self._known = frozenset(_words_of(index["docs"]))
        self._synonyms = synonyms(book.pages)
        self._of_games = {
            site.at(page.uri, id_).partition("#")[0]
            for page in book.pages
            if page.system is not None
            for id_ in ("", *(heading.id for heading in page.document.headings))
        }
        self._firsts: dict[str, str] = {}
        for page in book.pages:
            for heading in page.document.headings:
                location = site.at(page.uri, heading.id)
                self._firsts.setdefault(location.partition("#")[0], location)
        self._ranks: list[_Rank] = []
        self._crumbs: dict[str, tuple[str, ...]] = {}
        self._names: dict[str, list[str]] = {}
        self._with_text: set[str] = set()

    def made(self, lexicons: Lexicons) -> dict[str, Any]:
        for page in self._book.pages:
            self._sections(page)
        for lexicon in lexicons:
            for entry in lexicon.glossary():
                self._definition(entry)
        for page in self._book.pages:
            if page.system is not None:
                for entity in page.document.entities:
                    if entity.kind in ENTRIES:
                        self._entry(page, entity)
                for part in page.document.prose.parts:
                    if part.title:
                        self._part(page, part)
        self._without_repetition()
        self._without_ledger()
        config = self._index["config"]
        if "fields" not in config:
            return {**self._index, "docs": list(self._documents.values())}
        self._rank()
        named = frozenset(rank.location for rank in self._ranks)
        for document in self._documents.values():
            self._finish(document, named)
        return {**self._index, "config": _config(config), "docs": list(self._documents.values())}

    def _sections(self, page: Page) -> None:
        """Find the documents of the theme's index, and weigh their names."""
        whole, document = self._site.at(page.uri, ""), page.document
        trail = tuple(self._site.trail(page.uri))
        self._crumbs.setdefault(whole, trail)
        names = frozenset(_names_of(page))
        for number, heading in enumerate(document.headings):
            location = self._at(self._site.at(page.uri, heading.id))
            if location not in self._documents:
                continue
            path = document.section_path(number)[:-1]
            if location != whole:
                self._crumbs.setdefault(location, (*trail, self._title(whole), *path))
            if name_key(heading.title) in names:
                self._ranks.append(_Rank(location, heading.title, NAME_BOOST))
        for aid in aids_of(page):
            if isinstance(aid.shown[0], Scene):
                above = [heading.id for heading in document.headings if heading.span.start < aid.span.start]
                self._with_text.update(self._at(self._site.at(page.uri, id_)) for id_ in above[-1:])
        for alias in document.meta.get("aliases") or () if isinstance(document.meta.get("aliases"), list) else ():
            self._names.setdefault(whole, []).append(str(alias))

    def _at(self, location: str) -> str:
        """Return where the theme has the document of a place: the first heading of a page is the page."""
        page, sign, _ = location.partition("#")
        if not sign or location in self._documents or page not in self._documents:
            return location
        return page if location == self._firsts.get(page) else location

    def _title(self, location: str) -> str:
        title = str(self._documents.get(location, {}).get("title", ""))
        return _TAG.sub("", title.partition(" <small>")[0])

    def _definition(self, entry: Entry) -> None:
        page = self._book.by_uri[entry.uri]
        if page.system is not None and (location := self._site.defined(entry)):
            self._add(page, entry.place, location, entry.term, entry.definition, DEFINITION_BOOST)

    def _entry(self, page: Page, entity: Entity) -> None:
        place = Place(page.document.source, entity.span)
        location = self._site.at(page.uri, entity.id)
        blocks = [block for block in page.document.prose.blocks if entity.span.contains(block.span)]
        says = " ".join(block.text.text for block in blocks if block.kind in ("paragraph", "item"))
        says = says or " ".join(page.document.source.slice(entity.span).split())
        has = ", ".join(f"{name} {_value(value)}" for name, value in entity.fields.items() if value is not True)
        # The theme reads the figures of a card as one long word.
        self._documents.pop(location, None)
        self._add(
            page, place, location, entity.title, f"{has[:1].upper()}{has[1:]}. {says}" if has else says, ENTRY_BOOST
        )
        if isinstance(kind := entity.fields.get("item"), str):
            self._names.setdefault(location, []).append(kind)

    def _part(self, page: Page, part: Part) -> None:
        """A table or a box with a caption."""
        blocks = [block.text.text for block in page.document.prose.blocks if part.span.contains(block.span)]
        text = " ".join(block for block in blocks if block != part.title)
        location = self._site.at(page.uri, part.id)
        boost = TABLE_BOOST if part.kind == TABLE else EXAMPLE_BOOST if part.kind == "example" else BOX_BOOST
        self._add(page, Place(page.document.source, part.span), location, part.title, text, boost)

    def _add(self, page: Page, place: Place, location: str, title: str, text: str, boost: float) -> None:
        """A thing with a name; where the theme has a document at its place, that one gets the name."""
        location = self._at(location)
        if (old := self._documents.get(location)) is None:
            shown = text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT].rsplit(' ', 1)[0]} …"
            words = f"<p>{escape(shown, quote=False)}</p>" if shown else ""
            self._documents[location] = {"location": location, "title": escape(title, quote=False), "text": words}
            path = page.document.section_path(page.document.section_at(place.span.start))
            whole = self._title(self._site.at(page.uri, ""))
            self._crumbs[location] = (*self._site.trail(page.uri), whole, *path)
        elif name_key(title) not in name_key(_TAG.sub("", old["title"])):
            self._names.setdefault(location, []).append(title)
        self._ranks.append(_Rank(location, title, boost))

    def _rank(self) -> None:
        """Of two names that a reader may mean, the shorter comes first: it is all that has been typed."""
        names = {name.casefold() for rank in self._ranks for name in _each([rank.name])}
        for location, name, boost in self._ranks:
            bare = _BRACKET.sub("", name).strip().casefold()
            # Who knows a name's short form need not type its beginning.
            begun = bare == name.casefold() and any(
                bare[:end] in names and _GOES_ON.match(bare, end) for end in range(2, len(bare))
            )
            if (document := self._documents.get(location)) is not None:
                brevity = 1 + _BREVITY / max(1, len(WORD.findall(bare)))
                rank = round(boost * brevity * (_BEGUN if begun else 1), 2)
                document["boost"] = max(to_float(document.get("boost", min(1, boost))), rank)

    def _without_repetition(self) -> None:
        """A list of terms has a document for each of them: it need not say it all again."""
        numbers: dict[str, int] = {}
        ours = self._documents.keys() - {document["location"] for document in self._index["docs"]}
        for location in ours:
            page = location.partition("#")[0]
            words = _plain(self._documents[location]["text"]).removesuffix(" …")
            if page in self._documents and words in _plain(self._documents[page]["text"]):
                numbers[page] = numbers.get(page, 0) + len(words)
        for page, length in numbers.items():
            if 2 * length > len(_plain(self._documents[page]["text"])):
                self._documents[page]["text"] = ""

    def _without_ledger(self) -> None:
        """The lists of what is verified quote all books, and are no place to find their words."""
        lists = f"{self._site.at(VERIFIED_PAGE, '')}#"
        for location in [location for location in self._documents if location.startswith(lists)]:
            del self._documents[location]

    def _finish(self, document: Document, named: frozenset[str]) -> None:
        location = document["location"]
        title = _TAG.sub("", str(document["title"]))
        if location in self._with_text or _ASIDE.fullmatch(self._title(location.partition("#")[0])):
            document["boost"] = ASIDE_BOOST
        names = [title, *self._names.get(location, ())]
        shown = frozenset(match[0].casefold() for match in WORD.finditer(title))
        if words := _forms_of(names, shown, self._known, all_of_them=location in named):
            document[_FORMS] = words
        own = list(_each(names))
        others = [other for name in own for other in self._synonyms.of(name) if other not in own]
        page = location.partition("#")[0]
        if page in self._of_games:
            others += _genre_words(tuple(own))
        elif self._of_games:
            document[_GUIDE] = True
        if words := _forms_of(others, frozenset(), self._known, all_of_them=True):
            document[_SYNONYMS] = words
        if words := _also(title, document["text"]):
            document[_ALSO] = words
        if game := next(iter(self._crumbs.get(location, ())), ""):
            document[_WHERE] = game
        trail = self._crumbs.get(location) or ((self._title(page),) if page != location else ())
        crumbs = list(dict.fromkeys(crumb for crumb in trail if crumb and crumb != title))
        if crumbs:
            where = escape(" › ".join(crumbs), quote=False)
            document["title"] = f"{document['title']} <small>{_UNSEEN}{where}{_UNSEEN}</small>"


def _config(config: Mapping[str, Any]) -> dict[str, Any]:
    fields = config["fields"]
    boost = to_float(fields.get("title", {}).get("boost", _TITLE_BOOST))
    return {
        **config,
        "separator": f"{config['separator']}|{_SEPARATOR}",
        # A page's tags are no better than names, and many pages share one.
        "fields": {
            **{name: {**field, "boost": min(to_float(field.get("boost", 1)), boost)} for name, field in fields.items()},
            _FORMS: {"boost": boost},
            _SYNONYMS: {"boost": boost * _SYNONYM_SHARE},
            _WHERE: {"boost": 1.0},
            _ALSO: {"boost": 1.0},
        },
    }


def _words_of(documents: Sequence[Document]) -> Iterator[str]:
    for document in documents:
        for field in ("title", "text"):
            yield from (match[0].casefold() for match in WORD.finditer(_TAG.sub(" ", str(document[field]))))


@lru_cache(maxsize=8192)  # While a site is served, most documents are as they were.
def _also(title: str, text: str) -> str:
    """The dice of a document as words, and its words as they may be spelt, too."""
    return " ".join(sorted({*_pools(title, text), *_spelt(title, text)}))


def _pools(*texts: str) -> Iterator[str]:
    """The dice of texts, each as a word that can be looked for."""
    for text in texts:
        for match in _POOL.finditer(_plain(text)):
            word = "".join(match[0].casefold().split()).translate(_IN_A_POOL)
            if word != match[0].casefold():
                yield word


def _spelt(*texts: str) -> Iterator[str]:
    """Yield other spellings of the words of texts."""
    for text in texts:
        for word in {match[0].casefold() for match in WORD.finditer(_plain(text))}:
            yield from spellings(word)


def _plain(markup: str) -> str:
    """Return a text of the index without its tags."""
    return " ".join(unescape(_TAG.sub(" ", markup)).split())


def _names_of(page: Page) -> Iterator[str]:
    """The names that a game knows its things by."""
    if page.system is not None:
        for vocabulary in page.system.vocabularies:
            yield from map(name_key, (*vocabulary.entries, *vocabulary.entries.values()))


def _each(names: Sequence[str]) -> Iterator[str]:
    """Each name, and what stands in brackets behind one."""
    for name in names:
        yield _BRACKET.sub("", name).strip()
        yield from _BRACKET.findall(name)


def _forms_of(names: Iterable[str], title: frozenset[str], known: Container[str], *, all_of_them: bool) -> str:
    """Return the search forms of names, beyond the words of a title.

    These are all forms, or those that the site has. A form that begins another word is left out, because the search
    completes words: where there is "levels", "level" is not needed. Short forms stay, because the page looks them up
    whole.
    """
    results: set[str] = set()
    for name in names:
        for match in WORD.finditer(name):
            if match[0].casefold() not in _LITTLE:
                results.update(form for form in forms(match[0], known) if all_of_them or form in known)
                results.update((match[0].casefold(), _APOSTROPHE.sub("", match[0].casefold())))
        for compound in _COMPOUND.finditer(name):
            results.update(forms(compound[0].replace("-", ""), known))
    words = results | title
    begun = {
        word for word in results if len(word) >= _MIN_BEGINNING and any(o.startswith(word) for o in words if o != word)
    }
    return " ".join(sorted(results - title - begun))


@cache
def _genre() -> Mapping[str, Sequence[str]]:
    """The words that players ask by, by the keys of the names that books have for that."""
    ideas = json.loads(workspace.read_text(_GENRE))["en"]
    words: dict[str, list[str]] = {}
    for idea in ideas:
        for name in idea["named"]:
            words.setdefault(name_key(name), []).extend(idea["asked"])
    return words


@lru_cache(maxsize=8192)
def _genre_words(names: tuple[str, ...]) -> tuple[str, ...]:
    """The words of the genre for names, or for a part of one that a colon sets apart."""
    keys = dict.fromkeys(name_key(part) for name in names for part in (name, *name.split(":")))
    return tuple(word for key in keys for word in _genre().get(key, ()))


def _value(value: object) -> str:
    return "/ ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


__all__ = ["ENTRIES", "Site", "improved"]

"""The pages of an analysed book, as a renderer needs them: in any dialect, with or without a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from html import escape
from itertools import groupby
from operator import is_
from typing import Any, NamedTuple

from rulebook_core.findings import Finding, Place
from rulebook_core.source import Span
from rulebook_proof.analysis import Report
from rulebook_proof.records.editions import Edition, edition_of
from rulebook_render.presentation.addresses import page_url, relative_url
from rulebook_render.presentation.anchors import former_mark, part_marks
from rulebook_render.presentation.backlinks import Spot, Uses, used_marks
from rulebook_render.presentation.data import cards, measured, measures, notations, stage_link
from rulebook_render.presentation.derivations import derivations
from rulebook_render.presentation.dice import dice
from rulebook_render.presentation.faults import faults
from rulebook_render.presentation.inline_dice import habit_of_book, running_dice
from rulebook_render.presentation.presentation import Presentation
from rulebook_render.presentation.randomtables import (
    LinkedTable,
    link_marks,
    linked_table,
    name_of_table,
    table_marks,
)
from rulebook_render.presentation.rendered import RenderedPages
from rulebook_render.presentation.sheets import sheet_html
from rulebook_render.presentation.stage import drawing_html, odds_html, rulings_html, scene_html, stage_html
from rulebook_render.presentation.terms import Glossary, Origin, terms
from rulebook_render.presentation.urls import Whereabouts
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.widgets import Aid, aids_of
from rulebook_rules.claims.model import Analysis, Claim, Verdict
from rulebook_rules.claims.structures.randomtables import RandomTable, random_tables, rolled_with_rows
from rulebook_rules.naming.lexicon import Entry, Lexicon, Lexicons
from rulebook_rules.published.redirects import formers_of
from rulebook_rules.settings.options import TEXT_DICE
from rulebook_syntax import dialects
from rulebook_syntax.dialects.page import plain_line_ends
from rulebook_syntax.document import Document, Part
from rulebook_syntax.marks import Mark, Sentinels
from rulebook_text.lexing.dice_style import Habit
from rulebook_text.lexing.prefilter import may_roll_on_tables
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.play import Chances, Drawing, Play, Scene
from rulesmod.sheets import Sheet
from rulesmod.system import Ruling, System

_Question = Callable[["Presenter", str, Any], Any]
"""A question about the rest of the book: a presenter's method, given the uri of a page and a subject."""


class _Shown(NamedTuple):
    """A page as it is presented, and all that hangs on.

    Attributes:
        of: its document, its game and what is said of it.
        asked: what it asked of the rest of the book, with the answers.
    """

    of: tuple[Document, System | None, Analysis | None, Sequence[Finding]]
    questions: Sequence[tuple[_Question, Any, Any]]
    presentation: Presentation


class Presenter:
    """Presents each page when it is asked for.

    Args:
        book: all pages.
        report: what the checker found in them.
        url: the address of a page from the root of the site, by its uri.
        for_writer: whether findings are shown on their pages, at their places.
        before: who presented the same site before something was saved.
    """

    def __init__(
        self,
        book: Book,
        report: Report,
        url: Callable[[str], str] | None = None,
        *,
        for_writer: bool = False,
        before: Presenter | None = None,
    ) -> None:
        self.book = book
        self.report = report
        self.url = url or page_url
        self.for_writer = for_writer
        self.stages: dict[str, tuple[str, str]] = {}
        """Script and style of a stage, from the root of the site, by the name of its game."""
        self._glossaries: dict[Lexicon, Glossary] = {}
        self._uses: dict[Glossary, Uses] = {}
        self._editions: dict[str, Edition] = {}
        self._pages = RenderedPages(book, report)
        self.where = Whereabouts(book, report, self._pages, self.url)
        self._shown: dict[str, _Shown] = {}
        self._same_entries: dict[Lexicon, Mapping[Entry, Entry] | None] = {}
        self._before = before if before is not None and before._rolls == self._rolls else None
        if before is not None:
            before._before = None  # What was before it is of no use any more.

    def know(self, page: Page) -> None:
        """Register a page with its rendered text, where that is not its source."""
        self._pages.take(page)
        self._by_text[_key(page.document.source.text)] = page.uri

    def uri_of(self, text: str) -> str | None:
        """The page with this body; None where a renderer can do without any.

        A page is known by its text alone, because a Markdown renderer does not say which one it is at.
        """
        return self._by_text.get(_key(text))

    def takes_files(self, uri: str) -> bool:
        """Return whether extensions of a renderer insert files into a page. Its text is known only afterwards."""
        return self._pages[uri].document.traits.takes_files

    def page(self, uri: str, text: str | None = None) -> Presentation:
        """The presentation of the page `uri`; of its body `text`, where that has more than its source by now."""
        page = self._pages.whole(uri, text)
        findings = () if self._pages.is_made(page) else self._findings.get(page.document.source.path, ())
        analysis = self._pages.analysis(page)
        shown = self._shown_before(page, analysis, findings) or self._presented(page, analysis, findings)
        self._shown[uri] = shown
        appendix, edition = shown.presentation.appendix, self.edition(uri)
        if edition is None and not appendix:
            return shown.presentation
        cited = (
            "" if edition is None else f' data-book="{escape(edition.title)}" data-version="{escape(edition.version)}"'
        )
        section = f'<section class="rulebook" data-search-exclude{cited}>{appendix}</section>'
        return replace(shown.presentation, appendix=section)

    def _presented(self, page: Page, analysis: Analysis | None, findings: Sequence[Finding]) -> _Shown:
        uri, document = page.uri, page.document
        questions: list[tuple[_Question, Any, Any]] = []

        def ask(question: _Question, about: Any = None) -> Any:
            questions.append((question, about, question(self, uri, about)))
            return questions[-1][2]

        aids = aids_of(page)
        marks = [Mark(aid.span, ask(Presenter._aid_html, aid), "", block=True) for aid in aids]
        results = faults(document, findings)
        appendix = results.html
        tables = random_tables(document, page.system) if self._pages.is_made(page) else self._tables.get(uri, ())
        own = analysis.expressions if analysis is not None else ()
        running = running_dice(page, tables, own, reach=self._rolling, habit=lambda: self._habit)
        expressions = [*running.own, *running.expressions]
        measured_entities = measured(analysis.system, document) if analysis is not None else []
        rolled = dice(running.own, running.expressions, rolled_with_rows(tables, expressions), measured_entities)
        linked, of_linked = ask(Presenter._link_marks)
        marks += (*table_marks(tables), *rolled.marks, *running.hidden, *linked)
        appendix += rolled.html
        if analysis is not None:
            href, home = partial(ask, Presenter._href), partial(ask, Presenter._home)
            derived = derivations(analysis, href, home, for_writer=self.for_writer)
            explained = terms(page, self._glossary(page), partial(ask, Presenter._origin), (*marks, *derived.marks))
            marks += (*derived.marks, *explained.marks, *ask(Presenter._used_marks))
            appendix += derived.html + explained.html + measures(measured_entities)
        games = [page.system] if page.system and aids else []
        games += [expression.system for expression in expressions]
        games += [*(table.system for table in tables), *of_linked]
        # Plain dice know the notations of many tools: a site has them in one file for all of its pages.
        appendix += notations(games, [PLAIN])
        origins = [
            (entry.uri, origin.href)
            for question, entry, origin in questions
            if question is Presenter._origin and origin
        ]
        named = [href for other, href in origins if ask(Presenter._is_card, (other, href.partition("#")[2]))]
        of_cards = dict.fromkeys([*ask(Presenter._linked_cards), *named])
        appendix += cards(of_cards)
        if of_cards or document.entities:
            appendix += ask(Presenter._stage_link)
        marks += results.marks  # Behind what a wrong claim shows of itself.
        parts: tuple[Part, ...] = ()
        if ask(Presenter._is_of_a_book):
            parts = document.prose.parts
            marks += (*part_marks(document), *map(former_mark, formers_of(document)))
        sentinels = Sentinels.absent_from(document.source.text)
        marked = sentinels.insert(document.source.text, marks, _references(document))
        body = dialects.page(document, marked, partial(ask, Presenter._target))
        presentation = Presentation(
            text=plain_line_ends(body.text),
            is_html=body.is_html,
            sentinels=sentinels,
            marks=tuple(marks),
            parts=parts,
            appendix=appendix,
        )
        return _Shown((document, page.system, analysis, findings), questions, presentation)

    def _shown_before(self, page: Page, analysis: Analysis | None, findings: Sequence[Finding]) -> _Shown | None:
        """Return the earlier presentation of a page whose text and answers are unchanged."""
        before, of = self._before, (page.document, page.system, analysis, findings)
        shown = before._shown.get(page.uri) if before is not None else None
        if shown is None or not all(map(is_, shown.of[:2], of)) or shown.of[2:] != of[2:]:
            return None
        if (same := self._entries_as_before(page)) is None:
            return None
        questions = [
            (question, same.get(about, about) if isinstance(about, Entry) else about, answer)
            for question, about, answer in shown.questions
        ]
        if any(question(self, page.uri, about) != answer for question, about, answer in questions):
            return None
        return _Shown(of, questions, shown.presentation)

    def _entries_as_before(self, page: Page) -> Mapping[Entry, Entry] | None:
        """Map earlier glossary entries of a page's book to the current ones. Return None where the terms are not the
        same.
        """
        lexicon, known = self.lexicons.of(page), self._before
        if lexicon not in self._same_entries and known is not None:
            now, before = self._glossary(page), known._glossary(page)
            is_same = _comparable(now) == _comparable(before)
            entries = now.lexicon.entries
            same = {entry: entries[key] for key, entry in before.lexicon.entries.items()} if is_same else None
            self._same_entries[lexicon] = same
        return self._same_entries.get(lexicon)

    def edition(self, uri: str) -> Edition | None:
        """The book that a page is of; None beside the books."""
        folder = self.book.site.book_folder(uri) if self.book.site is not None else None
        if folder is None:
            return None
        if folder.folder not in self._editions:
            self._editions[folder.folder] = edition_of(self.book, folder)
        return self._editions[folder.folder]

    def _aid_html(self, uri: str, aid: Aid) -> str:
        script, style = (
            relative_url(file, self.url(uri)) if file else "" for file in self.stages.get(aid.system.name, ("", ""))
        )

        find_rule = partial(self.where.rule, uri)
        match aid.shown[0]:
            case Sheet() as sheet:
                return sheet_html(sheet, aid.system)
            case Scene() as scene:
                return scene_html(scene, find_rule, style)
            case Drawing() as drawing:
                return drawing_html(drawing)
            case Chances() as chances:
                return odds_html(chances, style)
            case Play() as play:
                return stage_html(play, aid.system.name, find_rule, script, style)
        return rulings_html(ruling for ruling in aid.shown if isinstance(ruling, Ruling))

    @cached_property
    def uris(self) -> frozenset[str]:
        """The pages that have dice, checked numbers or character aids to show."""
        return frozenset(
            uri
            for uri, analysis in self.report.analyses.items()
            if analysis.expressions
            or any(claim.verdict is Verdict.RIGHT for claim in analysis.claims)
            or aids_of(self.book.by_uri[uri])
        ) | frozenset(self._tables)

    @cached_property
    def _tables(self) -> Mapping[str, Sequence[RandomTable]]:
        """The random tables of each page that has any."""
        tables_by_uri = ((page.uri, self._tables_of(page)) for page in self.book.pages)
        return {uri: tables for uri, tables in tables_by_uri if tables}

    def _tables_of(self, page: Page) -> Sequence[RandomTable]:
        before = self._before
        known = before.book.by_uri.get(page.uri) if before is not None else None
        if before is None or known is None or known.document is not page.document or known.system is not page.system:
            return random_tables(page.document, page.system)
        return before._tables.get(page.uri, ())

    @property
    def _rolling(self) -> str:
        """Which dice are buttons."""
        return (self.book.site.options.rolling if self.book.site is not None else None) or TEXT_DICE

    @cached_property
    def _habit(self) -> Habit:
        return habit_of_book(self.book)

    @property
    def _rolls(self) -> object:
        """All that dice are read by, but for their page."""
        return self._rolling, self._habit

    @cached_property
    def _by_text(self) -> dict[str, str]:
        pages = {}
        for page in self.book.pages:
            source = page.document.source
            is_shown = (
                page.uri in self.report.analyses or page.uri in self._tables or not page.document.traits.is_markdown
            )
            is_shown = (
                is_shown
                or bool(page.document.includes)
                or may_roll_on_tables(source.in_plain_signs)
                or ("D" in source.text and self._habit.codes)
            )
            if is_shown or source.path in self._findings or self.edition(page.uri) is not None:
                # Front matter is taken off before Markdown is rendered, but a title block is not.
                for text in (source.text, source.slice(page.document.body)):
                    pages[_key(text)] = page.uri
        return pages

    @cached_property
    def _findings(self) -> Mapping[str, tuple[Finding, ...]]:
        """The findings for the writer, by path."""
        findings = sorted(self.report.findings if self.for_writer else (), key=lambda finding: finding.sort_key)
        return {path: tuple(group) for path, group in groupby(findings, key=lambda finding: finding.place.source.path)}

    @cached_property
    def lexicons(self) -> Lexicons:
        """The terms of the book, by game."""
        return Lexicons(self.book, self._before.lexicons if self._before is not None else None)

    def _glossary(self, page: Page) -> Glossary:
        lexicon = self.lexicons.of(page)
        if lexicon not in self._glossaries:
            self._glossaries[lexicon] = Glossary(lexicon)
        return self._glossaries[lexicon]

    def defined(self, entry: Entry, base: str) -> str | None:
        """The address of a definition, from the one `base` (both from the root of the site)."""
        address = self.where.address(entry.place, base)
        id_ = self._glossary(self.book.by_uri[entry.uri]).ids.get(entry)
        return address if address is None or id_ is None else f"{address.partition('#')[0]}#{id_}"

    def _link_marks(self, uri: str, _: None) -> tuple[tuple[Mark, ...], tuple[System, ...]]:
        """The dice beside links to random tables, and the games whose notations they are in."""
        if not self._tables:
            return (), ()
        page = self._pages[uri]
        tables = []
        for link in page.document.links:
            there = self.where.destination(uri, link)
            target = there and self._pages[there[0]]
            if there and target and (table := linked_table(target.document, self._tables.get(there[0], ()), there[1])):
                tables.append(LinkedTable(link, table, self.where.way(uri, there[0])))
        named = {name: (table, self.where.way(uri, other)) for name, (other, table) in self._named_tables.items()}
        made = [*link_marks(page.document, tables, named, self._tables.get(uri, ()))]
        return tuple(mark for mark, _ in made), tuple(dict.fromkeys(table.system for _, table in made))

    def _linked_cards(self, uri: str, _: None) -> tuple[str, ...]:
        """The addresses of the entries that a page's links lead to."""
        links = self._pages[uri].document.links if self._cards else ()
        targets = (there for link in links if (there := self.where.destination(uri, link)))
        hrefs = (f"{self.where.way(uri, other)}#{id_}" for other, id_ in targets if id_ in self._cards.get(other, ()))
        return tuple(dict.fromkeys(hrefs))

    def _stage_link(self, uri: str, _: None) -> str:
        """The link to the stage of the game of a page; empty where the book shows none."""
        system = self._pages[uri].system
        home = self._stage_homes.get(system.name) if system is not None else None
        return stage_link(f"{self.where.way(uri, home[0])}#stage-{home[1].name}", home[1]) if home is not None else ""

    @cached_property
    def _stage_homes(self) -> Mapping[str, tuple[str, Play]]:
        """The page that has the stage of a game, by the game's name, with what is played there."""
        aids = ((page, aid) for page in self.book.pages for aid in aids_of(page))
        return {aid.system.name: (page.uri, aid.shown[0]) for page, aid in aids if isinstance(aid.shown[0], Play)}

    def _is_card(self, _: str, about: tuple[str, str]) -> bool:
        uri, id_ = about
        return id_ in self._cards.get(uri, ())

    @cached_property
    def _cards(self) -> Mapping[str, frozenset[str]]:
        """The ids of the entries with a card, by page."""
        return {
            page.uri: frozenset(entity.id for entity in page.document.entities if entity.kind in kinds)
            for page in self.book.pages
            if page.system and page.document.entities and (kinds := {one.kind for one in page.system.entries})
        }

    @cached_property
    def _named_tables(self) -> Mapping[str, tuple[str, RandomTable]]:
        """The random tables that a name of their own tells from all others, with their pages."""
        named: dict[str, list[tuple[str, RandomTable]]] = {}
        for uri, tables in self._tables.items():
            for table in tables:
                named.setdefault(name_of_table(table.title), []).append((uri, table))
        return {name: one[0] for name, one in named.items() if name and len(one) == 1}

    def _used_marks(self, uri: str, _: None) -> tuple[Mark, ...]:
        """The lists of the places that use what a page explains."""
        page = self._pages[uri]
        glossary = self._glossary(page)
        uses = self._uses.setdefault(glossary, Uses(glossary))

        def href(spot: Spot) -> str:
            return self.where.way(uri, spot.uri) + (f"#{spot.anchor}" if spot.anchor else "") or "#"

        return tuple(used_marks(page, glossary, uses, href))

    def _is_of_a_book(self, uri: str, _: None) -> bool:
        return self.edition(uri) is not None

    def _href(self, uri: str, place: Place) -> str | None:
        return self.where.href(uri, place)

    def _home(self, uri: str, claim: Claim) -> Origin | None:
        return self.where.home(uri, claim)

    def _origin(self, uri: str, entry: Entry) -> Origin | None:
        return self.where.origin(uri, entry.place)

    def _target(self, uri: str, target: str) -> str | None:
        return self.where.target(uri, target)


def _comparable(glossary: Glossary) -> object:
    """Return a glossary's terms for a comparison, without their places in pages."""

    def comparable(entry: Entry) -> tuple[str, ...]:
        return entry.term, entry.definition, entry.uri, entry.anchor

    entries = {key: comparable(entry) for key, entry in glossary.lexicon.entries.items()}
    ids = {comparable(entry): id_ for entry, id_ in glossary.ids.items()}
    return entries, {*map(comparable, glossary.entries)}, ids, glossary.everyday


def _key(text: str) -> str:
    return plain_line_ends(text).strip()


def _references(document: Document) -> Iterator[Span]:
    """Yield the spans that a renderer reads as link targets or labels. A mark in one would break the link."""
    for definition in document.definitions:
        yield definition.span
    for link in document.links:
        if link.kind == "autolink":
            yield link.span
        for span in (link.target_span, link.label_span):
            if span is not None:
                yield span

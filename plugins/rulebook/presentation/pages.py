"""The pages of an analysed book, as a renderer needs them: in any dialect, with or without a game."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote

from rulebook import dialects
from rulebook.analysis import Report
from rulebook.book import Book, Page
from rulebook.checks.aids import Aid, aids_of
from rulebook.checks.index import BookIndex
from rulebook.checks.notes import link_url
from rulebook.claims.model import Analysis, Claim, Verdict
from rulebook.claims.structures.randomtables import RandomTable, random_tables, rolled_with_rows
from rulebook.dialects.page import plain_line_ends
from rulebook.document import Document, Entity, Heading, Part
from rulebook.findings import Finding, Place
from rulebook.keeping.editions import Edition, edition_of
from rulebook.keeping.former import formers_of
from rulebook.lexing.habit import Habit
from rulebook.lexing.prefilter import may_name_dice
from rulebook.marks import Mark, Sentinels
from rulebook.naming.lexicon import Entry, Lexicon, Lexicons
from rulebook.presentation.addresses import page_url, relative_url
from rulebook.presentation.anchors import former_mark, part_marks
from rulebook.presentation.data import measured, measures, notations
from rulebook.presentation.derivations import derivations
from rulebook.presentation.dice import dice
from rulebook.presentation.faults import faults
from rulebook.presentation.homes import Homes
from rulebook.presentation.presentation import Presentation
from rulebook.presentation.randomtables import table_marks
from rulebook.presentation.rendered import RenderedPages
from rulebook.presentation.running import habit_of_book, running_dice
from rulebook.presentation.sheets import sheet_html
from rulebook.presentation.stage import Rule, paragraphs, rulings_html, scene_html, stage_html
from rulebook.presentation.terms import Glossary, Origin, origin_name, terms
from rulebook.presentation.used import Spot, Uses, used_marks
from rulebook.settings.options import TEXT_DICE
from rulebook.source import Span
from rulesmod.play import Play, Scene
from rulesmod.sheets import Sheet
from rulesmod.system import Ruling


class _Shown(NamedTuple):
    """A page as it is presented, and what of it may be another when something has been saved."""

    document: Document
    analysis: Analysis | None
    findings: Sequence[Finding]
    edition: Edition | None
    presentation: Presentation

    def hangs_on(
        self, document: Document, analysis: Analysis | None, findings: Sequence[Finding], edition: Edition | None
    ) -> bool:
        is_read = self.document is document and self.analysis is analysis
        return is_read and (self.findings, self.edition) == (findings, edition)


class Presenter:
    """Presents each page when it is asked for.

    Args:
        book: all pages.
        report: what the checker found in them.
        url: the address of a page from the root of the site, by its uri.
        for_writer: whether findings are shown on their pages, at their places.
        before: who presented the same site, its pages at the same addresses, before something was saved.
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
        self._shown: dict[str, _Shown] = {}
        """What hangs on its page alone, and on what the book explains and how it writes its dice."""
        self._tied: set[str] = set()
        """The pages that show more of others."""
        self._explain_the_same: dict[Lexicon, bool] = {}
        self._before = before if before is not None and before._rolls == self._rolls else None
        if before is not None:
            before._before = None  # What was before it is of no use any more.

    def know(self, page: Page) -> None:
        """Take a page with the text that it is rendered from, where something else than its source has made that."""
        self._pages.take(page)
        self._by_text[_key(page.document.source.text)] = page.uri

    def uri_of(self, text: str) -> str | None:
        """The page with this body; None where a renderer can do without any.

        A page is known by its text alone, because a Markdown renderer does not say which one it is at.
        """
        return self._by_text.get(_key(text))

    def takes_files(self, uri: str) -> bool:
        """Whether extensions of a renderer bring files into a page, whose text is known when they have done so."""
        return self._pages[uri].document.traits.takes_files

    def page(self, uri: str, text: str | None = None) -> Presentation:
        """The presentation of the page `uri`; of its body `text`, where that has more than its source by now."""
        page = self._pages.whole(uri, text)
        found = () if self._pages.is_made(page) else self._findings.get(page.document.source.path, ())
        now = (page.document, self._pages.analysis(page), found, self.edition(uri))
        shown = self._before._shown.get(uri) if self._before is not None else None
        if shown is None or not shown.hangs_on(*now) or not self._explains_the_same(page):
            shown = _Shown(*now, self._presented(page, *now[1:]))
        if uri not in self._tied:
            self._shown[uri] = shown
        return shown.presentation

    def _presented(
        self, page: Page, analysis: Analysis | None, findings: Sequence[Finding], edition: Edition | None
    ) -> Presentation:
        uri, document = page.uri, page.document
        is_made = self._pages.is_made(page)
        aids = aids_of(page)
        marks = [Mark(aid.span, self._aid_html(uri, aid), "", block=True) for aid in aids]
        if aids:
            self._tied.add(uri)
        found = faults(document, findings)
        appendix = found.html
        tables = random_tables(document, page.system) if is_made else self._tables.get(uri, ())
        own = analysis.expressions if analysis is not None else ()
        running = running_dice(page, tables, own, reach=self._rolling, habit=lambda: self._habit)
        expressions = [*running.own, *running.expressions]
        held = measured(analysis.system, document) if analysis is not None else []
        rolled = dice(running.own, running.expressions, rolled_with_rows(tables, expressions), held)
        marks += (*table_marks(tables), *rolled.marks, *running.hidden)
        appendix += rolled.html
        if analysis is not None:
            derived = derivations(
                analysis,
                lambda place: self._href(uri, place),
                lambda claim: self._home(uri, claim),
                for_writer=self.for_writer,
            )
            explained = terms(page, self._glossary(page), lambda place: self._origin(uri, place))
            marks += (*derived.marks, *explained.marks, *self._used_marks(page))
            appendix += derived.html + explained.html + measures(held)
            if derived.html or any(self._glossary(page).listed(page)):
                self._tied.add(uri)
        games = [page.system] if page.system and aids else []
        games += [expression.system for expression in expressions]
        appendix += notations([*games, *(table.system for table in tables)])
        marks += found.marks  # Behind what a wrong claim shows of itself.
        parts: tuple[Part, ...] = ()
        cited = ""
        if edition is not None:
            parts = document.prose.parts
            marks += (*part_marks(document), *map(former_mark, formers_of(document)))
            cited = f' data-book="{escape(edition.title)}" data-version="{escape(edition.version)}"'
        sentinels = Sentinels.absent_from(document.source.text)
        marked = sentinels.insert(document.source.text, marks, _references(document))
        body = dialects.page(document, marked, lambda target: self._target(uri, target))
        return Presentation(
            text=plain_line_ends(body.text),
            is_html=body.is_html,
            sentinels=sentinels,
            marks=tuple(marks),
            parts=parts,
            appendix=f'<section class="rulebook" data-search-exclude{cited}>{appendix}</section>'
            if appendix or cited
            else "",
        )

    def _explains_the_same(self, page: Page) -> bool:
        """Whether the book of a page explains the same terms as before, at the same places."""
        lexicon = self.lexicons.of(page)
        if self._before is not None and lexicon not in self._explain_the_same:
            now, before = self._glossary(page), self._before._glossary(page)
            is_same = now.lexicon.entries == before.lexicon.entries and now.entries == before.entries
            self._explain_the_same[lexicon] = is_same and now.ids == before.ids
        return self._explain_the_same.get(lexicon, False)

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

        def find_rule(header: str) -> Rule | None:
            return self._rule(uri, header)

        match aid.shown[0]:
            case Sheet() as sheet:
                return sheet_html(sheet, aid.system)
            case Scene() as scene:
                return scene_html(scene, find_rule, style)
            case Play() as play:
                return stage_html(play, aid.system.name, find_rule, script, style)
        return rulings_html(ruling for ruling in aid.shown if isinstance(ruling, Ruling))

    def _rule(self, uri: str, header: str) -> Rule | None:
        """What the book of the page `uri` has under a header, or calls by that name."""
        game, wanted = self._pages[uri].system, header.casefold()
        for page in self.book.pages if game else ():
            document = page.document
            named: list[Heading | Entity] = [*document.headings, *document.entities]
            for item in named if page.system is game else ():
                if item.title.casefold() == wanted:
                    way = "" if page.uri == uri else relative_url(self.url(page.uri), self.url(uri))
                    return Rule(f"{way}#{item.id}", paragraphs(document, item))
        return None

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
        found = ((page.uri, self._tables_of(page)) for page in self.book.pages)
        return {uri: tables for uri, tables in found if tables}

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
                or may_name_dice(source.in_plain_signs)
                or ("D" in source.text and self._habit.codes)
            )
            if is_shown or source.path in self._findings or self.edition(page.uri) is not None:
                # Front matter is taken off before Markdown is rendered, but a title block is not.
                for text in (source.text, source.slice(page.document.body)):
                    pages[_key(text)] = page.uri
        return pages

    @cached_property
    def _findings(self) -> Mapping[str, tuple[Finding, ...]]:
        """What is shown to the writer, by path."""
        found = sorted(self.report.findings if self.for_writer else (), key=lambda finding: finding.sort_key)
        return {path: tuple(group) for path, group in groupby(found, key=lambda finding: finding.place.source.path)}

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
        address = self.address(entry.place, base)
        id_ = self._glossary(self.book.by_uri[entry.uri]).ids.get(entry)
        return address if address is None or id_ is None else f"{address.partition('#')[0]}#{id_}"

    def _used_marks(self, page: Page) -> Iterator[Mark]:
        """The lists of the places that use what a page explains."""
        glossary = self._glossary(page)
        uses = self._uses.setdefault(glossary, Uses(glossary))

        def href(spot: Spot) -> str:
            way = "" if spot.uri == page.uri else relative_url(self.url(spot.uri), self.url(page.uri))
            return way + (f"#{spot.anchor}" if spot.anchor else "") or "#"

        return used_marks(page, glossary, uses, href)

    def _home(self, uri: str, claim: Claim) -> Origin | None:
        place = self._homes.of(claim)
        return self._origin(uri, place) if place is not None else None

    def _origin(self, uri: str, place: Place) -> Origin | None:
        href = self._href(uri, place)
        page = self._pages.at(place)
        return None if href is None or page is None else Origin(href, origin_name(page.document, place))

    @cached_property
    def _homes(self) -> Homes:
        return Homes(self.book.pages, self.report.analyses)

    @cached_property
    def _takes_in(self) -> Mapping[str, Page]:
        """The first page that takes in a source, by the path of that."""
        pages = [page for page in reversed(self.book.pages) if not page.is_part]
        return {source.path: page for page in pages for source in page.document.includes}

    def _target(self, uri: str, target: str) -> str | None:
        """What the page `uri` writes to link to something in the book; None where it does not lead into it."""
        self._tied.add(uri)
        page = self._pages[uri]
        if page.document.traits.names_notes:
            return link_url(self._index, page)(target)
        path, sign, fragment = target.partition("#")
        if path:
            found = posixpath.normpath(posixpath.join(posixpath.dirname(uri), path))
            if found not in self.book.by_uri and found not in self.book.files:
                return None
        return quote(path) + sign + fragment

    @cached_property
    def _index(self) -> BookIndex:
        return BookIndex(self.book)

    def _href(self, uri: str, place: Place) -> str | None:
        """How the page `uri` links to the nearest anchor at or before `place`; None out of the book."""
        page = self._shown_on(place)
        if page is not None and page.uri == uri:
            return self._fragment(place) or "#"
        return self.address(place, self.url(uri))

    def address(self, place: Place, base: str) -> str | None:
        """The address of a place of the book, from the one `base` (both from the root of the site); None out of it."""
        page = self._shown_on(place)
        return None if page is None else relative_url(self.url(page.uri), base) + self._fragment(place)

    def _shown_on(self, place: Place) -> Page | None:
        """The page that shows a place: for a part, one that takes it in."""
        page = self._pages.at(place)
        return self._takes_in.get(place.source.path) if page is not None and page.is_part else page

    def _fragment(self, place: Place) -> str:
        """The table or box that holds a place, or the nearest anchor at or before it."""
        page = self._pages.at(place)
        assert page is not None
        holding = [part for part in page.document.prose.parts if part.span.contains(place.span)]
        # What others take in is read there anew, and its parts are theirs.
        if holding and self.book.is_of_a_book(page) and not page.is_part:
            return f"#{min(holding, key=lambda part: part.span.end - part.span.start).id}"
        anchors = page.document.anchors
        before = [anchor for anchor in anchors if anchor.span.start <= place.span.start]
        return f"#{max(before, key=lambda anchor: anchor.span.start).id}" if before else ""


def _key(text: str) -> str:
    return plain_line_ends(text).strip()


def _references(document: Document) -> Iterator[Span]:
    """What a renderer takes for a target or a label: a mark in it would break the link."""
    for definition in document.definitions:
        yield definition.span
    for link in document.links:
        if link.kind == "autolink":
            yield link.span
        for span in (link.target_span, link.label_span):
            if span is not None:
                yield span

"""A book while somebody writes it: all of it as it was read last, and the pages that have another text since.

Reading all of a large book takes seconds, and one page of it a moment: what is found in a page whose text changes is
what `rulebook check PAGE` finds, by the links, ids and tables that all other pages had when the book was read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path
from typing import NamedTuple

from rulebook.loading.page_loader import broken_config
from rulebook.stored.live import LiveBook
from rulebook.stored.runs import WHOLE_SITE, SiteRun
from rulebook_core import workspace
from rulebook_core.findings import Finding
from rulebook_core.source import Source, Span
from rulebook_proof.analysis import Report, analyse
from rulebook_render.presentation.terms import Glossary
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.model import Analysis
from rulebook_rules.config import DIALECT_ENDINGS, MARKDOWN_ENDINGS, ConfigError, load_config
from rulebook_rules.naming.lexicon import Lexicon, Lexicons
from rulebook_rules.rulesfile.file import RulesFileError, is_rules_file, rules_of
from rulebook_rules.settings.where import FILE_NAMES, find_config
from rulebook_syntax.dialects import vault_of
from rulesmod.records import record


class Home(NamedTuple):
    """Scope that is read with a file: a site, a vault, or the file with its link targets.

    Attributes:
        config: the mkdocs.yml of the site; None where there is none.
        path: the folder of the site, the vault or the file.
    """

    config: Path | None
    path: Path


def home_of(path: Path) -> Home | None:
    """Return the scope of a file; None if it is no source, no `mkdocs.yml`, and no rules file of a site."""
    if path.name in FILE_NAMES:
        return Home(path, path.parent)
    is_rules = may_be_rules(path)
    for folder in path.parents:
        config = find_config(folder)
        if workspace.is_file(config) and (is_rules or _may_hold(config, path)):
            return Home(config, folder)
    if path.suffix.lower() not in (*MARKDOWN_ENDINGS, *DIALECT_ENDINGS):
        return None
    return Home(None, vault_of(path) or path)


def may_be_rules(path: Path) -> bool:
    """Return whether a file is a `rules.yml`, by its text: it may have any name."""
    return path.suffix.lower() in (".yml", ".yaml") and path.name not in FILE_NAMES and is_rules_file(path)


def rules_faults(path: Path, text: str) -> tuple[Finding, ...]:
    """Return what is wrong with the text of a `rules.yml`."""
    try:
        rules_of(Source(str(path), text), path)
    except RulesFileError as error:
        return tuple(error.findings)
    return ()


def _may_hold(config: Path, path: Path) -> bool:
    try:
        return path.is_relative_to(os.path.abspath(load_config(config).docs_dir))
    except ConfigError:
        return True  # Nobody knows where its pages are until it is mended.


@record
class Reading:
    """All of a book, read at one moment.

    Attributes:
        texts: the texts that its writers had not saved then, by real path.
        report: what was found in it; None where its settings cannot be read.
        fault: what is wrong with these.
        standings: how many numbers are guarded, waived or neither, by the name of their game.
    """

    texts: Mapping[str, str]
    report: Report | None
    fault: Finding | None = None
    standings: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def findings(self) -> tuple[Finding, ...]:
        findings = self.report.findings if self.report is not None else ()
        return findings if self.fault is None else (self.fault,)


class View(NamedTuple):
    """A page as it is now, and what is said of it.

    Attributes:
        book: the book with the page in it.
        findings: those of the page.
        analysis: what its game says; None where that is nothing.
        compared: the places of values that are compared with an authority.
    """

    book: Book
    page: Page
    findings: tuple[Finding, ...]
    analysis: Analysis | None
    compared: Sequence[Span] = ()


class OpenBook:
    """A book that is written in.

    `read` and `parse` may run while anything else is asked; all others belong to one thread.
    """

    def __init__(self, home: Home) -> None:
        self.home = home
        self.book = Book(())
        self.is_read = False
        self.standings: Mapping[str, Mapping[str, int]] = {}
        """Of the last reading."""
        self._report = Report((), {}, 0)
        self._uris: dict[str, str] = {}
        """The pages by their real paths."""
        self._views: dict[str, View] = {}
        self._lexicons = Lexicons(self.book)
        self._glossaries: dict[Lexicon, Glossary] = {}
        self._live = LiveBook(home.path, home.config)

    def read(self, texts: Mapping[str, str], *, rules_may_differ: bool) -> Reading:
        """Read all of it, and check it.

        Args:
            texts: what stands for files that are not saved, by real path.
            rules_may_differ: whether a file of a game may have changed since.
        """
        config = self.home.config
        with workspace.unsaved(texts):
            run = SiteRun(config, "editor", reading=WHOLE_SITE) if config is not None else None
            try:
                open_files = self._files(texts)
                report = self._live.report(run, lambda page: page.file in open_files, rules_may_differ=rules_may_differ)
            except ConfigError as error:
                return Reading(texts, None, broken_config(error))
        return Reading(texts, report, standings=report.standings)

    def _files(self, texts: Iterable[str]) -> frozenset[str]:
        """Return the open files as summaries name theirs."""
        roots = {os.path.abspath(self.home.path), workspace.real_path(self.home.path)}
        return frozenset(workspace.portable_path(path, root) for root in roots for path in texts)

    def parse(self, texts: Mapping[str, str], is_due: Callable[[], bool]) -> None:
        """Parse the pages that were taken from their summaries, before somebody asks for them.

        Args:
            texts: as for `read`.
            is_due: returns true if the book is to be read again, so that this is of no use any more.
        """
        with workspace.unsaved(texts):
            for page in self.book.pages:
                if page.summary is not None and not is_due():
                    with suppress(Exception):  # It fails again where somebody hears of it.
                        _ = page.document.prose

    def take(self, reading: Reading) -> None:
        """Go on from a reading; where its settings are broken, from the one before."""
        self.is_read = True
        if reading.report is None:
            return
        self._report, self.book, self.standings = reading.report, reading.report.book, reading.standings
        self._uris = {workspace.real_path(page.document.source.path): page.uri for page in self.book.pages}
        self._views = {}
        self._lexicons, self._glossaries = Lexicons(self.book), {}

    def has(self, path: str, text: str) -> bool:
        """Return whether the book was read with this text of a file."""
        uri = self._uris.get(path)
        return uri is not None and self.book.by_uri[uri].document.source.text == text

    def view(self, path: str, text: str, texts: Mapping[str, str]) -> View | None:
        """A page by its real path, with the text that it has now; None before it is read, and for what is none."""
        uri = self._uris.get(path)
        if uri is None:
            return None
        page, view = self.book.by_uri[uri], self._views.get(uri)
        if page.summary is None and page.document.source.text == text:
            return view if view is not None else self._whole(page)
        if page.is_part:
            return None  # How much of it is taken in, the pages say: it waits for the whole book.
        with workspace.unsaved(texts):
            view = self._looked_at(page, text)
        self.book = view.book
        self._views[uri] = view
        return view

    def glossary(self, page: Page) -> Glossary:
        """The terms that a page may use, as they were defined when the book was read."""
        lexicon = self._lexicons.of(page)
        if lexicon not in self._glossaries:
            self._glossaries[lexicon] = Glossary(lexicon)
        return self._glossaries[lexicon]

    def _whole(self, page: Page) -> View:
        findings = tuple(one for one in self._report.findings if one.place.source is page.document.source)
        return self._seen(self.book, page, findings, self._report)

    def _looked_at(self, page: Page, text: str) -> View:
        page = page.with_text(text)
        book = replace(self.book, pages=tuple(page if one.uri == page.uri else one for one in self.book.pages))
        alone = tuple(replace(one, reported=one.reported and one is page) for one in book.pages)
        report = analyse(replace(book, pages=alone, before=self._report.analyses))
        findings = tuple(one for one in report.findings if one.place.source is page.document.source)
        return self._seen(book, page, findings, report)

    @staticmethod
    def _seen(book: Book, page: Page, findings: tuple[Finding, ...], report: Report) -> View:
        compared = report.compared.get(page.document.source.path, ())
        return View(book, page, findings, report.analyses.get(page.uri), compared)

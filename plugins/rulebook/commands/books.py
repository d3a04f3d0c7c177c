"""The book that the options of a command mean, its report, and the faults of reading it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click

from rulebook.commands.shared import UsageFault
from rulebook.commands.terminal import patience
from rulebook.loading.reading import UnknownDialectError, read_book, read_paths
from rulebook.reports.concise import line_of
from rulebook_core import workspace
from rulebook_core.findings import Finding, Role
from rulebook_core.imports.modules import UnknownSystemError
from rulebook_core.lazy_regex import lazily
from rulebook_proof.analysis import BookFindings, Report, analyse, find, look_at
from rulebook_rules.book import Book, Page
from rulebook_rules.config import ConfigError, load_config
from rulebook_rules.page_summary import PageSummary
from rulebook_rules.settings.where import find_config
from rulebook_rules.systems import load_system
from rulesmod.dice.digits import to_int
from rulesmod.system import WordingError


@patience("reading")
def read_sources(
    paths: tuple[str, ...],
    config_file: str | None,
    system: str | None,
    dialect: str | None,
    summaries: Mapping[str, PageSummary] | None = None,
) -> Book:
    """Return the book that the options of a command mean; `summaries` stand for pages of a site."""
    try:
        if paths:
            return read_paths(
                [Path(path) for path in paths],
                config=Path(config_file) if config_file else None,
                system=system,
                dialect=dialect,
                find_system=load_system,
                look_at=look_at,
            )
        config = Path(config_file) if config_file else find_config(Path())
        if not (config_file or workspace.is_file(config)):
            raise UsageFault(
                f"there is no {config.name} here", "`rulebook new` writes one, `rulebook check .` needs none"
            )
        site = load_config(config)
        own = partial(read_book, site, find_system=load_system, look_at=look_at)
        return own(system=system, dialect=dialect, summaries=summaries)
    except (ConfigError, UnknownDialectError, UnknownSystemError) as error:
        raise UsageFault(str(error)) from None


@patience("checking")
def report_on(book: Book, *, whole: bool = False) -> Report:
    """The report on a book; `whole`: what the baseline has is in it."""
    with _sound_phrasebooks():
        return analyse(book, whole=whole)


@patience("checking")
def findings_of_book(book: Book) -> BookFindings:
    """Everything that is found, also what the baseline has and what waits for something else."""
    with _sound_phrasebooks():
        return find(book)


_PLACE = lazily(r"(?P<path>.+?):(?P<line>[1-9]\d{0,8})(?::(?P<column>[1-9]\d{0,8}))?", re.DOTALL)


def place_in(where: str) -> tuple[str, int, int]:
    """The path, the line and the column that `PATH:LINE:COLUMN` names; 0 for no column."""
    named = _PLACE.fullmatch(where)
    if named is None:
        raise UsageFault(f"`{where}` names no line; write PATH:LINE, for example docs/rules.md:12")
    return named["path"], to_int(named["line"]), to_int(named["column"] or 0)


def page_at(
    where: str, config_file: str | None, system: str | None, dialect: str | None, *, is_whole: bool = False
) -> tuple[Report, Page, int, int]:
    """Read a source; return its report, page, line and column (0 for none).

    Args:
        where: the place.
        config_file, system, dialect: the options of the command.
        is_whole: whether a page without a line is a place as well.
    """
    is_page = is_whole and _PLACE.fullmatch(where) is None and workspace.exists(Path(where))
    path, line, column = (where, 0, 0) if is_page else place_in(where)
    report = report_on(read_sources((path,), config_file, system, dialect))
    if report.book.findings:
        raise UsageFault(fault_line(report.book.findings[0]))
    pages = [page for page in report.book.pages if page.reported]
    if len(pages) != 1:
        raise UsageFault(f"`{path}` is no single source")
    if line > len(pages[0].document.source.line_starts):
        raise UsageFault(f"`{path}` has no line {line}; its last is {len(pages[0].document.source.line_starts)}")
    return report, pages[0], line, column


@contextmanager
def _sound_phrasebooks() -> Iterator[None]:
    try:
        yield
    except WordingError as error:
        raise UsageFault(f"a phrasebook is faulty: {error}") from None


def tell_faults(findings: Iterable[Finding]) -> int:
    """Say what went wrong while a book was read, and give the exit code that means: 0 where nothing did."""
    findings = list(findings)
    for finding in findings:
        click.echo(f"rulebook: {fault_line(finding)}", err=True)
    return max((2 if is_unreadable(finding) else 1 for finding in findings), default=0)


def is_unreadable(finding: Finding) -> bool:
    """Return whether a file could not be read at all."""
    return finding.means(Role.UNREADABLE)


def fault_line(finding: Finding) -> str:
    """Return the line that reports a fault of reading a book."""
    return finding.message if is_unreadable(finding) else line_of(finding)

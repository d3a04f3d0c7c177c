"""`rulebook check`: everything that can be wrong with a book."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import click

from rulebook.commands.shared import SEVERITIES, source_options
from rulebook.commands.terminal import show
from rulebook.stored.runs import SiteRun
from rulebook_core import workspace
from rulebook_core.findings import Finding, Severity
from rulebook_core.late import late
from rulebook_core.store.entries import is_switched_off
from rulebook_rules.settings.where import find_config

if TYPE_CHECKING:
    from rulebook_proof.analysis import Report
    from rulebook_rules.book import Book
    from rulebook_rules.page_summary import PageSummary

    Reporting = Callable[..., Report]

read_sources: Callable[..., Book] = late("rulebook.commands.books", "read_sources")
report_on: Callable[..., Report] = late("rulebook.commands.books", "report_on")
is_unreadable: Callable[[Finding], bool] = late("rulebook.commands.books", "is_unreadable")
renderer: Callable[[str], Callable[[Report], str]] = late("rulebook.reports", "renderer")
watch: Callable[..., NoReturn] = late("rulebook.commands.watching", "watch")

PEOPLES = ("full", "concise")
"""Reports that people read."""
LISTING_CLAIMS = ("json",)
"""Reports that have each claim of each page."""
MAX_SIGNS = 4 * 2**20
"""A longer report is not stored."""
REPORTS = ("full", "concise", "json", "github", "sarif", "junit")


class CheckResult(NamedTuple):
    """The result of a check.

    Attributes:
        text: the report.
        worst: the severity of the worst finding, as `Severity` counts; 0 without one.
        is_whole: true if every file could be read, and there was one, unless an error says why there is none.
    """

    text: str
    worst: int
    is_whole: bool

    def exit_code(self, fail_on: str) -> int:
        """Return the exit code, given the least severity that fails the run."""
        if not self.is_whole:
            return 2
        return int(self.worst >= len(SEVERITIES) - SEVERITIES.index(fail_on))


@click.command()
@source_options
@click.option("--format", "format_", type=click.Choice(REPORTS), default="full", show_default=True, help="The report.")
@click.option(
    "--fail-on", type=click.Choice(SEVERITIES), default="error", show_default=True, help="Exit with 1 from here up."
)
@click.option("--no-baseline", "whole", is_flag=True, help="Also report what rulebook.baseline has.")
@click.option("--watch", "watching", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
def check(
    paths: tuple[str, ...],
    config_file: str | None,
    system: str | None,
    dialect: str | None,
    format_: str,
    fail_on: str,
    whole: bool,
    watching: bool,
) -> int:
    """Check references, notation, tables, examples and every other claim.

    A PATH is a file or a folder; without one, the sources are those of mkdocs.yml.
    """

    def report(summaries: Mapping[str, PageSummary] = MappingProxyType({})) -> Report:
        return report_on(read_sources(paths, config_file, system, dialect, summaries), whole=whole)

    def show_report(text: str) -> None:
        if format_ in PEOPLES:
            show(text)
        else:
            click.echo(text, nl=False)

    options = (paths, config_file, system, dialect, format_, whole)

    def once() -> tuple[Book, Iterable[str]]:
        run = _site_run(config_file, options)
        full, result = _check(report, format_, run)
        show_report(result.text)
        return full.book, run.files() if run is not None else ()

    if watching:
        watch(once, paths, config_file)
    run = _site_run(config_file, options)
    before = run.recall() if run is not None else None
    result = CheckResult(*before) if before is not None else _check(report, format_, run)[1]
    show_report(result.text)
    return result.exit_code(fail_on)


def _site_run(config_file: str | None, options: tuple[object, ...]) -> SiteRun | None:
    """Return a run over the site that is checked; None if none is, or if nothing is to be stored."""
    config = Path(config_file) if config_file else find_config(Path())
    if is_switched_off() or not workspace.is_file(config):
        return None
    return SiteRun(config, "check", options, reading=(options[0], *options[2:4]))


def _check(report: Reporting, format_: str, run: SiteRun | None) -> tuple[Report, CheckResult]:
    """Check a book; only the pages that have changed since an earlier run are read, if that suffices."""
    if run is None:
        full = report()
        return full, _result(full, format_)
    full = run.report(report, lambda page: format_ in LISTING_CLAIMS and page.verdicts)
    result = run.traced(lambda: _result(full, format_))
    if result.is_whole and len(result.text) <= MAX_SIGNS:
        run.save(result, full)
    return full, result


def _result(report: Report, format_: str) -> CheckResult:
    is_explained = bool(report.files) or report.worst() == Severity.ERROR
    is_whole = is_explained and not any(map(is_unreadable, report.findings))
    return CheckResult(renderer(format_)(report), report.worst() or 0, is_whole)

"""`rulebook check`: everything that can be wrong with a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulebook.commands.shared import SEVERITIES, exit_code, read_sources, report_on, source_options
from rulebook.commands.terminal import show

if TYPE_CHECKING:
    from rulebook.analysis import Report

PEOPLES = ("full", "concise")
"""Reports that people read."""
REPORTS = ("full", "concise", "json", "github", "sarif", "junit")


@click.command()
@source_options
@click.option("--format", "format_", type=click.Choice(REPORTS), default="full", show_default=True, help="The report.")
@click.option(
    "--fail-on", type=click.Choice(SEVERITIES), default="error", show_default=True, help="Exit with 1 from here up."
)
@click.option("--no-baseline", "whole", is_flag=True, help="Report what rulebook.baseline has as well.")
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
    from rulebook.reports import renderer

    def once() -> Report:
        report = report_on(read_sources(paths, config_file, system, dialect), whole=whole)
        text = renderer(format_)(report)
        if format_ in PEOPLES:
            show(text)
        else:
            click.echo(text, nl=False)
        return report

    if watching:
        from rulebook.commands.watching import watch

        watch(lambda: once().book, paths, config_file)
    return exit_code(once(), fail_on)

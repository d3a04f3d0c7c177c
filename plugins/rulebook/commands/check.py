"""`rulebook check`: everything that can be wrong with a book."""

from __future__ import annotations

import click

from rulebook.commands.shared import (
    SEVERITIES,
    exit_code,
    read_sources,
    report_on,
    source_options,
)

REPORTS = ("full", "concise", "json", "github", "sarif", "junit")


@click.command()
@source_options
@click.option("--format", "format_", type=click.Choice(REPORTS), default="full", show_default=True, help="The report.")
@click.option(
    "--fail-on", type=click.Choice(SEVERITIES), default="error", show_default=True, help="Exit with 1 from here up."
)
@click.option("--no-baseline", "whole", is_flag=True, help="Report what rulebook.baseline has as well.")
def check(
    paths: tuple[str, ...],
    config_file: str | None,
    system: str | None,
    dialect: str | None,
    format_: str,
    fail_on: str,
    whole: bool,
) -> int:
    """Check references, notation, tables, examples and every other claim.

    A PATH is a file or a folder; without one, the sources are those of mkdocs.yml.
    """
    from rulebook.reports import renderer

    report = report_on(read_sources(paths, config_file, system, dialect), whole=whole)
    click.echo(renderer(format_)(report), nl=False)
    return exit_code(report, fail_on)

"""`rulebook facts`: what a book says of the things that have values, and where."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.commands.books import read_sources, report_on, tell_faults
from rulebook.commands.shared import UsageFault
from rulebook.reports.facts import facts_json, facts_text
from rulebook_core import workspace
from rulebook_core.findings import in_lines
from rulebook_rules.facts.listing import facts_in


@click.command()
@click.argument("name", required=False)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-f", "--config-file", metavar="FILE", help="The mkdocs.yml of the book; without PATH, of this folder.")
@click.option("--system", metavar="NAME", help="The game: a registered name, or a module's dotted name.")
@click.option("--dialect", metavar="NAME", help="How the sources are written, where their ending does not say.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def facts(
    name: str | None,
    paths: tuple[str, ...],
    config_file: str | None,
    system: str | None,
    dialect: str | None,
    as_json: bool,
) -> int:
    """List what the book says of things: the value that its authority states, and every place that names it.

    With a NAME, only what is said of that thing, or of all things by that value. The authorities are the `rules.yml` of
    the game and the tables that a comment `facts: NAME` declares.
    """
    if name is not None and workspace.exists(Path(name)):
        name, paths = "", (name, *paths)
    book = report_on(read_sources(paths, config_file, system, dialect)).book
    results = [*facts_in(book, name or "")]
    if name and not results:
        raise UsageFault(f"the book says nothing of `{name}` that has an authority")
    click.echo(facts_json(results) if as_json else in_lines(facts_text(results)), nl=False)
    return tell_faults(book.findings)

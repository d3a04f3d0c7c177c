"""`rulebook rules` and `rulebook why`: what a game has and where it is stated, and what is understood of a line."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.commands.books import page_at, read_sources, report_on
from rulebook.commands.shared import UsageFault
from rulebook.reports.game import game_json, game_text, parts_of
from rulebook.reports.reached import reached_text
from rulebook_core import workspace
from rulebook_core.findings import in_lines
from rulebook_core.imports.modules import UnknownSystemError
from rulebook_proof.learning.reached import reached_in
from rulebook_rules.settings.where import find_config
from rulebook_rules.systems import load_system

_SCHEMA = Path(__file__).parents[1] / "schemas" / "rules-file.schema.json"


@click.command()
@click.argument("system", required=False)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-f", "--config-file", metavar="FILE", help="The mkdocs.yml of the book.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of rules.yml instead, for an editor.")
def rules(system: str | None, paths: tuple[str, ...], config_file: str | None, as_json: bool, schema: bool) -> None:
    """List the dice, values, tables, names and phrases of SYSTEM, and where its book states each.

    SYSTEM is a registered name, a module's dotted name, or the path of a rules.yml. The book is that of the PATHs, or
    of mkdocs.yml, if there is one.
    """
    if schema:
        click.echo(workspace.read_text(_SCHEMA), nl=False)
        return
    if system is None:
        raise UsageFault("which game? name it: `rulebook rules cavea`, `rulebook rules docs/mine/rules.yml`")
    try:
        game = load_system(system)
    except UnknownSystemError as error:
        raise UsageFault(str(error)) from None
    claims = []
    if paths or config_file or workspace.is_file(find_config(Path())):
        claims = list(report_on(read_sources(paths, config_file, system if paths else None, None)).claims)
    parts = parts_of(game, claims)
    click.echo(game_json(game, parts) if as_json else in_lines(game_text(game, parts)), nl=False)


@click.command()
@click.argument("where", metavar="PATH:LINE")
@click.option("-f", "--config-file", metavar="FILE", help="The mkdocs.yml of the book.")
@click.option("--system", metavar="NAME", help="The game: a registered name, or a module's dotted name.")
@click.option("--dialect", metavar="NAME", help="How the source is written, where its ending does not say.")
def why(where: str, config_file: str | None, system: str | None, dialect: str | None) -> None:
    """Say what each number of a line was read as, which rules looked at it, and why one says nothing."""
    report, page, line, _ = page_at(where, config_file, system, dialect)
    compared = report.compared.get(page.document.source.path, ())
    numbers = reached_in(report.book, page, report.analyses.get(page.uri), line, compared)
    text = reached_text(where, page.document.source.line(line), numbers)
    click.echo(in_lines(text), nl=False)

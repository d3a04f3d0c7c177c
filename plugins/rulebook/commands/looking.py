"""`rulebook explain` and `rulebook outline`: what a rule means, and what a source holds."""

from __future__ import annotations

from difflib import get_close_matches

import click

from rulebook.commands.books import read_sources, tell_faults
from rulebook.commands.shared import UsageFault
from rulebook_core.findings import in_lines
from rulebook_rules.catalogue import load_rules
from rulebook_syntax.outline import as_text, outline_of, to_json


@click.command()
@click.argument("name", metavar="RULE")
def explain(name: str) -> None:
    """Say what a rule of the findings means, and how to mend what it finds."""
    rules = load_rules()
    rule = rules.get(name)
    if rule is None:
        near = get_close_matches(name, rules, n=3) or list(rules)
        raise UsageFault(f"there is no rule `{name}`; did you mean {', '.join(f'`{other}`' for other in near)}?")
    click.echo("\n\n".join(filter(None, (f"{rule.name} ({rule.severity})", rule.documentation, rule.examples))))


@click.command()
@click.argument("path")
@click.option("--system", metavar="NAME", help="The game whose rules the source states.")
@click.option("--dialect", metavar="NAME", help="How the source is written, where its ending does not say.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def outline(path: str, system: str | None, dialect: str | None, as_json: bool) -> int:
    """Show the sections, monsters, items and notes of a source, with their ids and places."""
    book = read_sources((path,), None, system, dialect)
    pages = [page for page in book.pages if page.reported]
    documents = [page.document for page in pages]
    nodes = [node for document in documents for node in outline_of(document)]
    click.echo(to_json(nodes) if as_json else in_lines(as_text(nodes)))
    return tell_faults(book.findings)

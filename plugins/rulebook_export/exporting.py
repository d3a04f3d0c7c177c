"""`rulebook export`: tables, pages and stat blocks of a book for other tools."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from rulebook.commands.books import fault_line, is_unreadable, read_sources, tell_faults
from rulebook.commands.shared import UsageFault
from rulebook_core import workspace
from rulebook_core.source import shown_path
from rulebook_core.store.files import write
from rulebook_export.content.contents import contents
from rulebook_export.ways.foundry import to_foundry
from rulebook_export.ways.homebrewery import to_homebrewery
from rulebook_export.ways.obsidian import to_obsidian
from rulebook_export.ways.roll20 import to_roll20
from rulebook_export.ways.shared import Way
from rulebook_export.ways.tables import to_csv, to_json

WAYS: Mapping[str, Way] = {
    "csv": to_csv,
    "foundry": to_foundry,
    "homebrewery": to_homebrewery,
    "json": to_json,
    "obsidian": to_obsidian,
    "roll20": to_roll20,
}


@click.command()
@click.argument("way", type=click.Choice(sorted(WAYS)), metavar="FORMAT")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-o", "--output", metavar="FOLDER", required=True, help="Where the files go.")
@click.option("--title", metavar="TEXT", help="What the book is called; otherwise what its first page is.")
@click.option("-f", "--config-file", metavar="FILE", help="The mkdocs.yml of the book, where no PATH is named.")
@click.option("--system", metavar="NAME", help="The game whose rules the sources state.")
@click.option("--dialect", metavar="NAME", help="How the sources are written, where their ending does not say.")
@click.option("--force", is_flag=True, help="Write over files that are there already.")
def export(
    way: str,
    paths: tuple[str, ...],
    output: str,
    title: str | None,
    config_file: str | None,
    system: str | None,
    dialect: str | None,
    force: bool,
) -> int:
    """Write tables, pages and stat blocks for another tool.

    FORMAT is csv or json (tables), foundry (a module of roll tables, journal and actors), homebrewery (Markdown),
    obsidian (notes with stat blocks and dice) or roll20 (text for its chat).
    """
    book = read_sources(paths, config_file, system, dialect)
    pages = list(contents(book))
    if not pages:
        raise UsageFault(fault_line(book.findings[0]) if book.findings else "there is no page to export")
    files = {Path(output) / name: text for name, text in WAYS[way](pages, title or pages[0].title).items()}
    if not files:
        raise UsageFault(f"there is nothing for {way}: no page has a table or a stat block")
    present = [path for path in files if workspace.exists(path)]
    if present and not force:
        raise UsageFault(f"`{shown_path(present[0])}` is there already; --force writes over it")
    for path, text in files.items():
        workspace.make_folder(path.parent)
        write(path, text)
        click.echo(f"made {shown_path(path)}")
    return tell_faults(filter(is_unreadable, book.findings))

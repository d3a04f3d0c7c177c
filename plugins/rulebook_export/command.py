"""`rulebook convert`: a page of any dialect as Markdown."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from rulebook.commands.books import fault_line, read_sources
from rulebook.commands.shared import UsageFault
from rulebook_core import workspace
from rulebook_core.findings import in_lines
from rulebook_core.source import Source
from rulebook_core.store.files import write
from rulebook_export.conversion import to_markdown
from rulebook_export.losses import losses
from rulebook_proof.analysis import analyse
from rulebook_rules.book import Book
from rulebook_syntax.dialects import ReadingOptions, read


@click.command()
@click.argument("source")
@click.option("-o", "--output", metavar="FILE", help="Where the Markdown goes; without it, to the screen.")
@click.option("--system", metavar="NAME", help="The game whose rules the source states.")
@click.option("--dialect", metavar="NAME", help="How the source is written, where its ending does not say.")
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
def convert(source: str, output: str | None, system: str | None, dialect: str | None, force: bool) -> int:
    """Write any source as Markdown, with its ids, terms, tables, notations and claims.

    Both are checked. What the Markdown could not take over is listed, and then the exit code is 1.
    """
    book = read_sources((source,), None, system, dialect)
    pages = [page for page in book.pages if page.reported]
    if len(pages) != 1:
        reason = fault_line(book.findings[0]) if book.findings else f"`{source}` is not one source, but {len(pages)}"
        raise UsageFault(reason)
    if output is not None and workspace.exists(Path(output)) and not force:
        raise UsageFault(f"`{output}` is there already; --force writes over it")
    (page,) = pages
    text = to_markdown(book, page)
    again = Source(output or page.document.source.path, text)
    result = replace(page, document=read(again, options=ReadingOptions(system=page.system)))
    lost = list(losses(page, result, analyse(Book((page,))), analyse(Book((result,)))))
    if output is not None:
        write(Path(output), text)
    else:
        # A source is UTF-8, whatever signs a pipe would know.
        click.echo(text if sys.stdout.isatty() else text.encode(), nl=False)
    for loss in lost:
        click.echo(in_lines(str(loss)), err=True)
    return int(bool(lost))

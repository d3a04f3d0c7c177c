"""`rulebook import`: text of other tools as Markdown."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

import click

from rulebook.commands.books import read_sources
from rulebook.commands.shared import UsageFault
from rulebook_core import workspace
from rulebook_core.findings import in_lines
from rulebook_core.source import Source, UnreadableSourceError, read_source, shown_path
from rulebook_core.store.files import FileError, read_within, write
from rulebook_core.system.machine import relative
from rulebook_export.conversion import to_markdown
from rulebook_export.incoming.changes import Imported
from rulebook_export.incoming.homebrewery import SIGNS, from_homebrewery
from rulebook_export.incoming.notes import from_note
from rulebook_export.incoming.pandoc import ENDINGS, from_pandoc
from rulebook_export.incoming.plain import from_plain
from rulebook_export.incoming.rolls import with_dice
from rulebook_syntax.dialects import read

FORMATS = ("homebrewery", "pandoc", "text", "vault")
VAULT_ENDINGS = (".md", ".markdown")
MAX_SHOWN = 200
"""Changes that are listed; of more, their number is."""


@click.command("import")
@click.argument("source", metavar="FILE")
@click.option("-o", "--output", metavar="PATH", help="Where the Markdown goes; a folder for a vault.")
@click.option("--from", "format_", type=click.Choice(FORMATS), help="What wrote it, where its name does not say.")
@click.option("--force", is_flag=True, help="Write over files that are there already.")
def import_(source: str, output: str | None, format_: str | None, force: bool) -> int:
    """Bring a text of another tool along, as Markdown.

    Word, OpenDocument, LaTeX and HTML need Pandoc. Markdown of the Homebrewery and of GM Binder, plain text and text
    from a PDF, and a folder of Obsidian's notes need nothing. Inline rolls become dice. Changed words are listed.
    """
    path = Path(source)
    if not workspace.exists(path):
        raise UsageFault(f"there is no `{source}`")
    is_vault = workspace.is_dir(path)
    if is_vault and output is None:
        raise UsageFault("a folder of notes needs another one: `-o FOLDER`")
    try:
        files = dict(_notes(path, Path(output or "")) if is_vault else [(output or "", imported(path, format_))])
    except FileError as error:
        raise UsageFault(str(error)) from None
    except UnreadableSourceError as error:
        raise UsageFault(f"cannot read `{shown_path(path)}`: {error}") from None
    attached = _attached(path, Path(output or ""), files) if is_vault else {}
    present = [name for name in (*files, *attached) if name and workspace.exists(Path(name))]
    if present and not force:
        raise UsageFault(f"`{shown_path(Path(present[0]))}` is there already; --force writes over it")
    for name, result in files.items():
        if name:
            workspace.make_folder(Path(name).parent)
            write(Path(name), result.text)
        else:
            click.echo(result.text, nl=False)
    for name, content in attached.items():
        workspace.make_folder(Path(name).parent)
        write(Path(name), content)
    _list_changes(files)
    return 0


def imported(path: Path, format_: str | None = None) -> Imported:
    """Return a file as Markdown; its ending and its text say what wrote it.

    Raises:
        FileError: Pandoc is needed and is not there, or it cannot read the file.
        UnreadableSourceError: it is no text.
    """
    ending = path.suffix.lower()
    if format_ == "pandoc" or (format_ is None and ending in ENDINGS):
        if ending not in ENDINGS:
            raise FileError(f"`{shown_path(path)}`: its ending says no format; Pandoc reads {', '.join(ENDINGS)}")
        return with_dice(from_pandoc(path, ENDINGS[ending]))
    text = read_source(path).text
    if format_ == "homebrewery" or (format_ is None and SIGNS.search(text)):
        return _after_dice(text, from_homebrewery)
    if format_ == "text" or (format_ is None and ending not in VAULT_ENDINGS):
        return _after_dice(text, from_plain)
    return _after_dice(text, from_note)


def _after_dice(text: str, read: Callable[[str], Imported]) -> Imported:
    """Write inline rolls as dice first, while each line stands where it stood."""
    rolled = with_dice(Imported(text))
    result = read(rolled.text)
    return Imported(result.text, tuple(sorted((*rolled.changes, *result.changes), key=lambda change: change.line)))


def _notes(vault: Path, output: Path) -> Iterator[tuple[str, Imported]]:
    """Yield each note of a vault as a page of a site, with its links as Markdown has them."""
    if Path(os.path.abspath(output)).is_relative_to(os.path.abspath(vault)):
        raise UsageFault("the pages go into another folder, so that the notes stay as they are")
    book = read_sources((str(vault),), None, None, "obsidian")
    for page in book.pages:
        name = relative(os.path.abspath(page.document.source.path), os.path.abspath(vault))
        yield str(output / name), _after_dice(to_markdown(book, page), from_note)


def _attached(vault: Path, output: Path, pages: Mapping[str, Imported]) -> dict[str, bytes]:
    """Return the pictures and other files that pages of a vault link to, by where they go."""
    attached: dict[str, bytes] = {}
    for name, page in pages.items():
        for link in read(Source(name, page.text)).links:
            address = unquote((link.target or "").partition("#")[0])
            path = Path(os.path.normpath(Path(name).parent / address))
            if (
                not address
                or str(path) in attached
                or path.suffix.lower() in VAULT_ENDINGS
                or not path.is_relative_to(output)
            ):
                continue
            origin = vault / path.relative_to(output)
            if (content := read_within(origin, vault)) is not None:
                attached[str(path)] = content
    return attached


def _list_changes(files: Mapping[str, Imported]) -> None:
    lines: Sequence[str] = [
        f"{f'{shown_path(Path(name))}, ' if len(files) > 1 else ''}{change}"
        for name, result in files.items()
        for change in result.changes
    ]
    for line in lines[:MAX_SHOWN]:
        click.echo(in_lines(line), err=True)
    if len(lines) > MAX_SHOWN:
        click.echo(f"and {len(lines) - MAX_SHOWN} more", err=True)

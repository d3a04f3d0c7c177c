"""`rulebook diff`: what a change of the text changes for those who play by it."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.commands.books import fault_line, is_unreadable, read_sources, report_on, tell_faults
from rulebook.commands.shared import UsageFault, source_options
from rulebook.diff import revisions, shown
from rulebook.diff.changes import compare
from rulebook.scaffold.ready import newer_rules
from rulebook_core import workspace
from rulebook_core.findings import in_lines
from rulebook_core.store.files import FileError
from rulebook_core.system.machine import relative
from rulebook_rules.book import Book

FORMATS = ("text", "markdown", "json")


@click.command()
@click.argument("revision", metavar="[REV]", required=False)
@source_options
@click.option("--game", metavar="FILE", help="Compare this rules.yml with the ready game that it was begun from.")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True, help="The form.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def diff(
    revision: str | None,
    paths: tuple[str, ...],
    config_file: str | None,
    system: str | None,
    dialect: str | None,
    game: str | None,
    format_: str,
    as_json: bool,
) -> int:
    """Show what has changed since a revision of git: sentences, results, odds of pools, findings.

    Both texts are held against today's rules. The work tree is not touched. A PATH is a file or a folder; without
    one, the sources are those of mkdocs.yml. With --game, show what a newer version of a ready game changes.
    """
    if game is not None:
        return _newer(Path(game))
    if revision is None:
        raise UsageFault("name a revision of git, as in `rulebook diff main`")
    # Relative, because the same paths have to name the files of the revision.
    paths = tuple(relative(path, ".") for path in paths)
    config_file = relative(config_file, ".") if config_file else None
    here = [path for path in paths if workspace.exists(path)]
    new = report_on(_read(paths, config_file, system, dialect))
    try:
        with revisions.revision(revision):
            missing = [path for path in paths if path not in here and not workspace.exists(path)]
            if missing:
                raise UsageFault(f"there is no `{missing[0]}`, neither now nor at {revision}")
            try:
                old_book = _read(paths, config_file, system, dialect)
            except UsageFault as fault:
                raise UsageFault(f"at {revision}: {fault.message}") from None
            changes = compare(report_on(old_book), new)
    except revisions.RevisionError as error:
        raise UsageFault(str(error)) from None
    render = {"text": shown.as_text, "markdown": shown.as_markdown, "json": shown.to_json}
    name = "json" if as_json else format_
    text = render[name](changes, revision)
    click.echo(text if name == "json" else in_lines(text), nl=False)
    return tell_faults(filter(is_unreadable, new.book.findings))


def _newer(file: Path) -> int:
    """Print what has changed in a ready game since a file was begun from it."""
    try:
        title, changes = newer_rules(file)
    except (FileError, OSError, UnicodeDecodeError) as error:
        raise UsageFault(str(error)) from None
    click.echo(in_lines("\n".join((title, *(change.line for change in changes)))))
    return 0


def _read(paths: tuple[str, ...], config_file: str | None, system: str | None, dialect: str | None) -> Book:
    """The book of what there is among the paths: a file may have come or gone since."""
    there = tuple(path for path in paths if workspace.exists(path))
    book = Book(()) if paths and not there else read_sources(there, config_file, system, dialect)
    if book.reach.unsettled:
        raise UsageFault(fault_line(next(finding for finding in book.findings if not is_unreadable(finding))))
    return book

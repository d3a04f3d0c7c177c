"""What all commands share: how sources are named, how faults are told, and which exit code they mean."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from rulebook.interrupts import watched

if TYPE_CHECKING:
    from rulebook.analysis import Found, Report
    from rulebook.book import Book
    from rulebook.findings import Finding

SEVERITIES = ("error", "warning", "info")
UNREADABLE = "unreadable-source"


class UsageFault(click.ClickException):
    """What the user can mend: one line, exit code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        from rulebook.findings import in_a_line

        # What is listed for choosing stands in lines of its own.
        click.echo("\n".join(map(in_a_line, f"rulebook: {self.message}".split("\n"))), err=True)


def own_faults_in_a_line(command: Callable[..., int | None]) -> Callable[..., NoReturn]:
    """Run a command, which gives its exit code; whatever is raised by it or by the rules ends no run well.

    No traceback ever reaches a writer: a fault says whose it is and what, and how to see more.
    """

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> NoReturn:
        from rulebook.systems import contained

        try:
            with watched(), contained(UsageFault):
                code = command(*args, **kwargs)
        except BrokenPipeError:
            # The reader of our output has gone (`| head`); there is nobody left to tell.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 2
        raise click.exceptions.Exit(code or 0)

    return run


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What says which sources are meant, and how to read them."""
    options = (
        click.argument("paths", nargs=-1, metavar="[PATH]..."),
        click.option(
            "-f", "--config-file", metavar="FILE", help="The mkdocs.yml of the book; without PATH, that of this folder."
        ),
        click.option("--system", metavar="NAME", help="The game: a registered name, or a module's dotted name."),
        click.option("--dialect", metavar="NAME", help="How the sources are written, where their ending does not say."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def read_sources(paths: tuple[str, ...], config_file: str | None, system: str | None, dialect: str | None) -> Book:
    """The Book that the options of a command mean."""
    from rulebook.config import ConfigError, find_config, load_config
    from rulebook.reading import UnknownDialectError, read_book, read_paths
    from rulebook.systems import UnknownSystemError, load_system

    try:
        if paths:
            return read_paths(
                [Path(path) for path in paths],
                config=Path(config_file) if config_file else None,
                system=system,
                dialect=dialect,
                find_system=load_system,
            )
        site = load_config(Path(config_file) if config_file else find_config(Path()))
        return read_book(site, system=system, dialect=dialect, find_system=load_system)
    except (ConfigError, UnknownDialectError, UnknownSystemError) as error:
        raise UsageFault(str(error)) from None


def report_on(book: Book, *, whole: bool = False) -> Report:
    """The report on a book; `whole`: what the baseline has is in it."""
    from rulebook.analysis import analyse

    with _sound_phrasebooks():
        return analyse(book, whole=whole)


def found_in(book: Book) -> Found:
    """Everything that is found, also what the baseline has and what waits for something else."""
    from rulebook.analysis import find

    with _sound_phrasebooks():
        return find(book)


@contextmanager
def _sound_phrasebooks() -> Iterator[None]:
    from rulesmod.system import WordingError

    try:
        yield
    except WordingError as error:
        raise UsageFault(f"a phrasebook is faulty: {error}") from None


def record(path: Path, text: str) -> None:
    """Write one of the records beside mkdocs.yml."""
    from rulebook.files import OutsideError, write

    try:
        write(path, text, within=path.parent)
    except OutsideError as error:
        raise UsageFault(str(error)) from None
    except OSError as error:
        raise UsageFault(f"cannot write `{error.filename}`: {error.strerror}") from None


def tell_faults(book: Book) -> int:
    """Say what went wrong while a book was read, and give the exit code that means: 0 where nothing did."""
    for finding in book.findings:
        click.echo(f"rulebook: {fault_line(finding)}", err=True)
    return _code(book.findings)


def fault_line(finding: Finding) -> str:
    """What went wrong while a book was read, in one line."""
    from rulebook.reports.concise import line_of

    return finding.message if finding.rule == UNREADABLE else line_of(finding)


def _code(findings: Iterable[Finding]) -> int:
    return max((2 if finding.rule == UNREADABLE else 1 for finding in findings), default=0)


def exit_code(report: Report, fail_on: str) -> int:
    from rulebook.findings import Severity

    if _code(report.findings) == 2:
        return 2
    worst = report.worst()
    return int(worst is not None and worst >= Severity[fail_on.upper()])

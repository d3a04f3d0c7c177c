"""The command `rulebook`: options, exit codes, and nothing else.

Exit codes: 0 when nothing reaches the fail level, 1 when something does, 2 for a usage error, a source that
cannot be read, or a fault of our own. Commands import what they need when they run, so that
`rulebook --help` and a small check start quickly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from rulebook.analysis import Report
    from rulebook.book import Book
    from rulebook.document import Document

REPORTS = ("full", "concise", "json", "github")
SEVERITIES = ("error", "warning", "info")


class _Usage(click.ClickException):
    """What the user can mend: one line, exit code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"rulebook: {self.message}", err=True)


def _own_faults_in_a_line(command: Callable[..., Any]) -> Callable[..., Any]:
    """No traceback ever reaches a writer: a fault of our own says what it is, and how to see more."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except (click.exceptions.Exit, click.ClickException, click.Abort):
            raise
        except BrokenPipeError:
            # The reader of our output has gone (`| head`); there is nobody left to tell.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(2) from None
        except Exception as error:
            if os.environ.get("RULEBOOK_DEBUG"):
                raise
            text = str(error).partition("\n")[0] or "no message"
            raise _Usage(
                f"this is a fault of rulebook itself ({type(error).__name__}: {text}); "
                "set RULEBOOK_DEBUG=1 to see where, and please report it"
            ) from None

    return run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="mkdocs-rulebook")
def main() -> None:
    """Check rulebooks against their rules, and roll their dice."""


def _source_options(command: Callable[..., Any]) -> Callable[..., Any]:
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


def _read(paths: tuple[str, ...], config_file: str | None, system: str | None, dialect: str | None) -> Book:
    """The Book that the options of a command mean."""
    from rulebook.config import ConfigError, load_config
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
        site = load_config(Path(config_file or "mkdocs.yml"))
        return read_book(site, system=system, dialect=dialect, find_system=load_system)
    except (ConfigError, UnknownDialectError, UnknownSystemError) as error:
        raise _Usage(str(error)) from None


def _report(book: Book) -> Report:
    from rulebook.analysis import analyse
    from rulesmod.system import WordingError

    try:
        return analyse(book)
    except WordingError as error:
        raise _Usage(f"a phrasebook is faulty: {error}") from None


def _exit_code(report: Report, fail_on: str) -> int:
    from rulebook.findings import Severity

    if any(finding.rule == "unreadable-source" for finding in report.findings):
        return 2
    worst = report.worst()
    return int(worst is not None and worst >= Severity[fail_on.upper()])


@main.command()
@_source_options
@click.option("--format", "format_", type=click.Choice(REPORTS), default="full", show_default=True, help="The report.")
@click.option(
    "--fail-on", type=click.Choice(SEVERITIES), default="error", show_default=True, help="Exit with 1 from here up."
)
@_own_faults_in_a_line
def check(
    paths: tuple[str, ...],
    config_file: str | None,
    system: str | None,
    dialect: str | None,
    format_: str,
    fail_on: str,
) -> NoReturn:
    """Check references, notation, tables, examples and every other claim.

    A PATH is a file or a folder; without one, the sources are those of mkdocs.yml.
    """
    from rulebook.reports import renderer

    report = _report(_read(paths, config_file, system, dialect))
    click.echo(renderer(format_)(report), nl=False)
    raise click.exceptions.Exit(_exit_code(report, fail_on))


@main.command()
@click.argument("name", metavar="RULE")
@_own_faults_in_a_line
def explain(name: str) -> None:
    """Say what a rule of the findings means, and how to mend what it finds."""
    from difflib import get_close_matches

    from rulebook.checks import load_rules

    rules = load_rules()
    rule = rules.get(name)
    if rule is None:
        near = get_close_matches(name, rules, n=3) or list(rules)
        raise _Usage(f"there is no rule `{name}`; did you mean {', '.join(f'`{other}`' for other in near)}?")
    click.echo(f"{rule.name} ({rule.severity})\n\n{rule.documentation}")


@main.command()
@click.argument("path")
@click.option("--dialect", metavar="NAME", help="How the source is written, where its ending does not say.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@_own_faults_in_a_line
def outline(path: str, dialect: str | None, as_json: bool) -> NoReturn:
    """Show the sections of a source with their ids and places."""
    from rulebook.outline import as_text, outline_of, to_json

    book = _read((path,), None, None, dialect)
    pages = [page for page in book.pages if page.reported]
    documents: list[Document] = [page.document for page in pages]
    nodes = [node for document in documents for node in outline_of(document)]
    click.echo(to_json(nodes) if as_json else as_text(nodes))
    for finding in book.findings:
        click.echo(f"rulebook: {finding.message}", err=True)
    raise click.exceptions.Exit(2 if book.findings else 0)


@main.command()
@click.argument("system")
@click.argument("expression")
@click.option("--seed", metavar="HEX", help="24 hex digits: the same seed gives the same dice.")
@click.option("--against", metavar="EXPRESSION", help="What the other side rolls.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@_own_faults_in_a_line
def roll(system: str, expression: str, seed: str | None, against: str | None, as_json: bool) -> None:
    """Roll an EXPRESSION of a SYSTEM's dice, and say how the rules read it."""
    from rulebook.rolling import roll_report

    click.echo(_rolled(roll_report, system, expression, seed=seed, against=against, as_json=as_json))


@main.command()
@click.argument("system")
@click.argument("expression")
@click.option("--at-least", metavar="N", type=int, help="The chance to reach N.")
@click.option("--against", metavar="EXPRESSION", help="The chance to win against these dice.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@_own_faults_in_a_line
def odds(system: str, expression: str, at_least: int | None, against: str | None, as_json: bool) -> None:
    """Compute the exact odds of an EXPRESSION of a SYSTEM's dice."""
    from rulebook.rolling import odds_report

    if at_least is not None and against is not None:
        raise _Usage("--at-least and --against ask for different odds; take one of them")
    click.echo(_rolled(odds_report, system, expression, at_least=at_least, against=against, as_json=as_json))


def _rolled(report: Callable[..., str], system: str, expression: str, **options: Any) -> str:
    from rulebook.rolling import RollingError
    from rulebook.systems import UnknownSystemError, load_system

    try:
        return report(load_system(system), expression, **options)
    except (RollingError, UnknownSystemError) as error:
        raise _Usage(str(error)) from None


if __name__ == "__main__":
    main()

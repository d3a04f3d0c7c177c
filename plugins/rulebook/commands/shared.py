"""Options, faults and exit codes that all commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from rulebook_core.late import late

in_a_line: Callable[[str], str] = late("rulebook_core.findings", "in_a_line")
SEVERITIES = ("error", "warning", "info")


class UsageFault(click.ClickException):
    """A mistake of the user, reported in one line; exit code 2."""

    exit_code = 2

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy and f": {remedy}"

    def show(self, file: Any = None) -> None:
        # What is listed for choosing stands in lines of its own.
        click.echo("\n".join(map(in_a_line, f"rulebook: {self.message}{self.remedy}".split("\n"))), err=True)


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say which sources to read, and how."""
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

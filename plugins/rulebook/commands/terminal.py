"""Colours and progress messages at a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from rulebook_core import workspace
from rulebook_core.lazy_regex import lazily
from rulebook_core.system.machine import ticking

MAX_SILENT_SECONDS = 2
"""A run that takes no longer needs no word that it goes on."""

_HEADS = {"error": "red", "warning": "yellow", "info": "blue"}
_SEVERITY = lazily(r"(?m)^(?P<path>\S[^\n]*:\d+:\d+: )?(?P<severity>error|warning|info)(?=\[[a-z-]+\])")
_MARKS = lazily(r"(?m)^ +\| +\^+(?=$|[ -])")
_ADDED = lazily(r"(?m)^\+.*$")
_GONE = lazily(r"(?m)^-.*$")


def show(report: str) -> None:
    """Print a report; on a terminal its severities and what they point at have colours, where nobody forbids it."""
    text = _SEVERITY.sub(
        lambda match: (match["path"] or "") + _bold(match["severity"], _HEADS[match["severity"]]), report
    )
    click.echo(_MARKS.sub(lambda match: _bold(match[0], "red"), text), nl=False, color=_wanted())


def show_diff(diff: str) -> None:
    """Print what a change takes and gives."""
    text = _GONE.sub(lambda match: click.style(match[0], fg="red"), diff)
    click.echo(_ADDED.sub(lambda match: click.style(match[0], fg="green"), text), color=_wanted())


def _bold(text: str, colour: str) -> str:
    return click.style(text, fg=colour, bold=True)


def _wanted() -> bool | None:
    """Return whether colours are shown; None where that hangs on the output (https://no-color.org)."""
    return False if workspace.setting("NO_COLOR") or workspace.setting("TERM") == "dumb" else None


@contextmanager
def patience(what: str) -> Iterator[None]:
    """Show a progress message on a terminal once a step takes long; remove it at the end."""
    if not sys.stderr.isatty():
        yield
        return
    start = workspace.seconds()
    longest = 0

    def tell() -> None:
        nonlocal longest
        said = f"{what} ... {workspace.seconds() - start:.0f} s"
        longest = max(longest, len(said))
        os.write(sys.stderr.fileno(), f"\r{said}".encode())

    with ticking(tell, MAX_SILENT_SECONDS, 1):
        yield
    if longest:
        os.write(sys.stderr.fileno(), f"\r{'':{longest}}\r".encode())

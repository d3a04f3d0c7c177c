"""What a person at a terminal sees besides the report: colours, and that a long run is still at work."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

SECONDS = 2
"""A run that takes no longer needs no word that it goes on."""

_HEADS = {"error": "red", "warning": "yellow", "info": "blue"}
_SEVERITY = re.compile(r"(?m)^(?P<path>\S[^\n]*:\d+:\d+: )?(?P<severity>error|warning|info)(?=\[[a-z-]+\])")
_MARKS = re.compile(r"(?m)^ +\| +\^+(?=$|[ -])")
_ADDED = re.compile(r"(?m)^\+.*$")
_GONE = re.compile(r"(?m)^-.*$")


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
    """Whether colours are shown; None where that hangs on the output (https://no-color.org)."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


@contextmanager
def patience(what: str) -> Iterator[None]:
    """Tell on a terminal that something goes on, once it takes long, and take that back when it is done.

    A timer of the system does it, and no thread: work is shared among processes, which part only where there is none.
    """
    timed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not timed or not sys.stderr.isatty():
        yield
        return
    start = time.monotonic()
    said = False

    def tell(number: int, frame: FrameType | None) -> None:
        nonlocal said
        said = True
        os.write(sys.stderr.fileno(), f"\r{what} ... {time.monotonic() - start:.0f} s".encode())

    before = signal.signal(signal.SIGALRM, tell)
    signal.setitimer(signal.ITIMER_REAL, SECONDS, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if said:
            os.write(sys.stderr.fileno(), b"\r\x1b[K")

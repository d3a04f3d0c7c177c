"""A command that runs again whenever something has changed that its answer depends on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from rulebook.commands.shared import UsageFault
from rulebook.loading.file_state import state_of
from rulebook_core import workspace
from rulebook_core.source import shown_path
from rulebook_rules.settings.where import find_config
from rulebook_rules.systems import HeldRules

if TYPE_CHECKING:
    from rulebook_rules.book import Book

PAUSE = 0.3
"""Seconds between two looks at the files: little work, and no pause that a writer would feel."""
GRAIN = 20_000_000
"""Nanoseconds that a file may look older than it is."""


def watch(run: Callable[[], tuple[Book, Iterable[str]]], paths: tuple[str, ...], config_file: str | None) -> NoReturn:
    """Run something now, and after each change of the files that it was about; Ctrl-C ends it.

    Args:
        run: reads a book and reports on it; returns the book, and files that it was made of.
        paths, config_file: what the command was asked about.
    """
    config = Path(config_file) if config_file else find_config(Path())
    book: Book | None = None
    files: tuple[str, ...] = ()
    rules = HeldRules()
    while True:
        start, before = workspace.clock() - GRAIN, state_of(book, (*paths, *files), config)
        try:
            book, more = run()
            files = tuple(more)
        except UsageFault as fault:
            fault.show()
        if book is not None:
            rules.note(book.systems)
        after = state_of(book, (*paths, *files), config)
        # What the book turned out to be made of may have changed while it was read.
        before = {**{path: state for path, state in after.items() if state[0] < start}, **before}
        while not (changed := sorted(dict(before.items() ^ after.items()))):
            time.sleep(PAUSE)
            after = state_of(book, (*paths, *files), config)
        if book is not None:
            rules.forget_changed(book.systems)
        click.echo(f"\n{workspace.time_of_day()}  {shown_path(Path(changed[0]))} has changed", err=True)

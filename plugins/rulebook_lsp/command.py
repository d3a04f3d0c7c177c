"""`rulebook lsp`: the language server that editors start."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

import click

from rulebook.commands.shared import UsageFault
from rulebook_core import workspace
from rulebook_core.findings import in_a_line
from rulebook_core.imports.siblings import is_installed
from rulebook_core.late import late

if TYPE_CHECKING:
    from rulebook_lsp.server import Server

make_server: Callable[[], Server] = late("rulebook_lsp.answering", "make_server")
"""Its module imports pygls, which may be missing."""


class OneLine(logging.Formatter):
    """Tells in a line what an editor has sent that cannot be answered: nobody reads a traceback in its log."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        why = f": {type(error).__name__}: {error}" if error is not None else ""
        return in_a_line(f"rulebook: {record.getMessage().partition(chr(10))[0]}{why}")


@click.command()
def lsp() -> None:
    """Serve an editor over the Language Server Protocol: findings, remedies, odds, links.

    It talks through its input and output; an editor starts it, not you. It needs the extra `lsp`.
    """
    if not is_installed("pygls"):
        raise UsageFault("the language server is not installed; it comes with `pip install 'mkdocs-rulebook[lsp]'`")
    log = logging.StreamHandler()
    if not workspace.setting("RULEBOOK_DEBUG"):
        log.setFormatter(OneLine())
    logging.basicConfig(level=logging.WARNING, handlers=[log])
    # The server closes what it writes to, and what a rules module prints is none of the protocol.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with redirect_stdout(sys.stderr):
        make_server().start_io(stdout=output)

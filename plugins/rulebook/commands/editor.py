"""`rulebook lsp`: the language server that editors start."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from importlib.util import find_spec

import click

from rulebook.commands.shared import UsageFault


@click.command()
def lsp() -> None:
    """Serve an editor over the Language Server Protocol: findings, remedies, odds, links.

    It talks through its input and output; an editor starts it, not you. It needs the extra `lsp`.
    """
    if find_spec("pygls") is None:
        raise UsageFault("the language server is not installed; it comes with `pip install 'mkdocs-rulebook[lsp]'`")
    from rulebook.editor.answering import make_server

    # The server closes what it writes to, and what a rules module prints is none of the protocol.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with redirect_stdout(sys.stderr):
        make_server().start_io(stdout=output)

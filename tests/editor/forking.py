"""Processes that serve an editor, forked from one that has imported everything: starting each anew takes a second.

On Linux alone: elsewhere processes do not part, or not safely.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import rulebook_lsp.answering  # noqa: F401  # for the forks
from rulebook.cli import main
from rulebook_core.system.machine import fork
from rulebook_lsp.open_files import Desk
from tests.editor.books import BOOKS

ROOT = Path(__file__).parents[2]


class Forking:
    """A process that forks a server for each connection to its port."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.editor.forking"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate()


def serve(connection: socket.socket) -> None:
    """What `rulebook lsp` does, between a connection's ends."""
    os.dup2(connection.fileno(), 0)
    os.dup2(connection.fileno(), 1)
    connection.close()
    main(["lsp"])


def warm() -> None:
    """Read a small book in each dialect: what is imported and compiled for it is there for all."""
    with TemporaryDirectory() as folder:
        for small in BOOKS:
            place = Path(folder, small.dialect)
            place.mkdir()
            page = small.write(place)
            desk = Desk()
            desk.open(page.as_uri(), page, small.text, 1)
            for book in desk.books:
                book.read(desk.texts, rules_may_differ=True)


if __name__ == "__main__":
    warm()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        while True:
            connection, _ = listener.accept()
            if fork() == 0:
                listener.close()
                serve(connection)
            connection.close()

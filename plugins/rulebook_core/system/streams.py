"""Standard output: a screen, file or pipe, which may lack characters, be full or be closed."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TextIO

from rulebook_core import workspace


def show_all_signs() -> None:
    """Print characters that the output cannot encode as escapes, so that no run fails on them."""
    for stream in _streams():
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def let_go() -> None:
    """See that Python finds nothing to complain of when it closes what cannot be written to."""
    for stream in _streams():
        try:
            stream.flush()
        except OSError:
            os.dup2(workspace.null_handle(), stream.fileno())


def _streams() -> list[TextIO]:
    return [stream for stream in (sys.stdout, sys.stderr) if stream is not None]

"""What a process prints to: a screen, a file or a pipe, which may know few signs, be full, or have gone."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TextIO

from rulebook_core import workspace


def show_all_signs() -> None:
    """Have signs that the output does not know printed as their numbers, and no run ended by them."""
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

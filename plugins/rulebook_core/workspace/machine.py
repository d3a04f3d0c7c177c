"""Clock, environment, and handles of files to be locked."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rulebook_core.late import late
from rulebook_core.workspace.trace import ask, unrepeatable

distribution: Callable[[str], Any] = late("importlib.metadata", "distribution")


def setting(name: str, default: str = "") -> str:
    """Return the value of an environment variable."""
    answer = str(ask("environment", name))
    return answer[1:] if answer else default


def is_set(name: str) -> bool:
    """Return whether an environment variable is set, if only to nothing."""
    return bool(ask("environment", name))


def environment() -> dict[str, str]:
    """Return all environment variables."""
    ask("environment names", "")
    return dict(os.environ)


def current_folder() -> str:
    """Return the folder that the process is in."""
    return str(ask("current folder", ""))


def clock() -> int:
    """Return the time of day, in nanoseconds; no later run can repeat what depends on it."""
    unrepeatable("clock")
    return time.time_ns()


def time_of_day() -> str:
    """Return the local time, as `12:30:00`."""
    return time.strftime("%H:%M:%S")


def seconds() -> float:
    """Return the seconds since some moment, for measuring how long something takes."""
    return time.monotonic()


def installed_text(project: str, name: str) -> str:
    """Return a text of the metadata of an installed project; "" if there is none."""
    try:
        return distribution(project).read_text(name) or ""
    except ModuleNotFoundError:  # No project of this name is installed.
        return ""


def lock_handle(folder: Path) -> int:
    """Open a folder to be locked.

    Raises:
        OSError: it cannot be opened, or this system does not open folders.
    """
    return os.open(folder, os.O_RDONLY)


def null_handle() -> int:
    """Open what takes everything that is written to it, and keeps nothing."""
    return os.open(os.devnull, os.O_WRONLY)

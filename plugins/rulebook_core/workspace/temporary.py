"""Files and folders among those that the system removes; few runs need any."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir


@contextmanager
def temporary_folder(prefix: str = "rulebook-") -> Iterator[Path]:
    """Give a new folder, and remove it with all that it holds."""
    with TemporaryDirectory(prefix=prefix) as name:
        yield Path(os.path.realpath(name))


def lock_file_handle(name: str) -> int:
    """Open a file among those of the system's temporary folder to be locked.

    Raises:
        OSError: it cannot be opened.
    """
    return os.open(os.path.join(gettempdir(), name), os.O_RDWR | os.O_CREAT)

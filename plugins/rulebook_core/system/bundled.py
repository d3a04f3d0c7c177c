"""JavaScript of a package: bundled when the package is built, not stored in its repository."""

from __future__ import annotations

from pathlib import Path

from rulebook_core import workspace


class MissingPartError(Exception):
    """This installation lacks a file of the wheel, or an extra; the message names the remedy, in one line."""


def read_bundled(path: Path) -> bytes:
    """A file of a bundle.

    Raises:
        MissingPartError: it is not there.
    """
    try:
        return workspace.read_bytes(path)
    except OSError:
        raise MissingPartError(
            f"this installation of mkdocs-rulebook lacks {path.name}: install it again with `pip install "
            "--force-reinstall --no-deps mkdocs-rulebook`, or in a clone of it run `make site`"
        ) from None

"""Where the configuration of a site lies."""

from __future__ import annotations

from pathlib import Path

from rulebook_core import workspace

FILE_NAMES = ("mkdocs.yml", "mkdocs.yaml")
"""How MkDocs's configuration may be called; the first that is there counts."""


def find_config(folder: Path) -> Path:
    """The configuration in a folder; where there is none, the one that should be there."""
    paths = [folder / name for name in FILE_NAMES]
    return next((path for path in paths if workspace.is_file(path)), paths[0])


def cache_beside(config: Path) -> Path:
    """The folder for what is kept of a site between runs."""
    return config.parent / ".rulebook-cache"

"""The source documents that the tools are tried on: test input, not part of the project."""

import os
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("RULEBOOK_SEEDS") or Path(__file__).parent.parent.parent / "shared" / "seeds")
"""Beside the clone, or where the environment says."""

GAMES = {
    "000": ("cavea", "markdown"),
    "001": ("drama", "obsidian"),
    "002": ("dry-cereal", "pandoc"),
    "003": ("sda", "asciidoc"),
    "004": ("masque", "prose"),
}
"""The game and the dialect of each, by the number that its name begins with."""


def find_seed(number: str) -> str | None:
    """The text of the source whose name begins with `number`; None where the folder is absent."""
    files = sorted(FOLDER.glob(f"{number}_*.txt"))
    return files[0].read_bytes().decode("utf-8") if files else None


def seed(number: str) -> str:
    """The same text; skips the test where the folder is absent."""
    text = find_seed(number)
    if text is None:
        pytest.skip("the source documents are not here (RULEBOOK_SEEDS names their folder)")
    return text

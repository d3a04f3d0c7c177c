"""The source documents that the tools are tried on: test input, not part of the project."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent.parent / "shared" / "seeds"


def seed(number: str) -> str:
    """The text of the source whose name begins with `number`; skips the test where the folder is absent."""
    files = sorted(FOLDER.glob(f"{number}_*.txt"))
    if not files:
        pytest.skip(f"the source documents are not here ({FOLDER.name}/{number}_*.txt)")
    return files[0].read_bytes().decode("utf-8")

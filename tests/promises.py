"""The lines of SECURITY.md, each held by the tests that name it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "SECURITY.md"


class Promises:
    """Those under one heading; as a decorator, says which of them a test holds, by its first words."""

    def __init__(self, heading: str) -> None:
        self.heading = heading
        self.held: set[str] = set()

    def __call__(self, promise: str) -> Callable[[Any], Any]:
        self.held.add(promise)
        return lambda test: test

    def check(self) -> None:
        """Every line there is held, and nothing is held that is not there."""
        text = PAGE.read_text(encoding="utf-8")
        lines = text.partition(f"\n## {self.heading}\n")[2].partition("\n## ")[0].split("\n- ")[1:]
        named = [re.match(r"\*\*(.+?)\.\*\* ", line) for line in lines]
        assert all(named), "a line without a name"
        assert lines
        assert {match[1] for match in named if match is not None} == self.held

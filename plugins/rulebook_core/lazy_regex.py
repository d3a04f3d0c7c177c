"""Patterns that are compiled when somebody first looks for them.

What a check imports knows some four hundred, and a page needs a hundred of them: the others would be a tenth of a run
that reads one page.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, cast


class LazyPattern:
    """A pattern that is compiled on first use."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        result = getattr(self.compiled, name)
        setattr(self, name, result)  # So the next one who asks finds it here.
        return result


def lazily(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern, compiled when it is first used."""
    return cast("re.Pattern[str]", LazyPattern(pattern, flags))

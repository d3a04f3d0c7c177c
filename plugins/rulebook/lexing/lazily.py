"""Patterns that are compiled when somebody first looks for them.

What dice may look like takes long to compile, and many books have nothing beside theirs that says what they come to.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, cast


class LazyPattern:
    """What stands for a pattern until somebody uses it."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.compiled, name)
        setattr(self, name, found)  # So the next one who asks finds it here.
        return found


def lazily(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern, compiled when it is first used."""
    return cast("re.Pattern[str]", LazyPattern(pattern, flags))

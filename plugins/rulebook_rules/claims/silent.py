"""Why a rule says nothing of a number that it looked at: readers tell it where they let a number go.

A check asks nobody; `rulebook why` and the editor read a page again and listen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from rulebook_core.source import Span
from rulebook_syntax.document import Block

Silent: TypeAlias = "Callable[[Block, tuple[int, int], str], None]"
"""Takes a stretch of a block's plain text, and the reason why nothing is said of it."""


class Silence(NamedTuple):
    """A reason of a kind of statement, by its name, to say nothing of a span of a source."""

    kind: str
    span: Span
    reason: str


def ignored(block: Block, at: tuple[int, int], reason: str) -> None:
    """Take a reason that nobody asks for."""

"""The model of a parsed entry: its name, values and faults, by offsets."""

from __future__ import annotations

from dataclasses import field

from rulesmod.records import record
from rulesmod.system import EntryKind

MAX_FAULTS = 2
"""With more of them, words are a mention and no entry."""

Value = tuple[str, int, int]
"""A value as text, and its stretch."""


@record
class Fault:
    """A fault at `[start, end)` of a paragraph, and its replacement.

    Where nobody knows what is meant, `choices` are all that can be.
    """

    start: int
    end: int
    fact: str
    text: str | None = None
    choices: tuple[str, ...] = ()


@record
class ParsedEntry:
    """An entry in a paragraph.

    Attributes:
        start: where its name begins.
        head: where its head ends and its text begins.
        at: the stretch of its name.
        fields: the values by name.
        inline: whether it stands within a sentence.
        is_draft: whether it has no values.
        quotes: how many quotation marks stand before its name.
    """

    kind: EntryKind
    name: str
    start: int
    head: int
    fields: dict[str, Value] = field(default_factory=dict)
    inline: bool = False
    is_draft: bool = False
    faults: tuple[Fault, ...] = ()
    quotes: int = 0

    @property
    def at(self) -> tuple[int, int]:
        start = self.start + self.quotes
        return start, start + len(self.name)

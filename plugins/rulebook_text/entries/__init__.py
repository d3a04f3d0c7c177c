"""Entries of bare prose: stat blocks, tagged items and named figures, by the grammar that their game declares.

`model` says what an entry is; `statblocks`, `tagged` and `figures` read one form each, and `names` the name that
stands before one. What lacks a sign, or has a wrong one, is read all the same, with the fault at its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook_text.entries.figures import figures
from rulebook_text.entries.model import ParsedEntry
from rulebook_text.entries.statblocks import stat_blocks
from rulebook_text.entries.tagged import tagged
from rulesmod.system import EntryKind, StatBlock, Tagged


def entries_in(text: str, kinds: Sequence[EntryKind]) -> list[ParsedEntry]:
    """The entries of a paragraph, in order; none overlaps another's head."""
    entries = [entry for kind in kinds for entry in _of_kind(text, kind)]
    entries.sort(key=lambda entry: (entry.start, -entry.head))
    apart: list[ParsedEntry] = []
    for entry in entries:
        if not apart or entry.start >= apart[-1].head:
            apart.append(entry)
    return apart


def _of_kind(text: str, kind: EntryKind) -> Iterator[ParsedEntry]:
    if isinstance(kind, StatBlock):
        return stat_blocks(text, kind)
    return tagged(text, kind) if isinstance(kind, Tagged) else figures(text, kind)

"""The grammar of entries for a source whose game nobody names: that of the first game that finds its own in it."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from rulebook.dialects.prose.folding import folded
from rulebook.entries import entries_in
from rulebook.systems import ENTRY_POINTS, UnknownSystemError, load_system
from rulesmod.system import EntryKind, StatBlock

ENOUGH = 2
"""So many stat blocks of a game are no accident."""


def entry_kinds(text: str) -> tuple[EntryKind, ...]:
    """How entries of a text begin; nothing where no registered game knows them."""
    plain = folded(text, 0, len(text)).text
    for kinds in _known():
        blocks = tuple(kind for kind in kinds if isinstance(kind, StatBlock))
        if len(entries_in(plain, blocks)) >= ENOUGH:
            return kinds
    return ()


@cache
def _known() -> tuple[tuple[EntryKind, ...], ...]:
    known = []
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            known.append(load_system(entry.name).entries)
        except UnknownSystemError:
            continue  # Whoever asks for that game by its name hears why.
    return tuple(kinds for kinds in known if kinds)

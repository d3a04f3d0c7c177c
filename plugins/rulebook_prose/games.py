"""The grammar of entries for a source whose game nobody names: that of the first game that finds its own in it."""

from __future__ import annotations

from rulebook_core import workspace
from rulebook_core.imports.modules import UnknownSystemError, load_module, registered_systems
from rulebook_core.source_map import MappedText
from rulebook_text.entries import entries_in
from rulesmod.system import EntryKind, StatBlock

MIN_BLOCKS = 2
"""Stat blocks of a game that identify it."""


def entry_kinds(text: str) -> tuple[EntryKind, ...]:
    """Return how entries of a text begin; nothing where no registered game knows them."""
    plain = MappedText(text).fold().text
    for kinds in _known():
        blocks = tuple(kind for kind in kinds if isinstance(kind, StatBlock))
        if len(entries_in(plain, blocks)) >= MIN_BLOCKS:
            return kinds
    return ()


@workspace.remembered
def _known() -> tuple[tuple[EntryKind, ...], ...]:
    known = []
    for name in registered_systems():
        try:
            known.append(load_module(name).entries)
        except UnknownSystemError:
            continue  # Whoever asks for that game by its name hears why.
    return tuple(kinds for kinds in known if kinds)

"""Wikilinks and embeds: what stands between their brackets."""

from __future__ import annotations

import re
from functools import lru_cache

from rulebook_core.lazy_regex import lazily
from rulesmod.dice.digits import to_int
from rulesmod.records import record

WIKILINK = lazily(
    r"(?P<embed>!)?\[\[(?P<target>[^\[\]\n|]{1,500}?)(?:\\?\|(?P<shown>[^\[\]\n]{0,500}))?\]\]"
    r"|\[\[(?P<nested>[^\[\]\n|]{1,500})\|(?P<words>[^\n\[\]]{0,200}\[[^\[\]\n]{0,200}\][^\n\[\]]{0,200})\]\]"
)
"""A link, or an embed, with what is shown of it; brackets may stand only in what is shown."""

_SIZE = lazily(r"(?:.*\|)?\s*(?P<width>\d{1,5})(?:\s*x\s*(?P<height>\d{1,5}))?\s*")

_ROLL = lazily(
    r"/(?:r|roll|gmr|gmroll|br|blindroll|sr|selfroll|pr|publicroll)\s+\S.*"
    r"|[-+(\s]*(?:\d+\s*[-+*/×]\s*)*[({\s]*\d+\s*d\s*(?:\d+|%|F\b)(?!\s*[^\W\d_]{3}).*"
    r"|\s*d(?:\d+|%)\s*[-+*/×].*",
    re.IGNORECASE,
)
"""Dice that virtual tables roll in doubled brackets.

Examples are `/r 2d6` and `2d6+3`; "2d6 Table" is the name of a note.
"""

IMAGES = ("avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp")
_FILES = (
    *IMAGES,
    "3gp",
    "base",
    "canvas",
    "flac",
    "m4a",
    "mkv",
    "mov",
    "mp3",
    "mp4",
    "ogg",
    "ogv",
    "pdf",
    "wav",
    "webm",
)
"""The endings that Obsidian shows; everything else is the name of a note, full stops and all ("3. Core Attributes")."""


@record
class NoteTarget:
    """Target of a wikilink.

    Attributes:
        note: the name or the path of a note or a file; empty for the note of the link itself.
        headings: titles of a heading and of those above it, outermost first; a link may name several.
        block: the id of a block.
    """

    note: str
    headings: tuple[str, ...] = ()
    block: str | None = None

    @property
    def is_file(self) -> bool:
        """Return whether the target is a file other than a note."""
        return self.ending in _FILES

    @property
    def is_image(self) -> bool:
        return self.ending in IMAGES

    @property
    def ending(self) -> str:
        return self.note.rpartition(".")[2].lower() if "." in self.note else ""


def is_roll(target: str) -> bool:
    """Return whether the words between doubled brackets are dice to roll, and no name of a note."""
    return _ROLL.fullmatch(target) is not None


@lru_cache(maxsize=4096)  # A link is read and followed, and there are many to the same notes.
def read_target(target: str) -> NoteTarget:
    """Take `note#heading#below`, `note#^block`, `note^block` apart."""
    note, *parts = target.split("#")
    block: str | None = None
    if parts and parts[-1].strip().startswith("^"):
        block = parts.pop().strip()[1:]
    elif not parts and "^" in note:
        note, _, block = note.rpartition("^")
        block = block.strip()
    return NoteTarget(note.strip(), tuple(part.strip() for part in parts if part.strip()), block or None)


def read_size(shown: str) -> tuple[int, int | None] | None:
    """The width, and the height, that an embed is shown with; None where it says something else."""
    match = _SIZE.fullmatch(shown)
    if match is None:
        return None
    return to_int(match["width"]), to_int(match["height"]) if match["height"] else None

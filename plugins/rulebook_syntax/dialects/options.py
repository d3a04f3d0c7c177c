"""Options of a reader: the site's extensions, and the path of the file."""

from __future__ import annotations

from pathlib import Path

from rulebook_syntax.dialects.excerpts import Selection
from rulebook_syntax.dialects.markdown.options import LONE_OPTIONS, MarkdownOptions
from rulesmod.records import record
from rulesmod.system import System

OF_OBSIDIAN = ("footnotes",)
"""The extensions of Python-Markdown that a translated note needs."""


@record
class ReadingOptions:
    """How a source is to be read.

    Attributes:
        markdown: the extensions that the site reads Markdown with.
        file: where the source lies on disk; None for a text without a file, which can include nothing.
        root: the folder that nothing it includes may lie outside of; None: the file's own.
        cache: the folder where results are kept between runs; None: nowhere.
        system: the game whose rules it states, where that is known beforehand.
        dice_letters: what begins dice in it, besides the letters that do so anywhere.
        selections: how much of it the pages take that it is a part of; all of it where there are none.
    """

    markdown: MarkdownOptions = LONE_OPTIONS
    file: Path | None = None
    root: Path | None = None
    cache: Path | None = None
    system: System | None = None
    dice_letters: str = ""
    selections: tuple[Selection, ...] = ()


LONE = ReadingOptions()
"""For a text that belongs to no site."""

"""The protocol of formats that bind the finished pages of a book, and their registry: parts found by entry points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import NamedTuple, Protocol

from rulebook_core.findings import Finding
from rulebook_core.source import Source
from rulebook_core.system.bundled import MissingPartError
from rulebook_core.system.parts import all_parts
from rulebook_render.looks import Look
from rulebook_rules.settings.options import PaperOptions
from rulesmod.records import record

FORMATS = "rulebook.formats"
"""The group of entry points for formats."""
CARD = "card.png"
"""The picture of a book for previews of links. Formats for paper make it from a cover."""
ICONS = {192: "icon-192.png", 512: "icon-512.png"}
"""Its icons, by their size in pixels."""


@record
class Chapter:
    """A finished page of a book.

    Attributes:
        url: its address from the root of the site.
        title: as the table of contents has it.
        html: its content.
    """

    url: str
    title: str
    html: str


@record
class Volume:
    """A book to bind.

    Attributes:
        name: of its files, without an ending.
        title: of the book.
        chapters: its pages, in the order of reading.
        language: of the text, as in HTML.
        site: where the site is published, for links that lead out of the book; "" if that is not known.
        root: the path from the book's folder to the root of the site ("..").
        styles: addresses of the site's style sheets, from the book's folder.
        author: who made it; "" if nobody is named.
        version: the edition; "" if no format for paper is made.
        cover: the address of a picture from the root of the site; "" for none.
        colour: of its headings, as `#rrggbb`; "" for the format's own.
        paper: how formats for paper are laid out.
        line: its one line; "" for none.
        look: its look; None for the format's own.
        image: gives the content of an image by its address from the root of the site; None if there is none.
        modified: when the book was made; equal volumes with equal times give equal files.
    """

    name: str
    title: str
    chapters: tuple[Chapter, ...]
    language: str
    site: str
    root: str
    styles: tuple[str, ...]
    author: str
    version: str
    cover: str
    colour: str
    paper: PaperOptions
    line: str
    look: Look | None
    image: Callable[[str], bytes | None] = field(compare=False)
    modified: datetime = field(compare=False)


class Coarse(NamedTuple):
    """A picture with too few pixels for the width that it has on paper.

    Attributes:
        path: its address from the root of the site.
        pixels: its width.
        inches: the width on paper.
    """

    path: str
    pixels: int
    inches: float


class Bound(NamedTuple):
    """The files of a bound volume, by name; the characters that no font of it has, and its coarse pictures."""

    files: Mapping[str, bytes | str]
    missing: tuple[str, ...] = ()
    coarse: tuple[Coarse, ...] = ()


class Format(Protocol):
    """A way to bind a volume.

    Attributes:
        option: the option of the plugin that asks for it.
        is_paper: whether it states an edition; it is not made while a site is served, because its writer waits.
    """

    @property
    def option(self) -> str: ...

    @property
    def is_paper(self) -> bool: ...

    def require(self) -> None:
        """Check that the format can be made here.

        Raises:
            MissingPartError: something is not installed.
        """

    def bind(self, volume: Volume) -> Bound:
        """Make the files of a volume."""

    def findings(self, pages: Sequence[tuple[Source, Chapter]], bound: Bound) -> list[Finding]:
        """Report what a bound volume cannot show, at its place in the sources of its pages."""


def formats_for(options: object) -> tuple[Format, ...]:
    """Load the formats that the options of the plugin ask for.

    Raises:
        MissingPartError: one of them is not installed, or lacks something.
    """
    if not getattr(options, "volumes", False):
        return ()
    loaded: list[Format] = [part.load() for part in all_parts(FORMATS).values()]
    for option in ("volumes", "pdf"):
        if getattr(options, option, False) and not any(each.option == option for each in loaded):
            raise MissingPartError(f"`{option}` is set, and no format that is installed makes it")
    wanted = tuple(each for each in loaded if getattr(options, each.option, False))
    for each in wanted:
        each.require()
    return wanted

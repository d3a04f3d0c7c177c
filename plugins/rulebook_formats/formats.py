"""The formats of this package, as the registry loads them: EPUB, a page to print, and PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from rulebook_core.findings import Finding
from rulebook_core.source import Source
from rulebook_formats import epub, pdf, printed
from rulebook_formats.chapters import Chapter
from rulebook_formats.faults import missing_glyphs
from rulebook_render.publishing.formats import Bound, Volume
from rulebook_render.publishing.formats import Chapter as Page
from rulesmod.records import record

PRINTED = "print.html"
CARD = "card.png"


@record
class VolumeFormat:
    """A format of this package: see `rulebook_render.publishing.formats.Format`."""

    option: str
    is_paper: bool
    bind: Callable[[Volume], Bound]
    require: Callable[[], object] = lambda: None

    def findings(self, pages: Sequence[tuple[Source, Page]], bound: Bound) -> list[Finding]:
        """Report the characters that no font has."""
        if not bound.missing:
            return []
        return missing_glyphs([(source, _chapter(page)) for source, page in pages], bound.missing)


def _chapter(page: Page) -> Chapter:
    return Chapter(page.url, page.title, page.html)


@lru_cache(maxsize=1)
def _chapters(pages: tuple[Page, ...]) -> tuple[Chapter, ...]:
    """Return the chapters of a volume; its formats share their parsed elements."""
    return tuple(map(_chapter, pages))


def _epub(volume: Volume) -> Bound:
    book = epub.epub(
        volume.title,
        _chapters(volume.chapters),
        image=volume.image,
        language=volume.language,
        modified=volume.modified,
        site=volume.site,
    )
    return Bound({f"{volume.name}.epub": book})


def _print(volume: Volume) -> Bound:
    page = printed.printed(
        volume.title,
        _chapters(volume.chapters),
        styles=volume.styles,
        root=volume.root,
        book=volume.name,
        language=volume.language,
        site=volume.site,
    )
    return Bound({PRINTED: page})


def _pdf(volume: Volume) -> Bound:
    """Set a PDF, and the card of its cover."""
    imprint = pdf.Imprint(
        volume.title,
        author=volume.author,
        version=volume.version,
        address=f"{volume.site.rstrip('/')}/{volume.chapters[0].url}" if volume.site else "",
        cover=volume.cover,
        colour=volume.colour,
    )
    book = pdf.typeset(
        imprint,
        _chapters(volume.chapters),
        image=volume.image,
        language=volume.language,
        made=volume.modified,
        site=volume.site,
    )
    files: dict[str, bytes | str] = {f"{volume.name}.pdf": book.content}
    if (card := pdf.card(imprint, image=volume.image)) is not None:
        files[CARD] = card
    return Bound(files, book.missing)


EPUB = VolumeFormat("volumes", False, _epub)
PRINT = VolumeFormat("volumes", False, _print)
PDF = VolumeFormat("pdf", True, _pdf, pdf.typesetter)

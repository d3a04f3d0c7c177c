"""The formats of this package, as the registry loads them: EPUB, a page to print, and PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from rulebook_core.findings import Finding
from rulebook_core.source import Source
from rulebook_formats import epub, pdf, printed
from rulebook_formats.chapters import Chapter
from rulebook_formats.faults import coarse_pictures, missing_glyphs
from rulebook_render.publishing.formats import CARD, ICONS, Bound, Volume
from rulebook_render.publishing.formats import Chapter as Page
from rulesmod.records import record

PRINTED = "print.html"


@record
class VolumeFormat:
    """A format of this package: see `rulebook_render.publishing.formats.Format`."""

    option: str
    is_paper: bool
    bind: Callable[[Volume], Bound]
    require: Callable[[], object] = lambda: None

    def findings(self, pages: Sequence[tuple[Source, Page]], bound: Bound) -> list[Finding]:
        """Report the characters that no font has, and the pictures that are coarse on paper."""
        if not (bound.missing or bound.coarse):
            return []
        own = [(source, _chapter(page)) for source, page in pages]
        return [*missing_glyphs(own, bound.missing), *coarse_pictures(own, bound.coarse)]


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
        line=volume.line,
        look=volume.look,
    )

    def typeset(chapters: Sequence[Chapter], part: str = "") -> pdf.Typeset:
        return pdf.typeset(
            replace(imprint, part=part),
            chapters,
            image=volume.image,
            language=volume.language,
            made=volume.modified,
            site=volume.site,
            paper=volume.paper,
        )

    chapters = _chapters(volume.chapters)
    book = typeset(chapters)
    files: dict[str, bytes | str] = {}
    if volume.paper.chapters:
        files |= {f"{_name(volume, one)}.pdf": typeset([one], one.title).content for one in chapters}
    files[f"{volume.name}.pdf"] = book.content
    if (drawn := pdf.drawn(imprint, ICONS, image=volume.image)) is not None:
        files |= {CARD: drawn.card} | {ICONS[size]: icon for size, icon in drawn.icons.items()}
    return Bound(files, book.missing, book.coarse)


def _name(volume: Volume, chapter: Chapter) -> str:
    """Return the path of a chapter from the folder of its book, without an ending."""
    parts = chapter.url.removesuffix(".html").removesuffix("/index").split("/")
    return "/".join(parts[volume.root.count("..") :]) or "index"


EPUB = VolumeFormat("volumes", False, _epub)
PRINT = VolumeFormat("volumes", False, _print)
PDF = VolumeFormat("pdf", True, _pdf, pdf.typesetter)

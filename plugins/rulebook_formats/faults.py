"""Report what a book on paper cannot show, at the place in its sources."""

from __future__ import annotations

import html
import math
import posixpath
import unicodedata
from collections.abc import Iterator, Sequence

from rulebook_core.findings import Details, Finding, Place, Remedy, Role, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Source, Span
from rulebook_formats.chapters import Chapter
from rulebook_formats.typesetting.paper import MIN_DPI
from rulebook_render.publishing.formats import Coarse

_ENTITY = lazily(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][\dA-Za-z]{1,31});")


MAX_SIGNS = 6
"""Characters of a page that are named; more of them are counted."""


@rule(Severity.WARNING, Role.BUILT)
def missing_glyph(place: Place, sign: str, *, times: int = 1, others: int = 0) -> Details:
    notes = (f"it stands {times} times on this page",) if times > 1 else ()
    if others:
        notes = (*notes, f"{others} more characters of this page have no font either")
    return Details(
        f"no font of the PDF has `{sign}` ({', '.join(map(_named, sign))})",
        notes=notes,
        remedies=(
            Remedy("install a font that has it on the machine that builds the site"),
            Remedy("write another character, or say it in words"),
        ),
    )


def _named(character: str) -> str:
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}{f' {name}' if name else ''}"


def missing_glyphs(pages: Sequence[tuple[Source, Chapter]], signs: Sequence[str]) -> list[Finding]:
    """Report the signs that no font has, each once a page.

    Args:
        pages: of one PDF, what they were written as and what they are in it.
        signs: what no font has, as the typesetter names it.
    """
    findings = [finding for source, chapter in pages for finding in _of_page(source, chapter, signs)]
    titles = [sign for sign in signs if not any(_times(chapter, sign) for _, chapter in pages)]
    for source, _ in pages[:1]:
        findings += [missing_glyph(Place(source, Span(0, 0)), sign) for sign in titles]  # Such as of the cover.
    return findings


def _of_page(source: Source, chapter: Chapter, signs: Sequence[str]) -> Iterator[Finding]:
    standing = [(sign, times) for sign in signs if (times := _times(chapter, sign))]
    others = max(0, len(standing) - MAX_SIGNS)
    for number, (sign, times) in enumerate(standing[:MAX_SIGNS], 1):
        place = Place(source, _span(source, chapter, sign))
        yield missing_glyph(place, sign, times=times, others=others if number == MAX_SIGNS else 0)


def _times(chapter: Chapter, sign: str) -> int:
    return chapter.tree.text.count(sign) + sum(sign in image for image in _images(chapter))


def _images(chapter: Chapter) -> Iterator[str]:
    """Yield the alternative texts of pictures, for those that cannot be drawn."""
    return (image.attributes.get("alt", "") for image in chapter.tree.all("img"))


def _span(source: Source, chapter: Chapter, sign: str) -> Span:
    """Return the first place where a source writes a sign: as it is, as an entity, or as the name of an emoji.

    It is the beginning of the page where something else made the sign.
    """
    start = source.text.find(sign)
    if start >= 0:
        return Span(start, start + len(sign))
    for entity in _ENTITY.finditer(source.text):
        if html.unescape(entity[0]) == sign:
            return Span(*entity.span())
    for image in chapter.tree.all("img"):
        name = image.attributes.get("title", "")
        if sign in image.attributes.get("alt", "") and name and (start := source.text.find(name)) >= 0:
            return Span(start, start + len(name))
    return Span(0, 0)


@rule(Severity.WARNING, Role.BUILT)
def coarse_picture(place: Place, picture: Coarse, least: int) -> Details:
    dots = round(picture.pixels / picture.inches)
    return Details(
        f"`{posixpath.basename(picture.path)}` has {dots} pixels an inch in the PDF: "
        f"{picture.pixels} for {picture.inches:.1f} inches",
        remedies=(Remedy(f"give a picture that is at least {least} pixels wide"), Remedy("give it a smaller `width`")),
    )


def coarse_pictures(pages: Sequence[tuple[Source, Chapter]], pictures: Sequence[Coarse]) -> list[Finding]:
    """Report pictures that are coarse on paper, each once, where a source names it first.

    That of a cover, which the settings name, is reported at the beginning of the book.
    """
    findings = []
    for picture in {one.path: one for one in reversed(pictures)}.values():
        name = posixpath.basename(picture.path)
        named = ((source, start) for source, _ in pages if (start := source.text.find(name)) >= 0)
        source, start = next(named, (pages[0][0], 0))
        place = Place(source, Span(start, start + len(name) if source.text.startswith(name, start) else start))
        findings.append(coarse_picture(place, picture, math.ceil(MIN_DPI * picture.inches)))
    return findings

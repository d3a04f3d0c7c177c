"""A book as one page: to print, or to save as PDF, from a browser."""

from __future__ import annotations

import html
from collections.abc import Sequence

from rulebook_core.source import NOT_XML
from rulebook_formats.chapters import Binder, Chapter, xhtml, xml_name


def printed(
    title: str,
    chapters: Sequence[Chapter],
    *,
    styles: Sequence[str],
    root: str,
    book: str = "",
    language: str = "en",
    site: str = "",
) -> str:
    """The whole of a book, its contents first, its links leading within it.

    Args:
        title: of the book.
        chapters: its pages, in the order of reading.
        styles: addresses of the style sheets.
        root: the way from the page to the root of the site ("..").
        book: what style sheets know the book by.
        language: of the text, as in HTML.
        site: where the site is published, for links that lead out of the book.
    """
    binder = Binder(
        tuple(chapters),
        place=lambda name, id_: f"#{id_ or f'chapter-{name}'}",
        unique=lambda name, id_: xml_name(f"{name}--{id_}"),
        site=site,
        numbered=True,
        addressed=True,
    )
    bodies = [(chapter, xhtml(binder.bind(chapter)).strip()) for chapter in chapters]
    images = {name: f"{root}/{path}" for path, name in binder.images.items()}
    sections = []
    for chapter, body in bodies:
        for name, address in images.items():
            body = body.replace(f'src="{html.escape(name)}"', f'src="{html.escape(address)}"')
        # On a narrow screen a table scrolls by itself, and there is no script to let the keyboard into it.
        body = body.replace("<table", '<table tabindex="0"')
        sections.append(
            f'<section class="chapter book" data-book="{book}" id="chapter-{chapter.name}">{body}</section>'
        )
    contents = "".join(
        f'<li><a href="#chapter-{chapter.name}">{html.escape(chapter.title)}</a>{binder.sections(chapter)}</li>'
        for chapter in chapters
    )
    links = "".join(f'<link rel="stylesheet" href="{html.escape(style)}">' for style in styles)
    page = f"""\
<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>{html.escape(title)}: the whole book</title>{links}</head>
<body class="volume" dir="ltr" data-md-color-scheme="default">
<main class="md-typeset">
<header><h1 class="volume-title">{html.escape(title)}</h1>
<nav aria-label="Contents"><ol>{contents}</ol></nav></header>
{"".join(sections)}
</main>
</body>
</html>
"""
    return NOT_XML.sub(" ", page)

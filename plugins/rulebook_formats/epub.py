"""An EPUB 3 of a book: one document a chapter, a table of contents, and a style for readers of any size."""

from __future__ import annotations

import html
import io
import mimetypes
import uuid
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from rulebook_core import workspace
from rulebook_core.source import NOT_XML
from rulebook_formats.chapters import Binder, Chapter, xhtml, xml_name

_CONTAINER = """\
<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
_STYLE = """\
body { font-family: serif; line-height: 1.4; }
h1, h2, h3, h4 { line-height: 1.2; page-break-after: avoid; break-after: avoid; }
table { border-collapse: collapse; margin: 1em 0; page-break-inside: avoid; break-inside: avoid; }
th, td { border: 1px solid; padding: 0.2em 0.5em; text-align: left; vertical-align: top; }
caption, .table-caption { font-style: italic; text-align: left; }
code, pre { font-family: monospace; }
pre { white-space: pre-wrap; }
.admonition, .stat-card, .item-card, aside { border-left: 3px solid; margin: 1em 0; padding: 0 0 0 0.8em; }
.admonition-title, .summary, .tab-title { font-weight: bold; }
.tab { border-left: 1px solid; margin: 1em 0; padding: 0 0 0 0.8em; }
.task-list-item { list-style-type: none; }
.blank-fields, .blank-rows { width: 100%; }
.blank-fields th { width: 40%; }
.rulebook { border-top: 1px solid; margin-top: 2em; font-size: 0.9em; }
img { max-width: 100%; }
"""
_PAGE = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"
 lang="{language}" xml:lang="{language}">
<head><title>{title}</title><link rel="stylesheet" href="style.css"/></head>
<body>{body}</body>
</html>
"""


def epub(
    title: str,
    chapters: Sequence[Chapter],
    *,
    image: Callable[[str], bytes | None],
    language: str = "en",
    modified: datetime | None = None,
    site: str = "",
) -> bytes:
    """A book as EPUB.

    Args:
        title: of the book.
        chapters: its pages, in the order of reading.
        image: the content of an image, by its address from the root of the site; None where there is none.
        language: of the text, as in HTML.
        modified: when the book was made; the same input with the same time gives the same bytes.
        site: where the site is published, for links that lead out of the book.
    """
    binder = Binder(
        tuple(chapters),
        place=lambda name, id_: f"{name}.xhtml{f'#{id_}' if id_ else ''}",
        unique=lambda name, id_: xml_name(id_),
        has_image=lambda path: image(path) is not None,
        site=site,
    )
    documents = {chapter.name: xhtml(binder.bind(chapter)).strip() for chapter in chapters}
    images = {name: content for path, name in binder.images.items() if (content := image(path)) is not None}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:

        def write(name: str, content: str | bytes, method: int = zipfile.ZIP_DEFLATED) -> None:
            data = NOT_XML.sub(" ", content) if isinstance(content, str) else content
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, method)

        write("mimetype", "application/epub+zip", zipfile.ZIP_STORED)  # First, and as it is: so readers know it.
        write("META-INF/container.xml", _CONTAINER)
        write("OEBPS/style.css", _STYLE)
        for chapter in chapters:
            page = _PAGE.format(language=language, title=html.escape(chapter.title), body=documents[chapter.name])
            write(f"OEBPS/{chapter.name}.xhtml", page)
        write("OEBPS/contents.xhtml", _contents(title, chapters, binder, language))
        write("OEBPS/package.opf", _package(title, chapters, list(images), language, modified or _now()))
        for name, content in images.items():
            write(f"OEBPS/{name}", content)
    return out.getvalue()


def _contents(title: str, chapters: Sequence[Chapter], binder: Binder, language: str) -> str:
    items = "".join(
        f'<li><a href="{chapter.name}.xhtml">{html.escape(chapter.title)}</a>{binder.sections(chapter)}</li>'
        for chapter in chapters
    )
    body = f'<nav epub:type="toc"><h1>{html.escape(title)}</h1><ol>{items}</ol></nav>'
    return _PAGE.format(language=language, title=html.escape(title), body=body)


def _now() -> datetime:
    return datetime.fromtimestamp(workspace.clock() / 1e9, UTC)


def _package(title: str, chapters: Sequence[Chapter], images: Sequence[str], language: str, modified: datetime) -> str:
    identifier = uuid.uuid5(uuid.NAMESPACE_URL, f"{title}\n{chapters[0].url if chapters else ''}")
    items = [
        '<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
        '<item id="style" href="style.css" media-type="text/css"/>',
        *(
            f'<item id="chapter-{number}" href="{chapter.name}.xhtml" media-type="application/xhtml+xml"/>'
            for number, chapter in enumerate(chapters)
        ),
        *(
            f'<item id="image-{number}" href="{html.escape(name)}" media-type="{mimetypes.guess_type(name)[0]}"/>'
            for number, name in enumerate(images)
        ),
    ]
    spine = "".join(f'<itemref idref="chapter-{number}"/>' for number in range(len(chapters)))
    return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{identifier}</dc:identifier>
<dc:title>{html.escape(title)}</dc:title>
<dc:language>{language}</dc:language>
<meta property="dcterms:modified">{modified.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}</meta>
</metadata>
<manifest>{"".join(items)}</manifest>
<spine><itemref idref="contents"/>{spine}</spine>
</package>
"""

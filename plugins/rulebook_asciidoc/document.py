"""Make a document, a page, or a text with all includes from an AsciiDoc source."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from rulebook_asciidoc.cache import converted
from rulebook_asciidoc.diagnosis import Diagnosis
from rulebook_asciidoc.engine import EngineError
from rulebook_asciidoc.includes import Includes
from rulebook_asciidoc.page import page_html
from rulebook_asciidoc.parsing.reading import Reading
from rulebook_asciidoc.parsing.scanning import attributes_of, comments, front_matter, header_attributes, regions
from rulebook_core import workspace
from rulebook_core.findings import Finding, Place, unreadable_source
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Source, Span
from rulebook_core.system.bundled import MissingPartError
from rulebook_syntax.dialects.excerpts import omitted_spans
from rulebook_syntax.dialects.faults import malformed_markup
from rulebook_syntax.dialects.options import LONE, ReadingOptions
from rulebook_syntax.dialects.page import LinkUrl, PageText, plain_line_ends
from rulebook_syntax.dialects.registry import Dialect
from rulebook_syntax.document import Document
from rulesmod.records import record

ATTRIBUTES: Mapping[str, str | None] = {
    "icons": None,
    "relfilesuffix": ".adoc",
    "sectanchors": None,
    "sectlinks": None,
    "source-highlighter": None,
    "toc": None,
}
"""Attributes that the site sets, not the document; links keep the endings of sources, as in Markdown."""


_OF_THE_PAGE = ("system", "title")
"""Attributes that describe a page only in its document header."""


@record
class AsciidocDocument(Document):
    """A document that knows how it was read, so that its page is read in the same way."""

    options: ReadingOptions = LONE


def read_asciidoc(source: Source, options: ReadingOptions) -> Document:
    """Read an AsciiDoc source."""
    body = front_matter(source.text)
    left_out = tuple(omitted_spans(source.text, options.selections))
    try:
        text = _blanked(source.text, (Span(0, body), *left_out))
        result, includes = converted(text, ATTRIBUTES, options, "read")
    except EngineError as error:
        workspace.unrepeatable(source.path)  # It may have been but too slow for once.
        return _unread(source, body, malformed_markup(Place(source, Span(0, 0)), str(error)))
    except MissingPartError as error:
        return _unread(source, body, unreadable_source(Place(source, Span(0, 0)), str(error)))
    lines = Reading.places(source, includes.lines)
    reading = Reading(source, result, lines, options.file)
    prose = reading.read()
    diagnosis = Diagnosis(source, reading, prose, result["log"], includes.refusals)
    return AsciidocDocument(
        source=source,
        dialect="asciidoc",
        body=Span(body, len(source.text)),
        meta=_meta(source, body, includes),
        headings=tuple(reading.headings),
        anchors=tuple(reading.anchors),
        links=tuple(reading.links),
        definitions=(),
        comments=tuple(comments(source, regions(source))),
        findings=diagnosis.findings(),
        is_open=bool(includes.refusals),
        includes=includes.sources,
        left_out=left_out,
        read_prose=lambda: prose,
        options=options,
    )


def _unread(source: Source, body: int, finding: Finding) -> Document:
    """A document of which nothing is known but what is wrong with it."""
    return AsciidocDocument(source, "asciidoc", Span(body, len(source.text)), findings=(finding,), is_open=True)


def asciidoc_page(document: Document, text: str, url: LinkUrl) -> PageText:
    """The HTML of a document."""
    options = document.options if isinstance(document, AsciidocDocument) else LONE

    def convert(text: str) -> Mapping[str, Any]:
        return converted(_blanked(text, (Span(0, front_matter(text)),)), ATTRIBUTES, options, "page").result

    title = document.headings[0].id if document.headings and document.headings[0].level == 1 else None
    try:
        html = page_html(document.source.text, plain_line_ends(text), title, convert, url)
    except (MissingPartError, EngineError) as error:
        html = f"<p>{escape(str(error))}</p>"  # A finding says so as well; only a site that is served comes here.
    return PageText(html, is_html=True)


def asciidoc_written_out(document: Document) -> str | None:
    """A text with all that it includes; None where Asciidoctor would read that in another way."""
    options = document.options if isinstance(document, AsciidocDocument) else LONE
    text = document.source.text
    blank = (Span(0, front_matter(text)),)
    try:
        result, includes = converted(_blanked(text, blank), ATTRIBUTES, options, "read")
        whole = includes.written_out(text)
        alone = replace(options, cache=None)
        same = whole is not None and converted(_blanked(whole, blank), ATTRIBUTES, alone, "read").result
    except (MissingPartError, EngineError):
        return None
    return whole if same and same["html"] == result["html"] else None


def _meta(source: Source, body: int, includes: Includes) -> Mapping[str, Any]:
    """The attributes that a document defines, itself or by what it takes in; its header is its front matter."""
    texts = (source.text[body:], *(part.text for part in includes.sources))
    anywhere = {name: value for text in texts for name, value in attributes_of(text) if name not in _OF_THE_PAGE}
    return {**anywhere, **dict(header_attributes(source, body))}


def _blanked(text: str, spans: Sequence[Span]) -> str:
    """The text without what stands at some places, and its lines where they were."""
    parts: list[str] = []
    position = 0
    for start, end in spans:
        parts += (text[position:start], re.sub(r"[^\r\n]+", "", text[max(position, start) : end]))
        position = max(position, end)
    return "".join((*parts, text[position:]))


_MARKUP = lazily(
    r"""
    &\#?\w+;
    | ^:!?[\w-]+!?:.*(?:\\\r?\n.*)*                                                   # an attribute
    | ^\[(?!(?:quote|verse)\b.*\d).*\][ \t\r]*$                                        # attributes of a block
    | \[[^\[\]\n]*\](?=[\#*_`+^~])                                                    # a role
    | \[\[+[^\[\]\n]*\]+                                                              # an anchor
    | \bfootnote(?:ref)?:[\w-]*(?:\[[\w-]+(?=[\],]))?
    | ^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)(?=:)
    | ^(?:include|video|audio|toc|ifeval|endif)::.* | ^image::(?!.*\d.*\d).*
    | ^ifn?def::[^\s\[]*\[                                                              # its text may stand in it
    | \b(?:xref|link|mailto|image|icon|kbd|btn|menu|pass|anchor|stem|latexmath|asciimath):
    | (?:^|(?<=[\s|!]))[\d.+*<>^]*[a-z]?(?=[|!])                                      # how a cell is laid out
    | \[[x* ]\](?=[ ])                                                                # a box to tick
    | \A=[ ].*\n\w[\w.'-]*(?:[ ]\w[\w.'-]*)*(?:[ ]*<[^<>\n]*>)?(?:;[ ].*)?\r?$        # authors
    | ^v?\d+(?:\.\d+)*,[ ].*$ | ^v\d+(?:\.\d+)*\r?$                                    # a revision
    | ^[ \t]*(?:\d+|[A-Za-z])\.(?=[ \t]) | ^(?:```|----)\w*.* | \{[\w-]+(?::[^}\n]*)?\}
""",
    re.MULTILINE | re.VERBOSE,
)
"""Markup that leaves no words in a document."""
DIALECT = Dialect(read_asciidoc, asciidoc_page, asciidoc_written_out, markup=_MARKUP)

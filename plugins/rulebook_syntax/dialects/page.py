"""The page of a document, as its dialect gives it to whoever publishes it."""

from __future__ import annotations

from collections.abc import Callable

from rulesmod.records import record

LinkUrl = Callable[[str], str | None]
"""Function from a link target in the dialect to one in Markdown.

The words are those of the dialect ("3. Core Attributes#Skills"). The result is relative to the page, as in Markdown,
or None if the target does not exist.
"""


@record
class PageText:
    """Published form of a source.

    Attributes:
        text: Markdown for Python-Markdown with the extensions of the site; or, if `is_html`, the HTML of the
            page's body, its headings with the ids of `Document.headings`.
    """

    text: str
    is_html: bool = False


def plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")

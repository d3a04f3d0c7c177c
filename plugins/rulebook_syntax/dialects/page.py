"""The page of a document, as its dialect gives it to whoever publishes it."""

from __future__ import annotations

from collections.abc import Callable

from rulesmod.records import record

LinkUrl = Callable[[str], str | None]
"""What a page writes as the target of a link to something in the book, in the dialect's own words
("3. Core Attributes#Skills"): a target relative to the page, as Markdown links have it; None where nothing is meant."""


@record
class PageText:
    """What is published of a source.

    Attributes:
        text: Markdown for Python-Markdown with the extensions of the site; or, if `is_html`, the HTML of the
            page's body, its headings with the ids of `Document.headings`.
    """

    text: str
    is_html: bool = False


def plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")

"""Titles as themes put them: in the table of contents of a page, and as the name of its window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mkdocs.structure.toc import TableOfContents

Filter = Callable[[Any], Any]


def under_one_title(contents: TableOfContents) -> None:
    """Nest all entries under the first title. A page that begins with the title of its document means it so.

    Themes list what lies under the first one alone.
    """
    first, *others = contents.items or (None,)
    if first is not None and first.level == 1 and others:
        first.children.extend(others)
        contents.items[1:] = []


def escaped(strip: Filter, escape: Filter) -> Filter:
    """Return a filter that strips a title's tags, then escapes it. Jinja's own filter gives text, which may end a
    `title` element.
    """
    return lambda title: escape(strip(title))

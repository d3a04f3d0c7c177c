"""The table of contents of a page with several titles: themes list what lies under the first one alone."""

from __future__ import annotations

from mkdocs.structure.toc import TableOfContents


def under_one_title(contents: TableOfContents) -> None:
    """Put everything under the first title, as a page that begins with the title of its document means it."""
    first, *others = contents.items or (None,)
    if first is not None and first.level == 1 and others:
        first.children.extend(others)
        contents.items[1:] = []

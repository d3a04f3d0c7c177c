"""Models of the inline elements in a leaf."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rulebook_syntax.dialects.markdown.emphasis import emphasis
from rulebook_syntax.dialects.markdown.tags import Tag


class LeafLink(NamedTuple):
    """A link, image or reference in a leaf: places are indices of the leaf's text.

    `target` is where it leads, decoded, with its place; None where `label` says so. `known` tells whether
    the label is defined.
    """

    kind: str
    image: bool
    start: int
    end: int
    text_start: int
    text_end: int
    target: str | None = None
    target_start: int = 0
    target_end: int = 0
    label: str | None = None
    label_start: int = 0
    label_end: int = 0
    known: bool = True


@dataclass(slots=True)
class Inlines:
    """Inline elements of a leaf.

    Attributes:
        text: the leaf's text, with all that is not running text masked.
        found: the links, images and references; those with an unknown label are candidates only.
        tags: raw HTML tags and comments.
        dropped: spans of markup.
        replaced: spans with the text that replaces them (entities).
        code: content of code spans.
        formulas: spans that a browser typesets between their signs, where we may insert nothing.
        attributes: spans of the content of attribute lists, without braces.
        elements: spans of code, links, images and footnote references.
        running: the texts that may contain emphasis, each with its offset: the leaf, and the text of links.
    """

    text: str
    links: list[LeafLink] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    dropped: list[tuple[int, int]] = field(default_factory=list)
    replaced: list[tuple[int, int, str]] = field(default_factory=list)
    code: list[tuple[int, int]] = field(default_factory=list)
    formulas: list[tuple[int, int]] = field(default_factory=list)
    footnotes: list[tuple[int, int, str]] = field(default_factory=list)
    attributes: list[tuple[int, int]] = field(default_factory=list)
    elements: list[tuple[int, int]] = field(default_factory=list)
    running: list[tuple[int, str]] = field(default_factory=list)
    _changes: list[tuple[int, int, str]] = field(default_factory=list)
    _counted: int = -1

    def emphasis(self) -> list[tuple[int, int, int, int]]:
        """Pairs of emphasis marks, as `emphasis` gives them, by indices of the leaf's text."""
        return [
            (base + first, base + first_end, base + last, base + last_end)
            for base, running in self.running
            if "*" in running or "_" in running
            for first, first_end, last, last_end in emphasis(running)
        ]

    def changes_in(self, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        """Yield the changes from source to visible text in `[start, end)`."""
        if self._counted != len(self.dropped):
            changes = [(first, last, "") for first, last in self.dropped]
            changes += self.replaced
            for first, first_end, last, last_end in self.emphasis():
                changes += [(first, first_end, ""), (last, last_end, "")]
            self._changes = sorted(changes)
            self._counted = len(self.dropped)
        for index in range(bisect_left(self._changes, (start,)), len(self._changes)):
            change = self._changes[index]
            if change[0] >= end:
                break
            if change[1] <= end:
                yield change

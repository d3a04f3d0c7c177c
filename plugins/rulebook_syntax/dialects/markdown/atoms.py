"""Atoms, which Python-Markdown extracts before it reads blocks: fences and raw HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulebook_syntax.dialects.markdown.text import Line

AtomKind = Literal["fence", "html", "element"]
State = Literal["block", "span", "off"]


@dataclass(slots=True)
class Atom:
    """A stretch `[start, end)` that Markdown does not read, or not here.

    Attributes:
        kind: fenced code, raw HTML, or an element whose content is Markdown (`md_in_html`).
        lines: of a fence, its code, without the fence's indentation.
        attributes: of a fence, what stands in its braces; of an element, its start tag.
        content: of an element, what stands between its tags.
        state: how the content of an element is read.
        children: the elements and the raw HTML within an element.
        closed: whether the end tag was found.
        cut: of a fence, whether the quote that it stands in ends it.
    """

    kind: AtomKind
    start: int
    end: int
    lines: list[Line] = field(default_factory=list)
    attributes: Line = (0, 0)
    content: Line = (0, 0)
    state: State = "off"
    children: list[Atom] = field(default_factory=list)
    closed: bool = True
    cut: bool = False

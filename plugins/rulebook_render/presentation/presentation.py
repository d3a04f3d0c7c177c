"""A page as a renderer needs it, and as it is kept for the next build of the same book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulebook_core.source import Span
from rulebook_render.presentation.anchors import with_anchors
from rulebook_render.presentation.backlinks import with_uses
from rulebook_render.presentation.proof_badges import with_signs
from rulebook_render.presentation.randomtables import without_lost_tables
from rulebook_syntax.document import Part
from rulebook_syntax.marks import Mark, Sentinels
from rulesmod.records import record


@record
class Presentation:
    """A page's text with its marks in it, and what its HTML gets in their place.

    Attributes:
        text: what its dialect gives to be rendered, line ends as `\\n`, with the sentinels in it.
        is_html: whether that is HTML already, and not Markdown.
        marks: what takes the place of the sentinels.
        parts: its tables and boxes, which get their ids.
        appendix: HTML for the end of the page; "" where there is nothing to show.
    """

    text: str
    is_html: bool
    sentinels: Sentinels
    marks: tuple[Mark, ...]
    parts: tuple[Part, ...]
    appendix: str

    def replace(self, html: str) -> str:
        html = without_lost_tables(self.sentinels.replace(html, self.marks), self.marks)
        return with_signs(with_uses(with_anchors(html, self.parts)))

    def data(self) -> Sequence[Any]:
        """All that `replace` needs: of marks and parts not where they are."""
        signs = (self.sentinels.opening, self.sentinels.closing, self.sentinels.digits)
        marks = [mark[1:] for mark in self.marks]
        parts = [(part.kind, part.id, part.title) for part in self.parts]
        return self.text, self.is_html, signs, marks, parts, self.appendix

    @classmethod
    def of(cls, data: Sequence[Any]) -> Presentation:
        text, is_html, signs, marks, parts, appendix = data
        return cls(
            text=text,
            is_html=is_html,
            sentinels=Sentinels(*signs),
            marks=tuple(Mark(_NOWHERE, *mark) for mark in marks),
            parts=tuple(Part(kind, id_, title, _NOWHERE, -1, ()) for kind, id_, title in parts),
            appendix=appendix,
        )


_NOWHERE = Span(0, 0)

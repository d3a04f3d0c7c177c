"""Shows findings at their place on a page. Only the writer sees them, while the site is served."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from rulebook_core.findings import Finding
from rulebook_core.source import Span
from rulebook_syntax.document import Document
from rulebook_syntax.marks import Mark


class Faults(NamedTuple):
    """The marks of a page's findings, and the list of them."""

    marks: tuple[Mark, ...]
    html: str


def faults(document: Document, findings: Sequence[Finding]) -> Faults:
    """Return the marks and the list of a page's findings, in order. A finding without a length is in the list alone."""
    marks = []
    items = []
    for number, finding in enumerate(findings, start=1):
        words = f"<code>{escape(finding.rule)}</code> {escape(finding.message)}"
        help_ = f" <em>{escape(finding.help)}</em>" if finding.help else ""
        name = f"rulebook-fault-{number}"
        where = f"line {finding.place.begins.line}"
        span = _shown(document, finding.place.span)
        if span.end > span.start:
            title = escape(f"{finding.rule}: {finding.message}")
            marks.append(Mark(span, f'<mark class="rulebook-fault" id="{name}" title="{title}">', "</mark>"))
            where = f'<a href="#{name}">{where}</a>'
        items.append(f'<li class="rulebook-{finding.severity}">{where}: {words}{help_}</li>')
    count = f"{len(findings)} finding{'' if len(findings) == 1 else 's'} on this page"
    listed = f'<details class="rulebook-faults" open><summary>{count}</summary><ol>{"".join(items)}</ol></details>'
    return Faults(tuple(marks), listed if findings else "")


def _shown(document: Document, span: Span) -> Span:
    """Return where a reader sees what is wrong: of a link's target or label, which nobody sees, the words."""
    for link in document.links:
        if any(part is not None and part.contains(span) for part in (link.target_span, link.label_span)):
            return link.text_span
    return span

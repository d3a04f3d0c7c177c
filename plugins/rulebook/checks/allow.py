"""Comments with which a writer allows a finding: `<!-- rulebook: allow RULE, reason -->`.

Such a comment covers the block that follows it; with text before it on its line, it covers that line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.book import Book
from rulebook.document import Comment, Document
from rulebook.findings import Details, Finding, Place, Remedy, Severity, rule
from rulebook.source import Span

_DIRECTIVE = re.compile(r"\s*rulebook:\s*allow\b[\s:]*(?P<rule>[\w-]*)\s*(?:,\s*(?P<reason>.*?))?\s*", re.DOTALL)
_BLANK_LINE = re.compile(r"(?:\r\n|\r|\n)[ \t>]*(?:\r\n|\r|\n)")
_NOT_COVERED = re.compile(r"[\s>]*")


@rule(Severity.ERROR)
def dangling_directive(place: Place, fact: str, remedy: str) -> Details:
    """A comment to the checker does nothing.

    It allows a rule that finds nothing there, names a rule that does not exist, or does not say why. A
    comment that has outlived its fault would hide the next one.
    """
    return Details(fact, remedies=(Remedy(remedy),))


@dataclass(slots=True)
class _Allow:
    rule: str
    comment: Comment
    covered: Span
    used: bool = False


def apply_allows(book: Book, findings: Sequence[Finding]) -> tuple[list[Finding], int]:
    """Take out the findings that comments allow.

    Returns:
        The other findings, with those about comments that do nothing; and how many were taken out.
    """
    allows: dict[int, list[_Allow]] = {}
    broken: list[Finding] = []
    for page in book.pages:
        if not page.reported:
            continue
        document = page.document
        for comment in document.comments:
            if "rulebook" in comment.text and (match := _DIRECTIVE.fullmatch(comment.text)):
                place = Place(document.source, comment.span)
                fault = _fault(match, place)
                if fault is not None:
                    broken.append(fault)
                else:
                    allow = _Allow(match["rule"], comment, _covered(document, comment))
                    allows.setdefault(id(document.source), []).append(allow)
    if not allows:
        return [*findings, *broken], 0
    kept: list[Finding] = []
    for finding in findings:
        here = allows.get(id(finding.place.source), ())
        covering = [a for a in here if a.rule == finding.rule and a.covered.contains(finding.place.span)]
        if not covering:
            kept.append(finding)
        for allow in covering:
            allow.used = True
    for page in book.pages:
        for allow in allows.get(id(page.document.source), ()):
            if not allow.used:
                place = Place(page.document.source, allow.comment.span)
                kept.append(dangling_directive(place, f"nothing here breaks `{allow.rule}`", "remove this comment"))
    return [*kept, *broken], len(findings) - sum(finding in kept for finding in findings)


def _fault(match: re.Match[str], place: Place) -> Finding | None:
    from rulebook.checks import load_rules

    name = match["rule"]
    if name not in load_rules():
        return dangling_directive(place, f"there is no rule `{name}`", "name the rule of the finding to allow")
    if not match["reason"]:
        return dangling_directive(place, f"it does not say why `{name}` is allowed", f"write `allow {name}, reason`")
    return None


def _covered(document: Document, comment: Comment) -> Span:
    """The block behind a comment, or its line where text stands before it."""
    source = document.source
    position = source.position(comment.span.start)
    line_start = source.line_starts[position.line - 1]
    if source.text[line_start : comment.span.start].strip(" \t>"):
        return Span(line_start, line_start + len(source.line(position.line)))
    behind = _NOT_COVERED.match(source.text, comment.span.end)
    start = behind.end() if behind else comment.span.end
    end = _BLANK_LINE.search(source.text, start)
    return Span(start, end.start() if end else len(source.text))

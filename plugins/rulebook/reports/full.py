"""Findings with the text they speak of: a code frame, carets, every related place, and the remedies.

error[wrong-step]: this term is worth 18, the text says 12
  --> cavea.md:290:9
   |
290|         (2 * 6) + 4 + (2 * 3) + 1
   |         ^^^^^^^ two d6 at 9 Health Points each
   = help: write `(2 * 9)`
"""

from __future__ import annotations

import unicodedata

from rulebook.analysis import Report
from rulebook.findings import Finding, Place
from rulebook.reports.summary import summary_line

MAX_WIDTH = 120
"""A longer line is shown as a window around its span."""
CONTEXT = 30
"""What such a window shows before its span, in characters."""


def render(report: Report) -> str:
    return "\n".join(
        [
            *(block for finding in report.findings for block in (show_finding(finding), "")),
            summary_line(report),
            "",
        ]
    )


def show_finding(finding: Finding) -> str:
    """One finding as a block of lines, without a line break at its end."""
    places = [finding.place, *finding.details.related]
    gutter = max(len(str(place.source.position(place.span.start).line)) for place in places)
    lines = [f"{finding.severity}[{finding.rule}]: {finding.message}"]
    for place in places:
        lines += frame(place, gutter, primary=place is finding.place)
    margin = " " * gutter
    lines += [f"{margin}= {note}" for note in finding.details.notes]
    remedies = [remedy.title for remedy in finding.details.remedies]
    lines += [f"{margin}= {'help' if index == 0 else '  or'}: {title}" for index, title in enumerate(remedies)]
    return "\n".join(lines)


def frame(place: Place, gutter: int, *, primary: bool) -> list[str]:
    """The line of a place with its span underlined; of a span over several lines, the first."""
    source, span = place.source, place.span
    start, end = source.position(span.start), source.position(span.end)
    line = source.line(start.line)
    stop = end.column - 1 if end.line == start.line else len(line)
    shown, first, last = _window(line, start.column - 1, max(stop, start.column - 1))
    indent = _display(shown[:first])
    width = max(1, len(_display(shown[first:last])))
    mark = ("^" if primary else "-") * width
    note = place.message
    if end.line > start.line and end.column + end.line > start.line + 2:
        note = f"{note} (up to line {end.line})".lstrip()
    margin = " " * gutter
    return [
        f"{margin}{'-->' if primary else ':::'} {source.path}:{start.line}:{start.column}",
        f"{margin}|",
        f"{start.line:>{gutter}}|{' ' if shown else ''}{_display(shown, blank=False)}",
        f"{margin}| {indent}{mark}{' ' if note else ''}{note}",
    ]


def _window(line: str, start: int, stop: int) -> tuple[str, int, int]:
    """The part of a line to show, and where the span stands in it."""
    if len(line) <= MAX_WIDTH:
        return line, start, stop
    first = max(0, min(start - CONTEXT, len(line) - MAX_WIDTH))
    last = min(len(line), first + MAX_WIDTH)
    head, tail = "…" if first else "", "…" if last < len(line) else ""
    return head + line[first:last] + tail, start - first + len(head), min(stop, last) - first + len(head)


def _display(text: str, *, blank: bool = True) -> str:
    """A text as a terminal lays it out: a tab as four columns, a wide character as two, a combining one as none.

    With `blank`, only spaces of that width.
    """
    parts = []
    for character in text:
        if character == "\t":
            parts.append("    ")
        elif unicodedata.category(character) in ("Cc", "Cf"):
            continue
        elif not blank:
            parts.append(character)
        elif not unicodedata.combining(character):
            parts.append("  " if unicodedata.east_asian_width(character) in "WF" else " ")
    return "".join(parts)

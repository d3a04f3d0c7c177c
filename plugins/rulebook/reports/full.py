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
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter

from rulebook.reports.summary import summary_line
from rulebook_core.findings import Finding, Place, Severity
from rulebook_core.source import Source
from rulebook_proof.analysis import Report
from rulebook_rules.checks.allow import line_to_allow

MAX_WIDTH = 120
"""A longer line is shown as a window around its span."""
CONTEXT = 30
"""The number of characters that such a window shows before its span."""


MAX_WITH_NOTES = 20
"""Of more findings than these, notes are only counted, and it is said how to go on."""
MAX_UNFOLDED = 50
"""Of more warnings of a kind than these, not all are shown."""
MAX_ALIKE = 3
"""Findings with the same message that are shown; one remedy often mends all."""


def render(report: Report) -> str:
    """Errors, then warnings, then notes; of very many warnings of a kind the first ones of each fact."""
    findings = sorted(report.findings, key=attrgetter("severity"), reverse=True)
    kinds = Counter(finding.rule for finding in findings if finding.severity == Severity.WARNING)
    facts = Counter((finding.rule, finding.message) for finding in findings)
    counts: Counter[str] = Counter()
    said: Counter[tuple[str, str]] = Counter()
    folded: dict[str, Counter[str]] = {"further warnings": Counter(), "notes": Counter()}
    documents = {page.document.source.path: page.document for page in report.book.pages}
    blocks = []
    for finding in findings:
        rule, fact = finding.rule, (finding.rule, finding.message)
        is_folded = finding.severity == Severity.WARNING and kinds[rule] > MAX_UNFOLDED
        if finding.severity == Severity.INFO and len(findings) > MAX_WITH_NOTES:
            folded["notes"][rule] += 1
        elif is_folded and (counts[rule] == MAX_WITH_NOTES or said[fact] == MAX_ALIKE):
            folded["further warnings"][rule] += 1
        else:
            counts[rule] += is_folded
            said[fact] += is_folded
            more = facts[fact] - MAX_ALIKE if said[fact] == MAX_ALIKE else 0
            further = [f"{more} more say the same"] if more > 0 else []
            document = documents.get(finding.place.source.path)
            # An error is proved: it wants to be mended. What is likely only may be as it should.
            is_likely = finding.severity == Severity.WARNING
            allow = line_to_allow(document, finding) if document is not None and is_likely else ""
            blocks.append(show_finding(finding, further, allow=allow))
    counted = (line for name, rules in folded.items() for line in _counted(name, rules))
    shown = (line for block in blocks for line in (block, ""))
    return "\n".join([*shown, *counted, summary_line(report), *_next_steps(report, len(blocks)), ""])


def _counted(name: str, rules: Counter[str]) -> Iterator[str]:
    if rules:
        kinds = ", ".join(f"{count} {rule}" for rule, count in rules.most_common())
        yield f"{name}: {kinds}; `rulebook check --format concise` lists them"


def _next_steps(report: Report, count: int) -> Iterator[str]:
    """Yield advice for a report with more findings than anybody mends in a sitting."""
    if count > MAX_WITH_NOTES:
        yield "`rulebook explain RULE` says what a rule is for; `findings:` in mkdocs.yml turns one off"
        if report.book.baseline_file is not None and not report.known:
            yield "`rulebook baseline` records what is found now, so that only what is new counts"


def show_finding(finding: Finding, further: Sequence[str] = (), *, allow: str = "") -> str:
    """Show one finding as a block of lines, without a line break at its end.

    Args:
        finding: the finding.
        further: notes on others.
        allow: the comment that allows it, if that is to be offered.
    """
    places = [finding.place, *finding.details.related]
    gutter = max(len(str(place.begins.line)) for place in places)
    lines = [f"{finding.severity}[{finding.rule}]: {finding.message}"]
    for index, group in enumerate(_on_one_line(places)):
        lines += frame(group, gutter, primary=index == 0)
    margin = " " * gutter
    lines += [f"{margin}= {note}" for note in (*finding.details.notes, *further)]
    remedies = [remedy.title for remedy in finding.details.remedies]
    lines += [f"{margin}= {'help' if index == 0 else '  or'}: {title}" for index, title in enumerate(remedies)]
    if allow:
        lines.append(f"{margin}= allow: {allow}")
    return "\n".join(lines)


def _on_one_line(places: Sequence[Place]) -> list[list[Place]]:
    """The places by their lines, in order; on a line that is shown in windows, what one window holds."""
    groups: list[list[Place]] = []
    by_line: dict[tuple[Source, int], list[list[Place]]] = {}
    for place in places:
        line = place.begins.line
        here = by_line.setdefault((place.source, line), [])
        is_short = len(place.source.line(line)) <= MAX_WIDTH
        group = next((group for group in here if is_short or _in_one_window([*group, place])), None)
        if group is None:
            group = []
            here.append(group)
            groups.append(group)
        group.append(place)
    return groups


def _in_one_window(places: Sequence[Place]) -> bool:
    starts = [place.span.start for place in places]
    return max(starts) - min(starts) <= MAX_WIDTH - 2 * CONTEXT


def frame(places: Sequence[Place], gutter: int, *, primary: bool) -> list[str]:
    """Underline the places in their line, with a caret at the fault itself if `primary`.

    Of a span over several lines, the first is shown.
    """
    source = places[0].source
    at = places[0].begins
    line = source.line(at.line)
    stretches = [_stretch(place, line) for place in places]
    starts, stops = zip(*stretches, strict=True)
    shown, moved = _window(line, min(starts), max(stops))
    rows: list[str] = []
    for index, (place, (start, stop)) in enumerate(zip(places, stretches, strict=True)):
        first, last = start + moved, min(stop + moved, len(shown))
        before = _display(shown[:first])
        mark = ("^" if primary and index == 0 else "-") * max(1, len(_display(shown[first:last])))
        note = _note(place)
        # Beside what is marked already, or in a row of its own.
        row = next((number for number, row in enumerate(rows) if len(row) < len(before)), len(rows))
        rows[row : row + 1] = [(rows[row] if row < len(rows) else "").ljust(len(before)) + mark + note]
    margin = " " * gutter
    return [
        f"{margin}{'-->' if primary else ':::'} {source.path}:{at.line}:{at.column}",
        f"{margin}|",
        f"{at.line:>{gutter}}|{' ' if shown else ''}{_display(shown, blank=False)}",
        *(f"{margin}| {row}" for row in rows),
    ]


def _stretch(place: Place, line: str) -> tuple[int, int]:
    """Return where a place begins and ends in its first line."""
    start, end = place.begins, place.ends
    stop = end.column - 1 if end.line == start.line else len(line)
    return start.column - 1, max(stop, start.column - 1)


def _note(place: Place) -> str:
    start, end = place.begins, place.ends
    several = end.line > start.line and end.column + end.line > start.line + 2
    note = f"{place.message} (up to line {end.line})".lstrip() if several else place.message
    return f" {note}" if note else ""


def _window(line: str, start: int, stop: int) -> tuple[str, int]:
    """The part of a line to show, and by how much the offsets of the line are moved in it."""
    if len(line) <= MAX_WIDTH:
        return line, 0
    first = max(0, min(start - CONTEXT, len(line) - MAX_WIDTH))
    last = min(len(line), first + MAX_WIDTH)
    head, tail = "…" if first else "", "…" if last < len(line) else ""
    return head + line[first:last] + tail, len(head) - first


def _display(text: str, *, blank: bool = True) -> str:
    """A text as a terminal lays it out: a tab as four columns, a wide character as two, a combining one as none.

    With `blank`, only spaces of that width.
    """
    if text.isascii() and text.isprintable():
        return " " * len(text) if blank else text
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

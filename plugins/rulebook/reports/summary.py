"""The last line of a report for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook_core.findings import Severity
from rulebook_proof.analysis import Report
from rulebook_rules.book import Reach

_MAX_NAMED = 3


def summary_line(report: Report) -> str:
    """For example `1 error in 9 files; 812 checked, 1 wrong, 2 undecided, 0 lost; 7 numbers are not compared ...`."""
    counts = dict.fromkeys(Severity, 0)
    for finding in report.findings:
        counts[finding.severity] += 1
    texts = [
        counted(counts[severity], noun)
        for severity, noun in (
            (Severity.ERROR, "error"),
            (Severity.WARNING, "warning"),
            (Severity.INFO, "note"),
        )
        if counts[severity]
    ]
    if report.files:
        line = f"{_join(texts) or 'no findings'} in {counted(report.files, 'file')}"
    else:
        line = f"{_join(texts)}, and no file was checked" if texts else "no file was checked"
    figures = report.summary()
    if report.of_games or figures["claims"]:
        line += (
            f"; {figures['claims']} checked, {figures['wrong']} wrong, {figures['undecided']} undecided, "
            f"{figures['lost']} lost"
        )
    line += _compared(report) + _unguarded(figures["unguarded"])
    if counts[Severity.WARNING] and not counts[Severity.ERROR]:
        line += "; with `--fail-on warning` that fails"
    if report.suppressed:
        line += f"; {counted(report.suppressed, 'finding')} allowed by comments"
    if report.turned_off:
        line += f"; {counted(report.turned_off, 'finding')} turned off by settings"
    if report.known or report.outlived:
        line += f"; {counted(report.known, 'finding')} of the baseline left"
    if report.outlived:
        line += f", {report.outlived} no longer there: run `rulebook baseline`"
    return "; ".join((line, *_not_reached(report.reach), *_not_looked_at(report), *_without_numbers(report)))


def _unguarded(count: int) -> str:
    """Return how many numbers nothing is compared with, and what proposes something."""
    if not count:
        return ""
    are = "is" if count == 1 else "are"
    return f"; {counted(count, 'number')} {are} not compared with anything: `rulebook learn`"


def _compared(report: Report) -> str:
    """Return the counts of values that were compared with an authority."""
    facts = report.facts
    if not facts.mentions:
        return ""
    parts = [f"{len(facts.findings)} differ"] if facts.findings else []
    parts += [f"{facts.undecided} undecided"] if facts.undecided else []
    agree = _join(parts) if parts else "all agree"
    return f"; {counted(facts.declared, 'thing')} declared, {counted(facts.mentions, 'mention')}, {agree}"


def _not_looked_at(report: Report) -> Iterator[str]:
    """Yield the files that were read but hold nothing that a reader of claims knows."""
    parts = []
    if report.unread:
        parts.append(counted(report.unread, "stretch", "stretches") + " of text")
    if report.not_looked_at:
        parts.append(f"the numbers of {_named(report.not_looked_at)}")
    if report.made_by:
        parts.append(f"what {_join([f'`{name}`' for name in report.made_by])} make" + "s" * (len(report.made_by) == 1))
    if parts:
        yield f"not looked at: {_join(parts)}"
    if report.made_by and report.is_built:
        pages = f" of {counted(len(report.unfilled), 'page')}" if report.unfilled else ""
        yield f"the build will check more{pages}"


def _without_numbers(report: Report) -> Iterator[str]:
    """Yield which pages say less than their folder, or than their numbers, lets one expect."""
    if report.without_game:
        yield f"`system: none` leaves the game of its folder in {_named(report.without_game)}"
    looked_at = [path for path in report.none_read if path not in report.not_looked_at]
    if looked_at:
        yield f"no number was read of {_named(looked_at)}"


def _not_reached(reach: Reach) -> Iterator[str]:
    """Yield the files that were not read, or not with certainty."""
    if reach.unsettled:
        yield f"not checked, because settings are wrong: {_named(reach.unsettled)}"
    if reach.nothing_read:
        yield f"nothing was read of {_named(reach.nothing_read)}"
    for dialect, count in sorted(reach.guessed.items()):
        yield f"{counted(count, 'file')} taken for {dialect} by what is in {'it' if count == 1 else 'them'}"
    if reach.left_out:
        yield f"left out: {_named(reach.left_out)}"


def _named(paths: Sequence[str]) -> str:
    """A few paths by name, more of them by their number."""
    return ", ".join(f"`{path}`" for path in paths) if len(paths) <= _MAX_NAMED else counted(len(paths), "file")


def counted(number: float, noun: str, plural: str = "") -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def _join(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))

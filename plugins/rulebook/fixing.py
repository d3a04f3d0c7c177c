"""Mending findings: the edits of their remedies as a diff, tried out in memory, and written only if they help."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rulebook_core.edits import FixError, edited
from rulebook_core.findings import Finding, Remedy
from rulebook_core.source import Source
from rulebook_proof.analysis import analyse
from rulebook_rules.book import Book, Page
from rulesmod.records import record


@record
class Choice:
    """A remedy of a finding, with the number that `--remedy` takes."""

    number: int
    finding: Finding
    remedy: Remedy


@record
class Trial:
    """The outcome of applying remedies, before anything is written.

    Attributes:
        texts: the new text of each source that they change.
        gone: whether their findings would go away.
        new: the findings that they would bring.
    """

    texts: Mapping[Source, str]
    gone: bool
    new: tuple[Finding, ...]

    @property
    def helps(self) -> bool:
        return self.gone and not self.new


def findings_at(findings: Iterable[Finding], line: int, column: int | None = None) -> list[Finding]:
    """The findings that stand in a line, or there at a column."""
    return [finding for finding in findings if _covers(finding, line, column)]


def _covers(finding: Finding, line: int, column: int | None) -> bool:
    start, end = finding.place.begins, finding.place.ends
    if column is None:
        return start.line <= line <= end.line
    return start <= (line, column) < end or start == (line, column)


def sole_choices(findings: Iterable[Finding]) -> tuple[list[Choice], list[Finding]]:
    """For each finding the only remedy that can be applied, where nobody has to choose; and the other findings."""
    choices, others = [], []
    for finding in findings:
        able = [choice for choice in choices_of((finding,)) if choice.remedy.edits]
        if len(able) == 1:
            choices.append(able[0])
        else:
            others.append(finding)
    return choices, others


def choices_of(findings: Iterable[Finding]) -> list[Choice]:
    """The remedies of findings, numbered from 1."""
    remedies = [(finding, remedy) for finding in findings for remedy in finding.details.remedies]
    return [Choice(number, finding, remedy) for number, (finding, remedy) in enumerate(remedies, 1)]


def with_texts(pages: Iterable[Page], texts: Mapping[Source, str]) -> Iterator[Page]:
    """Pages, some of them with another text."""
    for page in pages:
        text = texts.get(page.document.source)
        yield page if text is None else page.with_text(text)


def attempt(book: Book, *choices: Choice) -> Trial:
    """Apply remedies in memory and check the whole book again.

    Raises:
        FixError: their edits cannot be applied.
    """
    return _Trials(book).of(choices)


def attempt_each(book: Book, choices: Sequence[Choice]) -> tuple[Trial, list[Choice]]:
    """Apply all remedies that help, and can be applied together; with those that were applied."""
    best, applied = Trial({}, True, ()), list[Choice]()
    if not choices:
        return best, applied
    trials = _Trials(book)
    waiting = [list(choices)]
    while waiting:
        group = waiting.pop()
        try:
            trial = trials.of((*applied, *group))
        except FixError:
            trial = None
        if trial is not None and trial.helps:
            best, applied = trial, [*applied, *group]
        elif len(group) > 1:  # Whatever stands in the way is in one half, or in both.
            half = len(group) // 2
            waiting += [group[half:], group[:half]]
    return best, applied


class _Trials:
    """A book with what is found in it, which changes are held against."""

    def __init__(self, book: Book) -> None:
        # A change may be felt in other pages than the one that was asked for, so all are looked at.
        self._book = replace(book, pages=tuple(replace(page, reported=True) for page in book.pages))
        self._before = Counter(map(_what, analyse(self._book, whole=True).findings))

    def of(self, choices: Iterable[Choice]) -> Trial:
        """Return the outcome of applying several remedies together.

        Raises:
            FixError: their edits cannot be applied.
        """
        chosen = list(choices)
        texts = edited(*(choice.remedy for choice in chosen))
        pages = tuple(with_texts(self._book.pages, texts))
        after = analyse(replace(self._book, pages=pages), whole=True).findings
        known = self._before.copy()
        new = []
        for finding in after:
            if known[_what(finding)]:
                known[_what(finding)] -= 1
            else:
                new.append(finding)
        wanted = Counter(_what(choice.finding) for choice in chosen)
        return Trial(texts, wanted <= known, tuple(new))


def _what(finding: Finding) -> tuple[str, str, str]:
    """A finding without its place, which an edit before it moves."""
    return finding.rule, finding.place.source.path, finding.message


def diff(texts: Mapping[Source, str]) -> str:
    """The changes as a unified diff, its lines without their line ends."""
    lines: list[str] = []
    for source, text in texts.items():
        new = Source(source.path, text)
        lines += difflib.unified_diff(_lines(source), _lines(new), source.path, source.path, lineterm="")
    return "\n".join(lines)


def _lines(source: Source) -> list[str]:
    lines = [source.line(number) for number in range(1, len(source.line_starts) + 1)]
    # What stands behind the last line end is a line only if there is something.
    return lines if lines[-1] else lines[:-1]

"""The baseline of a book with a past: what was found once, so that only what is new counts.

`rulebook baseline` records findings in rulebook.baseline, beside mkdocs.yml, one a line, sorted:

    docs/cavea/health.md <TAB> wrong-value <TAB> is worth # health points

that is the file, the rule, and the words that it quotes without their numbers: no line and no number, so that whatever
else is written in the file, a finding stays the same. The last line shows that the record is whole.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from rulebook.book import Book
from rulebook.findings import Finding, Place, in_a_line, unreadable_source
from rulebook.keeping.whole import not_whole, with_end
from rulebook.lexing.forms import without_numbers
from rulebook.source import Source, Span, UnreadableSourceError, read_source

MOST_WORDS = 12
"""So much of what a finding quotes is recorded."""
AROUND = 5
"""So many words on either side tell numbers apart, which say nothing by themselves."""

_HEAD = "# What was found when this began, recorded by `rulebook baseline`; `rulebook check` reports what is new.\n"
_REACH = 200
_WORD = re.compile(r"[^\W\d_]{2,}")
_BLANK_LINE = re.compile(r"\n[ \t\r>]*\n")


class Identity(NamedTuple):
    """What a finding is known by, wherever it stands in its file.

    Attributes:
        path: of the file, from the folder of mkdocs.yml.
        rule: that found it.
        quote: the words that it stands at, with `#` for each number.
    """

    path: str
    rule: str
    quote: str


class Held(NamedTuple):
    """Findings, held against the baseline.

    Attributes:
        known: those that it has; what is final never is.
        new: all others.
        gone: how many of its lines nothing is found of any more, in what was checked.
        fault: what is wrong with the record itself.
    """

    known: list[Finding]
    new: list[Finding]
    gone: int = 0
    fault: Finding | None = None


def identity_of(finding: Finding, folder: Path) -> Identity:
    """What a finding is known by; `folder` has the mkdocs.yml of its book."""
    return Identity(_path(finding.place.source.path, folder), finding.rule, _quote(finding.place))


def baseline_text(book: Book, findings: Iterable[Finding]) -> str:
    """The record of findings, as far as they can be let be."""
    assert book.site is not None
    lines = sorted(identity_of(found, book.site.path.parent) for found in findings if not found.details.is_final)
    return with_end(_HEAD + "".join("\t".join(line) + "\n" for line in lines))


def held_against_baseline(book: Book, findings: Sequence[Finding]) -> Held:
    """Tell what is new from what the baseline of the site has; where there is none, all is."""
    path = book.baseline_file
    if book.site is None or path is None or not path.is_file():
        return Held([], list(findings))
    recorded, fault = _read(path)
    known: list[Finding] = []
    new: list[Finding] = []
    for finding in sorted(findings, key=lambda finding: finding.sort_key):
        identity = identity_of(finding, book.site.path.parent)
        if recorded[identity] and not finding.details.is_final:
            recorded[identity] -= 1
            known.append(finding)
        else:
            new.append(finding)
    reported = {_path(page.document.source.path, book.site.path.parent): page.reported for page in book.pages}
    # Of a file that is no page, or is gone, a check of a part of the book says nothing.
    whole = all(reported.values())
    gone = sum(count for identity, count in recorded.items() if reported.get(identity.path, whole))
    return Held(known, new, gone, fault)


def _read(path: Path) -> tuple[Counter[Identity], Finding | None]:
    shown = path.as_posix()
    try:
        source = read_source(path, shown)
    except UnreadableSourceError as error:
        return Counter(), unreadable_source(Place(Source(shown, ""), Span(0, 0)), str(error))
    lines = (line.split("\t") for line in source.text.splitlines() if not line.startswith("#"))
    recorded = Counter(Identity(*cells) for cells in lines if len(cells) == len(Identity._fields))
    return recorded, not_whole(source, "rulebook baseline")


def _path(path: str, folder: Path) -> str:
    return os.path.relpath(path, folder).replace(os.sep, "/")


def _quote(place: Place) -> str:
    text, span = place.source.text, place.span
    words = without_numbers(text[span.start : span.end]).split()
    if not any(map(_WORD.search, words)):
        before = _BLANK_LINE.split(text[max(0, span.start - _REACH) : span.start])[-1].split()[-AROUND:]
        behind = _BLANK_LINE.split(text[span.end : span.end + _REACH])[0].split()[:AROUND]
        words = without_numbers(" ".join((*before, text[span.start : span.end], *behind))).split()
    return in_a_line(" ".join(words[:MOST_WORDS]))

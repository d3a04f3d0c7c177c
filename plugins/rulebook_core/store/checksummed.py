"""Records that show that they are whole: their last line counts the others, and has a digest of them.

A record that was cut off, merged by git or changed by hand would let claims and links go without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from rulebook_core.findings import Finding, Place, unreadable_source
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Source, Span, UnreadableSourceError, read_source

_END = lazily(r"# End of (?P<count>\d+) lines, sha256 (?P<digest>[0-9a-f]{64})\n", re.ASCII)
_CONFLICT = lazily(r"^(?:<{7}|={7}|>{7}|\|{7})(?: |\r?$)", re.MULTILINE)


def with_end(text: str) -> str:
    """A record with its last line."""
    return f"{text}{_end_of(text)}"


def read_record(path: Path, command: str = "rulebook lock") -> tuple[Source, list[Finding]]:
    """A record that `command` writes, and what is wrong with it as a whole; an empty one where it cannot be read."""
    shown = path.as_posix()
    try:
        source = _source(shown, read_source(path, shown).text)
    except UnreadableSourceError as error:
        source = Source(shown, "")
        return source, [unreadable_source(Place(source, Span(0, 0)), str(error))]
    return source, list(_faults(source, command))


@lru_cache(maxsize=4)
def _source(path: str, text: str) -> Source:
    """The same one for the same text: while somebody writes, a record is read with each sign, and taken apart once."""
    return Source(path, text)


def lines_of(source: Source) -> Iterator[tuple[list[str], Place]]:
    """The lines of a record: what tabs part in each, and where it stands; one that is not whole may hold others."""
    for start, line in zip(source.line_starts, source.text.splitlines(), strict=False):
        if line.strip() and not line.startswith("#"):
            yield line.split("\t"), Place(source, Span(start, start + len(line)))


def _faults(source: Source, command: str) -> Iterator[Finding]:
    text = source.text.replace("\r\n", "\n")  # As git may check it out.
    start = text.rfind("\n", 0, -1) + 1
    if text[start:] == _end_of(text[:start]):
        return
    conflict = _CONFLICT.search(source.text)
    if not text.strip():
        reason = "it is empty"
    elif conflict is not None:
        reason = "it has the marks of a merge"
    elif _END.fullmatch(text[start:]):
        reason = "it was merged, cut or changed by hand: its last line counts others"
    else:
        reason = "its last line is missing, so it was cut off"
    last = conflict.start() if conflict is not None else source.line_starts[-1]
    yield unreadable_source(Place(source, Span(last, last)), f"{reason}; run `{command}` to write it anew")


def _end_of(text: str) -> str:
    return f"# End of {text.count(chr(10))} lines, sha256 {sha256(text.encode()).hexdigest()}\n"

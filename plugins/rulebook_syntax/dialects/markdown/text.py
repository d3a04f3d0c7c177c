"""The text that Python-Markdown sees, with the way back to the source.

Before it reads anything, Python-Markdown makes line ends `\\n`, expands tabs to columns of four and drops two control
characters. Reading happens on that normal text. Most texts need no change, and then the way back is one addition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_core.source_map import Change, MappedText, Run

TAB = 4
"""Columns of a tab and of one level of indentation."""

ATOM = "\x02"
"""Placeholder of a fence or of raw HTML in the normal text."""

Line = tuple[int, int]
"""Start and end of what is left of a line when the marks of its containers are taken off."""

_LONE_RETURN = lazily("\r(?!\n)")
_CHANGED = lazily("\r\n|\t|[\x02\x03]|\n")


def normal_text(
    source: str, start: int = 0, left_out: Sequence[Span] = (), filled: Sequence[Change] = ()
) -> MappedText:
    """Return the normal text of `source[start:]`.

    What is left out of the source is not in it, and what is filled in stands in the place of what it replaces.
    """
    text = _normal_text(source, start)
    if not left_out and not filled:
        return text
    changes = [(text.index(span.start), text.index(span.end), "") for span in left_out if span.end > start]
    changes += [(text.index(first), text.index(last), _plain(words)) for first, last, words in filled]
    return text.replace(sorted(changes, key=lambda change: change[:1] + change[2:]))


def _plain(words: str) -> str:
    """Return words that are filled in with the line ends and spaces of a normal text."""
    return _CHANGED.sub(lambda match: {"\t": " " * TAB, "\x02": "", "\x03": ""}.get(match[0], "\n"), words).replace(
        "\r", "\n"
    )


def _normal_text(source: str, start: int) -> MappedText:
    body = _LONE_RETURN.sub("\n", source[start:] if start else source)
    text = MappedText(body, (Run(0, start, start + len(body)),))
    if not ("\t" in body or "\r" in body or "\x02" in body or "\x03" in body):
        return text
    return text.replace(_changes(body))


def _changes(body: str) -> Iterator[tuple[int, int, str]]:
    wider = column_zero = 0
    for match in _CHANGED.finditer(body):
        start, end = match.span()
        text = match[0]
        if text == "\t":
            new = " " * (TAB - (start + wider - column_zero) % TAB)
        else:
            new = "" if text in "\x02\x03" else "\n"
        wider += len(new) - (end - start)
        if new == "\n":
            column_zero = end + wider
        if text != "\n":
            yield start, end, new

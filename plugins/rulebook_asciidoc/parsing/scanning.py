"""Find comments, verbatim blocks and attributes by the lines of a source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook_core.source import Source, Span
from rulebook_syntax.document import Comment

_DELIMITER = re.compile(r"(?:-{4,}|\.{4,}|\+{4,}|/{4,}|```+)[^\S\r\n]*$|```+[\w,+-]+[^\S\r\n]*$")
_FRONT_MATTER = re.compile(r"---[ \t]*(?:\r\n|\r|\n)(?:.*?[\r\n])??---[ \t]*(?:\r\n|\r|\n|\Z)", re.DOTALL)


_AUTHOR = re.compile(r"(?P<author>\w[\w.'-]*(?: \w[\w.'-]*){0,2}) ?(?:<(?P<email>[^<>\n]*)>)?(?:; .*)?")
_REVISION = re.compile(r"v?\d[^\n]*|\w[^\n]*, \d[^\n]*")
_ENTRY = re.compile(r"^:(?P<name>\w[\w-]*):(?:[ \t]+(?P<value>[^\r\n]*))?\r?$")


_ANY_ENTRY = re.compile(_ENTRY.pattern, re.MULTILINE)


class Region(NamedTuple):
    """Lines `[first, last]` that are no running text, with their delimiters.

    The first line of a source is 1.
    """

    first: int
    last: int
    is_comment: bool


def front_matter(text: str) -> int:
    """Return where the text behind front matter begins."""
    match = _FRONT_MATTER.match(text) if text.startswith("---") else None
    return match.end() if match is not None else 0


def header_attributes(source: Source, body: int) -> Iterator[tuple[str, str]]:
    """Yield the attributes of the header, with those of its author and revision lines."""
    first = source.position(body).line
    seen_something = False
    plain = ""
    """The kind of the last line that is neither an attribute nor a comment."""
    for number in range(first, len(source.line_starts) + 1):
        line = source.line(number).rstrip()
        if not line and seen_something:
            return
        seen_something = seen_something or bool(line)
        match = _ENTRY.match(line)
        if match is not None:
            yield match["name"], (match["value"] or "").removesuffix(" \\").strip()
        elif line.startswith("= "):
            plain = "title"
        elif plain == "title" and (author := _AUTHOR.fullmatch(line)) is not None:
            plain = "author"
            yield from ((name, value) for name, value in author.groupdict().items() if value)
        elif plain == "author" and _REVISION.fullmatch(line) is not None:
            plain = "revision"
            yield plain, line


def attributes_of(text: str) -> Iterator[tuple[str, str]]:
    """The attributes that are defined anywhere in a text."""
    for match in _ANY_ENTRY.finditer(text):
        yield match["name"], (match["value"] or "").strip()


def regions(source: Source) -> tuple[Region, ...]:
    """The verbatim blocks and the comment blocks of a source, in order."""
    results: list[Region] = []
    opened: tuple[str, int] | None = None
    count = len(source.line_starts)
    for number in range(1, count + 1):
        line = source.line(number).rstrip()
        if opened is not None:
            if line == opened[0]:
                results.append(Region(opened[1], number, opened[0].startswith("/")))
                opened = None
        elif _DELIMITER.match(line):
            opened = ("```" if line.startswith("```") else line), number
    if opened is not None:
        results.append(Region(opened[1], count, opened[0].startswith("/")))
    return tuple(results)


def comments(source: Source, results: tuple[Region, ...]) -> Iterator[Comment]:
    """Comment lines and comment blocks, in order."""
    position = 1
    for region in (*results, Region(len(source.line_starts) + 1, 0, False)):
        for number in range(position, region.first):
            line = source.line(number)
            if line.startswith("//") and not line.startswith("///"):
                start = source.line_starts[number - 1]
                yield Comment(line[2:].strip(), Span(start, start + len(line)))
        if region.is_comment:
            start = source.line_starts[region.first - 1]
            end = source.line_starts[region.last - 1] + len(source.line(region.last))
            text = source.text[start:end].strip().strip("/").strip()
            yield Comment(text, Span(start, end))
        position = region.last + 1

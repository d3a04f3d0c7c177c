"""Sources and positions: the first step from a file to the site.

A `Source` is one text as its writer left it. Offsets into that text (code points, counted
from 0) are the truth everywhere behind it; lines and columns are computed only when shown.
"""

from __future__ import annotations

import codecs
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple
from unicodedata import decimal, normalize

from rulebook_core import workspace
from rulebook_core.lazy_regex import lazily
from rulebook_core.system.machine import relative

MAX_SOURCE_BYTES = 16 * 2**20
"""A larger file is refused: no rulebook is that long, and checking it would not end soon."""

NOT_XML = lazily(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that a text may have and XML may not."""

_OTHER_SIGNS = lazily("(?![0-9])\\d|[−\u2010-\u2012\u00a0\u2007\u2009\u202f＋－％（）Ａ-Ｚａ-ｚ]")
"""Characters that stand for plain ones.

Digits of other scripts, the hyphens, dashes and spaces of printers, and the full-width characters of dice.
"""
_HYPHENS = "−\u2010\u2011"
_FIGURE_DASH = "\u2012"
_COMPOSED = lazily("[\u00ad\u200b\u2060\ufeff](?!\\s|$)|[\ufb00-\ufb06]|[^\\W\\d_][\u0300-\u036f]+")
"""Characters that readers see otherwise or not at all.

Soft hyphens and zero-width characters within a line, ligatures, and letters with combining marks.
"""
_COMPOSING = lazily("[\u00ad\u200b\u2060\ufeff\ufb00-\ufb06\u0300-\u036f]")
"""Quick to look for."""
_WIDE = 0xFEE0
"""The offset of a full-width character from its plain one."""
_LINE_END = lazily(r"\r\n|\r|\n")


class Span(NamedTuple):
    """A stretch of a source: `start` inclusive, `end` exclusive, in code points from 0."""

    start: int
    end: int

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end

    def meets(self, other: Span) -> bool:
        """Return whether they share a character."""
        return self.start < other.end and other.start < self.end


class Position(NamedTuple):
    """Where a reader looks: line and column, both counted from 1, columns in code points; as text `line:column`."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


def in_plain_signs(text: str) -> str:
    """Return a text with plain digits, letters, hyphens and spaces, each at its place.

    >>> in_plain_signs("٢d٦ − 1, ２ｄ６＋１")
    '2d6 - 1, 2d6+1'
    """
    if text.isascii() or not _OTHER_SIGNS.search(text):
        return text
    return _OTHER_SIGNS.sub(lambda match: _plain(match[0]), text)


def composed(text: str) -> list[tuple[int, int, str]]:
    """Return where a text has other signs than the letters that readers see, and these."""
    if text.isascii() or not _COMPOSING.search(text):
        return []
    results = []
    for match in _COMPOSED.finditer(text):
        seen = normalize("NFKC", match[0]) if match[0].isalpha() or len(match[0]) > 1 else ""
        if seen != match[0]:
            results.append((*match.span(), seen))
    return results


def as_composed(text: str) -> str:
    """A text in the letters that readers see.

    >>> as_composed("sword\u00adplay, \ufb01nal, caf\u0065\u0301")
    'swordplay, final, café'
    """
    parts: list[str] = []
    position = 0
    for start, end, seen in composed(text):
        parts += text[position:start], seen
        position = end
    return "".join((*parts, text[position:])) if parts else text


def _plain(sign: str) -> str:
    value = decimal(sign, -1)
    if value >= 0:
        return str(value)
    if sign in _HYPHENS:
        return "-"
    return "–" if sign == _FIGURE_DASH else " " if sign.isspace() else chr(ord(sign) - _WIDE)


class Source:
    """One text file as written: line ends kept, a byte order mark dropped."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        """As reports show it: relative to where the command ran, with forward slashes."""
        self.text = text

    @cached_property
    def in_plain_signs(self) -> str:
        """The text as a quick look for numbers and dice takes it; see `in_plain_signs`."""
        return in_plain_signs(self.text)

    def __repr__(self) -> str:
        return f"Source({self.path!r}, {len(self.text)} characters)"

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line."""
        if "\r" in self.text:
            return [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        return [0, *accumulate(len(line) + 1 for line in self.text.split("\n")[:-1])]

    def position(self, offset: int) -> Position:
        """The line and column of an offset; an offset at the end of the text is allowed."""
        line = bisect_right(self.line_starts, offset)
        return Position(line, offset - self.line_starts[line - 1] + 1)

    def offset(self, position: Position) -> int:
        """The offset of a position: the inverse of `position`."""
        return self.line_starts[position.line - 1] + position.column - 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1) without its line end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def slice(self, span: Span) -> str:
        return self.text[span.start : span.end]


def is_current(source: Source) -> bool:
    """Return whether a source has the text that its file has now."""
    try:
        return read_source(Path(source.path)).text == source.text
    except UnreadableSourceError:
        return False


def stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch of a text without the white space around it; of nothing else, what is left is its end."""
    part = text[start:end]
    first = end - len(part.lstrip())
    return first, max(first, start + len(part.rstrip()))


def shown_path(path: Path) -> str:
    """Return how reports name a file: from the current folder, where it is in it."""
    way = relative(path, ".")
    if not way.startswith(".."):
        return way
    workspace.current_folder()  # The result names a path as it is on this machine.
    return path.as_posix()


class UnreadableSourceError(Exception):
    """A file that cannot be taken as a source; the message says why, in words for a writer."""


def read_source(path: Path, shown: str | None = None) -> Source:
    """Read a UTF-8 text file, or what stands for it in an editor (see `workspace.unsaved`).

    Args:
        path: the file.
        shown: how reports name it; the path itself when left out.

    Raises:
        UnreadableSourceError: the file is missing, a folder, too large, binary or not UTF-8.
    """
    name = shown if shown is not None else path.as_posix()
    data = _bytes_of(path)
    if len(data) > MAX_SOURCE_BYTES:
        raise UnreadableSourceError(f"larger than the limit of {MAX_SOURCE_BYTES // 2**20} MiB for a source")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UnreadableSourceError("this is UTF-16 text; save it as UTF-8")
    if b"\0" in data:
        raise UnreadableSourceError("this is a binary file, not text (it has a NUL byte)")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x} in line {line}"
        raise UnreadableSourceError(f"not UTF-8 text ({byte}); save it as UTF-8") from None
    return Source(name, text)


def _bytes_of(path: Path) -> bytes:
    """Return the bytes of a file, cut slightly above the largest size of a source.

    Raises:
        UnreadableSourceError: it is missing, a folder, a pipe among files, or cannot be opened.
    """
    try:
        if workspace.is_pipe(path):  # To open it waits for a writer; a shell's `<(...)` is a link to one.
            raise UnreadableSourceError("this is a pipe, not a file")
        return workspace.read_source_bytes(path, MAX_SOURCE_BYTES)
    except FileNotFoundError:
        raise UnreadableSourceError("there is no such file") from None
    except IsADirectoryError:
        raise UnreadableSourceError("this is a folder, not a file") from None
    except OSError as error:
        raise UnreadableSourceError((error.strerror or "it cannot be opened").lower()) from None

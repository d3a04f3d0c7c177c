"""How a plain text is laid out: paragraphs, lists, tables, and headings that stand on lines of their own.

Headings are lines in capitals, underlined lines, numbered lines, or short lines alone. A text on a single line is one
paragraph.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from rulebook_core.source import Span
from rulesmod.dice.digits import to_int
from rulesmod.records import record

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_RULE = re.compile(r"[ \t]*([=\-~^*#_+])\1{2,}[ \t]*")
_NUMBERED = re.compile(
    r"[ \t]*(?:(?:chapter|part|section|appendix)[ \t]+)?(\d+(?:\.\d+)*|[IVXLC]+)[.):]?[ \t]+(?=\S)", re.I
)
_BULLET = re.compile(r"[ \t]*(?:[-*+•–][ \t]+(?=\S)|(?:\d{1,3}|[a-z])[.)][ \t]+(?=\S))")
_APART = r"(?:\t| {3}|(?<![.!?]) {2})[ \t]*"
"""Space between cells; two spaces behind a sentence are only a habit of typists."""
_GAP = re.compile(rf"\S{_APART}\S")
_ENDS = (".", ",", ";", "!", "?", "`", '"')

MAX_HEADING = 70
"""A longer line is text, whatever stands around it."""


_NOWHERE = Span(0, 0)


@record
class Line:
    """A line without its line end."""

    start: int
    end: int
    text: str


@record
class Chunk:
    """Lines that belong together.

    Attributes:
        style: of a heading, how it is known to be one.
        title: of a heading, the stretch of its title.
        rows: of a table, the stretches of the cells of each row; `has_header` whether the first row names columns.
        depth: of an item, how far it is indented.
    """

    kind: Literal["heading", "paragraph", "item", "table", "rule"]
    span: Span
    style: str = ""
    title: Span = _NOWHERE
    rows: tuple[tuple[Span, ...], ...] = ()
    has_header: bool = False
    depth: int = 0


def chunks(text: str, start: int = 0) -> list[Chunk]:
    """The chunks of a text, in order; blank lines lie between them."""
    lines = list(_lines(text, start))
    results: list[Chunk] = []
    index = 0
    while index < len(lines):
        if not lines[index].text.strip():
            index += 1
            continue
        stop = index
        while stop < len(lines) and lines[stop].text.strip():
            stop += 1
        results += _group(lines[index:stop])
        index = stop
    return _without_lone_lines(results, text)


def _lines(text: str, start: int) -> Iterator[Line]:
    for match in _LINE.finditer(text, start):
        if match.start() == match.end() == len(text):
            return
        line = match[0].rstrip("\r\n")
        yield Line(match.start(), match.start() + len(line), line)


def _group(lines: Sequence[Line]) -> Iterator[Chunk]:
    """The chunks of lines without a blank one between them."""
    first = 0
    if heading := _underlined(lines):
        yield heading
        first = 3 if heading.style.startswith("over") else 2
    elif (heading := _alone_on_top(lines)) is not None:
        yield heading
        first = 1
    rest = lines[first:]
    if not rest:
        return
    if (table := _table(rest)) is not None:
        yield table
        return
    yield from _running(rest)


def _underlined(lines: Sequence[Line]) -> Chunk | None:
    if len(lines) >= 3 and _RULE.fullmatch(lines[0].text) and lines[0].text.strip() == lines[2].text.strip():
        if _is_short(lines[1]):
            return _heading(lines[1], Span(lines[0].start, lines[2].end), f"over {lines[0].text.strip()[0]}")
        return None
    if len(lines) >= 2 and _RULE.fullmatch(lines[1].text) and _is_short(lines[0]):
        length = len(lines[1].text.strip())
        if length >= min(len(lines[0].text.strip()), 4) and not _GAP.search(lines[0].text):
            return _heading(lines[0], Span(lines[0].start, lines[1].end), f"under {lines[1].text.strip()[0]}")
    return None


def _is_short(line: Line) -> bool:
    return bool(re.search(r"\w", line.text)) and len(line.text.strip()) <= MAX_HEADING


def _heading(line: Line, span: Span, style: str) -> Chunk:
    first = line.start + len(line.text) - len(line.text.lstrip())
    return Chunk("heading", span, style, Span(first, line.start + len(line.text.rstrip().rstrip(":").rstrip())))


def _alone_on_top(lines: Sequence[Line]) -> Chunk | None:
    """A heading that is known by its own line: in capitals, numbered, or short and alone."""
    line = lines[0]
    title = line.text.strip()
    if not _is_short(line) or title.endswith(_ENDS) or _GAP.search(title):
        return None
    words = re.findall(r"[^\W\d_]{2,}", title)
    alone = len(lines) == 1
    numbered = _NUMBERED.match(line.text)
    if words and all(word.isupper() for word in words) and sum(map(len, words)) >= 4 and len(words) <= 10:
        return _heading(line, Span(line.start, line.end), "capitals")
    if not alone or len(title.split()) > 8:
        return None
    rest = line.text[numbered.end() :].strip() if numbered else title
    if not rest[:1].isupper() or (rest.endswith(":") and len(rest.split()) > 5):
        return None
    if numbered:
        return _heading(line, Span(line.start, line.end), f"numbered {numbered[1].count('.')}")
    if _BULLET.match(line.text) or line.text.startswith((" ", "\t")):
        return None
    return _heading(line, Span(line.start, line.end), "alone")


def _table(lines: Sequence[Line]) -> Chunk | None:
    """Lines whose cells stand in columns, two or more spaces apart."""
    body = [line for line in lines if not _RULE.fullmatch(line.text.replace(" ", "")) and "-+-" not in line.text]
    if len(body) < 2 or not all(_GAP.search(line.text) for line in body):
        return None
    cells = [_cells(line.text) for line in body]
    width = len(cells[0])
    if width < 2 or any(len(row) != width for row in cells):
        return None
    rows = tuple(
        tuple(Span(line.start + start, line.start + end) for start, end in row)
        for line, row in zip(body, cells, strict=True)
    )
    has_header = not any(re.search(r"\d", line) for line in (body[0].text,)) or len(body) < len(lines)
    return Chunk("table", Span(lines[0].start, lines[-1].end), rows=rows, has_header=has_header)


def _cells(line: str) -> list[tuple[int, int]]:
    cells = []
    start = 0
    for gap in re.finditer(rf"{_APART}|\Z", line):
        part = line[start : gap.start()]
        if part.strip():
            first = start + len(part) - len(part.lstrip(" |"))
            cells.append((first, max(first, start + len(part.rstrip(" |")))))
        start = gap.end()
    return cells


def _running(lines: Sequence[Line]) -> Iterator[Chunk]:
    """Paragraphs and items."""
    first = _first_mark(lines)
    starts = [0] if first else []
    starts += [index for index in range(first, len(lines)) if _BULLET.match(lines[index].text)]
    starts += [index for index, line in enumerate(lines) if _RULE.fullmatch(line.text)]
    starts += [index + 1 for index, line in enumerate(lines) if _RULE.fullmatch(line.text)]
    bounds = sorted({index for index in starts if index < len(lines)})
    for start, stop in zip(bounds, [*bounds[1:], len(lines)], strict=True):
        span = Span(lines[start].start, lines[stop - 1].end)
        text = lines[start].text
        if _RULE.fullmatch(text):
            yield Chunk("rule", span)
        elif start >= first and _BULLET.match(text):
            yield Chunk("item", span, depth=len(text) - len(text.lstrip()))
        else:
            yield Chunk("paragraph", span)


def _first_mark(lines: Sequence[Line]) -> int:
    """The first line of a list among some lines, behind the last of them where there is none.

    Elsewhere than at the top, or behind a colon with nothing but list behind it, a mark is a dash or a number
    at which a line of running text happens to break.
    """
    if _BULLET.match(lines[0].text):
        return 0
    for index in range(1, len(lines)):
        if _BULLET.match(lines[index].text) and lines[index - 1].text.rstrip().endswith(":"):
            depth = _indent(lines[index])
            if all(_BULLET.match(line.text) or _indent(line) > depth for line in lines[index:]):
                return index
    return len(lines)


def _indent(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip())


def _without_lone_lines(results: Sequence[Chunk], text: str) -> list[Chunk]:
    """A short line alone is a heading only where text follows, and not another such line."""
    chunks_of_text = []
    for index, chunk in enumerate(results):
        after = results[index + 1] if index + 1 < len(results) else None
        if chunk.style in ("alone",) and (
            after is None or (after.kind == "heading" and after.style == chunk.style) or after.kind == "rule"
        ):
            chunks_of_text.append(Chunk("paragraph", chunk.span))
        else:
            chunks_of_text.append(chunk)
    return chunks_of_text


def mark_end(text: str, span: Span) -> int:
    """Return where the text of an item begins."""
    mark = _BULLET.match(text, span.start)
    return mark.end() if mark else span.start


_STANDING = {"over =": 0, "under =": 0, "over #": 0, "capitals": 1, "over -": 1, "under -": 1, "numbered 0": 1}
_OTHERS = 2


def levels_of_styles(results: Sequence[Chunk]) -> dict[str, int]:
    """The level of each style of heading: double lines, then capitals, single lines and numbers, then all others.

    Of two styles that could stand side by side, one that always follows right below the other stands under it.
    """
    standing: dict[str, float] = {}
    for chunk in results:
        if chunk.kind == "heading":
            parts = to_int(chunk.style.rpartition(" ")[2]) if chunk.style.startswith("numbered") else 0
            standing[chunk.style] = _STANDING.get(chunk.style, _OTHERS + max(0, parts - 1))
    stacked = {
        (above.style, below.style)
        for above, below in itertools.pairwise(results)
        if above.kind == below.kind == "heading" and standing[above.style] == standing[below.style]
    }
    for above, below in sorted(stacked):
        if above != below and (below, above) not in stacked:
            standing[below] += 0.5
    ranks = sorted(set(standing.values()))
    return {style: min(6, 1 + ranks.index(rank)) for style, rank in standing.items()}

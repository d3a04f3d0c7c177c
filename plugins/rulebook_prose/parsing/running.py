"""The parts of a paragraph of bare prose: headings, entries and notes that running text goes over into.

A heading is a phrase with capitals and a colon at the beginning of a sentence. A note of the author begins with a
backtick; it ends with another one, with its parenthesis, or where the next part begins.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from rulebook_core.source import Span
from rulebook_core.spans import Stretches
from rulebook_text.entries.model import Fault, ParsedEntry
from rulesmod.records import record
from rulesmod.system import Tagged

_TITLE_WORD = r"\+?[A-Z][\w'’+&/-]*"
_SMALL = r"(?:in|of|the|and|to|for|on|or|at|with|from|by|vs|&)"
HEADER = re.compile(rf"(?<![\w(\"'“])(?P<title>{_TITLE_WORD}(?: (?:{_SMALL} ){{0,2}}{_TITLE_WORD}){{0,5}}):(?= |$)")
_SIGN = re.compile(r"[`:;.!?]")
"""Without any of these, nothing begins within a paragraph."""
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]* ?$")
_FULL_STOP = re.compile(r"(?<!vs)(?<!eg)(?<!ie)\. [A-Z]")
_MAX_WINDOW = 8
"""How far to look back for the end of a sentence."""
_MAX_OPEN = 3000
"""Characters after which anything begun has ended."""
_OPENS_BODY = re.compile(r" ?[A-Z\"“'`(\d+]")
_NEAR_HEADER = re.compile(
    r"(?:(?<=^)|(?<=[.!?] )|(?<=[.!?][\"')] ))(?P<title>[^\W\d_][\w'’-]*(?: [\w'’+&/-]+){0,4}):(?= [A-Z\"“`])"
)
_LINKING = frozenset(("in", "of", "and", "to", "for", "on", "or", "at", "with", "from", "by"))
"""Small words within headings."""
_SEMICOLON = re.compile(
    rf"(?:(?<=^)|(?<=[.!?] )|(?<=[.!?][\"')] ))(?P<title>{_TITLE_WORD}(?: (?:{_SMALL} )?{_TITLE_WORD}){{1,4}});"
    r"(?= [A-Z\"“`])"
)
_NO_COLON = re.compile(
    rf"(?:(?<=[.!?] )|(?<=[.!?][\"')] ))(?P<title>{_TITLE_WORD}(?: (?:{_SMALL} )?{_TITLE_WORD}){{1,4}})"
    r" (?P<next>[A-Z][a-z]*) (?=[a-z\"])"
)
_OPENERS = frozenset(
    """a an the as at by for from if in into it its no not of on one or some so such that then there these this those to
    when where while with and but also eg ie vs example examples note notes tip hint warning remember exception
    optional result results otherwise however""".split()  # noqa: SIM905
)
_FUNCTION_WORDS = frozenset(
    """a an the as at by for from if in into of on or per so such than that then to vs versus when where while with and
    but like against his her its their one's any each every no not is are be via""".split()  # noqa: SIM905
)
_WORD = re.compile(r"[^\W\d_][\w'’]*")

_ENDED = re.compile(r"[.!?][\"')]* [A-Z]")
_TURN = re.compile(r"(?<=[a-z]) (?=[A-Z][a-z]+)")
_STOP = re.compile(r"[.!?](?: |$|\\)|[()`]")
_BEHIND_NOTE = re.compile(r"$| [A-Z\"`(?+\d]")
_NOTE_TOKEN = re.compile(r"`[?=]+[%\d]*(?=[ )])")
_EMPTY_NOTE = re.compile(r"`[._?]+(?= |$)")

MIN_HEADINGS = 5
"""With fewer headings of its kind, a text does not teach us what its headings look like."""


@record
class Note:
    """A note of the author at `[start, end)` of a paragraph; its words lie at `[inner, stop)`."""

    start: int
    end: int
    inner: int
    stop: int
    inline: bool


@record
class Header:
    """A heading within a paragraph; its colon lies before `end`."""

    title: str
    start: int
    end: int
    faults: tuple[Fault, ...] = ()


@record
class Part:
    """A part of a paragraph; `what` is the heading, entry or note it begins with, and None for text that goes on."""

    kind: Literal["heading", "entry", "note", "text"]
    start: int
    end: int
    what: Header | ParsedEntry | Note | None = None


@record
class Running:
    """Adjacent parts of a paragraph, with the entries and notes in sentences."""

    parts: tuple[Part, ...]
    inline: tuple[ParsedEntry | Note, ...]


def read_running(
    text: str, results: Sequence[ParsedEntry], *, is_first: bool, many: bool, names: Collection[str]
) -> Running:
    """The parts of a paragraph.

    Args:
        text: the paragraph.
        results: its entries.
        is_first: whether the text of the source begins here, so that its title may.
        many: whether the source has headings of this kind in number, so that near misses of them can be told.
        names: words of the names that the source has, capitalised.
    """
    whole = Running((Part("text", 0, len(text)),), ())
    if not results and _SIGN.search(text) is None:
        return whole
    heads = [(entry.start, entry.head) for entry in results]
    within = Stretches(Span(start + 1, head) for start, head in heads)
    notes = [note for note in _notes(text) if note.inline or not within.meets(Span(note.start, note.start + 1))]
    headers = list(_headers(text, heads, notes, is_first=is_first, many=many))
    if not (results or notes or headers):
        return whole  # As most are.
    titles = Stretches(Span(header.start, header.end) for header in headers)
    open_notes = [note.start for note in notes if not note.inline]
    entries = [
        _after_a_stop(text, entry, open_notes)
        for entry in results
        if not titles.meets(Span(entry.start, entry.start + 1))
    ]
    parts = tuple(_tiled(text, _starts_of(text, headers, entries, notes), names))
    inline: list[ParsedEntry | Note] = [entry for entry in entries if entry.inline]
    inline += [note for note in notes if note.inline]
    return Running(parts, tuple(sorted(inline, key=lambda item: item.start)))


def _starts_of(
    text: str, headers: Sequence[Header], entries: Sequence[ParsedEntry], notes: Sequence[Note]
) -> dict[int, Part]:
    """Return the parts that begin a block by their starts; a heading wins over an entry, and that over a note."""
    starts: dict[int, Part] = {}
    for header in headers:
        starts[header.start] = Part("heading", header.start, header.end, header)
    for entry in entries:
        if not entry.inline:
            quoted = entry.start > 0 and text[entry.start - 1] == "`"
            starts.setdefault(entry.start - quoted, Part("entry", entry.start - quoted, entry.head, entry))
    for note in notes:
        if not note.inline:
            starts.setdefault(note.start, Part("note", note.start, note.end, note))
    return starts


def _after_a_stop(text: str, entry: ParsedEntry, open_notes: Sequence[int]) -> ParsedEntry:
    """An entry, with the fault that the sentence before it does not end; a note of the author needs no end."""
    if not isinstance(entry.kind, Tagged) or entry.inline:
        return entry
    start = min([entry.start, *(begin for _, begin, _ in entry.fields.values())])
    end = start
    while end and text[end - 1].isspace():
        end -= 1
    at = bisect_left(open_notes, start)
    stops = _full_stops(text)
    stop = bisect_left(stops, (open_notes[at - 1],)) if at else len(stops)
    is_noted = at > 0 and not (stop < len(stops) and stops[stop][1] <= start)
    last = re.compile(r"(\w+)\)?$").search(text, max(0, end - 20), end)
    if is_noted or last is None or last[1].casefold() in _FUNCTION_WORDS:
        return entry
    fact = f"no full stop ends the sentence before the {entry.kind.kind} `{entry.name}`"
    return replace(entry, faults=(*entry.faults, Fault(end - 1, end, fact, text[end - 1] + ".")))


@lru_cache(maxsize=1)
def _full_stops(text: str) -> Sequence[tuple[int, int]]:
    """Return where sentences end in a text, and the next one has begun: each of its entries asks."""
    return [match.span() for match in _FULL_STOP.finditer(text)]


def _tiled(text: str, starts: dict[int, Part], names: Collection[str]) -> Iterator[Part]:
    order = sorted(starts)
    if not order or order[0] > 0:
        yield Part("text", 0, order[0] if order else len(text))
    for offset, following in pairwise([*order, len(text)]):
        part = starts[offset]
        what, end = part.what, following
        if isinstance(what, Note):
            # A closed note ends there, an open one where a sentence begins that has nothing to do with it.
            end = part.end if part.end < len(text) else _goes_on(text, part.start, following, names)
            end = min(end, following)
            what = Note(what.start, end, what.inner, min(what.stop, end), what.inline)
        yield Part(part.kind, part.start, end, what)
        if end < following:
            yield Part("text", end, following)


def _goes_on(text: str, start: int, end: int, names: Collection[str]) -> int:
    """Return where in a note without a full stop of its own the running text goes on; its end if it does not."""
    ended = _ENDED.search(text, start, end)
    stop: re.Match[str] | None = None
    for match in _TURN.finditer(text, start, end):
        if ended is not None and ended.end() <= match.start():
            return end
        before = _WORD.findall(text, max(start, match.start() - 30), match.start())
        word = _WORD.match(text, match.end())
        assert word is not None
        if not before or before[-1].lower() in _FUNCTION_WORDS or word[0] in names:
            continue
        # What ends its sentence, or cannot stand in it, is looked for once, however many words may begin one before it.
        if stop is None or stop.start() < match.end():
            stop = _STOP.search(text, match.end(), end)
        if stop is None:
            return end
        if stop[0] not in ("(", ")", "`"):
            return match.end()
    return end


# -- notes --


@lru_cache(maxsize=1024)  # A paragraph is read for the names of its source, and then with them.
def _notes(text: str) -> Sequence[Note]:
    return [*_read_notes(text)]


def _read_notes(text: str) -> Iterator[Note]:
    position = 0
    while (start := text.find("`", position)) >= 0:
        position = start + 1
        before = text[start - 1] if start else " "
        if before not in " (\"'":
            continue
        closing = text.find("`", start + 1)
        if before == "(" and (end := _closed(text, start - 1)) is not None:
            yield Note(start, end, start + 1, end, inline=True)
            position = end
        elif closing > 0 and _closes(text, closing):
            sentence = _begins_sentence(text, start) and _BEHIND_NOTE.match(text, closing + 1) is not None
            yield Note(start, closing + 1, start + 1, closing, inline=not sentence)
            position = closing + 1
        elif empty := _EMPTY_NOTE.match(text, start):
            yield Note(start, empty.end(), start + 1, empty.end(), inline=False)
            position = empty.end()
        elif token := _NOTE_TOKEN.match(text, start):
            yield Note(start, token.end(), start + 1, token.end(), inline=True)
        else:
            yield Note(start, len(text), start + 1, len(text), inline=False)


def _closes(text: str, at: int) -> bool:
    """Return whether a backtick ends a note: no space before it, and no word behind it."""
    return text[at - 1] not in " (" and not text[at + 1 : at + 2].isalnum()


def _closed(text: str, opened: int) -> int | None:
    depth = 0
    for match in re.compile(r"[()]").finditer(text, opened, opened + 400):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return match.start()
    return None


# -- headings --


def _headers(
    text: str, heads: Sequence[tuple[int, int]], notes: Sequence[Note], *, is_first: bool, many: bool
) -> Iterator[Header]:
    stretches = Stretches(Span(max(0, start - 1), head) for start, head in heads)
    for note in notes:
        if (note.inline or note.end < len(text)) and not stretches.meets(Span(note.start, note.end)):
            stretches.add(Span(note.start, note.end))
    openings = sorted([head for _, head in heads] + [note.start for note in notes if not note.inline])
    headers: list[Header] = []
    for match in HEADER.finditer(text):
        header = _header(text, match, openings, is_first=is_first, many=many)
        if header is not None and not stretches.meets(Span(header.start, header.end)):
            headers.append(header)
            stretches.add(Span(header.start, header.end))
    if many:
        headers += [*_without_capitals(text, stretches), *_without_colon(text, stretches)]
    yield from sorted(headers, key=lambda header: header.start)


def _header(
    text: str,
    match: re.Match[str],
    openings: Sequence[int],
    *,
    is_first: bool,
    many: bool,
) -> Header | None:
    title, start = match["title"], match.start()
    words = title.split()
    if (len(words) == 1 and words[0].casefold() in _OPENERS) or (start and text[start - 1] == "`"):
        return None
    first = is_first and start == 0
    if not first and not _OPENS_BODY.match(text, match.end()) and match.end() < len(text):
        return None
    if _begins_sentence(text, start):
        return Header(title, start, match.end())
    at = bisect_left(openings, start)
    open_since = openings[at - 1] if at else -1
    unfinished = 0 <= start - _MAX_OPEN < open_since or open_since >= 0 > start - _MAX_OPEN
    unfinished = unfinished and not _FULL_STOP.search(text, open_since, start)
    behind = text[max(0, start - 40) : start].rstrip()
    before = behind[-1:]
    if unfinished and (len(words) > 1 or before == ")"):
        return Header(title, start, match.end())
    if many and len(words) > 1 and before.isalnum() and behind.rpartition(" ")[2] not in _FUNCTION_WORDS:
        last = start - len(text[max(0, start - 40) : start]) + len(behind)
        fault = Fault(
            last - 1, last, f"no full stop ends the sentence before the heading `{title}`", text[last - 1] + "."
        )
        return Header(title, start, match.end(), (fault,))
    return None


def _begins_sentence(text: str, start: int) -> bool:
    return start == 0 or _SENTENCE_END.search(text[max(0, start - _MAX_WINDOW) : start]) is not None


def _without_capitals(text: str, stretches: Stretches) -> Iterator[Header]:
    """Yield near misses of headings, which lack capitals."""
    for match in _NEAR_HEADER.finditer(text):
        title = match["title"]
        words = title.split()
        if words[0].casefold() in _OPENERS or (words[1:] and words[1].casefold() in _OPENERS - _LINKING):
            continue
        if stretches.meets(Span(match.start("title"), match.end())) or HEADER.fullmatch(title + ":"):
            continue
        if len(words) < 2 and title[:1].isupper():
            continue
        meant = " ".join(word if word in _SMALL else word[:1].upper() + word[1:] for word in words)
        if meant == title:
            continue
        fault = Fault(
            match.start("title"), match.end("title"), f"the heading `{title}` is not written with capitals", meant
        )
        yield Header(meant, match.start("title"), match.end("title") + 1, (fault,))


def _without_colon(text: str, stretches: Stretches) -> Iterator[Header]:
    """Yield near misses of headings, which lack a colon or have a semicolon in its place."""
    for match in _SEMICOLON.finditer(text):
        start, end = match.span("title")
        if match["title"].split()[0].casefold() not in _OPENERS and not stretches.meets(Span(start, end)):
            fault = Fault(
                end, end + 1, f"`;` is written instead of the colon behind the heading `{match['title']}`", ":"
            )
            yield Header(match["title"], start, end + 1, (fault,))
    lower = set(re.findall(r"(?<![\w`])[a-z]+", text))
    for match in _NO_COLON.finditer(text):
        title, following = match["title"], match["next"].lower()
        capitals = [word for word in title.split() if word[:1].isupper()]
        if (following not in lower and following not in _OPENERS) or len(capitals) < 2:
            continue
        if capitals[0].lower() in _OPENERS or stretches.meets(Span(*match.span("title"))):
            continue
        end = match.end("title")
        fault = Fault(end - 1, end, f"no colon is behind the heading `{title}`", text[end - 1] + ":")
        yield Header(title, match.start("title"), end, (fault,))

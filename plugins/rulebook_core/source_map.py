"""Text that knows where in its source it stands, whatever has been done to it.

A `MappedText` is made of the text below it: a stretch of it, lines, the same with other words in some places. Each
layer is a whole string, and a run for every change; places are worked out when somebody asks for them, layer by layer
down to the source.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from operator import attrgetter
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span, composed, stripped

_SPACE = lazily(r"\s")
_SPACES = lazily(r"  +")
_LAST = attrgetter("last")
_BEGINNING = attrgetter("start")


Change = tuple[int, int, str]
"""A replacement: the text at `[start, end)` gives way to other words."""


class Run(NamedTuple):
    """From `start` on, up to the next run, a text stems from `[first, last)` of the text below: character by
    character if it is `copied`, else as a whole. Where nothing stands for that, the next run begins there too."""

    start: int
    first: int
    last: int
    copied: bool = True


class Piece(NamedTuple):
    """Text `[start, end)` stems from `source`: character by character if it is `copied`, else as a whole."""

    start: int
    end: int
    source: Span
    copied: bool


# As a named tuple makes itself, in a third of the time: there are more of these than of anything else.
_run: Callable[[tuple[int, int, int, bool]], Run] = partial(tuple.__new__, Run)
_span: Callable[[tuple[int, int]], Span] = partial(tuple.__new__, Span)


class MappedText:
    """A text with the way back to its source.

    Args:
        text: the text.
        runs: where it stems from; left out, all of it is copied from the beginning of the text below.
        below: the text that it is made of; None for the source itself.
    """

    __slots__ = ("_away", "_base", "_below", "_flat", "_starts", "runs", "shift", "text")

    def __init__(self, text: str, runs: Sequence[Run] = (), below: MappedText | None = None) -> None:
        self.text = text
        self.runs = runs or (Run(0, 0, len(text)),)
        self._below = below
        self._flat: Sequence[Run] | None = None
        self._starts: Sequence[int] = ()  # Where these begin, once a place is looked for among them.
        self.shift: int | None = None
        """The difference between an index and its source offset; None if it is not constant."""
        self._base: MappedText | None = None  # As far down as addition leads, where that is not to the source,
        self._away = 0  # and what is added.
        first = self.runs[0]
        if len(self.runs) == 1 and first.copied:
            if below is None:
                self.shift = first.first
            elif below.shift is not None:
                self.shift = below.shift + first.first
            else:
                self._base, self._away = below._base or below, below._away + first.first

    def __repr__(self) -> str:
        return f"MappedText({self.text!r}, {self.pieces})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MappedText) and (self.text, self.pieces) == (other.text, other.pieces)

    def __hash__(self) -> int:
        return hash(self.text)

    # -- places --

    def span(self, start: int, end: int) -> Span:
        """The span of the source that `[start, end)` stems from; of an empty stretch, where it would stand."""
        shift = self.shift
        if shift is not None:
            return _span((start + shift, end + shift))
        text = self._base or self
        away = self._away
        start, end = start + away, end + away
        if start < len(text.text):
            result = text._flattened
            at = (bisect_right(text._starts or text._beginnings, start) or 1) - 1
            begin, first, last, copied = result[at]
            shift = first - begin
            if not (copied and start < end <= last - shift):
                return _span(_placed(result, at, start, end))
            if begin <= away and text is not self and away + len(self.text) <= last - shift:
                self.shift = away + shift  # All of it is copied by one run.
            return _span((start + shift, end + shift))
        start, end = _placed(text.runs, _at(text.runs, start), start, end)
        return Span(start, end) if text._below is None else text._below.span(start, end)

    @property
    def whole(self) -> Span:
        """Return the source span of the whole text."""
        return self.span(0, len(self.text))

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the text below that `[start, end)` stems from."""
        runs = self.runs
        return _placed(runs, _at(runs, start) if len(runs) > 1 else 0, start, end)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All of it, by what it stems from in the source."""
        return tuple(
            Piece(start, end, Span(first, last), copied) for start, end, first, last, copied in self.stretches()
        )

    @property
    def sources(self) -> list[tuple[int, int]]:
        """The stretches of the source that its words stem from: those of its pieces, and sooner.

        Behind a space may be what was taken out between two others.
        """
        text = self.text
        if self.shift is None and self._base is not None and text:
            self.span(0, 1)  # Which notices where one run copies all of it.
        if self.shift is not None:
            return [(self.shift, self.shift + len(text))] if text else []
        runs, spans = self._flattened, []
        for following, (start, first, last, copied) in enumerate(runs, 1):
            stop = runs[following][0] if following < len(runs) else len(text)
            if start < stop and (copied or text[start:stop] != " "):
                spans.append((first, first + stop - start if copied else max(first, last)))
        return spans

    def stretches(self) -> Iterator[tuple[int, int, int, int, bool]]:
        """Yield each piece: its span in the text, its span in the source, whether it is copied."""
        runs, end = self._flattened, len(self.text)
        stops = chain(map(_BEGINNING, islice(runs, 1, None)), (end,))
        for (start, first, last, copied), stop in zip(runs, stops, strict=True):
            if start < stop:
                yield start, stop, first, first + stop - start if copied else max(first, last), copied

    @property
    def _flattened(self) -> Sequence[Run]:
        """Its runs, if they led to the source at once; a run of what nothing stands for ends at the end of what
        stands before that, which may be sooner than it begins."""
        if self._flat is None:
            self._flat = self._flatten()
        return self._flat

    @property
    def _beginnings(self) -> Sequence[int]:
        """Where each of these begins."""
        if not self._starts:
            self._starts = [run[0] for run in self._flattened]
        return self._starts

    def _flatten(self) -> Sequence[Run]:
        below, away = self._below, 0
        if below is not None and below._base is not None:
            below, away = below._base, below._away
        if below is None or below.shift is not None:
            away = 0 if below is None else below.shift or 0
            return [_run((start, first + away, last + away, copied)) for start, first, last, copied in self.runs]
        return self._flatten_through(below, away)

    def _flatten_through(self, below: MappedText, away: int) -> Sequence[Run]:
        """Compose its runs, shifted by `away`, with those of the text below."""
        flat: list[Run] = []
        flattened, beginnings = below._flattened, below._beginnings
        count, at = len(flattened), 0
        stops = chain(map(_BEGINNING, islice(self.runs, 1, None)), (len(self.text),))
        for (start, first, last, copied), stop in zip(self.runs, stops, strict=True):
            first += away
            # Most runs go on where the one before them ends; what is far behind, or before that, is looked up.
            if beginnings[at] > first or (at + 2 < count and beginnings[at + 2] <= first):
                at = (bisect_right(beginnings, first) or 1) - 1
            elif at + 1 < count and beginnings[at + 1] <= first:
                at += 1
            if not copied:
                last += away
                end = _end(flattened, last, at if beginnings[at] < last else 0)
                flat.append(_run((start, below.span(first, first).start, end, False)))
                continue
            end, shift = first + stop - start, start - first
            while True:
                begin, origin, last, is_copied = flattened[at]
                following = beginnings[at + 1] if at + 1 < count else end
                if begin < first:
                    begin, origin = first, origin + first - begin if is_copied else origin
                if begin < (until := min(end, following)):
                    last = origin + until - begin if is_copied else last
                    flat.append(_run((begin + shift, origin, last, is_copied)))
                if following >= end:
                    break
                at += 1
        return flat or [Run(0, *below.span(away, away), False)]

    def within(self, span: Span) -> str:
        """Return the part of it that stems from a span of the source."""
        parts = []
        for start, end, source, copied in self.pieces:
            if source.end > span.start and span.end > source.start:
                if copied:
                    start, end = start + max(0, span.start - source.start), end - max(0, source.end - span.end)
                parts.append(self.text[start:end])
        return "".join(parts)

    def index(self, position: int, below: MappedText | None = None) -> int:
        """Return the index here of what stems from `position` in a text below, or from behind it.

        The runs of both texts must be in order.
        """
        if self is below:
            return position
        if self._below is not None:
            position = self._below.index(position, below)
        at = bisect_right(self.runs, position, key=_LAST)
        if at == len(self.runs):
            return len(self.text)
        run = self.runs[at]
        if position <= run.first:
            return run.start
        if run.copied:
            return run.start + position - run.first
        return self.runs[at + 1].start if at + 1 < len(self.runs) else len(self.text)

    def stretch(self, start: int, end: int, below: MappedText | None = None) -> tuple[int, int] | None:
        """Return the stripped span here of `[start, end)` in a text below, or None."""
        first, last = self.index(start, below), self.index(end, below)
        first, last = stripped(self.text, first, max(first, last))
        return (first, last) if first < last else None

    # -- what is made of it --

    def slice(self, start: int, end: int) -> MappedText:
        return MappedText(self.text[start:end], (_run((0, start, end, True)),), self)

    def strip(self) -> MappedText:
        """Without the white space around it."""
        first, last = stripped(self.text, 0, len(self.text))
        if last - first == len(self.text):
            return self
        return self.slice(first, last) if first < last else self.slice(0, 0)

    def lines(self, lines: Sequence[tuple[int, int]]) -> MappedText:
        """Join stretches with line ends, each mapped to the source behind its stretch."""
        if len(lines) == 1:
            return self.slice(*lines[0])
        runs: list[Run] = []
        length = 0
        begin, first, last = 0, lines[0][0], lines[0][0]
        for start, end in lines:
            if last != start:
                runs.append(Run(begin, first, last))
                begin, first = length, start
            last = end + 1
            length += last - start
        if not runs:
            return self.slice(first, last - 1)
        runs.append(Run(begin, first, last - 1))
        return MappedText("\n".join([self.text[start:end] for start, end in lines]), runs, self)

    def redrawn(self, text: str) -> MappedText:
        """Other signs, as many, in the places of its own."""
        redrawn = MappedText(text, self.runs, self._below)
        redrawn._flat = self._flat
        return redrawn

    def ordered(self) -> MappedText:
        """The same text; what stems from before the place that it has come to counts as standing there."""
        runs: list[Run] = []
        last = 0
        for piece in self.pieces:
            first, end = piece.source
            runs.append(
                Run(piece.start, first, end, piece.copied) if first >= last else Run(piece.start, last, last, False)
            )
            last = max(last, first)
        return MappedText(self.text, runs)

    def replace(self, changes: Iterable[Change]) -> MappedText:
        """Other words in the place of `[start, end)`, in order; where changes overlap, those of the first stand."""
        writer = Writer(self)
        position = 0
        for start, end, new in changes:
            writer.copy(position, start)
            if start >= position:
                writer.put(new, start, end)
            position = max(position, end)
        writer.copy(position, len(self.text))
        return writer.written()

    def fold(self) -> MappedText:
        """White space folded to single spaces, and none around it, in the letters that readers see."""
        if seen := composed(self.text):
            return self.replace(seen).fold()
        if " ".join(self.text.split()) == self.text:
            return self
        text = _SPACE.sub(" ", self.text)
        folded = (self if text == self.text else MappedText(text, below=self)).strip()
        if "  " not in folded.text:
            return folded
        return folded.replace((*match.span(), " ") for match in _SPACES.finditer(folded.text))


class Writer:
    """Writes a text anew: stretches of it, and what comes between them."""

    def __init__(self, below: MappedText) -> None:
        self._below = below
        self._parts: list[str] = []
        self._runs: list[Run] = []
        self._length = 0

    def copy(self, start: int, end: int) -> None:
        """Take over what stands at `[start, end)`."""
        if start >= end:
            return
        last = self._runs[-1] if self._runs else None
        if last is not None and last.copied and last.last == start:
            self._runs[-1] = _run((last.start, last.first, end, True))
        else:
            self._runs.append(_run((self._length, start, end, True)))
        self._parts.append(self._below.text[start:end])
        self._length += end - start

    def put(self, new: str, start: int, end: int | None = None) -> None:
        """Write `new` for what stands at `[start, end)`, or besides it."""
        if new:
            self._runs.append(_run((self._length, start, start if end is None else end, False)))
            self._parts.append(new)
            self._length += len(new)

    def written(self) -> MappedText:
        return MappedText("".join(self._parts), self._runs or (Run(0, 0, 0, False),), self._below)


def _at(runs: Sequence[Run], index: int, least: int = 0) -> int:
    """Return which run the character at an index is in, from one on."""
    # A bare tuple is compared faster than a key is asked for; it comes before every run that begins behind it.
    return (bisect_left(runs, (index + 1,), least) or 1) - 1


def _placed(runs: Sequence[Run], at: int, start: int, end: int) -> tuple[int, int]:
    """Return the source span of `[start, end)` by these runs, of which it begins in one."""
    begin, first, last, copied = runs[at]
    # Of what is asked for most often, nothing is called that can be written out.
    if copied and (first := first + start - begin) > last:
        first = last
    if end <= start:
        return first, first
    if at + 1 < len(runs) and runs[at + 1][0] < end:
        last = _end(runs, end, at + 1)
    elif copied and first + end - start < last:
        last = first + end - start
    return first, last if last > first else first


def _end(runs: Sequence[Run], end: int, at: int = 0) -> int:
    """Where what stands before an index ends by these runs, of which it is in one from `at` on."""
    if at + 1 < len(runs) and runs[at + 1][0] < end:
        at = _at(runs, end - 1, at + 1)
    begin, first, last, copied = runs[at]
    return min(first + end - begin, last) if copied else last

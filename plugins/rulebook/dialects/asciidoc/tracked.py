"""Text that knows where it comes from, character by character, whatever is done to it.

Asciidoctor replaces stretches of a paragraph over and over until HTML is left. The same replacements, done to a
`Tracked` text, keep for every character the stretch of the source it stems from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rulebook.source import Span


@dataclass(frozen=True, slots=True)
class Tracked:
    """A text, and for each of its characters the start and the end of what it stems from."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def __getitem__(self, part: slice) -> Tracked:
        return Tracked(self.text[part], self.starts[part], self.ends[part])

    @property
    def span(self) -> Span:
        """What all of it stems from; not for an empty text."""
        return Span(min(self.starts), max(self.ends))

    def group(self, match: re.Match[str], group: int | str) -> Tracked:
        """What a group of a match in this text has found; empty where it has found nothing."""
        start, end = match.span(group)
        return self[start:end] if start >= 0 else EMPTY

    def origin(self, match: re.Match[str]) -> Span:
        """What a match in this text, which is not empty, stems from."""
        return self[match.start() : match.end()].span

    def strip(self) -> Tracked:
        start = len(self.text) - len(self.text.lstrip())
        return self[start : max(start, len(self.text.rstrip()))]

    def replace(self, old: str, new: str) -> Tracked:
        """Every `old`, which is not empty, gives way to `new`."""
        if old not in self.text:
            return self
        return self.substitute(re.compile(re.escape(old)), lambda match: written(new, self.origin(match)))

    def substitute(self, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], Tracked | None]) -> Tracked:
        """Every match of `pattern` gives way to its replacement; where that is None, it stays."""
        parts: list[Tracked] = []
        last = 0
        for match in pattern.finditer(self.text):
            new = replacement(match)
            if new is not None:
                parts += [self[last : match.start()], new]
                last = match.end()
        return joined((*parts, self[last:])) if last or parts else self


EMPTY = Tracked("", (), ())


def written(text: str, origin: Span) -> Tracked:
    """Text that stems as a whole from `origin`."""
    return Tracked(text, [origin.start] * len(text), [origin.end] * len(text))


def copied(text: str, start: int) -> Tracked:
    """Text that stands in the source at `start`, as it is."""
    return Tracked(text, range(start, start + len(text)), range(start + 1, start + len(text) + 1))


def joined(parts: Iterable[Tracked]) -> Tracked:
    """Texts one behind the other."""
    texts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for part in parts:
        if part.text:
            texts.append(part.text)
            starts += part.starts
            ends += part.ends
    return Tracked("".join(texts), starts, ends)

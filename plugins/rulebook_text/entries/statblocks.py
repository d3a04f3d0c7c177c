"""Stat blocks: entries that begin with a name, a colon and their statistics, closed by a full stop."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rulebook_text.entries.model import MAX_FAULTS, Fault, ParsedEntry, Value
from rulebook_text.entries.names import name_before_colon
from rulebook_text.naming.spelling import edit_distance
from rulesmod.system import Stat, StatBlock

_DICE = (
    r"[+-]?\|?\d*d\d+(?: ?[+|-] ?\|?\d*d\d+(?:\|(?! ?\|))?| ?[+-]\d+(?![\d.]*\d)(?!d)| (?:\d*d)?\d+(?= ?[@+-])"
    r"| [a-z]{3,6} [a-z]{2,4}(?=[ .,]? ?@?\d|\.)| \([^()`]{1,60}\))*"
)
_AVERAGES = r"@?(?:\d*\.)?\d+(?: ?[+-]@?(?:\d*\.)?\d+| @(?:\d*\.)?\d+| \d+(?=\.(?:\s|$)))*"
"""Dice and averages; where a sign is missing between two of them, both are what was meant."""
_VALUES = {
    "number": re.compile(r"\d+(?![\w|])"),
    "dice": re.compile(_DICE),
    "averages": re.compile(_AVERAGES),
}
_BEFORE = {
    type_: re.compile(rf"(?:(?<=[:.,;] )|(?<=\w ))(?:[A-Za-z]+[.,;=]? )?(?:{value.pattern})[.,;]? $")
    for type_, value in _VALUES.items()
}
_MAX_VALUE = 40
_WORD = re.compile(r"[A-Za-z]+")
_STRAY = re.compile(r"[.,:;=]")
_STOP = re.compile(r" ?\.")
_STOP_BEHIND = re.compile(r"(?: \([^()]{1,100}\))?\.")
"""The full stop behind the last value, or behind what brackets say of it."""


def stat_blocks(text: str, kind: StatBlock) -> Iterator[ParsedEntry]:
    """The stat blocks of a paragraph, in order. They are looked for by the words of their statistics."""
    words = tuple(stat.word.casefold() for stat in kind.stats)
    behind = 0
    for match in _WORD.finditer(text):
        if match.start() < behind:
            continue
        index = _nearest(match[0], words)
        if index is not None and (entry := _stat_block(text, kind, match.start(), index)) is not None:
            behind = entry.head
            yield entry


@lru_cache(maxsize=20_000)  # Most words of a text come again.
def _nearest(word: str, words: tuple[str, ...]) -> int | None:
    """Return which of some words is meant by one; None if it is nothing like them."""
    folded = word.casefold()
    if folded in words:
        return words.index(folded)
    near = (index for index, known in enumerate(words) if known and edit_distance(folded, known, 1) is not None)
    return next(near, None) if len(word) > 2 else None


def _stat_block(text: str, kind: StatBlock, at: int, index: int) -> ParsedEntry | None:
    """The stat block whose word number `index` stands at an offset."""
    at, missing = _back(text, kind.stats[:index], at)
    values = _Values(text, at)
    for stat in kind.stats:
        missing += not values.read(stat, is_last=stat is kind.stats[-1])
    if not values.by_name:
        return _draft(text, kind, at, values.position)
    if len(values.by_name) < len(kind.stats) - 1:
        return None
    values.close()
    name = name_before_colon(text, at)
    if name is None:
        return None
    faults = (*name.faults, *values.faults)
    if len(faults) + missing > MAX_FAULTS:
        return None
    return ParsedEntry(kind, name.text, name.start, values.position, values.by_name, faults=faults)


def _back(text: str, stats: Sequence[Stat], at: int) -> tuple[int, int]:
    """Return the start of the values before an offset, and the number of missing ones."""
    for stat in reversed(stats):
        window = text[max(0, at - _MAX_VALUE) : at]
        match = _BEFORE[stat.type].search(window)
        if match is None:
            return at, 1
        at -= len(window) - match.start()
    return at, 0


def _draft(text: str, kind: StatBlock, at: int, end: int) -> ParsedEntry | None:
    """A stat block in `[at, end)` that has all of its words as they should be, and no value."""
    stop = _STOP.match(text, end)
    if stop is None or text[max(0, at - 2) : at] != ": ":
        return None
    position = at
    for word in filter(None, (stat.word for stat in kind.stats)):
        if not re.compile(rf"{word}\b").match(text, position):
            return None
        position += len(word) + 1
    name = name_before_colon(text, at)
    return ParsedEntry(kind, name.text, name.start, stop.end(), is_draft=True) if name else None


@dataclass(slots=True)
class _Values:
    """The values of a stat block while they are read: how far, what has been found, and what is wrong."""

    text: str
    position: int
    by_name: dict[str, Value] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def read(self, stat: Stat, *, is_last: bool) -> bool:
        """Read a value with its word; whether there is any of the two."""
        start = self.position
        if stat.word:
            self._read_word(stat)
        value = _VALUES[stat.type].match(self.text, self.position)
        if value is None:
            if self.position == start:
                return False
            gap = self.position - (self.text[self.position - 1] == " ")
            self.faults.append(Fault(start, gap, f"`{stat.word}` has no value here"))
            return True
        written = value[0].rstrip()
        if stat.type == "averages" and "@" not in written.partition(" ")[0]:
            self._expect(f"`@` is missing before `{written}`", len(written), f"@{written}")
        self.by_name[stat.name] = (written, self.position, self.position + len(written))
        self.position += len(written)
        if not is_last:
            self._skip_stray("within the statistics")
            self._skip_space()
        return True

    def close(self) -> None:
        """Read the full stop behind the last value."""
        if (stop := _STOP_BEHIND.match(self.text, self.position)) is not None:
            self.position = stop.end()
            return
        last = self.text[self.position - 1]
        fault = Fault(self.position - 1, self.position, "no full stop closes the statistics", f"{last}.")
        self.faults.append(fault)

    def _read_word(self, stat: Stat) -> None:
        word = _WORD.match(self.text, self.position)
        if word is None or _VALUES[stat.type].match(self.text, self.position):
            sign = self.text[self.position : self.position + 1]
            self._expect(f"the word `{stat.word}` is missing here", 1, f"{stat.word} {sign}")
            return
        if word[0] != stat.word:
            self._expect(f"`{word[0]}` is not `{stat.word}`", len(word[0]), stat.word)
        self.position = word.end()
        self._skip_stray(f"behind `{stat.word}`")
        self._skip_space()

    def _skip_stray(self, where: str) -> None:
        if stray := _STRAY.match(self.text, self.position):
            self._expect(f"`{stray[0]}` stands {where}", 1, "")
            self.position += 1

    def _skip_space(self) -> None:
        self.position += self.text[self.position : self.position + 1] == " "

    def _expect(self, fact: str, length: int, text: str) -> None:
        self.faults.append(Fault(self.position, self.position + length, fact, text))

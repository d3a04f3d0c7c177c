"""The words that are nearly a wanted one: those that `difflib.get_close_matches` gives, found among thousands.

Most words can be told to be too far away by what signs they have, and which of them stand side by side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from difflib import SequenceMatcher
from heapq import heappush, heappushpop
from itertools import pairwise

from rulebook_text.lexing.numbers import NAME_BEFORE
from rulebook_text.lexing.word_tokens import DIGIT

MAX_NEAREST = 3
"""Similar words that are named."""


class _Marks:
    """Sets of things, of which each may be there several times, as the bits of a number."""

    def __init__(self) -> None:
        self._bits: dict[tuple[Hashable, int], int] = {}

    def of(self, things: Iterable[Hashable]) -> int:
        seen: Counter[Hashable] = Counter()
        marks = 0
        for thing in things:
            marks |= 1 << self._bits.setdefault((thing, seen[thing]), len(self._bits))
            seen[thing] += 1
        return marks


class Nearness:
    """An index of words for finding those similar to a given one.

    Args:
        known: the words.
    """

    def __init__(self, known: Collection[str]) -> None:
        self._signs, self._pairs = _Marks(), _Marks()
        self._words = [(word, len(word), self._signs.of(word), self._pairs.of(pairwise(word))) for word in known]

    def near(self, wanted: str, cutoff: float) -> list[str]:
        """At most `MAX_NEAREST` words, nearest first; 1 as a `cutoff` is the same."""
        signs, pairs, length = self._signs.of(wanted), self._pairs.of(pairwise(wanted)), len(wanted)
        may = []
        for word, size, its_signs, its_pairs in self._words:
            together = size + length
            shared = (signs & its_signs).bit_count()
            if _ratio(shared, together) < cutoff:
                continue
            # Of as many signs as are the same, stretches are parted by one that is not, and lose a pair at each end.
            in_pairs = ((pairs & its_pairs).bit_count() + 1 + together) // 3
            if (most := _ratio(min(shared, in_pairs), together)) >= cutoff:
                may.append((most, word))
        may.sort(reverse=True)
        matcher = SequenceMatcher(b=wanted)
        best: list[tuple[float, str]] = []
        for most, word in may:
            if len(best) == MAX_NEAREST and most < best[0][0]:
                break
            matcher.set_seq1(word)
            if (ratio := matcher.ratio()) >= cutoff:
                (heappush if len(best) < MAX_NEAREST else heappushpop)(best, (ratio, word))
        return [word for _, word in sorted(best, reverse=True)]


def _ratio(shared: int, together: int) -> float:
    return 2.0 * shared / together if together else 1.0


def is_of_row(wanted: str, name: str, known: Collection[str]) -> bool:
    """Return whether a name has another number than the wanted one, which is part of its name.

    Where `level-3` is missing, `level-4` is no slip of it, nor `hall-2` of `hall-1` where there is a `hall-3` as well.
    """
    numbers = DIGIT.findall(wanted), DIGIT.findall(name)
    if numbers[0] == numbers[1]:
        return False
    first = DIGIT.search(wanted)
    if all(numbers) and first is not None and NAME_BEFORE.search(wanted[: first.start()]):
        return True
    bare = DIGIT.sub("", name)
    return sum(DIGIT.sub("", other) == bare for other in known) > 1

"""Words and signs that have an opposite: what a sentence would say if it were turned round.

"4 or more" and "4 or less" state contrary rules, and so do "adds" and "subtracts", or `=>` and `<=`. Words on the same
side of a pair are told in each other's place ("greater", "higher") and count as the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulebook_text.words import cue_words, own_words


def _pairs(name: str) -> tuple[tuple[str, str], ...]:
    return tuple((one, other) for one, _, other in (entry.partition("=") for entry in own_words(name)))


_DEEDS = _pairs("opposites.deeds")
_COMPARATIVES, _BEYOND = (_pairs(name)[0] for name in ("opposites.comparatives", "opposites.beyond"))
_PAIRS = (
    *_DEEDS,
    (f"{_COMPARATIVES[0]} {_BEYOND[0]}", f"{_COMPARATIVES[1]} {_BEYOND[1]}"),
    ("+", "-"),
    *_pairs("opposites.pairs"),
)
"""Both sides of each pair: words that agree with each other, and contradict those of the other side."""
_QUANTITIES = _pairs("opposites.quantities")
"""The same of words that no direction has, but that turn the meaning of a wording."""
DENIALS = cue_words("opposites.denials")
DENIED = cue_words("opposites.denied")
_SIGNS = (("=>", ">=", "≥"), ("<=", "=<", "≤"), (">",), ("<",), ("=",), ("!=", "≠"))
"""Signs of comparison that mean the same; those of two groups never do."""

DEEDS = frozenset(word for pair in _DEEDS for side in pair for word in side.split())
"""Verbs that change a value, among the words with an opposite."""

COMPARATIVES = frozenset(word for side in _COMPARATIVES for word in side.split())

SIGNS = tuple(sorted(("+", "-", *(sign for group in _SIGNS for sign in group)), key=len, reverse=True))
"""The longest first."""


class Opposites:
    """Words and signs that contradict each other.

    Args:
        pairs: further words with their opposites, those of a game ("upstage", "downstage").
        classes: the names of each closed class of a game, of which one may stand for another by a slip.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]] = (), classes: Iterable[Iterable[str]] = ()) -> None:
        names: dict[str, set[str]] = {}
        sides: dict[str, str] = {}
        for one, other in (*_PAIRS, *pairs):
            for words, against in ((one.split(), other.split()), (other.split(), one.split())):
                for word in words:
                    names.setdefault(word, set()).update(against)
                    sides.setdefault(word, words[0])
        for group in _SIGNS:
            for sign in group:
                names[sign] = {other for signs in _SIGNS if signs is not group for other in signs}
                sides[sign] = group[0]
        self._sides = sides
        self._turned = {word: {*others} for word, others in names.items()}
        for one, other in _QUANTITIES:
            for word in one.split():
                self._turned.setdefault(word, set()).update(other.split())
            for word in other.split():
                self._turned.setdefault(word, set()).update(one.split())
        self._classes: dict[str, tuple[str, ...]] = {}
        for single in ({name for name in names if name.isalpha()} for names in classes):
            self._classes.update((name, tuple(sorted(single - {name}))) for name in single)
        self._contrary: Mapping[str, tuple[str, ...]] = {
            word: tuple(sorted(others, key=lambda other: (-len(other), other))) for word, others in names.items()
        }

    @property
    def words(self) -> tuple[str, ...]:
        """All words that say a direction, the longest first; no signs."""
        return tuple(sorted((word for word in self._sides if word.isalpha()), key=len, reverse=True))

    def of(self, word: str) -> tuple[str, ...]:
        """Return the words that contradict a word or a sign. Nothing where it has no opposite."""
        return self._contrary.get(word.lower(), ())

    def turned(self, word: str) -> tuple[str, ...]:
        """Return the words that make another rule of a wording if they stand in the place of one."""
        if (others := self._classes.get(word)) is not None:
            return others
        return tuple(sorted(self._turned.get(word.lower(), ()), key=lambda other: (-len(other), other)))

    def side(self, word: str) -> str:
        """One word for all that say the same direction as this one.

        >>> Opposites().side("Larger") == Opposites().side("higher")
        True
        """
        return self._sides.get(word.lower(), word.lower())

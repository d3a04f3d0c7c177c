"""The names that a text is searched for: longest names first, whatever case and number they have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from rulebook_core.lazy_regex import lazily
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording

T = TypeVar("T")
_WORD = lazily(r"['’]s\b|[^\W\d_]+|\d+")
_ASIDE = lazily(r"\s*[(\[][^()\[\]]*[)\]]|[*†‡§#]+")
MAX_WORDS = 7
"""A longer text is no name."""


@lru_cache(maxsize=50_000)
def key_of(name: str, wording: Wording) -> Key:
    """A name as it is compared; empty where it has no word."""
    words = [word for word in _WORD.findall(name) if not word.startswith(("'", "’"))]
    return tuple(map(wording.stem, words)) if len(words) <= MAX_WORDS else ()


def bare_name(text: str) -> str:
    """A name without what stands behind it in brackets, and without marks of notes.

    >>> bare_name("Short Sword* (light)")
    'Short Sword'
    """
    return _ASIDE.sub("", text).strip().rstrip(":.,")


class Mention(NamedTuple, Generic[T]):
    """A name at tokens `[first, last)`, and what it may mean."""

    first: int
    last: int
    meanings: tuple[T, ...]


class Lexicon(Generic[T]):
    """Names with what they mean, to be found among tokens."""

    def __init__(self) -> None:
        self._names: dict[str, dict[Key, list[T]]] = {}

    def __bool__(self) -> bool:
        return bool(self._names)

    def add(self, key: Key, meaning: T) -> None:
        """Add a meaning of a name."""
        if key:
            meanings = self._names.setdefault(key[0], {}).setdefault(key, [])
            if meaning not in meanings:
                meanings.append(meaning)

    def meanings(self, key: Key) -> Sequence[T]:
        """The meanings of a name that stands alone."""
        return self._names.get(key[0], {}).get(key, ()) if key else ()

    def may_hold(self, stems: Iterable[str]) -> bool:
        """Return whether a name may stand among words."""
        return not self._names.keys().isdisjoint(stems)

    def all(self) -> Iterator[T]:
        """Every meaning, once for each of its names."""
        for names in self._names.values():
            for meanings in names.values():
                yield from meanings

    def mentions_in(self, tokens: Sequence[Token]) -> Iterator[Mention[T]]:
        """The names among tokens, the longest at each place; a genitive within a name is skipped."""
        at = 0
        while at < len(tokens):
            mention = self._longest(tokens, at)
            if mention is not None:
                yield mention
            at = mention.last if mention is not None else at + 1

    def _longest(self, tokens: Sequence[Token], first: int) -> Mention[T] | None:
        names = self._names.get(tokens[first].stem)
        if names is None:
            return None
        stems: list[str] = []
        result: Mention[T] | None = None
        for at in range(first, min(len(tokens), first + 2 * MAX_WORDS)):
            token = tokens[at]
            if token.kind in ("genitive", "sign"):
                if token.kind == "sign" and token.stem not in "-'’&‑":
                    break
                continue
            stems.append(token.stem)
            if (key := tuple(stems)) in names:
                result = Mention(first, at + 1, tuple(names[key]))
        return result

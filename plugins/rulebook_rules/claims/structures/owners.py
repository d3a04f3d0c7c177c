"""Whose values a text tells: those of whom it named last; where that may be somebody else, nobody's for sure.

"Rook has Body 3. Ash watches. Her Will is 2." tells Ash's Will.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.clauses import BETWEEN_SENTENCES, CAPITAL, MAX_SENTENCE
from rulebook_text.lexing.word_tokens import LETTERS
from rulebook_text.words import LANGUAGES, any_of, cue, cue_words
from rulesmod.records import record

_WORD_OF_NAME = rf"{CAPITAL}(?!{CAPITAL})[^\W\d_][\w-]*"
_PROPER = lazily(rf"(?<![\w'’-]){_WORD_OF_NAME}(?:\s{_WORD_OF_NAME}){{0,9}}")
_LABEL = re.compile(r"(?P<label>[^\W\d_][^:.!?\n]{0,30}):\s+(?P<name>[^\s(,.][^(,.]{0,40})")
_CALLED = re.compile(any_of(words.name for words in LANGUAGES), re.IGNORECASE)
_SOMEBODY = lazily(
    rf"\b{cue('owners.a')}\s+(?:[a-z]+\s)?(?P<noun>[a-z]+)(?=\s+{cue('owners.has')}\b|['’]s\b)",
    re.IGNORECASE,
)
_GOES_ON = lazily(
    rf"['’]s?\b|['’]|\s*[:,(–—]|\s+(?:{cue('owners.who')}\s+)?(?:{cue('owners.had')}|[a-z]+(?:s|ed)|[a-z]*[^\W\d_a-zA-Z]\w*)\b"
)
"""How a sentence goes on behind whom it is about; rather one too many, with whom nothing is sure."""
_LINKS = cue_words("owners.links")
_OPENERS = cue_words("owners.openers")
_WORD = re.compile(r"\S+")
_IF = re.compile(rf"\b{cue('owners.if')}\b", re.IGNORECASE)


@record
class Owner:
    """Whose something is: by name, "" for whom a section is about; `is_sure` where it can be nobody else's."""

    name: str
    is_sure: bool


NOBODY_ELSE = Owner("", is_sure=True)
"""Of what a table tells in one line."""


@dataclass(slots=True)
class Owners:
    """Of whom the texts of a section speak, read one by one in their order.

    Attributes:
        words: those that stand in lower case somewhere in the book's page, and so are no names.
        terms: the names of the game, which are nobody's.
    """

    words: Collection[str]
    terms: Collection[str]
    _last: str = ""
    _is_alone: bool = True
    _sentences: list[int] = field(default_factory=list)
    _names: list[tuple[int, int, str]] = field(default_factory=list)
    _rows: list[int] = field(default_factory=list)
    """For each of them where the row of the same name begins that it stands in."""
    _text: str = ""

    def turn_to(self, text: str, titles: Iterable[tuple[int, int]] = (), *, tells: bool = True) -> None:
        """Go on with the next text; `titles` are stretches that stand out in it, as a name in front does. A line that
        `tells` no values and has a label, such as "Faction: the Silver Hand", names nobody, unless by "Name: Ash"."""
        if self._names:
            self._keep(len(self._names))
        self._text = text
        self._sentences = [0, *(match.end() for match in BETWEEN_SENTENCES.finditer(text))]
        label = None if tells else _LABEL.match(text)
        if label is not None:
            start, end = label.span("name")
            names = [(start, end, text[start:end])] if _CALLED.fullmatch(label["label"]) else []
        else:
            named = [(start, end, text[start:end].rstrip(".: ")) for start, end in titles if start == 0]
            names = sorted({*(one for one in named if self._is_name(one[2])), *self._names_in(text)})
        begun = (at if not at or names[at][2] != names[at - 1][2] else 0 for at in range(len(names)))
        self._names, self._rows = names, [*accumulate(begun, max)]

    def now(self) -> Owner:
        """Of whom the texts so far speak."""
        if self._names:
            self._keep(len(self._names))
        return Owner(self._last, self._is_alone)

    def of(self, start: int, values: Sequence[tuple[int, int]]) -> Owner:
        """Whose a value at an offset of the text is; `values` are the stretches of all that it tells, in order."""
        sentence = bisect_right(self._sentences, start) - 1
        first = self._sentences[sentence]
        if _IF.search(self._text, max(first, start - MAX_SENTENCE), start):
            return Owner(f"{_SUPPOSED}{sentence} {self._text[first : first + 40]}", is_sure=True)
        since, until = (bisect_left(self._names, (at,)) for at in (first, start))
        if since < until:
            _, name_end, name = self._names[until - 1]
            return Owner(name, self._are_one(since, until) or self._is_linked(name_end, start, values))
        if since:
            self._keep(since)
        if not self._last:
            # "With a Body of 3, Rook ..." tells it before the name.
            stop = self._sentences[sentence + 1] if sentence + 1 < len(self._sentences) else len(self._text)
            since, until = (bisect_left(self._names, (at,)) for at in (start + 1, stop))
            if since < until and self._are_one(since, until):
                return Owner(self._names[since][2], is_sure=True)
        return Owner(self._last, self._is_alone)

    def _keep(self, count: int) -> None:
        """Whom the last sentence with names of the first so many has named, and whether nobody else."""
        start, _, self._last = self._names[count - 1]
        first = self._sentences[bisect_right(self._sentences, start) - 1]
        self._is_alone = self._are_one(bisect_left(self._names, (first,)), count)

    def _are_one(self, since: int, until: int) -> bool:
        """Return whether names in a row are equal."""
        return self._rows[until - 1] <= since

    def _is_linked(self, start: int, end: int, values: Sequence[tuple[int, int]]) -> bool:
        """Return whether a name and a value are joined by nothing but other values."""
        if end - start > MAX_SENTENCE:
            return False
        between, position = "", start
        for first, last in values[bisect_left(values, (start,)) : bisect_left(values, (end,))]:
            if last <= end:
                between += self._text[position:first]
                position = last
        between += self._text[position:end]
        return all(word.lower() in _LINKS or word == "s" for word in LETTERS.findall(between))

    def _names_in(self, text: str) -> Iterable[tuple[int, int, str]]:
        starts = set(self._sentences)
        for match in _PROPER.finditer(text):
            start, name = match.start(), match[0]
            while name and (skipped := self._no_name(name)):
                rest = name[skipped:].lstrip()
                start += len(name) - len(rest)
                name = rest
            # Where every word has a capital, a name shows by how the sentence goes on.
            if name and (start not in starts or _GOES_ON.match(text, match.end()) or match.end() == len(text)):
                yield start, match.end(), name
        for match in _SOMEBODY.finditer(text):
            if not self._is_term(match["noun"]):
                yield match.start(), match.end(), match["noun"].lower()

    def _no_name(self, words: str) -> int:
        """How many signs at the beginning of some words are no name: a term of the game, or a word that is none."""
        ends = [match.end() for match in _WORD.finditer(words)]
        term = next((end for end in reversed(ends) if words[:end].casefold() in self.terms), 0)
        return term or (0 if self._is_name(words[: ends[0]]) else ends[0])

    def _is_name(self, word: str) -> bool:
        first = word.split()[0] if word.split() else ""
        return bool(first) and first not in _OPENERS and first.lower() not in self.words and not self._is_term(word)

    def _is_term(self, word: str) -> bool:
        return word.casefold() in self.terms or word.split()[0].casefold() in self.terms


def is_proper(text: str) -> bool:
    """Return whether a text is only a name."""
    return _PROPER.fullmatch(text) is not None


_SUPPOSED = "if "


def is_supposed(owner: Owner) -> bool:
    """Return whether an owner is hypothetical: "if Body is 3"."""
    return owner.name.startswith(_SUPPOSED)

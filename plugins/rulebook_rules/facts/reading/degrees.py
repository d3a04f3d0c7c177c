"""Comparisons in a sentence: "two pence cheaper than a Spanner", "twice the Pull of a Heron", "the heaviest tool"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from rulebook_rules.facts.model import Key, Value
from rulebook_rules.facts.reading.parts import Part
from rulebook_rules.facts.reading.wording import Wording
from rulesmod.dice.digits import to_fraction

MAX_LINK = 4
"""Parts between a comparative and what something is compared with."""
MAX_MULTIPLE = 8
ANY = "*"
"""In place of the names of a value: whatever value is named."""
_ENDS = ".,;:!?)—"


class Degree(NamedTuple):
    """A meaning of a word that compares.

    Attributes:
        sign: 1 for much of a value, -1 for little.
        heads: the stems of the names of the value; none where another word names it.
        form: "base", "more" or "most".
    """

    sign: int
    heads: frozenset[str]
    form: str


class Marker(NamedTuple):
    """A comparison at parts of a sentence.

    Attributes:
        first, last: the parts from the amount to the word that compares.
        at: the part to blame: the word, or the amount before it.
        sign: of the difference; 0 where `times` says all.
        heads: the stems of the value that the word names.
        times: what the value of the other thing is multiplied by.
        amount: the difference as a number.
        other: the part that names the other thing; None for all of a kind or for what was named before.
        is_of_all: whether something is compared with all others of its kind.
        is_of_other: whether nobody is what is said, but for the other thing or the one that the text is about.
        named: attributes that the comparison itself names.
        noun: the stem of the kind behind a superlative; "" where none stands there.
    """

    first: int
    last: int
    at: int
    sign: int = 0
    heads: frozenset[str] = frozenset()
    times: Fraction | None = None
    amount: Value | None = None
    other: int | None = None
    is_of_all: bool = False
    is_of_other: bool = False
    named: tuple[Key, ...] = ()
    noun: str = ""


@cache
def degrees_of(wording: Wording) -> Mapping[str, Sequence[Degree]]:
    """The meanings of the words of a language that compare."""
    results: dict[str, list[Degree]] = defaultdict(list)
    for entry in wording.part("degrees").split("|"):
        heads, *poles = entry.split(":")
        stems = frozenset(map(wording.stem, heads.split(","))) if heads != ANY else frozenset[str]()
        for sign, pole in zip((1, -1), poles, strict=True):
            for form, words in zip(("base", "more", "most"), pole.split("/"), strict=True):
                for word in filter(None, words.split(",")):
                    results[word].append(Degree(sign, stems, form))
    for sign, name in ((1, "more"), (-1, "less")):
        for form, words in zip(("more", "most"), wording.part(name).split("="), strict=True):
            for word in words.split(","):
                results[word].append(Degree(sign, frozenset(), form))
    return results


@cache
def multiples_of(wording: Wording) -> Mapping[str, Fraction]:
    """The words of a language that multiply."""
    pairs = (entry.split("=") for entry in wording.part("multiples").split("|"))
    return {word: to_fraction(number) for words, number in pairs for word in words.split(",")}


class MarkerReader:
    """Finds the comparisons of one sentence.

    Args:
        parts: those of the sentence.
        wording: of its language.
    """

    def __init__(self, parts: Sequence[Part], wording: Wording) -> None:
        self._parts = parts
        self._wording = wording
        self._degrees = degrees_of(wording)
        self._multiples = multiples_of(wording)
        self._articles = wording.words("articles") | wording.words("pronouns")
        self._small = self._articles | wording.words("owners") | wording.words("places") | wording.words("alike")

    def markers(self) -> Iterator[Marker]:
        """The comparisons, in order."""
        for at, part in enumerate(self._parts):
            marker = self._multiple(at)
            if marker is None and part.word in self._degrees and part.kind not in ("thing", "value", "sign"):
                marker = self._comparative(at) or self._superlative(at)
            if marker is not None:
                yield marker

    def _word(self, at: int) -> str:
        return self._parts[at].word if 0 <= at < len(self._parts) else ""

    def _kind(self, at: int) -> str:
        return self._parts[at].kind if 0 <= at < len(self._parts) else ""

    # -- multiples --

    def _multiple(self, at: int) -> Marker | None:
        """A multiple of what another thing has: "three times as heavy as a Spanner", "twice that of the Heron"."""
        part, last = self._parts[at], at
        times = self._multiples.get(part.word)
        if part.value is not None and self._word(at + 1) in self._wording.words("multiplied"):
            times, last = part.value.amount, at + 1
        if times is None:
            return None
        heads: frozenset[str] = frozenset()
        named: tuple[Key, ...] = ()
        for index in range(last + 1, min(len(self._parts), last + 1 + MAX_MULTIPLE)):
            one = self._parts[index]
            if one.kind == "thing":
                before = {self._word(between) for between in range(last + 1, index)}
                is_owned = self._kind(index + 1) == "genitive" and self._kind(index + 2) == "attribute"
                if is_owned:
                    named = self._parts[index + 2].attributes
                is_joined = is_owned or not before.isdisjoint(
                    self._wording.words("alike") | self._wording.words("owners")
                )
                return Marker(at, last, at, 0, heads, times, other=index, named=named) if is_joined else None
            if one.kind == "attribute":
                named = one.attributes
            elif one.word in self._degrees:
                heads |= frozenset[str]().union(*(degree.heads for degree in self._degrees[one.word]))
            elif one.word not in self._small and one.kind != "word":
                return None
        return None

    # -- comparatives --

    def _comparative(self, at: int) -> Marker | None:
        """A comparative, with "than" behind it or an amount with a unit before it."""
        degree, last = self._degree(at, "more"), at
        if degree is None:
            return None
        if not degree.heads and (base := self._based(at + 1)) is not None:
            degree, last = Degree(degree.sign * base.sign, base.heads, "more"), at + 1
        than = self._than(last)
        between = range(last + 1, than if than is not None else last + 1)
        if any(self._kind(index) in ("thing", "sign", "value") for index in between):
            return None
        named = next((self._parts[index].attributes for index in between if self._kind(index) == "attribute"), ())
        first, amount = at, None
        if self._kind(at - 1) == "value":
            first, amount = at - 1, self._parts[at - 1].value
        marker = Marker(first, last, at, degree.sign, degree.heads, amount=amount, named=named)
        if self._is_vague(first) or (amount is not None and amount.kind != "number"):
            return None
        is_nobody = self._is_nobody(at)
        if than is None:
            if is_nobody and self._is_end(last + 1):
                return marker._replace(is_of_all=True, is_of_other=True, amount=None)
            return marker if amount is not None and amount.unit else None
        return self._with_other(marker, than, is_nobody=is_nobody)

    def _than(self, last: int) -> int | None:
        """Where "than" stands behind a comparative."""
        behind = range(last + 1, min(len(self._parts), last + 2 + MAX_LINK))
        return next((index for index in behind if self._word(index) in self._wording.words("than")), None)

    def _with_other(self, marker: Marker, than: int, *, is_nobody: bool) -> Marker | None:
        """A comparison with what stands behind "than"."""
        for index in range(than + 1, min(len(self._parts), than + 2 + MAX_LINK)):
            if self._kind(index) == "thing":
                marker = marker._replace(other=index)
                return marker._replace(is_of_all=True, is_of_other=True) if is_nobody else marker
            if self._word(index) in self._wording.words("everyone"):
                return marker._replace(is_of_all=True) if marker.amount is None else None
            if self._word(index) not in self._small:
                return None
        return None

    def _degree(self, at: int, form: str) -> Degree | None:
        return next((degree for degree in self._degrees.get(self._word(at), ()) if degree.form == form), None)

    def _based(self, at: int) -> Degree | None:
        """The adjective behind "more" or "most"."""
        return self._degree(at, "base")

    def _is_vague(self, at: int) -> bool:
        """Return whether a bound or a denial stands before a comparison."""
        before = {self._word(at - 1), self._word(at - 2)}
        return not before.isdisjoint(self._wording.words("negations") | self._wording.words("parts"))

    def _is_nobody(self, at: int) -> bool:
        none = self._wording.words("none")
        return any(part.word in none for part in self._parts[:at]) and self._kind(at) != "thing"

    def _is_end(self, at: int) -> bool:
        return at >= len(self._parts) or self._word(at) in _ENDS

    # -- superlatives --

    def _superlative(self, at: int) -> Marker | None:
        """A superlative of all there are: "the heaviest tool", "the most Room of all"."""
        degree, last = self._degree(at, "most"), at
        if degree is None or self._word(at - 1) not in self._articles | self._wording.words("topping"):
            return None
        if not degree.heads and (base := self._based(at + 1)) is not None:
            degree, last = Degree(degree.sign * base.sign, base.heads, "most"), at + 1
        if {self._word(at - 1), self._word(at - 2), self._word(at - 3)} & self._wording.words("beyond"):
            return None
        heads, noun, behind = degree.heads, "", last + 1
        named: tuple[Key, ...] = ()
        if self._kind(behind) == "attribute":
            # "The highest fee" is no height.
            heads, named = frozenset(), self._parts[behind].attributes
            behind += 1
        elif not (self._is_end(behind) or self._is_of_all(behind) or self._goes_on(behind)):
            noun = self._wording.stem(self._word(behind))
            behind += 1
        if not heads and not named and not degree.sign:
            return None
        if self._is_end(behind) or self._is_of_all(behind) or self._goes_on(behind):
            return Marker(at, last, at, degree.sign, heads, named=named, noun=noun, is_of_all=True)
        return None

    def _is_of_all(self, at: int) -> bool:
        """Return whether "of all" or "of the tools" stands there."""
        return self._word(at) in self._wording.words("owners") and self._word(at + 1) in (
            self._wording.words("everyone") | self._wording.words("articles")
        )

    def _goes_on(self, at: int) -> bool:
        """Return whether another predicate or a verb follows."""
        if self._word(at) in self._wording.ands or self._word(at) in self._wording.words("equals"):
            return True
        behind = at + 1 + (self._word(at + 1) in self._articles)
        return self._word(at) in self._wording.words("links") and self._kind(behind) in ("attribute", "value")

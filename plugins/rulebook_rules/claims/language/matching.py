"""Where a compiled wording stands in a text, and what fills its blanks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.language.subjects import changes_subject
from rulebook_text.lexing.dice import names_no_die
from rulebook_text.lexing.dice_words import counts_dice, is_several
from rulebook_text.lexing.lists import SEPARATOR, behind_article
from rulebook_text.lexing.numbers import begins_whole, ends_whole
from rulebook_text.lexing.ranges import range_at
from rulesmod.records import record
from rulesmod.system import WordingError

MAX_REACH = 1000
"""Limit of the length of a match on either side of its needed word, without gaps."""
MAX_SEARCHED = 4000
"""In longer texts, matches are looked for only around the words that they cannot do without."""


class Item(NamedTuple):
    """One value in a blank: as stated, at `[start, end)` of the plain text, and converted."""

    text: str
    start: int
    end: int
    value: Any


class Filled(NamedTuple):
    """A blank with what the text put into it; a list blank has several items."""

    name: str
    type: str
    items: tuple[Item, ...]
    is_list: bool

    @property
    def value(self) -> Any:
        return tuple(item.value for item in self.items) if self.is_list else self.items[0].value


class Slip(NamedTuple):
    """A stretch of a text that keeps a wording from matching, and the words it should have."""

    start: int
    end: int
    text: str
    meant: str

    @staticmethod
    def within(text: str, start: int, end: int, meant: str) -> Slip:
        """Return a slip; where a word is missing, the next one stands for its place."""
        if said := text[start:end].rstrip():
            return Slip(start, start + len(said), said, meant)
        word = "".join(text[start:].split(maxsplit=1)[:1])
        return Slip(start, start + len(word), word, f"{meant} {word}")


class Match(NamedTuple):
    """A place of the plain text that a wording fits, or would fit but for a slip; `entry` is what it is told of, where
    it begins the text of a label; `skipped` are the stretches that its gaps skip."""

    start: int
    end: int
    blanks: tuple[Filled, ...]
    wording: Wording
    slip: Slip | None = None
    entry: str = ""
    skipped: tuple[tuple[int, int], ...] = ()

    @property
    def names(self) -> set[str]:
        """The blanks that hold something."""
        return {blank.name for blank in self.blanks if blank.items}


@record
class BlankType:
    """The pattern of a blank, and a function for its value.

    The value is None if the text is none of its type after all. Before a name in a list there may be an article.
    """

    pattern: str
    convert: Callable[[str], Any]
    is_name: bool = False


class SearchText(NamedTuple):
    """A plain text to search, also in lower case and with single spaces."""

    text: str
    folded: str
    spaced: str

    @staticmethod
    def of(text: str) -> SearchText:
        folded = text.lower()
        return SearchText(text, folded, " ".join(folded.split()))


@record
class Wording:
    """A compiled wording.

    Attributes:
        pattern: the regular expression, which is compiled when it is needed: most of them never are.
        needs: words that it cannot do without, in lower case.
        runs: those of them that follow each other, with a space between them.
        turns: where it is compiled to find slips, the words that may have turned round, by group of the pattern.
        contrary: what they may have turned to, in lower case.
        choices: further words, in lower case, of each of which it cannot do without one.
        weight: how many words and blanks it cannot do without; alternatives count as one.
        denials: its words that deny something, in lower case.
        skips: the groups of the pattern that skip words; those among `gaps` must speak of nobody else.
        head: the pattern of the enumeration that it begins with, "" if it does with something else: it fits no second
            half of one.
    """

    pattern: str
    blanks: tuple[tuple[str, str, bool], ...]
    types: dict[str, BlankType]
    needs: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    reach: int = MAX_REACH
    turns: Mapping[str, str] | None = None
    contrary: tuple[str, ...] = ()
    choices: tuple[tuple[str, ...], ...] = ()
    weight: int = 0
    denials: frozenset[str] = frozenset()
    gaps: tuple[str, ...] = ()
    skips: tuple[str, ...] = ()
    head: str = ""

    def matches(self, said: SearchText) -> Iterator[Match]:
        """Every place in a plain text that it fits."""
        if not self.may_match(said):
            return
        position = 0
        for start, end in self._windows(said.text, said.folded):
            for match in self.within(said, max(start, position), end):
                position = match.end
                yield match

    @property
    def words(self) -> tuple[str, ...]:
        """Words of which one is in every text that it fits; an empty one where nothing is known of them."""
        rarest = ((max(self.needs, key=len),) if self.needs else ("",), *self.choices)
        return max(rarest, key=lambda words: min(map(len, words)))

    def may_match(self, said: SearchText) -> bool:
        folded = said.folded
        return (
            all(word in folded for word in self.needs)
            and all(any(word in folded for word in words) for words in self.choices)
            and all(run in said.spaced for run in self.runs)
            and (self.turns is None or self._may_slip(said))
        )

    def _may_slip(self, said: SearchText) -> bool:
        """Return whether a text may hold a slip of this wording."""
        if any(word in said.folded for word in self.contrary):
            return True
        return any(type_name == "die" for _, type_name, _ in self.blanks) and counts_dice(said.text)

    @cached_property
    def is_folded(self) -> bool:
        """Return whether it has no capitals, so that lower-case text can be searched."""
        return not any(map(str.isupper, _NO_LETTERS.sub("", self.pattern)))

    def _windows(self, text: str, folded: str) -> Iterator[tuple[int, int]]:
        """The stretches of a text in which it may fit."""
        if not self.needs or len(text) < MAX_SEARCHED or len(folded) != len(text):
            yield 0, len(text)
            return
        anchor = min(self.needs, key=folded.count)
        start = end = 0
        at = folded.find(anchor)
        while at >= 0:
            first, last = max(0, at - self.reach), min(len(text), at + self.reach)
            if first > end:
                if end:
                    yield start, end
                start = first
            end = last
            at = folded.find(anchor, at + 1)
        yield start, end

    def within(self, said: SearchText, position: int, stop: int) -> Iterator[Match]:
        """Every place in a stretch of a plain text that it fits."""
        # Small letters alone are compiled in half the time, and there are hundreds of wordings.
        any_case = len(said.folded) != len(said.text) or not self.is_folded
        while match := self._first_in(said, position, stop, any_case):
            filled, inner = self._filled(match, said.text), match
            # A search finds the leftmost beginning; what belongs together is the nearest one that says as much.
            while not (filled and self._is_one_value(inner)) and (
                nearer := self._first_in(said, self._next(inner), match.end(), any_case)
            ):
                inner = nearer
                if (other := self._filled(inner, said.text)) and (filled is None or other.names >= filled.names):
                    filled = other
            if filled:
                yield filled
            # Where a blank held no value of its type, one further on may.
            position = max(filled.end if filled else 0, self._next(match))

    def _first_in(self, said: SearchText, position: int, stop: int, any_case: bool) -> re.Match[str] | None:
        text, pattern = said.text if any_case else said.folded, compiled(self.pattern, any_case=any_case)
        if not self.head:
            return pattern.search(text, position, stop)
        heads = compiled(self.head, any_case=any_case).finditer(text, position, stop)
        return next((match for head in heads if (match := pattern.match(text, head.start(), stop))), None)

    def _next(self, match: re.Match[str]) -> int:
        """Return where another match may begin at the earliest: a name of several words has no shorter one in it."""
        first, type_name = self.blanks[0][:2] if self.blanks else ("", "")
        is_whole = self.head or (type_name == "name" and match.start(first) == match.start())
        return match.end(first) if is_whole else match.start() + 1

    def _is_one_value(self, match: re.Match[str]) -> bool:
        """Return whether a match has a single value for a blank."""
        return len(self.blanks) == 1 and not self.blanks[0][2] and match.span(1) == match.span()

    def _filled(self, match: re.Match[str], text: str) -> Match | None:
        filled = [self._fill(match, text, *blank) for blank in self.blanks]
        blanks = tuple(blank for blank in filled if blank)
        if len(blanks) != len(filled) or any(changes_subject(text, *match.span(gap)) for gap in self.gaps):
            return None
        made = Match(match.start(), match.end(), blanks, self, skipped=tuple(map(match.span, self.skips)))
        if self.turns is None:
            return made
        slips = [
            Slip.within(text, start, end, meant)
            for name, meant in self.turns.items()
            for start, end in [match.span(name)]
            if start >= 0
        ]
        slips += [
            Slip(item.start, item.end, item.text, f"d{item.value}")
            for blank in blanks
            if blank.type == "die"
            for item in blank.items
            if is_several(item.text)
        ]
        return made._replace(slip=slips[0]) if len(slips) == 1 else None

    def _fill(self, match: re.Match[str], text: str, name: str, type_name: str, is_list: bool) -> Filled | None:
        blank = self.types[type_name]
        if match[name] is None:
            return Filled(name, type_name, (), True)
        items = []
        stretches = _split(text, *match.span(name), blank) if is_list else [match.span(name)]
        for start, end in stretches:
            stated = text[start:end]
            if (value := blank.convert(stated)) is None or (type_name == "die" and names_no_die(text, start)):
                return None
            if type_name in _NUMERIC and not self._is_whole(match, text, start, end):
                return None
            items.append(Item(stated, start, end, value))
        if is_list and type_name in _NUMERIC and _begins_range(text, items[-1]):
            return None
        return Filled(name, type_name, tuple(items), is_list)

    def _is_whole(self, match: re.Match[str], text: str, start: int, end: int) -> bool:
        """Return whether a number is no part of a longer one.

        What the wording itself has beside it, as in "{low}-{high}", it knows.
        """
        gaps = [match.span(gap) for gap in self.skips]
        is_first = start == match.start() or any(start == stop for _, stop in gaps)
        is_last = end == match.end() or any(end == begin for begin, _ in gaps)
        return (not is_first or begins_whole(text, start, end)) and (not is_last or ends_whole(text, start, end))


_NO_LETTERS = lazily(r"\\.|\(\?P<\w+>")
"""Parts of a pattern whose letters match none."""
_NUMERIC = frozenset(("number", "numeral", "decimal", "percent", "odds", "tries"))


def _begins_range(text: str, last: Item) -> bool:
    """Return whether the last number of an enumeration begins a range: "1 to 3", "5 or more"."""
    bounds = range_at(text, last.start)
    return bounds is not None and bounds.end > last.end


def _split(text: str, start: int, end: int, blank: BlankType) -> list[tuple[int, int]]:
    """The items of an enumeration."""
    item = compiled(blank.pattern)
    spans = []
    while match := item.match(text, start, end):
        spans.append(match.span())
        if (separator := SEPARATOR.match(text, match.end(), end)) is None:
            break
        start = behind_article(text, separator.end(), end) if blank.is_name else separator.end()
    return spans


@cache  # There are as many as wordings of the systems in use, more than `re` keeps.
def compiled(pattern: str, *, any_case: bool = True) -> re.Pattern[str]:
    """Compile the pattern of a wording or a blank.

    Raises:
        WordingError: it is malformed.
    """
    try:
        return re.compile(pattern, re.IGNORECASE if any_case else 0)
    except re.error as error:
        raise WordingError(f"`{pattern}`: {error.msg}") from None

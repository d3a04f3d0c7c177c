"""The model of a series of ranges, in a table, list, code span or sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span, stripped
from rulebook_rules.claims.silent import Silent
from rulebook_rules.claims.structures.dice_range import MAX_FACES, Outcomes, domain_of_sum, holders
from rulebook_syntax.document import Block
from rulebook_text.lexing.dice import DIE, NAMED_DIE
from rulebook_text.lexing.modality import NEGATION, clause_before
from rulebook_text.lexing.ranges import Range, ranges_in
from rulebook_text.words import LANGUAGES, any_of, cue
from rulesmod.dice.digits import to_int
from rulesmod.records import record

PERCENTILE = lazily(rf"\b{cue('ranges_said.percentile')}\b", re.IGNORECASE)
GAME = lazily(
    rf"\b(?:{DIE}|{cue('ranges_said.game')})\b",
    re.IGNORECASE,
)
NOT_COUNTED = lazily(
    rf"\b{cue('ranges_said.others')}\b|§",
    re.IGNORECASE,
)
"""Words for ranges that need not be adjacent."""

_OR_SO_MANY = lazily(
    rf"\s+[^\W\d_]+\s+{any_of(w.or_ for w in LANGUAGES)}\s+{any_of(x for w in LANGUAGES for x in (w.more, w.less))}\b",
    re.IGNORECASE,
)
_OR_BEFORE = lazily(rf",\s{any_of(w.or_ for w in LANGUAGES)}\s+$", re.IGNORECASE)
_NOTED = lazily(r"[^\W_][*†‡§]{1,3}\s*$")
_NOTHING = lazily(rf"\b(?:{cue('ranges_said.nothing')}|0)\b|^\W*$", re.IGNORECASE)
_ONE_DIGIT = 9
_DIE_ALONE = frozenset(f"{letter}{size}" for letter in "dDwW" for size in (4, 6, 8, 10, 12, 20, 100))
MAX_MESSAGE = 4
"""Ranges of an item that are read; it states one."""


class Words(NamedTuple):
    """A stretch of a block's plain text."""

    block: Block
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.block.text.text[self.start : self.end]

    @property
    def span(self) -> Span:
        return self.block.text.span(self.start, self.end)


class LabelledRange(NamedTuple):
    """A range in a block, and the words that say what it gives; and whether it is all that they give it for."""

    range: Range
    block: Block
    labels: tuple[Words, ...]
    is_whole: bool = True

    @property
    def words(self) -> str:
        return " ".join(label.text for label in self.labels)

    def gives_nothing_below(self, least: int | None) -> bool:
        """Return whether a range ends below the first one that gives something: "1-3: none"."""
        high = self.range.high
        return least is not None and high is not None and high < least and bool(_NOTHING.search(self.words))

    @property
    def is_noted(self) -> bool:
        """Return whether its words end with the mark of a note."""
        return any(_NOTED.search(label.text) for label in self.labels)


@record
class Series:
    """Ranges that belong together.

    Attributes:
        about: what is said around them, the nearest first.
        domain: what they should cover, where the text says so.
        is_game: whether they are plainly about dice, rolls or scores.
        dice: where the dice are named that decide, if they are.
        is_fitted: whether these dice stand above it, and are its own only as it holds what they show, but for a row.
        is_column: whether they are what a table is ordered by, and no other table goes on with it.
        is_further: whether that is not its first column.
        is_closed: whether all that stands there are ranges and what they give, as far as anybody can tell.
        is_sentence: whether they are told in a sentence, and others may be so in other words.
    """

    rows: tuple[LabelledRange, ...]
    about: tuple[str, ...]
    domain: Outcomes | None
    is_game: bool
    dice: Words | None = None
    is_column: bool = False
    is_further: bool = False
    is_fitted: bool = False
    is_closed: bool = False
    is_sentence: bool = False

    @property
    def is_rolled_by_itself(self) -> bool:
        """Return whether its own head or caption says that it is rolled on."""
        return bool(GAME.search(" ".join(self.about[:2])))

    @property
    def is_mostly_held(self) -> bool:
        """Return whether a column of ranges below dice holds most of what they can show, each value once.

        That is a table to roll on, however many of its rows are wrong.
        """
        if self.domain is None or not self.is_column or len(self.domain.all) > MAX_FACES:
            return False
        if all(row.range.is_single for row in self.rows):
            return False
        counts = holders(self.domain, [row.range for row in self.rows])
        return 3 * sum(count == 1 for count in counts.values()) >= 2 * len(counts)

    def leave(self, silent: Silent, reason: str) -> None:
        """Tell why nothing is said of its ranges."""
        for row in self.rows:
            silent(row.block, (row.range.start, row.range.end), reason)

    def is_beyond_dice(self, bounds: Range) -> bool:
        """Return whether its dice can show nothing of a range."""
        domain = self.domain
        if domain is None or bounds.zeros:
            return False
        is_above = bounds.low is not None and bounds.low > domain.last
        return is_above or (bounds.high is not None and bounds.high < domain.first)


def domain_of(text: str, named: Iterable[str] | None = None) -> Outcomes | None:
    """Return the values of the only roll that a text names.

    `named` are the dice in it, where somebody has looked for them.
    """
    if named is None and (alone := text.strip()) in _DIE_ALONE:
        return domain_of_sum(alone)  # Most cells with dice; the pattern that finds them takes a while to compile.
    dice = {die.lower() for die in (NAMED_DIE.findall(text) if named is None else named)}
    if not dice and "percentile" in text.lower() and PERCENTILE.search(text):
        return domain_of_sum("d100")
    return domain_of_sum(dice.pop()) if len(dice) == 1 else None


def last_die(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the die stands that a stretch of a text ends with, or the only one that it names: "on d6:".

    Of "4d12 or 5d12" neither is the only one.
    """
    dice = list(NAMED_DIE.finditer(text, start, end))
    is_choice = len(dice) > 1 and len(text[dice[-2].end() : dice[-1].start()].split()) == 1
    ends_it = dice and not is_choice and not text[dice[-1].end() : end].strip(" :,;.—–-`_*(")
    return dice[-1].span() if dice and (ends_it or len(dice) == 1) else None


def doubles_in(series: Series) -> dict[int, int]:
    """Faces that several dice show at once, written as their digits: "66" far beyond 1 to 6, or "6-6" beside 6; each by
    its index."""
    numbers: dict[int, int] = {}
    singles = {row.range.low for row in series.rows if row.range.low_at == row.range.high_at}
    for index, row in enumerate(series.rows):
        face = row.range.low
        if face is None or not row.range.is_single:
            continue
        if row.range.low_at != row.range.high_at and face in singles:
            numbers[index] = face
        elif face > _ONE_DIGIT and len(set(str(face))) == 1:
            numbers[index] = to_int(str(face)[0])
    others = [row.range for at, row in enumerate(series.rows) if at not in numbers]
    highest = max((end for one in others for end in (one.low, one.high) if end is not None), default=0)
    if highest > _ONE_DIGIT:
        return {}
    return {at: face for at, face in numbers.items() if face <= highest and 2 * to_int(str(face) * 2) > 3 * highest}


def words_at(block: Block, start: int, end: int) -> Words:
    """A stretch without the white space around it."""
    return Words(block, *stripped(block.text.text, start, end))


def range_of_item(block: Block) -> LabelledRange | None:
    """The first range in an item of a list, and all around it; None if it has none."""
    text = block.text.text
    range_, *others = *islice(ranges_in(text), MAX_MESSAGE), None
    if range_ is None:
        return None
    labels = (words_at(block, 0, range_.start), words_at(block, range_.end, len(text)))
    return LabelledRange(
        range_, block, tuple(words for words in labels if words.text.strip()), _tells_all(text, range_, others)
    )


def _tells_all(text: str, bounds: Range, others: Sequence[Range | None]) -> bool:
    """Return whether a range is the only one of its item: not "fewer than 6 will not do", "more than 1, but never more
    than 3", "9, or 8", "2 of dice that show 8 to 11" or "9 points or fewer"."""
    if _OR_SO_MANY.match(text, bounds.end) or (bounds.shift and NEGATION.search(clause_before(text, bounds.start))):
        return False
    is_open = bounds.low is None or bounds.high is None
    is_a_number_of = not text[: bounds.start].strip() and text[bounds.end : bounds.end + 2].strip().isalpha()
    return not any(
        (is_open and (other.low is None or other.high is None))
        or (bounds.is_single and not other.is_single and is_a_number_of)
        or (bounds.is_single and other.is_single and _OR_BEFORE.search(text, bounds.end, other.start) is not None)
        for other in others
        if other is not None
    )


def neighbours_of(bounds: Range) -> Iterator[Range]:
    """Yield a range with one of its numbers changed by one."""
    for by in (1, -1):
        low, high = (None if end is None else end + by for end in (bounds.low, bounds.high))
        if bounds.values:
            for at, value in enumerate(bounds.values):
                values = (*bounds.values[:at], value + by, *bounds.values[at + 1 :])
                yield replace(bounds, low=min(values), high=max(values), values=values)
        elif bounds.is_single:
            yield replace(bounds, low=low, high=high)
        else:
            yield from (replace(bounds, low=low),) if low is not None else ()
            yield from (replace(bounds, high=high),) if high is not None else ()

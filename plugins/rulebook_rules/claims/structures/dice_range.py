"""Compute the values that a roll can show, and those of a range: 16 and 21 are neighbours on a d66."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rulebook_core.late import late
from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.dice import DIE, usual_sums
from rulebook_text.lexing.ranges import Range
from rulesmod.dice.die import InvalidProgramError
from rulesmod.dice.reading import compile_reading
from rulesmod.dice.work import PoolTooLargeError, Work
from rulesmod.plain_dice import NOTATION
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.records import record
from rulesmod.system import NotationError, System

if TYPE_CHECKING:
    from rulesmod.dice import Distribution

distribution: Callable[..., Distribution] = late("rulesmod.dice.odds", "distribution")

MAX_FACES = 10_000
"""Limit of faces; a die with more is not for tables."""
MAX_WORK = 10**8
"""Limit of work for the head of a table, in the unit of `Work`; its dice are few."""
_SHORTHAND = frozenset({"code", "wild"})
"""Dice written as a letter behind a number (3D); in a table that is rarely dice."""
MIN_ROWS = 4
"""Fewer rows do not say what is missing among them."""
TENS = (10, 100, 1000)
"""Dice that are read in tens show their highest face with zeros: "0" on a d10, "00" on percentile dice."""


@record
class Outcomes:
    """The values that a roll can show, from `first` to `last`.

    `faces` if that leaves some of them out (d66). If `is_open`, `last` stands for itself and all above it (d6!).
    """

    title: str
    first: int
    last: int
    faces: tuple[int, ...] = ()
    is_open: bool = False

    @property
    def all(self) -> Sequence[int]:
        return self.faces or range(self.first, self.last + 1)


@lru_cache(maxsize=1024)  # A page speaks of the same dice again and again.
def domain_of_sum(text: str) -> Outcomes | None:
    """Return the values that plain dice with added numbers can show.

    None if that is always the same, has no end or is no roll.
    """
    if usual := usual_sums(text):
        return Outcomes(text.lower().replace("w", "W"), usual[0], usual[-1])
    try:
        expression = NOTATION.parse(text.strip())
    except NotationError:
        return None
    if expression.parsed.form != "sum" or expression.parsed.has_words or expression.constants["repeats"]:
        return None
    try:
        program = NOTATION.program(expression).tabled()
    except PoolTooLargeError:
        return None
    dice = [(program.dice[name].rows, count) for name, count in program.pool]
    name, *others = program.sums
    if others or any(row.again or row.adds for rows, _ in dice for row in rows):
        return None
    sums = _sums([(sorted({row.tallies.get(name, 0) for row in rows}), count) for rows, count in dice])
    if not 1 < len(sums) <= MAX_FACES:
        return None
    read = compile_reading(program.fields[0].reading, (name, *program.constants))
    values = [int(read({name: value, **program.constants})) for value in sums]
    faces = () if values[-1] - values[0] == len(values) - 1 else tuple(values)
    return Outcomes(text.strip().lower().replace("w", "W").replace("df", "dF"), values[0], values[-1], faces)


def _sums(totals: Sequence[tuple[Sequence[int], int]]) -> Sequence[int]:
    """Every sum of dice, of which each group has some values; too many where there are more than can be listed."""
    lowest, highest = (sum(values[end] * count for values, count in totals) for end in (0, -1))
    if (
        all(values[-1] - values[0] == len(values) - 1 for values, _ in totals)
        or highest - lowest > MAX_FACES * MAX_FACES
    ):
        return range(lowest, highest + 1)
    sums = {0}
    for values, count in totals:
        for _ in range(count):
            sums = {before + value for before in sums for value in values}
    return sorted(sums)


_ALTERNATIVES = lazily(rf"/\s?{DIE}", re.IGNORECASE)
"""Two dice of which either is rolled, as nobody divides by a die: "d6/d12"."""


@lru_cache(maxsize=1024)
def domain_of_dice(text: str) -> Outcomes | None:
    """Return the totals of an expression of plain dice in any notation.

    None if it is none, gives no whole number, or if its odds are too much work for the head of a table.
    """
    if usual_sums(text):
        return domain_of_expression(text, PLAIN)
    try:
        expression = NOTATION.parse(text.strip())
    except NotationError:
        return None
    if expression.parsed.has_words or expression.constants["repeats"]:
        return None
    if any(term.kind in _SHORTHAND for term in expression.parsed.terms):
        return None
    return domain_of_expression(text, PLAIN)


@lru_cache(maxsize=1024)
def domain_of_expression(text: str, system: System) -> Outcomes | None:
    """Return the values of an expression in a game's own notation.

    None where that is no whole number, or has no end.
    """
    if system.notation is NOTATION and (usual := usual_sums(text)):
        return Outcomes(text, usual[0], usual[-1])
    try:
        value = system.notation.parse(text.strip())
    except Exception:
        # What is wrong with an expression, or with somebody's parser, is told where expressions are read.
        return None
    if system.notation is NOTATION and _ALTERNATIVES.search(text):
        return None
    try:
        program = system.notation.program(value)
        results = {outcome[program.main] for outcome, _ in distribution(program, work=Work(MAX_WORK)).rows}
    except (PoolTooLargeError, InvalidProgramError):
        return None
    tails = [result for result in results if not isinstance(result, int)]
    faces = sorted(result for result in results if type(result) is int)
    if len(faces) < max(2, len(results) - len(tails)) or any(tail.sign == "<=" for tail in tails):
        return None
    if tails:
        faces.append(tails[0].bound)
    is_even = len(faces) == faces[-1] - faces[0] + 1
    return Outcomes(text.strip(), faces[0], faces[-1], () if is_even else tuple(faces), is_open=bool(tails))


class Interval(NamedTuple):
    """The places of the values from `low` to `high`, None where it is open."""

    low: int | None
    high: int | None


class Scale:
    """The places of values among those that there are: on a d66 the place of 11 is 0, and that of 66 is 35."""

    def __init__(self, domain: Outcomes | None) -> None:
        self.domain = domain
        faces = domain.faces if domain else ()
        self.index = {face: index for index, face in enumerate(faces)}
        self.first = 0 if faces else domain.first if domain else None
        self.last = len(faces) - 1 if faces else domain.last if domain else None

    @property
    def title(self) -> str:
        """The name of the dice."""
        return self.domain.title if self.domain is not None else ""

    def ends_for(self, intervals: Sequence[Interval]) -> tuple[int | None, int | None]:
        """Return the first and the last place; 0 to 99 where rows begin at 0, as zeros are the highest face."""
        if self.first == 1 and self.last in TENS:
            lowest = min((end.low for end in intervals if end.low is not None), default=None)
            highest = max((end.high for end in intervals if end.high is not None), default=0)
            if lowest == 0 and highest < self.last:
                return 0, self.last - 1
        return self.first, self.last

    def interval(self, bounds: Range) -> Interval | None:
        """Return where a range stands; None where one of its ends is nowhere."""
        low, high = bounds.low, bounds.high
        if (
            bounds.zeros
            and high == 0
            and self.domain is not None
            and self.last is not None
            and (low or bounds.is_single)
        ):
            # "00" on percentile dice, "0" on a d10, is their highest face.
            high = self.last if self.last in TENS else high
            low = high if bounds.is_single else low
        if self.domain is not None and self.domain.is_open and self.index:
            # Dice that are rolled again leave out totals that readers count on: "7-12" on a d6!.
            faces = self.domain.faces
            low = bisect_left(faces, low) if low is not None else None
            high = bisect_right(faces, high) - 1 if high is not None else None
        elif self.index:
            if any(value is not None and value not in self.index for value in (low, high)):
                return None
            low = self.index[low] if low is not None else None
            high = self.index[high] if high is not None else None
        return Interval(low, high)

    def is_mostly_missing(self, gaps: Iterable[int | None]) -> bool:
        """Return whether more faces are missing than by a slip."""
        if self.first is None or self.last is None:
            return False
        return any(gap is not None and 2 * gap > self.last - self.first + 1 for gap in gaps)

    def show(self, low: int, high: int) -> str:
        """Values by their places."""
        if self.domain is not None and self.domain.faces:
            faces = self.domain.faces
            low, high = faces[max(low, 0)], faces[min(high, len(faces) - 1)]
        return str(low) if low == high else f"{low} to {high}"


def are_unordered(domain: Outcomes, ranges: Sequence[Range]) -> bool:
    """Return whether dice read as digits are sorted first: a d66 whose rows are 11 to 16, 22 to 26, 33 to 36, 44 to 46,
    55, 56 and 66, where 21 is 12."""
    faces = frozenset(domain.faces)
    lows = {bounds.low for bounds in ranges if bounds.low is not None}
    if not faces or not lows <= faces or not all(bounds.is_single and not bounds.values for bounds in ranges):
        return False
    rising = {face for face in faces if _digits(face) == str(face)}
    falling = {face for face in faces if _digits(face) == str(face)[::-1]}
    ordered = max(rising, falling, key=lambda bounds: len(bounds & lows))
    is_most = len(lows - ordered) <= 1 and 3 * len(lows) >= 2 * len(ordered)
    # A table may go on in another one; digits in any order have 21 behind 16.
    between = {face for face in ordered if lows and min(lows) <= face <= max(lows)}
    return is_most or (lows == between and len({face // 10 for face in lows}) > 1)


def _digits(face: int) -> str:
    return "".join(sorted(str(face)))


def _are_digits(intervals: Sequence[Interval | None], last: int) -> bool:
    """Return whether intervals go from zero to `last`: "00" to "99", where the zero is the highest face."""
    lows = [interval.low for interval in intervals if interval and interval.low is not None]
    highs = [interval.high for interval in intervals if interval and interval.high is not None]
    return bool(lows) and min(lows) == 0 and max(highs, default=0) == last


def faces_of_ranges(domain: Outcomes, ranges: Sequence[Range]) -> list[frozenset[int]]:
    """Return the faces that each range holds."""
    if are_unordered(domain, ranges):
        mates: dict[str, list[int]] = {}
        for face in domain.faces:
            mates.setdefault(_digits(face), []).append(face)
        return [frozenset(mates[_digits(bounds.low or 0)]) for bounds in ranges]
    scale = Scale(domain)
    places = range(len(domain.faces)) if domain.faces else domain.all
    intervals = [scale.interval(bounds) for bounds in ranges]
    begins_at_zero = domain.last in TENS and _are_digits(intervals, domain.last - 1)
    bounds = []
    for range_, interval in zip(ranges, intervals, strict=True):
        if range_.values or interval is None:
            bounds.append(frozenset(domain.all) & frozenset(range_.values))
            continue
        low = places[0] if interval.low is None else interval.low
        high = places[-1] if interval.high is None else interval.high
        inside = range(max(low, places[0]), min(high, places[-1]) + 1)
        faces = {domain.faces[place] for place in inside} if domain.faces else set(inside)
        if begins_at_zero and low <= 0 <= high:
            faces.add(domain.last)
        if domain.is_open and range_.high is not None:
            faces.discard(domain.last)
        bounds.append(frozenset(faces))
    return bounds


def holders(domain: Outcomes, ranges: Sequence[Range]) -> Counter[int]:
    """Return how many of the ranges hold each thing that dice can show."""
    counts = Counter(dict.fromkeys(domain.all, 0))
    for faces in faces_of_ranges(domain, ranges):
        counts.update(faces)
    return counts


def are_held_once(domain: Outcomes, ranges: Sequence[Range]) -> bool:
    """Return whether each face is in exactly one range."""
    return len(domain.all) <= MAX_FACES and set(holders(domain, ranges).values()) == {1}


def are_held_but_for_a_row(domain: Outcomes, ranges: Sequence[Range]) -> bool:
    """Return whether ranges hold each face once, except for one lost or doubled row."""
    if are_held_once(domain, ranges):
        return True
    if len(domain.all) > MAX_FACES or len(ranges) < MIN_ROWS:
        return False
    holding = faces_of_ranges(domain, ranges)
    ends = {end for bounds in ranges for end in (bounds.low, bounds.high)}
    if not all(holding) or any(end is not None and not domain.first <= end <= domain.last for end in ends):
        return False
    counts = holders(domain, ranges)
    lost = [at for at, face in enumerate(domain.all) if not counts[face]]
    double = [at for at, face in enumerate(domain.all) if counts[face] > 1]
    faulty = sorted((*lost, *double))
    is_one = bool(faulty) and faulty[-1] - faulty[0] < len(faulty)
    return is_one and max(len(lost), len(double)) <= max(map(len, holding))


def are_counted(domain: Outcomes, ranges: Sequence[Range]) -> bool:
    """Return whether most faces are in exactly one range."""
    counts = holders(domain, ranges).values() if len(domain.all) <= MAX_FACES else ()
    return 2 * sum(count == 1 for count in counts) > len(counts)

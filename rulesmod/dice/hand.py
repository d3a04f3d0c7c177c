"""Dice that are thrown together and read together: which of them count, what matches, what one side has left.

A hand is read by going over what its dice show, from the least up: what so many dice of a face do to the values that
are kept in mind is a few readings. It comes to a table of rows like any die, counted case by case, face by face.

Of dice that explode, those beyond a number at which all of them do are as they were at first: they go on as a smaller
hand, so that nothing is cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import comb, lcm, prod
from typing import Any, NamedTuple

from rulesmod.dice.die import Die, InvalidProgramError, Row
from rulesmod.dice.digits import to_int
from rulesmod.dice.reading import Reading, Value, compile_reading
from rulesmod.dice.work import Work, adding, multiplying
from rulesmod.records import record

SUM: tuple[tuple[str, Reading], ...] = (("total", ["+", "total", ["*", "face", "kept"]]),)
"""The default value of a hand: the sum of the dice that count."""

STEP = 30_000
"""The work of one case of dice that are read together, face by face."""

UP, BOTH, DOWN = 1, 2, 3
"""The ends that the window of dice that grow is counted from: see `Hand.grows`."""

State = tuple[int, ...]


class Group(NamedTuple):
    """Dice of a kind within a hand: readings know by `name` how many of them show a face."""

    die: str
    number: int
    name: str = "n"


class Face(NamedTuple):
    """A number that dice may show, with the cases of each group. If `is_open`, it stands for all from there on."""

    value: int
    cases: tuple[int, ...]
    is_open: bool = False


@record
class Hand:
    """Dice that are read together.

    Attributes:
        groups: which they are; none adds dice.
        first, last: those from `first` up to `last` (exclusive) are `kept`, in order of what they show, the least
            first.
        each: what becomes of the values in mind (0 at first) at each face that any show: names and readings of the
            values, in order, of `face`, `kept` (how many of the dice that show it are), each group's number, and
            what is given.
        gives: what it adds to tallies: readings of the values in the end.
        given: numbers and ranges of faces that readings name.
        drawn: whether what comes up is gone, as a card is from its deck.
        grows: 0 if a die and all that it explodes to are one. Else these are dice of their own, and more than `count`
            are thrown: `first` and `last` are counted from the least (`UP`) or from the highest (`DOWN`), or the one
            so, the other so (`BOTH`), as if `count` dice were thrown.
    """

    groups: tuple[Group, ...]
    first: int
    last: int
    each: tuple[tuple[str, Reading], ...] = SUM
    gives: tuple[tuple[str, Reading], ...] = (("total", "total"),)
    given: tuple[tuple[str, Any], ...] = ()
    drawn: bool = False
    grows: int = 0

    @property
    def count(self) -> int:
        """How many dice there are."""
        return sum(group.number for group in self.groups)

    @property
    def name(self) -> str:
        """The name of the hand, unique among those that one hand goes on as."""
        return f"{'+'.join(f'{group.number}{group.die}' for group in self.groups)}[{self.first}:{self.last}]"

    def to_json(self) -> list[Any]:
        """As JSON-ready data, in the order of the attributes."""
        pairs = [[list(pair) for pair in pairs] for pairs in (self.each, self.gives)]
        given = [[name, value if isinstance(value, int) else [*map(list, value)]] for name, value in self.given]
        return [[list(group) for group in self.groups], self.first, self.last, *pairs, given, self.drawn, self.grows]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Hand:
        """Read it back."""
        groups, first, last, *pairs, drawn, grows = data
        each, gives, given = (tuple((name, value) for name, value in part) for part in pairs)
        return cls(tuple(Group(*group) for group in groups), first, last, each, gives, given, drawn=drawn, grows=grows)

    def thrown(self, count: int) -> Hand:
        """Return the hand where so many dice are thrown; its window is then counted from the least."""
        more = count - self.count
        first, last = more * (self.grows == DOWN), more * (self.grows in (BOTH, DOWN))
        return replace(self, first=self.first + first, last=self.last + last)

    @cached_property
    def _steps(self) -> list[Callable[[Mapping[str, Value]], Value]]:
        values = [name for name, _ in self.each]
        names = [*dict(self.given), *values, "face", "kept", *(group.name for group in self.groups)]
        return [compile_reading(reading, names) for _, reading in self.each]

    @cached_property
    def _ends(self) -> list[tuple[str, Callable[[Mapping[str, Value]], Value]]]:
        names = [*dict(self.given), *(name for name, _ in self.each)]
        return [(tally, compile_reading(reading, names)) for tally, reading in self.gives]

    def after(self, values: State, face: int, shown: Sequence[int], placed: int) -> State:
        """The values in mind when so many dice of each group show a face, and so many showed less."""
        number = sum(shown)
        counted = max(0, min(placed + number, self.last) - max(placed, self.first))
        if not number:
            return values
        if self.each == SUM:  # So common, and asked for so often, that it is worth a line.
            return (values[0] + face * counted,)
        known: dict[str, Value] = dict(self.given)
        known.update(zip((name for name, _ in self.each), values, strict=True))
        known["face"] = face
        known["kept"] = counted
        for group in self.groups:
            known[group.name] = 0
        for group, part in zip(self.groups, shown, strict=True):
            known[group.name] += part
        for (name, _), step in zip(self.each, self._steps, strict=True):
            known[name] = int(step(known))
        return tuple([int(known[name]) for name, _ in self.each])

    def tallies(self, values: State) -> dict[str, int]:
        """Return the final tallies of the values, without zeros."""
        known = {**dict(self.given), **dict(zip((name for name, _ in self.each), values, strict=True))}
        numbers = {tally: int(end(known)) for tally, end in self._ends}
        return {tally: number for tally, number in numbers.items() if number}

    def faces(self, dice: Mapping[str, Die], work: Work) -> list[Face]:
        """Return the faces of the dice, in order. Where dice explode, the last one stands for all beyond a number.

        Raises:
            PoolTooLargeError: they show no number together but a large one, which has too many below it.
        """
        ways = [_ways(dice[group.die]) for group in self.groups]
        steps = [step for _, step, _ in ways if step]
        if steps and self.each != SUM:
            raise InvalidProgramError("dice that explode can be kept and added up, and nothing else")
        highest = max(face for cases, _, _ in ways for face in cases)
        level = lcm(*steps) * -(-highest // lcm(*steps)) if steps else 0
        for stays, step, again in ways:
            rounds = level // step if step else 0
            work.take(adding(rounds * len(stays), rounds * (sum(stays.values()) + again).bit_length()))
        tables = [_up_to(level, *way) if way[1] else (way[0], 0) for way in ways]
        shown = sorted({face for cases, _ in tables for face in cases})
        of_rows = [Face(face, tuple(cases.get(face, 0) for cases, _ in tables)) for face in shown]
        return [*of_rows, Face(level, tuple(beyond for _, beyond in tables), is_open=True)] if steps else of_rows

    def outcomes(self, faces: Sequence[Face], work: Work) -> dict[tuple[State, State], int]:
        """Count the cases of each outcome: the final values, and the dice of each group that go on from there.

        Raises:
            PoolTooLargeError: there are too many cases.
        """
        if len(self.groups) == 1 and self.each == SUM and not self.drawn and not faces[-1].is_open:
            return {((total,), (0,)): ways for total, ways in self._sums(faces, work).items()}
        start = tuple(group.number for group in self.groups), (0,) * len(self.each)
        states: dict[tuple[State, State], int] = {start: 1}
        going: dict[tuple[State, State], int] = {}
        for face in faces:
            further: dict[tuple[State, State], int] = {}
            for (left, values), ways in states.items():
                work.take(STEP * prod([number + 1 for number in left]))
                placed = self.count - sum(left)
                for shown, cases in self._shares(left, face):
                    after = self.after(values, face.value, shown, placed)
                    rest = tuple([number - part for number, part in zip(left, shown, strict=True)])
                    if not face.is_open:
                        further[rest, after] = further.get((rest, after), 0) + ways * cases
                    elif not any(rest):
                        going[after, shown] = going.get((after, shown), 0) + ways * cases
            states = further
        none = (0,) * len(self.groups)
        return going or {(values, none): ways for (left, values), ways in states.items() if not any(left)}

    def _sums(self, faces: Sequence[Face], work: Work) -> dict[int, int]:
        """Count the cases of each sum of the kept dice of one group.

        They are the digits of one long number. Digit k of that for so many placed dice counts the cases in which those
        of them that count come to k, each die as far above the lowest face as it is.
        """
        (group,), lowest = self.groups, faces[0].value
        size = self.last - self.first
        cases = sum(face.cases[0] for face in faces) ** group.number
        width = cases.bit_length() // 8 + 1
        sums = {0: 1}
        for at, face in enumerate(faces):
            further: dict[int, int] = {}
            step = 8 * width * (face.value - lowest)
            long = 8 * width * (1 + size * (face.value - lowest))
            work.take(len(sums) * (group.number + 2) / 2 * (2000 + multiplying(long, 8 * width)))
            for placed, ways in sums.items():
                left = group.number - placed
                # The last face is that of all dice that are left.
                first = left if at == len(faces) - 1 else 0
                chosen = face.cases[0] ** first
                for shown in range(first, left + 1):
                    counted = max(0, min(placed + shown, self.last) - max(placed, self.first))
                    further[placed + shown] = further.get(placed + shown, 0) + (ways * chosen << step * counted)
                    chosen = chosen * (left - shown) * face.cases[0] // (shown + 1)
            sums = further
        number, totals, mask = sums[group.number], {}, (1 << 8 * width) - 1
        for at in range(size * (faces[-1].value - lowest) + 1):
            if ways := number >> 8 * width * at & mask:
                totals[at + size * lowest] = ways
        return totals

    def _shares(self, left: State, face: Face) -> Iterator[tuple[State, int]]:
        """Return how many of the dice that are left may show a face, and in how many cases."""
        for shown in product(*(range(number + 1) if w else (0,) for number, w in zip(left, face.cases, strict=True))):
            cases = 1
            for number, part, weight in zip(left, shown, face.cases, strict=True):
                cases *= comb(weight, part) if self.drawn else comb(number, part) * weight**part
            if cases:
                yield shown, cases

    def rest(self, going: State) -> Hand:
        """The hand that its highest dice go on as."""
        less = self.count - sum(going)
        groups = tuple(group._replace(number=count) for group, count in zip(self.groups, going, strict=True) if count)
        first, last = max(0, self.first - less), max(0, self.last - less)
        return Hand(groups, first, min(last, sum(going)), self.each, self.gives, self.given)


def define_hand(
    name: str, hand: Hand, dice: dict[str, Die], hands: dict[str, Hand], work: Work, owner: str = ""
) -> None:
    """Add the table of a hand to `dice`, after those it continues as. These are named after their `owner`.

    Raises:
        InvalidProgramError: its dice cannot be read together.
        PoolTooLargeError: it has too many cases.
    """
    rows = []
    for (values, going), ways in hand.outcomes(hand.faces(dice, work), work).items():
        tallies, rest = hand.tallies(values), hand.rest(going)
        again = False
        adds: dict[str, int] = {}
        if rest.first >= rest.last:
            pass
        elif rest.count == hand.count:
            again = True
        elif rest.last - rest.first == rest.count:
            for group in rest.groups:
                die = f"{owner or name} {group.die}"
                adds[die] = adds.get(die, 0) + group.number
                dice[die] = _alone(hand, dice[group.die])
        else:
            rest_name = f"{owner or name} {rest.name}"
            if rest_name not in dice:
                define_hand(rest_name, rest, dice, hands, work, owner or name)
            adds = {rest_name: 1}
        rows.append(Row(0, ways, tallies, again, adds))
    hands[name] = hand
    dice[name] = Die(tuple(rows))


def _alone(hand: Hand, die: Die) -> Die:
    """Return a die of a hand that adds to tallies by itself, as it does in the hand."""
    return Die(tuple(replace(row, tallies=row.tallies and hand.tallies((to_int(row.face),))) for row in die.rows))


def _ways(die: Die) -> tuple[dict[int, int], int, int]:
    """Return a die's final faces, its exploding face, and the cases of each. The exploding face is 0 for none."""
    stays: dict[int, int] = {}
    again: dict[int, int] = {}
    for row in die.rows:
        if not isinstance(row.face, int) or row.adds:
            raise InvalidProgramError("dice that are read together show numbers, and add no dice")
        if row.again and not row.tallies:
            continue  # Rolled anew without a trace: the other faces decide.
        part = again if row.again else stays
        part[row.face] = part.get(row.face, 0) + row.weight
    (step, cases), *others = again.items() if again else [(0, 0)]
    if again and (others or not 0 <= min(stays) <= max(stays) < step):
        raise InvalidProgramError("dice of which some count explode on their highest face alone")
    return stays, step, cases


def _up_to(level: int, stays: Mapping[int, int], step: int, again: int) -> tuple[dict[int, int], int]:
    """Count an exploding die's cases, number by number up to a level. The second value counts those beyond."""
    rounds, total = level // step, sum(stays.values()) + again
    throws: dict[int, int] = {}
    for done in range(rounds):
        for face, cases in stays.items():
            number = done * step + face
            throws[number] = throws.get(number, 0) + cases * again**done * total ** (rounds - 1 - done)
    return throws, again**rounds

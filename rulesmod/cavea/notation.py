"""Level Pool Notation: `1:d6/4:d10/+2` (Notations and Conventions, Level Pool Notation)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rulesmod.dice.language import Language
from rulesmod.dice.program import Program
from rulesmod.dice.rolls import MAX_DICE
from rulesmod.dice.symbols import symbols_of
from rulesmod.dice.work import PoolTooLargeError
from rulesmod.system import DiceGroup, Notation

DIE_SIZES = (4, 6, 8, 10, 12, 20)
"""The dice that the game is played with (Dice Requirements)."""

_COUNT = ["number", "count", "a count: 1, 2, 3, ...", {"min": 1}]
_SIZE = ["number", "size", "a die type: d4, d6, d8, d10, d12 or d20", {"in": list(DIE_SIZES)}]
_SIGN = ["word", "sign", "a result modifier such as `+2` or `-1`", {"+": 1, "-": -1}]
_NUMBER = ["number", "value", "a number", {"zeros": True}]
_DIE_TYPE = ["seq", ["skip", "d"], _SIZE]
_GROUP = ["seq", _COUNT, ":", _DIE_TYPE]
_MODIFIER = ["seq", _SIGN, _NUMBER]

LANGUAGE = Language(
    name="level pool",
    grammar=[
        "seq",
        ["term", "die", _GROUP],
        ["many", ["seq", "/", ["term", "die", _GROUP]]],
        ["opt", ["seq", "/", ["constant", "modifier", _MODIFIER]]],
    ],
    dice={
        "die": {
            "name": "d{size}",
            "axes": {"face": "size"},
            "rows": [
                {"when": ["=", "face", 1], "tallies": {"ones": 1}, "label": "counts 1"},
                {"when": ["=", "face", 2], "tallies": {"two": 1, "other": 1}, "label": "earns a SAP"},
                {"tallies": {"other": 1}},
            ],
        }
    },
    fields=(
        {"name": "total", "label": "total", "reading": ["+", "ones", "modifier"]},
        {"name": "sap", "label": "SAP", "reading": ["if", "other", "two", 2]},
    ),
    sums=("ones",),
    flags=("two", "other"),
    constants={"modifier": 0},
    words={"target": "target number", "against": "opposing level pool"},
)


@dataclass(frozen=True, slots=True)
class Group:
    """`count` dice with `size` faces."""

    count: int
    size: int


@dataclass(frozen=True, slots=True, eq=False)
class LevelPool:
    """Dice and a result modifier. Pools are equal when the same dice are rolled, in whatever order written."""

    groups: tuple[Group, ...]
    modifier: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LevelPool) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return format_pool(self)

    def _key(self) -> tuple[frozenset[tuple[int, int]], int]:
        return frozenset(self.counts.items()), self.modifier

    @property
    def counts(self) -> Counter[int]:
        """How many dice of each size."""
        counts: Counter[int] = Counter()
        for group in self.groups:
            counts[group.size] += group.count
        return counts

    @property
    def dice(self) -> tuple[int, ...]:
        """The size of every die, in the order written.

        Raises:
            PoolTooLargeError: there are more than `MAX_DICE`.
        """
        if (count := sum(group.count for group in self.groups)) > MAX_DICE:
            raise PoolTooLargeError(f"{count} dice are too many to go through, the limit is {MAX_DICE}")
        return tuple(group.size for group in self.groups for _ in range(group.count))


def parse(text: str) -> LevelPool:
    """Read a level pool.

    Raises:
        NotationError: it is none, with the place and what was expected there.
    """
    parsed = LANGUAGE.parse(text)
    groups = tuple(Group(term.count, term.values["size"]) for term in parsed.terms)
    return LevelPool(groups, parsed.constants["modifier"])


def format_pool(pool: LevelPool) -> str:
    """The canonical text: every `d` written, the groups in their order, a modifier of 0 left out."""
    parts = [write_group(group.count, group.size) for group in pool.groups]
    if pool.modifier:
        parts.append(f"{pool.modifier:+d}")
    return "/".join(parts)


def write_group(count: int, size: int) -> str:
    """The text of one dice group."""
    return f"{count}:d{size}"


def groups(text: str) -> Sequence[DiceGroup]:
    """The dice groups of a level pool with their places; raises `NotationError`."""
    return [DiceGroup(term.count, term.values["size"], term.start, term.end) for term in LANGUAGE.parse(text).terms]


def program(pool: LevelPool) -> Program:
    """The dice of a level pool and how they are read."""
    return LANGUAGE.program(LANGUAGE.parse(format_pool(pool)))


def looks_like(text: str) -> bool:
    """Return whether a code span is meant as a level pool. Such a span has a count and a colon before a die.

    Without the letter d a single group may be a time of day or a ratio, unless its size is that of a die.
    """
    count, colon, rest = text.partition(":")
    if not (colon and count.isdecimal() and rest.lstrip("d")[:1].isdecimal()):
        return False
    return "d" in rest or ":" in rest or rest.partition("/")[0] in map(str, DIE_SIZES)


NOTATION = Notation(
    name=LANGUAGE.name,
    code_class="lp",
    parse=parse,
    format=format_pool,
    looks_like=looks_like,
    groups=groups,
    write_group=write_group,
    modifier=lambda pool: pool.modifier,
    program=program,
    language=LANGUAGE,
    symbols=symbols_of(
        LANGUAGE,
        {
            "count": _COUNT,
            "number": _NUMBER,
            "result modifier": _MODIFIER,
            "die type": _DIE_TYPE,
            "dice group": _GROUP,
            "level pool": LANGUAGE.grammar,
        },
    ),
    start_symbol="level pool",
)

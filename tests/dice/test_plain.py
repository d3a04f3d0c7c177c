"""What plain dice come to, against every case one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest

from rulesmod.dice import Sfc32, distribution, new_seed, roll
from rulesmod.notation import NotationError
from rulesmod.plain_dice import NOTATION
from tests.dice.brute import exploding

Read = Callable[[Sequence[int]], int]


def d(size: int, count: int = 1) -> list[range]:
    return [range(1, size + 1)] * count


@pytest.mark.parametrize(
    ("text", "dice", "read"),
    [
        ("4d6kh3", d(6, 4), lambda cast: sum(sorted(cast)[1:])),
        ("4d6kh", d(6, 4), max),
        ("3d8k2+1", d(8, 3), lambda cast: sum(sorted(cast)[1:]) + 1),
        ("4d6kl2", d(6, 4), lambda cast: sum(sorted(cast)[:2])),
        ("4d6dl1", d(6, 4), lambda cast: sum(sorted(cast)[1:])),
        ("3d6dh2", d(6, 3), min),
        ("2d4kh9", d(4, 2), sum),
        ("d20adv", d(20, 2), max),
        ("1d20 disadvantage - 2", d(20, 2), lambda cast: min(cast) - 2),
        ("d12-3d4kh2", [*d(12), *d(4, 3)], lambda cast: cast[0] - sum(sorted(cast[1:])[1:])),
        ("4dF", d(3, 4), lambda cast: sum(cast) - 8),
        ("d666", d(6, 3), lambda cast: int("".join(map(str, cast)))),
        ("2d66", d(6, 4), lambda cast: 10 * cast[0] + cast[1] + 10 * cast[2] + cast[3]),
        ("3D+2", d(6, 3), lambda cast: sum(cast) + 2),
        ("(2d6+1)x10-5", d(6, 2), lambda cast: 10 * (sum(cast) + 1) - 5),
        ("2d6/2", d(6, 2), lambda cast: sum(cast) // 2),
        ("20 - 2d6", d(6, 2), lambda cast: 20 - sum(cast)),
        ("4d10>=8", d(10, 4), lambda cast: sum(face >= 8 for face in cast)),
        ("4d10≥7double", d(10, 4), lambda cast: sum((face >= 7) + (face == 10) for face in cast)),
        ("3d10>=8f1", d(10, 3), lambda cast: sum((face >= 8) - (face == 1) for face in cast)),
        ("3d6<=2", d(6, 3), lambda cast: sum(face <= 2 for face in cast)),
        ("d%<=45", d(100), lambda cast: cast[0] <= 45),
        ("2d6ro1", d(6, 4), lambda cast: sum(cast[i] if cast[i] > 1 else cast[2 + i] for i in range(2))),
        ("2d6r<=2", [range(3, 7)] * 2, sum),
        ("{2d6+d8}kl2", [*d(6, 2), *d(8)], lambda cast: sum(sorted(cast)[:2])),
        ("{d4 + d6+d8+2d10}kh2 - 1", [*d(4), *d(6), *d(8), *d(10, 2)], lambda cast: sum(sorted(cast)[3:]) - 1),
        ("2d6×d4-1", [*d(6, 2), *d(4)], lambda cast: (cast[0] + cast[1]) * cast[2] - 1),
        ("(d4)d6", [*d(4), *d(6, 4)], lambda cast: sum(cast[1 : cast[0] + 1])),
        ("(2d2)d3+1", [*d(2, 2), *d(3, 4)], lambda cast: sum(cast[2 : 2 + cast[0] + cast[1]]) + 1),
    ],
)
def test_what_they_come_to(text: str, dice: list[range], read: Read) -> None:
    counted = Counter(int(read(cast)) for cast in product(*dice))
    program = NOTATION.program(NOTATION.parse(text))
    found = distribution(program)
    assert {outcome[program.main]: odds for outcome, odds in found.rows} == {
        value: Fraction(cases, counted.total()) for value, cases in counted.items()
    }


@pytest.mark.parametrize(
    ("text", "value", "odds"),
    [
        ("d6!", 6, 0),
        ("d6!", 7, Fraction(1, 36)),
        ("d6!>=5", 9, Fraction(2, 36)),
        ("d6!p", 6, Fraction(1, 36)),
        ("d6!p", 11, Fraction(1, 216)),
        ("2d10>=9!", 0, Fraction(64, 100)),
        ("1Dw", 1, Fraction(1, 6)),
        ("2Dw", 9, Fraction(3, 36) + Fraction(2, 216)),  # 3+6, 4+5, 5+4; of a 6 and what follows 1+2, 2+1
    ],
)
def test_what_explodes(text: str, value: int, odds: Fraction) -> None:
    program = NOTATION.program(NOTATION.parse(text))
    found = {outcome[program.main]: chance for outcome, chance in distribution(program).rows}
    assert found.get(value, 0) == odds


@pytest.mark.parametrize(
    "text", ["4d6kh3", "4d6dl1", "d20adv", "9-3d4kl2", "5d4!kh2", "9-{d4!,d6!}kl", "5Dw", "4d10>=8!", "3d6!p"]
)
def test_a_roll_is_what_its_dice_say(text: str) -> None:
    program = NOTATION.program(NOTATION.parse(text))
    random = Sfc32(new_seed())
    for _ in range(50):
        rolled = roll(program, random)
        told = sum(one.tallies.get("total", 0) for one in rolled.dice) + program.constants["modifier"]
        assert rolled.outcome[program.main] == told
        assert all(not one.tallies for one in rolled.dice if one.label == "dropped")


@pytest.mark.parametrize(
    "text", ["13d6kh3", "8d30kh1", "d6r<=6", "d6>=", "d6!!!", "d6 kh1", "5", "(5)", "-d6", "d6r0", "3d"]
)
def test_what_is_not_written_so(text: str) -> None:
    with pytest.raises(NotationError):
        NOTATION.parse(text)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("13d6kh3", "at most 12 dice of up to 20 faces or at most 7 dice of up to 100 faces"),
        ("2d6 + 9d100dl2", "at most 12 dice of up to 20 faces or at most 7 dice of up to 100 faces"),
        ("9d10!kh3", "at most 8 dice that explode, of up to 20 faces"),
        ("100d6", "1 to 99 dice"),
        ("2d6+1001d4!", "1 to 99 dice"),
        ("0d6", "1 to 99 dice"),
    ],
)
def test_too_many_dice_say_how_many_may_be(text: str, most: str) -> None:
    with pytest.raises(NotationError) as refused:
        NOTATION.parse(text)
    assert refused.value.expected == most


@pytest.mark.parametrize("text", ["12d20kh6", "99d6>=3", "20d6r1", "12Dw", "2d100kl1"])
def test_many_dice_have_odds(text: str) -> None:
    program = NOTATION.program(NOTATION.parse(text))
    assert sum(odds for _, odds in distribution(program).rows) == 1


@pytest.mark.parametrize(
    ("text", "sizes", "read"),
    [
        ("3d4!kh2", (4, 4, 4), lambda cast: sum(sorted(cast)[1:])),
        ("3d4!kl2", (4, 4, 4), lambda cast: sum(sorted(cast)[:2])),
        ("4d3!k1", (3, 3, 3, 3), max),
        ("{d8!,d6!}kh1", (8, 6), max),
        ("{d12!, d6!}k", (12, 6), max),
        ("{d4!,d6!}kl", (4, 6), min),
        ("{2d4!+d6!}kh2", (4, 4, 6), lambda cast: sum(sorted(cast)[1:])),
        ("{2d4!+d6!}kl2", (4, 4, 6), lambda cast: sum(sorted(cast)[:2])),
    ],
)
def test_exploding_dice_of_which_some_count(text: str, sizes: tuple[int, ...], read: Read) -> None:
    most = 11
    counted = exploding(sizes, most, read)
    program = NOTATION.program(NOTATION.parse(text))
    rows = distribution(program, reach=most).rows
    assert all(chance > 0 for _, chance in rows)
    found = {outcome["total"]: chance for outcome, chance in rows}
    for total in range(1, most + 1):
        assert found.get(total, 0) == counted.get(total, 0), total

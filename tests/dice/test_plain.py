"""What plain dice come to, against every case one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest

from rulesmod.dice import PoolTooLargeError, Sfc32, distribution, new_seed, roll
from rulesmod.dice.checking import check_language
from rulesmod.notation import NotationError
from rulesmod.plain_dice import LANGUAGE, NOTATION
from tests.dice.brute import exploding, grown

Read = Callable[[Sequence[int]], int | None]


def d(size: int, count: int = 1) -> list[Sequence[int]]:
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
        ("4D6 KH 3", d(6, 4), lambda cast: sum(sorted(cast)[1:])),
        ("4d6dl1dh1", d(6, 4), lambda cast: sum(sorted(cast)[1:3])),
        ("4d6kh3dl1", d(6, 4), lambda cast: sum(sorted(cast)[2:])),
        ("4d6-L", d(6, 4), lambda cast: sum(sorted(cast)[1:])),
        ("4d6 drop the lowest", d(6, 4), lambda cast: sum(sorted(cast)[1:])),
        ("4d6dl4", d(6, 4), lambda cast: 0),
        ("3d20adv", d(20, 3), max),
        ("2d%kh1", d(100, 2), max),
        ("2d66kh1", d(6, 4), lambda cast: max(10 * cast[0] + cast[1], 10 * cast[2] + cast[3])),
        ("3d4r1kh2", [range(2, 5)] * 3, lambda cast: sum(sorted(cast)[1:])),
        ("2d6r1,3", [(2, 4, 5, 6)] * 2, sum),
        ("d6r<3", [range(3, 7)], sum),
        ("2d4u", d(4, 2), lambda cast: sum(cast) if cast[0] != cast[1] else None),
        ("2d6min3", d(6, 2), lambda cast: sum(max(face, 3) for face in cast)),
        ("2d6mi2ma5", d(6, 2), lambda cast: sum(min(5, max(face, 2)) for face in cast)),
        ("d6i", d(6, 2), lambda cast: cast[0] - (cast[1] if cast[0] == 1 else 0)),
        ("d6!o", d(6, 2), lambda cast: cast[0] + (cast[1] if cast[0] == 6 else 0)),
        ("d4!2times", d(4, 3), lambda cast: cast[0] + (cast[0] == 4) * (cast[1] + (cast[1] == 4) * cast[2])),
        ("4d6=6", d(6, 4), lambda cast: sum(face == 6 for face in cast)),
        ("4d6=1,6", d(6, 4), lambda cast: sum(face in (1, 6) for face in cast)),
        ("4d6>4f<=2", d(6, 4), lambda cast: sum((face > 4) - (face <= 2) for face in cast)),
        ("4d6<3", d(6, 4), lambda cast: sum(face < 3 for face in cast)),
        ("2d6>=5+2", d(6, 2), lambda cast: sum(face >= 5 for face in cast) + 2),
        ("{2d6}>=7", d(6, 2), lambda cast: sum(cast) >= 7),
        ("d20+5 vs 15", d(20), lambda cast: cast[0] + 5 >= 15),
        ("2d6+3<10", d(6, 2), lambda cast: sum(cast) + 3 < 10),
        ("d6×0", d(6), lambda cast: 0),
        ("(d6-6)/4", d(6), lambda cast: (cast[0] - 6) // 4),
        ("2d6+3*2", d(6, 2), lambda cast: sum(cast) + 6),
        ("10+d6×2", d(6), lambda cast: 10 + 2 * cast[0]),
        ("2*d6-d4", [*d(6), *d(4)], lambda cast: 2 * cast[0] - cast[1]),
        ("-2d6+10", d(6, 2), lambda cast: 10 - sum(cast)),
        ("1d6--1", d(6), lambda cast: cast[0] + 1),
        ("ceil(d6/4)+floor(d8/3)", [*d(6), *d(8)], lambda cast: -(-cast[0] // 4) + cast[1] // 3),
        ("round(d6/4)", d(6), lambda cast: (2 * cast[0] + 4) // 8),
        ("ceil(d6/4+d6/4)", d(6, 2), lambda cast: -(-sum(cast) // 4)),
        ("d6*1.5", d(6), lambda cast: 3 * cast[0] // 2),
        ("d6×½", d(6), lambda cast: cast[0] // 2),
        ("3d6 × 1,000", d(6, 3), lambda cast: 1000 * sum(cast)),
        ("max(d6, 2d4-1)", [*d(6), *d(4, 2)], lambda cast: max(cast[0], cast[1] + cast[2] - 1)),
        ("abs(d6-d6)", d(6, 2), lambda cast: abs(cast[0] - cast[1])),
        ("min(d6,d8,d4)", [*d(6), *d(8), *d(4)], min),
        ("{2d6, d8+1}kh1", [*d(6, 2), *d(8)], lambda cast: max(cast[0] + cast[1], cast[2] + 1)),
        (
            "{d6+1, d8, d4}dl1",
            [*d(6), *d(8), *d(4)],
            lambda cast: cast[0] + 1 + cast[1] + cast[2] - min(cast[0] + 1, *cast[1:]),
        ),
        ("{2d6}kh1", d(6, 2), max),
        ("d6×d6×d4", [*d(6, 2), *d(4)], lambda cast: cast[0] * cast[1] * cast[2]),
        ("d8/d6", [*d(8), *d(6)], lambda cast: cast[0] // cast[1]),
        ("(d4)(d6)", [*d(4), *d(6)], lambda cast: cast[0] * cast[1]),
        ("((3-1)*2)d4", d(4, 4), sum),
        ("(d3+1)d4", [*d(3), *d(4, 4)], lambda cast: sum(cast[1 : 2 + cast[0]])),
        ("d44", d(4, 2), lambda cast: 10 * cast[0] + cast[1]),
        ("d88", d(8, 2), lambda cast: 10 * cast[0] + cast[1]),
        ("d{1,3,5..7}", [(1, 3, 5, 6, 7)], sum),
        ("4dF.1", [(-1, 0, 0, 0, 0, 1)] * 4, sum),
        ("d%adv", [range(10)] * 3, lambda cast: min(10 * ten + cast[2] or 100 for ten in cast[:2])),
        ("d00 penalty", [range(10)] * 3, lambda cast: max(10 * ten + cast[2] or 100 for ten in cast[:2])),
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
def test_what_they_come_to(text: str, dice: list[Sequence[int]], read: Read) -> None:
    counted = Counter(int(value) for cast in product(*dice) if (value := read(cast)) is not None)
    program = NOTATION.program(NOTATION.parse(text))
    found: Counter[int] = Counter()
    for outcome, odds in distribution(program).rows:
        found[int(outcome[program.main])] += odds
    assert found == {value: Fraction(cases, counted.total()) for value, cases in counted.items()}


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
    "text",
    [
        "4d6kh3",
        "4d6dl1",
        "d20adv",
        "9-3d4kl2",
        "5d4!!kh2",
        "5d4!kh2",
        "9-4d4!dl1",
        "9-{d4!,d6!}kl",
        "5Dw",
        "4d10>=8!",
        "3d6!p",
    ],
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
    "text", ["4d6kh5", "d6r<=6", "d6>=", "d6!!!", "5", "(5)", "d6r0", "3d", "d20 with", "4d6 reroll ones", "3d6<=12"]
)
def test_what_is_not_written_so(text: str) -> None:
    with pytest.raises(NotationError):
        NOTATION.parse(text)


@pytest.mark.parametrize(
    ("text", "message", "place", "remedy"),
    [
        ("1001d6", "a roll has 1 to 1,000 dice", (0, 4), "`1000d6`"),
        ("2d6+0d4!", "a roll has 1 to 1,000 dice", (4, 5), "`2d6+1d4!`"),
        ("d1001", "a die has 2 to 1,000 faces", (1, 5), "`d1000`"),
        ("4d6kh5", "of 4 dice, 5 cannot be kept", (5, 6), "`4d6kh4`"),
        ("4d6dl5", "of 4 dice, 5 cannot be dropped", (5, 6), "`4d6dl4`"),
        (
            "3d6<=12",
            "every face of d6 is <=12, so all would count",
            (5, 7),
            "`{3d6}<=12` for their sum, or `3d6<=4` to count dice",
        ),
        (
            "2d6>=7",
            "no face of d6 is >=7, so none would count",
            (5, 6),
            "`{2d6}>=7` for their sum, or `2d6>=5` to count dice",
        ),
        ("d2!!>=41", "a die that is rolled again 19 times reaches 40", (6, 8), "`d2!!>=40`"),
        ("d[0]!!>=5", "no face of this die is >=5", (8, 9), ""),
        ("d6/0", "nothing can be divided by 0", (0, 4), ""),
        ("1d20+STR", "only you know what STR is", (5, 8), "`1d20+2`, if it is 2"),
    ],
)
def test_what_cannot_be_says_why(text: str, message: str, place: tuple[int, int], remedy: str) -> None:
    with pytest.raises(NotationError) as refused:
        NOTATION.parse(text)
    error = refused.value
    assert (error.message, (error.start, error.end), error.remedy) == (message, place, remedy)


@pytest.mark.parametrize(
    "text",
    ["12d20kh6", "99d6>=3", "20d6r1", "12Dw", "2d100kl1", "20d6kh3", "13d20kh1", "100d6kh50", "999d6", "50d10ro1kh9"],
)
def test_many_dice_have_odds(text: str) -> None:
    program = NOTATION.program(NOTATION.parse(text))
    assert sum(odds for _, odds in distribution(program).rows) == 1


@pytest.mark.parametrize(
    ("text", "sizes", "read"),
    [
        ("3d4!!kh2", (4, 4, 4), lambda cast: sum(sorted(cast)[1:])),
        ("3d4!!kl2", (4, 4, 4), lambda cast: sum(sorted(cast)[:2])),
        ("4d3!!k1", (3, 3, 3, 3), max),
        ("{d8!,d6!}kh1", (8, 6), max),
        ("{d12!, d6!}k", (12, 6), max),
        ("{d4!,d6!}kl", (4, 6), min),
        ("{2d4!!+d6!!}kh2", (4, 4, 6), lambda cast: sum(sorted(cast)[1:])),
        ("{2d4!!+d6!!}kl2", (4, 4, 6), lambda cast: sum(sorted(cast)[:2])),
    ],
)
def test_exploding_dice_count_as_one_each(text: str, sizes: tuple[int, ...], read: Read) -> None:
    most = 11
    counted = exploding(sizes, most, read)
    program = NOTATION.program(NOTATION.parse(text))
    rows = distribution(program, reach=most).rows
    assert all(chance > 0 for _, chance in rows)
    found = {outcome["total"]: chance for outcome, chance in rows}
    for total in range(1, most + 1):
        assert found.get(total, 0) == counted.get(total, 0), total


@pytest.mark.parametrize(
    ("text", "dice", "read"),
    [
        ("3d4!kh2", [(4, {4})] * 3, lambda cast: sum(cast[-2:])),
        ("3d4!kl2", [(4, {4})] * 3, lambda cast: sum(cast[:2])),
        ("3d4!dl1", [(4, {4})] * 3, lambda cast: sum(cast[1:])),
        ("3d4!dh2", [(4, {4})] * 3, lambda cast: sum(cast[:-2])),
        ("2d4!dl2", [(4, {4})] * 2, lambda cast: sum(cast[2:])),
        ("2d6!5kh1", [(6, {5})] * 2, max),
        ("2d6!>=5kh2", [(6, {5, 6})] * 2, lambda cast: sum(cast[-2:])),
        ("2d6!>=5dl1", [(6, {5, 6})] * 2, lambda cast: sum(cast[1:])),
        ("2d6!2,5dh1", [(6, {2, 5})] * 2, lambda cast: sum(cast[:-1])),
        ("2d6!1,5dl2", [(6, {1, 5})] * 2, lambda cast: sum(cast[2:])),
        ("2d6!1,5kl2", [(6, {1, 5})] * 2, lambda cast: sum(cast[:2])),
        ("{2d4!+d6!}kh2", [(4, {4}), (4, {4}), (6, {6})], lambda cast: sum(cast[-2:])),
        ("{d4!+d6!}dh1", [(4, {4}), (6, {6})], lambda cast: sum(cast[:-1])),
        ("3d4!kh2>=3", [(4, {4})] * 3, lambda cast: sum(face >= 3 for face in cast[-2:])),
    ],
)
def test_exploding_dice_count_each_by_itself(text: str, dice: list[tuple[int, set[int]]], read: Read) -> None:
    program = NOTATION.program(NOTATION.parse(text))
    counted, lost = grown(dice, read)
    found = {outcome[program.main]: chance for outcome, chance in distribution(program, reach=24).rows}
    assert sum(found.values()) == 1
    for number in range(25):
        assert counted.get(number, 0) <= found.get(number, 0) <= counted.get(number, 0) + lost, number
    if "k" in text:  # What is kept has an end.
        assert set(found) <= set(counted)


def test_a_roll_keeps_some_of_all_the_dice_that_explode() -> None:
    program, random = NOTATION.program(NOTATION.parse("4d3!kh3")), Sfc32("00112233445566778899aabb")
    grew = 0
    for _ in range(200):
        rolled = roll(program, random)
        faces = [one.face for one in rolled.dice]
        assert rolled.outcome["total"] == sum(sorted(map(int, faces))[-3:]) <= 9
        assert [one.label for one in rolled.dice].count("dropped") == len(faces) - 3
        assert len(faces) == 4 + faces.count(3)
        assert all((one.cause is None) == (at == 0 or faces[at - 1] != 3) for at, one in enumerate(rolled.dice))
        grew += len(faces) > 4
    assert grew > 100


def test_odds_of_dice_that_grow_are_refused_where_both_ends_are_dropped() -> None:
    with pytest.raises(PoolTooLargeError):
        distribution(NOTATION.program(NOTATION.parse("4d6!dl1dh1")))


def test_their_language_contradicts_itself_nowhere() -> None:
    """No start of a tool checks it again."""
    assert LANGUAGE.is_checked
    check_language(LANGUAGE)

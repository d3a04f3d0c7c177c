"""The page's dice modules against Python's: the same fractions, the same dice, the same errors."""

from __future__ import annotations

import json
from itertools import pairwise, product
from typing import Any

import pytest

from rulesmod.cavea.notation import LANGUAGE as CAVEA
from rulesmod.dice import Language, Program, Sfc32, at_least, contest, distribution, estimate, roll
from rulesmod.dice.odds import Tail
from rulesmod.drama.notation import LANGUAGE as DRAMA
from rulesmod.dry_cereal.notation import LANGUAGE as DRY_CEREAL
from rulesmod.masque.notation import LANGUAGE as MASQUE
from rulesmod.notation import NotationError
from rulesmod.plain_dice import LANGUAGE as PLAIN
from rulesmod.sda.notation import LANGUAGE as SDA
from tests.dice.page import Page
from tests.dice.programs import random_program
from tests.shares import shares

SEED = "00112233445566778899aabb"
PROGRAMS = 500

ROLLED = [
    *("5+2d6", "20-d6", "(d6+2)x10+5", "3d6x10-5", "(2d4 + 1)/2-1", "2d6÷3", "d666", "4dF+1", "3D+2", "3Dw+1"),
    *("4d6kh3", "3d8k2", "2d20kl", "4d6dl1", "3d6dh2 + 1", "2d20-3d4kl2", "d20 adv", "d100dis+5", "5d4kh4", "2d4dl2"),
    *("3d6!", "d4!!", "2d6!>=5", "d6!p", "2d6-d4!", "2d6r1", "2d6r<=2", "d20ro1", "2d8ro≤2+1"),
    *("5d10>=8", "3d10≥8!", "4d10>=9double+1", "4d10>=8f1", "d100<=45", "d%≤45", "3d6<=2"),
]
"""What plain dice are besides sums."""
TOGETHER = [
    *("4d4!kh2", "3d4!k2", "4d4!kl2-1", "{d6!,d4!}kh1+2", "9-{d4!, d6!}kl", "{2d6+d8}kh2", "{d4,d6,d8,d10}kl"),
    *("{d6,d8!}kh", "{d6,d8+1,2d4}dl1", "max(d6,2d4)-min(d8,3)", "floor(d6/2)+round(d8/3)", "20d6kh3", "13d20kh1"),
    *("4d6r1kh3-1", "3d8ro<=2kl1", "8d10!!>=12", "6d10>=8!>=9", "2d6!2times", "2d6i", "d%adv", "3d4u", "3d6×d4/2"),
    *("d6×d6", "2d6xd4+1", "(d6)d8", "(2d4)d6-1", "20d10!", "3d6!+2d10!>=7-d4"),
    *("4d4!!kh2", "4d4!!kl2-1", "3d4!!kh2-3d4!!kl1", "{2d4!+d6!}kh2", "3d4!dl1+2", "9-3d4!dh1", "{2d4!+2d3!}dh2"),
    *("3d6!>=5kh2", "3d4!1dh1", "4d6!r1kl3", "3d6!>=4dl2", "5d4!max3kh2", "4d6kh3>=5!", "d20adv!", "{d4!,d4!}kl1"),
    *(
        "2d6 plus 3",
        "2d8 mal 2 minus d4",
        "a d20+five d4",
        "3d8even",
        "4d6kh3odd-1",
        "3d6! plus 1",
        "2d[explode d6]kh1",
    ),
    *("(6d9)d8", "4d8×9d3", "20-10d8!>=2", "3d4!kh2+2d6", "2d4!kl1-2d6!p"),
]
"""Plain dice that are read together; some take long in a contest."""
EXPRESSIONS: dict[str, tuple[Language, list[str]]] = {
    "cavea": (CAVEA, ["1:d20", "3:d8/2:d10/3:d20", "1:4/2:6/1:8/3:10/2:12/1:20", "1:d6/4:d10/+2", "2:d20/-1"]),
    "drama": (DRAMA, ["3Bd", "4Bd 2Rd 1Dd 1Pd", "10Rd", "3Dd", "2Bd 1Rd"]),
    "dry-cereal": (DRY_CEREAL, ["2d6", "2d6+2", "2d6 -2"]),
    "sda": (SDA, ["4d6", "3d8", "d20", "2d4 +1 MoS"]),
    "masque": (
        MASQUE,
        [
            *("d6", "2d6 -d4", "d4 |d6 least max", "d5 |d4 best max", "+|d4 -d3|", "d13", "d10 +d1", "2d4 -1"),
            *("-d6", "d8 +d5 +d4", "d6 -d2", "d%"),
        ],
    ),
    "plain": (PLAIN, ["d6", "2D6+1", "d66", "d100", "d%", "3d6×10", "d4 + 2d3 - 1", "2d6x5", "1d66", "2d66", *ROLLED]),
}
FAULTY = {
    "cavea": [
        "",
        "d6",
        "0:d6",
        "01:d6",
        "1:d7",
        "1:d6/",
        "1:d6/+",
        "1:d6/2",
        "1:d6 ",
        "1;d6",
        "9" * 16 + ":d6",
        "1:dé",
    ],
    "drama": ["Bd", "4Xd", "4Bd,2Rd", "4Bd "],
    "dry-cereal": ["3d6", "2d6+", "2d8", "2d6+x"],
    "sda": ["4d7", "4d6+1", "4d6 +1", "x"],
    "masque": ["", "d0", "d6 |d8", "d6 d4", "2d6 -", "d99999", "d6 -1x", "d4 |d6 worst max", "|d3 d2|"],
    "plain": [
        *("", "d", "d0", "d1", "0d6", "2d6+", "d6×", "(d6", "d6)", "(5)", "5", "5+1", "d6/0", "d6>=", "d20 with"),
        *("2d6!p!", "d1001", "1001d6", "{d6,d8!}kh3", "{2d6,d8,d10}kh4", "(d6)d", "4d6kh5", "4d6dl5", "4d6kh0"),
        *("3d6<=12", "2d6>=7", "5d6>=1", "d6r<=6", "d6!>=1", "d6r7", "1d6 1d8", "1d6,1d8", "2d6[fire"),
        *("1d20+STR", "d20+@dex-1", "2d6×1000001", "21x2d6", "0x2d6", "2d(2d4)", "4d6!pkh3"),
        *("7d6u", "2d66ro11kh1", "(" * 30 + "d6" + ")" * 30, "max(d6", "floor(d6,2)", "d6d6"),
        *("3d6!!!", "2d6!9", "(2d6-3)d6", "4d6!!>=5kh3", "{d4!+2d6!!}kh2", "4d6!kh3pkl1", "4d6!dl1>=4"),
    ],
}


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


def shown(program: Program) -> list[tuple[dict[str, Any], Any]]:
    return [
        ({name: str(value) if isinstance(value, Tail) else value for name, value in outcome.items()}, chance)
        for outcome, chance in distribution(program).rows
    ]


def same_rolls(page: Page, program: Program, count: int = 50) -> None:
    stream = Sfc32(SEED)
    ours = [roll(program, stream).to_json() for _ in range(count)]
    assert page.call("rolls", program.to_json(), SEED, count) == ours


@pytest.mark.parametrize(
    ("system", "text"),
    [*((system, text) for system, (_, texts) in EXPRESSIONS.items() for text in texts), *product(["plain"], TOGETHER)],
)
def test_expressions_mean_the_same(page: Page, system: str, text: str) -> None:
    language = EXPRESSIONS[system][0]
    program = language.program(language.parse(text))
    assert page.call("parse", language.to_json(), text) == {"program": program.to_json()}
    assert page.distribution(program.to_json()) == shown(program)
    odds = page.odds("target", program.to_json(), 3)
    assert odds == {name: chance for name, chance in at_least(program, 3)._asdict().items() if chance is not None}
    same_rolls(page, program)


@pytest.mark.parametrize(("system", "text"), [(system, text) for system, texts in FAULTY.items() for text in texts])
def test_faulty_expressions_have_the_same_error(page: Page, system: str, text: str) -> None:
    language = EXPRESSIONS[system][0]
    with pytest.raises(NotationError) as caught:
        language.parse(text)
    error = caught.value
    answer = page.call("parse", language.to_json(), text)["error"]
    assert answer[:3] == [error.message, error.start, error.end]
    assert (answer[3] or "", answer[4] if len(answer) > 4 else "") == (error.expected, error.remedy)


def test_the_terms_and_the_dice_of_odds_have_a_limit_in_the_page(page: Page) -> None:
    text = "/".join(["1:d6"] * 1600)
    answer = page.call("parse", CAVEA.to_json(), text)
    assert answer["error"][:3] == ["a roll has at most 100 terms", 500, 504]
    refused = "exact odds of these dice take too long"
    for text, expected in (("250:d6", None), ("251:d6", refused), ("200:d6/51:d8", refused)):
        program = page.call("parse", CAVEA.to_json(), text)["program"]
        assert page.call("limit", program) == expected


@pytest.mark.parametrize("system", EXPRESSIONS)
def test_contests_have_the_same_odds(page: Page, system: str) -> None:
    language, texts = EXPRESSIONS[system]
    programs = [language.program(language.parse(text)) for text in texts if text != "d%"]
    for mine, theirs in pairwise(programs):
        odds = contest(mine, theirs)._asdict()
        expected = {name: chance for name, chance in odds.items() if chance is not None}
        assert page.odds("contest", mine.to_json(), theirs.to_json()) == expected


@pytest.mark.parametrize("text", shares(["3d6!p+1", "12d10>=8!", "4d6kh3", "40d10!"], seen=3))
def test_estimates_are_the_same(page: Page, text: str) -> None:
    program = PLAIN.program(PLAIN.parse(text))
    theirs = [(outcome, int(n) / int(d)) for outcome, n, d in page.call("estimate", program.to_json())]
    ours = [(outcome, low) for outcome, low, _ in estimate(program).rows if low > 1e-12]
    assert [(outcome, pytest.approx(chance, abs=1e-9)) for outcome, chance in theirs if chance > 1e-12] == ours


@pytest.mark.parametrize("system", EXPRESSIONS)
def test_estimates_with_all_tallies_are_the_same(page: Page, system: str) -> None:
    """The page may list an outcome more than once: it adds them up where it shows them."""
    language, texts = EXPRESSIONS[system]
    for program in (language.program(language.parse(text)) for text in texts):
        if not program.triggers:
            theirs: dict[str, float] = {}
            for outcome, n, d in page.call("estimate", program.to_json()):
                theirs[str(outcome)] = theirs.get(str(outcome), 0) + int(n) / int(d)
            told = json.loads(json.dumps([(outcome, low) for outcome, low, _ in estimate(program).rows]))
            ours = {str(outcome): pytest.approx(low, abs=1e-9) for outcome, low in told if low > 1e-12}
            assert {outcome: chance for outcome, chance in theirs.items() if chance > 1e-12} == ours


@pytest.mark.parametrize("first", shares(range(0, PROGRAMS, 50), seen=2))
def test_random_programs_mean_the_same(page: Page, first: int) -> None:
    for seed in range(first, first + 50):
        program = random_program(seed)
        assert page.distribution(program.to_json()) == shown(program), seed
        same_rolls(page, program)


@pytest.mark.parametrize("seed", range(0, 120, 2))
def test_random_contests_have_the_same_odds(page: Page, seed: int) -> None:
    mine, theirs = random_program(seed), random_program(seed + 1)
    expected = {name: chance for name, chance in contest(mine, theirs)._asdict().items() if chance is not None}
    assert page.odds("contest", mine.to_json(), theirs.to_json()) == expected


def test_random_numbers_are_the_published_ones(page: Page) -> None:
    published = [0xA87DBC7E, 0x1787178C, 0x4C7B7234, 0xC65DADE2]
    assert page.call("random", "000000000000000200000001", 4) == published

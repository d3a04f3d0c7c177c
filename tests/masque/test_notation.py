"""Masque's notation: every cast of its grammar's table, what is none, and exact odds."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rulesmod.dice.odds import distribution
from rulesmod.masque.notation import NOTATION
from rulesmod.notation import NotationError
from rulesmod.plain import Expression
from tests.seeds import FOLDER


def table() -> list[tuple[str, str, str]]:
    """Class, text and reading of each expression in the grammar's table."""
    path = FOLDER.parent / "masque-grammar.md"
    if not path.exists():
        pytest.skip("the table of the grammar is not here (RULEBOOK_SEEDS names the folder beside it)")
    rows = path.read_text(encoding="utf-8").partition("## 4.")[2].splitlines()
    found = []
    for row in rows:
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
        if len(cells) == 5 and cells[1].startswith("`"):
            found.append((cells[0], cells[1].strip("`"), cells[2]))
    return found


def test_every_cast_of_the_table_is_what_the_table_says() -> None:
    rows = table()
    assert len({text for _, text, _ in rows}) == 127
    for class_, text, reading in rows:
        if class_ not in ("DIE", "SUM", "PAIR", "ABSDIFF", "PERCENT"):
            continue
        found = NOTATION.parse(text)
        if class_ == "SUM":
            inner = re.search(r"Sum\[(.*?)\]", reading)
            assert inner is None or _terms(inner[1]) == _parsed(found), text
        elif class_ == "PAIR":
            match = re.search(r"Pair\((\w+); d(\d+), d(\d+)\)", reading)
            (term,) = found.parsed.terms
            assert match is not None
            assert (term.kind, term.values["first"], term.values["second"]) == (match[1], int(match[2]), int(match[3]))


def _terms(words: str) -> Counter[str]:
    terms: Counter[str] = Counter()
    for part in words.split(", "):
        if (constant := re.fullmatch(r"const ([+-]?\d+)", part)) is not None:
            terms["constant"] += int(constant[1])
        elif (dice := re.fullmatch(r"([+-]?)(?:(\d+)·)?d(\d+)", part)) is not None:
            terms[f"{'-' if dice[1] == '-' else ''}d{dice[3]}"] += int(dice[2] or 1)
        else:
            raise AssertionError(part)
    return terms


def _parsed(found: Expression) -> Counter[str]:
    terms: Counter[str] = Counter()
    for term in found.parsed.terms:
        sign = "-" if term.values.get("sign", 1) < 0 else ""
        terms[f"{sign}d{term.values['size']}"] += term.count
    if modifier := found.constants["modifier"]:
        terms["constant"] += modifier
    return terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [("d4 |d6 lest max", "best max"), ("d", "number of faces"), ("2d6 -", "a number"), ("d0", ""), ("d1000", "")],
)
def test_what_is_none_says_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as raised:
        NOTATION.parse(text)
    assert 0 <= raised.value.start <= raised.value.end <= len(text)
    assert expected in raised.value.expected or expected in raised.value.message


@pytest.mark.parametrize("size", [7, 11, 13])
def test_a_doubled_die_is_not_quite_even(size: int) -> None:
    half = size - 1
    totals = Counter(a + b if a + b <= size else a + b - size for a, b in product(range(1, half + 1), repeat=2))
    chances = {face: Fraction(count, half**2) for face, count in totals.items()}
    assert chances == {**dict.fromkeys(range(1, size), Fraction(size - 2, half**2)), size: Fraction(1, half)}
    program = NOTATION.program(NOTATION.parse(f"d{size}"))
    (die,) = program.dice.values()
    weights: Counter[int] = Counter()
    for row in die.rows:
        weights[int(row.face)] += row.weight
    whole = sum(weights.values())
    assert {face: Fraction(weight, whole) for face, weight in weights.items()} == chances


def test_the_add_ons_of_a_pairing() -> None:
    program = NOTATION.program(NOTATION.parse("+|d3 -d2|"))
    outcomes = Counter(abs(a - b) for a, b in product(range(1, 4), range(1, 3)))
    assert sorted(outcomes.elements()) == [0, 0, 1, 1, 1, 2]
    rows = distribution(program).rows
    found = {outcome["casting"]: chance for outcome, chance in rows}
    assert found == {value: Fraction(count, 6) for value, count in outcomes.items()}

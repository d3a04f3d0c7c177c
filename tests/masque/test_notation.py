"""Masque's notation: every expression of its grammar's table, what is none, and exact odds."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rulesmod.dice.odds import distribution
from rulesmod.masque import expressions as forms
from rulesmod.masque.notation import NOTATION
from rulesmod.notation import NotationError
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


CLASSES = {
    "DIE": forms.Cast,
    "SUM": forms.Cast,
    "PAIR": forms.Cast,
    "ABSDIFF": forms.Cast,
    "PERCENT": forms.Cast,
    "DOUBLED": forms.Doubled,
    "AVG": forms.Averages,
    "FACE": forms.Faces,
    "CMP": forms.Check,
    "CHECK-OR": forms.Check,
    "CHECK-CAP": forms.Check,
    "SYMDIE": forms.Symbolic,
    "AT-DIE": forms.Each,
    "SUM-VAR": forms.Less,
    "RANGE": forms.Span,
    "TABLE": forms.Span,
    "LIST": forms.Listed,
    "BONUS": forms.Word,
    "BASE": forms.Word,
    "PCT": forms.Word,
    "FACES": forms.Word,
    "COUNT-ONLY": forms.Word,
    "ABS": forms.Word,
    "ENTRY": forms.Word,
    "TAG": forms.Word,
}


def test_every_expression_of_the_table_is_what_the_table_says() -> None:
    rows = table()
    assert len({text for _, text, _ in rows}) == 127
    for class_, text, reading in rows:
        found = forms.read(text)
        if class_ == "ARITH":
            assert isinstance(found, forms.Sum | forms.Word), text
        else:
            assert isinstance(found, CLASSES[class_]), (text, found)
        _agrees(class_, text, reading, found)


def _agrees(class_: str, text: str, reading: str, found: forms.Form) -> None:
    """Compare with the words of the table, as far as they are numbers."""
    if isinstance(found, forms.Averages):
        match = re.search(r"\[(.*?)\] = (-?[\d.]+)", reading)
        assert match is not None
        assert [float(v) for v in found.values] == [float(v) for v in match[1].split(", ")], text
        assert found.total == Fraction(match[2])
    elif isinstance(found, forms.Faces):
        sizes = [int(n) for n in re.findall(r"\d+", reading)]
        assert [found.size, found.low] == sizes[:2]
        assert found.high == sizes[-1]
    elif isinstance(found, forms.Cast) and class_ == "SUM":
        inner = re.search(r"Sum\[(.*?)\]", reading)
        assert inner is None or _terms(inner[1]) == _parsed(found), text
    elif isinstance(found, forms.Cast) and class_ == "PAIR":
        match = re.search(r"Pair\((\w+); d(\d+), d(\d+)\)", reading)
        (term,) = found.dice.parsed.terms
        assert match is not None
        assert (term.kind, term.values["first"], term.values["second"]) == (match[1], int(match[2]), int(match[3]))
    elif isinstance(found, forms.Check) and class_ == "CHECK-OR":
        assert (found.left, found.relation, found.right, found.or_face) == ("d6", ">=", "d8", 6)
    elif isinstance(found, forms.Sum):
        values = re.findall(r"= ([\d.]+)", reading)
        assert not values or found.value == Fraction(values[-1])
        assert found.stated is None or found.stated == found.value


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


def _parsed(found: forms.Cast) -> Counter[str]:
    terms: Counter[str] = Counter()
    for term in found.dice.parsed.terms:
        sign = "-" if term.values.get("sign", 1) < 0 else ""
        terms[f"{sign}d{term.values['size']}"] += term.count
    if modifier := found.dice.constants["modifier"]:
        terms["constant"] += modifier
    return terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d4 |d6 lest max", "best max"),
        ("d", "number of faces"),
        ("2d6 -", "a number"),
        ("d13 (=doubled d10 per Dice Notation)", "`d12`"),
        ("d4 =7", "up to 4"),
        ("5.. 2", "from 5 on"),
        ("d0", ""),
        ("d1000", ""),
        ("4d", ""),
    ],
)
def test_what_is_none_says_what_was_expected(text: str, expected: str) -> None:
    if text == "4d":
        assert forms.read(text) == forms.Word("count", "4d")
        return
    with pytest.raises(NotationError) as raised:
        forms.read(text)
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

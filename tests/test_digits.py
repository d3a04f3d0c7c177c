"""Digits become a value in one module, and no number of any text ends a run."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rulebook_rules.systems import load_system
from rulesmod.dice.digits import MAX_DIGITS, MAX_VALUE, to_float, to_fraction, to_int
from tests.checking import check_text
from tests.patience import PATIENCE
from tests.shares import shares, whole

ROOT = Path(__file__).parent.parent
MAKERS = ("int", "float", "Fraction", "Decimal", "complex")
KINDS = ("isinstance", "issubclass", "cast", "TypeVar", "field", "Option", "Argument", "option", "argument")
"""Calls that take a maker as a type."""
ALLOWED = {"rulesmod/masque/state.py": 2, "rulesmod/masque/showing.py": 1}
"""Lines that say `type: ignore[digits]`: one or two digits of a name, in code that is JavaScript too."""


def sources() -> Iterator[tuple[str, str]]:
    for folder in ("plugins", "rulesmod"):
        for path in (ROOT / folder).rglob("*.py"):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def mypy(*args: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--no-color-output", *args],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,
        check=False,
    ).stdout


@whole
def test_text_becomes_a_number_in_one_module() -> None:
    """mypy knows the type of each argument; `bundling/digits.py` refuses those that may be text."""
    assert [line for line in mypy().splitlines() if "[digits]" in line] == []


def test_few_lines_are_excused() -> None:
    excused = {name: text.count("ignore[digits]") for name, text in sources()}
    assert {name: count for name, count in excused.items() if count} == ALLOWED


@whole
def test_nothing_that_makes_numbers_is_passed_on() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, text in sources()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) not in KINDS
        for given in (*node.args, *(keyword.value for keyword in node.keywords if keyword.arg != "type"))
        if isinstance(given, ast.Name) and given.id in MAKERS
    ]
    assert found == []


REFUSED = """\
import re
from fractions import Fraction
from typing import Any
def made(text: str, either: int | str, match: re.Match[str], any_: Any, thing: object, raw: bytes) -> None:
    int(text)  # refused
    float(text)  # refused
    Fraction(text)  # refused
    int(text, 16)  # refused
    int(either)  # refused
    int(match[1])  # refused
    int(match["a"] or 1)  # refused
    int(any_)  # refused
    int(raw)  # refused
    map(int, [text])  # refused
    sorted([text], key=int)  # refused
    int(len(text))
    int(2.5)
    float(Fraction(1, 3))
    Fraction(len(text), 2)
    int(text == "a")
"""


@whole
def test_mypy_refuses_what_may_be_text(tmp_path: Path) -> None:
    (tmp_path / "made.py").write_text(REFUSED, encoding="utf-8")
    output = mypy("--follow-imports=silent", "--cache-dir", str(tmp_path / "cache"), str(tmp_path / "made.py"))
    wanted = [number for number, line in enumerate(REFUSED.splitlines(), 1) if line.endswith("# refused")]
    assert [int(line) for line in re.findall(r":(\d+): error: text becomes .*\[digits\]", output)] == wanted, output


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        (" -7 ", -7),
        ("+0003", 3),
        ("٣", 3),
        ("²", 2),
        ("9" * MAX_DIGITS, 10**MAX_DIGITS - 1),
        ("9" * (MAX_DIGITS + 1), MAX_VALUE),
        ("-" + "1" * 5000, -MAX_VALUE),
        ("0" * 5000 + "5", 5),
        (2.9, 2),
        (Fraction(-7, 2), -3),
        (float("inf"), MAX_VALUE),
    ],
)
def test_a_whole_number(text: object, value: int) -> None:
    assert to_int(text) == value


@pytest.mark.parametrize("text", ["", "a", "1.5", "--1", "9" * 5000 + "x", "½", None])
def test_no_whole_number(text: object) -> None:
    with pytest.raises(ValueError, match=r"number|literal"):
        to_int(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.25", Fraction(5, 4)),
        (".5", Fraction(1, 2)),
        ("3.", Fraction(3)),
        ("-2/6", Fraction(-1, 3)),
        ("2e3", Fraction(2000)),
        ("1e999999999", Fraction(MAX_VALUE)),
        ("1e-999999999", Fraction(1, MAX_VALUE)),
        ("1" * 5000 + ".5", Fraction(MAX_VALUE) + Fraction(1, 2)),
        ("0." + "3" * 5000, Fraction(int("3" * MAX_DIGITS), MAX_VALUE)),
    ],
)
def test_an_exact_number(text: str, value: Fraction) -> None:
    assert abs(to_fraction(text) - value) <= 1


def test_a_float_ends() -> None:
    assert to_float("1" * 400) == to_float(10**400) == to_float("1e999") == 1e100
    with pytest.raises(ValueError, match="nan"):
        to_float("nan")


GAMES = ("plain", "cavea", "drama", "dry-cereal", "masque", "sda")
LONG_NUMBERS = [("plain", MAX_DIGITS), ("masque", 4301), ("sda", 309), ("dry-cereal", 4301)]
LONG_NUMBERS += sorted({*product(GAMES, (MAX_DIGITS, 309, 4301))} - {*LONG_NUMBERS})
"""Games, and of how many digits the numbers are."""
DIGITS = ("9", "²")
SENTENCES = (
    "Goblin: Build {x} Cast 2d4 @2.",
    "{x} + 1 = {y}, and {x} × {y} × {x} × {y} × 0.5 = 7.",
    "Roll {x}d6 (average {y}), 2d{x} (min {x}, max {y}) or `{x}d6+{y}`.",
    "{x} in {y} ({x} %), {x}/{y} gp, {x}.{x} + {y},{y} = {x}.",
    "| 1d6 | {x} |\n| --- | --- |\n| {x}-{y} | a |\n| {y} | b |",
    "1. a\n{x}. b\n\nTable {x}: words, see Table {y}.",
    "5Bd {x}Pd and {y} Risk dice make `5Bd {x}Rd {y}Pd`; {x} Health Points.",
    "+{x} Cavalier boots, and 4 + {x} = {y} moments. Four {x}s are {y}.",
)


@pytest.mark.parametrize(("game", "digits"), shares(LONG_NUMBERS, seen=4))
def test_a_number_of_any_length_raises_nothing(game: str, digits: int) -> None:
    for sign in DIGITS:
        for other in ("٣", "2" + sign * (digits - 1)):
            text = "\n\n".join(SENTENCES).format(x=sign * digits, y=other)
            for finding in check_text(f"# T\n\n{text}\n", system=load_system(game)).findings:
                assert "fault of rulebook" not in finding.message


@pytest.mark.parametrize("digits", [MAX_DIGITS + 1, 309, 4301])
def test_what_has_too_many_digits_is_no_claim(digits: int) -> None:
    one, other = "1" * digits, "2" + "1" * (digits - 1)
    report = check_text(f"# T\n\n{one} + 1 = {other}.\n\nIt is 50 % ({one} in {other}).\n")
    assert [claim for claim in report.claims if claim.verdict.value == "wrong"] == []

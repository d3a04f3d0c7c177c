"""Some fifty kinds of tables that books have to be rolled on: dice and rows as sets of their totals."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest

from rulebook_proof.analysis import analyse
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.book import Book
from rulesmod.dice import Sfc32, roll
from tests.randomtables.test_random_tables import page, tables

KINDS = {
    "negative rows": ("1d6-3", "-2; -1 to 1; 2-3", "d6-3"),
    "negative ends": ("2d6−7", "−3 or less; −2–2; 3 or more", "2d6-7"),
    "difference of dice": ("d6-d6", "-5 to -1; 0; 1 to 5", "d6-d6"),
    "kept dice": ("4d6kh3", "3-8; 9-12; 13-18", "4d6kh3"),
    "dropped dice": ("4d6 drop lowest", "3-8; 9-12; 13-18", "4d6kh3"),
    "middle die": ("3d6dl1dh1", "1-2; 3-4; 5-6", "3d6dl1dh1"),
    "advantage": ("d20 with advantage", "1-10; 11-20", "2d20kh1"),
    "kept dice in words": ("2d20 (keep highest)", "1-10; 11-20", "2d20kh1"),
    "count of successes": ("5d6>=5", "0; 1-2; 3-5", "5d6>=5"),
    "count with its unit": ("5d6 ≥ 5", "0 successes; 1 success; 2+ successes", "5d6>=5"),
    "failures take away": ("3d10>=8f1", "-3 to -1; 0; 1+", "3d10>=8f1"),
    "fate": ("4dF", "-4; -3 to -1; 0; 1 to 3; 4", "4dF"),
    "fate with a sum": ("4dF+2", "-2 to 0; 1-3; 4-6", "4dF+2"),
    "digits": ("d66", "11-36; 41-66", "d66"),
    "several ranges in a cell": ("d66", "11-16, 31-36; 21-26; 41-66", "d66"),
    "digits of unlike dice": ("d36", "11-16; 21-26; 31-36", "10×d3+d6"),
    "sum": ("2d6 + 3", "5-9; 10; 11-15", "2d6+3"),
    "product": ("d6×10", "10-30; 40-60", "d6×10"),
    "quotient": ("(d6+1)/2", "1; 2; 3", "(d6+1)/2"),
    "unlike dice": ("d6+d8", "2-5; 6-10; 11-14", "d6+d8"),
    "higher of two": ("{d6,d8}kh1", "1-3; 4-8", "{d6,d8}kh1"),
    "open end": ("d6!", "1-3; 4-5; 7-12; 13+", "d6!"),
    "rolled anew": ("2d6r1", "4-6; 7-12", "2d6r1"),
    "faces of its own": ("d[1,3,5]", "1; 3; 5", "d[1,3,5]"),
    "spaces": ("Roll (2 d6)", "2-6; 7; 8-12", "2d6"),
    "kept of dice that explode": ("5d10!kh3", "3-12; 13-20; 21-30", "5d10!kh3"),
    "far below zero": ("1d20-1d20", "-19 to -1; 0; 1 to 19", "d20-d20"),
    "kept with a sum": ("2d20kl1+2", "3-12; 13-22", "2d20kl1+2"),
    "highest less one": ("3d6kh1 - 1", "0-2; 3-5", "3d6kh1-1"),
    "two digits": ("d%", "01-50; 51-00", "d%"),
    "double nought": ("1d100", "01–50; 51–99; 00", "d100"),
    "digits of eight": ("d88", "11-48; 51-88", "d88"),
    "three digits": ("d666", "111-366; 411-666", "d666"),
    "count of one face": ("6d6=6", "0; 1; 2+", "6d6=6"),
    "count of even faces": ("5d8even", "0-1; 2-3; 4-5", "5d8even"),
    "sum in words": ("2d6 plus 2", "4-9; 10-14", "2d6+2"),
    "number in words": ("two d6", "2-7; 8-12", "2d6"),
    "German": ("1W6+1", "2-4; 5-7", "d6+1"),
    "half": ("d6/2", "0; 1; 2; 3", "d6/2"),
    "signs of both kinds": ("d4-d4", "−3–−1; 0; +1–+3", "d4-d4"),
    "smaller of two": ("min(d6,d6)", "1-3; 4-6", "min(d6,d6)"),
    "taken from a number": ("20-2d6", "8-13; 14-18", "20-2d6"),
    "less than nothing": ("-1d6", "-6 to -4; -3 to -1", "-d6"),
    "from above": ("2d6", "12; 10-11; 7-9; 2-6", "2d6"),
    "both ends in a row": ("2d6", "2–3, 11–12; 4–10", "2d6"),
    "open at both ends": ("d20", "1 or less; 2-19; 20+", "d20"),
    "lowest of compounds": ("3d6!!kl1", "1-2; 3-5; 7+", "3d6!!kl1"),
    "doubled faces": ("d{1,2,2,3}", "1; 2; 3", "d[1,2,2,3]"),
    "advantage in German": ("d20 mit Vorteil", "1-10; 11-20", "2d20kh1"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_rolls_and_each_total_has_one_row(kind: str) -> None:
    head, ranges, dice = KINDS[kind]
    rows = "".join(f"| {key} | result {number} |\n" for number, key in enumerate(ranges.split(";")))
    (found,) = tables(f"# Road\n\n| {head} | Who |\n| --- | --- |\n{rows}")
    assert (found.dice, len(found.rows)) == (dice, ranges.count(";") + 1)
    assert sum(found.odds(), Fraction(0)) == 1
    notation = found.system.notation
    program = notation.program(notation.parse(dice))
    stream = Sfc32("0123456789abcdef01234567")
    for _ in range(200):
        total = int(roll(program, stream).outcome[program.main])
        ends = [max(row.faces) if row.is_open else inf for row in found.rows]
        holding = [row for row, end in zip(found.rows, ends, strict=True) if total in row.faces or total > end]
        assert len(holding) == 1, total


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("5d6>=5", "0; 1-2; 4-5"),
        ("d6!", "1-3; 4-5; 7-12; 13-20"),
        ("d66", "11-16, 21-25; 31-66"),
        ("2d20 (keep highest)", "1-10; 12-20"),
        ("5d6 ≥ 5", "0 successes; 1 failure; 2+ successes"),
        ("2d6 fire", "2-6; 7-12"),
        ("3D", "3-10; 11-18"),
    ],
)
def test_tables_that_leave_out_a_total_or_name_no_dice_do_not_roll(head: str, rows: str) -> None:
    lines = "".join(f"| {key} | result |\n" for key in rows.split(";"))
    assert tables(f"# Road\n\n| {head} | Who |\n| --- | --- |\n{lines}") == []


GRID = "| 1 | a | b | c |\n| 2 | d | e | f |\n| 3-4 | g | h | i |\n"


@pytest.mark.parametrize(
    ("above", "corner", "dice"),
    [
        ("", "d4 \\ d6", ("d4", "d6")),
        ("", "d4, d6", ("d4", "d6")),
        ("Roll d4 for the row and d6 for the column.\n\n", "", ("d4", "d6")),
        ("Roll d6 and d4.\n\n", "Roll", ("d4", "d6")),
    ],
)
def test_two_dice_crossed(above: str, corner: str, dice: tuple[str, str]) -> None:
    found = page(f"# Road\n\n{above}| {corner} | 1-2 | 3-4 | 5-6 |\n| - | - | - | - |\n{GRID}")
    (crossed,) = [one for one in tables(found.document.source.text) if one.across]
    assert crossed.across is not None
    assert (crossed.dice, crossed.across[0]) == dice
    assert [sorted(column.faces) for column in crossed.across[1]] == [[1, 2], [3, 4], [5, 6]]
    assert [row.labelled.words for row in crossed.rows] == ["a b c", "d e f", "g h i"]
    book = Book((found,))
    html = Presenter(book, analyse(book)).page("road.md")
    shown = html.replace(html.text)
    assert f'data-dice="{dice[0]}" data-across="{dice[1]}"' in shown
    assert shown.count("data-across>") == 3


def test_one_die_read_across() -> None:
    (found,) = tables(
        "# Road\n\n| d6 | 1-2 | 3-5 | 6 |\n| - | - | - | - |\n| Sky | sun | rain | snow |\n| Wind | a | b | c |\n"
    )
    assert (found.dice, found.is_across, found.across) == ("d6", True, None)
    assert [row.labelled.words for row in found.rows] == ["sun a", "rain b", "snow c"]


@pytest.mark.parametrize(
    ("corner", "head"),
    [
        ("d4 \\ d8", "1-2 | 3-4 | 5-6"),
        ("d4 \\ d6", "1-2 | 3-4 | 6"),
        ("Level", "1-2 | 3-4 | 5-6"),
        ("d4 d6 d8", "1-2 | 3-4 | 5-6"),
    ],
)
def test_what_two_dice_do_not_cross(corner: str, head: str) -> None:
    assert not [one for one in tables(f"# Road\n\n| {corner} | {head} |\n| - | - | - | - |\n{GRID}") if one.across]

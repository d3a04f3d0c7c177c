"""Random tables that words make: their dice, and how many of their outcomes each row has."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulebook_rules.claims.structures.randomtables import RandomTable, random_tables
from rulebook_text.words import LANGUAGES
from tests.checking import check_text, page_of


def table(*lines: str) -> str:
    """A table of lines such as "2-4 | rain", of which the first is its head."""
    head, *rows = lines
    return "\n".join(
        ("# Road", "", f"| {head} |", "|---" * (head.count("|") + 1) + "|", *(f"| {row} |" for row in rows), "")
    )


def column(head: str, *keys: str) -> str:
    return table(f"{head} | What", *(f"{key} | event {number}" for number, key in enumerate(keys)))


def tables(text: str) -> Sequence[RandomTable]:
    page = page_of(text, system=None, path="road.md")
    return random_tables(page.document, page.system)


@pytest.mark.parametrize(
    ("text", "dice", "counts"),
    [
        (column("Two dice", "2-4", "5-9", "10-12"), "2d6", [3, 5, 3]),
        (column("Roll two d6", "2-4", "5-9", "10-12"), "2d6", [3, 5, 3]),
        (column("Three dice", "3-8", "9-12", "13-18"), "3d6", [6, 4, 6]),
        (column("Die roll", "1", "2", "3", "4", "5", "6"), "d6", [1] * 6),
        (column("Zwei Würfel", "2-4", "5-9", "10-12"), "2d6", [3, 5, 3]),
        (column("Zwei W8", "2-8", "9", "10-16"), "2d8", [7, 1, 7]),
        (column("Deux dés", "2-4", "5-9", "10-12"), "2d6", [3, 5, 3]),
        (column("Dos dados", "2-4", "5-9", "10-12"), "2d6", [3, 5, 3]),
        (column("Due dadi", "2-4", "5-9", "10-12"), "2d6", [3, 5, 3]),
        (column("Higher of 2d6", "1-3", "4-5", "6"), "2d6kh1", [3, 2, 1]),
        (column("Lowest of 3d6", "1", "2-3", "4-6"), "3d6kl1", [1, 2, 3]),
        (column("Sum of 2d6", "2-6", "7", "8-12"), "2d6", [5, 1, 5]),
        (column("Jet de 2d6", "2-6", "7-9", "10-12"), "2d6", [5, 3, 3]),
        (column("Roll 1d6 each morning", "1-3", "4-6"), "d6", [3, 3]),
        (column("1d6 (per day)", "1-3", "4-6"), "d6", [3, 3]),
        (column("d8/2 (round up)", "1", "2", "3", "4"), "ceil(d8/2)", [1] * 4),
        (column("Half of d8, rounded up", "1", "2", "3", "4"), "ceil(d8/2)", [1] * 4),
        (column("Successes of 5d10>=8", "0", "1", "2", "3-5"), "5d10>=8", [1, 1, 1, 3]),
        (column("2d6", "Any double", "2-5", "6-8", "9-12"), "10×d6+d6", [6, 8, 14, 8]),
        (column("2d6", "double 1", "3-6", "7", "8-11", "double 6"), "10×d6+d6", [1, 14, 6, 14, 1]),
        (column("2d6", "Double sixes", "Any other double", "Anything else"), "10×d6+d6", [1, 5, 30]),
        (column("2W6", "6er-Pasch", "jeder Pasch", "sonst"), "10×d6+d6", [1, 5, 30]),
        (column("2d6", "double six", "tout double", "autre"), "10×d6+d6", [1, 5, 30]),
        (column("2d6", "doble 6", "cualquier doble", "el resto"), "10×d6+d6", [1, 5, 30]),
        (column("2d6", "doppio 6", "qualsiasi doppio", "altro"), "10×d6+d6", [1, 5, 30]),
        (column("3d6", "triple", "double", "other"), "100×d6+10×d6+d6", [6, 90, 120]),
        (column("2d10", "doubles", "2-10", "11-20"), "100×d10+d10", [10, 40, 50]),
        (column("d6", "odd", "even"), "d6", [3, 3]),
        (column("W10", "ungerade", "gerade"), "d10", [5, 5]),
        (
            table("d4 | d6 | Size", "1-2 | 1-3 | a", "| 4-6 | b", "3-4 | 1-3 | c", "| 4-6 | d"),
            "10×d4+d6",
            [6, 6, 6, 6],
        ),
        (table("d4 | d12 | Size", "1-2 | 1-12 | a", "3-4 | 1-6 | b", "3-4 | 7-12 | c"), "100×d4+d12", [24, 12, 12]),
        (column("d20 + level", "1-5", "6-15", "16-25", "26+"), "d20+LEVEL", [5, 10, 10, 1]),
        (column("1d20 + CHA", "5 or less", "6-10", "11-15", "16+"), "1d20+CHA", [105, 5, 5, 1]),
        (column("2d6 + your skill", "6-", "7-9", "10+"), "2d6+SKILL", [106, 3, 1]),
        (column("Reaction (2d6)", "2-4", "5-9", "10-12"), "2d6", [3, 5, 3]),
        (column("Successes (6d6>=5)", "0", "1-2", "3+"), "6d6>=5", [1, 2, 4]),
        (column("Erfolge (6W6>=5)", "0", "1–2", "3+"), "6d6>=5", [1, 2, 4]),
        (column("Luck (4dF)", "-4 to -1", "0", "1 to 4"), "4dF", [4, 1, 4]),
        (column("%", "01-33", "34-66", "67-00"), "d100", [33, 33, 34]),
        (column("W6-W6", "von -5 bis -2", "von -1 bis 1", "von 2 bis 5"), "d6-d6", [4, 3, 4]),
        (column("d6-d6", "de -5 à -2", "de -1 à 1", "de 2 à 5"), "d6-d6", [4, 3, 4]),
        (column("4dF", "-4 a -2", "-1 a 1", "2 a 4"), "4dF", [3, 3, 3]),
        (column("d6-d6", "da -5 a -2", "da -1 a 1", "da 2 a 5"), "d6-d6", [4, 3, 4]),
        (column("W6", "1 oder 2", "3, 4 oder 5", "6"), "d6", [2, 3, 1]),
        (column("1d6", "1 ou 2", "3 à 6"), "d6", [2, 4]),
        (
            table("First d6 | Second d6 | Place", "1-3 | 1-3 | a", "1-3 | 4-6 | b", "4-6 | 1-6 | c"),
            "10×d6+d6",
            [9, 9, 18],
        ),
    ],
)
def test_tables_that_words_make(text: str, dice: str, counts: list[int]) -> None:
    (found,) = tables(text)
    assert (found.dice, [len(row.faces) for row in found.rows]) == (dice, counts)
    odds = [chance for chance in found.odds() if chance is not None]
    assert sum(odds) == (0 if "+" in dice and dice[-1].isupper() else 1)
    assert not [finding for finding in check_text(text).findings if finding.rule != "misspelt-word"]


@pytest.mark.parametrize(
    "text",
    [
        column("Two dice", "2-4", "6-9", "10-12"),
        column("Dice", "d4", "d6"),
        column("Two dice", "few", "many"),
        column("2d6", "double 1", "3-6", "8-11", "double 6"),
        column("2d6", "doubles", "2-7", "7-12"),
        column("d6", "double", "other"),
        column("d20 + level", "1-5", "7-15", "16+"),
        column("d20 + level", "100-105", "106+"),
        column("Age", "1-5", "6-10"),
        column("%", "10", "60", "30"),
        column("Harm (2d6)", "2-4", "6-12"),
        table("d4 | d6 | Size", "1-2 | 1-3 | a", "3-4 | 1-3 | c", "3-4 | 4-5 | d"),
    ],
)
def test_words_that_make_no_table(text: str) -> None:
    assert not tables(text)


def test_a_table_crossed_by_two_dice_in_words_rolls_once() -> None:
    lines = "Roll two d6, one for the row and one for the column.\n\n|  | 1-2 | 3-6 |\n|---|---|---|\n"
    (found,) = tables(f"# Road\n\n{lines}| 1-3 | a | b |\n| 4-6 | c | d |\n")
    assert found.across is not None
    assert (found.dice, found.across[0]) == ("d6", "d6")


def test_rows_in_words_are_read_in_the_complete_languages() -> None:
    assert {bool(language.rows) for language in LANGUAGES if language.rolled_again} == {True}


def below(line: str, *keys: str) -> str:
    return column("Result", *keys).replace("# Road\n", f"# Road\n\n{line}\n")


def counted(line: str, head: str) -> str:
    return below(line, "0", "1", "2-4").replace("Result", head)


@pytest.mark.parametrize(
    ("text", "dice", "counts"),
    [
        (below("Roll 1d6+2:", "3", "4-6", "7-8"), "d6+2", [1, 3, 2]),
        (below("Roll 2d6-3 on this table.", "-1-3", "4-9"), "2d6-3", [5, 6]),
        (below("Roll 4d6 and drop the lowest:", "3-8", "9-12", "13-18"), "4d6kh3", [6, 4, 6]),
        (below("Würfle 2W20 und behalte den höheren:", "1-10", "11-20"), "2d20kh1", [10, 10]),
        (below("Roll 4dF:", "-4 to -1", "0", "1 to 4"), "4dF", [4, 1, 4]),
        (below("## Mishaps (2d6+1)", "3-6", "7-13"), "2d6+1", [4, 7]),
        (below("Roll 1d6:", "1-2", "3-6"), "d6", [2, 4]),
        (below("Roll 2d6 and subtract 1:", "1-5", "6-11"), "2d6-1", [5, 6]),
        (counted("Roll 4d6; each 5 or 6 is a success.", "Successes"), "4d6>=5", [1, 1, 3]),
        (counted("Wirf 4W6. Jede 5 oder 6 ist ein Erfolg.", "Erfolge"), "4d6>=5", [1, 1, 3]),
        (counted("Lancez 4d6 ; chaque 5 ou 6 est un succès.", "Succès"), "4d6>=5", [1, 1, 3]),
        (column("d20", "1 (fumble)", "2-19", "20 (critical)"), "d20", [1, 18, 1]),
        (column("d(0..9)", "0", "1-8", "9"), "d[0..9]", [1, 8, 1]),
        (column("1d6-2 (min 1)", "1", "2", "3", "4"), "max(d6-2,1)", [1] * 4),
    ],
)
def test_dice_above_a_table_and_remarks_in_it(text: str, dice: str, counts: list[int]) -> None:
    (found,) = tables(text)
    assert (found.dice, [len(row.faces) for row in found.rows]) == (dice, counts)


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        (below("Roll 2d6 + CHA:", "2 or less", "3-9", "10+"), "2d6+CHA"),
        (below("Roll 2d6 + your Charisma.", "2 or less", "3-9", "10+"), "2d6+CHARISMA"),
        (column("Reaction (2d6+CHA)", "2 or less", "3-9", "10+"), "2d6+CHA"),
    ],
)
def test_a_value_of_the_reader_s_is_asked_and_not_left_out(text: str, dice: str) -> None:
    (found,) = tables(text)
    assert found.dice == dice


@pytest.mark.parametrize("line", ["Roll 1d6+2 or 1d8:", "Roll 1d6+3:", "Take 1d6 harm and go on."])
def test_other_dice_above_a_table_decide_nothing(line: str) -> None:
    assert tables(below(line, "3", "4-6", "7-8")) == []

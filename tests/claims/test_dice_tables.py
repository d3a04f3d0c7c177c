"""Tables that count what dice show: whole ones stay silent in every game, and each slip is one finding at its place."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_core.findings import Finding, Severity
from rulebook_rules.claims.model import Verdict
from rulebook_rules.claims.structures.dice_range import are_held_once, domain_of_sum, faces_of_ranges
from rulebook_text.lexing.ranges import Range, whole_range
from rulesmod.dice import distribution
from rulesmod.plain_dice import NOTATION
from tests.checking import check_text, shown

GAMES = [None, "cavea", "sda"]


def table(header: str, *keys: str) -> str:
    rows = "".join(f"| {key} | {'xyz'[i % 3]}{'abcdefgh'[i % 8]} |\n" for i, key in enumerate(keys))
    return f"# Omens\n\n| {header} | Omen |\n| --- | --- |\n{rows}\n\n"


def below(line: str, head: str, *keys: str) -> str:
    """A table below a line, or a heading, that names its dice."""
    return table(head, *keys).replace("# Omens\n", f"# Omens\n\n{line}\n")


def gaps(text: str, system: str | None) -> list[Finding]:
    """What is wrong with the ranges; that a game has no such die is another matter."""
    return [finding for finding in check_text(text, system=system).findings if finding.rule == "table-gap"]


def beside(header: str, *rows: tuple[str, str]) -> str:
    """Two columns of ranges in one table."""
    lines = "".join(f"| {one} | left | {other} | right |\n" for one, other in rows)
    return f"# Names\n\n| {header} | Name | {header} | Surname |\n| --- | --- | --- | --- |\n{lines}\n\n"


IN_ORDER = [f"{low}{high}" for low in range(1, 7) for high in range(low, 7)]


def twice(first: str = "", second: str = "") -> str:
    """A table of two dice that are rolled one after the other, without one row."""
    rows = [(one, other) for one in ("1-2", "3-4", "5-6") for other in "123456" if (one, other) != (first, second)]
    return "# Lands\n\n| d6 | d6 | Size |\n| --- | --- | --- |\n" + "".join(
        f"| {one} | {other} | {number} x {number} |\n" for number, (one, other) in enumerate(rows)
    )


SILENT = {
    "a die": table("d4", "1", "2", "3", "4"),
    "odd and even": table("d6", "1, 3, 5", "2, 4, 6"),
    "doubles apart": table("d8", "1, 8", "2-7"),
    "numbered": table("D6", "1.", "2.", "3.", "4.", "5.", "6."),
    "or less by a dash": table("2d6", "6-", "7-9", "10+"),
    "up to": table("1d6", "up to 3", "4 or more"),
    "with a number added": table("2d6+1", "3-6", "7-9", "10-13"),
    "two kinds of dice": table("d6 + d4", "2-5", "6-9", "10"),
    "taken off": table("Roll d6-1", "0", "1-4", "5"),
    "code": table("Roll (`d6`)", "1-3", "4-6"),
    "two tables side by side": beside("d4", ("1", "1"), ("2", "2"), ("3", "3"), ("4", "4")),
    "one that goes on beside itself": beside("d8", ("1", "5"), ("2", "6"), ("3", "7"), ("4", "8")),
    "counted row by row": beside("d6", ("1", "2"), ("3", "4"), ("5", "6")),
    "goes on below": table("d100", "01-20", "21-40", "41-60") + table("d100", "61-80", "81-90", "91-00"),
    "dice and their worth": table("d6", "9", "12", "30", "60"),
    "a bonus for each": table("Die", "d4", "d6", "d8"),
    "a half": table("d6", "1", "2", "3"),
    "modified rolls": table("d6", "0 or less", "1-3", "4-6", "7+"),
    "digits by the ten": table("d66", "11-20", "21-30", "31-40", "41-50", "51-60", "61-66"),
    "digits in their order": table("d66", *IN_ORDER),
    "digits in their order, in two tables": table("d66", *IN_ORDER[:11]) + table("d66", *IN_ORDER[11:]),
    "digits from the highest": table("d66", *(key[::-1] for key in IN_ORDER)),
    "dice that are as hard": (
        "# Tasks\n\n| Task | d20 | 2d6 | d100 |\n| --- | --- | --- | --- |\n| easy | | 5 | 18 |\n| | 5 | | 21 |\n"
        "| even | 11 | | 51 |\n| | | 8 | 60 |\n| hard | 19 | | 91 |\n| | | 11 | 93 |\n| no | 21+ | 13+ | 101+ |\n"
    ),
    "dice that are rolled again": twice(),
    "thresholds": table("2d6", "5+", "7+", "9+"),
    "two sixes": table("Roll", "66", "6", "4-5", "1-3"),
    "two sixes of dice that are named": table("d6", "1-3", "4-5", "6", "66"),
    "any double of the worst": table("Result", "1-3", "4-5", "6", "66", "11"),
    "dice counted": "# Levels\n\n| Level | d6 |\n| --- | --- |\n| 1-2 | 1 |\n| 3-4 | 2 |\n| 5-6 | 3 |\n| 7+ | 4 |\n",
    "to hit": table("d20", *map(str, range(20, 9, -1))),
    "German dice": table("W20", "1", "2–10", "11–19", "20") + table("1W100", "01–60", "61–00"),
    "Czech dice": table("k6", "1-2", "3-6"),
    "what begins as dice elsewhere": table("T4", "1", "3", "6"),
    "German words": table("Wurf (2W6)", "2 bis 6", "7 oder mehr"),
    "French and Spanish words": table("1d6", "1 à 3", "4 ou plus") + table("2d6", "6 o menos", "7 o más"),
    "two faces by a stroke": table("d6", "6", "4/5", "1-3"),
    "more about a part": table("2d6", "10+", "7-9", "6-", "12+"),
    "odds": table("2d6", "58 %", "28 %", "8 %"),
    "half a table below its die": below("Roll a d6:", "Roll", "1", "2", "3"),
    "another die above": below("## Omens (d8)", "Roll", "1", "2", "3", "4", "5", "6"),
    "something else below a die": below("Roll a d6:", "Level", "1", "2", "4", "5", "6"),
    "totals of Fate": table("4dF", *["-4", "-3", "-2", "-1", "0", "1", "2", "3", "4"]),
    "totals of Fate with signs": table("4dF", "−4 to −2", "-1 – +1", "+2–+4"),
    "totals of Fate, open": table("4dF", "-2 or less", "-1", "0", "+1", "2 or more"),
    "below zero": table("2d6-4", "-2", "-1 to 3", "4-8"),
    "the highest of two": table("2d20kh1", "1-10", "11-20"),
    "the highest three": table("4d6dl1", "3-8", "9-12", "13-18"),
    "what is added is told": below("Add your Luck bonus.", "1d6", *"12345678"),
    "what is added is told in German": below("Addiere den Bonus.", "W6", *"12345678"),
    "what is added is told in French": below("Ajoutez le modificateur.", "1d6", *"12345678"),
    "what is added is told in Spanish": below("Suma tu bonificador.", "1d6", *"12345678"),
    "what is added is told in Italian": below("Aggiungi il bonus.", "1d6", *"12345678"),
    "beyond the dice and open": table("d20", "1-5", "6-10", "11-15", "16-20", "21+"),
    "beyond the die above": below("Roll a d6:", "Roll", "1", "2", "3", "4", "6", "7"),
}


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_whole_tables_are_silent(text: str, system: str | None) -> None:
    assert [shown(finding) for finding in gaps(text, system)] == []


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        pytest.param(table("d6", "1, 2", "4, 5", "6"), "'1, 2'", "no range holds 3", id="list"),
        pytest.param(table("d6", "1, 3, 5", "2, 4, 5"), "'2, 4, 5'", "5, and no range holds 6", id="odd and even"),
        pytest.param(table("d6", "1, 3, 5", "2, 4, 7"), "'2, 4, 7'", "d6 cannot show 7", id="never shown"),
        pytest.param(table("d20", "1-5", "6-10", "11-15"), "'11-15'", "no range holds 16 to 20", id="rows lost"),
        pytest.param(table("d8", "3", "4", "5", "6", "7", "8"), "'3'", "no range holds 1 to 2", id="first lost"),
        pytest.param(table("d66", "11-17", "21-36", "41-66"), "'11-17'", "d66 cannot show 17", id="no face"),
        pytest.param(
            table("d66", *(key for key in IN_ORDER if key != "34")), "'66'", "no range holds 34, 43", id="pair lost"
        ),
        pytest.param(table("d66", *IN_ORDER, "43"), "'43'", "both `34` and `43` hold 34", id="pair twice"),
        pytest.param(twice("5-6", "4"), "'3'", "no range holds 4: it is missing between `3` and `5`", id="in a part"),
        pytest.param(table("d7", "1-2", "3-4", "5-6"), "'d7'", "`d7` stands what `d6` can show", id="dice nobody has"),
        pytest.param(table("1d101", "01-60", "61-00"), "'1d101'", "what `1d100` can show", id="a hundred and one"),
        pytest.param(table("W20", "1", "2–10", "11–18", "20"), "'11–18'", "no range holds 19", id="German"),
        pytest.param(table("1k6", "1-2", "4-6"), "'1-2'", "no range holds 3", id="Czech dice"),
        pytest.param(
            table("k6", "1-2", "4-6") + "\nThrow 2k6, or 3k6.\n", "'1-2'", "no range holds 3", id="a single Czech die"
        ),
        pytest.param(table("2W6", "2 bis 6", "8 oder mehr"), "'2 bis 6'", "no range holds 7", id="German words"),
        pytest.param(table("1d6", "1-3", "5 ou plus"), "'1-3'", "no range holds 4", id="French"),
        pytest.param(table("d6", "6", "3/4", "1-2"), "'3/4'", "no range holds 5", id="stroke"),
        pytest.param(table("d6", "1-3", "5", "6", "66"), "'1-3'", "no range holds 4", id="beside two sixes"),
        pytest.param(table("d67", "11-36", "41-66"), "'d67'", "what `d66` can show", id="digits"),
        pytest.param(
            table("d6", "2", "2-3", "4-6"),
            "'2'",
            "no range holds 1, which d6 can show: the text says `2`",
            id="one slip",
        ),
        pytest.param(table("2D6 + Nerve", "5 or less", "7-8", "9-11", "12+"), "'5 or less'", "6", id="modified"),
        pytest.param(table("2d6+1", "3-6", "7-9", "10-12"), "'10-12'", "no range holds 13", id="added"),
        pytest.param(table("2d6", "6-", "8-9", "10+"), "'6-'", "no range holds 7", id="dash"),
        pytest.param(
            below("## Loot (d6)", "", "1", "2", "4", "5", "6"), "'2'", "no range holds 3", id="below a heading"
        ),
        pytest.param(
            below("Roll a d6:", "Roll", "1", "2", "3", "3", "5", "6"), "'3'", "between `3` and `5`", id="below a line"
        ),
        pytest.param(below("**Roll 1d8**", "#", *"1234567"), "'7'", "no range holds 8", id="last row lost"),
        pytest.param(
            below("Roll 2d6.", "No", *map(str, range(2, 12))), "'11'", "no range holds 12", id="below two dice"
        ),
        pytest.param(
            table("3d6", *(f"{low}-{low + 1}" for low in range(1, 18, 2))), "'1-2'", "cannot show 1 to 2", id="too low"
        ),
        pytest.param(table("1d6", *"12345678"), "'8'", "1d6 cannot show 7 to 8", id="too high"),
        pytest.param(table("W6", "1-2", "3-4", "5-6", "7-8"), "'7-8'", "W6 cannot show 7 to 8", id="German, too high"),
        pytest.param(
            table("4dF", *["-4", "-3", "-2", "0", "1", "2", "3", "4"]), "'-2'", "no range holds -1", id="Fate"
        ),
        pytest.param(
            table("4dF", *["−4", "−3", "−2", "−1", "0", "+1", "+2", "+4"]),
            "'+2'",
            "no range holds 3",
            id="Fate with signs",
        ),
        pytest.param(
            table("4dF", *["-4", "-3", "-2", "-1", "0", "0", "1", "2", "3", "4"]),
            "'0'",
            "both `0` and `0` hold 0",
            id="twice",
        ),
        pytest.param(table("2d6-4", "-2", "0 to 3", "4-8"), "'-2'", "no range holds -1", id="below zero"),
        pytest.param(table("1d6-3", "-2 bis 0", "2-3"), "'-2 bis 0'", "no range holds 1", id="below zero in words"),
        pytest.param(table("2d20kh1", "1-10", "12-20"), "'1-10'", "no range holds 11", id="the highest of two"),
        pytest.param(table("4d6dl1", "3-8", "9-12", "14-18"), "'9-12'", "no range holds 13", id="the highest three"),
        pytest.param(table("d100", "00-49", "50-98"), "'50-98'", "no range holds 99", id="from 0"),
        pytest.param(table("d20", "1-5", "6-10", "1-15", "16-20"), "'1-15'", "should stand 11 to 15", id="wrong row"),
        pytest.param(
            beside("d8", ("1", "5"), ("2", "6"), ("3", "7"), ("4", "9")), "'9'", "no range holds 8", id="beside"
        ),
    ],
)
def test_a_slip_is_one_finding(text: str, place: str, message: str, system: str | None) -> None:
    (finding,) = gaps(text, system)
    assert shown(finding).endswith(place)
    assert message in finding.message


@pytest.mark.parametrize("system", ["drama", "dry-cereal", "sda", "masque"])
@pytest.mark.parametrize("head", ["d100", "`d100`", "Roll (1d66)"])
def test_a_whole_table_may_take_other_dice_than_the_game(head: str, system: str) -> None:
    rows = ("11-36", "41-66") if "66" in head else ("01-50", "51-00")
    assert [shown(finding) for finding in check_text(table(head, *rows), system=system).findings] == []


@pytest.mark.parametrize("head", ["Level", "Rank", "**Levels**", "Niveau", "Livello"])
def test_a_value_that_no_range_holds_is_a_slip_whatever_is_counted(head: str) -> None:
    (finding,) = check_text(table(head, "1-3", "5-6", "7-9"), system=None).findings
    assert finding.message == "no range holds 4: it is missing between `1-3` and `5-6`"
    assert finding.severity is Severity.WARNING
    assert not check_text(table(head, "1-3", "4-6", "7-9"), system=None).findings
    assert not check_text(table(head, "1-3", "6-8", "12-14"), system=None).findings


def test_rows_beyond_the_dice_are_no_proof() -> None:
    (finding,) = gaps(table("1d6", *"12345678"), "cavea")
    assert finding.severity is Severity.WARNING


@pytest.mark.parametrize(
    ("keys", "right"),
    [
        pytest.param([*"123456"], 6, id="all"),
        pytest.param([*"12345678"], 6, id="two that the die cannot show"),
        pytest.param(["1-2", "3-4", "5-6", "6"], 2, id="shared"),
        pytest.param(["1-3", "4+", "6+"], 0, id="one that is a case of another"),
    ],
)
def test_ranges_are_checked_only_where_every_row_is_judged(keys: list[str], right: int) -> None:
    claims = check_text(table("d6", *keys)).claims
    assert sum(claim.verdict is Verdict.RIGHT for claim in claims if claim.kind == "range") == right


def test_a_slip_under_other_dice_is_one_finding() -> None:
    (finding,) = check_text(table("`d100`", "01-50", "51-99"), system="sda").findings
    assert finding.message == "no range holds 100, which d100 can show"


def test_dice_in_a_line_above_are_no_proof() -> None:
    (finding,) = gaps(below("Roll a d6:", "Roll", "1", "2", "4", "5", "6"), None)
    assert finding.severity is Severity.WARNING
    (finding,) = gaps(below("Roll a d6:", "Roll", "1-2", "4-5", "6"), None)
    assert finding.severity is Severity.ERROR


def test_own_dice_of_a_game() -> None:
    """Three d6 of Cavea come to 0 to 3: each 1 counts one."""
    whole = table("`3:d6`", "0", "1", "2-3")
    assert not check_text(whole, system="cavea").findings
    (finding,) = check_text(table("`3:d6`", "0", "1", "3"), system="cavea").findings
    assert finding.message == "no range holds 2: it is missing between `1` and `3`"
    # What the game makes of two dice is read where the rows say so, and their sum elsewhere.
    assert not check_text(table("`1d6`", "0", "1"), system="sda").findings
    assert not check_text(table("`1d6`", "1-3", "4-6"), system="sda").findings


terms = st.tuples(st.integers(1, 4), st.integers(2, 12)).map(lambda term: f"{term[0]}d{term[1]}")
sums = st.tuples(st.lists(terms, min_size=1, max_size=3), st.integers(-5, 5)).map(
    lambda drawn: "+".join(drawn[0]) + (f"{drawn[1]:+d}" if drawn[1] else "")
)


@given(sums)
def test_what_dice_can_show_is_what_they_do_show(text: str) -> None:
    domain = domain_of_sum(text)
    rolled = {outcome["total"] for outcome, _ in distribution(NOTATION.program(NOTATION.parse(text))).rows}
    assert domain is not None
    assert set(domain.all) == rolled


@pytest.mark.parametrize("dice", ["d66", "d%", "d100", "d00"])
def test_percentile_dice_and_digits(dice: str) -> None:
    domain = domain_of_sum(dice)
    assert domain is not None
    expected = 36 if dice == "d66" else 100
    assert len(domain.all) == expected


@given(st.sampled_from(["d6", "d20", "2d6", "d100", "d66"]), st.randoms(use_true_random=False))
def test_a_table_cut_anywhere_is_whole_until_a_row_goes(dice: str, chance: random.Random) -> None:
    domain = domain_of_sum(dice)
    assert domain is not None
    faces = list(domain.all)
    cuts = sorted(chance.sample(range(1, len(faces)), chance.randint(1, len(faces) - 1)))
    parts = [faces[i:j] for i, j in zip([0, *cuts], [*cuts, len(faces)], strict=True)]
    cells = [str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts]
    ranges = [found for cell in cells if (found := whole_range(cell)) is not None]
    assert are_held_once(domain, ranges)
    assert [sorted(part) for part in faces_of_ranges(domain, ranges)] == parts
    del ranges[chance.randrange(len(ranges))]
    assert not are_held_once(domain, ranges)


def test_zeros_are_the_highest_face_unless_they_come_first() -> None:
    hundred = domain_of_sum("d%")
    assert hundred is not None

    def rows(*cells: str) -> list[Range]:
        return [found for cell in cells if (found := whole_range(cell)) is not None]

    assert faces_of_ranges(hundred, rows("01-99", "00")) == [frozenset(range(1, 100)), frozenset({100})]
    assert faces_of_ranges(hundred, rows("00-09", "10-99")) == [
        frozenset({*range(1, 10), 100}),
        frozenset(range(10, 100)),
    ]


def odds_table(dice: str, head: str, *rows: tuple[str, str]) -> str:
    lines = "".join(f"| {faces} | Omen {'abcdef'[n]} | {odds} |\n" for n, (faces, odds) in enumerate(rows))
    return f"# Omens\n\n| {dice} | Omen | {head} |\n| --- | --- | --- |\n{lines}\n"


@pytest.mark.parametrize("system", [None, "cavea"])
@pytest.mark.parametrize(
    ("head", "right", "wrong"),
    [
        ("Odds", ("17 %", "50 %", "1 in 3"), "60 %"),
        ("Chance", ("1/6", "1/2", "1/3"), "2/3"),
        ("%", ("16.7", "50", "33"), "49"),
        ("Probability (in %)", ("16.67", "50.0", "33.3"), "50.1"),
    ],
)
def test_odds_beside_the_rows(head: str, right: tuple[str, str, str], wrong: str, system: str | None) -> None:
    one, two, three = right
    assert findings_of(odds_table("d6", head, ("1", one), ("2-4", two), ("5, 6", three)), system) == []
    (finding,) = findings_of(odds_table("d6", head, ("1", one), ("2-4", wrong), ("5, 6", three)), system)
    assert shown(finding) == f"6:18 wrong-value {wrong!r}"
    assert finding.message.startswith("the rules give 50.0 % (1/2) for 2 to 4 on d6")
    # A column of other chances is none of the dice's; only these words say that it is.
    others = findings_of(odds_table("d6", head, ("1", "90 %"), ("2-4", "40 %"), ("5, 6", "25 %")), system)
    assert len(others) == (0 if head in ("Chance", "%") else 3)


def test_one_row_far_off_does_not_hide_the_odds_of_a_column() -> None:
    rows = (("1-2", "33 %"), ("3", "17 %"), ("4-6", "95 %"))
    (finding,) = findings_of(odds_table("d6", "Chance", *rows), None)
    assert finding.message.startswith("the rules give 50.0 % (1/2) for 4 to 6 on d6")
    # Of a trap's chances, none is what the others leave.
    assert findings_of(odds_table("d6", "Chance", ("1-2", "30 %"), ("3-4", "60 %"), ("5-6", "90 %")), None) == []


def test_claims_on_odds_depend_on_no_other_row() -> None:
    rows = (("1", "25 %"), ("2", "45 %"), ("3", "55 %"), ("4", "25 %"))
    for head in ("Odds", "Wahrscheinlichkeit", "Probabilité", "Probabilidad", "Probabilità"):
        assert [shown(one) for one in findings_of(odds_table("d4", head, *rows), None)] == [
            "6:16 wrong-value '45 %'",
            "7:16 wrong-value '55 %'",
        ]
    report = check_text(odds_table("d4", "Chance", *rows), system="plain")
    assert [one.verdict for one in report.claims if one.kind == "row-odds"] == [Verdict.UNDECIDED] * 4


def test_odds_are_claims_in_a_game() -> None:
    report = check_text(odds_table("2d6", "Odds", ("2-6", "42 %"), ("7", "17 %"), ("8+", "5/12")))
    odds = [claim for claim in report.claims if claim.kind == "row-odds"]
    assert [claim.computed for claim in odds] == ["41.7 % (5/12)", "16.7 % (1/6)", "41.7 % (5/12)"]


def findings_of(text: str, system: str | None) -> list[Finding]:
    return list(check_text(text, system=system).findings)


@pytest.mark.parametrize("sign", ["'", '"', "′", "″"])
def test_feet_and_inches_are_no_range_of_a_roll(sign: str) -> None:
    text = f"# Play\n\nRoll a D6: on a 5+ the game ends. Play on a 6{sign} × 4{sign} table.\n"
    assert gaps(text, None) == []


def test_a_sentence_that_tells_its_own_results_does_not_name_the_dice_of_the_list_behind_it() -> None:
    told = "Reaction (2d6): 2 hostile, 3-7 wary, 8-12 kind."
    listed = "- 3 gives -3\n- 4-5 gives -2\n- 6-8 gives -1\n- 9-18 gives 0"
    assert gaps(f"# A\n\n{told}\n\n{listed}\n", None) == []


def rolled_anew(*keys: str, beside_first: bool = False) -> str:
    """A table whose second die is rolled anew below, or beside, each row of the first."""
    rows = []
    for outer in ("1-3", "4-6"):
        lines = [f"| | {key} | a{key}{'*' * (key == '2')} |" for key in keys]
        rows += [f"| {outer}{lines[0][2:]}", *lines[1:]] if beside_first else [f"| {outer} | | |", *lines]
    return "# A\n\n| d6 | d8 | What |\n|----|----|------|\n" + "\n".join(rows) + "\n"


@pytest.mark.parametrize("beside_first", [False, True])
def test_dice_that_are_rolled_anew_below_each_row_are_tables_of_their_own(beside_first: bool) -> None:
    assert gaps(rolled_anew(*"12345678", beside_first=beside_first), None) == []
    wrong = gaps(rolled_anew("1", "2", "3-4", "6", "7-8", beside_first=beside_first), None)
    assert ["5" in finding.message for finding in wrong] == [True, True]


def test_a_table_of_pandoc_s_with_nothing_but_single_digits_is_looked_at() -> None:
    rows = "\n".join(f"{number}     thing" for number in (1, 2, 3, 5, 6))
    (finding,) = check_text(
        f"# Loot\n\nRoll a d6:\n\nRoll  Thing\n----- ------\n{rows}\n", system=None, dialect="pandoc"
    ).findings
    assert finding.rule == "table-gap"

"""What the recognisers see in small texts: right ones stay silent, and wrong ones are seen at their place."""

import pytest

from rulebook_rules.claims.model import Verdict
from rulesmod.system import RuleTable
from tests.checking import HEALTH_TABLE, check_text, serious, shown

PRICES = """\
## {title}

| From | To | Advancement Point Cost |
| --- | --- | --- |
| None | d20 | {0} |
| d20 | d12 | {1} |
| d12 | d10 | {2} |
| d10 | d8 | {3} |
| d8 | d6 | {4} |
| d6 | d4 | {5} |
"""
SUM = """\
Example:

    mSt: 1:d20
    mEn: 2:d20
    mAg: 1:d12
    bSt: 1:d20
    bEn: 1:d6/1:d20
    bAg: 1:d20

    1
    2
    3
    1
    9 + 1
    1
    = 18 Health Points
"""


def prices(title: str, *cells: object) -> str:
    return PRICES.format(*cells, title=title)


SKILLS = prices("Skill advancement", "10 unless the skill says otherwise", 15, 20, 30, 45, 60)
ATTRIBUTES = prices("Physical attribute advancement", 30, 30, 40, 60, 90, 120)


@pytest.mark.parametrize(
    "text",
    [
        HEALTH_TABLE,
        HEALTH_TABLE.replace("Die", "die").replace("Health Points", "Health point"),
        "\n".join([*HEALTH_TABLE.splitlines()[:2], *reversed(HEALTH_TABLE.splitlines()[2:])]),
        SKILLS,
        ATTRIBUTES,
        SKILLS + "\n" + ATTRIBUTES,
        "| Die | Colour |\n| --- | --- |\n| d4 | red |\n| d6 | blue |\n",
        "| Roll | Health Points |\n| --- | --- |\n| 1 | 3 |\n",
        SUM,
        SUM.replace("9 + 1", "(1 * 9) + (1 * 1)"),
        SUM.replace("mSt:", "Mental Strength:"),
        SUM.replace("9 + 1", "1 + 9"),
        SUM.replace("9 + 1", "(1 x 9) + 1 = 10"),
        SUM.replace("9 + 1", "4 + 5 + 1"),
        SUM.replace("bEn: 1:d6/1:d20", "bEn: 1:d20/1:d6"),
        SUM.replace("18 Health Points", "18 HP"),
        SUM.replace("bEn: 1:d6/1:d20", "bEn: 3:d12/1:d6").replace("9 + 1", "9 + (3 * 3)").replace("18", "26"),
        SKILLS.replace("None", "—"),
    ],
    ids=lambda text: text[:40],
)
def test_what_is_right_is_silent(text: str) -> None:
    assert [shown(finding) for finding in serious(check_text("# Title\n\n" + text))] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEALTH_TABLE.replace("| 9", "| 8"), ["9:8 table-mismatch '8'"]),
        (HEALTH_TABLE.replace("d6", "d7"), ["9:3 table-mismatch 'd7'"]),
        (HEALTH_TABLE.replace("| d6 | 9 |\n", ""), ["3:3 table-gap"]),
        (HEALTH_TABLE + "| d2 | 30 |\n", ["11:3 table-mismatch 'd2 | 30'"]),
        (SKILLS.replace("15", "16"), ["8:15 table-mismatch '16'"]),
        (ATTRIBUTES.replace("120", "60"), ["12:13 table-mismatch '60'"]),
        (SUM.replace("9 + 1", "8 + 1"), ["16:5 wrong-step '8'"]),
        (SUM.replace("9 + 1", "8 + 1").replace("18", "17"), ["16:5 wrong-step '8'"]),
        (SUM.replace("= 18", "= 19"), ["18:7 wrong-sum '19'"]),
        (SUM.replace("bEn: 1:d6/", "bEn: 1:d8/"), ["16:5 wrong-step '9'"]),
        (SUM.replace("9 + 1", "1 + 8"), ["16:9 wrong-step '8'"]),
        (SUM.replace("9 + 1", "4 + 4 + 1"), ["16:5 wrong-step '4 + 4 + 1'"]),
        (SUM.replace("9 + 1", "9 + 1 = 11"), ["16:13 wrong-sum '11'"]),
        (SUM.replace("9 + 1", "8 + 1").replace("18 Health Points", "17 HP"), ["16:5 wrong-step '8'"]),
        (SUM.replace("9 + 1", "9"), ["16:5 wrong-step '9'"]),
        (SUM.replace("bAg:", "bAx:"), ["10:5 unknown-term 'bAx'"]),
        (SUM.replace("bAg:", "bEn:"), ["10:5 unknown-term 'bEn'"]),
        (SUM.replace("9 + 1", "9 + (1"), ["16:10 wrong-sum '1'"]),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)
def test_what_is_wrong_is_one_finding_at_its_place(text: str, expected: list[str]) -> None:
    found = [shown(finding) for finding in serious(check_text("# Title\n\n" + text))]
    assert len(found) == len(expected), found
    assert all(line.startswith(start) for line, start in zip(found, expected, strict=True)), found


def test_a_cell_with_a_unit_is_told_as_the_number_that_it_is() -> None:
    (finding,) = serious(check_text(HEALTH_TABLE.replace("| 9", "| 8 points")))
    assert finding.message == "the rules have 9 here (Level Pool Die to Health Points Table), the text says 8"


def test_both_ways_to_mend_a_wrong_step_are_offered_as_edits() -> None:
    text = "# Title\n\n" + SUM.replace("9 + 1", "6 + 1").replace("= 18", "= 15")
    (finding,) = serious(check_text(text))
    first, second = finding.details.remedies
    assert (first.title, second.title) == ("write `9` and 18 in line 18", "make the pool `1:d8` to keep 15")
    for remedy in (first, second):
        mended = text
        for edit in sorted(remedy.edits, key=lambda edit: edit.place.span, reverse=True):
            mended = mended[: edit.place.span.start] + edit.text + mended[edit.place.span.end :]
        assert serious(check_text(mended)) == []


def test_a_claim_says_what_is_stated_what_is_computed_and_why() -> None:
    report = check_text("# Title\n\n" + HEALTH_TABLE.replace("| 9", "| 8") + "\nA d6 is worth 9 Health Points.\n")
    cell = next(claim for claim in report.claims if claim.stated == "8")
    assert (cell.computed, cell.verdict, cell.rule) == ("9", Verdict.WRONG, "Level Pool Die to Health Points Table")
    sentence = next(claim for claim in report.claims if claim.kind == "worth-of-a-die")
    assert sentence.verdict == Verdict.RIGHT
    assert sentence.derivation


def test_a_number_in_another_place_does_not_change_who_a_claim_is() -> None:
    one = check_text("# Title\n\n" + HEALTH_TABLE).claims
    other = check_text("# Title\n\nA new line.\n\n" + HEALTH_TABLE.replace("| 9", "| 8")).claims
    assert [claim.id for claim in one] == [claim.id for claim in other]


def test_a_parser_that_fails_is_told_at_its_expression_and_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from rulebook_rules.systems import load_system

    system = load_system("cavea")

    def parse(text: str) -> object:
        if text == "2:d6":
            raise RuntimeError("on purpose")
        return system.notation.parse(text)

    broken = replace(system, notation=replace(system.notation, parse=parse))
    monkeypatch.setattr("tests.checking.load_system", lambda name: broken)
    found = [shown(finding) for finding in serious(check_text("# Title\n\nRoll `2:d6`, and 2 + 2 = 5.\n"))]
    assert found == ["3:7 failed-rule '2:d6'", "3:26 wrong-sum '5'"]


@pytest.mark.parametrize("row", [("d4",), ("d4", 12, 3)])
def test_a_rules_table_whose_rows_do_not_fit_is_refused(row: tuple[str | int, ...]) -> None:
    with pytest.raises(ValueError, match="does not fit its 2 columns"):
        RuleTable("worth", "Worth", ("Die", "Points"), 1, (row,))


def test_two_sums_with_one_total_are_right() -> None:
    right = "She has rolled 3 + 1 and 2 + 1 = 7 points.\n"
    assert serious(check_text(right, system="cavea")) == []
    assert [f.rule for f in serious(check_text(right.replace("7", "8"), system="cavea"))] == ["wrong-sum"]


def test_dice_of_another_notation_are_words_in_prose() -> None:
    text = "TESTS\n\nRoll a d6 for each point, and a d8 at dusk. A wight hits for d6+1.\n"
    for game in ("cavea", "drama"):
        report = check_text(text, system=game, dialect="prose", path="a.txt")
        assert "invalid-notation" not in [finding.rule for finding in report.findings]

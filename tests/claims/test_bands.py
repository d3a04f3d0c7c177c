"""Ranges that say what each value gives: right ones stay silent, each slip is seen at its place."""

import re
from dataclasses import replace

import pytest

from rulebook_proof.analysis import Report
from rulebook_rules.claims.model import Verdict
from rulebook_rules.systems import load_system
from rulebook_text.lexing.ranges import ranges_in, whole_range
from rulesmod.system import Band, Bands
from tests.checking import check_text, shown, touches


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 to 7", ["4 to 7"]),
        ("2–3", ["2 to 3"]),
        ("5 or 4", ["4 to 5"]),
        ("four to seven", ["4 to 7"]),
        ("below 4", ["3 or less"]),
        ("at most 3", ["3 or less"]),
        ("20 or higher", ["20 or more"]),
        ("11+", ["11 or more"]),
        ("more than ten", ["11 or more"]),
        ("between 3 and 5", ["3 to 5"]),
        ("4, 5 & 6", ["4 to 6"]),
        ("2.. 3) a hit else 1)", ["2 to 3", "1"]),
        ("2d6, d20, +2, 3.5, 1/2, 10%, 50 %, 1.000, 2013-05-21, 10:30, 10th", []),
        ("no one is there", []),
        ("two or more 6s", []),
        ("1-2 sixes", []),
        ("96-00", ["96 to 100"]),
        ("1,001–2,000, 1,500, 999", ["1001 to 2000", "1500", "999"]),
    ],
)
def test_ranges_as_people_write_them(text: str, expected: list[str]) -> None:
    assert [str(found) for found in ranges_in(text)] == expected


def test_a_cell_is_a_range_as_a_whole_or_not_at_all() -> None:
    assert str(whole_range(" 01–05 ")) == "1 to 5"
    assert whole_range("1-2 gold") is None
    assert whole_range("") is None


def table(header: str, *keys: str) -> str:
    rows = "".join(f"| {key} | Effect of {'xyz'[i % 3]}{'abcdefgh'[i % 8]} |\n" for i, key in enumerate(keys))
    return f"# Effects\n\n| {header} | Effect |\n| --- | --- |\n{rows}"


ATTRIBUTES = """\
# Attributes

Every score says something.

* A score below {0} cripples.
* Scores of {1} or {2} are feeble.
* A score of {3} or {4} is usual.
* Scores of {5} or {6} are good.
* Scores of {7} or more are rare.
"""


def attributes(*numbers: object) -> str:
    return ATTRIBUTES.format(*numbers)


GAME = "\n\n# Luck\n\nRoll the dice.\n"
"""Who speaks of dice speaks of a game."""

SILENT = {
    "d6": table("d6", "1", "2", "3", "4", "5", "6"),
    "d6 in ranges": table("1d6", "1-2", "3-5", "6"),
    "2d6": table("2d6", "2-3", "4-9", "10-11", "12"),
    "percentile": table("d100", "01-05", "06–50", "51-99", "00"),
    "percentile from 0": table("d100", "00-04", "05-49", "50-99"),
    "d10 from 0": table("d10", "0-3", "4-6", "7-9"),
    "d66": table("d66", "11-16", "21-33", "34-36", "41-66"),
    "open ends": table("Roll (d20)", "5 or less", "6-15", "16+"),
    "modified rolls": table("d6", "0", "1-2", "3-4", "5-6", "7"),
    "falling": table("Total of 2d6", "12", "10-11", "7-9", "2-6"),
    "a lookup": table("d20", "1", "5", "10", "20"),
    "crits alone": table("d20", "1", "20"),
    "dice as rows": table("Die", "d4", "d6", "d8", "d10"),
    "prices": table("Price", "1-10", "15-20", "30-50", "51-60"),
    "years": table("Year", "1914-1918", "1919-1938", "1940-1945"),
    "pages": table("Pages", "1-10", "11-20", "25-30"),
    "ports": table("Port", "8000-8010", "8011-8020", "9000-9010"),
    "shared ends": table("Total", "0-10", "10-20", "20-30"),
    "levels that leave out": table("Level", "1", "3", "7", "11"),
    "half a table": table("d6", "1", "2", "3"),
    "words in a cell": table("d6", "1-2", "3 or doubles!", "5-6"),
    "a list": attributes(4, 5, 4, 6, 7, 8, 9, 10),
    "code": "# Dice\n\nRoll a D6.\n\n_`(1-3 miss, 4 (with a boon), 5-6 hit)`_\n",
    "a sentence": "It is decided on d6: 1) none, 2.. 3) a scratch else 1), 4.. 5) loses a d4 else 6), 6) hit.",
    "with on": "Roll a d6: on 1-2 he falls, on 3-5 he stumbles, and on a 6 he stands.",
    "a cooking list": "# Roll the dough\n\n* 2 cups of flour\n* 1-2 eggs\n* 30 grams of butter\n",
    "lines of code": "# Play\n\n* Lines 1-10 import.\n* Lines 11-20 roll dice.\n* Lines 30-40 print.\n",
    "numbered points": "Either 1) it rolls a die, or 2) it rests, or 4) it waits.",
    "numbers that all meet": table("Strength", "1-10", "10-20", "20-30", "30+"),
    "numbers between gaps": table("Strength", "1-10", "11-20", "25-30", "31+"),
    "no game": "# Shop\n\n* From 1-5 boxes: a van.\n* From 6-9 boxes: a lorry.\n* From 12-20 boxes: a ship.\n",
}


@pytest.mark.parametrize("system", [None, "cavea"])
@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_what_holds_every_value_is_silent(text: str, system: str | None) -> None:
    assert [shown(finding) for finding in check_text(text + GAME, system=system).findings] == []


@pytest.mark.parametrize("system", [None, "cavea"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(table("d6", "1-2", "4-5", "6"), ["5:3 table-gap '1-2'"], id="gap"),
        pytest.param(table("d6", "1-3", "3-5", "6"), ["6:3 table-gap '3-5'"], id="overlap"),
        pytest.param(table("d6", "1", "2", "4", "5", "6"), ["6:3 table-gap '2'"], id="row lost"),
        pytest.param(table("d6", "1", "2", "2", "4", "5", "6"), ["7:3 table-gap '2'"], id="row twice"),
        pytest.param(table("d6", "1-2", "3-4", "5"), ["7:3 table-gap '5'"], id="edge"),
        pytest.param(table("2d6", "2-3", "4-9", "10-13"), ["7:3 table-gap '10-13'"], id="beyond the dice"),
        pytest.param(table("d100", "01-05", "06-49", "51-00"), ["6:3 table-gap '06-49'"], id="percentile"),
        pytest.param(table("d66", "11-16", "21-33", "35-36", "41-66"), ["6:3 table-gap '21-33'"], id="d66"),
        pytest.param(table("d20 roll", "1-5", "9-6", "10-20"), ["6:3 table-gap '9-6'"], id="backwards"),
        pytest.param(table("Total", "1-3", "4-6", "8-9", "10+"), ["6:3 table-gap '4-6'"], id="no dice named"),
        pytest.param(table("Strength", "1-10", "11-20", "21-30", "30+"), ["8:3 table-gap '30+'"], id="any number"),
        pytest.param(table("Gifts", "Result", "1-10", "11-20", "20-30", "31+"), ["8:3 table-gap '20-30'"], id="title"),
        pytest.param(attributes(4, 5, 4, 6, 7, 8, 9, 20), ["8:13 table-gap '8 or 9'"], id="gap in a list"),
        pytest.param(attributes(4, 5, 4, 6, 8, 8, 9, 10), ["8:13 table-gap '8 or 9'"], id="overlap in a list"),
        pytest.param(
            "It is decided on d6: 1) none, 2.. 4) a scratch else 1), 4.. 5) loses a d4 else 6), 6) hit.",
            ["1:57 table-gap '4.. 5'"],
            id="sentence",
        ),
        pytest.param(table("2d6+1", "2", "3-12", "13"), ["5:3 table-gap '2'"], id="beyond modified dice"),
        pytest.param("Roll a D6.\n\n`(1-3 miss, 5 (a boon), 6 hit)`\n", ["3:3 table-gap '1-3'"], id="code"),
        pytest.param(
            "Roll a d6: on 1-2 he falls, on 3-4 he stumbles, and on a 6 he stands.", ["1:32 table-gap '3-4'"], id="on"
        ),
    ],
)
def test_each_slip_is_seen_at_its_place(text: str, expected: list[str], system: str | None) -> None:
    assert [shown(finding) for finding in check_text(text + GAME, system=system).findings] == expected


STEPS = Bands(
    "steps",
    "Steps per Die",
    tuple(Band(4 * n, 4 * n + 3 if n < 5 else 20, n) for n in range(1, 6)),
    ("die", "dice"),
)
MISSES = Bands(
    "misses",
    "Misses",
    (Band(1, 3, ("miss", "fail")), Band(4, 4, "boon"), Band(5, 6, "hit")),
    ("Base",),
)
SYSTEM = replace(load_system("sda"), phrases=(), bands=(STEPS, MISSES))
LIST = """\
# Success

* Dice showing 4 to 7, both included, give 1 step.
* Dice with 8 to 11 on them grant 2 steps.
* Dice showing 12 to 15 count for 3 steps.
* Dice showing 16 to 19 award 4 steps.
* Dice showing 20 deliver 5 steps.

# Base dice

Use a D6. `(1-3 fail, 4 (with a boon), 5-6 hit)`
"""


def check(text: str) -> Report:
    return check_text(text, system=SYSTEM)


def test_the_ranges_of_the_rules_are_claims() -> None:
    report = check(LIST)
    assert not report.findings
    kinds = [claim.kind for claim in report.claims]
    assert (kinds.count("bands-steps"), kinds.count("bands-misses"), len(kinds)) == (5, 3, 8)
    assert all(claim.verdict is Verdict.RIGHT for claim in report.claims)
    assert {number.text for number in report.numbers if not number.guarded} == {"D6"}


def changed_numbers() -> list[tuple[str, int, int]]:
    changed = []
    for match in re.finditer(r"(?<![A-Za-z\d])\d+", LIST):
        for other in (int(match[0]) + 1, int(match[0]) - 1, int(match[0]) + 7, 0):
            changed.append((LIST[: match.start()] + str(other) + LIST[match.end() :], match.start(), len(str(other))))
    return changed


@pytest.mark.parametrize(("text", "start", "length"), changed_numbers())
def test_any_other_number_is_one_finding_at_its_place(text: str, start: int, length: int) -> None:
    report = check(text)
    (finding,) = report.findings
    assert touches(finding, start, start + length)
    assert finding.rule == "wrong-value"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("boon", "curse", "11:25 wrong-value '(with a curse)'"),
        ("5-6 hit", "5-6 boon", "11:44 wrong-value 'boon'"),
        ("* Dice showing 16 to 19 award 4 steps.\n", "", "6:16 table-gap '20'"),
    ],
)
def test_other_words_and_lost_ranges(old: str, new: str, expected: str) -> None:
    assert [shown(finding) for finding in check(LIST.replace(old, new)).findings] == [expected]


def test_a_sentence_need_not_go_through_all_ranges() -> None:
    (finding,) = check("# Base dice\n\nUse a D6. On a 1-3 you fail, on a 5-6 it is a hit.\n").findings
    assert (finding.rule, str(finding.severity)) == ("table-gap", "warning")


@pytest.mark.parametrize(
    "told", ["On a 5-6 it is a hit; on a 1-3 you fail.", "On a 4 it is a draw, on a 5-6 it is a hit."]
)
def test_a_sentence_may_give_some_ranges_as_examples(told: str) -> None:
    assert [*map(shown, check(f"# Base dice\n\nUse a D6. {told}\n").findings)] == []


def test_of_two_ranges_that_a_sentence_tells_each_is_held() -> None:
    for told in ("On a 1-3 you fail, on a 6 it is a hit.", "On a 1-2 you fail, on a 5-6 it is a hit."):
        assert "wrong-value" in [one.rule for one in check(f"# Base dice\n\nUse a D6. {told}\n").findings], told


@pytest.mark.parametrize(
    "text",
    [
        "The spell holds beasts of 4 or fewer Hit Dice. For giants of 6 or more Hit Dice it fails.",
        "The guests start thirsty. Each score is 2d6 for a total of 2-12. Who drinks rolls 1d6 for a total of 3-18.",
    ],
)
def test_sentences_that_each_speak_of_something_else_are_no_ranges(text: str) -> None:
    assert check_text(f"# Dice\n\n{text}\n", system=None).findings == ()


def test_ranges_of_one_sentence_or_each_at_the_beginning_of_its_own() -> None:
    for text, gap in (
        ("Roll a d6: on a 1-2 it rains, on a 3 it hails, on a 5-6 the sun shines.", "3"),
        ("Roll a d6. On a 1-2 it rains. On a 3 it hails. On a 5-6 the sun shines.", "3"),
        ("Roll for a part of the body (1-2: leg, 2-5: arm, 6: head).", "2-5"),
        ("Roll a d6:\n\n* 1-2: it rains\n* 3: it hails\n* 5-6: the sun shines", "3"),
    ):
        (finding,) = check_text(f"# Dice\n\n{text}\n", system=None).findings
        assert (finding.rule, finding.place.source.slice(finding.place.span)) == ("table-gap", gap)
        assert str(finding.severity) == "warning", "of running text, nobody can be sure"


@pytest.mark.parametrize(
    "text",
    [
        "It is a d10: a face of 1 takes one away, 2-6 = 0, 7-9 = +1, 10 = +2.",
        "* `6` is a success\n* `4-5` is half of one\n* `1-3` is a failure\n* a bonus: so you gain 1 more",
        "Roll a d6:\n\n* `6` is a success\n* `4-5` is half of one\n* `1-3` is a failure\n* a bonus: so you gain 1 more",
        "Roll a d6 (1: a success; 2: two of them; 3&4: -, 5&6: a success and more).",
        "* The players draw (rules §6)\n* The players roll (rules §1-2)\n* They lose points (rules §4)",
        "Roll a d6. On a 1 or 2 the blow costs 5. On a 5 or 6 it costs 20.",
        "On jette 1d20.\n\nHéros :\n\n* La force à 16 : 9 points\n* L'art à 12-14 : 6 points\n* Le reste à 8-11 : rien",
        "Roll d6.\n\n* 1 It rains\n* 2 It hails\n* 3-4 It snows\n* 5-6 The sun shines\n\n![A cloud](cloud.png)\n\n"
        "* 2 You rest\n* 3 You hide\n* 4 You run\n* 5-6 You walk",
        "* A player at rank 7 leads\n* A player at rank 5-6 is asked\n* A player below rank 5 is not",
        "| Wound | Total |\n|---|---|\n| none | 1-3 |\n| light | 4-8 |\n| light, twice** | 4-8 |\n| deep | 9-12 |",
    ],
)
def test_of_strangers_nobody_takes_what_may_be_said_in_other_words(text: str) -> None:
    found = check_text(f"# Dice\n\n{text}\n", system=None).findings
    assert [finding for finding in found if finding.rule != "unknown-target"] == []


def test_two_rows_of_one_range_are_an_error_only_where_another_one_is_missing() -> None:
    text = "# Dice\n\n| {} | Wound |\n|---|---|\n| 1-3 | none |\n| 4-8 | light |\n| 4-8 | worse |\n| 9-12 | deep |\n"
    for head in ("Total", "d12"):
        (finding,) = check_text(text.format(head), system=None).findings
        assert (finding.rule, str(finding.severity)) == ("table-gap", "warning")
    (finding,) = check_text(table("d6", "1", "2", "2", "4", "5", "6"), system=None).findings
    assert str(finding.severity) == "error"


@pytest.mark.parametrize("head", ["Difficulty", "d%", "d10"])
def test_a_row_that_begins_where_the_one_before_ends_may_mean_what_is_beyond(head: str) -> None:
    text = f"# Dice\n\n| {head} | Task |\n|---|---|\n| 1 | plain |\n| 2-5 | hard |\n| 6-10 | harder |\n| 10+ | grim |\n"
    (finding,) = check_text(text, system=None).findings
    assert (finding.rule, str(finding.severity)) == ("table-gap", "warning")


INNER = ("01-25", "1-2", "3-4", "26-100")


@pytest.mark.parametrize(
    ("header", "keys"),
    [
        pytest.param("1d6", ("1", "2", "4", "3", "5", "6"), id="in another order"),
        pytest.param("Score", ("1-4", "9-12", "5-8"), id="in another order, without dice"),
        pytest.param("Result", ("1-50", "51-99", "00"), id="a hundred behind 99"),
        pytest.param("1d100", ("۰۱-۵۰", "۵۱-۹۰", "۹۱-۰۰"), id="a hundred in other digits"),
    ],
)
def test_ranges_that_hold_all_are_sound(header: str, keys: tuple[str, ...]) -> None:
    assert not check_text(table(header, *keys)).findings


def test_a_table_within_a_table_is_another_one() -> None:
    text = table("d100", *INNER).replace("Effect of xa", "Potions (roll 1d4)")
    assert not check_text(text).findings
    (finding,) = check_text(text.replace("26-100", "27-100")).findings
    assert finding.message == "no range holds 26: it is missing between `01-25` and `27-100`"


def test_most_rows_wrong_below_dice_are_told() -> None:
    keys = ("1-1", "3-4", "6-6", "7-8", "9-11", "11-12", "14-14", "15-16", "18-18", "19-20")
    found = check_text(table("d20", *keys), system=None).findings
    assert ["no range holds" in finding.message for finding in found] == [True, True, False, True]
    assert not check_text(table("d20", "1-2", "5-6", "11-12"), system=None).findings


@pytest.mark.parametrize("wrong", range(1, 7))
def test_a_table_is_one_of_the_rules_by_its_names_however_many_of_its_ranges_are_wrong(wrong: int) -> None:
    right = ("1", "2-3", "4-5", "6-7", "8-9", "10+")
    names = ("Easy", "Moderate", "Difficult", "Very difficult", "Near impossible", "Legendary")
    keys = [f"{30 + 2 * at}-{31 + 2 * at}" if at < wrong else key for at, key in enumerate(right)]
    rows = "".join(f"| {key} | {name} |\n" for key, name in zip(keys, names, strict=True))
    text = f"# Difficulty of tasks\n\n| Result | Difficulty |\n| --- | --- |\n{rows}"
    assert [finding.rule for finding in check_text(text, system="sda").findings] == ["wrong-value"] * wrong


@pytest.mark.parametrize("wrong", range(1, 7))
def test_so_is_a_list_with_an_item_for_each(wrong: int) -> None:
    right = ("below 4", "4 or 5", "6 or 7", "8 or 9", "10 or 11", "12")
    names = ("crippling", "weak", "average", "strong", "exceptional", "fit for a hero")
    keys = [f"{30 + 2 * at} or {31 + 2 * at}" if at < wrong else key for at, key in enumerate(right)]
    items = "".join(f"* {key}: {name}\n" for key, name in zip(keys, names, strict=True))
    text = f"# Attributes\n\nThe scores of an attribute are called so:\n\n{items}* 20 or higher: supernatural\n"
    findings = [finding for finding in check_text(text, system="sda").findings if finding.rule == "wrong-value"]
    assert len(findings) == wrong

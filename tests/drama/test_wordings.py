"""The rules of Underlying Concepts in words that no source has: right ones are silent, wrong ones are found."""

import pytest

from rulebook_proof.analysis import Report
from rulesmod.drama.names import ACTOR_LEVELS
from tests.checking import check_text, serious, shown, touches

SENTENCES = [
    ("Time", "The year is divided into two seasons.", "two", "three"),
    ("Time", "Ten moments make a minute.", "Ten", "Twelve"),
    ("Time", "A minute has 10 moments.", "10", "6"),
    ("Time", "Five moments are half a minute.", "Five", "Six"),
    ("Time", "Spring and Summer run from Easter to Michaelmas.", "Michaelmas", "Easter"),
    ("Time", "The Autumn and Winter season is short.", "Winter", "Summer"),
    ("Actor Level", "Parts grow through nine levels.", "nine", "eight"),
    ("Dice", "There are four kinds of dice.", "four", "five"),
    ("Dice", "Everything is rolled on a d6.", "d6", "d8"),
    ("Building a Pool", "Add one appropriate skill.", "one", "two"),
    ("Building a Pool", "An attribute of 4 and a skill of 2 give 6 Base dice.", "6", "5"),
    ("Building a Pool", "`4Bd` and 2 Penalty dice make `4Bd 2Pd`.", "2 Penalty", "3 Penalty"),
    ("Dice", "Roll the Risk dice (nRd).", "nRd", "nBd"),
    ("Base Dice", "Each 5 or 6 counts as a success.", "5", "4"),
    ("Base Dice", "Every “5” and “6” is a success.", "6", "4"),
    ("Base Dice", "`1-3 fail, 4 with a benefit, 5-6 success`", "5-6", "4-6"),
    ("Risk Dice", "Each 4, 5 and 6 counts as a success.", "4", "3"),
    ("Risk Dice", "6s explode.", "6", "5"),
    ("Risk Dice", "Each 1 costs 1 success and adds 1 Penalty die.", "adds 1", "adds 2"),
    ("Risk Dice", "`1 costs a success, 2-3 nothing, 4-5 success, 6 explodes`", "2-3", "2-4"),
    ("Passion Dice", "If two or more 1s are rolled, it backfires.", "two", "three"),
    ("Passion Dice", "That is 3 Penalty dice for each 1.", "3", "2"),
    ("Passion Dice", "A lone 1 does nothing.", "1", "2"),
    ("Penalty Dice", "Each 1 or 2 costs 1 success.", "2", "3"),
    ("Penalty Dice", "`1-2 minus a success; 3-6 nothing`", "3-6", "4-6"),
    ("Results", "A test needs 2 net successes.", "2", "3"),
    ("Results", "It succeeds if net successes are two or more.", "two", "one"),
    ("Results", "3Bd = 26%", "26%", "27%"),
    ("Results", "`3Bd` succeeds in 26 %.", "3Bd", "4Bd"),
    ("Results", "5Bd is about 50 %.", "50 %", "30 %"),
    ("Chances", "11% 2Bd 26% 3Bd 41% 4Bd 54% 5Bd", "41%", "47%"),
    ("Results", "`4Bd` against `3Bd` wins in 33 %.", "33 %", "36 %"),
    ("Results", "The higher of the two opposing rolls wins.", "two", "three"),
    ("Results", "It is roughly right that 3 = 30%, 4 = 40% and 5 = 50%.", "40%", "60%"),
    ("Results", "It is roughly right that 3 = 30%, 4 = 40% and 5 = 50%.", "50%", "57%"),
]


def check(heading: str, sentence: str) -> Report:
    return check_text(f"# Rules\n\n## {heading}\n\n{sentence}\n", system="drama", dialect="obsidian")


@pytest.mark.parametrize(("heading", "sentence", "old", "new"), SENTENCES, ids=[s[1][:40] for s in SENTENCES])
def test_a_sentence_and_its_fault(heading: str, sentence: str, old: str, new: str) -> None:
    right = check(heading, sentence)
    assert [shown(finding) for finding in serious(right)] == []
    assert right.claims
    wrong = check(heading, sentence.replace(old, new, 1))
    source = f"# Rules\n\n## {heading}\n\n{sentence}\n"
    start = source.index(old)
    assert any(touches(finding, start, start + len(new)) for finding in serious(wrong))
    assert len(serious(wrong)) == 1


SILENT = [
    "Three scenes later, two actors meet six guards on 4 horses at 10 %.",
    "In Spring and Autumn people travel. Summer and other seasons are for work.",
    "Each player brings 2 pencils, and 3 dice fall off the table.",
    "An opposed team has the chance of a lifetime; the charge of achieving fame is theirs.",
    "The Director calls 1 or 2 breaks. The cast of 5 rests for 30 minutes.",
    "The base nod of a drama night: risk needs a base noise, penalty none.",
    "Roll `2Bd 1Rd`, then `3Pd`, and see.",
    "Level 3 of the castle has 12 rooms; 1-3 are empty, 4-9 are not.",
]


@pytest.mark.parametrize("text", SILENT)
def test_ordinary_sentences_stay_silent(text: str) -> None:
    assert [shown(finding) for finding in serious(check("Elsewhere", text))] == []
    assert [shown(finding) for finding in serious(check("Passion Dice", text))] == []


LEVELS = list(ACTOR_LEVELS)


@pytest.mark.parametrize("form", ["{}", "- {}", "1. {}: a part", "> {}"])
def test_levels_one_below_the_other(form: str) -> None:
    def text(levels: list[str]) -> str:
        return "Levels:\n\n" + "\n".join(form.format(level) for level in levels) + "\n"

    assert serious(check("Actor Level", text(LEVELS))) == []
    for wrong in ([*LEVELS[:3], "Extra", *LEVELS[4:]], LEVELS[:3] + LEVELS[4:], [*LEVELS[1:3], LEVELS[0], *LEVELS[3:]]):
        assert len(serious(check("Actor Level", text(wrong)))) in (1, 2), wrong


def test_numbered_headings() -> None:
    headings = "## 1. One\n\nx\n\n## 2. Two\n\nx\n\n### 1. Inner\n\nx\n\n## 3. Three\n\nx\n\n## 4) Four\n\nx\n"
    assert serious(check("A", f"text\n\n{headings}")) == []
    (finding,) = serious(check("A", f"text\n\n{headings.replace('3. Three', '5. Three')}"))
    assert finding.rule == "misnumbered-heading"
    assert finding.place.source.slice(finding.place.span) == "5"
    years = "## 1914. War\n\nx\n\n## 12. Twelve\n\nx\n\n## 3. Countdown\n\nx\n\n## 2. Two\n\nx\n\n## 1. One\n\nx\n"
    assert serious(check("A", f"text\n\n{years}")) == []


def test_a_wrong_number_loses_no_claim_of_another_reader() -> None:
    sentence = "3Bd = 26%, 4Bd = 41% and 5Bd = 54%."
    right, wrong = check("Results", sentence), check("Results", sentence.replace("41", "47"))
    assert {claim.id for claim in wrong.claims} == {claim.id for claim in right.claims}
    assert len(serious(wrong)) == 1

"""Rules told in other words, order or form: right ones are silent, a wrong value is told where it is."""

import pytest

from tests.checking import check_text, serious, shown, touches

STEPS = """\
| Cost | Old die | New die |
| ---- | ------- | ------- |
| 15 | d20 | d12 |
| 20 | d12 | d10 |
| 30 | d10 | d8 |
| 45 | d8 | d6 |
| 60 | d6 | d4 |
| 10 | None | d20 |
"""
ACROSS = """\
| Die | d4 | d6 | d8 | d10 | d12 | d20 |
| --- | --- | --- | --- | --- | --- | --- |
| Health Points | 12 | 9 | 6 | 4 | 3 | 1 |
"""
WORTH = "A d4 is worth 12 of them, a d6 nine, a d8 6 and a d10 four."
LIST = "- 16 points for Formidable [+4]\n- 4 points for Superior [+2]\n- 1 point for Intermediate [+0]"
POOL = "Roll `2:d8/1:d10/+2`"

TEXTS = [
    # Parts in any order.
    ("drama", "Time", "One moment is a tenth of a minute.", "tenth", "fifth"),
    ("drama", "Time", "Four minutes are 40 moments.", "40", "30"),
    ("drama", "Time", "Stories are told in Spring & Summer.", "Spring & Summer", "Autumn & Winter"),
    ("drama", "Results", "With two or more net successes, a test is passed.", "two", "three"),
    ("drama", "Base Dice", "A success is every 5 or 6.", "5", "4"),
    ("drama", "Penalty Dice", "From 3 to 6 there is no effect.", "3", "4"),
    ("sda", "Skill Test", "With three ranks, 4 dice are rolled.", "4 dice", "3 dice"),
    ("sda", "Attributes", "A 10 or 11 is considered exceptional.", "10", "9"),
    ("dry-cereal", "Taking Action", "With a Technique you add 2.", "2", "3"),
    ("dry-cereal", "Scary [4 points]", "For four points you have such looks.", "four", "three"),
    ("cavea", "Learning", "Any 2 that is rolled brings that skill 1 SAP.", "1 SAP", "2 SAP"),
    ("cavea", "Glossary", "A character is dead who falls to 0.", "0", "1"),
    # Rows of a table in running text, or in a list.
    ("cavea", "Health", WORTH, "nine", "eight"),
    ("cavea", "Health", WORTH, "d8", "d7"),
    ("dry-cereal", "Prices", LIST, "16", "12"),
    ("drama", "Results", "With 2 dice it is 11%, with 3 it is 26%, with 4 it is 41%.", "26", "36"),
    # Tables in another order.
    ("cavea", "Skills", STEPS, "45", "40"),
    ("cavea", "Skills", STEPS, "d10 |", "d8 |"),
    ("cavea", "Health", ACROSS, "6", "5"),
    # Dice in other words beside their notation.
    ("cavea", "Pools", f"{POOL}: a pair of d8s with a ten-sided die; 2 is added.", "pair of d8", "pair of d6"),
    ("cavea", "Pools", f"{POOL}, that is, two d8s and one d10, where the modifier is +2.", "+2.", "+3."),
]


@pytest.mark.parametrize(("system", "heading", "text", "old", "new"), TEXTS, ids=[text[2][:40] for text in TEXTS])
def test_a_text_and_its_fault(system: str, heading: str, text: str, old: str, new: str) -> None:
    def said(words: str) -> list[object]:
        return [*serious(check_text(f"# Rules\n\n## {heading}\n\n{words}\n", system=system))]

    right = check_text(f"# Rules\n\n## {heading}\n\n{text}\n", system=system)
    assert [shown(finding) for finding in serious(right)] == []
    start = len(f"# Rules\n\n## {heading}\n\n") + text.index(old)
    wrong = check_text(f"# Rules\n\n## {heading}\n\n{text.replace(old, new, 1)}\n", system=system)
    assert any(touches(finding, start, start + len(new)) for finding in serious(wrong)), said(text)


SILENT = [
    ("dry-cereal", "Prices", "A Technique does not cost 3 points."),
    ("dry-cereal", "Prices", "A Technique costs less than 3 points."),
    ("cavea", "Health", "A d4 won 3 times, a d6 8 times and a d8 twice."),
    ("cavea", "Pools", "Roll `4:d4/4:d6`: four d4s, as many d6s."),
    ("sda", "Skill Test", "A skill of 1 and an attribute of 11 would roll 2d10."),
    ("sda", "Difficulty", "Legendary tasks are done with no less than ten MoSes."),
]


@pytest.mark.parametrize(("system", "heading", "text"), SILENT, ids=[text[2][:40] for text in SILENT])
def test_what_says_something_else_is_no_fault(system: str, heading: str, text: str) -> None:
    report = check_text(f"# Rules\n\n## {heading}\n\n{text}\n", system=system)
    assert [shown(finding) for finding in serious(report)] == []


def test_an_entry_has_its_own_dice() -> None:
    text = "Elf: Build 8 Cast d8 @4.5. All allies beside one may gain a d4. "
    told = [
        shown(finding) for finding in serious(check_text(text.replace("d4", "d6"), system="masque", dialect="prose"))
    ]
    assert [finding for finding in told if "'d6'" in finding]

"""Small words that stand twice in a row."""

import pytest

from rulebook_core.findings import Severity
from tests.checking import check_text, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Roll the the dice.", ["1:9 doubled-word ' the'"]),
        ("The the dice are yours.", ["1:4 doubled-word ' the'"]),
        ("Roll for\nfor it, and he he wins.", ["1:9 doubled-word '\\nfor'", "2:15 doubled-word ' he'"]),
        ("Take the die, and\n> at at last roll.\n", ["2:5 doubled-word ' at'"]),
        ("| Die | The use |\n| --- | --- |\n| d6 | to to roll |", ["3:10 doubled-word ' to'"]),
        (
            "It is is a guard who who may flee. They can can and and do.",
            [
                "1:6 doubled-word ' is'",
                "1:21 doubled-word ' who'",
                "1:44 doubled-word ' can'",
                "1:52 doubled-word ' and'",
            ],
        ),
        ("What it is is a hut where all they can can be told, a can of A. If it hits you you fall. Is A a guard?", []),
        ("He knew that that had had its use. What it is is odd. Very very much.", []),
        ("`the the` and\n\n    of of\n\nThe The. The-the, the The. He he! Roll a, a or b. I said to, to whom?", []),
        ("Dat je proeft of iets zuur is is fijn, maar het is te laat. Hij is er niet, en zij is er wel.", []),
        ("Je to to nejlepší slovo? Stojí za to to zmínit. Wij we we zijn of of.", []),
        ("Você ganha um dado de de vida para cada uma uma vez por dia.", ["1:22 doubled-word ' de'"]),
        (
            "Würfelt mit einem W6 und\nund zählt von von oben.",
            ["1:25 doubled-word '\\nund'", "2:14 doubled-word ' von'"],
        ),
        ("Je gooit een een dobbelsteen van de speler; het is goed als het het waard is.", ["1:13 doubled-word ' een'"]),
        ("W akcie I i II rzuca się się kością na na stole.", ["1:25 doubled-word ' się'", "1:39 doubled-word ' na'"]),
        ("В начале игры в в руке на столе.", ["1:16 doubled-word ' в'"]),
        ("Spelaren slår en tärning för att att se om hen träffar och inte missar.", ["1:33 doubled-word ' att'"]),
        ("Гравець кидає кубик на на стіл і бере карту з колоди.", ["1:23 doubled-word ' на'"]),
        ("Her ser vi de de færreste kender, de som bor i den by og de som rejser.", []),
        ("Wana ngao na na upanga na mkuki na upinde.", []),
        ("The knight von von Arden and the lord de de Vries are with you.", []),
        ("First the.\n\nthe second. A line of  \nof the song", []),
    ],
)
@pytest.mark.parametrize("system", [None, "cavea"])
def test_doubled_words(text: str, expected: list[str], system: str | None) -> None:
    findings = check_text(text, system=system).findings
    assert [shown(finding) for finding in findings] == expected
    assert {finding.severity for finding in findings} <= {Severity.WARNING}


def test_a_word_that_goes_with_its_neighbour_is_a_note() -> None:
    findings = check_text("They fit in in the hut, stay at at least 10. We wait at at the gate.", system=None).findings
    assert {shown(finding): str(finding.severity) for finding in findings} == {
        "1:12 doubled-word ' in'": "info",
        "1:32 doubled-word ' at'": "info",
        "1:56 doubled-word ' at'": "warning",
    }


def test_the_remedy_takes_the_second_one_away() -> None:
    text = "Roll the the dice, for\nfor luck."
    for finding in reversed(check_text(text, system=None).findings):
        (edit,) = finding.details.remedies[0].edits
        text = text[: edit.place.span.start] + edit.text + text[edit.place.span.end :]
    assert text == "Roll the dice, for luck."

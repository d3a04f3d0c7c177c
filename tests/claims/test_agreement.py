"""Which side is wrong: what a finding says about the rest of the book."""

import pytest

from rulebook_core.edits import edited
from tests.checking import HEALTH_TABLE, calls_of, check_text, serious

TABLE = f"""\
# Health

{HEALTH_TABLE}
"""
SENTENCE = "A d6 is worth 9 Health Points.\n"


def the_finding(text: str) -> tuple[list[str], tuple[str, ...]]:
    """Related places of the only finding as `line: message`, and its notes."""
    (finding,) = serious(check_text(text))
    places = [f"{place.source.position(place.span.start).line}: {place.message}" for place in finding.details.related]
    return places, finding.details.notes


def test_a_wrong_sentence_shows_the_row_that_it_contradicts() -> None:
    places, notes = the_finding(TABLE + SENTENCE.replace("9", "8"))
    assert places[-1] == "9: the book says it here as the rules have it"
    assert notes[-1] == "6 other claims agree with this rule"


def test_a_wrong_row_shows_the_sentence_that_it_contradicts() -> None:
    places, notes = the_finding(TABLE.replace("d6 | 9", "d6 | 8") + SENTENCE)
    assert places == ["12: the book says it here as the rules have it"]
    assert notes[-1] == "6 other claims agree with this rule"


def test_a_sentence_about_another_die_is_not_shown() -> None:
    places, _ = the_finding(TABLE.replace("d6 | 9", "d6 | 8") + SENTENCE.replace("6", "8").replace("9", "6"))
    assert places == []


def test_the_same_fact_in_other_words_is_shown() -> None:
    places, notes = the_finding("# A\n\nThe highest result wins.\n\nIn a contest the lowest total wins.\n")
    assert places[-1] == "3: the book says it here as the rules have it"
    assert notes[-1] == "1 other claim agrees with this rule"


def test_the_section_of_the_rule_is_shown_where_nothing_else_states_it() -> None:
    places, notes = the_finding("# A\n\n## Opposing/Opposed Skill Attempt\n\nThe lowest result wins.\n")
    assert places[-1] == "3: the rule is stated in this section"
    assert notes == ()


@pytest.mark.parametrize(
    ("text", "remedies"),
    [
        ("A d6 is worth 12 Health Points.", ["write `9`", "write `d4` instead of `d6`"]),
        ("`2:d8/1:d10` is worth 18 Health Points.", ["write `16`", "write `2:d8/1:d8` instead of `2:d8/1:d10`"]),
        ("A d6 is worth 7 Health Points.", ["write `9`"]),
        ("A Level Pool holds dice. Their sizes are d5, d6, d8, d10, d12 and d20.", ["write `d4`"]),
        ("The average is (1 + 4) / 2 = 4.", ["write `2.5`"]),
        ("Each has 100 * 3 = 30.", ["write `300`"]),
        ("Each has 1 / 3 + 1 / 3 = 1.", ["write `2/3`"]),
    ],
)
def test_either_side_can_be_mended(text: str, remedies: list[str]) -> None:
    (finding,) = serious(check_text("# A\n\n" + text))
    assert [remedy.title for remedy in finding.details.remedies] == remedies
    for remedy in finding.details.remedies:
        ((source, mended),) = edited(remedy).items()
        assert source is finding.place.source
        assert serious(check_text(mended)) == []


def test_a_total_that_the_rules_confirm_is_not_the_wrong_side() -> None:
    text = "# Skill\n\nTaking a die from a d20 to a d10 costs 15 + 21 = 35 points.\n"
    (finding,) = serious(check_text(text.replace("21", "20") + "\nSo 2 + 2 = 5.\n"))
    assert [remedy.title for remedy in finding.details.remedies] == ["write `4`"]
    (finding,) = serious(check_text(text))
    assert finding.rule == "wrong-sum"
    assert [remedy.title for remedy in finding.details.remedies] == [
        "write `14` instead of `15`",
        "write `20` instead of `21`",
    ]
    assert finding.details.notes[-1].startswith("what the text says is right by another claim: ")
    for remedy in finding.details.remedies:
        ((_, mended),) = edited(remedy).items()
        assert serious(check_text(mended)) == []


def test_many_wrong_claims_take_no_time_that_grows_with_their_square() -> None:
    def text(count: int) -> str:
        return TABLE + "\n".join(["A d6 is worth 8 Health Points.\n"] * count)

    check_text(text(1))
    assert calls_of(check_text, text(800)) < 6 * calls_of(check_text, text(200))


def test_arithmetic_is_no_rule_to_agree_with() -> None:
    places, notes = the_finding("# A\n\nIt is 1 + 1 = 3, and 2 + 2 = 4, and 3 + 3 = 6.\n")
    assert notes == ()
    assert all("rule" not in place for place in places)


def test_odds_that_rest_on_a_die_which_is_none_do_not_make_it_right() -> None:
    levels = "|Easy |Moderate |Difficult |Very difficult |Near impossible |Legendary"
    text = f"|===\n|Dice-pool {levels}\n\n|`2d7` |75.0 % |25.0 % |– |– |– |–\n|===\n"
    found = serious(check_text(text, system="sda", dialect="asciidoc"))
    (finding,) = (finding for finding in found if finding.rule == "invalid-notation")
    assert not [note for note in finding.details.notes if "right by another claim" in note]

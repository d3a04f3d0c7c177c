"""Counts beside their lists, in any game's text."""

import pytest

from tests.checking import check_text, shown

GAME = "\n\n# Luck\n\nRoll the dice.\n"

RIGHT = {
    "those are": "Six attributes define every hero. Those are agility, health, strength, wit, charm and wisdom.",
    "types of": "There are 6 types of die: 20-sided, 12-sided, 10-sided, 8-sided, 6-sided and 4-sided.",
    "exist": "Three types of coins exist: Copper, Silver and Gold.",
    "the five": "The five virtues are courage, temperance, generosity, pride and wit.",
    "numbers of their own": "The cult has 12 members: 8 acolytes and 4 fanatics, and 6 coins: 4 gold and 2 silver.",
    "kinds": "There are 3 kinds: red, green, and blue.",
    "one of": "Each hero takes one of four roles: Warrior with a Build of 9, Priest 7, Rogue 5, or Mage 3.",
    "parentheses": "Pick from the three schools (fire, water, air).",
    "conditions": "A triumph needs luck. Two conditions must be met:\n\n1. The task succeeds.\n2. The dice agree.\n",
    "bullets": "The game knows three phases:\n\n- Dawn\n    - early\n    - late\n- Day\n- Dusk\n",
    "signs": "Marks are vacant for two reasons: 1) nobody came, or 2) somebody left.",
    "pairs": "The three elements are fire and ash, salt and water, and wind.",
    "no final and": "Two kinds of dice: red, blue.",
    "such as": "There are twelve skills: such as Stealth, Riding and Law.",
    "including": "It has twelve skills, including: Stealth, Riding and Law.",
    "or more": "Take two or more skills: Stealth, Riding and Law.",
    "at least": "Take at least two skills: Stealth, Riding and Law.",
    "choose": "Choose any two skills: Stealth, Riding or Law.",
    "the first two": "The first two steps are Draw, Roll and Read.",
    "a range": "Use 2 to 4 colours: red, blue and green.",
    "clauses": "Roll two dice: add them, take away three, and read the table.",
    "adjectives": "The two scores are added, doubled and written down.",
    "etc": "There are four colours: red, blue, etc.",
    "which": "Two coins exist: Copper and Silver, which nobody likes, hoards or melts.",
    "sub-sentence": "Two things matter: luck. Skill, wit and charm are good too.",
    "a list that goes on": "There are four steps:\n\n1. One\n2. Two\n\nAn aside.\n\n3. Three\n4. Four\n",
    "a list about others": "Each of the four players does this:\n\n- Draw\n- Roll\n",
    "a table": "There are three colours:\n\n| Colour | Worth |\n| --- | --- |\n| red | 1 |\n",
    "per level": "Choose a level 2 skill: Stealth, Riding or Law.",
}


@pytest.mark.parametrize("system", [None, "cavea"])
@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_fits_or_need_not_fit_is_silent(text: str, system: str | None) -> None:
    assert [shown(finding) for finding in check_text(text + GAME, system=system).findings] == []


@pytest.mark.parametrize("system", [None, "cavea"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Seven attributes define every hero. Those are agility, health, strength, wit, charm and wisdom.", "Seven"),
        ("Six attributes define every hero. Those are agility, strength, wit, charm and wisdom.", "Six"),
        ("There are 5 types of die: 20-sided, 12-sided, 10-sided, 8-sided, 6-sided and 4-sided.", "5"),
        ("Four types of coins exist: Copper, Silver and Gold.", "Four"),
        ("The six virtues are courage, temperance, generosity, pride and wit.", "six"),
        ("There are 4 kinds: red, green, and blue.", "4"),
        ("Each hero takes one of three roles: Warrior with a Build of 9, Priest 7, Rogue 5, or Mage 3.", "three"),
        ("Pick from the two schools (fire, water, air).", "two"),
        ("A triumph needs luck. Three conditions must be met:\n\n1. The task succeeds.\n2. The dice agree.\n", "Three"),
        ("The game knows two phases:\n\n- Dawn\n    - early\n    - late\n- Day\n- Dusk\n", "two"),
        ("Marks are vacant for three reasons: 1) nobody came, or 2) somebody left.", "three"),
        ("The three heroes are Anna, Bert, Cleo and Dan.", "three"),
    ],
)
def test_a_count_that_does_not_fit_shows_its_list(text: str, expected: str, system: str | None) -> None:
    (finding,) = check_text(text + GAME, system=system).findings
    assert finding.rule == "contradiction"
    assert finding.place.source.slice(finding.place.span) == expected
    (listed,) = finding.details.related
    assert listed.span.start > finding.place.span.end


def test_a_count_is_a_claim_and_guarded() -> None:
    report = check_text("There are 3 kinds: red, green, and blue." + GAME)
    assert [(claim.kind, str(claim.verdict)) for claim in report.claims] == [("count", "right")]
    assert [number.guarded for number in report.numbers] == [True]


def test_where_the_rules_see_the_fault_theirs_is_the_finding() -> None:
    text = "Cavea has 7 physical attributes: mental strength, mental endurance."
    rules = [finding.rule for finding in check_text(text).findings]
    assert "contradiction" not in rules or rules == ["contradiction"]

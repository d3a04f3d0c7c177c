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


NO_FAULT = """\
There are 3 colors (Food, Wood, Tools — buttons, beads, or small squares).
There are 3 colors (Food, Wood, Tools; buttons, beads, or small squares).
There are 3 colors (Food, Wood, Tools: buttons, beads, or small squares).
There are 3 colors (Food, Wood, Tools - buttons, beads, or small squares).
There are 3 colors: Food, Wood, Tools, ie buttons, beads, or small squares.
There are 3 colors: Food, Wood, Tools (represented by buttons, beads, or small squares).
There are 3 colors: red, green, blue, shown as buttons, beads, or small squares.
There are 3 colors (Food (green), Wood (brown, dark), and Tools).
There are 5 colors (e.g. Food, Wood, Tools).
There are 5 colors (like Food, Wood, and Tools).
There are 5 colors (Food, Wood, Tools ...).
There are 5 colors (Food, Wood, Tools, and two more).
There are 5 colors (Food, Wood, Tools, among others).
There are three types: red, the hot; blue, the cold; and green, the odd.
There are two types: red, hot, dry; blue, cold, wet.
There are two types of cards: monsters—goblins, ogres, trolls—and treasures.
There are three colors: red — the dark one — blue and green.
There are three colors: red, blue — the dark one — and green.
You need two kinds of dice: d6, d8, and a coin.
You need two kinds of dice: d6 and d8, and a coin.
There are three steps (see chapters 4, 5, 6 and 7).
Roll the 4 stats (STR/DEX/CON/INT).
There are two actions: both Move and Strike.
There are three phases: Dawn, Noon, Dusk, respectively.
The three phases are Dawn, Noon, Dusk, and sometimes Night.
There are three rules: no running, no shouting, no pushing, please.
The game has three resources: Wood, Stone, Food, and also Gold in the expansion.
The game has three resources: Wood, Stone, Food, never Gold.
Choose two options: Attack, Defend, Flee, or Parley.
Each hero gets two skills: Climb, Swim, Run, or Jump.
Draw two cards, of two colors: red, blue, green.
Your hero has three skills (from Climb, Swim, Run, Jump).
On your turn you have two actions (move, attack, use an item, cast a spell).
There are two ways to win: destroy the castle, or capture the king, queen and bishop.
There are five ranks: Novice to Master, Adept.
There are six attributes: three physical, STR, DEX, CON, and three mental, INT, WIS, CHA.
There are 3 kinds of cards: Action (10), Event (20), Item (30), 60 in all.
Are there three schools (Fire, Water, Air, Earth)?
There are not three schools: Fire, Water, Air, Earth.
There are three colors: Red, the color of fire, Blue, the color of water, and Green.
There are three types: Red, Blue, Green, Red being the strongest.
There are three types: Red beats Blue, Blue beats Green, Green beats Red, and White loses.
""".splitlines()


@pytest.mark.parametrize("text", NO_FAULT)
def test_what_stands_between_commas_may_be_no_further_name(text: str) -> None:
    assert [shown(finding) for finding in check_text(text + GAME).findings] == []


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
        ("There are 4 colors (Food, Wood, Tools — all of them small).", "4"),
        ("There are 2 colors: Food, Wood, Tools — buttons, beads, or small squares.", "2"),
        ("There are four colors (Food (green), Wood (brown, dark), and Tools).", "four"),
        ("Each hero is one of three classes: Fighter, Mage, Thief, Cleric.", "three"),
        ("A turn takes four steps: draw, roll, and read.", "four"),
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

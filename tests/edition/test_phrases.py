"""Cavea's phrasebook: each sentence is recognised in several wordings, and its numbers are held to the rules."""

import pytest

from rulebook_rules.claims.model import Verdict
from tests.checking import assert_guarded, check_text, shown

STATED = [
    # phrase, sentence, the word that is spoilt, what takes its place
    ("die-sizes", "You need a pile of d4, d6, d8, d10, d12 and d20 dice.", "d8", "d7"),
    ("die-sizes", "Cavea uses d4, d6, d8, d10, d12, and d20 dice.", "d12", "d14"),
    ("number-of-sizes", "The dice come in all 6 sizes.", "6", "5"),
    ("fewest-dice", "A Level Pool holds one or more dice.", "one", "two"),
    ("counted-face", "Count all the 1s.", "1", "2"),
    ("counted-face", "Only the 1s matter.", "1", "6"),
    ("counted-face", "The total is the number of dice that show a 1.", "1", "3"),
    ("rolls-for-a-one", "A d12 shows a 1 once in 12 rolls.", "12 rolls", "10 rolls"),
    ("dice-of-a-pool", "The pool `2:d4/3:d6` has five dice.", "five", "six"),
    ("a-roll", "She rolls `1:d4/2:d6`. It came up 1, 6, 2, and she gains 1 SAP.", "6", "7"),
    ("a-roll", "She rolls `1:d4/2:d6`. It came up 1, 6, 2, and she gains 1 SAP.", "1 SAP", "2 SAP"),
    ("a-roll", "His `1:d4/2:d6/+2` resulted in: 1, 1, 5, a total of 4.", "4", "3"),
    ("a-roll", "He has `1:d4`, she has `2:d6`. Her roll came up 6, 2, and she gains 1 SAP.", "1 SAP", "2 SAP"),
    ("odds", "A `1:d4` totals at least 1 in 25 % of all rolls.", "25", "26"),
    ("success", "If it is higher than or equal to the target number, the attempt succeeds.", "higher", "lower"),
    ("failure", "If it is lower than the target number, the attempt fails.", "lower", "higher"),
    ("unopposed-attempt", "A total of 3 against a target of 3 succeeds.", "succeeds", "fails"),
    ("narrow-attempt", "Against a target of 4, a total of 4 just succeeds and a total of 3 just fails.", "3", "2"),
    ("winner", "The higher total wins.", "higher", "lower"),
    ("opposed-attempt", "A total of 5 against the ogre's total of 3 wins by 2.", "2", "1"),
    ("joint-attempt", "Her first pool shows one 1s, her second pool shows two, and 1 + 2 = 3.", "3", "4"),
    ("several-skills", "At times more than one skill is needed.", "one", "two"),
    ("point-types", "There are two kinds of AP: general and specific.", "two", "three"),
    ("points-for-a-two", "If any die shows a 2, the skill earns 1 SAP.", "2", "3"),
    ("points-for-a-two", "A single SAP is earned for that skill if one or more 2s come up.", "one or", "two or"),
    ("points-for-all-ones", "If all of the dice show a 1, you gain 2 SAP.", "2", "3"),
    ("related-attributes", "They improve his Moving Silently skill or his bAg, mEn or bEn.", "bAg", "mSt"),
    ("first-die", "A step adds a d20 to the pool.", "d20", "d12"),
    ("first-cost", "It costs 10 Advancement Points unless the skill says otherwise.", "10", "15"),
    ("attributes", "There are points for each die in the bAg, bEn, bSt, mAg, mEn and mSt pools.", "mAg", "mBg"),
    ("attributes", "These are the 6 physical attributes: bAg, bEn, bSt, mAg, mEn and mSt.", "6", "5"),
    ("starting-pool", "All physical attributes begin with a `1:d20`.", "1:d20", "1:d12"),
    ("worth-of-a-die", "Each d6 is worth 9 Health Points.", "9", "8"),
    ("worth-of-a-pool", "Her `2:d6/1:d8` is worth 24 HP.", "24", "25"),
    ("worth-of-a-beginner", "A beginner has 6 Health Points.", "6", "7"),
    ("death", "With 0 HP a character is dead.", "0", "1"),
    ("gamer", "A gamer plays one or more characters.", "one", "two"),
]


@pytest.mark.parametrize(("name", "sentence", "word", "other"), STATED)
def test_a_phrase_and_its_fault(name: str, sentence: str, word: str, other: str) -> None:
    assert_guarded(name, sentence, word, other, system="cavea")


@pytest.mark.parametrize("word", ["higher", "greater"])
def test_a_comparison_has_several_words(word: str) -> None:
    report = check_text(f"A total that is {word} than or equal to the target number succeeds.")
    assert [claim.verdict for claim in report.claims] == [Verdict.RIGHT]


@pytest.mark.parametrize(
    ("under", "sentence", "other"),
    [
        ("Skills", "From a d20 to a d10 it costs 35 points.", "40"),
        ("Attributes", "From a d20 to a d10 it costs 70 points.", "35"),
        ("Skills", "From nothing to a d12 it costs 10 + 15 = 25 points.", "26"),
        ("Attributes", "From nothing to a d12 it costs 30 + 30 = 60 points.", "61"),
    ],
)
def test_prices_are_those_of_their_section(under: str, sentence: str, other: str) -> None:
    text = f"# {under}\n\n{sentence}\n"
    assert check_text(text).claims
    assert not check_text(text).findings
    stated = sentence.split()[-2]
    assert check_text(text.replace(f"{stated} points", f"{other} points")).findings


@pytest.mark.parametrize(
    ("sentence", "where"),
    [
        ("# Skills\n\nFrom a d6 to a d8 it costs 30 points.", "d8"),
        ("A d7 shows a 1 once in 7 rolls.", "d7"),
        ("A d30 is worth 1 Health Point.", "d30"),
    ],
)
def test_dice_that_the_game_does_not_have(sentence: str, where: str) -> None:
    findings = check_text(sentence).findings
    assert [finding.rule for finding in findings] == ["wrong-value"]
    assert findings[0].place.source.slice(findings[0].place.span) == where


def test_an_impossible_roll_is_one_fault() -> None:
    findings = check_text("He has `1:d4/2:d6`. It came up 3, 6, 9, and he gains 2 SAP.").findings
    assert [shown(finding) for finding in findings] == ["1:38 wrong-value '9'"]


def test_a_roll_with_a_face_too_many_shows_its_pool() -> None:
    text = "He has `1:d4/2:d6`. It came up 3, 6, 5, 2, and he gains 1 SAP."
    (finding,) = check_text(text).findings
    assert shown(finding) == "1:41 wrong-value '2'"
    assert "1:d4/2:d6" in {place.source.slice(place.span) for place in finding.details.related}


@pytest.mark.parametrize(
    "text",
    [
        "She rolls `1:d6/4:d10/+2`. If every die shows a 1, the skill gains 2 SAP.",
        "With `2:d8` he tries again, and comes up short. Later he gains 3 SAP from his teacher.",
        "A fight lasts two or more rounds. The archer adds up her arrows.",
        "The tavern has six kinds of ale, a lot of cheese, and two physical problems.",
        "He has 3 Health Points left. His horse is dead.",
        "The first die is a loss. The sizes are all wrong.",
        "Her first pool is deep, the second pool is shallow.",
        "Each die in the mSt pool is blue.",
        "At level 2 the highest bid wins.",
        "From a d20 to a d4 is a long way to go.",
        "The two types of Advancement Points, the three kinds of ale.",
        "It counts as a success, and she adds as much as she can.",
        "A pile of d6 and d8 lies on the table. Their sizes are d6 and d8.",
        "She rolls `2:d6`. The three dice of her rival are red.",
        "His first die is a d8, and he adds a d6 to the pool of his friend.",
        "Her Level Pool has three or more dice. The spell improves the two physical attributes that she picks.",
        "A d8 gives 3 Health Points back. A result that is odd fails.",
        "On this table 3 means death.",
    ],
)
def test_ordinary_sentences_stay_silent(text: str) -> None:
    assert [shown(finding) for finding in check_text(text).findings] == []

"""Dry Cereal's phrasebook: each sentence in several wordings, and its numbers held to the rules."""

import pytest

from tests.checking import assert_guarded, check_text, shown

STATED = [
    # phrase, sentence, the word that is spoilt, what takes its place
    ("starting-points", "You begin with 10 character points.", "10", "12"),
    ("starting-points", "There are 10 character points to spend.", "10", "11"),
    ("starting-points", "For a high-powered game, characters get 20 points.", "20", "10"),
    ("price-of-a-skill", "Superior costs 4 points.", "4", "5"),
    ("price-of-a-skill", "A Formidable [+4] Skill is 16 points.", "16", "15"),
    ("price-of-a-skill", "1 point buys an Intermediate Skill.", "1", "2"),
    ("price-of-a-skill", "From Intermediate to Superior costs 3 points.", "3", "4"),
    ("first-level", "The first level of a Skill is Intermediate.", "Intermediate", "Superior"),
    ("price-of-a-technique", "Techniques cost 1 point each.", "1", "2"),
    ("price-of-a-bare-extra", "A Sidekick costs 4 points without talents.", "4", "5"),
    ("price-of-an-extra", "A Sidekick costs 6 points.", "6", "3"),
    ("price-of-an-extra", "A Legendary Item costs 16 points.", "16", "4"),
    ("margin-of-a-technique", "A Technique gives a Margin of Superior.", "Superior", "Formidable"),
    ("without-training", "Without any Skill or Technique, use Basic.", "Basic", "Superior"),
    ("automatic-success", "A character with Superior Stealth automatically has a Superior.", "Superior", "Formidable"),
    ("the-dice", "Roll two six-sided dice.", "six", "eight"),
    ("the-dice", "She rolls 2 d6.", "2", "3"),
    ("what-a-total-exceeds", "Subtract seven from the total.", "seven", "eight"),
    ("a-margin", "A total of 10 gives a Margin of 3.", "3", "4"),
    ("below-seven", "A total below 7 means a Margin below 0.", "7", "6"),
    ("least-total", "Formidable needs a total of 11.", "11", "10"),
    ("no-stacking", "Use only one Skill or Technique.", "one", "two"),
    ("margin-that-aids", "It takes a Margin above zero to Aid.", "zero", "one"),
    ("aid-and-hinder", "To Aid, add it to theirs; to Hinder, subtract it.", "subtract", "add"),
    ("chance-of-the-untrained", "An untrained character can almost never reach Superior results.", "Superior", "Basic"),
    ("chance-of-the-untrained", "Untrained characters reach Superior in 8 % of all rolls.", "8", "9"),
    ("tries-at-a-level", "Intermediate tasks take untrained characters three or four tries.", "four", "five"),
    ("chance-of-a-skill", "Characters with Superior Skill reach Formidable in 28 % of all rolls.", "28", "29"),
    ("chance-of-a-roll", "`2d6+2` reaches Formidable in 28 % of all rolls.", "28", "38"),
    ("a-roll-in-short", "Roll `2d6`, add one Modifier, and subtract seven.", "2d6", "2d6+1"),
    ("an-example-of-a-roll", "He rolls `2d6`. The dice show 3 and 6, and 3 + 6 = 9.", "6, and", "7, and"),
    ("number-of-levels", "There is a ladder with four levels.", "four", "five"),
    ("points-for-experience", "You earn 1 character point for any of these.", "1", "2"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "sentence", "word", "other"), STATED)
def test_a_phrase_and_its_fault(name: str, sentence: str, word: str, other: str) -> None:
    assert_guarded(name, sentence, word, other, system="dry-cereal")


SILENT = [
    "A Sidekick costs 6 points.",
    "An Ally costs 4 points.",
    "A character with Superior Stealth automatically does Basic things.",
    "If it is above 3, stop.",
    "Subtract 2 from their Margin.",
    "If the Margin is greater than 3, the GM may add something.",
    "If the total exceeds 9, it is good.",
    "You earn 2 points for Superior results.",
    "Superior takes 4 years of study.",
    "The villain starts with 30 points.",
    "Every Technique takes time. A Margin of Basic will not do.",
    "From Intermediate to Formidable costs 15 points.",
    "A Skill is seldom raised. Basic costs nothing.",
]


@pytest.mark.parametrize("sentence", SILENT)
def test_what_states_something_else_is_silent(sentence: str) -> None:
    assert [*map(shown, check_text(sentence, system="dry-cereal").findings)] == []


ENTRY = "- **Normal Ally [1 point]**\n\n    {}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A 1-point ally trusts you.", []),
        ("A 4-point ally trusts you.", ["3:7 wrong-value '4'"]),
        ("It is weak. A 4-point ally is not.", []),
    ],
)
def test_the_first_words_of_an_entry_are_held_against_it_and_not_against_the_list(
    text: str, expected: list[str]
) -> None:
    report = check_text(ENTRY.format(text), system="dry-cereal", dialect="pandoc")
    assert [*map(shown, report.findings)] == expected

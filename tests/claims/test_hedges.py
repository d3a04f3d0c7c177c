"""Sentences in the words of a rule that do not state it: turned words in them are no faults."""

import pytest

from rulebook.claims.hedges import is_condition, is_denied, is_proposed
from tests.checking import check_text, serious, shown

NO_FAULT = {
    "cavea": """\
If the total is not higher than or equal to the target number, the attempt failed.
Is the total lower than or equal to the target number? Then the attempt failed.
In the house rule of Roll Under, if the total is lower than or equal to the target number the skill attempt succeeds.
As an optional rule, the lowest result wins.
Unlike other games, the lowest total wins.
In golf, the lowest total wins.
The host is `2001:0:1::d4`, or `2001:db8::1`.
It is not so that the lowest total wins.
The lowest total wins nothing.
Does the lowest total win? No: the highest total wins.
A Level Pool has 1 or more dice, never 0 or fewer dice.
A Level Pool holds 1 or fewer dice only when it is new.
Counting less than 1s is pointless.
A smaller die shows a 1 more often, and a bigger die shows a 1 less often.
For example, it would be wrong to say that the lowest total wins.
At less than 0 HP the character is dead, too.
Less than 2 skills are never combined. When more than one skill is needed, pools are combined.
If 1 or fewer 2s are rolled the skill gains no more than 1 SAP.
""",
    "drama": """\
If net successes are 2 or lower, look again.
If the net successes are 2 or less, compare with the momentum.
Compare the momentum if the net successes are 2 or less.
If net successes are 1 or lower, the test fails.
Two or fewer 1s are harmless before the second die.
The lower of the two opposing rolls never wins.
In a variant, the lower of the two opposing rolls wins.
The host is `fe80:0:1::d4`, or `fe80::d4`.
[D3](https://d3js.org)
""",
    "dry-cereal": """\
A roll of 7 or less fails for the untrained.
The Margin is not added to Hinder, but subtracted.
Never subtract the Margin to Aid.
A Skill lower than the action does not succeed automatically.
A Margin below zero cannot Aid or Hinder.
""",
    "sda": """\
Above 4, each die costs nothing.
If the score is over 4, dice are not always d4s.
A score above 4 may still be composed of d4 when the table says so.
The number of dice is 1 less than the rank for tired heroes.
Does a MoS less than the difficulty succeed? No.
Subtract the two scores, and you know who is ahead.
[D3](https://d3js.org)
""",
    "masque": """\
A natural on a d6 or smaller does not award the strike.
A d6 or smaller awards the strike only in a duel.
By a house rule a d6 or smaller awards the strike.
In the old edition, d6 or smaller awards the strike.
No side showing a final d6 or worse wins.
Is a d6 or worse enough? No: a d6 or better awards the strike.
A die of 4 or less faces has no natural.
A die of 4 or fewer faces shows no natural, save the d4.
A role actor with a current build of 1 or more is OUT only when knocked out.
The Build die of a Bravo is the d8. The Bravo's 2d8 are both good, and two d8s of a Bravo count twice.
The lowest die counts for nothing.
Two d10 of a Magnus stay.
""",
}


@pytest.mark.parametrize(
    ("system", "text"), [(system, text) for system, texts in NO_FAULT.items() for text in texts.splitlines()]
)
def test_what_states_no_rule_is_no_fault(system: str, text: str) -> None:
    page = f"# Skill test of a pool, Passion and Risk dice\n\n{text}\n"
    assert [shown(finding) for finding in serious(check_text(page, system=system))] == []


@pytest.mark.parametrize(
    ("system", "text", "word"),
    [
        ("cavea", "If the total is lower than or equal to the target number then the attempt succeeds.", "lower"),
        ("cavea", "In a fight the lowest total wins.", "lowest"),
        ("drama", "A [D3](text.md) counts.", "D3"),
        ("masque", "The d10 of a Magnus stays.", "d10"),
        ("cavea", "A small die shows a 1 less often.", "less"),
        ("cavea", "The lowest total wins, and nothing else matters.", "lowest"),
        ("drama", "If the net successes are 2 or lower the test is successful.", "lower"),
        ("masque", "A natural on a d6 or smaller awards the strike, not the d4.", "smaller"),
    ],
)
def test_a_denial_of_something_else_hides_no_fault(system: str, text: str, word: str) -> None:
    (finding,) = serious(check_text(text, system=system))
    assert finding.place.source.slice(finding.place.span) == word


def test_questions_and_variants_propose() -> None:
    assert is_proposed("Is it so? Yes.", 0, 2)
    assert not is_proposed("It is so. Is it?", 0, 2)
    assert is_proposed("It is. In a variant it is not.", 16, 18)


def test_a_denial_reaches_as_far_as_its_clause() -> None:
    text = "More is not less, and less is fine."
    assert is_denied(text, 0, 4, frozenset())
    assert not is_denied(text, 0, 4, frozenset(["not"]))
    assert not is_denied(text, 0, 4, frozenset(), within=(0, 16))
    assert not is_denied(text, text.rindex("less"), text.rindex("less") + 4, frozenset())


@pytest.mark.parametrize(
    ("text", "whole", "expected"),
    [
        ("If it is more, roll.", "it is more", True),
        ("If it is more, roll.", "it is more, roll", False),
        ("If it is more it wins.", "it is more it wins", False),
        ("It wins if it is more.", "it is more", True),
        ("It wins if it is more.", "wins if it is more", False),
        ("It is more.", "is more", False),
    ],
)
def test_a_condition_without_what_follows_from_it(text: str, whole: str, expected: bool) -> None:
    start, at = text.index(whole), text.index("more")
    assert is_condition(text, at, at + 4, (start, start + len(whole))) is expected

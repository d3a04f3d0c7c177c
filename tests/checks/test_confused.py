"""Words that stand for others in English."""

import pytest

from tests.checking import check_text, shown

ENGLISH = "\n\nYou have the dice, and with this hand they are yours.\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Roll more then 5. If you roll more then you win. Rather than that, then roll.", ["1:11 'then'"]),
        ("On a 6 or more then roll again, each other then both. It is any other then you.", ["1:71 'then'"]),
        ("Their were-shape and their were-kin.", []),
        ("It's own, there own, their is; it's mine.", ['1:1 "It\'s"', "1:11 'there'", "1:22 'their'"]),
        ("You could of won, and would of course.", ["1:11 'of'"]),
        ("You may loose a turn, loose an arrow, or loose the dogs.", ["1:9 'loose'"]),
        ("This may effect the roll, to effect the change.", ["1:10 'effect'"]),
        ("`more then 5`, and\n\n    more then 5\n", []),
        ("Make a attack with an spear.", []),
    ],
)
def test_confused_words(text: str, expected: list[str]) -> None:
    findings = check_text(text + ENGLISH, system=None).findings
    assert [shown(finding).replace("confused-word ", "") for finding in findings] == expected


def test_what_is_in_another_language_is_left_alone() -> None:
    text = "Il personaggio che non ha un dado non tira e non vince, ma resta; more then five, si dice.\n"
    assert check_text(text * 3, system=None).findings == ()
    assert check_text("Roll more then 5.", system=None).findings == (), "nobody knows what this is in"

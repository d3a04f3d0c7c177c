"""A sentence that states a rule but for one word that stands for its opposite, or for several dice in place of one."""

import pytest

from rulebook.claims.opposites import Opposites
from tests.checking import check_text, serious, shown

RIGHT = [
    "A die of 4 or more faces that shows its highest is a natural.",
    "A natural on a d6 or larger awards the strike.",
    "A Gnome: on d8 =>7 it loses the d8 for good, while the d6 gets stepped up.",
    "A Lancer's d12 is its Build die. A die of 4 or higher faces is large.",
    "The single d20 check comes up greater than the current build (or 20: again).",
    "Roll 2d6 or less. A die with more than 4 faces may be anything.",
    "Two d8s are fine, and a d8 is fine.",
]


@pytest.mark.parametrize("text", RIGHT)
def test_what_says_the_same_or_something_else_stays_silent(text: str) -> None:
    assert [shown(finding) for finding in serious(check_text(text, system="masque", dialect="prose"))] == []


@pytest.mark.parametrize(
    ("text", "found", "message"),
    [
        ("A die of 4 or less faces shows a natural at its top.", "1:15 wrong-value 'less'", "more"),
        ("A side showing a final d6 or worse natural wins.", "1:30 wrong-value 'worse'", "better"),
        ("It loses: on d8 <=7 it loses the d8 for good, while the d6 gets stepped up.", "1:17 wrong-value '<='", "=>"),
        ("On d8 >7 it loses the d8 for good, while the d6 gets stepped up.", "1:7 wrong-value '>'", "=>"),
        ("On 2d8 =>7 it loses the d8 for good, while the d6 gets stepped up.", "1:4 wrong-value '2d8'", "d8"),
        ("The Build die of a Bravo is a 3d8.", "1:31 wrong-value '3d8'", "d8"),
        ("The Build die of a Bravo is two d8s for ever.", "1:29 wrong-value 'two d8s'", "d8"),
    ],
)
def test_a_slip_is_one_finding_at_its_place(text: str, found: str, message: str) -> None:
    findings = serious(check_text(text, system="masque", dialect="prose"))
    assert [shown(finding) for finding in findings] == [found]
    assert findings[0].message == f"the rules give {message}, the text says `{found.split(chr(39))[1]}`"


def test_a_slip_beside_another_fault_states_nothing() -> None:
    # Who says something else in all respects does not mean this rule.
    assert (
        serious(check_text("A die of 5 or less faces shows a natural at its top.", system="masque", dialect="prose"))
        == []
    )


def test_words_of_one_side_are_the_same() -> None:
    opposites = Opposites([("upstage", "downstage")])
    assert "less" in opposites.of("Better")
    assert opposites.of("downstage") == ("upstage",)
    assert opposites.side("greater") == opposites.side("higher") != opposites.side("lower")
    assert "=>" not in opposites.of(">=")
    assert ">" in opposites.of(">=")
    assert opposites.of("dragon") == ()

"""What somebody else has, told between a roll and what comes of it, is not the roller's."""

import pytest

from rulebook.claims.subjects import changes_subject
from tests.checking import check_text, serious, shown


@pytest.mark.parametrize(
    "text",
    [
        "Anna rolls `2:d8`, and the dice came up 2, 3. Ben gains 3 SAP. She gains 1 SAP.",
        "Anna rolls `2:d8`, which came up 2, 3. Ben has 3 SAP already. She gains 1 SAP.",
        "Anna rolls `2:d8`, which came up 2, 3. Her opponent gains 5 SAP, she gains 1 SAP.",
        "She rolls `2:d8`, which came up 2, 3. Ben gained 5 SAP.",
        "Anna's `2:d8` came up 2, 3. Ben's total is 4. Her total is 0.",
        "Anna's `2:d8` came up 2, 3; her rival's total is 4. Her total is 0.",
        "Anna and Ben climb. Anna rolls `2:d8`, which came up 2, 3. Ben gains 3 SAP.",
        "Anna rolls `2:d8`, which came up 2, 3, against Ben, who gains 3 SAP.",
        "The pool `2:d8` came up 2, 3. Somebody else gains 4 SAP.",
    ],
)
def test_the_values_of_others_are_not_the_rollers(text: str) -> None:
    assert [shown(finding) for finding in serious(check_text(text))] == []


@pytest.mark.parametrize(
    "text",
    [
        "Anna rolls `2:d8`, and the dice came up 2, 3. She gains 4 SAP.",
        "Anna rolls `2:d8`, which came up 2, 3, so that Anna gains 4 SAP.",
        "The pool `2:d8` came up 2, 3: Anna gains 4 SAP.",
        "Ben watches. Anna rolls `2:d8`, which came up 2, 3. Anna gains 4 SAP.",
        "The opponent rolls `2:d8`, which came up 2, 3. An opponent gains 4 SAP.",
        "Anna rolls `2:d8` against her opponent. The dice came up 2, 3. The total is 4.",
    ],
)
def test_the_rollers_own_values_are_checked(text: str) -> None:
    (finding,) = serious(check_text(text))
    assert shown(finding) == f"1:{text.rindex('4') + 1} wrong-value '4'"


@pytest.mark.parametrize(
    ("before", "between", "changes"),
    [
        ("Anna rolls ", "and wins. Ben has ", True),
        ("Anna rolls ", "and wins. Anna has ", False),
        ("", "Anna has ", False),
        ("The roll ", "is made. The total is ", False),
        ("Anna rolls ", "and meets Ben in the ", False),
        ("Ben rolls. Anna rolls ", "once. Ben has ", True),
    ],
)
def test_who_is_spoken_of(before: str, between: str, changes: bool) -> None:
    text = f"{before}{between}more."
    assert changes_subject(text, len(before), len(before) + len(between)) is changes

"""Who a text speaks of, between a roll and what comes of it."""

import pytest

from rulebook_rules.claims.language.subjects import changes_subject


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

"""A count beside its list as a claim."""

from tests.checking import check_text

GAME = "\n\n# Luck\n\nRoll the dice.\n"


def test_a_count_is_a_claim_and_guarded() -> None:
    report = check_text("There are 3 kinds: red, green, and blue." + GAME)
    assert [(claim.kind, str(claim.verdict)) for claim in report.claims] == [("count", "right")]
    assert [number.guarded for number in report.numbers] == [True]

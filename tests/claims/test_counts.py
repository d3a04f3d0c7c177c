"""A count beside its list as a claim."""

import pytest

from tests.checking import check_text

GAME = "\n\n# Luck\n\nRoll the dice.\n"


def test_a_count_is_a_claim_and_guarded() -> None:
    report = check_text("There are 3 kinds: red, green, and blue." + GAME)
    assert [(claim.kind, str(claim.verdict)) for claim in report.claims] == [("count", "right")]
    assert [number.guarded for number in report.numbers] == [True]


DIALECTS = [("markdown", "# Gifts", "{}. "), ("obsidian", "# Gifts", "{}. "), ("pandoc", "# Gifts", "{}. ")]
DIALECTS.append(("asciidoc", "= Gifts", ". "))


def numbered(title: str, marker: str, above: str, count: int) -> str:
    items = "\n".join(f"{marker.format(number)}a gift {'x' * number}" for number in range(1, count + 1))
    return f"{title}\n\n{above}\n\n{items}\n"


@pytest.mark.parametrize(("dialect", "title", "marker"), DIALECTS)
def test_a_numbered_list_has_an_item_for_each_face_of_the_die_above_it(dialect: str, title: str, marker: str) -> None:
    for above, count in (
        ("Roll 1d10:", 9),
        ("Roll a d6 for a gift:", 7),
        ("For each guest, roll 1d8 on this list.", 7),
        ("**Roll 1d10**", 9),
        ("Würfle 1W6.", 5),
        ("Gooi een d6:", 7),
    ):
        (finding,) = check_text(numbered(title, marker, above, count), system=None, dialect=dialect).findings
        assert (finding.rule, str(finding.severity), finding.place.source.position(finding.place.span.start).line) == (
            "table-gap",
            "warning",
            3,
        )
    for above, count in (
        ("Roll 1d10:", 10),
        ("Roll 1d10:", 5),
        ("Roll a d4:", 3),
        ("Roll 2d6:", 11),
        ("You may roll a d6 when nothing else helps. Then:", 5),
    ):
        assert check_text(numbered(title, marker, above, count), system=None, dialect=dialect).findings == ()


def test_of_two_lists_below_a_die_nobody_knows_which_is_its_own() -> None:
    text = numbered("# Gifts", "{}. ", "Roll 1d10:", 5) + "\nAnd:\n\n6. a crown\n7. a sword\n8. a cup\n9. a ring\n"
    assert check_text(text, system=None).findings == ()

"""What two places of a book say about one thing."""

import pytest

from rulebook_proof.analysis import Report
from tests.checking import check_pages, check_text, page_of, serious, shown

GAME = "# Luck\n\nRoll the dice.\n\n"
SIX = "Six attributes make a hero. Those are agility, health, might, wit, charm and calm.\n\n"


def check(*texts: str, system: str | None) -> Report:
    return check_pages(*(page_of(GAME + text, system=system, path=f"{number}.md") for number, text in enumerate(texts)))


SILENT = {
    "the same list": [SIX, "- **Attributes**: charm, wit, might, health, calm and agility."],
    "a label in each entry": [
        SIX,
        "- Attributes: agility, wit and calm\n",
        "- Attributes: agility, health and might.\n",
    ],
    "a part": [SIX, "Attributes: agility, wit and calm."],
    "of another kind": [SIX, "The magic attributes are agility, health, might and glow."],
    "quite another list": [SIX, "Attributes: red, green, blue and wit."],
    "the same count": [SIX, "There are six attributes. A hero has all six attributes."],
    "three counts": ["There are four ranks.", "There are five ranks.", "There are six ranks."],
    "examples": ["There are four ranks.", "## Example\n\nThere are five ranks."],
    "counts of other things": ["There are six attributes.", "There are five skills."],
    "counts of kinds": ["There are 3 kinds of coins: red, white, blue.", "There are two kinds of dice: big and small."],
    "counts without a whole": [SIX, "Choose two attributes, and add the two attributes."],
}


@pytest.mark.parametrize("system", [None, "masque"])
@pytest.mark.parametrize("texts", SILENT.values(), ids=SILENT)
def test_what_does_not_contradict_is_silent(texts: list[str], system: str | None) -> None:
    found = [finding for finding in check(*texts, system=system).findings if finding.rule == "contradiction"]
    assert [shown(finding) for finding in found] == []


@pytest.mark.parametrize(
    ("texts", "at", "related"),
    [
        pytest.param(
            [SIX, "- Attributes: agility, power, health, wit, insight and charm."],
            "1.md 'power'",
            ["insight", "might", "calm"],
            id="two names differ",
        ),
        pytest.param(
            [SIX, "Attributes: agility, health, might, wit, charm and clam."], "1.md 'clam'", ["calm"], id="one differs"
        ),
        pytest.param(
            [SIX, "The six attributes are agility, health, might, wit, calm and grace."],
            "1.md 'grace'",
            ["charm"],
            id="both are whole",
        ),
        pytest.param(
            ["There are four ranks.\n\nAll four ranks matter.", "There are five ranks."],
            "1.md 'five'",
            ["four", "four"],
            id="most",
        ),
        pytest.param([SIX, "There are seven attributes."], "1.md 'seven'", ["Six"], id="counts"),
        pytest.param(["There are five seasons. One of the six seasons is dry."], "0.md 'six'", ["five"], id="one page"),
    ],
)
def test_a_contradiction_shows_both_places(texts: list[str], at: str, related: list[str]) -> None:
    (finding,) = [found for found in check(*texts, system="masque").findings if found.rule == "contradiction"]
    place = finding.place
    assert f"{place.source.path} {place.source.slice(place.span)!r}" == at
    assert [other.source.slice(other.span) for other in finding.details.related] == related
    assert not check(*texts, system=None).findings, "of no game, two distant sentences may speak of two things"


def test_a_remedy_names_both_sides() -> None:
    (finding,) = check("There are 4 ranks.", "There are 5 ranks.", system="masque").findings
    assert finding.help == "write `4` here, or write `5` there"


def test_what_is_waived_is_silent() -> None:
    text = "There are 5 ranks. <!-- check: off, as it was -->"
    report = check("There are 4 ranks.", text, system="dry-cereal")
    assert [finding.rule for finding in report.findings] == []


def test_two_sums_with_one_total_are_right() -> None:
    right = "She has rolled 3 + 1 and 2 + 1 = 7 points.\n"
    assert serious(check_text(right, system="cavea")) == []
    assert [f.rule for f in serious(check_text(right.replace("7", "8"), system="cavea"))] == ["wrong-sum"]


def test_dice_of_another_notation_are_words_in_prose() -> None:
    text = "TESTS\n\nRoll a d6 for each point, and a d8 at dusk. A wight hits for d6+1.\n"
    for game in ("cavea", "drama"):
        report = check_text(text, system=game, dialect="prose", path="a.txt")
        assert "invalid-notation" not in [finding.rule for finding in report.findings]

"""Labels, lists of names and references in bold: general readers of claims, for any game that declares them."""

import pytest

from tests.checking import check_text, shown


def found(text: str) -> list[str]:
    return [shown(finding) for finding in check_text(text, system="dry-cereal").findings]


SKILLS = "# List of Skills\n\n## Alpha (specific)\n\nx\n\n## Beta\n\n**Hindered by:** {}\n"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("Alpha, Beta", []),
        ("Alpha (specific) and Beta", []),
        ("Alpha or beta.", []),
        ("Alpha, Gamma", ["9:25 unknown-term 'Gamma'"]),
        ("Alpha, Betta", ["9:25 misspelt-term 'Betta'"]),
    ],
)
def test_lists_of_names(names: str, expected: list[str]) -> None:
    assert found(SKILLS.format(names)) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [("Perception", "Perceptoin"), ("Medicine", "Medicne"), ("Stealth", "Stelth"), ("Perception", "Sight")],
)
def test_a_misspelt_heading_of_a_skill_is_told_once_and_there(old: str, new: str) -> None:
    text = "# List of Skills\n\n## Medicine\n\nx\n\n## Perception\n\nx\n\n## Stealth\n\nx\n"
    text += "\n## Sneaking\n\n**Hindered by:** {}\n".format(old if new != "Sight" else "Stealth")
    expected = [] if new == "Sight" else [f"misspelt-term '{new}'"]
    assert [line.partition(" ")[2] for line in found(text.replace(f"## {old}", f"## {new}"))] == expected

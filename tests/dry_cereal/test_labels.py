"""Labels, lists of names and references in bold: general readers of claims, for any game that declares them."""

import pytest

from tests.checking import check_text, shown


def found(text: str) -> list[str]:
    return [shown(finding) for finding in check_text(text, system="dry-cereal").findings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a Superior [+2] task", []),
        ("a **Superior** [+2] task", []),
        ("a Superior\n[+2] task", []),
        ("a superior (+2) task", []),
        ("a Superior +2 task", []),
        ("a Superior [−2] task", ["1:13 wrong-value '−2'"]),
        ("a Superior [+3] task", ["1:13 wrong-value '+3'"]),
        ("a *Superior [+0]* task", ["1:14 wrong-value '+0'"]),
        ("a Superior [+two] task", []),
        ("a Superior +4 task", ["1:12 wrong-value '+4'"]),
        ("an Intermediate [-0] task", ["1:18 wrong-value '-0'"]),
        ("a Suprior [+2] task", ["1:3 misspelt-term 'Suprior'"]),
        ("a Mighty [+2] task", ["1:3 unknown-term 'Mighty'"]),
        ("the Modifier [+2] counts", []),
        ("your Stealth [+2] counts", []),
        ("a [+2] Modifier", []),
        ("a bonus of [+2]", []),
        ("see note [2] and [3]", []),
        ("from -2 to +4", []),
        ("# Ally [1 to 4 points]", []),
        ("# Ally [1-4 points]", []),
        ("# Ally [1 to 5 points]", ["1:9 wrong-value '1 to 5'"]),
        ("# Sidekick [4+ points]", []),
        ("# Sidekick [5 or more points]", ["1:13 wrong-value '5 or more'"]),
        ("# Sidekick [4 points]", ["1:13 wrong-value '4'"]),
        ("# Flying [4 points]", []),
        ("# Wealht [4 to 16 points]", ["1:3 misspelt-term 'Wealht'"]),
        ("# Flying [1 to 4 points]\n\n- Low [1 point]\n- High [4 points]", []),
        ("# Flying [1 to 4 points]\n\n- Low [2 points]\n- High [4 points]", ["1:11 contradiction '1 to 4'"]),
        ("# Flying [2 or more points]\n\n- Low [2 points]\n- High [9 points]", []),
    ],
)
def test_labels(text: str, expected: list[str]) -> None:
    assert found(text) == expected


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
    ("text", "expected"),
    [
        ("They follow (see **Sidekick**).", []),
        ("They follow (see **Sidekik**).", ["1:20 misspelt-term 'Sidekik'"]),
        ("by the **Wizard** rules", ["1:10 unknown-term 'Wizard'"]),
        ("# Wizard\n\nby the **Wizard** rules", []),
        ("see **below**, or see Wizard", []),
    ],
)
def test_references_in_bold(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [("Perception", "Perceptoin"), ("Medicine", "Medicne"), ("Stealth", "Stelth"), ("Perception", "Sight")],
)
def test_a_misspelt_heading_of_a_skill_is_told_once_and_there(old: str, new: str) -> None:
    text = "# List of Skills\n\n## Medicine\n\nx\n\n## Perception\n\nx\n\n## Stealth\n\nx\n"
    text += "\n## Sneaking\n\n**Hindered by:** {}\n".format(old if new != "Sight" else "Stealth")
    expected = [] if new == "Sight" else [f"misspelt-term '{new}'"]
    assert [line.partition(" ")[2] for line in found(text.replace(f"## {old}", f"## {new}"))] == expected

"""The raw source of Dry Cereal: nearly faultless, so silence; and every change of a number or a name is caught."""

import re

import pytest

from rulebook_rules.claims.model import Verdict
from tests.checking import check_text, serious, shown, touches
from tests.seeds import seed
from tests.shares import shares

REAL_FAULTS: list[str] = []
"""What is wrong with the source that a checker can know: nothing. Its slips are of running prose ("a Intermediate")."""

STATES_NOTHING = {
    "1": "the version in the title block",
    "2": "the author in the title block",
    "3": "the date in the title block",
    "51": "the number of a list item: the page counts by itself",
    "56": "the number of a list item: the page counts by itself",
    "63": "the number of a list item: the page counts by itself",
    "47": "one of several ways",
    "53": "one of the character's Techniques",
    "58": "one of the character's Skills",
    "175": "no one",
    "361": "isn't one to be trifled with",
    "410": "one of the following",
    "415": "a share of the real world, which no rule gives",
    "419": "a share of the real world, which no rule gives",
}
"""Lines whose numbers state no rule, and why."""

NUMBER = re.compile(
    r"(?<![\w.])[+-]?\d+|\b(?:one|two|three|four|six|seven|zero)\b(?!-|\w)|\b(?:six)(?=-sided)", re.IGNORECASE
)
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"]


def report_on(text: str):  # type: ignore[no-untyped-def]
    return check_text(text, system="dry-cereal", dialect="pandoc")


def others(number: str) -> list[str]:
    """Other numbers to put in the place of one."""
    if number.lower() in WORDS:
        at = WORDS.index(number.lower())
        found = [WORDS[at + 1], *([WORDS[at - 1]] if at > 1 else [])]
        return [word.capitalize() if number[0].isupper() else word for word in found]
    sign = number[0] if number[0] in "+-" else ""
    value = int(number.lstrip("+-"))
    return [("-" if sign == "+" else "+") + str(value)] if sign and value else [f"{sign}{value + 1}"]


def test_the_source_is_right() -> None:
    report = report_on(seed("002"))
    assert [shown(finding) for finding in report.findings] == REAL_FAULTS
    assert {claim.verdict for claim in report.claims} == {Verdict.RIGHT}


def test_it_is_read_at_length() -> None:
    kinds = {claim.kind for claim in report_on(seed("002")).claims}
    assert {"table-skill-costs", "table-margins", "label-ladder", "label-extras", "hindered-by", "reference"} <= kinds
    assert {"tries-of-the-untrained", "chance-of-a-skill", "chance-of-the-untrained", "what-a-total-exceeds"} <= kinds


Change = tuple[int, int, str]
"""What stands at `[start, end)` is to be something else."""
AT_ONCE = 6


def unseen(text: str, wanted: list[Change], *, spare: int = 0) -> list[str]:
    """Those of some changes that no finding touches, or that more than one does. Distant ones are made at once.

    `spare`: how many findings there may be elsewhere, because something else has become wrong by a change as well.
    """
    wanted = sorted(wanted)
    step = -(-len(wanted) // AT_ONCE)
    wrong = []
    for first in range(step):
        batch = wanted[first::step]
        changed, places, moved, position = [], [], 0, 0
        for start, end, other in batch:
            changed += [text[position:start], other]
            places.append((start + moved, start + moved + len(other)))
            moved += len(other) - (end - start)
            position = end
        findings = serious(report_on("".join((*changed, text[position:]))))
        found = [*map(shown, findings)]
        for (start, end, other), place in zip(batch, places, strict=True):
            touching = [finding for finding in findings if touches(finding, *place)]
            if len(touching) != 1:
                line = text.count("\n", 0, start) + 1
                wrong.append(f"{line}: {text[start:end]} -> {other}: {[*map(shown, touching)]} of {found}")
        if len(findings) > len(batch) + spare:
            wrong.append(f"{len(batch)} changes are {found}")
    return wrong


@pytest.mark.parametrize("choice", shares((0, -1)))
def test_every_change_of_a_number_is_one_finding_at_its_place(choice: int) -> None:
    text = seed("002")
    matches = [
        match for match in NUMBER.finditer(text) if str(text.count("\n", 0, match.start()) + 1) not in STATES_NOTHING
    ]
    assert len(matches) > 100
    assert unseen(text, [(*match.span(), others(match[0])[choice]) for match in matches]) == []


LEVELS = re.compile(r"\b(Basic|Intermediate|Superior|Formidable)(?=\s\[)")
LISTED = re.compile(r"(?<=Hindered by:\*\* )(.+)")
PRICED = re.compile(r"^(?:## |- \*\*)(.+?) (?=\[[\d])", re.MULTILINE)


def misspelt(name: str) -> str:
    """A name with two letters in the middle swapped, or one doubled."""
    at = len(name) // 2
    swapped = name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :]
    return swapped if swapped != name else name[:at] + name[at] + name[at:]


def names() -> list[tuple[int, int]]:
    text = seed("002")
    found = [match.span(1) for match in (*LEVELS.finditer(text), *PRICED.finditer(text))]
    for match in LISTED.finditer(text):
        found += [(match.start() + item.start(), match.start() + item.end()) for item in re.finditer("[^,]+", match[0])]
    found += [match.span(1) for match in re.finditer(r"(?:see|the) \*\*(Sidekick)\*\*", text)]
    return [(start + len(text[start:end]) - len(text[start:end].lstrip()), end) for start, end in found]


def test_every_misspelt_name_is_seen_at_its_place() -> None:
    text = seed("002")
    assert len(names()) > 80
    assert unseen(text, [(start, end, misspelt(text[start:end])) for start, end in names()], spare=1) == []


def test_another_level_in_the_place_of_one_is_seen() -> None:
    text = seed("002")
    changes = [
        (*match.span(), "Formidable" if match[0] != "Formidable" else "Basic") for match in LEVELS.finditer(text)
    ]
    # A row of a table with another row's name leaves that of its own without a place.
    assert unseen(text, changes, spare=2) == []


def test_another_skill_in_a_list_is_seen() -> None:
    text = seed("002")
    for match in LISTED.finditer(text):
        for item in re.finditer(r"[^, ][^,]*", match[0]):
            start = match.start() + item.start()
            changed = text[:start] + "Medicine" + text[start + len(item[0]) :]
            findings = serious(report_on(changed))
            assert any(touches(finding, start, start + len("Medicine")) for finding in findings), item[0]


REWORDED = [
    ("starting pool of 10 **character points**", "pool of 10 character points to spend"),
    ("costs 1 character point, **Superior", "is 1 point, **Superior"),
    ("(only 1 in 4)", "(about 28 %)"),
    ("three or four attempts", "about four tries"),
    ("three or four attempts", "3 to 4 rolls"),
    ("almost never achieve", "hardly ever achieve"),
    ("exceeds **seven** is", "is above **7** is"),
    ("**two\n    six-sided dice**", "two d6"),
    ("Deception, Stealth", "Stealth and Deception"),
    ("Stealth, Deception", "Deception and Stealth"),
    ("Defensive Skill, Melee Weapon Skill, Unarmed Combat", "Unarmed Combat, Defensive Skill or Melee Weapon Skill"),
    ("[4 or more points]", "[4+ points]"),
    ("[1 to 4 points]", "[1-4 points]"),
    ("Basic [-2]", "Basic (-2)"),
    ("**Superior [+2]**", "*Superior* [+2]"),
    ("top 10% by", "top 5% by"),
    ("(hobby, night school)", "(a hobby [+1 friend], night school)"),
    ("talentless\nSidekick costs **4 points**", "talentless\nSidekick is 4 points"),
    ("## Deception\n", "## Deception\n\n**Hindered by:** Perception\n"),
    ("## Wealth", "## Flying [1 to 9 points]\n\n- **Low [1 point]**\n- **High [9 points]**\n\n## Wealth"),
    ("## Stealth\n", "## Wizardry (specific)\n\n**Hindered by:** Wizardry, Stealth\n\n## Stealth\n"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), REWORDED)
def test_other_and_right_wordings_are_silent(old: str, new: str) -> None:
    text = seed("002")
    report = report_on(text.replace(old, new))
    assert [shown(finding) for finding in serious(report)] == []


def test_a_range_over_unknown_entries_is_held_to_them() -> None:
    text = "# List of Extras\n\n## Flying [1 to 9 points]\n\n- **Low [1 point]**\n- **High [8 points]**\n"
    (finding,) = report_on(text).findings
    assert shown(finding) == "3:12 contradiction '1 to 9'"


def test_multiline_tables_are_held_cell_by_cell() -> None:
    text = seed("002")
    (finding,) = report_on(text.replace("Superior [+2]           9", "Superior [+2]           8")).findings
    assert shown(finding).endswith("table-mismatch '8'")
    missing = text.replace("    Formidable [+4]         11\n", "")
    assert [finding.rule for finding in report_on(missing).findings] == ["table-gap"]

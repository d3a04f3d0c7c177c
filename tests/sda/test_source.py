"""The raw source of SdA: every real fault, no false alarm, and every change of a number caught at its place."""

import re

import pytest

from rulebook_core.findings import Finding
from tests.checking import check_text, serious, shown, touches
from tests.seeds import seed
from tests.shares import shares

REAL_FAULTS = [
    "8:10 unresolved-include '{root}Include.adoc'",
    "31:13 table-gap '12'",
    "74:1 unresolved-attribute '{gameName}'",
    "119:60 malformed-markup '[lexicWord]'",
    "195:21 misspelt-term 'chracters'",
    "225:97 wrong-value '3'",
    "226:17 misspelt-term 'chatacter'",
    "234:10 unresolved-include 'Types_of_Test.adoc'",
    "279:10 unresolved-include 'Spirit.adoc'",
    "281:10 unresolved-include 'Improving_Skills_and_Attributes.adoc'",
    "283:2 unresolved-attribute '{sidebarTitle}'",
    "292:62 wrong-value 'power'",
    "326:10 unresolved-include 'Skills.adoc'",
    "330:10 unresolved-include 'Combat.adoc'",
]

FREE = {
    ("61", "one"): "a pronoun",
    ("99", "one"): "a pronoun: whichever speciality it is",
    ("101", "one"): "a pronoun",
    ("120", "one"): "the second is a pronoun; the first is held to the two attributes that may govern a skill",
    ("121", "one"): "either of two, as they stand",
    ("144", "one"): "several rolls and pools may be any number of them",
    ("308", "one"): "a pronoun",
    ("77", "d8"): "an example of a die may be another die",
    ("129", "7"): "a 6 would have dice of six sides as well",
    ("225", "3"): "the fault of the source; 4 or 5 mend it",
}
"""Numbers that state nothing, or not all that they could, by line."""
FREE_WORDS = ("leveloffset", ":revnumber:", ":revdate:")
"""Lines whose numbers say how the page is made."""

NUMBER = re.compile(
    r"(?<![\w{])(?P<sign>[+-](?=\d))?(?:(?P<digits>\d+)(?=\D|$)|(?P<word>one|two|three|four|five|six|twelve)(?!\w))"
    r"|(?<![A-Za-z])d(?P<die>\d+)",
    re.IGNORECASE,
)
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "twelve", "thirteen"]


def check(text: str) -> list[Finding]:
    return serious(check_text(text, system="sda", dialect="asciidoc", path="sda.adoc"))


def test_the_real_faults_and_nothing_else() -> None:
    assert [shown(finding) for finding in check(seed("003"))] == REAL_FAULTS


def test_the_fault_of_the_list_shows_both_of_its_names_and_the_other_list() -> None:
    text = seed("003")
    (finding,) = [finding for finding in check(text) if shown(finding).startswith("292:")]
    related = {place.source.slice(place.span).partition(" ")[0] for place in finding.details.related}
    assert "sagacity" in related
    assert any(place.source.position(place.span.start).line == 20 for place in finding.details.related)


def others(match: re.Match[str]) -> list[str]:
    """Other numbers to put in the place of one."""
    if match["word"]:
        index = WORDS.index(match["word"].lower())
        new = [WORDS[index + 1], WORDS[index - 1]]
        return [word.capitalize() if match["word"][0].isupper() else word for word in new]
    if match["die"]:
        sizes = ["4", "6", "8", "10", "12", "20"]
        index = sizes.index(match["die"])
        return [f"d{sizes[(index + 1) % 6]}", f"d{int(match['die']) + 1}"]
    value = int(match["digits"])
    return [f"{match['sign'] or ''}{new}" for new in (value + 1, value - 1, value * 10 + 3) if new >= 0]


def targets(text: str) -> list[tuple[int, int, str]]:
    """Every number of the source with every other one for it, but for those that are free."""
    found = []
    for match in NUMBER.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        whole = text.splitlines()[line - 1]
        if (str(line), match[0]) not in FREE and not any(word in whole for word in FREE_WORDS):
            found += [(match.start(), match.end(), other) for other in others(match)]
    return found


@pytest.mark.parametrize("part", shares(range(4)))
def test_every_change_of_a_number_is_one_finding_at_its_place(part: int) -> None:
    """Changes far from each other are made at once: each has a finding, and there are no more findings than changes."""
    text = seed("003")
    changes = targets(text)
    assert len(changes) > 250
    stride = 32
    wrong = []
    for first in range(part, stride, 4):
        changed, places, position = "", [], 0
        for start, end, other in changes[first::stride]:
            changed += text[position:start]
            places.append((len(changed), len(changed) + len(other), text[start:end], other))
            changed += other
            position = end
        findings = check(changed + text[position:])
        for start, end, old, new in places:
            if not any(touches(finding, start, end) for finding in findings):
                wrong.append(f"line {changed.count(chr(10), 0, start) + 1}: {old} -> {new} is not seen")
        if len(findings) > len(REAL_FAULTS) + len(places):
            known = {line.partition(" ")[0] for line in REAL_FAULTS}
            new_ones = [shown(finding) for finding in findings if shown(finding).partition(" ")[0] not in known]
            wrong.append(f"{len(places)} changes are {len(new_ones)} findings: {new_ones}")
    assert wrong == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("#agility#, [lexicWord]#constitution#", "#swiftness#, [lexicWord]#constitution#"),
        ("#persona# and [lexicWord]#wisdom#.\n\n", "#persona# and [lexicWord]#sagacity#.\n\n"),
        ("#erudition#, [lexicWord]#sagacity#", "#study#, [lexicWord]#sagacity#"),
        ("Copper, Silver and Gold", "Copper, Iron and Gold"),
        ("[lexicWord]#courage#", "[lexicWord]#valour#"),
        ("Faun and Troll", "Faun and Giant"),
        ("a [lexicWord]#Survival speciality#", "a [lexicWord]#Stealth speciality#"),
        ("*Moderate tasks* need", "*Difficult tasks* need"),
        ("are considered weak", "are considered average"),
        ("task is difficult and", "task is easy and"),
        ("[lexicWord]#Erudition# is the", "[lexicWord]#Eruditoin# is the"),
        ("have [lexicWord]#disadvantage#", "have [lexicWord]#disadvantge#"),
        ("==== Agility", "==== Agilty"),
        ("equal or superior to a", "inferior to a"),
    ],
)  # fmt: skip
def test_a_changed_name_is_seen_at_its_place(old: str, new: str) -> None:
    text = seed("003")
    assert old in text
    start = text.index(old)
    first = next(index for index, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1])
    findings = check(text.replace(old, new, 1))
    assert any(touches(finding, start + first, start + len(new)) for finding in findings), [*map(shown, findings)]


@pytest.mark.parametrize("broken", ["[lexiWord]#attributes#", "lexicWord]#attributes#", "[lexicWord#attributes#"])
def test_a_broken_role_is_one_finding_at_its_place(broken: str) -> None:
    text = seed("003")
    old = "[lexicWord]#attributes#"
    start = text.index(old)
    fresh = [finding for finding in check(text.replace(old, broken, 1)) if shown(finding) not in REAL_FAULTS]
    assert [finding.rule for finding in fresh] == ["malformed-markup"], [*map(shown, fresh)]
    assert touches(fresh[0], start, start + len(broken))

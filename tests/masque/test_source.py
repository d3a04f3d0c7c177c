"""The raw source of Masque: its true faults, no false alarm, and every change of a number caught at its place."""

import re
from functools import lru_cache

import pytest

from rulebook_proof.analysis import Report
from rulebook_rules.claims.model import Verdict
from tests.checking import check_text, serious, shown, touches
from tests.seeds import seed
from tests.shares import shares

REAL_FAULTS = [
    "1:13063 open-value '?see'",
    "1:26763 open-value '?plural'",
    "1:27329 open-value 'prc=?'",
    "1:29789 wrong-value 'exceeds'",
    "1:30586 near-miss 'Vlad\"'",
    "1:33460 wrong-value 'downstage'",
    "1:42650 open-value '(-18?)'",
    "1:42960 open-value '?%'",
    "1:43201 open-value '=?'",
    "1:45712 open-value '?&'",
    "1:45825 unknown-entry '{1}'",
]
"""Seven values left open, five of them in notes (an eighth is a monster without a name); a Bravo that must exceed where
equal is enough, a lost quotation mark, a note against the body, an empty entry."""

FREE = {
    115: "the year of the copyright",
    13541: "two actors: a pair, and no number of the game",
    14107: "the number of a list item",
    14210: "the number of a list item",
    19226: "a draft's legs",
    34188: "a modifier of an example: any up to 5",
    34254: "a modifier of an example: any up to 5",
    35732: "a modifier of an example: any up to 5",
    36638: "a modifier of an example: any up to 5",
    36650: "a modifier of an example: any up to 5",
    36666: "a modifier of an example: any up to 5",
    37903: "a die of an example: any that has a 6",
}
"""Numbers that state nothing, by place and in words."""
NUMBER = re.compile(
    r"(?<![\w.])[+-]?(\d+(?:\.\d+)?)(?!\w)|(?<=[d@])(\d+(?:\.\d+)?)|(?<![\w.])(\d+)(?=[dxs]\b|d\d|st\b)|(\.5)\b"
)


@lru_cache(maxsize=1)
def unchanged() -> Report:
    return check_text(seed("004"), system="masque", dialect="prose")


def check(text: str) -> Report:
    return check_text(text, system="masque", dialect="prose")


def test_the_real_faults_and_nothing_else() -> None:
    found = [finding for finding in serious(unchanged()) if finding.rule not in ("misspelt-word", "confused-word")]
    assert [shown(finding) for finding in found] == REAL_FAULTS


def test_misspelt_words() -> None:
    found = [finding for finding in serious(unchanged()) if finding.rule == "misspelt-word"]
    words = [finding.place.source.slice(finding.place.span) for finding in found]
    assert words == ["alloted", "initative", "higest", "occuring", "alloted", "alloted", "undesireable"]


def test_what_is_checked() -> None:
    claims = unchanged().claims
    assert len([claim for claim in claims if claim.kind == "monster"]) == 22
    assert len([claim for claim in claims if claim.kind == "item"]) == 32
    assert len([claim for claim in claims if claim.kind == "figure"]) == 5
    assert [claim.kind for claim in claims if claim.verdict is Verdict.WRONG] == ["bravo-takes", "exchange"]
    numbers = [number for number in unchanged().numbers if number.text.lower() not in ("one", "half")]
    free = [number for number in numbers if not number.guarded]
    assert len(free) <= 0.04 * len(numbers)


def numbers(text: str) -> list[tuple[int, int, str]]:
    found = []
    for match in NUMBER.finditer(text):
        group = next(index for index in range(1, 5) if match[index] is not None)
        found.append((*match.span(group), match[group]))
    return found


def others(number: str) -> list[str]:
    if "." in number:
        return [str(float(number) + 1).removeprefix("0") if number.startswith(".") else str(float(number) + 1)]
    return [str(int(number) + 1), str(int(number) * 10 + 3)]


STRIDE = 24
"""Numbers so far from each other are changed at the same time."""
PARTS = 12
"""They are changed in so many tests."""


@pytest.mark.parametrize("part", shares(range(PARTS)))
def test_every_change_of_a_number_is_found_at_its_place(part: int) -> None:
    text = seed("004")
    usual = len(serious(unchanged()))
    unseen, many = [], []
    stating = [n for n in numbers(text) if n[1] < 45826 and not any(abs(n[0] - free) <= 1 for free in FREE)]
    for batch in range(part, STRIDE, PARTS):
        for way in (0, 1):
            changed, places, shift = text, [], 0
            for start, end, number in stating[batch::STRIDE]:
                other = others(number)[min(way, len(others(number)) - 1)]
                changed = changed[: start + shift] + other + changed[end + shift :]
                places.append((start + shift, start + shift + len(other)))
                shift += len(other) - len(number)
            findings = serious(check(changed))
            for start, end in places:
                if not any(touches(finding, start, end) for finding in findings):
                    unseen.append(
                        f"{changed[max(0, start - 30) : start]}«{changed[start:end]}»{changed[end : end + 20]}"
                    )
            if len(findings) > usual + len(places) + 2:
                many.append([shown(finding) for finding in findings])
    assert unseen == []
    assert many == []


@pytest.mark.parametrize("width", [60, 110])
def test_a_wrapped_copy_has_the_same_findings(width: int) -> None:
    text = seed("004")
    wrapped, column = "", 0
    for word in text.split(" "):
        if column and column + len(word) > width:
            wrapped, column = wrapped[:-1] + "\n", 0
        wrapped += word + " "
        column += len(word) + 1
    wrapped = wrapped[:-1]
    report = check(wrapped)
    assert [finding.place.span for finding in report.findings] == [f.place.span for f in unchanged().findings]
    assert [finding.message for finding in report.findings] == [f.message for f in unchanged().findings]
    assert [claim.id for claim in report.claims] == [claim.id for claim in unchanged().claims]


SIGNS = [
    ("Upsurge staff (M):", "Upsurge staff (m):", "near-miss"),
    ("Upsurge staff (M):", "Upsurge staff (M:", "near-miss"),
    ("glaive (L/ B/ M):", "glaive (X/ B/ M):", "near-miss"),
    ("glaive (L/ B/ M):", "glaive (L/ b/ M):", "near-miss"),
    ("glaive (L/ B/ M):", "glaive (L/ B/ C):", "wrong-value"),
    ("glaive (L/ B/ M):", "glaive (L/ B/ M:", "near-miss"),
    ("glaive (L/ B/ M):", "glaive L/ B/ M):", "near-miss"),
    ("rapier (all):", "rapier (all:", "near-miss"),
    ("Pirate glaive", "pirate glaive", "near-miss"),
    ("Goblin: Build", "goblin: Build", "near-miss"),
    ("max @2.5. Every", "max 2.5. Every", "near-miss"),
    ("Cast d4 |d6", "Cast d4 |2d6", "invalid-notation"),
    ("=Curate Build 14 Cast", "=Curte Build 14 Cast", "near-miss"),
    ("Cast Modifiers: An", "Cast Modifiers; An", "near-miss"),
    ("Timing In Play:", "timing in play:", "near-miss"),
    ("Dice Notation: A", "Dice Ntation: A", "unknown-entry"),
    ("Dwarf: Build", "Merekite: Build", "wrong-value"),
    ("Cast d4 |d6 least max @", "Cast 2d4 |d6 least max @", "invalid-notation"),
    ("d4 |d6 best max", "d4 +d6 best max", "invalid-notation"),
    ("+|d3 -d2| (or", "+|d3 d2| (or", "invalid-notation"),
    ("@2.5 +@2. If", "@2.5 @2. If", "wrong-value"),
    ("Cast d6 -1 @", "Cast d6 1 @", "illegal-cast"),
    ("Ghoul's 2d6 -d4 is", "Ghoul's 2d6 d4 is", "wrong-value"),
    ("4.. 5) Cast", "4.. 6) Cast", "wrong-value"),
    ("1) no effect", "2) no effect", "wrong-value"),
    ("alloted on d6", "alloted on d8", "wrong-value"),
    ("14 /5 Cast per build, would", "14 /4 Cast per build, would", "wrong-value"),
    ("A six- sided", "A ten- sided", "wrong-value"),
    ("result of 6 is added", "result of 7 is added", "wrong-value"),
    ("On d8 =>7", "On d8 <=7", "wrong-value"),
    ("has a Build trait", "has a Biuld trait", "misspelt-term"),
    ("a Ghoul with Cast", "a Ghaul with Cast", "misspelt-term"),
    ("1 to Chops in", "1 to Chups in", "misspelt-term"),
    ("die of 4 or more", "die of 4 or less", "wrong-value"),
    ("Every d6 value", "Every 2d6 value", "wrong-value"),
]


@pytest.mark.parametrize(("old", "new", "rule"), shares(SIGNS, seen=12))
def test_a_changed_sign_is_one_finding_at_its_place(old: str, new: str, rule: str) -> None:
    text = seed("004")
    assert old in text
    changed = text.replace(old, new, 1)
    usual = {(finding.rule, finding.message) for finding in unchanged().findings}
    fresh = [finding for finding in serious(check(changed)) if (finding.rule, finding.message) not in usual]
    assert [finding.rule for finding in fresh] == [rule], [shown(finding) for finding in fresh]
    start = text.index(old)
    assert touches(fresh[0], start, start + len(new))

"""The raw source of Underlying Concepts: every real fault, no false alarm, and every change caught at its place."""

import re
from itertools import groupby, zip_longest
from operator import itemgetter

import pytest

from rulebook_proof.analysis import Report
from tests.checking import check_text, not_one_finding, serious, shown, touches
from tests.seeds import seed
from tests.shares import shares, whole

REAL_FAULTS = [
    "8:21 unknown-target '/index.md'",
    "19:20 todo-marker '[TODO]'",
    "46:1 todo-marker '[TBD]'",
    "46:12 unresolved-wikilink '3. Core Attributes'",
    "48:4 empty-section 'Life & Backgrounds'",
    "56:1 heading-jump '#### 1. Base pool = Attribute + Skill'",
    "60:5 todo-marker '[TODO]'",
    "76:17 wrong-value 'teat'",
    "99:6 wrong-value 'risky fail'",
    "109:4 unresolved-embed 'Dice Pool Statistics.png'",
    "111:38 wrong-value 'change'",
]
"""By hand, from the top: a page, markers and a note that are not there, an empty section, a skipped level, a word that
is nearly another (twice), the meaning of a 1 that was copied from other dice, a lost picture."""

FREE_LINES = {
    17: "an article: one situation or decision, as people say",
    60: "the only item of its list: the page counts by itself",
}
"""Lines with a number that states nothing."""
NUMBER = re.compile(
    r"(?<![\w#&])(?:[dD](?=\d))?\d+|\b(?:two|ten|a single|nine)\b", re.IGNORECASE
)  # fmt: skip
VAGUE = 11
"""By how much what is "close enough" has to change: five points to either side are its tolerance."""


def check(text: str) -> Report:
    return check_text(text, system="drama", dialect="obsidian", path="001.txt")


def test_the_real_faults_and_nothing_else() -> None:
    assert [shown(finding) for finding in serious(check(seed("001")))] == REAL_FAULTS


def others(number: str, *, vague: bool) -> list[str]:
    """Other numbers to put in the place of one."""
    words = {"two": ("one", "three"), "ten": ("nine", "eleven"), "a single": ("two", "three"), "nine": ("eight", "ten")}
    if number.lower() in words:
        found = words[number.lower()]
        return [word.upper() for word in found] if number.isupper() else list(found)
    letter, digits = ("D", number[1:]) if number[0] in "dD" else ("", number)
    value = int(digits)
    step = VAGUE if vague else 1
    return [f"{letter}{other}" for other in (value + step, value - step, 10 * value + 3) if other >= 0]


def mutants(text: str) -> list[tuple[int, str, str]]:
    """Every number of the source with others in its place: offset, number, other."""
    found = []
    lines = text.split("\n")
    for match in NUMBER.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start()) - 1
        if line in FREE_LINES:
            continue
        is_mark = re.fullmatch(r"\s*", lines[line - 1][:column]) and text[match.end()] == "."
        vague = lines[line - 1].startswith(">") and text[match.end()] == "%"
        # A list that begins with 0, or whose numbers are all 1, is counted by the page.
        wanted = [other for other in others(match[0], vague=vague) if not (is_mark and int(other) < 2)]
        found += [(match.start(), match[0], other) for other in wanted]
    return found


def test_every_change_of_a_number_is_seen_at_its_place() -> None:
    text = seed("001")
    by_place = groupby(mutants(text), key=itemgetter(0))
    ways = zip_longest(
        *([(start, start + len(number), other) for start, number, other in group] for _, group in by_place)
    )
    for changes in ways:
        there = [change for change in changes if change is not None]
        assert not_one_finding(text, there, lambda changed: serious(check(changed))) == []


NAMES = ("Spring", "Summer", "Easter", "Michaelmas", "Autumn", "Winter")


@pytest.mark.parametrize("name", shares(NAMES, seen=2))
def test_every_change_of_a_season_or_a_feast_is_seen_at_its_place(name: str) -> None:
    text = seed("001")
    usual = len(serious(check(text)))
    for match in re.finditer(name, text):
        for other in (other for other in NAMES if other != name):
            findings = serious(check(text[: match.start()] + other + text[match.end() :]))
            assert any(touches(finding, match.start(), match.start() + len(other)) for finding in findings), match
            assert len(findings) <= usual + 2


LEVELS = "Cast\nCameo\nSupport\nActor\nLead Actor\nPrincipal\nTitle Character\nStarring Actor\nDirector"


@whole
def test_actor_levels_are_held_to_their_order() -> None:
    text = seed("001")
    start = text.index(LEVELS)
    usual = len(serious(check(text)))
    names = LEVELS.split("\n")

    def faults(levels: list[str], at: int, last: int | None = None) -> None:
        findings = serious(check(text.replace(LEVELS, "\n".join(levels))))
        offset = start + len("\n".join(["", *levels[:at]])) if at else start
        assert any(
            touches(finding, offset, offset + len("\n".join(levels[at : (last or at) + 1]))) for finding in findings
        ), levels
        assert len(findings) <= usual + 2, [shown(finding) for finding in findings]

    for at, name in enumerate(names):
        faults([*names[:at], name + "s", *names[at + 1 :]], at)
        faults([*names[:at], "Extra", *names[at:]], at)
        if at + 1 < len(names):
            faults([*names[:at], names[at + 1], name, *names[at + 2 :]], at, at + 1)
        faults([*names[:at], *names[at + 1 :]], max(at - 1, 0))


def test_every_change_of_the_letters_of_dice_is_seen_at_its_place() -> None:
    text = seed("001")
    free = ("either nBd or nPd or both",)
    unseen = []
    for match in re.finditer(r"(?<=n)[BRDP](?=d\b)", text):
        if any(match.start() in range(text.index(words), text.index(words) + len(words)) for words in free):
            continue  # Circumstances may bring dice of any kind.
        other = "R" if match[0] != "R" else "B"
        findings = serious(check(text[: match.start()] + other + text[match.end() :]))
        if not any(touches(finding, match.start(), match.end()) for finding in findings):
            unseen.append(text[match.start() - 20 : match.end() + 5])
    assert unseen == []


def test_what_a_face_gives_is_held_to_its_dice() -> None:
    text = seed("001")
    for old, new in (
        ("5-6 success", "5-6 fail"),
        ("4 (with benefit)", "4 success"),
        ("1 risky fail, 2-3 fail, 4-5", "1 success, 2-3 fail, 4-5"),
        ("6 success & explode", "6 success"),
        ("1-2 negative success", "1-2 no effect"),
        ("3-6 no effect", "3-6 negative success"),
    ):
        start = text.index(old)
        findings = serious(check(text.replace(old, new, 1)))
        assert any(touches(finding, start, start + len(new)) for finding in findings), old


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[[3. Core Attributes]]", "[3. Core Attributes]]"),
        ("[[3. Core Attributes]]", "[[3. Core Attributes]"),
        ("![[Dice Pool Statistics.png]]", "![[Dice Pool Statistics.png]"),
        ("![[Dice Pool Statistics.png]]", "![[Dice Pool Statistics.png"),
        ("[Back to the Index](/index.md)", "[Back to the Index(/index.md)"),
        ("[Back to the Index](/index.md)", "Back to the Index](/index.md)"),
    ],
)
def test_a_link_that_lost_a_bracket_is_one_finding(old: str, new: str) -> None:
    text = seed("001")
    findings = serious(check(text.replace(old, new)))
    start = text.index(old)
    touching = [finding for finding in findings if touches(finding, start, start + len(new))]
    assert [finding.rule for finding in touching] == ["malformed-markup"]
    assert len(findings) == len(REAL_FAULTS)

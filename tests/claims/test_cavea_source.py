"""The raw source of Cavea: every real fault, no false alarm, and every change of a number caught at its place."""

import re
from itertools import chain

import pytest

from rulebook_core.findings import Finding
from tests.checking import check_text, not_one_finding, serious, shown, touches
from tests.seeds import seed
from tests.shares import shares

REAL_FAULTS = [
    "53:139 mismatched-reference 'lp'",
    "133:35 misspelt-term 'Body Strengthe'",
    "135:9 unknown-anchor 'physical-attribute-bSt'",
    "139:9 unknown-anchor 'physical-attribute-bEn'",
    "143:9 unknown-anchor 'physical-attribute-bAg'",
    "148:5 empty-section",
    "148:73 misspelt-term 'Requirments'",
    "290:9 wrong-step '(2 * 6)'",
    "310:33 unknown-term '{number}'",
    "353:1 stray-template",
]

FREE_LINES = {
    45: "the number of a list item: the page counts by itself",
    46: "the number of a list item: the page counts by itself",
    47: "the number of a list item: the page counts by itself",
}
"""Lines with numbers that state nothing."""
FREE_STRETCHES = ("*7*, *8*, *2*, *6*, *9*, *2*, *14*, *11*", "4:d4/4:d6/2:d8/2:d10/1:d12")
"""Numbers with some freedom: another face of the same die, and a pool described nowhere else."""
PARTS = 16
"""The numbers are changed in so many tests."""


def test_the_real_faults_and_nothing_else() -> None:
    found = [shown(finding) for finding in serious(check_text(seed("000")))]
    assert len(found) == len(REAL_FAULTS), found
    for line, expected in zip(found, REAL_FAULTS, strict=True):
        assert line.startswith(expected)


def findings_of_book(text: str) -> list[Finding]:
    return serious(check_text(text))


def numbers(text: str) -> list[re.Match[str]]:
    """Digits that state something: outside ids, comments and the like."""
    return list(re.finditer(r"(?<![\w#.-])d?(\d+)", text[: text.index("<!--")]))


def others(number: str) -> list[str]:
    """Other numbers to put in the place of one."""
    value = int(number)
    return [str(value + 1), str(value * 10 + 3)]


@pytest.mark.parametrize("part", shares(range(PARTS)))
def test_every_change_of_a_number_is_one_finding_at_its_place(part: int) -> None:
    text = seed("000")
    free = [(text.index(words), text.index(words) + len(words)) for words in FREE_STRETCHES]
    stating, others_free = [], []
    for match in numbers(text):
        if text.count("\n", 0, match.start()) + 1 not in FREE_LINES:
            some_freedom = any(first <= match.start(1) < last for first, last in free)
            changes = [(*match.span(1), other) for other in others(match[1])]
            (others_free if some_freedom else stating).append(changes)
    for changes in zip(*stating[part::PARTS], strict=True):
        assert not_one_finding(text, changes, findings_of_book, at_once=24) == []
    usual = len(findings_of_book(text))
    for start, end, other in chain.from_iterable(others_free[part::PARTS]):
        assert len(findings_of_book(text[:start] + other + text[end:])) <= usual + 1


def test_a_face_that_its_die_does_not_have_is_seen() -> None:
    text = seed("000")
    for old, new in (("*7*, *8*", "*9*, *8*"), ("*9*, *2*, *14*", "*11*, *2*, *14*"), ("*14*", "*21*")):
        start = text.index(old) + 1
        findings = serious(check_text(text.replace(old, new, 1)))
        assert any(touches(finding, start, start + 2) for finding in findings), new
    for faces in ("*7*, *8*, *3*, *6*, *9*, *3*, *14*, *11*", "*1*, *1*, *1*, *1*, *1*, *1*, *1*, *1*"):
        changed = text.replace(FREE_STRETCHES[0], faces)
        assert any(finding.rule == "wrong-value" for finding in check_text(changed).findings), faces


ANCHORS = re.compile(r'(?:#|id=")([a-z]+(?:-[a-zA-Z]+)+)')
LINKED_TWICE = (
    'id="section-skill-specialization-requirements',
    'id="section-physical-attributes-lp-advancement',
)


def test_every_change_of_an_anchor_is_one_finding_at_its_place() -> None:
    """Of an id that two links lead to, it is one for each of them."""
    text = seed("000")
    once, twice = [], []
    for match in ANCHORS.finditer(text, 0, text.index("<!--")):
        (twice if match[0] in LINKED_TWICE else once).append((*match.span(1), f"{match[1]}x"))
    assert not_one_finding(text, once, findings_of_book) == []
    assert len(twice) == len(LINKED_TWICE)
    for start, end, other in twice:
        findings = findings_of_book(text[:start] + other + text[end:])
        there = [finding.rule for finding in findings if touches(finding, start, start + len(other))]
        assert there.count("unknown-anchor") == 2


def test_a_grammar_that_uses_what_it_lost_is_one_finding() -> None:
    text = seed("000").replace("{+|-}{number}", "{+}{number}")
    (finding,) = [found for found in check_text(text).findings if "{+}" in found.message]
    assert finding.rule == "unknown-term"
    assert not [found for found in check_text(text).findings if found.rule == "contradiction"]


@pytest.mark.parametrize("broken", ["basic mech]: #", "[basic mech: #"])
def test_a_definition_that_lost_a_bracket_is_seen(broken: str) -> None:
    text = seed("000").replace("[basic mech]: #", broken, 1)
    assert "6:1 malformed-markup" in [shown(finding)[:20] for finding in serious(check_text(text))]


def test_wrong_factors_of_a_right_product_are_told_as_such() -> None:
    text = seed("000").replace("(2 * 6) + 4", "(3 * 6) + 4")
    messages = [finding.message for finding in check_text(text).findings if finding.rule == "wrong-step"]
    assert messages == ["this term is worth (2 * 9), the text says (3 * 6)"]

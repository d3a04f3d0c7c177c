"""The suites: of each section's text, the findings come that it lists, and no others."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook_rules.catalogue import load_rules
from tests.suites.suite import Section, sections_of

SUITES = sorted(Path(__file__).parent.glob("**/*.md"))
PAGES = [rule.page for rule in load_rules().values()]
SECTIONS = [section for path in (*SUITES, *PAGES) for section in sections_of(path)]


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_what_is_listed_is_found_and_nothing_else(section: Section) -> None:
    differences = [*section.differences()]
    assert not differences, "\n".join(differences)


@pytest.mark.parametrize(
    "section", [one for one in SECTIONS if "each" not in one.texts[0].words], ids=lambda section: section.name
)
def test_how_lines_end_changes_nothing(section: Section) -> None:
    texts = [replace(text, text=text.text.replace("\n", "\r\n")) for text in section.texts]
    differences = [*replace(section, texts=texts).differences()]
    assert not differences, "\n".join(differences)


OTHERWISE = [
    (r"(?<=[ (|])-(?=\d)", "−"),
    (r"(?<=\d) (?=[a-z]{3})", "\u00a0"),
    (r"(?<=[a-z])'(?=[a-z])", "’"),
    (r"(?<= )(?<!rulebook: )([a-z]{4})([a-z]{4,})(?=[ .,])", "\\1\u00ad\\2"),
    (r"(?m)(?<=[a-z][.,])$", " "),
    (r"(?m)(?<=^\| )(\d+)-(\d+)(?= \|)", "\\1\u2011\\2"),
    (r"(?<=[a-z]\.) (?=[A-Z])", "  "),
    (r"(?<= )([a-z]*)fi(?=[a-z]+[ .,])", "\\1\ufb01"),
]
"""What a text may be typed with instead, and means the same."""
DATA = ("yaml", "python", "png")
"""Files of a section that no reader sees."""


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_with_which_signs_it_is_typed_changes_nothing(section: Section) -> None:
    texts = section.texts
    for pattern, sign in OTHERWISE:
        texts = [
            text if text.dialect in DATA else replace(text, text=re.sub(pattern, sign, text.text)) for text in texts
        ]
    for system in section.texts[0].systems:
        typed, found = (
            sorted((found.finding.rule, found.at.partition(":")[0]) for found in one.found(system))
            for one in (replace(section, texts=texts), section)
        )
        assert typed == found


def test_no_two_sections_have_the_same_name() -> None:
    names = [section.name for section in SECTIONS]
    assert len(set(names)) == len(names)

"""Five languages have the same sentences, and the same is found in them."""

from pathlib import Path

import pytest

from rulebook_text.words import COMPLETE
from tests.suites.suite import sections_of

FOLDER = Path(__file__).parent / "languages"


def shape(code: str) -> list[tuple[str, list[int], list[str]]]:
    """Each section: its title, the lines of its texts, and the rules of what is found in them."""
    return [
        (
            section.name.rpartition("/")[2].rpartition(": ")[2],
            [len(text.text.splitlines()) for text in section.texts],
            [expected.rule for expected in section.expected],
        )
        for section in sections_of(FOLDER / f"{code}.md")
    ]


def test_each_complete_language_has_a_suite() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == set(COMPLETE)


@pytest.mark.parametrize("code", COMPLETE)
def test_its_suite_has_the_same_sections(code: str) -> None:
    assert shape(code) == shape("en")
    assert len(shape(code)) >= 8

"""Proofs that stand open in the text: of what is right before them, in every form that a text has."""

from __future__ import annotations

import pytest

from rulebook_rules.claims.proofs import Proof, proofs_of
from tests.checking import check_text

SENTENCE = "A body with `2:d8/1:d20` is worth 13 Health Points."
COMMENT = "<!-- proof: shown -->"


def proved(text: str, *, dialect: str = "markdown") -> list[list[str]]:
    """What each proof of a text shows as proved."""
    (analysis,) = check_text(text, dialect=dialect).analyses.values()
    document = analysis.document
    return [
        [document.plain(claim.place.span) for claim in found.claims]
        for found in proofs_of(document, analysis.claims)
        if isinstance(found, Proof)
    ]


@pytest.mark.parametrize(
    "before",
    [
        SENTENCE,
        f"Another\nline.\n{SENTENCE}",
        f"- {SENTENCE}\n- Another item.",
        f"> {SENTENCE}",
        f'<div class="specimen" markdown>\n\n{SENTENCE}\n',
    ],
)
def test_what_stands_right_before_it_is_proved(before: str) -> None:
    assert proved(f"# A\n\nA d8 is worth 6 HP.\n\n{before}\n\n{COMMENT}\n\nA d6 is worth 9 HP.\n") == [
        ["2:d8/1:d20 is worth 13 Health Points"]
    ]


def test_a_table_is_proved_row_by_row() -> None:
    rows = ("d20 | 1", "d12 | 3", "d10 | 4", "d8 | 6", "d6 | 9", "d4 | 12")
    table = "\n".join(("| Die | Health Points |", "| --- | --- |", *(f"| {row} |" for row in rows)))
    (found,) = proved(f"# Level Pool Die to Health Points Table\n\n{table}\n\n{COMMENT}\n")
    assert found


def test_an_example_with_blank_lines_is_one_block() -> None:
    lines = 6 * "6\n"
    pools = "".join(f"{name}: 1:d8\n" for name in ("mSt", "bSt", "mEn", "bEn", "mAg", "bAg"))
    example = f"Example:\n\n```\n{pools}\n{lines}= 36 Health Points\n```"
    (found,) = proved(f"# A\n\n{example}\n\n{COMMENT}\n")
    assert "36" in found


@pytest.mark.parametrize("dialect", ["obsidian", "pandoc"])
def test_in_other_dialects(dialect: str) -> None:
    assert proved(f"# A\n\n{SENTENCE}\n\n{COMMENT}\n", dialect=dialect) == [["2:d8/1:d20 is worth 13 Health Points"]]


def test_in_asciidoc() -> None:
    assert proved("= A\n\nA body with `2:d8/1:d20` is worth 13 Health Points.\n\n// proof: shown\n", dialect="asciidoc")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (f"# A\n\nNothing to see.\n\n{COMMENT}\n", "nothing before it has been checked"),
        (f"# A\n\n{COMMENT}\n", "nothing before it has been checked"),
        (f"# A\n\n{SENTENCE} {COMMENT}\n", "a proof has no room within a text"),
        (f"# A\n\n{SENTENCE}\n\n<!-- prof: shown -->\n", "`prof:` is misspelt"),
    ],
)
def test_one_that_proves_nothing_is_a_finding(text: str, fact: str) -> None:
    assert [(f.rule, f.message) for f in check_text(text).findings] == [("dangling-directive", fact)]


def test_a_page_without_a_game_proves_nothing() -> None:
    findings = check_text(f"# A\n\nText.\n\n{COMMENT}\n", system=None).findings
    assert [finding.rule for finding in findings] == ["dangling-directive"]


def test_comments_for_people_stay_theirs() -> None:
    assert not check_text("# A\n\n<!-- Proof: read by Ann -->\n\n<!-- proof: read by Bob -->\n\nText.\n").findings

"""Texts as no writer has them: claims are looked for in them all the same, and in no time that grows out of hand."""

from __future__ import annotations

import pytest

from rulebook_rules.claims.model import Verdict
from tests.checking import check_text, serious
from tests.shares import shares

MONSTERS = {
    "brackets that equal nothing": "(1 + 2) " * 1000,
    "operators that equal nothing": "1 + " * 5000,
    "backticks": "` `` " * 3000,
    "pools": "3:d8/" * 2000,
    "ranges without an end": "1-" * 20000,
    "numbers in a row": ", ".join(str(number % 90) for number in range(10000)),
    "counts without a list": "two types of " * 5000,
    "phrases that never end": "from a d8 to a d6 " * 3000,
    "parentheses": "(1 " * 5000,
    "a wide table": f"{'| d6 ' * 3000}|\n{'| --- ' * 3000}|\n{'| 1 ' * 3000}|",
    "percentages": "1 in 6 (17%), 7+ on 2d6 (58%), " * 2000,
    "averages": "7 (2d6), 2d6 (7 on average), 3d6 averages 10.5 " * 2000,
}


@pytest.mark.parametrize("text", shares(MONSTERS.values(), seen=6), ids=MONSTERS.keys())
def test_a_monster_is_read_in_bounded_time(text: str) -> None:
    report = check_text(f"# Title\n\n{text}\n\n2 + 3 = 5\n")
    assert serious(report) == []
    assert [claim.verdict for claim in report.claims if claim.kind == "arithmetic"] == [Verdict.RIGHT]

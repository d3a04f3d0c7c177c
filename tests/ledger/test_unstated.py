"""What the rules have and no sentence states: a rule that makes a table is stated by the table."""

from pathlib import Path

import pytest

from rulebook_proof.proof.rule_coverage import unstated
from rulebook_rules.systems import load_system
from tests.checking import check_pages, page_of

MODULE = '''
from dataclasses import replace
from rulebook_rules.systems import load_system
from rulesmod.system import Band, Bands, RuleTable

FEE = 3
SCARCE = 7


def fee(rank):
    """What a rank costs."""
    return FEE * rank


def steps(face):
    """What a face gives."""
    return face // 4


def lost():
    """What nothing states."""
    return SCARCE


_ROWS = tuple((f"Rank {rank}", fee(rank)) for rank in (1, 2))
FEES = RuleTable("fees", "Fees", ("Title", "Fee"), 1, _ROWS)
STEPS = (Bands("steps", "Steps", tuple(Band(n, n + 3, steps(n)) for n in (4, 8, 12)), ("dice",)),)
SYSTEM = replace(
    load_system("sda"), name="fees", tables=(FEES,), bands=STEPS, phrases=(), rules=(fee, steps, lost), rulings=()
)
'''
TABLE = "| Title | Fee |\n| --- | --- |\n| Rank 1 | 3 |\n| Rank 2 | 6 |\n"
LIST = "- Dice with 4 to 7 give 1 step.\n- Dice with 8 to 11 give 2 steps.\n- Dice with 12 to 15 give 3 steps.\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nothing.", {"fees", "fee", "steps", "lost", "FEE", "SCARCE"}),
        (TABLE, {"steps", "lost", "SCARCE"}),
        (LIST, {"fees", "fee", "lost", "FEE", "SCARCE"}),
        (f"{TABLE}\n{LIST}", {"lost", "SCARCE"}),
    ],
)
def test_rules_behind_tables_and_ranges_are_stated(
    text: str, expected: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "feesgame.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    system = load_system("feesgame")
    page = page_of(text, system=system)
    report = check_pages(page)
    assert not report.findings
    assert {item.name for item in unstated(system, [page], report.analyses)} == expected

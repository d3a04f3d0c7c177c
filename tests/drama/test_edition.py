"""Our edition of Underlying Concepts: every number guarded or waived, every mutant caught."""

import re
from pathlib import Path

from click.testing import CliRunner

from rulebook.cli import main

ROOT = Path(__file__).parent.parent.parent
PAGES = ROOT / "docs" / "drama"


def output(*arguments: str) -> str:
    return CliRunner().invoke(main, [*arguments, "-f", str(ROOT / "mkdocs.yml")]).output


def test_nearly_every_number_is_guarded_or_waived() -> None:
    last = output("ledger", str(PAGES)).strip().splitlines()[-1]
    share = re.search(r"([\d.]+) % guarded or waived", last)
    assert share is not None
    assert float(share[1]) >= 95


def test_all_pages_are_obsidian_notes() -> None:
    """The edition shows its dialect at work: wikilinks, callouts, comments to the checker."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(PAGES.glob("*.md"))]
    everything = "\n".join(texts)
    assert len(re.findall(r"\[\[[^\]]+\]\]", everything)) > 50
    assert len(re.findall(r"^> \[!\w+\]", everything, re.MULTILINE)) > 8
    assert "](" not in everything
    assert "%% sheet: pool %%" in everything

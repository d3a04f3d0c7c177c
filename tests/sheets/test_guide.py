"""The sheet of the writer's guide: its code works as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rulesmod.sheets import work_out

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "own-module.md"


def test_the_sheet_of_the_guide_works() -> None:
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec("\n".join(blocks), names)
    worked = work_out(names["TRIP"], names["LANGUAGE"], {"keeper": 2})
    assert worked.outcomes == {"roll": f"{1 * 2 + 2 * 4}d6"}
    assert worked.goals == {"roll": 3}

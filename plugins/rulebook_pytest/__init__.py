"""The pytest plugin: every claim of a book is a test item, named by its words.

`pytest --rulebook` takes each mkdocs.yml that it comes across as a book; without the option nothing is
collected.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook_core.late import late

find_config: Callable[[Path], Path] = late("rulebook_rules.settings.where", "find_config")
collect: Callable[..., pytest.Collector] = late("rulebook_pytest.books", "BookFile.from_parent")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rulebook")
    group.addoption("--rulebook", action="store_true", help="take the claims of each mkdocs.yml as tests")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if not parent.config.getoption("--rulebook") or file_path.suffix not in (".yml", ".yaml"):
        return None
    if file_path == find_config(file_path.parent):
        return collect(parent, path=file_path)
    return None

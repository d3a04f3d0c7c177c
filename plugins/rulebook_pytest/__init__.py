"""The pytest plugin: every claim of a book is a test item, named by its words.

`pytest --rulebook` takes each mkdocs.yml that it comes across as a book; without the option nothing is
collected.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulebook.reports.items import Item


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rulebook")
    group.addoption("--rulebook", action="store_true", help="take the claims of each mkdocs.yml as tests")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if not parent.config.getoption("--rulebook") or file_path.suffix not in (".yml", ".yaml"):
        return None
    from rulebook_rules.settings.where import find_config

    if file_path == find_config(file_path.parent):
        return BookFile.from_parent(parent, path=file_path)
    return None


class BookFile(pytest.File):
    """A book: an item for each claim, and one for each other finding that is an error."""

    def collect(self) -> Iterable[pytest.Item]:
        from rulebook.loading.reading import UnknownDialectError, read_book
        from rulebook.reports.items import items_of
        from rulebook_core.imports.modules import UnknownSystemError
        from rulebook_proof.analysis import analyse
        from rulebook_rules.config import ConfigError, load_config
        from rulebook_rules.systems import WordingError, contained, load_system

        try:
            with contained(self.CollectError):
                report = analyse(read_book(load_config(self.path), find_system=load_system))
        except (ConfigError, UnknownDialectError, UnknownSystemError, WordingError) as error:
            raise self.CollectError(str(error)) from None
        for item in items_of(report):
            # A test is asked for by parts between two colons each.
            yield BookItem.from_parent(self, name=item.name.replace("::", ":"), item=item)


class BookItem(pytest.Item):
    """One claim with the findings against it, or an error that is about no claim."""

    def __init__(self, *, item: Item, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.item = item

    def runtest(self) -> None:
        from rulebook.reports.full import show_finding
        from rulebook.reports.items import Outcome

        if self.item.outcome == Outcome.SKIPPED:
            pytest.skip(self.item.reason)
        if self.item.outcome == Outcome.FAILED:
            raise WrongError("\n\n".join(map(show_finding, self.item.findings)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, WrongError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        place = self.item.place
        return Path(place.source.path), place.begins.line - 1, f"{place.where}: {self.item.kind}"


class WrongError(Exception):
    """The book is wrong here; the message is the finding as a report shows it."""

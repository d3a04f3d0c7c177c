"""A book as pytest sees it: a file with an item for each claim."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from rulebook.loading.reading import UnknownDialectError, read_book
from rulebook.reports.full import show_finding
from rulebook.reports.items import Item, Outcome, items_of
from rulebook_core.imports.modules import UnknownSystemError
from rulebook_proof.analysis import analyse
from rulebook_rules.config import ConfigError, load_config
from rulebook_rules.settings.where import find_config as find_config
from rulebook_rules.systems import WordingError, contained, load_system


class BookFile(pytest.File):
    """A book: an item for each claim, and one for each other finding that is an error."""

    def collect(self) -> Iterable[pytest.Item]:
        try:
            with contained(self.CollectError):
                report = analyse(read_book(load_config(self.path), find_system=load_system))
        except (ConfigError, UnknownDialectError, UnknownSystemError, WordingError) as error:
            raise self.CollectError(str(error)) from None
        for item in items_of(report):
            # A test is asked for by parts between two colons each.
            yield BookItem.from_parent(self, name=item.name.replace("::", ":"), item=item)


class BookItem(pytest.Function):
    """One claim with the findings against it, or an error that is about no claim.

    It is a test function without arguments, for many plugins take every item for one.
    """

    def __init__(self, *, item: Item, **kwargs: Any) -> None:
        super().__init__(callobj=_test_of(item), **kwargs)
        self.item = item

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *style: Any) -> Any:
        if isinstance(excinfo.value, WrongError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        place = self.item.place
        return Path(place.source.path), place.begins.line - 1, f"{place.where}: {self.item.kind}"


def _test_of(item: Item) -> Callable[[], None]:
    """Return a test that has the outcome of an item."""

    def test_claim() -> None:
        if item.outcome == Outcome.SKIPPED:
            pytest.skip(item.reason)
        if item.outcome == Outcome.FAILED:
            raise WrongError("\n\n".join(map(show_finding, item.findings)))

    return test_claim


class WrongError(Exception):
    """The book is wrong here; the message is the finding as a report shows it."""

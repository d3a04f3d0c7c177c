"""The pytest plugin: every claim of a book is a test item, named by its place.

`pytest --rulebook mkdocs.yml` collects them; without the option nothing is collected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulebook.analysis import Report
    from rulebook.claims.model import Claim
    from rulebook.findings import Finding, Place


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rulebook")
    group.addoption("--rulebook", action="store_true", help="take the claims of each mkdocs.yml as tests")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.name == "mkdocs.yml" and parent.config.getoption("--rulebook"):
        return BookFile.from_parent(parent, path=file_path)
    return None


class BookFile(pytest.File):
    """A book: an item for each claim, and one for each other finding that is an error."""

    def collect(self) -> Iterable[pytest.Item]:
        from rulebook.analysis import analyse
        from rulebook.config import ConfigError, load_config
        from rulebook.reading import UnknownDialectError, read_book
        from rulebook.systems import UnknownSystemError, load_system

        try:
            report = analyse(read_book(load_config(self.path), find_system=load_system))
        except (ConfigError, UnknownDialectError, UnknownSystemError) as error:
            raise self.CollectError(str(error)) from None
        yield from self._items(report)

    def _items(self, report: Report) -> Iterator[pytest.Item]:
        from rulebook.claims.model import Verdict
        from rulebook.findings import Severity

        left = [finding for finding in report.findings if finding.severity == Severity.ERROR]
        for claim in report.claims:
            wrong = claim.verdict == Verdict.WRONG
            own = [finding for finding in left if wrong and _speaks_of(finding, claim)]
            left = [finding for finding in left if finding not in own]
            yield Item.from_parent(self, name=f"{_where(claim.place)} {claim.kind}", claim=claim, findings=own)
        for finding in left:
            yield Item.from_parent(self, name=f"{_where(finding.place)} {finding.rule}", claim=None, findings=[finding])


class Item(pytest.Item):
    """One claim with the findings against it, or a finding that is about no claim."""

    def __init__(self, *, claim: Claim | None, findings: list[Finding], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.claim, self.findings = claim, findings

    def runtest(self) -> None:
        from rulebook.claims.model import Verdict
        from rulebook.reports.full import show_finding

        if self.claim is not None and self.claim.verdict == Verdict.UNDECIDED:
            pytest.skip("undecided: too vague for the rules")
        if self.findings:
            raise WrongError("\n\n".join(map(show_finding, self.findings)))
        if self.claim is not None and self.claim.verdict == Verdict.WRONG:
            raise WrongError(f"the rules give {self.claim.computed}, the text says {self.claim.stated}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, WrongError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        place = self.claim.place if self.claim is not None else self.findings[0].place
        return Path(place.source.path), place.source.position(place.span.start).line - 1, self.name


class WrongError(Exception):
    """The book is wrong here; the message is the finding as a report shows it."""


def _where(place: Place) -> str:
    position = place.source.position(place.span.start)
    return f"{place.source.path}:{position.line}:{position.column}"


def _speaks_of(finding: Finding, claim: Claim) -> bool:
    spans = (claim.place.span, *claim.guards)
    same = finding.place.source is claim.place.source
    return same and any(span.start <= finding.place.span.start < max(span.end, span.start + 1) for span in spans)

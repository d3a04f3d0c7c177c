"""The report as JUnit XML: a test suite for each page, a test case for each claim, a failure with the full text.

Written to satisfy the stricter of the schemas that are in use (that of Ant's JUnit task), so that any server
takes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from rulebook.reports.full import show_finding
from rulebook.reports.items import Item, Outcome, items_of
from rulebook_core import workspace
from rulebook_core.findings import Severity
from rulebook_core.source import NOT_XML
from rulebook_proof.analysis import Report


def render(report: Report) -> str:
    """The items of a report and what else is said, page by page; pages of which nothing is said are left out."""
    root = Element("testsuites")
    timestamp = datetime.fromtimestamp(workspace.clock() / 1e9, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    pages: dict[str, list[Item]] = {finding.place.source.path: [] for finding in report.findings}
    for item in items_of(report):
        pages.setdefault(item.place.source.path, []).append(item)
    for index, (path, items) in enumerate(sorted(pages.items())):
        _suite(root, index, path, items, timestamp, "\n\n".join(_remarks(report, path)))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root).decode() + "\n"


def _remarks(report: Report, path: str) -> Iterator[str]:
    """Yield the findings of a page that do not fail the run."""
    for finding in report.findings:
        if finding.severity < Severity.ERROR and finding.place.source.path == path:
            yield show_finding(finding)


def _suite(root: Element, index: int, path: str, items: Sequence[Item], timestamp: str, remarks: str) -> None:
    outcomes = [item.outcome for item in items]
    suite = SubElement(
        root,
        "testsuite",
        {
            "id": str(index),
            "package": "rulebook",
            "name": _text(path),
            "hostname": "localhost",
            "timestamp": timestamp,
            "time": "0",
            "tests": str(len(items)),
            "failures": str(outcomes.count(Outcome.FAILED)),
            "errors": "0",
            "skipped": str(outcomes.count(Outcome.SKIPPED)),
        },
    )
    SubElement(suite, "properties")
    for item in items:
        case = SubElement(suite, "testcase", {"name": _text(item.name), "classname": _text(path), "time": "0"})
        if item.outcome == Outcome.FAILED:
            first = item.findings[0]
            failure = SubElement(case, "failure", {"type": first.rule, "message": _text(first.message)})
            failure.text = _text("\n\n".join(map(show_finding, item.findings)))
        elif item.outcome == Outcome.SKIPPED:
            SubElement(case, "skipped").text = item.reason
    SubElement(suite, "system-out").text = _text(remarks)
    SubElement(suite, "system-err")


def _text(text: str) -> str:
    """Return a text without the characters that XML does not allow."""
    return NOT_XML.sub("�", text)

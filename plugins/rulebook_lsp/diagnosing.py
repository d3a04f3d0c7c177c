"""Findings as an editor shows them, and their remedies as changes that it can make."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from lsprotocol import types

from rulebook_core.edits import FixError, edited
from rulebook_core.findings import Finding, Place, Remedy, Severity
from rulebook_core.source import Source, Span
from rulebook_lsp.positions import Positions

UriOf = Callable[[Source], str]
"""By which address the editor knows a source."""

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}


def address(source: Source) -> str:
    """The address of a file that is not open."""
    return Path(os.path.abspath(source.path)).as_uri()


class Diagnosing:
    """Words and places of findings for an editor.

    Args:
        positions: how it counts.
        uri_of: how it calls files.
        guide: where the page of the guide with every finding is published; "" where nobody knows.
    """

    def __init__(self, positions: Positions, uri_of: UriOf, guide: str) -> None:
        self._positions = positions
        self._uri_of = uri_of
        self._guide = guide

    def diagnostic(self, finding: Finding) -> types.Diagnostic:
        """A finding; its message has what an editor may have no other place for."""
        details = finding.details
        helps = [f"help: {remedy.title}" for remedy in details.remedies]
        return types.Diagnostic(
            self._positions.range_of(finding.place),
            "\n".join((finding.message, *details.notes, *helps)),
            _SEVERITIES[finding.severity],
            finding.rule,
            types.CodeDescription(f"{self._guide}#{finding.rule}") if self._guide else None,
            "rulebook",
            related_information=[self._related(place) for place in details.related],
        )

    def _related(self, place: Place) -> types.DiagnosticRelatedInformation:
        return types.DiagnosticRelatedInformation(self.location(place), place.message or "this takes part in it")

    def location(self, place: Place) -> types.Location:
        """Return where a place is."""
        return types.Location(self._uri_of(place.source), self._positions.range_of(place))

    def fixes(
        self, findings: Iterable[Finding], wanted: Span, is_current: Callable[[Source], bool]
    ) -> Iterator[types.CodeAction]:
        """The remedies that can be applied of the findings in a stretch of a source."""
        for finding in findings:
            place = finding.place.span
            if place.start > wanted.end or wanted.start > place.end:
                continue
            able = [remedy for remedy in finding.details.remedies if _can_be_applied(remedy, is_current)]
            for number, remedy in enumerate(able):
                yield types.CodeAction(
                    remedy.title,
                    types.CodeActionKind.QuickFix,
                    [self.diagnostic(finding)],
                    is_preferred=number == 0,
                    edit=self.edit((edit.place, edit.text) for edit in remedy.edits),
                )

    def edit(self, changes: Iterable[tuple[Place, str]]) -> types.WorkspaceEdit:
        """Build the edit of a workspace from places and their new texts."""
        edits: dict[str, list[types.TextEdit]] = {}
        for place, text in changes:
            result = types.TextEdit(self._positions.range_of(place), text)
            edits.setdefault(self._uri_of(place.source), []).append(result)
        return types.WorkspaceEdit(edits)


def _can_be_applied(remedy: Remedy, is_current: Callable[[Source], bool]) -> bool:
    if not remedy.edits or not all(is_current(edit.place.source) for edit in remedy.edits):
        return False
    try:
        edited(remedy)
    except FixError:
        return False
    return True

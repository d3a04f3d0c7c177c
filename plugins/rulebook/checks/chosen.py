"""What the settings of a site make of findings: rules turned off, or with a severity of their own (`findings:`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulebook.book import Book
from rulebook.findings import Finding


def as_chosen(book: Book, findings: Sequence[Finding]) -> list[Finding]:
    """The findings as bad as the settings say, without those that are turned off; what is final stays as it is."""
    site = book.site
    if site is None or not (site.options.findings or any(folder.findings for folder in site.books)):
        return list(findings)
    # What pages take in goes by their settings; where that is a page as well, by its own.
    uris = {part.path: page.uri for page in reversed(book.pages) for part in page.document.includes}
    uris |= {
        page.document.source.path: page.uri
        for page in book.pages
        if not page.is_part or page.document.source.path not in uris
    }
    kept = []
    for finding in findings:
        uri = uris.get(finding.place.source.path)
        severities = site.options.findings if uri is None else site.severities(uri)
        severity = severities.get(finding.rule, finding.severity)
        if finding.details.is_final:
            kept.append(finding)
        elif severity is not None:
            kept.append(finding if severity is finding.severity else replace(finding, severity=severity))
    return kept

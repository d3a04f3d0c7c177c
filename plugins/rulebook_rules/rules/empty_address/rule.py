"""Links and images without an address."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Remedy, Severity, rule
from rulebook_core.source import Source
from rulebook_rules.book import Page
from rulebook_syntax.document import Link


@rule(Severity.WARNING)
def empty_address(place: Place) -> Details:
    return Details("this address is empty", remedies=(Remedy("write where it leads"),))


def check_page(page: Page) -> Iterator[Finding]:
    """Look for empty parentheses behind words; an attribute list behind them may give the address."""
    source = page.document.source
    for link in page.document.links:
        is_empty = link.target is not None and link.target_span is not None and not link.target.strip("<> ")
        if is_empty and link.kind == "inline" and _is_shown(source, link):
            yield empty_address(Place(source, link.span))


def _is_shown(source: Source, link: Link) -> bool:
    """Return whether a reader meets the link, and nothing else gives its address."""
    return bool(source.slice(link.text_span).strip()) and not source.text.startswith("{", link.span.end)

"""Addresses on the writer's own machine."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Remedy, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_rules.book import Page

_LOCAL = lazily(
    r"(?:[a-z][a-z0-9+.-]*:)?//(?:[^/@\s]*@)?"
    r"(?P<host>(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])(?::\d*)?(?=[/?#]|$)"
    r"|(?P<bare>localhost|127(?:\.\d{1,3}){3}):\d+(?=[/?#]|$)"
)


@rule(Severity.WARNING)
def local_address(place: Place, what: str) -> Details:
    fact = f"`{what}` is the machine of each reader, not yours"
    return Details(fact, remedies=(Remedy("write the address that the published page has"),))


def check_page(page: Page) -> Iterator[Finding]:
    """Look for addresses that work for the writer alone; a link whose words name the machine is meant."""
    document = page.document
    links = ((link.target, link.target_span, link.text) for link in document.links if link.kind in ("inline", "html"))
    named = ((one.target, one.target_span, one.label) for one in document.definitions)
    for target, span, words in (*links, *named):
        if target is not None and span is not None and (what := local_host(target)) and what not in words.lower():
            yield local_address(Place(document.source, span), what)


def local_host(target: str) -> str:
    """Return what names the reader's machine in an address; empty where nothing does."""
    match = _LOCAL.match(target.lower())
    return "" if match is None else match["host"] or match["bare"]

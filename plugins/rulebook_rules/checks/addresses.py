"""Addresses that no reader can follow: empty ones, and those on the writer's own machine."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Remedy, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_rules.checks.index import BookIndex
from rulebook_syntax.document import Document, Link

_LOCAL = lazily(
    r"(?:[a-z][a-z0-9+.-]*:)?//(?:[^/@\s]*@)?"
    r"(?P<host>(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])(?::\d*)?(?=[/?#]|$)"
    r"|(?P<bare>localhost|127(?:\.\d{1,3}){3}):\d+(?=[/?#]|$)"
)


@rule(Severity.WARNING)
def local_address(place: Place, what: str) -> Details:
    """A link or an image leads to the machine of whoever reads the page.

    Addresses of `localhost`, `127.0.0.1` and `[::1]` work for the writer alone; one of `file:` is an `unknown-target`.
    A link whose words name the machine is meant, and so are addresses in code.
    """
    fact = f"`{what}` is the machine of each reader, not yours"
    return Details(fact, remedies=(Remedy("write the address that the published page has"),))


@rule(Severity.WARNING)
def empty_address(place: Place) -> Details:
    """A link or an image has no address: its parentheses are empty.

    A link leads to the top of its own page, an image is not shown. Where an attribute list follows, a script may give
    the address. `[]()` without any text shows nothing to follow: it fills an empty cell of a table.
    """
    return Details("this address is empty", remedies=(Remedy("write where it leads"),))


def check(index: BookIndex) -> Iterator[Finding]:
    """Look for addresses that lead nowhere for any reader."""
    for page in index.reported:
        document = page.document
        for link in document.links:
            if link.target is not None and link.target_span is not None and link.kind in ("inline", "html"):
                yield from _of_link(document, link)
        for definition in document.definitions:
            if (what := local_host(definition.target)) and what not in definition.label.lower():
                yield local_address(Place(document.source, definition.target_span), what)


def _of_link(document: Document, link: Link) -> Iterator[Finding]:
    target, text = link.target or "", document.source.text
    if not target.strip("<> "):
        if link.kind == "inline" and _is_shown(document, link) and not text.startswith("{", link.span.end):
            yield empty_address(Place(document.source, link.span))
    elif (what := local_host(target)) and what not in link.text.lower():
        assert link.target_span is not None
        yield local_address(Place(document.source, link.target_span), what)


def _is_shown(document: Document, link: Link) -> bool:
    """Tell whether a reader meets the link: its brackets hold words or an image."""
    return bool(document.source.text[link.text_span.start : link.text_span.end].strip())


def local_host(target: str) -> str:
    """Return what names the reader's machine in an address; empty where nothing does."""
    match = _LOCAL.match(target.lower())
    return "" if match is None else match["host"] or match["bare"]

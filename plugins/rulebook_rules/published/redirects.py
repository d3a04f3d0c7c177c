"""Old ids that are kept: `<!-- rulebook: formerly OLD-ID -->` below the heading that has another one now, or above the
table or the example. Links that somebody has kept then still lead there. Where the text has come from another page,
`formerly OLD-PAGE#OLD-ID` sends who follows an old link on to this one; `formerly OLD-PAGE#` does for a whole page.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.book import Page
from rulebook_syntax.directives import RULEBOOK, Directive, directives_of, stands_alone
from rulebook_syntax.document import Anchor, Document

FORMERLY = "formerly"

_FORMER = lazily(rf"{FORMERLY}\b[\s:]*(?P<links>.*)", re.DOTALL)


class Link(NamedTuple):
    """A link that is kept, as it was: the page, from this one ("" for this one itself), and the id ("" for its top)."""

    page: str
    id: str


class Former(NamedTuple):
    """A comment that keeps links.

    Attributes:
        ids: the ids that the comment gives to its place.
        links: what is kept.
        span: the whole comment.
    """

    ids: tuple[str, ...]
    links: tuple[Link, ...]
    span: Span


class Keeper(NamedTuple):
    """Where a link to another page leads now: the page, and the comment there."""

    uri: str
    span: Span


Moved = Mapping[str, Mapping[str, Keeper]]
"""Redirects of other pages, by the uri of the old page and the id there."""


def formers_of(document: Document) -> list[Former]:
    """The comments of a document that keep old ids where they stand."""
    results = []
    for directive, links in former_directives(document):
        if stands_alone(directive):
            moved = any(link.page for link in links)
            own = ids_of(document) if moved else frozenset()
            ids = dict.fromkeys(link.id for link in links if link.id and not (link.page and link.id in own))
            results.append(Former(tuple(ids), links, directive.place.span))
    return results


def former_anchors(document: Document) -> list[Anchor]:
    """The old ids of a document, as links find them."""
    return [Anchor(id_, former.span, "former") for former in formers_of(document) for id_ in former.ids]


def moved_links(pages: Iterable[Page]) -> Moved:
    """The links to other pages, or to pages that are gone, that some pages keep."""
    keepers: dict[str, dict[str, Keeper]] = {}
    for page in pages:
        for former in formers_of(page.document):
            for link in former.links:
                if link.page and not is_outside(old_uri(page, link)):
                    ids = keepers.setdefault(old_uri(page, link), {})
                    ids.setdefault(link.id, Keeper(page.uri, former.span))
    return keepers


def old_uri(page: Page, link: Link) -> str:
    """The page that a kept link led to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page.uri), link.page))


def is_outside(uri: str) -> bool:
    """Return whether a page is in no site."""
    return uri in (".", "..") or uri.startswith(("../", "/"))


def ids_of(document: Document) -> frozenset[str]:
    """All ids of a document but those that comments keep."""
    anchors = (anchor.id for anchor in document.anchors)
    entities = (entity.id for entity in document.entities)
    return frozenset((*anchors, *entities, *(part.id for part in document.prose.parts)))


def comment_of(document: Document, link: str) -> str:
    """The comment that keeps a link, as it is written in a document."""
    return document.traits.comment.format(f"{RULEBOOK}: {FORMERLY} {link}")


def former_directives(document: Document) -> Iterator[tuple[Directive, tuple[Link, ...]]]:
    """The comments that are meant to keep links, with these."""
    if FORMERLY not in document.source.text:
        return
    for directive in directives_of(document):
        if directive.keyword == RULEBOOK and not directive.misspelt:
            match = _FORMER.fullmatch(directive.rest)
            if match is not None:
                yield directive, tuple(map(_link, match["links"].replace(",", " ").split()))


def _link(text: str) -> Link:
    page, sign, id_ = text.rpartition("#")
    return Link(page, id_) if sign else Link("", text)

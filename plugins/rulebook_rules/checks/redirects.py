"""Comments that keep an old link (`rulebook: formerly OLD-ID`): it has room there, and is needed."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_core.findings import Finding, Remedy
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.published.redirects import Link, Moved, former_directives, ids_of, is_outside, moved_links, old_uri
from rulebook_syntax.directives import Directive, dangling_directive, stands_alone

_REMOVE = Remedy("remove this comment")


def check(index: BookIndex) -> Iterator[Finding]:
    """Look at the comments of every page that keep old links."""
    moved = moved_links(index.book.parsed)
    for page in index.reported:
        names: set[str] = set()
        for directive, links in former_directives(page.document):
            names = names or set(ids_of(page.document))
            outside = next((link.page for link in links if link.page and is_outside(old_uri(page, link))), None)
            if outside is not None:
                fact = f"`{outside}` is outside of the site"
                yield dangling_directive(directive.place, fact, remedies=(_REMOVE,), is_final=True)
                continue
            fault = _fault(index, moved, page, directive, links, names)
            if fault is not None:
                yield dangling_directive(directive.place, fault[0], remedies=(fault[1],))
            else:
                names.update(link.id for link in links if not link.page)


def _fault(
    index: BookIndex, moved: Moved, page: Page, directive: Directive, links: tuple[Link, ...], names: set[str]
) -> tuple[str, Remedy] | None:
    """Return the finding for a faulty comment, with help."""
    if not links or Link("", "") in links:
        return "it does not say which id is kept", Remedy("write `formerly OLD-ID`")
    if not stands_alone(directive):
        return "an old id has no room within a text", Remedy(
            "put this comment on a line of its own, between blank lines"
        )
    is_beside = index.book.site is not None and not index.shows_parts(page)
    own = ids_of(page.document) if is_beside else frozenset()
    for link in links:
        if is_beside and not (link.page and (not link.id or link.id in own)):
            return "this page belongs to no book, so only ids that it has can be kept on it", _REMOVE
        if not link.page:
            if link.id in names:
                return f"there is an id `{link.id}` on this page, so nothing has to be kept", _REMOVE
            continue
        uri = old_uri(page, link)
        old = index.book.by_uri.get(uri)
        if old is not None and (not link.id or link.id in ids_of(old.document)):
            what = f"there is an id `{link.id}` on `{uri}`" if link.id else f"there is a page `{uri}`"
            return f"{what}, so nothing has to be kept", _REMOVE
        keeper = moved[uri][link.id]
        if keeper != (page.uri, directive.place.span):
            return f"`{link.page}#{link.id}` is kept on `{keeper.uri}` already", _REMOVE
    return None

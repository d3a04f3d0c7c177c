"""Comments that keep an old id (`rulebook: formerly OLD-ID`): it has room there, and is needed."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.checks.index import BookIndex
from rulebook.directives import dangling_directive, stands_alone
from rulebook.findings import Finding, Remedy
from rulebook.former import former_directives


def check(index: BookIndex) -> Iterator[Finding]:
    """Look at the comments of every page that keep old ids."""
    for page in index.reported:
        document = page.document
        taken: set[str] = set()
        for directive, ids in former_directives(document):
            if not taken:
                taken.update(anchor.id for anchor in document.anchors)
                taken.update(entity.id for entity in document.entities)
                taken.update(part.id for part in document.prose.parts)
            remedy = Remedy("remove this comment")
            known = [id_ for id_ in ids if id_ in taken]
            if not ids:
                fact, remedy = "it does not say which id is kept", Remedy("write `formerly OLD-ID`")
            elif not stands_alone(directive):
                fact = "an old id has no room within a text"
                remedy = Remedy("put this comment on a line of its own, between blank lines")
            elif index.book.site is not None and not index.shows_parts(page):
                fact = "this page belongs to no book, so no old id is kept on it"
            elif known:
                fact = f"there is an id `{known[0]}` on this page, so nothing has to be kept"
            else:
                taken.update(ids)
                continue
            yield dangling_directive(directive.place, fact, remedies=(remedy,))

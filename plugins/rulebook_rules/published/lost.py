"""Compare the pinned outline with the books: dead links and vanished parts of prose.

Links that die, and parts of bare prose that vanish.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

from rulebook_core import workspace
from rulebook_core.findings import Details, Edit, Finding, Place, Remedy, Role, Severity, rule
from rulebook_core.source import Source, Span
from rulebook_core.store.checksummed import read_record
from rulebook_rules.book import Book, Page
from rulebook_rules.published.pinned import ANCHOR, FORMER, LINK_KINDS, Pin, pins_of, recorded
from rulebook_rules.published.redirects import comment_of, former_anchors, moved_links
from rulebook_syntax.document import Document, Heading

_LET_GO = Remedy("run `rulebook lock` to let it go")
_KEEP_PAGE = Remedy("bring the page back, or write `rulebook: formerly OLD-PAGE#` on the page that has its text now")


@rule(Severity.ERROR, Role.BREAKS | Role.LOSES_LINK)
def lost_part(place: Place, fact: str, *, remedies: Sequence[Remedy] = (), related: Sequence[Place] = ()) -> Details:
    meant = Remedy("run `rulebook lock` if that is meant")
    return Details(fact, remedies=(*remedies, meant), related=tuple(related))


@rule(Severity.ERROR, Role.LOSES_LINK)
def lost_anchor(place: Place, fact: str, remedies: Sequence[Remedy], *, related: Sequence[Place] = ()) -> Details:
    return Details(fact, remedies=tuple(remedies), related=tuple(related))


def vanished(book: Book) -> list[Finding]:
    """Report each dead link, and each vanished or changed part of bare prose."""
    if book.outline_file is None or not workspace.is_file(book.outline_file):
        return []
    source, findings = read_record(book.outline_file)
    by_page = _by_page(source)
    moved = moved_links(book.pages)
    for uri, page, pins in _pages(book, by_page):
        if page is None:
            moved_ids = moved.get(uri, {})
            dead = [place for pin, place in pins if pin.id not in moved_ids and "" not in moved_ids]
            if dead and all(page.reported for page in book.pages):
                fact = f"links to `{uri}` die: there is no such page any more"
                findings.append(lost_anchor(dead[0], fact, (_KEEP_PAGE, _LET_GO)))
        elif page.reported and not page.document.is_open:
            findings += _Comparison(book, page, by_page, uri, moved.get(uri, {})).findings()
    return findings


class RenamedIds:
    """Ids gone from the pages of a book, with the new id that most likely replaces each."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._record: _Record = {}
        if book.outline_file is not None and workspace.is_file(book.outline_file):
            self._record = _by_page(read_record(book.outline_file)[0])  # What is wrong with it, `vanished` says.
        self._uris = {page.uri: uri for uri, page, _ in _pages(book, self._record) if page is not None}
        self._renamed_by_uri: dict[str, Mapping[str, str]] = {}

    def may_redirect(self, page: Page, id_: str) -> bool:
        """Return whether readers may have links to an id of a page."""
        pins = self._record.get(self._uris.get(page.uri, ""), ())
        are_links = not page.document.traits.finds_parts  # Of bare prose, parts are recorded, and links beside them.
        return any(pin.id == id_ and (are_links or pin.kind in LINK_KINDS) for pin, _ in pins)

    def of(self, page: Page) -> Mapping[str, str]:
        """Those of a page; none where nothing is recorded of it."""
        uri = self._uris.get(page.uri)
        if uri is None:
            return {}
        if uri not in self._renamed_by_uri:
            self._renamed_by_uri[uri] = _Comparison(self._book, page, self._record, uri, ()).renamed()
        return self._renamed_by_uri[uri]


@lru_cache(maxsize=2)
def _by_page(source: Source) -> _Record:
    by_page: dict[str, list[tuple[Pin, Place]]] = {}
    for uri, pin, place in recorded(source):
        by_page.setdefault(uri, []).append((pin, place))
    return by_page


def _pages(book: Book, by_page: _Record) -> Iterator[tuple[str, Page | None, Sequence[tuple[Pin, Place]]]]:
    """Yield the pins of each page, with the page as it is now."""
    addressed = {posixpath.splitext(page.uri)[0]: page for page in book.pages}
    for uri, pins in by_page.items():
        # In another dialect a page has another ending, and the same address.
        yield uri, book.by_uri.get(uri) or addressed.get(posixpath.splitext(uri)[0]), pins


_Record = Mapping[str, Sequence[tuple[Pin, Place]]]
"""The pins of each page, by its uri."""


class _Comparison:
    """A page, and what it had."""

    def __init__(self, book: Book, page: Page, record: _Record, uri: str, moved: Container[str]) -> None:
        self._book = book
        self._page = page
        self._now = pins_of(page)
        self._former_ids = {anchor.id for anchor in former_anchors(page.document)}
        self._ids = {pin.id for pin, _ in self._now} | {anchor.id for anchor in page.document.anchors}
        self._record = record
        self._then = record[uri]
        self._moved = moved

    def findings(self) -> Iterator[Finding]:
        if not self._page.document.traits.finds_parts:
            yield from self._dead(self._then, self._now)
            return
        yield from self._vanished(
            [item for item in self._then if item[0].kind not in LINK_KINDS],
            [item for item in self._now if item[0].kind not in LINK_KINDS],
        )
        links = [item for item in self._then if item[0].kind in LINK_KINDS]
        yield from self._dead(links, [item for item in self._now if item[0].kind in LINK_KINDS])

    def renamed(self) -> dict[str, str]:
        """The ids that are gone, each with the one in its place: of its kind where it stood, or the only new one."""
        before = {pin.id for pin, _ in self._then}
        added = [pin for pin, _ in self._now if pin.id not in before]
        gone = [pin for pin, _ in self._then if pin.id not in self._ids]
        texts = self._in_same_place(gone, added)
        left = [pin.id for pin in added if pin.id not in texts.values()]
        for pin in (pin for pin in gone if pin.id not in texts):
            near = left if len(left) == len(gone) - len(texts) == 1 else get_close_matches(pin.id, left, n=1)
            if near:
                texts[pin.id] = near[0]
        return texts

    def _in_same_place(self, gone: Collection[Pin], added: Collection[Pin]) -> dict[str, str]:
        """Return the ids that are gone, each with the new one of its kind where it stood."""
        texts: dict[str, str] = {}
        for first, last, start, stop in _changes([pin.id for pin, _ in self._then], [pin.id for pin, _ in self._now]):
            here = [pin for pin, _ in self._now[start:stop] if pin in added]
            for pin, _ in self._then[first:last]:
                same = next((other for other in here if other.kind == pin.kind), None)
                if pin in gone and same is not None:
                    here.remove(same)
                    texts[pin.id] = same.id
        return texts

    def _dead(self, then: Sequence[tuple[Pin, Place]], now: Sequence[tuple[Pin, Place]]) -> Iterator[Finding]:
        """The links that lead nowhere, each where it led."""
        before = {pin.id for pin, _ in self._then}
        for first, last, start, stop in _changes([pin.id for pin, _ in then], [pin.id for pin, _ in now]):
            added = [item for item in now[start:stop] if item[0].id not in before]
            for pin, line in then[first:last]:
                if pin.id in self._ids or pin.id in self._moved:
                    continue  # It leads elsewhere.
                same = next((item for item in added if item[0].kind == pin.kind), None)
                if same is not None:
                    added.remove(same)
                    now_is = (
                        f"is called `{same[0].title}`" if same[0].title != pin.title else f"has the id `{same[0].id}`"
                    )
                    fact = f"links to `#{pin.id}` die: {_described(pin)} {now_is} now"
                    remedies = (self._keep(pin, self._page, same[0]), _LET_GO)
                    yield lost_anchor(same[1], fact, remedies, related=(_recorded(line),))
                else:
                    page, new = self._elsewhere(pin)
                    now_on = f" from `{self._page.uri}`; it is on `{page.uri}` now" if new is not None else ""
                    fact = f"links to `#{pin.id}` die: {_described(pin)} is gone{now_on}"
                    remedies = (self._keep(pin, page, new), _LET_GO)
                    yield lost_anchor(self._before(now, start), fact, remedies, related=(_recorded(line),))

    def _elsewhere(self, pin: Pin) -> tuple[Page, Pin | None]:
        """The page of the book that the id has moved to; without one, this page."""
        site, uri = self._book.site, self._page.uri
        folder = site.book_folder(uri) if site is not None else None
        others = [
            page for page in self._book.pages if page.uri != uri and folder is not None and folder.holds(page.uri)
        ]
        for page in others:
            before = {old.id for old, _ in self._record.get(page.uri, ())}
            for other, _ in pins_of(page):
                if other.id == pin.id and other.kind == pin.kind and pin.id not in before:
                    return page, other
        return self._page, None

    def _keep(self, pin: Pin, page: Page, new: Pin | None, what: str = "them") -> Remedy:
        """Return the remedy that keeps a link: a comment on the page that it should lead to."""
        document = page.document
        way = posixpath.relpath(self._page.uri, posixpath.dirname(page.uri) or ".")
        comment = comment_of(document, pin.id if page is self._page else f"{way}#{pin.id}")
        heading = next((h for h in document.headings if new is not None and h.id == new.id), None)
        if pin.kind == FORMER:
            where = "where that link should lead now"
        elif new is None:
            where = "where they should lead now"
        else:
            where = "below the heading" if heading is not None else f"above the {new.kind}"
            where += f" in `{page.uri}`" if page is not self._page else ""
        edits = below(document, heading, comment) if heading is not None else ()
        return Remedy(f"to keep {what}, write `{comment.replace('`', '')}` {where}, between blank lines", edits)

    # -- bare prose --

    def _vanished(self, then: Sequence[tuple[Pin, Place]], now: Sequence[tuple[Pin, Place]]) -> Iterator[Finding]:
        """Parts of bare prose that are gone, or are there under another name or at another level."""
        names_then, names_now = [(pin.kind, pin.id) for pin, _ in then], [(pin.kind, pin.id) for pin, _ in now]
        for (old, line), new in ((item, name) for item, name in zip(then, names_then, strict=True)):
            if new in names_now:
                pin_now, place = now[names_now.index(new)]
                if old.level != pin_now.level:
                    fact = f"the {old.kind} `{old.title}` had level {old.level}, and has {pin_now.level}"
                    yield lost_part(place, fact, related=(_recorded(line),))
        for first, last, start, stop in _changes(names_then, names_now):
            added = [item for item, name in zip(now, names_now, strict=True) if name not in names_then]
            added = [item for item in added if item in now[start:stop]]
            for pin, line in then[first:last]:
                if (pin.kind, pin.id) in names_now or pin.id in self._former_ids or pin.id in self._moved:
                    continue  # It stands elsewhere, or its writer has seen that it is called otherwise.
                same = next((item for item in added if item[0].kind == pin.kind), None)
                if same is not None:
                    added.remove(same)
                    fact = f"the {pin.kind} `{pin.title}` is called `{same[0].title}` now"
                    back = Remedy(f"call it `{pin.title}` again", (Edit(same[1], pin.title),))
                    keep = self._keep(pin, self._page, same[0], "links to it")
                    yield lost_part(same[1], fact, remedies=(back, keep), related=(_recorded(line),))
                else:
                    fact = f"the {pin.kind} `{pin.title}` stood here or behind, and is no longer recognised"
                    yield lost_part(self._before(now, start), fact, related=(_recorded(line),))

    def _before(self, now: Sequence[tuple[Pin, Place]], index: int) -> Place:
        """The place of the part behind which something vanished; the beginning of the text where none is."""
        if index > 0:
            return now[index - 1][1]
        start = self._page.document.body.start
        return Place(self._page.document.source, Span(start, start))


def _changes(then: Sequence[object], now: Sequence[object]) -> Iterator[tuple[int, int, int, int]]:
    """Stretches of both that differ."""
    for tag, *bounds in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        if tag != "equal":
            first, last, start, stop = bounds
            yield first, last, start, stop


def below(document: Document, heading: Heading, comment: str) -> tuple[Edit, ...]:
    """The edit that puts a comment below a heading; none below the title of a document with a header."""
    if document.traits.has_header and heading.level == 1:
        return ()
    source, end = document.source, heading.span.end
    behind = source.text[end:].lstrip(" \t")
    gap = "" if not behind.strip() or _has_blank_line(behind) else "\n"
    return (Edit(Place(source, Span(end, end)), f"\n\n{comment}{gap}"),)


def _has_blank_line(behind: str) -> bool:
    lines = behind.splitlines()
    return len(lines) < 2 or not lines[1].strip()


def _described(pin: Pin) -> str:
    if pin.kind == ANCHOR:
        return "this anchor"
    if pin.kind == FORMER:
        return "the comment that kept them"
    return f"the {pin.kind} `{pin.title}`" if pin.title != pin.kind else f"a {pin.kind}"


def _recorded(line: Place) -> Place:
    return Place(line.source, line.span, "recorded here")

"""Links whose words name another section than the one they lead to."""

from __future__ import annotations

import posixpath
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from rulebook_core.findings import Details, Finding, Place, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_rules.book import Page
from rulebook_rules.checks.destinations import Destination
from rulebook_rules.checks.index import BookIndex, as_severity
from rulebook_rules.checks.pageindex import PageIndex
from rulebook_syntax.document import Anchor, Definition, Document, Heading, Link
from rulebook_text.lexing.names import singular
from rulebook_text.words import cue_words

_WORDS = lazily(r"[^\W_]+")
_SMALL_WORDS = cue_words("pages.small")
_MIN_WORDS = 3
"""Lower-case words that hardly equal a section's title by chance."""
_MIN_LEADING = 0.8
"""From so many of its definitions that lead to where they stand, it is a page's habit."""


@rule(Severity.WARNING)
def mismatched_reference(place: Place, words: str, there: str, related: tuple[Place, ...]) -> Details:
    return Details(f"{words}, but leads to {there}", related=related)


def check(index: BookIndex) -> Iterator[Finding]:
    """Compare words with sections: of links, and of definitions that stand under headings."""
    titles = _Titles(index)
    for page in index.reported:
        yield from as_severity(_links(index, titles, page), is_sure=page.has_game)
        if page.document.definitions:
            yield from _definitions(index, page)


@lru_cache(maxsize=16_384)
def _words(text: str) -> frozenset[str]:
    """The words of a name, without small ones, case and plural."""
    results = [word.lower() for word in _WORDS.findall(text.replace("'s", "").replace("’s", ""))]
    return frozenset(singular(word) for word in results if word not in _SMALL_WORDS)


def _related(words: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether each of the words is among the others, or begins like one of them."""
    return all(word in others or any(_same_stem(word, other) for other in others) for word in words)


def _same_stem(one: str, other: str) -> bool:
    length = max(4, min(len(one), len(other)) - 2)
    return one[:length] == other[:length] and min(len(one), len(other)) >= 4


class _Titles:
    """The sections of a book by the words of their titles, read when a link may name one."""

    def __init__(self, index: BookIndex) -> None:
        self._index = index

    @cached_property
    def _by_words(self) -> Mapping[frozenset[str], Sequence[tuple[Page, int]]]:
        results: dict[frozenset[str], list[tuple[Page, int]]] = {}
        for page in self._index.book.pages:
            for number, title in enumerate(page.document.titles):
                words = _words(title)
                if words:
                    results.setdefault(words, []).append((page, number))
        return results

    @cached_property
    def _beginnings(self) -> Collection[str]:
        return {word[:3] for words in self._by_words for word in words}

    def may_name(self, text: str) -> bool:
        """Return whether a text may name a section: a quick answer that spares most links the slow one."""
        beginnings = self._beginnings
        for word in text.lower().split():
            if word[:3] not in beginnings and word[0].isalpha() and word not in _SMALL_WORDS:
                return False
        return True

    def only(self, words: frozenset[str]) -> tuple[Page, Heading] | None:
        """The section of that name, where just one has it."""
        result = self._by_words.get(words, ())
        if len(result) != 1:
            return None
        [(page, number)] = result
        return page, page.document.headings[number]


def _named(page: Page, titles: _Titles, link: Link) -> tuple[frozenset[str], tuple[Page, Heading] | None]:
    """Return the words of a link, and the section that they name; a common noun names none.

    In a game, few words are the names of its sections.
    """
    nothing = frozenset[str](), None
    if link.image or not link.text or link.kind in ("autolink", "html"):
        return nothing
    is_common = not page.has_game and link.text.islower()
    if (is_common and len(_WORDS.findall(link.text)) < _MIN_WORDS) or not titles.may_name(link.text):
        return nothing
    words = _words(link.text)
    return (words, titles.only(words)) if not is_common or len(words) >= _MIN_WORDS else nothing


def _target_of(here: PageIndex, link: Link) -> tuple[Definition | None, str | None]:
    """Return the definition of a link without an own target, and the target."""
    definition = here.definition_of(link) if link.target is None else None
    return definition, definition.target if definition is not None else link.target


def _links(index: BookIndex, titles: _Titles, page: Page) -> Iterator[Finding]:
    here = index.page(page)
    source = page.document.source
    owners = _Owners(page.document)
    for link in page.document.links:
        words, named = _named(page, titles, link)
        if named is None:
            continue
        definition, target = _target_of(here, link)
        destination = index.destination(page, target) if target is not None else None
        if destination is None or destination.kind != "page" or destination.page is None:
            continue
        if destination.page.system is page.system is not named[0].system or not _may_be_of_one_book(page, named[0]):
            continue  # A link within one game, or one translation, means no section of another one.
        there = _name_of(index, destination)
        if there is None or named == there or _agrees(index, words, page, destination, there[1], named):
            continue
        if definition is not None and _words(definition.label) == words and owners.leads_own(definition) is False:
            # The definition under a heading is what is wrong; it is reported there.
            continue
        heading = there[1]
        span = link.label_span if link.kind == "full" and link.label_span else link.target_span or link.text_span
        related = [
            Place(source, link.text_span, "these words"),
            Place(named[0].document.source, named[1].title_span, "name this section"),
            Place(there[0].document.source, heading.title_span, "it leads here"),
        ]
        related += [Place(source, definition.target_span, "by this definition")] if definition is not None else []
        yield mismatched_reference(
            Place(source, span), f"`{link.text}` names another section", f"`{heading.title}`", tuple(related)
        )


def _may_be_of_one_book(page: Page, other: Page) -> bool:
    """Return whether two pages lie in one folder, or one below the other; translations lie side by side."""
    folders = sorted((posixpath.dirname(page.uri), posixpath.dirname(other.uri)), key=len)
    return folders[0] in ("", folders[1]) or folders[1].startswith(folders[0] + "/")


def _name_of(index: BookIndex, destination: Destination) -> tuple[Page, Heading] | None:
    """The section that a destination is: that of its id, or of the page."""
    page = destination.of_page
    there = index.page(page)
    if destination.fragment:
        heading = there.headings_by_anchor.get(destination.fragment)
        return (page, heading) if heading is not None else None
    headings = page.document.headings
    return (page, headings[0]) if headings else None


def _agrees(
    index: BookIndex,
    words: frozenset[str],
    here: Page,
    destination: Destination,
    heading: Heading,
    named: tuple[Page, Heading],
) -> bool:
    """Return whether the words may mean the section that the link leads to."""
    page = destination.of_page
    title = _words(heading.title)
    if _related(words, title):
        return True
    if words & title and named[0] is not here and named[0] is not page:
        # Nearly the name of where it leads; that a third page has a section of just that name says little.
        return True
    if destination.fragment:
        # From another page, words may name a chapter while the link leads right to a part of it.
        of_chapter = page is not here and named[0] is page and _is_within(index.page(page), heading, named[1])
        return of_chapter or _related(words, _words(destination.fragment))
    # A link to a page may name any section on it, or the file.
    return named[0] is page or _related(words, _words(page.uri))


def _is_within(there: PageIndex, heading: Heading, chapter: Heading) -> bool:
    """Return whether a section is a part of another one."""
    return chapter.span.start < heading.span.start < there.ends_of_sections[chapter]


# -- definitions under headings --


def _definitions(index: BookIndex, page: Page) -> Iterator[Finding]:
    here = index.page(page)
    source = page.document.source
    local = [d for d in page.document.definitions if d.target.startswith("#")]
    if len(local) < 4:
        return
    owners = _Owners(page.document)
    verdicts = {d: own for d in local if (own := owners.leads_own(d)) is not None}
    counts = Counter(verdicts.values())
    if not counts[False] or counts[True] < _MIN_LEADING * len(verdicts):
        return
    for definition, own in verdicts.items():
        target = here.anchors.get(definition.target[1:])
        if own or target is None:
            continue
        above = owners.of(definition)[0]
        heading = here.headings_by_anchor.get(target.id)
        related = (
            Place(source, above.span, "it is under this"),
            Place(source, heading.title_span if heading else target.span, "it leads here"),
        )
        yield mismatched_reference(
            Place(source, definition.target_span),
            f"the definition of `{definition.label}` is under `{above.id}`",
            f"`{target.id}`",
            related,
        )


def _start_of(anchor: Anchor) -> int:
    return anchor.span.start


class _Owners:
    """The ids of the blocks that definitions stand right under."""

    def __init__(self, document: Document) -> None:
        self._document = document

    @cached_property
    def _right_under(self) -> frozenset[Definition]:
        """The definitions directly below the heading above them, blank lines and definitions aside."""
        headings, text = self._document.headings, self._document.source.text
        results = []
        last, position, is_under = -1, 0, True
        for definition in sorted(self._document.definitions, key=lambda one: one.span):
            start, end = definition.span
            at = bisect_right(headings, start, key=lambda heading: heading.span.start) - 1
            if at > last:
                last, position, is_under = at, headings[at].span.end, True
            is_under = is_under and not text[position:start].strip()
            position = max(position, end)
            if is_under:
                results.append(definition)
        return frozenset(results)

    def _of_line(self, anchor: Anchor) -> Sequence[Anchor]:
        """The anchors of the line that one stands in, the last one first."""
        anchors, source = self._document.anchors, self._document.source
        starts = source.line_starts
        line = bisect_right(starts, anchor.span.start)
        first = bisect_left(anchors, starts[line - 1], key=_start_of)
        last = bisect_left(anchors, starts[line], key=_start_of) if line < len(starts) else len(anchors)
        here = anchors[first:last][::-1]
        # Where an id is written, it is what a writer means; the one that a heading has by itself does not count.
        return [anchor for anchor in here if anchor.kind != "heading"] or here

    def of(self, definition: Definition) -> Sequence[Anchor]:
        """Those of one definition; none where text stands between."""
        anchors, headings = self._document.anchors, self._document.headings
        start = definition.span.start
        at = bisect_right(anchors, start, key=_start_of) - 1
        if at < 0:
            return ()
        above = bisect_right(headings, start, key=lambda heading: heading.span.start) - 1
        is_of_heading = above >= 0 and headings[above].span.contains(anchors[at].span)
        if is_of_heading and definition not in self._right_under:
            return ()
        return self._of_line(anchors[at])

    def leads_own(self, definition: Definition) -> bool | None:
        """Return whether a definition leads to where it stands; None where it stands under nothing."""
        target = definition.target[1:].casefold()
        owner = self.of(definition)
        return any(anchor.id.casefold() == target for anchor in owner) if owner else None

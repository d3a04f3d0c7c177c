"""The pinned outline: which parts the books in bare prose have, so that none of them vanishes unseen.

In bare prose a missing full stop makes a monster vanish. So `rulebook lock` records the parts in rulebook.outline,
beside the lock of the claims, one a line in the order of the text:

    masque/masque.txt#goblin <TAB> 3 <TAB> monster <TAB> Goblin

that is page and id, level, kind and title. Parts that were added since are no findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from rulebook.book import Book, Page
from rulebook.findings import Details, Finding, Place, Remedy, Severity, rule, unreadable_source
from rulebook.outline import Node, outline_of
from rulebook.source import Source, Span, UnreadableSourceError, read_source

_HEAD = (
    "# The parts of the books in bare prose, recorded by `rulebook lock`; `rulebook check` reports those that vanish.\n"
)
_DIALECT = "prose"
_FREE_KINDS = ("note",)
"""Parts without a name of their own: they may come and go."""


class Part(NamedTuple):
    """A part as it is recorded."""

    id: str
    level: int
    kind: str
    title: str


@rule(Severity.ERROR)
def lost_part(place: Place, fact: str, *, related: Sequence[Place] = ()) -> Details:
    """A part of a book in bare prose has vanished, or has another name or level than it had.

    `rulebook.outline` records the sections and entries of such a book, because a single sign decides whether they
    are there. Where the change is meant, `rulebook lock` records the parts that are there now.
    """
    return Details(fact, remedies=(Remedy("run `rulebook lock` if that is meant"),), related=tuple(related))


def outline_text(book: Book) -> str:
    """The recorded outline of all books in bare prose; empty where there are none."""
    lines: list[str] = []
    for page in _pages(book):
        parts = [part for part, _ in _parts(page)]
        kinds = Counter(part.kind for part in parts)
        lines.append(f"# {page.uri}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
        lines += (f"{page.uri}#{part.id}\t{part.level}\t{part.kind}\t{part.title}" for part in parts)
    return _HEAD + "".join(f"{line}\n" for line in lines) if lines else ""


def vanished(book: Book) -> list[Finding]:
    """A finding for each part that the recorded outline has and its page has no longer, or differently."""
    if book.outline_file is None or not book.outline_file.is_file():
        return []
    shown = book.outline_file.as_posix()
    try:
        source = read_source(book.outline_file, shown)
    except UnreadableSourceError as error:
        return [unreadable_source(Place(Source(shown, ""), Span(0, 0)), str(error))]
    findings: list[Finding] = []
    recorded: dict[str, list[tuple[Part, Place]]] = {}
    for uri, part, place in _lines(source):
        if part is None:
            findings.append(unreadable_source(place, "this line is no part; run `rulebook lock` to write it anew"))
        else:
            recorded.setdefault(uri, []).append((part, place))
    for uri, parts in recorded.items():
        page = book.by_uri.get(uri)
        if page is None:
            if all(page.reported for page in book.pages):
                findings.append(lost_part(parts[0][1], f"there is no page `{uri}`"))
        elif page.reported:
            findings += _compared(page, parts)
    return findings


def _pages(book: Book) -> Iterator[Page]:
    return (page for page in book.pages if page.document.dialect == _DIALECT)


def _parts(page: Page) -> Iterator[tuple[Part, Place]]:
    """The named parts of a page with their places, in order."""

    def walk(nodes: Sequence[Node]) -> Iterator[Node]:
        for node in nodes:
            yield node
            yield from walk(node.children)

    for node in sorted(walk(outline_of(page.document)), key=lambda node: node.span.start):
        if node.kind not in _FREE_KINDS:
            source = page.document.source
            start = node.span.start
            end = min(node.span.end, start + max(1, len(node.title)))
            yield Part(node.id, node.level, node.kind, node.title), Place(source, Span(start, end))


def _lines(source: Source) -> Iterator[tuple[str, Part | None, Place]]:
    for start, line in zip(source.line_starts, source.text.splitlines(), strict=False):
        if not line.strip() or line.startswith("#"):
            continue
        place = Place(source, Span(start, start + len(line)))
        cells = line.split("\t")
        uri, mark, id_ = cells[0].rpartition("#")
        sound = len(cells) == 4 and mark and cells[1].isdigit()
        yield uri, Part(id_, int(cells[1]), cells[2], cells[3]) if sound else None, place


def _compared(page: Page, recorded: Sequence[tuple[Part, Place]]) -> Iterator[Finding]:
    current = list(_parts(page))
    then, now = [(part.kind, part.id) for part, _ in recorded], [(part.kind, part.id) for part, _ in current]
    for tag, first, last, start, stop in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        if tag == "equal":
            for (old, line), (new, place) in zip(recorded[first:last], current[start:stop], strict=True):
                if old.level != new.level:
                    fact = f"the {old.kind} `{old.title}` had level {old.level}, and has {new.level}"
                    yield lost_part(place, fact, related=(_recorded(line),))
            continue
        added = list(current[start:stop])
        for part, line in recorded[first:last]:
            if (part.kind, part.id) in now:
                continue  # It stands elsewhere.
            same = next((item for item in added if item[0].kind == part.kind and item[0] not in _then(recorded)), None)
            if same is not None:
                added.remove(same)
                fact = f"the {part.kind} `{part.title}` is called `{same[0].title}` now"
                yield lost_part(same[1], fact, related=(_recorded(line),))
            else:
                yield lost_part(_before(page, current, start), _gone(part), related=(_recorded(line),))


def _then(recorded: Sequence[tuple[Part, Place]]) -> set[Part]:
    return {part for part, _ in recorded}


def _gone(part: Part) -> str:
    return f"the {part.kind} `{part.title}` stood here or behind, and is no longer recognised"


def _before(page: Page, current: Sequence[tuple[Part, Place]], index: int) -> Place:
    """The place of the part behind which something vanished; the beginning of the text where none is."""
    if index > 0:
        return current[index - 1][1]
    start = page.document.body.start
    return Place(page.document.source, Span(start, start))


def _recorded(line: Place) -> Place:
    return Place(line.source, line.span, "recorded here")

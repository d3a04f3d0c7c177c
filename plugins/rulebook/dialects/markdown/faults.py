"""Broken markup: tags without their other half, comments and fences left open, links gone wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.dialects.faults import malformed_markup
from rulebook.dialects.markdown.inlines import MASK
from rulebook.dialects.markdown.page import Page, TagPlace
from rulebook.dialects.markdown.tables import split_row, stripped
from rulebook.findings import Finding, Place
from rulebook.mapped import MappedText
from rulebook.source import Source

_OPTIONAL_END = frozenset(
    "body colgroup dd dt head html li optgroup option p rb rp rt rtc tbody td tfoot th thead tr".split()  # noqa: SIM905
)
"""Elements whose end tag HTML does not ask for."""

_NEEDLESS_END = frozenset(("body", "head", "html", "p"))
"""Elements whose end tag may stand where another tag has closed them before."""

_PHRASING = frozenset("a abbr b cite code em i kbd mark q s small span strong sub sup u".split())  # noqa: SIM905
"""Elements that end within their paragraph or the next, unless they are put around several."""

_TARGET = r"(?:#[\w.:-]+|https?://[^\s()\[\]]+|[\w./-]+\.(?:md|markdown|html)(?:#[\w.:-]*)?)"

_ODD = (
    (
        re.compile(r"<[a-zA-Z][\w-]*\s+[a-zA-Z-]+=(?:\"[^\"<>]*\"|'[^'<>]*')[^<>]*\Z"),
        "this tag is never finished",
        "add `>`",
    ),
    (re.compile(r"<!--"), "this comment is never closed", "add `-->`"),
    (re.compile(rf"\[[^\[\]\n]+\] +\({_TARGET}\)"), "a space parts this link from its target", "remove the space"),
    (
        re.compile(rf"(?<![\w\])])\([^()\n]+\)\[{_TARGET}\]"),
        "the brackets of this link are the wrong way round",
        "write `[text](target)`",
    ),
    (re.compile(rf"\[[^\[\]\n]+\]\({_TARGET}(?=\s|$)[^()]*\Z"), "the target of this link is never closed", "add `)`"),
    (
        re.compile(rf"\[[^\[\]\n()]+\({_TARGET}\)(?!\])"),
        "a bracket is missing before the target of this link",
        "add `]`",
    ),
    (
        re.compile(rf"\A[^\[\]{MASK}]*[\w.!?'’](?P<at>\]\({_TARGET}\))"),
        "no bracket opens this link",
        "add `[` before its words",
    ),
    (
        re.compile(rf"^ {{0,3}}(?![ >])[^\[\]\n:]{{1,60}}\]:[ \t]+{_TARGET}[ \t]*$", re.MULTILINE),
        "no bracket opens the label of this definition",
        "add `[`",
    ),
    (
        re.compile(rf"^ {{0,3}}\[[^\[\]\n:]{{1,60}}:[ \t]+{_TARGET}[ \t]*$", re.MULTILINE),
        "a bracket is missing behind the label of this definition",
        "add `]`",
    ),
)
_UNDER_HEADER = re.compile(
    r"(?:\A|\n)(?P<header>[^\n|]*\|[^\n]*)\n(?P<dashes>(?=[^\n]*--)(?=[^\n]*\|)[|: -]+)(?=\n|\Z)"
)
"""What would be the beginning of a table."""


def _count(text: str, line: tuple[int, int]) -> int:
    """How many cells a row has."""
    start, end = stripped(text, line)
    return len(split_row(text, (start, end), border=text.startswith("|", start) or text.endswith("|", start, end)))


class MarkupFaults:
    """Looks through what the reading of a page left over."""

    def __init__(self, source: Source, normal: MappedText, page: Page) -> None:
        self._source = source
        self._normal = normal
        self._page = page

    def __iter__(self) -> Iterator[Finding]:
        text = self._normal.text
        for atom in self._page.unclosed:
            start, end = atom.start, atom.attributes[1]
            if atom.kind == "fence":
                line_end = text.find("\n", start)
                end = line_end if line_end >= 0 else atom.end
                yield malformed_markup(self._place(start, end), "this fence of code is never closed", "close it")
            else:
                yield malformed_markup(
                    self._place(start, end), f"`{text[start:end]}` is never closed", "add its end tag"
                )
        yield from self._tags()
        for leaf, masked in self._page.odd:
            for pattern, fact, remedy in _ODD:
                for match in pattern.finditer(masked):
                    start = match.start("at" if "at" in pattern.groupindex else 0)
                    place = self._place(*leaf.place(start, match.end()))
                    yield malformed_markup(place, fact, remedy)
        yield from self._headless()

    def _headless(self) -> Iterator[Finding]:
        """Running text that would be a table, if its first two rows had as many cells."""
        for leaf in self._page.tabular:
            for match in _UNDER_HEADER.finditer(leaf.text):
                header, dashes = (_count(leaf.text, match.span(name)) for name in ("header", "dashes"))
                if header != dashes:
                    start, end = match.span("dashes")
                    cells = "1 cell" if header == 1 else f"{header} cells"
                    fact = f"this is no table: its header has {cells}, and the row of dashes {dashes}"
                    place = self._place(*leaf.place(start, end))
                    yield malformed_markup(place, fact, "give both rows as many cells")

    def _place(self, start: int, end: int, message: str = "") -> Place:
        return Place(self._source, self._normal.span(start, end), message)

    def _tags(self) -> Iterator[Finding]:
        """Pair the tags of the page in the order of the source; what stays alone is a fault, each fault once."""
        opened: list[TagPlace] = []
        stray: list[tuple[TagPlace, TagPlace | None]] = []
        lost: dict[TagPlace, TagPlace | None] = {}
        for tag in sorted(self._page.tags):
            if self._normal.text.endswith("{{", 0, tag.start):
                continue  # A shortcode: what it is made into, only its generator knows.
            if not tag.closing:
                opened.append(tag)
                continue
            at = next((i for i in range(len(opened) - 1, -1, -1) if self._fit(opened[i], tag)), None)
            if at is not None:
                lost.update((inner, tag) for inner in opened[at + 1 :] if inner.name not in _OPTIONAL_END)
                del opened[at:]
            elif tag.name not in _NEEDLESS_END:
                stray.append((tag, opened[-1] if opened else None))
        lost.update((tag, None) for tag in opened if tag.name not in _OPTIONAL_END)
        for tag, around in stray:
            near = [other for other in lost if self._near(other, tag)]
            crossed = next((other for other in near if other.name == tag.name), None)
            partner = crossed or (around if around in near else None)
            if partner is not None:
                del lost[partner]
            yield self._stray(tag, partner)
        for tag, closed_by in lost.items():
            yield self._unclosed(tag, closed_by)

    def _fit(self, opened: TagPlace, closing: TagPlace) -> bool:
        """Whether one tag closes the other."""
        if opened.name != closing.name:
            return False
        if opened.name not in _PHRASING or self._stands_alone(opened):
            return True
        return self._normal.text.count("\n\n", opened.end, closing.start) <= 1

    def _stands_alone(self, tag: TagPlace) -> bool:
        """Whether a tag has its line for itself, as one that is put around paragraphs."""
        text = self._normal.text
        end = text.find("\n", tag.end)
        line = text[text.rfind("\n", 0, tag.start) + 1 : end if end >= 0 else len(text)]
        return line.strip(" \t>") == text[tag.start : tag.end].strip(">")

    def _near(self, opened: TagPlace, closing: TagPlace) -> bool:
        """Whether two tags stand in one paragraph, so that one slip may have parted them."""
        return opened.start < closing.start and "\n\n" not in self._normal.text[opened.end : closing.start]

    def _stray(self, tag: TagPlace, opened: TagPlace | None) -> Finding:
        place, shown = self._place(tag.start, tag.end), self._shown(tag)
        if opened is None:
            broken = self._broken_start(tag)
            if broken is not None:
                related = (self._place(tag.start, tag.end, "this closes nothing"),)
                return malformed_markup(broken, "this tag is broken", "close its quotes and the tag", related)
            return malformed_markup(place, f"`{shown}` closes nothing: no `<{tag.name}>` is open here", "remove it")
        related = (self._place(opened.start, opened.end, "this is open"),)
        if opened.name == tag.name:
            return malformed_markup(place, f"`{shown}` stands behind the end of the element around it", "", related)
        fact = f"`{shown}` does not close `{self._shown(opened)}`"
        return malformed_markup(place, fact, f"write `</{opened.name}>`", related)

    def _broken_start(self, closing: TagPlace) -> Place | None:
        """What was meant as the start tag of a lone end tag and is none, in the same paragraph."""
        text = self._normal.text
        start = text.rfind(f"<{closing.name} ", text.rfind("\n\n", 0, closing.start) + 1, closing.start)
        if start < 0 or any(tag.start == start for tag in self._page.tags):
            return None
        end = text.find(">", start, closing.start)
        return self._place(start, end + 1 if end >= 0 else closing.start)

    def _unclosed(self, tag: TagPlace, closed_by: TagPlace | None) -> Finding:
        related: tuple[Place, ...] = ()
        if closed_by is not None:
            related = (self._place(closed_by.start, closed_by.end, "the element around it ends here"),)
        fact = f"`{self._shown(tag)}` is never closed"
        return malformed_markup(self._place(tag.start, tag.end), fact, f"add `</{tag.name}>`", related)

    def _shown(self, tag: TagPlace) -> str:
        return self._normal.text[tag.start : tag.end]

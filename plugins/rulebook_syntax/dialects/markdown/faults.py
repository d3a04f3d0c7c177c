"""Broken markup: tags without their other half, comments and fences left open, links gone wrong."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from rulebook_core.findings import Evidence, Finding, Place
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Source
from rulebook_core.source_map import MappedText
from rulebook_syntax.dialects.faults import CUT, NO_TABLE, malformed_markup
from rulebook_syntax.dialects.markdown.inlines import MASK
from rulebook_syntax.dialects.markdown.page import Page, TagPlace
from rulebook_syntax.dialects.markdown.tables import split_row, stripped
from rulebook_syntax.dialects.markdown.tags import BLOCK_TAGS
from rulebook_text.naming.spelling import begin_alike, edit_distance

_OPTIONAL_END = frozenset(
    "body colgroup dd dt head html li optgroup option p rb rp rt rtc tbody td tfoot th thead tr".split()  # noqa: SIM905
)
"""Elements whose end tag HTML does not ask for."""

_NEEDLESS_END = frozenset(("body", "head", "html", "p"))
"""Elements whose end tag may stand where another tag has closed them before."""

_WORDS = lazily(r"<[a-zà-ÿ]+(?: [^\W\d_]+)+>")
"""Words that stand for others, and no element with its attributes: "<your name>"."""

_PHRASING = frozenset("a abbr b cite code em i kbd mark q s small span strong sub sup u".split())  # noqa: SIM905
"""Elements that end within their paragraph or the next, unless they are put around several."""

_ELEMENTS = (
    BLOCK_TAGS
    | _PHRASING
    | _OPTIONAL_END
    | {"del", "ins", "font", "label", "button", "svg", "audio", "bdi", "dfn"}
    | {"acronym", "big", "nobr", "strike", "tt"}
)
"""Elements by their names, as far as rulebooks have them."""

_MAX_LOST = 50
"""Of more tags without their other half, none is taken for a misspelling of another."""
_TICKS = lazily(r"`+")
_BLANK_LINES = lazily(r"\n{2,}")
_BEGINS_LINE = lazily(r"^[ \t>]*", re.MULTILINE)
_ENDS_LINE = lazily(r"[ \t>]*$", re.MULTILINE)
_IMPORTS = lazily(r"^import[ \t][^\n]*?[ \t]from[ \t]+['\"][^'\"\n]+['\"];?[ \t]*$", re.MULTILINE)
"""Import in a page of Docusaurus; the tags of such a page are no HTML."""
_WRITTEN_START = lazily(r"<(?P<name>[a-zA-Z][^<>/\s]*) ")

_TARGET = r"(?:#[\w.:-]+|https?://[^\s()\[\]]+|[\w./-]+\.(?:md|markdown|html)(?:#[\w.:-]*)?)"
_PICTURE = r"[\w./-]+\.(?:png|jpe?g|svg|gif|webp)"

_UNFINISHED = "this tag is never finished"
_ODD = (
    (
        lazily(r"<[a-zA-Z][\w-]*\s+[a-zA-Z-]+=(?:\"[^\"<>]*\"|'[^'<>]*')[^<>]*\Z"),
        _UNFINISHED,
        "add `>`",
    ),
    (lazily(r"<!--"), "this comment is never closed", "add `-->`"),
    (
        lazily(rf"\[[^\[\]\n]+\] +\((?:{_TARGET}|{_PICTURE})\)"),
        "a space parts this link from its target",
        "remove the space",
    ),
    (
        lazily(rf"(?<![\w\])])\([^()\n]+\)\[{_TARGET}\]"),
        "the brackets of this link are the wrong way round",
        "write `[text](target)`",
    ),
    (lazily(rf"\[[^\[\]\n]+\]\({_TARGET}(?=\s|$)[^()]*\Z"), "the target of this link is never closed", "add `)`"),
    (
        lazily(rf"\[[^\[\]\n()]+\({_TARGET}\)(?![^\[\]\n]*\])"),
        "a bracket is missing before the target of this link",
        "add `]`",
    ),
    (
        lazily(rf"\A[^\[\]{MASK}]*[\w.!?'’](?P<at>\]\({_TARGET}\))"),
        "no bracket opens this link",
        "add `[` before its words",
    ),
    (
        lazily(rf"^ {{0,3}}(?![ >])[^\[\]\n:]{{1,60}}\]:[ \t]+{_TARGET}[ \t]*$", re.MULTILINE),
        "no bracket opens the label of this definition",
        "add `[`",
    ),
    (
        lazily(rf"^ {{0,3}}\[[^\[\]\n:]{{1,60}}:[ \t]+{_TARGET}[ \t]*$", re.MULTILINE),
        "a bracket is missing behind the label of this definition",
        "add `]`",
    ),
)
_ATTRIBUTES = lazily(r"\{[.#:][^{}|\n]*\}[ \t]*\|?[ \t]*\Z")
"""Attribute list that Retype and others read as a table's style."""
_NO_WORDS = lazily(
    r"[{<:/\x02\x03]|-(?![ \t]+\w)|[\W_]*\Z|\^|\[[^\]]*\]:|\[.*\]\Z|(?:Table|Tabelle|Tableau|Tabla|Tabella)?:\s"
)
"""Line below a table that is no text of a row.

It gives the table a class, a caption or an end, or is for a program that fills it.
"""
_UNDER_HEADER = lazily(r"(?:\A|\n)(?P<header>[^\n|]*\|[^\n]*)\n(?P<dashes>(?=[^\n]*--)(?=[^\n]*\|)[|: -]+)(?=\n|\Z)")
"""Header and dashes that look like the beginning of a table."""


def _is_misspelt(opened: TagPlace, closing: TagPlace) -> bool:
    """Return whether two unmatched tags are one element with a misspelt name."""
    if opened.start > closing.start or (opened.name in _ELEMENTS) == (closing.name in _ELEMENTS):
        return False
    return begin_alike(opened.name, closing.name) and edit_distance(opened.name, closing.name, 2) is not None


def _count(text: str, line: tuple[int, int]) -> int:
    """Return how many cells a row has."""
    start, end = stripped(text, line)
    return len(split_row(text, (start, end), border=text.startswith("|", start) or text.endswith("|", start, end)))


class _Pairs:
    """Tags that are paired in the order of the source: each closes the last one that it fits.

    Attributes:
        lost: what has no end of its own, with the end of the element around it, which ends it, if there is one.
        strays: ends of nothing, each with what is open there.
    """

    def __init__(self) -> None:
        self.strays: list[tuple[TagPlace, TagPlace | None]] = []
        self._lost: dict[TagPlace, TagPlace | None] = {}
        self._open: list[TagPlace] = []
        self._by_name: defaultdict[str, list[int]] = defaultdict(list)

    @property
    def lost(self) -> dict[TagPlace, TagPlace | None]:
        return self._lost | {tag: None for tag in self._open if tag.name not in _OPTIONAL_END}

    def open(self, tag: TagPlace) -> None:
        self._by_name[tag.name].append(len(self._open))
        self._open.append(tag)

    def stray(self, tag: TagPlace) -> None:
        self.strays.append((tag, self._open[-1] if self._open else None))

    def close(self, closing: TagPlace, fit: Callable[[TagPlace, TagPlace], bool]) -> bool:
        """Close the last open tag that fits a closing tag; return whether there is one.

        An open tag that does not fit is dropped: it fits no later closing tag either.
        """
        places = self._by_name[closing.name]
        while places and not fit(self._open[places[-1]], closing):
            places.pop()
        if not places:
            return False
        at = places[-1]
        while len(self._open) > at:
            tag = self._open.pop()
            if (places := self._by_name[tag.name]) and places[-1] == len(self._open):
                places.pop()
            if len(self._open) > at and tag.name not in _OPTIONAL_END:
                self._lost[tag] = closing
        return True


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
        is_script = _IMPORTS.search(text) is not None
        if not is_script:
            yield from self._tags()
        for leaf, masked in self._page.odd:
            for pattern, fact, remedy in _ODD[is_script:]:
                for match in pattern.finditer(masked):
                    start = match.start("at" if "at" in pattern.groupindex else 0)
                    place = self._place(*leaf.place(start, match.end()))
                    yield malformed_markup(place, fact, remedy)
        yield from self._headless()
        yield from self._cut()
        yield from self._swallowed()

    def _headless(self) -> Iterator[Finding]:
        """Running text that would be a table, if its first two rows had as many cells."""
        for leaf in self._page.tabular:
            for match in _UNDER_HEADER.finditer(leaf.text):
                header, dashes = (_count(leaf.text, match.span(name)) for name in ("header", "dashes"))
                above = leaf.text[max(0, match.start("header") - 20) : match.start("header")]
                is_extended = above.rstrip().endswith("-tx-")  # For a plugin of Obsidian's.
                if header != dashes and not is_extended and _ATTRIBUTES.search(match["header"]) is None:
                    start, end = match.span("dashes")
                    cells = "1 cell" if header == 1 else f"{header} cells"
                    fact = f"{NO_TABLE}: its header has {cells}, and the row of dashes {dashes}"
                    place = self._place(*leaf.place(start, end))
                    yield malformed_markup(place, fact, "give both rows as many cells")

    def _cut(self) -> Iterator[Finding]:
        """Tables whose rows have more cells than the header: what these say, nobody sees."""
        for columns, cut in self._page.cut:
            first, *others = (self._place(*line, "this is not shown either") for line in cut)
            if _ATTRIBUTES.fullmatch(first.source.slice(first.span)) is None:
                width = "1 column" if columns == 1 else f"{columns} columns"
                fact = f"{CUT}: its table has {width}, and what follows is not shown"
                remedy = "give the header as many cells, or write `\\|` for a bar within a cell"
                yield malformed_markup(replace(first, message=""), fact, remedy, tuple(others))

    def _swallowed(self) -> Iterator[Finding]:
        """Lines right below a table that its writer meant as text, and the page shows as rows."""
        for lines in self._page.swallowed:
            texts = [self._normal.text[start:end].strip() for start, end in lines]
            if any(map(_NO_WORDS.match, texts)):
                continue
            first, *others = (self._place(*line, "this is a row, too") for line in lines)
            is_heading = texts[0].startswith("#")
            fact = f"the table above takes this {'heading' if is_heading else 'line'} as a row"
            remedy = "put an empty line between the table and it"
            details = malformed_markup(replace(first, message=""), fact, remedy, tuple(others))
            # Some leave out the bars of a row that has one cell.
            yield details.by(Evidence.PROOF if is_heading else Evidence.SIGN)

    def _place(self, start: int, end: int, message: str = "") -> Place:
        return Place(self._source, self._normal.span(start, end), message)

    def _tags(self) -> Iterator[Finding]:
        """Pair the tags of the page in the order of the source; what stays alone is a fault, each fault once."""
        pairs, text = _Pairs(), self._normal.text
        may_be_quoted = "`" in text
        for tag in sorted(self._page.tags):
            if text.endswith("{{", 0, tag.start) or (may_be_quoted and self._is_quoted(tag)):
                continue  # A shortcode: what it is made into, only its generator knows.
            if not tag.closing:
                pairs.open(tag)
            elif not pairs.close(tag, self._fit) and tag.name not in _NEEDLESS_END:
                pairs.stray(tag)
        lost = pairs.lost
        crossed: defaultdict[tuple[int, str], deque[TagPlace]] = defaultdict(deque)
        for tag in sorted(lost):
            crossed[self._paragraph(tag.end), tag.name].append(tag)
        for tag, around in pairs.strays:
            # One slip may have parted two tags that stand in one paragraph.
            paragraph = self._paragraph(tag.start)
            same = crossed[paragraph, tag.name]
            if same and same[0].start < tag.start:
                around = same.popleft()
            elif around is not None and around in lost and self._paragraph(around.end) == paragraph:
                crossed[paragraph, around.name].remove(around)
            else:
                nearest = lost if len(lost) <= _MAX_LOST else ()
                around = next((one for one in sorted(nearest, reverse=True) if _is_misspelt(one, tag)), None)
            if around is not None:
                del lost[around]
            yield from self._stray(tag, around)
        for tag, closed_by in lost.items():
            yield self._unclosed(tag, closed_by)

    def _is_quoted(self, tag: TagPlace) -> bool:
        """Return whether a tag in HTML is between backticks.

        Behind a blank line, most renderers read such HTML as Markdown.
        """
        text = self._normal.text
        start, end = text.rfind("\n", 0, tag.start) + 1, text.find("\n", tag.end)
        before = _TICKS.findall(text, start, tag.start)
        behind = _TICKS.search(text, tag.end, end if end >= 0 else len(text))
        return bool(before) and before.count(before[-1]) % 2 == 1 and behind is not None and behind[0] == before[-1]

    def _fit(self, opened: TagPlace, closing: TagPlace) -> bool:
        """Return whether a closing tag fits an opening tag of its name."""
        if opened.name not in _PHRASING or self._paragraph(closing.start) - self._paragraph(opened.end) <= 1:
            return True
        # It is put around paragraphs if it has its line for itself.
        return opened.start in self._beginnings and _ENDS_LINE.match(self._normal.text, opened.end) is not None

    def _paragraph(self, position: int) -> int:
        """Return how many paragraphs have ended before a position."""
        return bisect_left(self._ends, position)

    @cached_property
    def _ends(self) -> Sequence[int]:
        return [match.start() for match in _BLANK_LINES.finditer(self._normal.text)]

    @cached_property
    def _beginnings(self) -> frozenset[int]:
        """Where the first sign of each line stands, that is no space and no sign of a quotation."""
        return frozenset(match.end() for match in _BEGINS_LINE.finditer(self._normal.text))

    def _stray(self, tag: TagPlace, opened: TagPlace | None) -> Iterator[Finding]:
        place, shown = self._place(tag.start, tag.end), self._shown(tag)
        if opened is None:
            broken = self._broken_start(tag)
            if broken is None:
                yield malformed_markup(place, f"`{shown}` closes nothing: no `<{tag.name}>` is open here", "remove it")
            elif "{{" not in broken.source.slice(broken.span):  # As in `tags`, of a shortcode.
                related = (self._place(tag.start, tag.end, "this closes nothing"),)
                yield malformed_markup(broken, "this tag is broken", "close its quotes and the tag", related)
            return
        related = (self._place(opened.start, opened.end, "this is open"),)
        if opened.name not in _ELEMENTS and tag.name in _ELEMENTS:
            place, related = related[0], (self._place(tag.start, tag.end, f"`{shown}` closes nothing else"),)
            written = self._shown(opened).replace(opened.name, tag.name, 1)
            yield malformed_markup(
                replace(place, message=""), f"`{opened.name}` is no element", f"write `{written}`", related
            )
        elif opened.name == tag.name:
            yield malformed_markup(place, f"`{shown}` is behind the end of the element around it", "", related)
        else:
            fact = f"`{shown}` does not close `{self._shown(opened)}`"
            yield malformed_markup(place, fact, f"write `</{opened.name}>`", related)

    def _broken_start(self, closing: TagPlace) -> Place | None:
        """Return the nearest malformed start tag before a lone end tag.

        It must be in the same paragraph. Each is returned once.
        """
        text, starts = self._normal.text, self._broken_starts.get(closing.name, [])
        at = bisect_left(starts, closing.start) - 1
        if at < 0 or self._paragraph(starts[at]) != self._paragraph(closing.start):
            return None
        start = starts.pop(at)
        end = text.find(">", start, closing.start)
        return self._place(start, end + 1 if end >= 0 else closing.start)

    @cached_property
    def _broken_starts(self) -> Mapping[str, list[int]]:
        """Return the offsets of malformed start tags, by name.

        They look like start tags but are not read as tags.
        """
        read = {tag.start for tag in self._page.tags}
        starts: dict[str, list[int]] = {}
        for match in _WRITTEN_START.finditer(self._normal.text):
            if match.start() not in read:
                starts.setdefault(match["name"], []).append(match.start())
        return starts

    def _unclosed(self, tag: TagPlace, closed_by: TagPlace | None) -> Finding:
        related: tuple[Place, ...] = ()
        if closed_by is not None:
            related = (self._place(closed_by.start, closed_by.end, "the element around it ends here"),)
        shown = self._shown(tag)
        place = self._place(tag.start, tag.end)
        is_lone = shown[1:-1].lower() == tag.name and tag.name not in _ELEMENTS
        if is_lone or _WORDS.fullmatch(shown):
            return malformed_markup(place, f"`{shown}` is taken for a tag, and not shown", f"write `&lt;{shown[1:]}`")
        return malformed_markup(place, f"`{shown}` is never closed", f"add `</{tag.name}>`", related)

    def _shown(self, tag: TagPlace) -> str:
        return self._normal.text[tag.start : tag.end]

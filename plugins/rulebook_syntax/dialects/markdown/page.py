"""From the tree of blocks to a document: headings and their ids, anchors, links, definitions, comments."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span, as_composed
from rulebook_core.source_map import MappedText
from rulebook_syntax.dialects.frontmatter import value_at
from rulebook_syntax.dialects.markdown import attributes
from rulebook_syntax.dialects.markdown.atoms import Atom
from rulebook_syntax.dialects.markdown.blocks import BlockReader
from rulebook_syntax.dialects.markdown.inlines import InlineReader
from rulebook_syntax.dialects.markdown.leaf_links import Inlines, LeafLink
from rulebook_syntax.dialects.markdown.options import ANY_INFO, MarkdownOptions, TabIds
from rulebook_syntax.dialects.markdown.plain import elements, plain
from rulebook_syntax.dialects.markdown.rawhtml import html_tags
from rulebook_syntax.dialects.markdown.slugs import UniqueIds
from rulebook_syntax.dialects.markdown.tags import CODE_TAGS, VOID_TAGS, Tag, tags
from rulebook_syntax.dialects.markdown.targets import decode
from rulebook_syntax.dialects.markdown.text import Line
from rulebook_syntax.dialects.markdown.tree import Node
from rulebook_syntax.document import Anchor, Comment, Definition, Heading, Link
from rulesmod.dice.digits import to_int

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_AT_END_TAGS = HEADINGS | {"dt", "td", "th"}

_ODD = lazily(
    r"\] *\(|\)\[|\]:|\[[^\[\]\n()]{1,200}\(\S|\[[^\[\]\n:]{1,60}:[ \t]+\S|<!--|<[a-zA-Z][\w-]*\s+[a-zA-Z-]+=[\"']"
)
_PLAIN_LINK = lazily(r"\[([^\[\]*_]*)\]\(([^\s()<>'\"\[\]]*)\)")
_NAME = lazily(r"[a-z][\w.-]*")
_CHECKBOX = lazily(r" *\[[xX ]\] +")
_NAMES = lazily(r"\{:? *([#.][\w.# -]*)\} *$")
"""An attribute list behind a text that has nothing but an id and classes in it."""
_FOLDS = frozenset(("fold", "fold tab", "end"))
"""Nodes of the lines that open and end blocks between slashes."""
_SELECTED = lazily(r"#(?P<id>[\w-]+)|\[[^\]]*?\bid=[\"']?(?P<value>[\w-]+)")
"""The id in the selector of a block between slashes: `div#rest`, `div[id=rest]`."""
_TARGETS = {
    "a": ("href",), "area": ("href",), "img": ("src", "srcset"), "source": ("src", "srcset"),
    "video": ("src", "poster"), "audio": ("src",), "track": ("src",), "input": ("src",), "image": ("href",),
    "iframe": ("src",), "embed": ("src",), "object": ("data",),
}  # fmt: skip
"""The attributes of each element that hold addresses."""
_OF_SET = lazily(r"(?<![^\s,])(?P<target>[^\s,]\S*?)(?:,?(?=\s*$)|(?=\s)[^,]*(?:,|$)|,(?=\s))")
"""An address of a `srcset`, with its width or density."""


class _Tab(NamedTuple):
    """A tab that gets an id: the lines of its title, how, and the index of the heading above it."""

    lines: list[Line]
    how: TabIds
    above: int | None


class TagPlace(NamedTuple):
    """A tag that must have its other half: where it stands in the normal text."""

    start: int
    end: int
    name: str
    closing: bool


class Page:
    """Walks over the tree once and collects what references need."""

    def __init__(self, normal: MappedText, blocks: BlockReader, options: MarkdownOptions) -> None:
        self._normal = normal
        self._text = blocks.text
        self._read = normal.redrawn(blocks.text)
        self._options = options
        self._blocks = blocks
        self.labels = {reference.label.lower() for reference in blocks.definitions.references}
        self.inline_reader = InlineReader(options, self.labels, blocks.definitions.footnotes)
        self._attr_list = options.has("attr_list")
        self._task_lists = options.has("pymdownx.tasklist")
        # Most leaves have none of these, most pages only a few; looking for just those is quickest.
        self._opening = [sign for sign in ("[", "<", "{") if sign in self._text]
        special = ("<", "{", "`", "\\", "&", "![", *self.inline_reader.signs)
        self._special = [sign for sign in special if sign in self._text]
        self.links: list[Link] = []
        self.candidates: list[Link] = []
        self.anchors: list[Anchor] = []
        self.comments: list[Comment] = []
        self.headings: list[Heading] = []
        self.tags: list[TagPlace] = []
        self.html_tags: dict[int, list[Tag]] = {}
        """Those of raw HTML but for what its fences have, by where that begins."""
        self.unclosed: list[Atom] = []
        self.is_open = False
        self.odd: list[tuple[MappedText, str]] = []
        self.tabular: list[MappedText] = []
        self.cut: list[tuple[int, list[Line]]] = []
        """Spans of cells behind the last column, with the number of columns."""
        self.swallowed: list[list[Line]] = []
        """Lines right below a table that it takes as rows."""
        self._headings: list[tuple[int, MappedText | None, Inlines | None, Anchor | None, tuple[int, int], int]] = []
        self._tabs: list[_Tab] = []
        self._inlines: dict[tuple[int, int], Inlines] = {}
        self._used: set[str] = set()
        self._walk(blocks.root)
        self._footnote_anchors()
        self._give_ids()
        self.links.sort(key=lambda link: link.span)
        self.anchors.sort(key=lambda anchor: anchor.span)
        self.comments.sort(key=lambda comment: comment.span)
        self.headings.sort(key=lambda heading: heading.span)

    @property
    def has_faults(self) -> bool:
        """Return whether anything is left that may be broken markup."""
        return bool(self.tags or self.unclosed or self.odd or self.tabular or self.cut or self.swallowed)

    # -- the walk --

    def _walk(self, node: Node, above: int | None = None) -> None:
        """Collect what a node holds; `above` is the nearest heading before it, by its index in `_headings`."""
        folds: list[int | None] = []
        for child in node.children:
            tag = child.tag
            if tag in _FOLDS:
                # What a heading within a block between slashes heads ends with it.
                above = self._fold(child, folds, above)
            elif tag in HEADINGS:
                self._heading(child)
                above = len(self._headings) - 1
            elif tag in _LEAVES:
                _LEAVES[tag](self, child)
            else:
                self._container(child, above)
            if child.tail:
                self._leaf(child, child.tail)

    def _paragraph(self, node: Node) -> None:
        self._leaf(node, node.lines)

    def _html(self, node: Node) -> None:
        assert node.atom is not None
        self._raw(node.atom)

    def _fence(self, node: Node) -> None:
        assert node.atom is not None
        if not node.atom.closed:
            self.unclosed.append(node.atom)
        self._attributes(*node.atom.attributes, known=True)

    def _code(self, node: Node) -> None:
        """Read nothing of indented code."""

    def _container(self, node: Node, above: int | None) -> None:
        """Collect what a node with others in it holds."""
        if node.tag in _CONTAINERS:
            _CONTAINERS[node.tag](self, node, above)
        if node.lines:
            self._leaf(node, node.lines, task=node.tag == "li")
        if not node.children:
            return
        first = node.children[0]
        if self._task_lists and node.tag == "li" and not node.lines and first.tag == "p":
            self._leaf(first, first.lines, task=True)
            self._walk(first, above)
            self._walk_all(node.children[1:], above)
        else:
            self._walk(node, above)

    def _table(self, node: Node, above: int | None) -> None:
        if node.swallowed:
            self.swallowed.append(node.swallowed)
        if cut := [row.cut for row in node.children if row.cut is not None]:
            self.cut.append((len(node.children[0].children), cut))

    def _element(self, node: Node, above: int | None) -> None:
        assert node.atom is not None
        if not node.atom.closed:
            self.unclosed.append(node.atom)
        self._raw_tags(tags(self._normal.text, *node.atom.attributes), in_tree=True)

    def _tab(self, node: Node, above: int | None) -> None:
        if self._options.tabs.slugify is not None:
            self._tabs.append(_Tab(node.lines, self._options.tabs, above))

    def _walk_all(self, children: list[Node], above: int | None) -> None:
        holder = Node("div")
        holder.children = children
        self._walk(holder, above)

    def _fold(self, node: Node, folds: list[int | None], above: int | None) -> int | None:
        """Read what opens or ends a block between slashes; return the heading above what follows."""
        if node.tag == "fold tab":
            if self._options.block_tabs.slugify is not None:
                self._tabs.append(_Tab(node.lines, self._options.block_tabs, above))
            self._leaf(node, node.lines)
        elif node.tag == "fold":
            folds.append(above)
            self._fold_id(node)
        elif folds:
            return folds.pop()
        return above

    def _fold_id(self, node: Node) -> None:
        """Collect the id of a block between slashes: its options say it, or the selector behind its name."""
        place = None
        if node.options:
            leaf = self._read.lines(node.options)
            value = value_at(textwrap.dedent(leaf.text), ("attrs", "id"))
            if value is not None and (at := leaf.text.find(value, leaf.text.find("id"))) >= 0:
                place = value, self._place(leaf, at, at + len(value))
        if place is None and node.selector is not None and (match := _SELECTED.search(self._text, *node.selector)):
            group = "id" if match["id"] else "value"
            place = match[group], self._normal.span(*match.span(group))
        if place is not None:
            self.anchors.append(Anchor(*place, "attribute"))
            self._used.add(place[0])

    def _leaf(self, node: Node, lines: list[tuple[int, int]], *, task: bool = False) -> None:
        text = self._text
        start, end = lines[0][0], lines[-1][1]
        if len(lines) > 1 and text.find("|", start, end) >= 0 and text.find("--", start, end) >= 0:
            self.tabular.append(self._read.lines(lines))
        for sign in self._opening:
            if text.find(sign, start, end) >= 0:
                break
        else:
            if text.find("]", start, end) < 0:
                return
        if self._plain_links(lines, start, end):
            return
        if task and self._task_lists and (match := _CHECKBOX.match(text, *lines[0])):
            lines = [(match.end(), lines[0][1]), *lines[1:]]
        leaf = self._read.lines(lines)
        inlines = self._read_leaf(leaf)
        if self._attr_list and "{" in inlines.text:
            self._block_attributes(leaf, inlines, node)

    def _plain_links(self, lines: list[Line], start: int, end: int) -> bool:
        """Read a leaf at once if its only markup is inline links.

        Most leaves are like that. The inline reader would find the same in them.
        """
        text, base = self._text, self._normal.shift
        if base is None or any(text.find(sign, start, end) >= 0 for sign in self._special):
            return False
        if len(lines) > 1 and any(before[1] + 1 != line[0] for before, line in pairwise(lines)):
            return False
        matches = list(_PLAIN_LINK.finditer(text, start, end))
        count = len(matches)
        if text.count("[", start, end) != count or text.count("]", start, end) != count:
            return False
        for match in matches:
            words = match[1]
            if "\n" in words or "  " in words:
                words = " ".join(words.split())
            first, last = match.span()
            text_start, text_end = match.span(1)
            target_start, target_end = match.span(2)
            self.links.append(
                Link(
                    kind="inline",
                    span=Span(base + first, base + last),
                    text=words,
                    text_span=Span(base + text_start, base + text_end),
                    target=match[2],
                    target_span=Span(base + target_start, base + target_end),
                )
            )
        return True

    def inlines_of(self, leaf: MappedText, node: Node) -> Inlines:
        """Return the cached inline elements of a leaf, or read them."""
        inlines = self._inlines.get(leaf.place(0, len(leaf.text)))
        if inlines is None:
            inlines = self.inline_reader.read(leaf.text)
            if self._attr_list and "{" in inlines.text:
                self._list_of_block(node, inlines)
        return inlines

    def _heading(self, node: Node) -> None:
        level = min(to_int(node.tag[1]) + self._options.base_level, 6)
        if not node.lines:
            self._headings.append((level, None, None, None, (0, 0), 0))
            return
        leaf = self._read.lines(node.lines)
        if self.inline_reader.is_plain(leaf.text):
            self._headings.append((level, leaf, None, None, node.lines[0], node.end))
            return
        if self._attr_list and (names := self._names_behind(leaf.text)):
            line = node.lines[0]
            words = leaf.text[: names.start()].rstrip(" ")
            anchor = self._attributes(*leaf.place(*names.span(1)))
            self._headings.append((level, leaf.slice(0, len(words)), None, anchor, line, node.end))
            node.lines = [(line[0], line[0] + len(words))]
            return
        inlines = self._read_leaf(leaf)
        anchor = None
        if self._attr_list and "{" in inlines.text:
            anchor = self._block_attributes(leaf, inlines, node)
        self._headings.append((level, leaf, inlines, anchor, node.lines[0], node.end))

    def _names_behind(self, text: str) -> re.Match[str] | None:
        """Match the attribute list behind a plain title.

        Most headings with an attribute list are like that.
        """
        at = text.rfind("{")
        is_plain = at > 0 and text[at - 1] == " " and self.inline_reader.is_plain(text[:at])
        return _NAMES.match(text, at) if is_plain else None

    def _read_leaf(self, leaf: MappedText) -> Inlines:
        inlines = self._inlines[leaf.place(0, len(leaf.text))] = self.inline_reader.read(leaf.text)
        if inlines.links:
            candidates = []
            for link in inlines.links:
                if link.known:
                    self.links.append(self._link(leaf, inlines, link))
                else:
                    candidates.append(link)
            if candidates:
                self._candidates(leaf, inlines, candidates)
        if inlines.tags:
            self._raw_tags(inlines.tags, leaf=leaf)
        if _ODD.search(inlines.text):
            self.odd.append((leaf, inlines.text))
        for start, end in inlines.attributes:
            self._attributes(*leaf.place(start, end))
            self._overwritten(leaf, inlines, start, end)
        return inlines

    def _overwritten(self, leaf: MappedText, inlines: Inlines, start: int, end: int) -> None:
        """Read the address that an attribute list gives the link or the image before it."""
        brace = leaf.text.rfind("{", 0, start)
        before = next((one for one in inlines.links if one.known and one.end == brace), None)
        for key, value, value_start, value_end in attributes.values(leaf.text, start, end) if before else ():
            assert before is not None
            if key == "srcset" and before.image:
                for one in _OF_SET.finditer(value):
                    link, target = (
                        self._link(leaf, inlines, before),
                        leaf.span(*(value_start + at for at in one.span("target"))),
                    )
                    link = link._replace(kind="html", target=decode(one["target"]), target_span=target, label=None)
                    self.links.append(link)
            elif key == ("src" if before.image else "href") and value:
                link, target = self._link(leaf, inlines, before), leaf.span(value_start, value_end)
                self.links.append(link._replace(kind="inline", target=decode(value), target_span=target, label=None))

    def _candidates(self, leaf: MappedText, inlines: Inlines, candidates: list[LeafLink]) -> None:
        """Brackets that would be references if their label was defined, each once."""
        places = [(link.start, link.end) for link in inlines.links if link.known]
        places += [(tag.end, end) for tag, end in elements(inlines.tags) if tag.name in CODE_TAGS]
        places += [(tag.start, tag.end) for tag in inlines.tags]
        result = bytearray(len(leaf.text))
        for start, end in places:
            result[start:end] = b"\1" * (end - start)
        for link in candidates:
            if result.find(1, link.label_start - 1, link.label_end + 1) >= 0:
                continue
            if link.image and not inlines.text.startswith("![", link.start):
                continue
            self.candidates.append(self._link(leaf, inlines, link))
            result[link.start : link.end] = b"\1" * (link.end - link.start)

    def _link(self, leaf: MappedText, inlines: Inlines, link: LeafLink) -> Link:
        return Link(
            kind=link.kind,  # type: ignore[arg-type]
            span=leaf.span(link.start, link.end),
            text=plain(leaf.text, inlines, link.text_start, link.text_end),
            text_span=leaf.span(link.text_start, link.text_end),
            target=link.target,
            target_span=None if link.target is None else leaf.span(link.target_start, link.target_end),
            label=link.label,
            label_span=None if link.label is None else leaf.span(link.label_start, link.label_end),
            image=link.image,
        )

    # -- raw HTML --

    def _raw(self, atom: Atom) -> None:
        results = self.html_tags[atom.start] = html_tags(self._normal.text, atom)
        self._raw_tags(results)

    def _raw_tags(
        self, tags: Iterator[Tag] | list[Tag], *, leaf: MappedText | None = None, in_tree: bool = False
    ) -> None:
        text = self._normal.text if leaf is None else leaf.text
        takes_any = self._options.has(ANY_INFO)
        for tag in tags:
            if takes_any and text.startswith("/", tag.start + 1 + len(tag.name)) and not tag.closing:
                continue  # "<Ctrl/Cmd>": only Python-Markdown takes it for a tag.
            if _NAME.fullmatch(tag.name) and not in_tree and tag.name not in VOID_TAGS and not tag.self_closing(text):
                place = (tag.start, tag.end) if leaf is None else leaf.place(tag.start, tag.end)
                self.tags.append(TagPlace(*place, tag.name, tag.closing))
            if tag.name == "!--":
                content = text[tag.inner_start : tag.inner_end]
                self.comments.append(Comment(content, self._place(leaf, tag.start, tag.end)))
            elif not tag.closing and tag.inner_start != tag.inner_end:
                self._tag_attributes(tag, text, leaf, in_tree=in_tree)

    def _tag_attributes(self, tag: Tag, text: str, leaf: MappedText | None, *, in_tree: bool) -> None:
        """Collect the ids and the links of a tag."""
        wanted = _TARGETS.get(tag.name, ())
        ids: set[str] = set()
        for attribute in tag.attributes(text):
            name, value, start = attribute.name, attribute.value, attribute.start
            if name == "id" or (name == "name" and tag.name == "a"):
                id_ = decode(value)
                if id_ and id_ not in ids:
                    ids.add(id_)
                    self.anchors.append(Anchor(id_, self._place(leaf, start, attribute.end), "html"))
                    if in_tree:
                        self._used.add(id_)
            elif name in wanted:
                places = ((one["target"], *one.span("target")) for one in _OF_SET.finditer(value))
                for target, first, last in places if name == "srcset" else [(value, 0, attribute.end - start)]:
                    self.links.append(self._html_link(leaf, tag, target, start + first, start + last))

    def _html_link(self, leaf: MappedText | None, tag: Tag, value: str, start: int, end: int) -> Link:
        span, target = self._place(leaf, tag.start, tag.end), self._place(leaf, start, end)
        return Link(
            kind="html",
            span=span,
            text="",
            text_span=target,
            target=decode(value).strip(),
            target_span=target,
            image=tag.name != "a",
        )

    def _place(self, leaf: MappedText | None, start: int, end: int) -> Span:
        return self._normal.span(start, end) if leaf is None else leaf.span(start, end)

    # -- attribute lists --

    def _block_attributes(self, leaf: MappedText, inlines: Inlines, node: Node) -> Anchor | None:
        place = self._list_of_block(node, inlines)
        if place is None:
            return None
        return self._attributes(*leaf.place(*place))

    @staticmethod
    def _list_of_block(node: Node, inlines: Inlines) -> tuple[int, int] | None:
        """The place of the attribute list that ends a block's text; it is dropped from its plain text."""
        pattern = attributes.AT_END if node.tag in _AT_END_TAGS else attributes.ON_LAST_LINE
        ends = [end for _, end in inlines.elements] + [end + 1 for _, end in inlines.attributes]
        match = pattern.search(inlines.text, max(ends, default=0))
        if match is None or not attributes.is_complete(inlines.text, *match.span(1)):
            return None
        inlines.dropped.append(match.span())
        return match.span(1)

    def _attributes(self, start: int, end: int, *, known: bool = False) -> Anchor | None:
        if start == end:
            return None
        anchor = None
        for key, value, value_start, value_end in attributes.values(self._normal.text, start, end):
            if key == "id" and value:
                anchor = Anchor(value, self._normal.span(value_start, value_end), "attribute")
        if anchor is not None:
            self.anchors.append(anchor)
            if not known:
                self._used.add(anchor.id)
        return anchor

    # -- ids --

    def _footnote_anchors(self) -> None:
        separator = self._options.footnote_separator
        for footnote in self._blocks.definitions.footnotes.values():
            span = self._normal.span(footnote.start, footnote.end)
            for prefix in ("fn", "fnref"):
                self.anchors.append(Anchor(f"{prefix}{separator}{footnote.label}", span, "footnote"))
                self._used.add(f"{prefix}{separator}{footnote.label}")

    def _give_ids(self) -> None:
        options = self._options
        ids = UniqueIds(self._used)
        names: list[str] = []
        """The ids of all headings, in the order of `_headings`."""
        for level, leaf, inlines, anchor, line, underline in self._headings:
            title = "" if leaf is None else plain(leaf.text, inlines, 0, len(leaf.text))
            name = anchor.id if anchor is not None else ""
            if anchor is None and options.slugify is not None:
                name = ids.take(options.slugify(title, options.separator))
            names.append(name)
            if leaf is None:
                continue
            if not name and options.has("toc") and options.slugify is None:
                self.is_open = True
            title_span = self._normal.span(*line)
            span = self._heading_span(line, underline)
            self.headings.append(Heading(level, as_composed(title), name, span, title_span))
            if anchor is None and name:
                self.anchors.append(Anchor(name, title_span, "heading"))

        for lines, how, above in self._tabs:
            assert how.slugify is not None
            leaf = self._read.lines(lines)
            title = plain(leaf.text, self.inline_reader.read(leaf.text), 0, len(leaf.text))
            name = how.slugify(title, how.separator)
            if how.is_combined and above is not None and names[above]:
                name = f"{names[above]}{how.separator}{name}"
            name = ids.take(name)
            self.anchors.append(Anchor(name, self._normal.span(*lines[0]), "heading"))

    def _heading_span(self, line: tuple[int, int], underline: int) -> Span:
        text = self._normal.text
        start, end = text.rfind("\n", 0, line[0]) + 1, text.find("\n", max(line[1], underline))
        return self._normal.span(start, len(text) if end < 0 else end)

    def definitions(self) -> tuple[Definition, ...]:
        span = self._normal.span
        definitions = [
            Definition(
                " ".join(reference.label.split()),
                span(reference.start, reference.end),
                span(reference.label_start, reference.label_end),
                decode(reference.target),
                span(reference.target_start, reference.target_end),
            )
            for reference in self._blocks.definitions.references
        ]
        return tuple(sorted(definitions, key=lambda definition: definition.span))


_LEAVES: dict[str, Callable[[Page, Node], None]] = {
    "p": Page._paragraph,
    "html": Page._html,
    "fence": Page._fence,
    "pre": Page._code,
}
_CONTAINERS: dict[str, Callable[[Page, Node, int | None], None]] = {
    "table": Page._table,
    "element": Page._element,
    "tab": Page._tab,
}
"""What a node holds besides its lines and children, by its tag."""

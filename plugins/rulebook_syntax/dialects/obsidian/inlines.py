"""Running text of a note: wikilinks, embeds, line breaks, highlights, tags and ids of blocks, as Markdown has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import stripped
from rulebook_core.source_map import Change, MappedText
from rulebook_syntax.dialects.markdown.blocks import BlockReader
from rulebook_syntax.dialects.markdown.inlines import MASK, InlineReader, hide
from rulebook_syntax.dialects.markdown.leaf_links import Inlines
from rulebook_syntax.dialects.markdown.options import MarkdownOptions
from rulebook_syntax.dialects.markdown.preprocessing import extract, masked
from rulebook_syntax.dialects.markdown.text import Line
from rulebook_syntax.dialects.markdown.tree import Node
from rulebook_syntax.dialects.obsidian.tags import TAG, TAG_CLOSING, TAG_OPENING
from rulebook_syntax.dialects.obsidian.wikilinks import WIKILINK, is_roll, read_size, read_target

Url = Callable[[str], str | None]
"""Function from the target of a link to its address.

The target of a link other than a wikilink is in angle brackets.
"""

_ANY_SIGN = re.compile(r"\[\[|\]\]|!\[|\]\(|==|~~|[\^#]")
"""Without any of these, a line has nothing of ours in it."""
_SIGNS = re.compile(r"[#^*_`<&\\]+")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_MATH = re.compile(r"\$\$[^$]{1,4000}\$\$|(?<![\\$\w])\$(?![\s$])[^$\n]{1,400}(?<![\s\\])\$(?![\d$])")
_NAMED = r"[^\[\]\n]*[^\W\d_]{2}[^\[\]\n]*"
_HALF = lazily(rf"!?\[\[{_NAMED}\](?![\](\[])|(?<![\[\]\w])!?\[(?!\[){_NAMED}\]\](?!\])|!?\[\[{_NAMED}$", re.MULTILINE)
_HIGHLIGHT = re.compile(r"(?<![=!<>])==(?=[^\s=])([^=\n]{1,1000}?)(?<=[^\s=])==(?!=)")
_STRUCK = re.compile(r"(?<!~)~~(?=[^\s~])([^~\n]{1,1000}?)(?<=[^\s~])~~(?!~)")
_NOTE = re.compile(r"(?<!\\)\^\[(?!\^)(?P<words>[^\[\]\n]+)\]")
_BLOCK_ID = re.compile(r"(?:(?<=\s)|^)\^([A-Za-z0-9-]+)[ \t]*$")


class Wikilink(NamedTuple):
    """A wikilink or an embed, by places in the text that it was read from."""

    start: int
    target: str
    target_start: int
    target_end: int


class NoteInlines:
    """Edits that turn the running text of a note into Markdown.

    Args:
        text: the normal text, whose blocks are Markdown's already.
        options: the extensions of the site.
        url: returns the address of a link's target; None where the target does not exist.
        is_reading: whether links stay as written, and are not for a page.
    """

    def __init__(self, text: str, options: MarkdownOptions, url: Url, *, is_reading: bool) -> None:
        self._url = url
        self._is_reading = is_reading
        self._attr_list = options.has("attr_list")
        self._tilde = options.has("pymdownx.tilde")
        self._mark = options.has("pymdownx.mark")
        self._links_notes = options.links_notes
        self.wikilinks: list[Wikilink] = []
        self.edits: list[Change] = []
        atoms = extract(text, options)
        blocks = BlockReader(masked(text, atoms), atoms, options)
        labels = {reference.label.lower() for reference in blocks.definitions.references}
        self._inlines = InlineReader(options, labels, blocks.definitions.footnotes)
        self._read = MappedText(blocks.text)
        self.halves: list[tuple[int, int]] = []
        """Wikilinks that a bracket is missing of."""
        self.cut: list[tuple[int, int]] = []
        """Those that end with their cell, at the `|` before their words."""
        for node, lines in _leaves(blocks.root):
            self._leaf(node, lines)

    def _leaf(self, node: Node, lines: list[Line]) -> None:
        if len(lines) == 1 and not _ANY_SIGN.search(self._read.text, *lines[0]):
            return
        leaf = self._read.lines(lines)
        text = leaf.text
        inlines = self._inlines.read(text)
        visible = _without_math(inlines.text) if "$" in inlines.text else inlines.text
        if "[[" in visible:
            visible = self._wikilinks(leaf, visible)
        if self._links_notes:
            return
        if "[[" in visible or "]]" in visible:
            for match in _HALF.finditer(visible):
                is_cut = node.tag in ("td", "th") and not match[0].endswith("]")
                (self.cut if is_cut else self.halves).append(leaf.place(*match.span()))
        if "![" in text:
            self._sizes(leaf, inlines)
        if "](" in text and not self._is_reading:
            self._paths(leaf, inlines)
        for sign, read in _MARKUP.items():
            if sign in visible:
                read(self, leaf, visible)
        if len(lines) > 1 and node.tag not in ("h1", "h2"):
            self._breaks(leaf, visible, lines)

    def _highlights(self, leaf: MappedText, visible: str) -> None:
        if not self._mark:
            self._pairs(leaf, visible, _HIGHLIGHT, "mark")

    def _struck(self, leaf: MappedText, visible: str) -> None:
        if not self._tilde:
            self._pairs(leaf, visible, _STRUCK, "del")

    def _block_id(self, leaf: MappedText, visible: str) -> None:
        if (block := _BLOCK_ID.search(visible)) is not None:
            self._put(leaf, block.start(), block.start() + 1, '<span id="^')
            self._put(leaf, block.end(1), block.end(1), '"></span>')

    def _put(self, leaf: MappedText, start: int, end: int, new: str) -> None:
        self.edits.append((*leaf.place(start, end), new))

    # -- links --

    def _wikilinks(self, leaf: MappedText, visible: str) -> str:
        """Translate the wikilinks of a leaf, and give its text without them."""
        if "\\|" in leaf.text:
            # In a table the bar before what is shown is escaped.
            signs = [*visible]
            for bar in re.finditer(r"\\\|", leaf.text):
                if visible[bar.start() : bar.end()] == MASK * 2:
                    signs[bar.start() : bar.end()] = bar[0]
            visible = "".join(signs)
        places: list[tuple[int, int]] = []
        for match in WIKILINK.finditer(visible):
            target_group = "target" if match["target"] is not None else "nested"
            shown_group = "shown" if match["target"] is not None else "words"
            if not match[target_group].strip() or (shown_group == "shown" and is_roll(match[target_group])):
                continue
            self._wikilink(leaf, match, match.span(target_group), match.span(shown_group))
            places.append(match.span())
        return hide(visible, places)

    def _wikilink(
        self, leaf: MappedText, match: re.Match[str], target: tuple[int, int], shown: tuple[int, int]
    ) -> None:
        text = leaf.text
        start, end = match.span()
        embed = text[start] == "!"
        begin, stop = stripped(text, *target)
        words = text[begin:stop]
        self.wikilinks.append(Wikilink(leaf.place(start, end)[0], words, *leaf.place(begin, stop)))
        url = self._url(words)
        size = read_size(text[shown[0] : shown[1]]) if embed and shown[0] >= 0 else None
        aliased = shown[0] >= 0 and size is None and text[shown[0] : shown[1]].strip() != ""
        image = embed and url is not None and read_target(words).is_image
        opening, closing = ("![" if image else "["), f"]({url})"
        if url is None:
            opening, closing = '<span class="unresolved-link">', "</span>"
        elif image and size is not None and self._attr_list:
            closing += _size_attributes(*size)
        if aliased:
            first, last = stripped(text, *shown)
            self._put(leaf, start, first, opening)
            self._put(leaf, last, end, closing)
            return
        # Obsidian shows a link without words as the path of what it means: `note > heading`.
        first = begin + 1 if words.startswith("#") else begin
        self._put(leaf, start, first, opening)
        if url is None or not image:
            for sign in _SIGNS.finditer(text[first:stop]):
                if "^" not in sign[0] or "#" in sign[0]:
                    new = " > " if "#" in sign[0] else "\\" + sign[0]
                    self._put(leaf, first + sign.start(), first + sign.end(), new)
        self._put(leaf, stop, end, closing)

    def _sizes(self, leaf: MappedText, inlines: Inlines) -> None:
        """Sizes of images that are not embeds: `![words|300](path)`."""
        for link in inlines.links:
            if not (link.image and link.known) or link.label is not None or not self._attr_list:
                continue
            words = leaf.text[link.text_start : link.text_end]
            bar = words.rfind("|")
            size = read_size(words[bar + 1 :]) if bar >= 0 else None
            if size is not None and not leaf.text.startswith("{", link.end):
                self._put(leaf, link.text_start + bar, link.text_end, "")
                self._put(leaf, link.end, link.end, _size_attributes(*size))

    def _paths(self, leaf: MappedText, inlines: Inlines) -> None:
        """Links of Markdown's own form: a vault finds their notes by name as well, and their headings by words."""
        for link in inlines.links:
            if not link.target or link.kind != "inline" or _SCHEME.match(link.target):
                continue
            url = self._url(f"<{link.target}>")
            if url is not None:
                self._put(leaf, link.target_start, link.target_end, url)

    # -- signs --

    def _pairs(self, leaf: MappedText, visible: str, pattern: re.Pattern[str], tag: str) -> None:
        for match in pattern.finditer(visible):
            self._put(leaf, match.start(), match.start() + 2, f"<{tag}>")
            self._put(leaf, match.end() - 2, match.end(), f"</{tag}>")

    def _notes(self, leaf: MappedText, visible: str) -> None:
        """Notes in a sentence are shown there, small and in parentheses."""
        for match in _NOTE.finditer(visible):
            space = "" if visible[: match.start()].endswith((" ", "\n")) else " "
            self._put(leaf, match.start(), match.start("words"), f"{space}<small>(")
            self._put(leaf, match.end("words"), match.end(), ")</small>")

    def _tags(self, leaf: MappedText, visible: str) -> None:
        for match in TAG.finditer(visible):
            self._put(leaf, match.start(), match.start(), TAG_OPENING)
            self._put(leaf, match.end(), match.end(), TAG_CLOSING)

    def _breaks(self, leaf: MappedText, visible: str, lines: list[Line]) -> None:
        """Each line of a paragraph stays one."""
        length = 0
        for start, end in lines[:-1]:
            length += end - start
            if leaf.text[length] != "\n":
                return
            ended = leaf.text.endswith(("  ", "\\"), 0, length) or leaf.text.startswith(("{:", "{ "), length + 1)
            if visible[length] == "\n" and not ended:
                self.edits.append((end, end, "  "))
            length += 1


def _size_attributes(width: int, height: int | None) -> str:
    return f'{{ width="{width}"' + (f' height="{height}" }}' if height is not None else " }")


def _leaves(root: Node) -> Iterator[tuple[Node, list[Line]]]:
    """The lines of running text, wherever they stand."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.tag not in ("pre", "fence", "html"):
            if node.lines:
                yield node, node.lines
            waiting += node.children
        if node.tail:
            yield node, node.tail


def _without_math(text: str) -> str:
    return _MATH.sub(lambda match: MASK * len(match[0]), text)


_MARKUP: dict[str, Callable[[NoteInlines, MappedText, str], None]] = {
    "==": NoteInlines._highlights,
    "~~": NoteInlines._struck,
    "^[": NoteInlines._notes,
    "#": NoteInlines._tags,
    "^": NoteInlines._block_id,
}
"""Readers of markup that Markdown does not have, by the sign that each needs."""

"""Lists: items, what is indented under them, and lists of definitions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulebook_core.lazy_regex import lazily
from rulebook_syntax.dialects.markdown.tree import INDENT, LISTS, Block, Node

if TYPE_CHECKING:
    from rulebook_syntax.dialects.markdown.blocks import BlockReader

ORDERED = lazily(r" {0,3}\d+\. +")
UNORDERED = lazily(r" {0,3}[*+-] +")
_ITEM = lazily(r" {0,3}(?:\d+\.|[*+-]) +")
_NESTED_ITEM = lazily(r" {4,7}(?:\d+\.|[*+-]) +")
_COLON = lazily(r" {0,3}: {1,3}")


def indented(reader: BlockReader, parent: Node, block: Block) -> None:
    """An indented block after or within a list belongs to one of its items."""
    level, sibling = _level(reader, parent, block)
    block = reader.dedent(block, level) if level else block
    reader.states.append("detabbed")
    if parent.tag in reader.item_tags:
        if parent.children and parent.children[-1].tag in reader.list_tags:
            reader.read_blocks(parent.children[-1], [block])
        else:
            reader.read_blocks(parent, [block])
    elif sibling.tag in reader.item_tags:
        reader.read_blocks(sibling, [block])
    elif sibling.children and sibling.children[-1].tag in reader.item_tags:
        item = sibling.children[-1]
        if item.lines:
            item.children.insert(0, Node("p", item.lines))
            item.lines = []
        reader.read_blocks(item, [block])
    else:
        reader.read_blocks(sibling.add("dd" if reader.definition_lists else "li"), [block])
    reader.states.pop()


def _level(reader: BlockReader, parent: Node, block: Block) -> tuple[int, Node]:
    start, end = block[0]
    line = reader.text[start:end]
    indent = (len(line) - len(line.lstrip(" "))) // 4
    level = 1 if reader.in_state("list") else 0
    while indent > level and parent.children:
        child = parent.children[-1]
        if child.tag in reader.list_tags:
            level += 1
        elif child.tag not in reader.item_tags:
            break
        parent = child
    return level, parent


def read_list(reader: BlockReader, parent: Node, block: Block, tag: str) -> None:
    """Read the items of a list (`tag` is `ol` or `ul`), or further items of the one before."""
    items = _split_items(reader, block, tag)
    last = parent.children[-1] if parent.children else None
    siblings = (tag,) if reader.sane_lists else LISTS
    if last is not None and last.tag in siblings:
        list_node = last
        if list_node.children:
            _wrap_item(list_node.children[-1])
        reader.states.append("looselist")
        reader.read_blocks(list_node.add("li"), [items.pop(0)])
        reader.states.pop()
    elif parent.tag in LISTS:
        list_node = parent
    else:
        list_node = parent.add(tag)
    reader.states.append("list")
    for item in items:
        if reader.text.startswith(INDENT, item[0][0]) and item[0][0] < item[0][1] and list_node.children:
            reader.read_blocks(list_node.children[-1], [item])
        else:
            reader.read_blocks(list_node.add("li"), [item])
    reader.states.pop()


def _wrap_item(item: Node) -> None:
    """An item that another follows after a blank line has paragraphs."""
    if item.lines:
        item.children.insert(0, Node("p", item.lines))
        item.lines = []
    if item.children and item.children[-1].tail:
        tail = item.children[-1].tail
        item.children[-1].tail = []
        item.add("p", tail)


def _split_items(reader: BlockReader, block: Block, tag: str) -> list[Block]:
    pattern = _ITEM
    if reader.sane_lists:
        pattern = ORDERED if tag == "ol" else UNORDERED
    text = reader.text
    items: list[Block] = []
    for start, end in block:
        if match := pattern.match(text, start, end):
            items.append([(match.end(), end)])
        elif _NESTED_ITEM.match(text, start, end):
            before, before_end = items[-1][0]
            if before < before_end and text.startswith(INDENT, before):
                items[-1].append((start, end))
            else:
                items.append([(start, end)])
        else:
            items[-1].append((start, end))
    return items


def definition_list(reader: BlockReader, parent: Node, block: Block, at: int, colon: int) -> int | None:
    """Read the terms from line `at` on and their definition: where it ends, or None where it stands under nothing."""
    text = reader.text
    start, end = block[colon]
    mark = _COLON.match(text, start, end)
    if mark is None:
        return None
    atom = next((index for index in range(at, colon) if reader.ends_in_atom(block[index])), None)
    if atom is not None:
        # Code and raw HTML are no terms.
        reader.before(parent, block[at : atom + 1])
        return atom + 1
    terms = [reader.stripped(line) for line in block[at:colon]]
    lazy = colon + 1 < len(block) and re.match(r" {0,3}[^ :]", text[slice(*block[colon + 1])]) is not None
    body = block[colon + 1 :] if lazy else reader.detab(block, colon + 1)
    last = parent.children[-1] if parent.children else None
    state = "list"
    if not terms:
        if last is None:
            return None
        if last.tag == "p":
            state = "looselist"
            terms = last.lines
            parent.children.pop()
            last = parent.children[-1] if parent.children else None
    if last is not None and last.tag == "dl":
        node = last
        if not terms and node.children and node.children[-1].tag == "dd" and node.children[-1].children:
            state = "looselist"
    else:
        node = parent.add("dl")
    for term in terms:
        node.add("dt", [term])
    reader.states.append(state)
    reader.read_blocks(node.add("dd"), [[(mark.end(), end), *body]])
    reader.states.pop()
    return colon + 1 + len(body)

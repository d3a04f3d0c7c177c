"""Numbered lists that are rolled on: as many items as the die above them has faces, and nothing but that die there.

Their numbers are made by the page, and stand in no text. "Roll 1d6:", "Weather (d6)" and "d6 scrolls" above six items
say so; where the count is another one, the die may be about something else, and nothing is said.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.dice_range import are_held_once, domain_of_sum
from rulebook_rules.claims.structures.range_series import LabelledRange, Series, Words, words_at
from rulebook_syntax.document import Block, Document
from rulebook_syntax.item_lists import ItemList, lists_of
from rulebook_text.lexing.dice import BARE, DIE, WORD
from rulebook_text.lexing.dice_style import habit_of
from rulebook_text.lexing.ranges import Range
from rulebook_text.words import LANGUAGES, any_of

_DICE = lazily(rf"(?<!{WORD})(?<![/+-])(?:{DIE}|(?P<bare>{BARE}))(?!{WORD})", re.IGNORECASE)
_BESIDE = lazily(rf"\b{any_of(words.rolls for words in LANGUAGES)}\b", re.IGNORECASE)
_MARKER = lazily(r"[\s>]*(?:1[.)]|\.)[ \t]*")
"""The number of a first item, or AsciiDoc's sign for one."""
_MIN = 3


def numbered_lists(document: Document) -> Iterator[Series]:
    """The numbered lists of a document whose items are what a die can show, in its order."""
    for items in lists_of(document):
        if items.level[1] == "#" and len(items.items) >= _MIN and _begins_at_one(document, items):
            named = _die_above(document, items)
            domain = domain_of_sum(named.text) if named is not None else None
            rows = tuple(map(_labelled, range(1, len(items.items) + 1), items.items))
            if named is not None and domain is not None and are_held_once(domain, [one.range for one in rows]):
                yield Series(rows, (), domain, is_game=True, dice=named)


def _labelled(number: int, item: Block) -> LabelledRange:
    return LabelledRange(Range(number, number, 0, 0, None, None), item, (words_at(item, 0, len(item.text.text)),))


def _begins_at_one(document: Document, items: ItemList) -> bool:
    text, start = document.source.text, items.items[0].span.start
    return _MARKER.fullmatch(text, text.rfind("\n", 0, start) + 1, start) is not None


def _die_above(document: Document, items: ItemList) -> Words | None:
    """Return the only die named above a list, if its place shows that it is rolled."""
    above = items.before
    if above is None:
        blocks = document.prose.blocks
        first = bisect_left(blocks, items.items[0].span.start, key=lambda block: block.span.start)
        above = blocks[first - 1] if first and blocks[first - 1].kind == "heading" else None
    if above is None:
        return None
    text = above.text.text
    dice = [*_DICE.finditer(text)]
    if len(dice) != 1:
        return None
    start, end = dice[0].span()
    is_bracketed = text.rfind("(", 0, start) > text.rfind(")", 0, start)
    if dice[0]["bare"] and not is_bracketed and text[start].lower() not in habit_of([document.source.text]).letters:
        return None
    is_at_an_end = not (text[:start].strip(" (*_") and text[end:].strip(" :,;.…)*_-–—"))
    is_rolled = text.rstrip(" *_").endswith((":", "：")) or _BESIDE.search(text, 0, start) is not None
    return Words(above, start, end) if is_at_an_end or is_rolled else None

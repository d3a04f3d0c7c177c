"""What dice come to at least and at most, said before them of damage: "2 to 12 (2d6) points of damage".

Where one of the two is right, the other should be; where neither is, it may be a range of something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.dice_bounds import DICE, WAYS, Average, Stretch, spread_of
from rulebook_syntax.document import Block
from rulebook_text.lexing.numbers import to_number
from rulebook_text.lexing.ranges import TO
from rulebook_text.lexing.words import LANGUAGES, any_of

_DAMAGE = any_of(words.damage for words in LANGUAGES)
_HEALTH = any_of(words.health for words in LANGUAGES)
_DAMAGE_BEHIND = lazily(rf"\s*(?:\w+\s){{0,2}}(?:(?:points\s+of\s+)?{_DAMAGE}|{_HEALTH})\b", re.IGNORECASE)
_DAMAGE_BEFORE = lazily(rf"\b(?:(?:hit|{_DAMAGE}):\W*|{_DAMAGE}\s)$", re.IGNORECASE)
_ROLLED = lazily(rf"\b{any_of(words.rolled for words in LANGUAGES)}\b", re.IGNORECASE)
_RANGED = lazily(rf"(?<=\w )(?P<least>\d{{1,4}}){TO}(?P<most>\d{{1,4}})\s?\({DICE}\)", re.IGNORECASE)
"""It stands in a sentence: at the beginning of a line it may be a result of something else."""


def extents_in(blocks: Iterable[Block]) -> Iterator[Average]:
    """Both ends of each range that stands before its dice, and is of damage."""
    (_, least, at_least), (_, most, at_most) = WAYS[1:]
    for block in blocks:
        text = block.text.text
        for match in _RANGED.finditer(text) if "(" in text else ():
            spread = spread_of(match["dice"])
            if spread is None or spread.least is None or spread.most is None:
                continue
            dice = match.span("dice")
            if not is_of_damage(block, match.start(), dice):
                continue
            low, high = (to_number(match[name]) for name in ("least", "most"))
            if low == spread.least or high == spread.most:
                for name, value, is_fit, what, how in (
                    ("least", spread.least, low == spread.least, least, at_least),
                    ("most", spread.most, high == spread.most, most, at_most),
                ):
                    said = (match[name], match["dice"], value, how, is_fit)
                    # With other dice, both may be wrong.
                    yield Average(block, match.span(name), block, dice, *said, is_sure=False, what=what, is_held=False)


def is_of_damage(block: Block, start: int, dice: Stretch) -> bool:
    """Whether a number or range that dice stand behind is where games print damage, or what is healed, and is not what
    somebody has rolled."""
    text = block.text.text
    behind = _DAMAGE_BEHIND.match(text, dice[1] + 1)
    before = _DAMAGE_BEFORE.search(text, max(0, start - 20), start)
    return bool(behind or before) and not is_of_rolls(text)


@lru_cache(maxsize=16)  # All averages of a block ask.
def is_of_rolls(text: str) -> bool:
    """Whether it tells what somebody has rolled."""
    return _ROLLED.search(text) is not None

"""Find what dice come to at least and at most: "2 to 12 (2d6) points of damage", "3d6 (3-18)", "2d8 (max 16)".

Where one end of a range is right, the other should be; where neither is, it may be a range of something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.dice_bounds import (
    DICE,
    HIGHEST,
    LOWEST,
    WAYS,
    Average,
    Spread,
    Stretch,
    spread_of,
)
from rulebook_syntax.document import Block
from rulebook_text.lexing.numbers import to_number
from rulebook_text.lexing.ranges import TO
from rulebook_text.words import LANGUAGES, any_of, cue

_DAMAGE = any_of(words.damage for words in LANGUAGES)
_HEALTH = any_of(words.health for words in LANGUAGES)
_DAMAGE_BEHIND = lazily(rf"\s*(?:\w+\s){{0,2}}(?:(?:{cue('averages.points')}\s+)?{_DAMAGE}|{_HEALTH})\b", re.IGNORECASE)
_DAMAGE_BEFORE = lazily(rf"\b(?:(?:{cue('averages.hit')}|{_DAMAGE}):\W*|{_DAMAGE}\s)$", re.IGNORECASE)
_ROLLED = lazily(rf"\b{any_of(words.rolled for words in LANGUAGES)}\b", re.IGNORECASE)
_RANGED = lazily(rf"(?<=\w )(?P<least>\d{{1,4}}){TO}(?P<most>\d{{1,4}})\s?\({DICE}\)", re.IGNORECASE)
"""It stands in a sentence: at the beginning of a line it may be a result of something else."""
_FROM = any_of(said for words in LANGUAGES for said in (words.from_, words.between))
_AND = any_of(words.and_ for words in LANGUAGES)
_RANGE_BEHIND = lazily(
    rf"{DICE}\s?\((?:(?P<opens>{_FROM})\s)?(?P<least>\d{{1,4}})(?:{TO}|(?(opens)\s{_AND}\s|(?!)))(?P<most>\d{{1,4}})\)",
    re.IGNORECASE,
)
_END = r"(?:\s?[:=])?\s?(?P<{0}>\d{{1,5}})"
_LIMITS_BEHIND = lazily(
    rf"{DICE}\s?\((?:{LOWEST}{_END.format('least')})?(?:\s?[,;/]\s?)?(?:{HIGHEST}{_END.format('most')})?\)",
    re.IGNORECASE,
)


def extents_in(blocks: Iterable[Block]) -> Iterator[Average]:
    """Yield both ends of each range beside dice, and stated limits of dice."""
    for block in blocks:
        text = block.text.text
        if "(" not in text:
            continue
        for match in _RANGED.finditer(text):
            if is_of_damage(block, match.start(), match.span("dice")):
                yield from _ends_of(block, match)
        for match in _RANGE_BEHIND.finditer(text):
            yield from _ends_of(block, match, is_behind=True)
        for match in _LIMITS_BEHIND.finditer(text):
            yield from _limits_of(block, match)


def _ends_of(block: Block, match: re.Match[str], *, is_behind: bool = False) -> Iterator[Average]:
    """Yield the two ends of a range if either is right; with other dice, both may be wrong."""
    spread = spread_of(match["dice"])
    if spread is None or spread.least is None or spread.most is None:
        return
    low, high = (to_number(match[name]) for name in ("least", "most"))
    if (low != spread.least and high != spread.most) or (is_behind and _is_band(spread, low, high)):
        return
    for name in ("least", "most"):
        yield _end(block, match, name, spread, is_sure=False)


def _is_band(spread: Spread, low: object, high: object) -> bool:
    """Return whether a range behind dice may be a part of what they show: "1d6 (1-2)", "2d6 (2-6)".

    A part of a single die may be any; of several it begins or ends at their middle at most.
    """
    assert isinstance(low, int)
    assert isinstance(high, int)
    if (low, high) == (spread.least, spread.most) or low < (spread.least or 0) or high > (spread.most or 0):
        return False
    return spread.least == 1 or high <= spread.mean or low >= spread.mean


def _limits_of(block: Block, match: re.Match[str]) -> Iterator[Average]:
    """Yield what dice are said to come to at least or at most; in code, where no rule caps them, that is sure."""
    spread = spread_of(match["dice"])
    is_coded = block.coded().has(match.start("dice"))
    for name in ("least", "most"):
        if spread is None or match[name] is None or getattr(spread, name) is None:
            continue
        stated = to_number(match[name])
        if name == "least" and _is_floor(spread, stated):
            continue
        if is_coded or stated == getattr(spread, name) or not _is_of_else(match["dice"], stated):
            yield _end(block, match, name, spread, is_sure=is_coded)


def _is_floor(spread: Spread, stated: object) -> bool:
    """Return whether a least total is a rule of its own: "1d6-2 (min 1)" raises what falls below it."""
    return isinstance(stated, int) and spread.least is not None and spread.least < min(stated, 1)


def _is_of_else(dice: str, stated: object) -> bool:
    """Return whether a limit behind dice may be that of something else.

    "Hit Die: d8 (max 9)" says how many there may be, and "2d6 (max 4)" what the higher one shows.
    """
    each = spread_of(dice.lstrip("0123456789"))
    if each is None or each.least is None or each.most is None or spread_of(dice) == each:
        return True
    return isinstance(stated, int) and each.least <= stated <= each.most


def _end(block: Block, match: re.Match[str], name: str, spread: Spread, *, is_sure: bool) -> Average:
    _, what, how = WAYS[1 if name == "least" else 2]
    value = getattr(spread, name)
    said = (match[name], match["dice"], value, how, to_number(match[name]) == value)
    return Average(
        block, match.span(name), block, match.span("dice"), *said, is_sure=is_sure, what=what, is_held=is_sure
    )


def is_of_damage(block: Block, start: int, dice: Stretch) -> bool:
    """Return whether dice follow a number where games print damage or healing."""
    text = block.text.text
    behind = _DAMAGE_BEHIND.match(text, dice[1] + 1)
    before = _DAMAGE_BEFORE.search(text, max(0, start - 20), start)
    return bool(behind or before) and not is_of_rolls(text)


@lru_cache(maxsize=16)  # All averages of a block ask.
def is_of_rolls(text: str) -> bool:
    """Return whether a text tells the result of a roll."""
    return _ROLLED.search(text) is not None

"""Dice described in words: "two *d4*s, three d8s, and a results modifier of +2"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.dice import SIZED
from rulebook_text.lexing.forms import like
from rulebook_text.lexing.numbers import NOT_BEHIND, NUMBER_PATTERN, WHOLE, WORD_PATTERN, is_whole, to_number
from rulebook_text.lexing.prefilter import may_name_dice
from rulebook_text.words import cue
from rulesmod.records import record

_SIDED = rf"[- ]{cue('dice_words.sided')}(?!\w)"
_SIDES = lazily(_SIDED, re.IGNORECASE)
DIE_IN_WORDS = rf"(?:{SIZED}(?!\.[a-z])|(?:\d+|[a-z]+(?:-[a-z]+)?){_SIDED})"
"""A single die: "d6", "six-sided"."""
DICE_IN_WORDS = rf"(?:(?:\d+|{WORD_PATTERN}\s){SIZED}s?|{DIE_IN_WORDS})"
"""The same, also several of them: "2d6", "two d6s"."""
POOL_IN_WORDS = rf"{NUMBER_PATTERN}\s[^.;:()]*?{SIZED}s?(?!\w)"
"""Dice of several kinds, from the first to a last one."""
_COUNTED = lazily(rf"(?:(?<!\d)\d+|{WORD_PATTERN}\s)(?={SIZED})", re.IGNORECASE)
_SEVERAL = lazily(rf"(?!0*1d|{cue('dice_words.one')}\s){_COUNTED.pattern}", re.IGNORECASE)

_ITEM = (
    rf"(?P<count>{NUMBER_PATTERN}|{cue('dice_words.pair')})\s+(?:{cue('dice_words.more')}\s+)?"
    rf"(?:d(?P<size>\d+)(?:['’]?s)?|(?P<sides>\d+|{WORD_PATTERN}){_SIDED}(?:\s{cue('dice_words.dice')})?)(?!\w)"
)
_ITEM_RE = lazily(rf"(?<![\w:/+-]){_ITEM}", re.IGNORECASE)
_MAY_BE_ITEM = lazily(rf"\s{SIZED}|{_SIDED}", re.IGNORECASE)
"""A quick pattern for the end of a die in words."""
_MODIFIER_RE = lazily(
    rf"\s*,?\s*(?:{cue('dice_words.with')}?\s*{cue('dice_words.modifier')}"
    rf"|(?:{cue('lists.and')}\s+)?(?P<word>{cue('dice_words.plus')}))"
    rf"\s+(?P<sign>[+−–-])?(?P<amount>{WHOLE}){NOT_BEHIND}(?!\w|\s*d\d)",
    re.IGNORECASE,
)
_MODIFIER_FIRST_RE = lazily(
    rf"{cue('dice_words.modifier_of')}\s+(?P<sign>[+−–-])?(?P<amount>{WHOLE})(?P<word>)\s*,?\s*{cue('dice_words.to')}\s+$",
    re.IGNORECASE,
)
_MAX_MODIFIER = 60
"""Characters before the first die that are searched for a modifier."""
_GLUE_RE = lazily(rf"\s*(?:,|;)?\s*(?:{cue('dice_words.joint')}|,)?\s*", re.IGNORECASE)


@record
class DieWords:
    """`count` dice of `size`, in words at `[start, end)` of a plain text."""

    count: int
    size: int
    start: int
    end: int


@record
class PoolWords:
    """Dice in words, all that one enumeration names; `modifier` is 0 where it names none."""

    dice: tuple[DieWords, ...]
    modifier: int
    modifier_span: tuple[int, int] | None
    start: int
    end: int

    def counts(self) -> Counter[int]:
        """Return how many dice of each size."""
        counts: Counter[int] = Counter()
        for die in self.dice:
            counts[die.size] += die.count
        return counts


def pools_in_words(text: str) -> Iterator[PoolWords]:
    """Every enumeration of dice in a plain text, in order."""
    if _MAY_BE_ITEM.search(text) is None:
        return
    position = 0
    while first := _ITEM_RE.search(text, position):
        position = first.end()
        if (die := _die(first)) is None:
            continue
        dice = [die]
        while (glue := _GLUE_RE.match(text, position)) and (item := _ITEM_RE.match(text, glue.end())):
            if (die := _die(item)) is None:
                break
            dice.append(die)
            position = item.end()
        start, modifier, span = first.start(), 0, None
        if match := (
            _MODIFIER_RE.match(text, position) or _MODIFIER_FIRST_RE.search(text, max(0, start - _MAX_MODIFIER), start)
        ):
            below = match["sign"] in ("-", "−", "–") or (match["word"] or "").lower() == "minus"
            amount = to_number(match["amount"])
            assert isinstance(amount, int)
            modifier = -amount if below else amount
            span = (match.start("sign") if match["sign"] else match.start("amount"), match.end("amount"))
            start, position = min(start, match.start()), max(position, match.end())
        yield PoolWords(tuple(dice), modifier, span, start, position)


def _die(match: re.Match[str]) -> DieWords | None:
    """None where the number before the die is a part of a longer one, or not whole."""
    count = 2 if match["count"].endswith("of") else to_number(match["count"])
    size = to_number(match["size"] or match["sides"])
    if not isinstance(count, int) or not isinstance(size, int) or not is_whole(match.string, *match.span("count")):
        return None
    return DieWords(count, size, match.start(), match.end())


def size_of(text: str) -> int | Fraction | None:
    """How many faces a die has, also where there are several, from its notation or from words.

    >>> size_of("d6"), size_of("six-sided"), size_of("two d8s")
    (6, 6, 8)
    """
    counted = _COUNTED.match(text)
    if counted or text[0] in "dD":
        return to_number(text[counted.end() + 1 if counted else 1 :].rstrip("sS"))
    return to_number(_SIDES.split(text)[0])


@lru_cache(maxsize=16)
def counts_dice(text: str) -> bool:
    """Return whether a text has several dice of a kind anywhere."""
    return may_name_dice(text) and _COUNTED.search(text) is not None


def is_several(text: str) -> bool:
    """Return whether a text begins with more than one die."""
    return _SEVERAL.match(text) is not None


def size_like(value: int, stated: str) -> str:
    """A die with so many faces in the form that `stated` has.

    >>> size_like(8, "d6"), size_like(8, "six-sided"), size_like(8, "")
    ('d8', 'eight-sided', 'd8')
    """
    sides = _SIDES.search(stated) if stated else None
    return like(value, stated[: sides.start()]) + sides[0] if sides else f"d{value}"

"""Dice in running text: the stretches that the game's notation reads, so that they can be rolled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulebook_syntax.document import Block, CodeSpan, Prose
from rulesmod.system import Notation

_DIE = re.compile(
    r"(?<![\w@|(-])(?:[+-]\|?|\|)?\d*d(?:\d+|%)(?!\w)|(?<=[\s(])[+-]\|?\d*d(?:\d+|%)(?!\w)|(?<=\()\d*d(?:\d+|%)(?!\w)"
)
_GOES_ON = re.compile(r" ?[+|-] ?\|?\d*d(?:\d+|%)\|?(?!\w)| ?[+-]\d+(?![\w.]*\d)(?=\W|$)")
_PAIR = re.compile(r"\|\d*d\d+$")
_BARS = re.compile(r"[+-]?\|[^|.,;()]{1,16}\|")
"""A difference without its sign, also one that is written wrong."""
_WORDS = re.compile(r" [a-z]+ [a-z]+(?!\w)")
MAX_DICE = 12
"""In a longer row, dice are no single expression."""


def with_dice(prose: Prose, notation: Notation) -> Prose:
    """The same text with the dice in it singled out as code."""
    return replace(prose, blocks=tuple(_marked(block, notation) for block in prose.blocks))


def _marked(block: Block, notation: Notation) -> Block:
    if block.kind in ("heading", "code") or block.code:
        return block
    code = []
    for start, end in dice_in(block.text.text, notation):
        # What is written like dice is meant as dice, and told where it cannot be any.
        code.append(CodeSpan(start, end, (notation.code_class,), block.text.span(start, end)))
    return replace(block, code=tuple(code)) if code else block


def dice_in(text: str, notation: Notation) -> Iterator[tuple[int, int]]:
    """The longest stretches of a text that are expressions of a notation."""
    position = 0
    while match := _DIE.search(text, position):
        start = match.start()
        ends = [match.end()]
        for _ in range(MAX_DICE):
            if match[0].startswith(("|", "+|", "-|")) and len(ends) == 1 and text[ends[-1] : ends[-1] + 1] == "|":
                ends[-1] += 1
            following = _GOES_ON.match(text, ends[-1])
            if following is None:
                break
            ends.append(following.end())
            if _PAIR.search(text, max(0, ends[-1] - 8), ends[-1]) and (words := _WORDS.match(text, ends[-1])):
                ends.append(words.end())
        end = _end(text, start, ends, notation)
        # A bare die is a word of any game; it is an expression where the notation writes expressions so.
        if notation.looks_like(text[start:end]):
            yield start, end
        position = end


def _end(text: str, start: int, ends: Sequence[int], notation: Notation) -> int:
    """Where the expression at `start` ends that may end at any of `ends`; what is wrong with it is told elsewhere."""
    if bars := _BARS.match(text, start):
        return bars.end()
    longest = ends[-1]
    parsed = next((end for end in reversed(ends) if _parses(text[start:end], notation)), longest)
    # A bar belongs to dice only, wherever it stands.
    if parsed < longest and (text[longest - 1] == "|" or text[parsed : parsed + 2].lstrip()[:1] == "|"):
        return longest
    # So do the words that this notation writes behind dice.
    words = _WORDS.match(text, parsed)
    alike = re.compile(notation.pattern).match(text, start) if words and notation.pattern else None
    return words.end() if words and alike and alike.end() == words.end() else parsed


def _parses(text: str, notation: Notation) -> bool:
    try:
        notation.parse(text)
    except Exception:
        return False  # Told where the text is meant as an expression, as in a stat block.
    return notation.looks_like(text)

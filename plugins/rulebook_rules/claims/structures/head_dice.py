"""The dice at the head of a column, as anybody reads them and as the game does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.dice_range import (
    Outcomes,
    domain_of_dice,
    domain_of_expression,
    domain_of_sum,
)
from rulebook_rules.claims.structures.range_series import PERCENTILE, domain_of
from rulebook_syntax.document import Cell
from rulebook_text.lexing.dice import BARE, FATE, LETTER, NAMED_DIE, ROLL, SUM
from rulebook_text.words import LANGUAGES, any_of, cue
from rulesmod.dice.digits import to_int
from rulesmod.system import System

MAX_HEAD = 60
"""Characters of the longest dice at the head of a column."""
_ROLL = any_of(words.rolls for words in LANGUAGES)
_DIE_HEADER = lazily(
    rf"\W*(?:(?:{_ROLL}|a|of|on|the)\W+){{0,8}}(?:(?P<die>{SUM}|{ROLL}|{FATE})|(?P<bare>{BARE}))"
    rf"(?:\W+(?:{_ROLL})){{0,8}}\W*",
    re.IGNORECASE,
)
_SIGN_OF_DICE = lazily(r"[dwкkztд][\d%]|\{|dF", re.IGNORECASE)
"""A part that all dice have; most headers have none."""
_MAY_BE_DICE = lazily(rf"(?:{LETTER})\s?(?:\d|%|f\b|[\[{{(])", re.IGNORECASE)
_REMARK = lazily(r"\(([^\W\d_][^()\d]*)\)")
"""Words in brackets: "2d20 (keep highest)"."""
_BEFORE_DICE = lazily(rf"\W*?(?:(?:{_ROLL}|{cue('ranges_said.small')})\W+){{0,8}}", re.IGNORECASE)
_BEHIND_DICE = lazily(rf"(?:\W+(?:{_ROLL}))*[\s:.*_]*$", re.IGNORECASE)

_DIGITS = lazily(r"1?d(?:([2-57-9])\1|(?!66)([2-9])([2-9]))", re.IGNORECASE)


class HeadDice(NamedTuple):
    """The dice named in a header: what they show, and where they are."""

    domain: Outcomes
    start: int
    end: int
    is_bare: bool = False


def dice_of_head(head: Cell | None, system: System | None) -> Iterator[HeadDice]:
    """The dice in a header as anybody reads them, and as the game does."""
    if head is None or head.block is None:
        return
    text = head.block.text.text
    if text.rstrip("*_ ").endswith("+"):
        return  # "d6+": what is added is said above the table.
    yield from _plain_dice(text)
    for start, end in [(code.start, code.end) for code in head.block.code] or [(0, len(text))]:
        if system is not None and (domain := domain_of_expression(text[start:end], system)):
            yield HeadDice(domain, start, end)


@lru_cache(maxsize=1024)  # All columns of a table ask, and most tables have heads that others have.
def _plain_dice(text: str) -> tuple[HeadDice, ...]:
    """The dice in a header as anybody reads them: all of it as notation, or the dice within it."""
    written = _written_dice(text)
    return (*written, *_named_dice(text)) if written else _named_dice(text)


def _written_dice(text: str) -> tuple[HeadDice, ...]:
    """The dice of a header that is nothing else, but words for rolling and remarks in brackets."""
    if len(text) > MAX_HEAD or not _MAY_BE_DICE.search(text):
        return ()
    bare = _REMARK.sub(lambda match: f" {match[1]} ", text)
    for words in dict.fromkeys((text, bare)):
        start, end = _BEFORE_DICE.match(words).end(), _BEHIND_DICE.search(words).start()  # type: ignore[union-attr]
        stretches = dict.fromkeys(((start, end), (0, len(words))))
        for first, last in stretches:
            dice = words[first:last].strip("*_ ")
            if dice.endswith(")") and "(" not in dice:
                dice = dice[:-1]
            if domain := domain_of_dice(dice):
                return (HeadDice(domain, first, min(last, len(text))),)
    return ()


def _named_dice(text: str) -> tuple[HeadDice, ...]:
    """The dice within the words of a header."""
    match = _DIE_HEADER.fullmatch(text) if _SIGN_OF_DICE.search(text) else None
    if match and match.lastgroup and (domain := domain_of_sum(match[match.lastgroup])):
        place, is_bare = match.span(match.lastgroup), match.lastgroup == "bare"
        digits = domain_of_digits(match[match.lastgroup])
        return tuple(HeadDice(outcomes, *place, is_bare) for outcomes in (domain, digits) if outcomes is not None)
    if (match := PERCENTILE.search(text)) and (domain := domain_of(text)):
        return (HeadDice(domain, *(NAMED_DIE.search(text) or match).span()),)
    return ()


def domain_of_digits(text: str) -> Outcomes | None:
    """Return the values of two dice that are read as digits: of "d36" a d3 and a d6, where a table says so."""
    match = _DIGITS.fullmatch(text.strip())
    if match is None:
        return None
    tens, ones = (to_int(match[name] or match[1]) for name in (2, 3))
    faces = tuple(10 * ten + one for ten in range(1, tens + 1) for one in range(1, ones + 1))
    return Outcomes(text.strip().lower(), faces[0], faces[-1], faces)


def dice_of_digits(text: str) -> str:
    """Return the dice that `domain_of_digits` reads, as plain notation adds them up."""
    match = _DIGITS.fullmatch(text.strip())
    return f"d{match[2]}×10+d{match[3]}" if match and match[2] else text

"""Patterns of separators in lists within running text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook_core.lazy_regex import lazily
from rulebook_text.words import LANGUAGES, any_of, cue

COMMA = rf"\s*[,;/]\s*(?!{cue('lists.joint')}\b)"
"""Between two items, as a pattern."""
ALSO = rf"\s*(?:\b{cue('lists.joint')}\b|&)\s*"
"""Between the last items, as a pattern: behind them, a comma before "and" begins another clause."""
COMMA_AND = rf"\s*[,;]{ALSO}"
"""Before the last item, or each one: "2d6, or 3d4, or d10"."""
AND = rf"(?:\s*[,;])?{ALSO}"
"""Before the last item."""
_ARTICLES = any_of(language.facts.get("articles", "") for language in LANGUAGES)
_ARTICLE = rf"{_ARTICLES}\s+(?=\w)"
_ARTICLE_THERE = lazily(_ARTICLE, re.IGNORECASE)
_ITEM_END = rf"(?=\s*(?:[,;/.:!?)]|$|\b{cue('lists.joint')}\b))"
PLUS = r"\s*\+\s*"
"""Between the items of a sum, "2 + 1 + 3"."""
SEPARATOR = lazily(rf"{AND}|{COMMA}|{PLUS}", re.IGNORECASE)


def named_item(item: str) -> str:
    """Return the pattern of a list's item: its name, with an article if the item ends behind the name.

    In "Persona and Wisdom, and the more points" the article begins a clause.
    """
    return rf"(?:{_ARTICLE}(?={item}{_ITEM_END})|(?!{_ARTICLE})){item}"


def behind_article(text: str, start: int, end: int) -> int:
    """Return where an item's name begins, which an article may precede."""
    article = _ARTICLE_THERE.match(text, start, end)
    return article.end() if article is not None else start


def outside_brackets(text: str, start: int, end: int, signs: str) -> Iterator[int]:
    """Return where one of some signs stands in `[start, end)` of a text, and in no brackets."""
    depth = 0
    for index in range(start, end):
        sign = text[index]
        depth += (sign in "([") - (sign in ")]")
        if depth <= 0 and sign in signs:
            yield index


def closing_bracket(text: str, opening: int, end: int) -> int | None:
    """Return where the bracket closes that opens at an offset."""
    return next(outside_brackets(text, opening, end, ")]"), None)

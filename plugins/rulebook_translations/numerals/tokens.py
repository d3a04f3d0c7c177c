"""The tokens of a text that may count something: dice and words."""

from __future__ import annotations

from rulebook_core.lazy_regex import lazily

TOKEN = lazily(
    r"(?P<dice>(?<![^\W_])\d{0,3} ?[dDwWkKкКдД](?:\d{1,3}|%)(?![^\W_]))|(?P<word>[^\W\d_]+(?:[-’'][^\W\d_]+)*)"
)
"""Dice, with the letter of any language, and words."""

"""How like a sentence is to a wording, or to what it was: by the words that it has of it."""

from __future__ import annotations

import re

from rulebook_text.lexing.forms import without_numbers

_TOKEN = re.compile(r"\w+|#")


def likeness(quote: str, text: str) -> float:
    """The share of the words of a quote that a text has."""
    words = tokens_of(quote)
    there = set(_TOKEN.findall(without_numbers(text)))
    # Numbers alone are like anything.
    return sum(word in there for word in words) / len(words) if any(word != "#" for word in words) else 0.0


def lacking(quote: str, text: str) -> list[str]:
    """The words of a quote that a text has not, in their order."""
    there = set(_TOKEN.findall(without_numbers(text)))
    return [word for word in dict.fromkeys(tokens_of(quote)) if word != "#" and word not in there]


def tokens_of(quote: str) -> list[str]:
    """The words of a quote or a wording; what stands for a number, a blank or a gap is a `#`."""
    return _TOKEN.findall(re.sub(r"\{[^}]*\}|\.\.\.|…", "#", quote.lower()))

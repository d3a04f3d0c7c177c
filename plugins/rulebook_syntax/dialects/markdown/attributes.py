"""Attribute lists, `{ #id .class key=value }`, as the `attr_list` extension reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily

_TOKEN = lazily(r"(?P<key>[^ =}]+)=(?:\"(?P<double>.*?)\"|'(?P<single>.*?)'|(?P<bare>[^ =}]+))|(?P<word>[^ =}]+)| ")

AT_END = lazily(r" +\{:? *([^}\n ][^\n]*)\} *$")
"""The list of a heading, cell or defined term: at the end of its text."""

ON_LAST_LINE = lazily(r"\n *\{:? *([^}\n ][^\n]*)\} *$")
"""The list of any other block: alone on its last line."""


class Value(NamedTuple):
    """The value of `key`, at `[start, end)` of the list's text; key "." for a class."""

    key: str
    value: str
    start: int
    end: int


def values(text: str, start: int, end: int) -> Iterator[Value]:
    """The values of the list that stands at `[start, end)`, up to its first closing brace."""
    position = start
    while match := _TOKEN.match(text, position, end):
        position = match.end()
        word = match["word"]
        if word is None:
            group = next((name for name in ("double", "single", "bare") if match[name] is not None), None)
            if group is not None:
                yield Value(match["key"], match[group], *match.span(group))
        elif word.startswith("#"):
            yield Value("id", word[1:], match.start() + 1, match.end())
        elif word.startswith("."):
            yield Value(".", word[1:], match.start() + 1, match.end())


def is_complete(text: str, start: int, end: int) -> bool:
    """Return whether the whole list parses; a list with a brace left over does not."""
    position = start
    while match := _TOKEN.match(text, position, end):
        position = match.end()
    return "}" not in text[position:end]

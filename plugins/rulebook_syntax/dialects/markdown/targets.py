"""Targets in parentheses, as Python-Markdown finds their end."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from html import unescape
from itertools import islice

from rulebook_core.lazy_regex import lazily

_MAX_TARGET = 10_000
"""A target in parentheses is looked for in so many characters, so that odd text ends in time."""

_SIMPLE_TARGET = lazily(r"\(\s*([^\s()<>'\"]*)\s*\)")
_ANGLE_TARGET = lazily(r"\(\s*<([^<>]*)>\s*(?:('[^']*'|\"[^\"]*\")\s*)?\)")
_OPENING = lazily(r"\(\s*")
_SIGN = lazily(r"[()'\"]")
_TITLE_END = lazily(r"['\"] *\)")
_QUOTES = {"'": '"', '"': "'"}
"""The quotes around titles, each with the other one."""
# Of 4,300 digits Python makes no number.
ENTITY = lazily(r"&(?:#[0-9]{1,1000}|#x[0-9a-fA-F]+|[a-zA-Z0-9]+);")


def decode(target: str) -> str:
    """Entities decoded; an ampersand that begins none stays."""
    if "&" not in target:
        return target
    return ENTITY.sub(lambda match: unescape(match[0]), target)


def find_target(text: str, position: int) -> tuple[int, int, int] | None:
    """Start and end of the target in parentheses at `position`, and the end of the parentheses."""
    if not text.startswith("(", position):
        return None
    if match := _SIMPLE_TARGET.match(text, position):
        return (*match.span(1), match.end())
    if match := _ANGLE_TARGET.match(text, position):
        return (*match.span(1), match.end())
    opening = _OPENING.match(text, position)
    assert opening is not None
    return _nested_target(text, opening.end())


def _nested_target(text: str, start: int) -> tuple[int, int, int] | None:
    """A target with parentheses, spaces or a title: the reading of Python-Markdown's `getLink`."""
    depth = 1
    for match in _SIGN.finditer(text, start, start + _MAX_TARGET):
        if match[0] in _QUOTES:
            return _titled_target(text, start, match.start(), depth)
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return start, match.start(), match.end()
    return None


def _titled_target(text: str, start: int, quote: int, depth: int) -> tuple[int, int, int] | None:
    """A target with a title behind the quote at an offset, within so many parentheses.

    A quote like it ends the title right before a parenthesis, or one of the other kind, which begins it then. Where no
    title ends, so many parentheses more end the target, whatever their kind.
    """
    ends, parens = _signs_of(text)
    stop = start + _MAX_TARGET
    other = text.find(_QUOTES[text[quote]], quote + 1, stop)
    for at, end in islice(ends, bisect_right(ends, (quote, stop)), None):
        if end > stop:
            break
        if text[at] == text[quote] or at > other:
            return start, quote if text[at] == text[quote] else other, end
    last = bisect_right(parens, quote) + depth - 1
    if last < len(parens) and parens[last] < stop and text[parens[last]] == ")":
        return start, parens[last], parens[last] + 1
    return None


@lru_cache(maxsize=1)
def _signs_of(text: str) -> tuple[list[tuple[int, int]], list[int]]:
    """Where quotes stand right before a parenthesis that closes, and where that ends; and where all parentheses are."""
    ends = [match.span() for match in _TITLE_END.finditer(text)]
    return ends, [match.start() for match in _SIGN.finditer(text) if match[0] not in _QUOTES]

"""Targets in parentheses, as Python-Markdown finds their end."""

from __future__ import annotations

import re
from html import unescape

_MAX_TARGET = 10_000
"""A target in parentheses is looked for in so many characters, so that odd text ends in time."""

_SIMPLE_TARGET = re.compile(r"\(\s*([^\s()<>'\"]*)\s*\)")
_ANGLE_TARGET = re.compile(r"\(\s*<([^<>]*)>\s*(?:('[^']*'|\"[^\"]*\")\s*)?\)")
_OPENING = re.compile(r"\(\s*")
# Of 4,300 digits Python makes no number.
ENTITY = re.compile(r"&(?:#[0-9]{1,1000}|#x[0-9a-fA-F]+|[a-zA-Z0-9]+);")


def decode(target: str) -> str:
    """Entities decoded; an ampersand that begins none stays."""
    if "&" not in target:
        return target
    return ENTITY.sub(lambda match: unescape(match[0]), target)


def strip(text: str, start: int, end: int) -> tuple[int, int]:
    """The place without white space around it."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


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
    depth = spare_depth = 1
    spare_end = -1
    quote = other = last = ""
    quote_start = quote_end = other_start = other_end = -1
    in_title = False
    for index in range(start, min(len(text), start + _MAX_TARGET)):
        character = text[index]
        if character == "(":
            if not in_title:
                depth += 1
            elif spare_depth > 0:
                spare_depth -= 1
        elif character == ")":
            if (quote_end != -1 and quote == last) or (other_end != -1 and other == last):
                depth = 0
            elif not in_title:
                depth -= 1
            elif spare_depth > 0:
                spare_depth -= 1
                if spare_depth == 0:
                    spare_end = index + 1
        elif character in "'\"":
            if not quote:
                in_title = True
                spare_depth, depth = depth, 1
                quote_start, quote = index + 1, character
            elif character != quote and not other:
                other_start, other = index + 1, character
            elif character == quote:
                quote_end = index + 1
            elif character == other:
                other_end = index + 1
        if depth == 0:
            end = index
            if quote_end >= 0 and quote == last:
                end = quote_start - 1
            elif other_end >= 0 and other == last:
                end = other_start - 1
            return start, end, index + 1
        if character != " ":
            last = character
    if spare_depth == 0 and spare_end > 0:
        return start, spare_end - 1, spare_end
    return None

"""Asciidoctor's formatted text and typographic replacements: its own expressions, in its own order.

A word character is, there as here, a letter, a digit or a connector; `\\w` is that but for a handful of rare signs.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_ROLE = r"\[(?P<role>[^\[\]]+)\]"
_ANY = r"[\s\S]"
_FAR = 2_000
"""How far apart two marks may stand, so that a page full of single ones is read in bounded time."""


class Quote(NamedTuple):
    """A way to set off text: `*strong*` is constrained (to whole words), `**str**ong` is not."""

    kind: str
    constrained: bool
    pattern: re.Pattern[str]


def _free(kind: str, mark: str, inner: str = rf"{_ANY}{{1,{_FAR}}}?") -> Quote:
    mark = re.escape(mark)
    return Quote(kind, False, re.compile(rf"\\?(?:{_ROLE})?{mark}(?P<text>{inner}){mark}"))


def _bound(kind: str, opening: str, closing: str, before: str = r"\w;:}", behind: str = r"\w") -> Quote:
    text = rf"(?P<text>\S|\S{_ANY}{{0,{_FAR}}}?\S)"
    pattern = rf"(?P<before>^|[^{before}])(?:{_ROLE})?{re.escape(opening)}{text}{re.escape(closing)}(?![{behind}])"
    return Quote(kind, True, re.compile(pattern, re.MULTILINE))


QUOTES = (
    _free("strong", "**"),
    _bound("strong", "*", "*"),
    _bound("double", '"`', '`"'),
    _bound("single", "'`", "`'", before=r"\w;:`}"),
    _free("code", "``"),
    _bound("code", "`", "`", before=r"\w;:\"'`}", behind=r"\w\"'`"),
    _free("emphasis", "__"),
    _bound("emphasis", "_", "_"),
    _free("mark", "##"),
    _bound("mark", "#", "#", before=r"\w&;:}"),
    _free("superscript", "^", rf"\S{{1,{_FAR}}}?"),
    _free("subscript", "~", rf"\S{{1,{_FAR}}}?"),
)

QUOTE_SIGNS = re.compile(r"[*_`#^~]")


class Replacement(NamedTuple):
    """A sign that stands for another; `before` and `behind` are what stays around it."""

    pattern: re.Pattern[str]
    sign: str


REPLACEMENTS = tuple(
    Replacement(re.compile(pattern, re.MULTILINE), sign)
    for pattern, sign in (
        (r"\\?\(C\)", "&#169;"),
        (r"\\?\(R\)", "&#174;"),
        (r"\\?\(TM\)", "&#8482;"),
        (r"(?: |\n|^|\\)--(?: |\n|$)", "&#8201;&#8212;&#8201;"),
        (r"(?P<before>\w)\\?--(?=\w)", "&#8212;&#8203;"),
        (r"\\?\.\.\.", "&#8230;&#8203;"),
        (r"\\?`'", "&#8217;"),
        (r"(?P<before>[^\W_])\\?'(?=[^\W\d_])", "&#8217;"),
        (r"\\?-&gt;", "&#8594;"),
        (r"\\?=&gt;", "&#8658;"),
        (r"\\?&lt;-", "&#8592;"),
        (r"\\?&lt;=", "&#8656;"),
        (r"\\?(?P<before>&)amp;(?P<behind>(?:[a-zA-Z][a-zA-Z]+\d{0,2}|#\d\d\d{0,4}|#x[\da-fA-F]{2,5});)", ""),
    )
)

REPLACEABLE = re.compile(r"[&']|--|\.\.\.|\([CRT]M?\)")

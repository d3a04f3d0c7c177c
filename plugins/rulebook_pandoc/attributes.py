"""Pandoc's attributes in braces, `{#id .class key="value" -}`, as those of an HTML tag."""

from __future__ import annotations

import re

from rulebook_syntax.dialects.translation import Part

_TOKEN = re.compile(
    r"#(?P<id>[^\s{}\"'<>&`]+)|\.(?P<cls>[^\s{}\"'<>&`]+)|(?P<key>[a-zA-Z_:][\w:.-]*)=(?:\"(?P<quoted>[^\"]*)\"|(?P<bare>[^\s{}\"'`]*))"
    r"|(?P<unnumbered>-(?=[\s}]))|\s+"
)
_PLAIN_KEYS = frozenset(("title", "lang", "dir", "width", "height", "role", "tabindex"))


def html_attributes(text: str, start: int, end: int) -> list[Part] | None:
    """The attributes in braces at `[start, end)` as parts of a tag: strings, and places of the text; None where they
    are none.
    """
    position, stop = start + 1, end - 1
    ids: list[Part] = []
    classes: list[Part] = []
    others: list[Part] = []
    while position < stop:
        match = _TOKEN.match(text, position, end)
        if match is None:
            return None
        position = match.end()
        if match["id"]:
            ids = [' id="', match.span("id"), '"']
        elif match["cls"]:
            classes += [" " if classes else ' class="', match.span("cls")]
        elif match["unnumbered"]:
            classes += [" " if classes else ' class="', "unnumbered"]
        elif match["key"]:
            key = (
                match["key"]
                if match["key"] in _PLAIN_KEYS or match["key"].startswith("data-")
                else f"data-{match['key']}"
            )
            value = match["quoted"] if match["quoted"] is not None else match["bare"]
            others.append(f' {key}="{value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}"')
    return [*ids, *classes, *(['"'] if classes else []), *others]

"""Detect Obsidian notes by syntax that no other Markdown has."""

from __future__ import annotations

import re

from rulebook_syntax.dialects.obsidian.wikilinks import is_roll

_CODE = re.compile(
    r"^ {0,3}(?P<fence>(?P<sign>[`~])(?P=sign){2,})(?!(?P=sign)).*?^ {0,3}(?P=fence)"
    r"|(?<!`)(?P<ticks>`+)[^`\n].*?(?P=ticks)(?!`)",
    re.M | re.S,
)
_MATH = re.compile(r"\$\$[^$]{1,4000}\$\$|\$[^$\n]{1,400}\$")
_EMBED = re.compile(r"!\[\[[^\[\]\n]+\]\](?!\()")
_LINK = re.compile(r"(?<![\w\])\[^])\[\[(?P<target>[^\[\]\n]+)\]\](?![\](])")
_TELLING = re.compile(r"[#|^./’'&:()!?]")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_CALLOUT = re.compile(r"^[ \t]*>[ \t]*\[!(?P<type>[\w-]+)\](?P<rest>[+-]?[ \t]*[^\n]*)", re.M)
_ALERTS = frozenset(("NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"))
_COMMENT = re.compile(r"^%%(?:(?!\n\n).)*?%%", re.M | re.S)
_FRONT_MATTER = re.compile(r"---\n(?=(?:.*\n)*?---\n)(?:(?!---\n).*\n)*?(?:aliases|cssclass|cssclasses):")


def speaks_obsidian(text: str) -> bool:
    """Return whether a text has syntax of Obsidian alone.

    `[[Word]]` is not: the `wikilinks` extension has it, `[[TOC]]` is a table of contents, `^[[Word]]` a note, and
    arrays and formulas have doubled brackets. `> [!NOTE]` alone is GitHub's too.
    """
    text = _MATH.sub("", _CODE.sub("", text.replace("\r\n", "\n")))
    if _EMBED.search(text) or _COMMENT.search(text) or _FRONT_MATTER.match(text):
        return True
    for callout in _CALLOUT.finditer(text):
        if callout["type"] not in _ALERTS or callout["rest"].strip():
            return True
    return any(_tells(match["target"]) for match in _LINK.finditer(text))


def _tells(target: str) -> bool:
    """Return whether doubled brackets contain a name that only Obsidian takes."""
    name = target.strip()
    if is_roll(name):
        return False
    return name == target and _TELLING.search(name) is not None and _LETTERS.search(name) is not None

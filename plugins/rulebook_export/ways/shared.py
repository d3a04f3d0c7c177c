"""Names of files, and dice and numbers in texts, for all ways out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from rulebook_export.content.contents import PageContent
from rulesmod.dice.digits import to_int

Files = Mapping[str, str]
"""The text of each file by its name, with slashes between folders."""
Way = Callable[[Sequence[PageContent], str], Files]
DICE = re.compile(r"(?<![\w./`\[])\d*d(?:\d+|%|F)(?:k[hl]?\d+|d[hl]\d+|!)*(?: ?[+−-] ?\d+)?(?![\w`])", re.IGNORECASE)
"""Dice as players type them: `2d6+3`, `4d6kh3`."""
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")


def slug(title: str) -> str:
    """A title as a name of a file."""
    return re.sub(r"[^\w]+", "-", title.casefold()).strip("-_") or "untitled"


def unique(names: dict[str, int], name: str) -> str:
    """A name that was not given before: `name`, `name-2`, ..."""
    names[name] = names.get(name, 0) + 1
    return name if names[name] == 1 else f"{name}-{names[name]}"


def plain_dice(dice: str) -> str:
    """Dice with ASCII signs."""
    return re.sub(r"\s+", "", dice.replace("−", "-").replace("–", "-"))


def first_number(text: str) -> int | None:
    """The first whole number of a text, without separators of thousands."""
    match = re.search(r"\d[\d,]*", text)
    return to_int(match[0].replace(",", "")) if match else None


def in_brackets(text: str) -> str:
    """Return the text of the first brackets of a text; "" without any."""
    match = re.search(r"\(([^()]*)\)", text)
    return match[1] if match else ""

"""Notes of Obsidian: code of stat blocks becomes lines that are read as any stat block is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from rulebook_export.incoming.changes import Change, Imported

_STATBLOCK = re.compile(r"^```statblock[ \t]*\n(?P<fields>.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
_BLOCK_ID = re.compile(r"^[ \t]*\^[\w-]+[ \t]*$\n?", re.MULTILINE)
_LABELS = {"ac": "Armor Class", "hp": "Hit Points", "cr": "Challenge"}
_SCORES = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
_LISTS = {"traits": "", "actions": "Actions", "reactions": "Reactions", "legendary_actions": "Legendary Actions"}
_UNSHOWN = {"layout", "name", "image", "source", "dice", "columns", "stats", "size", "type", "subtype", "alignment"}
_UNSHOWN |= {"hit_dice", *_LISTS}


def from_note(text: str) -> Imported:
    """Return a note with its stat blocks as Markdown; what is no YAML stays, and is listed."""
    changes: list[Change] = []

    def written(match: re.Match[str]) -> str:
        try:
            fields = yaml.safe_load(match["fields"])
        except yaml.YAMLError:
            fields = None
        if not isinstance(fields, Mapping):
            changes.append(Change(text.count("\n", 0, match.start()) + 1, "statblock", "statblock"))
            return match[0]
        return "\n".join(_lines({str(key): value for key, value in fields.items()}))

    return Imported(_BLOCK_ID.sub("", _STATBLOCK.sub(written, text)), tuple(changes))


def _lines(fields: Mapping[str, Any]) -> Iterator[str]:
    if "name" in fields:
        yield f"**{fields['name']}**"
        yield ""
    kind = " ".join(str(fields[key]) for key in ("size", "type") if key in fields)
    kind = ", ".join(filter(None, (kind, str(fields.get("alignment", "")))))
    if kind:
        yield f"*{kind}*"
        yield ""
    for key, value in fields.items():
        if key not in _UNSHOWN and not isinstance(value, list | dict):
            dice = f" ({fields['hit_dice']})" if key == "hp" and "hit_dice" in fields else ""
            yield f"**{_LABELS.get(key, key.replace('_', ' ').capitalize())}** {value}{dice}  "
    stats = fields.get("stats")
    if isinstance(stats, list) and len(stats) == len(_SCORES):
        yield ""
        yield f"| {' | '.join(_SCORES)} |"
        yield "| --- " * len(_SCORES) + "|"
        yield f"| {' | '.join(map(str, stats))} |"
    for key, title in _LISTS.items():
        listed = [one for one in fields.get(key) or () if isinstance(one, Mapping)]
        if listed and title:
            yield ""
            yield f"#### {title}"
        for one in listed:
            yield ""
            yield f"***{one.get('name', '')}.*** {one.get('desc', '')}"

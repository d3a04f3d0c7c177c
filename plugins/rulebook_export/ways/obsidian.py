"""Notes for Obsidian: `statblock` code for Fantasy Statblocks, and dice for the Dice Roller."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import yaml

from rulebook_export.content.contents import PageContent
from rulebook_export.content.statblocks import StatBlock
from rulebook_export.ways.shared import DICE, Files, first_number, in_brackets, plain_dice

_LISTS = {"": "traits", "actions": "actions", "reactions": "reactions", "bonus actions": "bonus_actions"}
_LISTS |= {"legendary actions": "legendary_actions"}
"""The list of a stat block for the traits below a heading."""
_NAMES = {
    "armor class": "ac",
    "armour class": "ac",
    "ac": "ac",
    "hit points": "hp",
    "hp": "hp",
    "speed": "speed",
    "senses": "senses",
    "languages": "languages",
    "challenge": "cr",
    "challenge rating": "cr",
    "cr": "cr",
}


def to_obsidian(pages: Sequence[PageContent], title: str) -> Files:
    """A note for each page."""
    return {f"{page.name}.md": _note(page) for page in pages}


def _note(page: PageContent) -> str:
    lines = page.text.split("\n")
    tables = {one.last_line: one.id for one in page.rollables}
    written: list[str] = []
    at = 0
    for block in page.blocks:
        written += _lines(lines, at, block.first, tables)
        written += [
            *lines[block.first : block.first + (block.level > 0)],
            "",
            *_statblock(block),
            "",
            *block.rest.split("\n"),
            "",
        ]
        at = block.last
    written += _lines(lines, at, len(lines), tables)
    return "\n".join(written)


def _lines(lines: Sequence[str], first: int, last: int, tables: dict[int, str]) -> Iterator[str]:
    """Lines whose code rolls, with the name of each random table behind it."""
    for at in range(first, last):
        yield _rolling(lines[at])
        if at in tables:
            yield ""
            yield f"^{tables[at]}"
            yield ""
            yield f"`dice: [[#^{tables[at]}]]`"


def _rolling(line: str) -> str:
    parts = line.split("`")
    if len(parts) < 3 or len(parts) % 2 == 0:
        return line
    return "`".join(
        f"dice: {plain_dice(part)}" if at % 2 and DICE.fullmatch(part.strip()) else part
        for at, part in enumerate(parts)
    )


def _statblock(block: StatBlock) -> Iterator[str]:
    fields: dict[str, Any] = {"layout": "Basic 5e Layout" if len(block.scores) == 6 else "Basic Layout"}
    fields["name"] = block.name
    if block.kind:
        fields["subtype" if "," not in block.kind else "type"] = block.kind
    for label, value in block.values.items():
        name = _NAMES.get(label.casefold(), label.casefold().replace(" ", "_"))
        fields[name] = first_number(value) if name in ("ac", "hp") else value
        if name == "hp" and in_brackets(value):
            fields["hit_dice"] = plain_dice(in_brackets(value))
        if name == "cr":
            fields[name] = value.partition(" ")[0]
    if block.scores:
        fields["stats"] = [one.score for one in block.scores]
    for section, name, text in block.traits:
        fields.setdefault(_LISTS.get(section.casefold(), "traits"), []).append({"name": name, "desc": text})
    yield "```statblock"
    yield from yaml.safe_dump(fields, allow_unicode=True, sort_keys=False, width=10_000).rstrip("\n").split("\n")
    yield "```"

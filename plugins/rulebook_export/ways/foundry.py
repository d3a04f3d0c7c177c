"""A module for Foundry: its manifest, and packs of roll tables, a journal and actors, a document a line.

Packs are files of lines of JSON, as version 10 has them; later versions make databases of them when they first open
the module. Stat blocks that all have the six scores become actors for `dnd5e`, others for `worldbuilding`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from rulebook_export.content.contents import PageContent, Rollable
from rulebook_export.content.statblocks import StatBlock
from rulebook_export.ways.shared import ABILITIES, DICE, Files, first_number, in_brackets, plain_dice, slug
from rulesmod.dice.digits import to_int

MINIMUM, VERIFIED = "10", "12"
"""Versions of Foundry: the first that reads such a module, and the last whose documented fields are written."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_SIZES = {"tiny": "tiny", "small": "sm", "medium": "med", "large": "lg", "huge": "huge", "gargantuan": "grg"}
_TAGS = {"quote": "blockquote", "code": "pre"}


def to_foundry(pages: Sequence[PageContent], title: str) -> Files:
    """A folder that is called like the module, as Foundry wants it."""
    name = slug(title)
    blocks = [block for page in pages for block in page.creatures]
    is_of_six = bool(blocks) and all(_abilities(block) for block in blocks)
    system = "dnd5e" if is_of_six else "worldbuilding"
    documents = {
        ("tables", "RollTable"): [_table(page, one) for page in pages for one in page.rollables],
        ("journal", "JournalEntry"): [_journal(page, number) for number, page in enumerate(pages)],
        ("actors", "Actor"): [_actor(block, system) for block in blocks],
    }
    present = {key: listed for key, listed in documents.items() if listed}
    packs = [
        {
            "name": f"{name}-{pack}",
            "label": f"{title}: {pack}",
            "path": f"packs/{pack}.db",
            "type": kind,
            **({"system": system} if kind == "Actor" else {}),
        }
        for pack, kind in present
    ]
    manifest = {
        "id": name,
        "title": title,
        "description": f"Tables, pages and creatures of {title}.",
        "version": "1.0.0",
        "authors": [{"name": f"the authors of {title}"}],
        "compatibility": {"minimum": MINIMUM, "verified": VERIFIED},
        "packs": packs,
    }
    files = {f"{name}/module.json": json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"}
    for (pack, _), listed in present.items():
        lines = (json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in listed)
        files[f"{name}/packs/{pack}.db"] = "".join(f"{line}\n" for line in lines)
    return files


def _id(*parts: object) -> str:
    """Sixteen letters that stay the same as long as what they name does."""
    number = int.from_bytes(hashlib.sha256("\0".join(map(str, parts)).encode()).digest(), "big")
    letters = []
    for _ in range(16):
        number, rest = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[rest])
    return "".join(letters)


def _table(page: PageContent, table: Rollable) -> dict[str, Any]:
    key = (page.name, table.id)
    results = [
        {
            "_id": _id(*key, row.low),
            "type": 0,
            "text": _rolling(row.text),
            "weight": row.weight,
            "range": [row.low, row.high],
            "drawn": False,
        }
        for row in table.rows
    ]
    return {
        "_id": _id(*key),
        "name": table.title,
        "description": "",
        "formula": plain_dice(table.dice),
        "replacement": True,
        "displayRoll": True,
        "results": results,
    }


def _journal(page: PageContent, number: int) -> dict[str, Any]:
    sheet = {
        "_id": _id("page", page.name),
        "name": page.title,
        "type": "text",
        "title": {"show": True, "level": 1},
        "text": {"format": 1, "content": "\n".join(_html(page))},
        "sort": 0,
    }
    return {"_id": _id("journal", page.name), "name": page.title, "pages": [sheet], "sort": number * 100_000}


def _html(page: PageContent) -> Iterator[str]:
    """The blocks of a page as HTML, whose dice roll; its title stands above it."""
    prose, headings = page.document.prose, page.document.headings
    tables = {cell.span: table for table in prose.tables for cell in _cells(table.header, table.rows)}
    written: set[int] = set()
    title = headings[0].title_span if headings else None
    for block in prose.blocks:
        table = next((table for span, table in tables.items() if span.contains(block.span)), None)
        heading = next((one for one in headings if one.span.contains(block.span)), None)
        if table is not None:
            if id(table) not in written:
                written.add(id(table))
                yield _table_html(table.header, table.rows)
        elif heading is not None:
            if heading.title_span != title:
                yield f"<h{heading.level}>{escape(heading.title, quote=False)}</h{heading.level}>"
        elif block.text.text.strip():
            tag = _TAGS.get(block.kind, "p")
            yield f"<{tag}>{_rolling(block.text.text)}</{tag}>"


def _cells(header: Iterable[Any], rows: Iterable[Iterable[Any]]) -> Iterator[Any]:
    yield from header
    for row in rows:
        yield from row


def _table_html(header: Sequence[Any], rows: Sequence[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(cell.text, quote=False)}</th>" for cell in header)
    body = "".join(f"<tr>{''.join(f'<td>{_rolling(cell.text)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _rolling(text: str) -> str:
    """A text as HTML whose dice roll; emphasis of Markdown becomes that of HTML."""
    for signs, tag in (("**", "strong"), ("*", "em")):
        parts = text.split(signs)
        if len(parts) % 2:
            text = "".join(f"\0{tag}\1{part}\0/{tag}\1" if at % 2 else part for at, part in enumerate(parts))
    text = escape(text, quote=False).replace("\0", "<").replace("\1", ">")
    return DICE.sub(lambda match: f"[[/r {plain_dice(match[0])}]]", text)


def _abilities(block: StatBlock) -> dict[str, int]:
    """The six scores of a stat block by their short names; nothing if one is missing."""
    scores = {one.name[:3].casefold(): one.score for one in block.scores}
    return {name: scores[name] for name in ABILITIES} if all(name in scores for name in ABILITIES) else {}


def _actor(block: StatBlock, system: str) -> dict[str, Any]:
    actor = {"_id": _id("actor", block.name, block.first), "name": block.name, "type": "npc", "items": []}
    if system == "worldbuilding":
        return {**actor, "type": "character", "system": _free(block)}
    items = [
        {
            "_id": _id("item", block.name, block.first, number),
            "name": name,
            "type": "feat",
            "system": {"description": {"value": f"<p>{_rolling(text)}</p>"}},
        }
        for number, (_, name, text) in enumerate(block.traits)
    ]
    return {**actor, "system": _of_six(block), "items": items}


def _of_six(block: StatBlock) -> dict[str, Any]:
    hits, armour = block.value("Hit Points", "HP"), block.value("Armor Class", "Armour Class", "AC")
    challenge = block.value("Challenge", "Challenge Rating", "CR").partition(" ")[0]
    points = first_number(hits) or 0
    kind, _, alignment = block.kind.rpartition(", ")
    size, _, creature = (kind or block.kind).partition(" ")
    return {
        "abilities": {name: {"value": score} for name, score in _abilities(block).items()},
        "attributes": {
            "ac": {"flat": first_number(armour), "calc": "flat"},
            "hp": {"value": points, "max": points, "formula": plain_dice(in_brackets(hits))},
            "movement": {"walk": first_number(block.value("Speed")), "units": "ft"},
        },
        "details": {
            "cr": _part(challenge),
            "alignment": alignment,
            "type": {"value": "custom", "custom": creature},
            "biography": {
                "value": _paragraphs("\n\n".join((*(f"{a}: {b}" for a, b in block.values.items()), block.rest)))
            },
        },
        "traits": {"size": _SIZES.get(size.casefold(), "med")},
    }


def _part(challenge: str) -> float | None:
    top, slash, bottom = challenge.partition("/")
    if not top.isdecimal():
        return None
    parts = to_int(bottom) if slash and bottom.isdecimal() else 1
    return to_int(top) / (parts or 1)


def _free(block: StatBlock) -> dict[str, Any]:
    """The values of a system without rules: each is a text with a label."""
    values = {**block.values, **{one.name: str(one.score) for one in block.scores}}
    points = first_number(block.value("Hit Points", "HP", "Health", "Hits")) or 0
    story = "".join(f"<p><strong>{escape(name)}.</strong> {_rolling(text)}</p>" for _, name, text in block.traits)
    return {
        "biography": story + _paragraphs(block.rest),
        "health": {"value": points, "min": 0, "max": points},
        "attributes": {
            slug(label): {"dtype": "String", "label": label, "value": value} for label, value in values.items()
        },
    }


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{_rolling(' '.join(part.split()))}</p>" for part in text.split("\n\n") if part.strip())

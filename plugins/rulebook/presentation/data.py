"""Data for the page's script, as inert elements of the page: nothing has to be fetched."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rulebook.document import Document
from rulesmod.system import System, Tagged

DATA_ID = "rulebook-data"
"""The id of the notations by the names of their games."""
TAGS_ID = "rulebook-tags"
"""The id of what stands behind the tags of a catalogue."""

MOVED_ID = "rulebook-moved"
"""The id of what is on other pages now: pairs of the address of one and the ids that it has."""


def notations(systems: Iterable[System]) -> str:
    """The dice languages of the page, that of its game first."""
    languages = {system.name: system.notation.language.to_json() for system in systems}
    return json_script(languages, f'id="{DATA_ID}"') if languages else ""


def tags(system: System, document: Document) -> str:
    """What the tags of a catalogue on the page stand for."""
    kinds = {entity.kind for entity in document.entities}
    names = {
        tag: name
        for entries in system.entries
        if isinstance(entries, Tagged) and entries.kind in kinds
        for tag, name in entries.tags.items()
    }
    return json_script(names, f'id="{TAGS_ID}"') if names else ""


def json_script(data: Any, attributes: str) -> str:
    """Any data."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # "</" could end the script element early; in JSON the slash may as well be escaped.
    text = text.replace("</", "<\\/").replace("<!--", "<\\u0021--")
    return f'<script type="application/json" {attributes}>{text}</script>'

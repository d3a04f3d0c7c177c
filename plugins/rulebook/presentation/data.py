"""Data for the page's script, as inert elements of the page: nothing has to be fetched.

The script finds them by what they are and by an attribute, never by an id or a class: those a writer may give to
anything. No dialect makes a `script` out of text, and what raw HTML says comes before ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from rulebook.document import Document
from rulesmod.system import System

NOTATIONS = "notations"
"""The notations by the names of their games."""
MEASURES = "measures"
"""What throws of an entry's dice are held to, by its name."""
MOVED = "moved"
"""What is on other pages now: pairs of the address of one and the ids that it has."""
SHEET = "sheet"
"""What a sheet counts with; within its form."""


def notations(systems: Iterable[System]) -> str:
    """The dice languages of the page, that of its game first."""
    languages = {system.name: system.notation.language.to_json() for system in systems}
    return json_script(languages, NOTATIONS) if languages else ""


def measures(system: System, document: Document) -> str:
    """What throws of the entries on the page are held to, by the names of these."""
    if not document.entities:
        return ""  # Most pages need not load what reads cards.
    from rulebook.dialects.prose.cards import measure_of

    found = {entity.title: measure for entity in document.entities if (measure := measure_of(entity, system))}
    return json_script({name: asdict(measure) for name, measure in found.items()}, MEASURES) if found else ""


def json_script(data: Any, name: str) -> str:
    """Any data, by the name that the script asks for."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # "</" could end the script element early; in JSON the slash may as well be escaped.
    text = text.replace("</", "<\\/").replace("<!--", "<\\u0021--")
    return f'<script type="application/json" data-rulebook="{name}">{text}</script>'

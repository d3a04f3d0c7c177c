"""Data for the page's script, as inert elements of the page: nothing has to be fetched.

The script finds them by what they are and by an attribute, never by an id or a class: those a writer may give to
anything. No dialect makes a `script` out of text, and what raw HTML says comes before ours.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from rulebook_core.late import late
from rulebook_core.source import Span
from rulebook_syntax.document import Document
from rulesmod.play import Play
from rulesmod.system import Measure, System

measure_of: Callable[..., Measure | None] = late("rulebook_syntax.cards", "measure_of")

NOTATIONS = "notations"
"""The notations by the names of their games."""
MEASURES = "measures"
"""The name of the data on measures of entries' throws. It is keyed by the entry's name."""
MOVED = "moved"
"""The name of the data on moved ids: pairs of a page's address and the ids that it has."""
SHEET = "sheet"
"""The name of the data of a sheet, within its form."""


def notations(systems: Iterable[System], named: Collection[System] = ()) -> str:
    """Return the dice languages of a page as a script.

    Args:
        systems: the games of the page, its own first.
        named: games whose languages the page takes from the file of all games, because they are large.
    """
    languages = {
        system.name: f"{_dumped(system.name)}:{'null' if system in named else _language(system)}" for system in systems
    }
    return _script(f"{{{','.join(languages.values())}}}", NOTATIONS) if languages else ""


@lru_cache(maxsize=64)
def _language(system: System) -> str:
    """The language of a game, which is the same on each of its pages."""
    return _dumped(system.notation.language.to_json())


class Measured(NamedTuple):
    """An entry of a page whose own dice are held to something: its name, where it stands, and what they are held to."""

    name: str
    span: Span
    measure: Measure


def measured(system: System, document: Document) -> list[Measured]:
    """The entries on a page whose own dice are held to something."""
    if not document.entities:
        return []
    pairs = ((entity, measure_of(entity, system)) for entity in document.entities)
    return [Measured(entity.title, entity.span, measure) for entity, measure in pairs if measure is not None]


def measures(measured_entities: Iterable[Measured]) -> str:
    """Return the measures of entries' throws as a script, by the entries' names."""
    by_name = {one.name: asdict(one.measure) for one in measured_entities}
    return json_script(by_name, MEASURES) if by_name else ""


def cards(hrefs: Iterable[str]) -> str:
    """The addresses of entries that a page leads to, whose cards the script shows at their links.

    They are addresses in HTML, because those are rewritten where a page is split.
    """
    return "".join(f'<link itemprop="rulebook-card" href="{escape(href)}">' for href in hrefs)


def stage_link(href: str, play: Play) -> str:
    """The address of a game's stage, and the side that entries of the page may be put against."""
    ours = play.ready[0].ours if play.ready else ()
    return f'<link itemprop="rulebook-stage" href="{escape(href)}" data-ours="{escape("|".join(ours))}">'


def json_script(data: Any, name: str) -> str:
    """Any data, by the name that the script asks for."""
    return _script(_dumped(data), name)


def _dumped(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _script(text: str, name: str) -> str:
    # "</" could end the script element early; in JSON the slash may as well be escaped.
    text = text.replace("</", "<\\/").replace("<!--", "<\\u0021--")
    # A theme that puts the text of one page in the place of another's runs all scripts there, but none of a template.
    return f'<template><script type="application/json" data-rulebook="{name}">{text}</script></template>'

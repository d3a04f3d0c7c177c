"""The output of `rulebook rules`: values, tables, names, phrases, and where the book states each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from rulebook_rules.claims.language.wording import plain_wording
from rulebook_rules.claims.model import Claim
from rulesmod.records import record
from rulesmod.system import Quantity, System

MAX_PLACES = 3
"""Places that a text lists by name."""


@record
class Part:
    """Something that a game has: its `kind` ("table"), and the places (`path:line`) where a claim is about it."""

    kind: str
    name: str
    about: str
    stated: tuple[str, ...]


def parts_of(system: System, claims: Iterable[Claim]) -> list[Part]:
    """All that a game has, in the order of its kinds."""
    places: dict[str, list[str]] = {}
    for claim in claims:
        if claim.system == system.name:
            places.setdefault(claim.kind, []).append(claim.place.where_line)
    return [
        Part(kind, name, about, tuple(dict.fromkeys(places.get(of, ())))) for kind, name, about, of in _parts(system)
    ]


def _parts(system: System) -> Iterator[tuple[str, str, str, str]]:
    """Kind, name, what it is, and the kind of the claims about it."""
    notation = system.notation
    yield "dice", notation.name, f"<code class={notation.code_class!r}>", "notation"
    for quantity in system.quantities:
        yield "value", quantity.name, _value_text(quantity), f"value-{quantity.slug}"
    for table in system.tables:
        yield "table", table.name, f"{' | '.join(table.columns)}, {len(table.rows)} rows", f"table-{table.name}"
    for wanted in system.book_tables:
        heads = " | ".join(wanted.columns)
        yield "table", wanted.name, f"{heads}, taken from the book under `{wanted.under}`", ""
    for bands in system.bands:
        yield "ranges", bands.name, f"{bands.title}, {len(bands.rows)} ranges", f"bands-{bands.name}"
    for vocabulary in system.vocabularies:
        yield "names", vocabulary.name, ", ".join(vocabulary.entries.values()), f"names-{vocabulary.name}"
    for phrase in system.phrases:
        yield "phrase", phrase.name, plain_wording(phrase.wordings[0]), phrase.name
    for rule in system.rules:
        yield "rule", rule.__name__, (rule.__doc__ or "").strip().partition("\n")[0], ""
    for sheet in system.sheets:
        yield "sheet", sheet.name, sheet.title, ""
    for ruling in system.rulings:
        yield "ruling", ruling.name, ruling.reading, ""


def _value_text(quantity: Quantity) -> str:
    unit = f" {quantity.unit}" if quantity.unit else ""
    if quantity.rule is not None:
        return f"follows from {', '.join(quantity.needs)}{f', in{unit}' if unit else ''}" if quantity.needs else "fixed"
    low, high = quantity.low, quantity.high
    limits = f"{low} to {high}" if low is not None and high is not None else f"{low} or more"
    return f"chosen, {limits if low is not None else f'{high} or less'}{unit}"


def game_text(system: System, parts: Iterable[Part]) -> str:
    """The parts as a list, one a line."""
    listed = list(parts)
    width = max((len(part.name) for part in listed), default=0)
    lines = [f"{system.title} ({system.name})"]
    before = ""
    for part in listed:
        lines += ["", part.kind] if part.kind != before else []
        before = part.kind
        more = len(part.stated) - MAX_PLACES
        named = ", ".join(part.stated[:MAX_PLACES]) + (f" and {more} more" if more > 0 else "")
        where = f"  [{named}]" if named else ""
        lines.append(f"  {part.name:<{width}}  {part.about}{where}".rstrip())
    return "\n".join(lines) + "\n"


def game_json(system: System, parts: Iterable[Part]) -> str:
    """The same for programs."""
    data = {"system": system.name, "title": system.title, "parts": [asdict(part) for part in parts]}
    return json.dumps(data, indent=2) + "\n"

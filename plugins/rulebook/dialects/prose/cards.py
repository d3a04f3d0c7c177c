"""What the rules add to the card of an entry: facts that follow from its values, and a picture of its dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from rulebook.document import Entity
from rulesmod.system import NotationError, StatBlock, System

MOST_BARS = 40
HEIGHT = 40
STEP = 8
LABEL = 12
"""The height of the figures below the bars, in pixels as all of these."""


def facts_of(entity: Entity, system: System) -> Iterator[tuple[str, str]]:
    """Label and text of what follows from the values of an entry."""
    for kind in system.entries:
        if isinstance(kind, StatBlock) and kind.kind == entity.kind and kind.facts is not None:
            yield from kind.facts(entity.title, {name: str(value) for name, value in entity.fields.items()})


def picture_of(entity: Entity, system: System) -> str:
    """The odds of an entry's dice as bars, which say what they show; empty where it has none that can be rolled."""
    for kind in system.entries:
        if isinstance(kind, StatBlock) and kind.kind == entity.kind:
            for stat in kind.stats:
                if stat.type == "dice" and (odds := _odds(str(entity.fields.get(stat.name, "")), system)):
                    return _bars(stat.word or stat.name, odds)
    return ""


def _odds(text: str, system: System) -> Mapping[int, float]:
    from rulesmod.dice import PoolTooLargeError, distribution

    notation = system.notation
    # What stands in parentheses behind dice says how they are made.
    expression = text.partition(" (")[0]
    try:
        program = notation.program(notation.parse(expression))
        rows = distribution(program).rows
    except (NotationError, PoolTooLargeError):
        return {}
    values = {outcome[program.main]: float(chance) for outcome, chance in rows}
    whole = {int(value): chance for value, chance in values.items() if isinstance(value, int)}
    return dict(sorted(whole.items())[:MOST_BARS])


def _bars(name: str, odds: Mapping[int, float]) -> str:
    most = max(odds.values())
    low, high = min(odds), max(odds)
    bars = []
    for value, chance in odds.items():
        tall = max(1, round(HEIGHT * chance / most))
        bars.append(f"M{(value - low) * STEP} {HEIGHT}v-{tall}h{STEP - 2}v{tall}")
    by_chance = sorted(odds, key=odds.__getitem__)
    likeliest = ", ".join(f"{value} with {100 * odds[value]:.0f} %" for value in by_chance[-3:])
    label = escape(f"Odds of the {name} from {low} to {high}; likeliest {likeliest}")
    width = max((high - low + 1) * STEP, LABEL)
    size = f'viewBox="0 0 {width} {HEIGHT + LABEL}" width="{width}" height="{HEIGHT + LABEL}"'
    ends = f'<text y="{HEIGHT + LABEL - 2}">{low}</text>'
    if width > 2 * LABEL:
        ends += f'<text x="{width}" y="{HEIGHT + LABEL - 2}" text-anchor="end">{high}</text>'
    # One path: a page has many of these pictures.
    return (
        f'<svg class="stat-card-odds" role="img" aria-label="{label}" fill="currentColor" {size}>'
        f'<path d="{"".join(bars)}"/>{ends}</svg>'
    )

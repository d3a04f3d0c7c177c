"""Add derived facts and charts of dice odds to cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape

from rulebook_syntax.document import Entity
from rulesmod.dice import PoolTooLargeError, distribution, main_of
from rulesmod.dice.measuring import odds_under
from rulesmod.system import Measure, NotationError, StatBlock, System, Tagged

MAX_BARS = 40
HEIGHT = 40
STEP = 9
LABEL = 12
"""The height of the figures below and above the bars, in pixels as all of these."""
EVERY = 26
"""The room that a figure takes: of the values, so many are named as have it."""
AXIS = 30
"""The room of the axis, left of the bars."""
MIN = 3
"""Fewer entries need no list."""


def facts_of(entity: Entity, system: System) -> Iterator[tuple[str, str]]:
    """Label and text of what follows from the values of an entry."""
    for kind in system.entries:
        if isinstance(kind, StatBlock) and kind.kind == entity.kind and kind.facts is not None:
            yield from kind.facts(entity.title, {name: str(value) for name, value in entity.fields.items()})


def measure_of(entity: Entity, system: System) -> Measure | None:
    """Return the measure of an entry's own dice.

    It is None where the entry has none, or they are too many.
    """
    for kind in system.entries:
        if isinstance(kind, StatBlock) and kind.kind == entity.kind and kind.measure is not None:
            with suppress(PoolTooLargeError):
                return kind.measure({name: str(value) for name, value in entity.fields.items()})
    return None


def list_of(kind: str, entities: Iterable[Entity], system: System) -> str:
    """The entries of a kind with their values and what follows from them, side by side; empty of a few."""
    of_kind = [entity for entity in entities if entity.kind == kind and "name" in entity.places]
    if len(of_kind) < MIN or not any(isinstance(one, StatBlock) and one.kind == kind for one in system.entries):
        return ""
    rows = [{**entity.fields, **dict(facts_of(entity, system))} for entity in of_kind]
    heads = list(dict.fromkeys(name for row in rows for name in row))
    head = "".join(f'<th scope="col">{escape(name[:1].upper() + name[1:])}</th>' for name in (kind, *heads))
    body = "".join(
        f'<tr><th scope="row"><a href="#{escape(entity.id)}">{escape(entity.title)}</a></th>'
        + "".join(f"<td>{escape(str(row.get(name, '')))}</td>" for name in heads)
        + "</tr>"
        for entity, row in zip(of_kind, rows, strict=True)
    )
    return (
        '<div class="entry-list" data-search-exclude><label class="rulebook-filter">Only those with '
        f'<input type="search" autocomplete="off"></label>'
        f"<table><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def filter_of(entities: Sequence[Entity], system: System) -> str:
    """Return a form that filters tagged entries by who may take them.

    The form needs a script. It is empty where nobody has to choose.
    """
    tagged = next((one for one in system.entries if isinstance(one, Tagged) and one.kind == entities[0].kind), None)
    if tagged is None or len(entities) < MIN:
        return ""
    choices = "".join(
        f'<label><input type="radio" name="for-{escape(entities[0].id)}" value="{escape(tag)}"'
        f"{'' if tag else ' checked'}> {escape(name)}</label>"
        for tag, name in {"": "everybody", **tagged.tags}.items()
    )
    return (
        '<form class="rulebook-filter" data-search-exclude><fieldset><legend>Show what is for</legend>'
        f'{choices}<label>with <input type="search" autocomplete="off"></label></fieldset></form>'
    )


def picture_of(entity: Entity, system: System) -> str:
    """The odds of an entry's dice as bars, which say what they show; empty where it has none that can be rolled."""
    for kind in system.entries:
        if isinstance(kind, StatBlock) and kind.kind == entity.kind:
            for stat in kind.stats:
                if stat.type != "dice":
                    continue
                measure = measure_of(entity, system)
                if odds := _odds(str(entity.fields.get(stat.name, "")), system, measure):
                    return _bars(stat.word or stat.name, odds, measure.first if measure is not None else None)
    return ""


def _odds(text: str, system: System, measure: Measure | None) -> Mapping[int, float]:
    notation = system.notation
    # What stands in parentheses behind dice says how they are made.
    expression = text.partition(" (")[0]
    try:
        program = notation.program(notation.parse(expression))
        result = odds_under(dict(main_of(distribution(program))), measure.changes if measure is not None else ())
    except (NotationError, PoolTooLargeError):
        return {}
    values = sorted((int(value), float(chance)) for value, chance in result.items() if isinstance(value, int))
    return dict(values[:MAX_BARS])


def _bars(name: str, odds: Mapping[int, float], average: float | None) -> str:
    most = max(odds.values())
    low, high = min(odds), max(odds)
    bars = []
    for value, chance in odds.items():
        tall = max(1, round(HEIGHT * chance / most))
        bars.append(f"M{AXIS + (value - low) * STEP} {LABEL + HEIGHT}v-{tall}h{STEP - 2}v{tall}")
    by_chance = sorted(odds, key=odds.__getitem__)
    likeliest = ", ".join(f"{value} with {100 * odds[value]:.0f} %" for value in by_chance[-3:])
    label = f"Odds of the {name} from {low} to {high}; likeliest {likeliest}"
    width, height = AXIS + max((high - low + 1) * STEP, 4 * 20), HEIGHT + 2 * LABEL
    # A line at the highest round chance, and one below the bars.
    mark = next(each for each in (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, most) if each <= most)
    at = LABEL + HEIGHT - round(HEIGHT * mark / most)
    bars.append("".join(f"M{AXIS - 3} {line}h{width - AXIS + 3}v.5H{AXIS - 3}z" for line in (at, LABEL + HEIGHT)))
    step = -(-EVERY // STEP) if high - low > 1 else 1
    drawn = f'<text x="{AXIS - 5}" y="{at + 4}" text-anchor="end">{100 * mark:.2g}%</text>' + "".join(
        f'<text x="{_middle(value - low):g}" y="{height - 2}" text-anchor="middle">{value}</text>'
        for value in range(low, high + 1, step)
    )
    if average is not None:
        label += f"; average {average:g}"
        middle = _middle(average - low)
        drawn += f'<path d="M{middle:g} {LABEL}v{HEIGHT}" stroke="currentColor" stroke-dasharray="2 2"/>'
        drawn += f'<text x="{max(AXIS, middle):g}" y="{LABEL - 3}">average {average:g}</text>'
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    # One path: a page has many of these pictures.
    return (
        f'<svg class="stat-card-odds" role="img" aria-label="{escape(label)}" fill="currentColor" {size}>'
        f'<path d="{"".join(bars)}" opacity="0.75"/>{drawn}</svg>'
    )


def _middle(steps: float) -> float:
    """The middle of the bar so many steps from the first, from the left edge."""
    return AXIS + steps * STEP + STEP / 2 - 1

"""Find the values of a game by their names, in pages and in its `rules.yml`, and show their formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from rulebook_core.findings import Place
from rulebook_core.source import Source, Span
from rulebook_lsp.books import View
from rulebook_render.presentation.terms import RUNNING
from rulesmod.system import Quantity, System

MAX_LINES = 12
"""Lines of a rule that are shown."""


def value_at(view: View, offset: int) -> tuple[Span, Quantity] | None:
    """Return the value that the running text of a page names at an offset."""
    system = view.page.system
    for block in view.page.document.prose.blocks:
        if system is not None and block.kind in RUNNING and block.span.start <= offset < block.span.end:
            for start, end, quantity in _names(system, block.text.text):
                span = block.text.span(start, end)
                if span.start <= offset < span.end:
                    return span, quantity
    return None


def value_in_rules(system: System, source: Source, offset: int) -> tuple[Span, Quantity] | None:
    """Return the value that a line of a rules file names at an offset, in letters of any size."""
    line = source.position(offset).line
    begin = source.line_starts[line - 1]
    for start, end, quantity in _names(system, source.line(line), re.IGNORECASE):
        if start <= offset - begin < end:
            return Span(begin + start, begin + end), quantity
    return None


def _names(system: System, text: str, flags: int = 0) -> Iterator[tuple[int, int, Quantity]]:
    named = {name.casefold(): one for one in system.quantities for name in (one.name, *one.also)}
    if not named:
        return
    longest_first = sorted((name for one in system.quantities for name in (one.name, *one.also)), key=len, reverse=True)
    for match in re.finditer(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", text, flags):
        yield *match.span(), named[match[0].casefold()]


def described(system: System, quantity: Quantity) -> str:
    """Return what the rules say of a value, in Markdown: its rule as it is written, or its range and what it needs."""
    place = stated_at(system, quantity)
    if place is not None:
        return "\n".join((f"**{quantity.name}**\n", "```yaml", *_written(place), "```"))
    unit = f" {quantity.unit}" if quantity.unit else ""
    parts = [f"from {quantity.low}"] if quantity.low is not None else []
    parts += [f"up to {quantity.high}{unit}"] if quantity.high is not None else []
    parts += [f"follows from {', '.join(quantity.needs)}"] if quantity.needs else []
    return f"**{quantity.name}**: {', '.join(parts) or f'a value of {system.title}'}"


def stated_at(system: System, quantity: Quantity) -> Place | None:
    """Return where a rules file states a value."""
    place = system.stated_at.get(("values", quantity.name))
    return place if isinstance(place, Place) else None


def _written(place: Place) -> list[str]:
    """Return the line of an entry of a rules file, and those below it that belong to it, by their indentation."""
    source = place.source
    first = source.position(place.span.start).line
    lines = [source.line(number).rstrip() for number in range(first, len(source.line_starts) + 1)]
    depth = _depth(lines[0])
    below = takewhile(lambda line: not line or _depth(line) > depth, lines[1:])
    entry = [line[depth:] for line in (lines[0], *below)]
    while not entry[-1]:
        entry.pop()
    return entry if len(entry) <= MAX_LINES else [*entry[:MAX_LINES], "…"]


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())

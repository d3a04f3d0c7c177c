"""Compare lists of names with an order of names that the rules have.

A list is meant where the heading above it, or the text in front of it, says the title of the order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from rulebook_core.findings import write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import table_gap, wrong_value
from rulebook_syntax.document import Block, Document
from rulebook_syntax.item_lists import lists_of
from rulebook_text.lexing.names import singulars_of
from rulesmod.system import Ladder

LADDER = Kind("ladder", wrong_value, rank=3)
MIN = 3
"""Fewer names in a row may be any."""

_LINE = lazily(r"[^\n]+")
_NAME_END = lazily(r"\s*(?:[:(–—]|\s-\s|\.\s|\.$)")


class Rung(NamedTuple):
    """A name of a list, at `[start, end)` of a block's plain text."""

    name: str
    block: Block
    start: int
    end: int


def ladder_claims(context: Context) -> Read:
    """A claim for each name of a list that the rules have as well, in its place."""
    if not context.system.ladders:
        return
    for lead, rungs in _lists(context.document):
        headings = context.document.section_path(rungs[0].block.section)
        around = singulars_of(" | ".join((*headings[-1:], lead)))
        for ladder in context.system.ladders:
            if singulars_of(ladder.title) in around and _names_some(rungs, ladder):
                yield from _compared(context, rungs, ladder)
                break


def _lists(document: Document) -> Iterator[tuple[str, list[Rung]]]:
    """Yield lines of a paragraph and items of a list as names, with the text in front of a list."""
    for block in document.prose.blocks:
        if block.kind != "code" and block.text.text.count("\n") >= MIN - 1:
            yield "", [_rung(block, *line.span()) for line in _LINE.finditer(block.text.text)]
    for items in lists_of(document):
        lead = items.before.text.text if items.before is not None else ""
        yield lead, [_rung(block, 0, len(block.text.text)) for block in items.items]


def _rung(block: Block, start: int, end: int) -> Rung:
    text = block.text.text
    stop = _NAME_END.search(text, start, end)
    words = text[start : stop.start() if stop else end]
    name = words.strip()
    start += len(words) - len(words.lstrip())
    return Rung(name, block, start, start + len(name))


def _names_some(rungs: Sequence[Rung], ladder: Ladder) -> bool:
    """Return whether a list is one of names at all, and not of sentences about them."""
    known = {name.casefold() for name in ladder.names}
    return sum(rung.name.casefold() in known for rung in rungs) >= MIN


def _compared(context: Context, rungs: Sequence[Rung], ladder: Ladder) -> Read:
    stated = [rung.name.casefold() for rung in rungs]
    wanted = [name.casefold() for name in ladder.names]
    wrong: dict[int, str] = {}
    missing: list[tuple[int, str]] = []
    for tag, first, last, low, high in SequenceMatcher(None, stated, wanted, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for offset in range(max(last - first, high - low)):
            if first + offset < last:
                wrong[first + offset] = ladder.names[low + offset] if low + offset < high else ""
            else:
                missing.append((max(last - 1, 0), ladder.names[low + offset]))
    # What is missing at one place and too much at another has been moved: that is one fault.
    moved = {stated[at] for at in wrong}
    for at, rung in enumerate(rungs):
        place = context.within(rung.block, rung.start, max(rung.end, rung.start + 1))
        yield Statement(
            LADDER,
            place,
            of_kind=ladder.name,
            stated=rung.name,
            computed=wrong.get(at, rung.name) or "nothing",
            right=at not in wrong,
            rule=ladder.title,
            derivation=(Step(f"{ladder.title}: {', '.join(ladder.names)}", page_text=""),),
            guards=(),
            about=rung.name,
            faults=(_wrong(context, rung, wrong[at], ladder),) if at in wrong else (),
        )
    for at, name in missing:
        if name.casefold() not in moved:
            place = context.within(rungs[at].block, rungs[at].start, rungs[at].end)
            yield table_gap(place, f"`{name}` is missing behind `{rungs[at].name}` among the {ladder.title}")


def _wrong(context: Context, rung: Rung, name: str, ladder: Ladder) -> Fault:
    place = context.within(rung.block, rung.start, rung.end)
    notes = (f"the rules: {ladder.title}: {', '.join(ladder.names)}",)
    return Fault((f"`{rung.name}`", name or "nothing here"), notes, (write(place, name),) if name else (), at=place)

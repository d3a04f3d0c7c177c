"""Judge the values of entries, such as monsters and items, by their game."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace

from rulebook_core.findings import Edit, Place, Remedy, write
from rulebook_core.source import Span
from rulebook_rules.claims.context import GROUND, Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import failed_rule, illegal_cast, wrong_value
from rulebook_syntax.document import Block
from rulebook_text.entries import entries_in
from rulebook_text.entries.model import MAX_FAULTS, ParsedEntry
from rulesmod.system import Judgement


def entry_claims(context: Context) -> Read:
    """A claim for each entry: its values are those of the rules."""
    kinds = context.system.entries
    for block in context.document.prose.blocks:
        if block.kind in ("code", "heading"):
            continue
        for entry in entries_in(block.text.text, kinds):
            if entry.kind.judge is not None and not entry.is_draft and len(entry.faults) <= MAX_FAULTS:
                yield from _judged(context, block, entry)


def _is_unread(context: Context, block: Block, entry: ParsedEntry, judgement: Judgement, span: Span) -> bool:
    """Return whether the reading of the entry, or of its dice, tells of a fault at a place already."""
    spans = (context.within(block, fault.start, fault.end).span for fault in entry.faults)
    unread = () if judgement.are_allowed else context.unread
    return any(span.meets(other) for other in (*spans, *unread))


def _judged(context: Context, block: Block, entry: ParsedEntry) -> Read:
    name_end = entry.at[1]
    values = {name: value for name, (value, _, _) in entry.fields.items()}
    place = context.within(block, entry.start, max(entry.head, name_end))
    assert entry.kind.judge is not None
    try:
        judgements = entry.kind.judge(entry.name, values)
    except Exception as error:
        # A rules module is somebody's code: its fault must not hide what else is wrong.
        yield failed_rule(place, entry.kind.kind, f"{type(error).__name__}: {error}")
        return
    places = {name: context.within(block, start, end) for name, (_, start, end) in entry.fields.items()}
    places["name"] = context.within(block, *entry.at)
    judged = [judgement for judgement in judgements if judgement.stat in places]
    if not judged:
        return
    steps = tuple(dict.fromkeys(step for judgement in judged for step in judgement.because))
    faults = [
        _fault(judgement, _instead(judgement, judged), places, values)
        for judgement in _faults(judged)
        if not _is_unread(context, block, entry, judgement, places[judgement.stat].span)
    ]
    yield Statement(
        Kind(entry.kind.kind, wrong_value, rank=5),
        place,
        stated="; ".join(f"{name} {value}" for name, value in values.items()),
        computed="; ".join(f"{judgement.stat} {judgement.value or values[judgement.stat]}" for judgement in judged),
        right=all(judgement.right for judgement in judged),
        rule=_rule(entry) if steps else f"The {entry.kind.kind} {entry.name}",
        derivation=tuple(map(Step, steps))
        or (Step(f"the rules know the {entry.kind.kind} {entry.name}", page_text=""),),
        guards=tuple(places[judgement.stat].span for judgement in judged if judgement.stat != "name"),
        about=f"{entry.kind.kind} {entry.name}",
        faults=tuple(faults),
    )


def _rule(entry: ParsedEntry) -> str:
    """Return the rule of an entry: that of its kind, else its name."""
    rule = (inspect.getdoc(entry.kind.judge) or "").partition("\n")[0]
    return rule if rule.endswith(".") else f"The {entry.kind.kind} {entry.name}"


def _faults(judged: Sequence[Judgement]) -> list[Judgement]:
    """One finding for each value that is wrong by itself, and not because of another one."""
    wrong = {judgement.stat for judgement in judged if not judgement.right}
    others = {other.stat for judgement in judged if not judgement.right for other in _instead(judgement, judged)}
    return [
        j
        for j in judged
        if not j.right and j.stat not in others and not (wrong - {j.stat} and j.stat == "average" and "cast" in wrong)
    ]


def _instead(judgement: Judgement, judged: Sequence[Judgement]) -> list[Judgement]:
    """List the values that could change instead of a wrong one."""
    if judgement.right or judgement.value:
        return []
    return [
        other
        for other in judged
        if not other.right and other.value and other.stat in judgement.rests_on and judgement.stat in other.rests_on
    ]


def _fault(
    judgement: Judgement, instead: Sequence[Judgement], places: dict[str, Place], values: dict[str, str]
) -> Fault:
    place = places[judgement.stat]
    of = tuple(replace(places[name], message=GROUND) for name in judgement.rests_on if name in places)
    notes = tuple(f"the rules: {step}" for step in judgement.because)
    remedies = (
        *((write(place, judgement.value),) if judgement.value else ()),
        *(Remedy(f"make the {one.stat} `{one.value}`", (Edit(places[one.stat], one.value),)) for one in instead),
    )
    stated = f"`{values.get(judgement.stat, place.source.slice(place.span))}`"
    if not judgement.are_allowed:
        return Fault((stated, values.get("build", "")), notes, remedies, at=place, of=of, rule=illegal_cast)
    return Fault((stated, judgement.value or "another one"), notes, remedies, at=place, of=of)

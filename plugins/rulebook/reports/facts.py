"""The facts of a book as a table and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rulebook.reports.summary import counted
from rulebook_rules.facts.listing import Listed

HEADS = ("thing", "value", "is", "", "where", "form")


def facts_text(listed: Sequence[Listed]) -> str:
    """One line a fact, with the counts below."""
    if not listed:
        return "nothing has an authority: write a `rules.yml`, or declare a table by a comment `facts: NAME`\n"
    rows = [HEADS, *map(_row, listed)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join((*lines, "", _counts(listed), ""))


def _row(one: Listed) -> tuple[str, ...]:
    fact = one.fact
    where = fact.place.where if fact.place is not None else "the rules"
    bound = "" if fact.bound == "exactly" else f"{fact.bound} "
    standing = f"{one.standing} ({fact.when})" if fact.when and one.standing == "undecided" else one.standing
    return fact.entity, fact.attribute, f"{bound}{fact.value.shown}", standing, where, fact.shape.value


def _counts(listed: Sequence[Listed]) -> str:
    things = len({one.fact.entity for one in listed})
    counts = [
        (sum(one.standing == name for one in listed), name) for name in ("stated", "agrees", "differs", "undecided")
    ]
    words = {"stated": "stated", "agrees": "agree", "differs": "differ", "undecided": "undecided"}
    return f"{counted(things, 'thing')}: " + ", ".join(f"{count} {words[name]}" for count, name in counts)


def facts_json(listed: Sequence[Listed]) -> str:
    facts = [
        {
            "thing": one.fact.entity,
            "attribute": one.fact.attribute,
            "value": one.fact.value.shown,
            "kind": one.fact.value.kind,
            "unit": one.fact.value.unit,
            "bound": one.fact.bound.value,
            "when": one.fact.when,
            "shape": one.fact.shape.value,
            "standing": one.standing,
            "path": one.fact.place.source.path if one.fact.place is not None else None,
            **(one.fact.place.bounds if one.fact.place is not None else {}),
        }
        for one in listed
    ]
    return json.dumps({"version": 1, "facts": facts}, ensure_ascii=False, indent=2) + "\n"

"""Counts beside their lists: "Six attributes ... Those are ..." is right where there are six."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rulebook.claims.context import Context, Read
from rulebook.claims.model import Fault, Kind, Statement, Step
from rulebook.claims.rules import contradiction
from rulebook.claims.structures.enumerations import Enumeration, enumerations_in
from rulebook.findings import Remedy, Severity, write
from rulebook.lexing.forms import like
from rulebook.source import Span

_NAME = 3
"""So many words and no more are a name, and not what is said of something."""
COUNT = Kind("count", contradiction, rank=0)


def count_claims(context: Context) -> Read:
    """Every count that has its list beside it."""
    for found in enumerations_in(context.document, counted_only=True):
        assert found.count is not None
        first, last, number = found.names[0], found.names[-1], len(found.names)
        start, end = first.block.text.span(first.start, first.end), last.block.text.span(last.start, last.end)
        at = context.within(found.block, found.start, found.end)
        listed = context.place(Span(start.start, end.end), f"this lists {number}")
        stated = found.block.text.text[found.start : found.end]
        right = found.count in found.sizes
        message = f"the text says {stated} {found.subject}, and lists {number}"
        remedies = (write(at, like(number, stated)), Remedy("mend the list"))
        if not (right or context.page.has_game):
            # A stranger's list may be one of something else; who lists far more, or far less, does so.
            if 2 * abs(found.count - number) <= max(number, 2):
                told = contradiction(at, message, related=(listed,), remedies=remedies)
                yield replace(told, severity=Severity.INFO)
            continue
        yield Statement(
            COUNT,
            at,
            stated=str(found.count),
            computed=str(found.count if right else number),
            right=right,
            rule="the list beside the count",
            of=(listed,),
            derivation=(Step(f"{number} {found.subject} are listed", listed, _named(found)),),
            guards=(at.span,) if len(found.sizes) == 1 and not found.is_open else (),
            # Nobody lists a single one: "One condition must be met".
            leeways=((at.span, Fraction(found.count)),) if found.count == 2 else (),
            faults=() if right else (Fault((message,), remedies=remedies),),
        )


def _named(found: Enumeration) -> str:
    """What is counted, name by name; "" where no names are, but sentences."""
    names = [name.text for name in found.names]
    if any(len(name.split()) > _NAME for name in names):
        return ""
    return f"the {found.subject} are {', '.join(names[:-1])} and {names[-1]}: {len(names)}"

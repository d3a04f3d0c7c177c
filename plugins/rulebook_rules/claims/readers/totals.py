"""Check totals against what they add up: the last row of a table, of a list, or the end of a line."""

from __future__ import annotations

from rulebook_core.findings import write
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import wrong_sum
from rulebook_rules.claims.structures.totals import totals_in
from rulebook_text.lexing.forms import number_like

TOTAL = Kind(
    "total",
    wrong_sum,
    rank=3,
    reads=("number",),
    needs="a last row, item or part that is called a total of those before it",
)


def total_claims(context: Context) -> Read:
    """Yield a claim for each total: it rests on every number that it adds up."""
    for amounts in totals_in(context.document, context.silent(TOTAL)):
        total, items = amounts.total, amounts.items
        at = context.within(total.block, total.start, total.end)
        decimal = "," if ("," in total.words) == amounts.has_decimals else "."
        result = number_like(amounts.value, total.words, decimal, items[0].words)
        places = tuple(context.within(item.block, item.start, item.end, "a part of it") for item in items)
        yield Statement(
            TOTAL,
            at,
            stated=total.words,
            computed=str(amounts.value),
            right=amounts.fits,
            rule="the total",
            of=(places[0], places[-1]),
            derivation=(Step(f"{' + '.join(item.words for item in items)} = {result}"),),
            # Shares are rounded, so that each of them may be another one unseen.
            guards=() if total.unit == "%" else tuple(place.span for place in (*places, at)),
            is_sure=amounts.is_sure and context.page.has_game,
            faults=() if amounts.fits else (Fault((total.words, result), remedies=(write(at, result),)),),
        )

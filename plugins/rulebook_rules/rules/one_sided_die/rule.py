"""Dice with a single side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulebook_core.findings import Details, Finding, Place, Severity, rule, write
from rulebook_rules.book import Page
from rulebook_text.lexing.dice import names_no_die
from rulebook_text.lexing.figures import numbers_in
from rulebook_text.lexing.prefilter import may_name_dice

MAX_DIGITS = 2
"""Of more dice, as in `65778d1`, it is the name of something."""


@rule(Severity.WARNING)
def one_sided_die(place: Place, dice: str, count: str) -> Details:
    return Details(f"`{dice}` always comes to {count}", remedies=(write(place, count),))


def check_page(page: Page) -> Iterator[Finding]:
    """Look for dice that can show nothing but 1; `D1` alone may be a name."""
    source = page.document.source
    for block in page.document.prose.blocks if "d1" in source.text and may_name_dice(source.text) else ():
        text = block.text.text
        for (start, middle), (die, end) in pairwise(numbers_in(text)) if "d1" in text and block.kind != "code" else ():
            if middle == die and text[die:end] == "d1" and _is_rolled(text, start, middle, end):
                yield one_sided_die(Place(source, block.text.span(start, end)), text[start:end], text[start:middle])


def _is_rolled(text: str, start: int, middle: int, end: int) -> bool:
    is_count = text[start:middle].isdigit() and middle - start <= MAX_DIGITS
    return is_count and not text[end : end + 1].isalnum() and not names_no_die(text, start)

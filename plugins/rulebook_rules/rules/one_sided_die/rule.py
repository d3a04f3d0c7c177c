"""Dice with a single side."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Severity, rule, write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.book import Page
from rulebook_text.lexing.prefilter import may_name_dice

_DICE = lazily(r"(?<![\w.,/-])(?P<count>\d{1,2})[dw]1(?![\w.,]?\d|[^\W\d_])", re.IGNORECASE)
"""A die without a number before it may be a name: "room D1"."""


@rule(Severity.WARNING)
def one_sided_die(place: Place, dice: str, count: str) -> Details:
    return Details(f"`{dice}` always comes to {count}", remedies=(write(place, count),))


def check_page(page: Page) -> Iterator[Finding]:
    """Look for dice that can show nothing but 1."""
    source = page.document.source
    if not may_name_dice(source.text) or _DICE.search(source.text) is None:
        return
    for block in page.document.prose.having(_DICE):
        for match in _DICE.finditer(block.text.text) if block.kind != "code" else ():
            yield one_sided_die(Place(source, block.text.span(*match.span())), match[0], match["count"])

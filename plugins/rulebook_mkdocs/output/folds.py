"""Long folds of pages, which a browser makes into elements only when a reader opens them.

The odds of a bestiary's dice are hundreds of rows, more than all else on its page, and nobody sees them before opening
their fold. As `noscript` they are one text to a browser with scripts. The script of the page makes them when the fold
opens, the page is printed or searched, or an address leads there. Without scripts they are there from the start.
"""

from __future__ import annotations

_MAX_ROWS = 60
"""Rows that a fold has as elements: some hundred elements are made in no time."""
_POOL = '<div class="rulebook-pool"'
_FOLD_ENDS = "</details>"


def with_folded_odds(output: str) -> str:
    """Return a page whose long folds of odds wait for their reader."""
    parts = []
    start = output.find(_POOL)
    while start >= 0:
        end = output.find(_FOLD_ENDS, start)
        if end < 0:
            break
        odds = output[start:end]
        waits = odds.count("<tr>") > _MAX_ROWS and "noscript" not in odds and output.endswith("</summary>", 0, start)
        parts += [output[:start], f"<noscript>{odds}</noscript>" if waits else odds]
        output = output[end:]
        start = output.find(_POOL)
    return "".join([*parts, output])

"""The odds of all pools of a book together, in per cent; the typesetter keeps as many as two pages have room for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rulebook_syntax.html_elements import Element
from rulesmod.dice.digits import to_float, to_int

POOL = "rulebook-pool"
"""The class of what tells the odds of a pool on its page."""
_MAX_BARS = 60
_RANGE = re.compile(r"(-?\d+) to (-?\d+)")


class Pool(NamedTuple):
    """A pool: its notation, its centre in words, the chance of each of its results, and how tall the bars of those are
    as parts of the tallest; none where a single bar would say nothing.
    """

    name: str
    summary: str
    rows: tuple[tuple[str, str], ...]
    bars: tuple[float, ...]


def pool_odds(pages: Iterable[Element]) -> dict[str, Any]:
    """The odds of the pools of some pages, each once, in order.

    Returns:
        `title`, `more` (what says how many are left out, which stands for `{}`), and `pools`: each as a `Pool`, with
        `uses`, on how many pages it is.
    """
    results = list(_pools(pages))
    uses = Counter(pool.name for pool in results)
    pools = list({pool.name: pool for pool in reversed(results)}.values())[::-1]
    return {
        "title": "Odds",
        "pools": [{**pool._asdict(), "uses": uses[pool.name]} for pool in pools],
        "more": "The pages of the site have the odds of {} more.",
    }


def _pools(pages: Iterable[Element]) -> Iterator[Pool]:
    for page in pages:
        for element in page.all("div"):
            name = next(element.all("code"), None)
            table = element.child("table")
            if POOL in element.classes and name is not None and table is not None:
                texts = [part.text for part in element.children if part.tag == "p" and part.child("code") is None]
                rows = tuple(_rows(table))
                yield Pool(name.text, " ".join(texts), rows, tuple(_bars(rows)))


def _rows(table: Element) -> Iterator[tuple[str, str]]:
    """Values with their chances; what is exact, or cumulative, is for the screen."""
    for row in table.all("tr"):
        cells = [cell.text.strip() for cell in row.children]
        if row.child("th") is not None and row.child("td") is not None and "%" in cells[1]:
            yield cells[0], cells[1]


def _bars(rows: Iterable[tuple[str, str]]) -> list[float]:
    """A bar for each value, in their order; what lies beyond the last is drawn as one."""
    bars: list[float] = []
    for values, chance in rows:
        match = re.search(r"[\d.]+(?= ?%)", chance)
        between = _RANGE.fullmatch(values)
        count = to_int(between[2]) - to_int(between[1]) + 1 if between else 1
        bars += [to_float(match[0]) if match else 0.0] * max(0, min(count, _MAX_BARS - len(bars)))
    most = max(bars, default=0.0)
    return [bar / most for bar in bars] if most and len(bars) > 1 else []

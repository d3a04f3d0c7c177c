"""The odds of all pools of a book together: a line or three for each, in per cent, on two pages at most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil
from typing import Any, NamedTuple

from rulebook.converting.elements import Element

POOL = "rulebook-pool"
"""The class of what tells the odds of a pool on its page."""
SIZE = 7
"""Of the type, in points."""
_SIGNS = 62
"""So many signs of that size stand in a line of a column."""
_LINES = 230
"""So many lines have room on a page, in its two columns: what begins somewhere on a page ends on the next."""
_BETWEEN = 0.7
"""Lines that the space between two pools takes."""


class Pool(NamedTuple):
    """A pool: its notation, its centre in words, and the chance of each of its results."""

    name: str
    told: str
    rows: tuple[tuple[str, str], ...]

    @property
    def lines(self) -> float:
        """About how many lines it takes."""
        signs = sum(len(value) + len(chance) + 3 for value, chance in self.rows)
        return 1 + ceil(signs / _SIGNS) + _BETWEEN


def pool_odds(pages: Iterable[Element]) -> dict[str, Any]:
    """The odds of the pools of some pages, each once, in order; of too many those that are used on most pages.

    Returns:
        `title`, `size` in points, `pools` (each with `name`, `told`, `rows`), and `more`, which says how many are left
        out.
    """
    found = list(_pools(pages))
    uses = Counter(pool.name for pool in found)
    pools = list({pool.name: pool for pool in reversed(found)}.values())[::-1]
    kept, room = set(), float(_LINES)
    for pool in sorted(pools, key=lambda pool: -uses[pool.name]):
        room -= pool.lines
        if room >= 0:
            kept.add(pool.name)
    left = len(pools) - len(kept)
    return {
        "title": "Odds",
        "size": SIZE,
        "pools": [pool._asdict() for pool in pools if pool.name in kept],
        "more": f"The pages of the site have the odds of {left} more." if left else "",
    }


def _pools(pages: Iterable[Element]) -> Iterator[Pool]:
    for page in pages:
        for element in page.all("div"):
            name = next(element.all("code"), None)
            table = element.child("table")
            if POOL in element.classes and name is not None and table is not None:
                told = [part.text for part in element.children if part.tag == "p" and part.child("code") is None]
                yield Pool(name.text, " ".join(told), tuple(_rows(table)))


def _rows(table: Element) -> Iterator[tuple[str, str]]:
    """Values with their chances; what is exact, or cumulative, is for the screen."""
    for row in table.all("tr"):
        cells = [cell.text.strip() for cell in row.children]
        if row.child("th") is not None and row.child("td") is not None and "%" in cells[1]:
            yield cells[0], cells[1]

"""Read an order to roll on the same table again, at the end of a row: "roll twice, ignoring this result"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rulebook_text.words import LANGUAGES
from rulebook_text.words.language import Language


class RollAgain(NamedTuple):
    """An order of a row.

    Attributes:
        times: further rolls on the same table.
        is_without_this: whether the row itself does not count for them.
        without: the other results that do not count, as they are written; "" for none.
    """

    times: int
    is_without_this: bool = False
    without: str = ""


def roll_again(text: str) -> RollAgain | None:
    """Return the order at the end of a row's text; None without one.

    >>> roll_again("A storm, roll again"), roll_again("Zweimal würfeln, dieses Ergebnis ignorieren.")
    (RollAgain(times=1, is_without_this=False, without=''), RollAgain(times=2, is_without_this=True, without=''))
    """
    for order, counts in _patterns():
        if match := order.search(text.strip()):
            times = next((times for times, pattern in counts if pattern.search(match["order"])), 1)
            return RollAgain(times, bool(match["this"] or match["that"]), match["without"] or match["before"] or "")
    return None


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[re.Pattern[str], tuple[tuple[int, re.Pattern[str]], ...]], ...]:
    return tuple(_patterns_of(language) for language in LANGUAGES if language.rolled_again)


def _patterns_of(language: Language) -> tuple[re.Pattern[str], tuple[tuple[int, re.Pattern[str]], ...]]:
    words = language.rolled_again
    times = "|".join(words[count] for count in "4321")
    joint = rf"(?:(?:{words['joint']})\s+)*"
    begins = rf"(?:^|[.;:!?)]\s+|,\s+{joint}|\b(?:{words['joint']})\s+{joint})"
    order = rf"(?P<order>{words['once']}|{words['order'].replace('TIMES', times)})"
    numbers = r"\d[\d\s–+-]*"
    any_ = rf"(?:(?:{words['any']})\s+)*"
    passed = (
        rf"(?:{words['ignore']})\s+(?:(?P<this>{words['this']})|{any_}(?P<without>{numbers})s?)"
        rf"|(?:(?P<that>{words['this']})|{any_}(?P<before>{numbers}))\s+(?:{words['ignore']})"
    )
    pattern = (
        rf"{begins}{order}(?:\s+(?:{words['same']}))?(?:,?\s+{joint}(?:{words['use']}))?"
        rf"(?:[,;]?\s+{joint}(?:{passed}))?[.!)\s]*$"
    )
    counts = ((times, re.compile(words[str(times)], re.IGNORECASE)) for times in (4, 3, 2))
    return re.compile(pattern, re.IGNORECASE), tuple(counts)

"""Find equations that begin with their total: "16 = 10 + 2 + 4", "16 (= 10 + 2 + 4)".

A number alone before an `=` may be a name: "1 = 10, 2 = 20". So the line must end behind a whole sum without units.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.conventions import is_no_equation, may_be_right
from rulebook_text.lexing.arithmetic import GAP, NotArithmeticError, Sum, evaluate
from rulebook_text.lexing.equations import Side
from rulebook_text.lexing.numbers import NAME_BEFORE

_WHOLE = r"\d{1,3}(?:[.,]\d{3})+|\d{1,9}"
_SUM = rf"(?:{_WHOLE})(?:[{GAP}][-+−–×][{GAP}](?:{_WHOLE})){{1,20}}"
_TOTAL_FIRST = lazily(
    rf"(?<![\w.,:'’+−–*/×÷·=)$£€¥-])(?<![\d+−–*/×÷·=-][{GAP}])(?P<total>{_WHOLE})[{GAP}]?(?P<opens>\()?[{GAP}]?="
    rf"[{GAP}]?(?P<sum>{_SUM})(?(opens)\)|(?=[.;:!?)\]]?(?:\s*$|\s+[^\W\d_a-z]|\n)))",
)
"""A total, and the sum that ends its sentence or line."""
_MANY = lazily(r"\d\s?\(?=")


class TotalFirst(NamedTuple):
    """A total, and the sum that it states, as sides of an equation.

    Attributes:
        sum: what the sum comes to.
        decimal: what would stand before decimals; the other sign parts thousands.
    """

    total: Side
    left: Side
    sum: Sum
    stated: Fraction
    decimal: str


def totals_first(text: str, around: str) -> Iterator[TotalFirst]:
    """Yield the totals before their sums that must be right by plain arithmetic, right or wrong.

    Args:
        text: that of a block.
        around: that with its neighbours.
    """
    if len(_MANY.findall(text)) != 1:
        return  # "1 = 2 + 3, 2 = 4 + 5" says what numbers stand for.
    for match in _TOTAL_FIRST.finditer(text):
        total = Side(*match.span("total"), match["total"])
        left = Side(*match.span("sum"), match["sum"])
        decimal = "," if "." in match[0] else "."
        try:
            result, stated = evaluate(left.words, decimal), evaluate(total.words, decimal).value
        except NotArithmeticError:
            continue
        # Words that bear on an equation stand before all of it and behind.
        sides = left._replace(first=total.first), total._replace(last=match.end())
        is_name = NAME_BEFORE.search(text, max(0, total.first - 20), total.first) is not None
        if is_name or is_no_equation(text, left, total, around):
            continue
        if result.value == stated or not may_be_right(text, *sides, result.value, stated):
            yield TotalFirst(total, left, result, stated, decimal)

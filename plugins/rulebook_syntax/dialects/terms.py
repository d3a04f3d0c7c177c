"""Which classes or roles mark a term: `lexicWord`, `glossary-term`, `term`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulebook_core.lazy_regex import lazily

_TERM = lazily(r"word|term", re.IGNORECASE)


def names_a_term(classes: Iterable[str]) -> bool:
    """Return whether a class (in AsciiDoc, a role) marks a term."""
    return any(_TERM.search(name) for name in classes)

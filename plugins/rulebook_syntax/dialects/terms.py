"""Which classes or roles mark a term: `lexicWord`, `glossary-term`, `term`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulebook_core.lazy_regex import lazily

_TERM = lazily(r"word|term", re.IGNORECASE)


def names_a_term(classes: Iterable[str]) -> bool:
    """Whether one of the classes (AsciiDoc: roles) of a piece of text says that it is a term of the book."""
    return any(_TERM.search(name) for name in classes)

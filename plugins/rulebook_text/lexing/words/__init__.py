"""The words of the languages that are read, each in a module of its own: what one of them says counts on every page."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules

from rulebook_text.lexing.language import Language

LANGUAGES: tuple[Language, ...] = tuple(
    import_module(f"{__name__}.{module.name}").WORDS for module in iter_modules(__path__)
)


def any_of(alternatives: Iterable[str]) -> str:
    """Join the words of all languages to one pattern.

    >>> any_of(("in|out of", "", "su"))
    '(?:in|out of|su)'
    """
    return f"(?:{'|'.join(filter(None, dict.fromkeys(alternatives)))})"

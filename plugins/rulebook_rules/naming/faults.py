"""Rules of findings about terms and names."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook_core.findings import Details, Place, Role, Severity, rule, write


@rule(Severity.WARNING, Role.NAMES | Role.SPELLS)
def misspelt_term(place: Place, word: str, suggestions: Sequence[str]) -> Details:
    return _misspelt(place, word, suggestions)


@rule(Severity.WARNING, Role.SPELLS)
def misspelt_word(place: Place, word: str, suggestions: Sequence[str]) -> Details:
    return _misspelt(place, word, suggestions)


def _misspelt(place: Place, word: str, suggestions: Sequence[str]) -> Details:
    shown = ", ".join(f"`{suggestion}`" for suggestion in suggestions)
    remedies = tuple(write(place, new) for new in suggestions)
    return Details(f"`{word}` is spelt wrong" + (f": {shown}" if len(suggestions) > 1 else ""), remedies=remedies)

"""Rules of findings about terms and names."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook_core.findings import Details, Place, Role, Severity, rule, write


@rule(Severity.WARNING, Role.NAMES | Role.SPELLS)
def misspelt_term(place: Place, word: str, suggestions: Sequence[str]) -> Details:
    """A heading or a marked term is spelt wrong.

    Either it is a misspelling that many people make (listed with the extra `spelling`), or it is nearly the name of
    something that the game knows, or it stands nowhere else and is nearly a word that the page has often. In English
    pages without a game, it stands nowhere else in the book, is nearly a word of its headings, and stands beside a word
    that stands beside that one, too. Headings, terms and names are what readers search for and what links are made of.
    """
    return _misspelt(place, word, suggestions)


@rule(Severity.WARNING, Role.SPELLS)
def misspelt_word(place: Place, word: str, suggestions: Sequence[str]) -> Details:
    """A word of running text is spelt wrong, as many people spell it.

    Which words those are the extra `spelling` knows, for pages in English. What a book writes so in many places, what
    has a capital, and what stands between words that are no English ones is left alone.
    """
    return _misspelt(place, word, suggestions)


def _misspelt(place: Place, word: str, suggestions: Sequence[str]) -> Details:
    shown = ", ".join(f"`{suggestion}`" for suggestion in suggestions)
    remedies = tuple(write(place, new) for new in suggestions)
    return Details(f"`{word}` is spelt wrong" + (f": {shown}" if len(suggestions) > 1 else ""), remedies=remedies)

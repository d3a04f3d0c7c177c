"""Which wordings may fit a text: most fit nothing of it, and a word that is not there tells it of many at once."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook_rules.claims.language.matching import Wording

_LETTERS = "zqjxkvbpygfwmucldrhsnioate"
"""The rarest in English first."""


class ByWords:
    """Wordings by what they cannot do without.

    Args:
        wordings: in the order in which they are looked for.
    """

    def __init__(self, wordings: Iterable[Wording]) -> None:
        # A letter that is not there tells it of many words: they are kept by the one that is rarest in texts.
        self._by_letter: dict[str, dict[str, list[int]]] = {}
        for number, wording in enumerate(wordings):
            for word in {*wording.words}:
                rarest = min(word, key=_LETTERS.find, default="")
                self._by_letter.setdefault(rarest, {}).setdefault(word, []).append(number)

    def in_text(self, folded: str) -> list[int]:
        """The numbers of those of which a text in lower case has a word, in their order."""
        return sorted(
            {
                number
                for letter, by_word in self._by_letter.items()
                if letter in folded
                for word, numbers in by_word.items()
                if word in folded
                for number in numbers
            }
        )

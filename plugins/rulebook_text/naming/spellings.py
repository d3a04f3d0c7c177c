"""List other spellings and synonyms of a word that a writer may type: its verb, or another word for
the end of a life."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_core.lazy_regex import lazily
from rulebook_text.words import cue, cue_words, own_words

_OUR = lazily(rf"({cue('spelling.our')})(ou?r)(\w*)")
_RE = lazily(rf"({cue('spelling.re')})(re|er)(s?)")
_ENCE = lazily(rf"({cue('spelling.ence')})en([cs])e(s?)")
_GREY = lazily(r"gr([ae])y(s?)")
_JUDGE = lazily(rf"({cue('spelling.judge')})(e?)ment(s?)")
_VERBS = dict(entry.split("=") for entry in own_words("spelling.verbs"))
"""Forms that do not begin with their verb, by which a reader asks."""
_DEATH = own_words("spelling.death")
_FALLING = cue_words("spelling.falling")
"""Words for an end."""


def spellings(word: str) -> Iterator[str]:
    """Other words that somebody may type who means this one, in lower case.

    Args:
        word: in lower case.

    >>> [*spellings("armor")], [*spellings("defence")], [*spellings("goblin")]
    (['armour'], ['defense'], [])
    """
    if match := _OUR.fullmatch(word):
        yield f"{match[1]}{'or' if match[2] == 'our' else 'our'}{match[3]}"
    elif match := _RE.fullmatch(word):
        yield f"{match[1]}{'er' if match[2] == 're' else 're'}{match[3]}"
    elif match := _ENCE.fullmatch(word):
        yield f"{match[1]}en{'s' if match[2] == 'c' else 'c'}e{match[3]}"
    elif match := _GREY.fullmatch(word):
        yield f"gr{'a' if match[1] == 'e' else 'e'}y{match[2]}"
    elif match := _JUDGE.fullmatch(word):
        yield f"{match[1]}{'' if match[2] else 'e'}ment{match[3]}"
    elif word in _VERBS:
        yield _VERBS[word]
    elif word in _DEATH:
        yield from (other for other in _DEATH if other != word)
    elif word in _FALLING:
        yield from _DEATH

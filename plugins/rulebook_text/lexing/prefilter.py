"""The first, cheap look at a whole page: most state nothing by numbers or dice, and need not be read for it.

It is asked of every page, so it must cost next to nothing: plain searches, and patterns that begin with a sign.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.dice import WORD
from rulebook_text.words import LANGUAGES, any_of

_FIGURES = lazily(
    r"[0-9](?:\+(?![0-9])| ?(?:-|–|—|\.\.) ?[0-9]|(?<=\s[0-9])\) | ?\("
    r"|(?:[^\W\d_]{1,8}\.?)?[)%€£¥ \u00a0\u202f]{0,3}= ?[$€£¥]?[+−-]?[0-9]| [^\W\d_])"
)
_CELLS = lazily(r"\| ?[0-9]{1,3} ?\|")
_SIGNS = "%F"
"""Characters besides digits behind the letter of dice that have a name."""
MAY_NAME_DICE = lazily(
    rf"[0-9{_SIGNS}Pp](?:(?<=[dDwWкКkKzZtTдД][0-9{_SIGNS}])|(?<=[Pp])ercentile)|[\[{{(](?<=[dD].)[−-]?[0-9]"
    r"|(?<=[1-9]d)[f(]"
)
_COUNTED = lazily(
    r"[kKzZtTдД](?=[1-9])(?:(?<![\w/+-][0-9].)(?<=[1-9].)|(?<=\|.)(?=\d+ ?\|)|(?<=\| .)(?=\d+ ?\|))"
    r"(?:[468]|1[02]|20|100)(?!\w)"
)
_MARKED = r"(?:[kd][hl]|k[1-9]|ro?[1-9]|adv|dis)"
"""Signs behind a die of which not all count."""
_DIE = lazily(
    rf"[dDwWкК](?=[1-9{_SIGNS}])(?<!(?![\d_]){WORD}.)(?:[1-9][0-9]{{0,2}}|[{_SIGNS}])"
    rf"(?!(?!{_MARKED}|_+(?!\w)){WORD})"
)
_USUAL_DIE = lazily(
    r"(?<![^\s(\[`'\"*_])(?:[1-9][0-9]?[kKzZtTкКдД]|(?:[1-9][0-9]?:?)?[dDwW])(?:[468]|1[02]|20|100|%)(?![\w-])"
)
_TOTALS = lazily(rf"(?<!\w){any_of(words.total for words in LANGUAGES)}\W{{1,6}}[0-9]", re.IGNORECASE)
_A_DIE_IN = 4000
"""Characters per die in a text that is full of dice."""
_LABEL = lazily(r":[*_]* [^\W\d_]")
_PLAYERS = tuple(word for words in LANGUAGES for word in words.players)
_COUNTED_IN = any_of(word for words in LANGUAGES for word in (words.rolls, words.numbered))
_RANGES = lazily(rf"\|[ *]*{_COUNTED_IN}[ *]*\|[^\n]*\n[ |:+-]+\n\|[ *]*\d{{1,3}} ?[-–—] ?\d", re.IGNORECASE)
"""A table of ranges of what games count: rolls, levels, ranks."""
_IN = any_of(words.times_in for words in LANGUAGES)
_CHANCES = lazily(
    rf"%[^\d\n(]{{0,20}}\(\W{{0,3}}\d{{1,3}}[ -]{_IN}[ -]\d"
    rf"|[ -]{_IN}[ -]\d{{1,3}}[^\d\n(]{{0,20}}\(\W{{0,3}}\d{{1,3}}(?:[.,]\d)? ?%"
)
"""A chance in both of its forms: "17 % (1 in 6)"."""
_HEAD_OF_DICE = lazily(
    rf"\|(?:[^|\n]{{0,30}}\b{any_of(words.die for words in LANGUAGES)}\b[^|\n]{{0,12}}|[ *]*%[ *]*)\|", re.IGNORECASE
)
_NUMBER_ENDINGS = ("wo ", "ree ", "our ", "ive ", "ix ", "ven ")


@lru_cache(maxsize=4096)  # Several readers of a page ask.
def speaks_in_numbers(text: str) -> bool:
    """Return whether a text may have statements for readers of any game."""
    if any(pattern.search(text) for pattern in (_FIGURES, _CELLS, _LABEL, _TOTALS)) or may_name_dice(text):
        return True
    return any(ending in text for ending in _NUMBER_ENDINGS)


@lru_cache(maxsize=4096)  # It is asked of a page when that is read, of the book, and of what is kept of it.
def plays(text: str) -> bool:
    """Return whether a text is about a game: it has players, dice, a chance in two forms or ranges of levels."""
    if any(word in text for word in _PLAYERS) or names_dice(text) or _RANGES.search(text) is not None:
        return True
    return "%" in text and _CHANCES.search(text) is not None


def is_full_of_dice(text: str) -> bool:
    """Return whether a text has so many dice that it must be of a game: dice that people own stand in it again and
    again.

    Other texts have such letters by chance: certificates, tables of signs, names of keys.
    """
    return sum(1 for _ in _USUAL_DIE.finditer(text)) >= max(2, len(text) / _A_DIE_IN)


def may_name_dice(text: str) -> bool:
    """Return whether a text may have dice."""
    return MAY_NAME_DICE.search(text) is not None


def may_roll_on_tables(text: str) -> bool:
    """Return whether a text may have dice, or a table whose head has a word for them."""
    return may_name_dice(text) or _HEAD_OF_DICE.search(text) is not None


def names_dice(text: str) -> bool:
    """Return whether a text has a die in any notation."""
    return _DIE.search(text) is not None or _COUNTED.search(text) is not None

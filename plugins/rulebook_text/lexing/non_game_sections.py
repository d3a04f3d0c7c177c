"""Find sections that are no text of a game: history, licences, programs.

Its history, its licence, what lies in its box, a program.

Dice in it are only spoken of, whatever stands around them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook_core.lazy_regex import lazily
from rulebook_text.words import LANGUAGES, any_of, cue

_TITLE = lazily(
    rf"\W*(?:{any_of(words.aside for words in LANGUAGES)}(?:\W*|\W{{1,3}}[(:–—-].*|\s?\[.*|\W*v?\d.*)"
    r"|\[?v(?:ersion)?\s?\d+\.\d.*|\[?\d{4}\s?[-/.]\s?\d\d?\s?[-/.]\s?\d\d?\b.*|\[\d+\.\d+\.\d+\].*)",
    re.IGNORECASE,
)
_FILE = lazily(
    rf"(?:.*/)?{cue('programs.files')}(?:[-_.][^/]*)?\.\w+",
    re.IGNORECASE,
)
_FENCE = lazily(
    rf"^[ >]*(?:```|~~~)[ {{.]*{cue('programs.languages')}\b",
    re.MULTILINE | re.IGNORECASE,
)
_NAME = lazily(
    rf"(?<!`)`(?:[\w.-]*/[\w./*-]*|[\w.-]*\.{cue('programs.endings')}|[a-zA-Z]\w*\([^`\n]*\)|[a-z]\w*_\w+"
    rf"|[A-Za-z][a-z]+[A-Z]\w*|--?[a-z][\w-]+|{cue('programs.commands')}\s[^`\n]+)`"
)
"""Inline code that names a file, a variable, a command."""
_WORD = lazily(
    rf"(?<![./])\b{cue('programs.words')}\b|コマンド|ボット|ゲームシステム|DiceBot",
    re.IGNORECASE,
)
"""Words of texts about programs; not the ending in a link to `spells.html`."""
_DIE = lazily(r"(?<!\w)(?:\d{0,2}[dw]|\d\d?[kкzt])(?:4|6|8|10|12|20|100)(?!\w)", re.IGNORECASE)
_FENCED = 10
"""Names that weigh as much as a block of code."""


def is_aside(title: str) -> bool:
    """Return whether a heading begins a section that is no text of a game.

    >>> is_aside("Changelog"), is_aside("2016 / 12 / 30"), is_aside("Licence (OGL)"), is_aside("Changes of weather")
    (True, True, True, False)
    """
    return _TITLE.fullmatch(title.strip()) is not None


def is_aside_file(path: str) -> bool:
    """Return whether a file is no text of a game, by its name.

    >>> is_aside_file("docs/CHANGELOG.md"), is_aside_file("playtest-report.md"), is_aside_file("docs/changeling.md")
    (True, True, False)
    """
    return _FILE.fullmatch(path) is not None


def is_of_program(text: str) -> bool:
    """Return whether a page is about a program rather than a game: code and its names outnumber the dice.

    >>> is_of_program("The API rolls `2d6`."), is_of_program("A bot and a `macro()` roll 1d6.")
    (False, True)
    >>> is_of_program("Rzuca `1k6` lub 2k6: [lupy](lupy.html), [bestie](bestie.html).")
    False
    """
    if "`" not in text:
        return False
    weight = _FENCED * len(_FENCE.findall(text)) + len(_NAME.findall(text)) + len(_WORD.findall(text))
    return weight > 1 and weight > len(_DIE.findall(text))


def asides(headings: Sequence[tuple[int, str]]) -> set[int]:
    """Return the indices of headings of sections that are no text of a game."""
    indices, level_of_aside = set(), 7
    for index, (level, title) in enumerate(headings):
        if level <= level_of_aside:
            level_of_aside = level if is_aside(title) else 7
        if level_of_aside < 7:
            indices.add(index)
    return indices

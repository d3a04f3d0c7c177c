"""Extend dice in a text over all that touches them, and ask the grammar for the whole.

In "(2d6+3)×2" a reader rolls the whole, not `2d6+3`. Operators, brackets, suffixes and counts belong to the dice beside
them, through spaces too. The grammar of `rulesmod.plain_dice` decides what such a stretch is; nothing here knows it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.dice import WORD
from rulebook_text.lexing.numbers import AMOUNT
from rulebook_text.words import LANGUAGES, any_of, cue
from rulesmod.dice.plain_words import DIFFICULTY, FUNCTIONS_IN_BRACKETS, LEASTS, NO_FUNCTIONS
from rulesmod.plain_dice import NOTATION, SUFFIXES
from rulesmod.system import NotationError

_MAX_REACH = 80
"""Characters on each side of dice that are read."""
_MAX_REACH_BEFORE = 40
"""Characters of an operand with its operator."""
_MAX_STEPS = 12
"""No roll in a sentence has more operators and brackets; a longer one is refused."""

_LETTER = "[dwкkztд]"
_CORE = rf"(?:\d{{0,4}}{_LETTER}(?:\d{{1,4}}|%|F)(?![\d.,]\d))"
_NUMBER = rf"(?:\d{{1,3}}(?:\s\d{{3}})+(?!\d)|{AMOUNT}(?:/\d+)?)"
_TAIL = r"(?:[^\W_]+|%)*"
_ROLLED = rf"(?:{_CORE}|{_NUMBER}){_TAIL}"
"""A die or a number, with all letters that touch it."""
_REST = rf"[\s\dF%+−–\-×x*/÷·.,!]|{_LETTER}"
_BRACKETED = rf"[({{](?:{_REST}){{1,40}}[)}}]"
"""Brackets with nothing but arithmetic and dice in them."""
_OPERAND = rf"(?:{_ROLLED}|{_BRACKETED}|\[\[[^\[\]]{{1,30}}\]\])"
_FACTOR = rf"(?:{_ROLLED}|[({{][^(){{}}]{{1,40}}[)}}]|[^\W\d_]+)"
"""An operand, a word or a bracket: no dice are multiplied by a word in any grammar, so that these are refused."""
_CRITICAL = r"\d\d?\s?[−–-]\s?20(?!\w)"
"""Throws of a twenty-sided die, behind the slash of "1d6+2/19–20"."""
_SAID = any_of(words.operators for words in LANGUAGES)
_SEVERAL = any_of(words.several for words in LANGUAGES)
_FUNCTION = rf"(?<!\w)(?:floor|ceil|round|max|min|abs|{'|'.join(NO_FUNCTIONS)})"
_PART = "(?:[1-9] ?/ ?[1-9]|[¼-¾⅓-⅞])"


_RANK = rf"{cue('dice_said.ranks')}(?:\s\d\d?)?"
_ENDS_IN_WORDS = (
    rf"(?:{cue('dice_said.keep')}\s(?:\d\d?|(?:{cue('lists.the')}\s)?(?:{cue('dice_said.best')}(?:\s\d\d?)?|{_RANK}))"
    rf"|{_RANK})(?!\s{_SEVERAL}\b)"
)
_ADDED = r"(?:(?<=[+−-]\d)|(?<=[\w+−-]\s\d)|(?<=[+−-]\d\d)|(?<=[\w+−-]\s\d\d))"
_EACH = (
    rf"{_ADDED}\s{cue('dice_said.each')}"
    rf"(?=\s(?!(?:\d+\s)?{cue('dice_said.suffered')}(?!\w))(?:\d+\s)?[^\W\d_])"
)
"""Behind a number, that it is added once for each of several things: in no grammar, so that it is refused. What is
rolled every round has its own dice then."""
_SUFFIX = "|".join(sorted(SUFFIXES, reverse=True))
_LEAST = "|".join(re.escape(word) for word in LEASTS)
_CRY = r"(?=[\"”’»]|\s+[^\W\d_a-zà-öø-ÿ]|\s*$)"
"""The exclamation mark before these may end a sentence."""

_BEHIND = lazily(
    rf"!+(?!{_CRY})[poi]?(?:[<>=≤≥]+\d+|\d+(?:\s?times?)?)?"
    rf"|\s?[<>≤≥]=?\s?(?:(?:{DIFFICULTY}\s?)?\d+|\d?\d?d\d)[^\W_]*|==\s?\d+|\s\((?:{_SUFFIX})\)"
    rf"|,?\s\(?(?:{_LEAST})\s\d+(?![\w.,]*\d)\)?"
    rf"|(?<=[)}}])[^\W\d_]\w*"
    rf"|\s?\+\s?{_OPERAND}|\s?\+\s?[\[<]|\s\([x×*]\s?\d+\)|\s{cue('dice_said.magnitudes')}(?![\w-])"
    rf"|(?:\s?−\s?|(?<![)}}])\s[–-]\s|[–-]){_OPERAND}"
    rf"|(?:\s[×÷*]\s|[×÷*]){_FACTOR}"
    rf"|(?:\sx\s|x){_OPERAND}|\sx\s[^\W\d_]+"
    rf"|(?<=\))\((?:{_REST}){{1,20}}\)|[+−-][−-]{_NUMBER}|(?-i:[−-][LH](?!\w))"
    rf"|(?<![hlk]\d)(?<![hlk]\d\d)(?<![hl])\s(?:{_ENDS_IN_WORDS})(?!{WORD})|,\s{_ENDS_IN_WORDS}(?=\s\w)|\svs\.?\s(?:{DIFFICULTY}\s?)?\d+(?!\w)"
    rf"|(?:\s[/·]\s|[/·])(?!{_CRITICAL})(?!{_CORE}){_NUMBER}{_TAIL}"
    rf"|\s{_SAID}\s{_OPERAND}|{_EACH}"
    rf"|\s?(?:w/\s)?(?:{_SUFFIX})\d*(?!{WORD}|\s\d)|\s(?-i:(?!{_LETTER})[a-z][a-z]{{0,2}})\d{{1,2}}(?!{WORD})"
    rf"|\sk[1-35](?!{WORD})"
    r"|\[[^\W\d_][^\[\]]{0,30}\](?![\[(])",
    re.IGNORECASE,
)
"""Things behind dice that belong to them. A slash before a die parts alternatives ("1d8/1d10"), and a spaced dash
behind brackets begins another part of the sentence."""
_MARK_ALONE = lazily(r"!+(?=\s*$)")
_BEFORE = lazily(
    rf"(?:{_FACTOR}|[)}}])(?:\s[×÷*]\s|[×÷*])$"
    rf"|(?:{_OPERAND}|[)}}])(?:\sx\s|x)$|[^\W\d_]\sx\s$|{_OPERAND}·$"
    rf"|{_OPERAND}\s?[+−]\s?$"
    rf"|(?<![\w.,]){_NUMBER}\s{_SAID}\s$"
    rf"|(?<!\w){_PART}\s?$",
    re.IGNORECASE,
)
"""Things before dice that belong to them."""
_SUBTRACTION = lazily(
    rf"\b(?:{any_of(words.roll for words in LANGUAGES)}|{cue('dice_said.verbs')})\s(?P<number>{_NUMBER}\s[–-]\s)$",
    re.IGNORECASE,
)
"""A number that rolled dice are taken from; elsewhere such a sign is a dash: "Level 3 - 2d6 orcs"."""
_MAY_BE_BEFORE = lazily(rf"(?:[×÷*·+−xX¼-¾⅓-⅞\d]|{_SAID})\s?$", re.IGNORECASE)
"""The last signs of what belongs to dice behind it: a short look, for each of all dice."""
_MAX_SIGN = 20
_COUNT_BEFORE = lazily(rf"(?<![^\s(\[])(?<!(?-i:[A-Z])\s)(?:[2-9]|[1-9]\d|{_SEVERAL})\s$", re.IGNORECASE)
"""The number of dice before one that has none: "4 dF". Behind a label in capitals it is the value of that: "AC 14"."""
_BEFORE_BRACKET = lazily(rf"(?:(?<!\w)\d{{0,2}}{_LETTER}|\d|[)}}]|{_FUNCTION})$", re.IGNORECASE)
_CLOSED = lazily(r"\s?[)}]")
_ASIDE = lazily(r"\d\s[({]$")
"""A bracket behind a number explains it: "7 (2d6)"."""
_SET_OPENED = lazily(rf"(?:\{{|{_FUNCTION}\()[^(){{}}:]{{0,40}}$", re.IGNORECASE)
_SET_CLOSED = lazily(r"[^(){}:]{0,40}[)}]")
_PLAIN = lazily(r"(?:[1-9][0-9]?)?[dD](?:[4-9]|[1-9][0-9])(?: ?[+-] ?[1-9][0-9]{0,3})?")
_Place = tuple[int, int]


class Stretch(NamedTuple):
    """Everything that touches dice at `[start, end)`; `is_dice` tells whether all of it is one expression."""

    start: int
    end: int
    is_dice: bool


def stretch_of(text: str, start: int, end: int, first: int = 0, last: int | None = None) -> Stretch:
    """Extend the dice at `[start, end)` of a text over everything that touches them.

    >>> stretch_of("deals (2d6+3) × 2 harm", 7, 12), stretch_of("7 (2d6)", 3, 6)
    (Stretch(start=6, end=17, is_dice=True), Stretch(start=3, end=6, is_dice=True))

    Args:
        text: the plain text of a block.
        start, end: the place of the dice.
        first, last: the part of the text that may belong to them.
    """
    bounds = max(first, start - _MAX_REACH), min(len(text) if last is None else last, end + _MAX_REACH)
    at = start, end
    for _ in range(_MAX_STEPS):
        wider = _step(text, at, bounds)
        if wider == at:
            # "(2)d6": a number in brackets before dice counts them.
            is_counted = text[start - 1 : start] == ")" and at[0] == start > first
            return Stretch(*at, is_dice(text[slice(*at)]) and not is_counted)
        at = wider
    return Stretch(*at, is_dice=False)


@lru_cache(maxsize=4096)  # A book has the same few dice again and again.
def is_dice(text: str) -> bool:
    """Return whether the grammar of plain dice reads a whole text."""
    if _PLAIN.fullmatch(text):
        return True  # Nine in ten are; the grammar takes a hundred times as long to say so.
    try:
        return not NOTATION.parse(text.strip()).parsed.has_words
    except NotationError:
        return False


def _step(text: str, at: _Place, bounds: _Place) -> _Place:
    """Extend a stretch by what touches it on either side."""
    start, end = at
    first, last = bounds
    if match := _BEHIND.match(text, end, last):
        return start, match.end()
    if (match := _MARK_ALONE.match(text, end)) and text[first:start].strip()[-1:] in ("", ":"):
        return start, match.end()  # "Harm: 3d6!" is no sentence that cries out.
    before = text[first:start]
    if match := _before(before):
        return first + match.start(), end
    if before[-2:] in ("- ", "– ") and (match := _SUBTRACTION.search(before)):
        return first + match.start("number"), end
    if before[-2:] in (" -", " −") and "+" in text[start:end]:
        return start - 1, end  # "Roll -2d6+10": what is added says that the sign is one.
    if text[start].isalpha() and (match := _COUNT_BEFORE.search(before, max(0, len(before) - _MAX_SIGN))):
        return first + match.start(), end
    if text[start] in "({[" and (match := _BEFORE_BRACKET.search(before)):
        return first + match.start(), end
    if before.endswith("[[") and text.startswith("]]", end, last):
        return start - 2, end + 2
    return _in_function(text, at, bounds) or _brackets(text, at, bounds)


def _before(text: str) -> re.Match[str] | None:
    """Match what belongs to dice that begin where a text ends."""
    near = max(0, len(text) - _MAX_SIGN)
    return _BEFORE.search(text, max(0, len(text) - _MAX_REACH_BEFORE)) if _MAY_BE_BEFORE.search(text, near) else None


def _in_function(text: str, at: _Place, bounds: _Place) -> _Place | None:
    """Return the brackets of a program's function around dice: "[highest 3 of 4d6]"."""
    opened, closed = text.rfind("[", bounds[0], at[0]), text.find("]", at[1], bounds[1])
    inner = text[opened + 1 : at[0]].lower()
    if min(opened, closed) < 0 or "]" in inner or not inner.startswith(FUNCTIONS_IN_BRACKETS):
        return None
    return opened, closed + 1


def _brackets(text: str, at: _Place, bounds: _Place) -> _Place:
    """Take in brackets that something touches, or that hold several dice."""
    start, end = at
    first, last = bounds
    before = text[first:start]
    opened, closed = before[:-1] if before[-1:].isspace() else before, _CLOSED.match(text, end, last)
    if opened[-1:] in ("(", "{") and closed:
        outer = first + len(opened) - 1, closed.end()
        outside = text[first : outer[0]]
        behind = _BEHIND.match(text, outer[1], last)
        if behind and _ASIDE.search(opened) and text[outer[1]].isspace():
            behind = None
        touches = behind or _before(outside) or _BEFORE_BRACKET.search(outside)
        return outer if touches else at
    many, rest = _SET_OPENED.search(before), _SET_CLOSED.match(text, end, last)
    if many and rest and "," in text[first + many.start() : rest.end()]:
        return first + many.start(), rest.end()
    return at

"""Formulas as sentences say them: "twice her Body plus 3", "Pace = Reach / 2, rounded up".

What an operator is called, what stands before a name and what follows a formula come from each language; a formula in
words becomes one in signs of the same value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rulebook.lexing.numbers import WORD_PATTERN, to_number
from rulebook.lexing.words import LANGUAGES, any_of

_THE = any_of(words.the for words in LANGUAGES)
_WHOSE = any_of(words.whose for words in LANGUAGES)
_AND = any_of(words.and_ for words in LANGUAGES)
_OWN = rf"(?:(?i:{_THE}|{_WHOSE})\s)?"
_SIGNS = {sign: any_of(words.signs.get(sign, "") for words in LANGUAGES) for sign in "+−×/"}
_TIMES = {
    times: any_of(words.times.get(times, "") for words in LANGUAGES) for times in ("2", "3", "4", "1/2", "1/3", "1/4")
}
_SIGN = r"[-+−–×*·/÷]|x(?=\s)"
_IN_WORDS = re.compile(
    "|".join(
        [rf"\b(?P<sign{number}>{said})(?!\w)" for number, said in enumerate(_SIGNS.values())]
        + [rf"\b(?P<times{number}>{said})(?!\w)" for number, said in enumerate(_TIMES.values())]
    ),
    re.IGNORECASE,
)
_NUMBER = re.compile(rf"\b{WORD_PATTERN}(?!\w)", re.IGNORECASE)
_DETERMINER = re.compile(rf"\b(?:{_THE}|{_WHOSE})\s(?=\w)", re.IGNORECASE)
_BEFORE = re.compile(rf"(?:^|[.:;,(*]\s*|\b(?:{_THE}|{_WHOSE}|{_AND})\s|['’]s?\s)$", re.IGNORECASE)
_OF_ONE = re.compile(rf"(?:\b(?i:{_WHOSE})|\b[A-Z]\w*['’]s?)\s$")
_SOMETIMES = re.compile(rf"\b{any_of(words.sometimes for words in LANGUAGES)}(?!\w)", re.IGNORECASE)
_WAYS = {way: any_of(words.rounded.get(way, "") for words in LANGUAGES) for way in ("up", "down")}
_ROUNDED = re.compile(rf",?\s*(?:\(|{_AND}\s)?(?:(?P<up>{_WAYS['up']})|(?P<down>{_WAYS['down']}))(?!\w)", re.IGNORECASE)
_GOES_ON = re.compile(rf",?\s{_AND}\s", re.IGNORECASE)


class Formula(NamedTuple):
    """A formula for the value `name` at `[start, end)` of a text.

    Attributes:
        way: how it is rounded, "up" or "down"; "" if that is not said.
        is_general: whether it is said of everybody, and not of one alone or in a list of what somebody has.
    """

    name: str
    start: int
    end: int
    way: str
    is_general: bool


def pattern_of_formulas(ruled: Sequence[str], names: Sequence[str]) -> re.Pattern[str]:
    """What a formula for one of the ruled names, of all names, looks like."""
    ours, all_names = ("|".join(map(re.escape, sorted(some, key=len, reverse=True))) for some in (ruled, names))
    words = any_of([*_SIGNS.values(), *_TIMES.values()])
    part = rf"(?:{_OWN}(?:{all_names})(?!\w)|\d+(?:\.\d+)?(?![\w.]\w)|{_SIGN}|[()]|(?i:{words}|{WORD_PATTERN})(?!\w))"
    is_ = any_of(words.is_ for words in LANGUAGES)
    return re.compile(
        rf"(?<!\w)(?P<name>{ours})\s*(?:=|(?P<label>:)|\s(?i:{is_})\s)\s*(?P<formula>{part}(?:\s?{part})+)"
    )


def formula_of(match: re.Match[str], first: int, last: int) -> Formula | None:
    """What was found in the sentence at `[first, last)`; None where it holds sometimes, or goes on."""
    text = match.string
    before = text[first : match.start()]
    start = match.start("formula")
    end = start + len(match["formula"].rstrip(" -−–+(×*/·÷"))
    rounded = _ROUNDED.match(text, end)
    around = text[first:start] + text[rounded.end() if rounded else end : last]
    if not _BEFORE.search(before) or _SOMETIMES.search(around) or (not rounded and _GOES_ON.match(text, end)):
        return None
    way = (rounded.lastgroup or "") if rounded else ""
    return Formula(match["name"], start, end, way, not match["label"] and not _OF_ONE.search(before))


def in_signs(formula: str) -> str:
    """A formula without words but names.

    >>> in_signs("twice her Body plus 3")
    '2 × Body + 3'
    """
    signs, times = [*_SIGNS], [*_TIMES]

    def sign_of(match: re.Match[str]) -> str:
        kind, number = (match.lastgroup or "")[:-1], int((match.lastgroup or "")[-1])
        return signs[number] if kind == "sign" else f"{times[number]} ×"

    signed = _DETERMINER.sub("", _IN_WORDS.sub(sign_of, formula)).replace(" x ", " × ")
    return _NUMBER.sub(lambda match: str(to_number(match[0])), signed)

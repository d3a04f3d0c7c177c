"""Chances in figures and in words: "1 in 4", "about 30 %", "almost never", "three or four attempts".

What each word means is declared here, once, and listed in the writer's guide; the words themselves are those of the
languages. A word without a declared
meaning is still read, so that its claim is told as undecided, with the number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor
from operator import ge, gt, le, lt

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.forms import Rounding, percent_like, rounds_to
from rulebook_text.lexing.modality import ABOUT
from rulebook_text.lexing.numbers import AMOUNT, WHOLE, WORD_PATTERN, readings, to_number
from rulebook_text.words import LANGUAGES, any_of, cue, cue_words
from rulesmod.dice.digits import to_int
from rulesmod.phrasing import share
from rulesmod.records import record

TOLERANCE = Fraction(5, 100)
"""Tolerance for a chance that a text gives as "about", or in words."""

Range = tuple[Fraction | int, Fraction | int]

_HALF = Fraction(1, 2)


def _near(chance: Fraction) -> Range:
    return chance - TOLERANCE, chance + TOLERANCE


MEANINGS: Mapping[str, tuple[str, Range | None]] = {
    "always": ("always, certain", (1, 1)),
    "never": ("never, impossible", (0, 0)),
    "almost always": ("almost always, nearly always, almost certain", (Fraction(9, 10), 1)),
    "almost never": ("almost never, hardly ever, nearly never, almost impossible", (0, Fraction(1, 10))),
    "not reliably": ("not reliably", (0, Fraction(9, 10))),
    "reliably": ("reliably, easily and reliably", (Fraction(9, 10), 1)),
    "easily": ("easily", (Fraction(3, 4), 1)),
    "usually": ("usually, most of the time, more often than not, likely", (_HALF, 1)),
    "rarely": ("rarely, seldom", (0, Fraction(1, 4))),
    "unlikely": ("unlikely, a low chance", (0, _HALF)),
    "half": ("half the time, even odds, fifty-fifty", _near(_HALF)),
    "a third": ("a third of the time", _near(Fraction(1, 3))),
    "two thirds": ("two thirds of the time", _near(Fraction(2, 3))),
    "a quarter": ("a quarter of the time", _near(Fraction(1, 4))),
    "three quarters": ("three quarters of the time", _near(Fraction(3, 4))),
    "sometimes": ("sometimes, often, occasionally", None),
}
"""By the key under which the languages have their words for it: how the guide lists them in English, and the chances
that they may stand for; None: nothing definite.

Ends belong to a range, save that what is more often than not, or less, is not exactly half.
"""
_WORDS = {key: any_of(words.chances.get(key, "") for words in LANGUAGES) for key in MEANINGS}

PER_CENT = any_of(words.percent for words in LANGUAGES)
_LIKELIHOOD = any_of(words.likelihood for words in LANGUAGES)
_CHANCE = any_of(words.rolling.get("chance", "") for words in LANGUAGES)
_HEAD = rf"\W*(?:{cue('lists.the')}\s+)?(?:{{}})(?:\W*(?:in\s+)?(?:%|{PER_CENT}))?\W*"
HEAD_OF_ODDS = lazily(
    _HEAD.format(rf"{_LIKELIHOOD}|{_CHANCE}|{cue('odds_said.percentage')}|{PER_CENT}|%"), re.IGNORECASE
)
"""The head of a column that says how likely each row is."""
HEAD_OF_LIKELIHOOD = lazily(_HEAD.format(_LIKELIHOOD), re.IGNORECASE)
"""The same, where it says nothing else: a chance or a percentage may be that of a trap."""
_BOUNDS = {
    "least": any_of(words.at_least for words in LANGUAGES),
    "above": any_of(words.above for words in LANGUAGES),
    "most": any_of(words.at_most for words in LANGUAGES),
    "below": any_of(words.below for words in LANGUAGES),
}
_BOUND = "|".join(_BOUNDS.values())
NUMBER_WORDS = {word: value for words in LANGUAGES for word, value in words.numbers.items()}
"""Number words of other languages, which are read beside "in" alone."""
_IN = any_of(words.times_in for words in LANGUAGES)
CHANCE_OF = any_of(words.chance_of for words in LANGUAGES)
_ALL = rf"(?:{WHOLE}|{WORD_PATTERN}|{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
_ONLY = cue("odds_said.only")
_EVERY = cue("odds_said.every")
_SINGLE = cue("odds_said.single")
_TRIES_AND = cue("odds_said.or")
_ONCE = cue_words("odds_said.once")
_COUNT = f"(?:{_ALL}|{cue('odds_said.once')})"
PERCENT_SIGN = lazily(rf"%|\b{PER_CENT}\b", re.IGNORECASE)
PERCENT = rf"{AMOUNT}(?:\s?%| {PER_CENT})"
"""A percentage in figures, to be matched without regard to case."""
FRACTION = r"\d{1,6}\s?/\s?[1-9]\d{0,5}"
_ODDS = any_of(words.odds for words in LANGUAGES)
_AGAINST = any_of(words.against for words in LANGUAGES)
_TO = any_of(words.ratio for words in LANGUAGES)
RATIO = rf"(?:{_ODDS} {WHOLE}(?: {_TO} |:){WHOLE}(?: {_AGAINST})?|{WHOLE}(?: {_TO} |:){WHOLE} {_AGAINST})"
"""Odds as two numbers, one of rolls that succeed and one of those that do not: "odds of 5 to 1", "5 to 1 against"."""
_FIGURES = (
    rf"(?:(?:{ABOUT}|{_BOUND}) )?{PERCENT}",
    rf"(?:(?:{_ONLY}|{ABOUT}) )?{_COUNT}(?:(?: {CHANCE_OF})? {_IN}(?: {_EVERY})? |-in-){_ALL}",
)
ODDS_PATTERN = rf"(?:{'|'.join((*_FIGURES, *_WORDS.values()))})"
"""A chance, to be matched without regard to case."""
SHARE_OF_TIME = any_of(_WORDS[key] for key in ("half", "a third", "two thirds", "a quarter", "three quarters"))
"""A chance in words that says how many of all rolls succeed."""
CHANCE_PATTERN = rf"(?:{'|'.join((*_FIGURES, FRACTION, RATIO, SHARE_OF_TIME))})"
"""A chance that says how many of all rolls succeed, to be matched without regard to case."""
CHANCE_SIGN = (
    rf"%|(?<![A-Za-z\d])\d{{1,6}}\s?/\s?[1-9](?!\d*:\w)|-in-"
    rf"|(?<!\w)(?:{PER_CENT}|{_IN}(?:\s{_EVERY})?\s{_ALL}|{_ODDS}|{_AGAINST}|{SHARE_OF_TIME})"
)
"""A part that each of these chances has: a quick look before the long pattern."""

_PERCENT = lazily(
    rf"(?:(?P<vague>{ABOUT}|[~≈])|{'|'.join(f'(?P<{end}>{bound})' for end, bound in _BOUNDS.items())})?"
    rf"\s*(?P<number>{AMOUNT})(?:\s?%| {PER_CENT})",
    re.IGNORECASE,
)
_ONE_IN = lazily(
    rf"(?:{_ONLY} |{ABOUT})?\s*(?P<wins>{_COUNT})\D*? (?P<in>{_IN})(?: {_EVERY})? (?P<all>{_ALL})", re.IGNORECASE
)

_FRACTION = lazily(r"(\d{1,6})\s?/\s?([1-9]\d{0,5})")
_RATIO = lazily(
    rf"(?:{_ODDS} )?(?P<one>{WHOLE})(?: {_TO} |:)(?P<other>{WHOLE})(?P<against> {_AGAINST})?", re.IGNORECASE
)

_LAST = rf"(?:{WHOLE}|{WORD_PATTERN})"
TRIES_PATTERN = (
    rf"(?:(?:(?:{_ONLY}|{ABOUT}) )?{_LAST}(?:(?:\s*(?:{_TRIES_AND}|[-–])\s*){_LAST})?|{_SINGLE}) "
    rf"{cue('odds_said.tries')}"
)
"""A number of tries, matched without regard to case."""
_TRIES = lazily(
    rf"(?:{_ONLY} |{ABOUT})?\s*(?P<least>{_LAST}|{_SINGLE})(?:\s*(?P<joint>{_TRIES_AND}|[-–])\s*"
    rf"(?P<most>{_LAST}))? \w+",
    re.IGNORECASE,
)

_ROUNDINGS: Mapping[str | None, Rounding] = {
    None: round,
    "least": floor,
    "above": lambda value: max(ceil(value) - 1, 0),
    "most": ceil,
    "below": lambda value: floor(value) + 1,
}
"""Round to a bound that holds, by its kind; None: no bound."""
_HOLDS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {"least": ge, "above": gt, "most": le, "below": lt}


@record
class Odds:
    """A chance as the text tells it: `fits` says whether an exact one is meant, None where nobody can say.

    `write` gives another chance in the same form, and nothing where words leave no form. `value` is the number that
    the text gives.
    """

    text: str
    fits: Callable[[Fraction], bool | None]
    write: Callable[[Fraction], str]
    value: Fraction | None = None


def read_odds(text: str, *, may_cut: bool = False) -> Odds | None:
    """Read a chance in figures or words; None if the text is no chance.

    Args:
        text: the chance and nothing else.
        may_cut: accept percentages with their last places cut off, as in 66 % for two thirds.
    """
    folded = " ".join(text.lower().split()).replace("-in-", " in ")
    if match := _PERCENT.fullmatch(folded):
        return _percent(text, match, may_cut=may_cut)
    if match := _FRACTION.fullmatch(folded):
        exact = Fraction(to_int(match[1]), to_int(match[2]))
        return Odds(text, lambda chance: chance == exact, str, exact)
    if (match := _RATIO.fullmatch(folded)) and re.fullmatch(RATIO, folded):
        return _ratio(text, match)
    for key, (_, meaning) in MEANINGS.items():
        if re.fullmatch(_WORDS[key], folded):
            return Odds(text, _within(meaning), lambda chance: "")
    if match := _ONE_IN.fullmatch(folded):
        return _one_in(text, match)
    return None


def number_of_times(text: str) -> int | Fraction | None:
    """The value of a number beside "in", also as a word of another language than English."""
    return NUMBER_WORDS.get(text.lower(), to_number(text))


def read_percent(text: str) -> Fraction | int | None:
    """The number of a percentage, which parts no thousands."""
    results = readings(re.sub(r"[\s%]+|[^\W\d]+", "", text))
    value = max(results, key=lambda reading: reading.places).value if results else None
    return int(value) if value is not None and value.denominator == 1 else value


def _within(meaning: Range | None) -> Callable[[Fraction], bool | None]:
    if meaning is None:
        return lambda chance: None
    least, most = meaning
    return lambda chance: least <= chance <= most and not (chance == _HALF and _HALF in meaning)


def _percent(text: str, match: re.Match[str], *, may_cut: bool) -> Odds:
    printed = text[match.start("number") :]
    bound = next((end for end in _BOUNDS if match[end]), None)
    stated = readings(match["number"])

    def fits(chance: Fraction) -> bool:
        if bound:
            return any(_HOLDS[bound](chance, value / 100) for value, _ in stated)
        if match["vague"]:
            return any(abs(chance - value / 100) <= TOLERANCE for value, _ in stated)
        is_cut = any(value * 10**places == floor(100 * chance * 10**places) for value, places in stated)
        return rounds_to(chance * 100, printed) or (may_cut and is_cut)

    rounding = _ROUNDINGS[bound]
    write = lambda chance: text[: match.start("number")] + percent_like(chance, printed, rounding)  # noqa: E731
    return Odds(text, fits, write, min(stated).value / 100 if stated else None)


def _ratio(text: str, match: re.Match[str]) -> Odds | None:
    """Read odds; without "against", writers mean either order, and even "1 to 6" for one in six."""
    one, other = to_number(match["one"]), to_number(match["other"])
    if not isinstance(one, int) or not isinstance(other, int) or not one or not other:
        return None
    against = Fraction(other, one + other)
    meanings = {against} if match["against"] else {against, 1 - against, Fraction(min(one, other), max(one, other))}
    return Odds(text, lambda chance: chance in meanings, lambda chance: "")


def _one_in(text: str, match: re.Match[str]) -> Odds | None:
    wins = 1 if match["wins"].lower() in _ONCE else number_of_times(match["wins"])
    all_of = number_of_times(match["all"])
    if not isinstance(wins, int) or not isinstance(all_of, int):
        return None

    def fits(chance: Fraction) -> bool:
        if not 0 < wins <= all_of:
            return False
        if wins == 1:
            return chance > 0 and _nearest(1 / chance) == all_of
        # Of all fractions that are no finer, the one that the text gives is the nearest.
        return all(
            abs(chance - Fraction(wins, all_of)) <= abs(chance - Fraction(_nearest(chance * other), other))
            for other in range(1, min(all_of, 100) + 1)
        )

    def write(chance: Fraction) -> str:
        if wins != 1 or chance <= 0:
            nearest = Fraction(chance).limit_denominator(max(all_of, 2))
            return f"{nearest.numerator} {match['in']} {nearest.denominator}"
        return text[: match.start("all")] + str(_nearest(1 / chance))

    return Odds(text, fits, write, Fraction(wins, all_of) if all_of else None)


def _nearest(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def read_tries(text: str) -> Odds | None:
    """Return how many tries a text tells that it takes to succeed once, as the chance of each; None if it tells none.

    "N tries" is right where N is the whole number nearest to the average, "N or M" where the average lies between
    these two and no other numbers, "N to M" where it lies between them.
    """
    match = _TRIES.fullmatch(" ".join(text.lower().split()))
    if match is None:
        return None
    least, most = to_number(match["least"]), to_number(match["most"]) if match["most"] else None
    if not isinstance(least, int) or (match["most"] and not isinstance(most, int)):
        return None

    def fits(chance: Fraction) -> bool:
        if chance <= 0:
            return False
        average = 1 / Fraction(chance)
        if not isinstance(most, int):
            return _nearest(average) == least
        if match["joint"] == "or":
            return least == floor(average) and most == max(ceil(average), least + 1)
        return least <= average <= most

    def write(chance: Fraction) -> str:
        return f"{_nearest(1 / Fraction(chance))} {text.split()[-1]}" if chance > 0 else ""

    return Odds(text, fits, write)


def chance_in_words(chance: Fraction) -> str:
    """An exact chance, as one tells it: "it is so in 1 of 6 cases"; "" where per cent say it whole."""
    return f"it is so in {share(chance)} cases" if (100 * chance).denominator > 1 else ""


def show_chance(chance: Fraction | int, *, in_tries: bool = False) -> str:
    """An exact chance, as findings and proofs show it."""
    exact = str(chance) if isinstance(chance, int) or chance.denominator < 10**6 else ""
    share = percent_like(Fraction(chance), "0.0 %") + (f" ({exact})" if exact else "")
    return f"{float(1 / Fraction(chance)):.2g} tries, at {share} each" if in_tries and chance else share

"""Chances in figures and in words: "1 in 4", "about 30 %", "almost never", "three or four attempts".

What each word means is declared here, once, and listed in the writer's guide. A word without a declared
meaning is still read, so that its claim is told as undecided, with the number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from rulebook.lexing.forms import percent_like, rounds_to
from rulebook.lexing.numbers import AMOUNT, WHOLE, WORD_PATTERN, readings, to_number

TOLERANCE = Fraction(5, 100)
"""How far a chance may be from one that the text gives as "about" so much, or in words ("half the time")."""

Range = tuple[Fraction | int, Fraction | int]

MEANINGS: tuple[tuple[str, str, Range | None], ...] = (
    ("always, certain", r"always|(?:is |are )?certain(?:ly)?|every time|without fail", (1, 1)),
    ("never, impossible", r"never|(?:is |are )?impossible|no chance(?: at all)?", (0, 0)),
    (
        "almost always, nearly always, almost certain",
        r"(?:almost|nearly|virtually) (?:always|certain(?:ly)?|every time)",
        (Fraction(9, 10), 1),
    ),
    (
        "almost never, hardly ever, nearly never, almost impossible",
        r"(?:almost|nearly|virtually) (?:never|impossible)|hardly ever",
        (0, Fraction(1, 10)),
    ),
    ("not reliably", r"(?:not|un|never|hardly|n['’]t)[ -]?reliabl[ey](?: so)?", (0, Fraction(9, 10))),
    ("reliably, easily and reliably", r"(?:easily (?:and|or) )?reliabl[ey](?: and easily)?", (Fraction(9, 10), 1)),
    ("easily", r"easily|with ease", (Fraction(3, 4), 1)),
    (
        "usually, most of the time, more often than not, likely",
        r"usually|most of the time|most times|mostly|more often than not|(?:quite |very )?likely",
        (Fraction(1, 2), 1),
    ),
    ("rarely, seldom", r"(?:very )?(?:rarely|seldom)", (0, Fraction(1, 4))),
    (
        "unlikely, a low chance",
        r"(?:quite |very )?unlikely|(?:an? )?(?:low|poor|slim) (?:chance|odds)",
        (0, Fraction(1, 2)),
    ),
    (
        "half the time, even odds, fifty-fifty",
        r"half (?:of )?the time|(?:an )?even (?:odds|chance)|fifty[- ]fifty|50[/-]50|as often as not",
        (Fraction(1, 2) - TOLERANCE, Fraction(1, 2) + TOLERANCE),
    ),
    (
        "a third of the time",
        r"(?:a|one) third of (?:the time|all rolls|rolls)",
        (Fraction(1, 3) - TOLERANCE, Fraction(1, 3) + TOLERANCE),
    ),
    (
        "two thirds of the time",
        r"two[- ]thirds of (?:the time|all rolls|rolls)",
        (Fraction(2, 3) - TOLERANCE, Fraction(2, 3) + TOLERANCE),
    ),
    (
        "a quarter of the time",
        r"(?:a|one) quarter of (?:the time|all rolls|rolls)",
        (Fraction(1, 4) - TOLERANCE, Fraction(1, 4) + TOLERANCE),
    ),
    (
        "three quarters of the time",
        r"three[- ]quarters of (?:the time|all rolls|rolls)",
        (Fraction(3, 4) - TOLERANCE, Fraction(3, 4) + TOLERANCE),
    ),
    (
        "sometimes, often, occasionally",
        r"sometimes|(?:quite |very )?often|occasionally|frequently|now and then|from time to time",
        None,
    ),
)
"""Words, the pattern that reads them, and the chances that they may stand for; None: nothing definite.

Ends belong to a range, save that what is more often than not, or less, is not exactly half.
"""

_VAGUE = r"about|around|roughly|close (?:enough )?to|nearly|almost|approximately|some|circa"
_BOUND = r"at least|no less than|more than|over|above|at most|no more than|less than|under|below|up to"
_COUNT = rf"(?:{WHOLE}|{WORD_PATTERN}|once)"
PERCENT = rf"{AMOUNT}(?:\s?%| percent)"
"""A percentage in figures, to be matched without regard to case."""
_FIGURES = (
    rf"(?:(?:{_VAGUE}|{_BOUND}) )?{PERCENT}",
    rf"(?:only |just |(?:{_VAGUE}) )?{_COUNT}(?: times?| chances?| rolls?)? (?:in|out of)(?: every)?"
    rf" (?:{WHOLE}|{WORD_PATTERN})",
)
_WORDS = tuple(pattern for _, pattern, _ in MEANINGS)
ODDS_PATTERN = rf"(?:{'|'.join((*_FIGURES, *_WORDS))})"
"""A chance, to be matched without regard to case."""

_PERCENT = re.compile(
    rf"(?:(?P<vague>{_VAGUE})|(?P<bound>{_BOUND}))?\s*(?P<number>{AMOUNT})(?:\s?%| percent)", re.IGNORECASE
)
_ONE_IN = re.compile(
    rf"(?:only |just |{_VAGUE})?\s*(?P<wins>{_COUNT})\D*? (?:in|out of)(?: every)? (?P<all>{WHOLE}|{WORD_PATTERN})",
    re.IGNORECASE,
)

_LAST = rf"(?:{WHOLE}|{WORD_PATTERN})"
TRIES_PATTERN = (
    rf"(?:(?:only |just |(?:{_VAGUE}) )?{_LAST}(?:(?:\s*(?:or|to|and|-|–)\s*){_LAST})?|a single|one) "
    r"(?:attempts?|tries|try|rolls?|goes|times?|throws?)"
)
"""So many tries, to be matched without regard to case."""
_TRIES = re.compile(
    rf"(?:only |just |{_VAGUE})?\s*(?P<least>{_LAST}|a single)(?:\s*(?P<joint>or|to|and|-|–)\s*(?P<most>{_LAST}))? \w+",
    re.IGNORECASE,
)

_ABOVE = ("at least", "no less than")
_STRICTLY_ABOVE = ("more than", "over", "above")
_BELOW = ("at most", "no more than", "up to")


@dataclass(frozen=True, slots=True)
class Odds:
    """A chance as the text tells it: `fits` says whether an exact one is meant, None where nobody can say.

    `write` gives another chance in the same form, and nothing where words leave no form.
    """

    text: str
    fits: Callable[[Fraction], bool | None]
    write: Callable[[Fraction], str]


def read_odds(text: str) -> Odds | None:
    """The chance that a text tells; None if it tells none."""
    folded = " ".join(text.lower().split())
    if match := _PERCENT.fullmatch(folded):
        return _percent(text, match)
    for _, pattern, meaning in MEANINGS:
        if re.fullmatch(pattern, folded):
            return Odds(text, _within(meaning), lambda chance: "")
    if match := _ONE_IN.fullmatch(folded):
        return _one_in(text, match)
    return None


def read_percent(text: str) -> Fraction | int | None:
    """The number of a percentage, which parts no thousands."""
    found = readings(re.sub(r"\s|%|percent", "", text.lower()))
    value = max(found, key=lambda reading: reading.places).value if found else None
    return int(value) if value is not None and value.denominator == 1 else value


def _within(meaning: Range | None) -> Callable[[Fraction], bool | None]:
    if meaning is None:
        return lambda chance: None
    least, most = meaning
    half = Fraction(1, 2)
    return lambda chance: least <= chance <= most and not (chance == half and half in meaning)


def _percent(text: str, match: re.Match[str]) -> Odds:
    printed = text[match.start("number") :]

    def is_meant(stated: Fraction, chance: Fraction) -> bool:
        if (bound := match["bound"]) is None:
            return abs(chance - stated) <= TOLERANCE
        if bound in _ABOVE:
            return chance >= stated
        if bound in _STRICTLY_ABOVE:
            return chance > stated
        return chance <= stated if bound in _BELOW else chance < stated

    def fits(chance: Fraction) -> bool:
        if not match["vague"] and not match["bound"]:
            return rounds_to(chance * 100, printed)
        return any(is_meant(stated / 100, chance) for stated, _ in readings(match["number"]))

    return Odds(text, fits, lambda chance: text[: match.start("number")] + percent_like(chance, printed))


def _one_in(text: str, match: re.Match[str]) -> Odds | None:
    wins = 1 if match["wins"] == "once" else to_number(match["wins"])
    all_of = to_number(match["all"])
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
            return f"{nearest.numerator} in {nearest.denominator}"
        return text[: match.start("all")] + str(_nearest(1 / chance))

    return Odds(text, fits, write)


def _nearest(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def read_tries(text: str) -> Odds | None:
    """How many tries a text tells that it takes to succeed once, as the chance of each; None if it tells none.

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


def show_chance(chance: Fraction | int, *, in_tries: bool = False) -> str:
    """An exact chance, as findings and proofs show it."""
    exact = str(chance) if isinstance(chance, int) or chance.denominator < 10**6 else ""
    share = percent_like(Fraction(chance), "0.0 %") + (f" ({exact})" if exact else "")
    return f"{float(1 / Fraction(chance)):.2g} tries, at {share} each" if in_tries and chance else share

"""All that Masque writes in its notation besides casts: averages, faces, checks, ranges, modifiers and the rest.

Casts are read by `rulesmod.masque.notation`; this module knows what a stretch of notation is, and what it says.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rulesmod.masque.notation import NOTATION
from rulesmod.notation import NotationError
from rulesmod.plain import Expression

_NUMBER = r"(?:\d+(?:\.\d+)?|\.\d+)"
_DIE = r"\d*d(?:\d+|%)"
_RELATION = r">=|=>|<=|>|="
_VARIABLE = r"sum|n"


@dataclass(frozen=True, slots=True)
class Cast:
    """Dice to roll: `2d6 -d4`, `d4 |d6 least max`, `+|d3 -d2|`, `d%`."""

    dice: Expression


@dataclass(frozen=True, slots=True)
class Doubled:
    """A die with the two dice that it is made of: `d13 (=doubled d12 per Dice Notation)`."""

    size: int
    made_of: int


@dataclass(frozen=True, slots=True)
class Averages:
    """The averages of ordered dice, with a constant: `@2.5 +@2.5 -1`."""

    values: tuple[Fraction, ...]

    @property
    def total(self) -> Fraction:
        return sum(self.values, Fraction(0))


@dataclass(frozen=True, slots=True)
class Faces:
    """A die that shows one of some faces: `d4 =4`, `d6= 4.. 6`."""

    size: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Check:
    """A comparison; `or_face` passes as well, `cap` limits it: `d6 =>d8 |6`, `d20 <=17 or (...) least max`."""

    left: str
    relation: str
    right: str
    or_face: int | None = None
    cap: str = ""


@dataclass(frozen=True, slots=True)
class Symbolic:
    """A die with as many faces as something counts: `+d(sum)`, `-d(n)`."""

    sign: int
    variable: str


@dataclass(frozen=True, slots=True)
class Each:
    """`@+d4`: a die for each; the text leaves open what the sign means."""

    dice: Expression


@dataclass(frozen=True, slots=True)
class Less:
    """Dice less something read from play: `+2d8 -(that opponent's final high die value)`."""

    dice: Expression
    what: str


@dataclass(frozen=True, slots=True)
class Span:
    """From one number to another: `-5.. +5`, `1.. n`; a `row` of a table ends with a parenthesis: `2.. 3)`."""

    low: str
    high: str
    row: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """What the faces of a die are assigned: `0,0,1,1,1,2`."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """Arithmetic with numbers alone; `stated` is what it is said to be: `3 *3.5 -2 *2.5 =5.5`."""

    value: Fraction
    stated: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """Notation that names things rather than numbers: the kind, and what it says.

    `bonus` (`+n`), `floor` (`/5`), `percent`, `faces` (`1s`), `double` (`2x 2s, 3s or 4s`), `count` (`3d`),
    `magnitude` (`|n|`), `entry` (`{1}`), `tag` (`(naturals +rerolls)`), `arithmetic` (`(1 -remainder)`).
    """

    kind: str
    says: str


Form = Cast | Doubled | Averages | Faces | Check | Symbolic | Each | Less | Span | Listed | Sum | Word

_AVERAGES = re.compile(rf"@{_NUMBER}(?: ?[+-] ?@?{_NUMBER})*")
_AVERAGE = re.compile(rf"([+-]?) ?@?({_NUMBER})")
_DOUBLED = re.compile(r"d(\d+) \(= ?doubled (?:2)?d(\d+)(?: per [^()]+)?\)")
_FACES = re.compile(r"d(\d+) ?= ?(\d+)(?: ?\.\. ?(\d+))?")
_CHECK = re.compile(
    rf"(?P<left>[^<>=|]*?) ?(?P<relation>{_RELATION}) ?(?P<right>[+-]?(?:{_DIE}|\d+))(?: ?\|(?P<face>\d+))?"
)
_CAPPED = re.compile(rf"(?P<left>{_DIE}) ?(?P<relation>{_RELATION}) ?(?P<right>\d+) or \((?P<cap>[^()]+)\) least max")
_SYMBOLIC = re.compile(rf"([+-])d\(({_VARIABLE})\)")
_EACH = re.compile(rf"@(\+{_DIE})")
_LESS = re.compile(rf"([+-]?{_DIE}) ?-\(([^()]*[a-z][^()]*)\)")
_SPAN = re.compile(rf"([+-]?(?:{_NUMBER}|n)) ?\.\. ?([+-]?(?:{_NUMBER}|n))(\))?|(\d+)\)")
_LISTED = re.compile(r"\d+(?:, ?\d+)+")
_SUM = re.compile(rf"[-+]?[(]?{_NUMBER}[-+*/(). \d]*?(?: ?= ?({_NUMBER}))?")
_WORDS = {
    "bonus": re.compile(r"[+-](?:n|\d+)"),
    "floor": re.compile(r"/\d+"),
    "percent": re.compile(r"\d+(?:\.\d+)? ?%"),
    "faces": re.compile(r"\d+s"),
    "double": re.compile(r"2x \d+s(?:, \d+s)*(?: or \d+s)?"),
    "count": re.compile(r"\d+d"),
    "magnitude": re.compile(r"\|n\|"),
    "entry": re.compile(r"\{\w+\}"),
    "tag": re.compile(r"\(naturals \+[Rr]erolls\)"),
    "arithmetic": re.compile(
        r"\(?(?:\d+|[a-z]+(?: [a-z]+)*) ?[+-](?:\d+|[a-z]+(?: [a-z]+)*)(?: ?[+-](?:\d+|[a-z]+(?: [a-z]+)*))*\)?"
    ),
}
"""In this order: what fits the first is not asked further."""


def read(text: str) -> Form:
    """What a stretch of notation says.

    Raises:
        NotationError: it is none; with the place, and what was expected there.
    """
    for form in _FORMS:
        if (found := form(text)) is not None:
            return found
    return Cast(NOTATION.parse(text))


def _averages(text: str) -> Averages | None:
    if _AVERAGES.fullmatch(text) is None:
        return None
    terms = _AVERAGE.findall(text)
    return Averages(tuple(Fraction(number) * (-1 if sign == "-" else 1) for sign, number in terms))


def _doubled(text: str) -> Doubled | None:
    match = _DOUBLED.fullmatch(text)
    if match is None:
        return None
    size, made_of = int(match[1]), int(match[2])
    if made_of != size - 1:
        raise NotationError(
            f"two d{made_of} make no d{size}", match.start(2) - 1, match.end(2), expected=f"`d{size - 1}`"
        )
    return Doubled(size, made_of)


def _faces(text: str) -> Faces | None:
    match = _FACES.fullmatch(text)
    if match is None:
        return None
    size, low, high = int(match[1]), int(match[2]), int(match[3] or match[2])
    if not 1 <= low <= high <= size:
        group = 3 if match[3] else 2
        raise NotationError(f"a d{size} has no such faces", *match.span(group), expected=f"a face up to {size}")
    return Faces(size, low, high)


def _check(text: str) -> Check | None:
    if (match := _CAPPED.fullmatch(text)) is not None:
        return Check(match["left"], match["relation"], match["right"], cap=match["cap"])
    match = _CHECK.fullmatch(text)
    if match is None or re.search(r"[*/@(]", match["left"]):
        return None
    relation = ">=" if match["relation"] == "=>" else match["relation"]
    return Check(match["left"], relation, match["right"], int(match["face"]) if match["face"] else None)


def _symbolic(text: str) -> Symbolic | None:
    match = _SYMBOLIC.fullmatch(text)
    return Symbolic(-1 if match[1] == "-" else 1, match[2]) if match else None


def _each(text: str) -> Each | None:
    match = _EACH.fullmatch(text)
    return Each(NOTATION.parse(match[1])) if match else None


def _less(text: str) -> Less | None:
    match = _LESS.fullmatch(text)
    return Less(NOTATION.parse(match[1]), match[2]) if match else None


def _span(text: str) -> Span | None:
    match = _SPAN.fullmatch(text)
    if match is None:
        return None
    if match[4]:
        return Span(match[4], match[4], row=True)
    low, high = match[1], match[2]
    if "n" not in low + high and Fraction(low) > Fraction(high):
        raise NotationError(f"`{high}` is less than `{low}`", *match.span(2), expected=f"a number from {low} on")
    return Span(low, high, row=bool(match[3]))


def _listed(text: str) -> Listed | None:
    return Listed(tuple(map(int, re.findall(r"\d+", text)))) if _LISTED.fullmatch(text) else None


def _sum(text: str) -> Sum | None:
    match = _SUM.fullmatch(text)
    if match is None or not re.search(r"[-+*/]", text[1:]):
        return None
    worked = text[: match.start(1)].rstrip("= ") if match[1] else text
    return Sum(_worked(worked), Fraction(match[1]) if match[1] else None)


def _worked(text: str) -> Fraction:
    """The value of numbers with + - * / and one level of parentheses."""

    def inner(match: re.Match[str]) -> str:
        return str(_level(match[1]))

    return _level(re.sub(r"\(([^()]*)\)", inner, text))


def _level(text: str) -> Fraction:
    total = Fraction(0)
    for sign, product in re.findall(rf"([+-]?) ?((?:{_NUMBER})(?:/\d+)?(?: ?[*/] ?{_NUMBER})*)", text):
        value = Fraction(1)
        for operator, number in re.findall(rf"([*/]?) ?({_NUMBER})", product):
            value = value / Fraction(number) if operator == "/" else value * Fraction(number)
        total += -value if sign == "-" else value
    return total


def _word(text: str) -> Word | None:
    return next((Word(kind, text) for kind, pattern in _WORDS.items() if pattern.fullmatch(text)), None)


_FORMS: tuple[Callable[[str], Form | None], ...] = (
    _averages,
    _doubled,
    _faces,
    _check,
    _symbolic,
    _each,
    _less,
    _listed,
    _word,
    _span,
    _sum,
)

"""Make values of digits: the one place that does, with a limit.

Text is from anybody. Python makes no number of 4,301 digits, no float of 309, and an exponent of ten digits fills the
memory. No rulebook has a number of a hundred digits, so a longer one is as good as the largest. `bundling/digits.py`
lets mypy refuse `int(text)` and its like everywhere else.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import trunc
from unicodedata import digit

MAX_DIGITS = 100
"""A number has no more digits before its point, and none behind it counts after as many."""
MAX_VALUE: int = 10**MAX_DIGITS

_DECIMAL = re.compile(r"\s*([-+]?)(\d[\d_]*)?(?:\.(\d*))?(?:[eE]([-+]?\d+))?\s*\Z")


def to_int(text: object, base: int = 10) -> int:
    """Read a whole number; one of too many digits is the largest.

    >>> to_int("-12"), to_int("9" * 5000) == MAX_VALUE, to_int("ff", 16)
    (-12, True, 255)

    Raises:
        ValueError: the text is no number.
    """
    if isinstance(text, int):
        return text
    if isinstance(text, float | Fraction):
        return trunc(max(-MAX_VALUE, min(text, MAX_VALUE)))
    written = str(text).strip()
    if not written.isascii():  # `²` is a digit, of which Python makes no number.
        written = "".join(str(digit(sign, sign)) for sign in written)
    if len(written) <= MAX_DIGITS:
        return int(written, base)
    unsigned = written[1:] if written[0] in "+-" else written
    if not unsigned.isdecimal():
        raise ValueError(f"no number begins with {written[:MAX_DIGITS]!r}")
    digits = unsigned.lstrip("0")
    value = min(int(digits or "0", base), MAX_VALUE) if len(digits) <= MAX_DIGITS else MAX_VALUE
    return -value if written[0] == "-" else value


def to_fraction(text: object) -> Fraction:
    """Read an exact number: whole, with a point, with an exponent, or one over another.

    >>> to_fraction("1.50"), to_fraction("2/3"), to_fraction("1e999999999") == MAX_VALUE
    (Fraction(3, 2), Fraction(2, 3), True)

    Raises:
        ValueError: the text is no number.
        ZeroDivisionError: it is divided by zero.
    """
    if isinstance(text, int | Fraction):
        return Fraction(text)
    upper, bar, lower = str(text).partition("/")
    if bar:
        return Fraction(to_int(upper), to_int(lower))
    match = _DECIMAL.match(upper)
    if match is None or not (match[2] or match[3]):
        raise ValueError(f"no number is written {upper[:MAX_DIGITS]!r}")
    places = (match[3] or "")[:MAX_DIGITS]
    value = Fraction(to_int(match[2] or "0")) + Fraction(to_int(places or "0"), 10 ** len(places))
    exponent = max(-MAX_DIGITS, min(to_int(match[4] or "0"), MAX_DIGITS))
    value = min(value * Fraction(10) ** exponent, Fraction(MAX_VALUE))
    return -value if match[1] == "-" else value


def to_float(text: object) -> float:
    """Read a number as one with a point that Python counts with.

    >>> to_float("0.25"), to_float(Fraction(1, 4)), to_float(10**400)
    (0.25, 0.25, 1e+100)

    Raises:
        ValueError: the text is no number.
    """
    exact = Fraction(text) if isinstance(text, float) else to_fraction(text)
    return float(max(Fraction(-MAX_VALUE), min(exact, Fraction(MAX_VALUE))))

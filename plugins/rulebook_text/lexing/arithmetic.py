"""A small total evaluator for the arithmetic in a text: numbers, + - * /, parentheses. Nothing is executed."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from operator import add, mul, sub, truediv

from rulebook_core.lazy_regex import lazily
from rulesmod.digits import MAX_DIGITS, to_fraction
from rulesmod.records import record

MAX_DEPTH = 50
"""Deeper parentheses are no rulebook's arithmetic."""
MAX_LENGTH = 2000

SIGN = r"(?:[\d \t().+\-−*/×÷·x]|(?<=\d),(?=\d))"
"""A character of arithmetic, as a pattern."""
QUOTIENT = lazily(r"[*/×÷·x]")
"""What a sum has no sign of: such a result may be rounded, or be a size."""

_SIGNED = r"\s*(?:(?P<number>\d{1,3}(?:[ %s]\d{3})+(?!\d)(?:\%s\d+)?|\d+(?:\%s\d+)?)|(?P<sign>[-+*/()×÷·−x]))"
_TOKENS = {".": lazily(_SIGNED % (",", ".", ".")), ",": lazily(_SIGNED % (".", ",", ","))}
"""Numbers and signs, by what stands before decimals; the other sign or a space may stand between thousands."""
_NO_NUMBER = {".": lazily("[ ,]"), ",": lazily("[ .]")}
_ENDLESS = (3, 6, 7, 9)
"""What is divided by these has no end behind the point: whoever writes it cuts it off."""
_APPLIED = {"+": add, "-": sub, "*": mul, "/": truediv}
_SIGNS = {"×": "*", "x": "*", "·": "*", "÷": "/", "−": "-"}


class NotArithmeticError(ValueError):
    """A text that is no arithmetic; `offset` says where it stops being."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


@record
class Addend:
    """A summand at the top level: its value with its sign, its place, and the numbers in it."""

    value: Fraction
    start: int
    end: int
    numbers: tuple[Fraction, ...]


@record
class Sum:
    """What a line of arithmetic comes to."""

    value: Fraction
    addends: tuple[Addend, ...]


def evaluate(text: str, decimal: str = ".") -> Sum:
    """Evaluate a whole text.

    Args:
        text: the arithmetic.
        decimal: what stands before decimals, a point or a comma.

    Raises:
        NotArithmeticError: it is not arithmetic, divides by zero, or is nested or long beyond reason.
    """
    if len(text) > MAX_LENGTH:
        raise NotArithmeticError("this is too long for arithmetic", MAX_LENGTH)
    return _Parser(text, decimal).sum_of_all()


def written(value: Fraction, decimal: str = ".") -> str:
    """A number as books write it: a decimal where that is exact."""
    exact = Decimal(value.numerator) / value.denominator
    return f"{exact.normalize():f}".replace(".", decimal) if Fraction(exact) == value else str(value)


def unopened(text: str) -> int:
    """Where a parenthesis closes in a text that does not open there; -1 where each does."""
    depth = 0
    for sign in re.finditer(r"[()]", text):
        depth += 1 if sign[0] == "(" else -1
        if depth < 0:
            return sign.start()
    return -1


def from_left_to_right(text: str) -> Fraction:
    """What a line without parentheses comes to where each sign waits for none behind it, as on a pocket calculator.

    >>> from_left_to_right("2 + 3 × 4")
    Fraction(20, 1)

    Raises:
        NotArithmeticError: it is not arithmetic of that kind.
    """
    value, apply = Fraction(0), add
    for token, start, _ in _Parser(text, ".").tokens:
        if token in "()" or (apply is truediv and token == "0"):
            raise NotArithmeticError("no line that is read from left to right", start)
        if token in _APPLIED:
            apply = _APPLIED[token]
        else:
            value = apply(value, to_fraction(token))
    return value


def with_parts(text: str, decimal: str = ".") -> str:
    """Arithmetic with the thirds, sixths and the like instead of the decimals that stand for them.

    >>> with_parts("0.67 × 2 + 0.25")
    '(2/3) × 2 + 0.25'
    """
    return re.sub(rf"(?<![\d.,])\d+\{decimal}\d{{2,4}}(?![\d.,])", lambda match: _part(match[0], decimal), text)


def _part(text: str, decimal: str) -> str:
    value, digits = to_fraction(text.replace(decimal, ".")), len(text.partition(decimal)[2])
    for whole in _ENDLESS:
        part = Fraction(round(value * whole), whole)
        if part.denominator == whole and round(part, digits) == value:
            return f"({part.numerator}/{whole})"
    return text


class _Parser:
    """Recursive descent over one text."""

    def __init__(self, text: str, decimal: str) -> None:
        self.tokens: list[tuple[str, int, int]] = []
        position, stop = 0, len(text.rstrip())
        while position < stop:
            match = _TOKENS[decimal].match(text, position)
            if match is None:
                raise NotArithmeticError("not a number or a sign", position)
            token = _NO_NUMBER[decimal].sub("", match["number"] or "").replace(",", ".")
            token = token or _SIGNS.get(match["sign"], match["sign"])
            start = match.start("number") if match["number"] else match.start("sign")
            if len(token) > MAX_DIGITS:
                raise NotArithmeticError("a number of too many digits", start)
            self.tokens.append((token, start, match.end()))
            position = match.end()
        self.index = 0
        self.depth = 0
        self.end = stop

    def sum_of_all(self) -> Sum:
        addends = self._addends()
        if self.index < len(self.tokens):
            raise NotArithmeticError("this closes nothing", self.tokens[self.index][1])
        return Sum(sum((addend.value for addend in addends), Fraction(0)), tuple(addends))

    def _addends(self) -> list[Addend]:
        addends = []
        sign = -1 if self._take("-") else 1
        if sign == 1:
            self._take("+")
        while True:
            first = self.index
            value = self._product()
            last = self.index
            numbers = tuple(to_fraction(token) for token, _, _ in self.tokens[first:last] if token[0].isdigit())
            addends.append(Addend(sign * value, self.tokens[first][1], self.tokens[last - 1][2], numbers))
            if self._take("+"):
                sign = 1
            elif self._take("-"):
                sign = -1
            else:
                return addends

    def _product(self) -> Fraction:
        value = self._factor()
        while True:
            if self._take("*"):
                value *= self._factor()
            elif self._take("/"):
                at = self._offset()
                divisor = self._factor()
                if divisor == 0:
                    raise NotArithmeticError("a division by zero", at)
                value /= divisor
            else:
                return value

    def _factor(self) -> Fraction:
        if self._take("("):
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise NotArithmeticError(f"more than {MAX_DEPTH} parentheses inside each other", self._offset())
            value = sum((addend.value for addend in self._addends()), Fraction(0))
            if not self._take(")"):
                raise NotArithmeticError("a parenthesis is never closed", self._offset())
            self.depth -= 1
            return value
        if self.index < len(self.tokens) and self.tokens[self.index][0][0].isdigit():
            self.index += 1
            return to_fraction(self.tokens[self.index - 1][0])
        raise NotArithmeticError("a number is missing", self._offset())

    def _take(self, token: str) -> bool:
        if self.index < len(self.tokens) and self.tokens[self.index][0] == token:
            self.index += 1
            return True
        return False

    def _offset(self) -> int:
        return self.tokens[self.index][1] if self.index < len(self.tokens) else self.end

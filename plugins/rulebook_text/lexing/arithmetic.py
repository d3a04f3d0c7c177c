"""Evaluate the arithmetic of a text exactly: numbers with units, + - * /, parentheses. Nothing is executed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from operator import add, mul, sub, truediv
from typing import ClassVar, NamedTuple, NoReturn

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.grammar import Formula, Grammar, Token
from rulebook_text.lexing.names import singular
from rulesmod.dice.digits import MAX_DIGITS, to_fraction
from rulesmod.records import record

MAX_DEPTH = 50
"""Deeper parentheses are no rulebook's arithmetic."""
MAX_LENGTH = 2000

GAP = " \t\u00a0\u2009\u202f"
"""The spaces that stand within a line of arithmetic, as a part of a class of characters."""
SIGN = rf"(?:[\d{GAP}().+\-−*/×÷·x]|(?<=\d)[,'’](?=\d))"
"""A character of arithmetic, as a pattern."""
QUOTIENT = lazily(r"[*/×÷·x]")
"""Signs whose result may be rounded, or be a size; a sum has none."""
CURRENCY = "[$£€¥]"
"""The unit that stands before a number."""
UNIT = (
    rf"(?:[{GAP}]?(?:[%°′″€£¥]|['\"](?!\d))"
    rf"|[{GAP}]?(?!x(?![^\W\d_]))[^\W\d_]+(?!\d)\.?(?:[{GAP}](?!x(?![^\W\d_]))[^\W\d_]+\.?(?!\d)){{0,2}})"
)
"""A unit behind a number: a sign, or up to three words; the sign `x` is none."""

_SIGNED = (
    rf"[\s{GAP}]*(?:(?P<currency>{CURRENCY})?"
    rf"(?P<number>\d{{1,3}}(?:[{GAP}%s]\d{{3}})+(?!\d)(?:\%s\d+)?|\d+(?:\%s\d+)?)(?P<unit>{UNIT.replace('%', '%%')})?"
    r"|(?P<sign>[-+*/()×÷·−–x]))"
)
_TOKENS = {".": lazily(_SIGNED % (",'’", ".", ".")), ",": lazily(_SIGNED % (".'’", ",", ","))}
"""Numbers and signs, by what stands before decimals; the other sign, a space or an apostrophe parts thousands."""
_NO_NUMBER = {".": lazily(rf"[{GAP},'’]"), ",": lazily(rf"[{GAP}.'’]")}
_ENDLESS = (3, 6, 7, 9)
"""Divisors that give endless decimals, which writers cut off."""
_APPLIED = {"+": add, "-": sub, "*": mul, "/": truediv}
_SIGNS = {"×": "*", "x": "*", "·": "*", "÷": "/", "−": "-", "–": "-"}
_PERCENT = "%"
_NO_UNITS: frozenset[str] = frozenset()


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
    """The result of a line of arithmetic, and its units.

    A percentage is a hundredth with the unit `%`.
    """

    value: Fraction
    addends: tuple[Addend, ...]
    units: frozenset[str] = _NO_UNITS


class _Quantity(NamedTuple):
    """A value with its units."""

    value: Fraction
    units: frozenset[str] = _NO_UNITS


def is_same_unit(one: str, other: str) -> bool:
    """Return whether two words for a unit differ at most in their number.

    >>> is_same_unit("Stunde", "Stunden"), is_same_unit("ft.", "ft"), is_same_unit("gp", "sp")
    (True, True, False)
    """
    one, other = (" ".join(singular(word.rstrip(".")) for word in unit.split()) for unit in (one, other))
    if one == other:
        return True
    stem = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return stem >= 3 and max(len(one), len(other)) - stem <= 2


def evaluate(text: str, decimal: str = ".") -> Sum:
    """Evaluate a whole text.

    Args:
        text: the arithmetic.
        decimal: what stands before decimals, a point or a comma.

    Raises:
        NotArithmeticError: it is not arithmetic, adds unlike units, divides by zero, or is nested or long beyond
            reason.
    """
    if len(text) > MAX_LENGTH:
        raise NotArithmeticError("this is too long for arithmetic", MAX_LENGTH)
    tree = _Parser([*_tokens(text, decimal)], len(text.rstrip())).whole()
    addends, units = _addends(tree)
    return Sum(sum((addend.value for addend in addends), Fraction(0)), tuple(addends), units)


def written(value: Fraction, decimal: str = ".") -> str:
    """A number as books write it: a decimal where that is exact."""
    exact = Decimal(value.numerator) / value.denominator
    return f"{exact.normalize():f}".replace(".", decimal) if Fraction(exact) == value else str(value)


def unopened(text: str) -> int:
    """Return where a parenthesis closes in a text that does not open there; -1 where each does."""
    depth = 0
    for sign in re.finditer(r"[()]", text):
        depth += 1 if sign[0] == "(" else -1
        if depth < 0:
            return sign.start()
    return -1


def from_left_to_right(text: str) -> Fraction:
    """Evaluate a line without parentheses from left to right, as a pocket calculator does.

    >>> from_left_to_right("2 + 3 × 4")
    Fraction(20, 1)

    Raises:
        NotArithmeticError: it is not arithmetic of that kind.
    """
    value, apply = Fraction(0), add
    for token in _tokens(text, "."):
        if token.text in "()" or (apply is truediv and token.text == "0"):
            raise NotArithmeticError("no line that is read from left to right", token.start)
        if token.text in _APPLIED:
            apply = _APPLIED[token.text]
        else:
            value = apply(value, to_fraction(token.text))
    return value


def with_parts(text: str, decimal: str = ".") -> str:
    """Replace decimals by the thirds, sixths and the like that they stand for.

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


class _Parser(Grammar):
    """The grammar of sums in a text: a sign may begin one, and a parenthesis behind a factor multiplies."""

    ADDED: ClassVar[Mapping[str, str]] = {"+": "+", "-": "−"}
    MULTIPLIED: ClassVar[Mapping[str, str]] = {"*": "×", "/": "/"}
    depth = 0

    def whole(self) -> Formula:
        tree = self.sum()
        if self.next is not None:
            self.fail("this closes nothing")
        return tree

    def fail(self, fact: str, remedy: str = "") -> NoReturn:
        raise NotArithmeticError(fact, self.offset)

    def first_addend(self) -> Formula:
        sign, start = self.take("sign", ("+", "-")), self.offset
        product = self.product()
        return Formula("minus", start, product.end, parts=(product,)) if sign == "-" else product

    def times(self) -> str:
        return super().times() or ("×" if self._is_joined() else "")

    def _is_joined(self) -> bool:
        """Return whether a parenthesis opens right behind a factor: `2(3 + 1)`."""
        before, token = self.tokens[self.index - 1], self.next
        return token is not None and token.text == "(" and before.end == token.start and not before.unit

    def factor(self) -> Formula:
        start, token = self.offset, self.next
        if self.take("sign", ("(",)):
            self.depth += 1
            if self.depth > MAX_DEPTH:
                self.fail(f"more than {MAX_DEPTH} parentheses inside each other")
            inner = self.sum()
            if not self.take("sign", (")",)):
                self.fail("a parenthesis is never closed")
            self.depth -= 1
            return Formula("group", start, self.tokens[self.index - 1].end, parts=(inner,))
        if token is None or token.kind != "number":
            self.fail("a number is missing")
        self.index += 1
        return Formula("number", token.start, token.end, to_fraction(token.text), unit=token.unit)


def _tokens(text: str, decimal: str) -> Iterator[Token]:
    position, stop = 0, len(text.rstrip())
    while position < stop:
        match = _TOKENS[decimal].match(text, position)
        if match is None:
            raise NotArithmeticError("not a number or a sign", position)
        token = _token(match, decimal)
        if len(token.text) > MAX_DIGITS:
            raise NotArithmeticError("a number of too many digits", token.start)
        yield token
        position = match.end()


def _token(match: re.Match[str], decimal: str) -> Token:
    number = match["number"]
    if number is None:
        return Token("sign", _SIGNS.get(match["sign"], match["sign"]), match.start("sign"), match.end())
    text = _NO_NUMBER[decimal].sub("", number).replace(",", ".")
    unit = (match["currency"] or match["unit"] or "").strip()
    return Token("number", text, match.start("currency" if match["currency"] else "number"), match.end(), unit)


def _chained(tree: Formula, signs: str) -> list[tuple[str, Formula]]:
    """Return the parts that signs join, in order, each with the sign before it."""
    parts = []
    while tree.kind in signs:
        parts.append((tree.kind, tree.parts[1]))
        tree = tree.parts[0]
    return [("", tree), *reversed(parts)]


def _addends(tree: Formula) -> tuple[list[Addend], frozenset[str]]:
    """Return the summands of a sum at its top level, and the units of all."""
    addends: list[Addend] = []
    units = _NO_UNITS
    for sign, part in _chained(tree, "+−"):
        quantity = _worked_out(part)
        units = _added(units, quantity.units, part.start) if sign else quantity.units
        addends.append(_addend(part, -quantity.value if sign == "−" else quantity.value))
    return addends, units


def _addend(part: Formula, value: Fraction) -> Addend:
    numbers = tuple(one.value for one in part.all() if isinstance(one.value, Fraction))
    return Addend(value, part.start, part.end, numbers)


def _worked_out(part: Formula) -> _Quantity:
    """Return what a part of a sum comes to, with its units."""
    if part.kind == "number":
        assert isinstance(part.value, Fraction)
        if not part.unit:
            return _Quantity(part.value)
        return _Quantity(part.value / 100 if part.unit == _PERCENT else part.value, frozenset((part.unit,)))
    if part.kind == "group":
        addends, units = _addends(part.parts[0])
        return _Quantity(sum((addend.value for addend in addends), Fraction(0)), units)
    if part.kind == "minus":
        value, units = _worked_out(part.parts[0])
        return _Quantity(-value, units)
    value, units = Fraction(1), _NO_UNITS
    for sign, factor in _chained(part, "×/"):
        other = _worked_out(factor)
        if sign == "/":
            if other.value == 0:
                raise NotArithmeticError("a division by zero", factor.start)
            value, units = value / other.value, _divided(units, other.units, factor.start)
        else:
            value, units = value * other.value, (units | other.units) - ({_PERCENT} if sign else set())
    return _Quantity(value, units)


def _added(units: frozenset[str], more: frozenset[str], at: int) -> frozenset[str]:
    """Return the units of a sum; a summand without any has those of the others, but for percentages."""
    if not units or not more:
        if _PERCENT in units | more:
            raise NotArithmeticError("a percentage is added to a number", at)
        return units | more
    is_alike = all(any(is_same_unit(unit, other) for other in units) for unit in more)
    if not is_alike or (units == {_PERCENT}) != (more == {_PERCENT}):
        raise NotArithmeticError("unlike units are added", at)
    return units


def _divided(units: frozenset[str], by: frozenset[str], at: int) -> frozenset[str]:
    """Return the units of a quotient: a unit may be divided by nothing, or by itself."""
    units, by = units - {_PERCENT}, by - {_PERCENT}
    if not by:
        return units
    if len(units) == len(by) == 1 and is_same_unit(*units, *by):
        return _NO_UNITS
    raise NotArithmeticError("unlike units are divided", at)

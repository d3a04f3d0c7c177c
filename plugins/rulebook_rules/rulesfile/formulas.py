"""Formulas: the arithmetic that a `rules.yml` is written in, from its text to a tree with places.

    2 * Body + Will
    floor(Body / 2) + 1
    Cost from Steps by Step
    sum(pool, 2 * count * size)
    sum(items, Price from tools by each)
    Body >= 3 and Role = "Scout"
    count(roles)
    chance(4d6 >= 2)

There are no loops and no names but those that the file has, so every formula ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, NoReturn

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.grammar import Formula, Grammar, Token
from rulebook_text.lexing.word_tokens import WORD_OR_NUMBER
from rulesmod.dice.digits import to_fraction

MAX_SIGNS = 500
"""A longer formula nobody reads; it bounds what working one out takes."""
MAX_DEPTH = 40
FUNCTIONS = ("min", "max", "floor", "ceil", "round", "abs", "sum")
COUNT = "count"
"""The function that counts what a file lists; within `sum`, and without parentheses, it is a name of `OF_DICE`."""
CHANCE = "chance"
"""The function that gives the odds of dice, in the notation of the game, to come to a number."""
JOINING = ("and", "or", "not", "from", "by")
_COMPARED = {"=": "=", "==": "=", "!=": "≠", "≠": "≠", "<": "<", ">": ">", "<=": "≤", "≤": "≤", ">=": "≥", "≥": "≥"}
_OF_NUMBERS = frozenset(
    (*Grammar.ADDED.values(), *Grammar.MULTIPLIED.values(), "<", ">", "≤", "≥", "minus", *FUNCTIONS)
) - {"sum"}
_NO_NUMBERS = frozenset(("text", "dice", *_COMPARED.values(), *JOINING))
_CHANCE = lazily(r"\s*(?P<name>chance)\s*(?P<sign>\()\s*(?P<dice>[^<>=≤≥≠!()\"]*[^<>=≤≥≠!()\"\s])", re.IGNORECASE)
SLOT = lazily(r"\{([^{}]+)\}")
"""A value within dice, as in `chance({Nerve}d6 >= 2)`, or within a sentence."""
_TOKEN = lazily(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?(?:\s?%)?)|(?P<text>\"[^\"]*\"|“[^”]*”|'[^']*')"
    r"|(?P<sign><=|>=|!=|==|[-+−–*×·/÷:=≠<>≤≥(),])|(?P<name>[^\W\d]\w*(?:['’]\w+)?))"
)


CHANCE_FORM = "write for example `chance(4d6 >= 2)`"
FORM = "write formulas like `2 * Body + Will`, `min(Body, 4)` or `Cost from Steps by Body`"
"""The remedy for a text that is no formula."""


class FormulaError(ValueError):
    """A fault of a formula, at `[start, end)` of its text, and its remedy."""

    def __init__(self, fact: str, start: int, end: int, remedy: str = FORM) -> None:
        super().__init__(fact)
        self.fact = fact
        self.start = start
        self.end = end
        self.remedy = remedy


def folded(name: str) -> str:
    """A name as it is compared: "Hit Points", "hit points" and "hit_points" are one."""
    return " ".join(name.replace("_", " ").casefold().split())


def counted(name: str) -> str:
    """The name of the value that says how many there are of something."""
    return f"{COUNT}({folded(name)})"


def parse(text: str, names: Iterable[str]) -> Formula:
    """Read a formula of names, which may be of several words.

    Raises:
        FormulaError: it is none.
    """
    if len(text) > MAX_SIGNS:
        raise FormulaError(f"a formula has at most {MAX_SIGNS} signs", 0, len(text), "name a part of it as a value")
    return _Parser([*_tokens(text, names)], len(text.rstrip())).formula()


def _known(names: Iterable[str]) -> re.Pattern[str] | None:
    """The names that are no plain words, the longest first."""
    special = sorted(
        {name for name in names if name.strip() and not WORD_OR_NUMBER.fullmatch(name)}, key=len, reverse=True
    )
    listed = "|".join(r"\s+".join(map(re.escape, name.split())) for name in special)
    return re.compile(rf"\s*(?P<name>{listed})(?!\w)", re.IGNORECASE) if listed else None


def _tokens(text: str, names: Iterable[str]) -> Iterator[Token]:
    known = _known(names)
    position, stop = 0, len(text.rstrip())
    while position < stop:
        if (match := _CHANCE.match(text, position)) is not None:
            yield from (Token(kind, match[kind], *match.span(kind)) for kind in ("name", "sign", "dice"))
        else:
            match = (known.match(text, position) if known else None) or _TOKEN.match(text, position)
            if match is None:
                at = position + len(text[position:]) - len(text[position:].lstrip())
                raise FormulaError(f"`{text[at]}` cannot be in a formula", at, at + 1)
            kind = match.lastgroup or "sign"
            yield Token(kind, match[kind], *match.span(kind))
        position = match.end()


class _Parser(Grammar):
    """The grammar of a `rules.yml`: with names, comparisons, functions and look-ups."""

    MULTIPLIED: ClassVar[Mapping[str, str]] = {**Grammar.MULTIPLIED, ":": "/"}
    depth = 0

    def formula(self) -> Formula:
        formula = self._either()
        if self.index < len(self.tokens):
            self.fail("an operator such as `+` is missing before this", self._instead())
        for part in formula.all():
            for inner in part.parts if part.kind in _OF_NUMBERS else ():
                if inner.kind in _NO_NUMBERS:
                    raise FormulaError(f"`{part.kind}` is for numbers, and this is none", inner.start, inner.end)
        return formula

    def _either(self) -> Formula:
        return self.chain(self._both(), self._both, "name", {"or": "or"})

    def _both(self) -> Formula:
        return self.chain(self._denied(), self._denied, "name", {"and": "and"})

    def _denied(self) -> Formula:
        start = self.offset
        if self.take("name", ("not",)):
            inner = self._denied()
            return Formula("not", start, inner.end, parts=(inner,))
        left = self.sum()
        if sign := self.take("sign", _COMPARED):
            right = self.sum()
            left = Formula(_COMPARED[sign], left.start, right.end, parts=(left, right))
        return left

    def joined(self, sign: str, left: Formula, right: Formula) -> Formula:
        if sign == "/" and right.kind == "number" and not right.value:
            raise FormulaError("nothing can be divided by 0", right.start, right.end, "divide by something else")
        return super().joined(sign, left, right)

    def factor(self) -> Formula:
        start = self.offset
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"more than {MAX_DEPTH} things are inside each other here")
        if self.take("sign", ("-", "−", "–")):
            inner = self.factor()
            formula = Formula("minus", start, inner.end, parts=(inner,))
        else:
            formula = self._single()
        self.depth -= 1
        return formula

    def _single(self) -> Formula:
        token = self.next
        if token is None or (token.kind == "sign" and token.text != "("):
            self.fail("a number or a name is missing here")
        assert token is not None
        self.index += 1
        if token.kind == "number":
            number = to_fraction(token.text.rstrip(" %")) / (100 if token.text.endswith("%") else 1)
            return Formula("number", token.start, token.end, number)
        if token.kind == "text":
            return Formula("text", token.start, token.end, token.text[1:-1])
        if token.kind == "sign":
            inner = self._either()
            self._close()
            return inner
        if token.text.lower() in JOINING:
            self.index -= 1
            self.fail("a number or a name is missing here")
        if token.text.lower() in FUNCTIONS and self.take("sign", ("(",)):
            return self._call(token)
        if token.text.lower() == COUNT and self.take("sign", ("(",)):
            return self._counted(token)
        if token.text.lower() == CHANCE and self.take("sign", ("(",)):
            return self._chance(token)
        if self.take("name", ("from",)):
            return self._look(token)
        if self.take("sign", ("(",)):
            functions = ", ".join(f"`{name}`" for name in (*FUNCTIONS, COUNT, CHANCE))
            raise FormulaError(
                f"there is no function `{token.text}`", token.start, token.end, f"the functions are {functions}"
            )
        return Formula("name", token.start, token.end, folded(token.text))

    def _call(self, name: Token) -> Formula:
        function = name.text.lower()
        parts = self._listed()
        end = self._close()
        wanted = {"sum": 2, "min": 0, "max": 0}.get(function, 1)
        if wanted and len(parts) != wanted:
            form = "sum(pool, formula)" if function == "sum" else f"{function}(formula)"
            raise FormulaError(f"`{function}` is written `{form}`", name.start, end)
        if function == "sum" and parts[0].kind != "name":
            raise FormulaError("`sum` goes over a pool or a list, which is named first", parts[0].start, parts[0].end)
        return Formula(function, name.start, end, parts=tuple(parts))

    def _counted(self, function: Token) -> Formula:
        """`count(roles)`: how many names, rows or ranges there are; it is a value of that name."""
        name = self.next
        if name is None or name.kind != "name":
            self.fail("the name of a list, a table or ranges is missing here")
        self.index += 1
        end = self._close()
        return Formula("name", function.start, end, counted(name.text))

    def _chance(self, function: Token) -> Formula:
        """`chance(4d6 >= 2)`: the odds of dice; a value within them stands in braces."""
        dice = self.next
        if dice is None or dice.kind != "dice":
            self.fail("dice are missing here", CHANCE_FORM)
        assert dice is not None
        self.index += 1
        if not (sign := self.take("sign", _COMPARED)):
            self.fail("what the dice come to is missing here", CHANCE_FORM)
        limit = self.sum()
        end = self._close()
        slots = (
            Formula("name", dice.start + match.start(1), dice.start + match.end(1), folded(match[1]))
            for match in SLOT.finditer(dice.text)
        )
        written = Formula("dice", dice.start, dice.end, dice.text, tuple(slots))
        return Formula(CHANCE, function.start, end, _COMPARED[sign], (written, limit))

    def _look(self, column: Token) -> Formula:
        """`Cost from Steps by Step`; several keys stand in parentheses."""
        table = self.next
        if table is None or table.kind != "name":
            self.fail("the name of a table is missing here")
        assert table is not None
        self.index += 1
        if not self.take("name", ("by",)):
            remedy = f"write `{column.text} from {table.text} by` and what names the row"
            self.fail(f"`by` is missing here, and what the row is looked up by in `{table.text}`", remedy)
        if self.take("sign", ("(",)):
            keys = self._listed()
            end = self._close()
        else:
            keys = [self.factor()]
            end = keys[0].end
        return Formula("look", column.start, end, folded(column.text), tuple(keys), folded(table.text))

    def _listed(self) -> list[Formula]:
        parts = [self._either()]
        while self.take("sign", (",",)):
            parts.append(self._either())
        return parts

    def _close(self) -> int:
        if not self.take("sign", (")",)):
            self.fail("a parenthesis is never closed", "write `)` where it ends")
        return self.tokens[self.index - 1].end

    def _instead(self) -> str:
        """Return the remedy for two operands beside each other."""
        before, token = self.tokens[self.index - 1], self.tokens[self.index]
        if token.text.lower() in ("x", "if"):
            return "write `*` for it" if token.text.lower() == "x" else "say the other cases beside it, by `unless:`"
        if token.text == "," and before.kind == "number":
            return "write decimals with a point"
        return f"write `{before.text} * {token.text}`" if before.kind == "number" and token.kind == "name" else FORM

    def fail(self, fact: str, remedy: str = FORM) -> NoReturn:
        token = self.next
        start, end = (token.start, token.end) if token else (self.stop, self.stop)
        raise FormulaError(fact, start, end, remedy)

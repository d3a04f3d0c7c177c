"""The notation of a game whose expressions are only dice and constants. It asks for no class of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache

from rulesmod.dice.die import InvalidProgramError
from rulesmod.dice.language import Language, Parsed, Term
from rulesmod.notation import NotationError
from rulesmod.records import record
from rulesmod.system import DiceGroup, Notation


@record
class Expression:
    """The dice of each kind and the constants that an expression rolls. Expressions are equal however they were
    written.
    """

    dice: Mapping[tuple[str, frozenset[tuple[str, int]]], int]
    constants: Mapping[str, int]
    parsed: Parsed = field(compare=False)
    write: Callable[[Parsed], str] = field(compare=False, repr=False)

    def __str__(self) -> str:
        return self.write(self.parsed)


def beginning(written: str) -> str:
    """Return the pattern for the start of dice that are `written` so. Numbers stand for all that is in braces."""
    pattern = r"\d+".join(re.escape(part) for part in re.split(r"\{\w*\}", written))
    return pattern if written.endswith("}") else rf"{pattern}(?!\w)"


def plain_notation(
    language: Language,
    *,
    code_class: str,
    write: Callable[[Parsed], str],
    write_group: Callable[[int, int], str],
    sizes: Callable[[Term], Sequence[int]],
    modifier: str = "",
    looks_like: str,
    running: str = "",
) -> Notation:
    """Make a `Notation` of a language.

    Args:
        language: the notation as data.
        code_class: class of a code span that must be an expression.
        write: the canonical text.
        write_group: the text of so many dice of a size.
        sizes: the sizes of a term's dice, one each where it is a pair.
        modifier: the constant that is added to the result, if the language has one.
        looks_like: pattern that the beginning of a code span fits which is meant as an expression.
        running: pattern of an expression in running text, where it may hold spaces.
    """
    pattern = re.compile(looks_like)

    @lru_cache(maxsize=2048)  # A text names the same dice again and again, wrong ones too.
    def read(text: str) -> Expression | NotationError:
        try:
            parsed = language.parse(text)
            language.program(parsed)
        except NotationError as error:
            return error
        except InvalidProgramError as error:
            return NotationError(str(error), 0, len(text))
        dice: Counter[tuple[str, frozenset[tuple[str, int]]]] = Counter()
        for term in parsed.terms:
            arguments = {"sign": 1, **term.values}
            dice[term.kind, frozenset(item for item in arguments.items() if item[0] != "count")] += term.count
        return Expression(dict(dice), parsed.constants, parsed, write)

    def parse(text: str) -> Expression:
        result = read(text)
        if isinstance(result, NotationError):
            raise result.with_traceback(None)
        return result

    def groups(text: str) -> list[DiceGroup]:
        return [
            DiceGroup(term.count, size, term.start, term.end)
            for term in language.parse(text).terms
            for size in sizes(term)
        ]

    return Notation(
        name=language.name,
        code_class=code_class,
        parse=parse,
        format=lambda expression: write(expression.parsed),
        looks_like=lambda text: bool(pattern.match(text)),
        groups=groups,
        write_group=write_group,
        modifier=lambda expression: expression.constants.get(modifier, 0),
        program=lambda expression: language.program(expression.parsed),
        language=language,
        pattern=running,
    )

"""The parser of all notations: it interprets the grammar of a language; see `rulesmod.dice.language`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesmod.dice.digits import to_int
from rulesmod.dice.formulas import NO_DICE, Formula, FormulaError, Tree, formula_of, number_of
from rulesmod.dice.reading import compile_reading, shown_ranges
from rulesmod.notation import NotationError
from rulesmod.records import record

if TYPE_CHECKING:
    from rulesmod.dice.language import Language

MAX_DIGITS = 15
"""Longer numbers are refused: the page counts as exactly as Python up to here."""

MAX_TERMS = 100
"""Longer expressions are refused: working out their odds would stop the page for long."""

MAX_DEPTH = 20
"""Nested parentheses of an expression."""

_TOKEN = re.compile(r"[A-Za-z0-9]+|.", re.DOTALL)
_DIGITS = re.compile(r"[0-9]+")
# These mean the same to the page, whose idea of a letter or a space is another one.
_LETTERS = "A-Za-zÀ-ÖØ-öø-ɏЀ-ӿ"
_REMARK = re.compile(rf"[{_LETTERS}][{_LETTERS}'’. -]{{0,60}}")
_NAME = re.compile(
    rf"[@?]\{{([{_LETTERS}][{_LETTERS}_ .-]{{0,40}})(?:\|[^{{}}]*)?\}}"
    rf"|@?([{_LETTERS}]{{2,20}}(?:[._][{_LETTERS}]{{2,20}}){{0,4}})(?![{_LETTERS}\d_(])",
    re.ASCII,
)
_LETTER = re.compile(rf"[{_LETTERS}]")
_SIGN_OF_WORD = re.compile(rf"[{_LETTERS}\d(]", re.ASCII)
_BLANK = re.compile("[ \t\n\r\u00a0\u2009\u202f]*")
SLOT = re.compile(r"\{([^{}]+)\}")
"""A place in a text for a value by its name."""


@record
class Term:
    """Dice of one kind as written at `[start, end)`: `values` are its count, sign and arguments."""

    kind: str
    values: Mapping[str, Any]
    start: int
    end: int

    @property
    def count(self) -> int:
        count: int = self.values.get("count", 1)
        return count


class Parsed(NamedTuple):
    """A parsed expression.

    Attributes:
        terms: the dice in order.
        constants: the numbers that readings use.
        form: by which fields it is read, in a language that has several.
        formula: how its dice are joined, in a language of formulas.
        notes: remarks in it, which change nothing.
        has_words: whether one is nothing but words behind the dice.
    """

    terms: tuple[Term, ...]
    constants: Mapping[str, int]
    form: str = ""
    formula: Formula | None = None
    notes: tuple[str, ...] = ()
    has_words: bool = False


class _Tags(dict[str, Any]):
    """Tags, which are never changed: one more makes other ones. What is not tagged is as the language has it."""

    defaults: Mapping[str, Any]

    def __missing__(self, name: str) -> Any:
        return self.defaults[name]

    def having(self, **more: Any) -> _Tags:
        """The tags with others."""
        made = _Tags(self)
        made.update(more)
        made.defaults = self.defaults
        return made


class _State(NamedTuple):
    """The state that is restored when a part of a grammar does not fit."""

    terms: int
    constants: int
    trees: int
    notes: int
    numbers: int
    tags: _Tags
    form: str


def fill(text: str, values: Mapping[str, Any]) -> str:
    """Put values in the slots of a text."""
    return SLOT.sub(lambda match: shown_ranges(values[match[1]]), text)


class Reader:
    """One reading of one text: keeps what was read and the furthest place where that failed."""

    def __init__(self, text: str, language: Language, given: Mapping[str, int]) -> None:
        self.text = text
        self.given = given
        self.language = language
        # Case never matters in a free language; a letter with another length in lower case is none of its own.
        self.signs = "".join(_lower(sign) for sign in text) if language.free else text
        self.terms: list[Term] = []
        self.constants: list[tuple[str, int]] = []
        self.trees: list[Tree] = []
        self.notes: list[str] = []
        self.no_tags = _Tags()
        self.no_tags.defaults = language.defaults
        self.tags = self.no_tags
        self.places: dict[str, tuple[int, int]] = {}
        self.form = ""
        self.depth = 0
        self.numbers = 0
        self.furthest = (0, 0)
        self.expected: list[str] = []
        self.is_silent = False
        self.has_words = False

    def read(self) -> Parsed:
        end = self.match(self.language.grammar, 0)
        if end is not None and self.blank(end) == len(self.text):
            return self._parsed()
        if end is not None:
            self.fail(self.blank(end), "the end")
        start, stop = self.furthest
        if self.language.free and _LETTER.match(self.text, start):
            while start and _LETTER.match(self.text, start - 1):
                start -= 1  # A word is refused whole: `reroll`, of which only the `r` fits.
            if start < self.furthest[0]:
                self.expected = self._expected_at(start)
        token = self.text[start:stop]
        message = f"`{token}` cannot stand here" if token else f"the {self.language.name} breaks off"
        raise NotationError(message, start, stop, expected=_listed(self.expected))

    def _expected_at(self, start: int) -> list[str]:
        """Return what would have fitted at an earlier place."""
        other = Reader(f"{self.text[:start]}\0", self.language, self.given)
        other.match(self.language.grammar, 0)
        return other.expected if other.furthest[0] == start else ["the end"]

    def _parsed(self) -> Parsed:
        constants = dict(self.language.constants)
        for name, number in self.constants:
            constants[name] = constants.get(name, 0) + number
        if not self.trees:
            return Parsed(tuple(self.terms), constants, self.form, None, tuple(self.notes))
        try:
            formula = formula_of(self._filled(self.trees[0]))
        except FormulaError as error:
            raise NotationError(str(error), 0, len(self.text)) from None
        constants["modifier"] += formula.modifier
        terms = []
        for index, times, part in formula.placed:
            term = self.terms[index]
            more = {"part": part} if part else {}
            terms.append(replace(term, values={**term.values, "sign": term.values.get("sign", 1) * times, **more}))
        return Parsed(tuple(terms), constants, self.form, formula, tuple(self.notes), self.has_words)

    def _filled(self, tree: Tree) -> Tree:
        """A tree with numbers for names."""
        if tree[0] == "name":
            _, name, start, end = tree
            if not self.terms:
                raise FormulaError(NO_DICE)
            if name.upper() not in self.given:
                remedy = f"`{self.text[:start]}2{self.text[end:]}`, if it is 2"
                raise NotationError(f"only you know what {name} is", start, end, remedy=remedy, name=name.upper())
            return ["number", self.given[name.upper()], 1]
        return [tree[0], tree[1], *map(self._filled, tree[2:])] if isinstance(tree[1], dict) else tree

    def blank(self, at: int) -> int:
        """Return where the next sign stands, in a language to which spaces mean nothing."""
        match = _BLANK.match(self.text, at) if self.language.free else None
        return match.end() if match else at

    def fail(self, start: int, expected: str, end: int | None = None) -> None:
        """Note what would have fitted."""
        if start < self.furthest[0] or self.is_silent:
            return
        if start > self.furthest[0] or not self.expected:
            token = _TOKEN.match(self.text, start)
            self.furthest = (start, end or (token.end() if token else start))
            self.expected = []
        self.expected.append(expected)

    def make_room(self, start: int, end: int) -> None:
        """Refuse a term beyond the last that an expression may have."""
        if len(self.terms) + len(self.constants) + self.numbers >= MAX_TERMS:
            raise NotationError(f"a roll has at most {MAX_TERMS} terms", start, end)

    def value(self, reading: Any) -> Any:
        """Work out a reading of the tags that were read."""
        return self.language.reading(reading)(self.tags)

    def match(self, node: Any, at: int) -> int | None:
        """Match a node at an offset; returns where it ends, None if it does not fit."""
        if isinstance(node, str):
            start = self.blank(at)
            if self.signs.startswith(node, start):
                return start + len(node)
            self.fail(start, _shown(node))
            return None
        return _METHODS[node[0]](self, at, *node[1:])

    def _part(self, at: int, name: str) -> int | None:
        return self.match(self.language.parts[name], at)

    def _skip(self, at: int, text: str) -> int:
        start = self.blank(at)
        return start + len(text) if self.signs.startswith(text, start) else at

    def _exact(self, at: int, text: str) -> int | None:
        start = self.blank(at)
        if self.text.startswith(text, start):
            return start + len(text)
        self.fail(start, f"`{text}`")
        return None

    def _ahead(self, at: int, node: Any) -> int | None:
        was, self.is_silent = self.is_silent, True
        before = self._state()
        end = self.match(node, at)
        self._forget(before)
        self.is_silent = was
        return at if end is not None else None

    def _called(self, at: int, what: str, node: Any, signs: str = "") -> int | None:
        start = self.blank(at)
        if signs and self.signs[start : start + 1] not in signs:
            self.fail(start, what)
            return None
        furthest, expected = self.furthest, list(self.expected)
        end = self.match(node, at)
        if end is None and self.furthest[0] <= start:
            self.furthest, self.expected = furthest, expected
            self.fail(start, what)
        return end

    def _seq(self, at: int, *nodes: Any) -> int | None:
        end: int | None = at
        for node in nodes:
            if end is not None:
                end = self.match(node, end)
        return end

    def _or(self, at: int, *nodes: Any) -> int | None:
        for node in nodes:
            if (end := self._try(node, at)) is not None:
                return end
        return None

    def _opt(self, at: int, node: Any) -> int:
        end = self._try(node, at)
        return at if end is None else end

    def _many(self, at: int, node: Any) -> int:
        while (end := self._try(node, at)) is not None and end > at:
            at = end
        return at

    def _state(self) -> _State:
        lengths = len(self.terms), len(self.constants), len(self.trees), len(self.notes), self.numbers
        return _State(*lengths, self.tags, self.form)

    def _forget(self, before: _State) -> None:
        del self.terms[before.terms :], self.constants[before.constants :]
        del self.trees[before.trees :], self.notes[before.notes :]
        self.numbers, self.tags, self.form = before.numbers, before.tags, before.form

    def _try(self, node: Any, at: int) -> int | None:
        """Match a node, or leave no trace of it."""
        before = self._state()
        end = self.match(node, at)
        if end is None:
            self._forget(before)
        return end

    def _number(self, at: int, tag: str, expected: str, limits: Mapping[str, Any]) -> int | None:
        at = self.blank(at)
        digits_match = _DIGITS.match(self.text, at)
        if not digits_match:
            self.fail(at, expected)
            return None
        digits = digits_match[0]
        if len(digits) > MAX_DIGITS:
            self.fail(at, f"a number of at most {MAX_DIGITS} digits", digits_match.end())
            return None
        number = to_int(digits)
        if (
            number < limits.get("min", 0)
            or ("in" in limits and number not in limits["in"])
            or (digits != str(number) and not limits.get("zeros"))
            or len(digits) != limits.get("digits", len(digits))
        ):
            self.fail(at, expected, digits_match.end())
            return None
        if number > limits.get("max", number):
            self.fail(at, f"a number up to {limits['max']}", digits_match.end())
            return None
        self.tags = self.tags.having(**{tag: number})
        self.places[tag] = at, digits_match.end()
        return digits_match.end()

    def _word(self, at: int, tag: str, expected: str, words: Mapping[str, int]) -> int | None:
        start = self.blank(at)
        if fitting := [word for word in words if self.signs.startswith(word, start)]:
            word = max(fitting, key=len)
            self.tags = self.tags.having(**{tag: words[word]})
            return start + len(word) if word else at
        self.fail(start, expected)
        return None

    def _let(self, at: int, tag: str, reading: Any) -> int:
        self.tags = self.tags.having(**{tag: self.value(reading)})
        return at

    def _range(self, at: int, tag: str, low: Any, high: Any) -> int:
        faces = (*self.tags.get(tag, ()), (self.value(low), self.value(high)))
        self.tags = self.tags.having(**{tag: faces})
        return at

    def _where(self, at: int, reading: Any) -> int | None:
        return at if self.value(reading) else None

    def _apart(self, at: int) -> int | None:
        """Match where a word is over, and neither a number nor a parenthesis follows."""
        start = self.blank(at)
        return None if _SIGN_OF_WORD.match(self.text, start) else at

    def _whole(self, at: int) -> int | None:
        """Match where no letter follows at once: in "d10 roll", `ro` is none of the signs that end so."""
        return None if _LETTER.match(self.text, at) else at

    def _end(self, at: int) -> int | None:
        start = self.blank(at)
        if start == len(self.text):
            return start
        self.fail(start, "the end")
        return None

    def _check(self, at: int, reading: Any, message: str, remedy: str, tag: str) -> int:
        if not self.value(reading):
            start, end = self.places.get(tag, (0, at)) if tag else (self._word_before(at), at)
            text = fill(remedy, self.tags)
            if text.startswith("="):
                text = f"`{self.text[:start]}{text[1:]}{self.text[end:]}`"
            raise NotationError(fill(message, self.tags), start, end, remedy=text)
        return at

    def _word_before(self, at: int) -> int:
        at -= 1
        while at > 0 and _LETTER.match(self.text, at - 1):
            at -= 1
        return at

    def _form(self, at: int, name: str) -> int:
        self.form = name
        return at

    def _note(self, at: int, opening: str, closing: str) -> int | None:
        start = self.blank(at)
        if not self.text.startswith(opening, start):
            self.fail(start, f"`{opening}`")
            return None
        first = start + len(opening)
        last = self.text.find(closing, first) if closing else len(self.text)
        if last < 0:
            self.fail(len(self.text), f"`{closing}`")
            return None
        self.notes.append(self.text[first:last].strip())
        return last + len(closing)

    def _words(self, at: int, barred: Collection[str], opening: str = "", closing: str = "") -> int | None:
        """Match a remark in words between two signs, or behind a space and up to the end; none of them is barred."""
        start = self.blank(at)
        end = self.text.find(closing, start) if closing else len(self.text)
        first = start + len(opening)
        said = self.text[first:end] if self.text.startswith(opening, start) else ""
        words = [word.strip(".'’-") for word in self.signs[first:end].split(" ") if word]
        if (
            not (start > at or closing)
            or end < first
            or not _REMARK.fullmatch(said)
            or any(word in barred for word in words)
        ):
            self.fail(start, "the end")
            return None
        self.notes.append(said.strip())
        self.has_words = True
        return end + len(closing)

    def _name(self, at: int) -> int | None:
        """Match the name of a number that only the reader knows."""
        start = self.blank(at)
        name = _NAME.match(self.text, start)
        if name is None:
            self.fail(start, "a number")
            return None
        self.make_room(start, name.end())
        self.numbers += 1
        self.trees.append(["name", name[1] or name[2], start, name.end()])
        return name.end()

    def _term(self, at: int, kind: str, node: Any) -> int | None:
        self.tags = self.no_tags
        end = self.match(node, at)
        if end is not None:
            at = self.blank(at)
            self.make_room(at, end)
            if self.language.has_formulas:
                self.trees.append(["term", len(self.terms)])
            tags = dict(self.tags)
            self.terms.append(Term(tags.pop("kind", kind), tags, at, end))
        return end

    def _kind(self, at: int, kind: str) -> int:
        self.tags = self.tags.having(kind=kind)
        return at

    def _constant(self, at: int, name: str, node: Any) -> int | None:
        self.tags = self.no_tags
        end = self.match(node, at)
        if end is not None:
            self.make_room(at, end)
            self.constants.append((name, self.tags.get("sign", 1) * self.tags["value"]))
        return end

    def _value(self, at: int, node: Any) -> int | None:
        tags, self.tags = self.tags, self.no_tags
        end = self.match(node, at)
        if end is not None:
            self.make_room(at, end)
            self.numbers += 1
            self.trees.append(["number", self.tags["value"], self.tags.get("over", 1)])
        self.tags = tags
        return end

    def _counted(self, at: int, tag: str, node: Any) -> int | None:
        """A tag that is worked out of numbers."""
        first, tags = len(self.trees), self.tags
        end = self.match(node, at)
        if end is None:
            return None
        number = number_of(self.trees.pop())
        del self.trees[first:]
        self.tags = tags
        if number is None or number < 0:
            self.fail(self.blank(at), "a whole number", end)
            return None
        self.tags = tags.having(**{tag: number})
        self.places[tag] = self.blank(at), end
        return end

    def _apply(self, at: int, operator: str, node: Any, tail: Any) -> int | None:
        if self.depth == MAX_DEPTH:
            raise NotationError(f"at most {MAX_DEPTH} parentheses stand inside each other", at, at + 1)
        first = len(self.trees)
        self.depth += 1
        end = self.match(node, at)
        self.depth -= 1
        if end is None:
            return None
        operands = self.trees[first:]
        self.tags = self.no_tags.having(count=len(operands), last=len(operands))
        end = self.match(tail, end)
        if end is not None:
            self.trees[first:] = [[operator, dict(self.tags), *operands]]
        return end

    def _left(self, at: int, node: Any, operators: Any) -> int | None:
        end = self.match(node, at)
        while end is not None:
            for sign, operator, *operand in operators:
                further = self._try(["seq", sign, *(operand or [node])], end)
                if further is not None:
                    one, other = self.trees[-2:]
                    self.trees[-2:] = [[operator, {}, one, other]]
                    end = further
                    break
            else:
                return end
        return None


_METHODS: dict[str, Callable[..., int | None]] = {
    name: getattr(Reader, f"_{name}")
    for name in (
        *("part", "skip", "exact", "ahead", "called", "seq", "or", "opt", "many", "number", "word", "let", "range"),
        *(
            "where",
            "apart",
            "whole",
            "end",
            "words",
            "name",
            "check",
            "form",
            "note",
            "term",
            "kind",
            "constant",
            "value",
            "counted",
            "apply",
        ),
        "left",
    )
}
"""The method for each kind of node."""


def _shown(sign: str) -> str:
    """Return a sign as errors name it when it is missing."""
    return "a space" if sign == " " else f"`{sign}`"


def _listed(expected: Sequence[str]) -> str:
    """Return what would have fitted, each once; of what continues alike, what says more."""
    names = [*dict.fromkeys(expected)]
    return " or ".join(one for one in names if not any(other.startswith(f"{one} ") for other in names))


def _lower(sign: str) -> str:
    lower = sign.lower()
    return lower if len(lower) == 1 else sign


def compiler_of() -> Callable[[Any], Callable[[Mapping[str, Any]], Any]]:
    """A function that compiles readings of tags, each once."""
    known: dict[int, Callable[[Mapping[str, Any]], Any]] = {}

    def compiled(reading: Any) -> Callable[[Mapping[str, Any]], Any]:
        if id(reading) not in known:
            known[id(reading)] = compile_reading(reading, _ANY)
        return known[id(reading)]

    return compiled


class _AnyName(tuple[str, ...]):
    """Names of all values that there may be; a language is checked when it is made."""

    __slots__ = ()

    def __contains__(self, name: object) -> bool:
        return True


_ANY = _AnyName()

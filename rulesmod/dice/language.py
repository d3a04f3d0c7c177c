"""Notations as data: the grammar of a dice language and what its words roll.

One interpreter here and one in the page read the same data, so that an expression has the same
meaning, and a faulty one the same error, in both. A grammar node is

    "text"                              this text
    ["skip", "text"]                    this text, if it is there
    ["seq", node, ...]                  one after the other
    ["or", node, ...]                   the first that fits
    ["opt", node], ["many", node]       at most once; as often as it goes
    ["number", tag, expected, limits]   digits; limits: "min", "in" (the numbers allowed), "zeros" (may lead)
    ["word", tag, expected, {word: n}]  the longest of these words that fits, which stands for a number
    ["term", die, node]                 dice of a kind: what `node` tags is `count`, `sign` and its arguments
    ["constant", name, node]            a number that readings use: `sign` times `value`, added up
    ["part", name]                      the node of this name among the language's `parts`

and a kind of die is a table whose axes run from 1 to an argument, with readings of axes and arguments:

    {"name": "d{size}", "axes": {"face": "size"},
     "rows": [{"when": ["=", "face", 1], "tallies": {"ones": 1}, "label": "counts 1"}, ...]}

or dice of other kinds that are read together (see `Hand`), `of` groups of `[kind, {argument: reading}, how many]`,
maybe with a fourth item, what readings call the number of its dice that show a face:

    {"name": "{dice}d{size}kh{keep}", "takes": ["dice", "size", "keep"],
     "hand": {"of": [["die", {"size": "size"}, "dice"]], "first": ["-", "dice", "keep"]}}

The first row whose `when` holds applies; where none does, a face counts nothing. `adds` is a list of
`[kind, {argument: reading}, count]`, of which a count below 1 adds none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, NamedTuple

from rulesmod.dice.checking import check_language
from rulesmod.dice.die import Die, InvalidProgramError, Row, check_die
from rulesmod.dice.hand import SUM, Group, Hand, define_hand
from rulesmod.dice.program import Field, Program, Trigger
from rulesmod.dice.reading import Value, Values, compile_reading
from rulesmod.digits import to_int
from rulesmod.notation import NotationError
from rulesmod.records import record

MAX_DIGITS = 15
"""Longer numbers are refused: the page counts as exactly as Python up to here."""

MAX_TERMS = 100
"""Longer expressions are refused: working out their odds would stop the page for long."""

MAX_ROWS = 2**16
"""Dice of more rows are refused before they are made."""

GIVES = (("total", ["*", "sign", "total"]),)
"""The default tallies of dice that are read together."""

_TOKEN = re.compile(r"[A-Za-z0-9]+|.", re.DOTALL)
_DIGITS = re.compile(r"[0-9]+")
_SLOT = re.compile(r"\{([^{}]+)\}")


@record
class Term:
    """Dice of one kind as written at `[start, end)`: `values` are its count, sign and arguments."""

    kind: str
    values: Mapping[str, int]
    start: int
    end: int

    @property
    def count(self) -> int:
        return self.values.get("count", 1)


class Parsed(NamedTuple):
    """A parsed expression: the dice in order, and the constants."""

    terms: tuple[Term, ...]
    constants: Mapping[str, int]


@record
class Language:
    """A dice language as data.

    Attributes:
        name: what the book calls an expression ("level pool").
        grammar: the node that reads a whole expression.
        dice: the kinds of die, by the name that terms use.
        fields: the outcome; a field `with` kinds is there only where one of them is rolled.
        sums, flags, triggers, needs, tie_wins: as in a `Program`.
        constants: the readings' constants and their values before any is written.
        parts: nodes that the grammar has in several places, by name.
        words: what the widget calls things ("target": "target number").
    """

    name: str
    grammar: Any
    dice: Mapping[str, Mapping[str, Any]]
    fields: tuple[Mapping[str, Any], ...]
    sums: tuple[str, ...]
    flags: tuple[str, ...] = ()
    constants: Mapping[str, int] = field(default_factory=dict)
    triggers: tuple[Mapping[str, Any], ...] = ()
    needs: int | None = None
    tie_wins: bool = False
    words: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_language(self)

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON-ready data, for the page. Where the order counts, names go with their values in pairs: a
        JSON object would not keep it in the page for names of digits."""
        return {
            "name": self.name,
            "grammar": self.grammar,
            "dice": {kind: _die_to_json(die) for kind, die in self.dice.items()},
            "fields": list(self.fields),
            "sums": list(self.sums),
            "flags": list(self.flags),
            "constants": dict(self.constants),
            "triggers": [{**item, "adds": [*item["adds"].items()]} for item in self.triggers],
            "needs": self.needs,
            "tie_wins": self.tie_wins,
            "words": dict(self.words),
            "parts": dict(self.parts),
        }

    def parse(self, text: str) -> Parsed:
        """Read an expression.

        Raises:
            NotationError: it is none, with the place and what was expected there.
        """
        return _Reader(text, self).read()

    def program(self, parsed: Parsed) -> Program:
        """The dice that an expression rolls, and how they are read.

        Raises:
            InvalidProgramError: there are no such dice.
        """
        dice: dict[str, Die] = {}
        pool: dict[str, int] = {}
        hands: dict[str, Hand] = {}
        for term in parsed.terms:
            name = self._define(term.kind, term.values, dice, hands)
            pool[name] = pool.get(name, 0) + term.count
        kinds = {term.kind for term in parsed.terms}
        fields = [item for item in self.fields if "with" not in item or kinds & set(item["with"])]
        triggers = [item for item in self.triggers if item["with"] in kinds]
        return Program(
            dice=dice,
            pool=tuple(pool.items()),
            fields=tuple(Field(item["name"], item["label"], item["reading"], item.get("words", ())) for item in fields),
            sums=tuple(tally for tally in self.sums if _names(tally, [item["reading"] for item in fields])),
            flags=self.flags,
            constants={**self.constants, **parsed.constants},
            triggers=tuple(
                Trigger(
                    item["tally"],
                    item["at_least"],
                    {self._define(kind, {}, dice, hands): count for kind, count in item["adds"].items()},
                )
                for item in triggers
            ),
            needs=self.needs,
            tie_wins=self.tie_wins,
            hands=hands,
        )

    def _define(self, kind: str, values: Mapping[str, int], dice: dict[str, Die], hands: dict[str, Hand]) -> str:
        """Put the die of a kind, and those it adds, into `dice`; returns its name."""
        template = self._template(kind)
        arguments = {"sign": 1, **values}
        name = ("-" if arguments["sign"] < 0 else "") + _fill(template.name, arguments)
        if name not in dice and "hand" in self.dice[kind]:
            define_hand(name, self._hand(kind, arguments, dice, hands), dice, hands)
        elif name not in dice:
            ends = template.ends(arguments)
            if prod(ends) > MAX_ROWS:
                raise InvalidProgramError(f"`{name}` has more than {MAX_ROWS} rows")
            die = Die(tuple([self._row(template, values, dice, hands) for values in template.points(arguments, ends)]))
            check_die(name, die)
            dice[name] = die
        return name

    def _hand(self, kind: str, arguments: Mapping[str, int], dice: dict[str, Die], hands: dict[str, Hand]) -> Hand:
        data = self.dice[kind]["hand"]
        groups = []
        known = {name: arguments[name] for name in (*self.dice[kind].get("takes", ()), "sign") if name in arguments}
        for of, inner, count, *name in data["of"]:
            if (number := _number_of(count, arguments)) <= 0:
                known[name[0] if name else "n"] = 0
            else:
                given = {key: _number_of(reading, arguments) for key, reading in inner.items()}
                groups.append(Group(self._define(of, given, dice, hands), number, *name))
        if not groups:
            raise InvalidProgramError("there are no dice")
        thrown = sum(group.number for group in groups)
        return Hand(
            groups=tuple(groups),
            first=max(0, _number_of(data.get("first", 0), arguments)),
            last=min(thrown, _number_of(data.get("last", thrown), arguments)),
            each=tuple((name, reading) for name, reading in data.get("each", SUM)),
            gives=tuple((tally, reading) for tally, reading in data.get("gives", GIVES)),
            given=tuple(known.items()),
            drawn=bool(data.get("drawn")),
        )

    def _row(self, template: _Template, values: Mapping[str, int], dice: dict[str, Die], hands: dict[str, Hand]) -> Row:
        case = next((case for case in template.cases if case.when(values)), _NOTHING)
        tallies = {name: int(tally(values)) for name, tally in case.tallies.items()}
        adds: dict[str, int] = {}
        for kind, inner, count in case.adds:
            if (number := int(count(values))) > 0:
                add = self._define(kind, {key: int(item(values)) for key, item in inner.items()}, dice, hands)
                adds[add] = adds.get(add, 0) + number
        return Row(
            face=template.face(values),
            weight=int(case.weight(values)),
            tallies={name: tally for name, tally in tallies.items() if tally},
            again=bool(case.again(values)),
            adds=adds,
            label=_fill(case.label, {**values, **tallies}),
        )

    def _template(self, kind: str) -> _Template:
        """A kind of die, made ready when it is first asked for: of many kinds an expression has one or two."""
        if kind not in self._templates:
            self._templates[kind] = _Template(self.dice[kind])
        return self._templates[kind]

    @cached_property
    def _templates(self) -> dict[str, _Template]:
        return {}


Function = Callable[[Values], Value]


class _Case:
    """A row of a kind of die, its readings compiled over the values at hand."""

    def __init__(self, data: Mapping[str, Any], names: tuple[str, ...]) -> None:
        def read(key: str, default: int) -> Function:
            return compile_reading(data.get(key, default), names)

        self.when = read("when", 1)
        self.weight = read("weight", 1)
        self.again = read("again", 0)
        self.tallies = {name: compile_reading(item, names) for name, item in data.get("tallies", {}).items()}
        self.adds = [
            (kind, {key: compile_reading(item, names) for key, item in inner.items()}, compile_reading(n, names))
            for kind, inner, n in data.get("adds", ())
        ]
        self.label: str = data.get("label", "")


_NOTHING = _Case({}, ())


class _Template:
    """A kind of die. `shown` is a reading or, with slots, a text; the first axis if left out."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.name: str = data["name"]
        self.axes: Mapping[str, int | str] = data.get("axes", {})
        arguments = {end for end in self.axes.values() if isinstance(end, str)}
        names = (*self.axes, *arguments, *data.get("takes", ()), "sign")
        self.cases = [_Case(row, names) for row in data.get("rows", ())]
        self._shown = data.get("shown", next(iter(self.axes), 0))
        self._read_shown = None if _SLOT.search(str(self._shown)) else compile_reading(self._shown, names)

    def ends(self, arguments: Mapping[str, int]) -> list[int]:
        """How far each axis goes."""
        return [arguments[end] if isinstance(end, str) else end for end in self.axes.values()]

    def points(self, arguments: Mapping[str, int], ends: Sequence[int]) -> Iterator[dict[str, int]]:
        """The values of all rows: arguments and one point of the axes each, the last axis fastest."""
        for point in product(*(range(1, end + 1) for end in ends)):
            yield {**arguments, **dict(zip(self.axes, point, strict=True))}

    def face(self, values: Mapping[str, int]) -> int | str:
        return int(self._read_shown(values)) if self._read_shown else _fill(self._shown, values)


def _names(name: str, reading: Any) -> bool:
    """Return whether a reading contains a name."""
    return (
        reading == name
        if isinstance(reading, str)
        else isinstance(reading, list | tuple) and any(_names(name, part) for part in reading)
    )


def _die_to_json(die: Mapping[str, Any]) -> dict[str, Any]:
    if "hand" in die:
        return {**die, "hand": {"each": SUM, "gives": GIVES, **die["hand"]}}
    return {**die, "axes": [*die.get("axes", {}).items()]}


def _number_of(reading: Any, values: Mapping[str, int]) -> int:
    return int(compile_reading(reading, tuple(values))(values))


def _fill(text: str, values: Mapping[str, int]) -> str:
    return _SLOT.sub(lambda match: str(values[match[1]]), text)


class _Reader:
    """One reading of one text: keeps what was read and the furthest place where that failed."""

    def __init__(self, text: str, language: Language) -> None:
        self.text = text
        self.language = language
        self.terms: list[Term] = []
        self.constants: list[tuple[str, int]] = []
        self.tags: dict[str, int] = {}
        self.furthest = (0, 0)
        self.expected: list[str] = []

    def read(self) -> Parsed:
        end = self.match(self.language.grammar, 0)
        if end == len(self.text):
            constants = dict(self.language.constants)
            for name, number in self.constants:
                constants[name] = constants.get(name, 0) + number
            return Parsed(tuple(self.terms), constants)
        if end is not None:
            self.fail(end, "the end")
        start, stop = self.furthest
        token = self.text[start:stop]
        message = f"`{token}` cannot stand here" if token else f"the {self.language.name} breaks off"
        raise NotationError(message, start, stop, expected=" or ".join(dict.fromkeys(self.expected)))

    def fail(self, start: int, expected: str, end: int | None = None) -> None:
        """Note what would have fitted."""
        if start < self.furthest[0]:
            return
        if start > self.furthest[0] or not self.expected:
            token = _TOKEN.match(self.text, start)
            self.furthest = (start, end or (token.end() if token else start))
            self.expected = []
        self.expected.append(expected)

    def make_room(self, start: int, end: int) -> None:
        """Refuse a term beyond the last that an expression may have."""
        if len(self.terms) + len(self.constants) == MAX_TERMS:
            raise NotationError(f"a roll has at most {MAX_TERMS} terms", start, end)

    def match(self, node: Any, at: int) -> int | None:
        """Match a node at an offset; returns where it ends, None if it does not fit."""
        if isinstance(node, str):
            if self.text.startswith(node, at):
                return at + len(node)
            self.fail(at, f"`{node}`")
            return None
        return getattr(self, f"_{node[0]}")(at, *node[1:])  # type: ignore[no-any-return]

    def _part(self, at: int, name: str) -> int | None:
        return self.match(self.language.parts[name], at)

    def _skip(self, at: int, text: str) -> int:
        return at + len(text) if self.text.startswith(text, at) else at

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

    def _try(self, node: Any, at: int) -> int | None:
        """Match a node, or leave no trace of it."""
        kept = len(self.terms), len(self.constants), dict(self.tags)
        end = self.match(node, at)
        if end is None:
            del self.terms[kept[0] :], self.constants[kept[1] :]
            self.tags = kept[2]
        return end

    def _number(self, at: int, tag: str, expected: str, limits: Mapping[str, Any]) -> int | None:
        found = _DIGITS.match(self.text, at)
        if not found:
            self.fail(at, expected)
            return None
        digits = found[0]
        if len(digits) > MAX_DIGITS:
            self.fail(at, f"a number of at most {MAX_DIGITS} digits", found.end())
            return None
        number = to_int(digits)
        if (
            number < limits.get("min", 0)
            or ("in" in limits and number not in limits["in"])
            or (digits != str(number) and not limits.get("zeros"))
        ):
            self.fail(at, expected, found.end())
            return None
        if number > limits.get("max", number):
            self.fail(at, f"a number up to {limits['max']}", found.end())
            return None
        self.tags[tag] = number
        return found.end()

    def _word(self, at: int, tag: str, expected: str, words: Mapping[str, int]) -> int | None:
        if fitting := [word for word in words if self.text.startswith(word, at)]:
            word = max(fitting, key=len)
            self.tags[tag] = words[word]
            return at + len(word)
        self.fail(at, expected)
        return None

    def _term(self, at: int, kind: str, node: Any) -> int | None:
        self.tags = {}
        end = self.match(node, at)
        if end is not None:
            self.make_room(at, end)
            self.terms.append(Term(kind, dict(self.tags), at, end))
        return end

    def _constant(self, at: int, name: str, node: Any) -> int | None:
        self.tags = {}
        end = self.match(node, at)
        if end is not None:
            self.make_room(at, end)
            self.constants.append((name, self.tags.get("sign", 1) * self.tags["value"]))
        return end

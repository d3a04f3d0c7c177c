"""Notations as data: the grammar of a dice language and what its words roll.

One interpreter here and one in the page read the same data, so that an expression has the same
meaning, and a faulty one the same error, in both. A grammar node is

    "text"                              this text
    ["skip", "text"]                    this text, if it is there
    ["seq", node, ...]                  one after the other
    ["or", node, ...]                   the first that fits
    ["opt", node], ["many", node]       at most once; as often as it goes
    ["number", tag, expected, limits]   digits; limits: "min", "max", "in" (those allowed), "zeros" (may lead),
                                        "digits" (just so many)
    ["word", tag, expected, {word: n}]  the longest of these words that fits, which stands for a number
    ["term", die, node]                 dice of a kind: what `node` tags is `count`, `sign` and its arguments
    ["constant", name, node]            a number that readings use: `sign` times `value`, added up
    ["part", name]                      the node of this name among the language's `parts`
    ["exact", "text"]                   this text, where capitals matter
    ["ahead", node]                     what follows fits `node`, which stays unread
    ["called", what, node]              a node that errors call by one name; maybe with all signs that it begins with
    ["kind", die]                       dice of this kind instead, within a term
    ["let", tag, reading]               a tag that follows from those before it
    ["range", tag, low, high]           one more range of faces, two readings, in the list that `tag` is
    ["check", reading, message, remedy, tag]   what must hold, else an error at the number `tag`, without a tag at the
                                        word before; slots are tags. A remedy that begins with `=` is a number in the
                                        place of that one
    ["where", reading]                  nothing, where a reading of the tags holds
    ["apart"], ["end"]                  nothing, where a word is over; where the text is
    ["whole"]                           nothing, where no letter follows at once
    ["form", name]                      what an expression of this form is read by: fields `with` it
    ["words", [word, ...], open, close] a remark in words behind a space and up to the end, or between two signs; none
                                        of these is among them
    ["note", open, close]               a remark between two signs; without `close` up to the end

A language of formulas (`rulesmod.dice.formulas`) builds a tree of its terms:

    ["value", node]                     a number: `value` over `over`
    ["name"]                            a number that the reader knows by this name
    ["apply", operator, node, node]     an operator over what the first node builds; the second tags what it needs
    ["counted", tag, node]              a tag that is a formula of numbers
    ["left", node, [[node, operator], ...]]   operators between operands, worked out from the left; an operator may
                                        have another node for what stands behind it

and a kind of die is a table whose axes run from 1 to an argument, with readings of axes and arguments:

    {"name": "d{size}", "axes": {"face": "size"},
     "rows": [{"when": ["=", "face", 1], "tallies": {"ones": 1}, "label": "counts 1"}, ...]}

or dice of other kinds that are read together (see `Hand`), `of` groups of `[kind, {argument: reading}, how many]`,
maybe with a fourth item, what readings call the number of its dice that show a face:

    {"name": "{dice}d{size}kh{keep}", "takes": ["dice", "size", "keep"],
     "hand": {"of": [["die", {"size": "size"}, "dice"]], "first": ["-", "dice", "keep"]}}

A kind may stand for all its dice at once (`whole`), and be `like` another one but for what it says itself. `lets` are
names for readings of a row. `as` has what is different where a reading of the arguments holds, as `[[reading, {key:
data}], ...]`.
A name may have parts that are only there where a reading holds: `["d{size}", ["explodes", "!"]]`, and `"*"` for what is
`written`. The kind `""` is the own.

The first row whose `when` holds applies; where none does, a face counts nothing. `adds` is a list of
`[kind, {argument: reading}, count]`, of which a count below 1 adds none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import product
from math import prod
from types import MappingProxyType
from typing import Any, NamedTuple

from rulesmod.dice.checking import check_language
from rulesmod.dice.die import Die, InvalidProgramError, Row, check_die
from rulesmod.dice.digits import to_int
from rulesmod.dice.formulas import TOTAL, tally_of
from rulesmod.dice.hand import SUM, Group, Hand
from rulesmod.dice.program import Field, Program, Trigger
from rulesmod.dice.reader import MAX_TERMS as MAX_TERMS
from rulesmod.dice.reader import SLOT, Reader, compiler_of, fill
from rulesmod.dice.reader import Parsed as Parsed
from rulesmod.dice.reader import Term as Term
from rulesmod.dice.reading import Reading, Value, Values, compile_reading
from rulesmod.records import record

MAX_ROWS = 2**16
"""Dice of more rows are refused before they are made."""

GIVES = (("total", ["*", "sign", "total"]),)
"""The default tallies of dice that are read together."""


class _Made(NamedTuple):
    """The dice of a program as they are made. Two parts of a formula may have dice of one name: `parts` says whose."""

    dice: dict[str, Die]
    hands: dict[str, Hand]
    parts: dict[str, int]


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
        defaults: the tags of all terms where an expression does not say.
        free: whether spaces and capitals mean nothing in it.
        is_checked: whether it is known to contradict itself nowhere, so that nobody need wait for a check.
        synonyms: what is written elsewhere, and what comes nearest to it here, for those who write it.
        choices: words between two expressions of which one is to be rolled.
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
    defaults: Mapping[str, Any] = field(default_factory=dict)
    free: bool = False
    is_checked: bool = False
    synonyms: tuple[tuple[str, str], ...] = ()
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.is_checked:
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
            **({"defaults": dict(self.defaults)} if self.defaults else {}),
            **({"free": 1} if self.free else {}),
            **({"synonyms": [list(pair) for pair in self.synonyms]} if self.synonyms else {}),
        }

    def parse(self, text: str, given: Mapping[str, int] = MappingProxyType({})) -> Parsed:
        """Read an expression.

        Args:
            text: the expression.
            given: numbers that only the reader knows, by name in capitals.

        Raises:
            NotationError: it is none, with the place and what was expected there.
        """
        return Reader(text, self, given).read()

    @cached_property
    def has_formulas(self) -> bool:
        """True if expressions are formulas."""
        return any(_holds_formula(node) for node in (self.grammar, *self.parts.values()))

    @cached_property
    def reading(self) -> Callable[[Any], Callable[[Mapping[str, Any]], Any]]:
        """A function that compiles readings of tags."""
        return compiler_of()

    def program(self, parsed: Parsed) -> Program:
        """The dice that an expression rolls, and how they are read.

        Raises:
            InvalidProgramError: there are no such dice.
        """
        made = _Made({}, {}, {})
        pool: dict[str, int] = {}
        kinds = {term.kind for term in parsed.terms}
        for term in parsed.terms:
            name = self._define(term.kind, term.values, made)
            is_whole = self.kinds[self.resolved(term.kind, term.values)[0]].get("whole")
            pool[name] = pool.get(name, 0) + (1 if is_whole else term.count)
        wanted = {*kinds, parsed.form}
        fields = [item for item in self.fields if "with" not in item or wanted & set(item["with"])]
        readings = [_with_result(item["reading"], parsed) for item in fields]
        triggers = [item for item in self.triggers if item["with"] in kinds]
        last = max((term.values.get("part", 0) for term in parsed.terms), default=0)
        sums = (*self.sums, *(tally_of(part) for part in range(1, last + 1)))
        return Program(
            fields=tuple(
                Field(item["name"], item["label"], reading, item.get("words", ()))
                for item, reading in zip(fields, readings, strict=True)
            ),
            sums=tuple(tally for tally in sums if _names(tally, readings)),
            flags=self.flags,
            constants={**self.constants, **parsed.constants},
            triggers=tuple(
                Trigger(
                    item["tally"],
                    item["at_least"],
                    {self._define(kind, {}, made): count for kind, count in item["adds"].items()},
                )
                for item in triggers
            ),
            dice=made.dice,
            pool=tuple(pool.items()),
            needs=self.needs,
            tie_wins=self.tie_wins,
            hands=made.hands,
        )

    def name_of(self, kind: str, values: Mapping[str, Any]) -> str:
        """The name of a die with all of its arguments."""
        return self._template(kind).named(values)

    def resolved(self, kind: str, values: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        """The kind that dice are by their arguments, and all of these."""
        values = {"sign": 1, **self.defaults, **values} if self.defaults else {"sign": 1, **values}
        for index, (reading, _) in enumerate(self.kinds[kind].get("as", ())):
            if self.reading(reading)(values):
                return f"{kind} {index}", values
        return kind, values

    @cached_property
    def kinds(self) -> Mapping[str, Mapping[str, Any]]:
        """The kinds of die with all that they have of others, and what they are in certain cases."""
        made: dict[str, Mapping[str, Any]] = {}
        for kind, data in self.dice.items():
            whole = {**self.dice.get(data.get("like", ""), {}), **data, "base": kind}
            made[kind] = whole
            for index, (_, more) in enumerate(whole.get("as", ())):
                made[f"{kind} {index}"] = {**whole, "as": (), **more}
        return made

    def _define(self, kind: str, values: Mapping[str, Any], made: _Made) -> str:
        """Put the die of a kind, and those it adds, among the dice that are made; returns its name."""
        kind, arguments = self.resolved(kind, values)
        template = self._template(kind)
        part = arguments.get("part", 0)
        name = _signed(arguments["sign"]) + template.named(arguments)
        while made.parts.get(name, part) != part:
            name += "′"
        if name in made.parts:
            return name
        if "hand" in self.kinds[kind]:
            hand = self._hand(kind, arguments, made)
            made.hands[name] = hand
        else:
            ends = template.ends(arguments)
            if prod(map(len, ends)) > MAX_ROWS:
                raise InvalidProgramError(f"`{name}` has more than {MAX_ROWS} rows")
            die = Die(tuple([self._row(template, values, made) for values in template.points(arguments, ends)]))
            check_die(name, die)
            made.dice[name] = die
        made.parts[name] = part
        return name

    def _hand(self, kind: str, arguments: Mapping[str, Any], made: _Made) -> Hand:
        data = self.kinds[kind]["hand"]
        groups = []
        known = {name: arguments[name] for name in (*self.kinds[kind].get("takes", ()), "sign") if name in arguments}
        inner_part = {"part": arguments["part"]} if "part" in arguments else {}
        for of, inner, count, *name in data["of"]:
            if (number := _number_of(count, arguments)) <= 0:
                known[name[0] if name else "n"] = 0
            else:
                given = {
                    key: _given(compile_reading(reading, tuple(arguments))(arguments)) for key, reading in inner.items()
                }
                groups.append(
                    Group(self._define(of or self.kinds[kind]["base"], {**given, **inner_part}, made), number, *name)
                )
        if not groups:
            raise InvalidProgramError("there are no dice")
        thrown = sum(group.number for group in groups)
        part = arguments.get("part", 0)
        each, gives = data.get("each", SUM), data.get("gives", GIVES)
        readings = [reading for _, reading in (*each, *gives)]
        return Hand(
            groups=tuple(groups),
            first=max(0, _number_of(data.get("first", 0), arguments)),
            last=min(thrown, _number_of(data.get("last", thrown), arguments)),
            each=tuple((name, reading) for name, reading in each),
            gives=tuple((_in_part(tally, part), reading) for tally, reading in gives),
            given=tuple((name, value) for name, value in known.items() if _names(name, readings)),
            drawn=bool(data.get("drawn")),
            grows=_number_of(data.get("grows", 0), arguments),
        )

    def _row(self, template: _Template, values: Mapping[str, Any], made: _Made) -> Row:
        case = next((case for case in template.cases if case.when(values)), _NOTHING)
        part = values.get("part", 0)
        tallies = {name: int(tally(values)) for name, tally in case.tallies.items()}
        adds: dict[str, int] = {}
        for kind, inner, count in case.adds:
            if (number := int(count(values))) > 0:
                given = {key: _given(item(values)) for key, item in inner.items()}
                add = self._define(kind or template.base, {**given, "part": part} if part else given, made)
                adds[add] = adds.get(add, 0) + number
        return Row(
            face=template.face(values),
            weight=int(case.weight(values)),
            tallies={_in_part(name, part): tally for name, tally in tallies.items() if tally},
            again=bool(case.again(values)),
            adds=adds,
            label=fill(case.label, {**values, **tallies}) if case.label else "",
        )

    def _template(self, kind: str) -> _Template:
        """A kind of die, made ready when it is first asked for: of many kinds an expression has one or two."""
        if kind not in self._templates:
            self._templates[kind] = _Template(self.kinds[kind])
        return self._templates[kind]

    @cached_property
    def _templates(self) -> dict[str, _Template]:
        return {}


Function = Callable[[Values], Value]


class _Case:
    """A row of a kind of die, its readings compiled over the values at hand."""

    def __init__(self, data: Mapping[str, Any], names: Sequence[str]) -> None:
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
        self.axes: Mapping[str, int | str] = data.get("axes", {})
        arguments = {end for end in self.axes.values() if isinstance(end, str)}
        names = [*self.axes, *arguments, *data.get("takes", ()), "sign"]
        self.base: str = data["base"]
        self.lets = []
        for name, reading in data.get("lets", ()):
            self.lets.append((name, compile_reading(reading, names)))
            names.append(name)
        self.name: list[tuple[Function | None, str]] = [
            (compile_reading(part[0], names), part[1]) if isinstance(part, list | tuple) else (None, part)
            for part in ([data["name"]] if isinstance(data["name"], str) else data["name"])
        ]
        self.name = [(when, data["written"] if part == "*" else part) for when, part in self.name]
        self.cases = [_Case(row, names) for row in data.get("rows", ())]
        self._shown = data.get("shown", next(iter(self.axes), 0))
        self._read_shown = None if SLOT.search(str(self._shown)) else compile_reading(self._shown, names)

    def named(self, arguments: Mapping[str, Any]) -> str:
        """The name of the die with some arguments."""
        return "".join([fill(text, arguments) for when, text in self.name if when is None or when(arguments)])

    def ends(self, arguments: Mapping[str, Any]) -> list[Sequence[int]]:
        """The values of each axis."""
        return [_axis(arguments[end] if isinstance(end, str) else end) for end in self.axes.values()]

    def points(self, arguments: Mapping[str, Any], ends: Sequence[Sequence[int]]) -> Iterator[dict[str, Any]]:
        """The values of all rows: arguments and one point of the axes each, the last axis fastest."""
        for point in product(*ends):
            values = {**arguments, **dict(zip(self.axes, point, strict=True))}
            for name, reading in self.lets:
                values[name] = reading(values)
            yield values

    def face(self, values: Mapping[str, Any]) -> int | str:
        return int(self._read_shown(values)) if self._read_shown else fill(self._shown, values)


def _names(name: str, reading: Any) -> bool:
    """Return whether a reading contains a name."""
    return (
        reading == name
        if isinstance(reading, str)
        else isinstance(reading, list | tuple) and any(_names(name, part) for part in reading)
    )


def _die_to_json(die: Mapping[str, Any]) -> dict[str, Any]:
    data = dict(die)
    if "hand" in die:
        data["hand"] = {"each": SUM, "gives": GIVES, **die["hand"]}
    if "axes" in die or not {"hand", "like"} & {*die}:
        data["axes"] = [*die.get("axes", {}).items()]
    if "as" in die:
        data["as"] = [[reading, _die_to_json({"like": "", **more})] for reading, more in die["as"]]
    return data


def _number_of(reading: Any, values: Mapping[str, int]) -> int:
    return int(compile_reading(reading, tuple(values))(values))


def _axis(end: Any) -> Sequence[int]:
    """The values of an axis: those from 1 to a number, or those of some ranges."""
    return range(1, end + 1) if isinstance(end, int) else [at for low, high in end for at in range(low, high + 1)]


def _given(value: Any) -> Any:
    """An argument of a die: a number, or faces."""
    return value if isinstance(value, list | tuple) else to_int(value)


def _signed(times: int) -> str:
    """Return the beginning of the name of a die that counts so many times."""
    return ("-" if times < 0 else "") + ("" if abs(times) == 1 else f"{abs(times)}×")


def _in_part(tally: str, part: int) -> str:
    return tally_of(part) if part and tally == TOTAL else tally


def _with_result(reading: Any, parsed: Parsed) -> Reading:
    """A field's reading, in which `result` is what the formula comes to."""
    if reading == "result" and parsed.formula is not None:
        return parsed.formula.reading
    if isinstance(reading, list | tuple):
        return [reading[0], *(_with_result(part, parsed) for part in reading[1:])]
    return reading  # type: ignore[no-any-return]


def _holds_formula(node: Any) -> bool:
    return isinstance(node, list | tuple) and (
        (bool(node) and node[0] in ("value", "apply", "left")) or any(map(_holds_formula, node))
    )

"""Calls of rules, as writers put them into comments: `pool_health_points("2:d8/1:d20")`.

Read by a small total parser and never executed: a name, and arguments that are numbers, texts, names of
the game or lists of these. The name is that of a rule function, a worked sum, a table or a phrase of the
system, always with `_` between its words.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from rulebook.lexing.dice import size_of_die
from rulebook.naming.spelling import near_names
from rulesmod.system import Answer, CellValue, NotationError, Phrase, RuleTable, System, WorkedSum

MAX_ARGUMENTS = 100
"""Also the most items of a list."""
MAX_LENGTH = 2000

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[+\-−]?\d+(?:\.\d+)?(?![\w.]))|\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'"
    r"|(?P<word>[^\W\d]\w*)|(?P<sign>[(),=\[\]]))"
)


class CallError(ValueError):
    """A call that cannot be read or worked out; `part` is what is to blame, `near` what was perhaps meant."""

    def __init__(self, message: str, part: str = "", near: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.part, self.near = part, tuple(near)


class Text(str):
    """An argument that is a text or a name; what it means depends on the rule."""


class Call(NamedTuple):
    """A call as written: arguments are `int`, `Fraction`, `Text`, None (`none`) or tuples of these."""

    name: str
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """What a rule gives, by which rule, and how it gets there."""

    value: Any
    rule: str
    steps: tuple[str, ...] = ()


def parse_call(text: str) -> Call:
    """Read a call.

    Raises:
        CallError: it is none.
    """
    if len(text) > MAX_LENGTH:
        raise CallError("this is too long for a call of a rule")
    return _Parser(text).call()


class _Parser:
    """Recursive descent; lists hold no lists, so its depth is bounded."""

    def __init__(self, text: str) -> None:
        self.tokens: list[re.Match[str]] = []
        position, stop = 0, len(text.rstrip())
        while position < stop:
            token = _TOKEN.match(text, position)
            if token is None:
                raise CallError("only names, numbers, lists and quoted texts can stand in a call", text[position:stop])
            self.tokens.append(token)
            position = token.end()
        self.index = 0

    def call(self) -> Call:
        name = self._next("word", "the name of a rule")
        self._sign("(")
        arguments: list[Any] = []
        named: dict[str, Any] = {}
        while not self._take(")"):
            if arguments or named:
                self._sign(",")
            if len(arguments) + len(named) >= MAX_ARGUMENTS:
                raise CallError(f"more than {MAX_ARGUMENTS} arguments")
            keyword = self._keyword()
            if keyword is None:
                if named:
                    raise CallError("an argument without a name stands behind one with a name")
                arguments.append(self._value())
            elif keyword in named:
                raise CallError(f"`{keyword}` is given twice", keyword)
            else:
                named[keyword] = self._value()
        if self.index < len(self.tokens):
            raise CallError(f"nothing can stand behind the call of `{name}`", self.tokens[self.index][0].strip())
        return Call(name, tuple(arguments), named)

    def _keyword(self) -> str | None:
        here = self.tokens[self.index : self.index + 2]
        if len(here) == 2 and here[0]["word"] and here[1]["sign"] == "=":
            self.index += 2
            return here[0]["word"]
        return None

    def _value(self) -> Any:
        if not self._take("["):
            return self._literal()
        items: list[Any] = []
        while not self._take("]"):
            if items:
                self._sign(",")
            if len(items) >= MAX_ARGUMENTS:
                raise CallError(f"a list of more than {MAX_ARGUMENTS}")
            items.append(self._literal())
        return tuple(items)

    def _literal(self) -> Any:
        token = self.tokens[self.index] if self.index < len(self.tokens) else None
        if token is None or token["sign"]:
            raise CallError("an argument is missing")
        self.index += 1
        if number := token["number"]:
            value = Fraction(number.replace("−", "-"))
            return int(value) if value.denominator == 1 else value
        if token["word"] == "none":
            return None
        return Text(token["word"] or token["double"] or token["single"] or "")

    def _next(self, group: str, what: str) -> str:
        token = self.tokens[self.index] if self.index < len(self.tokens) else None
        if token is None or not token[group]:
            raise CallError(f"{what} is missing")
        self.index += 1
        return token[group]

    def _sign(self, sign: str) -> None:
        if not self._take(sign):
            raise CallError(f"a `{sign}` is missing")

    def _take(self, sign: str) -> bool:
        if self.index < len(self.tokens) and self.tokens[self.index]["sign"] == sign:
            self.index += 1
            return True
        return False


def evaluate(call: Call, system: System) -> Result:
    """What a rule of the system gives.

    Raises:
        CallError: there is no such rule, or it does not take these arguments.
        Exception: whatever a faulty rule function raises.
    """
    names = {short for vocabulary in system.vocabularies for short in vocabulary.entries}
    sums = {_snake(rule.name): rule for rule in system.sums}
    if call.name in sums and call.named and not call.arguments and set(call.named) <= names:
        return _sum(call, sums[call.name], system)
    functions = {function.__name__: function for function in system.rules}
    if (function := functions.get(call.name)) is not None:
        return _function(call, function, system)
    tables = {_snake(table.name): table for table in system.tables}
    if (table := tables.get(call.name)) is not None:
        return _table(call, table)
    phrases = {_snake(phrase.name): phrase for phrase in system.phrases}
    if (phrase := phrases.get(call.name)) is not None:
        return _phrase(call, phrase, system)
    if call.name in sums:
        raise CallError(f'`{call.name}` takes pools by name, such as `{min(names, default="name")}="..."`', call.name)
    known = {**functions, **sums, **tables, **phrases}
    raise CallError(f"the game has no rule `{call.name}`", call.name, near_names(call.name, known))


def _snake(name: str) -> str:
    return name.replace("-", "_")


def _sum(call: Call, rule: WorkedSum, system: System) -> Result:
    """The pools that are named, added up: all of a character's, or some."""
    total = 0
    steps = []
    for name, text in call.named.items():
        pool = _expression(text, system) if isinstance(text, Text) else None
        if pool is None:
            raise CallError(f"`{text}` is no {system.notation.name}", str(text))
        for term in rule.terms(pool):
            total += term.value
            steps.append(f"{name}: {term.count} d{term.size} at {term.each} each")
    title = next((table.title for table in system.tables if table.name == rule.table), rule.unit)
    return Result(total, title, tuple(steps))


def _function(call: Call, function: Callable[..., Any], system: System) -> Result:
    signature = inspect.signature(function)
    parameters = signature.parameters
    arguments, named = call.arguments, dict(call.named)
    if len(parameters) == 1 and not arguments and named and not set(named) & set(parameters):
        # The one parameter is a mapping: its keys are written as names of arguments.
        only = next(iter(parameters))
        values = {name: _converted(value, "", system) for name, value in named.items()}
        return _called(function, call.name, (), {only: values})
    try:
        bound = signature.bind(*arguments, **named)
    except TypeError as error:
        raise CallError(f"`{call.name}` takes {_takes(signature)}: {error}", call.name) from None
    for name, value in bound.arguments.items():
        parameter = parameters[name]
        annotation = str(parameter.annotation)
        if parameter.kind == parameter.VAR_POSITIONAL:
            bound.arguments[name] = tuple(_converted(item, annotation, system) for item in value)
        elif parameter.kind == parameter.VAR_KEYWORD:
            bound.arguments[name] = {key: _converted(item, annotation, system) for key, item in value.items()}
        else:
            bound.arguments[name] = _converted(value, annotation, system)
    return _called(function, call.name, bound.args, bound.kwargs)


def _takes(signature: inspect.Signature) -> str:
    return ", ".join(f"`{name}`" for name in signature.parameters) or "no arguments"


def _called(function: Callable[..., Any], name: str, arguments: Sequence[Any], named: Mapping[str, Any]) -> Result:
    try:
        value = function(*arguments, **named)
    except ValueError as error:
        raise CallError(f"`{name}` does not take this: {error}") from None
    summary = (inspect.getdoc(function) or name.replace("_", " ")).split("\n\n")[0]
    return Result(value, " ".join(summary.split()))


def _table(call: Call, table: RuleTable) -> Result:
    """The cell of a row: the row's keys, and the name of the column where there are several."""
    cells = [str(argument) for argument in call.arguments]
    if call.named or not table.keys <= len(cells) <= table.keys + 1:
        columns = ", ".join(table.columns[: table.keys])
        raise CallError(f"the {table.title} is asked by its {columns}, and by a column if it has more than one")
    keys, column = cells[: table.keys], cells[table.keys :]
    row = next((row for row in table.rows if [*map(_folded, row[: table.keys])] == [*map(_folded, keys)]), None)
    if row is None:
        rows = [str(cell) for row in table.rows for cell in row[: table.keys]]
        raise CallError(f"the {table.title} has no row for {' to '.join(keys)}", keys[-1], near_names(keys[-1], rows))
    columns_left = table.columns[table.keys :]
    index = next((i for i, name in enumerate(columns_left) if not column or _folded(name) == _folded(column[0])), None)
    if index is None or (not column and len(columns_left) > 1):
        raise CallError(f"name one of the columns of the {table.title}: {', '.join(columns_left)}")
    value = row[table.keys + index]
    if isinstance(value, Fraction):
        return Result(value, table.title, (f"{' to '.join(keys)} gives {value}",))
    number = value if isinstance(value, int) else re.match(r"[+-]?\d+", value)
    found = number if isinstance(number, int) else int(number[0]) if number else value
    return Result(found, table.title, (f"{' to '.join(keys)} gives {value}",))


def _folded(cell: CellValue) -> str:
    return str(cell).casefold()


def _phrase(call: Call, phrase: Phrase, system: System) -> Result:
    result = _function(call, phrase.rule, system)
    answers = dict(result.value) if isinstance(result.value, Mapping) else {}
    if len(answers) != 1:
        raise CallError(f"`{call.name}` decides {', '.join(answers) or 'nothing'}: no single value", call.name)
    (answer,) = answers.values()
    if isinstance(answer, Answer):
        return Result(answer.value, result.rule, answer.because)
    return Result(answer, result.rule)


def _converted(value: Any, annotation: str, system: System) -> Any:
    """An argument as a rule takes it: an expression, the size of a die, a name, a number, a list of these."""
    if isinstance(value, tuple):
        return tuple(_converted(item, annotation, system) for item in value)
    if not isinstance(value, Text):
        return value
    size = size_of_die(value)
    if size is not None and "int" in annotation:
        return size
    expression = _expression(value, system)
    if expression is not None:
        return expression
    names = {name for vocabulary in system.vocabularies for pair in vocabulary.entries.items() for name in pair}
    if value in names or "str" in annotation:
        return str(value)
    if size is not None:
        return size
    near = near_names(value, names)
    raise CallError(f"`{value}` is neither a {system.notation.name} nor a name of the game", value, near)


def _expression(text: str, system: System) -> Any:
    try:
        return system.notation.parse(text)
    except NotationError:
        return None

"""Evaluate a call of a rule: a function, worked sum, table or phrase."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulebook_rules.claims.structures.calls import Call, CallError, Text
from rulebook_text.lexing.dice import size_of_die
from rulebook_text.naming.spelling import near_names
from rulesmod.dice.digits import to_int
from rulesmod.records import record
from rulesmod.system import Answer, CellValue, NotationError, Phrase, RuleTable, System, WorkedSum


@record
class Result:
    """A value of the rules, its rule, and its derivation."""

    value: Any
    rule: str
    steps: tuple[str, ...] = ()


def evaluate(call: Call, system: System) -> Result:
    """Evaluate a call of a rule.

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
    match = number if isinstance(number, int) else to_int(number[0]) if number else value
    return Result(match, table.title, (f"{' to '.join(keys)} gives {value}",))


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

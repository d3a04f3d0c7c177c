"""The ledger from the other side: what the rules of a game say and no sentence of its book states.

A table is stated where a page prints it, a phrase where it has matched. A rule or a constant is stated where
something that has matched uses it, by way of other functions too. A ruling is stated where a page names it.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from rulebook_rules.book import Page
from rulebook_rules.claims.model import Analysis
from rulesmod.records import record
from rulesmod.system import Phrase, System, as_worded


@record
class Unstated:
    """Something that the rules have and the text does not: its `kind` is table, phrase, rule, constant or ruling."""

    system: str
    kind: str
    name: str
    about: str


def unstated(system: System, pages: Sequence[Page], analyses: Mapping[str, Analysis]) -> list[Unstated]:
    """Yield the rules of a system that no page states.

    Args:
        system: the game.
        pages: all pages of the book; a ruling may also be named on one that states no rules.
        analyses: what was read in the pages of the system.
    """
    kinds = {claim.kind for analysis in analyses.values() for claim in analysis.claims if claim.system == system.name}
    used = _used(system, kinds)
    texts = [page.document.source.text for page in pages]
    left = (
        *(("table", one.name, one.title) for one in system.tables if f"table-{one.name}" not in kinds),
        *(
            ("phrase", one.name, _first_line(one.rule) or one.wordings[0])
            for one in _answering(system)
            if one.name not in kinds
        ),
        *(("rule", one.__name__, _first_line(one)) for one in system.rules if one.__name__ not in used),
        *(("constant", one.name, str(one.value)) for one in constants(system) if one.name not in used),
        *(("ruling", one.name, one.reading) for one in system.rulings if not any(one.name in text for text in texts)),
    )
    return [Unstated(system.name, *one) for one in left]


class Constant(NamedTuple):
    """A named number, and a module that has it."""

    name: str
    module: str
    value: int | Fraction


def constants(system: System) -> list[Constant]:
    """The named numbers in the modules of a system's rules and phrases, by name."""
    named: dict[str, Constant] = {}
    for space in _spaces(system):
        for name, value in space.items():
            number = isinstance(value, int | Fraction) and not isinstance(value, bool)
            if number and name.isupper() and not name.startswith("_"):
                named.setdefault(name, Constant(name, str(space.get("__name__")), value))
    return [named[name] for name in sorted(named)]


def _spaces(system: System) -> list[dict[str, Any]]:
    """Return the namespaces of the modules of a system's rules and of its package."""
    functions = (*system.rules, *(phrase.rule for phrase in _answering(system)))
    spaces = {id(space): space for space in (getattr(function, "__globals__", {}) for function in functions)}
    for space in list(spaces.values()):
        for value in space.values():
            if isinstance(value, ModuleType) and value.__package__ == space.get("__package__"):
                spaces[id(vars(value))] = vars(value)
    return list(spaces.values())


def _answering(system: System) -> list[Phrase]:
    """List the phrases that give values: a rule in words alone is never stated."""
    return [phrase for phrase in system.phrases if phrase.rule is not as_worded]


def _first_line(function: Callable[..., Any]) -> str:
    return (function.__doc__ or "").strip().partition("\n")[0]


def _used(system: System, kinds: set[str]) -> set[str]:
    """The names that everything that was recognised uses."""
    used: set[str] = set()
    seen: set[CodeType] = set()
    for phrase in system.phrases:
        if phrase.name in kinds:
            _follow(phrase.rule, used, seen)
    for worked in system.sums:
        if f"sum-{worked.name}" in kinds:
            _follow(worked.terms, used, seen)
    stated = [table for table in system.tables if f"table-{table.name}" in kinds]
    stated_bands = [bands for bands in system.bands if f"bands-{bands.name}" in kinds]
    for space in _spaces(system):
        for name in _made_by(space, [*stated, *stated_bands]):
            used.add(name)
            _follow(space.get(name), used, seen)
    return used


def _made_by(space: Mapping[str, Any], stated: Sequence[object]) -> set[str]:
    """The names in a module that make what is stated: those of its assignment, and of the assignments behind them."""
    assigned = {
        name
        for name, value in space.items()
        for item in (value if isinstance(value, tuple) else (value,))
        if any(item is one for one in stated)
    }
    module = sys.modules.get(str(space.get("__name__")))
    try:
        behind = _assigned(inspect.getsource(module)) if module is not None and assigned else {}
    except (OSError, SyntaxError, TypeError):
        return set()
    names: set[str] = set()
    frontier = assigned
    while frontier:
        reached = set().union(*(behind.get(name, set()) for name in frontier)) - names
        names |= reached
        frontier = reached & behind.keys()
    return names


@lru_cache(maxsize=256)  # While a site is served, the rules stay mostly as they are.
def _assigned(module: str) -> Mapping[str, set[str]]:
    """The names that each name of a module is made of, by the text of that."""
    behind: dict[str, set[str]] = {}
    for statement in ast.parse(module).body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        names = _names_of(statement)
        for target in targets:
            if isinstance(target, ast.Name):
                behind.setdefault(target.id, set()).update(names - {target.id})
    return behind


def _follow(function: Any, used: set[str], seen: set[CodeType]) -> None:
    """Add the names that a function uses, and those that the functions behind them use."""
    if not isinstance(function, FunctionType) or function.__code__ in seen:
        return
    seen.add(function.__code__)
    names = _names(function)
    used |= {function.__name__, *names}
    modules = (function.__globals__.get(name) for name in names)
    spaces = (function.__globals__, *(vars(module) for module in modules if isinstance(module, ModuleType)))
    for space in spaces:
        for name in names & space.keys():
            _follow(space[name], used, seen)


@lru_cache(maxsize=4096)
def _names(function: FunctionType) -> frozenset[str]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError, TypeError):
        # A lambda within an expression, or a function that no file has: its defaults stay unknown.
        return frozenset(_names_in(function.__code__))
    return frozenset(_names_of(tree))


def _names_of(tree: ast.AST) -> set[str]:
    nodes = list(ast.walk(tree))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)

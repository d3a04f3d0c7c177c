"""Compare the formal grammar that a text prints with the parser of the notation.

Both must take and refuse the same strings. They are compared symbol by symbol, each made of the parser's others, so
that one wrong alternative is one finding, at that alternative.
"""

from __future__ import annotations

import random
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rulesmod.cavea.ebnf import Grammar, GrammarError, Node, Production, names_in, parse_productions, walk
from rulesmod.cavea.notation import NOTATION
from rulesmod.dice.symbols import Symbol
from rulesmod.system import Reason, TextBlock, TextFault, TextObjection, TextPlace, TextStatement

Read = Iterator[TextStatement | TextObjection]
SPECIFICATION = "formal-specification"
SAMPLES = 200
"""Generated strings of a symbol to compare, and as many that are nearly such."""


class Difference(NamedTuple):
    """A fault at `[start, end)` of a text; `twin` is the place of an equal alternative."""

    start: int
    end: int
    message: str
    note: str = ""
    twin: tuple[int, int] | None = None


def read_grammar(blocks: Sequence[TextBlock]) -> Read:
    """Compare each block of productions that names symbols of the notation with its parser."""
    specifications: list[_Specification] = []
    for index, block in enumerate(blocks):
        if block.kind == "code" and ":=" in block.text:
            productions, errors = parse_productions(block.text)
            if any(name in NOTATION.symbols for name in (*errors, *(production.name for production in productions))):
                specifications.append(_Specification(index, block.text, productions, errors))
    for one in specifications:
        for error in one.errors.values():
            yield TextObjection(TextPlace(one.block, error.start, error.end), str(error))
        undefined = _undefined(one.productions, set(one.errors))
        for node in undefined.values():
            place = TextPlace(one.block, node.start, node.end)
            yield TextObjection(
                place, "is used in this specification but never defined in it", unknown=f"{{{node.text}}}"
            )
        # A name that the parser knows can be compared all the same.
        missing = {name for name in undefined if name not in NOTATION.symbols}
        yield from _compared(one, set(one.errors) | missing)
    yield from _without_start(specifications)


class _Specification(NamedTuple):
    """A block of productions, and the errors of those that cannot be read, by name."""

    block: int
    text: str
    productions: Sequence[Production]
    errors: Mapping[str, GrammarError]


def _without_start(specifications: Sequence[_Specification]) -> Read:
    """Report a specification that has all parts of an expression, and not the whole."""
    productions = [production for one in specifications for production in one.productions]
    used = set().union(*(names_in(production.body) for production in productions))
    known = {production.name for production in productions}.union(used, *(one.errors for one in specifications))
    start = NOTATION.start_symbol
    if {*NOTATION.symbols} - known != {start}:
        return
    for one in specifications:
        unused = [production for production in one.productions if production.name not in used]
        if unused:
            place = TextPlace(one.block, unused[0].start, unused[0].body.end)
            names = " or ".join(f"`{{{production.name}}}`" for production in unused)
            yield TextObjection(place, f"this specification lacks `{{{start}}}`: nothing in it uses {names}")
            return


def _undefined(productions: Sequence[Production], broken: set[str]) -> dict[str, Node]:
    """Return where names are first used that nothing defines."""
    known = broken | {production.name for production in productions}
    nodes = (node for production in productions for node in walk(production.body) if node.kind == "name")
    undefined: dict[str, Node] = {}
    for node in nodes:
        if node.text not in known:
            undefined.setdefault(node.text, node)
    return undefined


def _compared(specification: _Specification, broken: set[str]) -> Read:
    """Compare each production with the parser's symbol of the same name.

    The other symbols that it is made of are the parser's, so that a fault of one is no fault of another. `broken` has
    the names that stand for nothing; what is made of them is undecided.
    """
    block, symbols = specification.block, NOTATION.symbols
    bodies = {production.name: production.body for production in specification.productions}
    for production in specification.productions:
        if production.name not in symbols:
            continue
        helpers = _helpers(production.name, bodies, symbols)
        used = set().union(*(names_in(bodies[name]) for name in (production.name, *helpers)))
        is_readable = broken.isdisjoint(used - symbols.keys())
        differences: tuple[Difference, ...] = ()
        if is_readable:
            differences = _differences(specification.text, production.name, tuple(symbols.items()))
        beside = tuple(
            TextPlace(block, bodies[name].start, bodies[name].end, f"what `{{{name}}}` is") for name in sorted(helpers)
        )
        yield TextStatement(
            SPECIFICATION,
            TextPlace(block, production.body.start, production.body.end),
            computed=f"what the parser takes for a {production.name}",
            is_right=not differences if is_readable else None,
            rule=f"the parser of {NOTATION.name}s",
            because=(
                Reason(
                    "the grammar of the text and the parser take and refuse the same generated strings",
                    "random strings were tried, and the rules take and refuse the same ones as this grammar",
                ),
            ),
            follows_from=beside,
            faults=tuple(
                TextFault(
                    message,
                    TextPlace(block, start, end),
                    (note,) if note else (),
                    (TextPlace(block, *twin, "the same alternative"),) if twin else beside,
                )
                for start, end, message, note, twin in differences
            ),
        )


def _helpers(name: str, bodies: Mapping[str, Node], symbols: Container[str]) -> set[str]:
    """Return the productions that a symbol is made of and the parser has no name for: they are compared in it."""
    helpers: set[str] = set()
    frontier = {name}
    while frontier:
        used = set().union(*(names_in(bodies[other]) for other in frontier))
        frontier = {other for other in used if other in bodies and other not in symbols} - helpers
        helpers |= frontier
    return helpers


@lru_cache(maxsize=64)
def _differences(text: str, name: str, symbols: tuple[tuple[str, Symbol], ...]) -> tuple[Difference, ...]:
    """Return where grammar and parser differ on a symbol: at the alternatives that are wrong, else as a whole.

    A pure function of the text, and cached, because a check of the same book often runs again.
    """
    others = dict(symbols)
    symbol = others.pop(name)
    productions, _ = parse_productions(text)
    bodies = {production.name: production.body for production in productions if production.name not in others}
    grammar = Grammar(bodies, others)
    body = bodies[name]
    source = random.Random(f"{name} {text[body.start : body.end]}")
    missing = _missing(grammar, name, symbol, source)
    note = f"the parser also takes `{missing}`" if missing else ""
    differences = []
    seen: dict[str, Node] = {}
    options = body.parts if body.kind == "choice" else (body,)
    for option in options:
        written = text[option.start : option.end].strip()
        if (first := seen.get(written)) is not None:
            message = f"`{written}` stands twice in `{{{name}}}`"
            differences.append(Difference(option.start, option.end, message, note, (first.start, first.end)))
            continue
        seen[written] = option
        samples = {grammar.sample(option, source) for _ in range(SAMPLES // len(options))}
        if refused := sorted((sample for sample in samples if not symbol(sample)), key=_by_length):
            message = f"this allows `{refused[0]}`, which the parser refuses"
            differences.append(Difference(option.start, option.end, message, note))
    if missing and not differences:
        message = f"this refuses `{missing}`, which the parser takes"
        differences.append(Difference(body.start, body.end, message))
    return tuple(differences)


def _missing(grammar: Grammar, name: str, symbol: Symbol, source: random.Random) -> str | None:
    """Return the shortest generated string that the parser accepts and the grammar does not."""
    for candidate in sorted(set(_candidates(grammar, name, symbol, source)), key=_by_length):
        if symbol(candidate) and not grammar.accepts(name, candidate):
            return candidate
    return None


def _by_length(text: str) -> tuple[int, str]:
    return (len(text), text)


def _candidates(grammar: Grammar, name: str, symbol: Symbol, source: random.Random) -> Iterator[str]:
    """Generate strings that the parser may take.

    They are those of its own grammar, and those near the printed one: its own with characters dropped, doubled or
    swapped for others of the notation's alphabet, and all short strings of that alphabet.
    """
    yield from (symbol.sample(source) for _ in range(SAMPLES))
    own = [grammar.sample(grammar.productions[name], source) for _ in range(SAMPLES // 4)]
    alphabet = sorted(set("".join(own)) | set("0123456789+-d:/"))
    yield from own
    yield from alphabet
    yield from (one + other for one in alphabet for other in alphabet)
    yield from (f"d{number}" for number in range(1, 101))
    for text in own:
        for _ in range(3):
            at = source.randrange(len(text) + 1)
            change = source.choice(("", source.choice(alphabet), text[at : at + 1] * 2))
            yield text[:at] + change + text[at + 1 :]

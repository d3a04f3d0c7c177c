"""Formal specifications: the grammar that a text prints, held against the parser of the notation.

Both must take and refuse the same strings. They are compared symbol by symbol, from the innermost
outwards, so that one wrong alternative is one finding, at that alternative.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import contradiction, unknown_term
from rulebook_rules.claims.structures.ebnf import Grammar, Node, Production, names_in, parse_productions, walk
from rulebook_syntax.document import Block

SPECIFICATION = Kind("formal-specification", contradiction, rank=6)
SAMPLES = 200
"""How many generated strings of a symbol are compared, and as many that are nearly such strings."""


class Difference(NamedTuple):
    """What is wrong at `[start, end)` of a text; `twin` is the place of an equal alternative."""

    start: int
    end: int
    message: str
    note: str = ""
    twin: tuple[int, int] | None = None


def grammar_claims(context: Context) -> Read:
    """Every block of productions that names symbols of the system's notation."""
    symbols = context.system.notation.symbols
    for block in context.document.prose.blocks:
        if block.kind == "code" and ":=" in block.text.text:
            productions, errors = parse_productions(block.text.text)
            if any(name in symbols for name in (*errors, *(production.name for production in productions))):
                for error in errors.values():
                    yield contradiction(context.within(block, error.start, error.end), str(error))
                undefined = _undefined(productions, set(errors))
                for node in undefined.values():
                    place = context.within(block, node.start, node.end)
                    what = "is used in this specification but never defined in it"
                    yield unknown_term(place, f"{{{node.text}}}", what)
                # A name that the parser knows by itself can be compared all the same.
                lacking = {name for name in undefined if name not in symbols}
                yield from _compared(context, block, productions, set(errors) | lacking)


def _undefined(productions: list[Production], broken: set[str]) -> dict[str, Node]:
    """Where names are first used that nothing defines."""
    known = broken | {production.name for production in productions}
    nodes = (node for production in productions for node in walk(production.body) if node.kind == "name")
    undefined: dict[str, Node] = {}
    for node in nodes:
        if node.text not in known:
            undefined.setdefault(node.text, node)
    return undefined


def _compared(context: Context, block: Block, productions: list[Production], broken: set[str]) -> Read:
    """Each production against the parser's recogniser of the same name.

    One that stands on a faulty one, or on one that is not there, is undecided: its own differences would be those of
    the other. `broken` has the names of both.
    """
    notation = context.system.notation
    bodies = {production.name: production.body for production in productions}
    faulty = set(broken)
    for production in sorted(productions, key=lambda production: _depth(production.name, bodies)):
        if production.name not in notation.symbols:
            continue
        rests_on_faulty = bool(names_in(production.body) & faulty)
        differences: tuple[Difference, ...] = ()
        if not rests_on_faulty:
            differences = _differences(block.text.text, production.name, tuple(notation.symbols.items()))
        if differences or rests_on_faulty:
            faulty.add(production.name)
        place = context.within(block, production.body.start, production.body.end)
        helpers = tuple(
            context.within(block, bodies[name].start, bodies[name].end, f"what `{{{name}}}` is")
            for name in sorted(_helpers(production.name, bodies, notation.symbols))
        )
        yield Statement(
            SPECIFICATION,
            place,
            stated=place.source.slice(place.span),
            computed=f"what the parser takes for a {production.name}",
            right=None if rests_on_faulty else not differences,
            rule=f"the parser of {notation.name}s",
            derivation=(
                Step(
                    "the grammar of the text and the parser take and refuse the same generated strings",
                    told="random strings were tried, and the rules take and refuse the same ones as this grammar",
                ),
            ),
            guards=(place.span, *(helper.span for helper in helpers)),
            faults=tuple(
                Fault(
                    (message,),
                    notes=(note,) if note else (),
                    beside=(context.within(block, *twin, "the same alternative"),) if twin else helpers,
                    at=context.within(block, start, end),
                )
                for start, end, message, note, twin in differences
            ),
        )


def _depth(name: str, bodies: Mapping[str, Node], seen: frozenset[str] = frozenset()) -> int:
    """How many layers of other productions a production stands on."""
    if name not in bodies or name in seen:
        return 0
    return 1 + max((_depth(other, bodies, seen | {name}) for other in names_in(bodies[name])), default=0)


def _helpers(name: str, bodies: Mapping[str, Node], symbols: Container[str]) -> set[str]:
    """The productions that a symbol is made of, and that the parser has no name for: they are compared in it."""
    found: set[str] = set()
    frontier = {name}
    while frontier:
        used = set().union(*(names_in(bodies[other]) for other in frontier))
        frontier = {other for other in used if other in bodies and other not in symbols} - found
        found |= frontier
    return found


@lru_cache(maxsize=64)
def _differences(
    text: str, name: str, symbols: tuple[tuple[str, Callable[[str], bool]], ...]
) -> tuple[Difference, ...]:
    """Where grammar and parser differ on a symbol: at the alternatives that are wrong, else as a whole.

    A pure function of the text, and kept, because a check of the same book often runs again.
    """
    recognise = dict(symbols)[name]
    productions, _ = parse_productions(text)
    bodies = {production.name: production.body for production in productions}
    grammar = Grammar(bodies, {other: known for other, known in symbols if other not in bodies})
    body = bodies[name]
    source = random.Random(f"{name} {text[body.start : body.end]}")
    missing = _missing(grammar, name, recognise, source)
    note = f"the parser also takes `{missing}`" if missing else ""
    found = []
    seen: dict[str, Node] = {}
    options = body.parts if body.kind == "choice" else (body,)
    for option in options:
        written = text[option.start : option.end].strip()
        if (first := seen.get(written)) is not None:
            message = f"`{written}` stands twice in `{{{name}}}`"
            found.append(Difference(option.start, option.end, message, note, (first.start, first.end)))
            continue
        seen[written] = option
        samples = {grammar.sample(option, source) for _ in range(SAMPLES // len(options))}
        if refused := sorted((sample for sample in samples if not recognise(sample)), key=_by_length):
            message = f"this allows `{refused[0]}`, which the parser refuses"
            found.append(Difference(option.start, option.end, message, note))
    if missing and not found:
        message = f"this refuses `{missing}`, which the parser takes"
        found.append(Difference(body.start, body.end, message))
    return tuple(found)


def _missing(grammar: Grammar, name: str, recognise: Callable[[str], bool], source: random.Random) -> str | None:
    """The shortest generated string that the parser takes for a `name` and the grammar does not."""
    for candidate in sorted(set(_candidates(grammar, name, source)), key=_by_length):
        if recognise(candidate) and not grammar.accepts(name, candidate):
            return candidate
    return None


def _by_length(text: str) -> tuple[int, str]:
    return (len(text), text)


def _candidates(grammar: Grammar, name: str, source: random.Random) -> Iterator[str]:
    """Strings near the grammar: its own with characters dropped, doubled or swapped for others of the
    notation's alphabet, and all short strings of that alphabet."""
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

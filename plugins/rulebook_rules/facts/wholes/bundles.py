"""Sums of listed things: "| Roof | Ladder, Rope | 6 |" beside a table of prices, "It costs 6" behind a list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.tokens import Token, tokens_of
from rulebook_rules.facts.reading.values import cell_value, head_of
from rulebook_rules.facts.things.register import Register, Thing
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.prices import Counted, counted_in
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_syntax.document import Cell, Document, Table
from rulebook_text.lexing.forms import like

MIN_RATIO = 3
"""Sums of a table that must be right for each one that is wrong."""
MIN_RIGHT = 2
MIN_NAMES = 2


class _Sum(NamedTuple):
    """A cell with what the things of its row come to."""

    place: Place
    shown: str
    amount: Fraction
    right: Fraction
    attribute: str
    stated: Place | None
    things: frozenset[Key]


def sums_in_tables(document: Document, register: Register) -> Iterator[Difference]:
    """The sums of a page, where most of a table are right: "Price" of a set, if each thing in it has a price."""
    for table in document.prose.tables:
        yield from _believed([*_sums_of(document, table, register)], "of all that this row lists")


def sums_behind_lists(sentences: Sequence[Sentence], register: Register) -> Iterator[Difference]:
    """The sums of a page, where most are right, that "it" costs or weighs behind a sentence with a list of things."""
    yield from _believed([one for own in sentences for one in _sums_behind(own, register)], "of all that are listed")


def _believed(sums: Sequence[_Sum], of_what: str) -> Iterator[Difference]:
    """Yield sums, right or wrong, of which most are right."""
    right = sum(one.amount == one.right for one in sums)
    if right < max(MIN_RIGHT, MIN_RATIO * _faults(sums)):
        return
    for one in sums:
        instead = like(int(one.right), one.shown) if one.right.denominator == 1 else ""
        is_wrong = one.amount != one.right
        yield Difference(one.place, f"the {one.attribute} {of_what}", str(one.right), one.stated, is_wrong, instead)


def _sums_behind(sentence: Sentence, register: Register) -> Iterator[_Sum]:
    """Yield the amounts with a unit that a sentence gives what the one before it lists."""
    tokens, wording = sentence.tokens, register.wording
    if not tokens or tokens[0].word not in wording.words("pronouns") or sentence.has_event(register.events):
        return
    if not _is_list(sentence.before, register) or [*register.names.mentions_in(tokens)]:
        return
    things = [*counted_in(sentence.before, register)]
    for at in sentence.numbers():
        unit = tokens[at + 1].stem if at + 1 < len(tokens) else ""
        keys = {one.key for counted in things for one in counted.thing.with_unit(unit)} if unit else set()
        value, key = tokens[at].value, next(iter(keys), ())
        total = _total(things, key, register) if len(keys) == 1 else None
        if value is not None and total is not None:
            first = register.stated(things[0].thing, key)[0].place
            of = frozenset(one.thing.key for one in things)
            name = things[0].thing.attributes[key].name
            shown, place = sentence.text_of(tokens[at]), sentence.place(tokens[at])
            yield _Sum(place, shown, value.amount, total, attribute=name, stated=first, things=of)


def _is_list(tokens: Sequence[Token], register: Register) -> bool:
    """Return whether a sentence names things with nothing but commas, articles and "and" between them."""
    mentions = [*register.names.mentions_in(tokens)]
    apart = (tokens[one.last : other.first] for one, other in pairwise(mentions))
    are_joined = (between and all(_is_joint(token, register) for token in between) for between in apart)
    return len(mentions) >= MIN_NAMES and all(are_joined)


def _total(things: Sequence[Counted], key: Key, register: Register) -> Fraction | None:
    """Return what things come to by an attribute; None where one of them has no number."""
    amounts = [_value_of(one.thing, key, register) for one in things]
    known = [one.times * amount for one, amount in zip(things, amounts, strict=True) if amount is not None]
    return sum(known, Fraction(0)) if known and len(known) == len(things) else None


def _faults(sums: Sequence[_Sum]) -> int:
    """Return how many mistakes explain the wrong sums; one of a thing that all wrong ones of a value have is one."""
    wrong: dict[str, list[frozenset[Key]]] = defaultdict(list)
    for one in sums:
        if one.amount != one.right:
            wrong[one.attribute].append(one.things)
    return sum(1 if frozenset.intersection(*things) else len(things) for things in wrong.values())


def _sums_of(document: Document, table: Table, register: Register) -> Iterator[_Sum]:
    heads = [head_of(cell.text, register.wording) for cell in table.header]
    for row in table.rows:
        things = next(filter(None, (_listed(cell, register) for cell in row)), None)
        for head, cell in zip(heads, row, strict=False) if things else ():
            value = cell_value(cell.text, register.wording)
            if not things or value is None or value.kind != "number" or not head.key:
                continue
            known = [_value_of(thing, head.key, register) for _, thing in things]
            amounts = [times * one for (times, _), one in zip(things, known, strict=True) if one is not None]
            if len(amounts) == len(things):
                stated = register.stated(things[0][1], head.key)[0].place
                place = Place(document.source, cell.span)
                total, keys = sum(amounts, Fraction(0)), frozenset(thing.key for _, thing in things)
                yield _Sum(
                    place, cell.text.strip(), value.amount, total, attribute=head.name, stated=stated, things=keys
                )


def _value_of(thing: Thing, attribute: Key, register: Register) -> Fraction | None:
    stated = register.stated(thing, attribute)
    return stated[0].value.amount if stated and stated[0].value.kind == "number" else None


def _listed(cell: Cell, register: Register) -> Sequence[tuple[Fraction, Thing]]:
    """The things of a cell with how many of each; none where it has other words, or fewer than two names."""
    tokens = tokens_of(cell.text, register.wording)
    things = [*counted_in(tokens, register)]
    covered = {at for mention in register.names.mentions_in(tokens) for at in range(mention.first, mention.last)}
    is_list = all(at in covered or _is_joint(token, register) for at, token in enumerate(tokens))
    return [(one.times, one.thing) for one in things] if is_list and len(things) >= MIN_NAMES else []


def _is_joint(token: Token, register: Register) -> bool:
    small = register.wording.ands | register.wording.words("articles") | {","}
    return token.kind == "number" or (token.word or token.stem) in small

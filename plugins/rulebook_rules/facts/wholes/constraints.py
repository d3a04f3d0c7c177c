"""Constraints of a game, held against the values of everybody whom the book gives them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rulebook_core.findings import Place
from rulebook_rules.facts.reading.lexicon import key_of
from rulebook_rules.facts.reading.tokens import Token, tokens_of
from rulebook_rules.facts.reading.values import cell_value
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.things.sheets import Sheet
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulesmod.system import System

MAX_GAP = 4
"""Tokens between "add up" and the number."""


def totals_in(sentence: Sentence, system: System, wording: Wording) -> Iterator[Difference]:
    """Compare the sum that a text gives for several values with a constraint on them."""
    tokens = sentence.tokens
    at = next((at for at, token in enumerate(tokens) if token.word in wording.words("adds")), len(tokens))
    end = next((index for index in range(at, len(tokens)) if tokens[index].stem in (",", ";")), len(tokens))
    # In "13 points to share out among the five" the second number counts the values.
    numbers = [one for one in range(at + 1, end) if tokens[one].kind == "number"]
    numbers = [one for one in numbers if not _is_count(tokens, one, wording)] or [*_counted_before(tokens, at)]
    if len(numbers) != 1 or numbers[0] > at + MAX_GAP:
        return
    text = f" {' '.join(token.stem for token in tokens_of(sentence.block.text.text, wording))} "
    for constraint in system.constraints:
        if constraint.total is None or not _is_named(constraint.needs, text, system, wording):
            continue
        token = tokens[numbers[0]]
        authority = constraint.stated_at if isinstance(constraint.stated_at, Place) else None
        is_wrong = token.value is not None and token.value.amount != constraint.total
        what, right = f"the sum of {', '.join(constraint.needs)}", str(constraint.total)
        yield Difference(sentence.place(token), what, right, authority, is_wrong, right)


def _counted_before(tokens: Sequence[Token], at: int) -> Iterator[int]:
    """Yield the number of what is added up, with only words in small letters between: "13 points to share"."""
    for one in range(min(at, len(tokens)) - 1, max(0, at - MAX_GAP) - 1, -1):
        if tokens[one].kind == "number":
            yield from [one] * (one + 1 < at < len(tokens))
        if tokens[one].kind != "word" or tokens[one].is_capital:
            return


def _is_count(tokens: Sequence[Token], at: int, wording: Wording) -> bool:
    """Return whether an article stands before a number."""
    return at > 0 and tokens[at - 1].word in wording.words("articles")


def _is_named(needs: Collection[str], text: str, system: System, wording: Wording) -> bool:
    """Return whether a text names all values of a constraint, or what they are called together."""
    groups = [key_of(one.name, wording) for one in system.vocabularies if {*needs} == {*one.entries.values()}]
    keys = [key_of(name, wording) for name in needs]
    return any(f" {' '.join(key)} " in text for key in groups if key) or all(
        f" {' '.join(key)} " in text for key in keys
    )


def broken_constraints(system: System, people: Sheet, wording: Wording) -> Iterator[Difference]:
    """The last value of everybody who does not keep to a constraint of a game."""
    for constraint in system.constraints:
        columns = [people.attributes.index(name) for name in constraint.needs if name in people.attributes]
        if not columns or len(columns) < len(constraint.needs):
            continue
        for row in people.rows:
            cells = [cell for index in columns if (cell := row.cells[index]) is not None]
            values = [cell_value(cell.text, wording) for cell in cells]
            numbers = [value.amount for value in values if value is not None and value.kind == "number"]
            places = [cell.place for cell in cells if cell.place is not None]
            if (
                len(numbers) < len(columns)
                or not places
                or constraint.holds(dict(zip(constraint.needs, numbers, strict=True))) is not False
            ):
                continue
            last = places.pop(places.index(max(places, key=lambda place: (place.source.path, place.span))))
            authority = constraint.stated_at if isinstance(constraint.stated_at, Place) else None
            what = f"what `{constraint.text}` allows {row.name}"
            yield Difference(last, what, "", authority, is_wrong=True, of=tuple(places))

"""The output of `rulebook why`: each number of a line, what it was read as, and what rules say of it or do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook_proof.learning.reached import Reached
from rulebook_rules.claims.model import Claim

_NOT_COUNTED = "not counted: a name, or a word that seldom counts"


def reached_text(where: str, line: str, reached: Iterable[Reached]) -> str:
    """The line, and below it a paragraph for each of its numbers."""
    lines = [f"{where}: {line.strip()}"]
    for one in reached:
        lines += ["", *explained(one)]
    return "\n".join(lines if len(lines) > 1 else [*lines, "", "there is no number in this line"]) + "\n"


def explained(one: Reached) -> Iterator[str]:
    """Yield all that is known of a number, a line each."""
    number = one.number
    standing = _NOT_COUNTED if number is None else str(number.standing)
    yield f"`{one.text}` is {standing}" + (f": {number.reason}" if number is not None and number.reason else "")
    yield f"  read as {_read(one)}"
    for claim in one.claims:
        yield from _claimed(claim)
    for fact in one.facts:
        yield f"  the {fact.fact.attribute} of {fact.fact.entity}: {fact.standing}"
    for silence in one.silences:
        yield f"  {silence.kind}: {silence.reason}"
    if not one.is_open:
        return
    for kind in one.lacking:
        yield f"  {kind.name}: needs {kind.needs}"
    if one.has_game:
        yield from _nearest(one)
    else:
        yield "  its page names no game, so no phrase, value or table can say more"


def _read(one: Reached) -> str:
    kind, text, unit = one.written
    if kind == "dice":
        return f"dice, `{text}`"
    if kind == "number":
        return f"a number, beside `{unit}`" if unit else "a number"
    return f"{'an' if kind == 'ordinal' else 'a'} {kind}, `{text}`"


def _nearest(one: Reached) -> Iterator[str]:
    if one.near is None:
        if not (one.claims or one.facts or one.silences):
            yield "  no phrase, value or table of the game is like this; `rulebook learn` proposes one"
        return
    phrase, wording, words = one.near
    yield f"  the nearest phrase is `{phrase.name}`: {wording}"
    if words:
        yield f"  of it there is no {', '.join(f'`{word}`' for word in words)}"
    elif phrase.under:
        yield f"  it holds only below a heading with {' or '.join(f'`{word}`' for word in phrase.under)}"
    else:
        yield "  its words are there, but in another order"


def _claimed(claim: Claim) -> Iterator[str]:
    yield f"  {claim.kind}: {claim.ruled}"
    yield from (f"    {step.text}" for step in claim.derivation)

"""The output of `rulebook why`: each number of a line and the claims on it, or the nearest miss."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook_proof.learning.reached import Reached
from rulebook_proof.proof.ledger import Standing
from rulebook_rules.claims.model import Claim


def reached_text(where: str, line: str, reached: Iterable[Reached]) -> str:
    """The line, and below it a paragraph for each of its numbers."""
    lines = [f"{where}: {line.strip()}"]
    for one in reached:
        standing = f"{one.number.standing}: {one.number.reason}" if one.number.reason else str(one.number.standing)
        lines += ["", f"`{one.number.text}` is {standing}", *_explained(one)]
    return "\n".join(lines if len(lines) > 1 else [*lines, "", "there is no number in this line"]) + "\n"


def _explained(one: Reached) -> Iterator[str]:
    for claim in one.claims:
        yield from _claimed(claim)
    if one.silence:
        yield f"  {one.silence}"
    if one.near is not None:
        phrase, wording, words = one.near
        yield f"  the nearest phrase is `{phrase.name}`: {wording}"
        if words:
            yield f"  of it there is no {', '.join(f'`{word}`' for word in words)}"
        elif phrase.under:
            yield f"  it holds only below a heading with {' or '.join(f'`{word}`' for word in phrase.under)}"
        else:
            yield "  its words are there, but in another order"
    elif one.number.standing is Standing.UNGUARDED and not one.claims and not one.silence:
        yield "  no phrase, value or table of the game is like this; `rulebook learn` proposes one"


def _claimed(claim: Claim) -> Iterator[str]:
    yield f"  {claim.kind}: {claim.ruled}"
    yield from (f"    {step.text}" for step in claim.derivation)

"""Proofs that stand open in the text: what `proof: shown` makes of the claims before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.findings import Finding, Remedy
from rulebook_core.source import Span
from rulebook_rules.claims.model import Claim, Verdict
from rulebook_syntax.directives import PROOF, covered_before, dangling_directive, directives_of, is_meant, stands_alone
from rulebook_syntax.document import Document


class Proof(NamedTuple):
    """A proof that a comment asks for; it replaces `span`, the comment."""

    span: Span
    claims: tuple[Claim, ...]


def proofs_of(document: Document, claims: Sequence[Claim]) -> Iterator[Proof | Finding]:
    """The proofs that a page shows in its text.

    Args:
        document: the page as its dialect reads it.
        claims: all of the page.

    Yields:
        A proof for each comment that asks for one; a finding for one that has no room, or nothing to prove.
    """
    for directive in directives_of(document):
        if directive.keyword != PROOF or directive.misspelt or not is_meant(directive):
            continue
        if not stands_alone(directive):
            remedy = Remedy("put this comment on a line of its own, between blank lines")
            yield dangling_directive(directive.place, "a proof has no room within a text", remedies=(remedy,))
            continue
        before = covered_before(document, directive.comment)
        proved = tuple(
            claim for claim in claims if claim.verdict is not Verdict.UNDECIDED and before.contains(claim.place.span)
        )
        if proved:
            yield Proof(directive.place.span, proved)
        else:
            remedy = Remedy("remove this comment, or put it right behind a number that is checked")
            yield dangling_directive(directive.place, "nothing before it has been checked", remedies=(remedy,))

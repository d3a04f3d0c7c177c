"""Checked numbers: the quiet mark on each, and the list of derivations that the marks open."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from rulebook.claims.model import Analysis, Claim, Step, Verdict, guarding
from rulebook.claims.proofs import Proof, proofs_of
from rulebook.document import Document
from rulebook.findings import Place
from rulebook.lexing.figures import numbers_in
from rulebook.marks import Mark
from rulebook.presentation.signs import RIGHT, WRONG
from rulebook.source import Span

Href = Callable[[Place], str | None]

_CODE = re.compile(r"`([^`]+)`")
NOTE = "rulebook-checked"


class Derivations(NamedTuple):
    """The marks of a page's checked numbers and of the proofs in its text, and the list the former lead to."""

    marks: tuple[Mark, ...]
    html: str


class _Why(NamedTuple):
    """One item of the list: its id, and whether it confirms its claim."""

    id: str
    right: bool


def derivations(analysis: Analysis, href: Href, *, for_writer: bool) -> Derivations:
    """What a page shows of its claims: those that are right, and to its writer those that are wrong.

    Args:
        analysis: of the page.
        href: how the page links to a place of the book; None for one that it cannot link to.
        for_writer: whether those that are wrong are shown. A reader is told nothing of what one of them rests on.
    """
    decided = [claim for claim in analysis.claims if claim.verdict is not Verdict.UNDECIDED]
    wrong = () if for_writer else tuple(claim for claim in decided if claim.verdict is Verdict.WRONG)
    decided = decided if for_writer else guarding(decided)
    if not decided:
        return Derivations((), "")
    reasons = {claim: _reasons(claim, analysis.document, href) for claim in decided}
    by_span: dict[Span, list[_Why]] = {}
    items = []
    for number, claim in enumerate(decided, 1):
        why = _Why(f"rulebook-why-{number}", claim.verdict is Verdict.RIGHT)
        items.append(f'<li id="{why.id}">{reasons[claim]}</li>')
        for span in _marked(claim, analysis.document):
            by_span.setdefault(span, []).append(why)
    # What shows a proof for readers shows none of what is wrong in part.
    proofs = [found for found in proofs_of(analysis.document, (*decided, *wrong)) if isinstance(found, Proof)]
    proofs = [proof for proof in proofs if not set(wrong).intersection(proof.claims)]
    marks = (
        *(_mark(span, whys, analysis.document) for span, whys in sorted(by_span.items())),
        *(Mark(proof.span, _proof(proof.claims, reasons), "", block=True) for proof in proofs),
    )
    return Derivations(
        marks,
        f'<details class="rulebook-fold"><summary>Why the checked numbers on this page are right</summary>'
        f'<p id="{NOTE}">Each has been worked out{_by(analysis)} and agrees with the text.</p>'
        f'<ol class="rulebook-whys">{"".join(items)}</ol></details>',
    )


def _marked(claim: Claim, document: Document) -> Sequence[Span]:
    """What a claim guards; words that it is about where it guards nothing, but no number among them."""
    place = claim.place.span
    return claim.guards or (() if any(numbers_in(document.plain(place))) else (place,))


def _by(analysis: Analysis) -> str:
    return f" by the rules of {escape(analysis.system.title)}" if analysis.is_of_game else ""


def _mark(span: Span, whys: list[_Why], document: Document) -> Mark:
    kind = RIGHT if all(why.right for why in whys) else WRONG
    ids = " ".join(why.id for why in whys)
    named = "" if any(numbers_in(document.plain(span))) else " data-named"
    return Mark(span, f'<span class="{kind}" data-whys="{ids}"{named}>', "</span>")


def _proof(claims: Sequence[Claim], reasons: Mapping[Claim, str]) -> str:
    wrong = any(claim.verdict is Verdict.WRONG for claim in claims)
    title, kind = ("Not as the rules have it", " rulebook-proof-wrong") if wrong else ("Proved", "")
    items = "".join(f"<li>{reasons[claim]}</li>" for claim in claims)
    return f'<div class="rulebook-proof"><p class="rulebook-proof-title{kind}">{title}</p><ul>{items}</ul></div>'


def _reasons(claim: Claim, document: Document, href: Href) -> str:
    quote = escape(document.plain(claim.place.span))
    steps = "".join(f"<li>{_step(step, href)}</li>" for step in claim.derivation)
    verdict = (
        "" if claim.verdict is Verdict.RIGHT else f"<strong>wrong: the rules give {_text(claim.computed)}</strong>"
    )
    return f"<p><q>{quote}</q> <cite>{_text(claim.rule)}</cite> {verdict}</p><ul>{steps}</ul>"


def _step(step: Step, href: Href) -> str:
    target = href(step.place) if step.place is not None else None
    return _text(step.text) if target is None else f'<a href="{escape(target)}">{_text(step.text)}</a>'


def _text(text: str) -> str:
    return _CODE.sub(r"<code>\1</code>", escape(text, quote=False))

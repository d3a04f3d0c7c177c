"""Checked numbers: the quiet mark on each, and the list of derivations that the marks open."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_render.presentation.proof_badges import NOTE, RIGHT, WRONG
from rulebook_render.presentation.rule_definitions import rule_of
from rulebook_render.presentation.terms import Origin
from rulebook_rules.claims.model import Analysis, Claim, Step, Verdict, guarding
from rulebook_rules.claims.proofs import Proof, proofs_of
from rulebook_syntax.document import Document
from rulebook_syntax.marks import Mark
from rulebook_text.lexing.figures import numbers_in
from rulebook_text.words import cue

Href = Callable[[Place], str | None]
Home = Callable[[Claim], Origin | None]

_CODE = re.compile(r"`([^`]+)`")
_SIGNS = re.compile(r"[^\w.+/*%-]+")
_CLOSING = re.compile(r"[^\w\s]{0,3}[\])]")
"""The end of the bracket around a label, with the marks before it."""
_GOES_ON = re.compile(rf",? {cue('terms.goes_on')}$")
"""The last word of a statement whose sentence goes on."""
_WORD = re.compile(r"[^\W\d]+(?![\w:=*])")


class Derivations(NamedTuple):
    """The marks of a page's numbers and proofs, and its derivations. The marks of checked numbers link to the list of
    derivations.
    """

    marks: tuple[Mark, ...]
    html: str


class _Why(NamedTuple):
    """Why a claim is as it is: the id of its item of the list, "" where it has none, and whether it is right."""

    id: str
    right: bool


def derivations(analysis: Analysis, href: Href, home: Home, *, for_writer: bool) -> Derivations:
    """Return the derivations of right claims, and for the writer of wrong ones.

    Args:
        analysis: of the page.
        href: how the page links to a place of the book; None for one that it cannot link to.
        home: where the rule of a claim stands; None where that is nowhere.
        for_writer: whether those that are wrong are shown. A reader is told nothing of what one of them rests on.
    """
    decided = [claim for claim in analysis.claims if claim.verdict is not Verdict.UNDECIDED]
    wrong = () if for_writer else tuple(claim for claim in decided if claim.verdict is Verdict.WRONG)
    decided = decided if for_writer else guarding(decided)
    if not decided:
        return Derivations((), "")
    reasons = {claim: _reasons(claim, analysis.document, href, home) for claim in decided}
    by_span: dict[Span, list[_Why]] = {}
    distinct = dict.fromkeys(filter(None, reasons.values()))
    ids = {"": "", **{reason: f"rulebook-why-{number}" for number, reason in enumerate(distinct, 1)}}
    items = [f'<li id="{ids[reason]}">{reason}</li>' for reason in distinct]
    for claim in decided:
        why = _Why(ids[reasons[claim]], claim.verdict is Verdict.RIGHT)
        for span in _marked(claim, analysis.document):
            by_span.setdefault(span, []).append(why)
    # What shows a proof for readers shows none of what is wrong in part.
    proofs = [result for result in proofs_of(analysis.document, (*decided, *wrong)) if isinstance(result, Proof)]
    proofs = [proof for proof in proofs if not set(wrong).intersection(proof.claims)]
    marks = (
        *(_mark(span, whys, analysis.document) for span, whys in sorted(by_span.items())),
        *(Mark(proof.span, _proof(proof.claims, reasons, analysis.document), "", block=True) for proof in proofs),
    )
    return Derivations(
        marks,
        f'<details class="rulebook-fold"><summary>Why the checked numbers on this page are right</summary>'
        f'<p id="{NOTE}">Each has been worked out{_by(analysis)} and agrees with the text.</p>'
        + (f'<ol class="rulebook-whys">{"".join(items)}</ol>' if items else "")
        + "</details>",
    )


def _marked(claim: Claim, document: Document) -> Sequence[Span]:
    """Return the spans that a claim guards, or else its words without numbers."""
    place = claim.place.span
    return claim.guards or (() if any(numbers_in(document.plain(place))) else (place,))


def _by(analysis: Analysis) -> str:
    return f" by the rules of {escape(analysis.system.title)}" if analysis.is_of_game else ""


def _mark(span: Span, whys: list[_Why], document: Document) -> Mark:
    kind = RIGHT if all(why.right for why in whys) else WRONG
    ids = " ".join(dict.fromkeys(why.id for why in whys if why.id)) or NOTE
    named = "" if any(numbers_in(document.plain(span))) else " data-named"
    return Mark(span, f'<span class="{kind}" data-whys="{ids}"{named}>', "</span>")


def _proof(claims: Sequence[Claim], reasons: Mapping[Claim, str], document: Document) -> str:
    wrong = any(claim.verdict is Verdict.WRONG for claim in claims)
    title, kind = ("Not as the rules have it", " rulebook-proof-wrong") if wrong else ("Proved", "")
    texts = [reasons[claim] for claim in claims if reasons[claim]]
    items = "".join(
        f"<li>{reason}</li>" for reason in texts or (f"<p>{_said(claim, document)}</p>" for claim in claims)
    )
    return f'<div class="rulebook-proof"><p class="rulebook-proof-title{kind}">{title}</p><ul>{items}</ul></div>'


def _reasons(claim: Claim, document: Document, href: Href, home: Home) -> str:
    """Why a claim is right or wrong; "" where that says no more than the text does, or leads nowhere."""
    quote = document.plain(claim.place.span)
    origin = home(claim)
    steps = claim.derivation if origin is not None else _resting(claim, document)
    results = [_step(step, href) for step in steps if not _is_within(step.for_readers, quote)]
    is_wrong = claim.verdict is not Verdict.RIGHT
    leads = any("<a " in step for step in results)
    # A rule without a step is what the text says, in other words.
    if not is_wrong and not (results and (leads or origin)):
        return ""
    where = f'<a href="{escape(origin.href)}">{escape(origin.name)}</a>' if origin is not None else ""
    lead = _sentence(_text(rule_of(claim)), where) if claim.is_sentence else ""
    if where and results and not (lead or leads):
        results[-1] = f"{results[-1].removesuffix('.')} ({where})."
    # A single step is told in the same breath.
    lead, results = (f"{lead} {results[0]}", []) if len(results) == 1 else (lead, results)
    verdict = f" <strong>Wrong: the rules give {_text(claim.computed)}.</strong>" if is_wrong else ""
    items = f"<ul>{''.join(f'<li>{step}</li>' for step in results)}</ul>" if results else ""
    return f"<p>{_said(claim, document)} {lead.strip()}{verdict}</p>{items}"


def _resting(claim: Claim, document: Document) -> list[Step]:
    """The steps of a claim; one that names no place rests on the first of the other numbers that the claim guards."""
    other = next((span for span in claim.guards if not claim.place.span.contains(span)), None)
    place = Place(document.source, other) if other is not None else None
    return [step if step.place is not None else step._replace(place=place) for step in claim.derivation]


def _said(claim: Claim, document: Document) -> str:
    """Quote a claim, with the bracket that its last words open."""
    span = claim.place.span
    closing = _CLOSING.match(document.source.text, span.end)
    quote = document.plain(Span(span.start, closing.end() if closing else span.end))
    quote = _GOES_ON.sub("", quote if _is_balanced(quote) else document.plain(span))
    return f"<q>{escape(_once(quote))}</q>"


def _once(quote: str) -> str:
    """An entry that begins with the name in its heading, without the latter."""
    words = quote.split()
    for count in range(1, len(words) // 2 + 1):
        if words[:count] == [word.rstrip(":.,") for word in words[count : 2 * count]]:
            return " ".join(words[count:])
    return quote


def _is_balanced(text: str) -> bool:
    return text.count("[") == text.count("]") and text.count("(") == text.count(")")


def _sentence(text: str, where: str = "") -> str:
    """A sentence with its capital, where it is from, and its full stop; what begins with dice or a sign keeps it."""
    text = text[0].upper() + text[1:] if _WORD.match(text) else text
    where = f" ({where})" if where else ""
    return f"{text.removesuffix('.')}{where}."


def _is_within(text: str, quote: str) -> bool:
    """Return whether a quotation contains a text, apart from signs."""
    return _SIGNS.sub("", text) in _SIGNS.sub("", quote)


def _step(step: Step, href: Href) -> str:
    target = href(step.place) if step.place is not None else None
    text = _sentence(_text(step.for_readers))
    return text if target is None else f'<a href="{escape(target)}">{text}</a>'


def _text(text: str) -> str:
    return _CODE.sub(r"<code>\1</code>", escape(text, quote=False))

"""How many changes that turn the meaning of a rule are reported: each is made in the text, which is then read anew."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Finding, Place
from rulebook_core.spans import Places
from rulebook_proof.proof.words import Vocabulary
from rulebook_rules.claims.model import Analysis, Verdict
from rulebook_rules.facts.reading.wording import wording_of
from rulebook_text.lexing.clauses import BETWEEN_SENTENCES

NEGATIONS = frozenset("not no never nor neither without none".split())  # noqa: SIM905
QUANTITIES = {
    "all": "any",
    "any": "all",
    "each": "one",
    "every": "one",
    "both": "one",
    "must": "may",
    "may": "must",
    "always": "never",
    "either": "both",
}
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
AT_ONCE = 12
"""Changes that are made in one reading, far from each other."""


class Change(NamedTuple):
    """A word of a recognised sentence, and the other that stands in its place: "" where it is left out."""

    kind: str
    start: int
    end: int
    other: str


def changes_of(analysis: Analysis) -> Iterator[Change]:
    """Yield what would turn the meaning of the sentences of a page that right claims rest on."""
    document = analysis.document
    words = Vocabulary(analysis.system, wording_of(document.source.text))
    claims = Places(
        (claim.place, claim)
        for claim in analysis.claims
        if claim.verdict is Verdict.RIGHT and claim.place.source is document.source
    )
    for block in document.prose.blocks:
        text = block.text.text
        if block.kind in ("code", "cell", "heading"):
            continue
        for start, end in pairwise([0, *(one.end() for one in BETWEEN_SENTENCES.finditer(text)), len(text)]):
            if any(True for _ in claims.meeting(Place(document.source, block.text.span(start, end)))):
                for match in _WORD.finditer(text, start, end):
                    span = block.text.span(*match.span())
                    if document.source.slice(span) == match[0] and (turned := _turned(match[0], words)):
                        yield Change(turned[0], span.start, span.end, turned[1])


def _turned(word: str, words: Vocabulary) -> tuple[str, str] | None:
    folded = word.lower()
    if folded in NEGATIONS:
        return "negation", ""
    other = words.instead(word) if words.opposites.of(folded) or folded in words.names else QUANTITIES.get(folded, "")
    is_name = folded in words.names and not words.opposites.of(folded)
    if not other or (is_name and not word[0].isupper()):
        return None
    return "word", other[0].upper() + other[1:] if word[0].isupper() else other


def reported(
    text: str, changes: Sequence[Change], findings_in: Callable[[str], Sequence[Finding]]
) -> dict[str, Counter[bool]]:
    """Count how many changes of each kind have a finding at their place."""
    usual = {(finding.rule, finding.message) for finding in findings_in(text)}
    ordered = sorted(changes, key=lambda change: change.start)
    results: dict[str, Counter[bool]] = {"word": Counter(), "negation": Counter()}
    step = max(1, -(-len(ordered) // AT_ONCE))
    for first in range(step):
        changed, position, places = "", 0, []
        for change in ordered[first::step]:
            changed += text[position : change.start]
            places.append((change.kind, len(changed) - 1, len(changed) + max(len(change.other), 2)))
            changed += change.other
            position = change.end
        findings = [one for one in findings_in(changed + text[position:]) if (one.rule, one.message) not in usual]
        spans = [one.span for finding in findings for one in (finding.place, *finding.details.related)]
        for kind, start, end in places:
            results[kind][any(span.start < end and start < span.end for span in spans)] += 1
    return results

"""Sentences that deny a rule, or state nothing of it: what the words around a match of a phrase say."""

from __future__ import annotations

from rulebook_rules.claims.language.matching import Item, Match, Slip
from rulebook_rules.claims.language.opposites import COMPARATIVES
from rulebook_text.lexing.modality import DENIAL, NEGATION, clause_before, has_limit, is_condition, is_denied

MIN_GREAT_WEIGHT = 7
"""Wordings of more weight hold in spite of a denial among their words."""
MAX_DENIED = 5
"""Words in a gap that has only a denial: "the ferry does not cost"."""


def denial_in(text: str, match: Match) -> tuple[int, int] | None:
    """Return where a short gap of a wording denies the sentence; None where nothing does.

    What is longer says something else as well, and "never more than" is a limit.
    """
    for start, end in match.skipped:
        if (word := denial_between(text, start, end)) and text[slice(*word)].lower() not in match.wording.denials:
            return word
    return None


def denial_between(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where a short stretch denies its sentence; None if it does not."""
    if 0 <= start < end and len(text[start:end].split()) <= MAX_DENIED and not has_limit(text[start:end]):
        word = DENIAL.search(text, start, end)
        return word.span() if word else None
    return None


def is_stated(text: str, at: Slip | Item, match: Match) -> bool:
    """Return whether a text states words whose opposite the rules have."""
    whole = (match.start, match.end)
    own = match.wording.denials | {word.lower() for word in NEGATION.findall(at.text)}
    # What much of the rule stands around denies something else.
    within = whole if match.wording.weight > MIN_GREAT_WEIGHT else None
    if any(is_denied(text, *here, own, within=within) for here in ((at.start, at.end), (match.end, match.end))):
        return False
    # A bigger die does less often what a small one does more often.
    subject = clause_before(text, match.start).lower().split()[-2:]
    return not match.slip or (COMPARATIVES.isdisjoint(subject) and not is_condition(text, at.start, at.end, whole))

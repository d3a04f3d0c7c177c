"""Sentences that deny a rule, or state nothing of it: what the words around a match of a phrase say."""

from __future__ import annotations

from rulebook_rules.claims.language.matching import Item, Match, Slip
from rulebook_rules.claims.language.opposites import COMPARATIVES
from rulebook_text.lexing.modality import NEGATION, clause_before, denial_between, is_condition, is_denied

MIN_GREAT_WEIGHT = 7
"""Wordings of more weight hold in spite of a denial among their words."""


def denial_in(text: str, match: Match) -> tuple[int, int] | None:
    """Return where a short gap of a wording denies the sentence; None where nothing does.

    What is longer says something else as well, and "never more than" is a limit.
    """
    for start, end in match.skipped:
        if (word := denial_between(text, start, end)) and text[slice(*word)].lower() not in match.wording.denials:
            return word
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

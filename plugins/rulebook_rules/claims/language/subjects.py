"""Of whom a text speaks: where it turns from one actor to another.

"Anna rolls two dice. Ben gains 3 points. She gains 1." tells Ben's points between Anna's roll and what comes of it.
"""

from __future__ import annotations

from rulebook_core.lazy_regex import lazily
from rulebook_text.words import cue

MAX_BEFORE = 400
"""Characters before a place that are searched for its subject."""

_DOES = cue("actors.does")
_OTHER = cue("actors.other")
_SUBJECT = lazily(
    rf"\b(?:(?P<name>(?!{cue('actors.no_names')}\b)[A-Z][a-z][\w-]*)|(?P<other>(?i:{_OTHER})))(?:['’]s\b"
    rf"|s['’](?=\s)|,?\s+who\b|\s+{_DOES}\b)|\b{cue('actors.pronouns')}\b"
)


def changes_subject(text: str, start: int, end: int) -> bool:
    """Return whether a text changes its subject within a stretch."""
    spoken_of = ""
    for match in _SUBJECT.finditer(text, max(0, start - MAX_BEFORE), min(len(text), end + MAX_BEFORE)):
        if match.start() >= end:
            break
        other = (match["other"] or "").lower().split()[-1:]
        # A pronoun goes on with the one that was spoken of, whoever that is.
        subject = match["name"] or "".join(other) or spoken_of or "somebody"
        if match.start() >= start and subject != spoken_of and (spoken_of or other):
            return True
        spoken_of = subject
    return False

"""Of whom a text speaks: where it turns from one actor to another.

"Anna rolls two dice. Ben gains 3 points. She gains 1." tells Ben's points between Anna's roll and what comes of it.
"""

from __future__ import annotations

from rulebook_core.lazy_regex import lazily

MAX_BEFORE = 400
"""Characters before a place that are searched for its subject."""

_DOES = (
    r"(?:rolls|throws|casts|gains|earns|gets|loses|takes|has|holds|scores|shows|makes|reaches|needs|wins|uses|plays|spends"
    r"|pays|tries|attempts|adds|subtracts|beats|is|was|had|got|lost|took|made|won|threw|came|rolled|gained|earned|scored"
    r"|showed|reached|needed|used|played|tried|attempted|added|subtracted|already|also)"
)
_OTHER = (
    r"(?:(?:the|an?|his|her|their|its|your|whose)\s+)?(?:other|another|second|next|opposing)"
    r"(?:\s+(?:one|player|gamer|character|side|actor|hero|roller|party|person))?"
    r"|(?:the|an?|his|her|their|its|your|whose|each|any)\s+"
    r"(?:opponent|rival|enemy|foe|adversary|opposition|defender|attacker|ally|friend|partner|companion)"
    r"|(?:somebody|someone|anybody|anyone|everybody|everyone) else"
)
_SUBJECT = lazily(
    rf"\b(?:(?P<name>(?!(?:It|He|She|They|You|We|This|That|These|Those|There|Then|The|An?|Each|Every|Nobody|Nothing|None"
    rf"|Who|What|Which|One|Both|And|But|So|If)\b)[A-Z][a-z][\w-]*)"
    rf"|(?P<other>(?i:{_OTHER})))(?:['’]s\b|s['’](?=\s)|,?\s+who\b|\s+{_DOES}\b)"
    r"|\b(?:[Hh]e|[Ss]he|[Tt]hey|[Yy]ou|[Ww]e)\b"
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

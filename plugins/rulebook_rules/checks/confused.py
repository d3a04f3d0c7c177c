"""Words that stand for others in English, as they sound alike."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Severity, rule, write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.book import Page
from rulebook_rules.checks.page_language import ENGLISH, spoken

_LOST = (
    "turns?|hit points?|health|points?|hp|lives|life|control|balance|games?|actions?|fights?|battles?|sanity|dice|die"
)
_BROUGHT_ABOUT = "changes?|escapes?|rescues?|repairs?|entry|cures?|transfers?|release|capture|transition"
_NO_VERB = "course|the|this|that|these|those|an?|my|your|his|her|its|our|their|it|him|them|us|whom|which"
"""Words after "of" where no "have" with a participle is meant: "as they could of their lives"."""
_HERE = lazily(
    r" (?:(?P<than>then)\b|(?P<own>own)\b|(?P<there>their) (?:is|are|was|were)\b(?!-)|"
    rf"(?P<have>of)\b(?! (?:{_NO_VERB})\b)|(?P<lose>loose) (?:\w+ ){{0,2}}(?:{_LOST})\b"
    rf"|(?P<affect>effect) (?:the|your|any|all|his|her|their|its) (?!(?:\w+ )?(?:{_BROUGHT_ABOUT})\b))"
)
"""A word that may stand for another one, by what is meant; or what follows such a word."""
_BEFORE = {
    "than": lazily(r"\b(?<!or )(?:more|less|fewer|rather|any other|no other|better|worse|larger|smaller|stronger)$"),
    "own": lazily(r"\b(?:(?P<its>[Ii]t['’]s)|(?P<their>there))$"),
    "there": lazily("$"),
    "have": lazily(r"\b(?:could|should|would)(?:n['’]t)?$"),
    "lose": lazily(r"\b(?:to|you|they|may|will|would|can|must|cannot|not)$"),
    "affect": lazily(r"\b(?:to|may|will|can|must|not)$"),
}
"""Words right before each word where it may be the other one."""
_MAX_CONTEXT = 12
"""Characters before a word that are searched for its context."""
_IF = lazily(r"\b(?:if|when|whenever|once|unless|until|where)\b[^.!?;]*$", re.IGNORECASE)
"""The beginning of a clause that "then" may continue."""


@rule(Severity.WARNING)
def confused_word(place: Place, word: str, meant: str) -> Details:
    """A word stands for another one, as in `more then 5`, `it's own` or `could of`.

    Only what English never has is looked for, on pages in English.
    """
    return Details(f"`{word}` is written where `{meant}` belongs", remedies=(write(place, meant),))


def check(page: Page) -> Iterator[Finding]:
    """Look for confused words; only a page whose source may have one is read for it."""
    source = page.document.source
    if not any(_confused(source.text)) or spoken(source.text) is not ENGLISH:
        return
    for block in page.document.prose.blocks:
        text = block.text.text
        for (start, end), meant in _confused(text) if block.kind != "code" else ():
            word = text[start:end]
            if block.coded().has(start) or (word == "then" and _IF.search(text, 0, start)):
                continue
            yield confused_word(Place(source, block.text.span(start, end)), word, meant)


def _confused(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Return where such words stand, and what is meant."""
    for match in _HERE.finditer(text):
        before = _BEFORE[str(match.lastgroup)].search(text, max(0, match.start() - _MAX_CONTEXT), match.start())
        if before is not None:
            matched = before if before.lastgroup else match
            meant = str(matched.lastgroup)
            yield matched.span(meant), meant

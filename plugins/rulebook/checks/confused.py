"""Words that stand for others in English, as they sound alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.book import Page
from rulebook.checks.spoken import ENGLISH, spoken
from rulebook.findings import Details, Finding, Place, Severity, rule, write
from rulebook.lexing.lazily import lazily

_LOST = (
    "turns?|hit points?|health|points?|hp|lives|life|control|balance|games?|actions?|fights?|battles?|sanity|dice|die"
)
_BROUGHT_ABOUT = "changes?|escapes?|rescues?|repairs?|entry|cures?|transfers?|release|capture|transition"


class Confused(NamedTuple):
    """A word that stands for another one.

    Attributes:
        here: what begins with it; a sign that is always there first, so that it is quickly looked for.
        before: what stands right before that; it may have the word itself.
        meant: what should be written.
    """

    here: re.Pattern[str]
    before: re.Pattern[str]
    meant: str


_ANYTHING = lazily(r"$")
_CONFUSED = (
    Confused(
        lazily(r" (?P<word>then)\b"),
        lazily(r"\b(?<!or )(?:more|less|fewer|rather|any other|no other|better|worse|larger|smaller|stronger)$"),
        "than",
    ),
    Confused(lazily(r" own\b"), lazily(r"\b(?P<word>[Ii]t['’]s)$"), "its"),
    Confused(lazily(r" own\b"), lazily(r"\b(?P<word>there)$"), "their"),
    Confused(lazily(r" (?P<word>their) (?:is|are|was|were)\b(?!-)"), _ANYTHING, "there"),
    Confused(lazily(r" (?P<word>of)\b(?! course)"), lazily(r"\b(?:could|should|would)(?:n['’]t)?$"), "have"),
    Confused(
        lazily(rf" (?P<word>loose) (?:\w+ ){{0,2}}(?:{_LOST})\b"),
        lazily(r"\b(?:to|you|they|may|will|would|can|must|cannot|not)$"),
        "lose",
    ),
    Confused(
        lazily(rf" (?P<word>effect) (?:the|your|any|all|his|her|their|its) (?!(?:\w+ )?(?:{_BROUGHT_ABOUT})\b)"),
        lazily(r"\b(?:to|may|will|can|must|not)$"),
        "affect",
    ),
)
_LONGEST = 12
"""So far before a word is looked for what is meant."""
_IF = lazily(r"\b(?:if|when|whenever|once|unless|until|where)\b[^.!?;]*$", re.IGNORECASE)
"""What may go on with "then"."""


@rule(Severity.WARNING)
def confused_word(place: Place, word: str, meant: str) -> Details:
    """A word stands for another one, as in `more then 5`, `it's own` or `could of`.

    Only what English never has is looked for, on pages in English.
    """
    return Details(f"`{word}` stands where `{meant}` belongs", remedies=(write(place, meant),))


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
    """Where such words stand, and what is meant."""
    for here, before, meant in _CONFUSED:
        for match in here.finditer(text):
            if found := before.search(text, max(0, match.start() - _LONGEST), match.start()):
                yield (found if "word" in before.groupindex else match).span("word"), meant

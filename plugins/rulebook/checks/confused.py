"""Words that stand for others in English: an article before the wrong sound, and what sounds like another word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.book import Page
from rulebook.checks.spoken import ENGLISH, spoken
from rulebook.findings import Details, Edit, Finding, Place, Remedy, Severity, rule
from rulebook.lexing.lazily import lazily

_SMALL = (
    "all also and any are either each else enough even ever every euro[a-z]* eu[a-z]+ ewes? if instead into its"
    " off once one[a-z]* only out over"
).replace(" ", "|")
"""What stands behind a single letter that names something ("if a and b are"), and what begins with another sound."""
_VOWEL = rf"(?!(?:{_SMALL})\b)(?:[aeio][a-z]{{2,}}|un(?!i|animous)[a-z]{{2,}}|ugly|upper|urgent)\b"
_CLUSTERS = (
    "bl br ch cl cr dh dr dw fl fr gh gl gn gr kl kn kr ph pl pr ps qu rh sc sh sk sl sm sn sp sq st sw th tr tw wh wr"
)
_CONSONANT = (
    rf"(?:(?!(?:faq|de[mr])\b)(?:[b-df-gj-np-tv-z](?=[aeiouy])|{_CLUSTERS.replace(' ', '|')})[a-z]{{2,}}|one\b|once\b"
    r"|uni(?:que|t|vers|form|on|corn)[a-z]*|us(?:e|ual)[a-z]*)\b(?![./@]\w)"
)
"""What begins as English words do: "an npc" and "an mkdocs.yml" are named by their letters."""
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
    meant: tuple[str, ...]


_ANYTHING = lazily(r"$")
_CONFUSED = (
    Confused(lazily(rf" (?P<word>a) (?={_VOWEL})"), _ANYTHING, ("an",)),
    Confused(lazily(rf"(?P<word>A) (?={_VOWEL})"), lazily(r"(?:^|[.!?]\s)$"), ("An",)),
    Confused(lazily(rf" (?P<word>an) (?={_CONSONANT})"), _ANYTHING, ("a", "and")),
    Confused(
        lazily(r" (?P<word>then)\b"),
        lazily(r"\b(?<!or )(?:more|less|fewer|rather|any other|no other|better|worse|larger|smaller|stronger)$"),
        ("than",),
    ),
    Confused(lazily(r" own\b"), lazily(r"\b(?P<word>[Ii]t['’]s)$"), ("its",)),
    Confused(lazily(r" own\b"), lazily(r"\b(?P<word>there)$"), ("their",)),
    Confused(lazily(r" (?P<word>their) (?:is|are|was|were)\b(?!-)"), _ANYTHING, ("there",)),
    Confused(lazily(r" (?P<word>of)\b(?! course)"), lazily(r"\b(?:could|should|would)(?:n['’]t)?$"), ("have",)),
    Confused(
        lazily(rf" (?P<word>loose) (?:\w+ ){{0,2}}(?:{_LOST})\b"),
        lazily(r"\b(?:to|you|they|may|will|would|can|must|cannot|not)$"),
        ("lose",),
    ),
    Confused(
        lazily(rf" (?P<word>effect) (?:the|your|any|all|his|her|their|its) (?!(?:\w+ )?(?:{_BROUGHT_ABOUT})\b)"),
        lazily(r"\b(?:to|may|will|can|must|not)$"),
        ("affect",),
    ),
)
_LONGEST = 12
"""So far before a word is looked for what is meant."""
_ARTICLES = {"a": "`a` stands before a vowel", "an": "`an` stands before a consonant"}
"""Perhaps "an" is meant, perhaps "and"; something is wrong in any case."""
_IF = lazily(r"\b(?:if|when|whenever|once|unless|until|where)\b[^.!?;]*$", re.IGNORECASE)
"""What may go on with "then"."""
_FILLER = lazily(r"\b(?:ipsum|mauris|maecenas|suspendisse|vestibulum|pellentesque)\b", re.IGNORECASE)
"""Words of what fills a page until somebody writes it: "mauris a ante"."""
_BROGUE = lazily(r"\b(?:yer?|ya|meself|dunno|ain['’]t|'?em)\b|\w['’](?=\s)", re.IGNORECASE)
"""Words of somebody who says "an" for "and"."""


@rule(Severity.WARNING)
def confused_word(place: Place, word: str, meant: tuple[str, ...]) -> Details:
    """A word stands for another one, as in `a attack`, `more then 5` or `it's own`.

    Only what English never has is looked for, on pages in English.
    """
    remedies = tuple(Remedy(f"write `{new}`", (Edit(place, new),)) for new in meant)
    fact = _ARTICLES.get(word.lower()) or f"`{word}` stands where `{meant[0]}` belongs"
    return Details(fact, remedies=remedies)


def check(page: Page) -> Iterator[Finding]:
    """Look for confused words; only a page whose source may have one is read for it."""
    source = page.document.source
    if not any(_confused(source.text)) or spoken(source.text) is not ENGLISH:
        return
    for block in page.document.prose.blocks:
        text = block.text.text
        for (start, end), meant in _confused(text) if block.kind != "code" and not _FILLER.search(text) else ():
            word = text[start:end]
            if block.coded().has(start) or (word == "then" and _IF.search(text, 0, start)):
                continue
            if word != "an" or _BROGUE.search(text) is None:
                yield confused_word(Place(source, block.text.span(start, end)), word, meant)


def _confused(text: str) -> Iterator[tuple[tuple[int, int], tuple[str, ...]]]:
    """Where such words stand, and what is meant."""
    for here, before, meant in _CONFUSED:
        for match in here.finditer(text):
            if found := before.search(text, max(0, match.start() - _LONGEST), match.start()):
                yield (found if "word" in before.groupindex else match).span("word"), meant

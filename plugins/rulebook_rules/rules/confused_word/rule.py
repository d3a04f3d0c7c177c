"""Words that stand for others in English, as they sound alike."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Severity, rule, write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.book import Page
from rulebook_rules.checks.page_language import ENGLISH, spoken
from rulebook_text.words import cue

_LOST = cue("confused.lost")
_BROUGHT_ABOUT = cue("confused.effected")
_NO_VERB = cue("confused.no_verb")
"""Words after "of" where no "have" with a participle is meant: "as they could of their lives"."""
_HERE = lazily(
    rf" (?:(?P<than>then)\b|(?P<own>own)\b|(?P<there>their) {cue('confused.are')}\b(?!-)|(?P<have>of)\b(?! (?:"
    rf"{_NO_VERB})\b)|(?P<lose>loose) (?:\w+ ){{0,2}}(?:{_LOST})\b|(?P<affect>effect) {cue('confused.whose')} (?!("
    rf"?:\w+ )?(?:{_BROUGHT_ABOUT})\b))"
)
"""A word that may stand for another one, by what is meant; or what follows such a word."""
_BEFORE = {
    "than": lazily(rf"\b(?<!or ){cue('confused.more')}$"),
    "own": lazily(r"\b(?:(?P<its>[Ii]t['’]s)|(?P<their>there))$"),
    "there": lazily("$"),
    "have": lazily(rf"\b{cue('confused.could')}(?:n['’]t)?$"),
    "lose": lazily(rf"\b{cue('confused.to_lose')}$"),
    "affect": lazily(rf"\b{cue('confused.to_affect')}$"),
}
"""Words right before each word where it may be the other one."""
_MAX_CONTEXT = 12
"""Characters before a word that are searched for its context."""
_IF = lazily(rf"\b{cue('confused.if')}\b[^.!?;]*$", re.IGNORECASE)
"""The beginning of a clause that "then" may continue."""


@rule(Severity.WARNING)
def confused_word(place: Place, word: str, meant: str) -> Details:
    return Details(f"`{word}` is written where `{meant}` belongs", remedies=(write(place, meant),))


def check_page(page: Page) -> Iterator[Finding]:
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

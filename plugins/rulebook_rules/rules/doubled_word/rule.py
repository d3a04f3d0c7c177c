"""Words that stand twice in a row, as they do where a sentence was changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import compress, islice
from operator import eq

from rulebook_core.findings import Details, Edit, Evidence, Finding, Place, Remedy, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.book import Page
from rulebook_rules.checks.page_language import ENGLISH, OTHERS, spoken
from rulebook_rules.rules import words_of
from rulebook_text.lexing.word_tokens import WORD_OR_NUMBER

_LISTS = words_of(__file__)["en"]
_VERBS = frozenset(_LISTS["verbs"].split())
_WORDS = _VERBS.union(_LISTS["small"].split())
_FOREIGN = frozenset(_LISTS["foreign"].split())
_WHAT = lazily(rf"\b(?:{'|'.join(_LISTS['asks'].split())})\b[^.!?:;]*$", re.IGNORECASE)
_ANY = _WORDS.union(*OTHERS)
_DOUBLED = lazily(r"(?<![\w'’.-])(?P<word>\w{1,7})(?P<again>\s+(?P<same>(?i:(?P=word))))(?![\w'’\u0300-\u036f-])")
"""Any short word: to try each of these at every word takes three times as long."""
_NAMES = _LISTS["names"].split()
_OWN = lazily(rf"\s+(?:{_LISTS['goes_with']})\b")
_MAX_CLAUSE = 80
"""Characters before a verb that are searched for the start of its clause."""


@rule(Severity.WARNING)
def doubled_word(place: Place, word: str) -> Details:
    return Details(f"`{word}` is written twice", remedies=(Remedy("write it once", (Edit(place, ""),)),))


def check_page(page: Page) -> Iterator[Finding]:
    """Look for doubled words; only a page whose source may have one is read for it."""
    source = page.document.source.text
    words = WORD_OR_NUMBER.findall(source.lower())
    twice = compress(words, map(eq, words, islice(words, 1, None)))
    if _ANY.isdisjoint(twice) or not any(map(_is_doubled, _DOUBLED.finditer(source))):
        return
    undoubled = _undoubled(source)
    for block in page.document.prose.having(_DOUBLED):
        text = block.text.text
        coded = block.coded()
        for match in _DOUBLED.finditer(text) if block.kind != "code" else ():
            if match["same"] not in undoubled or not _is_doubled(match):
                continue
            if "\n" in match["again"] or coded.meets(match.span()):
                continue
            if match["same"] in _VERBS and _WHAT.search(text, max(0, match.start() - _MAX_CLAUSE), match.start()):
                continue
            start = block.text.span(match.start(), match.start("again")).end
            span = Span(start, block.text.span(*match.span("again")).end)
            details = doubled_word(Place(page.document.source, span), match["same"])
            yield details.by(Evidence.HINT if _OWN.match(text, match.start("again")) else Evidence.SIGN)


def _undoubled(text: str) -> frozenset[str]:
    """The words that a text cannot have twice, by the language that it is in."""
    words = spoken(text)
    return _WORDS if words is ENGLISH else words | (_WORDS - _FOREIGN)


def _is_doubled(match: re.Match[str]) -> bool:
    """Return whether such a word stands twice; "the The" begins a name."""
    word, same = match["word"], match["same"]
    return same in _ANY and word in (same, same.capitalize()) and word not in _NAMES

"""Words that stand twice in a row, as they do where a sentence was changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.book import Page
from rulebook.findings import Details, Edit, Finding, Place, Remedy, Severity, rule
from rulebook.source import Span

_WORDS = frozenset(
    """an the of to for and or with from by at be are were he she they we this these those their its your than
    then""".split()  # noqa: SIM905
)
"""What English never has twice in a row; most other words it may have for emphasis, or as the end of one part and the
beginning of another ("what it is is")."""
_FOREIGN = frozenset(("an", "to", "of", "for", "or", "at", "be", "he", "we"))
"""Those that another language may have, and twice in a row: "je to to"."""
_ENGLISH = re.compile(r"\b(?:the|and|with|from|this|that|they|are|is|it|you|your|as|has|have|will)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_RARE = 50
"""One of so many words at least is one of these wherever English is written."""
_DOUBLED = re.compile(r"(?<![\w'’.-])(?P<word>[a-zA-Z]{2,5})(?P<again>\s+(?P<same>(?i:(?P=word))))(?![\w'’-])")
"""Any short word: to try each of these at every word takes three times as long."""
_LAUGHTER = "He"


@rule(Severity.WARNING)
def doubled_word(place: Place, word: str) -> Details:
    """A small word stands twice in a row.

    Only English words are looked for that no sentence has twice, in running text, lists, cells and headings. What
    another language may have twice is left alone on a page that is not in English.
    """
    return Details(f"`{word}` stands twice", remedies=(Remedy("write it once", (Edit(place, ""),)),))


def check(page: Page) -> Iterator[Finding]:
    """Look for doubled words; only a page whose source may have one is read for it."""
    source = page.document.source.text
    if not any(map(_is_doubled, _DOUBLED.finditer(source))):
        return
    is_english = _RARE * len(_ENGLISH.findall(source)) >= len(_WORD.findall(source))
    for block in page.document.prose.blocks:
        text = block.text.text
        coded = block.coded()
        for match in _DOUBLED.finditer(text) if block.kind != "code" else ():
            if not _is_doubled(match) or "\n" in match["again"] or coded.meets(match.span()):
                continue
            if match["same"] in _FOREIGN and not is_english:
                continue
            start = block.text.span(match.start(), match.start("again")).end
            span = Span(start, block.text.span(*match.span("again")).end)
            yield doubled_word(Place(page.document.source, span), match["same"])


def _is_doubled(match: re.Match[str]) -> bool:
    """Whether such a word stands twice, the first perhaps at the beginning of a sentence; "the The" begins a name."""
    word, same = match["word"], match["same"]
    return same in _WORDS and word in (same, same.capitalize()) and word != _LAUGHTER

"""Marked terms and headings that are nearly a term of the book's lexicon, and are none.

For dialects whose writers mark their terms. A word is a slip where another one, marked far more often or a name of the
game, differs from it by one or two letters, and where it is no word that people otherwise write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook_core.findings import Finding, Place
from rulebook_core.lazy_regex import lazily
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.checks.spelling import is_word
from rulebook_rules.naming.faults import misspelt_term
from rulebook_rules.naming.lexicon import Lexicon, Lexicons, base_forms, places_of_terms
from rulebook_syntax.document import Block
from rulebook_text.lexing.word_tokens import JOINED_LETTERS
from rulebook_text.naming.inflections import are_related, plural
from rulebook_text.naming.spelling import begin_alike, edit_distance

MIN_LETTERS = 4
"""Shorter words are near too many others."""
MIN_RATIO = 3
"""By how much more often the right word is marked than the slip."""
_WRONG_PLURAL = lazily(r"[^\W\d_aeiou]ys$")
"""English has "-ies" there; with an apostrophe it would be a possessive."""
MAX_COMPARISONS = 300_000
"""Looking for near words compares everything with everything: on a book that is all wrong it must end."""


def check(index: BookIndex) -> Iterator[Finding]:
    """Look up the words of marked terms and headings."""
    pages = [page for page in index.reported if page.document.traits.marks_terms]
    if not pages:
        return
    lexicons = Lexicons(index.book)
    meant: dict[tuple[int, str], list[str]] = {}
    left = MAX_COMPARISONS
    for page in pages:
        index.texts_for(page)
        lexicon = lexicons.of(page)
        for block, match in _words(page):
            word = match[0].casefold()
            key = (id(lexicon), word)
            if key not in meant:
                meant[key] = _meant(lexicon, word) if left > 0 else []
                left -= len(lexicon.marked)
            if meant[key] and word not in index.known_words:
                place = Place(page.document.source, block.text.span(*match.span()))
                yield misspelt_term(place, match[0], [lexicon.spelt(other, match[0]) for other in meant[key]])


def _words(page: Page) -> Iterator[tuple[Block, re.Match[str]]]:
    for block in page.document.prose.blocks:
        coded = block.coded()
        for start, end in places_of_terms(block):
            for match in JOINED_LETTERS.finditer(block.text.text, start, end):
                if not coded.has(match.start()):
                    yield block, match


def _meant(lexicon: Lexicon, word: str) -> list[str]:
    """The nearest words of the lexicon that a word may be a slip of; none where it is a word by itself."""
    forms = base_forms(word)
    if _WRONG_PLURAL.search(word) and lexicon.count(word[:-1]) >= MIN_RATIO * lexicon.marked[word]:
        return [plural(word[:-1])]
    if len(forms[0]) < MIN_LETTERS or not lexicon.named.isdisjoint(forms) or any(is_word(form) for form in forms):
        return []
    needed = MIN_RATIO * max(1, lexicon.count(word))
    near: list[tuple[int, int, str]] = []
    for other in lexicon.marked:
        allowed = 1 if min(len(word), len(other)) < 8 else 2
        distance = edit_distance(word, other, allowed)
        if distance is None or not begin_alike(word, other):
            continue
        if are_related(forms, base_forms(other)) and not (word == other[:-1] and _stands_once(lexicon, word)):
            continue
        count = lexicon.count(other)
        if count >= needed or not lexicon.named.isdisjoint(base_forms(other)):
            near.append((distance, -count, other))
    return [other for distance, _, other in sorted(near) if distance == min(near)[0]][:3]


def _stands_once(lexicon: Lexicon, word: str) -> bool:
    """Return whether the pages have a word in one place alone, where its last letter may be lost: people
    who bake and bakers stand in a text together."""
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    return sum(len(pattern.findall(page.document.source.text)) for page in lexicon.pages) == 1

"""Misspelt words: in headings, captions and marked terms, where a reader trips over them first, and in running text.

The words are codespell's, where it is installed (the extra `spelling`; its licence is another than ours):
misspellings that people are known to make, each with what was meant. In running text a word with a capital is left
alone: it may be a name.
"""

from __future__ import annotations

import importlib.util
import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from rulebook_core import workspace
from rulebook_core.findings import Finding, Place
from rulebook_core.imports.siblings import is_installed
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import as_composed
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.checks.page_language import OTHERS, spoken
from rulebook_rules.naming.faults import misspelt_term, misspelt_word
from rulebook_syntax.document import Block
from rulebook_text.lexing.word_tokens import LETTERS
from rulebook_text.words import cue_words

MIN_LETTERS = 5
"""Shorter words are too often names or abbreviations."""

MIN_USES = 3
"""A slip of the pen hardly comes so often in a page."""
MAX_LINES = 5
"""Nor in so many different lines of a book."""

MIN_HEADINGS = 3
"""Of fewer headings nobody can tell that they begin with names."""

_WORD = lazily(r"(?<!\w)(?<!\w[)-])[^\W\d_]{5,}(?!\w|['’]\w|(?<!s)['’])")
"""A whole word: not "aroun'" or "rollin'", nor half of "couldn't" or "low-lifes"."""
_IN_NAME = lazily(r"[./@#\\~$-]$")
"""The end of a text before a part of an address, file name or compound."""
_HALF = lazily(r"[^\W\d_]- $")
"""The end of a text before the other half of a broken word."""
_QUOTED = lazily(r"[\"'“”„‘«][^\W\d_]+[\"'”“’»]")
"""A word by itself in quotation marks is spoken of."""
_GOES_ON = lazily(r"[./@\\-]\w|-\s|\(\)|…|\.\.\.")
_LINE_BROKE = lazily(r"[^\W\d_][ \t]?[-\u00ad][ \t\r]*\n\s*$")
_LINE_BREAKS = lazily(r"[ \t]?[-\u00ad][ \t\r]*\n")
"""The end of a printed line in the middle of a word."""
_ENGLISH = cue_words("spelling.usual")
_MIN_ENGLISH = 0.06
"""English has some three times as many of these words; other languages next to none, but for a licence in English."""
_MIN_WORDS = 60
"""From fewer words nobody can tell."""
_MAX_SAMPLE = 3_000
_VARIANTS = cue_words("spelling.variants")
"""Spellings that dictionaries have beside the usual one, and words of their own: writers mean them so."""
_MAY_MEAN = {"thats": "whose", "theres": "theirs"}
"""Further meanings of some misspellings: "a thing thats weight is known"."""
_MADE_WITH = ("able", "ed")
"""Suffixes that make new words which no list has."""
_MAX_PAGES = 50
"""Pages that suffice to tell the language of a book."""


def check(index: BookIndex) -> Iterator[Finding]:
    """Look up the words of all pages."""
    suspects = ((page, _misspelt_in(page.document.source.text) - index.known_words) for page in index.reported)
    english = [(page, wrong) for page, wrong in suspects if wrong and is_english(index, page)]
    lines = _lines_with(
        index.texts_for(*(page for page, _ in english)), {word for _, wrong in english for word in wrong}
    )
    meant = {word: any(lines.get(other.lower()) for other in _meant(word)) for word in lines}
    for page, wrong in english:
        words = {word for word in wrong if len(lines[word]) < MAX_LINES and not _is_made(word, lines)}
        yield from _page(page, words, {word for word in words if meant[word]})


@lru_cache(maxsize=4096)  # While a site is served, all of its texts but one are asked for again.
def _misspelt_in(text: str) -> frozenset[str]:
    """The words of a text that are known misspellings, in lower case."""
    return frozenset(
        word
        for word in {word.lower() for word in _WORD.findall(as_composed(text).replace("_", " "))}
        if is_misspelt(word)
    )


def is_english(index: BookIndex, page: Page) -> bool:
    """Return whether a page may be in English, whose misspellings these are: few sentences do without its small words.

    Of a page with few words, those of the book tell.
    """
    words = _words_of(page)
    if len(words) < _MIN_WORDS:
        words = [word for other in index.texts_for(page)[:_MAX_PAGES] for word in _words_of(other)]
    return len(words) < _MIN_WORDS or sum(word.lower() in _ENGLISH for word in words) > _MIN_ENGLISH * len(words)


def _words_of(page: Page) -> list[str]:
    """The first words of a page that readers see: queries and templates are in English in any book."""
    words: list[str] = []
    for block in page.document.prose.blocks:
        if block.kind != "code" and len(words) < _MAX_SAMPLE:
            words += LETTERS.findall(block.text.text)
    return words


def _lines_with(pages: Iterable[Page], suspects: set[str]) -> dict[str, set[str]]:
    """Return the lines of a book with each suspect, its corrections and its stems.

    A word in many different lines is meant as it is.
    """
    words = {other.lower() for word in suspects for other in (word, *_bases(word), *_meant(word))}
    lines: dict[str, set[str]] = {word: set() for word in words}
    if not suspects:
        return lines
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(words)))})(?!\w)", re.IGNORECASE)
    for page in pages:
        text = page.document.source.text
        for match in pattern.finditer(text):
            start, end = text.rfind("\n", 0, match.start()) + 1, text.find("\n", match.end())
            if (names := lines.get(match[0].lower())) is not None:  # A dotted capital I is another word.
                names.add(text[start : end if end >= 0 else len(text)])
    return lines


def _is_made(word: str, lines: Mapping[str, Collection[str]]) -> bool:
    """Return whether a word may be coined: from another word ("missable"), or shortened ("recal")."""
    meant = tuple(_meant(word))
    longer = (known for known in _words() if known.startswith(word) and not known.startswith(meant))
    return any(lines[base] for base in _bases(word)) or any(longer)


def _bases(word: str) -> list[str]:
    """Return the possible stems of a word, unless its correction has them too ("commited")."""
    results = [word.removesuffix(suffix) for suffix in _MADE_WITH if word.endswith(suffix)]
    return [base for base in results if not any(meant.startswith(base) for meant in _meant(word))]


def _term_around(block: Block, start: int, end: int) -> tuple[int, int] | None:
    """Return the span of the term that a word is in; a heading or caption is one as a whole."""
    terms = [(0, len(block.text.text))] if block.kind in ("heading", "caption") else block.terms
    return next((term for term in terms if term[0] <= start and end <= term[1]), None)


def _page(page: Page, wrong: Collection[str], written: Collection[str]) -> Iterator[Finding]:
    """The misspelt words of a page; the right ones of `written` the book has as well."""
    for block in page.document.prose.blocks:
        text = block.text.text
        for match in _WORD.finditer(text) if block.kind != "code" else ():
            word = match[0].lower()
            if word not in wrong or block.coded().has(match.start()) or _is_in_other_words(text, match):
                continue
            place, new = Place(page.document.source, block.text.span(*match.span())), _suggestions(match[0])
            if _is_half(place) or spoken(text) in OTHERS:
                continue  # A page in English may have a paragraph in another language.
            term = _term_around(block, *match.span())
            if term is None and _is_in_prose(text, match) and not _is_name(page, match[0].capitalize()):
                yield misspelt_word(place, match[0], new)
            if term is None or (_is_title(text[slice(*term)]) and (word not in written or len(new) > 1)):
                continue
            if not (_is_name(page, match[0]) or _is_among_names(page, block)):
                yield misspelt_term(place, match[0], new)


def _is_half(place: Place) -> bool:
    """Return whether a line of a print has ended before the word was whole."""
    text, (start, end) = place.source.text, place.span
    before = max(0, start - 80)  # The next line of a column may stand below empty ones.
    return bool(_LINE_BROKE.search(text, before, start) or _LINE_BREAKS.match(text, end))


def _is_in_prose(text: str, match: re.Match[str]) -> bool:
    """Return whether a word of running text stands by itself, and is no name."""
    start, end = match.span()
    before = text[max(0, start - 3) : start]
    is_part = _IN_NAME.search(before) or _HALF.search(before) or _GOES_ON.match(text, end)
    return match[0].islower() and not (is_part or _QUOTED.match(text, max(0, start - 1)))


def _is_title(text: str) -> bool:
    """Return whether words are in capitals as a name's are, whose spelling only its book knows."""
    words = [word for word in LETTERS.findall(text) if len(word) > 2 and word.lower() not in _ENGLISH]
    return len(words) > 1 and all(word[0].isupper() for word in words)


def _is_name(page: Page, word: str) -> bool:
    """Return whether a word with a capital stands so often that it is what something is called."""
    return word[0].isupper() and page.document.source.text.count(word) >= MIN_USES


def _is_among_names(page: Page, block: Block) -> bool:
    """Return whether a heading is one of many that begin with what is no word: with the name of somebody."""
    headings = page.document.headings
    if block.kind != "heading" or block.section < 0:
        return False
    level = headings[block.section].level
    first = {word[0].lower() for one in headings if one.level == level and (word := LETTERS.search(one.title))}
    return len(first) > MIN_HEADINGS and 2 * sum(not (is_word(word) or is_misspelt(word)) for word in first) > len(
        first
    )


def _is_in_other_words(text: str, match: re.Match[str]) -> bool:
    """Return whether a word stands between foreign words, or beside letters that English lacks."""
    before, behind = (LETTERS.findall(part) for part in (text[: match.start()], text[match.end() :]))
    if not all(map(str.isascii, (*before[-2:], *behind[:2]))):
        return True  # "Raison d'être"
    return bool(before and behind) and not (is_word(before[-1].lower()) or is_word(behind[0].lower()))


def _meant(word: str) -> list[str]:
    meant = [meant for part in meant_by(word).split(",") if (meant := part.strip())]
    return [*meant, _MAY_MEAN[word]] if word in _MAY_MEAN else meant


def _suggestions(word: str) -> list[str]:
    new = _meant(word.lower())
    if word.isupper():
        return [suggestion.upper() for suggestion in new]
    if word[0].isupper():
        return [suggestion[:1].upper() + suggestion[1:] for suggestion in new]
    return new


def meant_by(word: str) -> str:
    """Return the correction of a misspelling, several separated by commas; else an empty text."""
    lines = _dictionary()
    entry = f"{word}->".encode("utf-8", "surrogatepass")
    at = bisect_left(lines, entry)
    return lines[at][len(entry) :].decode() if at < len(lines) and lines[at].startswith(entry) else ""


@lru_cache(maxsize=65_536)
def is_misspelt(word: str) -> bool:
    """Return whether a word is one of the known misspellings."""
    return len(word) >= MIN_LETTERS and word not in _VARIANTS and _usable(meant_by(word))


def is_word(word: str) -> bool:
    """Return whether a word is what people mean by some misspelling, and so a word of its own."""
    return word in _words()


_LETTERS_ALONE = bytes(byte if byte > 127 or chr(byte).isalpha() else ord(" ") for byte in range(256))
"""Changes each ASCII sign that is no letter into a space."""


@cache
def _words() -> frozenset[str]:
    meanings = b" ".join(re.findall(rb"->(.*)", b"\n".join(_dictionary())))
    # Half the time of a pattern that finds the words.
    return frozenset(meanings.translate(_LETTERS_ALONE).decode().split())


@cache
def _dictionary() -> list[bytes]:
    """Return the dictionary's lines in order: `misspelling->meaning` or `misspelling->one, two,`."""
    spec = importlib.util.find_spec("codespell_lib") if is_installed("codespell_lib") else None
    if spec is None or spec.origin is None:
        return []
    path = Path(spec.origin).with_name("data") / "dictionary.txt"
    # Nearly in order already, the 65,000 lines are sorted and searched faster than made into text, or into a mapping.
    with workspace.untraced():  # It belongs to an installed package, which counts by its version.
        return sorted(workspace.read_bytes(path).splitlines())


def _usable(new: str) -> bool:
    """Return whether a misspelling counts; one with words behind its last comma does not."""
    return bool(new) and ("," not in new or new.endswith(","))

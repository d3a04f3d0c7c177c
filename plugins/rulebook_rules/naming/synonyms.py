"""Which names of a book mean the same: as its text says, or as its game lists them.

A text makes two names one where it writes "Level Pool (LP)" or "a saving throw, SV for short", and where it says of
what a section or an entry is about: "also called ...", "elsewhere it would be called ...", "other games say ...".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulebook_rules.book import Page
from rulebook_text.naming.inflections import WORD, lemma
from rulebook_text.words import cue

_INITIALS = re.compile(r"(?P<full>[^\W\d_][\w'’-]*(?: [\w'’-]+){1,4}) \((?P<short>[A-Za-z]{2,6})\)")
_FOR_SHORT = re.compile(
    rf"(?:(?P<full>[\w'’-]+(?: [\w'’-]+){{0,4}}), |^)(?P<short>[A-Z][A-Za-z]{{1,5}}) {cue('names.for_short')}\b"
)
_NAME = rf"(?:{cue('names.article')} )?(?!{cue('names.no_name')} )[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)?"
_ALSO = re.compile(
    rf"\b{cue('names.also')}"
    rf" (?P<names>{_NAME}(?:(?:, (?:{cue('names.or')} )?| {cue('lists.joint')} ){_NAME})*)(?=[.;:,)]|$)",
    re.IGNORECASE,
)
_SHORT = re.compile(r" \([A-Za-z]{2,6}\)")
_ELSE = re.compile(rf"\b{cue('names.else')} ", re.IGNORECASE)
"""Words that every note of a synonym has; a quick search for them comes first."""
_BETWEEN = re.compile(rf", (?:{cue('names.or')} )?| {cue('lists.joint')} ")
_ARTICLE = re.compile(rf"^{cue('names.article')}\s+", re.IGNORECASE)
_BRACKETED = re.compile(r"\s*\([^()]*\)|\s*\[[^\[\]]*\]")


def name_key(name: str) -> str:
    """Return the key of a name: without article, brackets and endings."""
    return " ".join(map(lemma, WORD.findall(_BRACKETED.sub("", _ARTICLE.sub("", name.strip())))))


def stands_for(short: str, full: str) -> bool:
    """Return whether a short form is made of the first letters of a name's words."""
    initials = "".join(word[0] for word in WORD.findall(full.replace("-", " ")))
    return len(short) > 1 and initials.casefold() == short.casefold()


class Synonyms:
    """The names of a site by those that mean the same."""

    def __init__(self) -> None:
        self._groups: dict[str, dict[str, str]] = {}
        """By key: the group that a name is in, as written by key. All names of a group share it."""

    def add(self, name: str, other: str) -> None:
        """Two names mean the same."""
        one, two = name_key(name), name_key(other)
        if not one or not two or one == two:
            return
        merged = {
            **self._groups.get(one, {one: _ARTICLE.sub("", name)}),
            **self._groups.get(two, {two: _ARTICLE.sub("", other)}),
        }
        for key in merged:
            self._groups[key] = merged

    def of(self, name: str) -> list[str]:
        """The other names of what has a name."""
        key = name_key(name)
        return [other for known, other in self._groups.get(key, {}).items() if known != key]


def synonyms(pages: Iterable[Page]) -> Synonyms:
    """Collect the synonyms of all books and their games."""
    results = Synonyms()
    for page in pages:
        if page.system is not None:
            for vocabulary in page.system.vocabularies:
                for short, full in vocabulary.entries.items():
                    if stands_for(short, full):
                        results.add(full, short)
            for name, other in _stated_in(page):
                results.add(name, other)
    return results


def _stated_in(page: Page) -> Iterator[tuple[str, str]]:
    headings = page.document.headings
    subject = ""
    for block in page.document.prose.blocks:
        text = block.text.text
        for match in _INITIALS.finditer(text) if _SHORT.search(text) else ():
            words = match["full"].split()
            for count in range(1, len(words)):
                if stands_for(match["short"], " ".join(words[-count - 1 :])):
                    yield " ".join(words[-count - 1 :]), match["short"]
        if block.kind == "term":
            subject = text.rstrip(": ")
            continue
        if block.kind in ("heading", "code"):
            subject = ""
            continue
        about = subject or (headings[block.section].title if block.section >= 0 else "")
        for match in _FOR_SHORT.finditer(text) if " for short" in text else ():
            full = _ARTICLE.sub("", match["full"]) if match["full"] else about
            yield next((part for part in _ends(full) if stands_for(match["short"], part)), full), match["short"]
        for match in _ALSO.finditer(text) if _ELSE.search(text) else ():
            for name in _BETWEEN.split(match["names"]):
                yield about, _ARTICLE.sub("", name)
        subject = ""


def _ends(text: str) -> Iterator[str]:
    words = text.split()
    return (" ".join(words[index:]) for index in range(len(words)))

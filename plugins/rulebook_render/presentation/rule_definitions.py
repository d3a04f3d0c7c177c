"""Where a book states its rules: the place that a proof leads to, in the edition that is read.

A rule says of itself what it is ("A die counts when it shows a 1 (Rolling a Level Pool)."), with the section of the
book that it was made from; another edition may call that otherwise. So its home is looked for where claims say that the
rule is stated: of these sections, the one whose title is nearest to those words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_rules.book import Page
from rulebook_rules.claims.model import Analysis, Claim, Verdict
from rulebook_rules.naming.lexicon import base_forms, is_glossary
from rulebook_syntax.document import Document
from rulebook_text.lexing.word_tokens import JOINED_LETTERS

_OF_A_BOOK = re.compile(r"\s*\(([^()]*)\)\.?$")
_EXAMPLE = re.compile(r"\bexamples?\b", re.IGNORECASE)
_MIN_LETTERS = 3
"""Shorter words join others, and name nothing."""

Rule = tuple[str, str]
"""A rule by its game and what it says of itself, without the section that its rules name."""
Section = tuple[int, int]
"""A section by its page, in the order of the book, and the index of its heading there."""


def rule_of(claim: Claim) -> str:
    """Return the rule of a claim, without its section's name in another book."""
    return _OF_A_BOOK.sub("", claim.rule).rstrip(".")


class Homes:
    """The homes of the rules of a book.

    Args:
        pages: its pages, in order.
        analyses: what is claimed on them, by the uri of the page.
    """

    def __init__(self, pages: Iterable[Page], analyses: Mapping[str, Analysis]) -> None:
        self._pages = [(page, analyses[page.uri].claims) for page in pages if page.uri in analyses]

    def of(self, claim: Claim) -> Place | None:
        """Return where the rule of a claim stands, below its heading."""
        if (home := self._homes.get((claim.system, rule_of(claim)))) is None or not claim.about:
            return None
        page, index = self._pages[home[0]][0], home[1]
        end = page.document.headings[index].span.end
        return Place(page.document.source, Span(end, end))

    @cached_property
    def _homes(self) -> Mapping[Rule, Section]:
        stated: dict[Rule, Counter[Section]] = {}
        named: dict[Rule, str] = {}
        for number, (page, claims) in enumerate(self._pages):
            for claim in claims if not is_glossary(page) else ():
                if claim.verdict is Verdict.RIGHT and claim.about:
                    sections = ((number, index) for index in _sections(page.document, claim))
                    rule = (claim.system, rule_of(claim))
                    stated.setdefault(rule, Counter()).update(sections)
                    named.setdefault(rule, claim.rule)
        return {
            rule: home
            for rule, sections in stated.items()
            if (home := self._titled.get((rule[0], _named(named[rule]))) or self._nearest(named[rule], sections))
        }

    @cached_property
    def _titled(self) -> Mapping[Rule, Section]:
        """The first section of each title, by game."""
        return {
            (page.system.name, heading.title.casefold()): (number, index)
            for number, (page, _) in reversed([*enumerate(self._pages)])
            for index, heading in reversed([*enumerate(page.document.headings)])
            if page.system is not None and not is_glossary(page)
        }

    def _nearest(self, rule: str, sections: Counter[Section]) -> Section | None:
        """The section whose title has most of the words that a rule names; of equal ones, that which states it most."""
        named = _named(rule)
        wanted, own = _words(named or rule), _words(_OF_A_BOOK.sub("", rule))

        def score(section: Section) -> tuple[bool, int, bool, int, int, int]:
            number, index = section
            document = self._pages[number][0].document
            heading = document.headings[index]
            shared = len(wanted & _words(heading.title))
            is_named = all(_words(word) & own for word in heading.title.split() if len(word) >= _MIN_LETTERS)
            # An example plays by the rule, and does not state it.
            is_example = _EXAMPLE.search(" ".join((*document.section_path(index), heading.id))) is not None
            level = heading.level if not shared else 0
            return not is_example, shared, is_named, level, sections[section], -number

        best = max(sections, key=score, default=None)
        # What only has a name of its own stands where that is.
        return best if best is None or named or score(best)[1] else None


def _named(rule: str) -> str:
    """Return the name of a section according to its rule."""
    match = _OF_A_BOOK.search(rule)
    return match[1].casefold() if match is not None else ""


def _sections(document: Document, claim: Claim) -> Iterator[int]:
    """The headings that a claim stands below, the nearest first."""
    return document.above(document.section_at(claim.place.span.start))


def _words(text: str) -> frozenset[str]:
    words = (word for word in JOINED_LETTERS.findall(text.casefold()) if len(word) >= _MIN_LETTERS)
    return frozenset(form for word in words for form in base_forms(word))

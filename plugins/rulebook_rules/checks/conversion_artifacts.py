"""Traces of merging, converting and printing: marks, broken words, page numbers."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Remedy, Severity, rule, write
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Source, Span
from rulebook_core.spans import Stretches
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.checks.pageindex import PageIndex
from rulebook_syntax.dialects import is_usual
from rulebook_syntax.document import Block
from rulebook_text.lexing.word_tokens import LETTERS
from rulebook_text.words import LANGUAGES, any_of, cue
from rulesmod.records import record

MIN_USES = 3
"""The number of whole uses that mark a broken word, or of chapters that mark a number."""

_CONFLICT = lazily(r"^<{7}(?: \S.*)?\r?$(?=(?:.*\n)*?={7}\r?$(?:.*\n)*?>{7}(?: |\r?$))", re.MULTILINE)
_HALF_CONFLICT = lazily(
    r"^(?P<sign><{7}|>{7}) (?:HEAD\b|[0-9a-f]{7,40}\b|Updated upstream|Stashed changes|[\w./-]+\r?$)[^\n]*"
    r"|(?<=\n\n)(?P<middle>={7})\r?$(?=\n\n|\Z)",
    re.MULTILINE,
)
"""A line of git by itself: "<<<<<<< HEAD", ">>>>>>> main"."""
_UNREADABLE = lazily("\ufffd+")
_STARS = lazily(r"(?<![\\*])\*\*(?:(?=_)|(?<=_\*\*)|(?<=\s\*\*)(?=\s|$)(?!\s*\d))(?!\*)")
"""Two that stand alone, or beside other marks: behind a word they may lead to a note."""
_TWO_STARS = lazily(r"(?<![\\*])\*\*(?!\*)")
_OPENS = lazily(r"(?<![^\s(\[“\"'—–-])\*\*(?=[^\W_])")
"""Two that bold text would begin with."""
_CLOSES = lazily(r"(?<=[\w.,:!?)])\*\*(?!\w)")
"""Two that it would end with, or that lead to a note."""
_LABEL_END = lazily(r"(?<=:)\*\*(?!\w)")
"""Two that end a label, and lead to no note."""
_NO_HEADING = lazily(r"#+[^\s#]")
"""A line that is a heading for MkDocs, and running text for others."""
_BETWEEN_WORDS = lazily(r"(?<=\w )\*\*(?= \w)")
_BOLD = lazily(r"\*\*_[^*\n]{1,200}(?<=\S)\*\*")
_BROKEN = lazily(r"(?<![\w'’-])(?P<first>[^\W\d_]{2,})(?P<gap>- )(?P<second>[a-zà-öø-ÿ]{2,})(?![\w'’-])")
_JOINS = lazily(any_of(word for words in LANGUAGES for word in (words.and_, words.or_)))
"""Words behind half of a compound, "push- and pull-ups", in any language."""
_MAY_BE_BROKEN = lazily(r"-(?<=[^\W\d_]-) [a-zà-öø-ÿ]")
_REFERABLE = ("chapter", "appendix", "page")
_NUMBER_BEHIND = lazily(r"s?\s(?:\d|[A-Z]\b)", re.IGNORECASE)
_ASKS = lazily(rf"\b{cue('chapters.see')}\b", re.IGNORECASE)
MAX_DISTANCE = 80
"""The first, cheap look at a page: few ask, and a title that says "Chapter 3" asks nobody to go there. Marks may stand
between the words."""
_LABELLED = r"(?P<text>[^\[\]]{1,200})\]\[(?P<label>[^\[\]]{0,200})\]"
_REFERENCE = lazily(rf"(?<!\\)\[{_LABELLED}")
_MAY_BE_REFERENCE = lazily(rf"\[(?={_LABELLED})")
_NUMBERED = lazily(rf"\b(?P<what>{cue('chapters.kinds')})\W{{1,3}}(?P<number>\d{{1,3}}|[A-Z])\b", re.IGNORECASE)
_FURTHER = rf"\s*(?:[,&–-]|,?\s{cue('chapters.and')}\s)\s*\d{{1,3}}\b"
_REFERENCE_TO_CHAPTER = lazily(
    rf"\b{cue('chapters.see')}\s+(?:{cue('lists.the')}\s+)?(?P<what>{cue('chapters.parts')})"
    rf"(?:\s+(?:\d{{1,3}}|(?<={cue('chapters.lettered')} )[A-Z])\b|s\s+\d{{1,3}}\b(?:{_FURTHER})*(?!{_FURTHER}))"
    rf"(?!\s+{cue('chapters.of')}\b)",
    re.IGNORECASE,
)
_NUMBER = lazily(r"\d+|\b[A-Z]$", re.IGNORECASE)


@rule(Severity.WARNING)
def stray_mark(place: Place, mark: str, why: str) -> Details:
    return Details(f"`{mark}` is shown to the reader: {why}")


@rule(Severity.WARNING)
def broken_word(place: Place, written: str, whole: str, count: int) -> Details:
    remedy = write(place, whole)
    often = "once" if count == 1 else f"{count} times"
    return Details(f"`{written}` is one word, which the book has {often}", remedies=(remedy,))


@rule(Severity.WARNING)
def unknown_chapter(place: Place, what: str, number: str) -> Details:
    fact = "a site has no pages to count" if what == "page" else f"the book has no {what} {number}"
    return Details(fact, remedies=(Remedy("link to the section"),))


def check(index: BookIndex) -> Iterator[Finding]:
    """Look for marks, broken words and lost chapters; only a page that may have one is read for it."""
    whole = _Whole(index)
    for page in index.reported:
        text = page.document.source.text
        yield from _conflicts(page)
        if page.document.definitions and "<" in text and _may_refer(index.page(page)):
            yield from _references(index.page(page))
        if _has_marks(text) or _MAY_BE_BROKEN.search(text) or _may_ask(text):
            links = Stretches(link.span for link in page.document.links)
            is_site = index.book.site_of(page) is not None
            for block in _blocks(page):
                if block.kind != "code":
                    view = _View(page, block, whole, links, is_site)
                    for find in _FINDERS:
                        yield from find(view)


def _conflicts(page: Page) -> Iterator[Finding]:
    """The lines that git puts around two versions, or one of them that was left behind."""
    text, source = page.document.source.text, page.document.source
    if not ("=======" in text or "<<<<<<<" in text or ">>>>>>>" in text):
        return
    whole = list(_CONFLICT.finditer(text)) if "\n=======" in text else []
    halves = [] if whole else list(_HALF_CONFLICT.finditer(text))
    code = Stretches(block.span for block in _blocks(page) if block.kind == "code") if whole or halves else Stretches()
    for conflict in whole:
        if not code.meets(conflict.span()):
            yield stray_mark(Place(source, Span(*conflict.span())), "<<<<<<<", "merge both versions")
    for half in halves:
        if not code.meets(half.span()):
            yield stray_mark(
                Place(source, Span(*half.span())), half["sign"] or half["middle"], "it is left of a merge; remove it"
            )


def _has_marks(text: str) -> bool:
    if "\ufffd" in text or "***" in text or text.count("`") % 2:
        return True
    if "**" not in text:
        return False
    return any(line.count("**") % 2 for line in text.split("\n")) or _STARS.search(text) is not None


def _may_ask(text: str) -> bool:
    folded = text.lower()
    for what in _REFERABLE:
        at = folded.find(what)
        while at >= 0:
            if _NUMBER_BEHIND.match(folded, at + len(what)) and _ASKS.search(folded, max(0, at - MAX_DISTANCE), at):
                return True
            at = folded.find(what, at + 1)
    return False


def _may_refer(page: PageIndex) -> bool:
    """Return whether the source has such a reference that is no link."""
    links = Stretches(link.span for link in page.document.links)
    matches = _MAY_BE_REFERENCE.finditer(page.document.source.text)
    return any(
        _label(match) in page.labels and not links.meets((match.start(), match.end("label"))) for match in matches
    )


def _label(match: re.Match[str]) -> str:
    return " ".join((match["label"] or match["text"]).lower().split())


def _references(page: PageIndex) -> Iterator[Finding]:
    """The references that raw HTML keeps as they are: everywhere else, a label that is defined makes a link."""
    document = page.document
    links = Stretches(link.span for link in document.links)
    for block in document.prose.blocks:
        coded = block.coded()
        for match in _REFERENCE.finditer(block.text.text) if block.kind != "code" else ():
            place = Place(document.source, block.text.span(*match.span()))
            label = _label(match)
            if label not in page.labels or coded.meets(match.span()) or links.meets(place.span):
                continue
            if document.source.slice(place.span) == match[0] and document.source.text[place.span.start - 1] != "\\":
                yield stray_mark(
                    place, match[0], f"raw HTML has no references; write a link to `{page.labels[label].target}`"
                )


def _blocks(page: Page) -> tuple[Block, ...]:
    return page.document.prose.blocks


@record
class _View:
    """One block of a page, as the finders see it."""

    page: Page
    block: Block
    whole: _Whole
    links: Stretches
    is_site: bool

    @property
    def text(self) -> str:
        return self.block.text.text

    @property
    def source(self) -> Source:
        return self.page.document.source

    def place(self, match: re.Match[str]) -> Place | None:
        """Return the place of a match; None in code."""
        if self.block.coded().meets(match.span()):
            return None
        return Place(self.source, self.block.text.span(*match.span()))


def _unreadable(view: _View) -> Iterator[Finding]:
    for match in _UNREADABLE.finditer(view.text):
        if (at := view.place(match)) is not None:
            yield stray_mark(at, match[0], "a letter could not be read here")


def _stars(view: _View) -> Iterator[Finding]:
    """Two stars in front of a word that make nothing bold."""
    traits = view.page.document.traits
    if "**" not in view.text or not (traits.is_markdown or traits.names_notes):
        return
    stars = len(_TWO_STARS.findall(view.source.slice(view.block.span)))
    for match in _STARS.finditer(view.text):
        at = view.place(match)
        if at is None or view.source.text[at.span.start - 1 : at.span.end] not in (" **", "\n**", "**"):
            continue
        if not (_leads_to_note(view, match, at) or _is_text(view, match, stars)):
            yield stray_mark(at, "**", "it makes nothing bold")


def _leads_to_note(view: _View, match: re.Match[str], at: Place) -> bool:
    """Return whether stars lead to a note below a table, or begin one: "** But not at night"."""
    text, source, end = view.text, view.source.text, at.span.end
    if view.block.kind == "cell" and match.end() == len(text.rstrip()):
        return True
    before = source[source.rfind("\n", 0, at.span.start) + 1 : at.span.start].strip()
    if before[-1:] not in ("", "|") or text[match.end() : match.end() + 1].strip():
        return False
    next_note = source.find("\n*", end, view.block.span.end)
    is_marked = next_note >= 0 and source[end].isspace()
    return (is_marked and not _TWO_STARS.search(source, end, next_note)) or not _TWO_STARS.search(text, match.end())


def _is_text(view: _View, match: re.Match[str], stars: int) -> bool:
    """Return whether stars are meant themselves ("type ** before"), or are in raw HTML that some hosts read."""
    if not view.is_site and _BOLD.match(view.text, match.start()):
        return True
    return stars > 1 and stars % 2 == 1 and _BETWEEN_WORDS.match(view.text, match.start()) is not None


def _half_bold(view: _View) -> Iterator[Finding]:
    if "**" in view.text and view.page.document.traits.is_markdown:
        for match in _unclosed(view):
            if (at := view.place(match)) is not None:
                yield stray_mark(at, "**", "nothing is at its other end")


def _single(view: _View) -> Iterator[Finding]:
    """A star before emphasis, which has one less at its end ("**Range*"), and a backtick that nothing closes."""
    text, source = view.text, view.source.text
    if not view.page.document.traits.is_markdown:
        return
    has_tick = text.count("`") == 1 and not any(sign in text for sign in "'´’")
    for sign, why in (("*", "the emphasis behind it ends with fewer"), ("`", "no other one closes the code")):
        at = text.find(sign) if sign == "*" or has_tick else -1
        while at >= 0:
            place = Place(view.source, view.block.text.span(at, at + 1))
            written = source[place.span.start - 1 : place.span.end + 1] if place.span.start else f" {source[:2]}"
            begins = text[at + 1 : at + 2].isalnum() and not text[:at].strip('([“"')[-1:].strip()
            is_left = written[2:] == "*" if sign == "*" else written[2:].isalnum()
            if begins and is_left and written[0] != "\\" and not view.block.coded().has(at):
                yield stray_mark(place, sign, why)
            at = text.find(sign, at + 1)


def _broken_words(view: _View) -> Iterator[Finding]:
    for match in _BROKEN.finditer(view.text):
        at = view.place(match)
        if at is None or ("\n" in view.source.slice(at.span) and not is_usual(view.source, view.page.document.dialect)):
            continue  # A bare text is set in lines, which may end within a word as those of a print do.
        if count := view.whole.count_of_broken(match, view.page):
            yield broken_word(at, match[0], match["first"] + match["second"], count)


def _lost_chapters(view: _View) -> Iterator[Finding]:
    for match in _REFERENCE_TO_CHAPTER.finditer(view.text):
        if (at := view.place(match)) is None or view.links.meets(at.span):
            continue
        what, numbers = match["what"].lower(), list(_NUMBER.finditer(view.text, match.end("what"), match.end()))
        for number in numbers:
            if view.whole.lacks(what, number[0], view.page):
                start = number.start() if len(numbers) > 1 else match.start()
                yield unknown_chapter(Place(view.source, view.block.text.span(start, number.end())), what, number[0])


_FINDERS = (_unreadable, _stars, _half_bold, _single, _broken_words, _lost_chapters)


def _unclosed(view: _View) -> Iterator[re.Match[str]]:
    """Return where bold text would begin or end, of an odd number of marks: whatever reads the page shows one of them.

    Behind a word they may lead to a note, which begins with them; behind a label's colon they do not.
    """
    text, source, span = view.text, view.source, view.block.span
    if not len(_TWO_STARS.findall(source.slice(span))) % 2:
        return
    line = source.text.rfind("\n", 0, span.start) + 1
    if not view.is_site and (_NO_HEADING.match(source.text, line) or _NO_HEADING.match(source.text, span.end + 1)):
        return
    for match in _OPENS.finditer(text):
        if not (view.whole.has_signs(view.page) if match.start() == 0 else text.startswith("*")):
            yield match
    yield from _LABEL_END.finditer(text)


class _Whole:
    """Facts about the whole book, counted on demand."""

    def __init__(self, index: BookIndex) -> None:
        self._index = index
        self._words: Counter[str] = Counter()
        self._numbered: dict[str, dict[str, set[str]]] | None = None
        self._with_signs: dict[str, bool] = {}

    def has_signs(self, page: Page) -> bool:
        """Return whether two asterisks behind a word of a page may lead to a note."""
        if page.uri not in self._with_signs:
            texts = (block.text.text for block in _blocks(page) if block.kind != "code")
            self._with_signs[page.uri] = any(map(_CLOSES.search, texts))
        return self._with_signs[page.uri]

    def count_of_broken(self, match: re.Match[str], page: Page) -> int:
        """Return how often the book has a word whole that is broken in one place; 0 if these are two words."""
        pages = self._index.texts_for(page)
        if not self._words:
            for other in pages:
                self._words.update(word.casefold() for word in LETTERS.findall(other.document.source.text))
        first, second = match["first"].casefold(), match["second"].casefold()
        if _JOINS.fullmatch(second):
            return 0
        count = self._words[first + second]
        rarest = min(self._words[first], self._words[second])
        is_known = count >= MIN_USES and count > rarest
        return count if is_known or rarest == 1 else 0  # A part that stands nowhere else is no word.

    def lacks(self, what: str, number: str, page: Page) -> bool:
        """Return whether a book that would have it has no such chapter, appendix or page."""
        if self._numbered is None:
            self._numbered = {}
            for other in self._index.book.pages:
                for title in (posixpath.basename(other.uri), *other.document.titles):
                    if match := _NUMBERED.match(title):
                        folders = self._numbered.setdefault(match["what"].lower(), {})
                        folders.setdefault(match["number"].lstrip("0").upper(), set()).add(posixpath.dirname(other.uri))
        numbers = self._numbered.get(what, {})
        if any(len(folders) > 1 for folders in numbers.values()):
            return False  # Of several books, or one in several languages, nobody knows which is meant.
        is_site = self._index.book.site_of(page) is not None
        counts = len(numbers) >= MIN_USES and not numbers.keys().isdisjoint(("1", "A"))
        return number.upper() not in numbers and (counts or is_site)

"""Parse comments that direct the checker, in each dialect's comment syntax.

    check: pool_health_points("2:d8/1:d20")    the number before it is what this rule gives
    check: off, reason                         nothing is checked here
    table: die-to-health-points                the table behind it is this one of the game
    facts: weapons                             the rows of the table behind it are things whose values hold everywhere
    rulebook: allow RULE, reason               what this rule finds here is accepted
    rulebook: formerly OLD-ID                  links with this id still lead here
    sheet: character                           this character aid of the game stands here
    stage: set-to                              the game plays itself here, or a scene of one that was played
    ruling: NAME, NAME                         how open places of the rules before it are read, for readers
    proof: shown                               why the paragraph, list or table before it is right, for readers

This module knows how they are written and what text they cover. `rulebook_rules.checks.allow`,
`rulebook_rules.claims.readers.directives`, `rulebook_rules.claims.structures.pinned`, `rulebook_rules.claims.proofs`,
`rulebook_rules.facts.authority.declared` and `rulebook_rules.checks.widgets` give them their meaning.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from rulebook_core.findings import Details, Edit, Finding, Place, Remedy, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Source, Span
from rulebook_syntax.document import Block, Comment, Document, Table
from rulebook_text.naming.spelling import near_names
from rulesmod.records import record

CHECK, TABLE, FACTS, RULEBOOK, SHEET, STAGE, RULING, PROOF = KEYWORDS = (
    *("check", "table", "facts", "rulebook", "sheet", "stage", "ruling", "proof"),
)

_DIRECTIVE = lazily(r"(?P<keyword>[^\W\d_]+)\s*(?P<colon>:?)\s*(?P<rest>.*)", re.DOTALL)
_MEANT = {
    CHECK: lazily(r"off\b\s*(?:,.*)?|[\w-]+\s*\(.*\)", re.DOTALL),
    TABLE: lazily(r"[\w-]+"),
    FACTS: lazily(r"[\w-]+"),
    RULEBOOK: lazily(r"(?:al+ow?s?|former\w*)\b.*", re.DOTALL),
    SHEET: lazily(r"[\w-]+"),
    STAGE: lazily(r"[\w-]+"),
    RULING: lazily(r"[\w, -]+"),
    PROOF: lazily(r"shown"),
}
"""Expected text behind each keyword.

It tells a misspelt directive from a comment for people.
"""
_HTML_COMMENT = lazily(r"<!--(.*?)--!?>", re.DOTALL)
_BLANK_LINE = lazily(r"(?:\r(?!\n)|\r?\n)(?=[ \t>]*[\r\n])")
_NOT_COVERED = lazily(r"[\s>]*")


@rule(Severity.ERROR)
def dangling_directive(place: Place, fact: str, *, remedies: Sequence[Remedy] = (), is_final: bool = False) -> Details:
    return Details(fact, remedies=tuple(remedies), is_final=is_final)


@record
class Directive:
    """A comment that speaks to the checker, or is meant to.

    Attributes:
        keyword: which one is meant; `written` is what stands there.
        rest: what stands behind the keyword and its colon.
        comment: as the dialect read it.
        place: the whole comment.
    """

    keyword: str
    written: str
    rest: str
    comment: Comment
    place: Place

    @property
    def misspelt(self) -> bool:
        return self.written.replace(" ", "") != f"{self.keyword}:"

    def part(self, text: str) -> Place | None:
        """The place of what `rest` or the keyword says; None where the markup comes in between."""
        start = self.place.source.slice(self.place.span).find(text)
        if start < 0:
            return None
        start += self.place.span.start
        return Place(self.place.source, Span(start, start + len(text)))

    def write(self, text: str, instead: str) -> Remedy:
        """Write `text` where now `instead` stands."""
        part = self.part(instead)
        return Remedy(f"write `{text}`", (Edit(part, text),) if part else ())


def directives_of(document: Document) -> Sequence[Directive]:
    """The directives of a document, in order, misspelt ones included."""
    return _directives(document.source, document.comments) if document.comments else ()


@lru_cache(maxsize=4)
def _directives(source: Source, comments: tuple[Comment, ...]) -> Sequence[Directive]:
    return [*_read(source, comments)]


def _read(source: Source, comments: tuple[Comment, ...]) -> Iterator[Directive]:
    for comment in comments:
        match = _DIRECTIVE.fullmatch(comment.text.strip())
        if match is None:
            continue
        keyword, rest = match["keyword"], match["rest"]
        if keyword not in KEYWORDS or not match["colon"]:
            others = KEYWORDS if match["colon"] else (CHECK, RULEBOOK)
            meant = [one for one in others if _MEANT[one].fullmatch(rest)]
            near = [one for one in meant if one == keyword] if keyword in KEYWORDS else near_names(keyword, meant)
            if not near:
                continue  # A comment for people.
            keyword = near[0]
        written = match.string[match.start("keyword") : match.end("colon")].rstrip()
        yield Directive(keyword, written, rest, comment, Place(source, comment.span))


def is_meant(directive: Directive) -> bool:
    """Return whether the text behind the keyword fits it; else the comment is for people."""
    return bool(_MEANT[directive.keyword].fullmatch(directive.rest))


def covered(document: Document, comment: Comment) -> Span:
    """Return the span that a comment covers: its own line, or the block behind it.

    A comment behind text covers its line. A block is a paragraph, an item, a table or an example, up to the next blank
    line outside of it.
    """
    source = document.source
    line = source.position(comment.span.start).line
    line_start = source.line_starts[line - 1]
    if source.text[line_start : comment.span.start].strip(" \t>"):
        return Span(line_start, line_start + len(source.line(line)))
    behind = _NOT_COVERED.match(source.text, comment.span.end)
    start = behind.end() if behind else comment.span.end
    blanks = _blank_lines(source)
    at = bisect_left(blanks, start)
    end = blanks[at] if at < len(blanks) else len(source.text)
    ends = [end]
    for parts in (document.prose.blocks, document.prose.tables):
        ends += (part.span.end for part in parts[_first(parts, start) : _first(parts, end)])
    return Span(start, max(ends))


def covered_before(document: Document, comment: Comment) -> Span:
    """The block that ends right before a comment which stands alone: a paragraph, a list, a table or an example."""
    text, end = document.source.text, comment.span.start
    while end > 0 and text[end - 1] in " \t\r\n>":
        end -= 1
    blanks = _blank_lines(document.source)
    at = bisect_left(blanks, end)
    behind = _NOT_COVERED.match(text, blanks[at - 1]) if at else None
    start = behind.end() if behind else 0
    for parts in (document.prose.blocks, document.prose.tables):
        last = _first(parts, end) - 1
        if last >= 0 and parts[last].span.end >= end:
            start = min(start, parts[last].span.start)
    return Span(start, end)


@lru_cache(maxsize=4)
def _blank_lines(source: Source) -> Sequence[int]:
    """Return where the lines before blank ones end."""
    return [match.start() for match in _BLANK_LINE.finditer(source.text)]


def stands_alone(directive: Directive) -> bool:
    """Return whether only blank lines are beside a comment."""
    source, behind = directive.place.source, directive.place.ends
    first, column = directive.place.begins
    lines = len(source.line_starts)
    beside = [source.line(first - 1)] if first > 1 else []
    beside.append(source.line(behind.line)[behind.column - 1 :])
    beside += [source.line(behind.line + 1)] if behind.line < lines and behind.column > 1 else []
    return column == 1 and not "".join(beside).strip()


def _first(parts: Sequence[Block] | Sequence[Table], offset: int) -> int:
    """The first of some parts, in the order of the source, that begins at an offset or behind it."""
    return bisect_left(parts, offset, key=lambda part: part.span.start)


def without_directives(html: str) -> str:
    """HTML without the comments to the checker, which are no business of its readers."""
    return _HTML_COMMENT.sub(lambda match: "" if speaks_to_us(match[1]) else match[0], html)


def speaks_to_us(comment: str) -> bool:
    """Return whether the text of a comment is a directive."""
    match = _DIRECTIVE.fullmatch(comment.strip())
    return match is not None and match["keyword"] in KEYWORDS and bool(match["colon"])


def unknown_name(directive: Directive, fact: str, part: str, near: Sequence[str], known: Collection[str]) -> Finding:
    """A comment that names what there is not, at its part that says so; what is near it, or all that is known."""
    remedies = [directive.write(name, part) for name in near[:3]]
    if not remedies and known:
        remedies = [Remedy("write one of " + ", ".join(f"`{name}`" for name in known))]
    return dangling_directive(directive.place, fact, remedies=remedies)

"""Brackets and quotes without their other half."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.findings import Details, Finding, Place, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.spans import Stretches
from rulebook_rules.book import Page
from rulebook_syntax.document import Block

_BRACKET = lazily(r"[()\[\]]")
_ENUMERATED = lazily(r"(?:^|[\s(\[/|,;\"“„'‘])[\w.§#*†]{1,5}$")
"""The text before the bracket of an item: "a) a lamp, b) a rope"."""
_SMILE = lazily(r"(?:^|[\s'\"“‘])>?[:;][-'’^]?$")
_MAX_BEHIND = 7
"""Characters before a bracket that are searched for these."""
_QUOTES = '"“”„«»'
_ARROWS = "«»"
"""Quotes that point at the page before or behind at either end of a link: "[« Back](a.md)"."""
_OPENING = ("“", "„", '"', "«", "»")
_QUOTE = lazily(rf"(?!(?<=[\u05d0-\u05ea])\"[\u05d0-\u05ea])[{_QUOTES}]")
"""A quote; between two letters of Hebrew the straight one is a part of an abbreviation."""
_INCHES = lazily(r"\d[\"”“]")
_FORMULA = lazily(r"[\\$]")
_CUT = lazily(r"(?:\.\.\.|…)\W*$")
_MAX_BLOCKS = 8
"""A bracket or quotation may go on over so many blocks, such as the items of a list."""
MAX_ON_A_PAGE = 10
"""More of them are a habit of their writer."""
_CLOSED_BY = {"(": ")", "[": "]"}


class _Lone(NamedTuple):
    """A sign without its other half: the block that it is in, by its number, and its offset in there."""

    block: int
    offset: int
    sign: str


@rule(Severity.WARNING)
def unpaired_sign(place: Place, sign: str) -> Details:
    if sign in _CLOSED_BY:
        return Details(f"`{sign}` is never closed with `{_CLOSED_BY[sign]}`")
    return Details(f"`{sign}` has no other half in this paragraph")


def check_page(page: Page) -> Iterator[Finding]:
    """Look for signs without their other half; only a page whose source may have one is read for it."""
    document = page.document
    text = document.source.text
    if document.traits.finds_parts or not _may_have(text):
        return
    blocks = document.prose.blocks
    unpaired = [
        lone for number, block in enumerate(blocks) if block.kind != "code" for lone in _in_block(number, block)
    ]
    if len(unpaired) > MAX_ON_A_PAGE:
        return
    unpaired = [*_without_pairs(unpaired)]
    reported = Stretches(finding.place.span for finding in document.findings)
    link_edges = {edge for link in document.links for edge in link.text_span}
    for lone in unpaired:
        if lone.sign in _QUOTES and blocks[lone.block + 1 :] and blocks[lone.block + 1].text.text[:1] in _OPENING:
            continue  # What somebody says over several paragraphs is opened in each, and closed in the last.
        span = blocks[lone.block].text.span(lone.offset, lone.offset + len(lone.sign))
        if not reported.meets(span) and not (lone.sign in _ARROWS and {span.start, span.end} & link_edges):
            yield unpaired_sign(Place(document.source, span), lone.sign)


def _may_have(text: str) -> bool:
    """Return whether the signs of a source do not come out even."""
    return (
        text.count("(") != text.count(")")
        or text.count("[") != text.count("]")
        or text.count("“") != text.count("”")
        or text.count('"') % 2 == 1
        or ("„" in text and text.count("„") != text.count("“"))
        or text.count("«") != text.count("»")
    )


def _in_block(number: int, block: Block) -> Iterator[_Lone]:
    """Yield the bracket and the quote of a block that lack their other half."""
    text = block.text.text
    if _FORMULA.search(text):
        return
    coded = block.coded()
    brackets = _lone_brackets(text, coded)
    if len(brackets) == 1 and not (text[brackets[0]] in "([" and _CUT.search(text)):
        yield _Lone(number, brackets[0], text[brackets[0]])
    quotes = [match for match in _QUOTE.finditer(text) if not coded.has(match.start())]
    # A lone `»` is an arrow: "Home » Rules".
    if len(quotes) == 1 and quotes[0][0] != "»" and not _INCHES.search(text):
        yield _Lone(number, quotes[0].start(), quotes[0][0])


def _lone_brackets(text: str, coded: Stretches) -> Sequence[int]:
    """Return where brackets without their other half are; an interval may close with another one than it opens with."""
    opened: list[int] = []
    closed: list[int] = []
    for match in _BRACKET.finditer(text):
        at = match.start()
        before = text[max(0, at - _MAX_BEHIND) : at]
        if coded.has(at) or _SMILE.search(before):
            continue
        if match[0] in "([":
            opened.append(at)
        elif opened:
            opened.pop()
        elif match[0] == "]" or not _ENUMERATED.search(before):
            closed.append(at)
    return sorted((*opened, *closed))


def _without_pairs(unpaired: Sequence[_Lone]) -> Iterator[_Lone]:
    """Yield signs without those that are each other's halves, in blocks near each other."""
    for lone in unpaired:
        if not any(_are_halves(*pair) or _are_halves(*pair[::-1]) for pair in ((lone, other) for other in unpaired)):
            yield lone


def _are_halves(first: _Lone, second: _Lone) -> bool:
    """Return whether one sign may open what the other one closes."""
    if not 0 < second.block - first.block <= _MAX_BLOCKS:
        return False
    if first.sign in _CLOSED_BY:
        return _CLOSED_BY[first.sign] == second.sign
    return first.sign in _QUOTES and second.sign in _QUOTES

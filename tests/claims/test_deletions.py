"""Our books without a line, an addend, a result or a group of dice of a worked example: told at that example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rulebook_core.findings import Finding
from rulebook_core.source import Span
from rulebook_proof.analysis import analyse
from rulebook_rules.book import Page
from tests.our_books import our_books
from tests.shares import shares, whole

_LINE = re.compile(r"^.*\S.*\n", re.MULTILINE)
_TOTAL = re.compile(r"^\s*= \d", re.MULTILINE)
_SUM = re.compile(r"(?<![\w/.])[\d(][\d +*()×−-]*[+×*−-] ?[\d(][\d +*()×−-]*(?: ?= ?\d+)?")
_ADDEND = re.compile(r"(?P<sign>^| ?[+−-] ?)(?:\([^()]*\)|\d+)")
_SIGN_BEHIND = re.compile(r" ?[+−-] ?")
_POOL = re.compile(r"\d+:d?\d+(?:/\d+:d?\d+|/[+-]\d)+")
_GROUP = re.compile(r"/[^/]+|^[^/]+/")
DELETED = {"cavea": 131, "drama": 12, "dry-cereal": 20, "masque": 0, "sda": 6}
"""So many deletions there are in each book at least, so that the measure does not vanish with its patterns."""
PAGES = [
    page  # Errata quote the slips of others.
    for page in our_books().pages
    if page.uri.partition("/")[0] in DELETED and "errata" not in page.uri
]
SILENT: set[tuple[str, str]] = set()


def deletions(page: Page) -> Iterator[Span]:
    """Yield each part of a worked example on a page."""
    text = page.document.source.text
    found: dict[Span, None] = {}
    for block in page.document.prose.blocks:
        if block.kind == "code" and _TOTAL.search(block.text.text):
            for line in _LINE.finditer(text, *block.span):
                found[Span(*line.span())] = None
    for match in _SUM.finditer(text, page.document.body.start):
        left, sign, _ = match[0].partition("=")
        addends = list(_ADDEND.finditer(left))
        for one in addends if len(addends) > 1 else ():
            behind = None if one["sign"] else _SIGN_BEHIND.match(left, one.end())
            end = behind.end() if behind is not None else one.end()
            found[Span(match.start() + one.start(), match.start() + end)] = None
        if sign:
            found[Span(match.start() + len(left), match.end())] = None
    for match in _POOL.finditer(text, page.document.body.start):
        for one in _GROUP.finditer(match[0]):
            found[Span(match.start() + one.start(), match.start() + one.end())] = None
    yield from found


def findings_without(page: Page, part: Span) -> list[Finding]:
    """Return what is found at the block that a part is deleted from."""
    text = page.document.source.text
    other = page.document.read_again(text[: part.start] + text[part.end :])
    pages = (
        replace(one, document=other if one is page else one.document, reported=one is page) for one in our_books().pages
    )
    findings = analyse(replace(our_books(), pages=tuple(pages))).findings
    block = next((one.span for one in other.prose.blocks if one.span.start <= part.start < one.span.end), None)
    around = block or Span(part.start - 1, part.start + 1)
    return [
        one
        for one in findings
        if any(place.source is other.source and place.span.meets(around) for place in one.places)
    ]


@pytest.mark.parametrize(("book", "deleted"), DELETED.items())
def test_each_book_has_worked_examples(book: str, deleted: int) -> None:
    parts = [part for page in PAGES if page.uri.startswith(f"{book}/") for part in deletions(page)]
    assert len(parts) >= deleted


@pytest.mark.parametrize(
    "uri",
    shares(page.uri for page in sorted(PAGES, key=lambda page: page.uri != "cavea/skills.md") if any(deletions(page))),
)
def test_what_is_deleted_from_an_example_is_told_there(uri: str) -> None:
    page = our_books().by_uri[uri]
    text = page.document.source.text
    silent = [text[slice(*part)] for part in deletions(page) if not findings_without(page, part)]
    assert [part for part in silent if (uri, part) not in SILENT] == []


@whole
def test_what_is_deleted_from_a_worked_sum_needs_no_lock() -> None:
    page = our_books().by_uri["cavea/health.md"]
    example = next(block.span for block in page.document.prose.blocks if block.kind == "code")
    parts = [part for part in deletions(page) if example.contains(part)]
    told = [{one.rule for one in findings_without(page, part)} - {"lost-claim"} for part in parts]
    assert len(parts) >= 40
    assert all(told), [str(part) for part, rules in zip(parts, told, strict=True) if not rules]

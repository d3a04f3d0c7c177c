"""The PDFs of our own books, as the built site has them: whole pages, and references that are right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import Destination

from tests.site.sites import Site

BOOKS = ("cavea", "drama", "dry-cereal", "masque", "sda")
TOP, BOTTOM, MIDDLE = 800.0, 50.0, 297.0
"""Of the text of a page, in points from its lower left corner."""


Columns = tuple[set[float], set[float]]
"""How high the lines of each column of a page stand."""


def laid_out(page: PageObject) -> tuple[str, Columns]:
    """The text of a page, and its columns: to read a page takes long."""
    columns: Columns = ({TOP}, {TOP})

    def note(text: str, matrix: list[float], place: list[float], *_: object) -> None:
        x, y = place[4] * matrix[0] + matrix[4], place[5] * matrix[3] + matrix[5]
        if text.strip() and y > BOTTOM:
            columns[x > MIDDLE].add(y)

    return page.extract_text(visitor_text=note), columns


def filled(columns: Columns) -> list[float]:
    """How much of each column its text fills, from 0 to 1, as far down as it reaches."""
    return [(TOP - min(column)) / (TOP - BOTTOM) for column in columns]


def gaps(columns: Columns) -> float:
    """The largest stretch without text in a column, as a part of it."""
    return max(one - other for column in columns for one, other in pairwise(sorted(column, reverse=True))) / (
        TOP - BOTTOM
    )


def targets(book: PdfReader, page: PageObject) -> Iterator[int]:
    """The numbers of the pages that links of a page lead to."""
    for note in page.get("/Annots", ()):
        target = note.get("/Dest") or note.get("/A", {}).get("/D")
        if isinstance(target, str):
            yield (book.get_destination_page_number(book.named_destinations[target]) or 0) + 1
        elif target is not None:
            yield (book.get_page_number(target[0].get_object()) or 0) + 1


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_of_ours_on_paper(real_site: Site, name: str) -> None:
    book = PdfReader(real_site.folder / name / f"{name}.pdf")
    first = (real_site.folder / name / ("masque.html" if name == "masque" else "index.html")).read_text(
        encoding="utf-8"
    )
    assert f'href="{name}.pdf"' in first
    cover, *pages = book.pages
    texts, columns = zip(*map(laid_out, pages), strict=True)
    assert [text[:40] for text, page in zip(texts, columns[:-1], strict=False) if min(filled(page)) <= 3 / 4] == []
    assert [text[:40] for text, page in zip(texts, columns, strict=True) if gaps(page) > 1 / 6] == []
    assert sum(filled(columns[-1])) / 2 > 3 / 5
    sheets = [number for number, text in enumerate(texts) if "Skill 1" in text]
    leading = [number for number, text in enumerate(texts) if "The sheet has room for" in text]
    assert not leading or leading <= sheets, "no sheet lies on a page before the words that lead to it"
    for text, page in zip(texts, pages, strict=True):
        told = Counter(map(int, re.findall(r"\(→\s*(\d+)\)", text)))
        assert not told - Counter(targets(book, page))
    assert len(cover.extract_text().splitlines()) >= 3
    assert "Odds" in {mark.title for mark in book.outline if isinstance(mark, Destination)}

"""The invented book that a module names as `BOOK`, with its rules and without."""

from __future__ import annotations

import pytest

from rulebook_rules.book import Book
from tests.facts.planted import HERE, book_at, copy_without_rules


@pytest.fixture(scope="module")
def book(request: pytest.FixtureRequest) -> Book:
    return book_at(HERE / request.module.BOOK)


@pytest.fixture(scope="module")
def without_rules(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Book:
    name = request.module.BOOK
    return book_at(copy_without_rules(name, tmp_path_factory.mktemp(name) / "book"))

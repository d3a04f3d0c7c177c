"""Names that a designer's module may import keep working for a version, with a warning that says the new one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import rulesmod.system as interface
from rulesmod.plain_dice import NOTATION
from rulesmod.system import BookTable, FactsTable, Ruling, System

WANTED = BookTable("fares", ("Coach", "Fare"), 1, "Fares")


def test_the_former_name_of_a_book_table_is_the_same_class() -> None:
    with pytest.warns(DeprecationWarning, match="`TakenTable` is now called `BookTable`"):
        former = interface.TakenTable
    assert former is BookTable
    with pytest.raises(AttributeError, match="has no attribute `TakeTable`"):
        _ = interface.TakeTable


def test_the_former_keyword_of_a_game_means_its_book_tables() -> None:
    with pytest.warns(DeprecationWarning, match="`taken` is now called `book_tables`"):
        system = System("coach", "The Coach", NOTATION, taken=(WANTED,))
    assert system.book_tables == (WANTED,)
    with pytest.warns(DeprecationWarning, match="`taken` is now called `book_tables`"):
        assert system.taken == (WANTED,)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "make",
    [
        lambda **place: BookTable("fares", ("Coach", "Fare"), 1, "Fares", **place),
        lambda **place: FactsTable("coaches", "", "fares", **place),
        lambda **place: Ruling("tolls", "Tolls", "Each bridge has one.", "The text counts them.", **place),
    ],
)
def test_the_former_keyword_of_a_place_means_where_it_is_stated(make: Callable[..., Any]) -> None:
    with pytest.warns(DeprecationWarning, match="`told_at` is now called `stated_at`"):
        former = make(told_at="line 3")
    assert former == make(stated_at="line 3")
    with pytest.warns(DeprecationWarning, match="`told_at` is now called `stated_at`"):
        assert former.told_at == "line 3"


def test_the_new_names_warn_of_nothing() -> None:
    system = System("coach", "The Coach", NOTATION, book_tables=(WANTED,))
    assert replace(system, title="A Coach").book_tables == (WANTED,)
    assert "book_tables" in inspect.signature(System).parameters
    with pytest.raises(TypeError, match="no tuple"):
        System("coach", "The Coach", NOTATION, book_tables=[WANTED].append)  # type: ignore[arg-type]

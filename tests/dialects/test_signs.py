"""Digits of other scripts, and dice that begin with the letter of a language: read as any others, at their places."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.loading.reading import read_book
from rulebook_core.source import Source
from rulebook_proof.analysis import Report, analyse
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.book import Book
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import ReadingOptions, dialects, read
from tests.checking import check_text, shown


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It takes ٧ (٢d٦) damage, or ٨ (٢d٦) damage.", ["3:29 wrong-value '٨'"]),
        ("| d६ | What |\n|----|------|\n| १-२ | a |\n| ४-६ | b |", ["5:3 table-gap '१-२'"]),
        (
            "It takes 8 （２ｄ６） or ８ (２ｄ６) damage; ３＋４ = ８.",
            ["3:21 wrong-value '８'", "3:43 wrong-sum '８'"],
        ),
        ("It takes ４ (１Ｄ６) damage, ４.５ (１Ｄ８) damage, and ３ ＋ ４ = ７.", []),
    ],
)
def test_digits_of_any_script_are_numbers(text: str, found: list[str]) -> None:
    assert [shown(one) for one in check_text(f"# Falling\n\n{text}\n", system=None).findings] == found


def test_dice_stand_right_beside_words_where_a_script_has_no_spaces() -> None:
    """In words of our own: "hits for 3d6 (3-17)", four right ones, and a list below a row that names a die."""
    text = "# 戦い\n\n打撃は3d6（3-17）点、炎は3d6（3-18）点、氷は2d6（2-12）点、毒は2d8（2-16）点。"
    text += "피해 1d8(1-8)를 4d6(4-24)의\n\n"
    text += "| 2d6 | 何 |\n|----|----|\n| 2-7 | 箱（1個d4を振る） |\n| 1 | 空 |\n| 2-4 | 金 |\n| 8-12 | 無 |\n"
    assert [shown(one) for one in check_text(text, system=None).findings] == ["3:10 wrong-value '17'"]


def test_dice_beside_such_words_roll(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(
        "# 戦い\n\n一個d6を振る。3d6点、1d8의 피해。xd6を、2d6ab。\n", encoding="utf-8"
    )
    (tmp_path / "mkdocs.yml").write_text("site_name: X\nplugins: [rulebook]\n", encoding="utf-8")
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    assert rolled_on_first(book, analyse(book)) == ["d6", "3d6", "1d8"]


@given(st.sampled_from(dialects()), st.text(st.sampled_from("٢２d k6ｄＫ*|`-\n(")))
def test_every_sign_stands_where_it_is_written(dialect: str, text: str) -> None:
    alike, other = (read(Source("a", text), dialect, ReadingOptions(dice_letters=one)).prose for one in ("", "k"))
    assert [block.span for block in alike.blocks] == [block.span for block in other.blocks]
    for one, two in zip(alike.blocks, other.blocks, strict=True):
        assert one.text.runs == two.text.runs
        assert len(one.text.text) == len(two.text.text)
        assert two.text.text.isascii() or not one.text.text.isascii()
    cells = [cell for table in other.tables for row in (table.header, *table.rows) for cell in row if cell.block]
    assert all(any(cell.block is block for block in other.blocks) for cell in cells)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    text = "# Boj\n\nA hit: 30 (8k6) damage. Roll k20.\n\n"
    text += "| k6 | Co |\n|----|----|\n| 1-2 | a |\n| 4-6 | b |\n"
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("letters", "rolled", "found"),
    [
        ("{}", ["8k6", "k20"], ["7:3 table-gap '1-2'"]),
        ("{dice_letters: kz}", ["8k6", "k20"], ["3:8 wrong-value '30'", "7:3 table-gap '1-2'"]),
    ],
)
def test_the_settings_name_the_letters_of_dice(site: Path, letters: str, rolled: list[str], found: list[str]) -> None:
    (site / "mkdocs.yml").write_text(f"site_name: X\nplugins:\n  - rulebook: {letters}\n", encoding="utf-8")
    book = read_book(load_config(site / "mkdocs.yml"), find_system=load_system)
    report = analyse(book)
    assert [shown(one) for one in report.findings] == found
    assert rolled_on_first(book, report) == rolled


def rolled_on_first(book: Book, report: Report) -> list[str]:
    """What rolls on the first page of a book."""
    marks = Presenter(book, report).page("index.md").marks
    text = book.pages[0].document.source.text
    return [text[slice(*mark.span)] for mark in marks if mark.opening.startswith("<rulebook-dice")]


def test_a_letter_that_no_dice_begin_with_is_a_fault(site: Path) -> None:
    (site / "mkdocs.yml").write_text("site_name: X\nplugins:\n  - rulebook: {dice_letters: q}\n", encoding="utf-8")
    (found,) = analyse(read_book(load_config(site / "mkdocs.yml"), find_system=load_system)).findings
    assert found.message == "`dice_letters` must be letters among `d`, `w`, `к`, `k`, `z`, `t`, `д`, not `q`"

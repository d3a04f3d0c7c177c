"""`rulebook why`: each number of a line has a reading, and a claim or the reason of every rule that says nothing."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from rulebook.reports.reached import explained
from rulebook_proof.learning.reached import Reached, reached_in
from rulebook_rules.book import Book, Page
from rulebook_rules.claims import readers
from rulebook_rules.claims.model import Kind
from rulebook_rules.claims.reading import GENERAL_KINDS, read_claims
from rulebook_text.lexing.figures import numbers_in
from rulebook_text.lexing.number_tokens import written_at
from tests.checking import page_of
from tests.our_books import our_books

BOOKS = {
    "markdown": "# A\n\nOn a first try roll 2d6 (7 on average) for 3 hours, 1-3 times, or 1 in 6 (17 %).\n\n"
    "| Price | Item |\n|--|--|\n| 1-3 | two |\n| 7-9 | b |\n\n1. Take 12 coins\n\n`4d6kh3` and 2 + 2 = 4\n",
    "obsidian": "# A\n\n> [!note] Rolls\n> Roll 2d6 (7 on average) for 3 hours.\n\n- 17 % of 1.2.3 #tag\n\n%% 5 %%\n",
    "pandoc": "# A {.x}\n\nRoll 2d6 (7 on average)^[or 3d6].\n\n  Price  Item\n ------ -----\n    1-3  a\n    7-9  b\n",
    "asciidoc": "= A\n\nRoll 2d6 (7 on average) for 3 hours.\n\n|===\n|Price |Item\n\n|1-3 |a\n|7-9 |b\n|===\n",
    "prose": "A\n=\n\nRoll 2d6 (7 on average) for 3 hours, twice a day.\n\n1-3 nothing\n4-6 a wolf\n",
}


def reached(page: Page, line: int) -> list[Reached]:
    book = Book((page,))
    return reached_in(book, page, read_claims(book).get(page.uri), line)


def assert_explained(page: Page, lines: range | list[int]) -> int:
    """Every number of some lines is read as something, and decided or said to be not, with reasons."""
    count = 0
    for line in lines:
        numbers = reached(page, line)
        count += len(numbers)
        for one in numbers:
            first, read, *reasons = explained(one)
            assert first.startswith(f"`{one.text}` is ")
            assert read.startswith("  read as ")
            assert reasons or not one.is_open, first
            assert (
                one.claims
                or one.facts
                or one.silences
                or one.lacking
                or one.written.kind == "ordinal"
                or (not one.is_open)
            ), first
            assert ("of the game" in "\n".join(reasons)) <= one.has_game
    return count


@pytest.mark.parametrize("dialect", BOOKS)
@pytest.mark.parametrize("system", [None, "cavea"])
def test_no_number_is_left_without_a_reading_and_a_reason(dialect: str, system: str | None) -> None:
    page = page_of(BOOKS[dialect], system=system, dialect=dialect)
    count = assert_explained(page, range(1, BOOKS[dialect].count("\n") + 1))
    assert count == sum(len([*numbers_in(block.text.text)]) for block in page.document.prose.blocks) > 4


def sampled() -> Iterator[tuple[Page, list[int]]]:
    """Three lines with numbers of each page of our own books, which are in five dialects."""
    for page in our_books().pages:
        spans = [block.text.span(*at) for block in page.document.prose.blocks for at in numbers_in(block.text.text)]
        lines = sorted({page.document.source.position(span.start).line for span in spans})
        yield page, lines[:: max(1, len(lines) // 3)][:3]


@pytest.mark.whole
def test_no_number_of_our_books_is_left_without_a_reading_and_a_reason() -> None:
    assert sum(assert_explained(page, lines) for page, lines in sampled()) > 100


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("roll [2]d6+1 now", "dice `2d6+1`"),
        ("a [17] % chance", "chance `17 %`"),
        ("on [4]-6 you win", "range `4-6`"),
        ("[5] or more", "range `5 or more`"),
        ("the [third] day", "ordinal `third`"),
        ("wait [3] hours", "number `3` hours"),
        ("pay $[3] now", "number `3` $"),
        ("[seven] wolves", "number `seven` wolves"),
    ],
)
def test_what_a_number_is_read_as(text: str, read: str) -> None:
    start, end = text.index("["), text.index("]") - 1
    kind, words, unit = written_at(text.replace("[", "").replace("]", ""), start, end)
    assert f"{kind} `{words}` {unit}".strip() == read


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The mean deviation 2 (2d6) is large. Its variance 3 (2d6).", "average: its sentence speaks of a deviation"),
        ("Level 5 (2d6) is hard.", "average: the words before it number something"),
        ("Take half of 2d8 (4 on average).", "average: the dice beside it are only a part of what it is of"),
        ("2d4 wolves (average 11 hp) come.", "average: it counts hp, and the dice something else"),
        ("A 17 % chance of gold.", "percentage: there is no event on dice and no other form"),
        ("There are six attributes.", "count: no list of attributes is beside it"),
        ("Two of the six attributes are: Nerve, Wit.", "count: "),
        ("| Item | gp |\n|--|--|\n| Rope | some |\n| Total | 10 |", "total: its column has fewer than two amounts"),
        ("| Item | gp |\n|--|--|\n| A | 4 |\n| Total | 4 |\n| Total | 10 |", "total: several rows are totals"),
        ("| Pages | x |\n|--|--|\n| 1-3 | a |\n| 5-6 | b |", "range: the head of its column has `Pages`"),
        ("| Level | x |\n|--|--|\n| 1-3 | a |\n| 5-6 | b |\n| none | c |", "range: its column has `none`, too"),
        ("| d6 | x |\n|--|--|\n| 1-2 | a |\n| 2-3 | b |\n| 1-9 | c |", "too many to be a slip"),
        ("| Zone | x |\n|--|--|\n| 1-2 | a |\n| 3-4 | b |\n| 5-6 | c |", "neither dice in the head nor a game"),
        ("There are 3 hours left.", "arithmetic: needs a sum of numbers"),
    ],
)
def test_a_rule_says_why_it_is_silent(text: str, reason: str) -> None:
    page = page_of(f"# A\n\n{text}\n", system=None)
    numbers = (one for line in range(3, 4 + text.count("\n")) for one in reached(page, line))
    lines = [line for one in numbers for line in explained(one)]
    assert any(reason in line for line in lines), lines


def test_a_page_without_a_game_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("# A\n\nThe door has 3 locks.\n", encoding="utf-8")
    output = CliRunner().invoke(main, ["why", f"{path}:3"]).output
    assert "`3` is unguarded\n  read as a number, beside `locks`\n" in output
    assert output.endswith("  its page names no game, so no phrase, value or table can say more\n")


def test_every_general_kind_says_what_it_reads_and_needs() -> None:
    kinds = {
        value.name: value
        for module in iter_modules(readers.__path__)
        for value in vars(import_module(f"{readers.__name__}.{module.name}")).values()
        if isinstance(value, Kind) and value.needs
    }
    assert {*kinds.values()} == {*GENERAL_KINDS}
    assert all(kind.reads for kind in GENERAL_KINDS)

"""What is taken for a random table, in any dialect and game, and what is not."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from markdown import markdown

from rulebook_proof.analysis import analyse
from rulebook_render.presentation.inline_dice import running_dice
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.structures.randomtables import RandomTable, random_tables, rolled_with_rows
from rulebook_text.lexing.dice_style import NO_HABIT
from rulebook_text.lexing.roll_again import roll_again
from tests.checking import check_pages, check_text, page_of
from tests.our_books import our_books
from tests.seeds import seed

DIALECTS = {
    "markdown": "# Road\n\n| d6 | Who |\n| --- | --- |\n| 1-2 | 2d4 wolves |\n| 3 | a trader |\n| 4–6 | nobody |\n",
    "obsidian": "# Road\n\n| d6 | Who |\n| --- | --- |\n| 1-2 | 2d4 wolves |\n| 3 | a trader |\n| 4–6 | nobody |\n",
    "pandoc": """\
% Road

# Road

----------------------------
d6     Who
------ ---------------------
1-2    2d4 wolves

3      a trader

4-6    nobody
----------------------------
""",
    "asciidoc": """\
= Road

[%header,cols="1,3"]
|===
|d6 |Who

|1-2 |2d4 wolves
|3 |a trader
|4-6 |nobody
|===
""",
    "prose": "ROAD\n\nd6   Who\n---  -----------\n1-2  2d4 wolves\n3    a trader\n4-6  nobody\n",
}


def page(text: str, system: str | None = None, dialect: str = "markdown") -> Page:
    return page_of(text, system=system, dialect=dialect, path="road.md")


def tables(text: str, system: str | None = None, dialect: str = "markdown") -> list[RandomTable]:
    found = page(text, system, dialect)
    return list(random_tables(found.document, found.system))


def table(header: str, *rows: str) -> str:
    return f"# Road\n\n| {header} | Who |\n| --- | --- |\n" + "".join(f"| {row} |\n" for row in rows)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_rolls(dialect: str) -> None:
    found = page(DIALECTS[dialect], dialect=dialect)
    (road,) = random_tables(found.document, None)
    assert (road.dice, road.system.name) == ("d6", "plain")
    assert [sorted(row.faces) for row in road.rows] == [[1, 2], [3], [4, 5, 6]]
    assert [row.labelled.words for row in road.rows] == ["2d4 wolves", "a trader", "nobody"]
    html = Presenter(Book((found,)), check_pages(found)).page("road.md")
    shown = re.sub(r'<span class="rulebook-right"[^>]*>(.*?)</span>', r"\1", html.replace(html.text))
    assert 'data-dice="d6"' in shown
    keys = re.findall(r'<span class="rulebook-key"[^>]*data-faces="([^"]*)">(.*?)</span>', shown, re.DOTALL)
    assert [faces for faces, _ in keys] == ["1..2", "3..3", "4..6"]
    assert [re.sub("[–-]+", "-", re.sub("<[^>]*>", "", text).strip()) for _, text in keys] == ["1-2", "3", "4-6"]
    assert re.search(r'data-system="plain" data-in-row[^>]*>2d4</button>', shown)


@pytest.mark.parametrize(
    ("header", "rows", "dice"),
    [
        ("1d6", ("1-3", "4-6"), "d6"),
        ("Roll (D20)", ("1", "2-19", "20"), "d20"),
        ("d10 roll", ("1-9", "0"), "d10"),
        ("`2d6`", ("2-6", "7", "8+"), "2d6"),
        ("2d6 + 1", ("up to 7", "8 or more"), "2d6+1"),
        ("d%", ("01–50", "51–99", "00"), "d%"),
        ("Percentile", ("01-50", "51-00"), "d100"),
        ("d00", ("00-49", "50-99"), "d%"),
        ("d66", ("11-36", "41-66"), "d66"),
        ("**d4**", ("1, 3", "2, 4"), "d4"),
        ("4dF", ("-4", "−3", "-2 to 0", "+1 – +3", "4"), "4dF"),
        ("2d20kh1", ("1-10", "11-20"), "2d20kh1"),
        ("Roll (4d6dl1)", ("3-10", "11-18"), "4d6kh3"),
        ("1d6-3", ("-2", "-1 to 1", "2-3"), "d6-3"),
    ],
)
def test_heads(header: str, rows: tuple[str, ...], dice: str) -> None:
    (found,) = tables(table(header, *(f"{row} | somebody" for row in rows)))
    assert found.dice == dice
    notation = found.system.notation
    assert sum(found.odds(), Fraction(0)) == 1
    assert notation.format(notation.parse(dice)) == dice


def test_digits_put_in_order_are_rolled_in_any() -> None:
    keys = [f"{low}{high}" for low in range(1, 7) for high in range(low, 7)]
    (found,) = tables(table("d66", *(f"{key} | somebody" for key in keys)))
    assert [sorted(row.faces) for row in found.rows[:7]] == [
        [11],
        [12, 21],
        [13, 31],
        [14, 41],
        [15, 51],
        [16, 61],
        [22],
    ]
    assert list(found.odds()) == [Fraction(1 if key[0] == key[1] else 2, 36) for key in keys]


@pytest.mark.parametrize(
    "text",
    [
        table("Die", "d4 | 12", "d6 | 9", "d8 | 6"),
        table("d6", "9 | 12", "12 | 9", "30 | 6"),
        table("d6", "1 | a", "2 | b", "3 | c"),
        table("d20", "1 | fumble", "20 | triumph"),
        table("2d6", "58 % | easy", "28 % | hard"),
        table("d6", "1-2 | a", "3 or doubles! | b", "4-6 | c"),
        table("Level", "1-2 | a", "3-4 | b", "5-6 | c"),
        table("d6", "1-3", "4-6"),
        table("d1", "1 | a"),
        table("d9999", "1-5000 | a", "5001-9999 | b"),
        "The d6 decides: who rolls 1 to 3 stays, and the others go.",
    ],
)
def test_what_is_no_table_to_roll_on(text: str) -> None:
    assert tables(text) == []


def test_own_notation_of_a_game_where_its_rows_say_so() -> None:
    (own,) = tables(table("`3:d6`", "0 | nothing", "1 | a coin", "2-3 | a purse"), "cavea")
    assert (own.system.name, own.dice, own.odds()) == (
        "cavea",
        "3:d6",
        [Fraction(125, 216), Fraction(75, 216), Fraction(16, 216)],
    )
    (summed,) = tables(table("`1d6`", "1-3 | a", "4-6 | b"), "sda")
    (read_by_the_game,) = tables(table("`1d6`", "0 | a", "1 | b"), "sda")
    assert (summed.system.name, read_by_the_game.system.name) == ("plain", "sda")


@pytest.mark.parametrize(
    ("words", "again", "without"),
    [
        ("Roll again", 1, []),
        ("Reroll.", 1, []),
        ("A storm. Roll again on this table!", 1, []),
        ("roll twice", 2, []),
        ("Roll twice more, and use both results", 2, []),
        ("wolves, and roll three times", 3, []),
        ("Roll twice, ignoring this result", 2, [4, 5, 6]),
        ("roll again, ignoring any results of 5-6", 1, [5, 6]),
        ("Do not roll again", 0, []),
        ("Roll again tomorrow", 0, []),
        ("roll on the table of wolves", 0, []),
        ("Whoever rolls twice is lost", 0, []),
    ],
)
def test_orders_to_roll_again(words: str, again: int, without: list[int]) -> None:
    (found,) = tables(table("d6", "1-3 | nothing", f"4-6 | {words}"))
    assert (found.rows[0].again, found.rows[1].again, sorted(found.rows[1].without)) == (0, again, without)


def test_dice_within_results() -> None:
    text = table(
        "d6", "1 | 2d4 wolves", "2 | your d6 becomes a d8", "3 | 3d6 × 10 coins and `1d4` gems", "4 | d4 + 1 days",
        "5 | 1d1000000 grains, x2d4", "6 | `2:d6` dice",
    )  # fmt: skip
    found = page(text, "cavea")
    book = Book((found,))
    own = analyse(book).analyses["road.md"].expressions
    some = random_tables(found.document, found.system)
    plain = running_dice(found, some, own, reach="text", habit=lambda: NO_HABIT).expressions
    assert [expression.text for expression in plain] == ["2d4", "3d6 × 10", "1d4", "d4 + 1"]
    rolled = rolled_with_rows(some, [*own, *plain])
    assert {found.document.source.slice(span) for span in rolled} == {"2d4", "3d6 × 10", "1d4", "d4 + 1", "2:d6"}


def test_tables_side_by_side_have_their_own_results_and_names() -> None:
    text = "# Names\n\n| d4 | A | d4 | B |\n| - | - | - | - |\n"
    text += "".join(f"| {n} | a{n} | {n} | roll again |\n" for n in range(1, 5))
    one, other = tables(text)
    assert one.id != other.id
    assert [row.labelled.words for row in one.rows] == ["a1", "a2", "a3", "a4"]
    assert [row.again for row in one.rows] == [0] * 4
    assert [row.again for row in other.rows] == [1] * 4


def test_our_books_have_the_tables_that_their_sources_have() -> None:
    """One: what hits do to a Troll, told in a sentence. And the example of the guide."""
    found = [(p.uri, item.title) for p in our_books().pages for item in random_tables(p.document, p.system)]
    books = {name for name in found if not name[0].startswith("guide/")}
    assert books == {("masque/masque.txt", "Troll")}
    assert ("guide/any-game.md", "Met on the road") in found


@pytest.mark.parametrize(
    ("number", "dialect", "system", "expected"),
    [
        ("000", "markdown", "cavea", []),
        ("001", "obsidian", "drama", []),
        ("002", "pandoc", "dry-cereal", []),
        ("003", "asciidoc", "sda", []),
        ("004", "prose", "masque", ["Troll"]),
    ],
)
def test_the_sources_have_no_other(number: str, dialect: str, system: str, expected: list[str]) -> None:
    for game in (None, system):
        assert [item.title for item in tables(seed(number), game, dialect)] == expected


ROWS = "| 1 | nothing |\n| 2-3 | a coin |\n| 4 | a purse |\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"|  |  |\n|--|--|\n| **d4** | What |\n{ROWS}", id="in the first row"),
        pytest.param(f"| Loot |  |\n|--|--|\n| All of it | |\n| d4 | What |\n{ROWS}", id="below a title"),
        pytest.param(f"## Loot (d4)\n\n| Roll | What |\n|--|--|\n{ROWS}", id="in the heading above"),
        pytest.param(f"Roll **1d4** each turn:\n\n| Result | What |\n|--|--|\n{ROWS}", id="in the line above"),
        pytest.param(f"## Loot (d4)\n\nWhat they carry.\n\n| # | What |\n|--|--|\n{ROWS}", id="two lines above"),
    ],
)
def test_dice_that_stand_where_a_head_should_be_or_above_it(text: str) -> None:
    (found,) = tables(text)
    assert (found.dice, len(found.rows)) == ("d4", 3)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"Roll 1d4.\n\n| Level | Gain |\n|--|--|\n{ROWS}", id="something else is counted"),
        pytest.param(f"Roll 1d6.\n\n| Roll | Gain |\n|--|--|\n{ROWS}", id="other dice"),
        pytest.param(f"Roll 1d4.\n\n## Loot\n\n| Roll | Gain |\n|--|--|\n{ROWS}", id="of another section"),
        pytest.param(f"Roll 1d4 or 2d4.\n\n| Roll | Gain |\n|--|--|\n{ROWS}", id="either of two"),
    ],
)
def test_dice_above_a_table_that_are_not_its_own(text: str) -> None:
    assert not tables(text)


def test_a_table_below_its_dice_row_is_checked() -> None:
    text = f"|  |  |\n|--|--|\n| d4 | What |\n{ROWS}".replace("2-3", "2")
    (finding,) = check_text(text).findings
    assert finding.message == "no range holds 3: it is missing between `2` and `4`"


LISTED = {
    "markdown": "# Road\n\n## Weather (d4)\n\n1. **Sun:** hot\n2. Rain, 1d6 hours\n3. [Fog](road.md)\n4. Wind\n",
    "obsidian": "# Road\n\n## Weather (d4)\n\n1. **Sun:** hot\n2. Rain, 1d6 hours\n3. [[road|Fog]]\n4. Wind\n",
    "pandoc": "# Road\n\n## Weather (d4)\n\n1. **Sun:** hot\n1. Rain, 1d6 hours\n1. [Fog](road.md)\n1. Wind\n",
    "asciidoc": "= Road\n\n== Weather (d4)\n\n. *Sun:* hot\n. Rain, 1d6 hours\n. link:road.html[Fog]\n. Wind\n",
}


@pytest.mark.parametrize("dialect", LISTED)
def test_numbered_lists_below_their_die_roll(dialect: str) -> None:
    found = page(LISTED[dialect], dialect=dialect)
    (weather,) = random_tables(found.document, None)
    assert (weather.title, weather.dice, weather.is_text) == ("Weather (d4)", "d4", True)
    assert [sorted(row.faces) for row in weather.rows] == [[1], [2], [3], [4]]
    shown = Presenter(Book((found,)), check_pages(found)).page("road.md")
    html = shown.replace(shown.text)
    assert html.count('class="rulebook-key"') == 4
    assert html.count('data-title="Weather (d4)"') == 1
    assert "data-in-row" in html


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Roll 1d4 for a find:", "Roll 1d4 for a find"),
        ("**d4 Moods**", "d4 Moods"),
        ("Wirf einen Würfel (W4):", "Wirf einen Würfel (W4)"),
        ("擲 d4 決定：", "擲 d4 決定："),
        ("Nastrój (rzut k4)", "Nastrój (rzut k4)"),
        ("Rzuć 2k4 w walce.\n\nNastrój (k4)", "Nastrój (k4)"),
    ],
)
def test_lines_above_a_numbered_list_that_name_its_die(line: str, title: str) -> None:
    (found,) = tables(f"# Road\n\n{line}\n\n1. bad\n2. good\n3. odd\n4. calm\n")
    assert found.title == title


@pytest.mark.parametrize(
    "text",
    [
        "Roll a d6:\n\n1. bad\n2. good\n3. odd\n4. calm\n",
        "Roll a d4 or a d6:\n\n1. bad\n2. good\n3. odd\n4. calm\n",
        "With a d4 come four rules.\n\n1. bad\n2. good\n3. odd\n4. calm\n",
        "Roll a d4:\n\n- bad\n- good\n- odd\n- calm\n",
        "Roll a d4:\n\n5. bad\n6. good\n7. odd\n8. calm\n",
        "The sum on page k4:\n\n1. bad\n2. good\n3. odd\n4. calm\n",
    ],
)
def test_numbered_lists_that_nobody_rolls_on(text: str) -> None:
    assert not tables(text)


def test_a_list_that_tells_its_own_ranges_rolls_once() -> None:
    (found,) = tables("Roll a d4:\n\n1. 1: bad\n2. 2: good\n3. 3: odd\n4. 4: calm\n")
    assert found.dice == "d4"


def test_a_table_rolls_though_a_row_of_it_goes_on_behind_its_last_column() -> None:
    (found,) = tables(table("d4", "1 | sun", "2 | rain | wind", "3-4 | fog"))
    assert found.dice == "d4"
    assert not tables(table("d4", "1 | sun | 2 | rain", "3 | fog | 4 | wind"))


def rendered(text: str) -> str:
    """The HTML of a Markdown page."""
    found = page(text)
    shown = Presenter(Book((found,)), check_pages(found)).page("road.md")
    return shown.replace(markdown(shown.text, extensions=["tables", "attr_list", "pymdownx.tilde"]))


def rows_of(html: str) -> list[list[str]]:
    """The words of each row, by the buttons that roll on them."""
    keys = re.findall(r'<span class="rulebook-key" data-table="([^"]*)"[^>]*>((?:<span.*?</span>|.)*?)</span>', html)
    heads = re.findall(r'<button[^>]*data-table="([^"]*)"', html)
    return [[re.sub("<[^>]*>", "", words) for table, words in keys if table == head] for head in heads]


@pytest.mark.parametrize(
    "form",
    [
        pytest.param("**{}**: {}", id="bold"),
        pytest.param("**{}:** {}", id="bold with its colon"),
        pytest.param("***{}***: {}", id="bold and emphasis"),
        pytest.param("_{}_ {}", id="underscores"),
        pytest.param("~~{}~~: {}", id="struck"),
        pytest.param("`{}`: {}", id="code"),
        pytest.param("<kbd>{}</kbd>: {}", id="element"),
        pytest.param("[{}](road.md): {}", id="link"),
        pytest.param("**[{}](road.md)**: {}", id="link in bold"),
        pytest.param("[**{}**][road]: {}", id="bold in a link"),
        pytest.param("**{}**<br>{}", id="line"),
        pytest.param("**{}: it** {}", id="bold goes on"),
        pytest.param("{}: **{}**", id="bold name"),
        pytest.param("*{}: {}*", id="all of it"),
        pytest.param("**{}**: [{}](road.md)", id="link at the end"),
    ],
)
@pytest.mark.parametrize("marker", ["- ", "1. ", "- a\n    - "])
def test_lists_roll_whatever_markup_is_around_a_range(form: str, marker: str) -> None:
    first, _, nested = marker.rpartition("\n")
    lines = [f"{nested}{form.format(keys, name)}\n" for keys, name in (("1-2", "bad"), ("3", "odd"), ("4", "good"))]
    above = f"- Roll 1d4:\n\n{''.join(lines)}" if first else f"Roll 1d4:\n\n{''.join(lines)}"
    (rows,) = rows_of(rendered(f"# Road\n\n{above}\n[road]: road.md\n"))
    assert len(rows) == 3
    for row, words in zip(rows, ("1-2.*bad", "3.*odd", "4.*good"), strict=True):
        assert re.fullmatch(words, row), rows


def test_a_row_in_a_link_rolls_in_a_table() -> None:
    (rows,) = rows_of(rendered(table("d4", "[1-2](road.md) | a", "**3** | b", "`4` | c")))
    assert rows == ["1-2", "3", "4"]


def test_rows_that_share_an_element_stay_apart() -> None:
    (rows,) = rows_of(rendered("Roll on d6: *1) nothing, 2.. 5)* a scratch, 6) a hit\n"))
    assert len(rows) == 3
    assert "nothing" in rows[0]
    assert "nothing" not in rows[1]


@pytest.mark.parametrize(("dice", "button"), [("1d4", 'data-quiet aria-haspopup="dialog">1d4</button>'), ("d%", "")])
def test_dice_whose_rows_a_renderer_loses_do_not_roll_on_them(dice: str, button: str) -> None:
    last = "4" if dice == "1d4" else "4-100"
    found = page(table(dice, "1-3 | a", f"{last} | b"))
    shown = Presenter(Book((found,)), check_pages(found)).page("road.md")
    lost = markdown(shown.text, extensions=["tables"]).split("<tr>")
    html = shown.replace("<tr>".join(lost[:-1]) + "</table>")
    assert 'data-table="road-table" data-dice' not in html
    assert button in html


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A storm, roll again", (1, False, "")),
        ("Roll two more times on this table and use both, ignore 6", (2, False, "6")),
        ("Zweimal würfeln, dieses Ergebnis ignorieren.", (2, True, "")),
        ("Tempête, relancez deux fois sur cette table en ignorant ce résultat", (2, True, "")),
        ("Tormenta, tira de nuevo", (1, False, "")),
        ("Tira due volte ignorando questo risultato", (2, True, "")),
        ("The ball rolls again", None),
        ("Wer trifft, würfelt erneut Schaden", None),
    ],
)
def test_a_row_orders_a_further_roll_in_each_complete_language(text: str, order: tuple[int, bool, str] | None) -> None:
    assert roll_again(text) == order

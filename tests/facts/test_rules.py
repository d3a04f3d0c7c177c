"""Tables of the book that a `rules.yml` declares, other names of things, and what the command lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from rulebook_lsp.answers.hovering import explanations_at
from rulebook_lsp.books import View
from rulebook_render.presentation.terms import Glossary
from rulebook_rules.facts.reading.wording import wording_of
from rulebook_rules.facts.things.register import Register
from rulebook_rules.facts.things.sheets import sheet_of_table
from rulebook_rules.naming.lexicon import Lexicons
from tests.checking import page_of
from tests.facts.planted import book_at

RULES = """\
game: Reeds
facts:
  weapons: {table: gear.md#weapons, also: {Eel fork: [eel spear]}}
"""
GEAR = """\
# Gear

## Weapons {#weapons}

| Weapon | Bite |
| --- | --- |
| Reed knife | 1 |
| Eel fork | 4 |
| Mud maul | 5 |

An eel spear has a Bite of 6. There are three weapons.
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: X\nplugins: [rulebook]\nmarkdown_extensions: [attr_list, tables]\n"
    )
    (tmp_path / "docs/rules.yml").write_text(RULES)
    (tmp_path / "docs/gear.md").write_text(GEAR)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str) -> str:
    return CliRunner().invoke(main, args).output


def test_a_table_that_the_rules_declare_is_compared_and_its_things_have_other_names(folder: Path) -> None:
    output = run("check")
    assert "the Bite of Eel fork is `4` (gear.md:8), here it is `6`" in output
    assert "4 things declared, 2 mentions, 1 differ" in output


def test_a_table_that_is_not_there_is_a_fault_of_the_rules(folder: Path) -> None:
    (folder / "docs/rules.yml").write_text("game: Reeds\nfacts: {weapons: gear.md#tools}\n")
    assert "the book has no table with named rows at `gear.md#tools`" in run("check")
    (folder / "docs/rules.yml").write_text("game: Reeds\nfacts: {weapons: tools}\n")
    assert "`weapons` does not say which table of the book it is" in run("check")


def test_a_short_name_is_no_stranger_in_a_column(folder: Path) -> None:
    rows = "".join(
        f"| {name} | {at} |\n" for at, name in enumerate(("Jug", "Vial", "Flask", "Pail", "Bottle, glass"), 1)
    )
    (folder / "docs/rules.yml").write_text("game: Reeds\nfacts: {vessels: gear.md#vessels}\n")
    other = "".join(f"| {name} | x |\n" for name in ("Jug", "Vial", "Flask", "Pail", "Bottle"))
    text = f"# Vessels\n\n| Vessel | Price |\n| --- | --- |\n{rows}\n## Use\n\n| Vessel | Use |\n| --- | --- |\n{other}"
    (folder / "docs/gear.md").write_text(text)
    assert "no findings" in run("check")
    (folder / "docs/gear.md").write_text(text.replace("| Bottle | x |", "| Kettle | x |"))
    assert "here it is `Kettle`" in run("check")


def test_all_that_is_said_of_a_thing_is_listed(folder: Path) -> None:
    lines = [line.split() for line in run("facts", "eel fork").splitlines() if line.startswith("Eel fork")]
    assert [(line[2], line[3], line[4]) for line in lines] == [("Bite", "4", "stated"), ("Bite", "6", "differs")]
    facts = json.loads(run("facts", "--json"))["facts"]
    assert [(one["thing"], one["value"], one["standing"], one["line"]) for one in facts][-1] == (
        "Eel fork",
        "6",
        "differs",
        11,
    )
    assert "says nothing of `lamp`" in run("facts", "lamp")


def test_an_editor_shows_what_the_book_says_of_the_thing_below_the_pointer(folder: Path) -> None:
    book = book_at(folder)
    (page,) = book.pages
    view, glossary = View(book, page, (), None), Glossary(Lexicons(book).of(page))
    offset = GEAR.index("eel spear")
    (shown,) = [one.text for one in explanations_at(view, glossary, offset)]
    assert shown.splitlines()[0] == "**Eel fork**"
    assert [line.rpartition(" (")[0] for line in shown.splitlines()[2:]] == ["- Bite 4 stated", "- Bite 6 differs"]
    assert GEAR[slice(*next(explanations_at(view, glossary, offset)).span)] == "eel spear"
    assert [*explanations_at(view, glossary, GEAR.index("There are"))] == []


KILNS = """\
game: Kilns
values: {Heat: 7, Renown: 1..9}
names: {glaze: [Ash, Slip, Salt]}
"""


def test_values_ranges_and_kinds_of_the_rules_are_listed_with_their_places(folder: Path) -> None:
    text = "# Kilns\n\nA kiln has Heat 7, and its Heat is 8 at night. Renown is from 1 to 8. There are four glazes.\n"
    (folder / "docs/rules.yml").write_text(KILNS)
    (folder / "docs/gear.md").write_text(text)
    facts = json.loads(run("facts", "--json"))["facts"]
    listed = {(one["thing"], one["value"], one["standing"]) for one in facts}
    assert listed >= {("Heat", "7", "stated"), ("Heat", "7", "agrees"), ("Heat", "8", "differs")}
    assert listed >= {("Renown", "1..9", "stated"), ("glaze", "3", "stated"), ("glaze", "four", "differs")}
    assert {one["thing"] for one in json.loads(run("facts", "--json", "heat"))["facts"]} == {"Heat"}
    book = book_at(folder)
    (page,) = book.pages
    view, glossary = View(book, page, (), None), Glossary(Lexicons(book).of(page))
    shown = [one.text for one in explanations_at(view, glossary, text.index("Heat is"))]
    assert any("**Heat**" in one and "8 differs" in one for one in shown)


LISTED = """\
# Gear

<!-- facts: goods -->

- Rope: 4 bits
- Lamp: 6 bits
- Wax: 2 bits

## Beasts {#beasts}

**Owl.** Bite 2, Nerve 3.

**Elk.** Bite 4, Nerve 2.

**Pike.** Bite 5, Nerve 4.

## Use

A Rope costs 5 bits. An Elk has a Nerve of 3.
"""


def test_lists_and_stat_blocks_are_declared_as_tables_are(folder: Path) -> None:
    (folder / "docs/rules.yml").write_text("game: Reeds\nfacts: {beasts: gear.md#beasts}\n")
    (folder / "docs/gear.md").write_text(LISTED)
    output = run("check")
    assert "of Rope is `4` (gear.md:5), here it is `5`" in output
    assert "the Nerve of Elk is `2` (gear.md:13), here it is `3`" in output
    assert "2 differ" in output


CONSTRAINED = """\
game: Locks
values:
  Brawn: 1..6
  Guile: 1..6
  Load: 2 * count(towns) + Brawn
constraints:
  - Brawn + Guile = 7
  - Brawn < count(towns) + 2
names:
  towns: [Aldwark, Cawood, Denby]
"""


def test_values_of_everybody_keep_to_the_constraints_of_a_game(folder: Path) -> None:
    (folder / "docs/rules.yml").write_text(CONSTRAINED)
    page = folder / "docs/gear.md"
    page.write_text("# People\n\nTom has Brawn 3, Guile 4 and Load 9.\n")
    assert "no findings" in run("check")
    page.write_text("# People\n\nTom has Brawn 3 and Guile 5.\n\nAnn has Brawn 5 and Guile 2.\n")
    output = run("check")
    assert "`5` is not what `Brawn + Guile = 7` allows Tom (rules.yml:7)" in output
    assert "`5` is not what `Brawn < count(towns) + 2` allows Ann (rules.yml:8)" in output


MILLS = """\
game: Mills
names: {guilds: [Potters, Glaziers, Smiths, Dyers]}
values:
  Flour: 0..12
  Bran: 0..12
  Chaff: 0..12
  Sack: {is: 6, unit: pecks}
constraints: [Flour + Bran + Chaff = 12, "max(Flour, Bran, Chaff) <= 5"]
phrases:
  seats: {says: "the mill has {seats} seats for the guilds", gives: {seats: count(guilds)}}
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ada has Flour 5, Bran 4 and Chaff 3.", ""),
        ("Ada has Flour 5, Bran 5 and Chaff 3.", "`3` is not what `Flour + Bran + Chaff = 12` allows Ada"),
        ("Ada has Flour 6, Bran 3 and Chaff 3.", "`3` is not what `max(Flour, Bran, Chaff) <= 5` allows Ada"),
        ("The mill has 4 seats for the guilds.", ""),
        ("The mill has 5 seats for the guilds.", "the rules give 4, the text says `5`"),
        ("There are five guilds.", "the number of names in `guilds` is `4`"),
        ("She bought 18 pecks, which is 3 sacks.", ""),
        ("She bought 18 pecks, which is 4 sacks.", "the worth of 18 pecks in Sack is `3`"),
    ],
)
def test_shares_counts_and_units_of_a_game(folder: Path, text: str, message: str) -> None:
    (folder / "docs/rules.yml").write_text(MILLS)
    (folder / "docs/gear.md").write_text(f"# Mills\n\n{text}\n")
    output = run("check")
    assert message in output if message else "no findings" in output


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        ("Brawn", "this is no condition"),
        ("Brawn = Size", "nothing here is called `Size`"),
        ("Brawn = count(twns)", "there are no names, tables or ranges for `count(twns)`"),
        ("Brawn >", "a number or a name is missing here"),
    ],
)
def test_a_constraint_that_compares_nothing_is_a_fault(folder: Path, constraint: str, message: str) -> None:
    (folder / "docs/rules.yml").write_text(CONSTRAINED.replace("Brawn + Guile = 7", constraint))
    output = run("check")
    assert message in output
    assert "docs/rules.yml:7" in output


def test_the_row_of_a_sum_is_no_thing() -> None:
    table = "| Beast | Count |\n| --- | --- |\n| Elk | 2 |\n| Otter | 3 |\n| Totals | 5 |\n"
    document = page_of(table, system=None).document
    sheet = sheet_of_table(document, document.prose.tables[0])
    assert sheet is not None
    register = Register(wording_of("The sum is that of all."), [sheet])
    assert [thing.name for thing in register.things.values()] == ["Elk", "Otter"]


def test_a_difference_that_a_rule_confirms_is_not_counted(folder: Path) -> None:
    """The band of a roll begins at 2, and a text that says 6 or less is right."""
    means = "{2..6: the reeds win, 7..9: it costs you, 10..12: you do it}"
    Path("docs/rules.yml").write_text(f"game: Reeds\ndice: {{kind: sum, written: 2d6, means: {means}}}\n")
    Path("docs/gear.md").write_text("# Reeds\n\nRoll 2d6. On a 6 or less the reeds win.\n")
    output = run("check")
    assert output.startswith("no findings")
    assert "differ" not in output

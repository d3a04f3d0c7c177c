"""What `rulebook learn` proposes for a whole book, and what the rules that it writes find."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from rulebook_proof.analysis import Report, analyse, analyse_rules
from rulebook_proof.learning.book import trials
from rulebook_rules.book import Book
from rulebook_rules.claims.model import Analysis
from rulebook_rules.facts.reading.wording import wording_of
from tests.facts.planted import book_at, copy_without_rules, faults, findings_in, reported
from tests.shares import whole

SITE = "site_name: Reeds\nplugins: [rulebook]\nmarkdown_extensions: [attr_list, tables]\n"
GEAR = """\
# Gear

| Weapon | Bite | Price |
| --- | --- | --- |
| Reed knife | 1 | 4 |
| Eel fork | 4 | 14 |
| Mud maul | 5 | 20 |
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def book_of(folder: Path, **pages: str) -> None:
    (folder / "docs").mkdir()
    (folder / "mkdocs.yml").write_text(SITE, encoding="utf-8")
    for name, text in pages.items():
        (folder / f"docs/{name}.md").write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The book of the causeway with the rules that are learned from it, in place of its own."""
    folder = copy_without_rules("book", tmp_path_factory.mktemp("learned") / "book")
    result = run("learn", "--write", "-f", str(folder / "mkdocs.yml"))
    assert result.exit_code == 0, result.output
    return book_at(folder)


def test_six_in_ten_numbers_of_a_book_are_guarded_by_what_it_teaches(learned: Book) -> None:
    report = analyse(learned)
    assert report.findings == ()
    assert 10 * sum(number.guarded for number in report.numbers) >= 7 * len(report.numbers)


def test_the_formulas_are_those_that_rules_of_the_book_state(learned: Book) -> None:
    (system,) = learned.systems
    derived = {value.name: value.needs for value in system.quantities if value.needs}
    assert derived == {
        "Stamina": ("Grip", "Lungs"),
        "Haul": ("Grip",),
        "Calm": ("Wits", "Lungs"),
        "Sells for": ("Price",),
    }


@whole
def test_learned_rules_report_two_thirds_of_the_faults(learned: Book) -> None:
    found = sum(is_reported for _, is_reported, _ in reported(learned, by_related=True))
    assert 3 * found >= 2 * len(faults())


def test_the_learned_rules_report_faults_of_each_kind(learned: Book) -> None:
    kinds = {fault.name.partition("/")[0]: fault for fault in faults()}
    silent = {kind for kind, fault in kinds.items() if not findings_in(fault.planted(learned)[0])}
    assert len(silent) <= len(kinds) // 3, silent


def test_who_has_learned_everything_learns_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book_of(tmp_path, gear=f"{GEAR}\nAn Eel fork has a Bite of 4 and costs 14 coins. A Mud maul costs 20 coins.\n")
    monkeypatch.chdir(tmp_path)
    printed = run("learn").output
    assert "weapon: {table: gear.md#gear, units: {Price: coins}}" in printed
    assert "# docs/gear.md:3: 3 values elsewhere agree" in printed
    assert not (tmp_path / "docs/rules.yml").exists()
    assert "1 proposal written to docs/rules.yml" in run("learn", "--write").output
    assert "nothing to learn" in run("learn").output
    (tmp_path / "docs/more.md").write_text("# More\n\nA watch is 4 bells. A watch lasts 4 bells.\n", encoding="utf-8")
    assert "1 proposal written" in run("learn", "--write").output
    assert "A watch" not in run("check").output
    (tmp_path / "docs/more.md").write_text("# More\n\nA watch is 5 bells. A watch lasts 4 bells.\n", encoding="utf-8")
    assert "more.md:3:12" in run("check").output


def test_the_unit_of_one_column_is_not_given_to_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "| Rope | 2s | 2 |\n| Flask | 9s | 1 |\n| Chest | 5s | 5 |\n| Bell | 4s | 3 |\n"
    table = f"# Gear\n\n| Item | Cost | Bulk |\n| --- | --- | --- |\n{rows}"
    book_of(tmp_path, gear=f"{table}\nA Rope has a Bulk of 2, for 2 s. A Chest has a Bulk of 5 and costs 5 s.\n")
    monkeypatch.chdir(tmp_path)
    assert "item: gear.md#gear" in run("learn").output


def test_a_table_that_the_book_contradicts_is_not_proposed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book_of(
        tmp_path,
        gear=f"{GEAR}\nAn Eel fork has a Bite of 3. A Mud maul has a Bite of 5. A Reed knife has a Bite of 2.\n",
    )
    monkeypatch.chdir(tmp_path)
    assert "nothing to learn" in run("learn").output


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "A Glow is what Nerve and Reach give.",
        "The Glow is Nerve, Reach and 2 friends.",
    ],
)
def test_no_formula_is_proposed_by_coincidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: str) -> None:
    rows = "| Imre | 2 | 2 | 6 |\n| Odile | 3 | 3 | 9 |\n| Bruno | 4 | 4 | 12 |\n"
    table = f"| Keeper | Nerve | Reach | Glow |\n| --- | --- | --- | --- |\n{rows}"
    book_of(tmp_path, keepers=f"# Keepers\n\n{rule}\n\n{table}")
    monkeypatch.chdir(tmp_path)
    assert "Glow:" not in run("learn").output


def test_a_unit_of_no_column_is_a_fault_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book_of(tmp_path, gear=GEAR)
    (tmp_path / "docs/rules.yml").write_text(
        "game: Reeds\nfacts: {weapons: {table: gear.md#gear, units: {Prize: coins}}}\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    output = run("check").output
    assert "the table `gear.md#gear` has no column `Prize`" in output
    assert "the columns are `Bite`, `Price`" in output


def test_what_somebody_does_is_no_constant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book_of(tmp_path, beasts="# Beasts\n\nThe pike makes 2 attacks.\n\nIn a fight the pike makes 2 attacks.\n")
    monkeypatch.chdir(tmp_path)
    assert "nothing to learn" in run("learn").output


def test_only_pages_that_name_a_proposal_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[list[str]] = []

    def noted(book: Book, known: Mapping[str, Analysis]) -> Report:
        read.append([page.uri for page in book.reported])
        return analyse_rules(book, known)

    watch = "A watch is 4 bells. A watch lasts 4 bells.\n"
    book_of(tmp_path, time=f"# Time\n\n{watch}", sea="# Sea\n\nRoll 2d6, and 9 or more is a storm.\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(trials, "analyse_rules", noted)
    assert "Watch:" in run("learn").output
    assert read == [["time.md"], ["time.md"]]


def test_a_range_needs_a_name_that_has_numbers_elsewhere(tmp_path: Path) -> None:
    book_of(tmp_path, index="# Reeds\n\nDebt goes from 0 to 9.\n\nIs he Ready? Ready goes from 10 to 50.\n")
    assert "nothing to learn" in run("learn", "-f", str(tmp_path / "mkdocs.yml")).output
    (tmp_path / "docs/more.md").write_text("# More\n\nShe has Debt 3.\n\nWith a Debt of 5 nobody lends.\n")
    output = run("learn", "-f", str(tmp_path / "mkdocs.yml")).output
    assert "Debt: 0..9" in output
    assert "Ready" not in output


@pytest.mark.parametrize(
    ("plural", "single"),
    [("wolves", "wolf"), ("feet", "foot"), ("knives", "knife"), ("omens", "omen"), ("women", "woman")],
)
def test_irregular_plurals_are_of_one_name(plural: str, single: str) -> None:
    wording = wording_of("The thing is what it is.")
    assert wording.stem(plural) == wording.stem(single)


def test_a_table_that_has_not_all_of_its_kind_is_proposed_as_a_part(tmp_path: Path) -> None:
    text = (
        "The Reed knife has a Bite of 1 and a price of 4, and the Eel fork a Bite of 4.\n\nThe Mud maul costs 20.\n\n"
    )
    book_of(tmp_path, gear=GEAR, index=f"# Reeds\n\n{text}There are three weapons.\n")
    output = run("learn", "-f", str(tmp_path / "mkdocs.yml")).output
    assert "weapon: gear.md#gear\n" in output
    (tmp_path / "docs/index.md").write_text(f"# Reeds\n\n{text}There are five weapons.\n", encoding="utf-8")
    output = run("learn", "--write", "-f", str(tmp_path / "mkdocs.yml")).output
    assert "weapon: {table: gear.md#gear, whole: no}\n" in (tmp_path / "docs/rules.yml").read_text(encoding="utf-8")
    assert run("check", "-f", str(tmp_path / "mkdocs.yml")).exit_code == 0, output
    rules = (tmp_path / "docs/rules.yml").read_text(encoding="utf-8").replace(", whole: no", "")
    (tmp_path / "docs/rules.yml").write_text(rules, encoding="utf-8")
    assert "here it is `five`" in run("check", "-f", str(tmp_path / "mkdocs.yml")).output


def test_a_file_of_rules_that_is_not_there_has_a_hint(tmp_path: Path) -> None:
    book_of(tmp_path, gear=GEAR)
    plugins = "plugins:\n  - rulebook:\n      books: {.: {system: docs/rules.yml}}\n"
    (tmp_path / "mkdocs.yml").write_text(f"site_name: Reeds\n{plugins}", encoding="utf-8")
    assert "rulebook learn --write" in run("check", "-f", str(tmp_path / "mkdocs.yml")).output

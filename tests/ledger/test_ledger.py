"""The ledger: which texts are numbers, what is known of each, and what the rules say that no page states."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

import rulebook
from rulebook.cli import main
from rulebook_proof.analysis import Report
from rulebook_proof.proof.ledger import ledger_of, share, surroundings
from rulebook_rules.book import Book
from tests.checking import check_text, page_of

SCHEMAS = Path(rulebook.__file__).parent / "schemas"


def numbers(text: str) -> list[tuple[str, str]]:
    return [(number.text, str(number.standing)) for number in check_text(text).numbers]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He has 3 swords, two shields and 45 % of a horse.", "3 two 45 %"),
        ("She rolls d8 or 2d6 at -1, or +2.", "d8 2 d6 -1 +2"),
        ("1. One wins.\n2. Nobody wins.\n\n* The third loses.", "One third"),
        ("First roll, and wait a second.", ""),
        ("To each one’s own half-orc, and to one's two-handed sword.", "two"),
        ("Someone alone at the fourth gate, half asleep.", "fourth half"),
        ("Version v2 or 0.2.3, page p3 and the id x7b: 1.000.000.", "1.000.000"),
        ("| A | B |\n| --- | --- |\n| 4 | five |\n", "4 five"),
        ("Some `3:d8/+2` and\n\n    6 + 4\n", "3 d8 +2 6 4"),
        ("From 2–4, 2.5 times, 1s and the 3rd.", "2 4 2.5 1 3"),
        ("[link](page-7.md#part-8) &#57; <b id='x9'>9</b>", "9 9"),
    ],
)
def test_what_is_a_number(text: str, expected: str) -> None:
    found = [number for number, _ in numbers(text)]
    assert " ".join(found) == expected


def test_what_is_known_of_a_number() -> None:
    text = (
        "Each d6 is worth 9 Health Points. Dinner is at 8.\n\n"
        "<!-- check: off, weather is no rule -->\nIt rains 3 days.\n"
    )
    assert numbers(text) == [
        ("d6", "guarded"), ("9", "guarded"), ("8", "unguarded"), ("3", "waived"),
    ]  # fmt: skip
    report = check_text(text)
    assert [number.reason for number in report.numbers if str(number.standing) == "waived"] == ["weather is no rule"]
    figures = report.summary()
    assert {name: figures[name] for name in ("numbers", "guarded", "waived", "unguarded")} == {
        "numbers": 4, "guarded": 2, "waived": 1, "unguarded": 1,
    }  # fmt: skip
    assert share(report.numbers) == 75


def test_a_face_with_a_choice_is_not_guarded() -> None:
    standing = numbers("She rolls `1:d4/2:d6`. It came up 1, 6, 3, for a total of 1.")
    assert ("1", "guarded") in standing
    assert ("6", "unguarded") in standing
    assert standing[-1] == ("1", "guarded")


def test_the_text_around_a_number() -> None:
    text = "x\nThe quick brown fox jumps over the lazy 13 dogs and runs away from here at once.\ny"
    (number,) = check_text(text).numbers
    assert surroundings(number.place) == ("…fox jumps over the lazy ", "13", " dogs and runs away from here…")


def make_book(text: str) -> tuple[Book, Report]:
    return Book((page_of(text),)), check_text(text)


def test_what_no_page_states() -> None:
    book, report = make_book("Each d6 is worth 9 Health Points, see `ties`.")
    missing = {(item.kind, item.name) for item in ledger_of(book, report.analyses).unstated}
    assert {
        ("table", "die-to-health-points"),
        ("phrase", "death"),
        ("rule", "skill_cost"),
        ("constant", "DEAD_AT"),
        ("ruling", "several-twos"),
    } <= missing
    assert not {("phrase", "worth-of-a-die"), ("ruling", "ties")} & missing

    book, report = make_book("# Skills\n\nFrom a d20 to a d12 it costs 15 points. With 0 HP a character is dead.")
    missing = {(item.kind, item.name) for item in ledger_of(book, report.analyses).unstated}
    assert not {("rule", "skill_cost"), ("phrase", "death"), ("constant", "DEAD_AT")} & missing


def test_what_other_pages_may_state_is_not_listed() -> None:
    book = Book((page_of("Nothing."), replace(page_of("Nothing.", path="b.md"), reported=False)))
    assert ledger_of(book, {}).unstated == ()


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.md"
    path.write_text("Each d6 is worth 9 Health Points. Dinner is at 8.\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(("floor", "code"), [("66", 0), ("67", 1), ("100", 1), ("0", 0), ("101", 2)])
def test_the_floor(page: Path, floor: str, code: int) -> None:
    result = CliRunner().invoke(main, ["ledger", page.name, "--system", "cavea", "--floor", floor])
    assert result.exit_code == code


def test_the_list(page: Path) -> None:
    output = CliRunner().invoke(main, ["ledger", page.name, "--system", "cavea"]).output
    assert output.startswith("a.md: 3 numbers: 2 guarded, 1 unguarded\n  1:48  …Health Points. Dinner is at «8».\n")
    assert "  cavea phrase death: A character who has no Health Points left is dead (Glossary).\n" in output
    assert output.endswith("\n3 numbers: 2 guarded, 1 unguarded; 66.7 % guarded or waived\n")


def test_the_list_as_json(page: Path) -> None:
    result = CliRunner().invoke(main, ["ledger", page.name, "--system", "cavea", "--json"])
    data = json.loads(result.output)
    jsonschema.validate(data, json.loads((SCHEMAS / "ledger.schema.json").read_text(encoding="utf-8")))
    assert data["summary"] == {"numbers": 3, "guarded": 2, "waived": 0, "unguarded": 1, "share": 66.67}
    last = data["pages"][0]["list"][-1]
    assert (last["line"], last["column"], last["end_column"], last["text"]) == (1, 48, 49, "8")


def test_a_source_that_cannot_be_read(page: Path) -> None:
    for command in ("ledger", "mutate"):
        result = CliRunner().invoke(main, [command, page.name, "absent.md", "--system", "cavea"])
        assert result.exit_code == 2
        assert "absent.md" in result.stderr
        assert "Traceback" not in result.output

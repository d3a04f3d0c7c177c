"""Learning for a `rules.yml`: what is proposed makes a game that checks the text; and what is understood of a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from rulebook_rules.rulesfile.adding import add_proposals
from rulebook_rules.rulesfile.file import load_rules

TEXT = """\
# Keepers

Imre has Nerve 3 and Reach 2, so his Flame is 8.

Odile has Nerve 4 and Reach 5, so her Flame is 13.

Bruno has Nerve 2 and Reach 2, so his Flame is 6.

## Prices

| Goods | Coins |
| --- | --- |
| Rope | 7 |
| Oil | 12 |

## Guards

A guard waits 4 hours at the gate.
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("text.md").write_text(TEXT, encoding="utf-8")
    Path("rules.yml").write_text("game: Lanterns\n", encoding="utf-8")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def accepted() -> str:
    """The rules with all proposals accepted: their `#` is removed."""
    lines = Path("rules.yml").read_text(encoding="utf-8").splitlines()
    return "".join(f"{line[1:] if line.startswith('#  ') else line}\n" for line in lines)


def test_what_fits_every_example_is_a_formula_and_all_else_is_chosen_or_open(folder: Path) -> None:
    printed = run("learn", "text.md").output
    assert "  Flame: 2 * Nerve + Reach\n" in printed
    assert "  Nerve: 0 or more  # chosen" in printed
    assert "    taken_from: Prices  # the book is right\n" in printed
    assert "  # write what it follows from; the text says 4\n" in printed
    # No number that stands there is taken for the truth.
    assert not [line for line in printed.splitlines() if line.rstrip().endswith((": 4", ": 7", ": 12"))]


def test_what_is_written_changes_nothing_until_it_is_accepted_and_checks_then(folder: Path) -> None:
    assert run("learn", "text.md", "--write").output == "5 proposals written to rules.yml\n"
    assert load_rules(Path("rules.yml")).quantities == ()
    assert run("learn", "text.md", "--write").output == "0 proposals written to rules.yml\n"
    open_phrase = accepted()
    Path("rules.yml").write_text(open_phrase, encoding="utf-8")
    fault = run("check", "text.md", "--format", "concise")
    assert "nothing says what `hours` is" in fault.output
    filled = "\n".join(
        line.partition("#")[0] + "2 + 2" if "write what it follows from" in line else line
        for line in open_phrase.splitlines()
    )
    Path("rules.yml").write_text(f"{filled}\n", encoding="utf-8")
    assert run("check", "text.md").exit_code == 0
    assert "100.0 % guarded or waived" in run("ledger", "text.md").output
    Path("text.md").write_text(TEXT.replace("Flame is 13", "Flame is 14"), encoding="utf-8")
    assert "the rules give 13, the text says `14`" in run("check", "text.md").output


def test_a_proposal_stands_below_its_own_section(tmp_path: Path) -> None:
    path = tmp_path / "rules.yml"
    path.write_text("game: G\nvalues:\n  A: 1..3\n  B: 2 * A\n\nphrases:\n  a: A {a} is B {b}\n", encoding="utf-8")
    proposals = [("phrases", ["c:", "  says: x"]), ("values", ["D: 1..3"]), ("tables", ["t:"])]
    assert add_proposals(path, proposals) == 3
    assert add_proposals(path, [("values", ["D:", "  is: 2 * A"])]) == 0  # Another page fits another formula.
    assert path.read_text(encoding="utf-8") == (
        "game: G\nvalues:\n  A: 1..3\n  B: 2 * A\n#  D: 1..3\n\nphrases:\n  a: A {a} is B {b}\n#  c:\n#    says: x\n"
        "\ntables:\n#  t:\n"
    )


def test_a_module_is_not_written_to(folder: Path) -> None:
    result = run("learn", "text.md:3", "--write", "--system", "cavea")
    assert result.exit_code == 2
    assert "only a rules.yml is written to" in result.output


def test_why_tells_what_rests_on_a_number_and_what_came_nearest(folder: Path) -> None:
    rules = "game: L\nvalues: {Nerve: 1..6, Reach: 1..6, Flame: 2 * Nerve + Reach}\n"
    rules += "phrases:\n  wait:\n    says: a guard stays {hours} hours\n    gives: {hours: 4}\n"
    Path("rules.yml").write_text(rules, encoding="utf-8")
    assert "\n  value-flame: right, by The value Flame\n" in run("why", "text.md:3").output
    output = run("why", "text.md:18").output
    assert "`4` is unguarded\n  read as a number, beside `hours`\n" in output
    assert output.endswith("  the nearest phrase is `wait`: a guard stays {hours} hours\n  of it there is no `stays`\n")
    assert run("why", "text.md:1").output.endswith("there is no number in this line\n")
    assert run("why", "text.md").exit_code == 2
    assert run("why", "text.md:99").exit_code == 2


@pytest.mark.parametrize(
    ("head", "ranges", "reason"),
    [
        ("Pages", ("1-3", "5-6", "8-9"), "the head of its column has `Pages`, and such ranges need not hold"),
        ("Level", ("1-3", "5-6", "none"), "its column has `none`, too, so it is no column of ranges"),
        ("d6", ("1-2", "3", "some"), "its column has `some`, too, so it is no column of ranges"),
        ("d6", ("1-2", "2-3", "1-9"), "1 joints of its ranges of d6 fit and 2 do not, too many to be a slip"),
        ("d6", ("1-2", "3-4", "5-6"), ""),
    ],
)
def test_why_tells_why_a_range_in_a_table_is_silent(
    folder: Path, head: str, ranges: tuple[str, ...], reason: str
) -> None:
    rows = "".join(f"| {range_} | rain |\n" for range_ in ranges)
    Path("table.md").write_text(f"# Weather\n\n| {head} | Sky |\n|--|--|\n{rows}", encoding="utf-8")
    output = run("why", "table.md:6").output
    assert reason in output
    assert ("unguarded" in output) is bool(reason)
    assert "`rulebook learn` proposes one" not in output


def test_rules_lists_what_there_is_and_where_it_is_stated(folder: Path) -> None:
    Path("rules.yml").write_text(
        "game: L\nvalues: {Nerve: 1..6, Reach: 1..6, Flame: 2 * Nerve + Reach}\n", encoding="utf-8"
    )
    output = run("rules", "rules.yml", "text.md").output
    assert "follows from Nerve, Reach  [text.md:3, text.md:5, text.md:7]" in output
    assert run("rules", "--schema").output.startswith("{")
    assert run("rules").exit_code == 2


def test_each_value_is_proposed_at_its_own_number_and_a_number_alone_is_no_phrase(folder: Path) -> None:
    text = "# Beasts\n\n## Hound\n\n**Level** 3, **Hit Points** 21\n\n## Imp\n\n- Level: 1\n- Hit Points: 4\n\n40\n"
    Path("text.md").write_text(text, encoding="utf-8")
    found = run("learn", "text.md").output
    assert "  # text.md:5: 3\n  Level: " in found
    assert "  # text.md:5: 21\n  Hit Points: " in found
    assert "phrases" not in found


def test_what_a_sentence_does_not_name_is_not_proposed_for_it(folder: Path) -> None:
    rules = "game: G\nvalues:\n  Watch: 4\ntables:\n  depths: {columns: [Depth, Air], rows: {1: 1, 2: 3, 3: 4}}\n"
    Path("rules.yml").write_text(rules, encoding="utf-8")
    sentences = (
        "The watch lasts 4 hours.",
        "The reef has 3 caves with 4 eels.",
        "Two dives to depth 2 cost 6 air.",
        "Roll `2d6` for it.",
    )
    Path("text.md").write_text("# G\n\n" + "\n\n".join(sentences) + "\n", encoding="utf-8")
    printed = run("learn", "text.md").output
    assert "      hours: Watch\n" in printed
    assert "      eels:  # write what it follows from; the text says 4\n" in printed
    assert "      air: dives * Air from depths by cost\n" in printed
    # Nothing would decide it.
    assert "{pool:pool}" not in printed

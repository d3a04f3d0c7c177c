"""Ready games: what they are begun from, their test books with planted faults, and ordinary text that stays silent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from rulebook.cli import main
from rulebook.scaffold.ready import ready_game, ready_games
from rulebook_core.findings import Finding
from rulebook_proof.analysis import Report
from tests.checking import check_text, serious, shown
from tests.shares import shares

HERE = Path(__file__).parent
GAMES = sorted(path.name for path in HERE.iterdir() if path.joinpath("faults.yml").exists())
MIN_FAULTS = 20
MIN_REPORTED = 17
ROOT = HERE.parent.parent


def text_of(game: str, name: str) -> str:
    return (HERE / game / name).read_text(encoding="utf-8")


def faults_of(game: str) -> list[dict[str, Any]]:
    faults: list[dict[str, Any]] = yaml.safe_load(text_of(game, "faults.yml"))
    return faults


def rule_at(report: Report, line: int) -> str | None:
    """The rule of the first finding with a place in a line."""

    def lines(finding: Finding) -> set[int]:
        places = (finding.place, *finding.details.related)
        return {place.source.position(place.span.start).line for place in places}

    return next((finding.rule for finding in serious(report) if line in lines(finding)), None)


def test_each_ready_game_has_a_test_book() -> None:
    assert list(ready_games()) == GAMES
    assert len(GAMES) == 8


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["book.md", "ordinary.md"])
def test_text_without_a_fault_has_no_finding(game: str, name: str) -> None:
    assert [*map(shown, serious(check_text(text_of(game, name), system=game)))] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_of_a_ready_game_agree_with_its_rules(game: str) -> None:
    report = check_text(ready_game(game).page, system=game)
    assert [*map(shown, serious(report))] == []
    assert len(report.claims) >= 9


@pytest.mark.parametrize("game", shares(GAMES, seen=3))
def test_planted_faults_are_reported_as_noted(game: str) -> None:
    """A fault that nothing reports is noted as `rule: null`, and stays in the list."""
    book = text_of(game, "book.md")
    faults = faults_of(game)
    differences = []
    for fault in faults:
        assert book.count(fault["was"]) == 1
        assert fault["was"] != fault["now"]
        assert book[: book.index(fault["was"])].count("\n") + 1 == fault["line"]
        rule = rule_at(check_text(book.replace(fault["was"], fault["now"]), system=game), fault["line"])
        if rule != fault["rule"]:
            differences.append((fault, rule))
    assert differences == []
    assert len(faults) >= MIN_FAULTS
    assert sum(fault["rule"] is not None for fault in faults) >= MIN_REPORTED


@pytest.mark.parametrize("game", GAMES)
def test_a_ready_game_names_its_sources_and_keeps_older_versions(game: str) -> None:
    ready = ready_game(game)
    rules = yaml.safe_load(ready.rules)
    assert rules["sources"]
    assert rules["about"]
    for version in range(1, int(ready.version)):
        assert ready.rules_of(str(version)) is not None


@pytest.mark.parametrize("game", GAMES)
def test_a_book_that_is_begun_from_a_ready_game_says_so_and_is_clean(game: str, tmp_path: Path) -> None:
    runner = CliRunner()
    made = runner.invoke(main, ["new", str(tmp_path / "book"), "--game", game, "--title", "Tides: a game"])
    assert made.exit_code == 0, made.output
    rules = tmp_path / "book" / "docs" / "rules.yml"
    begun = yaml.safe_load(rules.read_text(encoding="utf-8"))
    assert begun["game"] == "Tides: a game"
    assert begun["begun_from"] == {"game": game, "version": int(ready_game(game).version)}
    assert "version" not in begun
    checked = runner.invoke(main, ["check", "-f", str(tmp_path / "book" / "mkdocs.yml")])
    assert checked.exit_code == 0, checked.output
    same = runner.invoke(main, ["diff", "--game", str(rules)])
    assert same.exit_code == 0
    assert same.output.count("\n") == 1


def test_a_setting_may_name_a_ready_game(tmp_path: Path) -> None:
    (tmp_path / "docs" / "ogres").mkdir(parents=True)
    (tmp_path / "docs" / "ogres" / "index.md").write_text("# Ogre\n\n**Challenge** 2 (460 XP)\n", encoding="utf-8")
    settings = "site_name: S\nplugins:\n  - rulebook:\n      books: {ogres: {system: heroic-d20}}\n"
    (tmp_path / "mkdocs.yml").write_text(settings, encoding="utf-8")
    checked = CliRunner().invoke(main, ["check", "-f", str(tmp_path / "mkdocs.yml"), "--format", "concise"])
    assert checked.exit_code == 1
    assert "index.md:3:18: error[wrong-value] the rules give 450, the text says `460`" in checked.output


def test_no_game_of_that_name_lists_those_that_there_are(tmp_path: Path) -> None:
    made = CliRunner().invoke(main, ["new", str(tmp_path / "a"), "--game", "cavea"])
    assert made.exit_code == 2
    assert "no ready game `cavea`" in made.output
    assert "`heroic-d20`" in made.output


def test_diff_shows_what_a_newer_version_changes(tmp_path: Path) -> None:
    """A game of another project, in version 2, and a file that was begun from version 1 and changed since."""
    game = tmp_path / "path" / "tides"
    game.mkdir(parents=True)
    (tmp_path / "path" / "tides-1.dist-info").mkdir()
    (tmp_path / "path" / "tides-1.dist-info" / "entry_points.txt").write_text(
        "[rulebook.systems]\ntides = tides:SYSTEM\n", encoding="utf-8"
    )
    (game / "__init__.py").write_text("from rulebook_games import ready\nSYSTEM = ready(__file__)\n", encoding="utf-8")
    first = "game: Tides\nversion: 1\nvalues:\n  Hull: 1..6\n  Speed: 8 - Hull\n  Crew: 1..4\n  Hold: 2 * Hull\n"
    second = first.replace("version: 1", "version: 2").replace("8 - Hull", "9 - Hull").replace("1..4", "1..5")
    second = second.replace("2 * Hull", "3 * Hull") + "  Draft: Hull + 1\n"
    (game / "rules-1.yml").write_text(first, encoding="utf-8")
    (game / "rules.yml").write_text(second, encoding="utf-8")
    own = first.replace("version: 1\n", "begun_from: {game: tides, version: 1}\n").replace("1..4", "1..9")
    (tmp_path / "rules.yml").write_text(own.replace("2 * Hull", "3 * Hull"), encoding="utf-8")
    paths = (str(tmp_path / "path"), str(ROOT / "plugins"), str(ROOT))
    code = "from rulebook.cli import main; main(['diff', '--game', 'rules.yml'], prog_name='rulebook')"
    done = subprocess.run(
        (sys.executable, "-c", code),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == [
        "begun from tides 1; its version is 2 now",
        "changed  values > Speed: 8 - Hull -> 9 - Hull (yours is as it was)",
        "changed  values > Crew: 1..4 -> 1..5 (yours is 1..9)",
        "changed  values > Hold: 2 * Hull -> 3 * Hull (you have it already)",
        "added    values > Draft: Hull + 1 (you do not have it)",
    ], done.stderr


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        ("game: A\n", "no `begun_from` says"),
        ("game: A\nbegun_from: {game: skirmish, version: 99}\n", "`skirmish` has no version 99; it has 1"),
        ("game: A\nbegun_from: {game: nothing}\n", "no ready game `nothing`"),
        ("game: [\n", "this is no YAML"),
    ],
)
def test_a_file_that_cannot_be_compared_says_why(rules: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "rules.yml").write_text(rules, encoding="utf-8")
    done = CliRunner().invoke(main, ["diff", "--game", str(tmp_path / "rules.yml")])
    assert done.exit_code == 2
    assert fault in done.output

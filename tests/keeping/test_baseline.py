"""A book with a past begins today: what is found now is recorded, and only what is new counts."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from tests.small_book import CONFIG

SUMS = "# Sums\n\nIt is 1 + 1 = 3.\n\nSee [the table][worth] of it.\n"
TABLE = "# Dice\n\nA pool of `1:d20` is a single d20.\n"
NAME = "rulebook.baseline"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write("mkdocs.yml", CONFIG)
    write("docs/index.md", "# Home\n\nText.\n")
    write("docs/cavea/sums.md", SUMS)
    return tmp_path


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert "Traceback" not in result.output
    return result


def found(*arguments: str) -> list[str]:
    data = json.loads(run("check", "--format", "json", *arguments).output)
    return [f"{finding['path']}:{finding['line']} {finding['rule']}" for finding in data["findings"]]


def figures(*arguments: str) -> tuple[int, int]:
    """How much of the baseline is left, and how much no longer applies."""
    summary = json.loads(run("check", "--format", "json", *arguments).output)["summary"]
    return summary["baseline_left"], summary["baseline_gone"]


def recorded() -> list[str]:
    return Path(NAME).read_text(encoding="utf-8").splitlines()[1:-1]


def test_what_is_found_now_is_recorded_without_lines_and_numbers() -> None:
    assert found() == ["docs/cavea/sums.md:3 wrong-sum", "docs/cavea/sums.md:5 unknown-reference"]
    assert run("check").exit_code == 1
    result = run("baseline")
    assert (result.exit_code, result.output) == (0, "2 findings recorded in rulebook.baseline\n")
    assert len(recorded()) == 2
    assert not re.search(r"\d", "".join(recorded()))
    assert "docs/cavea/sums.md\tunknown-reference\tworth" in recorded()
    result = run("check")
    assert result.exit_code == 0
    assert result.output.startswith("no findings in 2 files; ")
    assert result.output.endswith("; 2 findings of the baseline left\n")
    assert figures() == (2, 0)


def test_what_lies_beside_the_sources_is_recorded_where_the_folder_is_named() -> None:
    write("README.md", "# Read me\n\nSee [the table](no.md).\n")
    assert run("baseline", ".").output.startswith("3 findings recorded in ")
    assert [line.partition("\t")[0] for line in recorded()] == ["README.md", *["docs/cavea/sums.md"] * 2]
    assert (found("."), figures("."), figures()) == ([], (3, 0), (2, 0))
    assert run("baseline").output == "2 findings recorded in rulebook.baseline\n"
    assert (figures("."), figures()) == ((3, 0), (2, 0))
    write("README.md", "# Read me\n")
    assert (figures("."), figures()) == ((2, 1), (2, 0))


@pytest.mark.parametrize("folder", ["docs", "docs/cavea/sums.md", ".."])
def test_a_baseline_is_of_a_whole_book(folder: str) -> None:
    result = run("baseline", folder)
    assert (result.exit_code, Path(NAME).exists()) == (2, False)
    assert f"no mkdocs.yml lies in `{folder}`" in result.output


def test_what_stands_elsewhere_or_has_another_number_is_the_same() -> None:
    run("baseline")
    write(
        "docs/cavea/sums.md", SUMS.replace("# Sums\n", "# Sums\n\nAn introduction, with 7 words.\n").replace("3.", "4.")
    )
    assert found() == []
    assert figures() == (2, 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{SUMS}\nThat is 2 + 2 = 5 coins.\n", ["docs/cavea/sums.md:7 wrong-sum"]),
        (f"{SUMS}\nSee [the table][worth] of it.\n", ["docs/cavea/sums.md:7 unknown-reference"]),
        (f"{SUMS}\nSee [the table][wroth] of it.\n", ["docs/cavea/sums.md:7 unknown-reference"]),
        (SUMS.replace("It is", "They are"), ["docs/cavea/sums.md:3 wrong-sum"]),
    ],
)
def test_only_what_is_new_counts(text: str, expected: list[str]) -> None:
    run("baseline")
    write("docs/cavea/sums.md", text)
    assert found() == expected
    assert run("check").exit_code == 1


def test_a_file_that_moves_has_new_findings() -> None:
    run("baseline")
    Path("docs/cavea/sums.md").rename("docs/cavea/more.md")
    assert found() == ["docs/cavea/more.md:3 wrong-sum", "docs/cavea/more.md:5 unknown-reference"]
    assert figures() == (0, 2)


def test_what_no_longer_applies_is_told_and_check_writes_nothing() -> None:
    run("baseline")
    before = Path(NAME).read_bytes()
    write("docs/cavea/sums.md", SUMS.replace("= 3", "= 2"))
    result = run("check")
    assert result.exit_code == 0
    assert "; 1 finding of the baseline left, 1 no longer there: run `rulebook baseline`" in result.output
    assert figures() == (1, 1)
    assert Path(NAME).read_bytes() == before


def test_running_it_again_only_lets_go_and_renewing_takes_in() -> None:
    run("baseline")
    write("docs/cavea/sums.md", SUMS.replace("= 3", "= 2") + "\n[gone](#away)\n")
    result = run("baseline")
    assert result.exit_code == 0
    assert result.output == (
        "1 finding recorded in rulebook.baseline\n"
        "1 line removed: nothing of them is found any more\n"
        "1 new finding not recorded, except with --renew\n"
    )
    assert found() == ["docs/cavea/sums.md:7 unknown-anchor"]
    assert figures() == (1, 0)
    assert run("baseline", "--renew").output == "2 findings recorded in rulebook.baseline\n"
    assert (found(), figures()) == ([], (2, 0))


def test_a_check_of_a_part_says_nothing_of_the_rest() -> None:
    write("docs/cavea/more.md", SUMS)
    run("baseline")
    write("docs/cavea/more.md", "# More\n")
    assert figures("docs/cavea/sums.md") == (2, 0)
    assert figures("docs/cavea/more.md") == (0, 2)
    assert figures("docs") == (2, 2)
    Path("docs/cavea/more.md").unlink()
    assert figures("docs/cavea/sums.md") == (2, 0)
    assert figures() == (2, 2)


def test_it_is_the_same_from_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    run("baseline")
    monkeypatch.chdir("docs/cavea")
    assert (found("sums.md"), figures("sums.md")) == ([], (2, 0))
    assert found("-f", "../../mkdocs.yml") == []


def test_what_is_final_is_never_recorded(tmp_path: Path) -> None:
    Path("docs/out.png").symlink_to(tmp_path.parent / "elsewhere.png")
    write("docs/index.md", "# Home\n\n![a](out.png)\n")
    assert run("baseline").output == "2 findings recorded in rulebook.baseline\n"
    assert found() == ["docs/index.md:3 unknown-target"]
    write(NAME, "")
    run("baseline", "--renew")
    assert "unknown-target" not in Path(NAME).read_text(encoding="utf-8")


def test_wrong_settings_are_not_recorded_and_keep_it_from_being_written() -> None:
    write("mkdocs.yml", CONFIG.replace("system: cavea", "system: caeva"))
    result = run("baseline")
    assert result.exit_code == 1
    assert "nothing was recorded" in result.output
    assert not Path(NAME).exists()


def test_what_waited_for_a_finding_is_recorded_with_it() -> None:
    write("docs/cavea/dice.md", TABLE)
    run("lock")
    write("docs/cavea/dice.md", TABLE.replace("`1:d20`", "`1:d21`"))
    assert [line.partition(" ")[2] for line in found()].count("lost-claim") == 0
    run("baseline")
    assert found() == []
    assert figures() == (4, 0)


def test_what_a_comment_allows_or_a_setting_turns_off_is_not_recorded() -> None:
    write("mkdocs.yml", CONFIG.replace("      books:", "      findings: {unknown-reference: off}\n      books:"))
    write("docs/cavea/sums.md", SUMS.replace("It is", "<!-- rulebook: allow wrong-sum, a joke -->\nIt is"))
    assert run("baseline").output == "0 findings recorded in rulebook.baseline\n"


def test_all_of_it_can_be_seen_and_mended() -> None:
    run("baseline")
    assert found("--no-baseline") == ["docs/cavea/sums.md:3 wrong-sum", "docs/cavea/sums.md:5 unknown-reference"]
    result = run("fix", "--yes", "docs/cavea/sums.md:3")
    assert result.exit_code == int("CI" in os.environ), result.output
    assert figures() == (1, 1)


@pytest.mark.parametrize(
    ("spoilt", "reason"),
    [
        (lambda text: "".join(text.splitlines(keepends=True)[:-1]), "its last line is missing"),
        (lambda text: text.replace("worth", "wroth"), "it was merged, cut or changed by hand"),
        (lambda text: f"<<<<<<< ours\n{text}=======\n{text}>>>>>>> theirs\n", "it has the marks of a merge"),
    ],
)
def test_one_that_is_not_whole_says_so_and_is_written_anew(spoilt, reason: str) -> None:  # type: ignore[no-untyped-def]
    run("baseline")
    whole = Path(NAME).read_text(encoding="utf-8")
    write(NAME, spoilt(whole))
    result = run("check")
    assert result.exit_code == 2
    assert f"cannot read `{NAME}`: {reason}" in result.output
    assert "run `rulebook baseline`" in result.output
    assert run("baseline").exit_code == 0
    assert run("check").exit_code == int(spoilt(whole) != whole and "wroth" in spoilt(whole))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00"])
def test_one_of_which_nothing_is_left_is_written_anew_only_where_that_is_meant(content: bytes) -> None:
    run("baseline")
    whole = Path(NAME).read_bytes()
    Path(NAME).write_bytes(content)
    assert run("check").exit_code == 2
    assert run("baseline").exit_code == 2
    assert Path(NAME).read_bytes() == content
    assert run("baseline", "--renew").exit_code == 0
    assert Path(NAME).read_bytes() == whole


def test_the_line_ends_of_another_system_are_no_change() -> None:
    run("baseline")
    Path(NAME).write_bytes(Path(NAME).read_bytes().replace(b"\n", b"\r\n"))
    assert (found(), figures()) == ([], (2, 0))


def test_one_that_leads_out_of_the_folder_is_not_written(tmp_path_factory: pytest.TempPathFactory) -> None:
    victim = tmp_path_factory.mktemp("elsewhere") / "victim"
    victim.write_text("mine", encoding="utf-8")
    Path(NAME).symlink_to(victim)
    assert run("baseline", "--renew").exit_code == 2
    assert victim.read_text(encoding="utf-8") == "mine"


def test_a_book_in_which_nothing_is_wrong_has_an_empty_one() -> None:
    write("docs/cavea/sums.md", "# Sums\n")
    run("baseline")
    assert recorded() == []
    assert run("check").exit_code == 0
    assert "baseline" not in run("check").output

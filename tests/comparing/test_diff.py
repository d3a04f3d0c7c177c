"""`rulebook diff`: the consequences of a change, and that the work tree stays as it is."""

import json
import subprocess
from fractions import Fraction
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from rulebook.diff.revisions import revision
from tests.checking import HEALTH_TABLE

OLD = f"""\
# Dodge

## Dice

The hero sneaks with `2:d4/1:d6`. Such a roll is hard. `2:d8/1:d10` is worth 16 Health Points.

A d6 is worth 9 Health Points. Then 1 + 1 = 2.

## Health

{HEALTH_TABLE}
"""


def git(*arguments: str) -> None:
    identity = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Test\nplugins:\n  - rulebook:\n      books:\n        game: {system: cavea}\n"
    )
    (tmp_path / "docs" / "game").mkdir(parents=True)
    (tmp_path / "docs" / "game" / "dodge.md").write_text(OLD)
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    git("tag", "v1")
    return tmp_path


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["diff", *arguments])
    assert "Traceback" not in result.output
    return result


def changes(text: str, *arguments: str) -> Any:
    Path("docs/game/dodge.md").write_text(text)
    result = run("v1", *arguments, "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.output)
    schema = json.loads(files("rulebook").joinpath("schemas/changes.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(data)
    return data


def test_nothing_changed_is_said_so_and_the_work_tree_stays() -> None:
    Path("notes.txt").write_text("mine")
    assert run("v1").output == "nothing that is checked has changed since v1\n"
    status = subprocess.run(["git", "status", "--porcelain"], capture_output=True, text=True, check=True)
    assert status.stdout == "?? notes.txt\n"


def test_text_that_moves_or_is_added_around_changes_nothing() -> None:
    data = changes("Some words.\n\n" + OLD.replace("Such a roll is hard.", "It is a **very** hard roll."))
    del data["version"], data["revision"]
    assert data == {
        "sentences": [],
        "results": [],
        "claims": {"new": [], "lost": []},
        "pools": [],
        "findings": {"new": [], "gone": []},
    }


def test_a_changed_sentence_and_its_result() -> None:
    data = changes(OLD.replace("`2:d8/1:d10` is worth 16", "`2:d8/1:d10/1:d6` is worth 25"))
    (sentence,) = data["sentences"]
    assert sentence["old"] == "2:d8/1:d10 is worth 16 Health Points."
    assert sentence["new"] == "2:d8/1:d10/1:d6 is worth 25 Health Points."
    assert (sentence["path"], sentence["line"], sentence["section"]) == ("docs/game/dodge.md", 5, ["Dodge", "Dice"])
    (result,) = data["results"]
    assert (result["old"]["computed"], result["new"]["computed"]) == ("points 16", "points 25")
    assert data["claims"] == {"new": [], "lost": []}


def test_pools_at_the_same_place_show_how_their_odds_moved() -> None:
    (pool,) = changes(OLD.replace("2:d4/1:d6", "3:d4/1:d6/+1"))["pools"]
    assert (pool["old"]["expression"], pool["new"]["expression"]) == ("2:d4/1:d6", "3:d4/1:d6/+1")

    def odds(modifier: int, *sizes: int) -> dict[str, str]:
        rolls = [roll.count(1) + modifier for roll in product(*(range(1, size + 1) for size in sizes))]
        mean = Fraction(sum(rolls), len(rolls))
        chance = Fraction(sum(total >= 1 for total in rolls), len(rolls))
        return {
            "mean": f"{mean.numerator}/{mean.denominator}",
            "at_least_1": f"{chance.numerator}/{chance.denominator}",
        }

    assert {name: pool["old"][name] for name in ("mean", "at_least_1")} == odds(0, 4, 4, 6)
    assert {name: pool["new"][name] for name in ("mean", "at_least_1")} == odds(1, 4, 4, 4, 6)


def test_the_same_pool_in_other_words_has_not_moved() -> None:
    assert changes(OLD.replace("2:d4/1:d6", "1:6/2:4"))["pools"] == []


def test_a_row_put_into_a_table_is_one_new_claim() -> None:
    data = changes(OLD.replace("| d20 | 1 |\n", ""))
    assert [claim["sentence"] for claim in data["claims"]["lost"]] == ["d20 | 1"]
    assert [finding["rule"] for finding in data["findings"]["new"]] == ["table-gap"]
    assert (data["sentences"], data["results"]) == ([], [])


def test_new_lost_and_wrong_claims_and_findings_that_come_and_go() -> None:
    data = changes(
        OLD.replace("Then 1 + 1 = 2.", "").replace("worth 9", "worth 8") + "\nAll dead at 0 Health Points.\n"
    )
    assert [claim["kind"] for claim in data["claims"]["lost"]] == ["arithmetic"]
    assert [claim["kind"] for claim in data["claims"]["new"]] == ["death"]
    (result,) = data["results"]
    assert (result["old"]["verdict"], result["new"]["verdict"]) == ("right", "wrong")
    assert [finding["rule"] for finding in data["findings"]["new"]] == ["wrong-value"]
    git("commit", "-q", "-a", "-m", "wrong")
    git("tag", "-f", "v1")
    assert [finding["rule"] for finding in changes(OLD)["findings"]["gone"]] == ["wrong-value"]


def test_the_same_for_people_and_as_a_page() -> None:
    text = OLD.replace("`2:d8/1:d10` is worth 16", "`2:d8/2:d10` is worth 20").replace("2:d4", "3:d4")
    Path("docs/game/dodge.md").write_text(text)
    shown = run("v1").output
    assert "  - 2:d8/1:d10 is worth 16 Health Points.\n  + 2:d8/2:d10 is worth 20 Health Points.\n" in shown
    assert "2:d4/1:d6 -> 3:d4/1:d6: mean total 0.67 -> 0.92, at least 1 53.1% (17/32) -> 64.8% (83/128)" in shown
    page = run("v1", "--format", "markdown").output
    assert page.startswith("# What changed since v1\n")
    assert "| Dodge › Dice | `2:d4/1:d6` | `3:d4/1:d6` | 0.67 | 0.92 |" in page
    assert "before: “2:d8/1:d10 is worth 16 Health Points.”" in page
    Path("docs/game/dodge.md").write_text(OLD.replace("worth 9", "worth 8"))
    found = run("v1", "--format", "markdown").output
    assert "- the rules give 9, the text says `8` (`docs/game/dodge.md:" in found


def test_a_page_of_changes_makes_no_book_wrong() -> None:
    """The changelog that the guide tells to keep in a book: it quotes what was wrong, and what is."""
    page = Path("docs/game/dodge.md")
    page.write_text(OLD.replace("worth 9", "worth 8").replace("2:d4", "3:d4"))
    git("commit", "-q", "-a", "-m", "wrong")
    git("tag", "-f", "v1")
    page.write_text(OLD.replace("worth 16", "worth 15").replace("Then 1 + 1 = 2.", "Then 1 + 1 = 3, in 5 rounds."))
    found = CliRunner().invoke(main, ["check", "--format", "concise"]).output.splitlines()[:-1]
    changelog = run("v1", "--format", "markdown").output
    assert changelog.count("\n## ") >= 4
    Path("docs/game/changes.md").write_text(changelog)
    again = CliRunner().invoke(main, ["check", "--format", "concise"]).output.splitlines()
    assert [line for line in again[:-1] if "changes.md" in line] == []
    assert again[:-1] == found


def test_files_that_came_or_went_and_single_paths() -> None:
    Path("docs/game/new.md").write_text("# New\n\nA d4 is worth 12 Health Points.\n")
    data = changes(OLD, "docs/game/new.md")
    assert [claim["path"] for claim in data["claims"]["new"]] == ["docs/game/new.md"]
    Path("docs/game/dodge.md").unlink()
    result = run("v1", "docs/game/dodge.md", "--json")
    assert len(json.loads(result.output)["claims"]["lost"]) == 11


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("v9",), "there is no revision `v9`"),
        (("v1", "gone.md"), "there is no `gone.md`, neither now nor at v1"),
        (("v1", "-f", "docs/game/dodge.md"), "docs/game/dodge.md:11: this is not YAML"),
        (("v1", "--system", "chess"), "there is no system `chess`"),
    ],
)
def test_what_cannot_be_compared_is_one_line(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.output.startswith(f"rulebook: {message}")
    assert len(result.output.splitlines()) == 1


def test_a_revision_is_never_an_option_of_git() -> None:
    result = run("--", "--output=x")
    assert (result.exit_code, result.output) == (2, "rulebook: there is no revision `--output=x`\n")
    assert not Path("x").exists()


def test_without_git_or_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / ".git").rename(tmp_path / "git-no-more")
    assert run("v1").output == "rulebook: this folder is in no git repository\n"
    monkeypatch.setenv("PATH", "/nowhere")
    assert run("v1").output == "rulebook: git is not installed, and only git knows earlier revisions\n"


def test_a_book_that_had_no_configuration_then() -> None:
    git("rm", "-q", "--cached", "mkdocs.yml")
    git("commit", "-q", "-m", "without")
    result = run("HEAD")
    assert result.exit_code == 2
    assert result.output == "rulebook: at HEAD: there is no mkdocs.yml here\n"


def test_a_revision_is_read_as_it_was_committed() -> None:
    """Whatever is left out of archives or of this work tree, and told by a hook of git, which names its own index."""
    Path(".gitattributes").write_text("docs export-ignore\n")
    git("add", ".")
    git("commit", "-q", "-m", "attributes")
    git("tag", "-f", "v1")
    git("sparse-checkout", "set", "--no-cone", "/mkdocs.yml")
    assert not Path("docs").exists()
    assert len(json.loads(run("v1", "docs/game/dodge.md", "--json").output)["claims"]["lost"]) == 11


def test_a_revision_leaves_the_index_of_a_commit_under_way_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_INDEX_FILE", str(Path(".git", "index").resolve()))
    before = Path(".git", "index").read_bytes()
    assert run("v1").output == "nothing that is checked has changed since v1\n"
    assert Path(".git", "index").read_bytes() == before


def test_links_of_a_revision_lead_nowhere_else(tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.md"
    outside.write_text("A d4 is worth 12 Health Points.\n")
    Path("docs/game/out.md").symlink_to(outside)
    Path("docs/game/again.md").symlink_to("dodge.md")
    git("add", ".")
    git("commit", "-q", "-m", "links")
    with revision("HEAD"):
        assert sorted(path.name for path in Path("docs/game").iterdir()) == ["again.md", "dodge.md"]
        assert Path("docs/game/again.md").read_text() == OLD

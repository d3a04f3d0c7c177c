"""`findings:` turns rules off and says how bad they are: for the site, for a folder, and the same in every command."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main

JUMP = "# One\n\nText.\n\n### Three\n\nText.\n"
CONFIG = """\
site_name: X
plugins:
  - search
  - rulebook:
{findings}
      books:
        game: {{system: cavea{own}}}
"""

Site = Callable[..., None]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """Write a site with findings as given for all of it, and for its one book."""
    monkeypatch.chdir(tmp_path)

    def write(pages: dict[str, str], findings: str = "{}", own: str = "{}") -> None:
        for name, text in {"index.md": "# Home\n", "game/dodge.md": "# Dodge\n", **pages}.items():
            path = Path("docs", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        options = {"findings": f"      findings: {findings}", "own": f", findings: {own}"}
        Path("mkdocs.yml").write_text(CONFIG.format(**options), encoding="utf-8")

    return write


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert "Traceback" not in result.output
    return result


def found(*arguments: str) -> list[str]:
    """The findings of a check in short: `page severity rule`."""
    data = json.loads(run("check", "--format", "json", *arguments).output)
    return [f"{finding['path'][5:]} {finding['severity']} {finding['rule']}" for finding in data["findings"]]


def test_a_rule_is_turned_off_and_that_is_told(site: Site) -> None:
    site({"index.md": JUMP}, "{heading-jump: off}")
    result = run("check", "--fail-on", "info")
    assert result.exit_code == 0
    assert result.output.startswith("no findings in 2 files; ")
    assert result.output.endswith("; 1 finding turned off by settings\n")
    assert json.loads(run("check", "--format", "json").output)["summary"]["turned_off"] == 1
    site({"index.md": JUMP})
    assert found() == ["index.md info heading-jump"]
    assert "turned off" not in run("check").output


@pytest.mark.parametrize("severity", ["info", "warning", "error"])
def test_a_rule_is_as_bad_as_its_writer_says(site: Site, severity: str) -> None:
    site({"index.md": JUMP}, f"{{heading-jump: {severity}}}")
    assert found() == [f"index.md {severity} heading-jump"]
    assert run("check").exit_code == int(severity == "error")


def test_of_a_rule_that_both_name_that_of_the_folder_counts(site: Site) -> None:
    pages = {"index.md": JUMP, "game/dodge.md": JUMP}
    site(pages, "{heading-jump: off}", "{heading-jump: error}")
    assert found() == ["game/dodge.md error heading-jump"]
    site(pages, own="{heading-jump: off}")
    assert found() == ["index.md info heading-jump"]
    site(pages, "{heading-jump: off}", "{table-gap: info}")
    assert found() == []


def test_what_a_page_takes_in_goes_by_the_settings_of_its_folder(site: Site) -> None:
    pages = {"game/a.adoc": "= A\n\ninclude::_part.adoc[]\n", "game/_part.adoc": "{gone}\n"}
    site(pages)
    assert found() == ["game/_part.adoc error unresolved-attribute"]
    site(pages, own="{unresolved-attribute: info}")
    assert found() == ["game/_part.adoc info unresolved-attribute"]


def test_a_comment_about_what_is_turned_off_still_does_something(site: Site) -> None:
    allowed = JUMP.replace("### Three", "<!-- rulebook: allow heading-jump, so it is -->\n\n### Three")
    site({"index.md": allowed}, "{heading-jump: off}")
    assert found() == []


def test_what_leaves_the_folder_of_the_book_stays_an_error(site: Site) -> None:
    Path("secret.md").write_text("# Secret\n", encoding="utf-8")
    site({"index.md": "# Home\n\n![a](gone.png) and ![b](b.png)\n"}, "{unknown-target: off}")
    os.symlink(Path("secret.md").absolute(), "docs/b.png")
    assert found() == ["index.md error unknown-target"]
    assert "lies outside of the book" in run("check").output


def test_what_waited_for_a_finding_does_not_wait_for_one_that_is_turned_off(site: Site) -> None:
    sound = "# Dodge\n\nA pool of `1:d20` is a single d20.\n"
    site({"game/dodge.md": sound})
    assert run("lock").exit_code == 0
    broken = {"game/dodge.md": sound.replace("`1:d20`", "`1:d21`")}
    site(broken)
    assert found() == ["game/dodge.md error invalid-notation"]
    site(broken, "{invalid-notation: off}")
    assert found() == ["game/dodge.md error lost-claim"]
    site(broken, "{invalid-notation: off, lost-claim: warning}")
    assert found() == ["game/dodge.md warning lost-claim"]


def test_files_by_themselves_have_no_such_settings(site: Site, tmp_path: Path) -> None:
    site({}, "{heading-jump: off}")
    Path("beside.md").write_text(JUMP, encoding="utf-8")
    data = json.loads(run("check", "--format", "json", "beside.md").output)
    assert [finding["rule"] for finding in data["findings"]] == ["heading-jump"]


def test_every_command_has_the_same_findings(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)  # There, a remedy that was needed is no success.
    jump = {"game/dodge.md": "# Dodge\n\nIt is 1 + 1 = 3.\n"}
    site(jump)
    assert run("fix", "--yes", "docs/game/dodge.md:3").exit_code == 0
    site(jump, "{wrong-sum: off}")
    assert "there is no finding at" in run("fix", "--yes", "docs/game/dodge.md:3").output
    assert run("check", "--format", "junit").exit_code == 0
    assert 'failures="0"' in run("check", "--format", "junit").output

"""Whatever is run, the findings are the same: in reports, when the site is built and served, and as tests."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from mkdocs.config import load_config

from rulebook.cli import main

CONFIG = """\
site_name: A book with a past
plugins:
  - rulebook:
      strict: false
      findings: {todo-marker: off, heading-jump: warning, doubled-word: error}
      books:
        game: {system: cavea, findings: {unknown-anchor: warning}}
"""
PAGE = """\
# Dodge

A pool of `1:d20` is a single d12.

It is 2 + 2 = 5. <!-- rulebook: allow wrong-sum, a joke -->

Ask the the hero. [gone](#away) and TODO more.

[unused]: https://example.org
"""
FOUND = [
    "game/dodge.md:3 error notation-mismatch",
    "game/dodge.md:7 error doubled-word",
    "game/dodge.md:7 warning unknown-anchor",
    "game/dodge.md:9 info unused-definition",
    "index.md:3 warning heading-jump",
]
LEVELS = {"ERROR": "error", "WARNING": "warning", "INFO": "info", "notice": "info", "note": "info"}


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book with findings that are allowed, turned off, made worse, and recorded before."""
    monkeypatch.chdir(tmp_path)
    write(index="# Home\n", game__old="# Old\n\nIt is 1 + 1 = 3.\n")
    Path("mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    assert run("baseline") == "1 finding recorded in rulebook.baseline\n"
    write(index="# Home\n\n### Jump\n\nText\n", game__dodge=PAGE)
    return tmp_path


def write(**pages: str) -> None:
    for name, text in pages.items():
        path = Path("docs", name.replace("__", "/") + ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def run(*arguments: str) -> str:
    return CliRunner().invoke(main, arguments).output


def told(pattern: str, text: str) -> list[str]:
    """The findings in a report, in short, by a pattern with groups for their parts."""
    found = [match.groupdict() for match in re.finditer(pattern, text)]
    return sorted(
        f"{one['path']}:{one['line']} {LEVELS.get(one['level'], one['level'])} {one['rule']}" for one in found
    )


REPORTS: dict[str, str] = {
    "full": r"(?m)^(?P<level>\w+)\[(?P<rule>[\w-]+)\].*\n *--> docs/(?P<path>\S+?):(?P<line>\d+)",
    "concise": r"(?m)^docs/(?P<path>\S+?):(?P<line>\d+):\d+: (?P<level>\w+)\[(?P<rule>[\w-]+)\]",
    "github": r"::(?P<level>\w+) file=docs/(?P<path>[^,]+),line=(?P<line>\d+).*?title=(?P<rule>[\w-]+)::",
    "junit": r"(?P<level>error|warning|info)\[(?P<rule>[\w-]+)\].*\n *--(?:&gt;|>) docs/(?P<path>\S+?):(?P<line>\d+)",
}


def test_every_report_has_the_same_findings(book: Path) -> None:
    findings = json.loads(run("check", "--format", "json"))["findings"]
    assert [f"{one['path'][5:]}:{one['line']} {one['severity']} {one['rule']}" for one in findings] == FOUND
    for name, pattern in REPORTS.items():
        assert told(pattern, run("check", "--format", name)) == FOUND, name
    results = json.loads(run("check", "--format", "sarif"))["runs"][0]["results"]
    assert sorted((one["ruleId"], LEVELS.get(one["level"], one["level"])) for one in results) == sorted(
        (rule, level) for _, level, rule in map(str.split, FOUND)
    )


@pytest.mark.parametrize("command", ["build", "serve"])
def test_the_site_is_built_and_served_with_the_same_findings(
    command: str, book: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = load_config(str(book / "mkdocs.yml"))
    plugin = config.plugins["rulebook"]
    plugin.on_startup(command=command, dirty=False)
    caplog.set_level("INFO", "mkdocs.plugins")
    plugin.on_pre_build(config=config)
    pattern = r"docs/(?P<path>\S+?):(?P<line>\d+):\d+: (?P<rule>[\w-]+): (?P<level>)"
    expected = sorted(f"{place}  {rule}" for place, _, rule in map(str.split, FOUND))
    assert told(pattern, caplog.text) == expected


def test_what_fails_as_a_test_is_what_is_an_error(book: Path) -> None:
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:pytest-lsp", "--rulebook", "-rA")
    said = subprocess.run(command, cwd=book, capture_output=True, encoding="utf-8").stdout
    assert told(REPORTS["full"], said) == [one for one in FOUND if " error " in one]
    failed = re.findall(r"FAILED mkdocs.yml::(.*?)(?: - .*)?\n", said)
    assert sorted(failed) == [
        "docs/game/dodge.md dice-in-words: a pool of ` #:d# ` is a single d#.",
        "docs/game/dodge.md doubled-word: the",
    ]


@pytest.mark.parametrize("change", [("# Dodge\n", "# Dodge\n\nMore.\n"), ("d12", "d10"), ("2 + 2 = 5", "2 + 3 = 6")])
def test_other_lines_and_numbers_leave_a_test_its_name(
    change: tuple[str, str], book: Path, names: Callable[[], list[str]]
) -> None:
    before = names()
    write(game__dodge=PAGE.replace(*change))
    assert names() == before


@pytest.fixture
def names() -> Callable[[], list[str]]:
    return lambda: re.findall(r'<testcase name="([^"]+)"', run("check", "--format", "junit"))

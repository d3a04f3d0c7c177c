"""What writers copy into their own projects: files for automation, and the guide's examples of them."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from click.testing import CliRunner

from rulebook.cli import main

ROOT = Path(__file__).parent.parent.parent
GUIDE = ROOT / "docs" / "guide"


def fenced(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def texts(value: Any) -> list[str]:
    """Every text in a YAML document."""
    if isinstance(value, dict):
        return [text for item in value.values() for text in texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value] if isinstance(value, str) else []


def parsed(command: str) -> click.Context:
    """A command line as click understands it; it fails for one that our command does not take."""
    arguments = shlex.split(re.split(r"[>|]", command)[0])
    assert arguments.pop(0) == "rulebook"
    subcommand = main.get_command(click.Context(main), arguments[0])
    assert subcommand is not None
    return subcommand.make_context(arguments[0], arguments[1:])


def test_the_commands_of_the_guide_on_automation_are_ours() -> None:
    blocks = [yaml.safe_load(block) for block in fenced(GUIDE / "ci.md", "yaml")]
    commands = [text for block in blocks for text in texts(block) if text.startswith("rulebook ")]
    assert len(commands) >= 4
    for command in commands:
        assert parsed(command).command.name == "check"


def test_the_workflow_is_one() -> None:
    workflow = yaml.safe_load(fenced(GUIDE / "ci.md", "yaml")[0])
    # "on" is a boolean of YAML 1.1; GitHub reads it as the word.
    assert workflow[True] == ["push", "pull_request"]
    steps = workflow["jobs"]["check"]["steps"]
    assert all("run" in step or "uses" in step for step in steps)


def test_the_hook_for_pre_commit_runs_our_command_on_the_whole_book() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert {"id", "name", "entry", "language", "files"} <= set(hook)
    assert parsed(hook["entry"]).params["paths"] == ()
    assert hook["pass_filenames"] is False
    pages = ("docs/a.md", "book/a.adoc", "a.asciidoc", "notes.markdown", "masque.txt")
    others = ("mkdocs.yml", "mkdocs.yaml", "base/mkdocs.yml", "rules/dice.py", "rulebook.lock", "book/rulebook.outline")
    assert [name for name in (*pages, *others) if not re.search(hook["files"], name)] == []
    assert not any(re.search(hook["files"], name) for name in ("docs/a.png", "package.json", "poetry.lock", "a.mdx"))
    example, by_hand = (block for block in fenced(GUIDE / "ci.md", "yaml") if "repos:" in block)
    assert yaml.safe_load(example)["repos"][0]["hooks"] == [{"id": hook["id"]}]
    (own,) = yaml.safe_load(by_hand)["repos"][0]["hooks"]
    assert {name: own[name] for name in ("id", "name", "entry", "pass_filenames")}.items() <= hook.items()


def test_the_action_runs_our_command_with_what_it_is_given(tmp_path: Path) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    (example,) = (block for block in fenced(GUIDE / "ci.md", "yaml") if "uses: example" in block)
    given = yaml.safe_load(example)[0]["with"]
    assert given.keys() <= action["inputs"].keys()
    step = action["runs"]["steps"][-1]
    (variable,) = step["env"]
    assert parsed(step["run"].replace(f"${variable}", given["arguments"])).params["fail_on"] == "warning"
    (tmp_path / "a.md").write_text("---\nsystem: plain\n---\n# A\n\n1 + 1 = 3, roll 2d6.\n", encoding="utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, variable: "a.md", "PATH": path}
    done = subprocess.run(
        ["bash", "-c", step["run"]], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "::error file=a.md,line=6" in done.stdout


def test_the_guide_shows_what_fix_really_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    (page,) = fenced(GUIDE / "first-check.md", "markdown")
    Path("rules.yml").write_text(fenced(GUIDE / "first-check.md", "yaml")[1], encoding="utf-8")
    Path("inn.md").write_text(page.replace("15 coins", "18 coins"), encoding="utf-8")
    command, _, printed = fenced(GUIDE / "mending.md", "console")[0].partition("\n")
    result = CliRunner().invoke(main, shlex.split(command.removeprefix("$ rulebook ")), input="y\n")
    assert result.output == printed
    assert Path("inn.md").read_text(encoding="utf-8") == page


def test_the_commands_of_the_guide_on_mending_and_comparing_are_ours() -> None:
    blocks = [block.partition("\n")[0].removeprefix("$ ") for block in fenced(GUIDE / "mending.md", "console")]
    commands = [parsed(block) for block in blocks]
    assert {command.command.name for command in commands} == {"fix", "diff"}
    assert {command.params["revision"] for command in commands if command.command.name == "diff"} == {"v1.0"}

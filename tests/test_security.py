"""SECURITY.md, line by line: each of its promises is held by the tests that name it."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from rulebook.systems import load_system
from tests.mkdocs.conftest import run_mkdocs

_held: dict[str, list[str]] = {}


def holds(promise: str) -> Callable[[Any], Any]:
    """Say which promise of SECURITY.md a test holds, by its first words."""

    def register(test: Any) -> Any:
        _held.setdefault(promise, []).append(test.__name__)
        return test

    return register


def test_every_promise_is_held() -> None:
    text = (Path(__file__).parent.parent / "SECURITY.md").read_text(encoding="utf-8")
    lines = text.partition("\n## What is promised\n")[2].partition("\n## ")[0].split("\n- ")[1:]
    named = [re.match(r"\*\*(.+?)\.\*\* ", line) for line in lines]
    assert all(named), "a line without a name"
    promises = [match[1] for match in named if match is not None]
    assert promises
    assert sorted(promises) == sorted(_held)


CONFIG = """\
site_name: A book
docs_dir: docs
theme: {name: mkdocs}
plugins:
  - rulebook:
      volumes: true
      books:
        book: {system: cavea}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a project, with what its pages must not get at beside it."""
    project = tmp_path / "project"
    (project / "docs" / "book").mkdir(parents=True)
    (project / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    (project / "docs" / "index.md").write_text("# Home\n", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("the secret", encoding="utf-8")
    (tmp_path / "secret.adoc").write_text("the secret", encoding="utf-8")
    monkeypatch.chdir(project)
    monkeypatch.delenv("RULEBOOK_DEBUG", raising=False)
    forget()
    yield project
    forget()


def forget() -> None:
    """Let the rules modules of a test be loaded as by a new process."""
    load_system.cache_clear()
    for name in ("own_rules", "ending_rules"):
        sys.modules.pop(name, None)


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, args)
    assert "Traceback" not in result.output
    return result


def told(*args: str) -> list[str]:
    """The rules of the findings of `rulebook check`."""
    output = run("check", "--format", "concise", *args).output
    return re.findall(r"(?:error|warning|info)\[([\w-]+)\]", output)


MODULE = "open('ran', 'w').close()\nfrom rulesmod.cavea import SYSTEM\n"
NAMING = {
    "page.md": "---\nsystem: {name}\n---\n# Page\n",
    "note.md": "---\nsystem: {name}\n---\n# Note\n\n> [!note] A callout\n\n[[index]]\n",
    "pandoc.md": "---\nsystem: {name}\ntitle: T\n---\n\n::: {{.note}}\nText.\n:::\n",
    "page.adoc": "= Page\n:system: {name}\n\nText.\n",
    "matter.adoc": "---\nsystem: {name}\n---\n= Page\n\nText.\n",
    "page.txt": "---\nsystem: {name}\n---\nPage\n====\n\nText.\n",
}


@holds("Pages choose among games")
@pytest.mark.parametrize("page", NAMING)
@pytest.mark.parametrize("alone", [False, True])
def test_a_page_runs_no_module(page: str, alone: bool) -> None:
    write("docs/book/notes.py", MODULE)
    path = write(f"docs/book/{page}", NAMING[page].format(name="docs.book.notes"))
    if alone:
        Path("mkdocs.yml").unlink()
    result = run("check", str(path)) if alone else run("check")
    header_of_asciidoc_only = page == "matter.adoc"
    assert not Path("ran").exists()
    assert header_of_asciidoc_only or result.exit_code != 0
    assert header_of_asciidoc_only or "docs.book.notes" in result.output


@holds("Pages choose among games")
def test_a_page_names_games_that_are_installed_or_that_its_book_names() -> None:
    write("own_rules.py", MODULE)
    write("docs/book/page.md", "---\nsystem: drama\n---\n# Page\n")
    write("docs/other.md", "---\nsystem: own_rules\n---\n# Page\n")
    assert run("check").exit_code != 0
    assert not Path("ran").exists()
    write("mkdocs.yml", CONFIG.replace("{system: cavea}", "{system: cavea}\n        own: {system: own_rules}"))
    Path("docs/own").mkdir()
    write("docs/own/index.md", "# Own\n")
    assert run("check").exit_code == 0
    assert Path("ran").exists()


@holds("Pages choose among games")
def test_the_command_may_name_any_module() -> None:
    write("own_rules.py", MODULE)
    write("page.md", "---\nsystem: own_rules\n---\n# Page\n")
    assert run("check", "page.md", "--system", "own_rules").exit_code == 0
    assert Path("ran").exists()


ENDINGS = {
    "exit": "raise SystemExit(0)",
    "exit-without-code": "import sys; sys.exit()",
    "interrupt": "raise KeyboardInterrupt",
    "generator": "raise GeneratorExit",
    "own": "raise type('Own', (BaseException,), {})('on purpose')",
    "click": "import click; raise click.exceptions.Exit(0)",
}
RULES = """
from dataclasses import replace
from rulesmod.cavea import SYSTEM
from rulesmod.system import Phrase


def looks_like(text):
    {run}


def fingers():
    {rule}
    return {{"fingers": 5}}


PHRASE = Phrase("fingers", ("a hand has {{fingers}} fingers",), fingers)
SYSTEM = replace(SYSTEM, name="ending", notation=replace(SYSTEM.notation, looks_like=looks_like), phrases=(PHRASE,))
"""
WHERE = {
    "loaded": lambda statement: statement,
    "read": lambda statement: RULES.format(run=statement, rule="pass"),
    "asked": lambda statement: RULES.format(run="return False", rule=statement),
}


@holds("Rules end no run well")
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("where", WHERE)
def test_what_rules_raise_ends_no_check_well(ending: str, where: str) -> None:
    write("ending_rules.py", WHERE[where](ENDINGS[ending]))
    write("mkdocs.yml", CONFIG.replace("cavea", "ending_rules"))
    write("docs/book/page.md", "# Hands\n\nA hand has 4 fingers, and `1:d6` to roll.\n")
    for command in (["check"], ["check", "docs/book/page.md"], ["mutate"], ["lock"]):
        forget()
        result = run(*command)
        assert result.exit_code in (1, 2), (command, result.output)
        assert result.output.strip()


@holds("Rules end no run well")
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("where", ["loaded", "read"])
def test_what_rules_raise_ends_no_build_well(ending: str, where: str) -> None:
    write("ending_rules.py", WHERE[where](ENDINGS[ending]))
    write("mkdocs.yml", CONFIG.replace("cavea", "ending_rules"))
    write("docs/book/page.md", "# Hands\n\nA hand has 4 fingers, and `1:d6` to roll.\n")
    result = run_mkdocs(Path("mkdocs.yml").absolute(), "build")
    assert result.returncode != 0, result.stdout
    assert "Traceback" not in result.stdout
    assert not Path("site/book/page/index.html").exists()


@holds("Rules end no run well")
def test_who_wants_to_stop_can() -> None:
    write("slow_rules.py", "open('ran', 'w').close()\nimport time; time.sleep(60)\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "rulebook.cli", "check", "docs/index.md", "--system", "slow_rules"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    while not Path("ran").exists():
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    assert (process.returncode, said.strip()) == (1, "Aborted!")

"""Every command that the README and the guide show is run, or held by a test that is named here."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from tests.edition.test_edition import GUIDE, ROOT

PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    ROOT / "docs/index.md",
    *GUIDE.glob("*.md"),
]
SHOWN = re.compile(r"^```(console|sh|bash|shell|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ELSEWHERE = {
    "make ": ".ci/run",
    "pip install ": "tests/packages/test_light.py",
    "pipx install ": "tests/reports/test_release.py",
    "uv tool install ": "tests/reports/test_release.py",
    "python3 -m venv ": "tests/packages/test_light.py",
    ". .venv/": "tests/packages/test_light.py",
    "rulebook-zensical ": "tests/packages/test_beyond.py",
    "properdocs ": "tests/packages/test_beyond.py",
    "_RULEBOOK_COMPLETE=": "tests/cli/test_terminal.py",
    'eval "$(_RULEBOOK_COMPLETE=': "tests/cli/test_terminal.py",
}
"""What builds, installs or is for another shell, and who runs that: there is no other reason not to run it here."""
HELD = {
    "README.md": "tests/edition/test_edition.py",
    "index.md": "tests/edition/test_edition.py",
    "first-check.md": "tests/edition/walk.py",
    "own-game.md": "tests/edition/test_edition.py",
    "own-module.md": "tests/edition/test_edition.py",
    "mending.md": "tests/reports/test_ci_files.py",
    "github.md": "tests/edition/test_guide.py",
}
"""Pages whose tests compare all output that is shown."""
WALKS = ("first-check.md", "github.md")
"""Those whose tests run what shows no output as well."""
ARMOURY = Path(__file__).parent / "pages/armoury.md"
"""A page of Cavea that has nothing wrong in it."""
SETTINGS = """\
site_name: Commands
plugins: [rulebook: {books: {cavea: {system: cavea}}}]
markdown_extensions: [admonition, attr_list, def_list, tables]
"""


def commands() -> list[tuple[str, str, str]]:
    """Each command with its page, and with what is shown of its output."""
    found = []
    for path in PAGES:
        for language, block in SHOWN.findall(path.read_text(encoding="utf-8")):
            if language == "console":
                parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
                found += [(path.name, *part.partition("\n")[::2]) for part in parts]
            elif language != "text":
                found += [(path.name, line, "") for line in block.splitlines()]
            else:
                assert not block.startswith("$ "), f"{path.name}: what shows a command is `console`"
    return [
        (page, line.partition("  #")[0].replace(".venv/bin/rulebook", "rulebook"), out) for page, line, out in found
    ]


def is_run_here(page: str, command: str, shown: str) -> bool:
    is_held = page in HELD and (shown or page in WALKS)
    return not is_held and not any(command.startswith(beginning) for beginning in ELSEWHERE)


RUN = [(page, command, shown) for page, command, shown in commands() if is_run_here(page, command, shown)]


def test_whoever_runs_the_others_is_there() -> None:
    for path in {*ELSEWHERE.values(), *HELD.values()}:
        assert (ROOT / path).is_file()
    for page, path in HELD.items():
        assert page in (ROOT / path).read_text(encoding="utf-8")
    assert len(commands()) > len(RUN) >= 20


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands name: a small book with a page of the guide's and one of ours, and a revision."""
    folder = tmp_path_factory.mktemp("commands") / "book"
    armoury = ARMOURY.read_text(encoding="utf-8")
    shown = (GUIDE / "first-check.md").read_text(encoding="utf-8")
    (inn,) = re.findall(r"^```markdown\n(.*?)^```", shown, re.MULTILINE | re.DOTALL)
    levels = (ROOT / "docs/cavea/level-pools.md").read_text(encoding="utf-8")
    levels = re.sub(r"\[([^\]\n]+)\]\([^)\n]+\)", r"\1", levels)  # The pages that it links to are not here.
    files = {"mkdocs.yml": SETTINGS, "inn.md": inn, "armoury.md": armoury, "sda/hits.adoc": "= Hits\n\nRoll `3d6`.\n"}
    files |= {"docs/index.md": "# Commands\n", "docs/cavea/health.md": armoury, "docs/cavea/level-pools.md": levels}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    who = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    for arguments in (("init", "-q"), ("add", "-A"), (*who, "commit", "-qm", "Begin"), (*who, "tag", "v1.0")):
        subprocess.run(["git", *arguments], cwd=folder, check=True)
    return folder


@pytest.mark.parametrize(("page", "command", "shown"), RUN, ids=[f"{page}: {command}" for page, command, _ in RUN])
def test_a_command_does_what_is_told(
    page: str, command: str, shown: str, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of the small book's numbers is wrong, and nearly all are guarded: every command ends well."""
    monkeypatch.chdir(book)
    program, *arguments = command.partition(" > ")[0].split()
    if program == "pytest":
        whole = (
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:pytest-lsp",
            *arguments,
        )  # It fails at tests that are no functions.
        done = subprocess.run(whole, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stdout
        return
    assert program == "rulebook"
    is_usage = "[OPTIONS]" in arguments
    result = CliRunner().invoke(main, [arguments[0], "--help"] if is_usage else arguments, prog_name="rulebook")
    assert result.exit_code == 0, result.output
    assert (command if is_usage else shown) in result.output

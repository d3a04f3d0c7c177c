"""pre-commit with a clean clone: it installs the whole of it, and asks it whenever a change may be felt in the book."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.packages.conftest import Outcome, committed, done, outcome

SETTINGS = "site_name: Book\nplugins:\n  - rulebook:\n      books:\n        '.': {system: rules}\n"
BOOK = {
    "docs/index.md": "# Health\n\nA d4 is worth 12 Health Points.\n",
    "rules.py": "from rulesmod.cavea import SYSTEM\n",
    "notes.csv": "1;2\n",
    "mkdocs.yml": SETTINGS,
}


def put(files: Mapping[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


@pytest.fixture
def book(repository: Path, settings: Mapping[str, str], tmp_path: Path) -> Path:
    commit = done("git", "rev-parse", "HEAD", cwd=repository, env=settings)
    hook = f"repos:\n  - repo: file://{repository}\n    rev: {commit}    hooks:\n      - id: rulebook\n"
    put({**BOOK, ".pre-commit-config.yaml": hook}, tmp_path)
    return committed(tmp_path, settings)


def test_the_hook_is_installed_whole_and_runs_when_a_change_may_be_felt(
    book: Path, settings: Mapping[str, str]
) -> None:
    def hook(**changed: str) -> Outcome:
        put(changed, book)
        done("git", "add", ".", cwd=book, env=settings)
        result = outcome(sys.executable, "-m", "pre_commit", "run", cwd=book, env=settings)
        done("git", "reset", "-q", "--hard", cwd=book, env=settings)
        return result

    code, output = hook(**{"notes.csv": "1;3\n"})
    assert code == 0, output
    assert output.rstrip().endswith("Skipped")
    for changed, text, said in (
        ("docs/index.md", "# Health\n\nA d4 is worth 11 Health Points.\n", "the rules give 12, the text says `11`"),
        ("rules.py", "raise ValueError('no such rules')\n", "no such rules"),
        ("mkdocs.yml", SETTINGS.replace("rules", "chess"), "chess"),
        ("rulebook.lock", "nonsense\n", "rulebook.lock"),
        ("rulebook.outline", "nonsense\n", "rulebook.outline"),
    ):
        code, output = hook(**{changed: text})
        assert code == 1, (changed, output)
        assert said in output, (changed, output)

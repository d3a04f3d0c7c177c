"""The checker by itself: what it needs, how large that is, and what it says of the rest."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.edition.test_blocks import ARMOURY
from tests.packages.conftest import Packages, environment, outcome
from tests.packages.test_wheel import Installed

MAX_BYTES = 45 * 10**6


@pytest.fixture(scope="module")
def light(packages: Packages, without_node: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    home = tmp_path_factory.mktemp("light")
    commands = environment(home / "venv", sys.executable, [packages.wheel], without_node)
    (home / "work").mkdir()
    (home / "work" / "armoury.md").write_text(ARMOURY.read_text(encoding="utf-8"), encoding="utf-8")
    return Installed(commands, without_node, home / "work")


def test_it_brings_little(light: Installed) -> None:
    folder = light.commands.parent
    _, listed = light.run("python -m pip list --format json --disable-pip-version-check")
    names = {entry["name"].lower() for entry in json.loads(listed)}
    assert names - {"pip", "setuptools"} == {"mkdocs-rulebook", "click", "pyyaml", "pathspec"}
    # Python itself is linked to.
    own = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    assert sum(path.stat().st_size for path in own) < MAX_BYTES


@pytest.mark.parametrize(
    "command",
    [
        "check armoury.md --system cavea",
        "ledger armoury.md --system cavea --json",
        "outline armoury.md",
        "rules cavea",
        "roll cavea 1:d6/4:d10/+2",
        "odds plain 4d6kh3",
        "explain wrong-value",
        "why armoury.md:3 --system cavea",
        "convert armoury.md",
        "new somewhere",
        "check somewhere",
    ],
)
def test_what_builds_no_site_works(command: str, light: Installed) -> None:
    code, output = light.run(f"rulebook {command}")
    assert (code, "Traceback" in output) == (0, False), output


def test_what_lacks_is_named_in_a_line(light: Installed) -> None:
    (light.folder / "a.adoc").write_text("= A\n\nRoll 2d6.\n", encoding="utf-8")
    code, output = light.run("rulebook check a.adoc --format concise")
    line = "cannot read `a.adoc`: AsciiDoc is not installed; it comes with `pip install 'mkdocs-rulebook[asciidoc]'`"
    assert (code, output.splitlines()[0]) == (2, f"a.adoc:1:1: error[unreadable-source] {line}")
    assert output.splitlines()[1].startswith("1 error in 1 file")
    code, output = light.run("rulebook lsp")
    assert (code, output) == (
        2,
        "rulebook: the language server is not installed; it comes with `pip install 'mkdocs-rulebook[lsp]'`\n",
    )


def test_a_page_in_asciidoc_takes_no_other_along(light: Installed, tmp_path: Path) -> None:
    (tmp_path / "b.adoc").write_text("= B\n", encoding="utf-8")
    (tmp_path / "a.md").write_text("---\nsystem: plain\n---\n# A\n\nRoll 2d6. So 1 + 1 = 3.\n", encoding="utf-8")
    command = (light.commands / "rulebook", "check", ".", "--format", "concise")
    code, output = outcome(*command, cwd=tmp_path, env=light.env)
    assert code == 2
    assert "a.md:6:22: error[wrong-sum]" in output

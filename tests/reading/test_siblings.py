"""Rules modules are imported from the folder of their book, and nothing else there ever is."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.shares import shares

ROOT = Path(__file__).parents[2]
LIGHT = ("click", "yaml", "_yaml", "pathspec")
"""What an install without extras brings: `dependencies` of pyproject.toml."""


def imported() -> Iterator[str]:
    """The top-level modules that the code of the product imports."""
    for path in [*(ROOT / "plugins").rglob("*.py"), *(ROOT / "rulesmod").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                yield node.module.partition(".")[0]


OURS = {"rulesmod", *(path.name for path in (ROOT / "plugins").iterdir())}
OPTIONAL = sorted({*imported(), "codespell_lib", "zensical"} - sys.stdlib_module_names - OURS - set(LIGHT))

PAGES = {
    "index.md": "# Home\n\nRoll `2d6`, which is a *thrid* of [it](a.adoc). Four miles cost 15 coins.\n",
    "a.adoc": "= A\n\nRoll 2d6.\n",
    "b.txt": "Title\n=====\n\nRoll 2d6.\n",
    "c.md": "---\ntitle: C\n---\n\n::: note\nText.\n:::\n",
    "d.md": "> [!note] A callout\n\n[[index]]\n",
}
FERRY = """\
import fares
from rulesmod.phrasing import phrase
from rulesmod.plain_dice import NOTATION
from rulesmod.system import System

@phrase("{miles} miles cost {coins} coins")
def fare(miles):
    from late_fares import more
    return {"coins": fares.A_MILE * miles + more()}

SYSTEM = System("ferry", "The Ferry", NOTATION, phrases=(fare,))
"""
CONFIG = """\
site_name: S
plugins:
  - rulebook:
      spelling: true
      books:
        .: {system: ferry_rules}
"""


@pytest.fixture
def light(tmp_path: Path) -> Path:
    """A folder with what an install without extras has, for `sys.path`."""
    folder = tmp_path / "installed"
    folder.mkdir()
    for name in LIGHT:
        spec = find_spec(name)
        assert spec is not None
        place = next(iter(spec.submodule_search_locations or ()), spec.origin)
        assert place is not None
        (folder / Path(place).name).symlink_to(place)
    for name in ("click", "PyYAML", "pathspec", "mkdocs-rulebook"):
        home = Path(str(distribution(name)._path))  # type: ignore[attr-defined]
        (folder / home.name).symlink_to(home)
    return folder


def run(light: Path, folder: Path, *args: str, as_module: bool) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder, as its script does or by `python -m`, without anything else installed."""
    paths = [str(light), str(ROOT / "plugins"), str(ROOT)]
    here = [str(folder)] if as_module else []
    code = (
        f"import sys; sys.path[:] = {here} + {paths} + [path for path in sys.path if 'packages' not in path and path]"
    )
    code += f"; sys.argv = ['rulebook', *{list(args)}]; from rulebook_start import main; main()"
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "HOME": str(folder.parent)},
        check=False,
    )


def book(tmp_path: Path) -> Path:
    folder = tmp_path / "book"
    (folder / "docs").mkdir(parents=True)
    for name, text in PAGES.items():
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    (folder / "ferry_rules.py").write_text(FERRY, encoding="utf-8")
    (folder / "fares.py").write_text("A_MILE = 3\n", encoding="utf-8")
    (folder / "late_fares.py").write_text("def more(): return 2\n", encoding="utf-8")
    return folder


COMMANDS = (
    ("check",),
    ("check", "docs"),
    ("check", "docs", "--system", "ferry_rules"),
    ("convert", "docs/a.adoc"),
    ("ledger",),
    ("lsp",),
    ("odds", "plain", "2d6"),
)


@pytest.mark.parametrize("as_module", shares([False, True]))
def test_no_optional_package_is_imported_from_among_the_pages(light: Path, tmp_path: Path, as_module: bool) -> None:
    folder = book(tmp_path)
    assert {"quickjs", "typst", "codespell_lib", "pygls"} <= set(OPTIONAL)
    for name in OPTIONAL:
        for place in (folder, folder / "docs"):
            code = f"open({str(folder / 'ran')!r}, 'a').write({name!r})\n"
            (place / f"{name}.py").write_text(code, encoding="utf-8")
    for command in COMMANDS:
        result = run(light, folder, *command, as_module=as_module)
        assert "Traceback" not in result.stderr
        assert result.returncode in (0, 1, 2), result.stderr
        assert not (folder / "ran").exists(), (command, (folder / "ran").read_text(encoding="utf-8"))
    assert "the rules give 14, the text says `15`" in run(light, folder, "check", as_module=as_module).stdout


def test_the_path_of_python_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = book(tmp_path)
    code = (
        "import sys; before = [*sys.path]\n"
        "from click.testing import CliRunner; from rulebook.cli import main\n"
        "print(CliRunner().invoke(main, ['check']).output); print(sys.path == before)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert "the rules give 14" in done.stdout
    assert done.stdout.splitlines()[-1] == "True"


def test_a_module_beside_the_book_takes_the_place_of_nothing_installed(tmp_path: Path) -> None:
    folder = book(tmp_path)
    for name in ("click", "rulesmod", "json", "yaml"):
        (folder / f"{name}.py").write_text("raise SystemExit('shadowed')\n", encoding="utf-8")
    (folder / "fares.py").write_text("import click, json, yaml\nA_MILE = 3\n", encoding="utf-8")
    code = "from rulebook_start import main; import sys; sys.argv = ['rulebook', 'check']; main()"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert "the rules give 14, the text says `15`" in done.stdout, done.stderr


def test_a_package_beside_the_book_imports_itself_and_its_siblings(tmp_path: Path) -> None:
    folder = book(tmp_path)
    (folder / "ferry_rules.py").unlink()
    (folder / "ferry_rules").mkdir()
    (folder / "ferry_rules" / "__init__.py").write_text("from ferry_rules.game import SYSTEM\n", encoding="utf-8")
    game = FERRY.replace("import fares\n", "import fares\nfrom . import inner\nassert inner.GOOD\n")
    (folder / "ferry_rules" / "game.py").write_text(game, encoding="utf-8")
    (folder / "ferry_rules" / "inner.py").write_text("import far\nGOOD = far.GOOD\n", encoding="utf-8")
    (folder / "far.py").write_text("GOOD = True\n", encoding="utf-8")
    code = "from rulebook_start import main; import sys; sys.argv = ['rulebook', 'check']; main()"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert "the rules give 14, the text says `15`" in done.stdout, done.stderr

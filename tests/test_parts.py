"""Optional parts register by entry points: without one, everything else works, and a line says what to install."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from rulebook_core.system import parts

ROOT = Path(__file__).parent.parent
LISTED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
GROUPS = {group: listed for group, listed in LISTED.items() if group.startswith("rulebook.")}
ADOC = "= Rest\n\nRoll 7 (2d6).\n"
PAGE = "# Rest\n\nYou take 9 (2d6) damage.\n"


def run(*arguments: str, folder: Path, before: str = "", path: str = "") -> tuple[int, str]:
    """Run the command `rulebook` in a new process, after some code."""
    code = f"import sys\n{before}\nfrom rulebook.cli import main\nmain({list(arguments)!r}, prog_name='rulebook')"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (path, str(ROOT / "plugins"), str(ROOT))))}
    done = subprocess.run(
        (sys.executable, "-c", code), cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


def blocked(*packages: str) -> str:
    """Code that makes packages fail to import, as if they were removed."""
    return f"sys.modules.update(dict.fromkeys({packages!r}))"


STRIPPED = (
    "import rulebook_core.system.parts as parts\n"
    "games = {'rulebook.systems': parts.own_parts('rulebook.systems')}\n"
    "parts._own_groups = lambda: games"
)
"""Code that takes all entry points of this project away, but for those of its games."""
ALL = (
    "rulebook_asciidoc",
    "rulebook_export",
    "rulebook_formats",
    "rulebook_lsp",
    "rulebook_pandoc",
    "rulebook_prose",
    "rulebook_translations",
)


def test_a_work_tree_and_a_wheel_list_the_same_parts() -> None:
    lines = [line for group, listed in LISTED.items() for line in (f"[{group}]", *map(" = ".join, listed.items()), "")]
    of_wheel = parts.parse_entry_points("\n".join(lines))
    of_tree = parts.parse_entry_points((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert of_wheel == of_tree == {group: dict(parts.own_parts(group)) for group in GROUPS}


def test_entry_points_are_read_as_python_reads_them() -> None:
    for group, listed in GROUPS.items():
        assert parts.own_parts(group).keys() == listed.keys()
        for name, value in listed.items():
            entry, part = EntryPoint(name, value, group), parts.own_parts(group)[name]
            assert (part.module, part.attribute) == (entry.module, entry.attr or "")
            extras = f"[{','.join(entry.extras)}]" if entry.extras else ""
            assert part.requirement == f"mkdocs-rulebook{extras}"
            assert entry.load() is part.load()


@pytest.mark.parametrize("before", [blocked(*ALL), STRIPPED])
def test_a_check_works_without_any_part(before: str, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    code, output = run("check", "page.md", "--format", "concise", folder=tmp_path, before=before)
    assert code == 1
    assert output.startswith("page.md:3:10: ")
    assert run("odds", "plain", "2d6", folder=tmp_path, before=before)[0] == 0
    code, listed = run("--help", folder=tmp_path, before=before)
    assert code == 0
    assert "check" in listed
    assert "convert" not in listed


@pytest.mark.parametrize(("package", "name", "extra"), [("lsp", "lsp", "[lsp]"), ("export", "convert", "")])
def test_a_command_that_is_not_installed_says_what_brings_it(
    package: str, name: str, extra: str, tmp_path: Path
) -> None:
    code, output = run(name, "a.md", folder=tmp_path, before=blocked(f"rulebook_{package}"))
    assert code == 2
    expected = f"rulebook: the command `{name}` is not installed; it comes with `pip install 'mkdocs-rulebook{extra}'`"
    assert output.strip() == expected
    code, output = run(name, "a.md", folder=tmp_path, before=STRIPPED)
    assert code == 2
    assert f"No such command '{name}'" in output


@pytest.mark.parametrize("ending", ["adoc", "asciidoc"])
def test_a_page_in_a_dialect_that_is_not_installed_says_what_brings_it(ending: str, tmp_path: Path) -> None:
    (tmp_path / f"rest.{ending}").write_text(ADOC, encoding="utf-8")
    (tmp_path / "page.md").write_text("# Rest\n\nRoll 7 (2d6).\n", encoding="utf-8")
    before = blocked("rulebook_asciidoc")
    code, output = run("check", ".", "--format", "concise", folder=tmp_path, before=before)
    assert code == 2
    remedy = "the dialect `asciidoc` is not installed; it comes with `pip install 'mkdocs-rulebook[asciidoc]'`"
    assert remedy in output
    assert f"rest.{ending}" in output
    assert run("check", "page.md", folder=tmp_path, before=before)[0] == 0
    code, output = run("check", "page.md", "--dialect", "asciidoc", folder=tmp_path, before=before)
    assert code == 2
    assert output.strip() == f"rulebook: {remedy}"
    code, output = run("check", "page.md", "--dialect", "asciidoc", folder=tmp_path, before=STRIPPED)
    assert code == 2
    assert output.strip() == "rulebook: there is no dialect `asciidoc`; known: `markdown`, `obsidian`"


def test_a_setting_that_names_a_dialect_that_is_not_installed_says_what_brings_it(tmp_path: Path) -> None:
    (tmp_path / "docs" / "game").mkdir(parents=True)
    (tmp_path / "docs" / "game" / "page.md").write_text("# Rest\n", encoding="utf-8")
    settings = "plugins:\n  - rulebook:\n      books: {game: {dialect: pandoc}}\n"
    (tmp_path / "mkdocs.yml").write_text(f"site_name: S\n{settings}", encoding="utf-8")
    assert run("check", folder=tmp_path)[0] == 0
    code, output = run("check", "--no-cache", "--format", "concise", folder=tmp_path, before=blocked("rulebook_pandoc"))
    assert code == 1  # No file was checked, and an error says why.
    assert "mkdocs.yml:4" in output
    assert "the dialect `pandoc` is not installed; it comes with `pip install 'mkdocs-rulebook'`" in output


def test_a_part_whose_module_fails_is_told_in_a_line(tmp_path: Path) -> None:
    broken = "import types; m = types.ModuleType('rulebook_lsp.command'); sys.modules[m.__name__] = m"
    code, output = run("lsp", folder=tmp_path, before=broken)
    assert code == 2
    assert output.startswith("rulebook: the command `lsp` fails to load (AttributeError: ")


def site(folder: Path, options: str) -> Path:
    (folder / "docs" / "game").mkdir(parents=True)
    (folder / "docs" / "game" / "index.md").write_text("# Rest\n\nRoll `2d6`.\n", encoding="utf-8")
    settings = f"plugins:\n  - rulebook:\n      {options}\n      books: {{game: {{system: plain}}}}\n"
    (folder / "mkdocs.yml").write_text(f"site_name: S\n{settings}", encoding="utf-8")
    return folder


def build(folder: Path, before: str) -> tuple[int, str]:
    code = f"import sys\n{before}\nsys.argv = ['mkdocs', 'build', '-q']\nfrom mkdocs.__main__ import cli\ncli()"
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        (sys.executable, "-c", code), cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("before", "message"),
    [
        (blocked("rulebook_formats"), "is not installed; it comes with `pip install 'mkdocs-rulebook"),
        (
            blocked("typst"),
            "typst is not installed, which makes PDFs; it comes with `pip install 'mkdocs-rulebook[pdf]'`",
        ),
        (STRIPPED, "`volumes` is set, and no format that is installed makes it"),
    ],
)
def test_a_build_says_which_format_is_not_installed(before: str, message: str, tmp_path: Path) -> None:
    folder = site(tmp_path, "volumes: true\n      pdf: true")
    code, output = build(folder, before)
    assert code == 1
    assert message in output
    assert not (folder / "site" / "game" / "game.epub").exists()


def test_a_build_without_volumes_needs_no_format(tmp_path: Path) -> None:
    folder = site(tmp_path, "strict: true")
    code, output = build(folder, blocked(*ALL))
    assert (code, output) == (0, "")
    assert (folder / "site" / "game" / "index.html").exists()


DIALECT = """
from rulebook_core.source import Span
from rulebook_syntax.dialects.markdown.dialect import DIALECT as MARKDOWN
from rulebook_syntax.dialects.registry import Registration

READER = MARKDOWN
DIALECT = Registration("shouting:READER")
"""
COMMAND = '''
import click

@click.command()
def shout():
    """Shout."""
    click.echo("HO")
'''


ENTRY_POINTS = """
[rulebook.dialects]
shout = shouting:DIALECT
[rulebook.endings]
shout = shouting:DIALECT
[rulebook.commands]
shout = shouting:shout
"""


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """A folder on Python's path with an installed project of somebody else."""
    folder = tmp_path / "theirs"
    (folder / "shouting-1.dist-info").mkdir(parents=True)
    (folder / "shouting.py").write_text(DIALECT + COMMAND, encoding="utf-8")
    (folder / "shouting-1.dist-info" / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    return folder


def test_a_file_may_be_in_a_dialect_of_another_project_by_its_ending(theirs: Path, tmp_path: Path) -> None:
    docs = tmp_path / "site" / "docs"
    docs.mkdir(parents=True)
    (docs / "rest.shout").write_text(PAGE, encoding="utf-8")
    code, output = run("check", "docs", "--format", "concise", folder=docs.parent, path=str(theirs))
    assert (code, output.partition(" ")[0]) == (1, "docs/rest.shout:3:10:")
    assert run("check", "docs", folder=docs.parent)[0] == 2  # Without the project, there is nothing to check.
    (theirs / "shouting.py").unlink()
    code, output = run("check", "docs", folder=docs.parent, path=str(theirs))
    assert code == 2
    assert "the dialect `shout` is not installed; it comes with `pip install 'shouting'`" in output


def test_a_page_of_a_book_may_be_in_a_dialect_of_another_project(theirs: Path, tmp_path: Path) -> None:
    folder = site(tmp_path / "site", "strict: true")
    (folder / "docs" / "game" / "rest.shout").write_text(PAGE, encoding="utf-8")
    code, output = run("check", "--format", "concise", folder=folder, path=str(theirs))
    assert (code, output.partition(" ")[0]) == (1, "docs/game/rest.shout:3:10:")


def test_another_project_may_bring_a_dialect_and_a_command(theirs: Path, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    assert run("check", "page.md", "--dialect", "shout", folder=tmp_path, path=str(theirs))[0] == 1
    assert run("shout", folder=tmp_path, path=str(theirs)) == (0, "HO\n")
    assert "Shout." in run("--help", folder=tmp_path, path=str(theirs))[1]
    (theirs / "shouting.py").unlink()
    code, output = run("shout", folder=tmp_path, path=str(theirs))
    assert (code, output) == (
        2,
        "rulebook: the command `shout` is not installed; it comes with `pip install 'shouting'`\n",
    )


def test_a_check_reads_no_metadata_of_other_projects(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("# Rest\n\nRoll 7 (2d6).\n", encoding="utf-8")
    after = "import atexit; atexit.register(lambda: print('importlib.metadata' in sys.modules))"
    code, output = run("check", "page.md", folder=tmp_path, before=after)
    assert (code, output.split()[-1]) == (0, "False")

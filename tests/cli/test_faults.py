"""Every command, whatever goes wrong around it: one line, no traceback, and an exit code that the guide names."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook import cli
from rulebook.cli import main
from rulebook_core.system.parts import own_parts
from tests.faults import FAULTS, PAGE, SHUT, Fault, Run, interrupted, run
from tests.shares import shares

CONFIG = """\
site_name: Lanterns
plugins:
  - rulebook:
      books: {mine: {}}
"""
RULES = """\
game: Lanterns
values: {Nerve: 1..6, Reach: 1..6, Flame: 2 * Nerve + Reach}
"""
TEXT = """\
# Keepers → 火 \N{GAME DIE}

Imre has Nerve 3 and Reach 2, so his Flame is 8.

Odile has Nerve 4 and Reach 5, so her Flame is 14.

A guard waits 4 hours; 1 + 1 = 3.
"""
IN_MINE = f"docs/mine/{PAGE}"
COMMANDS = {
    "baseline": ("baseline",),
    "check": ("check", "--format", "json"),
    "convert": ("convert", IN_MINE),
    "diff": ("diff", "HEAD"),
    "explain": ("explain", "wrong-value"),
    "export": ("export", "json", IN_MINE, "-o", "tables"),
    "facts": ("facts",),
    "fix": ("fix", f"{IN_MINE}:5", "--yes"),
    "import": ("import", IN_MINE, "--from", "text"),
    "learn": ("learn", IN_MINE, "--write"),
    "ledger": ("ledger",),
    "lock": ("lock",),
    "mutate": ("mutate",),
    "new": ("new", "docs/other"),
    "odds": ("odds", "plain", "2d6"),
    "outline": ("outline", IN_MINE),
    "roll": ("roll", "plain", "2d6", "--seed", "9d66c052d1b030f2bdd1d364"),
    "rules": ("rules", "docs/mine/rules.yml"),
    "why": ("why", f"{IN_MINE}:3"),
}
OBJECT = {"check"}
"""What ends with 1 where nothing goes wrong around it."""
CALLS = (100, 1_000, 10_000, 60_000)
"""After so many calls of functions somebody stops a command."""
WITHOUT_PAGE = {"explain", "new", "odds", "roll"}
WRITING = {"baseline", "export", "fix", "learn", "lock", "new"}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faults") / "book"
    (folder / "docs/mine").mkdir(parents=True)
    (folder / "docs" / SHUT).mkdir()
    for name, text in (("mkdocs.yml", CONFIG), ("docs/mine/rules.yml", RULES), (IN_MINE, TEXT)):
        (folder / name).write_text(text, encoding="utf-8")
    who = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    for command in (("init", "-q"), ("add", "-A"), (*who, "commit", "-qm", "Begin")):
        subprocess.run(["git", *command], cwd=folder, check=True)
    before = Path.cwd()
    for command, arguments in COMMANDS.items():
        # Whatever a command loads is here before processes part, and loaded once.
        os.chdir(shutil.copytree(folder, folder.parent / command))
        CliRunner().invoke(main, arguments)
    os.chdir(before)
    return folder


@pytest.fixture
def folder(book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CI", "RULEBOOK_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return Path(shutil.copytree(book, tmp_path / "book"))


def ran(command: str, folder: Path, fault: Fault) -> Run:
    done = run(("rulebook", *COMMANDS[command]), folder, fault)
    assert "Traceback" not in done.err, done.err
    assert "fault of rulebook" not in done.err
    return done


def texts(folder: Path) -> dict[str, bytes]:
    """All files of a book, but for those of git and of our caches."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {name: path.read_bytes() for path in paths if ".git/" not in (name := str(path)) and "cache" not in name}


def stopped_once_each() -> list[tuple[str, int]]:
    """Every command with each of the calls, so that all commands and all calls are among the first."""
    turns = (
        (command, CALLS[(at + turn) % len(CALLS)]) for turn in range(len(CALLS)) for at, command in enumerate(COMMANDS)
    )
    return [*turns]


def test_every_command_is_tried() -> None:
    """But for the server, which lives with an editor, and translations, which need a site of several languages."""
    assert COMMANDS.keys() | {"lsp", "translate"} == cli.COMMANDS.keys() | own_parts("rulebook.commands").keys()


@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_fault(command: str, folder: Path) -> None:
    done = ran(command, folder, Fault())
    assert (done.code, done.err) == (int(command in OBJECT), "")


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - WITHOUT_PAGE - {"import"}))
def test_whatever_reads_a_book_keeps_nothing_where_nobody_wants_it(command: str, folder: Path) -> None:
    done = run(("rulebook", *COMMANDS[command], "--no-cache"), folder, Fault())
    assert (done.code, done.err) == (int(command in OBJECT), "")
    assert not (folder / ".rulebook-cache").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_an_output_that_is_full(command: str, folder: Path) -> None:
    done = ran(command, folder, FAULTS["full output"])
    assert (done.code, done.err) == (2, "rulebook: cannot go on: no space left on device\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_that_has_gone(command: str, folder: Path) -> None:
    done = ran(command, folder, FAULTS["closed pipe"])
    assert (done.code, done.err) == (2, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_pipe_that_knows_few_signs(command: str, folder: Path) -> None:
    done = ran(command, folder, FAULTS["cp1252"])
    assert (done.code, done.err) == (int(command in OBJECT), "")
    if command == "convert":  # A source, which is UTF-8.
        assert "→ 火 \N{GAME DIE}" in done.out.decode()
    else:
        assert done.out.decode("cp1252")


@pytest.mark.parametrize("command", COMMANDS)
def test_what_only_windows_has_is_enough(command: str, folder: Path) -> None:
    there = Path(shutil.copytree(folder, folder.parent / "there"))
    assert ran(command, there, FAULTS["windows"]) == ran(command, folder, FAULTS["cp1252"])
    theirs, ours = ({name.removeprefix(str(one)): text for name, text in texts(one).items()} for one in (there, folder))
    assert theirs == ours


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("fault", ["full disk", "read-only"])
def test_what_cannot_be_written_is_as_it_was(command: str, fault: str, folder: Path) -> None:
    before = texts(folder)
    done = ran(command, folder, FAULTS[fault])
    assert texts(folder) == before
    if command in WRITING or (command == "diff" and fault == "read-only"):
        assert done.code == 2
        assert done.err.count("\n") == 1
        assert "`: no space left" in done.err or "`: read-only file system" in done.err or command == "diff"
    else:
        assert (done.code, done.err) == (int(command in OBJECT), "")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_nobody_may_look_into(command: str, folder: Path) -> None:
    done = ran(command, folder, FAULTS["shut folder"])
    if command in COMMANDS.keys() - WITHOUT_PAGE - {"convert", "import", "rules"}:
        assert done.code == 2
        assert "cannot read `docs/shut`: permission denied" in done.err + done.out.decode()
    else:
        assert (done.code, done.err) == (int(command in OBJECT), "")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_that_vanishes(command: str, folder: Path) -> None:
    done = ran(command, folder, FAULTS["vanishing page"])
    if command in WITHOUT_PAGE | {"rules"}:
        assert (done.code, done.err) == (0, "")
    else:
        assert done.code == 2
        assert f"cannot read `{IN_MINE}`: there is no such file" in done.err + done.out.decode()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_that_changes(command: str, folder: Path) -> None:
    done = ran(command, folder, FAULTS["changing page"])
    if command == "fix":
        assert (done.code, done.err) == (2, f"rulebook: `{IN_MINE}` has changed meanwhile, so nothing is written\n")
    else:
        assert (done.code, done.err) == (int(command in OBJECT), "")


@pytest.mark.parametrize(("command", "calls"), shares(stopped_once_each(), seen=len(COMMANDS)))
def test_ctrl_c(command: str, calls: int, folder: Path) -> None:
    before = texts(folder)
    done = ran(command, folder, interrupted(calls))
    if done.code == 130:
        assert done.err == "rulebook: stopped\n"
        assert texts(folder) == before or command in WRITING
    else:
        assert (done.code, done.err) == (int(command in OBJECT), "")
        assert calls > 100
    assert not list(folder.rglob("*.new"))


IMPORTING = """
import os, signal, sys
left = int(sys.argv.pop(1))
def count(frame, event, argument):
    global left
    left -= event in ("call", "c_call")
    if left == 0:
        sys.setprofile(None)
        os.kill(os.getpid(), signal.SIGINT)
from rulebook.__main__ import main
sys.setprofile(count)
main()
"""


@pytest.mark.parametrize("calls", [40, 1_000, 10_000, 40_000])
def test_ctrl_c_while_the_command_is_loaded(calls: int) -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTING, str(calls), "--help"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) in ((130, "rulebook: stopped\n"), (-signal.SIGINT, ""), (0, ""))
    assert done.returncode or calls > 10_000

"""What only some systems have is used in one module, and done without where it is not there."""

from __future__ import annotations

import ast
import errno
import ntpath
import os
import posixpath
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml

from rulebook.commands.books import _PLACE
from rulebook_core.source import shown_path
from rulebook_core.store.parallel import shared
from rulebook_core.system import machine
from rulebook_core.system.machine import alone, cores, fork, has_gone, relative, ticking
from tests.faults import WINDOWS_LOCKS
from tests.patience import PATIENCE
from tests.systems import bound, nodes
from tests.test_architecture import PACKAGES, ROOT, modules

WORKFLOW = ROOT / ".github" / "workflows" / "systems.yml"
THREAD = """
import _thread, threading
from rulebook_core.system.machine import cores
done = _thread.allocate_lock()
done.acquire()
_thread.start_new_thread(done.acquire, ())
print(threading.active_count(), cores())
"""
OURS = [path for package in PACKAGES for path in modules(package)]


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", WINDOWS_LOCKS)


def test_what_only_some_systems_have_is_used_in_one_module() -> None:
    assert [line for path in OURS for line in bound(path)] == bound(Path(machine.__file__))
    assert len(bound(Path(machine.__file__))) >= 10


def test_one_module_asks_which_system_it_runs_on() -> None:
    asked = ("sys.platform", "os.name", "platform.system", "getwindowsversion")
    asking = {path.name for path in OURS if any(name in path.read_text(encoding="utf-8") for name in asked)}
    assert asking == {"machine.py"}


def test_what_three_systems_run_uses_what_all_of_them_have() -> None:
    """The tests that the workflow names, and what those share."""
    steps = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]["test"]["steps"]
    (command,) = [step["run"].split() for step in steps if "pytest" in step.get("run", "")]
    named = [ROOT / word for word in command if word.startswith("tests/")]
    files = [path for top in named for path in ([top] if top.suffix else sorted(top.rglob("*.py")))]
    assert len(files) > 60
    imported = {name for path in files for name in _imported(path) if name.startswith("tests.")}
    files += [path for name in imported if (path := ROOT.joinpath(*name.split(".")).with_suffix(".py")).is_file()]
    assert [line for path in files for line in bound(path)] == []


def _imported(path: Path) -> list[str]:
    return [str(node.module) for node in nodes(path) if isinstance(node, ast.ImportFrom)]


def test_files_are_utf_8_on_every_system() -> None:
    """Where nothing is said, a system decides."""
    undecided = [
        f"{path.name}:{node.lineno}"
        for path in OURS
        for node in nodes(path)
        if isinstance(node, ast.Call) and _is_text(node) and "encoding" not in {one.arg for one in node.keywords}
    ]
    assert undecided == []


def _is_text(call: ast.Call) -> bool:
    """Whether a call reads or writes text: of a file, or of a command."""
    match call.func:
        case ast.Name(id="open"):
            return not any(isinstance(one, ast.Constant) and "b" in str(one.value) for one in call.args)
        case ast.Attribute(value=ast.Name(id="workspace")):
            return False  # It takes UTF-8 where nothing is said.
        case ast.Attribute(value=ast.Call(func=ast.Name(id="distribution"))):
            return False  # It takes the name of a file, and UTF-8.
        case ast.Attribute(attr="read_text" | "write_text"):
            return True
        case ast.Attribute(value=ast.Name(id="subprocess")):
            return any(one.arg == "text" for one in call.keywords)
    return False


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_where_processes_do_not_part_one_does_all(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(part: Sequence[int]) -> list[tuple[int, int]]:
        return [(os.getpid(), number) for number in part]

    monkeypatch.setattr(sys, "platform", system)
    assert cores() == 1
    assert shared(range(5), [1] * 5, work) == [[(os.getpid(), number) for number in range(5)]]


def test_no_process_parts_while_another_thread_runs() -> None:
    """Not even one that Python's own list of threads does not have, such as those of a tool that has loaded Python."""
    done = subprocess.run([sys.executable, "-c", THREAD], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "1 1\n"


def test_a_part_whose_process_cannot_begin_is_done_here(windows: None) -> None:
    with pytest.raises(OSError, match=os.strerror(errno.ENOSYS)):
        fork()
    assert shared(range(4), [1] * 4, sum, processes=2) == [1, 5]


@pytest.mark.parametrize("system", ["linux", "win32"])
def test_runs_wait_for_each_other(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if system == "win32":
        request.getfixturevalue("windows")
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    done: list[str] = []
    waits = threading.Event()

    def second() -> None:
        with alone(tmp_path, waiting=waits.set):
            done.append("second")

    thread = threading.Thread(target=second)
    with alone(tmp_path):
        thread.start()
        assert waits.wait(PATIENCE)
        done.append("first")
    thread.join(PATIENCE)
    assert done == ["first", "second"]
    with alone(tmp_path, waiting=lambda: done.append("waited")), alone(tmp_path / "not-there"):
        assert done == ["first", "second"]


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_a_long_run_is_heard_of_again_and_again(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    ticks: list[float] = []
    with ticking(lambda: ticks.append(time.monotonic()), 0.01, 0.02):
        until = time.monotonic() + PATIENCE
        while len(ticks) < 3 and time.monotonic() < until:
            time.sleep(0.01)
    count = len(ticks)
    assert count >= 3
    time.sleep(0.05)
    assert len(ticks) == count


def test_a_reader_of_the_output_has_gone_in_two_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = OSError(errno.EINVAL, "invalid argument")
    assert has_gone(BrokenPipeError())
    assert not has_gone(odd)
    monkeypatch.setattr(sys, "platform", "win32")
    assert has_gone(odd)
    assert not has_gone(OSError(errno.ENOSPC, "full"))


@pytest.mark.parametrize(
    ("path", "folder", "way"),
    [
        (r"C:\books\docs\a.md", r"C:\books", "docs/a.md"),
        (r"c:\Books\docs\a.md", r"C:\books\docs", "a.md"),
        (r"C:\books\a.md", r"C:\books\docs", "../a.md"),
        (r"D:\a.md", r"C:\books", "D:/a.md"),
        (r"\\server\share\a.md", r"C:\books", "//server/share/a.md"),
    ],
)
def test_paths_of_windows_have_forward_slashes(path: str, folder: str, way: str) -> None:
    assert relative(path, folder, paths=ntpath) == way


def test_a_backslash_is_part_of_a_name_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert relative(tmp_path / r"a\b.md", tmp_path, paths=posixpath) == r"a\b.md"
    assert shown_path(Path(r"a\b.md")) == r"a\b.md"


@pytest.mark.parametrize(
    ("where", "parts"),
    [
        (r"C:\books\a.md:12", (r"C:\books\a.md", "12", None)),
        (r"C:\books\a.md:12:3", (r"C:\books\a.md", "12", "3")),
        (r"docs\a.md:1", (r"docs\a.md", "1", None)),
    ],
)
def test_a_place_may_be_on_a_drive(where: str, parts: tuple[str | None, ...]) -> None:
    match = _PLACE.fullmatch(where)
    assert match is not None
    assert match.group("path", "line", "column") == parts

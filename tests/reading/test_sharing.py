"""Many pages are read by several processes: what is found is the same, in the same order, whatever becomes of one."""

from __future__ import annotations

import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.commands.books import read_sources
from rulebook.loading.page_loader import MIN_TO_SHARE
from rulebook_core.store.parallel import _parts

PAGES = {
    0: "# A\n\nRoll the the dice: 1 in 6 (18 %). [x](p001.md#no)\n",
    1: "# B\n\n| d6 | Loot |\n| --- | --- |\n| 1-2 | ring |\n| 4-6 | rope |\n",
    2: "# C\n\n2d6 (7 on average), 3d6 (9 on average), 4d6 (14 on average).\n\n[a]: p000.md#nowhere\n",
}
NAMING = "---\nsystem: {}\n---\n# D\n\nRoll `1:d6`, [x](#no).\n"
RUN = """
import os, sys
if sys.argv[1] == "1":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from rulebook.cli import main
sys.argv = ["rulebook", "check", "--format", "json"]
main()
"""
SHARE = """
import os
from rulebook_core.store import parallel as sharing
sharing.cores = lambda: 3
here = os.getpid()
def work(part):
    if os.getpid() != here and 5 in part:
        raise ValueError
    return [part, [known], here == os.getpid()]
known = object()
given = sharing.shared(range(9), [1] * 9, work, [known])
assert [number for part, _, _ in given for number in part] == list(range(9))
assert all(kept is known for _, (kept,), _ in given)
print([is_here for _, _, is_here in given])
"""
STOPPED = """
import os, signal, sys, time
from rulebook_core.store import parallel as sharing
from rulebook_core.system.interrupts import stoppable
sharing.cores = lambda: 3
here = os.getpid()
def work(part):
    if os.getpid() != here:
        time.sleep(60)
    os.kill(here, signal.SIGINT)
    time.sleep(60)
children = []
fork = os.fork
os.fork = lambda: children.append(fork()) or children[-1]
try:
    stoppable(lambda: sharing.shared(range(9), [1] * 9, work, []))
except SystemExit as end:
    for child in children:
        try:
            os.kill(child, 0)
            print("still there")
        except ProcessLookupError:
            pass
    print(len(children), end.code)
"""


def run(code: str, folder: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=folder, capture_output=True, text=True)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def test_all_cores_find_what_one_does(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: X\n")
    for number in range(MIN_TO_SHARE + 20):
        (tmp_path / f"docs/p{number:03}.md").write_text(PAGES[number % 3])
    alone = run(RUN, tmp_path, "1")
    assert alone.count("doubled-word") > 50
    assert alone.count("wrong-value") > 50
    assert run(RUN, tmp_path, "all") == alone
    for number, game in ((3, "sda"), (160, "cavea"), (165, "caeva")):
        (tmp_path / f"docs/p{number:03}.md").write_text(NAMING.format(game))
    (tmp_path / "docs/p166.md").write_bytes(b"# \xff\n")
    alone = run(RUN, tmp_path, "1")
    assert "caeva" in alone
    assert run(RUN, tmp_path, "all") == alone


def test_what_fails_elsewhere_is_done_here(tmp_path: Path) -> None:
    assert run(SHARE, tmp_path) == "[True, True, False]\n"


def test_ctrl_c_ends_all_processes(tmp_path: Path) -> None:
    assert run(STOPPED, tmp_path) == "2 130\n"


@given(st.lists(st.integers(0, 9), max_size=20), st.integers(1, 5))
def test_parts_are_all_there_is_in_order(sizes: list[int], number: int) -> None:
    items = range(len(sizes))
    parts = list(_parts(items, sizes, number)) if sizes else []
    assert list(chain.from_iterable(parts)) == list(items)


def test_a_page_is_looked_at_as_it_is_read_whoever_asks_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looked at later, it would have to be read again by the one process that has them all."""
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    Path("docs/index.md").write_text(PAGES[2], encoding="utf-8")
    Path("mkdocs.yml").write_text("site_name: A\n", encoding="utf-8")
    for paths in ((), (".",), ("docs",)):
        assert list(read_sources(paths, None, None, None).looks) == ["index.md"]

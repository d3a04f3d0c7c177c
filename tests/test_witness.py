"""Whatever way something is asked of the disk, it is seen, and another answer makes another digest."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, suppress
from pathlib import Path

import pytest

from rulebook_core.store import parallel as sharing
from rulebook_core.store import witness
from tests.begun import as_begun


def exist(names: Sequence[str]) -> list[bool]:
    return [os.path.exists(name) for name in names]


WAYS: dict[str, Callable[[], object]] = {
    "open": lambda: open("file", encoding="utf-8").close(),
    "os.open": lambda: os.close(os.open("file", os.O_RDONLY)),
    "read_text": lambda: Path("file").read_text(encoding="utf-8"),
    "is_file": lambda: Path("file").is_file(),
    "is_file, then read_text": lambda: Path("file").is_file() and Path("file").read_text(encoding="utf-8"),
    "exists": lambda: os.path.exists("file"),
    "stat": lambda: os.stat("file").st_size,
    "glob": lambda: list(Path().glob("*le")),
    "rglob": lambda: list(Path().rglob("*le")),
    "walk": lambda: list(os.walk(".")),
    "listdir": os.listdir,
    "realpath": lambda: os.path.realpath("file"),
    "resolve": lambda: Path("file").resolve(),
    "another process": lambda: sharing.shared(
        ["", "file"], [1, 1], lambda names: [*map(os.path.exists, names)], processes=2
    ),
}
ENVIRONMENT: dict[str, Callable[[], object]] = {
    "get": lambda: os.environ.get("LAMP"),
    "getenv": lambda: os.getenv("LAMP"),
    "in": lambda: "LAMP" in os.environ,
    "all": lambda: dict(os.environ),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    as_begun(monkeypatch)
    (tmp_path / "inner").mkdir()
    with chdir(tmp_path):
        yield tmp_path


def questions(ask: Callable[[], object], *, runs: int = 0) -> dict[str, list[str]] | None:
    """What a run asks, in a process that has had so many."""
    time.sleep(2 * witness.GRAIN / 1e9)
    since, witness._runs = time.time_ns(), runs
    with witness.witnessed() as asked, suppress(OSError):
        ask()
    told = witness.settled(asked, since)
    return None if told is None else witness.questions(told)


@pytest.mark.parametrize("ask", WAYS.values(), ids=WAYS)
def test_what_is_asked_of_a_file_is_seen(ask: Callable[[], object]) -> None:
    file = Path("file")
    for change in (
        lambda: file.write_text("lamp", encoding="utf-8"),
        file.unlink,
        lambda: file.symlink_to("inner"),
    ):
        before = questions(ask)
        assert before is not None
        told = witness.digest(witness.answers(before))
        assert witness.digest(witness.answers(before)) == told
        change()
        assert witness.digest(witness.answers(before)) != told


@pytest.mark.parametrize("ask", ENVIRONMENT.values(), ids=ENVIRONMENT)
def test_what_is_asked_of_the_environment_is_seen(ask: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    before = questions(ask)
    assert before is not None
    told = witness.digest(witness.answers(before))
    monkeypatch.setenv("LAMP", "lit")
    assert witness.digest(witness.answers(before)) != told


@pytest.mark.parametrize("change", [lambda: Path("file").touch(), lambda: Path("inner").rmdir()])
def test_a_run_is_not_settled_where_something_changed_meanwhile(change: Callable[[], object]) -> None:
    assert questions(lambda: [os.path.exists("file"), Path("inner").is_dir(), change()]) is None
    assert questions(lambda: [os.listdir(), Path("other").touch()]) is None


def test_what_was_known_is_asked_again_only_where_it_may_have_changed() -> None:
    file, other = Path("file"), Path("other")
    other.write_text("lamp", encoding="utf-8")
    time.sleep(2 * witness.GRAIN / 1e9)
    since, witness._runs = time.time_ns(), 0
    with witness.witnessed() as asked:
        other.read_text(encoding="utf-8")
        file.exists()
    known = {("text", "other"): "known", ("stat", "file"): "known"}
    told = witness.settled(asked, since, known)
    assert told is not None
    assert (told["text", "other"], told["stat", "file"]) == ("known", "")
    other.write_text("wick", encoding="utf-8")
    assert witness.settled(asked, since, known) is None


def test_of_a_file_that_is_read_nothing_is_asked_but_its_text() -> None:
    Path("file").write_text("lamp", encoding="utf-8")
    asked = questions(WAYS["is_file, then read_text"])
    assert asked is not None
    assert [operation for operation, paths in asked.items() if "file" in paths] == ["text"]


def test_a_second_run_of_a_process_may_know_what_it_does_not_ask() -> None:
    assert questions(lambda: None, runs=1) is None


def test_what_hangs_on_more_than_files_is_never_settled() -> None:
    assert questions(lambda: witness.note("never", "file")) is None


def test_python_is_left_as_it_was() -> None:
    before = os.stat, os.lstat, os.readlink, type(os.environ).__getitem__, type(os.environ).__iter__
    assert questions(lambda: None) is not None
    assert before == (os.stat, os.lstat, os.readlink, type(os.environ).__getitem__, type(os.environ).__iter__)


def test_a_python_that_asks_in_another_way_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert witness.sees_all() is (sys.platform != "win32")
    monkeypatch.setattr(os.path, "isdir", len)
    assert not witness.sees_all()

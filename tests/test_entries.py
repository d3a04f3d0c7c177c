"""A stored result counts only as this user has written it, and a store that cannot be used costs only time."""

import hmac
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from rulebook_core.store import entries
from rulebook_core.workspace import database
from tests.stored import contents, execute, spoil

RESULT = {"words": ["Würfel", 3], "none": None}


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a user who has no key yet."""
    home = tmp_path / "home"
    monkeypatch.setattr("click.get_app_dir", lambda name: str(home / name))
    entries._key.cache_clear()
    yield home
    entries._key.cache_clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "book").mkdir()
    return tmp_path / "book" / ".rulebook-cache"


def test_a_result_comes_back_also_in_another_run(folder: Path) -> None:
    entries.save(folder, "a", RESULT)
    entries._key.cache_clear()
    assert entries.load(folder, "a") == RESULT
    assert entries.load(folder, "b") is None


def test_the_result_of_another_user_is_none(folder: Path, user: Path) -> None:
    entries.save(folder, "a", RESULT)
    (user / "rulebook" / "cache.key").unlink()
    entries._key.cache_clear()
    assert entries.load(folder, "a") is None


def test_a_result_is_none_under_another_key(folder: Path) -> None:
    entries.save(folder, "a", RESULT)
    execute(folder, "UPDATE entries SET key = 'b'")
    assert entries.load(folder, "b") is None


def test_every_changed_byte_of_a_result_is_seen(folder: Path) -> None:
    entries.save(folder, "a", RESULT)
    (data,) = contents(folder)
    for at in range(len(data)):
        spoil(folder, lambda _, at=at: data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])  # type: ignore[misc]
        assert entries.load(folder, "a") is None, at
        spoil(folder, lambda _, at=at: data[:at])  # type: ignore[misc]
        assert entries.load(folder, "a") is None, at


def test_a_file_that_is_cut_or_changed_anywhere_gives_the_result_or_none(folder: Path) -> None:
    entries.save(folder, "a", RESULT)
    path = folder / entries.FILE
    data = path.read_bytes()
    for at in [*range(120), *range(120, len(data), 97)]:
        for spoilt in (data[:at], data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]):
            path.write_bytes(spoilt)
            assert entries.load(folder, "a") in (None, RESULT), at
            entries.save(folder, "a", RESULT)
            entries.save(folder, "a", RESULT)  # What was broken is gone by now.
            assert entries.load(folder, "a") == RESULT, at


@pytest.mark.parametrize(
    "statements",
    [
        ("DROP TABLE entries",),
        ("CREATE TRIGGER more AFTER DELETE ON entries BEGIN DELETE FROM entries; END",),
        ("CREATE VIEW more AS SELECT 1",),
        (
            "DROP TABLE entries",
            "CREATE VIEW entries AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
            "SELECT x AS key, x AS size, x AS seal, x AS content FROM n",
        ),
        ("PRAGMA journal_mode=WAL",),
    ],
)
def test_a_file_of_another_form_is_made_anew(statements: tuple[str, ...], folder: Path) -> None:
    entries.save(folder, "a", RESULT)
    execute(folder, *statements)
    assert entries.load(folder, "a") is None
    entries.save(folder, "a", RESULT)
    assert entries.load(folder, "a") == RESULT


def test_no_journal_is_played_back(folder: Path, tmp_path: Path) -> None:
    """A journal may name a file that SQLite removes when it has used the journal."""
    entries.save(folder, "a", RESULT)
    other = tmp_path / "precious"
    other.write_text("stays", encoding="utf-8")
    journal = folder / f"{entries.FILE}-journal"
    journal.write_bytes(b"\xd9\xd5\x05\xf9 \xa1c\xd7" + bytes(504) + os.fsencode(other))
    assert entries.load(folder, "a") is None
    assert other.exists()
    assert not journal.exists()


def test_a_user_without_a_folder_stores_nothing_between_runs(folder: Path, user: Path) -> None:
    user.write_text("a file", encoding="utf-8")
    entries.save(folder, "a", RESULT)
    assert entries.load(folder, "a") == RESULT
    entries._key.cache_clear()
    assert entries.load(folder, "a") is None


def test_a_cache_that_leads_elsewhere_is_neither_read_nor_written(folder: Path, tmp_path: Path) -> None:
    entries.save(folder, "a", RESULT)
    folder.rename(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / ".gitignore").unlink()
    folder.symlink_to(tmp_path / "elsewhere")
    assert entries.load(folder, "a") is None
    (tmp_path / "elsewhere" / entries.FILE).unlink()
    entries.save(folder, "a", RESULT)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_store_that_leads_elsewhere_is_neither_read_nor_written(folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    for target in ("there", "nowhere"):
        (tmp_path / "there").write_bytes(b"a file")
        (folder / entries.FILE).symlink_to(tmp_path / target)
        entries.save(folder, "a", RESULT)
        assert entries.load(folder, "a") is None
        assert (tmp_path / "there").read_bytes() == b"a file"
        assert not (tmp_path / "nowhere").exists()
        (folder / entries.FILE).unlink()


def test_git_is_told_by_no_file_that_lies_elsewhere(folder: Path, tmp_path: Path) -> None:
    folder.mkdir(parents=True)
    (folder / ".gitignore").symlink_to(tmp_path / "elsewhere")
    entries.save(folder, "a", RESULT)
    assert not (tmp_path / "elsewhere").exists()
    assert entries.load(folder, "a") == RESULT


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_nobody_waits_for_who_reads_a_pipe(folder: Path) -> None:
    folder.mkdir(parents=True)
    os.mkfifo(folder / entries.FILE)
    assert entries.load(folder, "a") is None
    entries.save(folder, "a", RESULT)
    assert entries.load(folder, "a") == RESULT


def test_a_file_that_another_process_has_costs_only_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MAX_SECONDS", 0.05)
    entries.save(folder, "a", RESULT)
    with closing(sqlite3.connect(folder / entries.FILE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert entries.load(folder, "a") is None
        entries.save(folder, "a", {})
    assert entries.load(folder, "a") == RESULT


def test_the_oldest_entries_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MAX_STORE_BYTES", 1000)
    for number in range(9):
        entries.save(folder, str(number), "x" * 300)
    entries.save(folder, "7", "y" * 300)
    assert [number for number in range(9) if entries.load(folder, str(number))] == [6, 7, 8]
    entries.save(folder, "large", "x" * 2000)
    assert entries.load(folder, "large") is None
    assert entries.load(folder, "7") == "y" * 300


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_store_may_be_removed_at_any_time(is_whole: bool, folder: Path) -> None:
    for number in range(3):
        entries.save(folder, "a", [number])
        assert entries.load(folder, "a") == [number]
        with closing(sqlite3.connect(folder / entries.FILE)) as other:  # Another run reads meanwhile.
            other.execute("SELECT * FROM entries")
            if is_whole:
                shutil.rmtree(folder)
            else:
                (folder / entries.FILE).unlink()
        assert entries.load(folder, "a") is None


def test_without_sqlite_nothing_is_stored(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "sqlite3", None)
    entries.save(folder, "a", RESULT)
    assert entries.load(folder, "a") is None


WRITING = """
import sys
from pathlib import Path
from rulebook_core.store import entries
entries._key = lambda: b"k" * 32
for number in range(40):
    entries.save(Path(sys.argv[1]), f"{sys.argv[2]} {number}", [number] * 500)
"""


def test_several_processes_write_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = "abc"
    runs = [subprocess.Popen([sys.executable, "-c", WRITING, folder, name]) for name in names]
    assert [one.wait() for one in runs] == [0] * len(names)
    monkeypatch.setattr(
        entries, "_seal", lambda key, content: hmac.digest(b"k" * 32, f"{key}\0".encode() + content, "sha256")
    )
    found = [entries.load(folder, f"{name} {number}") for name in names for number in range(40)]
    assert found == [[number] * 500 for _ in names for number in range(40)]

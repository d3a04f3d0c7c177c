"""An entry of a cache counts only as this user has written it."""

import os
from pathlib import Path

import pytest

from rulebook_core.store import caching

ENTRY = {"words": ["Würfel", 3], "none": None}


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a user who has no key yet."""
    home = tmp_path / "home"
    monkeypatch.setattr("click.get_app_dir", lambda name: str(home / name))
    caching._key.cache_clear()
    yield home
    caching._key.cache_clear()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "book" / ".rulebook-cache" / "entry.json"


def test_an_entry_comes_back_also_in_another_run(path: Path) -> None:
    caching.store(path, path.parents[1], ENTRY)
    caching._key.cache_clear()
    assert caching.load(path, path.parents[1]) == ENTRY


def test_the_entry_of_another_user_is_none(path: Path, user: Path) -> None:
    caching.store(path, path.parents[1], ENTRY)
    (user / "rulebook" / "cache.key").unlink()
    caching._key.cache_clear()
    assert caching.load(path, path.parents[1]) is None


def test_an_entry_is_none_under_another_name(path: Path) -> None:
    caching.store(path, path.parents[1], ENTRY)
    other = path.with_name("other.json")
    path.rename(other)
    assert caching.load(other, path.parents[1]) is None


def test_every_changed_byte_is_seen(path: Path) -> None:
    caching.store(path, path.parents[1], ENTRY)
    data = path.read_bytes()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert caching.load(path, path.parents[1]) is None, at
        path.write_bytes(data[:at])
        assert caching.load(path, path.parents[1]) is None, at


def test_a_user_without_a_folder_keeps_nothing_between_runs(path: Path, user: Path) -> None:
    user.write_text("a file", encoding="utf-8")
    caching.store(path, path.parents[1], ENTRY)
    assert caching.load(path, path.parents[1]) == ENTRY
    caching._key.cache_clear()
    assert caching.load(path, path.parents[1]) is None


def test_a_cache_that_leads_elsewhere_is_neither_read_nor_written(path: Path, tmp_path: Path) -> None:
    caching.store(path, path.parents[1], ENTRY)
    path.parent.rename(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / ".gitignore").unlink()
    path.parent.symlink_to(tmp_path / "elsewhere")
    assert caching.load(path, path.parents[1]) is None
    (tmp_path / "elsewhere" / "entry.json").unlink()
    caching.store(path, path.parents[1], ENTRY)
    caching.store(path.parent / "deeper" / "entry.json", path.parents[1], ENTRY)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_git_is_told_by_no_file_that_lies_elsewhere(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir(parents=True)
    (path.parent / ".gitignore").symlink_to(tmp_path / "elsewhere")
    caching.store(path, path.parents[1], ENTRY)
    assert not (tmp_path / "elsewhere").exists()
    assert caching.load(path, path.parents[1]) == ENTRY


def test_nothing_of_the_book_is_taken_for_an_entry(path: Path) -> None:
    book = path.parents[1]
    (book / "docs").mkdir(parents=True)
    for number in range(3):
        (book / "docs" / f"{number}.json").touch()
    path.parent.symlink_to(book / "docs")
    caching.trim(path.parent, book, 1)
    caching.store(path, book, ENTRY)
    assert len(list((book / "docs").iterdir())) == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_nobody_waits_for_who_reads_a_pipe(path: Path) -> None:
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    caching.store(path, path.parents[1], ENTRY)
    assert caching.load(path, path.parents[1]) is None


def test_what_cannot_be_removed_keeps_no_other_entry(path: Path) -> None:
    (path.parent / "folder.json").mkdir(parents=True)
    (path.parent / "link.json").symlink_to(path.parent / "nowhere")
    for number, name in enumerate(("half-written.new", "old.json", "new.json"), start=1):
        (path.parent / name).touch()
        os.utime(path.parent / name, ns=(10**18 + number, 10**18 + number))
    for name in ("folder.json", "link.json"):
        os.utime(path.parent / name, ns=(10**18, 10**18), follow_symlinks=False)
    caching.trim(path.parent, path.parents[1], 1)
    assert {one.name for one in path.parent.iterdir()} == {"folder.json", "new.json"}

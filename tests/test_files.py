"""Files are written whole or not at all, and where they belong."""

import os
import stat
from pathlib import Path

import pytest

from rulebook_core.store.files import OutsideError, lies_elsewhere, lies_in, read_within, write


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "page.md"
    path.write_text("old", encoding="utf-8")
    path.chmod(mode)
    write(path, "new\r\n")
    assert path.read_bytes() == b"new\r\n"
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert [entry.name for entry in tmp_path.iterdir()] == ["page.md"]


def test_a_new_file_has_the_mode_of_any_other(tmp_path: Path) -> None:
    write(tmp_path / "ours", b"")
    (tmp_path / "usual").write_bytes(b"")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("failing", ["fsync", "replace", "chmod"])
def test_what_cannot_be_written_whole_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "page.md"
    path.write_text("old" * 5000, encoding="utf-8")

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, failing, full)
    with pytest.raises(OSError, match="No space"):
        write(path, "new" * 5000)
    assert path.read_text(encoding="utf-8") == "old" * 5000
    assert [entry.name for entry in tmp_path.iterdir()] == ["page.md"]


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "real.md").write_text("old", encoding="utf-8")
    (tmp_path / "page.md").symlink_to("real.md")
    write(tmp_path / "page.md", "new", within=tmp_path)
    assert (tmp_path / "page.md").is_symlink()
    assert (tmp_path / "real.md").read_text(encoding="utf-8") == "new"


def test_a_device_takes_what_it_is_given() -> None:
    write(Path(os.devnull), "gone")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["../out", "in/../../out", "/etc/out", "link/out", "sibling"])
def test_nothing_is_read_or_written_outside(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (tmp_path / "site-2").mkdir()
    (folder / "link").symlink_to("..")
    (folder / "sibling").symlink_to("../site-2/out")
    (tmp_path / "out").write_text("secret", encoding="utf-8")
    (tmp_path / "site-2" / "out").write_text("secret", encoding="utf-8")
    assert not lies_in(folder / name, folder)
    assert read_within(folder / name, folder) is None
    with pytest.raises(OutsideError):
        write(folder / name, "x", within=folder)
    assert (tmp_path / "out").read_text(encoding="utf-8") == "secret"
    assert not Path("/etc/out").exists()


def test_what_is_no_path_lies_nowhere(tmp_path: Path) -> None:
    assert not lies_in(tmp_path / "a\0b", tmp_path)
    assert read_within(tmp_path / ("x" * 5000), tmp_path) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes among its files")
def test_submodules_are_told_by_a_file_of_the_folder_alone(tmp_path: Path) -> None:
    book, said = tmp_path / "book", tmp_path / "book/.gitmodules"
    book.mkdir()
    os.mkfifo(said)  # Who opened it would wait for somebody to write.
    assert not lies_elsewhere(book / "maps/a.md")
    said.unlink()
    (tmp_path / "other").write_text('[submodule "maps"]\n\tpath = maps\n', encoding="utf-8")
    said.symlink_to(tmp_path / "other")
    assert not lies_elsewhere(book / "maps/a.md")
    said.unlink()
    (tmp_path / "other").rename(said)
    assert lies_elsewhere(book / "maps/a.md")

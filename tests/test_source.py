"""Positions: offsets are the truth, and lines and columns are computed from them."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_core.source import MAX_SOURCE_BYTES, Source, Span, UnreadableSourceError, read_source

texts = st.text(st.sampled_from("ab\t\r\n é漢😀"), max_size=40)


@given(texts, st.data())
def test_a_position_leads_back_to_its_offset(text: str, data: st.DataObject) -> None:
    source = Source("x.md", text)
    offset = data.draw(st.integers(0, len(text)))
    assert source.offset(source.position(offset)) == offset


@given(texts)
def test_lines_are_those_of_the_text(text: str) -> None:
    source = Source("x.md", text)
    lines = [source.line(number) for number in range(1, len(source.line_starts) + 1)]
    assert lines == text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@given(texts, st.data())
def test_the_column_counts_the_code_points_before(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    position = Source("x.md", text).position(offset)
    before = text[:offset]
    if text[offset - 1 : offset + 1] == "\r\n":
        return  # Between the two characters of one line end.
    folded = before.replace("\r\n", "\n").replace("\r", "\n")
    assert position.line == folded.count("\n") + 1
    assert position.column == len(folded) - (folded.rfind("\n") + 1) + 1


def test_line_ends_and_a_missing_last_one_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\nthree")
    source = read_source(path, "a.md")
    assert source.text == "one\r\ntwo\nthree"
    assert source.slice(Span(5, 8)) == "two"


def test_an_empty_file_is_a_source(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"")
    assert read_source(path).text == ""


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("Würfel".encode("utf-16"), "UTF-16 text; save it as UTF-8"),
        ("Würfel".encode("latin-1"), "save it as UTF-8"),
        (None, "no such file"),
        (b"a\0b", "binary"),
        (b"one\n\xff", "0xff in line 2"),
        (b"x" * (MAX_SOURCE_BYTES + 1), "16 MiB"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, content: bytes | None, reason: str) -> None:
    path = tmp_path / "a.md"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UnreadableSourceError, match=reason):
        read_source(path)


def test_a_folder_is_no_source(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSourceError, match="folder"):
        read_source(tmp_path)


def test_a_pipe_among_pages_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.md")
    with pytest.raises(UnreadableSourceError, match="this is a pipe"):
        read_source(tmp_path / "p.md")

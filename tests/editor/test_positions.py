"""Offsets and an editor's positions: there and back, whatever units it counts in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from rulebook_core.source import Source
from rulebook_lsp.positions import Positions

TEXTS = st.text(st.sampled_from("ab \r\n\té€🎲\u2028\x0c\u0301\ud800"), max_size=40)


@pytest.mark.parametrize("encoding", list(types.PositionEncodingKind))
@given(TEXTS, st.data())
def test_an_offset_comes_back(encoding: str, text: str, data: st.DataObject) -> None:
    source, positions = Source("a.md", text), Positions(encoding)
    offset = data.draw(st.integers(0, len(text)))
    if text[offset - 1 : offset + 1] == "\r\n":
        return  # There is no place between the two.
    assert positions.offset(source, positions.position(source, offset)) == offset


@given(TEXTS, st.integers(0, 50), st.integers(0, 50))
def test_any_position_is_a_place_of_the_text(text: str, line: int, character: int) -> None:
    offset = Positions(None).offset(Source("a.md", text), types.Position(line, character))
    assert 0 <= offset <= len(text)

"""Mapped text: whatever is done to it, every character knows where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_core.source import Source, Span
from rulebook_core.source_map import MappedText, Writer
from rulebook_syntax.dialects import read

LAYERS = st.lists(st.tuples(st.sampled_from("sxlfrw"), st.integers(0, 40), st.integers(0, 40)), max_size=5)


def layered(text: str, layers: list[tuple[str, int, int]]) -> MappedText:
    """A text after some steps, each with two places."""
    mapped = MappedText(text)
    for step, one, other in layers:
        first, last = sorted((min(one, len(mapped.text)), min(other, len(mapped.text))))
        if step == "s":
            mapped = mapped.slice(first, last)
        elif step == "x":
            mapped = mapped.strip()
        elif step == "f":
            mapped = mapped.fold()
        elif step == "r":
            mapped = mapped.replace([(first, last, "&" * (one % 3)), (last, last, "+" * (other % 2))])
        elif step == "l" and first < last and mapped.text[first].isspace():
            mapped = mapped.lines([(0, first), (last, len(mapped.text))])
        else:
            writer = Writer(mapped)
            writer.put("<b>", first)
            writer.copy(first, last)
            writer.put("</b>", last)
            mapped = writer.written()
    return mapped


@given(st.text("ab \n\t\u00a0", max_size=40), LAYERS)
def test_every_piece_is_what_stands_at_its_place(text: str, layers: list[tuple[str, int, int]]) -> None:
    mapped = layered(text, layers)
    assert "".join(mapped.text[piece.start : piece.end] for piece in mapped.pieces) == mapped.text
    spoken = [piece for piece in mapped.pieces if piece.copied or mapped.text[piece.start : piece.end] != " "]
    assert [*mapped.sources] == [piece.source for piece in spoken]
    for piece in mapped.pieces:
        assert 0 <= piece.source.start <= piece.source.end <= len(text)
        if piece.copied:
            shown, written = mapped.text[piece.start : piece.end], text[slice(*piece.source)]
            assert "".join(" " if s.isspace() else s for s in shown) == "".join(
                " " if s.isspace() or m == " " else s for s, m in zip(written, shown, strict=True)
            )
        for at in range(piece.start, piece.end):
            place = mapped.span(at, at + 1)
            assert place == (
                Span(piece.source.start + at - piece.start, piece.source.start + at - piece.start + 1)
                if piece.copied
                else piece.source
            )


@given(st.text("ab \n", max_size=40), LAYERS, st.integers(0, 40))
def test_what_is_left_of_a_place_is_found_again(text: str, layers: list[tuple[str, int, int]], offset: int) -> None:
    mapped = layered(text, layers)
    index = mapped.index(offset)
    if index < len(mapped.text):
        assert mapped.span(index, index + 1).end > min(offset, len(text) - 1)
    if index:
        assert mapped.span(index - 1, index).start <= max(offset, mapped.span(0, 1).start)


def test_only_runs_are_kept() -> None:
    text = "One **two**  three\nfour"
    mapped = MappedText(text).replace([(4, 6, ""), (9, 11, "")]).fold()
    assert mapped.text == "One two three four"
    assert [(mapped.text[p.start : p.end], text[slice(*p.source)]) for p in mapped.pieces] == [
        ("One ", "One "), ("two", "two"), (" ", "  "), ("three four", "three\nfour"),
    ]  # fmt: skip
    assert mapped.span(4, 18) == Span(6, 23)
    assert mapped.stretch(4, 11, None) == (4, 7)
    assert mapped.within(Span(0, 9)) == "One two"


def test_markup_around_a_text_leaves_one_run() -> None:
    mapped = MappedText("<b>two</b>").replace([(0, 3, ""), (6, 10, "")])
    assert (mapped.text, len(mapped.runs), mapped.shift) == ("two", 1, 3)


LONE = {
    "markdown": "# A\r\ra 1\rb\r\r- c 2\r- d\r\r| e |\r|---|\r| 3 |\r\r```\rf\r```\r",
    "obsidian": "a [[b]]\rc\r\r> [!note] T\r> d 1\r",
    "pandoc": "% T\r\ra -- 1\r\r----\rb   c\r--- ---\r1   2\r\r----\r",
    "asciidoc": "= T\r\ra 4\rb\r\r|===\r|c |5\r|===\r\r----\rd\re\r----\r",
    "prose": "A TITLE\r\rText 1\rmore\r",
}


@pytest.mark.parametrize("dialect", LONE)
def test_a_lone_carriage_return_ends_a_line_like_any_other(dialect: str) -> None:
    text = LONE[dialect]
    found, wanted = (read(Source("x", part), dialect) for part in (text, text.replace("\r", "\n")))
    assert found.prose == wanted.prose
    assert found.headings == wanted.headings
    assert "\r" not in "".join(block.text.text for block in found.prose.blocks)


@given(st.text("ab \n\t", max_size=40), LAYERS, st.integers(0, 44), st.integers(0, 44))
def test_the_way_to_the_source_is_the_one_through_each_layer(
    text: str, layers: list[tuple[str, int, int]], one: int, other: int
) -> None:
    mapped: MappedText | None = layered(text, layers)
    assert mapped is not None
    start, end = sorted((one % (len(mapped.text) + 1), other % (len(mapped.text) + 1)))
    found = mapped.span(start, end)
    while mapped is not None:
        start, end = mapped.place(start, end)
        mapped = mapped._below
    assert found.start == start
    # Of what was put behind the end of a text, the words that the text ended with may be the place.
    assert found.end == end or start == end

"""The reader of Markdown: places, plain text, code, terms and tables."""

from __future__ import annotations

import re
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook_core.source import Source, Span
from rulebook_syntax.dialects import UnknownDialectError, read
from rulebook_syntax.dialects.markdown.reading import read_markdown
from rulebook_syntax.document import Block, Document
from tests.dialects.fragments import Fragments
from tests.dialects.rendered import OPTIONS
from tests.shares import shares

LINE_ENDS = ("\n", "\r\n", "\r")


def document(text: str) -> Document:
    return read(Source("page.md", text), "markdown")


def block_of(text: str) -> Block:
    [block] = document(text).prose.blocks
    return block


# --- places -------------------------------------------------------------------------------------


def assert_places(source: Source, found: Document) -> None:
    """Every span lies in its source, and its slice is what it says it is."""

    def sliced(span: Span) -> str:
        assert 0 <= span.start <= span.end <= len(source.text)
        return source.slice(span)

    for heading in found.headings:
        assert heading.span.contains(heading.title_span)
        assert "\n" not in sliced(heading.title_span)
    for anchor in found.anchors:
        text = sliced(anchor.span)
        if anchor.kind in ("html", "attribute") and "&" not in text:
            assert text == anchor.id
    for link in (*found.links, *found.candidates):
        assert link.span.contains(link.text_span)
        assert sliced(link.span)[:1] in "[!<"
        if link.target_span is not None and link.kind != "html":
            assert link.span.contains(link.target_span)
            written = sliced(link.target_span)
            if link.target is not None and not re.search(r"[\\&`\s>]|mailto", written + link.target):
                assert written == link.target
        if link.label_span is not None and link.label is not None:
            assert _folded(sliced(link.label_span)) == link.label
    for definition in found.definitions:
        assert sliced(definition.span).startswith("[")
        assert _folded(sliced(definition.label_span)) == definition.label
        assert sliced(definition.target_span).replace("&amp;", "&") == definition.target
    for comment in found.comments:
        assert sliced(comment.span).startswith("<!--")
    for block in found.prose.blocks:
        assert 0 <= block.span.start < block.span.end <= len(source.text)
        plain = block.text
        assert plain.pieces[0].start == 0
        assert plain.pieces[-1].end == len(plain.text)
        for piece in plain.pieces:
            stands = sliced(piece.source)
            if piece.end - piece.start == len(stands) and block.kind != "code":
                assert plain.text[piece.start : piece.end].split() == stands.split()
        for code in block.code:
            sliced(code.span)


def _folded(text: str) -> str:
    return re.sub(r"(?m)^[> ]*", "", text) and " ".join(re.sub(r"\s*[\r\n]+[>\s]*", " ", text).split())


@pytest.mark.parametrize("extensions", ["default", "full"])
@pytest.mark.parametrize("line_end", LINE_ENDS, ids=["lf", "crlf", "cr"])
def test_spans_are_what_they_say(extensions: str, line_end: str) -> None:
    for seed in range(60):
        text = Fragments(seed, full=extensions == "full").document().replace("\n", line_end)
        source = Source("page.md", text)
        assert_places(source, read_markdown(source, OPTIONS[extensions]))


@settings(max_examples=150, deadline=None)
@given(
    st.text(
        alphabet="ab é\t\r\n#*_`[](){}<>!&;:|-=+.1\\\"'^~/$\x02\x03\N{COMBINING ACUTE ACCENT}\N{GAME DIE}", max_size=120
    )
)
def test_any_text_reads(text: str) -> None:
    source = Source("page.md", text)
    for options in OPTIONS.values():
        found = read_markdown(source, options)
        for span in [link.span for link in found.links] + [block.span for block in found.prose.blocks]:
            assert 0 <= span.start <= span.end <= len(text)


@pytest.mark.parametrize("line_end", LINE_ENDS, ids=["lf", "crlf", "cr"])
def test_positions_behind_front_matter_tabs_and_wide_characters(line_end: str) -> None:
    lines = [
        "---",
        "title: Über",
        "---",
        "",
        "# Größe",
        "",
        "*\titem\twith \N{GAME DIE} [link](x.md#y)",
        "",
        "\t\tcode [no](z)",
    ]
    found = document(line_end.join(lines))
    assert found.meta == {"title": "Über"}
    [link] = found.links
    assert link.target_span is not None
    assert found.source.slice(link.target_span) == "x.md#y"
    assert found.source.position(link.span.start) == (7, 15)
    assert found.headings[0].id == "groe"


def test_text_without_a_final_line_end() -> None:
    found = document("# A\n\n[x](#a)")
    assert [link.target for link in found.links] == ["#a"]
    assert document("").prose.blocks == ()


def test_adversarial_text_hides_nothing_behind_it() -> None:
    for text in (
        "[" * 50_000,
        "[a](" * 20_000,
        "<div>" * 20_000,
        "> " * 5_000 + "x",
        "`" * 30_000,
        "*a" * 20_000,
        "![" * 30_000,
    ):
        assert [link.target for link in document(text + "\n\n[last](x.md)").links] == ["x.md"]


def test_an_unknown_dialect_lists_the_known_ones() -> None:
    with pytest.raises(UnknownDialectError, match=r"no dialect `latin`; known: .*`markdown`"):
        read(Source("x", ""), "latin")


# --- plain text ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Two *d4*s and **three _d8_ dice**.", "Two d4s and three d8 dice."),
        ("A [link\nover](x.md) `code` ends.", "A link over code ends."),
        ("2 * 3 * 4 and snake_case_word", "2 * 3 * 4 and snake_case_word"),
        (r"\*no\* em, &copy; AT&T &#42;", "*no* em, © AT&T *"),
        ("a<!-- gone -->b <b>c</b>  d", "ab c d"),
        ("see ![alt](i.png) it[^1]\n\n[^1]: x", "see it"),
        ("text\n{: .lead #x }", "text"),
        ("[label][] and [label]\n\n[label]: x.md", "label and label"),
    ],
)  # fmt: skip
def test_plain_text(text: str, plain: str) -> None:
    assert document(text).prose.blocks[0].text.text == plain


def test_plain_text_leads_back() -> None:
    found = document("> Roll **three\n> d8**s &amp; more.")
    [block] = found.prose.blocks
    start = block.text.text.index("three d8s")
    span = block.text.span(start, start + len("three d8s"))
    assert found.source.slice(span) == "three\n> d8**s"
    ampersand = block.text.text.index("&")
    assert found.source.slice(block.text.span(ampersand, ampersand + 1)) == "&amp;"


def test_code_keeps_its_lines() -> None:
    found = document("Example:\n\n    one:  1\n      two\n\n    three\n\nafter\n\n```text\na\n  b\n```\n")
    blocks = {block.text.text: block for block in found.prose.blocks if block.kind == "code"}
    assert list(blocks) == ["one:  1\n  two\n\nthree", "a\n  b"]
    first = blocks["one:  1\n  two\n\nthree"]
    at = first.text.text.index("three")
    assert found.source.position(first.text.span(at, at + 5).start) == (6, 5)


def test_code_spans_have_their_classes() -> None:
    block = block_of('Roll <code class="lp big">1:d8</code>, `2:d4`{ .lp } or `none`.')
    assert [(block.text.text[c.start : c.end], c.classes) for c in block.code] == [
        ("1:d8", ("lp", "big")), ("2:d4", ("lp",)), ("none", ()),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ('<span id="x">Body Strength</span> (bSt) is', ["Body Strength"]),
        ("**Bold term** begins, **not this**.", ["Bold term"]),
        ('<div>\n  <span class="glossary-term">Gamer</span>\n  <p>A person.</p>\n</div>', ["Gamer"]),
        ("Term\n:   Definition", ["Term"]),
        ("*Emphasis* is none.", []),
    ],
)  # fmt: skip
def test_terms(text: str, terms: list[str]) -> None:
    blocks = document(text).prose.blocks
    assert [block.text.text[start:end] for block in blocks for start, end in block.terms] == terms


@pytest.mark.parametrize(
    "text",
    [
        "| Die | Points |\n|---|:-:|\n| d4 | `1|2` |\n| d6 |",
        "> Die | Points\n> --- | ---\n> d4 | `1|2`\n> d6 | ",
        "<table id='t'><caption>Die</caption>\n<tr><th>Die<th>Points</tr>\n"
        "<tr><td>d4</td><td><code>1|2</code></td></tr><tr><td>d6</td><td></td></tr></table>",
    ],
    ids=["pipes", "in a quote", "html"],
)
def test_tables(text: str) -> None:
    [table] = document(text).prose.tables
    assert [cell.text for cell in table.header] == ["Die", "Points"]
    assert [[cell.text for cell in row] for row in table.rows] == [["d4", "1|2"], ["d6", ""]]
    if "<table" in text:
        assert (table.id, table.caption) == ("t", "Die")


def test_blocks_know_their_sections() -> None:
    found = document("before\n\n# A\n\none\n\n## B\n\ntwo\n\n# C\n\nthree")
    paths = {b.text.text: found.section_path(b.section) for b in found.prose.blocks if b.kind == "paragraph"}
    assert paths == {"before": (), "one": ("A",), "two": ("A", "B"), "three": ("C",)}


# --- texts that nobody writes ---------------------------------------------------------------------

RUNS = ("#\n", "# \n", "#\na\n", "- \n", "=\n", "-\n", "---\n", "***\n", ": a\n", "[^a]: b\n", "!!! a\n", "```\n",
        "~~~\n", "<div markdown>\n", "</div>\n", "|\n", "[a]: b\n", "[", "![[", "|", "<", "$", "{", "`", "[a](",
        "<!--")  # fmt: skip


@pytest.mark.parametrize("run", shares(RUNS, seen=9))
def test_a_long_run_of_marks_takes_the_time_of_its_lines(run: str) -> None:
    text = f"# A\n\n[x](#nope)\n\n{run * (40_000 // len(run))}"
    start = process_time()
    found = document(text)
    assert found.prose.blocks
    assert any(link.target == "#nope" for link in found.links)
    assert process_time() - start < 8

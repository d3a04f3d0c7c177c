"""The dialect `pandoc`, against Pandoc itself: same words, same headings and ids, same tables, same footnotes."""

import pickle
import re
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulebook_core.source import Source, Span
from rulebook_pandoc.parsing.inlines import InlineReader, Names, applied
from rulebook_syntax.dialects import guess_dialect, page, read
from rulebook_syntax.dialects.markdown.inlines import InlineReader as MarkdownInlines
from rulebook_syntax.dialects.markdown.options import MarkdownOptions
from rulebook_syntax.document import Document
from rulebook_syntax.marks import Mark, Sentinels
from tests.checking import check_text, shown
from tests.dialects.pandoc_oracle import CASES, EXTENSIONS, by_pandoc, by_us, our_page
from tests.seeds import seed
from tests.shares import shares


def document(text: str) -> Document:
    return read(Source("page.md", text), "pandoc")


def cells(read_document: Document) -> list[list[list[str]]]:
    tables = read_document.prose.tables
    return [[[cell.text for cell in row] for row in (table.header, *table.rows) if row] for table in tables]


@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_a_page_shows_what_pandoc_shows(text: str) -> None:
    ours, theirs = by_us(text), by_pandoc(text)
    assert ours.words == theirs.words
    assert ours.headings == theirs.headings
    assert ours.tables == theirs.tables
    assert ours.footnotes == theirs.footnotes


@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_the_document_is_read_as_the_page_is_shown(text: str) -> None:
    read_document, theirs = document(text), by_pandoc(text)
    assert [(f"h{heading.level}", heading.id) for heading in read_document.headings] == theirs.headings
    assert cells(read_document) == theirs.tables
    assert {heading.id for heading in read_document.headings} <= {anchor.id for anchor in read_document.anchors}


def test_the_source_reads_as_pandoc_reads_it() -> None:
    text = seed("002")
    body = text[document(text).body.start :]
    ours, theirs = by_us(body), by_pandoc(body)
    assert ours == theirs
    assert len(theirs.headings) == 28
    assert [len(table) for table in theirs.tables] == [5, 5]


def test_the_source_has_every_word_in_its_blocks() -> None:
    text = seed("002")
    read_document = document(text)
    # Pandoc keeps what stands above the text apart.
    body = [block for block in read_document.prose.blocks if block.span.start >= read_document.body.start]
    words = [word for block in body for word in block.text.text.split()]
    assert sorted(words) == sorted(by_pandoc(text).words)


def test_the_title_block_is_data_and_heads_the_page() -> None:
    text = "% A *Game* -- played\n  on\n% Ann; Bob\n% May 21, 2013\n\n# First\n\nText.\n"
    read_document = document(text)
    assert dict(read_document.meta) == {"title": "A Game – played on", "author": "Ann; Bob", "date": "May 21, 2013"}
    assert text[read_document.body.start :] == "\n# First\n\nText.\n"
    assert " ".join(by_us(text).words[:10]) == "A Game – played on Ann; Bob May 21, 2013"
    assert [heading.id for heading in read_document.headings] == ["first"]


def test_front_matter_may_say_so_as_well() -> None:
    assert document("---\ntitle: X\nsystem: none\n---\n\n# A\n").meta == {"title": "X", "system": "none"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("% Title\n% Ann\n\ntext", "pandoc"),
        ("%% a comment\n\ntext", "markdown"),
        ("a\n\n----\nOne   Two\n----- ----\na     b\n\nc     d\n----\n", "pandoc"),
        ("```\n\n----\nOne   Two\n----- ----\na     b\n\nc     d\n----\n```\n", "markdown"),
        ("---\ntitle: x\n---\n\n# A\n\n---\n\ntext\n\n---\n", "markdown"),
        ("a\n\n---\nb c\n\n---\n\n- - -\n\n---\n", "markdown"),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n", "markdown"),
        ("100 % of it\n\ntext", "markdown"),
    ],
)
def test_the_dialect_is_known_by_what_nobody_else_writes(text: str, expected: str) -> None:
    assert guess_dialect(Source("page.md", text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n\n::: {.example #one}\nWords.\n:::\n", "pandoc"),
        ("# A\n\n::: package.module\n\ntext\n", "markdown"),
        ("# A\n\n:::tip\nWords.\n:::\n", "markdown"),
        ("# A\n\n```\n::: {.example}\nWords.\n:::\n```\n", "markdown"),
    ],
)
def test_a_file_by_itself_may_be_for_pandoc_alone(text: str, expected: str) -> None:
    assert guess_dialect(Source("page.md", text), alone=True) == expected
    assert guess_dialect(Source("page.md", text)) == "markdown"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a\n\n+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n\nb", "+---+---+"),
        ("as [@doe99, p. 3] says", "[@doe99, p. 3]"),
        ("see [see -@doe99]", "[see -@doe99]"),
        ("so $x^2 + y$ is", "$x^2 + y$"),
        ("so\n\n$$\nx\n$$\n", "$$\nx\n$$"),
        ("a \\emph{b} c", "\\emph{b}"),
        ("\\begin{tabular}{l}\na\n\\end{tabular}\n\nb", "\\begin{tabular}{l}\na\n\\end{tabular}"),
        ("`x`{=latex} y", "`x`{=latex}"),
        ("- a\n\n    3. b\n", "3. "),
        ("a. one\nb. two", "a."),
        ("text\n\n(iv) four", "(iv)"),
        ("(@good) First.", "(@good)"),
        ("H~2~O", "~2~"),
        ("2^10^ and", "^10^"),
        ("~~gone~~ too", "~~gone~~"),
        ("Text ^[in *line* 3].", "^[in *line* 3]"),
    ],
)
def test_what_is_not_supported_is_one_finding_at_its_place(text: str, place: str) -> None:
    (finding,) = document(text).findings
    assert finding.rule == "unsupported-markup"
    assert text[slice(*finding.place.span)].startswith(place)


@pytest.mark.parametrize(
    "text",
    [
        "it costs $5 and $6",
        "\\newpage\n\nthe end",
        "| a |\n|---|\n| 1 |\n\n: b {#c}\n\n[d](#c)",
        "a@b.org and @home",
        "50\\% \\* \\_",
        "a + b\n+ c",
        "2 ^ 3",
        "+5 to hit\n\n+---",
        "p. 5 says so",
        "B. Russell was English.",
        "a~b c~d, x^2 and y^3",
    ],
)
def test_what_only_looks_like_it_is_silent(text: str) -> None:
    assert document(text).findings == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("----\nOne   Two\n----- ----\na     b\n\nc     d\n\nEnd.\n", "----- ----"),
        ("::: note\ntext\n", "::: note"),
    ],
)
def test_what_is_not_whole_is_one_finding_at_its_place(text: str, place: str) -> None:
    (finding,) = document(text).findings
    assert (finding.rule, text[slice(*finding.place.span)]) == ("malformed-markup", place)


def test_rows_with_blank_lines_between_them_are_no_header() -> None:
    rows = "  {0} {1}\n  \\*     Hardly a threat.\n\n  \\*\\*   Run.\n  {0} {1}\n".format("-" * 5, "-" * 20)
    text = f"# Threats\n\n{rows}\n## Next\n\nText\n\n{rows}\nEnd\n"
    document = read(Source("x.md", text), "pandoc")
    assert [heading.title for heading in document.headings] == ["Threats", "Next"]
    assert [len(table.rows) for table in document.prose.tables] == [2, 2]


def test_links_to_headings_are_known_by_their_words() -> None:
    text = "# A -- b\n\nSee [A -- b] and [that][a -- b], not [c].\n\n[nowhere](#c)\n"
    read_document = document(text)
    assert [link.target for link in read_document.links] == ["#a-b", "#a-b", "#c"]
    assert [text[slice(*link.span)] for link in read_document.links][:2] == ["[A -- b]", "[that][a -- b]"]
    report = check_text(text, system=None, dialect="pandoc")
    assert [shown(finding) for finding in report.findings] == ["5:12 unknown-anchor 'c'"]


def test_a_footnote_is_read_where_it_stands() -> None:
    text = "Text.[^a]\n\n[^a]: First [+2]\nlazy.\n\n    Second 3.\n\nEnd.\n"
    blocks = document(text).prose.blocks
    assert [block.text.text for block in blocks] == ["Text.", "First [+2] lazy.", "Second 3.", "End."]
    assert text[slice(*blocks[2].text.span(7, 8))] == "3"


def test_a_cell_of_two_lines_knows_where_both_stand() -> None:
    text = "----\nLevel     Cost\n--------- ------\nSuperior  4\n[+2]      points\n\nBasic     1\n----\n"
    (table,) = document(text).prose.tables
    cell = table.rows[0][1]
    assert cell.text == "4 points"
    assert cell.block is not None
    assert [text[slice(*cell.block.text.span(*place))] for place in ((0, 1), (2, 8))] == ["4", "points"]


@pytest.mark.parametrize(
    "text",
    [
        '::: x"onclick=alert(1)\na\n:::\n',
        '::: {.x onclick="alert(1)" style="color:red"}\na\n:::\n',
        '[a]{.b onclick="alert(1)" title="<b>\\">"}',
        "[a]{#x'>y}",
        '# T {#"onclick=alert(1)}\n',
    ],
)
def test_attributes_inject_nothing(text: str) -> None:
    page_text = our_page(text)
    assert not re.search(r"<[^<>]*(?<!-)(?:onclick|style)=", page_text)


def test_directives_work_in_comments() -> None:
    text = '# A\n\n<!-- rulebook: allow unknown-anchor, for a test -->\n[x](#nope) -- "y"\n'
    report = check_text(text, system=None, dialect="pandoc")
    assert (report.findings, report.suppressed) == ((), 1)


# -- spans and marks --

SIGNS = "abc [+2] -- ... \" ' ( ) * ** _ ` `` [ ] ^[ [^x] { } ~ ~~ ^ $ @ # > | \\ < <b> </b> <!-- --> : + -"
# fmt: off
PIECES = st.sampled_from([
    *SIGNS.split(" "),
    "\n", "\n\n", "    ", "  ", "- ", "1. ", "(@) ", "# ", "## A {#b}", "---", "----", "--- ---", "\n===\n", ":::",
    "::: x", "| a | b |", "|--|--|", "```", "~~~", "[^x]: y", "[a]: b", ":   d", "Table: c", "a\tb", "\r\n", "&amp;",
    "![i](j)", "[k](l \"m\")", "`c`{=html}", "\\begin{x}", "\ufeff", "名前", "\U000f0001",
])
# fmt: on
TEXTS = st.lists(PIECES, max_size=40).map("".join)


@settings(max_examples=400)
@example("# ~~## A {#b}~~~\n")
@example("# $## A {#b}$\n")
@example("# $A {x} + {y}$ and $$ {z} $$")
@example("  # \n===\n")
@example("> a\n---\n\n# b\n===\n\n#\n")
@given(TEXTS)
def test_any_text_is_read_and_all_spans_are_right(text: str) -> None:
    read_document = document(text)
    whole = Span(0, len(text))
    headings, blocks = read_document.headings, read_document.prose.blocks
    spans = [heading.span for heading in headings] + [anchor.span for anchor in read_document.anchors]
    spans += [link.span for link in read_document.links] + [comment.span for comment in read_document.comments]
    spans += [finding.place.span for finding in read_document.findings] + [block.span for block in blocks]
    assert all(0 <= span.start <= span.end <= whole.end for span in spans)
    for block in blocks:
        for match in re.finditer(r"[a-z]+", block.text.text):
            span = block.text.span(*match.span())
            if block.kind == "code" and "\t" in text:
                continue  # A line of code with a tab in it stands for its source as a whole.
            # A word may have markup within it; an entity stands for one as a whole.
            assert text[span.start] == match[0][0] or "&" in text[slice(*span)]
            assert text[span.end - 1] == match[0][-1] or "&" in text[slice(*span)]


@settings(max_examples=150)
@given(TEXTS)
def test_of_any_text_the_words_of_its_headings_are_shown(text: str) -> None:
    rendered = " ".join(by_us(text).words)
    for heading in document(text).headings:
        assert all(word in rendered for word in re.findall(r"[a-z]+", heading.title))


@settings(max_examples=400)
@example("[[][`][]{#r}`}`")
@example("`a`\\newpage`b`")
@example('[a]{b="`"} `c`')
@example("\\``a`b`")
@given(st.lists(PIECES | st.sampled_from(("`", "{#r}", "\\newpage", "](", '{a="')), max_size=20).map("".join))
def test_what_is_code_is_decided_once(text: str) -> None:
    found = InlineReader(Names()).read(text)
    written = applied(text, found)
    code = [written[slice(*place)] for place in MarkdownInlines(MarkdownOptions(), (), ()).read(written).code]
    assert code == [text[slice(*place)].strip("`").replace("\n", " ").strip() for place in found.code]


@settings(max_examples=300)
@given(TEXTS, st.data())
def test_marks_change_nothing_and_are_kept(text: str, data: st.DataObject) -> None:
    read_document = document(text)
    spans = [match.span() for match in re.finditer(r"[a-z]+|\[\+2\]", text[read_document.body.start :])]
    chosen = data.draw(st.lists(st.sampled_from(spans), unique=True)) if spans else []
    body = read_document.body.start
    marks = [Mark(Span(start + body, end + body), "<i>", "</i>") for start, end in sorted(chosen)]
    sentinels = Sentinels.absent_from(text)
    marked = page(read_document, sentinels.insert(text, marks), lambda words: None).text
    signs = f"[{sentinels.opening}{sentinels.closing}{sentinels.digits}]"
    assert re.sub(signs, "", marked) == our_page(text)


def test_a_page_is_translated_once_with_and_without_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "% Title\n\nRoll 2d6.\n"
    document = read(Source("x.md", text), "pandoc")
    sent = pickle.loads(pickle.dumps(document))
    shown = page(document, text, str).text
    with monkeypatch.context() as patched:
        patched.setattr("rulebook_pandoc.reading._translate", None)
        assert page(document, text, str).text == shown
        assert page(document, text.replace("2d6", "\U000f00002d6"), str).text.replace("\U000f0000", "") == shown
    assert page(sent, text, str).text == shown
    assert "Roll 3d6" in page(document, text.replace("2d6", "3d6"), str).text


def test_a_mark_comes_out_in_its_cell_and_in_its_footnote() -> None:
    import markdown

    table = "----\nLevel     Cost\n--------- ------\nSuperior  4\n[+2]      points\n----\n"
    text = f"{table}\n> [^a]\n>\n> [^a]: costs *4* points -- all\n"
    read_document = document(text)
    found = [match.start() for match in re.finditer("4", text)]
    marks = [Mark(Span(at, at + 1), "<b>", "</b>") for at in found]
    sentinels = Sentinels.absent_from(text)
    marked = page(read_document, sentinels.insert(text, marks), lambda words: None).text
    html = sentinels.replace(markdown.Markdown(extensions=EXTENSIONS).convert(marked), marks)
    assert "<b>4</b> points</td>" in html
    assert "costs <em><b>4</b></em> points – all" in html


def test_a_place_kept_for_something_stays_a_line() -> None:
    text = "# A\n\n- a\n- b\n\n<!-- sheet: x -->\n\ntext\n"
    held = "\U0010f001\U0010f002"
    marked = page(document(text), text.replace("<!-- sheet: x -->", held), lambda words: None).text
    assert f"\n{held}\n" in marked


HARD = {
    "dashes": "---\na\n", "columns": "--- ---\na   b\n", "unclosed": "----\na   b\n--- ---\n\n", "ticks": "` `` ``` ",
    "brackets": "[", "links": "[a](", "notes": "^[", "comments": "<!-- ", "struck": "~~a ", "formulas": "$a ",
    "quotes": "\"a 'b ", "deep": "> " * 50 + "x\n", "braces": "{", "citations": "[@a ", "divs": "::: a\n",
    "captions": ": a\n\n",
}  # fmt: skip


@pytest.mark.parametrize("unit", shares(HARD.values(), seen=8), ids=HARD)
def test_odd_text_is_read_in_time_that_grows_with_it(unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit))
        start = time.process_time()
        document(text)
        return time.process_time() - start

    seconds(1000)
    short, long = seconds(6_000), seconds(48_000)
    # Eight times the text: a square would be 64.
    assert long < 30 * short + 0.5

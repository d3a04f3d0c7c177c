"""Marks: a page with marks is the page without them, plus the elements, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_core.source import Span
from rulebook_core.spans import Stretches
from rulebook_syntax.marks import Mark, Sentinels
from tests.seeds import seed

EXTENSIONS = [
    "tables",
    "toc",
    "attr_list",
    "md_in_html",
    "footnotes",
    "pymdownx.superfences",
    "pymdownx.highlight",
]

CODE = '<div class="highlight"><pre><span></span><code>'


def bold(*spans: tuple[int, int]) -> list[Mark]:
    return [Mark(Span(*span), "<b>", "</b>") for span in spans]


def numbers(text: str) -> list[Mark]:
    return bold(*(match.span() for match in re.finditer(r"\d+", text)))


def rendered(text: str, marks: list[Mark], barred: Iterable[Span] = ()) -> str:
    sentinels = Sentinels.absent_from(text)
    html = markdown.markdown(sentinels.insert(text, marks, barred), extensions=EXTENSIONS)
    return sentinels.replace(html, marks)


def rendered_unseen(text: str, barred: Iterable[Span] = ()) -> str:
    """The page with every number marked by nothing at all."""
    return rendered(text, [Mark(mark.span, "", "") for mark in numbers(text)], barred)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        pytest.param("a 12 b", "<p>a <b>12</b> b</p>", id="plain"),
        pytest.param("*12* a", "<p><em><b>12</b></em> a</p>", id="emphasis"),
        pytest.param(
            "__12 + a__ or _b 3_", "<p><strong><b>12</b> + a</strong> or <em>b <b>3</b></em></p>", id="underscores"
        ),
        pytest.param("a_12 _b_ 3_c_", "<p>a_12 <em>b</em> 3_c_</p>", id="underscores-within-words"),
        pytest.param("_a_12 and _3_4", "<p>_a_12 and _3_4</p>", id="underscores-that-mark-nothing"),
        pytest.param("`2:6`", "<p><code><b>2</b>:<b>6</b></code></p>", id="code-span"),
        pytest.param('<i class="lp">2</i>', '<p><i class="lp"><b>2</b></i></p>', id="inline-html"),
        pytest.param("<table id='t4'><td>15</table>", "<table id='t4'><td><b>15</b></table>", id="raw-html"),
        pytest.param("    (2)", f"{CODE}(<b>2</b>)\n</code></pre></div>", id="indented-code"),
        pytest.param("# Rank 3", '<h1 id="rank-3">Rank <b>3</b></h1>', id="heading-id-stays"),
        pytest.param("[rank 3](x4.md)", '<p><a href="x4.md">rank 3</a></p>', id="not-within-links"),
        pytest.param('<p title="4">5</p>', '<p title="4"><b>5</b></p>', id="not-within-attributes"),
        pytest.param("![a 3](b4.png)", '<p><img alt="a 3" src="b4.png" /></p>', id="not-within-alt-text"),
        pytest.param("1. one 2", "<ol>\n<li>one <b>2</b></li>\n</ol>", id="list-numbers-stay"),
    ],
)
def test_marks_land_on_their_text(text: str, html: str) -> None:
    assert rendered(text, numbers(text)) == html


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        pytest.param("two *d4s and* six", "*d4s and", id="across-emphasis"),
        pytest.param("one\n\ntwo", "one\n\ntwo", id="across-paragraphs"),
        pytest.param("- one\n- two", "one\n- two", id="across-items"),
    ],
)
def test_a_mark_across_elements_is_dropped(text: str, marked: str) -> None:
    start = text.index(marked)
    assert rendered(text, bold((start, start + len(marked)))) == rendered(text, [])


def test_a_mark_may_hold_whole_elements() -> None:
    assert rendered("a *2* b", bold((0, 7))) == "<p><b>a <em>2</em> b</b></p>"


def test_of_overlapping_marks_the_first_listed_counts() -> None:
    assert rendered("abcdef", bold((2, 4), (0, 3), (4, 6))) == "<p>ab<b>cd</b><b>ef</b></p>"


@pytest.mark.parametrize(
    ("held", "html"),
    [
        pytest.param([(2, 4)], "<p>a<i>b<b>cd</b>e</i>f</p>", id="within"),
        pytest.param([(1, 3), (3, 5)], "<p>a<i><b>bc</b><b>de</b></i>f</p>", id="at both ends"),
        pytest.param([(1, 5)], "<p>a<i><b>bcde</b></i>f</p>", id="all of it"),
        pytest.param([(0, 1), (5, 6)], "<p><b>a</b><i>bcde</i><b>f</b></p>", id="beside it"),
        pytest.param([(0, 2)], "<p><b>ab</b>cdef</p>", id="across its bound"),
    ],
)
def test_a_mark_around_others_holds_them(held: list[tuple[int, int]], html: str) -> None:
    around = Mark(Span(1, 5), "<i>", "</i>", around=True)
    assert rendered("abcdef", [around, *bold(*held)]) == html
    assert rendered("abcdef", [*bold(*held), around]) == html


def test_marks_around_others_do_not_overlap() -> None:
    marks = [Mark(Span(*span), "<i>", "</i>", around=True) for span in ((0, 4), (2, 3), (4, 6))]
    assert rendered("abcdef", marks) == "<p><i>abcd</i><i>ef</i></p>"


@pytest.mark.parametrize(
    ("at", "html"),
    [
        (0, "<p><i></i><b>abc</b><b>def</b></p>"),
        (2, "<p><b>abc</b><b>def</b></p>"),
        (3, "<p><b>abc</b><i></i><b>def</b></p>"),
        (6, "<p><b>abc</b><b>def</b><i></i></p>"),
    ],
)
def test_an_empty_mark_stands_between_others(at: int, html: str) -> None:
    empty = Mark(Span(at, at), "<i>", "</i>")
    assert rendered("abcdef", [*bold((0, 3), (3, 6)), empty]) == html


def test_barred_stretches_stay_untouched() -> None:
    sentinels = Sentinels.absent_from("")
    assert sentinels.insert("[a2]: b3", numbers("[a2]: b3"), barred=[Span(0, 8)]) == "[a2]: b3"


def test_private_use_characters_of_the_writer_stay() -> None:
    icons = "\U0010f000\U0010f001\U0010f002 \U000f0000 \ue000"
    text = f"{icons} 12"
    assert rendered(text, numbers(text)) == f"<p>{icons} <b>12</b></p>"


def test_the_raw_source_renders_as_without_marks() -> None:
    text = seed("000")
    definitions = [Span(*m.span()) for m in re.finditer(r"^\[[^\]]+\]: .*", text, re.MULTILINE)]
    assert rendered_unseen(text, definitions) == markdown.markdown(text, extensions=EXTENSIONS)


WORDS = st.sampled_from(
    [
        *("2", "17", " ", "\n", "\n\n", "*", "**", "_", "`", "a", "d6", "[x 2](y3.md)", "| ", "\n|-|-|\n"),
        *("\n# ", "\n- ", "\n> ", "\n    ", "\n1. ", "<b>", "</b>", "<td>", "<!-- 2 -->", "&amp;", "\\"),
        *("<p title='2'>", "\n```\n", "\U0010f000"),
    ]
)


@given(st.lists(WORDS, max_size=30).map("".join))
def test_marks_change_nothing_else(text: str) -> None:
    # Marks inside link targets are barred by the caller, who knows the links.
    barred = [Span(*match.span()) for match in re.finditer(r"\(y3\.md\)", text)]
    assert rendered_unseen(text, barred) == markdown.markdown(text, extensions=EXTENSIONS)


@given(st.text(st.sampled_from("ab<>/\"'=! -\U0010f000\U0010f001\U0010f002\U0010f003"), max_size=40))
def test_replace_takes_any_html(html: str) -> None:
    sentinels = Sentinels("\U0010f000", "\U0010f001", "\U0010f002\U0010f003")
    replaced = sentinels.replace(html, [Mark(Span(0, 0), "", "")])
    assert replaced == re.sub("[\U0010f000-\U0010f003]", "", html)


SPANS = st.tuples(st.integers(0, 30), st.integers(0, 6)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))


@given(st.lists(SPANS, max_size=8), st.lists(SPANS, max_size=8))
def test_stretches_know_what_meets_them(spans: list[Span], asked: list[Span]) -> None:
    stretches, taken = Stretches(spans), list(spans)
    for span in asked:
        shares = any(set(range(*span)) & set(range(*other)) for other in taken)
        if span.start < span.end:
            assert stretches.meets(span) == shares
        if not shares:
            stretches.add(span)
            taken.append(span)


@pytest.mark.parametrize(
    ("text", "marked", "html"),
    [
        pytest.param("**12**: a", ["12**: a"], "<p><u><strong>12</strong>: a</u></p>", id="begins-in-bold"),
        pytest.param("12: **a**", ["12: **a"], "<p><u>12: <strong>a</strong></u></p>", id="ends-in-bold"),
        pytest.param(
            "[**12**](x): a", ["12**](x): a"], '<p><u><a href="x"><strong>12</strong></a>: a</u></p>', id="link"
        ),
        pytest.param("12<br>a", ["12<br>a"], "<p><u>12<br>a</u></p>", id="line"),
        pytest.param("*1 a; 2* b", ["1 a", "2* b"], "<p><em><u>1 a</u>; <u>2</u></em> b</p>", id="two-in-one"),
        pytest.param("*12* a\n\nb", ["12* a\n\nb"], "<p><em>12</em> a</p>\n<p>b</p>", id="two-paragraphs"),
    ],
)
def test_a_mark_around_others_grows_to_whole_elements(text: str, marked: list[str], html: str) -> None:
    spans = [Span(text.index(part), text.index(part) + len(part)) for part in marked]
    assert rendered(text, [Mark(span, "<u>", "</u>", around=True) for span in spans]) == html

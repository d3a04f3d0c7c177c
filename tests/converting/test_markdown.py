"""HTML as Markdown: what Python-Markdown makes of it again says the same."""

from __future__ import annotations

import html

import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook_export.blocks import BlockWriter
from rulebook_syntax.html_elements import parse

EXTENSIONS = ["tables", "attr_list", "md_in_html", "footnotes", "def_list", "admonition", "fenced_code", "toc"]


def written(text: str) -> str:
    return BlockWriter(parse(text)).write()


def rendered(text: str) -> str:
    return markdown.markdown(text, extensions=EXTENSIONS)


def words(text: str) -> str:
    return " ".join(parse(text).text.split())


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ('<h2 id="x">A <em>b</em></h2>', "## A *b* { #x }"),
        ("<p>one<br>two</p>", "one  \ntwo"),
        ("<p>3 *4 and _x_ and a_b [c](d) <code>`</code></p>", "3 \\*4 and \\_x\\_ and a_b \\[c](d) `` ` ``"),
        ('<p><a href="a b.md">x</a></p>', "[x](<a b.md>)"),
        ('<p><span class="lexicWord">rank</span>s</p>', "*rank*{ .lexicWord }s"),
        ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "-   a\n\n-   b\n\n    -   c"),
        ("<ol><li><p>a</p><p>b</p></li></ol>", "1.  a\n\n    b"),
        ("<dl><dt>a</dt><dd>b</dd></dl>", "a\n:   b"),
        ('<div class="admonition note"><p class="admonition-title">T</p><p>b</p></div>', '!!! note "T"\n\n    b'),
        ("<table><tr><th>a</th></tr><tr><td>b|c</td></tr></table>", "| a |\n| --- |\n| b\\|c |"),
        ('<table id="t"><tr><td>b</td></tr></table>', '<table id="t">\n<tr><td>b</td></tr>\n</table>'),
        ('<pre><code data-lang="py">a\n  b</code></pre>', "```py\na\n  b\n```"),
        ("<blockquote><p>a</p></blockquote>", "> a"),
        ("<p># no heading</p>", "\\# no heading"),
        ("<p>1. no item</p>", "1\\. no item"),
        ("<p>---</p>", "&#45;--"),
        ("<table><tr><th>a</th></tr><tr><td><code>b|c</code></td></tr></table>", "| a |\n| --- |\n| `b|c` |"),
        ('<div id="here"><p>a</p></div>', '<a id="here"></a>\n\na'),
    ],
)
def test_an_element_in_markdown(source: str, wanted: str) -> None:
    assert written(source).strip() == wanted
    assert "".join(words(rendered(wanted)).split()) == "".join(words(source).split())


def test_footnotes() -> None:
    source = (
        '<p>a<sup class="footnote">[<a id="_footnoteref_1" href="#_footnotedef_1">1</a>]</sup></p>'
        '<div id="footnotes"><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. b</div></div>'
    )
    assert written(source) == "a[^1]\n\n[^1]: b\n"


TEXT = st.text(alphabet="ab1 *_[](){}<>&#`|\\+-=.:!~^\n", min_size=1, max_size=30)


@settings(derandomize=True, max_examples=300)
@given(TEXT)
def test_running_text_stays_what_it_is(text: str) -> None:
    source = f"<p>x {html.escape(text)} y</p>"
    assert words(rendered(written(source))) == words(source)


@settings(derandomize=True, max_examples=300)
@given(TEXT)
def test_a_paragraph_stays_one(text: str) -> None:
    source = f"<p>{html.escape(text)}</p>"
    again = parse(rendered(written(source)))
    assert words(rendered(written(source))) == words(source)
    assert [child.tag for child in again.children] == ["p"] * bool(words(source))


@settings(derandomize=True, max_examples=300)
@given(st.lists(st.lists(TEXT.filter(str.strip), min_size=2, max_size=2), min_size=1, max_size=3))
def test_a_table_keeps_its_cells(rows: list[list[str]]) -> None:
    cells = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    again = parse(rendered(written(f"<table><tr><th>h</th><th>i</th></tr>{cells}</table>")))
    assert [" ".join(cell.text.split()) for cell in again.all("td")] == [" ".join(c.split()) for r in rows for c in r]

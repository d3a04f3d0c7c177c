"""Whatever a page shows of a construct is read, or told as not looked at: held against the page that is built."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html.parser import HTMLParser

import pytest
from markdown import Markdown

from rulebook_core.source import Source
from rulebook_markdown import RulebookExtension
from rulebook_proof.analysis import analyse
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.book import Book, Page
from rulebook_syntax.dialects import ReadingOptions, extensions_of, read, unread
from rulebook_syntax.dialects.markdown.options import MarkdownOptions
from rulebook_syntax.document import Document

PROBE = "{} + 1 = 7"
EXTENSIONS = (
    "abbr", "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc", "pymdownx.critic",
    "pymdownx.details", "pymdownx.mark", "pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tasklist",
)  # fmt: skip
MARKDOWN = (
    "{}", "**{}**", "[{}](a.md)", "![{}](a.png)", '[a](b.md "{}")', "## {}", "{}\n---", "[a]: b.md '{}'\n\n[a][]",
    "| a | b |\n|---|---|\n| {} | c |", "| a | b |\n|---|---|\n| c | d | {} |", "| a | b |\n|--|-\n| {} | c |",
    "| a | b |\n| {} | c |", "a | b\n---|---\n{} | c", "Term {}\n:   a", "Term\n:   {}", "a[^1]\n\n[^1]: {}",
    "[^2]: {}", "a^[{}]", "*[HP]: {}\n\nHP", "<b>{}</b>", "<p>{}</p>", "<div>{}</div>", "a <!-- {} --> b",
    "a <i title='{}'>b</i>", "<table><caption>{}</caption><tr><td>a</td></tr></table>",
    "<details><summary>{}</summary>a</details>", "<dl><dt>{}</dt><dd>a</dd></dl>", "<textarea>{}</textarea>",
    "<select><option>{}</option></select>", "a {{~~b~>{}~~}}", "a {{>>{}<<}}", "{{++{}++}}", '!!! note "{}"\n    a',
    "??? note\n    {}", '=== "{}"\n\n    a', "- a\n    - b\n        - {}", "1. a\n\n    {}", "- [ ] {}", "> {}",
    "    {}", "```\n{}", '```a title="{}"\nb\n```', "$$\n{}\n$$", "{{{{ {} }}}}", "{{% {} %}}", "%%{}%%",
    "%%\n{}\n%%", "[[a|{}]]", "> [!tip] {}\n> a", "Table: {}", "::: a\n{}\n:::", "<svg><text>{}</text></svg>",
    "a<br>{}", "a\\\n{}", "[{}][]", "||{}||", "<a>{}", "<!-- {}",
)  # fmt: skip
PANDOC = (
    "% {}\n% a\n\nb", "---------------\n a  b\n--- ----------\n c  {}\n\n d  e\n---------------", "| {}\n| a",
    "(@) {}", "---------------\n a  {}\n--- ----------\n b  c\n---------------",
    "+---+------------+\n| a | {} |\n+---+------------+", "--- ------------\n a  {}\n\n b  c\n--- ------------",
    "a    b\n---  -----------\nc    {}", "#. {}", "Term\n~ {}", "--- ------------\n a  {}\n--- ------------",
    ": {}\n\n| a |\n|---|\n| b |", "::: {{.a}}\n{}", "a~{}~", "[{}]{{.a}}",
)  # fmt: skip
ASCIIDOC = (
    "{}", "*{}*", "== {}", ".{}\na", ".{}\n====\na\n====", "* a\n+\n{}", "{}:: a", "a:: {}", "[qanda]\n{}:: a",
    "<.> {}", "NOTE: {}", "[NOTE]\n.{}\n====\na\n====", "****\n{}\n****", "[quote, a, {}]\nb", "____\na\n____\n-- {}",
    "|===\n|a |{}", "[verse]\n{}", '"{}"\n-- a', "----\n{}", "....\n{}\n....", "++++\n{}\n++++",
    "[stem]\n++++\n{}\n++++", "// {}", "+{}+", "|===\na|\n* {}\n|===", '[cols="1,1"]\n|===\n|a |b\n|{}\n|===',
    ",===\na,{}\n,===", "footnote:[{}]", "<<a,{}>>", "image:a.png[{}]", "image::a.png[{}]",
    'image::a.png[a,title="{}"]', "kbd:[{}]", "pass:[{}]", "(({}))", "[[a,{}]]b", "ifndef::a[{}]", "ifdef::a[{}]",
    "ifeval::[1 == 2]\n{}\nendif::[]", "[%collapsible]\n.{}\n====\na\n====", "a +\n{}", "[sidebar]\n{}",
    "[example]\n{}", "[discrete]\n== {}", "[appendix]\n== {}", "link:a[{}]", "|===\na|\n!===\n!{}\n!===\n|===",
)  # fmt: skip
AROUND: Sequence[Callable[[str], str]] = (
    lambda block: block,
    lambda block: "- a\n\n" + _indented(block),
    lambda block: "> " + block.replace("\n", "\n> "),
    lambda block: '!!! note "A"\n' + _indented(block),
    lambda block: f'<div markdown="1">\n\n{block}\n\n</div>',
    lambda block: f"<div>\n\n{block}\n\n</div>",
    lambda block: "a[^9]\n\n[^9]:\n" + _indented(block),
)


def _indented(block: str) -> str:
    return "    " + block.replace("\n", "\n    ")


class Shown(HTMLParser):
    """What a reader sees of a page, with what pictures and titles say."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self._hidden = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("script", "style", "template")
        self.text += "".join(f" {value} " for name, value in attrs if name in ("alt", "title") and value)

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style", "template")

    def handle_data(self, data: str) -> None:
        self.text += "" if self._hidden else data


@cache
def _converter(dialect: str) -> tuple[Markdown, RulebookExtension]:
    ours = RulebookExtension()
    return Markdown(extensions=[*dict.fromkeys((*EXTENSIONS, *extensions_of(dialect))), ours]), ours


def page_of(document: Document) -> str:
    book = Book((Page(document, "page.md"),))
    converter, ours = _converter(document.dialect)
    ours.setConfig("presenter", Presenter(book, analyse(book)))
    html = converter.reset().convert(document.source.text[document.body.start :])
    return Shown(html.partition('<section class="rulebook"')[0]).text


def swallowed(dialect: str, texts: Iterator[tuple[str, str]]) -> Iterator[str]:
    """The texts whose probe is on their page, and is neither read nor told."""
    options = ReadingOptions(MarkdownOptions.of({name: {} for name in EXTENSIONS}))
    for text, probe in texts:
        document = read(Source("page.md", text), dialect, options)
        at = text.find(probe)
        found = [piece.source for block in document.prose.blocks for piece in block.text.pieces]
        is_known = any(span.start < at + len(probe) and at < span.end for span in (*found, *unread(document)))
        if not is_known and "".join(probe.split()) in "".join(page_of(document).split()):
            yield text


def _texts(constructs: Sequence[str], around: Sequence[Callable[[str], str]]) -> Iterator[tuple[str, str]]:
    number = 100
    for outer in around:
        for construct in constructs:
            number += 1
            probe = PROBE.format(number)
            yield f"{outer(construct.format(probe))}\n\nBehind.\n", probe


@pytest.mark.parametrize(
    ("dialect", "constructs", "around"),
    [
        ("markdown", MARKDOWN, AROUND),
        ("obsidian", MARKDOWN, AROUND[:3]),
        ("pandoc", (*MARKDOWN, *PANDOC), AROUND[:3]),
        ("asciidoc", ASCIIDOC, (AROUND[0], lambda block: f"* a\n+\n--\n{block}\n--")),
        ("prose", MARKDOWN, AROUND[:1]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_page_shows_is_read_or_told(
    dialect: str, constructs: Sequence[str], around: Sequence[Callable[[str], str]]
) -> None:
    assert list(swallowed(dialect, _texts(constructs, around))) == []


def test_what_is_set_in_another_way_is_read_without_its_signs() -> None:
    options = ReadingOptions(MarkdownOptions.of({f"pymdownx.{name}": {} for name in ("caret", "mark", "tilde")}))
    text = "^^1 + 1 = 3^^ ==a [b ^^c^^](#h) e== 1^st^ ~~H~2~O~~, 10^2^ 4<sup>1</sup> 1 == 2 ^^ f\n\n- ==g==\n\n## ^^H^^"
    document = read(Source("page.md", f"{text}\n\nRoll `^^1d6^^`."), "markdown", options)
    shown = [block.text.text for block in document.prose.blocks]
    assert shown == ["1 + 1 = 3 a b c e 1st H2O, 10^2 4^1 1 == 2 ^^ f", "g", "H", "Roll ^^1d6^^."]
    assert [finding.rule for finding in analyse(Book((Page(document, "page.md"),))).findings] == ["wrong-sum"]
    assert (document.headings[0].title, document.links[0].text) == ("H", "b c")
    plain = read(Source("page.md", "1^st^ ~~a~~ <p>10<sup>2</sup>,</p> <svg><text>1</text><text>2</text></svg>"))
    assert [block.text.text for block in plain.prose.blocks] == ["1^st^ ~~a~~ 10^2, 1 2"]
    (block,) = read(Source("page.adoc", "10^2^ 1^st^ H~2~O"), "asciidoc").prose.blocks
    assert block.text.text == "10^2 1st H2O"


def test_what_an_editor_changed_and_keys_are_read_without_their_signs() -> None:
    options = ReadingOptions(MarkdownOptions.of({"pymdownx.critic": {}, "pymdownx.keys": {}}))
    text = "a{++17++} {--b--} {~~17~>18~~} {==*4*==} {>>note 5<<}, ++ctrl+alt+1++ {++a 1++2 {~~3~~}"
    (block,) = read(Source("page.md", text), "markdown", options).prose.blocks
    assert block.text.text == "a17 b 17 18 4 note 5, ctrl+alt+1 {++a 1++2 {~~3~~}"
    (block,) = read(Source("page.md", text), "markdown").prose.blocks
    assert block.text.text == text.replace("*", "")


def test_titles_between_slashes_are_read_as_titles() -> None:
    options = ReadingOptions(MarkdownOptions.of({"pymdownx.blocks.admonition": {}}))
    document = read(Source("page.md", "/// note | 1 + 1 = 3\na\n///\n\n/// html | b\nc\n///\n"), "markdown", options)
    assert [(block.kind, block.text.text) for block in document.prose.blocks] == [
        ("caption", "1 + 1 = 3"),
        ("paragraph", "a"),
        ("paragraph", "c"),
    ]

"""A source of any dialect as Markdown: checked, both say the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from rulebook_core.source import Source
from rulebook_export.conversion import to_markdown
from rulebook_export.losses import losses
from rulebook_rules.book import Book, Page
from rulebook_syntax.dialects import ReadingOptions, read
from tests.checking import check_pages, page_of
from tests.our_books import our_books
from tests.seeds import GAMES, seed
from tests.shares import whole

ATTRIBUTES = ("revdate", "revnumber", "root")
"""What the header of an AsciiDoc source says for whoever renders it."""
GONE = {
    "001": {
        "the link `3. Core Attributes`",
        "the link `Dice Pool Statistics.png`",
        "the image `Dice Pool Statistics.png`",
    },
    "003": {*(f"the attribute `{name}`" for name in ATTRIBUTES), "the page break `<<<`"},
    "004": {"the link `Dice Notation`", "the finding `open-value`"},
}
"""What the Markdown of some sources cannot have: links that lead nowhere are words there, as are those in the head of
an entry. What bare prose leaves open is told of bare prose alone."""
NEW = {"004": {"the finding `unpaired-sign`"}}
"""Markdown has a name for a bracket that prose leaves open."""


def converted(book: Book, page: Page) -> list[str]:
    """What is lost of a page."""
    text = Source(page.document.source.path, to_markdown(book, page))
    result = replace(page, document=read(text, options=ReadingOptions(system=page.system)))
    found = losses(page, result, check_pages(page), check_pages(result))
    return [str(loss._replace(at="")) for loss in found]


@pytest.mark.parametrize("number", GAMES)
def test_a_source_keeps_ids_terms_tables_dice_and_claims(number: str) -> None:
    system, dialect = GAMES[number]
    page = page_of(seed(number), system=system, dialect=dialect, path="text.txt")
    gone = {f"not carried over: {what}" for what in GONE.get(number, ())}
    new = {f"not in the original: {what}" for what in NEW.get(number, ())}
    assert set(converted(Book((page,)), page)) == gone | new


@whole
def test_every_page_of_our_books_does() -> None:
    book = our_books()
    lost = {f"{page.uri}, {loss}" for page in book.pages if page.system is not None for loss in converted(book, page)}
    attributes = {loss for loss in lost if "the attribute `" in loss}
    assert {loss.partition(",")[0].partition("/")[0] for loss in attributes} == {"sda"}
    assert lost - attributes == {"masque/masque.txt, not carried over: the link `Dice Notation`"}


def test_attributes_of_a_header_and_of_the_text_are_named_at_their_lines() -> None:
    header = "= Kiln\nJo Doe <jo@example.org>\nv1.2, 2024-01-01\n:icons: font\n:description: Pots\n"
    text = f"{header}\nHot.\n\n:heat: 3\n\nIs {{heat}}.\n"
    page = page_of(text, system="plain", dialect="asciidoc", path="kiln.adoc")
    written = Source("kiln.md", to_markdown(Book((page,)), page))
    result = replace(page, document=read(written, options=ReadingOptions(system=page.system)))
    assert result.document.meta == {"author": "Jo Doe", "description": "Pots", "system": "plain"}
    found = [str(loss) for loss in losses(page, result, check_pages(page), check_pages(result))]
    assert found == [
        "not carried over: the attribute `email`",
        "9:1: not carried over: the attribute `heat`",
        "4:1: not carried over: the attribute `icons`",
        "not carried over: the attribute `revision`",
    ]


def test_the_id_of_a_heading_that_is_lost_is_named_at_its_place() -> None:
    page = page_of("# Hall\n\n## Long Roof {#roof}\n\n## Wall\n", system="plain")
    others = read(Source("x.md", "# Hall\n\n## Long Roof\n\n## Wall\n"), options=ReadingOptions(system=page.system))
    result = replace(page, document=others)
    found = [str(loss) for loss in losses(page, result, check_pages(page), check_pages(result))]
    assert found == ["3:16: not carried over: the id `roof`"]


@pytest.mark.parametrize(
    ("dialect", "text", "lost"),
    [
        ("asciidoc", "= A\n\nvideo::v.mp4[]\n", "the recording `video::v.mp4[]`"),
        ("asciidoc", "= A\n\nA kiln (((kiln,hot))) is hot.\n", "the index term `(((kiln,hot)))`"),
        ("asciidoc", "= A\n\n[start=4]\n. four\n. five\n", "the first number of the list `[start=4]`"),
        ("asciidoc", "= A\n\n[%collapsible]\n====\nHidden.\n====\n", "the fold `[%collapsible]`"),
        ("asciidoc", "= A\n\nOne.\n\n<<<\n\nTwo.\n", "the page break `<<<`"),
        ("asciidoc", "= A\n\n[.lead]\nOne.\n", "the role `[.lead]`"),
        ("obsidian", "# A\n\n> [!tip]- Folded\n> Body [[#A]]\n", "the fold `> [!tip]-`"),
        ("obsidian", "# A\n\n![[Two]] [[#A]]\n", "the embedded note `![[Two]]`"),
        ("pandoc", "% A\n\nOne.\n\n\\tableofcontents\n\nTwo.\n", "the command of TeX `\\tableofcontents`"),
        ("pandoc", "% A\n\nOne^[two].\n", "the markup `a footnote within the text`"),
        ("pandoc", "% A\n\nSee [@doe2020].\n", "the markup `a citation`"),
        ("pandoc", "% A\n\nOne.\n\n\\newpage\n\nTwo.\n", "the command of TeX `\\newpage`"),
    ],
)
def test_what_markdown_has_no_form_for_is_named(dialect: str, text: str, lost: str) -> None:
    if dialect == "asciidoc":
        pytest.importorskip("quickjs")
    page = page_of(text, system="plain", dialect=dialect, path="text.txt")
    assert f"not carried over: {lost}" in converted(Book((page,)), page)


def test_what_stands_in_code_is_carried_over() -> None:
    page = page_of("# A\n\n```\n> [!tip]- Folded\n```\n", system="plain", dialect="obsidian", path="text.txt")
    assert converted(Book((page,)), page) == []


ASCIIDOC = """\
= Hits
:system: sda

== Bands

// check: off, a joke
There are 77 hits.

* one
* two [[here]]three

|===
|a |b
|===
"""


def test_the_command_writes_markdown_and_keeps_what_a_writer_told_the_checker(tmp_path: Path) -> None:
    source = tmp_path / "hits.adoc"
    source.write_text(ASCIIDOC, encoding="utf-8")
    target = tmp_path / "hits.md"
    done = CliRunner().invoke(main, ["convert", str(source), "-o", str(target)])
    assert done.output == ""
    assert done.exit_code == 0
    text = target.read_text(encoding="utf-8")
    assert text.startswith("---\nsystem: sda\n---\n\n# Hits { #_hits }\n\n## Bands { #_bands }\n")
    assert "<!-- check: off, a joke -->\n\nThere are 77 hits." in text
    assert '<a id="here"></a>three' in text
    again = CliRunner().invoke(main, ["convert", str(source), "-o", str(target)])
    assert again.exit_code == 2
    assert again.output == f"rulebook: `{target}` is there already; --force writes over it\n"


def test_a_sheet_before_a_heading_keeps_its_own_line(tmp_path: Path) -> None:
    source = tmp_path / "pools.adoc"
    source.write_text(":system: sda\n\n== A pool\n\nHere.\n\n// sheet: pool\n\n=== Low\n\nThere.\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["convert", str(source), "-o", str(tmp_path / "pools.md")])
    assert done.output == ""
    assert "Here.\n\n<!-- sheet: pool -->\n\n### Low " in (tmp_path / "pools.md").read_text(encoding="utf-8")


def test_the_comments_of_a_note_stay(tmp_path: Path) -> None:
    source = tmp_path / "note.md"
    source.write_text("# A\n\nOne %%two%% three.\n\n%%\nfour\n\nfive --> six\n%%\n\nSeven.\n", encoding="utf-8")
    target = tmp_path / "out.md"
    done = CliRunner().invoke(main, ["convert", str(source), "--dialect", "obsidian", "-o", str(target)])
    assert (done.exit_code, done.output) == (0, "")
    wanted = "One <!--two--> three.\n\n<!--\nfour\nfive -- > six\n-->\n\nSeven.\n"
    assert target.read_text(encoding="utf-8").endswith(wanted)


def test_what_cannot_be_carried_over_is_listed(tmp_path: Path) -> None:
    source = tmp_path / "note.md"
    source.write_text("# A\n\nSee [[Nowhere]].\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["convert", str(source), "--dialect", "obsidian", "-o", str(tmp_path / "out.md")])
    assert done.exit_code == 1
    assert done.output == "3:5: not carried over: the link `Nowhere`\n"
    assert ">Nowhere</span>." in (tmp_path / "out.md").read_text(encoding="utf-8")


def test_a_source_that_is_not_there_is_told_in_a_line(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["convert", str(tmp_path / "nothing.adoc")])
    assert done.exit_code == 2
    assert done.output.count("\n") == 1
    assert "there is no such file" in done.output


def _named(before: str, after: str, dialect: str = "markdown") -> list[str]:
    """The losses where a text became another one."""
    page, result = page_of(before, system="plain", dialect=dialect), page_of(after, system="plain")
    return [str(loss) for loss in losses(page, result, check_pages(page), check_pages(result))]


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("A rope is 30 feet long.\n", "A rope is long.\n", "1:11: not carried over: the text `30 feet`"),
        ("It is -3 to hit.\n", "It is 3 to hit.\n", "1:7: not carried over: the text `-`"),
        ("[a](b.md)\n", "[a](c.md)\n", "1:1: not carried over: the address `b.md`"),
        ("Aye. Aye.\n", "Aye.\n", "1:6: not carried over: the text `Aye.`"),
        ("A rope.\n\n<!-- for 2 -->\n", "A rope.\n", "3:1: not carried over: the comment `for 2`"),
        ("- a rope\n- a lamp\n", "- a rope\n\na lamp\n", "2:3: not carried over: the list item `a lamp`"),
        (
            "<table>\n<caption>Load</caption>\n<tr><td>1</td></tr>\n</table>\n",
            "<table>\n<tr><td>1</td></tr>\n</table>\n\nA Load.\n",
            "1:1: not carried over: the caption `Load`",
        ),
        (
            "---\nauthor: Ann\n---\nA rope.\n",
            "A rope.\n",
            "not carried over: the setting of front matter `author`",
        ),
    ],
    ids=["words", "sign", "address", "one of two", "comment", "list item", "caption", "front matter"],
)
def test_each_kind_of_loss_is_named_once(before: str, after: str, named: str) -> None:
    assert _named(before, after) == [named]
    assert _named(before, before) == []


@pytest.mark.parametrize(
    ("text", "dialect", "shown"),
    [
        ("    3 + 4\n    5\n", "markdown", "---\nsystem: sda\n---\n\n    3 + 4\n    5\n"),
        ("---\nauthor: Ann\n---\na\n", "markdown", "---\nauthor: Ann\nsystem: sda\n---\n\na\n"),
        ("// only this\n", "asciidoc", "---\nsystem: sda\n---\n\n<!-- only this -->\n"),
        ("a\n////\nb\n\nc\n////\n", "asciidoc", "a <!-- b c -->\n"),
        ("See `xref:b.adoc[the hall]` now.\n", "asciidoc", "See <code>[the hall](b.adoc)</code> now.\n"),
        ("See `a\nb`.\n", "asciidoc", "See `a b`.\n"),
        ("image:a.png[the [red\\] lamp]\n", "asciidoc", '<img src="a.png" alt="the [red] lamp">'),
        ("[#pool]\n== A {level} die\n", "asciidoc", "## A \\{level} die { #pool }"),
        ("`Imp: Build Cast . A small one.\n", "prose", "Imp: Build Cast . A small one."),
    ],
)
def test_what_was_lost_once_is_carried_over(text: str, dialect: str, shown: str) -> None:
    page = page_of(text, system="masque" if dialect == "prose" else "sda", dialect=dialect, path="x")
    assert shown in to_markdown(Book((page,)), page)
    assert not [*converted(Book((page,)), page)]

"""The AsciiDoc dialect: what a document has, where it stands, and what is wrong with it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.loading.reading import read_paths
from rulebook_asciidoc import engine
from rulebook_core.source import Source
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.rules.running import run
from rulebook_rules.systems import load_system
from rulebook_syntax import dialects
from rulebook_syntax.dialects import ReadingOptions, guess_dialect, read
from rulebook_syntax.document import Document
from tests.checking import check_text, shown
from tests.seeds import seed
from tests.stored import contents, spoil


def document(text: str, options: ReadingOptions | None = None) -> Document:
    return read(Source("x.adoc", text), "asciidoc", options or ReadingOptions())


def found(read_document: Document) -> list[str]:
    return [shown(finding) for finding in read_document.findings]


BOOK = """\
= The Book: *Bold*
:hero: Heroine
:system: sda

Preamble.

[[start]]
== Rolling for {hero}

A [lexicWord]#skill# of `2d6` and [.big.gameTerm]##no##tes, *bold*.footnote:[See 7.]
Go to <<start>>, <<start,there>>, xref:other.adoc#hits[hits], https://example.org[out].

// check: off, a reason
[#deep,role=x]
=== Deep [[inner]]

////
rulebook: allow wrong-value, reason
////

Term:: Words of 5.

.Points
[#points%header,cols="1,1"]
|===
|Die |Points
|d4 |12
2+|both
|===

image::map.png[Map]
"""


def test_headings_have_asciidoctors_ids_and_levels() -> None:
    book = document(BOOK)
    headings = [(h.level, h.id, h.title, book.source.slice(h.title_span)) for h in book.headings]
    assert headings == [
        (1, "_the_book_bold", "The Book: Bold", "The Book: *Bold*"),
        (2, "start", "Rolling for Heroine", "Rolling for {hero}"),
        (3, "deep", "Deep", "Deep [[inner]]"),
    ]


def test_anchors_stand_where_they_are_written() -> None:
    book = document(BOOK)
    anchors = {(a.id, book.source.slice(a.span), a.kind) for a in book.anchors}
    assert anchors == {
        ("_the_book_bold", "The Book: *Bold*", "heading"),
        ("start", "start", "attribute"),
        ("deep", "deep", "attribute"),
        ("inner", "inner", "html"),
        ("points", "points", "attribute"),
        ("_footnotedef_1", "footnote:[See 7.]", "footnote"),
        ("_footnoteref_1", "footnote:[See 7.]", "footnote"),
    }


def test_links_lead_to_sources() -> None:
    book = document(BOOK)
    links = [(link.target, link.text, book.source.slice(link.target_span or link.span)) for link in book.links]
    assert links == [
        ("#start", "Rolling for Heroine", "start"),
        ("#start", "there", "start"),
        ("other.adoc#hits", "hits", "other.adoc#hits"),
        ("https://example.org", "out", "https://example.org"),
        ("map.png", "", "map.png"),
    ]


def test_blocks_have_kinds_terms_code_and_sections() -> None:
    book = document(BOOK)
    blocks = [
        (
            b.kind,
            b.text.text,
            b.section,
            [b.text.text[s:e] for s, e in b.terms],
            [b.text.text[c.start : c.end] for c in b.code],
        )
        for b in book.prose.blocks
    ]
    assert blocks[2:5] == [
        ("heading", "Rolling for Heroine", 1, [], []),
        (
            "paragraph",
            "A skill of 2d6 and notes, bold. Go to Rolling for Heroine, there, hits, out.",
            1,
            ["skill", "no"],
            ["2d6"],
        ),
        ("paragraph", "See 7.", 1, [], []),
    ]
    assert [(b[0], b[1], b[2], b[3]) for b in blocks[6:9]] == [
        ("term", "Term", 2, ["Term"]),
        ("item", "Words of 5.", 2, []),
        ("caption", "Points", 2, []),
    ]


def test_tables_have_ids_captions_and_cells_at_their_places() -> None:
    book = document(BOOK)
    (table,) = book.prose.tables
    assert (table.id, table.caption, table.section) == ("points", "Points", 2)
    assert [cell.text for cell in table.header] == ["Die", "Points"]
    assert [[cell.text for cell in row] for row in table.rows] == [["d4", "12"], ["both"]]
    for cell in (*table.header, *table.rows[0], *table.rows[1]):
        assert book.source.slice(cell.span) == cell.text
    assert book.source.slice(table.span).startswith("|===\n|Die")
    assert book.source.slice(table.span).endswith("|===")


def test_comments_carry_directives_and_the_header_says_what_front_matter_says() -> None:
    book = document(BOOK)
    assert [comment.text for comment in book.comments] == [
        "check: off, a reason",
        "rulebook: allow wrong-value, reason",
    ]
    assert book.meta["system"] == "sda"
    assert document("---\nsystem: x\n---\n= T\n\nText 4.\n").headings[0].span.start == 18


def test_empty_cells_stand_where_their_content_would() -> None:
    book = document("|===\n|a ||b\n|| |c\n|===\n")
    (table,) = book.prose.tables
    rows = (table.header, *table.rows) if table.header else table.rows
    assert [[cell.text for cell in row] for row in rows] == [["a", "", "b"], ["", "", "c"]]


FAULTS = {
    "role": ("A [lexicWord]#skill# and [lexicWord]#two[lexicWord]# are.", ["1:41 malformed-markup '[lexicWord]'"]),
    "role-open": ("A [lexicWord]#skill# and [lexicWord]#two words.", ["1:26 malformed-markup '[lexicWord]#'"]),
    "attribute": ("Text {nobody} and \\{escaped}, +{passed}+.", ["1:6 unresolved-attribute '{nobody}'"]),
    "attribute-title": (".{nobody}Title\n====\nText\n====", ["1:2 unresolved-attribute '{nobody}'"]),
    "include": ("A\n\ninclude::gone.adoc[]\n", ["3:10 unresolved-include 'gone.adoc'"]),
    "unclosed": ("Text\n\n----\ncode\n", ["3:1 malformed-markup '----'"]),
    "a part of a book": ("[glossary]\n= A\n\nText\n\n== B\n\nText\n", []),
    "a title within": ("= A\n\nText\n\n= B\n\nText\n", ["5:1 malformed-markup '= B'"]),
    "jump": ("= T\n\n== A\n\n==== B\n\nText\n", []),
    "cells": ('[cols="1,1"]\n|===\n|a |b\n|c\n|===', ["4:1 malformed-markup '|c'"]),
    "conditional": ("ifdef::x[]\nText\n", ["1:1 malformed-markup 'ifdef::x[]'"]),
    "code": ("----\n{nobody} [x]#y\n----\n\n`+{nobody}+` $$[role]#$$", []),
    "clean": (BOOK, []),
    "brackets": ("Take [4] or [a] and [*] of #1, 2*3 and _x.", []),
    "continuation": ("Text\n+\nmore", ["2:1 malformed-markup '+'"]),
    "reference": ("See <<dice and go.", ["1:5 malformed-markup '<<'"]),
    "macro": (
        "See xref:dice and footnote:[never closed.",
        [
            "1:5 malformed-markup 'xref:'",
            "1:19 malformed-markup 'footnote:'",
        ],
    ),
    "swallowed": (
        "See xref:a.adc the 3 dice, and xref:b.adoc[more].",
        ["1:10 malformed-markup 'a.adc the 3 dice, and xref:b.adoc'"],
    ),
    "macros-meant": ("1 + 2, a << b, `<<x`, \\<<a>> \\link:x[y] +image::x+ link: x, \\footnote:[a]\n\n* a\n+\nb\n", []),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_finding_at_its_place(name: str) -> None:
    text, expected = FAULTS[name]
    assert found(document(text)) == expected


def test_links_that_lead_nowhere_are_found_by_the_checks_of_every_dialect() -> None:
    text = "[[one]]\n== A\n\nSee <<two>>, <<one>>, xref:#three[], <<_a>>.\n\n[[one]]\n== B\n\nText\n"
    report = check_text(text, system=None, dialect="asciidoc", path="x.adoc")
    assert [shown(finding) for finding in report.findings] == [
        "4:7 unknown-anchor 'two'",
        "4:29 unknown-anchor 'three'",
        "4:40 unknown-anchor '_a'",
        "6:3 duplicate-anchor 'one'",
    ]


class TestIncludes:
    @pytest.fixture
    def book(self, tmp_path: Path) -> Path:
        (tmp_path / "docs" / "parts").mkdir(parents=True)
        (tmp_path / "docs" / "parts" / "part.adoc").write_text(
            "== Part\n\n[[in-part]]Of part.\n\n// tag::a[]\nTagged 4.\n// end::a[]\n", encoding="utf-8"
        )
        (tmp_path / "secret.adoc").write_text("Secret.", encoding="utf-8")
        return tmp_path / "docs"

    def read(self, book: Path, text: str, name: str = "main.adoc") -> Document:
        file = book / name
        file.write_text(text, encoding="utf-8")
        return document(text, ReadingOptions(file=file, root=book))

    def test_what_is_included_has_its_headings_and_anchors(self, book: Path) -> None:
        main = self.read(
            book, "= Main\n:dir: parts\n\ninclude::{dir}/part.adoc[leveloffset=+1]\n\n== Own\n\n<<in-part>> 5\n"
        )
        assert main.findings == ()
        assert [(h.level, h.title, main.source.position(h.span.start).line) for h in main.headings] == [
            (1, "Main", 1), (3, "Part", 4), (2, "Own", 6),
        ]  # fmt: skip
        assert {"in-part", "_part", "_own"} <= {anchor.id for anchor in main.anchors}
        assert [source.text[:7] for source in main.includes] == ["== Part"]
        assert [block.text.text for block in main.prose.blocks] == ["Main", "Own", "[in-part] 5"]
        html = dialects.page(main, main.source.text, lambda target: None).text
        assert "Of part." in html
        assert "Tagged 4." in html

    def test_tags_and_lines_select(self, book: Path) -> None:
        for selection, wanted, unwanted in (
            ("tag=a", "Tagged 4.", "Of part."), ("lines=1..3", "Of part.", "Tagged"), ("tags=!a", "Of part.", "Tagged"),
            ("tags=**;!a", "Of part.", "Tagged"), ("lines=3;6", "Tagged 4.", "<h2"),
        ):  # fmt: skip
            main = self.read(book, f"include::parts/part.adoc[{selection}]\n")
            html = dialects.page(main, main.source.text, lambda target: None).text
            assert (wanted in html, unwanted in html) == (True, False), selection

    @pytest.mark.parametrize(
        ("target", "reason"),
        [
            ("gone.adoc", "there is no such file"),
            ("https://example.org/x.adoc", "only files of the book can be included"),
            ("main.adoc", "the file would include itself"),
            ("parts", "this is a folder, not a file"),
        ],
    )
    def test_what_cannot_be_had_is_a_finding_and_no_author(self, book: Path, target: str, reason: str) -> None:
        main = self.read(book, f"= Main\n:x: y\ninclude::{target}[]\n\nText 4.\n")
        (finding,) = main.findings
        assert shown(finding) == f"3:10 unresolved-include {target!r}"
        assert finding.message == f"cannot include `{target}`: {reason}"
        assert [block.text.text for block in main.prose.blocks] == ["Main", "Text 4."]
        assert "Secret" not in dialects.page(main, main.source.text, lambda target: None).text

    def test_files_that_include_one_another_come_to_an_end(self, book: Path) -> None:
        (book / "a.adoc").write_text("A\n\ninclude::b.adoc[]\n", encoding="utf-8")
        (book / "b.adoc").write_text("B\n\ninclude::a.adoc[]\n", encoding="utf-8")
        main = self.read(book, "A\n\ninclude::b.adoc[]\n", "a.adoc")
        assert found(main) == ["3:10 unresolved-include 'b.adoc'"] or "a.adoc" in main.findings[0].message
        assert len(main.findings) == 1

    def test_a_bomb_of_includes_is_cut_short(self, book: Path) -> None:
        (book / "0.adoc").write_text("words " * 1000, encoding="utf-8")
        for number in range(1, 12):
            (book / f"{number}.adoc").write_text(f"include::{number - 1}.adoc[]\n\n" * 10, encoding="utf-8")
        before = time.process_time()
        main = self.read(book, "include::11.adoc[]\n")
        assert len(main.findings) <= 1
        assert time.process_time() - before < 60

    def test_an_attribute_that_a_missing_file_may_define_is_a_warning(self, book: Path) -> None:
        main = self.read(book, "= T\ninclude::gone.adoc[]\n\n{name} x\n")
        assert [(finding.rule, str(finding.severity)) for finding in main.findings] == [
            ("unresolved-include", "error"),
            ("unresolved-attribute", "warning"),
        ]
        (alone,) = document("{name} x\n").findings
        assert str(alone.severity) == "error"

    def test_a_changed_include_is_read_again(self, book: Path, tmp_path: Path) -> None:
        text = "include::parts/part.adoc[]\n"
        options = ReadingOptions(file=book / "main.adoc", root=book, cache=tmp_path / "cache")
        first = document(text, options)
        (book / "parts" / "part.adoc").write_text("== Other\n", encoding="utf-8")
        second = document(text, options)
        assert [first.headings[0].title, second.headings[0].title] == ["Part", "Other"]
        (book / "parts" / "part.adoc").unlink()
        assert found(document(text, options)) == ["1:10 unresolved-include 'parts/part.adoc'"]


def test_a_part_leaves_attributes_and_anchors_to_the_page_that_takes_it_in(tmp_path: Path) -> None:
    (tmp_path / "main.adoc").write_text(
        "= Main\n:hero: Heroine\n\n[[start]]\nText of {hero}.\n\ninclude::part.adoc[]\n", encoding="utf-8"
    )
    part = tmp_path / "part.adoc"
    part.write_text("== Part\n\n{hero} goes to <<start>>, {nobody} to <<nowhere>>.\n", encoding="utf-8")
    book = read_paths([tmp_path], find_system=load_system)
    assert [shown(finding) for finding in run(BookIndex(book))] == [
        "3:27 unresolved-attribute '{nobody}'",
        "3:41 unknown-anchor 'nowhere'",
    ]
    (tmp_path / "main.adoc").unlink()
    book = read_paths([part], find_system=load_system)
    assert [shown(finding) for finding in run(BookIndex(book))] == [
        "3:1 unresolved-attribute '{hero}'",
        "3:18 unknown-anchor 'start'",
        "3:27 unresolved-attribute '{nobody}'",
        "3:41 unknown-anchor 'nowhere'",
    ]


def test_a_conversion_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ReadingOptions(file=tmp_path / "x.adoc", cache=tmp_path / "cache")
    text = f"Kept {tmp_path} 4.\n"
    first = document(text, options)
    from rulebook_asciidoc import cache

    cache._memory.clear()
    monkeypatch.setattr(cache, "convert", lambda *_: pytest.fail("converted again"))
    assert document(text, options).prose == first.prose
    spoil(tmp_path / "cache", lambda content: b"broken")
    monkeypatch.undo()
    cache._memory.clear()
    assert document(text, options).prose == first.prose


def test_what_a_file_does_not_say_takes_the_place_of_no_kept_conversion(tmp_path: Path) -> None:
    read(
        Source("x.adoc", "Kept 4.\n"), "asciidoc", ReadingOptions(file=tmp_path / "x.adoc", cache=tmp_path)
    ).read_again("Kept 5.\n")
    (kept,) = contents(tmp_path)
    assert b"Kept 4." in kept


def test_without_asciidoctor_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(engine, "BUNDLE", tmp_path / "asciidoctor.js")
    monkeypatch.setattr(engine, "_engine", None)
    (finding,) = document("Never read before.\n").findings
    assert finding.rule == "unreadable-source"
    assert finding.message.endswith("reinstall --no-deps mkdocs-rulebook`, or in a clone of it run `make site`")


@pytest.mark.parametrize(
    "text",
    [
        "*" * 30_000, "`a " * 5_000, "[lexicWord]#a " * 1_000, "<<" * 20_000, "{a" * 20_000, "|===\n" * 1_000,
        "> " * 30_000, ":::\n" * 8_000, "+--\n" * 8_000, " " * 300_000,
        "\n".join("=" * (4 + n) for n in range(500)), "\n".join("*" * n + " x" for n in range(1, 200)),
        "x\x0b\x0c\x85\u2028y 4\n\u2029z", "\ufeff= T\n\nx", "a\rb\r\rc 4\r", "\x96" + "0\x97 \x18 \x7f", "",
    ],
)  # fmt: skip
def test_bad_input_gives_at_most_a_finding(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MAX_SECONDS", 0.5)  # Some of it takes all the time there is.
    before = time.process_time()
    read_document = document(text)
    for block in read_document.prose.blocks:
        for piece in block.text.pieces:
            assert 0 <= piece.source.start <= piece.source.end <= len(text)
    assert time.process_time() - before < 60


@given(
    st.lists(
        st.sampled_from([*"ab 4\n*_`#[]{}<>+|=.:-/'\"()!&\\", "|===\n", "\n\n", "include::x[]\n", "::"]),
        max_size=40,
    )
)
def test_any_text_is_read_with_places_inside_it(parts: list[str]) -> None:
    text = "".join(parts)
    read_document = document(text)
    for block in read_document.prose.blocks:
        assert 0 <= block.span.start <= block.span.end <= len(text)
        for piece in block.text.pieces:
            assert 0 <= piece.source.start < piece.source.end <= len(text)
    for finding in read_document.findings:
        assert 0 <= finding.place.span.start <= finding.place.span.end <= len(text)
    for heading in read_document.headings:
        assert 0 <= heading.span.start <= heading.span.end <= len(text)


@pytest.mark.parametrize(
    ("path", "text", "dialect"),
    [
        ("x.adoc", "anything", "asciidoc"),
        ("x.asciidoc", "# not it", "asciidoc"),
        ("x.txt", "= Title\n\n== Part\n\nText", "asciidoc"),
        ("x.txt", "[[id]]\n== Part\n\nText", "asciidoc"),
        ("x.txt", ":attr: 4\n\n== Part\n", "asciidoc"),
        ("x.txt", "Title\n=====\n\n[NOTE]\nText\n\nterm::\n    words <n>\n", "asciidoc"),
        ("x.txt", "Title\n=====\n\n* item\n+\nmore\n\n[verse]\nold <n>\n", "asciidoc"),
        ("x.txt", "Title\n=====\n\n[NOTE]\n\n[a](b.md)\n", "markdown"),
        ("x.txt", "# Title\n\nText = 4", "markdown"),
        ("x.md", "= Title\n\nText", "markdown"),
        ("x.txt", "// A manual\n\nThe sum is\n= 12 points.\n\nRoll 1d6.\n", "prose"),
        ("x.txt", "== Combat ==\n\nRoll 2d6.\n\n== Magic ==\n\nRoll 1d6.\n", "prose"),
        ("x.txt", "===== MANUAL =====\n\nRoll 2d6.\n", "prose"),
        ("x.txt", "== Combat ==\n\n[NOTE]\nText\n\nterm::\n    words\n", "asciidoc"),
    ],
)
def test_the_dialect_is_guessed(path: str, text: str, dialect: str) -> None:
    assert guess_dialect(Source(path, text)) == dialect


def test_the_source_has_its_faults_and_no_others() -> None:
    source = document(seed("003"), ReadingOptions(file=Path("nowhere") / "x.adoc"))
    assert found(source) == [
        "8:10 unresolved-include '{root}Include.adoc'",
        "74:1 unresolved-attribute '{gameName}'",
        "119:60 malformed-markup '[lexicWord]'",
        "234:10 unresolved-include 'Types_of_Test.adoc'",
        "279:10 unresolved-include 'Spirit.adoc'",
        "281:10 unresolved-include 'Improving_Skills_and_Attributes.adoc'",
        "283:2 unresolved-attribute '{sidebarTitle}'",
        "326:10 unresolved-include 'Skills.adoc'",
        "330:10 unresolved-include 'Combat.adoc'",
    ]
    assert guess_dialect(Source("003.txt", source.source.text)) == "asciidoc"
    assert len(source.headings) == 19

"""What merging, converting and printing leave behind: what is told of it, and what may stand as it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.loading.reading import read_book, read_paths
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.checks import conversion_artifacts as leftovers
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.config import load_config
from rulebook_rules.rules.run_on_list import rule as run_on
from rulebook_rules.systems import load_system
from tests.checking import shown


def found(folder: Path, **texts: str) -> list[str]:
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    report = analyse(read_paths([folder], find_system=load_system))
    return [shown(finding) for finding in report.findings if finding.severity > 1]


CONFLICT = "# Falling\n\n<<<<<<< HEAD\nRoll 2d6.\n=======\nRoll 3d6.\n>>>>>>> other\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(CONFLICT, ["3:1 stray-mark '<<<<<<< HEAD'"], id="a merge"),
        pytest.param("# A\n\nA caf\ufffd.\n", ["3:6 stray-mark '\ufffd'"], id="a letter"),
        pytest.param("# A\n\nA pack ** of wolves.\n", ["3:8 stray-mark '**'"], id="stars alone"),
        pytest.param("# A\n\nThe **_staff (2 charges).\n", ["3:5 stray-mark '**'"], id="stars before another mark"),
        pytest.param("# A\n\n**Range: 2\n\n- **Cost:** 1\n", ["3:1 stray-mark '**'"], id="bold that nothing closes"),
        pytest.param("# A\n\nA **rope of *silk*.\n\nAn axe** is new.\n", ["3:3 stray-mark '**'"], id="amid text"),
        pytest.param("# A\n\n> - Range:** two **feet**\n", ["3:11 stray-mark '**'"], id="a label that nothing opens"),
        pytest.param("# A\n\nTODO more\n", ["3:1 todo-marker 'TODO more'"], id="a bare mark"),
        pytest.param("# A\n\nRoll it. FIXME\n", ["3:10 todo-marker 'FIXME'"], id="a bare mark at the end"),
        pytest.param(
            "# A\n\nTODO: todos\n\nFIXME (why)\n",
            ["3:1 todo-marker 'TODO: todos'", "5:1 todo-marker 'FIXME (why)'"],
            id="marks with what is to do",
        ),
    ],
)
def test_marks_that_no_reader_should_see(text: str, expected: list[str], tmp_path: Path) -> None:
    assert found(tmp_path, rules=text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"# A\n\n```\n{CONFLICT[11:]}```\n", id="a merge in code"),
        pytest.param("# A\n\n| a | b |\n|---|---|\n| 1 | wolves ** |\n", id="a note below the table"),
        pytest.param("# A\n\nWhat `caf\ufffd` shows, 2 ** 3 and \\** an escaped one, a note** and its\n", id="meant"),
        pytest.param("# A\n\nA lamp** burns.\n\n**It needs oil, `**` and **more\nof** it.\n", id="a note and its sign"),
        pytest.param("# A\n\n#3 has **one and\ntwo** parts, **three\n#4** too.\n", id="text that MkDocs heads"),
        pytest.param("# A\n\n*Roll again.\n**Roll twice.\n", id="notes in a row"),
        pytest.param("# A\n\n- **TODO / FIXME** - 9\n- Gaps: TODO×2\n- TODO @ a.py: more\n", id="counted"),
        pytest.param("# A\n\nTODO el grupo gana todos los puntos.\n", id="a word"),
        pytest.param("# A\n\n<!-- TODO more -->\nYour TODO list, `TODO` in code.\n\n## TODO\n\nText\n", id="to do"),
    ],
)
def test_marks_that_are_meant(text: str, tmp_path: Path) -> None:
    assert found(tmp_path, rules=text) == []


def test_a_readme_may_say_what_is_to_be_done(tmp_path: Path) -> None:
    assert found(tmp_path, README="# A\n\nTODO more\n") == []


BROKEN = "# A\n\nThe char- acters of a low- level game, non- magical, under- or overfed.\n"


def test_a_word_that_a_print_has_broken_is_one_that_the_book_has_whole(tmp_path: Path) -> None:
    whole = "# B\n\nCharacters and characters meet characters: a low or high level, more levels, or a low one.\n"
    assert found(tmp_path, a=BROKEN, b=whole) == ["3:5 broken-word 'char- acters'"]
    assert found(tmp_path, b="# B\n\nCharacters: an acters' guild of characters, and its chars, a char.\n") == []
    assert found(tmp_path, b="# B\n\nThe characters.\n") == ["3:5 broken-word 'char- acters'"]
    dutch = "# A\n\nHet is duw- en trekwerk: duwen en duwen en duwen.\n"
    assert found(tmp_path, a=dutch, b="# B\n\nDuwen.\n") == []


CHAPTERS = {f"c{number}": f"# Chapter {number}: Part\n\nText\n" for number in (1, 2, 3)}
ASKED = "# A\n\nSee chapter 2, see chapter 7, in chapter 8 of the old book, in [chapter 9](c1.md), see page 4.\n"


def test_a_chapter_that_a_book_of_chapters_does_not_have(tmp_path: Path) -> None:
    assert found(tmp_path, a=ASKED, **CHAPTERS) == ["3:16 unknown-chapter 'see chapter 7'"]
    several = "# A\n\nSee chapters 2, 7 and 3, in chapters 1–8, see chapters 5 and 6 of the old book.\n"
    told = ["3:17 unknown-chapter '7'", "3:40 unknown-chapter '8'"]
    assert found(tmp_path, a=several, **CHAPTERS) == told
    (tmp_path / "more").mkdir()
    (tmp_path / "more/c1.md").write_text(CHAPTERS["c1"])
    assert found(tmp_path) == [], "of several books, any may be meant"
    (tmp_path / "more/c1.md").unlink()
    (tmp_path / "c3.md").unlink()
    assert found(tmp_path) == [], "who has two chapters may have more elsewhere"


def test_titles_about_chapters_of_another_book_count_none(tmp_path: Path) -> None:
    pages = {f"c{number}": f"# Chapters {number}\n\nChanging chapter {number}.\n" for number in (1, 2)}
    pages |= {f"d{number}": f"# Chapter {number}-{number + 4}\n\nText\n" for number in (6, 10, 15)}
    assert found(tmp_path, a="# A\n\nSee chapter 3.\n", b="# Changing chapter 1\n\nText\n", **pages) == []
    assert found(tmp_path, e="# Chapter 1\n\nText\n") == ["3:1 unknown-chapter 'See chapter 3'"]


def test_asterisks_that_are_spoken_of_are_meant(tmp_path: Path) -> None:
    text = "# A\n\nMake a word **bold** with ** before and behind it.\n\nAn ** ox ** is no bold one.\n"
    assert found(tmp_path, a=text) == ["5:4 stray-mark '**'", "5:10 stray-mark '**'"]


def test_two_appendices_are_no_more_in_small_letters(tmp_path: Path) -> None:
    pages = {f"appendix-{letter.lower()}": f"# Appendix {letter}\n\nText\n" for letter in "AB"}
    assert found(tmp_path, a="# A\n\nSee appendix D.\n", **pages) == []
    assert found(tmp_path, **{"appendix-c": "# Appendix C\n\nText\n"}) == ["3:1 unknown-chapter 'See appendix D'"]


def test_a_site_has_no_pages_to_count(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# A\n\nSee page 4, and see appendix A.\n", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text("site_name: A\n", encoding="utf-8")
    report = analyse(read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system))
    assert [finding.message for finding in report.findings] == [
        "a site has no pages to count",
        "the book has no appendix A",
    ]


def site(folder: Path, config: str, **texts: str) -> Report:
    """The report on a site with such pages, and such lines more in its settings."""
    (folder / "docs").mkdir()
    for name, text in texts.items():
        (folder / "docs" / f"{name}.md").write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(f"site_name: A\n{config}", encoding="utf-8")
    return analyse(read_book(load_config(folder / "mkdocs.yml"), find_system=load_system))


RUN_ON = "# A\n\nTake one of these:\n{0} a rope\n{1} a lamp\n\n> Or these:\n> {0} a map\n> {1} an oar\n"


@pytest.mark.parametrize("marks", [("*", "*"), ("-", "-"), ("1.", "2.")])
def test_a_list_without_a_blank_line_before_it_is_running_text_on_a_site(
    marks: tuple[str, str], tmp_path: Path
) -> None:
    text = RUN_ON.format(*marks)
    assert found(tmp_path, a=text) == [], "other programs show a list"
    findings = site(tmp_path, "", index=text).findings
    assert [shown(one) for one in findings] == [
        f"4:1 run-on-list '{marks[0]} a rope'",
        f"8:3 run-on-list '{marks[0]} a map'",
    ]
    for finding in reversed(findings):
        (edit,) = finding.details.remedies[0].edits
        text = text[: edit.place.span.start] + edit.text + text[edit.place.span.end :]
    (tmp_path / "docs/index.md").write_text(text, encoding="utf-8")
    assert not analyse(read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)).findings


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\n* one\n* two\n\nIt is a\n- line of speech.\n\nSo says she:\n- Go!\n* Stay!\n",
        "# A\n\n* one\n  more of it:\n  * two\n  * three\n\n```\ntext\n* one\n* two\n```\n",
        "# A\n\nA sum of\n1 + 2 and\n- 3 in all.\n",
    ],
)
def test_a_list_with_its_blank_line_and_single_lines_are_silent(text: str, tmp_path: Path) -> None:
    assert site(tmp_path, "", index=text).findings == ()
    extensions = "markdown_extensions: [mdx_breakless_lists]\n"
    (tmp_path / "more").mkdir()
    assert site(tmp_path / "more", extensions, index=RUN_ON.format("*", "*")).findings == ()


PAGES = {
    "index": "# A\n\n[b](b.md), [d][d]\n\n[d]: d.md\n",
    "b": "# B\n",
    "c": "# C\n\n[c](c.md)\n",
    "d": "# D\n",
    "e": "# E\n",
}


@pytest.mark.parametrize(
    ("config", "pages"),
    [
        pytest.param("nav: [index.md, e.md]\n", ["c"], id="neither named nor linked"),
        pytest.param("nav: [index.md, e.md]\nnot_in_nav: c.md\n", [], id="meant"),
        pytest.param("nav: [index.md, e.md, cc.md]\n", [], id="told by what the navigation lacks"),
        pytest.param("", [], id="all pages are in the navigation"),
        pytest.param("nav: [index.md, e.md]\nplugins: [search, awesome-pages]\n", [], id="a navigation of its own"),
    ],
)
def test_a_page_that_nothing_leads_to_is_a_note(config: str, pages: list[str], tmp_path: Path) -> None:
    site(tmp_path, config, **PAGES)
    (tmp_path / "drafts.md").write_text("# Beside the docs folder\n", encoding="utf-8")
    report = analyse(read_paths([tmp_path], find_system=load_system))
    unreached = [finding for finding in report.findings if finding.rule == "unreached-page"]
    assert [Path(finding.place.source.path).stem for finding in unreached] == pages
    assert {str(finding.severity) for finding in unreached} <= {"info"}


def test_pages_are_read_as_text_only_where_something_may_be_left_over(tmp_path: Path) -> None:
    text = (
        "# Chapter 3\n\nHe is in it.\n\n- one\n- two\n\n<div>\nThree\n</div>\n\nGo [there][it].\n\n[it]: #chapter-3\n"
    )
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(text, encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text("site_name: A\n", encoding="utf-8")
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    checks = (leftovers.check, run_on.check_book)
    assert [finding for check in checks for finding in check(BookIndex(book))] == []
    assert not any("prose" in vars(page.document) for page in book.pages)


def test_what_stands_below_a_blank_line_wants_none(tmp_path: Path) -> None:
    text = "# A\n\n1) one\n2) two\n\n<div>\n\n- three\n- four\n\n</div>\n"
    assert not site(tmp_path, "", index=text).findings

"""Links that readers keep: an id that was published and is gone is told where it led, unless a comment keeps it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from rulebook.fixing import Choice, attempt
from rulebook.loading.reading import read_book
from rulebook_core.findings import Finding
from rulebook_core.source import Source
from rulebook_proof.analysis import analyse
from rulebook_rules.book import Book
from rulebook_rules.config import load_config
from rulebook_rules.published.lost import vanished
from rulebook_rules.published.pinned import outline_text
from rulebook_rules.published.redirects import former_anchors
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import read
from tests.edition.test_edition import GUIDE

CONFIG = """\
site_name: Links
markdown_extensions: [admonition, attr_list, tables]
plugins:
  - rulebook:
      books:
        book: {system: cavea}
        other: {dialect: markdown}
"""
MARKDOWN = """\
# Rolling

## The throw

Text.

*What a throw is worth*

| throw | worth |
| --- | --- |
| high | much |

<span id="sneak">Sneaking</span> is quiet.

## The end

!!! example "The last throw"

    Text.
"""
PAGES = {
    "book/a.md": MARKDOWN,
    "book/b.md": MARKDOWN.replace("!!! example", "> [!example]").replace(
        ' "The last throw"\n\n    ', " The last throw\n> "
    ),
    "book/c.md": "% Rolling\n\n## The throw\n\nText.\n\n## The end\n\nText.\n",
    "book/d.adoc": "= Rolling\n\n== The throw\n\n.Worth\n|===\n|high |much\n|===\n\n== The end\n\nText.\n",
    "other/a.md": "# Beside\n\n## The throw\n\nText.\n",
}
COMMENTS = {
    "book/a.md": "<!-- rulebook: formerly {} -->",
    "book/b.md": "%% rulebook: formerly {} %%",
    "book/c.md": "<!-- rulebook: formerly {} -->",
    "book/d.adoc": "// rulebook: formerly {}",
}
THROWS = {"book/a.md": "the-throw", "book/b.md": "the-throw", "book/c.md": "the-throw", "book/d.adoc": "_the_throw"}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site whose links are recorded; its folder is the current one."""
    monkeypatch.chdir(tmp_path)
    Path("mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    for uri, text in PAGES.items():
        write(uri, text)
    Path("rulebook.outline").write_text(outline_text(book()), encoding="utf-8")
    return tmp_path


def write(uri: str, text: str) -> None:
    path = Path("docs", uri)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def book() -> Book:
    return read_book(load_config(Path("mkdocs.yml")), find_system=load_system)


def lost(uri: str = "", old: str = "", new: str = "") -> list[Finding]:
    if uri:
        assert old in PAGES[uri]
        write(uri, PAGES[uri].replace(old, new))
    return vanished(book())


def at(finding: Finding) -> str:
    return finding.place.source.slice(finding.place.span)


def test_what_is_published_is_recorded(site: Path) -> None:
    lines = Path("rulebook.outline").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("book/a.md#")] == [
        "book/a.md#rolling\t1\tsection\tRolling",
        "book/a.md#the-throw\t2\tsection\tThe throw",
        "book/a.md#table-what-a-throw-is-worth\t3\ttable\tWhat a throw is worth",
        "book/a.md#sneak\t3\tanchor\tsneak",
        "book/a.md#the-end\t2\tsection\tThe end",
        "book/a.md#example-the-last-throw\t3\texample\tThe last throw",
    ]
    assert "# book/d.adoc: 3 section, 1 table" in lines
    assert not any("other/" in line for line in lines)
    assert lost() == []


@pytest.mark.parametrize("uri", THROWS)
def test_a_heading_with_other_words_is_told_and_its_link_kept(site: Path, uri: str) -> None:
    write(uri, PAGES[uri].replace("The throw\n", "How to throw\n"))
    changed = book()
    (found,) = vanished(changed)
    id_ = THROWS[uri]
    assert found.rule == "lost-anchor"
    assert found.message == f"links to `#{id_}` die: the section `The throw` is called `How to throw` now"
    assert "How to throw".startswith(at(found).removeprefix("== ").removeprefix("## "))
    keep, let_go = found.details.remedies
    assert COMMENTS[uri].format(id_) in keep.title
    assert let_go.title == "run `rulebook lock` to let it go"
    trial = attempt(changed, Choice(1, found, keep))
    assert trial.helps, trial
    (text,) = trial.texts.values()
    assert f"How to throw\n\n{COMMENTS[uri].format(id_)}\n\n" in text
    write(uri, text)
    assert [finding for finding in analyse(book()).findings if finding.rule != "unused-definition"] == []


def test_a_heading_with_another_id_alone_is_not_called_what_it_was_called(site: Path) -> None:
    (found,) = lost("book/a.md", "## The throw\n", "## The throw {#throwing}\n")
    assert found.message == "links to `#the-throw` die: the section `The throw` has the id `throwing` now"


def test_a_comment_is_set_off_from_the_text(site: Path) -> None:
    write("book/a.md", MARKDOWN.replace("## The throw\n\n", "## How to throw\n"))
    changed = book()
    (found,) = vanished(changed)
    trial = attempt(changed, Choice(1, found, found.details.remedies[0]))
    assert trial.helps
    (text,) = trial.texts.values()
    assert "## How to throw\n\n<!-- rulebook: formerly the-throw -->\n\nText." in text


@pytest.mark.parametrize(
    ("old", "new", "fact"),
    [
        (
            "*What a throw is worth*",
            "*What throws are worth*",
            "the table `What a throw is worth` is called `What throws",
        ),
        ("The last throw", "The very last throw", "the example `The last throw` is called `The very last throw` now"),
        ('<span id="sneak">Sneaking</span>', "Sneaking", "links to `#sneak` die: this anchor is gone"),
        ("| throw | worth |\n| --- | --- |\n| high | much |\n", "", "the table `What a throw is worth` is gone"),
        ("## The end\n\n", "", "the section `The end` is gone"),
    ],
)
def test_each_kind_is_told(site: Path, old: str, new: str, fact: str) -> None:
    (found,) = lost("book/a.md", old, new)
    assert fact in found.message
    assert found.details.related[0].source.path == "rulebook.outline"


@pytest.mark.parametrize("uri", COMMENTS)
def test_what_moves_to_another_page_is_told_with_its_new_place_and_its_links_kept(site: Path, uri: str) -> None:
    ending = uri.rpartition(".")[2]
    id_, heading = {"adoc": ("_the_end", "== The end")}.get(ending, ("the-end", "## The end"))
    title = {"adoc": "= More\n\n"}.get(ending, "# More\n\n")
    new = f"book/more/e.{ending}"
    write(new, f"{title}{heading}\n\nText.\n")
    (found, *_) = lost(uri, f"{heading}\n\n", "")
    what = "`The end` is gone from `{}`; it is on `{}` now"
    if ending == "md" and uri != "book/a.md":
        new = "book/more/e.md"
    assert found.message.endswith(what.format(uri, new))
    comment = COMMENTS["book/d.adoc" if ending == "adoc" else "book/a.md"].format(f"../{Path(uri).name}#{id_}")
    remedy = found.details.remedies[0]
    assert remedy.title == f"to keep them, write `{comment}` below the heading in `{new}`, between blank lines"
    (edit,) = remedy.edits
    source = edit.place.source
    assert edit.text.strip() == comment
    write(new, source.text[: edit.place.span.start] + edit.text + source.text[edit.place.span.end :])
    assert id_ not in str([finding.message for finding in vanished(book())])
    told = [finding.message for finding in analyse(book()).findings if finding.rule == "dangling-directive"]
    assert told == []
    # And when that comment goes, its link is missed.
    Path("rulebook.outline").write_text(outline_text(book()), encoding="utf-8")
    assert f"{uri}#{id_}\t1\tformer\t{id_}" in Path("rulebook.outline").read_text(encoding="utf-8")
    write(new, source.text)
    (found,) = vanished(book())
    assert f"`#{id_}` die: the comment that kept them is gone" in found.message


def test_a_page_that_is_gone_is_told_once(site: Path) -> None:
    Path("docs/book/a.md").unlink()
    (found,) = vanished(book())
    assert (found.rule, found.message) == ("lost-anchor", "links to `book/a.md` die: there is no such page any more")


def test_a_page_that_has_another_name_keeps_its_links(site: Path) -> None:
    Path("docs/book/a.md").unlink()
    ids = ["rolling", "the-throw", "table-what-a-throw-is-worth", "sneak", "the-end", "example-the-last-throw"]
    comment = f"<!-- rulebook: formerly {' '.join(f'a.md#{id_}' for id_ in ids)} -->"
    write("book/z.md", f"# More\n\n{comment}\n\nText.\n")
    assert vanished(book()) == []
    write("book/z.md", f"# More\n\n{comment.replace('a.md#sneak', '')}\n\nText.\n")
    assert len(vanished(book())) == 1
    write("book/z.md", "# More\n\n<!-- rulebook: formerly a.md# -->\n\nText.\n")
    assert vanished(book()) == []


def test_a_page_in_another_dialect_has_the_same_address(site: Path) -> None:
    Path("docs/book/a.md").unlink()
    write("book/a.adoc", "= Rolling\n\n[#the-throw]\n== The throw\n\nText.\n")
    assert {finding.message.partition(" die")[0] for finding in vanished(book())} == {
        "links to `#rolling`", "links to `#table-what-a-throw-is-worth`", "links to `#sneak`", "links to `#the-end`",
        "links to `#example-the-last-throw`",
    }  # fmt: skip


def test_additions_and_other_orders_are_no_findings(site: Path) -> None:
    first, second = MARKDOWN.split("## The end")
    assert (
        lost("book/a.md", MARKDOWN, f"# New\n\n{first}## Another\n\n## The end{second}\n| a | b |\n|-|-|\n|1|2|\n")
        == []
    )
    head, throw = first.split("## The throw")
    assert lost("book/a.md", MARKDOWN, f"{head}## The end{second}\n## The throw{throw}") == []


def test_who_has_recorded_nothing_is_told_nothing(site: Path) -> None:
    Path("rulebook.outline").unlink()
    assert lost("book/a.md", "## The throw", "## How to throw") == []


def test_a_kept_link_is_recorded_too(site: Path) -> None:
    kept = "How to throw\n\n<!-- rulebook: formerly the-throw -->\n"
    assert lost("book/a.md", "The throw\n", kept) == []
    Path("rulebook.outline").write_text(outline_text(book()), encoding="utf-8")
    assert "book/a.md#the-throw\t3\tformer\tthe-throw" in Path("rulebook.outline").read_text(encoding="utf-8")
    (found,) = lost("book/a.md", "The throw\n", "How to throw\n")
    assert found.message == "links to `#the-throw` die: the comment that kept them is gone"


@pytest.mark.parametrize(
    ("comment", "fact"),
    [
        ("<!-- rulebook: formerly -->", "it does not say which id is kept"),
        ("Text <!-- rulebook: formerly old -->", "an old id has no room within a text"),
        ("<!-- rulebook: formerly the-end -->", "there is an id `the-end` on this page, so nothing has to be kept"),
        ("<!-- rulebook: formerly table-what-a-throw-is-worth -->", "there is an id `table-what-a-throw-is-worth`"),
        ("<!-- rulebook: formerly a -->\n\n<!-- rulebook: formerly a -->", "there is an id `a` on this page"),
        (
            "<!-- rulebook: formerly b.md#the-end -->",
            "there is an id `the-end` on `book/b.md`, so nothing has to be kept",
        ),
        ("<!-- rulebook: formerly b.md# -->", "there is a page `book/b.md`, so nothing has to be kept"),
        ("<!-- rulebook: formerly ../../b.md#x -->", "`../../b.md` is outside of the site"),
        ("<!-- rulebook: formerly # -->", "it does not say which id is kept"),
        (
            "<!-- rulebook: formerly b.md#x -->\n\nText.\n\n<!-- rulebook: formerly b.md#x -->",
            "`b.md#x` is kept on `book/a.md` already",
        ),
        ("<!-- rulebook: formely old -->", "`rulebook:` does not know `formely`"),
    ],
)
def test_a_comment_that_keeps_nothing_is_told(site: Path, comment: str, fact: str) -> None:
    write("book/a.md", f"{MARKDOWN}\n{comment}\n")
    told = [finding.message for finding in analyse(book()).findings if finding.rule == "dangling-directive"]
    assert len(told) == 1
    assert fact in told[0]


def test_links_may_use_what_is_kept_and_what_is_named(site: Path) -> None:
    links = [f"[a](a.md#{id_})" for id_ in ("table-what-a-throw-is-worth", "example-the-last-throw", "old")]
    write("book/a.md", f"{MARKDOWN}\n<!-- rulebook: formerly old -->\n")
    write("book/e.md", "# Links\n\n" + "\n".join(links) + "\n\n[b](a.md#table-what-a-throw-is-wroth)\n")
    (found,) = (finding for finding in analyse(book()).findings if finding.rule == "unknown-anchor")
    assert found.details.remedies[0].title == "write `#table-what-a-throw-is-worth`"


@pytest.mark.parametrize("line", ["nonsense", "book/a.md#x\t1\tsection", "book/a.md\t1\tsection\tx"])
def test_a_broken_line_is_told(site: Path, line: str) -> None:
    with Path("rulebook.outline").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    assert [finding.rule for finding in vanished(book())] == ["unreadable-source"]


def offered() -> set[str]:
    """What is offered at links that lead nowhere."""
    return {finding.help for finding in analyse(book()).findings if finding.rule == "unknown-anchor"}


def test_a_link_to_an_id_that_has_another_name_now_is_offered_that_one(site: Path) -> None:
    text = MARKDOWN.replace("Text.", "See [there](#the-end) and [here](#the-throw).", 1)
    write("book/a.md", text.replace("## The end", "## Last words"))
    assert offered() == {"write `#last-words`"}
    # Of several, each stands where the old one stood.
    write("book/a.md", text.replace("## The end", "## Last words").replace("## The throw", "## Dice"))
    assert offered() == {"write `#last-words`", "write `#dice`"}
    # What stands elsewhere is known by what it is called.
    moved = text.replace("## The throw\n", "").replace("## The end", "## Last words\n\n## A throw")
    write("book/a.md", moved)
    assert offered() == {"write `#last-words`", "write `#a-throw`"}
    Path("rulebook.outline").unlink()
    assert offered() == {"", "write `#a-throw`"}


def sample(page: str, heading: str) -> str:
    """The first sample under a heading of the guide."""
    text = (GUIDE / page).read_text(encoding="utf-8").partition(heading)[2]
    found = re.search(r"^```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_the_guide_keeps_a_link(site: Path) -> None:
    document = read(Source("a.md", sample("comments.md", "{#formerly}")))
    assert [anchor.id for anchor in former_anchors(document)] == ["rolling-a-pool"]


def test_the_guide_shows_the_finding_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = Path("docs/book/rolling.md")
    page.parent.mkdir(parents=True)
    Path("docs/other").mkdir()
    Path("mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    page.write_text("# Rolling\n\n## The throw\n", encoding="utf-8")
    assert CliRunner().invoke(main, ["lock"]).exit_code == 0
    page.write_text("# Rolling\n\n## How to throw\n\nText.\n", encoding="utf-8")
    shown = CliRunner().invoke(main, ["check"]).output
    assert shown.startswith(sample("ledger.md", "{#links}"))


def test_the_guide_cites_a_table_that_there_is() -> None:
    cited = sample("live.md", "{#citations}")
    text = (GUIDE.parent / "cavea" / "health.md").read_text(encoding="utf-8")
    (table,) = (part for part in read(Source("health.md", text)).prose.parts if part.kind == "table")
    assert cited.strip().endswith(f"/cavea/health.html#{table.id}")
    assert f"table “{table.title}”" in cited

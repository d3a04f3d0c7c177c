"""Ways in: text of other tools as Markdown, with dice that roll and a list of what was changed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pypandoc
import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from rulebook_export.content.statblocks import stat_blocks
from rulebook_export.incoming import pandoc
from rulebook_export.incoming.changes import Imported
from rulebook_export.incoming.homebrewery import SIGNS, from_homebrewery
from rulebook_export.incoming.plain import from_plain
from rulebook_export.incoming.rolls import with_dice
from tests.checking import check_text, serious, shown
from tests.our_books import ROOT

HERE = Path(__file__).parent
MARKDOWN = """\
# Ghouls

A ghoul takes 7 (2d6) damage.

| d6 | Met |
| --- | --- |
| 1-3 | a ghoul |
| 4-6 | nobody |

## Rest

- Roll [[1d6+2]].
- It is *quiet*.
"""


LATEX = r"""\documentclass{article}
\begin{document}
\section{Ghouls}
A ghoul takes 7 (2d6) damage.

\begin{tabular}{ll}
d6 & Met \\ \hline
1--3 & a ghoul \\
4--6 & nobody \\
\end{tabular}
\subsection{Rest}
\begin{itemize}
\item Roll [[1d6+2]].
\item It is \emph{quiet}.
\end{itemize}
\end{document}
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["import", *map(str, arguments)])


def written_by_pandoc(format_: str, folder: Path, ending: str) -> Path:
    """A file as Pandoc writes it."""
    path = folder / f"ghouls.{ending}"
    if format_ == "latex":
        path.write_text(LATEX, encoding="utf-8")
        return path
    command = [pypandoc.get_pandoc_path(), "-f", "gfm", "-t", format_, "--standalone", "-o", str(path)]
    subprocess.run(command, input=MARKDOWN.encode(), check=True, stderr=subprocess.DEVNULL)
    return path


@pytest.mark.parametrize(
    ("format_", "ending"), [("docx", "docx"), ("odt", "odt"), ("latex", "tex"), ("html", "html"), ("epub", "epub")]
)
def test_documents_come_by_pandoc_and_are_checked(format_: str, ending: str, tmp_path: Path) -> None:
    done = run(written_by_pandoc(format_, tmp_path, ending), "-o", tmp_path / "out.md")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "out.md").read_text(encoding="utf-8")
    assert "Ghouls" in text
    assert "## Rest" in text or "# Rest" in text
    assert "`1d6+2`" in text
    report = check_text(text, system=None)
    assert serious(report) == []
    (table,) = report.analyses["text.md"].document.prose.tables
    rows = [[cell.text.replace("–", "-") for cell in row] for row in table.rows]
    assert rows == [["1-3", "a ghoul"], ["4-6", "nobody"]]
    wrong = check_text(text.replace("4-6", "5-6").replace("4–6", "5–6"), system=None)
    assert [finding.rule for finding in serious(wrong)] == ["table-gap"]


def test_without_pandoc_a_line_says_what_brings_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = written_by_pandoc("docx", tmp_path, "docx")
    monkeypatch.setattr(pandoc, "_pandoc", lambda: "no-such-pandoc")
    done = run(path)
    assert done.exit_code == 2
    assert done.output.strip() == f"rulebook: {pandoc.MISSING}"


def test_what_pandoc_cannot_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(b"no document")
    done = run(tmp_path / "a.docx")
    assert done.exit_code == 2
    assert "Pandoc cannot read it" in done.output


def test_pandoc_does_not_read_what_a_text_names(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("hidden", encoding="utf-8")
    (tmp_path / "a.tex").write_text(rf"\input{{{tmp_path}/secret.txt}} words", encoding="utf-8")
    done = run(tmp_path / "a.tex")
    assert "hidden" not in done.output


@pytest.mark.parametrize("name", ["brew.txt", "binder.txt"])
def test_a_brew_becomes_markdown_without_its_layout(name: str) -> None:
    text = (HERE / name).read_text(encoding="utf-8")
    assert SIGNS.search(text)
    result = from_homebrewery(text).text
    for sign in ("{{", "}}", "::", "\\page", "\\column", "<div", "<style", "metadata", "{width", "___"):
        assert sign not in result
    (block,) = stat_blocks(result)
    assert len(block.scores) == 6
    assert block.kind
    assert block.value("Armor Class")
    assert any(name in ("Fist", "Bite") for _, name, _ in block.traits)


def test_a_stat_block_of_a_brew_is_checked() -> None:
    result = from_homebrewery((HERE / "brew.txt").read_text(encoding="utf-8")).text
    assert [*map(shown, serious(check_text(result, system="heroic-d20")))] == []
    for was, now in (
        ("18 (+4)", "18 (+3)"),
        ("68 (8d10", "70 (8d10"),
        ("(1,100 XP)", "(1,200 XP)"),
        ("13 (2d8", "12 (2d8"),
    ):
        assert [finding.rule for finding in serious(check_text(result.replace(was, now), system="heroic-d20"))] == [
            "wrong-value"
        ], was


def test_an_exported_brew_comes_back_with_its_values(tmp_path: Path) -> None:
    book = ROOT / "tests" / "games" / "heroic-d20" / "book.md"
    done = CliRunner().invoke(main, ["export", "homebrewery", str(book), "-o", str(tmp_path)])
    assert done.exit_code == 0, done.output
    text = from_homebrewery((tmp_path / "the-drowned-keep.md").read_text(encoding="utf-8")).text
    report = check_text(text, system="heroic-d20")
    assert [*map(shown, serious(report))] == []
    before = check_text(book.read_text(encoding="utf-8"), system="heroic-d20")
    assert len(report.claims) == len(before.claims)


def test_a_vault_becomes_pages(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    (vault / "people").mkdir(parents=True)
    (vault / "people" / "Ada.md").write_text("# Ada\n\nAda rolls `dice: 2d6+1`.\n\n^ada\n", encoding="utf-8")
    block = "```statblock\nname: Rat\nac: 12\nhp: 3\nhit_dice: 1d4+1\nstats: [4, 15, 12, 2, 10, 4]\ncr: 1/8\n"
    block += "traits:\n- name: Bite\n  desc: Bites.\n```\n"
    (vault / "Home.md").write_text(f"# Home\n\nSee [[Ada|her]].\n\n{block}", encoding="utf-8")
    done = run(vault, "-o", tmp_path / "docs")
    assert done.exit_code == 0, done.output
    home = (tmp_path / "docs" / "Home.md").read_text(encoding="utf-8")
    assert "[her](people/Ada.md)" in home
    assert "statblock" not in home
    (rat,) = stat_blocks(home)
    assert (rat.value("Hit Points"), [one.score for one in rat.scores]) == ("3 (1d4+1)", [4, 15, 12, 2, 10, 4])
    ada = (tmp_path / "docs" / "people" / "Ada.md").read_text(encoding="utf-8")
    assert "`2d6+1`" in ada
    assert "dice:" not in ada
    assert "people/Ada.md, line 3: ``2d6+1`` for ``dice: 2d6+1``" in done.output


def test_what_a_vault_shows_comes_along(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    (vault / "files").mkdir(parents=True)
    for name in ("map.png", "sheet one.pdf", "unused.png"):
        (vault / "files" / name).write_bytes(name.encode())
    (vault / "Home.md").write_text(
        "# Home\n\n![[map.png|200]] and [[sheet one.pdf]]. ![[lost.png]]\n", encoding="utf-8"
    )
    (tmp_path / "secret.png").write_bytes(b"secret")
    (vault / "Away.md").write_text("# Away\n\n![out](../secret.png)\n", encoding="utf-8")
    pages = tmp_path / "docs"
    assert run(vault, "-o", pages).exit_code == 0
    assert (pages / "files" / "map.png").read_bytes() == b"map.png"
    assert (pages / "files" / "sheet one.pdf").read_bytes() == b"sheet one.pdf"
    assert [path.name for path in pages.rglob("*.png")] == ["map.png"]
    assert run(vault, "-o", pages).exit_code == 2, "nothing is written over"


def test_letters_are_put_back_as_a_text_has_them_elsewhere() -> None:
    text = "Ein Angriff zählt, und zwei Angriffe zählen. Der Angri� trifft. Mit Angri en treffen. Drei Angrie auch.\n"
    text += "Angriffe sind laut, von Angriffen zu Angriffen. La différence est la différence: une di�érence.\n"
    mended = from_plain(text)
    assert mended.text == text.replace("Angri� ", "Angriff ").replace("Angri en", "Angriffen").replace(
        "Angrie ", "Angriffe "
    ).replace("di�érence", "différence")
    assert len(mended.changes) == 4


def test_text_from_a_pdf_is_mended_and_each_change_is_listed(tmp_path: Path) -> None:
    done = run(HERE / "pdf.txt", "-o", tmp_path / "out.md")
    assert done.exit_code == 0
    assert (tmp_path / "out.md").read_text(encoding="utf-8").split("\n\n") == [
        "THE DROWNED KEEP",
        "Each fighter who suffers a flame takes 1d6 damage and a reroll.\n"
        "The effect is different if the officer is a confined monster; the swamp monster\n"
        "has 2d10 hit points, and a difficulty of 15.",
        "- The office is well-known, and the well-known\ndifference is 3d6.\n"
        "Chapter two has 3d6 coins. Different effects.\n",
    ]
    for line in ("line 3: `1d6` for `ld6`", "line 4: `confined` for `con ned`", "line 5: `difficulty` for `diculty`"):
        assert line in done.output.splitlines()
    assert len([line for line in done.output.splitlines() if line.startswith("line ")]) == 21


WHOLE = """\
A ghost rests on ashes near the end of the inn. She lost a coin, and coins are true. In a fire a flame is red. He is an
old man of iron. I do not find a fit file; the fist of a giant is its own. To reside there needs a rule.

Les loups sont dans la forêt, et la fin est proche. Das ist der Anfang, und ein Fels liegt im Fluss.

Roll 2d6 and d20, 1d100 or d%. The id is 5, and I d like to go. A well-known inn, an on-off thing.
"""


def test_text_without_a_fault_stays_as_it_is() -> None:
    assert from_plain(WHOLE) == Imported(WHOLE)


@pytest.mark.parametrize("name", ["heroic-d20", "old-school", "skirmish", "percentile"])
def test_ordinary_text_stays_as_it_is(name: str) -> None:
    text = (ROOT / "tests" / "games" / name / "ordinary.md").read_text(encoding="utf-8")
    assert from_plain(text).text == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[1d6+2]]", "`1d6+2`"),
        ("[[/r 1d20]]", "`1d20`"),
        ("[[/roll 2d6+3 # Fire]]", "`2d6+3`"),
        ("[[/gmr 1d20]]{Hide}", "Hide (`1d20`)"),
        ("[[/damage 2d8 fire]]", "`2d8`"),
        ("`dice: 3d6|text(x)`", "`3d6`"),
        ("@UUID[Actor.abc]{Ghoul}", "Ghoul"),
        ("[[Ghoul]]", "[[Ghoul]]"),
        ("[[d20 rules]]", "[[d20 rules]]"),
        ("[[1d20+@{str}]]", "[[1d20+@{str}]]"),
        ("[[4d6kh3]]", "`4d6kh3`"),
    ],
)
def test_inline_rolls_are_dice(text: str, expected: str) -> None:
    assert with_dice(Imported(text)).text == expected


def test_a_module_that_was_exported_rolls_when_it_comes_back(tmp_path: Path) -> None:
    """The page of a journal is HTML with inline rolls."""
    (tmp_path / "a.md").write_text("# A\n\nTakes 7 (2d6) damage.\n\n| d4 | B |\n| --- | --- |\n| 1-4 | `d6` c |\n")
    done = CliRunner().invoke(main, ["export", "foundry", str(tmp_path / "a.md"), "-o", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    journal = json.loads((tmp_path / "out" / "a" / "packs" / "journal.db").read_text(encoding="utf-8"))
    (tmp_path / "a.html").write_text(journal["pages"][0]["text"]["content"], encoding="utf-8")
    back = run(tmp_path / "a.html")
    assert "Takes 7 (`2d6`) damage." in back.output


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "out.md").write_text("mine", encoding="utf-8")
    done = run(HERE / "pdf.txt", "-o", tmp_path / "out.md")
    assert done.exit_code == 2
    assert (tmp_path / "out.md").read_text(encoding="utf-8") == "mine"
    assert run(HERE / "pdf.txt", "-o", tmp_path / "out.md", "--force").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["no-such-file"], "there is no `no-such-file`"),
        ([str(HERE)], "a folder of notes needs another one"),
        ([str(HERE / "pdf.txt"), "--from", "pandoc"], "its ending says no format"),
    ],
)
def test_what_cannot_be_imported_says_why(arguments: list[str], fault: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert fault in done.output

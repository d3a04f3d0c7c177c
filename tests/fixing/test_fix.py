"""`rulebook fix`: what it changes, what it refuses, and that it touches nothing else."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from rulebook.cli import main
from rulebook.fixing import attempt_each, sole_choices
from rulebook.loading.reading import read_paths
from rulebook_core.edits import FixError, edited
from rulebook_core.findings import Edit, Place, Remedy
from rulebook_core.source import Source, Span
from rulebook_proof.analysis import analyse
from rulebook_rules.systems import load_system
from tests.seeds import seed

BAD = "# Dodge\n\nA pool of `2:d6` -- three *d6*s. So 2 + 2 = 5.\n\nHere, 1 + 1 = 3.\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def run(*args: str, answer: str = "") -> Result:
    result = CliRunner().invoke(main, ["fix", "--system", "cavea", *args], input=answer)
    assert "Traceback" not in result.output
    return result


def test_it_shows_the_diff_asks_and_applies() -> None:
    Path("a.md").write_text(BAD)
    result = run("a.md:5", answer="y\n")
    assert result.exit_code == 0
    assert "-Here, 1 + 1 = 3.\n+Here, 1 + 1 = 2.\n" in result.output
    assert Path("a.md").read_text() == BAD.replace("1 = 3", "1 = 2")


def test_a_minus_is_written_as_the_text_has_it() -> None:
    Path("a.md").write_text("# Dodge\n\nHere, 4 × (2 − 5) = −13.\n", encoding="utf-8")
    assert run("a.md:3", answer="y\n").exit_code == 0
    assert "= −12." in Path("a.md").read_text(encoding="utf-8")


def test_whoever_says_no_keeps_the_file() -> None:
    Path("a.md").write_text(BAD)
    for answer in ("n\n", ""):
        assert run("a.md:5", answer=answer).exit_code == 1
    assert Path("a.md").read_text() == BAD


def test_a_page_is_mended_wherever_one_remedy_is_the_only_one() -> None:
    Path("a.md").write_text(BAD)
    Path("b.md").write_text(BAD)
    result = run("a.md", answer="y\n")
    assert result.exit_code == 0
    assert result.output.endswith("Apply this (3 findings)? [y/N]: y\nmended 3 findings\n")
    assert Path("a.md").read_text() == BAD.replace("2:d6", "3:d6").replace("= 5", "= 4").replace("1 = 3", "1 = 2")
    assert Path("b.md").read_text() == BAD
    again = run("a.md")
    assert (again.exit_code, again.output) == (0, "mended 0 findings\n")


def test_what_has_several_remedies_is_left_to_the_writer() -> None:
    text = "# Dodge\n\nHere, 1 + 1 = 3. It is `3:d6/2:d12/2:d20`, which is worth 36 Health Points.\n"
    Path("a.md").write_text(text)
    result = run("a.md", "--yes")
    left = "a.md:3:59: error[wrong-value] the rules give 35, the text says `36`"
    assert result.output.endswith(f"mended 1 finding; 1 finding left to you:\n  {left}\n")
    assert Path("a.md").read_text() == text.replace("= 3", "= 2")


def test_all_pages_of_a_site_are_mended() -> None:
    Path("docs/deep").mkdir(parents=True)
    Path("mkdocs.yml").write_text("site_name: S\n")
    for name in ("index.md", "deep/a.md"):
        Path("docs", name).write_text("# A\n\nRoll 1d6. Here, 1 + 1 = 3.\n")
    result = run("--all", "--yes")
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "mended 2 findings")
    assert all("1 + 1 = 2." in Path("docs", name).read_text() for name in ("index.md", "deep/a.md"))


def test_remedies_that_stand_in_each_others_way_are_left() -> None:
    """One of them is applied, and the other finding is told."""
    text = "# A\n\nHere, 1 + 1 = 3. So 2 + 2 = 5. Then 3 + 3 = 7.\n"
    Path("a.md").write_text(text)
    report = analyse(read_paths([Path("a.md")], system="cavea", find_system=load_system))
    choices, _ = sole_choices(report.findings)
    assert len(choices) == 3
    edit = choices[0].remedy.edits[0]
    clash = replace(choices[1], remedy=Remedy("", (edit, *choices[1].remedy.edits)))
    worse = replace(choices[2], remedy=Remedy("", (replace(choices[2].remedy.edits[0], text="8"),)))
    trial, taken = attempt_each(report.book, [choices[0], clash, worse])
    assert taken == [choices[0]]
    assert [*trial.texts.values()] == [text.replace("= 3", "= 2")]


@pytest.mark.parametrize("arguments", [(), ("a.md", "--all"), ("a.md", "--remedy", "1")])
def test_what_is_meant_must_be_said(arguments: tuple[str, ...]) -> None:
    Path("a.md").write_text(BAD)
    result = run(*arguments)
    assert (result.exit_code, result.output.count("\n")) == (2, 1)


def test_several_findings_in_a_line_are_listed_with_the_numbers_to_choose_by() -> None:
    Path("a.md").write_text(BAD)
    result = run("a.md:3", "--yes")
    assert result.exit_code == 2
    assert "several findings at a.md:3" in result.output
    assert "1  notation-mismatch: write `3:d6`" in result.output
    assert "3  wrong-sum: write `4`" in result.output
    assert "2  notation-mismatch: write two d6s in the words (by hand)" in result.output
    assert run("a.md:3", "--yes", "--remedy", "2").output.startswith("rulebook: remedy 2 is for you to do by hand")
    assert run("a.md:3", "--yes", "--remedy", "3").exit_code == 0
    assert run("a.md:3:12", "-y").exit_code == 0
    assert Path("a.md").read_text() == BAD.replace("2:d6", "3:d6").replace("= 5", "= 4")


def test_in_ci_a_change_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    Path("a.md").write_text(BAD)
    assert run("a.md:5", "--apply").exit_code == 1
    assert Path("a.md").read_text() != BAD


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("a.md:4", "there is no finding at a.md:4; there is one in line 3, 5"),
        ("a.md:5:1", "there is no finding at a.md:5:1; there is one in line 3, 5"),
        ("b.md:1", "cannot read `b.md`: there is no such file"),
        ("c.md:3", "the finding at c.md:3 has no remedy that could be applied for you"),
        ("d.md:1", "there is no finding at d.md:1"),
    ],
)
def test_what_cannot_be_mended_is_a_clear_line(where: str, message: str) -> None:
    Path("a.md").write_text(BAD)
    Path("c.md").write_text("# A\n\n## Empty\n\n## B\n\nText.\n")
    Path("d.md").write_text("")
    result = run(where, "--yes")
    assert result.exit_code == 2
    assert result.output.splitlines()[0] == f"rulebook: {message}"
    assert Path("a.md").read_text() == BAD


def test_a_remedy_that_brings_another_finding_is_refused_and_the_file_untouched() -> None:
    Path("mkdocs.yml").write_text(
        "site_name: Test\nplugins:\n  - rulebook:\n      books:\n        .: {system: cavea}\n"
    )
    Path("docs").mkdir()
    table = "| Die | Health Points |\n| --- | --- |\n"
    rows = "| d20 | 1 |\n| d12 | 3 |\n| d10 | 4 |\n| d8 | 6 |\n| d6 | 9 |\n| d4 | 12 |\n"
    Path("docs/table.md").write_text(f"# Health\n\n{table}{rows}\n")
    # The anchor is misspelt; the id that looks like it is gone as soon as the heading is spelt right.
    text = "# Health {#health}\n\n## Toughnes\n\nText: [there](#toughnes).\n\n### Recieve\n\n[x](#recieve)\n"
    Path("docs/a.md").write_text(text)
    result = run("docs/a.md:7", "--yes")
    assert result.exit_code == 1
    assert "remedy 1 is not applied: new findings would come" in result.output
    assert "docs/a.md:9:6: error[unknown-anchor]" in result.output
    assert Path("docs/a.md").read_text() == text


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_bytes_that_no_edit_touches_stay(mark: bytes, end: str, last: str) -> None:
    text = "# Äpfel 😀\n\n漢字: 1 + 1 = 3, é\n\n\tund\u2028 Schluss." + last
    before = mark + text.replace("\n", end).encode()
    Path("a.md").write_bytes(before)
    assert run("a.md:3", "--yes").exit_code == 0
    assert Path("a.md").read_bytes() == before.replace(b"= 3", b"= 2")


def test_a_file_that_changes_under_us_is_not_overwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.md").write_text(BAD)
    monkeypatch.setattr("click.confirm", lambda *_args, **_kwargs: Path("a.md").write_text(BAD + "More.\n"))
    result = run("a.md:5")
    assert result.exit_code == 2
    assert "has changed meanwhile" in result.output
    assert Path("a.md").read_text() == BAD + "More.\n"


def test_a_write_that_fails_leaves_the_page_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    Path("a.md").write_text(BAD)
    monkeypatch.setattr("os.fsync", full)
    result = run("a.md:5", "--yes")
    assert result.exit_code == 2
    assert "rulebook: `a.md`: no space left on device" in result.output
    assert Path("a.md").read_text() == BAD
    assert [path.name for path in Path().iterdir()] == ["a.md"]


@pytest.mark.parametrize(("number", "new"), [("1", ["(2 * 9) + 4", "= 133 Health"]), ("2", ["2:d8/1:d10/2:d12/1:d20"])])
def test_either_side_of_the_worked_example_can_be_mended(number: str, new: list[str]) -> None:
    data = seed("000").encode()
    Path("cavea.md").write_bytes(data)
    result = run("cavea.md:290", "--remedy", number, "--yes")
    assert result.exit_code == 0, result.output
    mended = Path("cavea.md").read_bytes().decode()
    assert all(text in mended for text in new)
    assert abs(len(mended.splitlines()) - len(data.decode().splitlines())) == 0


@given(st.data())
def test_edits_change_their_own_characters_only(data: st.DataObject) -> None:
    text = data.draw(st.text(st.sampled_from("ab \r\né漢😀\u2028\ufeff"), min_size=1, max_size=40))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=6)))
    spans = [Span(*pair) for pair in zip(cuts[::2], cuts[1::2], strict=False)]
    source = Source("x.md", text)
    edits = tuple(Edit(Place(source, span), f"<{index}>") for index, span in enumerate(spans))
    new = edited(Remedy("", tuple(reversed(edits))))[source]
    for index, span in reversed(list(enumerate(spans))):
        new = new.replace(f"<{index}>", text[span.start : span.end])
    assert new == text


def test_edits_that_overlap_are_refused() -> None:
    source = Source("x.md", "abcdef")
    with pytest.raises(FixError):
        edited(Remedy("", (Edit(Place(source, Span(0, 3)), "x"), Edit(Place(source, Span(2, 4)), "y"))))


@pytest.mark.parametrize("where", ["a.md:x", "a.md:0", "a.md:" + "9" * 5000, "nowhere.md"])
def test_what_names_no_line_is_told(where: str) -> None:
    Path("a.md").write_text(BAD)
    result = run(where)
    assert result.exit_code == 2
    assert "names no line" in result.output

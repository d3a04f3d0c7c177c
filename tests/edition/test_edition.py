"""Our books and pages about them: right, nearly all of it guarded, in words of our own, and true to the software."""

import inspect
import re
import sys
from pathlib import Path
from shutil import copy, copytree

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from rulebook.commands.check import REPORTS
from rulebook_proof.analysis import Report
from rulebook_proof.proof.ledger import Standing
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.book import Book
from rulebook_rules.systems import load_system
from tests.checking import check_text, shown
from tests.edition.walk import walk
from tests.our_books import our_books, report_on_our_books
from tests.seeds import GAMES, seed

ROOT = Path(__file__).parent.parent.parent
GUIDE = ROOT / "docs" / "guide"
MIN_GUARDED = 0.95
FIRST_COMMANDS = ("check", "check", "ledger", "ledger", "check")
RUN = 10
"""So many words in a row that also stand in a source are copied."""


@pytest.fixture
def book() -> Book:
    return our_books()


@pytest.fixture
def report() -> Report:
    return report_on_our_books()


def test_our_books_are_right(report: Report) -> None:
    assert [shown(finding) for finding in report.findings] == []


def test_nearly_every_number_is_guarded(report: Report) -> None:
    free = [
        f"{number.place.source.path}: {number.text}"
        for number in report.numbers
        if number.standing is Standing.UNGUARDED
    ]
    assert len(free) <= (1 - MIN_GUARDED) * len(report.numbers), free


def test_the_worked_example_still_comes_to_127(report: Report) -> None:
    totals = [claim for claim in report.claims if claim.kind == "sum-health-points"]
    assert [(claim.stated, claim.computed) for claim in totals] == [("127", "127")]


def test_the_example_of_a_roll_is_held_to_every_die_of_its_pool(report: Report) -> None:
    kinds = {claim.kind: claim.stated for claim in report.analyses["cavea/advancement.md"].claims}
    assert kinds["a-roll"].startswith("pool 3:d8/2:d10/3:d20; count 8; first 7; rest 8, 2, 6, 9, 2, 14, 11; total 0")


NO_SENTENCE = re.compile(
    r"(?:How|What(?!.* (?:is|needs|says) )|When|Where|Which|By how|Into how|So many)\b"
    r"|The [^(]*, (?:counted|by name)\b|[^ ]*$"
)
"""How names of rules begin that tell a reader nothing."""


def test_rules_of_our_games_are_told_as_sentences() -> None:
    for game, _ in GAMES.values():
        told = [(inspect.getdoc(phrase.rule) or "").partition("\n")[0] for phrase in load_system(game).phrases]
        assert [one for one in told if one.endswith(".") and NO_SENTENCE.match(one)] == []


def test_each_proof_of_our_books_is_told_in_sentences(book: Book, report: Report) -> None:
    presenter = Presenter(book, report)
    proofs = [
        proof
        for page in book.pages
        for proof in re.findall(
            r'<li id="rulebook-why-\d+">(.*?)</li>(?=<li id|</ol>)', presenter.page(page.uri).appendix
        )
    ]
    assert [proof for proof in proofs if "<a href=" not in proof] == [], "each leads to a place of this edition"
    told = [
        one
        for proof in proofs
        for one in re.findall("(?<=</q> )[^ ].*?(?=</p>)|(?<=<li>).+?(?=</li>)", re.sub("</?a[^>]*>", "", proof))
    ]
    assert len(told) > 300
    assert [one for one in told if not re.match(r"[A-Z\d|`(d2]", one) or not one.endswith(".")] == []
    assert [one for one in told if len(one.split()) < 3] == []


def words(text: str) -> list[str]:
    return re.findall(r"[a-z][a-z'’]*", text.lower())


def runs(found: list[str]) -> set[tuple[str, ...]]:
    return {tuple(found[start : start + RUN]) for start in range(len(found) - RUN + 1)}


def test_our_words_are_our_own() -> None:
    known = set().union(*(runs(words(seed(number))) for number in GAMES))
    pages = [
        ROOT / "README.md",
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("docs/**/*.adoc"),
        *ROOT.glob("rulesmod/**/*.py"),
    ]
    copied = {
        path.name: [" ".join(run) for run in runs(words(path.read_text(encoding="utf-8"))) & known] for path in pages
    }
    assert {name: found for name, found in copied.items() if found} == {}


def consoles(path: Path) -> list[tuple[str, str]]:
    """The commands that a page shows, each with what it shows of their output."""
    blocks = re.findall(r"^```console\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    shown_with_output = [block[2:].partition("\n") for block in blocks if not block.partition("\n")[2].startswith("$")]
    return [(command, output) for command, _, output in shown_with_output if output]


def output(command: str) -> str:
    arguments = command.replace(".venv/bin/", "").split()
    assert arguments[0] == "rulebook"
    return CliRunner().invoke(main, arguments[1:]).output


def test_the_tour_of_the_readme_is_what_is_really_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (check, finding), (odds, table) = consoles(ROOT / "README.md")
    copytree(ROOT / "docs", tmp_path / "docs")
    copy(ROOT / "mkdocs.yml", tmp_path)
    health = tmp_path / "docs" / "cavea" / "health.md"
    spoilt = health.read_text(encoding="utf-8").replace("= 127 Health", "= 128 Health")
    health.write_text(spoilt, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    printed = output(check)

    assert finding.strip() in printed
    assert output(odds) == table


def test_the_finding_of_the_guide_is_what_is_really_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (GUIDE / "findings.md").read_text(encoding="utf-8")
    (finding,) = re.findall(r"^```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "cavea.md").write_bytes(seed("000").encode())
    monkeypatch.chdir(tmp_path)

    assert finding in output("rulebook check cavea.md --system cavea")


def test_the_first_check_is_what_is_really_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step of the walk, in its order; `tests/packages/test_walk.py` goes it to its end, with the wheel."""
    monkeypatch.chdir(tmp_path)
    steps = [step for step in walk(tmp_path) if not step.output or output(step.commands) == step.output]
    shown_output = [step.commands for step in steps if step.output]
    assert shown_output == [f"rulebook {name} inn.md" for name in FIRST_COMMANDS]


def test_the_finding_of_the_landing_page_is_what_is_really_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = ROOT / "docs" / "index.md"
    (sentence,) = re.findall(r"^.* is worth 23 .*\n", path.read_text(encoding="utf-8"), re.MULTILINE)
    ((check, printed),) = consoles(path)
    monkeypatch.chdir(tmp_path)

    Path("welcome.md").write_text(sentence.replace("23", "24"), encoding="utf-8")
    assert output(check) == printed


def test_a_game_in_python_is_what_is_really_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = GUIDE / "own-module.md"
    text = path.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for language, ending in (("python", "py"), ("markdown", "md")):
        contents = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        for name, content in zip(("ferry", "lanterns", "causeway"), contents, strict=False):
            Path(f"{name}.{ending}").write_text(content, encoding="utf-8")

    for command, printed in consoles(path):
        assert output(command) == printed


def test_a_game_of_ones_own_is_what_is_really_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = GUIDE / "own-game.md"
    page = path.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (rules, *_), (text, *_) = (
        re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL) for language in ("yaml", "markdown")
    )
    right = text.replace("| 2 | 2 | 7 |", "| 2 | 2 | 6 |").replace("| 3 | 5 |", "| 3 | 6 |")
    Path("rules.yml").write_text(rules, encoding="utf-8")
    for command, printed in consoles(path):
        Path("lanterns.md").write_text(text if "check" in command else right, encoding="utf-8")
        Path("rules.yml").write_text("game: Lanterns\n" if "learn" in command else rules, encoding="utf-8")
        assert output(command) == printed

    few, all_of = re.findall(r"(\d+) of the\n(\d+) numbers are guarded", page)[0]
    Path("rules.yml").write_text("game: Lanterns\n", encoding="utf-8")
    assert f"{all_of} numbers: {few} guarded" in output("rulebook ledger lanterns.md")


def test_the_comments_that_the_guide_shows_do_what_it_says() -> None:
    text = (GUIDE / "comments.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```markdown\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    anchor = "See [the appendix](#appendix).\n"
    # Cavea has no stage, and nothing mentions the fork; what is allowed is what stands behind the comment.
    shown_here = [block for block in blocks if "stage:" not in block and "facts:" not in block]
    written = [f"{block}{anchor}" if "allow" in block else block for block in shown_here]
    report = check_text("\n".join(written))
    assert {finding.rule for finding in report.findings} == {"table-gap"}  # the table is shown in part
    assert report.suppressed == 1
    assert [number.text for number in report.numbers if number.standing is Standing.UNGUARDED] == []


def test_the_guide_lists_every_form_of_a_report() -> None:
    text = (GUIDE / "ci.md").read_text(encoding="utf-8")
    forms = re.findall(r"^\| `(\w+)` \|", text.partition("{#formats}")[2], re.MULTILINE)
    assert set(forms) == set(REPORTS)


KEPT = {
    "masque/masque.txt": (
        "the first value may be added even when the natural is used for the role effect",
        "so no Add-on hits follow from the pair",
        "Fx =Add- on +d1 Build 14 /5 Cast per build, bonus 3rd die +d2 -2 =lighting",
        "Fx =Add- on +d1 Build 14 /5 Cast per build, initial =Shapeshift, bonus 3rd die +d2 -2 =lighting",
        "99 and 00 are both good, but 00 brings a special favor",
        "In bit 2, the mark is vacant.",
        "+1 Alley armor",
        "Notoriety (Note for short)",
        "Assurance (Sure)",
        "Stealth, for those who move with care; Alacrity",
        "Lizards and Snakes, Frogs and Toads, Beetles and Crawlers",
        "digs up the dead",
    ),
    "masque/errata.txt": ("22830: the names of the Hybor's kinds", "31235 and 32702: two entries of the villain"),
    "dry-cereal/actions.md": (
        "A total of exactly 7 gives a Margin of 0",
        "largely up to the GM",
        "a few weeks of lessons or a few months of a hobby",
    ),
    "dry-cereal/extras.md": ("You are very good-looking.", "You look extremely dangerous."),
    "cavea/advancement.md": ("In the order of the pool, these 8 dice come up 7, 8, 2, 6, 9, 2, 14, 11.",),
}
"""What an edition in words of its own could lose: facts that are easily taken for mere wording."""


@pytest.mark.parametrize("page", KEPT)
def test_no_fact_of_a_source_is_lost(page: str) -> None:
    text = " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").replace("`", " ").split())
    assert [fact for fact in KEPT[page] if fact not in text] == []


@pytest.mark.parametrize(
    ("name", "page"),
    [("cavea", "cavea/errata.md"), ("drama", "drama/errata.md"), ("dry-cereal", "dry-cereal/errata.md"),
     ("sda", "sda/errata.adoc")],
)  # fmt: skip
def test_the_errata_list_every_ruling(name: str, page: str) -> None:
    """Each in a comment, as its name means nothing to readers."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    listed = re.findall(r"^\| [\d, ]+ (?:<!--|%%) ([a-z-]+) (?:-->|%%) \||^// ([a-z-]+)\n\|\d", text, re.MULTILINE)
    assert sorted(map("".join, listed)) == sorted(ruling.name for ruling in load_system(name).rulings)


def test_the_readme_names_folders_and_files_that_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"\]\(([\w./-]+)\)|`((?:docs|rulesmod|plugins|tests|benchmarks)/[\w./-]*)`", text)
    missing = [link or path for link, path in named if not (ROOT / (link or path)).exists()]
    assert missing == []

"""The ratchet: a recorded claim that is no longer recognised is a finding at its place; nothing else is."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from rulebook.loading.reading import read_book, read_paths
from rulebook_core.findings import Finding
from rulebook_proof.analysis import analyse
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from tests.checking import HEALTH_TABLE
from tests.ledger.games import edit

HEALTH = f"""\
# Health

## Worth {{#worth}}

Each d6 is worth 9 Health Points, and each d8 is worth 6 Health Points.

## Death {{#death}}

With 0 HP a character is dead. Six wounds are many.

{HEALTH_TABLE}"""
SKILLS = "# Skills\n\nFrom a d20 to a d12 it costs 15 points, and (4 - 2) * 2 = 4.\n"
CONFIG = """\
site_name: Small
markdown_extensions: [attr_list, tables]
plugins:
  - rulebook:
      books:
        "": {system: cavea}
"""


def invoke(*command: str) -> Result:
    return CliRunner().invoke(main, list(command))


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The docs folder of a small site whose claims are recorded; its folder is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "health.md").write_text(HEALTH, encoding="utf-8")
    (folder / "skills.md").write_text(SKILLS, encoding="utf-8")
    result = invoke("lock")
    assert result.exit_code == 0
    assert (
        result.output
        == "13 claims, and the words of 3 rules, recorded in rulebook.lock\n5 links recorded in rulebook.outline\n"
    )
    # What becomes of links is another matter.
    Path("rulebook.outline").unlink()
    return folder


def findings() -> list[Finding]:
    report = analyse(read_book(load_config(Path("mkdocs.yml")), find_system=load_system))
    assert report.summary()["lost"] == sum(finding.rule == "lost-claim" for finding in report.findings)
    return list(report.findings)


def at(finding: Finding) -> tuple[str, int]:
    place = finding.place
    return place.source.path, place.source.position(place.span.start).line


def test_the_file_is_sorted_and_one_claim_a_line(docs: Path) -> None:
    head, *lines, end = Path("rulebook.lock").read_text(encoding="utf-8").splitlines()
    assert head.startswith("# ")
    assert lines == sorted(lines)
    assert len(lines) == len(set(lines)) == 13 + 3
    assert [line.split("\t")[0] for line in lines[:3]] == ["health.md#death"] * 3
    assert "\t# hp a character is dead" in " ".join(lines).replace("with ", "")
    assert invoke("lock").exit_code == 0
    assert Path("rulebook.lock").read_text(encoding="utf-8").splitlines() == [head, *lines, end]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Six wounds", "Seven wounds"),
        ("# Health\n", "# Health\n\nEach d4 is worth 12 Health Points.\n"),
        ("With 0 HP a character is dead.", "A character dies when the HP reach 0."),
        ("Each d6 is worth 9", "Well: every d6 is worth 9"),
        ("## Death {#death}", "## The end {#end}"),
        ("each d8 is worth 6", "each d10 is worth 4"),
        ("| d20 | 1 |\n| d12 | 3 |", "| *d20* | **1** |\n| d12 | 3 |"),
    ],
    ids=["elsewhere", "a new claim", "reworded", "reworded too", "another heading", "other numbers", "other markup"],
)
def test_what_is_still_recognised_is_not_lost(docs: Path, old: str, new: str) -> None:
    edit(docs / "health.md", old, new)
    assert findings() == []


def test_a_sentence_in_unknown_words_is_lost(docs: Path) -> None:
    edit(docs / "health.md", "With 0 HP a character is dead.", "A character with a HP of 0 is as good as dead.")
    (finding,) = findings()
    assert (finding.rule, *at(finding)) == ("lost-claim", "docs/health.md", 9)
    assert "`death`" in finding.message
    assert "word it like `at {points} HP is dead`" in finding.help
    assert "rulebook lock" in finding.help
    recorded = finding.details.related[0]
    assert recorded.source.path == "rulebook.lock"
    assert "cavea/death/" in recorded.source.slice(recorded.span)

    assert invoke("check").exit_code == 1
    before = Path("rulebook.lock").read_bytes()
    refused = invoke("lock")
    assert refused.exit_code == 1
    assert "docs/health.md:9:1: error[lost-claim]" in refused.output
    assert "--forget" in refused.output
    assert Path("rulebook.lock").read_bytes() == before
    assert invoke("lock", "--forget").exit_code == 0
    assert findings() == []


def test_a_sentence_that_is_gone_is_lost_at_its_heading(docs: Path) -> None:
    edit(docs / "health.md", "With 0 HP a character is dead. ", "")
    (finding,) = findings()
    assert at(finding) == ("docs/health.md", 7)


def test_what_is_gone_is_looked_for_in_its_section_alone(docs: Path) -> None:
    edit(docs / "health.md", "With 0 HP a character is dead. ", "")
    edit(docs / "health.md", "## Death", "No character with any HP is ever dead.\n\n## Death")
    (finding,) = findings()
    assert at(finding) == ("docs/health.md", 9)


def test_what_a_broken_expression_takes_along_waits_until_it_is_mended(docs: Path) -> None:
    text = (docs / "skills.md").read_text(encoding="utf-8")
    dice = "\n## Dice\n\n`2:d6/1:d8` is two d6s and a d8.\n\nA sneak has `3:d8`: three d8s.\n"
    (docs / "skills.md").write_text(text + dice, encoding="utf-8")
    assert invoke("lock").exit_code == 0
    Path("rulebook.outline").unlink()
    edit(docs / "skills.md", "2:d6/", "2:d7/")
    (finding,) = findings()
    assert (finding.rule, *at(finding)) == ("invalid-notation", "docs/skills.md", 7)
    assert finding.details.notes == ("what else was checked here is checked again when this is mended",)
    # A sentence of another section does not wait, and here neither where the fault is allowed.
    edit(docs / "skills.md", "costs 15 points", "costs some points")
    assert [finding.rule for finding in findings()] == ["lost-claim", "invalid-notation"]
    edit(docs / "skills.md", "`2:d7", "<!-- rulebook: allow invalid-notation, shown as a fault -->\n`2:d7")
    assert [finding.rule for finding in findings()] == ["lost-claim", "lost-claim"]


def test_what_rests_on_words_and_notation_that_differ_waits(docs: Path) -> None:
    text = (docs / "skills.md").read_text(encoding="utf-8")
    dice = "\n## Dice\n\n`2:d6/1:d8` is two d6s and a d8.\n\n`2:6/1:8` is the same pool as the previous example.\n"
    (docs / "skills.md").write_text(text + dice, encoding="utf-8")
    assert invoke("lock").exit_code == 0
    Path("rulebook.outline").unlink()
    edit(docs / "skills.md", "two d6s", "two d10s")
    assert [finding.rule for finding in findings()] == ["notation-mismatch"]


def test_a_row_that_is_gone_is_one_finding_with_its_name(docs: Path) -> None:
    edit(docs / "health.md", "| d8 | 6 |\n", "")
    (finding,) = findings()
    assert finding.rule == "table-gap"
    assert "has no row for d8" in finding.message
    assert finding.help == "add the row `d8 | 6`"
    assert "checked again" in finding.details.notes[0]


def test_a_table_that_is_gone_is_one_finding(docs: Path) -> None:
    edit(docs / "health.md", HEALTH_TABLE, "")
    (finding,) = findings()
    assert finding.rule == "lost-claim"
    assert "and 7 more were checked before, and are no longer" in finding.message


def test_a_claim_stands_where_most_of_its_words_are_in_a_row(docs: Path) -> None:
    near = "Is a character of 0 years without a HP dead?\n\n"
    edit(docs / "health.md", "With 0 HP a character is dead.", f"{near}With 0 HP a character is as good as dead.")
    (finding,) = findings()
    assert at(finding) == ("docs/health.md", 11)


def test_one_of_two_alike(docs: Path) -> None:
    edit(docs / "health.md", ", and each d8 is worth 6 Health Points", "")
    (finding,) = findings()
    assert "`worth-of-a-die`" in finding.message


def test_a_wrong_number_is_not_lost(docs: Path) -> None:
    edit(docs / "health.md", "is worth 9", "is worth 8")
    assert [finding.rule for finding in findings()] == ["wrong-value"]


def test_a_page_that_is_gone(docs: Path) -> None:
    (docs / "skills.md").unlink()
    (finding,) = findings()
    assert (finding.rule, at(finding)[0]) == ("lost-claim", "rulebook.lock")
    assert "and 1 more" in finding.message
    assert "there is no page `skills.md`" in finding.message


def test_a_page_that_moved_keeps_its_claims(docs: Path) -> None:
    (docs / "skills.md").rename(docs / "prices.md")
    assert findings() == []


def test_a_page_that_states_no_rules_any_more(docs: Path) -> None:
    edit(docs / "skills.md", "# Skills", "---\nsystem: none\n---\n# Skills")
    lost = findings()
    assert {finding.rule for finding in lost} == {"lost-claim"}
    assert {at(finding)[0] for finding in lost} == {"docs/skills.md"}


def test_only_pages_that_are_asked_for(docs: Path) -> None:
    edit(docs / "health.md", "With 0 HP a character is dead.", "Dead is dead.")
    (docs / "skills.md").write_text("# Skills\n", encoding="utf-8")
    report = analyse(read_paths([docs / "health.md"], find_system=load_system))
    assert [at(finding)[0] for finding in report.findings] == ["docs/health.md"]


def test_a_binary_lock_file(docs: Path) -> None:
    Path("rulebook.lock").write_bytes(b"\xff\xfe\x00")
    assert [finding.rule for finding in findings()] == ["unreadable-source"]


def test_without_a_site_there_is_nothing_to_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("lock")
    assert result.exit_code == 2
    assert "mkdocs.yml" in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize("wrong", ["once in 7 rolls", "once in 6½ rolls"])
def test_a_general_reading_beside_a_phrase_is_never_recorded(docs: Path, wrong: str) -> None:
    page = docs / "rolls.md"
    page.write_text("# Rolls\n\n" + "".join(f"- A d{n} shows a 1 once in {n} rolls.\n" for n in (4, 6, 8)), "utf-8")
    assert invoke("lock").exit_code == 0
    lines = [line for line in Path("rulebook.lock").read_text("utf-8").splitlines() if line.startswith("rolls.md")]
    assert ["rolls-for-a-one" in line for line in lines if "/words/" not in line] == [True] * 3
    Path("rulebook.outline").unlink()
    edit(page, "once in 6 rolls", wrong)
    (finding,) = findings()
    assert (finding.rule, at(finding)) == ("wrong-value", ("docs/rolls.md", 4))
    assert finding.place.source.slice(finding.place.span) == wrong.split()[2]


WORDS = """\
# Rolling

Roll the dice. Each die that shows 6 or more is a hold, and the higher of two holds counts for your friend.

Never roll with 0 Grip; each die that shows 6 or more is a hold that all of your friends see.
"""
HOLDS = """\
game: Holds
dice: {called: pool, written: "{count}d8", success: 6 or more, counts: holds}
phrases:
  success: {says: "each die that shows {least} or more is a hold", gives: {least: 6}}
values: {Grip: 1..7, Wits: 1..7}
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of a game whose words are recorded."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mkdocs.yml").write_text("site_name: Small\nplugins: [rulebook]\n", encoding="utf-8")
    page = tmp_path / "docs/index.md"
    page.parent.mkdir()
    page.write_text(WORDS, encoding="utf-8")
    (tmp_path / "docs/rules.yml").write_text(HOLDS, encoding="utf-8")
    assert "and the words of 2 rules, recorded" in invoke("lock").output
    Path("rulebook.outline").unlink()
    return page


@pytest.mark.parametrize(
    ("old", "new", "fact"),
    [
        ("the higher of", "the lower of", "`lower` is new in this rule, where `higher` was"),
        ("Never roll", "Roll", "`Never` is missing in this rule"),
        ("that all of your", "that not all of your", "`not` is new in this rule"),
        ("with 0 Grip", "with 0 Wits", "`Wits` is new in this rule, where `Grip` was"),
    ],
    ids=["an opposite", "a negation less", "a negation more", "another name of a class"],
)
def test_a_word_that_turns_a_rule_is_reported(rules: Path, old: str, new: str, fact: str) -> None:
    edit(rules, old, new)
    (finding,) = findings()
    assert (finding.rule, finding.message) == ("changed-meaning", fact)
    assert invoke("lock").exit_code == 0
    assert findings() == []


@pytest.mark.parametrize(
    ("old", "new"),
    [("the higher of", "the greater of"), ("Each die", "Every die"), ("is a hold, and", "is a hold, and so")],
    ids=["the same meaning", "the same quantity", "written anew"],
)
def test_another_word_of_the_same_meaning_is_silent(rules: Path, old: str, new: str) -> None:
    edit(rules, old, new)
    assert [finding for finding in findings() if finding.rule == "changed-meaning"] == []


def test_mutate_changes_the_words_of_rules(rules: Path) -> None:
    assert rules.is_file()
    *_, last = invoke("mutate").output.splitlines()
    assert last == "10 changes of the words of rules: 10 reported; score 100.0 %"
    assert "a word of a rule" not in invoke("ledger").output
    edit(rules, "the higher of", "as told below, the higher of")
    *_, last = invoke("mutate").output.splitlines()
    assert last == "11 changes of the words of rules: 9 reported; score 81.82 %"
    assert "«higher»" in invoke("ledger").output
    Path("rulebook.lock").unlink()
    *_, last = invoke("mutate").output.splitlines()
    assert last == "11 changes of the words of rules: 5 reported; score 45.45 %"

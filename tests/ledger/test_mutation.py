"""The proof: what a number is changed to, that batches find what single changes find, and that our books stand it."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import rulebook
from rulebook.cli import main
from rulebook_core.source import Source
from rulebook_proof.proof.ledger import Standing, numbers_of
from rulebook_proof.proof.mutation import Mutant, PageMutation
from rulebook_proof.proof.proving import prove
from rulebook_render.presentation.derivations import derivations
from rulebook_rules.book import Page
from rulebook_rules.claims.model import Verdict
from rulebook_rules.claims.mutators import changes, die_sizes
from rulebook_rules.claims.reading import ClaimReader
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import read
from rulebook_text.lexing.numbers import to_number
from rulesmod.system import Phrase, System
from tests.checking import HEALTH_TABLE, calls_of, check_text, serious, touches
from tests.our_books import our_books, report_on_our_books
from tests.seeds import seed
from tests.shares import shares, whole
from tests.suites.suite import Section, sections_of

ROOT = Path(__file__).parent.parent.parent
CAVEA = load_system("cavea")
SIZES = (4, 6, 8, 10, 12, 20)
PARTS = 12
"""The pages of our books are proved in so many parts."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5", ["6", "4"]),
        ("0", ["1"]),
        ("+2", ["+3", "+1", "-2"]),
        ("−3", ["−4", "−2", "+3"]),
        ("2.5", ["2.6", "2.4"]),
        ("26 %", ["27 %", "25 %"]),
        ("0.05%", ["0.06%", "0.04%"]),
        ("d8", ["d10", "d6"]),
        ("D4", ["D6"]),
        ("d7", ["d8", "d6"]),
        ("Two", ["Three", "One"]),
        ("zero", ["one"]),
        ("ninety-nine", ["ninety-eight"]),
        ("Third", ["Second", "Fourth"]),
        ("half", ["twice"]),
    ],
)
def test_changes(text: str, expected: list[str]) -> None:
    if text == "ninety-nine":
        assert "ninety-eight" in changes(text, SIZES)
    else:
        assert list(changes(text, SIZES)) == expected


def test_a_number_with_a_leeway_changes_beyond_it() -> None:
    assert changes("26 %", SIZES, leeway=Fraction(10)) == ("37 %", "15 %")
    assert changes("2.5", SIZES, leeway=Fraction(1, 10)) == ("2.7", "2.3")


@pytest.mark.parametrize(
    ("text", "number", "leeway"),
    [
        ("The chance is 1 in 6 (17 %).", "17 %", 1),
        ("The chance is 1 in 6 (16 %).", "16 %", 1),
        ("The chance is 1 in 6 (about 15 %).", "15 %", 6),
        ("The chance is 1 in 4 (25 %).", "25 %", 0),
        ("The chance is 1 in 60 (2 %).", "60", 26),
        ("The chance is one in thirty (3 %).", "thirty", 10),
        ("The chance is 1/60 = 1.7 %.", "60", 2),
        ("The chance is 1/60 = 2 %.", "2 %", 1),
        ("A blow deals 8d6 damage (about 28 on average).", "28", 1),
    ],
)
def test_the_ledger_says_how_far_a_number_is_guarded_and_the_proof_agrees(text: str, number: str, leeway: int) -> None:
    made = attempt(text)
    told = next(target for target in made.targets if target.text == number)
    assert told.guarded
    assert told.leeway == leeway
    assert number not in {found for found, _ in survivors(made)}
    beyond = changes(number, SIZES, leeway=Fraction(leeway))
    for other, is_seen in (*((other, True) for other in beyond), (number, False)):
        assert bool(serious(check_text(text.replace(number, other)))) is is_seen


def test_what_is_wrong_guards_nothing() -> None:
    made = attempt("Each d6 is worth 8 Health Points. Each d8 is worth 6 Health Points.")
    assert [target.guarded for target in made.targets if target.text in "86"] == [False, True]


def is_die(text: str) -> bool:
    return text[0] in "dD" and text[1:].isdigit()


@given(
    st.from_regex(r"[+\-−]?(0|[1-9]\d{0,3})(\.\d{1,2})?( ?%)?", fullmatch=True)
    | st.sampled_from(["one", "Two", "twenty-one", "dozen", "d4", "d20", "D12", "hundred"])
)
def test_a_change_is_another_number_of_the_same_kind(text: str) -> None:
    others = changes(text, SIZES)
    assert len(set(others)) == len(others) > 0
    for other in others:
        assert other != text
        assert is_die(other) == is_die(text)
        assert other.endswith("%") == text.endswith("%")
        assert other[0].isalpha() == text[0].isalpha()
        assert other[0].isupper() == text[0].isupper()
        plain, was = other.rstrip(" %"), text.rstrip(" %")
        if not is_die(text):
            assert to_number(plain) not in (None, to_number(was))


def test_the_dice_of_a_game() -> None:
    assert die_sizes(CAVEA) == SIZES


def attempt(text: str, system: System = CAVEA) -> PageMutation:
    page = Page(read(Source("text.md", text)), "text.md", system)
    return PageMutation(ClaimReader(system, [page]), page)


def survivors(made: PageMutation) -> set[tuple[str, str]]:
    unproved = [mutant for batch in made.batches for mutant in made.unproved(batch)]
    return {(made.targets[mutant.target].text, mutant.text) for mutant in unproved if not mutant.is_warned}


TEXT = f"""\
# Health

{HEALTH_TABLE}
Each d6 is worth 9 Health Points, and her `2:d6/1:d8` is worth 24 HP. With 0 HP a character is dead.

The pool `2:d20/-1` is two d20s with a results modifier of -1. It takes (4 - 2) * 2 = 4 rounds, or 3.
"""


def test_batches_find_what_single_changes_find() -> None:
    """Against an oracle that changes one number at a time and runs the whole checker."""
    made = attempt(TEXT)
    assert max(map(len, made.batches)) > 1
    alone = set()
    for mutant in made.mutants:
        span = made.targets[mutant.target].place.span
        findings = serious(check_text(TEXT[: span.start] + mutant.text + TEXT[span.end :]))
        if not any(touches(finding, span.start, span.start + len(mutant.text)) for finding in findings):
            alone.add((made.targets[mutant.target].text, mutant.text))
    assert survivors(made) == alone == {("3", "4"), ("3", "2")}


def test_a_page_that_is_wrong_already() -> None:
    """What is wrong guards nothing, and needs no proof; what is right beside it does."""
    made = attempt("Each d6 is worth 8 Health Points. Each d8 is worth 6 of them: 1 + 1 = 2.\n\n9 * 2 = 18\n")
    guarded = {target.text for target in made.targets if target.guarded}
    assert {"9", "18"} <= guarded
    assert "8" not in guarded
    assert not {text for text, _ in survivors(made)} & {"9", "18"}


def test_words_in_cells_are_changed_as_well() -> None:
    made = attempt(
        "# Skill costs\n\n| From | To | Advancement Point Cost |\n| --- | --- | --- |\n| None | d20 | 10 |\n"
        "| d20 | d12 | 15 |\n| d12 | d10 | 20 |\n| d10 | d8 | 30 |\n| d8 | d6 | 45 |\n| d6 | d4 | 60 |\n"
    )
    texts = [target.text for target in made.targets]
    assert Mutant(texts.index("None"), "d20") in made.mutants
    assert survivors(made) == set()


@pytest.mark.parametrize(
    "rows",
    [
        "| d6 | Find |\n| --- | --- |\n| 1/2 | Axe |\n| 3 | Bow |\n| 4/5 | Club |\n| 6 | Dart |\n",
        "| d6 | Who |\n| --- | --- |\n| 1-2 | 2d4 wolves |\n| 3 | nobody |\n| 4-6 | a trader |\n",
        "| d20 | Find |\n| --- | --- |\n| 1-9 | Nothing |\n| 10-15 | armour (roll 1d6) |\n| 1 | Helm |\n"
        "| 2-6 | Mail |\n| 16-20 | Coins |\n",
        "| d6 | Find | d6 | Hide |\n| --- | --- | --- | --- |\n| 1-2 | Axe | 1-3 | Oil |\n| 3-6 | Bow | 4-6 | Rope |\n",
        "| d6 | Find | d6 | Find |\n| --- | --- | --- | --- |\n| 1 | Axe | 4 | Oil |\n| 2-3 | Bow | 5-6 | Rope |\n",
    ],
)
def test_tables_to_roll_on_in_any_form_keep_no_secret(rows: str) -> None:
    made = attempt(f"# Loot\n\n{rows}", load_system("plain"))
    unproved = [mutant for batch in made.batches for mutant in made.unproved(batch)]
    assert sum(target.guarded for target in made.targets) > 4
    assert [mutant for mutant in unproved if made.targets[mutant.target].guarded] == []


def careless(face: int) -> dict[str, int]:
    """Any face is fine."""
    return {"points": 2}


CARELESS = replace(CAVEA, phrases=(Phrase("careless", ("a {face} earns {points} points",), careless),))


def test_a_rule_that_looks_away_does_not_guard() -> None:
    made = attempt("Well, a 5 earns 2 points. Later a 6 earns 2 points.", CARELESS)
    assert [target.guarded for target in made.targets] == [True] * 4
    assert survivors(made) == {("5", "6"), ("5", "4"), ("6", "7"), ("6", "5")}


def test_where_nothing_is_guarded_there_is_no_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("Well, a 5 is a 5.\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["mutate", "a.md", "--system", "cavea"])
    assert result.output == (
        "4 changes of 2 numbers and cells: no claim rests on any of them, so there is nothing to prove\n"
    )
    assert result.exit_code == 0


def test_the_command_lists_survivors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "careless.py").write_text(
        "from dataclasses import replace\nfrom rulebook_rules.systems import load_system\n"
        "from rulesmod.system import Phrase\n"
        "def careless(face: int):\n    return {'points': 2}\n"
        "SYSTEM = replace(load_system('cavea'), name='careless',"
        " phrases=(Phrase('careless', ('a {face} earns {points} points',), careless),))\n",
        encoding="utf-8",
    )
    (tmp_path / "a.md").write_text("Well, a 5 earns 2 points.\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["mutate", "a.md", "--system", "careless"])
    assert result.output == (
        "a.md:1:9  Well, a «5» earns 2 points.  can be `4`, `6`\n"
        "4 changes of 2 numbers and cells: 2 guarded, 1 of them can be changed unseen; score 50.0 %\n"
    )
    assert result.exit_code == 1
    result = CliRunner().invoke(main, ["mutate", "a.md", "--system", "careless", "--json"])
    data = json.loads(result.output)
    schema = Path(rulebook.__file__).parent / "schemas" / "mutate.schema.json"
    jsonschema.validate(data, json.loads(schema.read_text(encoding="utf-8")))
    figures = {"targets": 2, "mutants": 4, "guarded": 2, "survived": 1, "warned": 0, "score": 50.0}
    assert data["summary"] == {**figures, "words": 0, "words_reported": 0}
    assert CliRunner().invoke(main, ["mutate", "a.md", "--system", "cavea"]).exit_code == 0


@pytest.mark.parametrize("part", shares(range(PARTS)))
def test_what_our_books_guard_is_proved(part: int) -> None:
    book = our_books()
    of_games = [page.uri for page in book.pages if page.system]
    wanted = {*of_games[part::PARTS]}
    trials = prove(replace(book, pages=tuple(replace(page, reported=page.uri in wanted) for page in book.pages)))
    assert {trial.page.uri for trial in trials} == wanted
    guarded = sum(target.guarded for trial in trials for target in trial.targets)
    alive = [
        (trial.page.uri, trial.targets[survivor.target].text, survivor.text)
        for trial in trials
        for survivor in trial.survivors
        if trial.targets[survivor.target].guarded and not survivor.is_warned
    ]
    assert guarded
    assert alive == []
    for trial in trials:
        seen = {survivor.target for survivor in trial.survivors}
        standing = [target.standing for target in trial.targets]
        assert all(number in seen for number, one in enumerate(standing) if one is not Standing.GUARDED)


def test_what_is_marked_is_what_the_ledger_calls_guarded() -> None:
    numbers = 0
    for analysis in report_on_our_books().of_games.values():
        made = derivations(analysis, lambda place: None, lambda claim: None, for_writer=False)
        marked = [mark.span for mark in made.marks if not mark.block]
        for number in numbers_of(analysis):
            start, end = number.place.span.start, number.place.span.end
            end -= len(number.text) - len(number.text.rstrip("% "))
            assert number.guarded == any(span.start <= start and end <= span.end for span in marked)
            numbers += 1
    assert numbers > 900


@whole
def test_what_the_source_of_cavea_guards_is_proved() -> None:
    made = attempt(seed("000"))
    unproved = [mutant for batch in made.batches for mutant in made.unproved(batch)]
    assert [mutant for mutant in unproved if made.targets[mutant.target].guarded and not mutant.is_warned] == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("A pistol deals 2d6 (about 8 on average).", "d6"),
        ("Foes: 2.5 (1d4).", "2.5"),
        ("The chance is 3 in 10 (about 30.00 %).", "30.00 %"),
        ("It is 12 - 39 = -27.", "-27"),
        ("Foes: 14 (3d6), 2.5 (1d4), 11 (3d4), 10 (3d6).", "2.5"),
        ("# Road\n\n| d00 | Who |\n| --- | --- |\n| 00-49 | wolves |\n| 50-99 | nobody |\n", "99"),
    ],
)
def test_what_needs_its_company_or_a_rounded_number_is_no_guard(text: str, number: str) -> None:
    made = attempt(text)
    alive = {found for found, _ in survivors(made)}
    assert number in alive
    assert not any(target.guarded for target in made.targets if target.text == number)


SECTIONS = [
    section
    for path in sorted((ROOT / "tests/suites").glob("*.md"))
    for section in sections_of(path)
    if not section.expected and len(section.texts) == 1
]
SECTIONS = [*SECTIONS[::3], *SECTIONS[1::3], *SECTIONS[2::3]]


@pytest.mark.parametrize(
    "section",
    shares(SECTIONS[::3] + SECTIONS[1::3] + SECTIONS[2::3], seen=len(SECTIONS) // 3),
    ids=lambda section: section.name,
)
def test_no_guarded_number_of_the_suites_survives(section: Section) -> None:
    text = section.texts[0]
    for name in text.systems:
        for part in text.parts():
            page = part.page(name or "plain")
            made = PageMutation(ClaimReader(load_system(name or "plain"), [page]), page)
            unproved = [mutant for batch in made.batches for mutant in made.unproved(batch) if not mutant.is_warned]
            assert [made.targets[one.target].text for one in unproved if made.targets[one.target].guarded] == []


def test_the_same_chance_many_times_costs_little() -> None:
    text = "The chance is 1 in 60 (2 %).\n\n"
    few, many = calls_of(check_text, 100 * text), calls_of(check_text, 200 * text)
    assert many < 2.3 * few


@pytest.mark.parametrize(
    "text",
    ["2 + 2 = 5, and 2 + 3 = 5.", "A chance of 1 in 6 (30 %).", "A sword deals 2d6 (9 on average)."],
)
def test_what_is_wrong_leaves_all_that_it_rests_on_in_doubt(text: str) -> None:
    analysis = next(iter(check_text(text).analyses.values()))
    wrong = next(claim for claim in analysis.claims if claim.verdict is Verdict.WRONG)
    assert len(wrong.guards) > 1

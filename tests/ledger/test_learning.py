"""Learning: what `rulebook learn` prints works as a phrase, for its sentence and for nothing else."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from rulebook.cli import main
from rulebook.reports.learning import proposal_text
from rulebook_proof.analysis import analyse
from rulebook_proof.learning.proposals import propose, sentences_at
from rulebook_rules.book import Book
from rulebook_rules.claims.model import Verdict
from rulebook_rules.systems import load_system
from rulesmod.cavea import rules, tables
from rulesmod.system import Phrase
from tests.checking import page_of

CAVEA = load_system("cavea")


def book_of(text: str, *phrases: Phrase) -> Book:
    system = replace(CAVEA, phrases=(*CAVEA.phrases, *phrases))
    return Book((page_of(text, system=system),))


def learnt(text: str, line: int = 1) -> tuple[str, Phrase]:
    """What is proposed for the one sentence of a line: as printed, and as a phrase."""
    book = book_of(text)
    (sentence,) = sentences_at(book.pages[0], line)
    proposal = propose(book, book.pages[0], sentence)
    assert proposal is not None
    printed = proposal_text(proposal)
    names: dict[str, object] = {"Phrase": Phrase, "rules": rules, "tables": tables, "Fraction": Fraction}
    exec(printed, names)
    (phrase,) = (value for value in names.values() if isinstance(value, Phrase))
    return printed, phrase


SENTENCES = [
    ("A new shield costs 15 Advancement Points from a d20 to a d12.", "rules.skill_cost(die, die_2)"),
    ("Her `2:d6/1:d8` soaks up 24 blows in all.", "rules.pool_health_points(pool)"),
    ("The swordsman waits three rounds before the blow.", "3"),
    ("With `1:d4` you hit at a chance of 25 % or so.", "Fraction(25) / 100"),
    ("The wounds heal on a 2 after twelve (12!) days of rest.", "rules.LEARNING_FACE"),
    ("Throw d6, d8 and d10 for the wind.", "(6, 8, 10)"),
    ("Three dwarves, who are *very* loud, drink 7 barrels; then they sing.", "7"),
]


@pytest.mark.parametrize(("sentence", "expected"), SENTENCES)
def test_what_is_printed_is_a_phrase_for_the_sentence(sentence: str, expected: str) -> None:
    printed, phrase = learnt(f"{sentence}\n\nAll else is told in 5 other words, by d8, at 30 %.\n")
    assert expected in printed

    (page,) = book_of(f"{sentence}\n\nAll else is told in 5 other words, by d8, at 30 %.\n", phrase).pages
    claims = [claim for claim in analyse(Book((page,))).claims if claim.kind == phrase.name]
    assert [claim.verdict for claim in claims] == [Verdict.RIGHT]
    assert claims[0].place.span.start < len(sentence)


@pytest.mark.parametrize(
    ("sentence", "old", "new"),
    [
        (sentence, old, new)
        for (sentence, _), (old, new) in zip(
            SENTENCES,
            [
                ("15", "16"),
                ("24", "25"),
                ("three", "four"),
                ("25 %", "26 %"),
                ("a 2", "a 3"),
                ("d10", "d12"),
                ("7", "8"),
            ],
            strict=True,
        )
    ],
)
def test_another_number_is_wrong_for_it(sentence: str, old: str, new: str) -> None:
    _, phrase = learnt(sentence)
    findings = analyse(book_of(sentence.replace(old, new), phrase)).findings
    assert [finding.rule for finding in findings] == ["wrong-value"]


@given(st.sampled_from(SENTENCES), st.integers(0, 3))
def test_no_wording_is_nine_words_in_a_row(sentence: tuple[str, str], extra: int) -> None:
    words = " ".join(["again and again the old story of the sea goes on"] * extra)
    _, phrase = learnt(f"{words} {sentence[0]}".strip())
    for wording in phrase.wordings:
        assert all(len(part.split()) < 10 for part in re.split(r"\{[^}]*\}|\.\.\.", wording))


def test_it_takes_more_words_where_others_say_nearly_the_same() -> None:
    text = "The red cup holds 3 pints of beer.\n\nThe green cup holds 4 pints of wine.\n"
    _, phrase = learnt(text)
    report = analyse(book_of(text, phrase))
    assert [claim.place.source.slice(claim.place.span)[:11] for claim in report.claims] == ["red cup hol"]


def test_a_sentence_that_comes_twice_says_so() -> None:
    printed, _ = learnt("The cup holds 3 pints.\n\nThe cup holds 3 pints.\n")
    assert "# The wording also fits text.md:3" in printed


def test_the_sentences_of_a_line() -> None:
    page = book_of("# One 1\n\nFirst 2. Second\n3 of 4. Third 5.\n\n    6\n").pages[0]
    shown = [[s.block.text.text[s.start : s.end] for s in sentences_at(page, line)] for line in range(1, 7)]
    (second,) = sentences_at(page, 3, 10)
    assert (second.start, second.end) == (9, 23)
    assert shown == [[], [], ["First 2.", "Second 3 of 4."], ["Second 3 of 4.", "Third 5."], [], []]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.chdir(tmp_path)
    text = "# Arms\n\nThe cup holds 3 pints. Each d6 is worth 9 Health Points.\n\n    6\n"
    (tmp_path / "a.md").write_text(text, encoding="utf-8")

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["learn", *arguments])

    return invoke


def test_the_command(run) -> None:  # type: ignore[no-untyped-def]
    result = run("a.md:3", "--system", "cavea")
    assert result.exit_code == 0
    assert "# a.md:3: The cup holds 3 pints." in result.output
    assert "Each d6" not in result.output
    assert run("a.md:3:5", "--system", "cavea").output == result.output
    assert run("a.md:3:40", "--system", "cavea").output.startswith("nothing to learn at a.md:3:40")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.md:99", "--system", "cavea"), "has no line 99"),
        (("a.md:5", "--system", "cavea"), "no running text"),
        (("a.md", "--system", "cavea"), "names no line"),
        (("a.md:0", "--system", "cavea"), "names no line"),
        (("a.md:x", "--system", "cavea"), "names no line"),
        (("b.md:1", "--system", "cavea"), "b.md"),
        (("a.md:3",), "--system"),
        (("a.md:3", "--system", "chess"), "no system `chess`"),
    ],
)
def test_a_wrong_call_is_one_line(run, arguments: tuple[str, ...], message: str) -> None:  # type: ignore[no-untyped-def]
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1

"""The set-to on a page: what the comment that asks for it needs, and what the page gets."""

from __future__ import annotations

import pytest

from rulebook.analysis import analyse
from rulebook.book import Book
from rulebook.presentation.pages import Presenter
from rulesmod.dice import Sfc32
from rulesmod.masque.play import PLAY
from rulesmod.masque.playing import run
from rulesmod.masque.showing import MOST_ACTORS, automatic, open_stage, rosters, told, whole_game
from tests.checking import check_text, page_of, shown


def presented(text: str, dialect: str = "markdown") -> str:
    book = Book((page_of(text, system="masque", dialect=dialect, path="page.md"),))
    presentation = Presenter(book, analyse(book)).page("page.md")
    return presentation.replace(presentation.text)


@pytest.mark.parametrize(
    ("comment", "finding"),
    [
        ("<!-- stage: setto -->", "3:1 dangling-directive '<!-- stage: setto -->'"),
        ("<!-- stag: set-to -->", "3:1 dangling-directive '<!-- stag: set-to -->'"),
        ("Here: <!-- stage: set-to -->", "3:7 dangling-directive '<!-- stage: set-to -->'"),
    ],
)
def test_a_stage_that_cannot_be_is_told(comment: str, finding: str) -> None:
    report = check_text(f"# Play\n\n{comment}\n\nWords.\n", system="masque")
    assert [shown(item) for item in report.findings] == [finding]


def test_another_game_has_no_stage() -> None:
    [finding] = check_text("# Play\n\n<!-- stage: set-to -->\n\nWords.\n", system="cavea").findings
    assert finding.rule == "dangling-directive"


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("# Masque\n\n<!-- stage: set-to -->\n\n## Goblin\n\nIt tunnels.\n", "markdown"),
        ("The Goblin\n==========\n\nIt tunnels.\n\n`stage: set-to`\n\nMore.\n", "prose"),
        ("# Masque\n\n%% stage: set-to %%\n\n## Goblin\n\nIt tunnels.\n", "obsidian"),
    ],
)
def test_the_page_gets_a_log_and_odds_in_every_dialect(text: str, dialect: str) -> None:
    html = presented(text, dialect)
    assert html.count('<section class="rulebook-stage"') == 1
    assert html.count("<details") == 4
    assert "Lancer 1 appears on mark 1." in html
    if dialect != "prose":
        assert '<a href="#goblin">Goblin</a>' in html


def test_the_sample_tells_a_whole_game() -> None:
    steps = PLAY.sample()
    assert steps[0].words == "Lancer 1 appears on mark 1."
    assert any(step.words.startswith("The set-to is over") for step in steps)
    assert {step.rule for step in steps} <= set(PLAY.rules)


@pytest.mark.parametrize(
    "code", ["", "X9", "L", "L1", "L99", "Lx", "Troll~Fencing foil", "B8~Fencing foil", "L12~Nothing", "Vlad~armor"]
)
def test_nobody_else_appears(code: str) -> None:
    with pytest.raises(ValueError, match=r"nobody|no item"):
        open_stage(["L12"], [code], Sfc32("0" * 24))


def test_no_two_on_a_stage_have_one_name() -> None:
    """A Bravo a side; then everybody who may appear, with each side as full as it may be."""
    assert [actor.name for actor in open_stage(["B8"], ["B8"], Sfc32("0" * 24)).actors] == [
        "Bravo 1",
        "Opponent Bravo 1",
    ]
    ours, theirs = ([code for code, _ in roster] for roster in rosters())
    for at in range(len(theirs)):
        crowd = (theirs * 2)[at : at + MOST_ACTORS]
        for entourage in (crowd, crowd[:1] * MOST_ACTORS):
            for troupe in (ours, ours[:1] * MOST_ACTORS):
                stage = open_stage(troupe, entourage, Sfc32("0" * 24))
                assert len({actor.name for actor in stage.actors}) == len(stage.actors)


def test_nobody_stands_on_mark_0() -> None:
    stage = open_stage(["L12"] * 4, ["Orc"] * 4, Sfc32("0" * 24))
    run(stage, whole_game(stage), lambda stage, question: automatic(stage, question, "bold"))
    first = [words for bit, _, words in told(stage, 0) if bit == "0"]
    assert first[3] == "Lancer 4 waits downstage."
    assert first[7] == "Orc 4 waits downstage."
    assert not any("mark 0" in words for _, _, words in told(stage, 0))


def test_vlad_appears_in_its_last_form() -> None:
    vlad = open_stage(["L12"], ["Vlad"], Sfc32("0" * 24)).actors[1]
    assert (vlad.role, vlad.build, vlad.baseline, vlad.bonus_size, vlad.lighting) == ("C", 14, 5, 2, -2)
    assert (vlad.effect, vlad.shapeshift) == ("Add-on +d1", "initial")

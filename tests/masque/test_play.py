"""The set-to on a page: what the comment that asks for it needs, and what the page gets."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from math import floor
from random import Random
from typing import Any

import pytest

from rulebook_proof.analysis import analyse
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.book import Book
from rulesmod.dice import Sfc32
from rulesmod.masque.casting import role_choices
from rulesmod.masque.casts import average2, average_text
from rulesmod.masque.odds import meets
from rulesmod.masque.open_places import RULINGS
from rulesmod.masque.play import PLAY
from rulesmod.masque.playing import run
from rulesmod.masque.policies import has_full_build_die
from rulesmod.masque.prospects import dice_thrown
from rulesmod.masque.showing import (
    MAX_ACTORS,
    automatic,
    casts_ranked,
    ending,
    is_idle,
    log_lines,
    open_stage,
    ranking_text,
    rosters,
    whole_game,
)
from rulesmod.masque.state import TROUPE, Question, Stage, downstage
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
        ("<!-- stage: told-9 -->", "3:1 dangling-directive '<!-- stage: told-9 -->'"),
        ("<!-- ruling: a1-marks, a1-mark -->", "3:1 dangling-directive '<!-- ruling: a1-marks, a1-mark -->'"),
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
def test_the_page_gets_a_log_in_every_dialect(text: str, dialect: str) -> None:
    html = presented(text, dialect)
    assert html.count('<section class="rulebook-stage"') == 1
    assert "rulebook-stage-odds" not in html
    assert "Lancer 1 appears on mark 1." in html
    if dialect != "prose":
        assert '<a href="#goblin">Goblin</a>' in html


def test_odds_and_drawings_have_places_of_their_own() -> None:
    html = presented("# Masque\n\n<!-- stage: duels -->\n\n<!-- stage: marks -->\n\nMore.\n")
    assert html.count('class="rulebook-stage-odds"') == 4
    assert '<svg class="rulebook-drawn" role="img" viewBox="0 0 400 230" aria-label="The stage: ' in html
    assert html.count('<text x="90"') == 2


def rare_moves(ours: list[str], theirs: list[str]) -> tuple[int, int]:
    """How many questions for a move a set-to has, and in how many one could only leave a mark."""
    stage = open_stage(ours, theirs, Sfc32("0" * 24))
    asked = []

    def choose(stage: Stage, question: Question) -> int:
        if question.kind == "move" and question.side == TROUPE:
            asked.append(is_idle(stage, question))
            kinds = {choice.kind for choice in question.choices}
            assert is_idle(stage, question) == (kinds == {"done", "exit"} and not downstage(stage, TROUPE))
        return automatic(stage, question, "bold")

    run(stage, whole_game(stage), choose)
    return len(asked), sum(asked)


def test_a_duel_asks_for_no_move() -> None:
    all_moves, idle = rare_moves(["L12"], ["Ogre"])
    assert 0 < idle == all_moves
    all_moves, idle = rare_moves(["L12", "B8", "C10", "M6"], ["Ogre", "Warg", "Goblin"])
    assert idle < all_moves


def test_rulings_are_told_at_their_rule() -> None:
    html = presented("# Masque\n\nHits are dealt.\n\n<!-- ruling: a12-minimum-hit, a13-declining -->\n\nMore.\n")
    assert html.count("<summary>How this edition reads it</summary>") == 1
    told = html[html.index("<summary>How") : html.index("</details>")]
    assert [ruling.name for ruling in RULINGS if escape(ruling.reading) in told] == ["a12-minimum-hit", "a13-declining"]


def test_the_rules_of_its_steps_are_at_hand() -> None:
    html = presented("# Masque\n\n<!-- stage: set-to -->\n\n## Goblin\n\nIt tunnels.\n\nIt hides.\n\n## Orc\n")
    assert '<dt><a href="#goblin">Goblin</a></dt><dd><p>It tunnels.</p><p>It hides.</p></dd>' in html
    assert '<dt><a href="#orc">Orc</a></dt><dd></dd>' in html
    assert "Restaging Timing</a>" not in html


@pytest.mark.parametrize("code", ["L12", "C10", "B8", "M6", "M6~Upsurge staff", "B6~Prop ring", "Vlad"])
def test_casts_are_ranked_with_the_chance_to_meet_their_average(code: str) -> None:
    vlad = code == "Vlad"
    stage = open_stage(["L12"], [code], Sfc32("0" * 24)) if vlad else open_stage([code], ["Ogre"], Sfc32("0" * 24))
    actor = stage.actors[1 if vlad else 0]
    actor.lighting = 0
    choices = role_choices(actor)
    rows = casts_ranked(stage, Question(actor.side, "cast", actor.number, choices))
    assert sorted(int(at) for at, _, _ in rows) == [at for at, choice in enumerate(choices) if choice.kind == "cast"]
    assert has_full_build_die(actor, choices[int(rows[0][0])])
    assert "Build die" in ranking_text(stage, Question(actor.side, "cast", actor.number, choices))
    actor.current = 2
    assert ranking_text(stage, Question(actor.side, "cast", actor.number, role_choices(actor))) == (
        "By average, then by chance."
        if "Prop ring" not in code
        else "First with the Build die, whose natural brings the role's effect; then by average, then by chance."
    )
    for at, average, chance in rows:
        thrown, constant = dice_thrown(actor, choices[int(at)]), choices[int(at)].number
        assert average == average_text(average2(thrown, constant))
        if constant == 0:
            assert int(chance) == floor(100 * meets(thrown) + Fraction(1, 2))


def test_who_has_won_is_told() -> None:
    stage = open_stage(["L12", "B8"], ["Orc"], Sfc32("0" * 24))
    run(stage, whole_game(stage), lambda stage, question: automatic(stage, question, "bold"))
    bits = f"{stage.bit} bit{'s' if stage.bit > 1 else ''}"
    chops = f"Chops: Lancer 1 has {stage.actors[0].chops}, Bravo 2 has {stage.actors[1].chops}."
    assert ending(stage) == [f"The troupe has won in {bits}.", chops]
    for actor in stage.actors:
        actor.out = not actor.out
    assert ending(stage)[0].startswith("The entourage has won")
    avoided = open_stage(["L12"], ["Orc"], Sfc32("0" * 24))
    run(avoided, whole_game(avoided), lambda stage, question: len(question.choices) - 1)
    assert ending(avoided) == ["The troupe has avoided the set-to."]


def test_who_wants_nothing_more_is_left_alone_for_that_bit() -> None:
    for number in range(40):
        at_random = Random(number)
        stage = open_stage(["L12", "C10", "M6"], ["Vlad", "Mast Rats", "Elf", "Hobgoblin"], Sfc32(f"{number:024x}"))
        stage.most_bits = 8
        refused: set[tuple[int, int, str, int]] = set()

        def choose(stage: Stage, question: Question, at_random: Random = at_random, refused: Any = refused) -> int:
            key = stage.bit, question.side, question.kind, question.actor
            assert key not in refused
            if question.kind in ("encounter", "go-on"):
                return automatic(stage, question, "bold")
            answer = at_random.randrange(len(question.choices))
            if question.choices[answer].kind == "done":
                refused.add(key)
            return answer

        run(stage, whole_game(stage), choose)
        assert refused


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
        crowd = (theirs * 2)[at : at + MAX_ACTORS]
        for entourage in (crowd, crowd[:1] * MAX_ACTORS):
            for troupe in (ours, ours[:1] * MAX_ACTORS):
                stage = open_stage(troupe, entourage, Sfc32("0" * 24))
                assert len({actor.name for actor in stage.actors}) == len(stage.actors)


def test_nobody_stands_on_mark_0() -> None:
    stage = open_stage(["L12"] * 4, ["Orc"] * 4, Sfc32("0" * 24))
    run(stage, whole_game(stage), lambda stage, question: automatic(stage, question, "bold"))
    first = [words for bit, _, words in log_lines(stage, 0) if bit == "0"]
    assert first[3] == "Lancer 4 waits downstage."
    assert first[7] == "Orc 4 waits downstage."
    assert not any("mark 0" in words for _, _, words in log_lines(stage, 0))


def test_vlad_appears_in_its_last_form() -> None:
    vlad = open_stage(["L12"], ["Vlad"], Sfc32("0" * 24)).actors[1]
    assert (vlad.role, vlad.build, vlad.baseline, vlad.bonus_size, vlad.lighting) == ("C", 14, 5, 2, -2)
    assert (vlad.effect, vlad.shapeshift) == ("Add-on +d1", "initial")

"""The page's set-to against Python's: the same questions, the same choices, the same log, the same end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulesmod.dice import Sfc32
from rulesmod.masque.playing import run
from rulesmod.masque.showing import (
    asker,
    automatic,
    board,
    carried_items,
    casts_ranked,
    choice_text,
    ending,
    log_lines,
    open_stage,
    question_text,
    rosters,
    whole_game,
)
from rulesmod.masque.state import Question, Stage
from tests.masque.page import Page
from tests.shares import shares

GAMES = 150
BATCHES = 12


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


def lineup(random: Random) -> tuple[list[str], list[str]]:
    """Both sides by their ids, with items."""

    def role_actor() -> str:
        letter = random.choice("LCBM")
        usable = [name for name, roles in carried_items() if letter in roles]
        return "~".join([f"{letter}{random.randint(2, 16)}", *random.sample(usable, random.choice((0, 0, 1, 2, 3)))])

    monsters = [code for code, _ in rosters()[1] if not code[1:].isdigit()]
    troupe = [role_actor() for _ in range(random.randint(1, 5))]
    entourage = [
        random.choice(monsters) if random.random() < 0.85 else role_actor() for _ in range(random.randint(1, 5))
    ]
    return troupe, entourage


@pytest.mark.parametrize("batch", shares(range(BATCHES), seen=2))
def test_any_set_to_is_the_same_in_the_page(page: Page, batch: int) -> None:
    """Players who choose at random: what they are asked, what they may choose, and what comes of it."""
    for number in range(batch, GAMES, BATCHES):
        random = Random(number)
        troupe, entourage = lineup(random)
        seed = f"{random.getrandbits(96):024x}"
        stage = open_stage(troupe, entourage, Sfc32(seed))
        asked: list[Any] = []

        def choose(stage: Stage, question: Question, asked: list[Any] = asked, random: Random = random) -> int:
            texts = [choice_text(stage, choice) for choice in question.choices]
            asked.append([asker(question), question_text(stage, question), texts, casts_ranked(stage, question)])
            if question.kind == "go-on":
                return 0 if stage.bit < 6 else 1
            return random.randrange(len(texts))

        run(stage, whole_game(stage), choose)
        there = page.call("replay", troupe, entourage, seed, stage.answers)
        here = {"ending": ending(stage), "log": log_lines(stage, 0), "board": board(stage)}
        assert there == {"done": True, "asked": asked, **here}, (troupe, entourage)


@pytest.mark.parametrize("policy", ["bold", "sparing"])
def test_policies_play_the_same_in_the_page(page: Page, policy: str) -> None:
    for number in range(40):
        random = Random(f"{policy} {number}")
        troupe, entourage = lineup(random)
        seed = f"{random.getrandbits(96):024x}"
        stage = open_stage(troupe, entourage, Sfc32(seed))
        run(stage, whole_game(stage), lambda stage, question: automatic(stage, question, policy))
        there = page.call("play", troupe, entourage, seed, policy)
        assert there == {"answers": stage.answers, "log": log_lines(stage, 0), "board": board(stage)}

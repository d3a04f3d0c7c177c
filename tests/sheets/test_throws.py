"""Throws of sheets: the same sentences on the page as in Python, and what the rules of each game say."""

from __future__ import annotations

from random import Random

import pytest

from rulebook_rules.systems import load_system
from rulesmod import cavea, drama, dry_cereal, masque, sda
from rulesmod.cavea.rules import combine
from rulesmod.cavea.rules import opposed as cavea_opposed
from rulesmod.drama.rules import opposed
from rulesmod.dry_cereal.rules import aided, hindered, reached
from rulesmod.dry_cereal.tables import LADDER, label
from rulesmod.sda.rules import difficulty_after_failure, spirit_lost, succeeds
from rulesmod.sheets import Inputs, Sheet, said, work_out
from rulesmod.system import System
from tests.dice.page import Page
from tests.sheets.filled import filled, spoiled

SHEETS = [
    pytest.param(system, sheet, id=f"{system.name}-{sheet.name}")
    for system in map(load_system, ("cavea", "drama", "dry-cereal", "sda", "masque"))
    for sheet in system.sheets
    if sheet.throws
]


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


def told(system: System, name: str, inputs: Inputs, results: dict[str, int]) -> str:
    sheet = next(sheet for sheet in system.sheets if sheet.name == name)
    return " ".join(said(sheet, sheet.throws[0], system.notation.language, inputs, results))


def test_each_game_has_one() -> None:
    assert {param.values[0].name for param in SHEETS} == {"cavea", "drama", "dry-cereal", "sda", "masque"}


@pytest.mark.parametrize(("system", "sheet"), SHEETS)
def test_the_page_says_what_python_says(page: Page, system: System, sheet: Sheet) -> None:
    language = system.notation.language
    for seed in range(100):
        random = Random(seed)
        inputs = (spoiled if seed % 3 == 0 else filled)(sheet, system.name, random)
        for index, throw in enumerate(sheet.throws):
            results = {name: random.randint(-3, 12) for name in throw.pools}
            texts = {key: str(value) for key, value in inputs.items()}
            _, sentences = page.call("said", sheet.to_json(), language.to_json(), texts, index, results)
            assert tuple(sentences) == said(sheet, throw, language, inputs, results)


@pytest.mark.parametrize(("system", "sheet"), SHEETS)
def test_it_rolls_pools_of_its_own(system: System, sheet: Sheet) -> None:
    names = {item.name for item in sheet.outcomes}
    assert all(key in names for throw in sheet.throws for key in throw.pools.values())


def test_aid_and_hindrance_follow_the_rules() -> None:
    for seed in range(300):
        random = Random(seed)
        results = {name: random.randint(-7, 9) for name in ("task", "aid", "hinder")}
        inputs = {f"{name}_way": random.choice([1, 2]) for name in results}
        inputs |= {f"{name}_level": random.choice(list(LADDER.values())) for name in results}
        margins = {name: results[name] if inputs[f"{name}_way"] == 2 else inputs[f"{name}_level"] for name in results}
        left = hindered(aided(margins["task"], margins["aid"]), margins["hinder"])
        level = reached(left)
        end = f"A Margin of {left} is left: {label(level) if level else 'below every level'}."
        assert told(dry_cereal.SYSTEM, "aid", inputs, results).endswith(end)


def test_nobody_else_changes_nothing() -> None:
    text = told(dry_cereal.SYSTEM, "aid", {"task_way": 1, "task_level": 2}, {"task": 0, "aid": 0, "hinder": 0})
    assert text == "The action has a Margin of 2. A Margin of 2 is left: Superior [+2]."


def test_pools_are_combined_by_the_rules() -> None:
    notation = cavea.SYSTEM.notation
    sheet = cavea.SYSTEM.sheets[1]
    for seed in range(100):
        random = Random(seed)
        texts = [f"{random.randint(1, 4)}:d{random.choice([4, 8, 20])}/{random.randint(-3, 3):+d}" for _ in range(3)]
        inputs = {f"pools.{row}.pool": text for row, text in enumerate(texts, 1)}
        joint = notation.parse(str(work_out(sheet, notation.language, inputs).outcomes["joint"]))
        wanted = combine(*map(notation.parse, texts))
        assert sorted(joint.dice) == sorted(wanted.dice)
        assert joint.modifier == wanted.modifier


@pytest.mark.parametrize(("ours", "theirs", "end"), [(5, 2, "wins by 3."), (2, 5, "loses by 3."), (4, 4, "no winner.")])
def test_an_attempt_may_be_opposed(ours: int, theirs: int, end: str) -> None:
    text = told(cavea.SYSTEM, "joint", {"against": 1}, {"ours": ours, "theirs": theirs})
    assert text.endswith(end)
    assert str(abs(cavea_opposed(ours, theirs)) or "no winner") in text


def test_an_opposed_test_is_judged_by_the_rules() -> None:
    for ours in range(-2, 6):
        for theirs in range(-2, 6):
            for momentum in (1, 2):
                text = told(drama.SYSTEM, "opposed", {"momentum": momentum}, {"ours": ours, "theirs": theirs})
                winner = opposed(ours, theirs, momentum=momentum == 1)
                words = {"mine": "ou win", "theirs": "he other side wins", "neither": "Nobody wins"}
                assert [words[name] in text for name in words] == [name == winner for name in words]


def test_a_complete_failure_is_judged_by_the_rules() -> None:
    for losses in range(1, 6):
        for moses in range(8):
            text = told(sda.SYSTEM, "failure", {"losses": losses, "rank": 3}, {"moses": moses})
            is_met = succeeds(moses, difficulty_after_failure(losses))
            assert ("experience" in text) == is_met
            assert (f"{spirit_lost(3)} spirit points" in text) == (not is_met)


@pytest.mark.parametrize(
    ("group", "danger", "words"), [(9, 5, "safe"), (5, 9, "involved"), (6, 6, "the director decides")]
)
def test_a_saving_throw_compares_totals(group: int, danger: int, words: str) -> None:
    assert words in told(masque.SYSTEM, "save", {}, {"group": group, "danger": danger})


@pytest.mark.parametrize(("roll", "is_met"), [(85, False), (86, True), (100, True)])
def test_half_the_build_comes_off_the_score(roll: int, is_met: bool) -> None:
    text = told(masque.SYSTEM, "surprise", {"score": 90, "build": 8}, {"roll": roll})
    assert ("can form up" in text) == is_met
    assert ("special favor" in text) == (roll == 100)

"""Every sheet of every game: whole, and worked out by the page as by Python."""

from __future__ import annotations

from random import Random

import pytest

from rulebook_rules.systems import load_system
from rulesmod.sheets import Dice, Number, Pool, Rolled, Sheet, work_out
from rulesmod.system import System
from tests.dice.page import Page
from tests.sheets.filled import filled, spoiled

GAMES = ("cavea", "drama", "dry-cereal", "sda", "masque")
SHEETS = [
    pytest.param(system, sheet, id=f"{system.name}-{sheet.name}")
    for system in map(load_system, GAMES)
    for sheet in system.sheets
]


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


@pytest.mark.parametrize(("system", "sheet"), SHEETS)
def test_the_page_works_it_out_as_python_does(page: Page, system: System, sheet: Sheet) -> None:
    language = system.notation.language
    for seed in range(150):
        fill = spoiled if seed % 2 else filled
        inputs = fill(sheet, system.name, Random(seed))
        worked = work_out(sheet, language, inputs)
        # The page has texts from its fields, numbers included.
        theirs = page.call(
            "sheet", sheet.to_json(), language.to_json(), {key: str(item) for key, item in inputs.items()}
        )
        assert theirs["outcomes"] == dict(worked.outcomes)
        assert theirs["goals"] == dict(worked.goals)
        assert [tuple(item) for item in theirs["broken"]] == list(worked.broken)
        assert {key: fault[0] for key, fault in theirs["faults"].items()} == {
            key: fault.message for key, fault in worked.faults.items()
        }


@pytest.mark.parametrize(("system", "sheet"), SHEETS)
def test_what_it_gives_to_roll_can_be_rolled(system: System, sheet: Sheet) -> None:
    pools = {group.name: [item for item in group.outcomes if isinstance(item, Pool | Rolled)] for group in sheet.groups}
    names = {item.name for items in pools.values() for item in items}
    names |= {item.name for item in sheet.outcomes if isinstance(item, Pool | Rolled)}
    for seed in range(150):
        worked = work_out(sheet, system.notation.language, filled(sheet, system.name, Random(seed)))
        for key, text in worked.outcomes.items():
            if key.rpartition(".")[2] in names and text:
                assert system.notation.format(system.notation.parse(str(text)))


@pytest.mark.parametrize(("system", "sheet"), SHEETS)
def test_names_are_told_apart(system: System, sheet: Sheet) -> None:
    worked = work_out(sheet, system.notation.language, {})
    keys = [key for key, _ in sheet.fields()]
    assert len(keys) == len(set(keys))
    assert not set(keys) & set(worked.outcomes)
    assert not worked.broken, "nobody has done anything wrong yet"
    assert all(item.low <= item.start <= item.high for _, item in sheet.fields() if isinstance(item, Number))


@pytest.mark.parametrize("written", ["2:d7", "x", "1:d6/", "600:d6/600:d6", "9" * 30])
def test_a_faulty_expression_is_the_same_fault_in_both(page: Page, written: str) -> None:
    system = load_system("cavea")
    sheet = system.sheets[0]
    key = next(key for key, field in sheet.fields() if isinstance(field, Dice))
    fault = work_out(sheet, system.notation.language, {key: written}).faults[key]
    theirs = page.call("sheet", sheet.to_json(), system.notation.language.to_json(), {key: written})
    assert theirs["faults"][key][0] == fault.message


def test_a_fault_decides_only_what_needs_its_field() -> None:
    system = load_system("cavea")
    sheet = system.sheets[0]
    worked = work_out(sheet, system.notation.language, {"attributes.bSt.pool": "2:d7", "skills.1.pool": "1:d8"})
    assert list(worked.faults) == ["attributes.bSt.pool"]
    unknown = {key for key, value in worked.outcomes.items() if value is None}
    own = {f"attributes.bSt.{name}" for name in ("roll", "hp", "cost")}
    assert unknown == {*own, "health", "for_attributes", "left"}
    assert worked.outcomes["for_skills"]


@pytest.mark.parametrize(
    ("written", "near"), [("-5", "0"), ("5000000", "100000"), ("", "0"), ("ten", "0"), ("1e3", "0"), ("+7", None)]
)
def test_a_number_out_of_its_limits_has_the_nearest_as_remedy(page: Page, written: str, near: str | None) -> None:
    system = load_system("cavea")
    sheet = system.sheets[0]
    faults = work_out(sheet, system.notation.language, {"earned": written}).faults
    theirs = page.call("sheet", sheet.to_json(), system.notation.language.to_json(), {"earned": written})["faults"]
    remedy = near and f"`{near}`"
    assert (
        [fault.remedy for fault in faults.values()] == [fault[3] for fault in theirs.values()] == [remedy] * bool(near)
    )

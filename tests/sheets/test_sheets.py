"""Every sheet of every game: whole, and worked out by the page as by Python."""

from __future__ import annotations

from random import Random

import pytest

from rulebook_rules.systems import load_system
from rulesmod.notation import NotationError
from rulesmod.sheets import Dice, Number, Pool, Rolled, Sheet, work_out
from rulesmod.system import System
from tests.dice.page import Page
from tests.sheets.filled import filled

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
        inputs = filled(sheet, system.name, Random(seed))
        worked = work_out(sheet, language, inputs)
        # The page has texts from its fields, numbers included.
        theirs = page.call(
            "sheet", sheet.to_json(), language.to_json(), {key: str(item) for key, item in inputs.items()}
        )
        assert theirs["outcomes"] == dict(worked.outcomes)
        assert theirs["goals"] == dict(worked.goals)
        assert [tuple(item) for item in theirs["broken"]] == list(worked.broken)


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
    (sheet,) = system.sheets
    key = next(key for key, field in sheet.fields() if isinstance(field, Dice))
    with pytest.raises(NotationError) as fault:
        work_out(sheet, system.notation.language, {key: written})
    theirs = page.call("sheet", sheet.to_json(), system.notation.language.to_json(), {key: written})
    assert theirs["error"][:2] == [key, fault.value.message]

"""The pool builder of Underlying Concepts against its rules."""

from __future__ import annotations

from random import Random

from rulesmod.drama import SYSTEM
from rulesmod.drama.rules import NEEDED, built_pool
from rulesmod.drama.sheets import POOL
from rulesmod.sheets import work_out
from tests.sheets.filled import filled

START = {key: field.start for key, field in POOL.fields()}
NOTHING = dict.fromkeys(START, 0)


def test_everything_follows_from_the_rules() -> None:
    for seed in range(300):
        random = Random(seed)
        given = {**(START if random.random() < 0.5 else NOTHING), **filled(POOL, "drama", random)}
        worked = work_out(POOL, SYSTEM.notation.language, given)
        if not worked.outcomes["total"]:
            assert worked.outcomes["pool"] == ""
            continue
        given.pop("name", None)
        pool = built_pool(**given)
        assert worked.outcomes["pool"] == SYSTEM.notation.format(pool)
        assert worked.outcomes["total"] == sum(
            term.count for term in SYSTEM.notation.groups(str(worked.outcomes["pool"]))
        )
        assert worked.goals["pool"] == NEEDED


def test_a_skill_stands_before_a_background() -> None:
    language = SYSTEM.notation.language
    with_skill = work_out(POOL, language, {**NOTHING, "attribute": 2, "skill": 1, "background": 5})
    without = work_out(POOL, language, {**NOTHING, "attribute": 2, "background": 5})
    assert (with_skill.outcomes["pool"], without.outcomes["pool"]) == ("3Bd", "7Bd")


def test_without_dice_there_is_nothing_to_roll() -> None:
    assert work_out(POOL, SYSTEM.notation.language, NOTHING).outcomes["pool"] == ""

"""Formulas that a text gives for a value: held against the rule of the game, whatever is chosen."""

from __future__ import annotations

import pytest

from rulebook_rules.claims.model import Verdict
from rulebook_rules.rulesfile.file import load_rules
from rulesmod.system import System
from tests.checking import check_text, shown

GAME = """\
game: Spears
values:
  Skill: 1..5
  Wounds: 1..6
  Strength: 0 or more
  Cost: {is: 3 * Skill + 2 * Wounds + Strength, unit: points}
  Morale: {is: (Skill + Wounds) / 2, round: up}
  Weight: {is: Skill + Wounds / 2, round: up}
  Hit Points: {is: 4 * Wounds, also: [HP]}
  Load: {is: 3 * Wounds, never_above: 15, unit: stones}
  Nerve: {is: Skill + Wounds - 5, never_below: 1}
  Fear: {is: Cost / 10, round: down, never_below: 1}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> System:
    path = tmp_path_factory.mktemp("game") / "rules.yml"
    path.write_text(GAME, encoding="utf-8")
    return load_rules(path)


TEXTS = {
    "right": ("A unit's Cost is 3 × Skill + 2 × Wounds + Strength.", "R"),
    "wrong": ("A unit's Cost is 3 × Skill + 3 × Wounds + Strength.", "W"),
    "one is left out": ("Cost = 3 x Skill + 2 x Wounds", "W"),
    "in another order": ("Each Cost is Strength + (2 * the Wounds) + Skill * 3.", "R"),
    "a name of two words": ("The Hit Points are 4 × the Wounds. HP = Wounds * 5.", "RW"),
    "rounded": ("- **Morale**: (Skill + Wounds) / 2, rounded up", "R"),
    "rounded the other way": ("The Morale is (Skill + Wounds) / 2, rounded down.", "W"),
    "rounded the other way, where each second comes out whole": (
        "The Weight is Skill plus half the Wounds, rounded down. The Weight is Skill plus half the Wounds, rounded up.",
        "WR",
    ),
    "no word of rounding": ("The Morale is (Skill + Wounds) / 2.", "R"),
    "from what it follows": ("The Fear is (3 × Skill + 2 × Wounds + Strength) / 10, rounded down.", "R"),
    "a condition": ("If it rides, the Cost is 4 × Skill + Strength.", ""),
    "a part": ("The base Cost is 3 × Skill.", ""),
    "a limit": ("The Nerve is Skill + Wounds - 5, but never less than 1. The Nerve is Skill + Wounds - 5.", "RU"),
    "a limit in brackets": ("**Nerve:** Skill + Wounds - 5 (minimum 1)", "R"),
    "another limit": ("The Nerve is Skill + Wounds - 5, to a minimum of 2.", "W"),
    "a limit from above": ("The Nerve is Skill + Wounds - 5, at least 1 point, and never more than 3.", "W"),
    "a limit of what is rounded": (
        "The Fear is (3 × Skill + 2 × Wounds + Strength) / 10, rounded down, at least 1.",
        "R",
    ),
    "a limit in six languages": (
        "Der Nerve ist Skill + Wounds - 5, aber nie weniger als 1. Nerve vaut Skill + Wounds - 5, au moins 1. "
        "Nerve es Skill + Wounds - 5, pero nunca menos de 2. Nerve è Skill + Wounds - 5, almeno 1. "
        "Nerve — Skill + Wounds - 5, но не меньше 2.",
        "RRWRW",
    ),
    "a limit behind a unit": (
        "The Load is 3 × Wounds stones, at most 15. The Load is 3 × Wounds in stones, at most 15. "
        "The Load is 3 × Wounds stones, at most 14. The Load is 3 × Wounds stones.",
        "RRWU",
    ),
    "a unit": ("A unit's Cost is 3 × Skill + 2 × Wounds + Strength points. HP = 4 × Wounds points.", "RR"),
    "a unit that goes on": ("The Load is 3 × Wounds stones for each diver.", ""),
    "no limit": ("The Hit Points are 4 × the Wounds, at least 3 of which are lost.", "R"),
    "a part within a limit": ("The Cost is 3 × Skill, but never more than 20.", "W"),
    "no formula": ("The Cost is 3 + 4. The Cost is Strength. The Cost is Skill + Luck.", ""),
    "worked out": ("The Cost is 3 × Skill 2 + 2 × Wounds 1 + Strength 4 = 12.", ""),
    "in words": ("A unit's Cost is three times the Skill plus twice its Wounds plus Strength.", "R"),
    "wrong in words": ("A unit's Cost is three times the Skill plus twice its Wounds minus Strength.", "W"),
    "half of a sum": (
        "The Morale is half of (Skill + Wounds), rounded up. The Hit Points are thrice the Wounds.",
        "RW",
    ),
    "going on in words": (
        "The Hit Points are twice the Wounds and the Wounds again. The Cost is twice Skill plus more.",
        "",
    ),
    "in German": ("Die Hit Points sind das Vierfache der Wounds. Die Hit Points sind dreimal die Wounds.", "RW"),
    "in French": ("Les Hit Points sont quatre fois les Wounds. La Morale est la moitié de (Skill + Wounds).", "RR"),
    "in Spanish": ("La HP es cuatro veces la Wounds. HP es el triple de la Wounds.", "RW"),
    "in Italian": ("La HP è quattro volte la Wounds; la HP è il triplo del Wounds.", "RW"),
    "in Russian": ("HP равны 4 × Wounds. HP равны 3 × Wounds. HP равны удвоенный Wounds.", "RWW"),
    "code": ("`Cost = 3 * Skill`", ""),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_formula_is_that_of_the_rules(name: str, game: System) -> None:
    text, wanted = TEXTS[name]
    letters = {Verdict.RIGHT: "R", Verdict.WRONG: "W", Verdict.UNDECIDED: "U"}
    claims = check_text(text, system=game).claims
    assert "".join(letters[claim.verdict] for claim in claims if claim.kind.startswith("formula-")) == wanted


def test_a_fault_says_for_what_it_differs(game: System) -> None:
    (finding,) = check_text("A unit's Cost is 3 × Skill + 3 × Wounds + Strength.", system=game).findings
    assert (shown(finding), str(finding.severity)) == ("1:18 wrong-value '3 × Skill + 3 × Wounds + Strength'", "error")
    assert finding.message == (
        "the rules give 24 for Skill 2, Wounds 5, Strength 8, the text says `3 × Skill + 3 × Wounds + Strength`, "
        "which is 29"
    )


def test_a_limit_that_may_be_left_out_is_said(game: System) -> None:
    (claim,) = check_text("The Load is 3 × Wounds stones.", system=game).claims
    assert [step.text for step in claim.derivation] == [
        "3 × Wounds is 18 for Wounds 6, and the rules give 15 there",
        "elsewhere both are the same: an exception or a limit may be left out",
    ]


def test_of_one_alone_it_is_a_warning(game: System) -> None:
    text = "Rook's Cost is 3 × Skill. Her Morale is Skill + Wounds.\n\n- Cost: 2 × Skill"
    assert [str(finding.severity) for finding in check_text(text, system=game).findings] == ["warning"] * 3


def test_its_numbers_are_guarded(game: System) -> None:
    text = "A unit's Cost is 3 × Skill + 2 × Wounds + Strength; its Morale is (Skill + Wounds) / 2, rounded up."
    assert all(number.guarded and not number.leeway for number in check_text(text, system=game).numbers)

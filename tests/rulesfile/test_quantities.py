"""Values that a text tells of somebody, without any phrase: whose they are, and what follows from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook_rules.claims.model import Verdict
from rulebook_rules.rulesfile.file import load_rules
from rulesmod.system import System
from tests.checking import check_text, shown

GAME = """\
game: Lanterns
values:
  Body: 1..6
  Will: 1..6
  Grit: 2 * Body + Will
  Load: Grit + 1
  Hit Points: {is: 10 * Body, also: [HP]}
  Speed: {is: (Body + Will) / 2, round: down}
  Edge: {is: Body - 3, beside: Body}
  Hits: Body + 2
  Tier: {by: Grit, ranges: {3..7: 1, 8..12: 2, 13 or more: 4}}
  Сила: {chosen: 1..6, also: [Силы, Силой]}
  Дух: {is: 2 * Сила, also: [Духа]}
words: [Keeper]
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> System:
    path = tmp_path_factory.mktemp("game") / "rules.yml"
    path.write_text(GAME, encoding="utf-8")
    return load_rules(path)


def verdicts(text: str, game: System) -> str:
    """What is said of the values of a text, in their order: R, W or U each."""
    letters = {Verdict.RIGHT: "R", Verdict.WRONG: "W", Verdict.UNDECIDED: "U"}
    claims = check_text(text, system=game).claims
    return "".join(letters[claim.verdict] for claim in claims if claim.kind.startswith("value-"))


TEXTS = {
    "in a sentence": ("Rook has Body 3 and Will 2, so her Grit is 8.", "R"),
    "wrong": ("Rook has Body 3 and Will 2, so her Grit is 9.", "W"),
    "in words": ("With a Body of three and a Will of two, Rook has a Grit of eight.", "R"),
    "by another name": ("Rook has Body 3, which gives 9 coins and HP 30.", "R"),
    "in another case": ("Рук с Силой 3 имеет Дух 7. Рук имеет Сила 2, его Духа 4.", "WR"),
    "somebody else in Russian": ("Рук имеет Сила 3. Мирт ждёт. Её Дух 7.", "U"),
    "a formula in words": (
        "Rook has Body 3 and Will 2. Her Grit is three times her Body. Her Grit is 2 times her Body plus her Will. "
        "Her Grit is 9.",
        "W",
    ),
    "a name of two words": ("Rook has Body 3 and Hit Points 31.", "W"),
    "behind a name of two words": ("Body 3, Hit Points 30, Will 2, Grit 9", "RW"),
    "over paragraphs": ("Rook has Body 3.\n\nShe is old, and her Will is 2.\n\nThat makes a Grit of 8.", "R"),
    "a stat block": ("**Rook.** Body 3, Will 2, Grit 8, Load 9\n\n**Ash.** Body 1, Will 1, Grit 4, Load 4", "RRWR"),
    "a list": ("- Body: 3\n- Will: 2\n- Grit: 7", "W"),
    "a list of people": ("- Rook: Body 3, Will 2, Grit 8\n- Ash: Body 1, Will 1, Grit 3", "RR"),
    "bold names": ("**Body:** 3, **Will:** 2, **Grit:** 8", "R"),
    "behind what follows": ("Rook: Grit 8, Body 3, Will 2", "R"),
    "rows": ("| Who | Body | Will | Grit |\n|--|--|--|--|\n| Rook | 3 | 2 | 8 |\n| Ash | 1 | 1 | 4 |", "RW"),
    "columns": ("| | Rook | Ash |\n|--|--|--|\n| Body | 3 | 1 |\n| Will | 2 | 1 |\n| Grit | 8 | 4 |", "RW"),
    "somebody else": ("Rook has Body 3 and Will 2. Ash watches. Her Grit is 8.", "U"),
    "two at once": ("Rook meets Ash. She has Body 3 and Will 2. Her Grit is 9.", "U"),
    "each their own": (
        "Rook has Body 3 and Will 2, Ash has Body 1 and Will 1. Rook’s Grit is 8, Ash’s Grit is 4.",
        "RW",
    ),
    "not told": ("Rook has Body 3, so her Grit is 8.", "U"),
    "a new heading": ("Rook has Body 3 and Will 2.\n\n## Later\n\nRook has Grit 8.", "U"),
    "supposed": ("Rook has Body 1. If Body is 3 and Will is 2, Grit is 8.", "R"),
    "changed": ("Rook has Body 3 and Will 2. Her Body rises. Her Grit is 8.", "U"),
    "changed to": ("Rook has Body 3 and Will 2. Her Body is now 4. Her Grit is 10.", "R"),
    "what is chosen changes": ("Rook has Body 3 and Will 2. Her Body rises to 4. Now her Grit is 10.", "U"),
    "what follows changes": ("Rook has Body 3 and Will 2. Her Grit rises to 9. Now she waits.", ""),
    "several things are": ("Rook's Hits are 5, her Body is 3, and her Will are 2, so her Grit is 9.", "RW"),
    "two things are": ("Rook has Body 3 and Will 1. Her Body and her Will are 4. Her Grit is 8.", "U"),
    "a condition": ("Rook has Body 3 and Will 2. The door needs Grit 9 or more. She must have Grit 10 or more.", ""),
    "a gain": ("Rook has Body 3 and Will 2. She gains Grit 1.", ""),
    "no such value": ("Rook has Body 7.", "W"),
    "no such value, as the text says": ("Nobody has a Body of 7, and Body 0 is nobody's. No Will goes to 9.", ""),
    "through what follows": ("Rook has Body 3, Will 2 and Load 9.", "R"),
    "from what is told": ("Rook has Grit 8 and Load 8.", "UW"),
    "a game's word": ("A Keeper has Body 3 and Will 2. The Keeper’s Grit is 8.", "R"),
    "a name, not whose it was before": ("Ash has Body 1.\n\n- Name: Rook\n- Body: 3\n- Will: 2\n- Grit: 8", "R"),
    "what is no name": ("- Body: 3\n- Faction: Silver Hand\n- Will: 2\n- Grit: 7", "W"),
    "counted": ("Rook has Body 3, and 5 Hits. Ash has Body 1, 3 Hits and 10 Hit Points.", "RRR"),
    "counted in brackets": ("Rook (Body 3, 6 Hits) waits.", "W"),
    "many": ("Rook's Body is 3, and her Hits are 5. Ash has a Body of 1; its Hits are 4.", "RW"),
    "compared": ("Rook has Body 3 and Will 2. Her Grit is 2 more than her Body. Her Hits are 2 less than that.", ""),
    "what is left": ("Rook has Body 3. She has 2 Hits left, loses 2 Hits, needs 7 Hits, and then has 1 Hits.", "U"),
    "counted by itself": ("Rook has Body 3. She has 5 Hits.\n\n" * 3 + "Rook has Body 3. She has 4 Hits.\n", "UUUU"),
    "beside": ("Rook: Body 5 (+2), Will 1. Ash: Body 2 (+1), Will 1 (+1).", "RW"),
    "beside in a table": ("| Body | Will |\n|--|--|\n| 5 (+2) | 1 |\n| 4 (+2) | 1 |", "RW"),
    "in turns": ("| Body | 3 | Will | 2 |\n|--|--|--|--|\n| Grit | 8 | Hits | 6 |", "RW"),
    "in a cell": ("| Body | 3 |\n|--|--|\n| Will | 2 |\n| Rest | Grit 9, Hits 5 |", "WR"),
    "a table of one, and what stands below it": (
        "Rook waits.\n\n| Body | Will |\n|--|--|\n| 3 | 2 |\n\n- Grit: 8\n- Hits: 6\n\nAsh has Grit 4.",
        "RWU",
    ),
    "a table of somebody else": (
        "Ash waits.\n\n| Who | Body | Will |\n|--|--|--|\n| Rook | 3 | 2 |\n\nAsh has Grit 4. She is old.",
        "U",
    ),
    "a table below two": ("Rook meets Ash.\n\n| Body | Will | Grit |\n|--|--|--|\n| 3 | 2 | 9 |", "W"),
    "tables of several": ("| Body | Will |\n|--|--|\n| 3 | 2 |\n| 1 | 2 |\n\nHer Grit is 8.", "U"),
    "names of other languages": ("Élodie has Body 3 and Will 2. Ярослав waits. His Grit is 9.", "U"),
    "rounded": ("Rook has Body 3, Will 2 and Speed 2. Ash has Body 3, Will 2 and Speed 3.", "RW"),
    "code": ("`Rook has Body 3 and Will 2 and Grit 9`", ""),
    "part of a word": ("Antibody 3 and Goodwill 2 make a Grit of 8.", "U"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_whose_values_they_are(name: str, game: System) -> None:
    text, wanted = TEXTS[name]
    assert verdicts(text, game) == wanted


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        ("| 3–7 | 1 |\n| 8–12 | 2 |\n| 13 or more | 4 |", []),
        ("| 3–7 | 1 |\n| 8–12 | 3 |\n| 13 or more | 4 |", ["6:10 wrong-value '3'"]),
        ("| 3–7 | 1 |\n| 8–11 | 2 |\n| 13 or more | 4 |", ["6:5 wrong-value '11'"]),
        ("| 3–7 | 1 |\n| 13 or more | 4 |", ["6:3 table-gap '13 or more'"]),
        ("| 3 | 1 |\n| 8 | 2 |\n| 20 | 4 |", []),  # Those of three people.
    ],
)
def test_a_table_tells_what_a_choice_comes_to(rows: str, wanted: list[str], game: System) -> None:
    report = check_text(f"# Tiers\n\n| Grit | Tier |\n|--|--|\n{rows}\n", system=game)
    assert [*map(shown, report.findings)] == wanted
    right = [claim for claim in report.claims if claim.verdict is Verdict.RIGHT]
    assert wanted or len([claim for claim in right if claim.place.bounds["line"] > 3]) == 3


def test_a_fault_has_its_grounds_and_its_remedies(game: System) -> None:
    (finding,) = check_text("Rook has Body 3 and Will 2, so her Grit is 9.", system=game).findings
    assert shown(finding) == "1:44 wrong-value '9'"
    assert [place.source.slice(place.span) for place in finding.details.related] == ["3", "2"]
    assert finding.details.notes[0] == "the rules: Grit is 2 × Body 3 + Will 2 = 8"
    assert [remedy.title for remedy in finding.details.remedies] == ["write `8`", "make the Will `3`"]


@pytest.mark.parametrize(("value", "beyond"), [("9", "9 > 6"), ("0", "0 < 1")])
def test_what_may_not_be_chosen_is_held_against_its_limit(value: str, beyond: str, game: System) -> None:
    (finding,) = check_text(f"Rook has Body {value}.", system=game).findings
    assert finding.details.notes == (f"the rules: Body is 1 to 6, and {beyond}",)


def test_what_follows_from_a_wrong_value_is_no_second_fault(game: System) -> None:
    report = check_text("Rook has Body 3 and Will 2, Grit 9, and Load 10.", system=game)
    assert [shown(finding) for finding in report.findings] == ["1:34 wrong-value '9'"]


def test_a_right_value_says_why(game: System) -> None:
    (claim,) = check_text("Rook has Body 3 and Will 2, so her Grit is 8.", system=game).claims
    assert [step.text for step in claim.derivation] == ["Grit is 2 × Body 3 + Will 2 = 8"]
    assert len(claim.guards) == 3


def test_what_is_rounded_away_guards_its_number_only_so_far(game: System) -> None:
    report = check_text("Rook has Body 3, Will 2, and Speed 2.", system=game)
    assert [(number.text, number.guarded, number.leeway) for number in report.numbers] == [
        ("3", True, 1),
        ("2", True, 1),
        ("2", True, 0),
    ]


def test_a_number_that_only_others_tell_to_be_a_value_is_undecided(game: System) -> None:
    text = "Rook has Body 3. She has 5 Hits.\n\n" * 3 + "Rook has Body 3. She has 4 Hits.\n"
    assert not check_text(text, system=game).findings


def test_what_is_undecided_guards_nothing(game: System) -> None:
    report = check_text("Rook has Body 3, so her Grit is 8.", system=game)
    assert not any(number.guarded for number in report.numbers)
    assert not report.findings


def test_pages_of_other_games_tell_no_values(tmp_path: Path) -> None:
    assert not check_text("Rook has Body 3 and Will 2, so her Grit is 9.", system="plain").claims

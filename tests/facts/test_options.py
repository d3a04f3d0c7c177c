"""What a `rules.yml` can say of values, tables and phrases: each option compares what it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook_rules.checks.index import BookIndex
from rulebook_rules.facts.check import compare
from tests.facts.planted import book_at, findings_in

GAME = """\
game: Bells
dice: {called: bell roll, written: "{count}d8", success: 6 or more, counts: chimes}
values:
  Arm: 1..5
  Ear: 1..5
  Wit: 1..5
  Calm: {chosen: 0 or more, default: 2}
  Wind: 2 * Arm + Wit
  Poise: {is: (Ear + Wit) / 2, round: up, because: half of both}
  Beast wind: {is: 3 * Arm, for: [beast], also: [Wind]}
  Bar: {is: 8, unit: pounds}
  Fame: 0..50
  Rest: {is: Wind + Calm}
  Pull: {is: 2 * Arm, unless: {Ear = 1: 1, Wit > 4: 12}}
names:
  traits: [Arm, Ear, Wit]
  flaws: [Blowhole, Crack, Cold seam, Thin lip]
  wares: [Hand bell, Door bell, Watch bell, Storm bell]
tables:
  bells:
    title: Bells
    columns: [Bell, Bars, Fee, Pounds]
    rows: {Hand bell: [1, 10], Door bell: [2, 18], Watch bell: [6, 50], Storm bell: [16, 140]}
    cells: {Pounds: 8 * Bars}
    units: {Fee: groats}
  hooks:
    title: Hooks
    columns: [Hook, Harm]
    rows: {Gaff: 1d8, Grapnel: 2d8, Crane: 3d8}
ranges:
  titles: {title: Title, about: [Fame], rows: {0..9: Apprentice, 10..19: Journeyman, 20 or more: Founder}}
  calls:
    title: What answers a call
    about: [call, answers]
    rows: {1..3: silence, 4..6: an echo, 7 or more: a chime}
constraints: [Arm + Ear + Wit = 9]
phrases:
  kit:
    says: a cart with {things:list of wares} carries {bars} bars
    gives: {bars: "sum(things, Bars from bells by each)"}
  flaws: {says: "there are {count} ways to spoil a bell", gives: {count: count(flaws)}}
  odds: {says: "one of three dice chimes in {share:percent}", gives: {share: "chance(3d8 >= 1)"}}
  nights: {says: "{nights} nights of rest give {gain} Wind", gives: {gain: 4 * nights}}
  cooling: {says: "it cools for {hours} hours", gives: {hours: 6}, under: [foundry, furnace]}
  third: {says: "a third of {sum} groats is {part}", gives: {part: floor(sum / 3)}}
"""
HEAD = "# Bells\n\nThis is a page of the game about the bells of the six towns, and of those who cast them.\n\n"
TEXTS = (
    # Each text with the number that is right, and one that is wrong.
    ("A cart with Hand bell, Watch bell and Door bell carries {} bars.", "9", "8"),
    ("There are {} ways to spoil a bell.", "four", "five"),
    ("One of three dice chimes in {} % of all rolls.", "76", "67"),
    ("Three nights of rest give {} Wind.", "12", "10"),
    ("A third of 50 groats is {}.", "16", "17"),
    ("A Storm bell has 140 groats as its Fee and Pounds {}.", "128", "120"),
    ("A Grapnel has a Harm of {}.", "2d8", "3d8"),
    ("Ada has Arm 3, Ear 2 and Wit 4, so her Wind is {}.", "10", "11"),
    ("Ada has Arm 3, Ear 2 and Wit 4, so her Poise is {}.", "3", "4"),
    ("Ada has Arm 3, Ear 2, Wit 4, Wind 10 and Rest {}.", "12", "10"),
    ("Ada has Arm 3, Ear {} and Wit 4.", "2", "3"),
    ("Ada, with a Fame of {}, is a Founder.", "21", "11"),
    ("Each trait goes from 1 to {}.", "5", "6"),
    ("A Watch bell takes 6 bars, and its Fee is {} groats.", "50", "55"),
    # Exceptions, in their order.
    ("Ada has Arm 3, Ear 1, Wit 5 and Pull {}.", "1", "6"),
    ("Ada has Arm 3, Ear 2, Wit 4 and Pull {}.", "6", "12"),
    ("Ada has Arm 2, Ear 2, Wit 5 and Pull {}.", "12", "4"),
    # A sentence that states a rule under some headings only.
    ("## The foundry\n\nA bell is poured, and it cools for {} hours.", "6", "5"),
    ("## A furnace at night\n\nA bell is poured, and it cools for {} hours.", "6", "8"),
    # Ranges where a word of theirs is near.
    (
        "## What answers a call\n\n| d8 | Answer |\n| --- | --- |\n| 1-3 | silence |\n| {} | an echo |\n"
        "| 7+ | a chime |",
        "4-6",
        "4-7",
    ),
    ("## What answers a call\n\nRoll a d8.\n\n- 1-3: silence\n- 4-6: {}\n- 7 or more: a chime", "an echo", "a chime"),
    ("## A beast of burden\n\nThe ox has Arm 4 and Wind {}.", "12", "11"),
)


def found(folder: Path, text: str, game: str = GAME) -> list[tuple[int, str]]:
    (folder / "docs").mkdir()
    (folder / "mkdocs.yml").write_text("site_name: Bells\nplugins: [rulebook]\n")
    (folder / "docs/rules.yml").write_text(game)
    (folder / "docs/index.md").write_text(HEAD + text + "\n")
    return [(one.place.begins.line, one.message) for one in findings_in(book_at(folder))]


@pytest.mark.parametrize(("text", "right", "wrong"), TEXTS)
def test_an_option_says_what_a_text_may_say(tmp_path: Path, text: str, right: str, wrong: str) -> None:
    (tmp_path / "right").mkdir()
    (tmp_path / "wrong").mkdir()
    assert found(tmp_path / "right", text.format(right)) == []
    assert len(found(tmp_path / "wrong", text.format(wrong))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "## The harbour\n\nA bell is poured, and it cools for 5 hours.",
        "## Weather\n\nRoll a d8.\n\n- 1-4: silence\n- 5-6: fog\n- 7 or more: rain",
    ],
    ids=["under", "about"],
)
def test_a_rule_says_nothing_of_other_places(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == []


NAMED = """\
game: Masks
dice:
  kind: symbols
  faces:
    A: [blank, grin, grin grin, wink]
    D: [blank, frown, frown, frown wink]
  cancels: {frown: grin}
phrases:
  grins: {says: "one A shows a grin in {share:percent}", gives: {share: "chance(1A >= 1)"}}
"""


def test_faces_have_names_and_their_odds_are_compared(tmp_path: Path) -> None:
    for number, (share, expected) in enumerate((("50 %", []), ("40 %", ["the rules give 50 %, the text says `40 %`"]))):
        (tmp_path / str(number)).mkdir()
        text = f"One A shows a grin in {share} of all rolls. Roll `2A 1D`."
        assert [message for _, message in found(tmp_path / str(number), text, NAMED)] == expected


def test_a_denied_value_is_undecided(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: Bells\nplugins: [rulebook]\n")
    (tmp_path / "docs/rules.yml").write_text(GAME)
    (tmp_path / "docs/index.md").write_text(
        HEAD + "A Gaff does not have a Harm of 1d8. A Watch bell has no Fee of 55.\n"
    )
    facts = compare(BookIndex(book_at(tmp_path)))
    assert not facts.findings
    assert facts.undecided == 2

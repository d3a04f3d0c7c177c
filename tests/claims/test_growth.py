"""Work grows with a text, and not with the square of it: counted in calls, which no load of the machine changes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from rulebook.cli import main  # noqa: F401  # What a run loads is loaded before calls are counted.
from rulebook_rules.facts.reading.tokens import MAX_SENTENCE, sentences_of
from rulebook_rules.settings.yamlfile import MAX_ITEMS, ConfigError, load_data
from rulebook_rules.systems import load_system
from tests.checking import check_text
from tests.shares import shares

MAX_GROWTH = 2.4
"""A text of twice the length takes no more of the work of the text: 2 in a straight line, 4 for a square."""


def calls(work: Callable[[], object]) -> int:
    """Count the calls of Python and C functions."""
    count = 0

    def seen(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


TEXTS: dict[str, Callable[[int], str]] = {
    "rows that begin anew": lambda n: "| d6 | What |\n| --- | --- |\n" + "| 1-2 | a |\n" * n,
    "rows": lambda n: "| d100 | What |\n| --- | --- |\n" + "".join(f"| {i} | a |\n" for i in range(n)),
    "headings": lambda n: "".join(f"## Part {i}\n\nText.\n\n" for i in range(n)),
    "headings with links": lambda n: "".join(
        f"## Part [{i}](#part-{(i * 7) % n})\n\nSee [it](#part-{i}).\n\n" for i in range(n)
    ),
    "sums": lambda n: "So 1 + 1 = 2.\n\n" * n,
    "dice": lambda n: "Roll 2d6 (average 7).\n\n" * n,
}


@pytest.mark.parametrize("name", TEXTS)
def test_twice_the_text_is_twice_the_work(name: str) -> None:
    make = TEXTS[name]
    check_text(make(50))
    less, more = (calls(lambda n=n: check_text(f"# T\n\n{make(n)}")) for n in (400, 800))
    assert more / less < MAX_GROWTH, (less, more)


CONSTRUCTS: dict[str, tuple[str, ...]] = {
    "markdown": (
        "## Part {i}",
        "See [part](#part-{i}).",
        "| Lamp {i} | Oil |\n| --- | --- |\n| {i} | 2d6 |",
        "- Lamp {i}\n- Oil",
        "**Lamp {i}** is a light.",
    ),
    "obsidian": (
        "## Part {i}",
        "See [[#Part {i}]].",
        "| Lamp {i} | Oil |\n| --- | --- |\n| {i} | 2d6 |",
        "- Lamp {i} ^b{i}",
        "> [!note] Lamp {i}\n> It is a light.",
    ),
    "pandoc": (
        "## Part {i} {{#p{i}}}",
        "See [part](#p{i}).",
        "| Lamp {i} | Oil |\n|---|---|\n| {i} | 2d6 |",
        "- Lamp {i}\n- Oil",
        "Lamp {i}\n:   A light.",
    ),
    "asciidoc": (
        "== Part {i}",
        "See <<_part_{i},part>>.",
        "|===\n|Lamp {i} |Oil\n\n|{i} |2d6\n|===",
        "* Lamp {i}\n* Oil",
        "Lamp {i}:: A light.",
    ),
    "prose": (
        "PART {i}",
        "See Part {i}.",
        "Lamp {i}    Oil\n{i}         2d6",
        "- Lamp {i}\n- Oil",
        "Lamp {i}: a light.",
    ),
}


def growth_of(forms: Iterable[str], dialect: str, system: str | None, counts: tuple[int, int, int]) -> dict[str, float]:
    """How many times the work of the second count the last one takes, for each form; the first loads what is read."""
    if dialect == "asciidoc":
        pytest.importorskip("quickjs")
    growth = {}
    for form in forms:
        texts = ["\n\n".join(form.format(i=i) for i in range(count)) for count in counts]
        _, less, more = (calls(lambda text=text: check_text(text, system=system, dialect=dialect)) for text in texts)
        growth[form] = more / less
    return growth


@pytest.mark.parametrize("dialect", shares(CONSTRUCTS))
def test_each_construct_of_each_dialect_takes_work_in_a_straight_line(dialect: str) -> None:
    growth = growth_of((*CONSTRUCTS[dialect], "Roll 2d6+{i} (average 7)."), dialect, "cavea", (20, 80, 160))
    assert max(growth.values()) < MAX_GROWTH, growth


SENTENCES = (
    "On a d20, 15 or better (30 %) lights {i} lamps.",
    "There are {i} + 2 = 7 oils.",
    "The oil {i} = 10 + 2 + 3.",
    "On 1-2 it burns {i}, on 3-4 not, on 5-6 twice.",
    "It burns 3d6 ({i}-18) hours, or 2d6 (from {i} to 12).",
    "There are three lamps: {i}, b and c.",
    "Lamp {i} has 3 hp and a Light of {i}.",
    "4 plus {i} is 8.",
    "Hit Points {i} (2d8)",
    "Roof {i}, Wall 6, Total 11",
    "A chance of 1 in {i} (17 %).",
    "Light = Oil + {i}.",
    "It deals {i}d6+2 fire damage, and half of 4d6.",
)
"""A statement for each reader of sentences."""


@pytest.mark.parametrize("dialect", shares(CONSTRUCTS))
def test_each_statement_in_each_dialect_takes_work_in_a_straight_line(dialect: str) -> None:
    growth = growth_of(SENTENCES, dialect, "plain", (10, 30, 60))
    assert max(growth.values()) < MAX_GROWTH, growth


GAME = """\
game: Lanterns
dice: {called: lantern roll, written: "{count}d6", success: 5 or more, counts: lanterns lit}
values:
  Nerve: 1..6
  Reach: 1..6
  Flame: 2 * Nerve + Reach
  Pace: {is: Reach / 2, round: up, unit: streets}
tables:
  lamps: {title: Oil for a night, columns: [Lamp, Oil], rows: 1..4, cells: {Oil: Lamp * (Lamp + 1) / 2}}
  roles: {title: Roles, columns: [Role, Dice], rows: {Scout: 2, Keeper: 4}}
  gear: {title: Gear, columns: [Item, Price], rows: {Rope: 2, Ladder: 4}}
names:
  guilds: [Wick, Glass, Smoke]
ranges:
  moods: {about: mood roll, rows: {1..2: sour, 3..4: calm, 5..6: merry}}
constraints: [Nerve + Reach <= 10]
phrases:
  chosen: {says: "(Nerve|Reach) [that goes] from {low} to {high}", gives: {low: 1, high: 6}}
  nights: {says: "{nights} nights with lamp {lamp} take {oil} oil", gives: {oil: nights * Oil from lamps by lamp}}
"""
OF_A_GAME = (
    "Nerve is {i}.",
    "A rope costs {i}.",
    "Nerve from 1 to {i}.",
    "There are {i} guilds.",
    "Nerve {i}, Reach 2, Flame {i}.",
    "Kim has Nerve {i} and Reach 3.",
    "**Kim{i}** Nerve 3, Reach {i}",
    "2 nights with lamp {i} take 6 oil.",
    "On a mood roll of 1 to {i} she is sour.",
    "3 ropes and {i} ladders cost 10.",
    "The guilds Wick, Glass and Smoke have {i} members.",
    "Kim{i} pays 2 for a rope, and Bo pays {i} for a ladder.",
    "Half the Reach, rounded up, is {i}.",
)


@pytest.mark.parametrize("joint", [" ", ", ", "\n\n"], ids=["sentences", "one sentence", "paragraphs"])
def test_statements_of_an_own_game_take_work_in_a_straight_line(joint: str, tmp_path: Path) -> None:
    (tmp_path / "rules.yml").write_text(GAME, encoding="utf-8")
    system = load_system(str(tmp_path / "rules.yml"))
    growth = {}
    for form in OF_A_GAME:
        texts = ["# Lanterns\n\n" + joint.join(form.format(i=i) for i in range(count)) for count in (20, 80, 160)]
        _, less, more = (calls(lambda text=text: check_text(text, system=system)) for text in texts)
        growth[form] = more / less
    assert max(growth.values()) < MAX_GROWTH, growth


def test_a_sentence_that_nobody_writes_is_read_in_parts() -> None:
    text = "Nerve 3, " * 5_000
    parts = [*sentences_of(text)]
    assert max(end - start for start, end in parts) <= MAX_SENTENCE
    assert "".join(text[start:end] for start, end in parts) == text


def rules(folder: Path, items: int) -> Path:
    path = folder / f"{items}.yml"
    path.write_text("names:\n" + "".join(f"  name{i}: {i}\n" for i in range(items)), encoding="utf-8")
    return path


def test_each_value_of_a_file_of_rules_is_found_at_once(tmp_path: Path) -> None:
    def ask(items: int) -> int:
        file = load_data(rules(tmp_path, items))
        return calls(lambda: [file.value("names", f"name{i}") for i in range(items)])

    assert ask(800) / ask(400) < MAX_GROWTH


def test_a_list_of_a_file_of_rules_has_a_limit(tmp_path: Path) -> None:
    load_data(rules(tmp_path, MAX_ITEMS))
    with pytest.raises(ConfigError, match=f"at most {MAX_ITEMS} items"):
        load_data(rules(tmp_path, MAX_ITEMS + 1))

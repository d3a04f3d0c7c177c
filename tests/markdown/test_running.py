"""Dice in running text: quiet buttons, in every dialect, as far as the settings let them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.loading.reading import read_book
from rulebook_proof.analysis import analyse
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.book import Book
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from tests.checking import check_pages, page_of

TEXTS = {
    "markdown": "# The d6 rule\n\nA *fall* is 2d6 harm ([d20 page](a.md)).\n\n"
    "- Roll a **d20**.\n\n| harm | who |\n| - | - |\n"
    "| 1d4 | `d8+1` or `dice: 2d6` |\n\n```\n3d6\n```\n",
    "obsidian": "# The d6 rule\n\nA *fall* is 2d6 harm ([[d20 page]]).\n\n"
    "- Roll a **d20**.\n\n| harm | who |\n| - | - |\n"
    "| 1d4 | `d8+1` or `dice: 2d6` |\n\n```\n3d6\n```\n",
    "pandoc": "% A\n\n# The d6 rule\n\nA *fall* is 2d6 harm ([d20 page](a.md)).\n\n"
    "- Roll a **d20**.\n\n| harm | who |\n|-|-|\n"
    "| 1d4 | `d8+1` or `dice: 2d6` |\n\n    3d6\n",
    "asciidoc": "= A\n\n== The d6 rule\n\nA _fall_ is 2d6 harm (link:a.html[d20 page]).\n\n"
    "* Roll a *d20*.\n\n|===\n|harm |who\n\n"
    "|1d4 |`d8+1` or `dice: 2d6`\n|===\n\n----\n3d6\n----\n",
}
BUTTON = re.compile(r"<rulebook-dice><button[^>]*>(.*?)</button>")


def shown(text: str, dialect: str = "markdown", system: str | None = None) -> str:
    page = page_of(text, system=system, dialect=dialect, path="road.md")
    html = Presenter(Book((page,)), check_pages(page)).page("road.md")
    return html.replace(html.text) + html.appendix


@pytest.mark.parametrize("dialect", TEXTS)
def test_every_dialect_rolls(dialect: str) -> None:
    text = shown(TEXTS[dialect], dialect)
    assert BUTTON.findall(text) == ["2d6", "d20", "1d4", "d8+1", "2d6"]
    assert "<span hidden>dice: </span><rulebook-dice>" in text
    assert not re.search("[\U000f0000-\U0010ffff]", text)


def test_the_notation_comes_once_and_odds_only_of_what_is_set_apart() -> None:
    text = shown("Roll 2d6, 3d6 and 4d6, or `5d6`.\n")
    assert len(BUTTON.findall(text)) == 4
    assert text.count("data-quiet") == 3
    assert text.count("data-rulebook=") == 1
    assert re.findall(r'id="(rulebook-odds-\d+)"', text) == ["rulebook-odds-1"]


def test_labels_in_code_and_dice_beside_a_program_are_no_buttons() -> None:
    text = "Go on at `T6` or `K8`. Roll `3d6`.\n"
    assert BUTTON.findall(shown(text)) == ["3d6"]
    assert BUTTON.findall(shown("A parser for `T6()`: the plugin reads 2d6.\n")) == []
    assert BUTTON.findall(shown("Gear is in `gear.md`, foes in `foes.md`: they deal 2d6.\n")) == ["2d6"]


def test_in_code_what_is_added_by_name_is_asked_of_the_reader() -> None:
    text = "`2d6 + Charm`, `d8+1+CON + Wits`, `1d20 + bonus`, `d6 + d8 = d8`, `d666-system`, `2d6 of + them`.\n"
    assert BUTTON.findall(shown(text)) == ["2d6 + Charm", "d8+1+CON + Wits", "1d20 + bonus"]


def test_in_a_sentence_the_short_name_of_an_ability_is_asked_of_the_reader() -> None:
    text = "Roll 1d20+STR, or 1d20 + DEX. Roll 1d6 + fire, 2d6 AND 1d8+STRENGTHS.\n"
    assert BUTTON.findall(shown(text)) == ["1d20+STR", "1d20 + DEX", "1d6", "2d6", "1d8"]


def rolled(text: str) -> list[str]:
    """What the buttons of a text roll."""
    pairs = re.findall(r"<rulebook-dice><button([^>]*)>(.*?)</button>", shown(text))
    return [(re.search(r'data-dice="([^"]*)"', attributes) or [0, words])[1] for attributes, words in pairs]


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("It deals 1d8 + your Strength modifier.", "1d8 + your Strength modifier"),
        ("It deals 2d6 plus your level, or 2d6 minus their armor.", "2d6 plus your level, 2d6 minus their armor"),
        ("Roll 2d6 + Charm against 15, or 2d6 plus level.", "2d6 + Charm, 2d6 plus level"),
        (
            "Roll 2d6 + half your level, 2d6 + Might + Wits or 2d6 minus twice your armor.",
            "2d6 + half your level, 2d6 + Might + Wits",
        ),
        ("It deals 2d6 + 1 per level, 2d6 plus 1 for each ally or 2d6+3 per 2 levels.", ""),
        (
            "It lasts 2d6+1 per round; they take 1d6+1 each and run. Roll 2d6 - your fate is sealed.",
            "2d6+1, 1d6+1, 2d6",
        ),
        ("The hoard is 2d4 hundred, 3d6 thousand or 1d4 dozen coins.", ""),
        ("Multiply 2d4 by 10, double the total of 3d6, or take [1d6+1] x 2 or 2d6 (×2).", ""),
        ("It is a quarter of 4d6, or d20+[level].", ""),
        (
            "Es sind 2W6 plus deine Stufe, 2W6 + Stärke, 2W6 hundert oder 2W6 plus 1 pro Stufe.",
            "2W6 plus deine Stufe, 2W6 + Stärke",
        ),
        ("C’est 2d6 + votre Force, 2d6 plus 1 par niveau, 2d6 mille, ou le tiers de 3d6.", "2d6 + votre Force"),
        ("Son 2d6 + tu Fuerza, 2d6 más 1 por nivel, 2d6 cientos o un tercio de 3d6.", "2d6 + tu Fuerza"),
        ("Sono 2d6 + la tua Forza, 2d6 più 1 per livello, 2d6 mila o un terzo di 3d6.", "2d6 + la tua Forza"),
        ("Lance 4d6 et enlève le plus bas.", "4d6kh3"),
        ("Roll d20 and add your level; or 2d6, adding your Charm.", "d20 + your level, 2d6 + your Charm"),
        ("Roll d20. Add your level. Roll 2d6 and subtract your armor.", ""),
        ("Wirf 1W20 und addiere deine Stufe, oder 2W6 + Gift.", "1W20 + deine Stufe, 2W6"),
        ("Lancez 1d20 et ajoutez votre niveau, ou 2d6 + feu.", "1d20 + votre niveau, 2d6"),
        ("Tira 1d20 y suma tu nivel; o 2d6 + veneno. Son 2d6 por 10 monedas.", "1d20 + tu nivel, 2d6"),
        ("Tira 1d20 e aggiungi il tuo livello. Trovano 2d6 per 10 monete.", "1d20 + il tuo livello"),
        ("Roll 2d6 + Fire, 2d6 + cold damage, or 2d6 + poison.", "2d6 + Fire, 2d6, 2d6"),
    ],
)
def test_what_words_add_to_dice_is_asked_or_nothing_rolls(text: str, dice: str) -> None:
    assert ", ".join(rolled(text)) == dice


def test_code_is_asked_as_a_sentence_is() -> None:
    text = "# The `d8`\n\nTo indicate two dice: `2d6`. A `d8` instead of `d6`, [`4d6`](#the-d8). Roll `d8 `.\n"
    text += "\nThere are `d4`, `d6` and `d8`, a `D12` is called `D6` and `2d8` means two. Hit: `D10`, `dice: 1d4`.\n"
    assert BUTTON.findall(shown(text)) == BUTTON.findall(shown(text, system="plain")) == ["d8", "D10", "1d4"]
    assert not BUTTON.findall(shown("| die | odd |\n| - | - |\n| d4 | no |\n| d6 | no |\n| d5 | yes |\n"))
    assert BUTTON.findall(shown("Use the `d12`{.dice}.\n")) == ["d12"]


def test_below_a_heading_that_names_a_die_only_what_is_said_to_be_rolled_is() -> None:
    text = "## Kina az d100?\n\nHa 1d100 na d20. Roll a d20, take d6 damage, [d4] heat, or 2d6.\n\n"
    text += "| who | harm |\n| - | - |\n| we | d8 |\n"
    assert BUTTON.findall(shown(text)) == ["d20", "d6", "d4", "2d6", "d8"]
    assert BUTTON.findall(shown(text.replace("d100?", "x?"))) == ["1d100", "d20", "d20", "d6", "d4", "2d6", "d8"]


def test_nothing_rolls_beside_the_text_of_a_game() -> None:
    text = "# Road\n\n## Harm\n\nTake 1d6.\n\n## {}\n\n### 2.1\n\nA fall is 2d6 now; `3d6`.\n\n- 2d10\n"
    text += "\n## Fire\n\nTake 4d6.\n"
    assert BUTTON.findall(shown(text.format("Falls"))) == ["1d6", "2d6", "3d6", "4d6"]
    for title in ("Changelog", "2024-05-01: falls", "What you need:", "Lizenz", "v1.2 (falls)"):
        assert BUTTON.findall(shown(text.format(title))) == ["1d6", "4d6"]
    program = "\n\n```js\nroll('2d6')\n```\n"
    assert not BUTTON.findall(shown(text.format("Falls") + program))
    assert not BUTTON.findall(shown("Take 1d6 of `src/road.md` by `roll_all()`.\n"))
    assert BUTTON.findall(shown("Take 1d6 or 2d6 of `src/road.md` by `roll_all()`.\n"))


def test_labels_are_no_dice() -> None:
    text = "| | what |\n| - | - |\n| D6 | the gate |\n| {} | the hall, D4 damage, 2D6 rats |\n| W6 | foes |\n"
    assert BUTTON.findall(shown(text.format("D9"))) == ["D4", "2D6", "W6"]
    assert BUTTON.findall(shown(text.format("D8"))) == ["D6", "D8", "D4", "2D6", "W6"]


def test_a_mean_beside_dice_carries_its_proof() -> None:
    text = shown("Each claw deals 9 (2d6 + 2) damage, the tail 10 (3d6) damage, and the beak 5 (2d4) damage.\n")
    assert BUTTON.findall(text) == ["2d6 + 2", "3d6", "2d4"]
    assert re.findall(r'class="rulebook-right"[^>]*>(\d+)</span>', text) == ["9", "10", "5"]


def test_percentages_and_sums_beside_dice_carry_their_proof() -> None:
    text = shown("Roll d6: you hit on 5+ on a d6 (33 %), and with 2 in 6 (33 %). Add 2d6; 4 + 5 = 9.\n")
    assert BUTTON.findall(text) == ["d6", "d6", "2d6"]
    proven = re.findall(r'class="rulebook-right"[^>]*>([^<]+)</span>', text)
    assert [one for one in proven if one in ("33", "9")] == ["33", "33", "9"]


def test_a_game_knows_better_what_its_dice_mean() -> None:
    assert not BUTTON.findall(shown("A fall is 2d6 harm.\n", system="cavea"))
    assert BUTTON.findall(shown("A fall is 2d6 harm.\n", system="plain")) == ["2d6"]


@pytest.mark.parametrize(
    ("setting", "road", "game"),
    [("", ["2d6"], []), ("code", [], []), ("text", ["2d6"], []), ("all", ["2d6", "d8"], ["1d4"])],
)
def test_settings_say_how_far_dice_roll(tmp_path: Path, setting: str, road: list[str], game: list[str]) -> None:
    docs = tmp_path / "docs" / "cavea"
    docs.mkdir(parents=True)
    (tmp_path / "docs/road.md").write_text("A fall is 2d6 harm, more than a d8.\n", encoding="utf-8")
    (docs / "game.md").write_text("Lose 1d4 hours.\n", encoding="utf-8")
    options = "books: {cavea: {system: cavea, dialect: markdown}}" + (f", rolling: {setting}" if setting else "")
    config = f"site_name: A\nplugins:\n  - rulebook: {{{options}}}\n"
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    presenter = Presenter(book, analyse(book))
    for uri, dice in (("road.md", road), ("cavea/game.md", game)):
        page = presenter.page(uri)
        assert BUTTON.findall(page.replace(page.text)) == dice


@pytest.mark.parametrize(("rules", "dice"), [("", ["2d6"]), ("dice: {written: '{count}d6', success: 5 or more}\n", [])])
def test_a_game_with_ordinary_dice_rolls_them_in_its_text(tmp_path: Path, rules: str, dice: list[str]) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/rules.yml").write_text(f"game: Lanterns\n{rules}", encoding="utf-8")
    (tmp_path / "docs/road.md").write_text("# Road\n\nA fall is 2d6 harm.\n", encoding="utf-8")
    config = "site_name: A\nplugins:\n  - rulebook: {books: {'.': {}}}\n"
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    page = Presenter(book, analyse(book)).page("road.md")
    assert BUTTON.findall(page.replace(page.text)) == dice


def test_codes_are_dice_in_a_book_that_has_pips() -> None:
    assert BUTTON.findall(shown("Agility 3D+2, dodge 4D\n")) == ["3D+2", "4D"]
    assert not BUTTON.findall(shown("A map in 3D, Agility 4D, `3D`\n"))


@pytest.mark.parametrize(
    ("text", "button", "dice"),
    [
        ("Roll 4d6 and drop the lowest.", "4d6 and drop the lowest", "4d6kh3"),
        ("Roll **4d6** and drop the lowest.", "4d6", "4d6kh3"),
        ("Roll `4d6` and drop the lowest.", "4d6", "4d6kh3"),
        ("It deals half of 3d6,\nrounded up.", "half of 3d6,\nrounded up", "ceil(3d6/2)"),
        ("Wirf zwei W20.", "zwei W20", "2W20"),
    ],
)
def test_a_sentence_is_rolled_as_it_says(text: str, button: str, dice: str) -> None:
    (found,) = re.findall(
        r'<rulebook-dice><button[^>]* data-dice="([^"]*)"[^>]*>(.*?)</button>', shown(text), re.DOTALL
    )
    assert found == (dice, button)


@pytest.mark.parametrize("dice", ["4d6 keep 3", "5d10!kh3", "-2d6+10", "d20 vs 15", "4d6-L"])
def test_a_sentence_has_dice_as_the_page_reads_them(dice: str) -> None:
    assert BUTTON.findall(shown(f"Roll {dice} now.")) == [dice]


@pytest.mark.parametrize("text", ["Take `2d6`, doubled on a critical.", "Take 2d6, doubled on a critical."])
def test_what_a_sentence_only_says_on_a_condition_is_no_button(text: str) -> None:
    assert BUTTON.findall(shown(text)) == []


@pytest.mark.parametrize(
    ("sentence", "button"),
    [
        ("Roll d20 + level to resist.", "d20 + level"),
        ("Roll 2d6 + your Strength and compare.", "2d6 + your Strength"),
        (
            "It takes damage equal to 2d6 + your spellcasting ability modifier.",
            "2d6 + your spellcasting ability modifier",
        ),
        ("It heals 1d4 + half your level hit points.", "1d4 + half your level"),
        ("Damage is 1d6 + Strength modifier.", "1d6 + Strength modifier"),
        ("Roll with 2d6+Wits.", "2d6+Wits"),
        ("Roll d20 + stat modifier + bonuses vs DC.", "d20 + stat modifier + bonuses"),
        ("Roll 1d8+1d6 + STR + level.", "1d8+1d6 + STR + level"),
        ("Roll d20 plus your Dexterity modifier.", "d20 plus your Dexterity modifier"),
        ("Würfle 2W6 + deine Stärke.", "2W6 + deine Stärke"),
        ("Lancez 1d20 + votre niveau.", "1d20 + votre niveau"),
        ("Tira 1d20 + tu nivel.", "1d20 + tu nivel"),
        ("Tira 1d20 + il tuo livello.", "1d20 + il tuo livello"),
        # What is added may be an effect, where nobody is told to roll.
        ("Bite 1d6 + poison.", "1d6"),
        # Nobody can give a number by these names: no button rolls less than the sentence says.
        ("Roll d6 + the number of allies.", ""),
        ("Roll 2d6 + any bonuses.", ""),
        ("Roll 2d6 + the difference between both.", ""),
        ("Roll 1d20 + Attack Bonus (AB) + STR/DEX modifier.", ""),
        ("Roll d6 + weapon offense + dexterity.", ""),
        ("Roll 2D6 + Separatist Die.", ""),
        # Other dice would be rolled than the sentence says.
        ("Roll 6d6 and count each 5 or 6.", ""),
        ("Würfle 5W6 und zähle alle 5en und 6en.", ""),
        ("Roll 1d4 - 1, minimum 1.", "1d4 - 1, minimum 1"),
        ("La mitad de 3d6, redondeando hacia arriba.", "La mitad de 3d6, redondeando hacia arriba"),
    ],
)
def test_what_a_sentence_adds_is_asked_for_or_there_is_no_button(sentence: str, button: str) -> None:
    assert BUTTON.findall(shown(f"{sentence}\n")) == ([button] if button else [])

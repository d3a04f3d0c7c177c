"""Sentences that state values of a game in five languages: right ones are silent, and a wrong number is reported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from rulebook_rules.book import Book
from tests.facts.planted import book_at, findings_in

MKDOCS = "site_name: X\nplugins: [rulebook]\nmarkdown_extensions: [attr_list, tables]\n"


class Game(NamedTuple):
    """The rules of a small game, and sentences that state them; each is right, and wrong with the other number."""

    rules: str
    sentences: tuple[tuple[str, str, str], ...]


ENGLISH = Game(
    """\
game: Skep
values:
  Wing: 0..4
  Wax: 0..4
  Soot: 0..10
  Poise: Wing + Wax
  Comb: {is: 8, unit: drops}
tables:
  gear:
    columns: [Gear, Cost, Guard]
    rows: {Straw veil: [6, 1], Felt coat: [24, 3], Horn knife: [9, 2]}
    units: {Cost: drops}
  brews:
    columns: [Brew, Honey, Days]
    rows: {Small mead: [2, 6], Sack mead: [5, 30], Bitter balm: [3, 9]}
    units: {Honey: combs, Days: days}
  callings:
    columns: [Calling, Keepsake]
    rows: {Skepper: [Horn knife], Seeker: [Felt coat], Waxwright: [Straw veil]}
names:
  winds: [Fret, Haze, Scour]
  gifts: [Wing, Wax]
ranges:
  ranks: {title: Ranks, about: [rank, Renown], rows: {0..9: Stray, 10..24: Gleaner, 25 or more: Warden}}
constraints: [Wing + Wax = 4]
""",
    (
        ("At the fair 24 drops buy a Felt coat.", "24", "23"),
        ("For 9 drops you get a Horn knife.", "9", "8"),
        ("A Felt coat has a Guard of 3, and a Horn knife 2.", "knife 2", "knife 1"),
        ("The Felt coat is heavy: its Guard is only 3.", "3", "4"),
        ("The Seeker has a Felt coat as a keepsake.", "Felt coat", "Horn knife"),
        ("- Sack mead: 5 combs, 30 days", "30", "28"),
        ("Sack mead takes 30 days.", "30", "31"),
        ("A Small mead needs 2 combs, which is 16 drops.", "16", "18"),
        ("Soot begins at 0 and cannot rise above 10.", "10", "12"),
        ("Soot lies between 0 and 10.", "10", "11"),
        ("A swarm has a Wing and Wax, each from 0 to 4.", "to 4", "to 5"),
        ("A Stray has less than 10 Renown.", "10", "8"),
        ("Three winds blow here: Fret, Haze and Scour.", "Three", "Four"),
        ("Three winds blow here: Fret, Haze and Scour.", "Scour", "Squall"),
        ("Poise is the sum of Wing and Wax.", "Wax", "Soot"),
        ("She has a Guard of 10, loses 3 and has 7 left.", "7", "6"),
        ("She has 8 drops, spends 3 and keeps 5.", "keeps 5", "keeps 4"),
        ("Four and three make seven.", "seven", "eight"),
        ("3 combs plus 5 combs is 8 combs.", "8", "9"),
        ("12 combs at 3 drops each cost 36 drops.", "36", "35"),
        ("Soot is at most 10.", "10", "12"),
        ("You are a Gleaner from 10 to 24.", "24", "25"),
        ("Rook packs:\n\nCoat 3\nKnife 2\nTotal 5", "Total 5", "Total 6"),
        ("## Felt coat\n\n| Cost | Guard |\n| --- | --- |\n| 24 | 3 |", "| 3 |", "| 4 |"),
        ("## Rook\n\nSoul: Skepper\nWing: 3\nWax: 1\n\nRook (Wing 3, Wax 1) sleeps.", "(Wing 3", "(Wing 2"),
        ("## Rook\n\n*Skepper.* Wing 3, Wax 1.\n\nRook's Wing of 3 helps.", "of 3", "of 2"),
        ("Two Felt coats cost 48 drops.", "48", "44"),
        ("He buys 3 Straw veils for 18 drops.", "18", "17"),
        ("He finds a Straw veil and a Horn knife. Together they cost 15 drops.", "15", "14"),
        ("| Item | Drops |\n| --- | --- |\n| 2 Straw veils | 12 |\n| 1 bun | 1 |", "12", "11"),
        ("You may change 24 drops for 3 combs.", "3", "4"),
        ("A Felt coat costs 3 combs.", "3", "4"),
        ("With 30 Renown you are a Warden, and a Gleaner needs at least 10 Renown.", "30", "20"),
        ("With 30 Renown you are a Warden, and a Gleaner needs at least 10 Renown.", "10", "12"),
        ("A Warden needs at least 25 Renown.", "least", "most"),
        ("Wing and Wax add up to 4.", "4", "5"),
        ("The two gifts add up to 4, and none is above 4.", "up to 4", "up to 5"),
        ("The gifts come from the heath, none of them above 4.", "4", "5"),
        ("Every gift (Wing, Wax) runs from 0 to 4.", "4", "5"),
        ("| Score | How |\n| --- | --- |\n| Poise | your Wing plus your Wax |", "plus", "minus"),
        ("A Straw veil has a Guard of 1, and the Felt coat, with a Guard of 3, is heavy.", "3", "2"),
        ("A Horn knife (Guard 2) costs 9 drops.", "9", "8"),
        ("## The three winds\n\nFret, Haze and Scour blow.", "three", "four"),
        ("Each pot of wax costs 4 drops. She takes 3 pots and pays 12 drops.", "12", "14"),
        ("She rolls a 5, adds her Wing of 2 and gets 7.", "gets 7", "gets 8"),
        ("A Felt coat will cost you 24 drops.", "24", "23"),
        ("Nobody has a Soot above 10.", "10", "12"),
        ("A Gleaner has from 10 to 24 Renown.", "24", "25"),
        ("At 25 Renown you become a Warden.", "25", "20"),
        ("A Warden needs 25 Renown.", "25", "20"),
        ("She rolls 11 (6 + 3 + 2) and hits.", "11", "12"),
        ("She has 10 drops. She loses 3 and has 7 drops left.", "7 drops", "6 drops"),
        ("The three winds blow at night.", "three", "four"),
        ("Each of the three winds has a name.", "three", "four"),
        ("The winds are the Fret, the Haze and the Scour: Fret, Haze and Scour.", "Scour.", "Squall."),
        ("She buys a Straw veil and a Horn knife. That comes to 15 drops.", "15", "14"),
        ("The Skepper begins with a Horn knife.", "Horn knife", "Felt coat"),
        ("She rolls 4 and 6, adds 3 and gets 9.", "gets 9", "gets 8"),
        ("She adds her Wing of 2 and her Wax of 2, for a total of 4.", "total of 4", "total of 5"),
    ),
)
GERMAN = Game(
    """\
game: Korb
values:
  Flug: 0..4
  Wachs: 0..4
  Ruß: 0..10
  Haltung: Flug + Wachs
tables:
  dinge:
    columns: [Ding, Preis, Schutz]
    rows: {Schleier: [6, 1], Filzmantel: [24, 3], Hornmesser: [9, 2]}
    units: {Preis: Tropfen}
names:
  winde: [Fahne, Dunst, Fege]
ranges:
  ränge: {title: Ränge, about: [Rang, Ruhm], rows: {0..9: Streuner, 10..24: Sammler, 25 or more: Wächter}}
""",
    (
        ("Für 24 Tropfen bekommt man einen Filzmantel.", "24", "23"),
        ("Der Filzmantel hat Schutz 3, und das Hornmesser 2.", "messer 2", "messer 1"),
        ("Der Filzmantel ist schwer: sein Schutz ist nur 3.", "3", "4"),
        ("Ruß steigt nie über 10.", "10", "12"),
        ("Ruß liegt zwischen 0 und 10.", "10", "11"),
        ("Ein Streuner hat weniger als 10 Ruhm.", "10", "8"),
        ("Drei Winde wehen hier: Fahne, Dunst und Fege.", "Drei", "Vier"),
        ("Haltung ist die Summe aus Flug und Wachs.", "Wachs", "Ruß"),
        ("Vier und drei ergibt sieben.", "sieben", "acht"),
        ("12 Krüge zu 3 Tropfen kosten 36 Tropfen.", "36", "35"),
        ("Sie hat 10 Mut, verliert 3 und hat noch 7 übrig.", "7", "6"),
        ("Zwei Filzmantel kosten 48 Tropfen.", "48", "44"),
        ("Ein Schleier und ein Hornmesser: Zusammen kosten sie 15 Tropfen.", "15", "14"),
        ("Sie würfelt eine 5, addiert ihren Flug von 2 und kommt auf 7.", "auf 7", "auf 8"),
        ("Ein Wächter braucht 25 Ruhm.", "25", "20"),
    ),
)
FRENCH = Game(
    """\
game: Ruche
values:
  Aile: 0..4
  Cire: 0..4
  Suie: 0..10
  Aplomb: Aile + Cire
tables:
  objets:
    columns: [Objet, Prix, Garde]
    rows: {Voile: [6, 1], Manteau: [24, 3], Couteau: [9, 2]}
    units: {Prix: gouttes}
ranges:
  rangs: {title: Rangs, about: [rang, Renom], rows: {0..9: Errant, 10..24: Glaneur, 25 or more: Gardien}}
""",
    (
        ("Pour 24 gouttes on obtient un Manteau.", "24", "23"),
        ("Le Manteau a une Garde de 3, et le Couteau 2.", "Couteau 2", "Couteau 1"),
        ("Suie ne monte jamais au-dessus de 10.", "10", "12"),
        ("Suie va entre 0 et 10.", "10", "11"),
        ("Un Errant a moins de 10 Renom.", "10", "8"),
        ("Aplomb est la somme de Aile et Cire.", "Cire", "Suie"),
        ("12 pots à 3 gouttes coûtent 36 gouttes.", "36", "35"),
        ("Elle a 10 points, perd 3 points et il lui en reste 7.", "7", "6"),
        ("Deux Voiles coûtent 12 gouttes.", "12", "11"),
        ("Un Voile et un Couteau: ensemble, ils coûtent 15 gouttes.", "15", "14"),
        ("Elle lance un 5, ajoute son Aile de 2 et obtient 7.", "obtient 7", "obtient 8"),
        ("Un Gardien exige 25 Renom.", "25", "20"),
    ),
)
SPANISH = Game(
    """\
game: Colmena
values:
  Ala: 0..4
  Cera: 0..4
  Tizne: 0..10
  Porte: Ala + Cera
tables:
  cosas:
    columns: [Cosa, Precio, Guardia]
    rows: {Velo: [6, 1], Abrigo: [24, 3], Cuchillo: [9, 2]}
    units: {Precio: gotas}
ranges:
  rangos: {title: Rangos, about: [rango, Renombre], rows: {0..9: Errante, 10..24: Espigador, 25 or more: Guarda}}
""",
    (
        ("Por 24 gotas se obtiene un Abrigo.", "24", "23"),
        ("El Abrigo tiene Guardia 3, y el Cuchillo 2.", "Cuchillo 2", "Cuchillo 1"),
        ("Tizne nunca sube por encima de 10.", "10", "12"),
        ("Tizne va entre 0 y 10.", "10", "11"),
        ("Un Errante tiene menos de 10 Renombre.", "10", "8"),
        ("Porte es la suma de Ala y Cera.", "Cera", "Tizne"),
        ("12 jarras a 3 gotas cuestan 36 gotas.", "36", "35"),
        ("Ella tiene 10 puntos, pierde 3 puntos y le quedan 7.", "7", "6"),
        ("Dos Abrigos cuestan 48 gotas.", "48", "44"),
        ("Un Velo y un Cuchillo: juntos cuestan 15 gotas.", "15", "14"),
        ("Ella tira un 5, suma su Ala de 2 y obtiene 7.", "obtiene 7", "obtiene 8"),
        ("Un Guarda necesita 25 Renombre.", "25", "20"),
    ),
)
ITALIAN = Game(
    """\
game: Arnia
values:
  Ala: 0..4
  Cera: 0..4
  Fumo: 0..10
  Posa: Ala + Cera
tables:
  cose:
    columns: [Cosa, Prezzo, Guardia]
    rows: {Velo: [6, 1], Manto: [24, 3], Coltello: [9, 2]}
    units: {Prezzo: gocce}
ranges:
  gradi: {title: Gradi, about: [grado, Fama], rows: {0..9: Errante, 10..24: Bracciante, 25 or more: Custode}}
""",
    (
        ("Per 24 gocce si ottiene un Manto.", "24", "23"),
        ("Il Manto ha Guardia 3, e il Coltello 2.", "Coltello 2", "Coltello 1"),
        ("Fumo non sale mai sopra 10.", "10", "12"),
        ("Fumo va tra 0 e 10.", "10", "11"),
        ("Un Errante ha meno di 10 Fama.", "10", "8"),
        ("Posa è la somma di Ala e Cera.", "Cera", "Fumo"),
        ("12 vasi a 3 gocce costano 36 gocce.", "36", "35"),
        ("Lei ha 10 punti, perde 3 punti e gliene restano 7.", "7", "6"),
        ("Due Manti costano 48 gocce.", "48", "44"),
        ("Un Velo e un Coltello: insieme costano 15 gocce.", "15", "14"),
        ("Lei tira un 5, aggiunge la sua Ala di 2 e ottiene 7.", "ottiene 7", "ottiene 8"),
        ("Un Custode richiede 25 Fama.", "25", "20"),
    ),
)
PADDING = {
    "en": "The keepers of the heath are there with their bees, and each of them has a song for the evening.",
    "de": "Die Imker der Heide sind mit ihren Bienen da, und jeder von ihnen hat ein Lied für den Abend.",
    "fr": "Les gardiens de la lande sont là avec leurs abeilles, et chacun a une chanson pour le soir.",
    "es": "Los guardas del páramo están con sus abejas, y cada uno de ellos tiene una canción para la noche.",
    "it": "I custodi della brughiera sono qui con le loro api, e ogni custode ha una canzone per la sera.",
}
GAMES = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH, "it": ITALIAN}
COMPARING = ("inconsistent-value", "wrong-value", "wrong-sum")
CASES = [(language, *one) for language, game in GAMES.items() for one in game.sentences]


def _book(folder: Path, language: str, text: str, rules: str) -> Book:
    (folder / "docs").mkdir()
    (folder / "mkdocs.yml").write_text(MKDOCS, "utf-8")
    (folder / "docs/rules.yml").write_text(rules, "utf-8")
    (folder / "docs/index.md").write_text(f"# X\n\n{PADDING[language]}\n\n{text}\n", "utf-8")
    return book_at(folder)


def _compared(book: Book) -> list[str]:
    """The findings about values, and not about words that a spelling check takes for English."""
    return [one.message for one in findings_in(book) if one.rule in COMPARING]


@pytest.mark.parametrize(("language", "text", "right", "wrong"), CASES)
def test_a_sentence_is_silent_and_its_wrong_number_is_reported(
    tmp_path: Path, language: str, text: str, right: str, wrong: str
) -> None:
    book = _book(tmp_path, language, text, GAMES[language].rules)
    assert not _compared(book)
    (page,) = book.pages
    assert text.count(right) == 1
    planted = page.with_text(page.document.source.text.replace(text, text.replace(right, wrong)))
    assert _compared(replace(book, pages=(planted,)))


STATED = """\
# X

{padding}

{rule}

## Odra

{first} 4, {second} 3, {third} 5.

## Bram

{first} 6, {second} 1, {third} 4.

## Lisl

{first} 2, {second} 2, {third} {last}.
"""


@pytest.mark.parametrize(
    ("language", "rule", "names"),
    [
        ("en", "Reach is 2 plus half your Stride plus Luck minus 2.", ("Stride", "Luck", "Reach")),
        ("en", "A Reach is half the Stride plus Luck.", ("Stride", "Luck", "Reach")),
        ("de", "Reichweite ist Schritt / 2 + Gunst.", ("Schritt", "Gunst", "Reichweite")),
    ],
)
def test_a_formula_that_a_sentence_states_is_applied_to_everybody(
    tmp_path: Path, language: str, rule: str, names: tuple[str, str, str]
) -> None:
    first, second, third = names
    words = {"padding": PADDING[language], "rule": rule, "first": first, "second": second, "third": third}
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(MKDOCS, "utf-8")
    page = tmp_path / "docs/index.md"
    page.write_text(STATED.format(last=3, **words), "utf-8")
    assert not _compared(book_at(tmp_path))
    page.write_text(STATED.format(last=5, **words), "utf-8")
    (message,) = _compared(book_at(tmp_path))
    assert message == f"{third} by the rule of the book is `3` (index.md:5), here it is `5`"


@pytest.mark.parametrize(
    "text",
    [
        "She sells 3 jars in the Horn knife for 21 drops.",
        "A Felt coat has a Guard of 3. The Straw veil guards one less, with a Guard of 2 less than that.",
        "You may change 24 drops and buy 2 combs later, if you like.",
        "Two Felt coats at a discount cost 40 drops.",
        "She carries her Horn knife and costs 3 pots of honey.",
        "**Horn knife dance (costs 3 actions).** All dance.",
        "He takes 3 combs of wax to the Felt coat for 7 drops.",
        "She has Wing 2 and Wax 2, rolls 6, adds her Wing and gets 8.",
        "She rolls 3, 5 and 6 and gets 2 hits.",
        "A torn Felt coat has a Guard of 2. The Felt coat's Guard of 3 is better.",
        "A Horn knife with a barb has a Guard of 4.",
        "A Straw veil is lighter than a Horn knife. It costs 6 drops.",
        "Her Guard is 12 (10 + Wing), and she has 10 drops. She loses 3 combs and has 7 combs left.",
        "Fret and Haze blow today, and the two winds are cold.",
        "A Felt Cloak has a Guard of 9, and the Horn knife Sheath a Guard of 5.",
        "She sets Wing 2 against Wing 3, with the Felt coat's Guard 3 against Guard 1.",
        "On a 1 add 2 to your total, on a 6 get 7.",
        "She rolls 3 dice, adds 2 and gets 11.",
        "A keeper gives half the Cost to the fair: for a Felt coat of 24 drops that is 12 drops.",
    ],
)
def test_what_may_mean_another_amount_is_undecided(tmp_path: Path, text: str) -> None:
    assert not _compared(_book(tmp_path, "en", text, ENGLISH.rules))


ROOMS = "| Room | Price | Beds |\n| --- | --- | --- |\n| Gallery | 5 | 4 |\n| Attic | 2 | 1 |\n"


@pytest.mark.parametrize(
    ("sentence", "is_reported"),
    [
        ("Three nights in the Gallery cost 15 coins.", False),
        ("The Gallery costs 5 coins a night, so that 4 nights cost 20 coins.", False),
        ("For 6 coins you sleep three nights in the Attic.", False),
        ("Three nights in the Gallery cost 16 coins.", True),
        ("The Gallery costs 15 coins.", True),
    ],
)
def test_what_several_come_to_is_no_price(sentence: str, is_reported: bool, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(MKDOCS, encoding="utf-8")
    (tmp_path / "docs" / "rules.yml").write_text("game: Inn\nfacts: {rooms: index.md#rooms}\n", encoding="utf-8")
    page = f"# Inn\n\n## Rooms {{#rooms}}\n\n{ROOMS}\n{sentence}\n"
    (tmp_path / "docs" / "index.md").write_text(page, encoding="utf-8")
    assert bool(findings_in(book_at(tmp_path))) is is_reported

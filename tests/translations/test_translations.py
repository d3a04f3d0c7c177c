"""A book in two languages: what a translated page has otherwise than its original is told, and nothing else."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from rulebook.cli import main
from rulebook_translations.numerals.figures import figures_in, unmatched

BOOK = Path(__file__).parent / "book"
LOST = """\
## Alt werden {#old}

Ab einem Alter von 40 verliert ein Matrose in jedem Jahr einen halben Punkt Ausdauer.
"""
PLANTED = {
    "a number": ("gear", "| 12 |", "| 21 |"),
    "dice": ("doing", "Wirf 2W6", "Wirf 2W8"),
    "a number word": ("sailors", "drei Reisen", "vier Reisen"),
    "a cell": ("sailors", "| Osk | 2 | 5 |", "| Osk | 2 | 6 |"),
    "a row": ("weather", "| 1 | Flaute |\n", ""),
    "a section": ("sailors", LOST, ""),
    "an item": ("doing", "3. Teile den Preis.\n", ""),
    "a name": ("doing", "deinen Griff", "deine Hand"),
    "a sentence": ("doing", "Ohne Bonus erreichst du in 17% der Fälle 10 oder mehr.", ""),
    "a decimal": ("gear", "5,5 Schaden", "6,5 Schaden"),
}  # fmt: skip
"""By what differs: the page, what it says, and what it says then."""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(BOOK, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> str:
    return CliRunner().invoke(main, arguments).output


def findings() -> list[str]:
    return [line for line in run("check", "--format", "concise").splitlines() if "translation-mismatch" in line]


def plant(book: Path, *names: str) -> None:
    for name in names:
        page, right, wrong = PLANTED[name]
        path = book / "docs" / f"{page}.de.md"
        text = path.read_text(encoding="utf-8")
        assert text.count(right) == 1 or name == "a name"
        path.write_text(text.replace(right, wrong), encoding="utf-8")
        if name == "a name":
            path.write_text(path.read_text(encoding="utf-8").replace("Griff", "Hand"), encoding="utf-8")


def test_a_translated_book_has_nothing_wrong_in_it(book: Path) -> None:
    assert run("check").startswith("no findings")


@pytest.mark.parametrize("name", PLANTED)
def test_each_difference_is_told_once(name: str, book: Path) -> None:
    plant(book, name)
    told = findings()
    assert len(told) == (2 if name == "a sentence" else 1), told
    assert all(line.startswith(f"docs/{PLANTED[name][0]}.de.md:") for line in told)
    assert findings() == told, "a run that knows the book finds the same"


def test_all_differences_are_told_and_none_is_invented(book: Path) -> None:
    plant(book, *PLANTED)
    told = findings()
    assert len(told) == len(PLANTED) + 1, told  # the sentence that is lost had two numbers
    (section,) = (line for line in told if "Getting old" in line)
    assert "is missing" in section


def test_the_original_is_shown_beside_a_difference(book: Path) -> None:
    plant(book, "dice")
    output = run("check")
    assert "the original has `2d6`, the translation `2W8`" in output
    assert "docs/doing.md:3:6" in output


def test_folders_of_languages_are_compared(book: Path) -> None:
    plant(book, "dice")
    for path in [*(book / "docs").glob("*.md")]:
        language = "de" if path.name.endswith(".de.md") else "en"
        (book / "docs" / language).mkdir(exist_ok=True)
        path.rename(book / "docs" / language / path.name.replace(".de.md", ".md"))
    settings = (book / "mkdocs.yml").read_text(encoding="utf-8")
    (book / "mkdocs.yml").write_text(settings.replace("suffix", "folder"), encoding="utf-8")
    (told,) = findings()
    assert told.startswith("docs/de/doing.md:3:6")


def test_a_table_of_terms_that_is_none_is_told(book: Path) -> None:
    (book / "terms.yml").write_text("de: Griff\n", encoding="utf-8")
    assert "terms.yml:1:1: error[invalid-setting]" in run("check", "--format", "concise") or "terms.yml:1:1" in run(
        "check"
    )


@pytest.mark.parametrize(
    ("original", "language", "translation"),
    [
        ("1,500 coins", "de", "1.500 Münzen"),
        ("1,500 coins", "fr", "1 500 pièces"),
        ("2.5 hours", "fr", "2,5 heures"),
        ("two hundred sailors", "de", "200 Matrosen"),
        ("200 sailors", "de", "zweihundert Matrosen"),
        ("twenty-one barrels", "de", "einundzwanzig Fässer"),
        ("twice a day", "de", "zweimal am Tag"),
        ("roll 2d6+3", "de", "wirf 2W6+3"),
        ("roll a d20", "de", "wirf einen W20"),
        ("roll 1d6", "ru", "бросьте к6"),
        ("the 3rd level", "de", "die dritte Stufe"),
        ("half of it, 50 %", "fr", "la moitié, 50 %"),
        ("both of them", "de", "die zwei"),
        ("a dozen eggs", "it", "dodici uova"),
        ("from 1-3", "es", "de 1 a 3"),
        ("a penalty of -2", "de", "ein Abzug von −2"),
        ("30 feet", "de", "9 Meter"),
        ("the elf rests", "de", "elf Elfen ruhen"),
        ("one of you", "de", "eine von euch"),
        ("three of them; each has 4", "es", "tres; cada uno tiene 4"),
        ("a third of it", "it", "un terzo"),
        ("¼ of it", "de", "ein Viertel"),
        ("since 2023-08-26", "de", "seit 26.08.2023"),
        ("1 week", "de", "eine Woche"),
        ("a 2 minute rest, then a second one", "de", "eine zweiminütige Rast, dann noch eine"),
    ],
)
def test_languages_may_write_numbers_as_they_do(original: str, language: str, translation: str) -> None:
    assert unmatched(figures_in(original, "en"), figures_in(translation, language)) == ([], [])


@pytest.mark.parametrize(
    ("original", "language", "translation", "texts"),
    [
        ("1,500 coins", "de", "1.600 Münzen", ("1,500", "1.600")),
        ("three ropes", "de", "vier Seile", ("three", "vier")),
        ("4 ropes", "de", "fünf Seile", ("4", "fünf")),
        ("roll 2d6", "fr", "lancez 3d6", ("2d6", "3d6")),
        ("a bonus of +2", "de", "ein Bonus von −2", ("+2", "−2")),
    ],
)
def test_numbers_that_differ_are_told(original: str, language: str, translation: str, texts: tuple[str, str]) -> None:
    left, right = unmatched(figures_in(original, "en"), figures_in(translation, language))
    assert ([one.text for one in left], [other.text for other in right]) == ([texts[0]], [texts[1]])


def test_a_number_word_may_be_the_same_fraction() -> None:
    (figure,) = figures_in("half of it", "en")
    assert figure.values == {Fraction(1, 2)}


def test_phrases_have_a_wording_for_each_language(book: Path) -> None:
    path = book / "docs" / "gear.de.md"
    path.write_text(path.read_text(encoding="utf-8").replace("11 Pfennige", "12 Pfennige"), encoding="utf-8")
    assert "the rules give 11, the text says `12`" in run("check")


def test_a_catalogue_goes_out_and_comes_back(book: Path) -> None:
    """What is translated already is in it; a page that is lost comes back out of it as it was."""
    page = book / "docs" / "doing.de.md"
    before = page.read_text(encoding="utf-8")
    assert run("translate", "export", "de", "de.po") == "wrote de.po\n"
    with Path("de.po").open("rb") as file:
        catalogue = read_po(file)
    assert catalogue["Say how you help."].string == "Sag, wie du hilfst."
    assert [location[0] for location in catalogue["Say how you help."].locations] == ["doing.md"]
    page.unlink()
    assert "wrote 5 pages; 0 of their texts are not translated" in run("translate", "import", "de", "de.po")
    assert page.read_text(encoding="utf-8") == before
    assert findings() == []


def test_what_a_catalogue_lacks_stays_as_it_is(book: Path) -> None:
    run("translate", "export", "de", "de.po")
    text = Path("de.po").read_text(encoding="utf-8")
    Path("de.po").write_text(text.replace('"Sag, wie du hilfst."', '""'), encoding="utf-8")
    assert "1 of their texts are not translated" in run("translate", "import", "de", "de.po")
    assert "1. Say how you help." in (book / "docs" / "doing.de.md").read_text(encoding="utf-8")


def test_a_language_that_the_site_has_not_is_told(book: Path) -> None:
    assert "`fr` is none of `de`" in run("translate", "export", "fr", "fr.po")
    Path("broken.po").write_text('msgid "a\n', encoding="utf-8")
    assert "`broken.po` cannot be read" in run("translate", "import", "de", "broken.po")

"""Games that Python modules bring: what is refused at once, where they are looked for, what they answer."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from rulebook.loading.reading import read_book, read_paths
from rulebook_core.imports.modules import UnknownSystemError, load_module
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.config import load_config
from rulebook_rules.systems import forget, load_system
from rulesmod.dice.checking import InvalidLanguageError
from rulesmod.dice.language import Language
from rulesmod.phrasing import phrase, phrases_with
from rulesmod.system import System, WordingError
from tests.checking import check_text

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "own-module.md"
FERRY, LANTERNS, *_ = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
NAMES = count()


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], System]]:
    monkeypatch.syspath_prepend(str(tmp_path))

    def made(text: str) -> System:
        name = f"game_of_a_test_{next(NAMES)}"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        return load_module(name)

    yield made
    for name in [name for name in sys.modules if name.startswith("game_of_a_test_")]:
        del sys.modules[name]


FAULTY = {
    "a key": ('"tallies": {"lit"', '"tally": {"lit"', "has a key `tally`, which is none of `when`, `weight`"),
    "a die": ('["term", "d6"', '["term", "d66"', "names `d66`, which is no kind of die (`d6`)"),
    "a node": ('["seq", ["number"', '["sqe", ["number"', "`sqe` is no node of a grammar"),
    "a limit": ('{"min": 1}', '{"mni": 1}', "has a key `mni`, which is none of `min`, `max`, `in`, `zeros`"),
    "a value": ('[">=", "face"', '[">=", "fcae"', "`fcae` is no value of this program (`face`, `sign`)"),
    "a tally": ('"tallies": {"lit"', '"tallies": {"lti"', "names `lti`, which is no sum or flag (`lit`)"),
    "a reading": ('"reading": "lit"', '"reading": "lti"', "`lti` is no value of this program (`lit`)"),
    "a slot": ('"name": "d6"', '"name": "d{sise}"', "names `sise`, which is no value of it"),
    "no tuple": ('a {least} or more",)', 'a {least} or more")', "are no tuple of texts"),
    "no text": ('"lit-by", (', '"lit-by", (7, ', "`7` of `lit-by` is no text: write it into quotes"),
    "no wording": (
        '"lit-by", ("lantern is lit by a {least} or more",)',
        '"lit-by", ()',
        "`lit-by` has no wording, so it never fits",
    ),
    "a parameter": ("def lit_by():", "def lit_by(colour):", "fills `colour`, so it never fits (its blanks: `{least}`)"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_what_would_silently_count_for_nothing_is_refused_with_its_line(
    name: str, load: Callable[[str], System]
) -> None:
    right, wrong, fact = FAULTY[name]
    assert right in LANTERNS
    text = LANTERNS.replace(right, wrong)
    with pytest.raises(UnknownSystemError) as raised:
        load(text)
    message = str(raised.value)
    assert fact in message
    line = int(re.findall(r":(\d+)\)$", message)[0])
    wanted = next(number for number, row in enumerate(text.splitlines(), 1) if wrong.partition("(")[0] in row)
    # A parameter is refused where the phrase is made of its function.
    assert line == wanted if name != "a parameter" else line > wanted


def test_one_rule_and_ordinary_dice_take_ten_lines() -> None:
    assert len([line for line in FERRY.splitlines() if line]) <= 10


def test_a_type_that_no_blank_has_is_refused_with_the_line_of_its_rule(load: Callable[[str], System]) -> None:
    system = load(FERRY.replace('{coins} coins"', '{coins:nmber} coins"'))
    with pytest.raises(WordingError, match=r"no type `nmber` of blanks .*game_of_a_test_\d+\.py:6\)"):
        check_text("Four miles cost 14 coins.", system=system)


def test_several_of_something_are_a_tuple(load: Callable[[str], System]) -> None:
    line = FERRY.splitlines().index('SYSTEM = System("ferry", "The Ferry", NOTATION, phrases=(fare,))') + 1
    with pytest.raises(UnknownSystemError, match=rf"`phrases` of the game is no tuple: .*:{line}\)"):
        load(FERRY.replace("(fare,)", "(fare)"))


def test_the_games_of_ours_are_sound() -> None:
    for name in ("plain", "cavea", "drama", "dry-cereal", "masque", "sda"):
        assert load_system(name).notation.language is not None


@pytest.mark.parametrize(
    "grammar", [["opt"], ["number", "n", "a number", {"least": 1}], ["constant", "modifer", "x"], ["term", "x", "x"]]
)
def test_a_grammar_that_contradicts_itself_is_refused(grammar: list[object]) -> None:
    with pytest.raises(InvalidLanguageError):
        Language("roll", grammar, {}, ({"name": "t", "label": "t", "reading": 1},), ())


def said(report: Report) -> list[str]:
    return [f"{finding.message} {finding.details.notes}" for finding in report.findings]


def test_a_reason_is_one_line(load: Callable[[str], System]) -> None:
    system = load(
        FERRY.replace("the ferry takes 3 coins a mile, and 2 for the rope", "{miles} miles are {coins} coins")
    )
    report = check_text("Four miles cost 15 coins.", system=system)
    assert said(report) == ["the rules give 14, the text says `15` ('the rules: Four miles are 14 coins',)"]
    (claim,) = check_text("Four miles cost 14 coins.", system=system).claims
    assert claim.derivation[0].text == "Four miles are 14 coins"


@pytest.mark.parametrize(
    ("stated", "is_right"),
    [("0.3", True), ("0.30", True), ("0.4", False), ("0.31", False), ("-0.3", False)],
)
def test_a_float_is_what_it_is_printed_as(stated: str, is_right: bool, load: Callable[[str], System]) -> None:
    text = FERRY.replace("{coins} coins", "{coins:decimal} coins").replace("3 * miles + 2", "0.1 + 0.1 * miles")
    report = check_text(f"Two miles cost {stated} coins.", system=load(text))
    assert not report.findings if is_right else "0.3" in report.findings[0].message


def test_words_in_capitals_stand_for_others() -> None:
    @phrases_with({"COSTS": "(costs|takes)"})("a mile COSTS {coins} NOW", under=("Prices",), because="so it is")
    def fare() -> dict[str, int]:
        return {"coins": 3}

    assert (fare.name, fare.wordings) == ("fare", ("a mile (costs|takes) {coins} NOW",))
    assert (fare.under, fare.because) == (("Prices",), "so it is")


def test_a_single_wording_needs_no_tuple_where_the_decorator_makes_it() -> None:
    @phrase("a mile costs {coins}")
    def cheap_fare() -> dict[str, int]:
        return {"coins": 3}

    assert cheap_fare.wordings == ("a mile costs {coins}",)
    assert cheap_fare.name == "cheap-fare"


def test_only_what_a_game_brings_is_loaded_anew(load: Callable[[str], System]) -> None:
    """A library loaded twice is two libraries: who holds the first no longer sees what is done to the second."""
    game = load("import click, rulebook_core.store.files, rulesmod.sheets\n" + LANTERNS)
    (name,) = (name for name in sys.modules if name.startswith("game_of_a_test_"))
    shared = {name: module for name, module in sys.modules.items() if not name.startswith("game_of_a_test_")}
    forget(game)
    assert name not in sys.modules
    assert [name for name in shared if sys.modules.get(name) is not shared[name]] == []


def test_a_module_is_looked_for_beside_the_settings_that_name_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"game_of_a_test_{next(NAMES)}"
    (tmp_path / "book" / "docs").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "book" / f"{name}.py").write_text(FERRY, encoding="utf-8")
    (tmp_path / "book" / "docs" / "index.md").write_text("# F\n\nFour miles cost 15 coins.\n", encoding="utf-8")
    books = f"plugins:\n  - rulebook:\n      books:\n        .: {{system: {name}}}\n"
    (tmp_path / "book" / "mkdocs.yml").write_text(f"site_name: S\n{books}", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path / "elsewhere")
    book = read_book(load_config(Path("../book/mkdocs.yml")), find_system=load_system)
    assert len(analyse(book).findings) == 1
    forced = read_paths([Path("../book/docs/index.md")], system=name, find_system=load_system)
    assert forced.systems[0].title == "The Ferry"
    sys.modules.pop(name)


def test_a_book_that_names_no_game_is_read_without_asking_which_are_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked() -> None:
        raise AssertionError("to look through all that is installed takes longer than to read a page")

    monkeypatch.setattr("rulebook_rules.settings.games.registered_systems", asked)
    (tmp_path / "page.md").write_text("# Page\n\nRoll 2d6.\n", encoding="utf-8")
    assert len(read_paths([tmp_path], find_system=load_system).pages) == 1

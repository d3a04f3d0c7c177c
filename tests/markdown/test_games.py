"""The games of a site as the page's script loads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from rulebook.loading.reading import read_book
from rulebook_proof.analysis import analyse
from rulebook_render.presentation.games import example, games_script
from rulebook_rules.book import Book
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system


def book(folder: Path, expressions: Sequence[str], system: str = "cavea") -> Book:
    (folder / "docs/game").mkdir(parents=True)
    (folder / "docs/game/dice.md").write_text("# Dice\n\n" + "\n\n".join(f"Roll `{text}`." for text in expressions))
    config = f"site_name: One\nplugins: [{{rulebook: {{books: {{game: {{system: {system}}}}}}}}}]\n"
    (folder / "mkdocs.yml").write_text(config)
    return read_book(load_config(folder / "mkdocs.yml"), find_system=load_system)


def test_a_game_comes_with_its_title_example_and_language(tmp_path: Path) -> None:
    found = book(tmp_path, ["2:d8", "1:d6/+1"])
    name, _, data = games_script("rulebookGames", found, analyse(found)).partition("=")
    assert name == "rulebookGames"
    language = load_system("cavea").notation.language.to_json()
    games = json.loads(data)
    assert list(games) == ["cavea", "plain"]
    assert games.pop("plain")["title"] == "Plain dice"
    assert games == {
        "cavea": {
            "title": "Cavea",
            "example": "1:d6/+1",
            "language": json.loads(json.dumps(language)),
        }
    }


@pytest.mark.parametrize(
    ("system", "printed", "chosen"),
    [
        pytest.param("cavea", ["1:d20", "1:d8/2:d10"], "1:d8/2:d10", id="more parts"),
        pytest.param("cavea", ["1:d8/2:d10/1:d4", "1:d8/2:d10/+2"], "1:d8/2:d10/+2", id="more kinds of parts"),
        pytest.param("cavea", ["1:d8/2:d10", "1:d8/2:d12", "1:d8/2:d12"], "1:d8/2:d12", id="printed more often"),
        pytest.param("cavea", ["2:d4/2:d6/2:d8/2:d10/+1", "1:d8"], "1:d8", id="short enough"),
        pytest.param("cavea", [], "", id="none"),
        pytest.param("masque", ["d6", "2d6 -d4"], "2d6 -d4", id="another game"),
    ],
)
def test_the_example_shows_most_of_the_notation(tmp_path: Path, system: str, printed: list[str], chosen: str) -> None:
    found = book(tmp_path, printed, system)
    assert example(load_system(system), analyse(found)) == chosen

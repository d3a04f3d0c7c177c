"""What a proof tells: how a number comes about, and where the book has its rule; nothing that repeats the text."""

from __future__ import annotations

import re

import pytest

from rulebook.loading.reading import read_book
from rulebook_proof.analysis import analyse
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from tests.small_book import CONFIG, HEALTH

ODDS = "So `2:d10` totals at least 1 in 19 % of all rolls."
PAGES = {
    "index.md": f"# The game {{#game}}\n\nAdd up the 1s. At 0 Health Points the character is dead. {ODDS}\n",
    "example.md": f"# Playing {{#play}}\n\n## By example {{#by}}\n\n### Level pools rolling {{#told}}\n\n{ODDS}\n",
    "pools.md": f"# Pools {{#pools}}\n\n## Dice {{#dice}}\n\n{ODDS}\n\n## Level pools {{#level}}\n\n{ODDS}\n",
    "glossary.md": f"# Glossary\n\nRolling a level pool: {ODDS}\n",
    "health.md": HEALTH + "\n## More {#more}\n\nThe pool `2:d8/1:d20` is worth 13 HP.\n",
    "other.md": "# Other {#other}\n\nA d8 is worth 6 HP.\n",
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The proofs of each page."""
    folder = tmp_path_factory.mktemp("homes")
    docs = folder / "docs" / "cavea"
    docs.mkdir(parents=True)
    for name, text in PAGES.items():
        (docs / name).write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    book = read_book(load_config(folder / "mkdocs.yml"), find_system=load_system)
    presenter = Presenter(book, analyse(book))
    pages = {name: presenter.page(f"cavea/{name}").appendix for name in PAGES}
    return {
        name: " ".join(re.findall(r'<li id="rulebook-why-\d+">.*?</li>(?=<li id|</ol>)', html))
        for name, html in pages.items()
    }


def test_a_rule_that_is_stated_again_leads_to_where_it_stands(told: dict[str, str]) -> None:
    """The section whose title is nearest to the one that the rule names, and no glossary."""
    assert '<a href="pools/#level">Pools, Level pools</a>' in told["index.md"]
    assert '<a href="../pools/#level">' in told["glossary.md"]
    assert "The chance of a total is the share of all rolls that reach it" in told["index.md"]
    assert "Rolling a Level Pool" not in told["index.md"], "as another edition calls it"


def test_a_rule_in_other_words_is_not_told(told: dict[str, str]) -> None:
    assert re.findall("<q>(.*?)</q>", told["index.md"]) == ["2:d10 totals at least 1 in 19 %"]
    assert "d4 gives 12" not in told["health.md"], "the cell of the table"
    assert "the rules give" not in "".join(told.values())


def test_what_was_worked_out_is_told_as_one_says_it(told: dict[str, str]) -> None:
    assert "Each d8 is worth 6, and there are 2: 12." in told["health.md"]
    assert told["other.md"] == "", "a cell of the table, told once more"
    assert '<a href="#health">' in told["health.md"], "its own place too"

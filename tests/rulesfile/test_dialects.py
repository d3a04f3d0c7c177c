"""What a `rules.yml` says is checked, listed and explained in every dialect."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.cli import main

RULES = """\
game: Ember
values:
  Heat: 0..5
  Draft: 1..4
  Fuel: 2 * Heat + Draft
tables:
  stoves: {title: Stoves, columns: [Stove, Burns], rows: {Clay: 2, Iron: 5}}
phrases:
  burns: {says: "{stove:word} stove burns {fuel} fuel", gives: {fuel: Burns from stoves by stove}}
"""
SENTENCES = "Sorrel has Heat 3 and Draft 2, so her Fuel is 8.\n\nAn Iron stove burns 5 fuel.\n"
TABLE = "\n| Stove | Burns |\n| --- | --- |\n| Clay | 2 |\n| Iron | 5 |\n"
BOOKS = {
    "markdown": ("book.md", f"# Ember\n\n{SENTENCES}{TABLE}"),
    "obsidian": ("book.md", f"# Ember\n\n> [!note]\n> {SENTENCES}{TABLE}\n%%not shown%%\n"),
    "pandoc": ("book.md", f"% Ember\n\n{SENTENCES}{TABLE}\n::: {{.note}}\nA stove is hot.\n:::\n"),
    "asciidoc": ("book.adoc", f"= Ember\n\n{SENTENCES}\n|===\n|Stove |Burns\n\n|Clay |2\n|Iron |5\n|===\n"),
    "prose": ("book.txt", f"EMBER\n\n{SENTENCES}"),
}


@pytest.mark.parametrize("dialect", BOOKS)
def test_a_game_without_a_line_of_python(dialect: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, text = BOOKS[dialect]
    monkeypatch.chdir(tmp_path)
    Path("rules.yml").write_text(RULES, encoding="utf-8")
    path = Path(name)

    def run(*arguments: str) -> str:
        return CliRunner().invoke(main, arguments).output

    path.write_text(text, encoding="utf-8")
    assert run("check", name).startswith("no findings")
    told = next(number for number, line in enumerate(text.splitlines(), 1) if "Fuel is 8" in line)
    assert "\n  value-fuel: right, by The value Fuel\n    Fuel is 2 × Heat 3 + Draft 2 = 8" in run(
        "why", f"{name}:{told}"
    )
    listed = run("rules", "rules.yml", name)
    assert f"Fuel       follows from Heat, Draft  [{name}:{told}]" in listed
    assert f"{{stove}} stove burns {{fuel}} fuel  [{name}:" in listed
    assert dialect == "prose" or f"Stove | Burns, 2 rows  [{name}:" in listed

    path.write_text(text.replace("Fuel is 8", "Fuel is 9").replace("burns 5", "burns 6"), encoding="utf-8")
    found = run("check", name)
    assert "the rules give 8, the text says `9`" in found
    assert "the rules give 5, the text says `6`" in found

"""`rules.json`: the game of a book as data, by its schema, with addresses that lead somewhere."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import jsonschema

from tests.small_book import CONFIG

Book = Callable[..., Path]
Run = Callable[..., "subprocess.CompletedProcess[str]"]

SCHEMA = json.loads((files("rulebook") / "schemas" / "rules.schema.json").read_text(encoding="utf-8"))


def test_the_game_is_published_as_data(book: Book, mkdocs: Run) -> None:
    config = book()
    config.write_text(CONFIG + "use_directory_urls: false\n", encoding="utf-8")
    assert mkdocs(config, "build", "--strict").returncode == 0
    folder = config.parent / "site" / "cavea"
    data = json.loads((folder / "rules.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, SCHEMA)
    assert data["system"] == "cavea"
    assert ["d6", 9] in next(table["rows"] for table in data["tables"] if table["name"] == "die-to-health-points")
    (pool,) = (dice for dice in data["dice"] if dice["expression"] == "3:d8")
    assert [{"total": 0, "sap": 0}, "27/64"] in pool["distribution"]
    assert all(sum(Fraction(chance) for _, chance in dice["distribution"]) == 1 for dice in data["dice"])
    assert {claim["verdict"] for claim in data["claims"]} == {"right"}
    for entry in (*data["pages"], *data["dice"], *data["claims"]):
        path, _, fragment = entry["url"].partition("#")
        html = (folder / path).read_text(encoding="utf-8")
        assert not fragment or re.search(f'id="{re.escape(fragment)}"', html), entry["url"]


RULES = """\
game: Lanterns
dice: {written: "{count}d6", success: 5 or more}
values: {Nerve: 1..6, Reach: 1..6, Flame: {is: 2 * Nerve + Reach, unit: sparks}}
"""
PAGE = "# Lanterns\n\nImre has Nerve 3 and Reach 2, so his Flame is 8. Roll `4d6`.\n\n<!-- sheet: character -->\n"


def test_a_game_of_data_alone_is_published_whole_and_its_rules_as_json(book: Book, mkdocs: Run) -> None:
    config = book({"lanterns/rules.yml": RULES, "lanterns/index.md": PAGE})
    text = CONFIG.replace("books:", "books:\n        lanterns: {}") + "use_directory_urls: false\n"
    config.write_text(text, encoding="utf-8")
    built = mkdocs(config, "build", "--strict")
    assert built.returncode == 0, built.stdout
    folder = config.parent / "site" / "lanterns"
    assert not (folder / "rules.yml").exists()
    data = json.loads((folder / "rules.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, SCHEMA)
    assert [value["name"] for value in data["values"]] == ["Nerve", "Reach", "Flame"]
    assert data["values"][2]["follows_from"] == ["Nerve", "Reach"]
    html = (folder / "index.html").read_text(encoding="utf-8")
    assert "Flame is 2 × Nerve 3 + Reach 2 = 8" in html
    assert re.search(r"<button[^>]*>4d6", html)
    assert "sparks" in html  # The sheet works it out.

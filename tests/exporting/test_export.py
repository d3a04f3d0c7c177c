"""Ways out: tables, pages and stat blocks of a book as files that other tools read."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from rulebook.cli import main
from rulebook_export.content.statblocks import stat_blocks
from rulebook_export.exporting import WAYS
from rulesmod.dice import distribution
from rulesmod.plain_dice import NOTATION
from tests.our_books import ROOT

BOOK = ROOT / "tests" / "games" / "heroic-d20" / "book.md"
FREE = """\
# Boats

## Punt

- **Hull:** 6
- **Crew:** 1
- **Speed:** 4

**Leaks.** Takes 1d4 water each hour.

## Winds

| 2d6 | Wind |
| --- | --- |
| 2-6 | calm |
| 7-12 | `3d6` knots |
"""


def exported(way: str, folder: Path, source: Path = BOOK, *options: str) -> Mapping[str, str]:
    """The files that the command writes, by name."""
    arguments = ["export", way, str(source), "-o", str(folder / "out"), *options]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    files = [path for path in (folder / "out").rglob("*") if path.is_file()]
    assert done.output.count("made ") == len(files)
    return {path.relative_to(folder / "out").as_posix(): path.read_text(encoding="utf-8") for path in files}


@pytest.fixture
def free(tmp_path: Path) -> Path:
    path = tmp_path / "boats.md"
    path.write_text(FREE, encoding="utf-8")
    return path


def test_each_table_is_a_file_of_csv(tmp_path: Path) -> None:
    files = exported("csv", tmp_path)
    rows = list(csv.reader(io.StringIO(files["book-below-the-stairs.csv"])))
    assert rows == [["d8", "Met below"], ["1-4", "two kelp rats"], ["5-7", "a drowned sailor"], ["8", "the captain"]]
    assert len(files) == 9


def test_json_has_tables_and_random_tables(tmp_path: Path) -> None:
    (text,) = exported("json", tmp_path).values()
    whole = json.loads(text)
    assert whole["book"] == "The drowned keep"
    assert len(whole["tables"]) == 9
    (random,) = whole["random_tables"]
    assert random["dice"] == "d8"
    assert random["rows"][1] == {"from": 5, "to": 7, "text": "a drowned sailor"}


IDENTIFIER = re.compile(r"[a-zA-Z0-9_-]+")
MANIFEST = {"id", "title", "description", "version", "authors", "compatibility", "packs"}
"""Fields of a manifest that are documented, and that a module of ours has."""
PACK = {"name", "label", "path", "type", "system"}
KINDS = {"RollTable", "JournalEntry", "Actor"}


def check_manifest(manifest: dict[str, Any], folder: str, files: Mapping[str, str]) -> None:
    """Hold a manifest against the documented fields: required ones, their types, and files that are there."""
    assert set(manifest) == MANIFEST
    assert manifest["id"] == folder
    assert IDENTIFIER.fullmatch(manifest["id"])
    assert manifest["id"] == manifest["id"].lower()
    assert all(isinstance(manifest[key], str) and manifest[key] for key in ("title", "description", "version"))
    assert all(set(author) == {"name"} and author["name"] for author in manifest["authors"])
    assert set(manifest["compatibility"]) == {"minimum", "verified"}
    names = [pack["name"] for pack in manifest["packs"]]
    assert len(set(names)) == len(names)
    for pack in manifest["packs"]:
        assert set(pack) <= PACK
        assert IDENTIFIER.fullmatch(pack["name"])
        assert pack["type"] in KINDS
        assert ("system" in pack) == (pack["type"] == "Actor")
        assert f"{folder}/{pack['path']}" in files


def documents(files: Mapping[str, str], folder: str, pack: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in files[f"{folder}/packs/{pack}.db"].splitlines()]
    ids = [one["_id"] for one in found]
    assert all(re.fullmatch(r"[A-Za-z0-9]{16}", one) for one in ids)
    assert len(set(ids)) == len(ids)
    return found


def test_a_module_for_foundry_has_a_sound_manifest_and_packs(tmp_path: Path) -> None:
    files = exported("foundry", tmp_path)
    folder = "the-drowned-keep"
    check_manifest(json.loads(files[f"{folder}/module.json"]), folder, files)
    (table,) = documents(files, folder, "tables")
    assert table["formula"] == "d8"
    assert [(one["range"], one["text"], one["weight"]) for one in table["results"]] == [
        ([1, 4], "two kelp rats", 4),
        ([5, 7], "a drowned sailor", 3),
        ([8, 8], "the captain", 1),
    ]
    (journal,) = documents(files, folder, "journal")
    (page,) = journal["pages"]
    assert page["type"] == "text"
    assert page["text"]["format"] == 1
    assert "<h2>Drowned captain</h2>" in page["text"]["content"]
    assert page["text"]["content"].count("<table>") == 9
    assert "takes [[/r 1d6]] bludgeoning" in page["text"]["content"]
    captain, rat = documents(files, folder, "actors")
    assert captain["type"] == "npc"
    scores = {"str": 17, "dex": 11, "con": 14, "int": 10, "wis": 13, "cha": 16}
    assert captain["system"]["abilities"] == {name: {"value": score} for name, score in scores.items()}
    assert captain["system"]["attributes"]["hp"] == {"value": 91, "max": 91, "formula": "14d8+28"}
    assert captain["system"]["attributes"]["ac"]["flat"] == 15
    assert captain["system"]["details"]["cr"] == 6
    assert rat["system"]["details"]["cr"] == 0.125
    assert rat["system"]["traits"]["size"] == "tiny"
    assert [one["name"] for one in captain["items"]] == ["Spellcasting", "Cutlass"]
    assert "<em>Hit:</em> 7 ([[/r 1d8+3]])" in captain["items"][1]["system"]["description"]["value"]


def test_results_of_a_table_hold_each_total_with_its_weight(free: Path, tmp_path: Path) -> None:
    files = exported("foundry", tmp_path, free)
    (table,) = documents(files, "boats", "tables")
    program = NOTATION.program(NOTATION.parse(table["formula"]))
    chances = {outcome[program.main]: chance for outcome, chance in distribution(program).rows}
    weights = sum(one["weight"] for one in table["results"])
    for one in table["results"]:
        low, high = one["range"]
        assert sum(chances.pop(total) for total in range(low, high + 1)) * weights == one["weight"]
    assert not chances


def test_a_creature_without_six_scores_is_an_actor_of_no_rules(free: Path, tmp_path: Path) -> None:
    files = exported("foundry", tmp_path, free)
    (pack,) = [one for one in json.loads(files["boats/module.json"])["packs"] if one["type"] == "Actor"]
    assert pack["system"] == "worldbuilding"
    (punt,) = documents(files, "boats", "actors")
    assert punt["system"]["attributes"]["hull"] == {"dtype": "String", "label": "Hull", "value": "6"}
    assert "[[/r 1d4]] water" in punt["system"]["biography"]


def test_entries_of_a_game_are_actors(tmp_path: Path) -> None:
    files = exported("foundry", tmp_path, ROOT / "docs" / "masque" / "masque.txt", "--system", "masque")
    (name,) = {path.partition("/")[0] for path in files}
    actors = documents(files, name, "actors")
    assert len(actors) > 10
    assert all(actor["system"]["attributes"] for actor in actors)


def test_notes_for_obsidian_have_stat_blocks_and_dice(tmp_path: Path) -> None:
    note = exported("obsidian", tmp_path)["book.md"]
    captain, rat = (yaml.safe_load(code) for code in re.findall(r"^```statblock\n(.*?)^```", note, re.M | re.S))
    assert captain["name"] == "Drowned captain"
    assert (captain["ac"], captain["hp"], captain["hit_dice"]) == (15, 91, "14d8+28")
    assert captain["stats"] == [17, 11, 14, 10, 13, 16]
    assert captain["traits"][0]["name"] == "Spellcasting"
    assert rat["cr"] == "1/8"
    assert "| 8 | the captain |\n\n^below-the-stairs" in note
    assert re.search(r"`dice: \[\[#\^below-the-stairs[\w-]*\]\]`", note)
    assert "Drowned captain" in re.findall(r"^## (.*)", note, re.M)


def test_dice_in_code_roll_in_a_note(free: Path, tmp_path: Path) -> None:
    assert "| 7-12 | `dice: 3d6` knots |" in exported("obsidian", tmp_path, free)["boats.md"]


def test_a_brew_has_frames_around_its_stat_blocks(tmp_path: Path) -> None:
    (brew,) = exported("homebrewery", tmp_path).values()
    assert brew.count("{{monster,frame\n") == brew.count("\n}}\n") == 2
    assert "**Armor Class** :: 15 (rusted plate)\n" in brew
    assert "|STR|DEX|CON|INT|WIS|CHA|\n|:---:" in brew
    assert "| 5-7 | a drowned sailor |" in brew
    # The frames hold what the page had: values, scores and traits of each block.
    blocks = {block.name: block for block in stat_blocks(BOOK.read_text(encoding="utf-8"))}
    again = {block.name: block for block in stat_blocks(brew.replace("}}", ""))}
    assert blocks.keys() == again.keys()
    for name, block in blocks.items():
        assert again[name].scores == block.scores
        assert again[name].values == block.values
        assert again[name].traits == block.traits


def test_text_for_roll20_makes_tables_and_macros(tmp_path: Path, free: Path) -> None:
    files = exported("roll20", tmp_path)
    assert files["tables.txt"].splitlines() == [
        "!import-table --Below the stairs --show",
        "!import-table-item --Below the stairs --two kelp rats --4 --",
        "!import-table-item --Below the stairs --a drowned sailor --3 --",
        "!import-table-item --Below the stairs --the captain --1 --",
    ]
    captain = files["macros.txt"].splitlines()[0]
    assert captain.startswith("&{template:default} {{name=Drowned captain}} {{Armor Class=15 (rusted plate)}}")
    assert "7 ([[1d8+3]]) slashing" in captain
    assert captain.count("{{") == captain.count("}}")
    again = exported("roll20", tmp_path, free, "--force")
    assert again["tables.txt"].splitlines()[1:] == [
        "!import-table-item --Winds --calm --5 --",
        "!import-table-item --Winds --[[3d6]] knots --7 --",
    ]


@pytest.mark.parametrize("way", sorted(WAYS))
def test_our_own_books_can_be_exported(way: str, tmp_path: Path) -> None:
    if way == "roll20":
        files = exported(way, tmp_path, ROOT / "docs" / "masque" / "masque.txt", "--system", "masque")
    else:
        files = exported(way, tmp_path, ROOT / "docs" / "cavea")
    assert files
    assert all(text.strip() for text in files.values())


def test_nothing_is_written_over(tmp_path: Path, free: Path) -> None:
    exported("json", tmp_path, free)
    done = CliRunner().invoke(main, ["export", "json", str(free), "-o", str(tmp_path / "out")])
    assert done.exit_code == 2
    assert "is there already; --force writes over it" in done.output


def test_a_page_without_anything_for_a_tool_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nWords.\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["export", "csv", str(tmp_path / "a.md"), "-o", str(tmp_path / "out")])
    assert done.exit_code == 2
    assert "there is nothing for csv" in done.output

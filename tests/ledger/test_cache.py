"""What is kept between runs is found again, and never once the text, the rules or this tool have changed."""

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.loading.reading import read_book
from rulebook_core.imports.modules import load_module
from rulebook_core.store import entries, fingerprint
from rulebook_proof.proof import mutation
from rulebook_proof.proof.proving import MutationResult, prove
from rulebook_rules.book import Book
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from tests.ledger.games import edit, write_game
from tests.stored import CACHE, contents, spoil

ROOT = Path(__file__).parents[2]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The folder of a game, with its page in docs/index.md."""
    write_game(tmp_path)
    return tmp_path


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, as every run is."""
    return subprocess.run(
        [sys.executable, "-m", "rulebook.cli", *command], cwd=folder, capture_output=True, text=True, check=False
    )


def test_a_changed_rule_changes_the_verdict(game: Path) -> None:
    first = run(game, "mutate")
    assert (first.returncode, first.stderr) == (0, "")
    assert "5 guarded, 0 of them" in first.stdout
    kept = contents(game / CACHE)
    assert run(game, "mutate").stdout == first.stdout
    assert contents(game / CACHE) == kept

    # The rule itself: it looks away now, so that one of its numbers is no longer held to anything.
    edit(game / "lantern_rules.py", '"coins": price(lanterns)', '"coins": price(lanterns) if lanterns < 7 else 21')
    changed = run(game, "mutate")
    assert changed.returncode == 1
    assert "«7» lanterns cost 21 coins" in changed.stdout

    edit(game / "lantern_rules.py", '"coins": price(lanterns) if lanterns < 7 else 21', '"coins": price(lanterns)')
    assert run(game, "mutate").stdout == first.stdout


def test_a_changed_import_and_a_changed_text_are_seen(game: Path) -> None:
    assert run(game, "check").returncode == run(game, "mutate").returncode == 0
    edit(game / "prices.py", "WICK = 3", "WICK = 0  # light is free")
    assert run(game, "check").returncode == 1
    edit(game / "docs" / "index.md", "cost 6 coins, and 7 lanterns cost 21", "cost 0 coins, and 7 lanterns cost 0")
    assert run(game, "check").returncode == 0
    assert "«Two» lanterns cost 0" in run(game, "mutate").stdout


def test_a_digit_that_changes_within_a_second_is_seen(game: Path) -> None:
    """Python itself would take its old bytecode for the new module: same size, same second."""
    assert run(game, "check").returncode == 0
    for name, old, new in (("prices.py", "3", "4"), ("lantern_rules.py", "BRIGHT = 5", "BRIGHT = 4")):
        written = (game / name).stat()
        edit(game / name, old, new)
        os.utime(game / name, ns=(written.st_atime_ns, written.st_mtime_ns))
        assert run(game, "check").returncode == 1
        edit(game / name, new, old)


@pytest.fixture
def book(game: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.chdir(game)
    for name in ("lantern_rules", "prices"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(str(game))
    load_module.cache_clear()
    return read_book(load_config(Path("mkdocs.yml")), find_system=load_system)


def figures(trials: list[MutationResult]) -> list[tuple[str, int, tuple[mutation.Mutant, ...]]]:
    return [(trial.page.uri, trial.mutants, trial.survivors) for trial in trials]


def test_what_is_kept_is_used(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    trials = prove(book, cache=book.cache_folder, processes=1)
    tried: list[object] = []
    monkeypatch.setattr(mutation.PageMutation, "survivors", lambda self, batch: tried.append(batch) or [])
    assert figures(prove(book, cache=book.cache_folder, processes=1)) == figures(trials)
    assert tried == []
    monkeypatch.setattr("rulebook_proof.proof.proving.tool_fingerprint", lambda: "another version")
    prove(book, cache=book.cache_folder, processes=1)
    assert tried != []


SPOILT: list[Callable[[bytes], bytes]] = [
    lambda data: b"",
    lambda data: data[:-3],
    lambda data: b"[]",
    lambda data: b"\x00",
    lambda data: b"[" * 100_000,
    lambda data: data.replace(b"[[", b"[", 1),
    lambda data: data.partition(b"\n")[2],
]


def test_a_spoilt_cache_is_no_cache(book: Book) -> None:
    trials = prove(book, cache=book.cache_folder, processes=1)
    assert book.cache_folder is not None
    for number, change in enumerate(SPOILT):
        spoil(book.cache_folder, change)
        assert figures(prove(book, cache=book.cache_folder, processes=1)) == figures(trials), number


def test_an_entry_of_another_shape_is_none(book: Book) -> None:
    trials = prove(book, cache=book.cache_folder, processes=1)
    assert book.cache_folder is not None
    kept = entries.load(book.cache_folder, "mutation")
    for entry in (5, [[999, "x"]], [[0]], [["0", 7]]):
        for other in (dict.fromkeys(kept, entry), entry):
            entries.save(book.cache_folder, "mutation", other)
            assert figures(prove(book, cache=book.cache_folder, processes=1)) == figures(trials), other


def test_several_processes_find_the_same(book: Book) -> None:
    assert figures(prove(book, processes=2)) == figures(prove(book, processes=1))


def test_a_folder_that_cannot_be_written(book: Book, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file", encoding="utf-8")
    assert prove(book, cache=blocked / "cache", processes=1)


def test_the_fingerprint_of_a_game(game: Path, book: Book) -> None:
    system = load_system("lantern_rules")
    prints = [fingerprint.system_fingerprint(system)]
    for name, text in (("prices.py", "WICK = 3\n\n"), ("table.json", "{}"), ("table.json", "[]")):
        (game / name).write_text(text, encoding="utf-8")
        prints.append(fingerprint.system_fingerprint(system))
    (game / "notes.md").write_text("no module reads this", encoding="utf-8")
    assert fingerprint.system_fingerprint(system) == prints[-1]
    assert None not in prints
    assert len(set(prints)) == 4


def test_a_game_that_no_module_has_is_not_kept(book: Book) -> None:
    import dataclasses

    loose = dataclasses.replace(load_system("cavea"), name="loose")
    assert fingerprint.system_fingerprint(loose) is None
    pages = tuple(dataclasses.replace(page, system=loose) for page in book.pages)
    prove(dataclasses.replace(book, pages=pages), cache=book.cache_folder, processes=1)
    assert book.cache_folder is not None
    assert not (book.cache_folder / "mutation.json").exists()


DEEP = """

def late(number: int) -> None:
    try:
        pass
    except OSError:
        with open(".") as _:
            match number:
                case 1:
                    import wicks
"""


def test_an_import_is_part_of_a_game_however_deep_it_stands(game: Path, book: Book) -> None:
    system = load_system("lantern_rules")
    (game / "wicks.py").write_text("", encoding="utf-8")
    assert game / "wicks.py" not in fingerprint.rule_files(system)
    with (game / "prices.py").open("a", encoding="utf-8") as prices:
        prices.write(DEEP)
    assert game / "wicks.py" in fingerprint.rule_files(system)


def test_this_tool_is_part_of_no_game() -> None:
    """Else whoever waits for plain dice, of which many of its modules know, would wait for all of it to be read."""
    assert importlib.import_module("rulebook_rules.claims.reading").PLAIN is load_system("plain")
    files = fingerprint.rule_files(load_system("plain"))
    assert ROOT / "rulesmod/plain_dice.py" in files
    assert not [path for path in files if path.is_relative_to(ROOT / "plugins")]

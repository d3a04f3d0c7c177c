"""A run that changes nothing says what the last one said; one that changes anything says what a cold one says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.cli import main
from rulebook.commands import books
from rulebook.commands import check as check_command
from rulebook.loading import page_loader as gathering
from rulebook_core.source import Source
from rulebook_core.store.entries import FILE
from rulebook_rules.book import Book as ReadBook
from rulebook_syntax import dialects
from tests.begun import as_begun
from tests.faults import Fault, Run, run
from tests.shares import whole
from tests.stored import CACHE, spoil

CONFIG = """\
INHERIT: below.yml
site_name: !ENV [NAME_OF_THE_BOOK, Lanterns]
docs_dir: docs
markdown_extensions: [attr_list, pymdownx.snippets]
plugins:
  - rulebook:
      books: {mine: {}, other: {system: lamps}}
"""
RULES = """\
game: Lanterns
values: {Nerve: 1..6, Reach: 1..6, Flame: 2 * Nerve + Reach}
"""
FILES = {
    "mkdocs.yml": CONFIG,
    "below.yml": "use_directory_urls: true\n",
    "lamps.py": "from dataclasses import replace\nfrom oil import OIL\nfrom rulesmod.plain_dice import SYSTEM\n\n"
    "SYSTEM = replace(SYSTEM, name='lamps', title=OIL)\n",
    "oil.py": "OIL = 'Lamps'\n",
    "part.md": "Odile has Nerve 4 and Reach 5, so her Flame is 13.\n",
    "docs/mine/rules.yml": RULES,
    "docs/mine/page.md": '# Keepers\n\nImre has Nerve 3 and Reach 2, so his Flame is 8.\n\n--8<-- "part.md"\n\n'
    "![A lamp](lamp.png) of [the others](../other/page.md#oil)\n",
    "docs/mine/lamp.png": "lamp",
    "docs/other/page.md": "# Others\n\n## Oil\n\nSee [the keepers](../mine/page.md#keepers) and 1 + 1 = 2.\n",
}
PLAIN = CONFIG.replace("INHERIT: below.yml\n", "").replace(", other: {system: lamps}", "")


class Book:
    """A book that has been checked, and can be made so again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.make()
        self.said = checked(folder)
        self.kept = (folder / CACHE / FILE).read_bytes()

    def make(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        for name, text in FILES.items():
            write(name, text)(self.folder)

    def restore(self) -> None:
        self.make()
        (self.folder / CACHE).mkdir()
        (self.folder / CACHE / FILE).write_bytes(self.kept)


@pytest.fixture(scope="module")
def checked_book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    folder = tmp_path_factory.mktemp("kept") / "book"
    for name, text in (FILES | {"mkdocs.yml": PLAIN}).items():
        write(name, text)(folder)
    with chdir(folder):
        CliRunner().invoke(main, ["check"])  # Loads what all runs need, but for the rules.
    return Book(folder)


@pytest.fixture
def book(checked_book: Book) -> Path:
    """The folder of a book that was checked, and has not changed since."""
    checked_book.restore()
    return checked_book.folder


def checked(folder: Path, *options: str, calls: Callable[[], None] = lambda: None) -> Run:
    """A run of its own."""

    def begin() -> None:
        as_begun(pytest.MonkeyPatch())
        calls()

    done = run(("rulebook", "check", *options), folder, Fault(begin))
    assert "Traceback" not in done.err, done.err
    return done


def reads(folder: Path, *options: str) -> bool:
    """Whether a run reads the book."""
    mark = folder.parent / "read"

    def tell() -> None:
        read_sources = books.read_sources

        def read_and_tell(*args: object) -> object:
            mark.touch()
            return read_sources(*args)  # type: ignore[arg-type]

        books.read_sources = read_and_tell  # type: ignore[assignment]

    mark.unlink(missing_ok=True)
    checked(folder, *options, calls=tell)
    return mark.exists()


def write(name: str, text: str) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")

    return change


def swap(name: str, old: str, new: str) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")

    return change


def record(*command: str) -> Callable[[Path], object]:
    return lambda folder: run(("rulebook", *command), folder, Fault())


def link(name: str, target: str) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)

    return change


CHANGES = {
    "a page": swap("docs/mine/page.md", "is 8", "is 9"),
    "a page of the same length and age": lambda folder: (
        swap("docs/mine/page.md", "is 8", "is 7")(folder),
        os.utime(folder / "docs/mine/page.md", (1, 1)),
    ),
    "a new page": write("docs/mine/new.md", "# New\n\nA guard waits 4 hours; 1 + 1 = 3.\n"),
    "a page among compiled modules": write("docs/mine/__pycache__/b.md", "# New\n\n[no](none.md)\n"),
    "a page in a folder of compiled modules": write("docs/mine/__pycache__/deep/b.md", "# New\n\n[no](none.md)\n"),
    "a page in a new folder": write("docs/mine/build/site/b.md", "# New\n\n[no](none.md)\n"),
    "a page that has gone": lambda folder: (folder / "docs/other/page.md").unlink(),
    "a page that is a link": link("docs/other/page.md", "../mine/page.md"),
    "what a page includes": swap("part.md", "13", "14"),
    "an include that has gone": lambda folder: (folder / "part.md").unlink(),
    "an image that has gone": lambda folder: (folder / "docs/mine/lamp.png").unlink(),
    "an anchor of another page": swap("docs/other/page.md", "## Oil", "## Water"),
    "a setting": swap("mkdocs.yml", "docs_dir: docs", "docs_dir: docs/mine"),
    "a setting that is inherited": write("below.yml", "exclude_docs: mine/page.md\n"),
    "rules as data": swap("docs/mine/rules.yml", "2 * Nerve", "3 * Nerve"),
    "other rules beside": write("docs/other/rules.yml", RULES),
    "a rules module": swap("lamps.py", "title=OIL", "title=NO_OIL"),
    "what a rules module imports": swap("oil.py", "OIL =", "NO_OIL ="),
    "the lock": lambda folder: (record("lock")(folder), swap("rulebook.lock", "8", "9")(folder)),
    "the outline": lambda folder: (record("lock")(folder), swap("rulebook.outline", "oil", "old")(folder)),
    "a module that is found first": write("oil/__init__.py", "NO_OIL = 0"),
}
"""Each with what is found then, and was not before."""


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_input_is_seen(change: Callable[[Path], object], checked_book: Book, book: Path) -> None:
    assert not reads(book)
    change(book)
    assert (after := checked(book)) == checked(book, "--no-cache")
    assert after != checked_book.said


def test_a_run_of_other_options_is_another(checked_book: Book, book: Path) -> None:
    assert reads(book, "--format", "json")
    for options in (("--format", "json"), ("--fail-on", "info"), ("--system", "plain")):
        fresh = checked(book, *options, "--no-cache")
        assert [checked(book, *options), checked(book, *options)] == [fresh, fresh]
    assert not reads(book)


def test_the_time_of_a_report_is_that_of_its_run(book: Path) -> None:
    assert reads(book, "--format", "junit")
    assert reads(book, "--format", "junit")


def test_what_the_settings_ask_of_the_environment_is_seen(book: Path) -> None:
    swap("mkdocs.yml", "docs_dir: docs", "docs_dir: !ENV [FOLDER_OF_THE_BOOK, docs]")(book)
    before = checked(book)

    def elsewhere() -> None:
        os.environ["FOLDER_OF_THE_BOOK"] = "docs/mine"

    fresh = checked(book, "--no-cache", calls=elsewhere)
    assert checked(book, calls=elsewhere) == fresh != before
    assert checked(book) == before


def test_what_changes_during_a_run_is_not_taken_for_what_was_read(book: Path) -> None:
    swap("docs/mine/page.md", "is 8", "is 9")(book)

    def meanwhile() -> None:
        report_on = books.report_on

        def late(*args: object, **options: object) -> object:
            swap("docs/mine/page.md", "is 9", "is 8")(book)
            return report_on(*args, **options)  # type: ignore[arg-type]

        books.report_on = late  # type: ignore[assignment]

    assert checked(book, calls=meanwhile).code == 1
    assert checked(book).code == 0


def test_an_entry_that_is_damaged_is_made_anew(checked_book: Book, book: Path) -> None:
    other = json.dumps({"value": ["all is well", 0, True], "asked": {}, "answers": []}).encode()
    for change in (
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:-9] + b"x" * 9,
        lambda data: other,
        lambda data: data.replace(b"finding", b"nothing"),
    ):
        spoil(book / CACHE, change)
        assert checked(book) == checked_book.said
    assert not reads(book)


def test_a_cache_counts_at_another_path(book: Path) -> None:
    other = book.parents[1] / "further" / "down" / "elsewhere"
    other.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(book, other)
    for path in other.rglob("*"):
        os.utime(path)
    assert not reads(other)
    swap("docs/mine/page.md", "is 8", "is 9")(other)
    assert checked(other) == checked(other, "--no-cache")
    shutil.rmtree(other)


def test_git_does_not_see_what_is_kept(book: Path) -> None:
    checked(book, "--format", "concise")
    subprocess.run(["git", "init", "--quiet", book], check=True)
    seen = subprocess.run(["git", "-C", book, "status", "--porcelain"], capture_output=True, text=True, check=True)
    assert "docs/" in seen.stdout
    assert "cache" not in seen.stdout


def test_two_runs_at_once_do_not_spoil_each_other(book: Path) -> None:
    swap("docs/mine/page.md", "is 8", "is 9")(book)
    command = [sys.executable, "-m", "rulebook", "check"]
    runs = [subprocess.Popen(command, cwd=book, stdout=subprocess.PIPE) for _ in range(2)]
    said = [(one.communicate()[0], one.returncode) for one in runs]
    fresh = checked(book, "--no-cache")
    assert said == [(fresh.out, 1)] * 2
    assert checked(book) == fresh


def test_of_pages_whose_texts_have_changed_no_others_are_read(tmp_path: Path) -> None:
    folder, log = tmp_path / "book", tmp_path / "read"
    write("mkdocs.yml", "site_name: Lamps\n")(folder)
    for name in ("oil", "wick", "glass"):
        write(f"docs/{name}.md", f"# A {name}\n\nIt burns.\n")(folder)

    def listen() -> None:
        def read_and_tell(source: Source, *args: object) -> object:
            with log.open("a") as file:
                file.write(f"{source.path} ")
            return dialects.read(source, *args)  # type: ignore[arg-type]

        gathering.read = read_and_tell

    def read() -> str:
        log.write_text("")
        checked(folder, calls=listen)
        return log.read_text()

    assert read() == "docs/glass.md docs/oil.md docs/wick.md "
    swap("docs/wick.md", "burns", "burns in [x](nowhere.md)")(folder)
    assert read() == "docs/wick.md "
    swap("docs/oil.md", "burns", "smokes")(folder)
    assert read() == "docs/oil.md "  # What is wrong with the other one is known.
    assert checked(folder) == checked(folder, "--no-cache")
    spoil(folder / CACHE, lambda content: content[:-9])
    swap("docs/oil.md", "smokes", "burns")(folder)
    assert read() == "docs/glass.md docs/oil.md docs/wick.md "
    swap("docs/oil.md", "A oil", "The oil")(folder)
    assert read() == "docs/oil.md docs/glass.md docs/oil.md docs/wick.md "
    swap("mkdocs.yml", "Lamps", "More lamps")(folder)
    assert read() == "docs/glass.md docs/oil.md docs/wick.md "


PAGES = st.sampled_from(("docs/mine/page.md", "docs/mine/second.md", "docs/other/page.md", "part.md"))
TEXTS = st.sampled_from(
    (
        "# Keepers\n\nImre has Nerve 3 and Reach 2, so his Flame is 8.\n",
        "# Keepers\n\nImre has Nerve 3 and Reach 2, so his Flame is 9.\n",
        "# Oil\n\nSee [there](../other/page.md#oil), ![a lamp](lamp.png), 1 + 1 = 3.\n",
        '--8<-- "part.md"\n\n[a](page.md#keepers) [b](second.md#oil)\n',
        "",
        None,
    )
)
OTHERS = st.sampled_from(
    (
        ("docs/mine/lamp.png", ""),
        ("docs/mine/lamp.png", None),
        ("docs/mine/rules.yml", RULES),
        ("docs/mine/rules.yml", RULES.replace("2", "3")),
        ("docs/mine/rules.yml", None),
        ("mkdocs.yml", PLAIN),
        ("mkdocs.yml", PLAIN.replace("snippets", "superfences")),
        ("mkdocs.yml", PLAIN + "exclude_docs: other/\n"),
        ("rulebook.lock", "lock"),
        ("rulebook.lock", None),
        ("rulebook.baseline", "baseline"),
        ("rulebook.baseline", None),
    )
)


def test_a_check_that_watches_reads_only_changed_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It knows the files of the other pages, too."""
    looks = []

    def twice(once: Callable[[], tuple[ReadBook, Iterable[str]]], *_: object) -> None:
        once()
        (tmp_path / "docs" / "b.md").write_text("# B\n\nA lamp burns.\n", encoding="utf-8")
        read, files = once()
        looks.append({page.uri for page in read.pages if page.summary is None})
        looks.append({os.path.basename(path) for path in files if path.endswith(".md")})

    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: S\n", encoding="utf-8")
    (tmp_path / "docs" / "a.md").write_text("# A\n\nTwo of them.\n", encoding="utf-8")
    (tmp_path / "docs" / "b.md").write_text("# B\n\nA lamp.\n", encoding="utf-8")
    monkeypatch.setattr(check_command, "watch", twice)
    with chdir(tmp_path):
        done = CliRunner().invoke(main, ["check", "--watch"])
    assert done.exit_code == 0, done.output
    assert looks == [{"b.md"}, {"a.md", "b.md"}]


@whole
@settings(max_examples=3)
@given(edits=st.lists(st.tuples(PAGES, TEXTS) | OTHERS, min_size=5, max_size=8))
def test_whatever_is_edited(edits: list[tuple[str, str | None]], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("edited")
    for name, text in [("mkdocs.yml", PLAIN), ("docs/mine/page.md", "# Keepers\n"), *edits]:
        change(folder, name, text)
        cold = checked(folder, "--no-cache")
        assert checked(folder) == cold
        assert cold.code == 2 or not reads(folder)  # What could not be read is tried again.


def change(folder: Path, name: str, text: str | None) -> None:
    """Write a file, or take it away; records are made by their commands."""
    if text is None:
        (folder / name).unlink(missing_ok=True)
    elif text in ("lock", "baseline"):
        record(text)(folder)
    else:
        write(name, text)(folder)

"""Whatever the workspace is asked is in the trace, and another answer is seen later, at this place or at another."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import chdir, suppress
from pathlib import Path

import pytest

from rulebook.commands.books import read_sources, report_on
from rulebook_core import workspace
from rulebook_core.store import parallel
from rulebook_core.workspace import Trace, trace
from rulebook_rules.config import load_config

WAYS: dict[str, Callable[[], object]] = {
    "read_bytes": lambda: workspace.read_bytes("file"),
    "read_bytes with a limit": lambda: workspace.read_bytes("file", 100),
    "read_text": lambda: workspace.read_text(Path("file")),
    "read_source_bytes": lambda: workspace.read_source_bytes("file", 100),
    "is_file": lambda: workspace.is_file("file"),
    "is_file, then read_text": lambda: workspace.is_file("file") and workspace.read_text("file"),
    "exists": lambda: workspace.exists(Path("file")),
    "is_link": lambda: [workspace.is_link("file"), workspace.exists("file")],
    "link_exists": lambda: workspace.link_exists("file"),
    "glob": lambda: workspace.glob(".", "*le"),
    "all_paths": lambda: list(workspace.all_paths(".")),
    "walk": lambda: list(workspace.walk(".")),
    "list_folder": lambda: workspace.list_folder("."),
    "real_path": lambda: [workspace.real_path("file"), workspace.exists("file")],
    "folder_above": lambda: workspace.folder_above("inner", "file"),
    "a remembered function": lambda: [remembering(), remembering()],
    "another process": lambda: parallel.shared(
        ["", "file"], [1, 1], lambda names: [*map(workspace.exists, names)], processes=2
    ),
}
ENVIRONMENT: dict[str, Callable[[], object]] = {
    "setting": lambda: workspace.setting("LAMP"),
    "is_set": lambda: workspace.is_set("LAMP"),
    "environment": workspace.environment,
}


@workspace.remembered
def remembering() -> bool:
    return workspace.exists("file")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    home = tmp_path / "home"
    (home / "inner").mkdir(parents=True)
    remembering.cache_clear()
    with chdir(home):
        yield home


def asked(ask: Callable[[], object], output: str = "") -> Trace:
    """The trace of a run."""
    with workspace.tracing(Trace(output)) as found, suppress(OSError):
        ask()
    return found


def portable(found: Trace, folder: Path) -> trace.Answers:
    """The trace as another run reads it."""
    return {
        (operation, path): answer
        for operation, path, answer in json.loads(
            json.dumps([[*question, answer] for question, answer in found.portable(str(folder)).items()])
        )
    }


def is_same(answers: trace.Answers, folder: Path, output: str = "") -> bool:
    return workspace.answers_now(answers, str(folder), output) == list(answers.values())


@pytest.mark.parametrize("ask", WAYS.values(), ids=WAYS)
def test_what_is_asked_of_a_file_is_noted(ask: Callable[[], object], folder: Path) -> None:
    file = Path("file")
    for change in (
        lambda: file.write_text("lamp", encoding="utf-8"),
        file.unlink,
        lambda: file.symlink_to("inner"),
    ):
        remembering.cache_clear()
        answers = portable(asked(ask), folder)
        assert answers
        assert is_same(answers, folder)
        change()
        assert not is_same(answers, folder)


@pytest.mark.parametrize("ask", ENVIRONMENT.values(), ids=ENVIRONMENT)
def test_what_is_asked_of_the_environment_is_noted(
    ask: Callable[[], object], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    answers = portable(asked(ask), folder)
    assert is_same(answers, folder)
    for value in ("", "lit"):
        monkeypatch.setenv("LAMP", value)
        assert is_same(answers, folder) is False or (ask is ENVIRONMENT["setting"] and not value)


def test_no_value_of_the_environment_is_written_down(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("LAMP", "secret")
    for ask in ENVIRONMENT.values():
        assert "secret" not in str(portable(asked(ask), folder))


def test_a_text_of_the_same_size_and_time_is_another(folder: Path) -> None:
    Path("file").write_text("lamp", encoding="utf-8")
    os.utime("file", (1, 1))
    answers = portable(asked(WAYS["read_text"]), folder)
    Path("file").write_text("lump", encoding="utf-8")
    os.utime("file", (1, 1))
    assert not is_same(answers, folder)


def test_the_answer_is_that_of_the_moment_when_it_was_asked(folder: Path) -> None:
    """A file that changes while a run works on what it has read makes no later run believe in the result."""
    Path("file").write_text("lamp", encoding="utf-8")

    def ask() -> None:
        workspace.read_text("file")
        Path("file").write_text("wick", encoding="utf-8")

    assert not is_same(portable(asked(ask), folder), folder)


@pytest.mark.parametrize("change", [lambda: Path("file").touch(), lambda: Path("inner").rmdir()])
def test_a_question_with_two_answers_cannot_be_repeated(change: Callable[[], object]) -> None:
    def ask() -> None:
        for _ in range(2):
            workspace.list_folder(".")
            change()

    with suppress(OSError):
        assert not asked(ask).is_repeatable


@pytest.mark.parametrize(
    "ask",
    [
        workspace.clock,
        lambda: workspace.unrepeatable("a page"),
        lambda: workspace.read_bytes("long", 3),
    ],
)
def test_what_depends_on_more_than_answers_cannot_be_repeated(ask: Callable[[], object]) -> None:
    Path("long").write_text("longer", encoding="utf-8")
    assert not asked(ask).is_repeatable
    assert asked(workspace.seconds).is_repeatable


def test_nothing_is_noted_without_a_trace_or_aside_of_it() -> None:
    def ask() -> None:
        with workspace.untraced():
            workspace.exists("file")

    workspace.exists("file")
    assert asked(ask).answers == {}
    assert workspace.questions() == {}


def test_what_fails_is_noted_by_a_remembered_function_too() -> None:
    @workspace.remembered
    def fail() -> None:
        workspace.read_bytes("nowhere")

    for _ in range(2):
        assert asked(fail).answers == {("text", "nowhere"): "!FileNotFoundError"}


def test_the_text_of_an_open_document_is_an_answer(folder: Path) -> None:
    Path("file").write_text("lamp", encoding="utf-8")
    Path("link").symlink_to("file")

    def ask() -> None:
        for name in ("file", "link"):
            workspace.read_source_bytes(name, 100)

    saved = portable(asked(ask), folder)
    with workspace.unsaved({str(folder / "file"): "lump"}):
        assert workspace.read_source_bytes("link", 100) == b"lump"
        assert workspace.read_bytes("link") == b"lamp"
        typed = portable(asked(ask), folder)
        assert is_same(typed, folder)
        assert not is_same(saved, folder)
    assert is_same(saved, folder)
    assert not is_same(typed, folder)
    Path("file").write_text("lump", encoding="utf-8")
    assert is_same(typed, folder)


def test_each_thread_has_a_trace_of_its_own() -> None:
    def ask() -> None:
        thread = threading.Thread(target=workspace.exists, args=("other",))
        thread.start()
        thread.join()
        workspace.exists("file")

    assert asked(ask).answers == {("kind", "file"): ""}


def test_folders_are_listed_without_what_runs_leave_in_them(folder: Path) -> None:
    Path("module.py").touch()
    answers = portable(asked(lambda: workspace.list_folder("."), str(folder / "site")), folder)
    for name in ("site/index.html", ".rulebook-cache/store.sqlite", "__pycache__/module.cpython-311.pyc"):
        Path(name).parent.mkdir()
        Path(name).touch()
        assert is_same(answers, folder, str(folder / "site"))
    assert not is_same(answers, folder)  # Other runs see the site.
    Path("__pycache__/page.md").touch()
    assert not is_same(answers, folder, str(folder / "site"))


def test_a_trace_means_the_same_at_another_place(folder: Path, tmp_path: Path) -> None:
    Path("inner/file").write_text("lamp", encoding="utf-8")
    Path("link").symlink_to("inner/file")

    def ask() -> None:
        workspace.read_text("inner/file")
        workspace.real_path(folder / "link")
        workspace.list_folder(folder / "inner")
        workspace.folder_above("inner", ".git")
        workspace.folder_above("inner/deeper", "file")
        workspace.is_file(os.path.join(os.path.dirname(os.__file__), "os.py"))
        workspace.exists("../beside")

    answers = portable(asked(ask), folder)
    assert not any(str(tmp_path) in path or str(tmp_path) in answer for (_, path), answer in answers.items())
    other = tmp_path / "further" / "down"
    shutil.copytree(folder, other, symlinks=True)
    assert is_same(answers, other)
    for change in (
        lambda: (tmp_path / "further" / ".git").touch(),
        lambda: ((tmp_path / "further" / ".git").unlink(), (tmp_path / "further" / "beside").touch()),
        lambda: ((tmp_path / "further" / "beside").unlink(), (other / "inner" / "file").write_text("wick")),
    ):
        change()
        assert not is_same(answers, other)


SETTINGS = """
site_name: S
markdown_extensions: [pymdownx.snippets]
plugins:
  - table-reader
  - include-markdown
  - macros
  - rulebook:
      books: {game: {system: plain}}
"""
TAKING = {
    "docs/index.md": """
[link](UP/outside/text.md#text) [absolute](ROOT/outside/text.md#text) ![image](UP/outside/text.txt)

[through a link](link.md#text) [through a folder](out/text.md#text)

--8<-- "UP/outside/text.txt"

--8<-- "ROOT/outside/text.txt"

--8<-- "docs/link.md"

--8<-- "docs/inside.txt"

{% include "UP/outside/text.md" %}

{% include-markdown "UP/outside/text.md" %}

{{ read_csv("UP/outside/text.csv") }}

{{ read_csv("ROOT/outside/text.csv") }}
""",
    "docs/note.md": "# Note\n\n![[UP/outside/text]]\n\n![[out/text]]\n",
    "docs/game/page.adoc": """
= Page

include::../UP/outside/text.adoc[]

include::ROOT/outside/text.adoc[]

include::../out/text.adoc[]

include::inside.adoc[]
""",
    "docs/inside.txt": "inside",
    "docs/game/inside.adoc": "inside",
}
"""A book that asks in each way for texts outside of it, and twice for one within."""


def test_a_run_reads_no_text_outside_of_its_site(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    for ending in ("md", "txt", "csv", "adoc"):
        (outside / f"text.{ending}").write_text("# Text\n", encoding="utf-8")
    (outside / "rules.yml").write_text("name: Rules\n", encoding="utf-8")
    Path("mkdocs.yml").write_text(SETTINGS, encoding="utf-8")
    for name, text in TAKING.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text.replace("UP", "../..").replace("ROOT", str(tmp_path)), encoding="utf-8")
    Path("docs/out").symlink_to(outside)
    Path("docs/link.md").symlink_to(outside / "text.md")
    Path("docs/game/rules.yml").symlink_to(outside / "rules.yml")
    read = asked(lambda: report_on(read_sources((), None, None, None, {}), whole=True))
    paths = {os.path.realpath(path) for operation, path in read.answers if operation in ("text", "source")}
    own = {path for path in paths if Path(path).is_relative_to(folder)}
    # Rules that another test has registered are in the module of that test.
    known = (*workspace.library_folders(), str(Path(__file__).parent))
    assert {path for path in paths - own if not path.startswith(known)} == set()
    assert own >= {str(folder / name) for name in (*TAKING, "mkdocs.yml")}
    listed = {os.path.realpath(path) for operation, path in read.answers if operation == "list"}
    assert not [path for path in listed if Path(path).is_relative_to(outside)]
    assert [*load_config(Path("mkdocs.yml")).left_out({*TAKING, "link.md"})][-1:] == ["out"]


def test_an_answer_that_names_the_machine_counts_only_there(folder: Path, tmp_path: Path) -> None:
    answers = portable(asked(workspace.current_folder), folder)
    assert is_same(answers, folder)
    (tmp_path / "other").mkdir()
    with chdir(tmp_path / "other"):
        assert not is_same(answers, tmp_path / "other")


def test_the_files_of_this_tool_are_no_questions() -> None:
    """They are in its fingerprint."""
    assert asked(lambda: workspace.read_text(trace.__file__)).answers == {}
    assert asked(lambda: workspace.read_text(json.__file__)).answers != {}


def test_python_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    hooks: list[object] = []
    monkeypatch.setattr(sys, "addaudithook", hooks.append)
    before = os.stat, os.lstat, os.readlink, type(os.environ).__getitem__, open
    with workspace.tracing(Trace()):
        assert before == (os.stat, os.lstat, os.readlink, type(os.environ).__getitem__, open)
    assert hooks == []

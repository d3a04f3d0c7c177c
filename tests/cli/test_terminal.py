"""What a person at a terminal sees, and a pipe does not: colours, patience, and what is found while one writes."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from tests.patience import PATIENCE

WAITING = re.compile(r"(?:\r[^\r\n]* \.\.\. \d+ s)+\r *\r")
"""What is said and taken back while a busy machine takes more than a moment."""
WRONG = "---\nsystem: plain\n---\n# A\n\nRoll 2d6. Here, 1 + 1 = 3.\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "TERM", "CI", "RULEBOOK_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    Path("a.md").write_text(WRONG, encoding="utf-8")


@contextmanager
def terminal(*command: str, **env: str) -> Iterator[tuple[subprocess.Popen[bytes], Callable[[str], str]]]:
    """A command at a terminal, and what reads from that until it has said something."""
    ours, its = pty.openpty()
    process = subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env={**os.environ, **env}, close_fds=True)
    os.close(its)
    said = b""

    def until(pattern: str) -> str:
        nonlocal said
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern.encode(), said):
            assert time.monotonic() < deadline, said
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    said += os.read(ours, 65536)
                except OSError:  # Nobody is left at the other end.
                    assert re.search(pattern.encode(), said), said
        before, said = said, b""
        return before.decode()

    try:
        yield process, until
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def rulebook(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "rulebook", *arguments)


@pytest.mark.parametrize("format_", ["full", "concise"])
def test_severities_have_colours_at_a_terminal(format_: str) -> None:
    with terminal(*rulebook("check", "a.md", "--format", format_)) as (_, until):
        said = WAITING.sub("", until(r"not compared with anything"))
    assert "\x1b[31m\x1b[1merror\x1b[0m[wrong-sum]" in said
    plain = CliRunner().invoke(main, ["check", "a.md", "--format", format_]).output
    assert re.sub(r"\x1b\[\d+m", "", said).replace("\r\n", "\n").rstrip() == plain.rstrip()


@pytest.mark.parametrize("variable", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_nobody_is_made_to_see_colours(variable: dict[str, str]) -> None:
    with terminal(*rulebook("check", "a.md"), **variable) as (_, until):
        assert "\x1b" not in until(r"not compared with anything")


def test_what_is_piped_has_none() -> None:
    done = subprocess.run(rulebook("check", "a.md"), capture_output=True, check=False)
    assert b"\x1b" not in done.stdout + done.stderr


SLOW = """
import sys, time
from rulebook.commands.terminal import patience
with patience("reading"):
    time.sleep(float(sys.argv[1]))
print("done")
"""


def test_a_long_run_says_that_it_goes_on_and_takes_it_back() -> None:
    with terminal(sys.executable, "-c", SLOW, "3.5") as (_, until):
        said = re.fullmatch(r"((?:\rreading \.\.\. \d+ s)+)\r {15,}\rdone", until(r"done").rstrip())
        assert said is not None
        told = [*map(int, re.findall(r"\d+", said[1]))]  # A busy machine may be late with one.
        assert min(told) >= 2
        assert told == sorted(told)
    with terminal(sys.executable, "-c", SLOW, "0.1") as (_, until):
        assert until(r"done").rstrip() == "done"
    assert subprocess.run((sys.executable, "-c", SLOW, "2.5"), capture_output=True, check=False).stderr == b""


def test_while_one_writes() -> None:
    """Pages that change, come and go, settings that break and are mended, rules: each is looked at again."""
    Path("docs").mkdir()
    Path("mkdocs.yml").write_text("site_name: S\nplugins: [rulebook: {books: {'.': {}}}]\n", encoding="utf-8")
    Path("docs/rules.yml").write_text("game: G\nvalues: {Body: 1..6, Grit: 2 * Body}\n", encoding="utf-8")
    page = Path("docs/index.md")
    page.write_text("# A\n\nWren has Body 2, so her Grit is 4.\n", encoding="utf-8")
    with terminal(*rulebook("check", "--watch", "--format", "concise"), NO_COLOR="1") as (process, until):
        until(r"no findings in 1 file")
        page.write_text("# A\n\nWren has Body 2, so her Grit is 5.\n", encoding="utf-8")
        assert "docs/index.md has changed" in until(r"1 error in 1 file")
        Path("docs/rules.yml").write_text("game: G\nvalues: {Body: 1..6, Grit: 2 * Body + 1}\n", encoding="utf-8")
        assert "docs/rules.yml has changed" in until(r"no findings in 1 file")
        Path("docs/b.md").write_text("# B\n", encoding="utf-8")
        assert "docs/b.md has changed" in until(r"no findings in 2 files")
        Path("docs/b.md").unlink()
        until(r"no findings in 1 file")
        right = Path("mkdocs.yml").read_text(encoding="utf-8")
        Path("mkdocs.yml").write_text("{", encoding="utf-8")
        until(r"this is not YAML")
        Path("mkdocs.yml").write_text(right, encoding="utf-8")
        until(r"no findings in 1 file")
        process.send_signal(signal.SIGINT)
        assert until(r"stopped").rstrip().endswith("rulebook: stopped")
        assert process.wait(PATIENCE) == 130


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_as_the_guide_tells(shell: str) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "setup.md").read_text(encoding="utf-8")
    (told,) = re.findall(rf"^.*_RULEBOOK_COMPLETE={shell}_source rulebook.*$", guide, re.MULTILINE)
    assert told
    program = "from rulebook.__main__ import main; import sys; sys.argv[0] = 'rulebook'; main()"
    env = {**os.environ, "_RULEBOOK_COMPLETE": f"{shell}_source"}
    done = subprocess.run((sys.executable, "-c", program), env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, "_RULEBOOK_COMPLETE" in done.stdout) == (0, True), done.stderr
    words = {"COMP_WORDS": "rulebook ch", "COMP_CWORD": "ch" if shell == "fish" else "1"}
    env = {**os.environ, "_RULEBOOK_COMPLETE": f"{shell}_complete", **words}
    done = subprocess.run((sys.executable, "-c", program), env=env, capture_output=True, text=True, check=False)
    assert "check" in done.stdout

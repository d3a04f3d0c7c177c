"""A small book of Cavea in a folder of its own, and MkDocs run on it as a writer would."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from jinja2 import Environment
from mkdocs.__main__ import cli
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.theme import Theme

from rulebook_mkdocs.templates import Templates
from tests.patience import PATIENCE
from tests.small_book import CONFIG, HEALTH

Book = Callable[..., Path]


TEMPLATES = Templates()
"""To compile a theme's takes half of the time in which a small book is built."""
usual = Theme.get_env


def get_env(self: Theme) -> Environment:
    env = usual(self)
    env.bytecode_cache = TEMPLATES
    return env


Theme.get_env = get_env  # type: ignore[method-assign]


def write_book(folder: Path, pages: dict[str, str], config: str) -> Path:
    """Write a book into a folder; returns its mkdocs.yml."""
    for name, text in {"index.md": "# Home\n", "cavea/health.md": HEALTH, **pages}.items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    path = folder / "mkdocs.yml"
    path.write_text(config, encoding="utf-8")
    return path


@cache
def warm() -> None:
    """Build a small book here: what is imported and compiled for it is there for all that are forked."""
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        build(load_config(str(write_book(Path(folder), {}, CONFIG))))


def run_mkdocs(config: Path, *arguments: str, draws: bool = False) -> subprocess.CompletedProcess[str]:
    """Run `mkdocs` beside a configuration; its answer has the exit code and both outputs in `stdout`.

    The process is forked, for it would take longer to import everything again than to build a small book; not where
    it draws PDFs, for the threads that have done so here are not in it, and it would wait for them.
    """
    start = "spawn" if draws else "fork"
    if not draws:
        warm()
    # Beside the configuration, it would be a change that the run may see.
    with TemporaryDirectory() as elsewhere:
        log = Path(elsewhere, "said")
        process = multiprocessing.get_context(start).Process(target=_mkdocs, args=(config.parent, log, arguments))
        process.start()
        process.join(PATIENCE)
        process.kill()
        said = log.read_text(encoding="utf-8")
    assert process.exitcode is not None, said
    return subprocess.CompletedProcess(arguments, process.exitcode, said)


def _mkdocs(folder: Path, log: Path, arguments: tuple[str, ...]) -> None:
    os.chdir(folder)
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    warnings.simplefilter("ignore")
    with log.open("w", encoding="utf-8", buffering=1) as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
        sys.stdout = sys.stderr = said
        cli(arguments, prog_name="mkdocs")


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Write the book, with other pages or another configuration where given; returns its mkdocs.yml."""

    def write(pages: dict[str, str] | None = None, *, config: str = CONFIG) -> Path:
        return write_book(tmp_path, pages or {}, config)

    return write


@pytest.fixture
def mkdocs() -> Callable[..., subprocess.CompletedProcess[str]]:
    return run_mkdocs

"""A small book of Cavea in a folder of its own, and MkDocs run on it as a writer would."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from mkdocs.__main__ import cli

from tests.small_book import CONFIG, HEALTH

Book = Callable[..., Path]


def write_book(folder: Path, pages: dict[str, str], config: str) -> Path:
    """Write a book into a folder; returns its mkdocs.yml."""
    for name, text in {"index.md": "# Home\n", "cavea/health.md": HEALTH, **pages}.items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    path = folder / "mkdocs.yml"
    path.write_text(config, encoding="utf-8")
    return path


def run_mkdocs(config: Path, *arguments: str, draws: bool = False) -> subprocess.CompletedProcess[str]:
    """Run `mkdocs` beside a configuration; its answer has the exit code and both outputs in `stdout`.

    The process is forked, for it would take longer to import everything again than to build a small book; not where
    it draws PDFs, for the threads that have done so here are not in it, and it would wait for them.
    """
    log = config.parent / "mkdocs.log"
    start = "spawn" if draws else "fork"
    process = multiprocessing.get_context(start).Process(target=_mkdocs, args=(log, arguments))
    process.start()
    process.join(120)
    process.kill()
    said = log.read_text(encoding="utf-8")
    log.unlink()
    assert process.exitcode is not None, said
    return subprocess.CompletedProcess(arguments, process.exitcode, said)


def _mkdocs(log: Path, arguments: tuple[str, ...]) -> None:
    os.chdir(log.parent)
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

"""A small book of Cavea in a folder of its own, and MkDocs run on it as a writer would."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.small_book import CONFIG, HEALTH

Book = Callable[..., Path]


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Write the book, with other pages or another configuration where given; returns its mkdocs.yml."""

    def write(pages: dict[str, str] | None = None, *, config: str = CONFIG) -> Path:
        for name, text in {"index.md": "# Home\n", "cavea/health.md": HEALTH, **(pages or {})}.items():
            path = tmp_path / "docs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        path = tmp_path / "mkdocs.yml"
        path.write_text(config, encoding="utf-8")
        return path

    return write


@pytest.fixture
def mkdocs() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run `mkdocs` beside a configuration; its answer has the exit code and both outputs in `stdout`."""

    def run(config: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-W", "ignore", "-m", "mkdocs", *arguments],
            cwd=config.parent,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )

    return run

"""A small book of Cavea in a folder of its own, and MkDocs run on it as a writer would."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

CONFIG = """\
site_name: A small book
theme: {name: material, font: false}
plugins:
  - search
  - rulebook:
      books:
        cavea: {system: cavea, dialect: markdown}
markdown_extensions: [attr_list, md_in_html, tables, toc: {permalink: true}]
"""

HEALTH = """\
# Health {#health}

Each die of the six attributes is worth Health Points.

<table id="worth">
<caption>Level Pool Die to Health Points Table</caption>
<tr><th>Die</th><th>Health Points</th></tr>
<tr><td>d20</td><td>1</td></tr>
<tr><td>d12</td><td>3</td></tr>
<tr><td>d10</td><td>4</td></tr>
<tr><td>d8</td><td>6</td></tr>
<tr><td>d6</td><td>9</td></tr>
<tr><td>d4</td><td>12</td></tr>
</table>

The hero sneaks with <code class="lp">2:d4/1:d20/+1</code>, which is two *d4*s, one *d20* and a results
modifier of *+1*. Later it is `3:d8`, or the [same pool](#health) as `1:d8/2:d8`.
"""

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

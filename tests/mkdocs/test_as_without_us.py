"""A page of Markdown is what MkDocs makes of it without us, but for what is ours."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

Book = Callable[..., Path]

CONFIG = """site_name: Others
theme: {name: mkdocs}
markdown_extensions: [{pymdownx.arithmatex: {generic: true}}]
plugins: [search%s]
"""
PAGES = {
    "titles.md": "# First\n\n## Below\n\nText.\n\n# Second\n\n## Below it\n\nText.\n",
    "formulas.md": (
        "# Roll\n\nRoll $d20$, \\(d6\\) or d8.\n\n$$2d10$$\n\n\\[ 3d6 \\]\n\n"
        "\\begin{align} 4d6 \\end{align}\n\n| a | b |\n|---|---|\n| $1d4$ | 5d4 |\n"
    ),
}
OURS = re.compile(r"<rulebook-dice><button\b[^>]*>|</button></rulebook-dice>")
ELSEWHERE = re.compile(
    r"<head>.*?</head>|<section class=\"rulebook\".*?</section>|<script\b.*?</script>|<!--.*?-->", re.S
)


def built(config: Path, folder: Path) -> dict[str, str]:
    site = load_config(str(config), site_dir=str(folder))
    build(site)
    return {name: (folder / name[:-3] / "index.html").read_text(encoding="utf-8") for name in PAGES}


@pytest.fixture
def pages(book: Book, tmp_path: Path) -> tuple[dict[str, str], dict[str, str]]:
    without = built(book(PAGES, config=CONFIG % ""), tmp_path / "without")
    return without, built(book(PAGES, config=CONFIG % ", rulebook"), tmp_path / "with")


def test_all_else_of_a_page_stays(pages: tuple[dict[str, str], dict[str, str]]) -> None:
    for without, ours in zip(*(side.values() for side in pages), strict=True):
        left = OURS.sub("", ELSEWHERE.sub("", ours))
        assert "".join(left.split()) == "".join(ELSEWHERE.sub("", without).split())


def test_only_dice_outside_of_formulas_roll(pages: tuple[dict[str, str], dict[str, str]]) -> None:
    assert re.findall(r"<button[^>]*>([^<]*)</button></rulebook-dice>", pages[1]["formulas.md"]) == ["d8", "5d4"]

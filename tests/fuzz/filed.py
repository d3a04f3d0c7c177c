"""Games as data and front matter, changed: what is no page by itself, and read from files as a command reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from rulebook.loading.reading import read_paths
from rulebook_core.imports.modules import RULES_ENDINGS, RULES_FILE
from rulebook_rules.book import Book
from rulebook_rules.systems import _of_file, load_system
from rulesmod.system import System

ROOT = Path(__file__).parent.parent.parent
RULES, FRONT_MATTER = "rules.yml", "front matter"
"""What stands in the place of a dialect."""

PAGE = """\
# Lanterns

Body 3 and Will 2 make a Grit of 8. A Body of 4 rolls `4d6`; each 5 or more is a success.
A hard task takes 2 successes, and Grit is twice the Body and the Will.
With a Nerve of 2 and a Reach of 3 the Flame is 7. `3d6` is worth 12, 4 gets +2, and 1 in 6 is 17 %.

| Step | Cost | Task | Successes |
| ---- | ---- | ---- | --------- |
| 1    | 1    | Easy | 1         |
| 2    | 3    | Hard | 2         |
"""
"""What is read by a changed game: it has names of those that are changed."""

_FENCE = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
_META = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_KEYS = (
    "---\nsystem: cavea\ntitle: One\n---\n# One\n\nRoll `1:d6`.\n",
    "---\nsystem: ./rules.yml\naliases: [One, Two]\ntags:\n  - dice\n---\n# One\n",
    "---\ntitle: |\n  One\ndate: 2024-01-02\nsearch: {exclude: yes}\nsystem: &a !!str drama\nalias: *a\n---\n# One\n",
)


@cache
def games() -> Sequence[str]:
    """The games as data that our guide and our beginnings show; of parts of one, as one."""
    shown = (ROOT / "docs/guide/own-game.md").read_text(encoding="utf-8")
    begun = (ROOT / "plugins/rulebook/scaffold/files/rules.yml").read_text(encoding="utf-8")
    fences = [text if "game:" in text else f"game: Lanterns\n{text}" for text in _FENCE.findall(shown)]
    return (begun.replace("%yaml-title%", "Lanterns"), *fences)


@cache
def beginnings() -> Sequence[str]:
    """Pages with front matter, each with the beginning of its text."""
    pages = sorted((ROOT / "docs").glob("*/*.md"))
    texts = [path.read_text(encoding="utf-8") for path in pages]
    return (*_KEYS, *(text[: found.end() + 60] for text in texts if (found := _META.match(text))))


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="rulebook-fuzz-")


def read_filed(kind: str, text: str) -> Book:
    """A page with that front matter, or one beside that `rules.yml`, as a command reads it."""
    folder = Path(_folder().name, kind.partition(" ")[0])
    folder.mkdir(exist_ok=True)
    page = folder / "page.md"
    page.write_text(text if kind == FRONT_MATTER else PAGE, encoding="utf-8", newline="")
    if kind == RULES:
        (folder / RULES_FILE).write_text(text, encoding="utf-8", newline="")
    return read_paths([page], find_system=find_system)


@cache
def _shown() -> System:
    path = Path(_folder().name, "shown", RULES_FILE)
    path.parent.mkdir()
    path.write_text(games()[1], encoding="utf-8")
    return load_system(str(path))


def game_of(name: str) -> System:
    """The game of a name, or for `RULES` the one that our guide makes of data."""
    return _shown() if name == RULES else load_system(name)


def find_system(name: str) -> System:
    """The game of a name, which may be a file."""
    if name.endswith(RULES_ENDINGS):
        _of_file.cache_clear()  # Each game is another one, and there are many.
    return load_system(name)

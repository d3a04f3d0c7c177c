"""A site with a book in each look, all with the same page: to judge them, and for the pictures of the guide."""

from __future__ import annotations

from pathlib import Path

from rulebook_rules.settings.looks import LOOKS
from tests.site.sites import build

CONFIG = """\
site_name: Looks
use_directory_urls: false
theme:
  name: material
  font: false
  features: [navigation.tabs]
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
      toggle: {icon: material/weather-night, name: Switch to dark}
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      toggle: {icon: material/weather-sunny, name: Switch to light}
markdown_extensions: [admonition, attr_list, md_in_html, pymdownx.details, tables]
plugins:
  - search
  - rulebook:
      volumes: true
      books:
"""
BOOK = "        {name}: {{system: plain, line: Three friends and a lantern., look: {look}}}\n"
OWN = '{base: ink, paper: "#ffee88", ink: "#998833", accent: "#ffff00", face: mono, tables: bands, drop_caps: false}'
"""Colours that nobody can read, from which readable ones are made."""
START = "# The Lantern {#lantern}\n\nA game of three evenings. Read [what you roll](rolls.md).\n"
PAGE = """\
# What you roll {#rolls}

Every evening begins in the same inn. When you try something, roll `2d6` and add what you are good at; 10 or more is a
success, and [the start page](index.md) says what is won.

## The lantern {#flame}

| Roll | The flame |
| --- | --- |
| 2-4 | goes out |
| 5-9 | flickers |
| 10-12 | burns |

!!! note "Read this aloud"
    The door is ajar. Somebody has blown out the candles, and the smoke still hangs in the air.

> Nobody goes into the cellar alone.

<div class="stat-card" markdown>

### Cellar rat {#rat}

**Grit** 3, **bite** `1d4`. It flees from light.

</div>

A rule in code: `flame: 10+`. A term is *lit* while the lantern burns.
"""


def make_site(folder: Path) -> None:
    (folder / "docs").mkdir(parents=True)
    (folder / "docs/index.md").write_text('# Looks\n\n<div class="rulebook-shelf"></div>\n', encoding="utf-8")
    books = {**dict(zip(LOOKS, LOOKS, strict=True)), "own": OWN}
    for name in books:
        (folder / "docs" / name).mkdir()
        (folder / "docs" / name / "index.md").write_text(START, encoding="utf-8")
        (folder / "docs" / name / "rolls.md").write_text(PAGE, encoding="utf-8")
    listed = "".join(BOOK.format(name=name, look=look) for name, look in books.items())
    (folder / "mkdocs.yml").write_text(CONFIG + listed, encoding="utf-8")
    build(folder / "mkdocs.yml", folder / "site")

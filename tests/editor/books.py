"""A small book in each dialect: with a fault for the checker, and one that its remedy mends."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

SETTINGS = """\
site_name: A small book
plugins:
  - rulebook:
      books:
        .: {{system: {system}, dialect: {dialect}}}
"""


class Small(NamedTuple):
    """A page of a book, right as it stands.

    Attributes:
        system, dialect, name: its game, its dialect, and the name of its file.
        text: the page.
        right, wrong: words of it, and what a slip makes of them.
        rule: what is found then.
    """

    system: str
    dialect: str
    name: str
    text: str
    right: str
    wrong: str
    rule: str

    def write(self, folder: Path) -> Path:
        """Write the book into a folder; the path of the page."""
        (folder / "mkdocs.yml").write_text(SETTINGS.format(system=self.system, dialect=self.dialect))
        (folder / "docs").mkdir()
        page = folder / "docs" / self.name
        page.write_text(self.text, encoding="utf-8")
        return page


SUM = "Two and two: 2 + 2 = 4."
BOOKS = (
    Small("plain", "markdown", "page.md", f"# Sums\n\n{SUM}\n", "= 4", "= 5", "wrong-sum"),
    Small("plain", "obsidian", "page.md", f"# Sums\n\n> [!note] A note\n> {SUM}\n", "= 4", "= 5", "wrong-sum"),
    Small("plain", "pandoc", "page.md", f"% Sums\n\n# Adding\n\n{SUM}\n", "= 4", "= 5", "wrong-sum"),
    Small("plain", "asciidoc", "page.adoc", f"= Sums\n\n== Adding\n\n{SUM}\n", "= 4", "= 5", "wrong-sum"),
    Small("plain", "prose", "page.txt", f"Sums\n\nAdding\n\n{SUM}\n", "= 4", "= 5", "wrong-sum"),
)

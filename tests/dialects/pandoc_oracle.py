"""What Pandoc makes of a text, and what comes of our translation of it: words, headings, tables, to be compared."""

import re
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pypandoc

from rulebook_core.source import Source
from rulebook_syntax.dialects import page, read

EXTENSIONS = [
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
    "toc",
    "pymdownx.details",
    "pymdownx.superfences",
]
CASES = {
    name: text
    for part in (Path(__file__).with_name("pandoc_cases.txt")).read_text(encoding="utf-8").split("%%% ")[1:]
    for name, _, text in [part.partition("\n")]
}
"""Small texts in Pandoc's Markdown by name, each about one thing."""
CASES["line ends"] = '# A\r\n\r\ntext -- "q"\r\n\r\n- a\r\n- b\r\n'
CASES["tabs"] = "-\ta\n\n\tpara\n\n1.\tb\n\n\tcode?\n"

BREAKING = {"p", "li", "td", "th", "div", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd", "br", "table", "pre", "tr"}


@dataclass
class Shown:
    """What a page shows."""

    words: list[str] = field(default_factory=list)
    headings: list[tuple[str, str | None]] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)
    footnotes: int = 0


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.shown = Shown()
        self._text: list[str] = []
        self._cell: list[str] | None = None
        self._in_footnote_link = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if re.fullmatch("h[1-6]", tag):
            self.shown.headings.append((tag, values.get("id")))
        if tag == "table":
            self.shown.tables.append([])
        elif tag == "tr":
            self.shown.tables[-1].append([])
        elif tag in ("td", "th"):
            self._cell = []
        if tag in BREAKING:
            self._text.append(" ")
        if tag == "a" and "footnote" in (values.get("class") or ""):
            self._in_footnote_link = True
            self.shown.footnotes += "back" not in (values.get("class") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in BREAKING:
            self._text.append(" ")
        if tag in ("td", "th") and self._cell is not None:
            self.shown.tables[-1][-1].append(" ".join("".join(self._cell).split()))
            self._cell = None
        if tag == "a":
            self._in_footnote_link = False

    def handle_data(self, data: str) -> None:
        if self._in_footnote_link:
            return
        self._text.append(data)
        if self._cell is not None:
            self._cell.append(data)

    def result(self) -> Shown:
        self.shown.words = "".join(self._text).split()
        # A table without a header has an empty row for it here, and none there.
        self.shown.tables = [[row for row in table if any(row)] for table in self.shown.tables]
        return self.shown


def shown(html: str) -> Shown:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.result()


@cache
def by_pandoc(text: str) -> Shown:
    return shown(pypandoc.convert_text(text, "html", format="markdown", extra_args=["--wrap=preserve", "--quiet"]))


def our_page(text: str) -> str:
    """The page as Python-Markdown gets it."""
    return page(read(Source("page.md", text), "pandoc"), text, lambda words: None).text


def by_us(text: str) -> Shown:
    return shown(markdown.Markdown(extensions=EXTENSIONS).convert(our_page(text)))

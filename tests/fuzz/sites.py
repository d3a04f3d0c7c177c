"""Whole sites at random: settings, rules, pages with links to each other and parts that they take in, as one text.

A text has its files one below the other, so that changes meet all of them, and what lies between two of them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from rulebook.loading.reading import read_book
from rulebook_core.imports.modules import RULES_FILE, UnknownSystemError
from rulebook_rules.book import Book
from rulebook_rules.config import ConfigError, load_config
from tests.fuzz.filed import find_system

SITE = "site"
"""What stands in the place of a dialect."""
_FILE = re.compile(r"^==> (?P<name>.*) <==\n", re.MULTILINE)
_LONGEST_NAME = 200
_MAX_FILES = 8
_ENDINGS = {"asciidoc": ".adoc", "prose": ".txt"}
_GAMES = ("cavea", "drama", "dry-cereal", "sda", "masque", "plain", "none", "")
_EXTENSIONS = (
    "abbr", "admonition", "attr_list", "def_list", "extra", "fenced_code", "footnotes", "md_in_html", "nl2br",
    "pymdownx.betterem", "pymdownx.blocks.caption", "pymdownx.caret", "pymdownx.critic", "pymdownx.details",
    "pymdownx.emoji", "pymdownx.extra", "pymdownx.highlight", "pymdownx.inlinehilite", "pymdownx.keys",
    "pymdownx.magiclink", "pymdownx.mark", "pymdownx.smartsymbols", "pymdownx.superfences", "pymdownx.tasklist",
    "pymdownx.tabbed: {alternate_style: true}", "pymdownx.tilde", "sane_lists", "smarty", "tables",
    "toc: {baselevel: 2, separator: _}", "wikilinks",
)  # fmt: skip
_SNIPPETS = (
    "pymdownx.snippets: {base_path: [docs/game, docs, .]}", "pymdownx.snippets: {auto_append: [docs/part.md]}",
    "pymdownx.snippets: {base_path: docs/game, restrict_base_path: false, check_paths: true}", "pymdownx.snippets",
    "toc", "toc: {permalink: true}",
)  # fmt: skip
_PLUGINS = (
    "search", "macros", "include-markdown: {rewrite_relative_urls: false}", "include-markdown", "tags",
    "gen-files: {scripts: [make.py]}", "mkdocstrings", "awesome-pages", "exclude: {glob: [a*]}",
)  # fmt: skip
_OPTIONS = (
    "strict: true", "strict: false", "rolling: code", "rolling: text", "rolling: all", "dice_letters: k",
    "dice_letters: кд", "links: root", "links: docsify", "volumes: true", "pdf: true", "offline: true",
    "changes_since: HEAD", "split_level: {game/a.md: 2}", "findings: {todo-marker: error, table-gap: off}",
    "findings: {unread-text: error}",
)  # fmt: skip
_OF_A_BOOK = (
    "version: '1.2'", "author: A & B", "cover: x.png", "colour: '#8a1c3c'", "findings: {contradiction: off}",
)  # fmt: skip
_FAULTY = (
    "system: nobody", "system: rules.yml", "dialect: nothing", "system: [a]", "version: ''", "colour: blue", "a: b",
)  # fmt: skip
_FAULTY_SHARE = 0.1
_OF_A_SITE = (
    "exclude_docs: |\n  b*\n", "draft_docs: |\n  part*\n", "use_directory_urls: false\n", "hooks: [make.py]\n",
    "nav:\n  - One: game/a.md\n  - game/gone.md\n", "validation: {links: {absolute_links: relative_to_docs}}\n",
    "not_in_nav: |\n  b*\n", "theme: {name: mkdocs, custom_dir: over}\n",
)  # fmt: skip
_TAKING = (
    '--8<-- "part{}"\n', '--8<-- "docs/game/part{}:1:3"\n', "--8<--\npart{}\npart{}:2:\n--8<--\n",
    '{{% include-markdown "./part{}" start="a" end="e" %}}\n', '{{% include "game/part{}" %}}\n',
    "* {{% include './part{}' %}}\n", '    --8<-- "part{}"\n', '> --8<-- "a{}"\n', "![[part]]\n", "![[part#^a]]\n",
)  # fmt: skip
_TAKING_IN_ASCIIDOC = (
    "include::part{}[]\n", "include::part{}[lines=2..-1]\n", "include::part{}[tag=a]\n", "|===\n|a\ninclude::a{}[]\n",
    "include::part{}[leveloffset=+1]\n", "* a\n+\ninclude::b{}[]\n", "include::_attributes{}[tags=**;!a]\n",
)  # fmt: skip
_LINKS = (
    "[x](b{}#a)", "[x](../game/a{})", "[x][b]\n\n[b]: b{}\n", "[[b#A|x]]", "[[part^b]]", "xref:b{}#a[x]", "<<b{}#a>>",
    "link:a{}[x]", "![x](b{})", "[x](/game/b{}?a=b#c)", "see B", "[x](<a b{}>)", "[x](B{})",
)  # fmt: skip
_LINE_ENDS = ("\r\n", "\r", "\x85", "\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\n\r")
_HOOK = "def on_page_markdown(markdown, **rest):\n    return markdown + open('docs/game/b.md').read()\n"

Stretch = Callable[[Random], str]


def site(draw: Random, dialect: str, stretch: Stretch, rules: Sequence[str]) -> str:
    """A site whose pages have stretches of real texts in a dialect."""
    ending = _ENDINGS.get(dialect, ".md")
    files = {"mkdocs.yml": _settings(draw, dialect)}
    if draw.random() < 0.3:
        files[f"docs/game/{RULES_FILE}"] = draw.choice(rules)
    if draw.random() < 0.2:
        files["make.py"] = _HOOK
    names = [f"docs/game/{name}{ending}" for name in ("a", "b", "part")]
    for name in (*names, "docs/part.md")[: draw.choice((1, 2, 3, 3, 4))]:
        files[name] = _page(draw, ending, stretch)
    return "".join(f"==> {name} <==\n{text}\n" for name, text in files.items())


def _settings(draw: Random, dialect: str) -> str:
    def some(given: Sequence[str], most: int) -> list[str]:
        return draw.sample(given, draw.randint(0, most))

    def listed(names: Sequence[str]) -> str:
        return "".join(f"  - {name}\n" for name in names)

    book = [f"dialect: {dialect}"] if draw.random() < 0.7 else []
    if game := draw.choice(_GAMES):
        book.append(f"system: {game}")
    book += some(_OF_A_BOOK, 1) if draw.random() > _FAULTY_SHARE else some(_FAULTY, 2)
    lines = [f"        {line}\n" for line in book]
    folder = draw.choice(("game", "game", "game", "''"))
    ours = f"  - rulebook:\n      books:\n       {folder}:\n{''.join(lines)}" + "".join(
        f"      {option}\n" for option in some(_OPTIONS, 3)
    )
    return (
        f"site_name: X\nplugins:\n{listed(some(_PLUGINS, 2))}{ours}"
        f"markdown_extensions:\n{listed([*some(_EXTENSIONS, 8), draw.choice(_SNIPPETS)])}{''.join(some(_OF_A_SITE, 1))}"
    )


def _page(draw: Random, ending: str, stretch: Stretch) -> str:
    taking = _TAKING_IN_ASCIIDOC if ending == _ENDINGS["asciidoc"] else _TAKING
    parts = [stretch(draw) for _ in range(draw.randint(1, 2))]
    for one in (*draw.sample(taking, draw.randint(0, 2)), *draw.sample(_LINKS, draw.randint(0, 2))):
        parts.insert(draw.randint(0, len(parts)), draw.choice(("", "\n", "\n\n", " ")) + one.format(ending, ending))
    text = "".join(parts)
    if draw.random() < 0.2:
        text = text.replace("\n", draw.choice(_LINE_ENDS))
    return draw.choice(("", "", "", "", "\ufeff", "\n", "---\nsystem: cavea\n---\n", "---\ntitle: A\n...\n")) + text


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="rulebook-fuzz-site-")


def read_site(text: str) -> Book:
    """A site as a command reads it; one without a page where its settings cannot be followed."""
    home = Path(_folder().name, "site")
    shutil.rmtree(home, ignore_errors=True)
    (home / "docs").mkdir(parents=True)
    for name, content in _files(text):
        path = home / name
        with suppress(OSError):  # A page may lie where a folder does.
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8", newline="")
    try:
        return read_book(load_config(home / "mkdocs.yml"), find_system=find_system)
    except (ConfigError, UnknownSystemError):
        return Book(())


def _files(text: str) -> Iterator[tuple[str, str]]:
    found = list(_FILE.finditer(text))[:_MAX_FILES]
    for match, following in pairwise((*found, None)):
        assert match is not None
        name = match["name"]
        is_ours = "\0" not in name and ".." not in name and not name.startswith("/") and len(name) <= _LONGEST_NAME
        if is_ours and name.isprintable() and (name.startswith("docs/") or name in ("mkdocs.yml", "make.py")):
            yield name, text[match.end() : following.start() if following else len(text)]

"""The options of the plugin `rulebook` in mkdocs.yml: one table, from which they are read, checked and documented.

A line adds an option: its name and type, its kind, and what it is for, in words of the guide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from rulebook_core.findings import Place, Severity
from rulebook_rules.settings.kinds import Choice, Colour, DialectName, Flag, Kind, Letters, Number, Options, Paths, Text
from rulebook_rules.settings.looks import LookKind, LookOptions
from rulebook_rules.settings.severities import Severities
from rulesmod.records import record


def _option(kind: Kind, about: str, *, default: Any = None) -> Any:
    return field(default_factory=lambda: default, metadata={"kind": kind, "about": about})


def _places() -> Any:
    return field(default_factory=dict, compare=False)


_SYSTEM = "the game whose rules they state: a name such as `cavea`, or the dotted name of a module with a `SYSTEM`"
_DIALECT = "how they are written, where neither their ending nor their text says it"
_VERSION = "what readers cite the book as; without it, a fingerprint of its sources"
_BOOKS = "the folders within `docs_dir` that hold a rulebook each; all other pages get their references checked"
_FINDINGS = "rules of findings that are turned off, or are as bad as it says here"
_OWN_FINDINGS = "the same for this folder: of a rule that both name, this counts"
_STRICT = (
    "whether errors stop `mkdocs build`; if it is not said, they do where `books` names a game (other than `plain`). "
    "`--strict` always stops"
)
_CHANGES = "a page `changes.md` then tells what has changed since, by its consequences"
_VOLUMES = "whether each book can be taken along: as an EPUB, and as one page to print"
_PDF = "whether each volume is also a PDF, set in two columns for paper; needs `mkdocs-rulebook[pdf]`"
_AUTHOR = "who made the game or the book, as the cover of its PDF names them; without it, `site_author`"
_COVER = "the picture of its start page, its PDF and its card: the address from the root of the site"
_LINE = "its one line: on its start page, on the shelf of all books, and on its cover"
_COLOUR = "the colour of headings in its PDF and of its card, such as `#8a1c3c`"
_PAPER = "how its PDF is laid out: a mapping of the options below"
_SIZE = "the size of a page"
_COLUMNS = "columns of text; without it, two on `a4` and `letter`, else one"
_BLEED = "millimetres around the page that are cut off, for a cover that is printed to its edge"
_MARKS = "whether marks outside of the page show where to cut"
_FACING = "whether left and right pages differ, as in a bound book: a wider inner margin, page numbers outside"
_CHAPTERS = "whether each page is also a PDF of its own"
_LOOK = "its colours, faces and frames on the site, in print and in its PDF: see [looks](looks.md)"
_SPLIT = "long sources that become several pages: the level of the headings that begin one"
_START = "how many chapters of a source in `split_level` stay on its first page"
CODE_DICE, TEXT_DICE, ALL_DICE = ROLLING = ("code", "text", "all")
"""How far dice roll: in code and random tables, in the text of pages without a game as well, or wherever they are."""
_ROLLING = (
    "which dice are buttons: `code` for those in code and in random tables, `text` (the default) on pages of "
    "ordinary dice also those that a sentence, a list or a cell rolls (`takes 2d6 damage`), `all` for all plain dice "
    "of any page, those included that are only spoken of"
)
_DICE_LETTERS = (
    "what begins dice besides `d`, `w` and `к`, wherever it stands: `k` for `k20` and `8k6`, which are else dice only "
    "where the whole text writes them so"
)
ROOT_LINKS, DOCSIFY_LINKS = LINKS = ("root", "docsify")
"""Whose links are looked up as their host serves them."""
_LINKS = (
    "links that only a host can follow, which are otherwise ignored: `root` looks up those that begin with a slash "
    "from the root of the site, `docsify` also docsify's (`combat?id=rest`)"
)
_OFFLINE = "whether readers can search the site in a folder, and keep each book of it that they have opened once"


PAPERS = ("a4", "a5", "letter", "6x9")


@record
class PaperOptions:
    """How the PDF of a book is laid out."""

    size: str = _option(Choice(lambda: PAPERS), _SIZE, default=PAPERS[0])
    columns: int | None = _option(Number(1, 2), _COLUMNS)
    bleed: int = _option(Number(0, 20), _BLEED, default=0)
    marks: bool = _option(Flag(), _MARKS, default=False)
    facing: bool = _option(Flag(), _FACING, default=False)
    chapters: bool = _option(Flag(), _CHAPTERS, default=False)
    places: Mapping[str, Place] = _places()


PAPER = Options("`paper`", PaperOptions)


@record
class BookOptions:
    """How the sources in a folder are read."""

    system: str | None = _option(Text("the name of a game"), _SYSTEM)
    dialect: str | None = _option(DialectName(), _DIALECT)
    version: str | None = _option(Text(), _VERSION)
    author: str | None = _option(Text(), _AUTHOR)
    line: str | None = _option(Text(), _LINE)
    cover: str | None = _option(Text(), _COVER)
    colour: str | None = _option(Colour(), _COLOUR)
    paper: PaperOptions = _option(PAPER, _PAPER, default=PaperOptions())
    look: LookOptions | None = _option(LookKind(), _LOOK)
    findings: Mapping[str, Severity | None] = _option(Severities(), _OWN_FINDINGS, default={})
    places: Mapping[str, Place] = _places()


BOOK = Options("a book", BookOptions)


@record
class PluginOptions:
    """The options of the plugin."""

    books: Mapping[str, BookOptions | None] = _option(Paths(BOOK, folders=True), _BOOKS, default={})
    findings: Mapping[str, Severity | None] = _option(Severities(), _FINDINGS, default={})
    strict: bool | None = _option(Flag(), _STRICT)
    changes_since: str | None = _option(Text("a revision of git"), _CHANGES)
    volumes: bool = _option(Flag(), _VOLUMES, default=False)
    pdf: bool = _option(Flag(), _PDF, default=False)
    split_level: Mapping[str, int | None] = _option(Paths(Number(1, 6)), _SPLIT, default={})
    start_chapters: Mapping[str, int | None] = _option(Paths(Number(0, 20)), _START, default={})
    rolling: str | None = _option(Choice(lambda: ROLLING), _ROLLING)
    dice_letters: str | None = _option(Letters("dwкkztд"), _DICE_LETTERS)
    links: str | None = _option(Choice(lambda: LINKS), _LINKS)
    offline: bool = _option(Flag(), _OFFLINE, default=False)
    places: Mapping[str, Place] = _places()


PLUGIN = Options("the rulebook plugin", PluginOptions, ignored=("enabled",))
"""MkDocs itself reads `enabled`, of every plugin."""

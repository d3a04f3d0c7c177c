"""Assets of pages, which esbuild bundles from `assets`. They are a script, a style sheet, and the scripts that are
loaded to roll and to work a sheet out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rulebook_core.late import late
from rulebook_core.system.bundled import read_bundled
from rulebook_markdown.words import script_words

if TYPE_CHECKING:
    from rulebook_proof.analysis import Report
    from rulebook_rules.book import Book

games_script: Callable[[str, Book, Report], str] = late("rulebook_render.presentation.games", "games_script")

BUNDLE = Path(__file__).parent / "bundle"
ASSETS = "assets/rulebook"
"""Where a site has them."""


class BundleFile(NamedTuple):
    """A file to serve: its name carries a hash of its content, so that no browser keeps an old one."""

    name: str
    content: bytes


LATE = {
    "rulebookDice": "dice.js",
    "rulebookSheets": "sheets.js",
    "rulebookDrawer": "drawer.js",
    "rulebookHistory": "history.js",
    "rulebookCards": "cards.js",
    "rulebookLists": "lists.js",
    "rulebookSwitches": "switches.js",
    "rulebookCatalogue": "catalogue.js",
    "rulebookEncounter": "encounter.js",
    "rulebookCite": "cite.js",
}
"""Scripts that load later, by the global variable in which each leaves what it brings."""
GAMES = "rulebookGames"
PLAIN_DICE = "rulebookPlain"
"""Of a site without a game, which has no dice tray."""
_GAME_FILES = {GAMES: "games.js", PLAIN_DICE: "plain.js"}
NAMES = ("rulebook.js", "rulebook.css", *LATE.values(), "start.css")
"""Of the bundle: the script and the style of every page, then what loads later, and the style of pages with covers."""


def bundle_files() -> tuple[BundleFile, ...]:
    """Return the script, the style sheet, and the scripts that load later. The first script is classic, to be deferred.
    Pages load `dice.js` when they are to roll, `sheets.js` where they have a sheet, `drawer.js` and `switches.js` when
    the dice tray opens, `history.js` when a reader asks for all rolls, `cards.js` where they have a catalogue, or a
    reader points at a link to an entry, `lists.js` and `catalogue.js` when a reader points at the list of a bestiary,
    `encounter.js` when a reader adds an entry to an encounter, and `cite.js` when one follows a permanent link. Pages
    with covers link to `start.css`.

    Raises:
        MissingPartError: see `read_bundled`.
    """
    return tuple(hashed(name, read_bundle(name)) for name in NAMES)


def site_files(
    bundle: Sequence[BundleFile], book: Book, report: Report, language: str = "en"
) -> tuple[BundleFile, ...]:
    """Return what the pages of a site load: its script and style, and what the script loads when it needs that.

    Args:
        bundle: see `bundle_files`.
        book, report: the site and what was found in it.
        language: the site's, in which the script speaks.
    """
    script, style, *others, start = bundle
    late = dict(zip(LATE, others, strict=True))
    variable = GAMES if book.systems else PLAIN_DICE
    late[variable] = hashed(_GAME_FILES[variable], games_script(variable, book, report).encode())
    # As their names change with their content, so does the script, and no page is left with games of another day.
    return (_with_late(script, late, language), style, *late.values(), start)


def _with_late(script: BundleFile, files: Mapping[str, BundleFile], language: str) -> BundleFile:
    """Return a site's script with its late files' names and its language's words."""
    names = json.dumps({variable: file.name for variable, file in files.items()})
    words = json.dumps(script_words(language), ensure_ascii=False, separators=(",", ":"))
    # Without a prototype, no text of a game finds anything there but words.
    given = f"var rulebookFiles={names},rulebookWords={{__proto__:null,{words[1:]};\n"
    return hashed("rulebook.js", given.encode() + script.content)


def read_bundle(name: str) -> bytes:
    """A file of the bundle.

    Raises:
        MissingPartError: see `read_bundled`.
    """
    return read_bundled(BUNDLE / name)


def hashed(name: str, content: bytes) -> BundleFile:
    """A file under a name that changes with its content."""
    stem, _, ending = name.rpartition(".")
    return BundleFile(f"{stem}.{hashlib.sha256(content).hexdigest()[:10]}.{ending}", content)

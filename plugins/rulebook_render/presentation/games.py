"""The games of a site as data for the page's script: one file, loaded when somebody asks for the dice tray."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache, lru_cache

from rulebook_proof.analysis import Report
from rulebook_rules.book import Book
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.system import System

MAX_EXAMPLE_LENGTH = 16
"""Characters: longer expressions teach a newcomer less than they ask."""
MAX_EXAMPLE_PARTS = 3
"""More parts than this tell nothing new about a notation."""


def games_script(variable: str, book: Book, report: Report) -> str:
    """Return a script that sets a global variable to the games of a site.

    It has every game of the book and plain dice by name, each with its `title`, an `example` of its notation, and the
    `language` that the page interprets.
    """
    # Plain dice are at every table: they come last, as no page is of them where it is of a game.
    systems = {system.name: system for system in (*book.systems, PLAIN)}
    games = (f"{json.dumps(name)}:{_game(system, example(system, report))}" for name, system in systems.items())
    return f"{variable}={{{','.join(games)}}}\n"


@cache
def _game(system: System, shown: str) -> str:
    """Return a game as JSON, which is long to write."""
    game = {"title": system.title, "example": shown, "language": system.notation.language.to_json()}
    return json.dumps(game, separators=(",", ":"))


def example(system: System, report: Report) -> str:
    """The expression of the book that shows most of its notation in little space; "" where the book prints none."""
    printed = Counter(
        expression.system.notation.format(expression.value)
        for analysis in report.analyses.values()
        for expression in analysis.expressions
        if expression.system.name == system.name
    )
    short = {text: count for text, count in printed.items() if len(text) <= MAX_EXAMPLE_LENGTH}
    return max(short, key=lambda text: (*_shows(system, text), short[text], -len(text), text), default="")


@lru_cache(maxsize=1024)  # A served site is built again and again.
def _shows(system: System, text: str) -> tuple[int, int]:
    """Return how many parts an expression has, up to a few, and of how many kinds they are."""
    language = system.notation.language
    terms, constants = language.parse(text)[:2]
    kinds = {term.kind for term in terms}
    written = [name for name, value in constants.items() if value != language.constants[name]]
    return min(len(terms) + len(written), MAX_EXAMPLE_PARTS), len(kinds) + len(written)

"""The game of a book as data: what its rules module states and what its pages print, for other programs.

Published as `rules.json` beside each book; the schema is `rulebook/schemas/rules.schema.json`.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from rulebook.reports.json import statement
from rulebook_core.findings import Place
from rulebook_proof.analysis import Report
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.model import Expression, Verdict
from rulebook_rules.claims.structures.randomtables import random_tables
from rulebook_rules.naming.lexicon import Lexicons
from rulesmod.dice import InvalidProgramError, PoolTooLargeError, distribution, fraction_text
from rulesmod.system import System

VERSION = 1
"""Grows when a field changes its meaning or goes; new ones may come at any time."""

Link = Callable[[Place], str | None]
"""The address of a place of the book, from the file."""


def game_data(book: Book, report: Report, system: System, lexicons: Lexicons, link: Link, *, book_version: str) -> str:
    """All that is known of one game of a book, as JSON.

    Args:
        book: all pages.
        report: what was found in them.
        system: the game.
        lexicons: the terms of all games.
        link: where the reader of a page finds a place of it.
        book_version: which state of the book it is, as its pages are cited.
    """
    pages = [page for page in book.pages if page.system is system]
    data = {
        "version": VERSION,
        "made_by": f"mkdocs-rulebook {_own_version()}",
        "system": system.name,
        "title": system.title,
        "book_version": book_version,
        "pages": [
            {"source": page.uri, "title": page.title, "url": link(Place(page.document.source, page.document.body))}
            for page in pages
        ],
        "notation": {
            "name": system.notation.name,
            "symbols": list(system.notation.symbols),
            "language": system.notation.language.to_json(),
        },
        "tables": [
            {
                "name": table.name,
                "title": table.title,
                "columns": table.columns,
                "rows": [[str(cell) if isinstance(cell, Fraction) else cell for cell in row] for row in table.rows],
            }
            for table in system.tables
        ],
        "values": [
            {
                "name": one.name,
                "unit": one.unit,
                "from": one.low,
                "to": one.high,
                "follows_from": list(one.needs) if one.rule is not None else None,
            }
            for one in system.quantities
        ],
        "bands": [
            {
                "name": bands.name,
                "title": bands.title,
                "rows": [{"from": band.low, "to": band.high, "gives": band.gives} for band in bands.rows],
            }
            for bands in system.bands
        ],
        "vocabularies": [{"name": words.name, "entries": dict(words.entries)} for words in system.vocabularies],
        "rules": [{"name": rule.__name__, "says": inspect.getdoc(rule) or ""} for rule in system.rules],
        "rulings": [
            {"name": ruling.name, "section": ruling.section, "reading": ruling.reading, "reason": ruling.reason}
            for ruling in system.rulings
        ],
        "terms": list(_terms(lexicons, pages, link)),
        "entries": list(_entries(pages, link)),
        "parts": list(_parts(pages, link)),
        "random_tables": list(_random_tables(pages, link)),
        "dice": list(_dice(report, pages, link)),
        "claims": list(_claims(report, pages, link)),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _own_version() -> str:
    try:
        return version("mkdocs-rulebook")
    except PackageNotFoundError:
        return "unreleased"


def _terms(lexicons: Lexicons, pages: list[Page], link: Link) -> Iterator[dict[str, Any]]:
    if pages:
        for entry in lexicons.of(pages[0]).glossary():
            yield {"term": entry.term, "definition": entry.definition, "url": link(entry.place)}


def _entries(pages: list[Page], link: Link) -> Iterator[dict[str, Any]]:
    for page in pages:
        for entity in page.document.entities:
            url = (link(Place(page.document.source, entity.span)) or "").partition("#")[0]
            yield {
                "kind": entity.kind,
                "id": entity.id,
                "title": entity.title,
                "fields": dict(entity.fields),
                "url": f"{url}#{entity.id}",
            }


def _parts(pages: list[Page], link: Link) -> Iterator[dict[str, Any]]:
    """The printed tables, examples and notes, each with its address."""
    for page in pages:
        for part in page.document.prose.parts:
            url = link(Place(page.document.source, part.span))
            yield {"kind": part.kind, "id": part.id, "title": part.title, "url": url}


def _random_tables(pages: list[Page], link: Link) -> Iterator[dict[str, Any]]:
    """Yield random tables as data, with the faces and odds of each row."""
    for page in pages:
        for table in random_tables(page.document, page.system):
            yield {
                "id": table.id,
                "title": table.title,
                "system": table.system.name,
                "dice": table.dice,
                "url": link(table.place),
                "rows": [
                    {
                        "faces": sorted(row.faces),
                        "odds": None if odds is None else fraction_text(odds),
                        "gives": [words.text.strip(" ),;.") for words in row.labelled.labels],
                        "rolls_again": row.again,
                    }
                    for row, odds in zip(table.rows, table.odds(), strict=True)
                ],
                "across": table.across
                and {"dice": table.across[0], "columns": [sorted(column.faces) for column in table.across[1]]},
            }


def _dice(report: Report, pages: list[Page], link: Link) -> Iterator[dict[str, Any]]:
    """Each expression that the book prints, once, with its exact odds where they can be had."""
    first: dict[str, Expression] = {}
    for page in pages:
        analysis = report.analyses.get(page.uri)
        for expression in analysis.expressions if analysis is not None else ():
            first.setdefault(expression.system.notation.format(expression.value), expression)
    for text, expression in sorted(first.items()):
        yield {"expression": text, "url": link(expression.place), "distribution": _odds(expression)}


def _odds(expression: Expression) -> object:
    try:
        return distribution(expression.system.notation.program(expression.value)).to_json()
    except (PoolTooLargeError, InvalidProgramError):
        return None


def _claims(report: Report, pages: list[Page], link: Link) -> Iterator[dict[str, Any]]:
    for page in pages:
        analysis = report.analyses.get(page.uri)
        claims = analysis.claims if analysis is not None else ()
        for claim in claims:
            if claim.verdict is Verdict.WRONG:
                continue  # A site that is not strict is published all the same, and states nothing that is wrong.
            yield {
                "id": claim.id,
                "kind": claim.kind,
                **statement(claim),
                "url": link(claim.place),
            }

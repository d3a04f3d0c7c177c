"""Random tables of a page: the dice at their heads become buttons, and each row says which faces bring it up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape, unescape
from itertools import groupby

from rulebook_rules.claims.structures.randomtables import RandomRow, RandomTable
from rulebook_syntax.marks import Mark
from rulesmod.plain_dice import NOTATION
from rulesmod.system import NotationError

_KEY = re.compile(r'<span class="rulebook-key" data-table="([^"]*)"')
_BUTTON = re.compile(
    r'<rulebook-dice><button type="button" data-system="(?P<system>[^"]*)" data-table="(?P<table>[^"]*)"[^>]*>'
    r"(?P<text>.*?)</button></rulebook-dice>",
    re.DOTALL,
)
_TAG = re.compile(r"<[^>]*>")


def table_marks(tables: Sequence[RandomTable]) -> Iterator[Mark]:
    """The button of each table, and its rows."""
    for table in tables:
        second = f' data-across="{escape(table.across[0])}"' if table.across else ""
        yield Mark(
            table.place.span,
            f'<rulebook-dice><button type="button" data-system="{escape(table.system.name)}"'
            f' data-table="{escape(table.id)}" data-dice="{escape(table.dice)}"{second}'
            f' data-title="{escape(table.title)}"'
            ' title="Roll on this table">',
            "</button></rulebook-dice>",
        )
        for row in table.rows:
            yield Mark(row.span, _opening(table, row, is_across=table.is_across), "</span>", around=True)
        for column in table.across[1] if table.across else ():
            yield Mark(column.span, _opening(table, column, is_across=True), "</span>", around=True)


def without_lost_tables(html: str, marks: Sequence[Mark]) -> str:
    """Return a page whose table buttons have all their rows.

    A renderer may lose the mark of a row. The button of such a table rolls its dice alone, or is none.
    """
    rows = Counter(match[1] for mark in marks if (match := _KEY.match(mark.opening)))
    if not rows:
        return html
    shown = Counter(_KEY.findall(html))

    def with_rows(match: re.Match[str]) -> str:
        if shown[match["table"]] >= rows[match["table"]]:
            return match[0]
        if match["system"] != "plain" or not _is_dice(unescape(_TAG.sub("", match["text"]))):
            return match["text"]
        opening = '<rulebook-dice><button type="button" data-system="plain" data-quiet aria-haspopup="dialog">'
        return f"{opening}{match['text']}</button></rulebook-dice>"

    return _BUTTON.sub(with_rows, html)


def _is_dice(text: str) -> bool:
    try:
        NOTATION.parse(text.strip())
    except NotationError:
        return False
    return True


def _opening(table: RandomTable, row: RandomRow, *, is_across: bool) -> str:
    data = f'data-table="{escape(table.id)}" data-faces="{_runs(row.faces, is_open=row.is_open)}"'
    if is_across:
        data += " data-across"
    if table.is_told:
        data += " data-told"
    if row.again:
        data += f' data-again="{row.again}"'
    if row.without:
        data += f' data-without="{_runs(row.without)}"'
    return f'<span class="rulebook-key" {data}>'


def _runs(faces: frozenset[int], *, is_open: bool = False) -> str:
    """Faces as ranges: "1..3 7..7"; the last one of an open row has no end: "13.."."""
    runs = groupby(enumerate(sorted(faces)), key=lambda item: item[1] - item[0])
    results = [[face for _, face in run] for _, run in runs]
    text = " ".join(f"{run[0]}..{run[-1]}" for run in results)
    return text.removesuffix(str(results[-1][-1])) if is_open else text

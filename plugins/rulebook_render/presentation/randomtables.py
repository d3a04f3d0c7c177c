"""Random tables of a page: the dice at their heads become buttons, and each row says which faces bring it up."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape, unescape
from itertools import groupby
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_core.spans import Stretches
from rulebook_rules.claims.structures.randomtables import RandomRow, RandomTable, results_of
from rulebook_syntax.document import Block, Document, Link
from rulebook_syntax.marks import Mark
from rulebook_text.lexing.dice import ROLL, SUM
from rulebook_text.words import LANGUAGES, any_of
from rulesmod.plain_dice import NOTATION
from rulesmod.system import NotationError

_KEY = re.compile(r'<span class="rulebook-key" data-table="([^"]*)"')
_BUTTON = re.compile(
    r'<rulebook-dice><button type="button" data-system="(?P<system>[^"]*)" data-table="(?P<table>[^"]*)"[^>]*>'
    r"(?P<text>.*?)</button></rulebook-dice>",
    re.DOTALL,
)
MAX_BEFORE = 40
"""Characters before a link that may say how often its table is rolled on."""
MAX_BESIDE = 10
"""Characters beside the name of a table within which the word for a table stands."""
MIN_NAME = 3
_CLAUSE = re.compile(r"[.,;:!?]\s")
_VERB = lazily(rf"\b{any_of(words.roll_verbs for words in LANGUAGES)}\b", re.IGNORECASE)
_TABLE = lazily(rf"\b{any_of(words.random_table for words in LANGUAGES)}\b", re.IGNORECASE)
SUM_IN_TITLE = lazily(rf"(?:\b|(?<=\())(?:{SUM}|{ROLL})(?!\w)", re.IGNORECASE)
_TIMES = [
    (times, lazily(rf"\b{any_of(words.rolled_times.get(times, '') for words in LANGUAGES)}\b", re.IGNORECASE))
    for times in ("2", "3", "4")
]
_TAG = re.compile(r"<[^>]*>")


def table_marks(tables: Sequence[RandomTable]) -> Iterator[Mark]:
    """The button of each table, and its rows."""
    for table in tables:
        second = f' data-across="{escape(table.across[0])}"' if table.across else ""
        second += f' data-apart="{escape(table.apart)}"' if table.apart else ""
        yield Mark(
            table.place.span,
            f'<rulebook-dice><button type="button" data-system="{escape(table.system.name)}"'
            f' data-table="{escape(table.id)}" data-dice="{escape(table.dice)}"{second}'
            f' data-title="{escape(table.title)}">',
            "</button></rulebook-dice>",
        )
        for row in table.rows:
            yield Mark(row.span, _opening(table, row, is_across=table.is_across), "</span>", around=True)
        for column in table.across[1] if table.across else ():
            yield Mark(column.span, _opening(table, column, is_across=True), "</span>", around=True)


class LinkedTable(NamedTuple):
    """A link to a random table, and the way to the page that has it; "" on the same page."""

    link: Link
    table: RandomTable
    way: str


def linked_table(document: Document, tables: Sequence[RandomTable], fragment: str) -> RandomTable | None:
    """Return the table that a fragment of its page names: by its id, or as the only one of a section or the page."""
    if not fragment:
        return tables[0] if len(tables) == 1 else None
    heading = next((heading for heading in document.headings if heading.id == fragment), None)
    if heading is None:
        return next((table for table in tables if table.id == fragment), None)
    ends = (
        other.span.start
        for other in document.headings
        if other.span.start > heading.span.start and other.level <= heading.level
    )
    end = min(ends, default=len(document.source.text))
    within = [table for table in tables if heading.span.start <= table.place.span.start < end]
    return within[0] if len(within) == 1 else None


def link_marks(
    document: Document,
    links: Iterable[LinkedTable],
    named: Mapping[str, tuple[RandomTable, str]],
    own: Sequence[RandomTable],
) -> Iterator[tuple[Mark, RandomTable]]:
    """Yield a die behind each mention of a random table that is rolled on.

    It rolls as often as the words before it say.

    Args:
        document: the page.
        links: those that lead to a random table.
        named: the tables of the book and the ways to them, by a name that only one of them has.
        own: the page's own tables; another one that is linked in a row is rolled on with the row.
    """
    rows = {table.id: Stretches(words.span for words in results_of([table])) for table in own}
    for link, table, way in links:
        block = _block_at(document, link.span)
        before = _clause_before(block, block.text.index(link.span.start)) if block is not None else ""
        holding = [id_ for id_, stretches in rows.items() if stretches.meets(link.span)]
        if way == "" and table.id in holding:
            continue  # Its own rows roll again by what they say.
        words = f"{before} {link.text}"
        if holding or _VERB.search(words) or _TABLE.search(words):
            yield _die(link.span.end, table, way, before), table
    if named:
        yield from _named_marks(document, named)


def _named_marks(
    document: Document, named: Mapping[str, tuple[RandomTable, str]]
) -> Iterator[tuple[Mark, RandomTable]]:
    """Yield a die behind each name of a random table that a text tells to roll on."""
    code = (span.span for block in document.prose.blocks for span in block.code)
    barred = Stretches([*code, *(link.span for link in document.links), *_places_in(document, named)])
    names = re.compile(
        rf"(?<!\w)(?:{'|'.join(sorted(map(re.escape, named), key=len, reverse=True))})(?!\w)", re.IGNORECASE
    )
    for block in document.prose.blocks:
        if block.kind in ("heading", "code", "caption"):
            continue
        text = block.text.text
        for match in names.finditer(text):
            before = _clause_before(block, match.start())
            around = text[max(0, match.start() - MAX_BESIDE) : match.end() + MAX_BESIDE]
            span = block.text.span(*match.span())
            if _VERB.search(before) and _TABLE.search(around) and not barred.meets(span):
                table, way = named[match[0].casefold()]
                behind = _TABLE.match(text, match.end() + 1)  # "roll on the Omens table"
                end = block.text.span(match.start(), behind.end()).end if behind else span.end
                yield _die(end, table, way, before), table


def _places_in(document: Document, named: Mapping[str, tuple[RandomTable, str]]) -> Iterator[Span]:
    return (table.place.span for table, _ in named.values() if table.place.source is document.source)


def name_of_table(title: str) -> str:
    """Return the words by which a text names a table: its title without dice and the word for a table."""
    bare = _TABLE.sub(" ", SUM_IN_TITLE.sub(" ", title))
    name = " ".join(bare.strip(" ()[]:.,-–—").split()).casefold()
    return name if len(name) >= MIN_NAME else ""


def _die(at: int, table: RandomTable, way: str, before: str) -> Mark:
    times = next((times for times, pattern in _TIMES if pattern.search(before)), "")
    return Mark(
        Span(at, at),
        f' <rulebook-dice><button type="button" data-of="{escape(way)}" data-table="{escape(table.id)}"'
        f' data-system="{escape(table.system.name)}" data-dice="{escape(table.dice)}"'
        + (f' data-times="{times}"' if times else "")
        + f' data-title="{escape(table.title)}">{escape(table.dice)}</button></rulebook-dice>',
        "",
    )


def _block_at(document: Document, span: Span) -> Block | None:
    blocks = document.prose.blocks
    at = bisect_right(blocks, span.start, key=lambda block: block.span.start) - 1
    return blocks[at] if at >= 0 and blocks[at].span.contains(span) else None


def _clause_before(block: Block, index: int) -> str:
    return _CLAUSE.split(block.text.text[:index])[-1][-MAX_BEFORE:]


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
    if table.is_text:
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

"""Plain text in the signs that everybody reads: digits of any script as 0 to 9, and the letter of a book's dice as `d`.

Each of them stands where its own does in the source, so that places stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from rulebook_core.source import in_plain_signs
from rulebook_syntax.document import Block, Cell, Document, Prose


def with_plain_signs(document: Document, prose: Prose, letters: str) -> Prose:
    """Normalise the signs and dice letters in the prose of a document.

    Dice may begin with `letters` besides those that are read anywhere.
    """
    source = document.source
    if not letters and source.in_plain_signs is source.text:
        return prose
    blocks = {id(block): _block(block, letters) for block in prose.blocks}

    def row(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return tuple(Cell(_plain(c.text, letters), c.span, c.block and blocks.get(id(c.block), c.block)) for c in cells)

    tables = (
        replace(
            table, caption=_plain(table.caption, letters), header=row(table.header), rows=tuple(map(row, table.rows))
        )
        for table in prose.tables
    )
    return replace(prose, blocks=tuple(blocks.values()), tables=tuple(tables))


def _block(block: Block, letters: str) -> Block:
    text = block.text.text
    plain = _plain(text, letters)
    return replace(block, text=block.text.redrawn(plain)) if plain != text else block


def _plain(text: str, letters: str) -> str:
    text = in_plain_signs(text)
    return _dice(letters).sub(lambda match: "D" if match[0].isupper() else "d", text) if letters else text


@cache
def _dice(letters: str) -> re.Pattern[str]:
    """A letter that begins a die, which may have a number before it."""
    return re.compile(rf"(?<![^\W\d_])[{letters}](?=[\d%])", re.IGNORECASE)

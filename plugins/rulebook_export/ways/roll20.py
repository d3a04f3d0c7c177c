"""Text for Roll20: lines that make its rollable tables, and a macro for each stat block and table.

The lines `!import-table` are those of the script TableExport. Who has no scripts types the items of a table in, and
rolls on it by `[[1t[Name]]]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook_export.content.contents import PageContent, Rollable
from rulebook_export.content.statblocks import StatBlock
from rulebook_export.ways.shared import DICE, Files, plain_dice


def to_roll20(pages: Sequence[PageContent], title: str) -> Files:
    """Two texts: tables for the chat, and macros."""
    tables = [line for page in pages for one in page.rollables for line in _table(one)]
    macros = [line for page in pages for block in page.creatures for line in (*_macro(block), "")]
    macros += [line for page in pages for one in page.rollables for line in _table_macro(one)]
    files = {"tables.txt": tables, "macros.txt": macros}
    return {name: "\n".join(lines).rstrip("\n") + "\n" for name, lines in files.items() if lines}


def _name(title: str) -> str:
    """A title as these lines take it: two hyphens begin the next part."""
    return " ".join(title.replace("--", "-").replace("[", "(").replace("]", ")").split())


def _table(table: Rollable) -> Iterator[str]:
    yield f"!import-table --{_name(table.title)} --show"
    for row in table.rows:
        yield f"!import-table-item --{_name(table.title)} --{_inline(_name(row.text))} --{row.weight} --"


def _table_macro(table: Rollable) -> Iterator[str]:
    rows = "".join(
        f" {{{{{row.low}{f'–{row.high}' if row.high > row.low else ''}={_inline(row.text)}}}}}" for row in table.rows
    )
    yield f"&{{template:default}} {{{{name={_name(table.title)}}}}} {{{{Roll=[[{plain_dice(table.dice)}]]}}}}{rows}"
    yield ""


def _macro(block: StatBlock) -> Iterator[str]:
    scores = {one.name: one.shown for one in block.scores}
    lines = {**block.values, **scores, **{name: text for _, name, text in block.traits}}
    parts = " ".join(f"{{{{{_name(label)}={_inline(text)}}}}}" for label, text in lines.items())
    yield f"&{{template:default}} {{{{name={_name(block.name)}}}}} {parts}"


def _inline(text: str) -> str:
    """A text whose dice roll, without markup that the chat shows as signs."""
    plain = text.replace("*", "").replace("`", "").replace("}}", ") )")
    return DICE.sub(lambda match: f"[[{plain_dice(match[0])}]]", plain)

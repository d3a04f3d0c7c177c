"""Tables and boxes have ids of their own, in every dialect, that stay while other text changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook_core.source import Source
from rulebook_syntax.dialects import read
from rulebook_syntax.document import Part

MARKDOWN = """\
# A book

## Dice {#dice}

*What a die is worth*

| die | worth |
| --- | --- |
| d4 | 1 |

!!! example "Reading a roll"

    Nothing rolls here.

| left | right |
| --- | --- |
| a | b |

!!! note

    Said without a title.

<table id="given"><caption>Given</caption><tr><td>a</td></tr></table>
"""
OBSIDIAN = """\
# A book

## Dice

| die | worth |
| --- | --- |
| d4 | 1 |

> [!example] Reading a roll
> Nothing rolls here.

> [!note]
> Said without a title.
"""
PANDOC = """\
% A book

## Dice

| die | worth |
|-----|-------|
| d4  | 1     |

Table: What a die is worth

::: example
::: title
Reading a roll
:::

Nothing rolls here.
:::
"""
ASCIIDOC = """\
= A book

== Dice

[#given]
.What a die is worth
|===
|die |worth
|d4 |1
|===

.Reading a roll
====
Nothing rolls here.
====

[CAUTION]
====
Said without a title.
====
"""
PROSE = """\
A book
======

Dice
----

The dice, and what they are worth.

die    worth
-----  -----
small  1
large  2
"""
BOOKS = {
    "markdown": (
        MARKDOWN,
        ["table-what-a-die-is-worth", "example-reading-a-roll", "dice-table", "dice-note", "given"],
    ),
    "obsidian": (OBSIDIAN, ["dice-table", "example-reading-a-roll", "dice-note"]),
    "pandoc": (PANDOC, ["table-what-a-die-is-worth", "example-reading-a-roll"]),
    "asciidoc": (ASCIIDOC, ["given", "example-reading-a-roll", "_dice-caution"]),
    "prose": (PROSE, ["dice-table"]),
}
BEFORE = {
    "markdown": '## Before\n\n*Table {0}*\n\n|a|b|\n|-|-|\n|1|2|\n\n!!! example "Number {0}"\n\n    Text.\n\n',
    "obsidian": "## Before\n\nText.\n\n> [!example] Number {0}\n> Text.\n\n|a|b|\n|-|-|\n|1|2|\n\n",
    "pandoc": "## Before\n\n|a|b|\n|-|-|\n|1|2|\n\nTable: Number {0}\n\n",
    "asciidoc": "== Before\n\nText {0}.\n\n.Number {0}\n====\nText.\n====\n\n",
    "prose": "Before\n------\n\nA paragraph more, number {0}.\n\n",
}  # fmt: skip
"""A section that is put before."""


def parts(text: str, dialect: str) -> tuple[Part, ...]:
    return read(Source("page.txt", text), dialect).prose.parts


@pytest.mark.parametrize("dialect", BOOKS)
def test_each_part_has_an_id(dialect: str) -> None:
    text, ids = BOOKS[dialect]
    found = parts(text, dialect)
    assert [part.id for part in found] == ids
    for part in found:
        assert part.places
        assert all(part.span.start <= place < part.span.end for place in part.places)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(set(BOOKS) - {"asciidoc"})), st.lists(st.integers(0, 99), max_size=3, unique=True))
def test_ids_stay_whatever_is_written_before(dialect: str, numbers: list[int]) -> None:
    stays(dialect, numbers)


def test_ids_stay_in_asciidoc_as_well() -> None:
    stays("asciidoc", [1, 2])


def stays(dialect: str, numbers: list[int]) -> None:
    """Sections before, with parts of their own, change no id."""
    text, ids = BOOKS[dialect]
    title, dice, rest = text.partition({"asciidoc": "== Dice", "prose": "Dice\n----"}.get(dialect, "## Dice"))
    before = "".join(BEFORE[dialect].format(number) for number in numbers)
    changed = [part.id for part in parts(title + before + dice + rest, dialect)]
    assert changed[-len(ids) :] == ids


def test_ids_differ_on_a_page() -> None:
    text = (
        "# One\n\n## Table one {#table-one}\n\n*One*\n\n|a|b|\n|-|-|\n|1|2|\n\n## Two\n\n*One*\n\n|a|b|\n|-|-|\n|1|2|\n"
    )
    found = [part.id for part in parts(text, "markdown")]
    assert found == ["table-one-table-one", "two-table-one"]


def test_what_is_added_behind_takes_no_id_away() -> None:
    before = [part.id for part in parts(MARKDOWN, "markdown")]
    behind = [part.id for part in parts(MARKDOWN + MARKDOWN.replace(" {#dice}", "").replace("given", "g"), "markdown")]
    assert behind[: len(before)] == before
    assert len(set(behind)) == len(behind)


@pytest.mark.parametrize("title", ['"><script>alert(1)</script>', "Würfel", "骰子", "'; --", "a" * 400, "**"])
def test_ids_are_words(title: str) -> None:
    text = f'## Dice\n\n!!! example "{title.replace(chr(34), "")}"\n\n    Text.\n'
    [part] = parts(text, "markdown")
    assert not set(part.id) & set("<>\"'& ")
    assert part.id.isascii() or title == "骰子"

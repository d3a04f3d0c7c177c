"""Nothing is swallowed: what of a text is in no block, no code, comment or markup is told."""

from __future__ import annotations

import pytest

from rulebook.dialects import ReadingOptions, dialects, read, unread
from rulebook.source import Source
from tests.fuzz.fuzzing import origins
from tests.seeds import GAMES, seed


def swallowed(text: str, dialect: str) -> list[str]:
    document = read(Source("page", text), dialect, ReadingOptions())
    return [document.source.slice(span) for span in unread(document)]


@pytest.mark.parametrize("dialect", dialects())
def test_of_our_books_nothing_is(dialect: str) -> None:
    for origin in origins():
        if origin.dialect == dialect and len(origin.text) > 500:
            assert swallowed(origin.text, dialect) == []


@pytest.mark.parametrize("number", GAMES)
def test_of_the_sources_nothing_is(number: str) -> None:
    assert swallowed(seed(number), GAMES[number][1]) == []


@pytest.mark.parametrize(
    ("dialect", "text", "wanted"),
    [
        ("markdown", "| a | b |\n| --- | --- |\n| 1 | 2 | 3 + 4 |\n| 5 | 6 |\n", ["3 + 4"]),
        ("markdown", "1. One\n   2) Two\n\n!!! note \"Three\"\n    Four[^1]\n\n[^1]: Five\n", []),
        ("markdown", "<script>\nvar a = 1;\n</script>\n\n<style>b { c: 2 }</style>\n\nd &amp; e\n", []),
        ("markdown", "[a](b.md \"c\") ![d](e.png) [f][g] <h@i.jk>\n\n[g]: l.md\n", []),
        ("obsidian", "> [!tip] One\n> Two %%three%%\n\n| a |\n| --- |\n| b | c |\n", ["c"]),
        ("pandoc", "::: {.note}\nOne\n:::\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n\nTable: Two\n", ["3"]),
        ("asciidoc", "= A\n\nB\n\nifdef::nowhere[]\n1 + 1 = 3\nendif::[]\n\nC\n", ["1 + 1 = 3"]),
        ("asciidoc", "= A\n== B\n\nC\n", ["B"]),
        ("asciidoc", "= A\nDee Eff <d@e.fg>; Gee Aitch\n:b: c\n\n.D\n[cols=\"1,1\"]\n|===\n2+^s|E\n|F |G\n|===\n", []),
        ("asciidoc", "[.a]#b# link:c.adoc[d] kbd:[e] footnote:f[g]\n\n* [x] h\n\n[[i]]\n----\nj\n----\n", []),
    ],
)  # fmt: skip
def test_what_is_left_out_is_known(dialect: str, text: str, wanted: list[str]) -> None:
    assert swallowed(text, dialect) == wanted

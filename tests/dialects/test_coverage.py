"""Nothing is swallowed: what of a text is in no block, no code, comment or markup is told."""

from __future__ import annotations

import pytest

from rulebook_core.source import Source
from rulebook_syntax.dialects import ReadingOptions, dialects, read, unread
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
        ("markdown", "| a | b |\n| --- | --- |\n| 1 | 2 | 3 + 4 |\n| 5 | 6 | 7 |\n", []),
        ("markdown", "1. One\n   2) Two\n\n!!! note \"Three\"\n    Four[^1]\n\n[^1]: Five\n", []),
        ("markdown", "<script>\nvar a = 1;\n</script>\n\n<style>b { c: 2 }</style>\n\nd &amp; e\n", []),
        ("markdown", "[a](b.md \"c\") ![d](e.png) [f][g] <h@i.jk>\n\n[g]: l.md\n", []),
        ("obsidian", "> [!tip] One\n> Two %%three%%\n\n| a |\n| --- |\n| b | c |\n", []),
        ("obsidian", "![[a.png|1 + 1 = 3]] ![[b.png|100x200]] [[c|d 1 + 1 = 2]]\n", ["1 + 1 = 3"]),
        ("pandoc", "::: {.note}\nOne\n:::\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n\nTable: Two\n", ["3"]),
        ("asciidoc", "= A\n\nB\n\nifdef::nowhere[]\n1 + 1 = 3\nendif::[]\n\nC\n", ["1 + 1 = 3"]),
        ("asciidoc", "= A\n== B\n\nC\n", ["B"]),
        ("asciidoc", "= A\nDee Eff <d@e.fg>; Gee Aitch\n:b: c\n\n.D\n[cols=\"1,1\"]\n|===\n2+^s|E\n|F |G\n|===\n", []),
        ("asciidoc", "[.a]#b# link:c.adoc[d] kbd:[e] footnote:f[g]\n\n* [x] h\n\n[[i]]\n----\nj\n----\n", []),
        ("markdown", "![Map 3](a.png \"Figure 2\") ![3d6 (10)](b.png) [x](c.md \"1 in 6\")\n", ["3d6 (10", "1 in 6"]),
        ("markdown", "[a][b c 1 2] <img alt='1 + 1 = 3'>\n\n[b c 1 2]: d.md \"3 of 4\"\n", ["1 + 1 = 3", "3 of 4"]),
        ("markdown", "<img src='a' alt='1 + 1 = 3'> [c](d){ title='2 of 4' }\n", ["1 + 1 = 3", "title='2 of 4"]),
        ("markdown", "```a title=\"3 + 4\"\nb\n```\n\n```a title=\"c\" hl=\"1 2\"\nb\n```\n", ["a title=\"3 + 4"]),
        ("markdown", "---\ntitle: The 3 of 4\ntags: [1 + 1]\n---\n# A\n", ["The 3 of 4"]),
        ("pandoc", "% 1 + 1 = 3\n  of *it*\n% Dee\n\nE\n", []),
        ("asciidoc", "image::a.png[1 in 6,30,20]\n\nimage::a.png[b,title=\"1d6 + 2\",width=3,height=33]\n",
            ["1 in 6", "1d6 + 2"]),
        ("asciidoc", "[quote, Dee, 4 of 5]\nx\n\n[verse, Eff]\ny\n", ["quote, Dee, 4 of 5"]),
    ],
)  # fmt: skip
def test_what_is_left_out_is_known(dialect: str, text: str, wanted: list[str]) -> None:
    assert swallowed(text, dialect) == wanted


@pytest.mark.parametrize(
    ("dialect", "text", "wanted"),
    [
        ("markdown", "- <table><tr><th>1 + 1 = 3</th><td>b</td></tr></table> c\n", ["1 + 1 = 3 b c"]),
        (
            "markdown",
            "> <dl><dt>a</dt><dd>b</dd></dl><script>1 + 1</script> <template><b>2</b></template>c\n",
            ["a b c"],
        ),
        ("pandoc", "% 1 + 1 = 3\n  of it\n% Dee\n\nE\n", ["1 + 1 = 3 of it", "Dee", "E"]),
    ],
)
def test_what_is_seen_is_read_as_it_is_seen(dialect: str, text: str, wanted: list[str]) -> None:
    assert [block.text.text for block in read(Source("page", text), dialect).prose.blocks] == wanted

"""Repeated units that once took time with the square of their number: that grows as their length does."""

import math
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from rulebook_asciidoc.parsing.scanning import front_matter
from rulebook_asciidoc.safety import safe_html
from rulebook_core.source import Source
from rulebook_pandoc.parsing.blocks import BlockReader
from rulebook_prose.parsing.running import read_running
from rulebook_rules.book import Page
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.readers.formulas import MAX_TRIED, formula_claims
from rulebook_rules.claims.readers.quantities import quantity_claims
from rulebook_rules.claims.structures.enumerations import enumerations_in
from rulebook_rules.claims.structures.owners import Owners
from rulebook_syntax.dialects import read
from rulebook_syntax.dialects.markdown.emphasis import emphasis
from rulebook_syntax.dialects.markdown.fences import nested_fences, plain_fences
from rulebook_syntax.dialects.markdown.inlines import formulas
from rulebook_syntax.dialects.markdown.tables import split_row
from rulesmod.system import Quantity
from tests.fuzz.filed import RULES, game_of
from tests.fuzz.poison import UNITS, Growth, Poison, growth, undisturbed
from tests.fuzz.triggers import patterns, recurring
from tests.shares import whole

ONCE_SLOW = (
    ("markdown", "dashes"),
    ("markdown", "spaces"),
    ("markdown", "quotes"),
    ("markdown", "apostrophes"),
    ("obsidian", "capitals"),
    ("obsidian", "digits"),
    ("obsidian", "list of numbers"),
    ("obsidian", "list of ands"),
    ("obsidian", "names in a row"),
    ("obsidian", "fractions"),
    ("asciidoc", "decimal numbers"),
    ("no game", "dice notation"),
    ("asciidoc", "signs of addresses"),
    ("obsidian", "numbered lines"),
    ("obsidian", "dice"),
    ("obsidian", "wikilinks to headings"),
    ("prose", "code begun"),
    ("markdown", "ends of nothing"),
    ("no game", "misspelt anchors"),
    ("no game", "definitions under headings"),
    ("no game", "allows with reasons"),
    ("no game", "HTML blocks never closed"),
    ("no game", "comments in HTML"),
    ("obsidian", "names of tags"),
    ("no game", "tags and comments"),
    ("asciidoc", "parens"),
    ("markdown", "dice in brackets"),
    ("markdown", "averages"),
    ("no game", "number and unit"),
    ("obsidian", "fences never closed"),
    ("obsidian", "bars"),
    ("markdown", "entries"),
    ("markdown", "definitions"),
    ("markdown", "raw of Pandoc"),
    ("markdown", "links and tags"),
    ("markdown", "escapes in targets"),
    ("markdown", "stars and braces"),
    ("markdown", "series in brackets"),
    ("markdown", "crossed tags"),
    ("markdown", "titles never closed"),
    ("no game", "markers in paragraphs"),
    ("asciidoc", "addresses of dice"),
    ("asciidoc", "cells that are lost"),
    ("asciidoc", "attribute references"),
    ("asciidoc", "roles of AsciiDoc"),
    ("asciidoc", "underlined headings of AsciiDoc"),
    ("asciidoc", "quotations of AsciiDoc"),
    ("asciidoc", "passed macros of AsciiDoc"),
    ("no game", "stars between words"),
    ("markdown", "rows that are told"),
    ("prose", "dice in a row"),
    ("prose", "dice with words"),
    ("no game", "headings with links"),
    ("markdown", "headings with links"),
    ("obsidian", "headings with links"),
    ("pandoc", "headings with links"),
    ("asciidoc", "headings with references"),
    ("prose", "headings with links"),
)
FIRST, LONG = 1000, 8000
LONGER = dict.fromkeys(
    (
        "misspelt anchors", "entries", "crossed tags", "definitions", "raw of Pandoc", "links and tags",
        "escapes in targets", "stars and braces", "markers in paragraphs", "attribute references",
        "underlined headings of AsciiDoc",
    ),
    64_000,
) | dict.fromkeys(("roles of AsciiDoc", "passed macros of AsciiDoc"), 128_000)  # fmt: skip
"""Where something else takes longest at first, like the first fifty findings of a kind, time is told from behind it."""


@pytest.mark.parametrize(
    ("reader", "name"), [pytest.param(*one, marks=whole if one[1] in LONGER else ()) for one in ONCE_SLOW]
)
def test_what_was_slow_grows_with_its_length(reader: str, name: str) -> None:
    grown = growth(Poison(name, UNITS[name], reader), first=FIRST, most=LONGER.get(name, LONG))
    assert not grown.is_square, str(grown)


def _owners(text: str) -> None:
    owners = Owners(words=frozenset(), terms=frozenset(["nerve"]))
    owners.turn_to(text)
    spans = [match.span() for match in re.finditer("Nerve", text)]
    assert {owners.of(start, spans).name for start, _ in spans} == {"Rook"}


def _values(text: str) -> None:
    game = game_of(RULES)
    claims = [*quantity_claims(Context(Page(read(Source("x", text), "markdown"), "x", game), game))]
    assert len(claims) == text.count("Flame")


@pytest.mark.parametrize(
    ("unit", "end", "work"),
    [
        ("<i></b>", "", lambda text: safe_html(text, lambda _: None)),
        (" -_90* ", "", emphasis),
        ("\\(", "", lambda text: [*formulas(text)]),
        ("```a\nb\n\n", "```", plain_fences),
        ("```a\nb\n\n", "```", nested_fences),
        ("<pre>\n\n", "", lambda text: BlockReader(text).read()),
        ("::: a\n:::\nb\n:::\n", "", lambda text: BlockReader(text).read()),
        ("Rook has Nerve 3. ", "", _owners),
        ("`a`|", "", lambda text: split_row(text, (0, len(text)), border=False)),
        ("a <template>b</template> *c* ", "", lambda text: read(Source("x", text), "markdown").prose),
        ("- 3 traits: Anna, Bert\n", "", lambda text: [*enumerations_in(read(Source("x", text), "markdown"))]),
        ("Rook has Nerve 3, Reach 2, Flame 8, ", "", _values),
        ("\r\n", "", lambda text: front_matter(f"---\n{text}")),
        ("\n", "```", lambda text: read(Source("x", f"```\n{text}"), "markdown").prose),
        ("lamp Oil ", "", lambda text: read_running(f"`{text}", (), is_first=False, many=False, names=())),
    ],
    ids=[
        "crossed tags of a page",
        "crossed emphasis",
        "formulas begun",
        "fences",
        "nested fences",
        "verbatim tags",
        "ends of divs",
        "owners",
        "code in a row",
        "unseen",
        "prices of items",
        "values of one",
        "front matter never closed",
        "blank lines of code",
        "notes never closed",
    ],
)
def test_what_a_reader_looked_for_again_and_again(unit: str, end: str, work: Callable[[str], object]) -> None:
    def timed(poison: Poison, length: int) -> float:
        text = poison.text(length) + end
        return undisturbed(lambda: work(text))

    grown = growth(Poison(unit, unit, ""), timed, first=FIRST, most=64_000)
    assert not grown.is_square, str(grown)


@pytest.mark.parametrize("power", [1, 2, 3])
def test_growth_is_measured(power: int) -> None:
    grown = growth(Poison("", "a", "markdown"), timed=lambda _, length: (length / 10_000) ** power)
    assert math.isclose(grown.exponent, power, rel_tol=1e-3)  # Its rounds are a sign shorter each.


def test_the_best_of_three_counts() -> None:
    late: Iterator[float] = iter([0.1, 0.1, 4.0, 0.1, 0.2, 0.4, 0.8])
    grown = growth(Poison("", "a", "markdown"), timed=lambda *_: next(late))
    assert grown == Growth(1.0, (2000, 0.1), (16_000, 0.8))


def test_patterns_give_back_what_they_took() -> None:
    """Python before 3.11.5 loses matches behind what does not: possessive and atomic groups."""

    def operations(parsed: Any) -> Iterator[str]:
        if isinstance(parsed, tuple | list | _parser.SubPattern):
            for part in parsed:
                yield from operations(part)
        else:
            yield str(parsed)

    for pattern in patterns():
        found = {*operations(_parser.parse(pattern.pattern, pattern.flags))}
        assert not {"POSSESSIVE_REPEAT", "ATOMIC_GROUP"} & found, pattern.pattern


def test_the_rules_are_asked_once_for_each_choice() -> None:
    game = game_of(RULES)
    asked = []

    def counted(one: Quantity) -> Quantity:
        def rule(given: Mapping[str, Any]) -> Any:
            asked.append(given)
            return one.rule(given) if one.rule is not None else None

        return replace(one, rule=rule) if one.rule is not None else one

    game = replace(game, quantities=tuple(map(counted, game.quantities)))
    text = UNITS["formulas"] * 20
    claims = [*formula_claims(Context(Page(read(Source("x", text), "markdown"), "x", game), game))]
    assert (len(claims), len(asked)) == (20, MAX_TRIED)


TIMES = range(8, 25, 2)
DRAWN = 6
AT_MOST = 0.1
"""Seconds: what doubles with each time takes thousands of them in the end."""


def _takes(pattern: re.Pattern[str], text: str) -> float:
    start = time.process_time()
    pattern.search(text)
    pattern.fullmatch(text)
    return time.process_time() - start


def test_no_pattern_takes_twice_as_long_for_each_time_that_something_comes() -> None:
    draw = Random(1)
    for pattern in patterns():
        for before, unit in (found for _ in range(DRAWN) for found in recurring(pattern, draw)):
            for times in TIMES:
                text = before + unit * times + draw.choice(("\0", "x", "-"))
                # What else the machine does may cost one of them.
                assert any(_takes(pattern, text) < AT_MOST for _ in range(3)), (pattern.pattern, before, unit)

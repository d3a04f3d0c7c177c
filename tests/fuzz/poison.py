"""Slow poison: texts that repeat one unit, and how the time to read and check them grows with their length.

`python -m tests.fuzz.poison [WORD ...]` measures the units whose names have one of the words in every dialect;
`python -m tests.fuzz.poison search SEED` looks for more of them: units made of markup, of words, and of whatever our
patterns and the sentences of the games look for, in every dialect for every game.

What Asciidoctor itself takes is left out: its engine allows so much for a text and no more.
"""

from __future__ import annotations

import gc
import math
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import accumulate, product
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from rulebook_asciidoc import engine
from rulebook_core.source import Source
from rulebook_core.system.gc_policy import seldom_collected
from rulebook_proof.analysis import analyse
from rulebook_rules.book import Book, Page
from rulebook_syntax.dialects import ReadingOptions, guess_dialect, page, read
from tests.fuzz.filed import RULES, game_of
from tests.fuzz.fuzzing import FOLDERS, SIGNS
from tests.fuzz.triggers import triggers

READERS: Mapping[str, tuple[str, str]] = {
    "markdown": ("markdown", "cavea"),
    "obsidian": ("obsidian", "drama"),
    "pandoc": ("pandoc", "dry-cereal"),
    "asciidoc": ("asciidoc", "sda"),
    "prose": ("prose", "masque"),
    "no game": ("markdown", ""),
    RULES: ("markdown", RULES),
}
"""Every dialect with the game of our book in it, pages of no game, and those of a game that is data."""

EVERY_READER: Mapping[str, tuple[str, str]] = READERS | {
    f"{dialect} for {game or 'no game'}": (dialect, game) for dialect in FOLDERS.values() for game in (*FOLDERS, "")
}

NUMBERED = "№"
"""What a unit has in the place of a number that counts up."""

_SIGNS = {
    "spaces": " ", "tabs": "\t", "no-break spaces": "\xa0", "line ends": "\n", "lines of spaces": "   \n",
    "carriage returns": "\r", "form feeds": "\f", "small letters": "a", "capitals": "A", "digits": "7",
    "odd letters": "ß", "dashes": "-", "equals": "=", "underscores": "_", "stars": "*", "backticks": "`",
    "tildes": "~", "colons": ":", "dots": ".", "hashes": "#", "bars": "|", "pluses": "+", "less": "<", "greater": ">",
    "opening": "[", "closing": "]", "parens": "(", "endparens": ")", "braces": "{", "endbraces": "}", "quotes": '"',
    "apostrophes": "'", "bangs": "!", "questions": "?", "backslashes": "\\", "slashes": "/", "ampersands": "&",
    "percents": "%", "dollars": "$", "ats": "@", "carets": "^", "commas": ",", "semicolons": ";",
}  # fmt: skip

UNITS: Mapping[str, str] = {
    **_SIGNS,
    "list of numbers": "№, ",
    "list of one number": "1 ",
    "list of ands": "№ and ",
    "column of numbers": "№\n",
    "sum": "№ + ",
    "sum of dice": "1d6+",
    "product": "2 x ",
    "equations": "1 = ",
    "fractions": "1/",
    "percentages": "5 % ",
    "chances": "1 in 6 ",
    "wrong chances": "17% (1 in №) ",
    "ranges": "1-2-",
    "rising ranges": "№-",
    "dice": "d6 ",
    "dice notation": "1:d6 ",
    "dice words": "roll a die ",
    "dice in a row": "d8 d6 d4 ",
    "dice with words": "d8 is worth 6 one ",
    "rows that are told": "a d8 6, d6 9, d4 12 ",
    "averages": "1d6 (3) ",
    "average of": "average ",
    "names in a row": "a-",
    "names": "Word ",
    "names with of": "Word of ",
    "names and commas": "Word, ",
    "possessives": "hero's ",
    "sentences": "A hero has 3 dice. ",
    "half sentences": "if ",
    "labels": "Label: ",
    "values": "Strength 3 ",
    "bold values": "**Strength** 3 ",
    "bold labels": "**A:** 3\n\n",
    "link ends": "](",
    "links begun": "[a](",
    "links": "[a](#b) ",
    "labels of links": "[a][b] ",
    "definitions": "[a№]: b\n",
    "images": "![a](b.png) ",
    "wikilinks": "[[a]] ",
    "wikilinks begun": "[[",
    "embeds": "![[a]]\n",
    "footnotes": "[^№] ",
    "footnote texts": "[^№]: a\n\n",
    "inline notes": "^[a",
    "emphasis": "*a ",
    "strong": "**a",
    "mixed emphasis": "*a **b ",
    "crossed emphasis": "  -_90* ",
    "underscored": "_a_b",
    "code": "`a` ",
    "code begun": "` `` ",
    "fences": "```\na\n",
    "fences begun": "```\n",
    "tilde fences": "~~~a\n",
    "headings": "# A\n\n",
    "headings with links": "## Part № [to b](#part-№-to-b)\n\n",
    "headings with references": "== Part № <<_part_№>>\n\n",
    "numbered headings": "## Part №\n\n",
    "underlined headings": "A\n===\n\n",
    "attributes": "# A {#b}\n",
    "attributes begun": "{#",
    "quotations": "> ",
    "quoted lines": "> a\n",
    "callouts": "> [!note] a\n\n",
    "items": "- a\n",
    "numbered items": "№. a\n",
    "nested items": "- ",
    "terms": "a\n: b\n\n",
    "admonitions": "!!! note\n    a\n\n",
    "HTML blocks": "<div>\n",
    "HTML blocks closed": "<div>\na\n</div>\n\n",
    "HTML in lines": "<b>",
    "HTML ends": "</b>",
    "HTML begun": "<a b=",
    "attributes of HTML": "<a b='",
    "details": "<details>\n<summary>a</summary>\n",
    "comments": "<!-- a -->\n\n",
    "comments begun": "<!--",
    "percent comments": "%% a %%\n",
    "allow comments": "<!-- rulebook: allow broken-link -->\n",
    "allow all": "<!-- allow broken-link: a -->\n\n[a](#b№)\n\n",
    "allow marks": "<!-- a: allow ",
    "proofs": "`1:d6` is worth 9 Health Points.\n\n",
    "proof directives": "{proof 1 + 1}\n",
    "directives": "`odds 1d6 >= 3` ",
    "entities": "&amp;",
    "entities begun": "&#",
    "addresses": "https://a.b/ ",
    "mails": "a@b.",
    "autolinks": "<https://a.b> ",
    "escapes": "\\*",
    "mathematics": "$a$ ",
    "mathematics begun": "$$\n",
    "front matter": "---\n",
    "front matter keys": "---\na№: b\n",
    "titles of Pandoc": "% a\n",
    "divs": "::: a\n",
    "divs of Pandoc": "::: {.a}\nb\n:::\n",
    "spans of Pandoc": "[a]{.b} ",
    "raw of Pandoc": "`a`{=b} ",
    "grid tables": "+---+\n| a |\n",
    "multiline tables": "--- ---\na   b\n",
    "simple tables": "a   b\n--- ---\n1   2\n\n",
    "rows": "| a | b |\n",
    "rows of numbers": "| № | № |\n",
    "rows of dice": "| № | 1d6 | a |\n",
    "tables": "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n",
    "tables with dice": "| d6 | points |\n| --- | --- |\n| 1 | 2 |\n| 2-6 | 3 |\n\n",
    "cells": "| ",
    "cells of delimiters": "| --- ",
    "tables of AsciiDoc": "|===\n|a |b\n",
    "cells of AsciiDoc": "|a ",
    "blocks of AsciiDoc": "----\na\n",
    "anchors of AsciiDoc": "[[a№]]\n",
    "references of AsciiDoc": "<<a№,b>> ",
    "conditions of AsciiDoc": "ifdef::a[]\nb\nendif::[]\n",
    "conditions begun": "ifndef::a[]\n",
    "attributes of AsciiDoc": ":a№: b\n",
    "attribute references": "{a} ",
    "styles of AsciiDoc": "[.a]#b# ",
    "roles of AsciiDoc": "[role№]#b# ",
    "underlined headings of AsciiDoc": "Our part\n--------\n\n",
    "quotations of AsciiDoc": "> a№\n\n",
    "passed macros of AsciiDoc": "pass:[<b id=a№>] ",
    "continuations": "* a\n+\nb\n",
    "passes of AsciiDoc": "+++a",
    "macros": "a:b[",
    "titles of blocks": ".A\nb\n\n",
    "index terms": "((a)) ",
    "stat blocks": "HERO\nStrength 3\nDexterity 4\n\n",
    "entries": "Sword (5 gp): 1d6 damage.\n",
    "capital lines": "A HERO\n\n",
    "spelling": "helo wrold ",
    "doubled words": "the the ",
    "wrong values": "`№:d6` is worth 9 Health Points. ",
    "misspelt links": "[a](b№.md) ",
    "misspelt anchors": "# Abcd№\n\n[a](#abdc№)\n\n",
    "markers": "TODO ",
    "addresses of dice": "1:d6",
    "cells that are lost": "|===\n\x85a",
    "markers in paragraphs": "a\n\nTODO ",
    "templates": "{{ a }} ",
    "templates begun": "{% a ",
    "snippets": '--8<-- "a.md"\n',
    "ordinals": "1st ",
    "at least": "at least ",
    "times": "twice ",
    "opposites": "more than 3 less than ",
    "counts": "three dice: a, b. ",
    "calls": "see page № ",
    "parts": "Chapter № ",
    "brackets in brackets": "[a [",
    "parens in parens": "(a (",
    "braces in braces": "{a: ",
    "brackets and ends": "[]",
    "bang brackets": "![",
    "ticks and brackets": "`[",
    "less and bangs": "<!",
    "less and questions": "<?",
    "less and ats": "<a@",
    "number and unit": "3 dice of ",
    "decimal numbers": "1.",
    "grouped numbers": "1,000,",
    "negative numbers": "-1 ",
    "steps": "1 > 2 > ",
    "dates": "1/2/",
    "ellipses": "... ",
    "long dashes": "a — ",
    "emoji": "\U0001f3b2 ",
    "combining": "e\u0301",
    "signs of addresses": "receiv+--+",
    "numbered lines": " 7.\n  ",
    "definitions under headings": "## Part №\n\n[a]: #part-1№\n\n",
    "allows with reasons": "<!-- rulebook: allow unknown-anchor, a -->\n",
    "dice in brackets": "\xa0–\n11d00",
    "ends of nothing": "</A)9);(((",
    "HTML blocks never closed": "<div>\n\n",
    "comments in HTML": "<div><!--a>\n",
    "crossed tags": "<b></i>",
    "tags and comments": "<b№>\n<!-- a -->\n",
    "names of tags": "<aaaa",
    "terms begun": "(((a",
    "fences never closed": "a\n\n```b\n",
    "series in brackets": "(1: a, 2: b) ",
    "links and tags": "[a](#b)<b> ",
    "escapes in targets": "[a](b\\_c) ",
    "stars and braces": "*{a",
    "titles never closed": '[a](b "c) ',
    "stars between words": "a ** b ",
    "wikilinks to headings": "# Abcd №\n\n[[#abdc №]]\n\n",
    "values of somebody": "Rook has Nerve 3 and Reach 2, so her Flame is 9. ",
    "values in one sentence": "Rook has Nerve 3, Reach 2, Flame 8, ",
    "values of several": "Rook and Ash with Flame 7 ",
    "values of many": "Rook№ with Nerve 3, Reach 2 and Flame 8 ",
    "rows of values": "| Nerve | 3 |\n| Flame | 9 |\n",
    "formulas": "Flame is Nerve + Reach. ",
    "formulas begun": "Flame is Nerve + ",
    "counts of kinds": "There are № attributes. ",
    "lists of kinds": "The attributes are a№, b№ and c. ",
    "costs": "A sword costs № gold. ",
    "named tables": "<!-- table: a -->\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n",
    "rows of dice in cells": "| d6 | a |\n| --- | --- |\n| 1 | 2d6 |\n| 2-6 | d6 b |\n\n",
}
"""A unit by the name that a report has for it."""


class Poison(NamedTuple):
    """A text of a unit again and again, and how it is read."""

    name: str
    unit: str
    reader: str

    def text(self, length: int) -> str:
        """As many units as fill a length, one at least."""
        times = max(1, length // len(self.unit))
        if NUMBERED not in self.unit:
            return self.unit * times
        units = [self.unit.replace(NUMBERED, str(number)) for number in range(1, times + 1)]
        lengths = accumulate(map(len, units))
        return "".join(unit for unit, end in zip(units, lengths, strict=True) if end <= max(length, len(units[0])))


def work(poison: Poison, text: str) -> None:
    """What a check and a build do with a page."""
    dialect, game = EVERY_READER[poison.reader]
    system = game_of(game) if game else None
    source = Source("x.txt", text)
    guess_dialect(source, alone=True)
    document = read(source, dialect, ReadingOptions(system=system))
    analyse(Book((Page(document, "x", system),))).summary()
    page(document, text, lambda _: "x")


class Clock:
    """The processor time that is ours, and Asciidoctor's, since it was made."""

    def __init__(self) -> None:
        self._start = time.process_time()
        self.engine = 0.0

    @property
    def ours(self) -> float:
        return time.process_time() - self._start - self.engine

    @contextmanager
    def runs(self) -> Iterator[None]:
        """While it runs, it knows what Asciidoctor takes."""

        def convert(*arguments: Any) -> dict[str, Any]:
            start = time.process_time()
            try:
                return engine.convert(*arguments)
            finally:
                self.engine += time.process_time() - start

        with patch("rulebook_asciidoc.cache.convert", convert):
            yield


def seconds(poison: Poison, length: int) -> float:
    """The processor time of ours that a text of so many characters takes."""
    text = poison.text(length)
    clock = Clock()
    with clock.runs():
        return undisturbed(lambda: work(poison, text), lambda: clock.ours)


def undisturbed(act: Callable[[], object], now: Callable[[], float] = time.process_time) -> float:
    """The seconds of a clock that an act takes, without a look for the garbage of all that ran before it."""
    gc.collect()
    with seldom_collected():
        start = now()
        act()
        return now() - start


FIRST = 2000
ENOUGH = 0.05
DOUBLINGS = 3
ROUNDS = 3
MAX_EXPONENT = 1.3
MAX_OF_A_TEST = 1.7
"""What is lost to others on a busy machine raises it: a test is for squares, `make fuzz` for the rest."""
LONGEST = 1_000_000
HOPELESS = 5.0
"""Eight times 50 ms are far from it."""
MAX_OF_A_UNIT = 200


class Growth(NamedTuple):
    """How the time grows: from a length and its seconds to another one."""

    exponent: float
    start: tuple[int, float]
    end: tuple[int, float]

    @property
    def is_square(self) -> bool:
        """Whether time grows so fast that no other work on the machine explains it."""
        return self.end[1] >= ENOUGH and self.exponent > MAX_OF_A_TEST

    def __str__(self) -> str:
        return (
            f"{self.exponent:5.2f}: {self.start[0]:,} in {self.start[1]:.3f} s, {self.end[0]:,} in {self.end[1]:.3f} s"
        )


def growth(
    poison: Poison, timed: Callable[[Poison, int], float] = seconds, *, first: int = FIRST, most: int = LONGEST
) -> Growth:
    """The exponent of time, from where it takes 50 ms to three doublings of that: from `first` signs to `most`.

    Where it is too much, the best of three counts.
    """
    gc.collect()
    gc.freeze()  # What other tests have left is looked at here for the last time, and not before each measurement.
    timed(poison, 100)
    length = first
    while (taken := timed(poison, length)) < ENOUGH and length << DOUBLINGS < most:
        length *= 2
    grown = Growth(0.0, (length, taken), (length, taken))
    for doublings in range(1, DOUBLINGS + 1):
        more = length << doublings
        last = math.inf
        for tried in range(ROUNDS):
            # A unit less each time: nothing that is kept of one round shortens the next.
            last = min(last, timed(poison, more - tried * len(poison.unit)))
            grown = Growth(math.log2(last / taken) / doublings, (length, taken), (more, last))
            if grown.exponent <= MAX_EXPONENT or last > HOPELESS:
                break
            taken = min(taken, timed(poison, length - (tried + 1) * len(poison.unit)))
        if last > HOPELESS:
            break
    return grown


def poisons(words: tuple[str, ...] = ()) -> Iterator[Poison]:
    """All units in all dialects, or those of some names or dialects; those with words also with others each time."""
    units = UNITS | {f"other {name}": numbered for name, unit in UNITS.items() if (numbered := _numbered(unit)) != unit}
    for (name, unit), reader in product(units.items(), READERS):
        if not words or any(word in (name, reader) for word in words):
            yield Poison(name, unit, reader)


def _numbered(unit: str) -> str:
    """A unit whose words are others each time, by a number behind each: what is kept by its words is kept often."""
    return unit if NUMBERED in unit else _WORD.sub(rf"\g<0>{NUMBERED}", unit)


_WORD = re.compile(r"[^\W\d_]+(?![\w:])(?<!d)")
"""A word that is no die; a name before a colon is a key."""
_WORDS = (
    "a", "A", "Ab", "the ", "of ", "and ", "is ", "1", "2-6", "d6", "1d6", "№", " ", "  ", "\n", "\n\n", "\t", "'s ",
    "in ", "if ", "or ", "to ", "a a ", "Ab Cd ", "points", "dice", "x", "%", "1/2", "at least ", "each ", "per ",
    "roll ", "(1)", "A: ",
)  # fmt: skip


def found_poisons(seed: int) -> Iterator[Poison]:
    """Short units in any dialect for any game without end, the same ones for the same seed."""
    draw = Random(seed)
    ends = ("", "", " ", "\n", "\n\n", NUMBERED)
    while True:
        reader = draw.choice(tuple(EVERY_READER))
        looked_for = triggers(EVERY_READER[reader][1], draw)
        kind = draw.random()
        if kind < 0.3:
            parts = [draw.choice(SIGNS if draw.random() < 0.6 else _WORDS) for _ in range(draw.randint(1, 5))]
        elif kind < 0.7:
            parts = [next(looked_for), draw.choice((*ends, *SIGNS))]
        else:
            parts = [next(looked_for), draw.choice(ends), next(looked_for), draw.choice(ends)]
        unit = "".join(parts)[:MAX_OF_A_UNIT].encode("utf-8", "ignore").decode()
        if unit:
            yield Poison(repr(unit), unit, reader)


class _LateError(BaseException):
    """Nothing that reads a text may catch it."""


def _late(*_: object) -> None:
    raise _LateError


def _limited(poison: Poison, length: int) -> float:
    """The processor time of a text, which is given up where it is out of the question."""
    is_converted = EVERY_READER[poison.reader][0] == "asciidoc"
    allowed = engine.MAX_SECONDS + engine.MAX_SECONDS_A_CHARACTER * length if is_converted else 0.0
    signal.setitimer(signal.ITIMER_PROF, HOPELESS + allowed)
    try:
        return seconds(poison, length)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def search(seed: int) -> None:
    """Show units that grow faster than they may, until somebody stops it."""
    signal.signal(signal.SIGPROF, _late)
    for tried, poison in enumerate(found_poisons(seed), 1):
        try:
            # A first look at two lengths, before it is measured as it should.
            short, longer = (_limited(poison, length) for length in (2 * FIRST, 16 * FIRST))
            if longer > 3 * ENOUGH and longer > short * 8**1.2:
                grown = growth(poison, _limited)
                if grown.exponent > MAX_EXPONENT:
                    print(f"{tried} {poison.reader}: {poison.name} {grown}", flush=True)
        except _LateError:
            print(f"{tried} {poison.reader}: {poison.name} takes too long", flush=True)


def main(words: tuple[str, ...]) -> int:
    if words[:1] == ("search",):
        search(int(words[1]))
    slow = 0
    for poison in poisons(words):
        grown = growth(poison)
        is_slow = grown.exponent > MAX_EXPONENT
        slow += is_slow
        print(f"{'SLOW' if is_slow else 'ok  '} {poison.reader}: {poison.name} {grown}", flush=True)
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:])))

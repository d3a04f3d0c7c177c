"""What a system is: the seam between the rules of a game and the tools that read its rulebook.

A package that brings a game exposes one `System`, registered under the entry-point group
`rulebook.systems` or named by its dotted path (`my_game.rules`, attribute `SYSTEM`). Everything
here is data and plain functions; nothing imports the toolchain.

Typical rooms of a system, the same in each: `notation.py` (the dice language), `rules.py` (what the
text rules, as functions), `tables.py` (what the text tabulates), `phrases.py` (the sentences
that state a rule), and `__init__.py` (the `System` that joins them).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulesmod.notation import NotationError as NotationError

if TYPE_CHECKING:
    # Reading a book needs no dice engine; only rolling does.
    from rulesmod.dice import Language, Program


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """`count` dice with `size` faces, written at `[start, end)` of an expression."""

    count: int
    size: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Notation:
    """A dice language.

    Attributes:
        name: what the book calls an expression ("level pool").
        code_class: class of a code span that must be one (`<code class="lp">`).
        parse: text to expression; raises `NotationError`. Expressions compare equal where the book
            calls them the same.
        format: expression to its canonical text; `parse` reads it back.
        looks_like: whether a code span without a class is meant as one; need not be valid.
        groups: the dice of an expression's text, in the order written; raises `NotationError`.
        write_group: the text of one dice group, from its count and size ("2:d8").
        modifier: the number that is added to the result of an expression, 0 if none.
        program: the dice that an expression rolls and how they are read.
        language: the same notation as data, which the page interprets.
        symbols: the names of a grammar that the text may print, each with a recogniser that says
            whether a text is one.
        start_symbol: the name among `symbols` of a whole expression.
    """

    name: str
    code_class: str
    parse: Callable[[str], Any]
    format: Callable[[Any], str]
    looks_like: Callable[[str], bool]
    groups: Callable[[str], Sequence[DiceGroup]]
    write_group: Callable[[int, int], str]
    modifier: Callable[[Any], int]
    program: Callable[[Any], Program]
    language: Language
    symbols: Mapping[str, Callable[[str], bool]] = field(default_factory=dict)
    start_symbol: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules give for one blank of a phrase, where a bare value does not say enough.

    Attributes:
        value: as it should stand in the text; for a list, the sequence of its items.
        wrong: indices of the stated list's items that contradict the rules; None to compare the
            whole with `value` (lists without regard to order).
        because: the steps that lead there, in the book's words.
    """

    value: Any
    wrong: tuple[int, ...] | None = None
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence that states a rule, with typed blanks.

    A wording holds the deciding words around its blanks, in any case, white space folded, and:

    - `{name}` or `{name:type}`: a blank. Types: `number` (digits or a number word; also a, an,
      single, both, no; the default), `die` (d8), `dice` ("two d4s and a d8"), `pool` (an expression of
      the notation), `percent`, `word` (one word), or the name of one of the system's vocabularies. `list of
      TYPE` is an enumeration with commas, and, or.
    - `...`: any words between, within the same paragraph.
    - `[words]`: words that may be missing; `(one|two)`: alternatives.

    Attributes:
        name: kebab-case, unique in the system.
        wordings: the ways to say it; never ten words in a row of a source.
        rule: takes the blanks that its parameters name (converted by their type) and gives a mapping from
            the other blanks to what they should be: a value, or an `Answer`.
        under: where set, the phrase holds only beneath a heading with one of these words.
    """

    name: str
    wordings: tuple[str, ...]
    rule: Callable[..., Mapping[str, Any]]
    under: tuple[str, ...] = ()


class WordingError(ValueError):
    """A wording that its language does not allow: a fault of the phrasebook, which its message quotes."""


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A table that the text prints and the rules own.

    Attributes:
        name: kebab-case, unique in the system.
        title: what the book calls it.
        columns: header cells; a text table with these headers (case and plural do not matter) is a candidate.
        keys: how many leading columns name the row.
        rows: the cells, as printed; numbers as int, a cell with a condition as text ("10 if not
            specified by skill": its number is compared, and its words only where `keys` covers it).
        about: words of the caption, id or heading path that single it out among tables with the same columns.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    keys: int
    rows: tuple[tuple[str | int, ...], ...]
    about: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 < self.keys < len(self.columns):
            raise ValueError(f"the table `{self.name}` needs a key column and a value column")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"the table `{self.name}` has a row that does not fit its {len(self.columns)} columns")


@dataclass(frozen=True, slots=True)
class Term:
    """One summand of a worked sum: `count` dice of `size` at `each` points apiece."""

    count: int
    size: int
    each: int

    @property
    def value(self) -> int:
        return self.count * self.each


@dataclass(frozen=True, slots=True)
class WorkedSum:
    """A sum over pools that the text works out line by line.

    The text lists pools by name, then a line of arithmetic for each, then `= N unit`.

    Attributes:
        name: kebab-case.
        unit: the words behind the total ("Health Points").
        vocabulary: the names whose pools are summed, each exactly once.
        terms: the summands of one pool, in the order of its dice groups.
        table: name of the `RuleTable` that gives each die's worth.
    """

    name: str
    unit: str
    vocabulary: str
    terms: Callable[[Any], Sequence[Term]]
    table: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names that belong together: `entries` maps each short form to its full name ("mSt" to "Mental Strength")."""

    name: str
    entries: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an open place of the text is read, and why, in a sentence each."""

    name: str
    section: str
    reading: str
    reason: str


@dataclass(frozen=True, slots=True)
class System:
    """One game: its notation, its tables, its rules as functions, its phrases.

    Attributes:
        name: as on the command line ("cavea"); title: as readers know it ("Cavea").
        rules: the public rule functions; each docstring names the section it implements.
        terms: further words of the game, known to the spelling check.
    """

    name: str
    title: str
    notation: Notation
    tables: tuple[RuleTable, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    sums: tuple[WorkedSum, ...] = ()
    vocabularies: tuple[Vocabulary, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    rules: tuple[Callable[..., Any], ...] = ()
    terms: tuple[str, ...] = ()

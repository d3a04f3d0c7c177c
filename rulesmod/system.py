"""The seam between a game's rules and the tools that read its rulebook.

A package that brings a game exposes one `System`, registered under the entry-point group
`rulebook.systems` or named by its dotted path (`my_game.rules`, attribute `SYSTEM`). Everything
here is data and plain functions; nothing imports the toolchain.

Typical rooms of a system, the same in each: `notation.py` (the dice language), `rules.py` (what the
text rules, as functions), `tables.py` (what the text tabulates), `phrases.py` (the sentences
that state a rule), and `__init__.py` (the `System` that joins them).
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import wraps
from inspect import signature
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from rulesmod.notation import NotationError as NotationError
from rulesmod.records import record

if TYPE_CHECKING:
    # Reading a book needs no dice engine; only rolling does.
    from pathlib import Path

    from rulesmod.dice import Language, Program
    from rulesmod.dice.symbols import Symbol
    from rulesmod.play import Play
    from rulesmod.sheets import Sheet


_Class = TypeVar("_Class", bound=type)


def _has_former(former: str, name: str) -> Callable[[_Class], _Class]:
    """Let a former keyword and attribute of a class mean another one, with a warning."""

    def accept(cls: _Class) -> _Class:
        maker = "__new__" if issubclass(cls, tuple) else "__init__"
        make: Callable[..., Any] = getattr(cls, maker)

        @wraps(make)
        def made(self: Any, *args: Any, **given: Any) -> Any:
            if former in given:
                _warn_of(former, name)
                given[name] = given.pop(former)
            return make(self, *args, **given)

        def value(self: Any) -> Any:
            _warn_of(former, name)
            return getattr(self, name)

        setattr(cls, maker, made)
        setattr(cls, former, property(value))
        return cls

    return accept


def _warn_of(former: str, name: str) -> None:
    warnings.warn(f"`{former}` is now called `{name}`", DeprecationWarning, stacklevel=3)


@record
class DiceGroup:
    """`count` dice with `size` faces, written at `[start, end)` of an expression."""

    count: int
    size: int
    start: int
    end: int


@record
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
        symbols: the parts of the grammar that the text may print, by name: each recognises and generates strings.
        start_symbol: the name among `symbols` of a whole expression.
        pattern: what an expression looks like in running text, where it may hold spaces; empty where it holds none.
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
    symbols: Mapping[str, Symbol] = field(default_factory=dict)
    start_symbol: str = ""
    pattern: str = ""


@record
class Answer:
    """The rules' answer for one blank, if a value is not enough.

    Attributes:
        value: as it should stand in the text; for a list, the sequence of its items.
        wrong: indices of the stated list's items that contradict the rules; None to compare the
            whole with `value` (lists without regard to order).
        because: the steps that lead there, in the book's words.
        twin: the blank that says the same in notation, where nothing but this decides. If the two differ, either may
            be wrong: the finding stands at the notation and shows both.
    """

    value: Any
    wrong: tuple[int, ...] | None = None
    because: tuple[str, ...] = ()
    twin: str = ""


BLANK = re.compile(r"(?<!\\)\{(\w+)(?::[\w -]+)?\}")
"""A blank of a wording; it has its name."""


@record
class Phrase:
    """A sentence that states a rule, with typed blanks.

    A wording holds the deciding words around its blanks, in any case, white space folded, and:

    - `{name}` or `{name:type}`: a blank. Types: `number` (digits or a number word; also a, an,
      single, both, no; the default), `direction` (a word with an opposite: "higher", "least"; "greater" counts as
      the same), `die` (d8), `dice` ("two d4s and a d8"), `pool` (an expression of
      the notation), `percent`, `odds` (a chance in figures or words: "1 in 4", "about 30 %", "almost never"; its
      rule answers the exact chance), `tries` ("three or four attempts"; its rule answers the chance of one try),
      `decimal` ("2.5", "+.5"), `fraction` ("half", "a third"), `ordinal` ("second"), `word` (one word),
      `name` (capitalised words), or the name of one of the system's vocabularies. `list of TYPE` is an enumeration
      with commas, and, or, `+`.
    - `...`: any words between, within the same paragraph, that turn to nobody else ("Ben gains"); `..`: within the same
      sentence; `....`: of whomever they speak.
    - `one <> other`: parts that stand in one sentence, in any order.
    - a word with an opposite ("higher", "all", "not", "without", a name of a vocabulary): where the sentence has the
      opposite, or a "not" more or less, and all else is the wording, that word is reported.
    - `[words]`: words that may be missing; `(one|two)`: alternatives; `\\(`, `\\|` and the like: the sign itself.

    Attributes:
        name: kebab-case, unique in the system.
        wordings: the ways to say it; never ten words in a row of a source.
        rule: takes the blanks that its parameters name (converted by their type; those with a default may be
            missing) and gives a mapping from the other blanks to what they should be: a value, or an `Answer`.
        under: where set, the phrase holds only beneath a heading, or in the entry of a term, with one of these words.
        because: why it is so, in the words of the book, with blanks that are filled in ("{coins} for {miles} miles").
        is_sure: whether its words alone say what is meant; where they do not, what differs is a warning.
    """

    name: str
    wordings: tuple[str, ...]
    rule: Callable[..., Mapping[str, Any]]
    under: tuple[str, ...] = ()
    because: str = ""
    is_sure: bool = True

    def __post_init__(self) -> None:
        for what, texts in (("wordings", self.wordings), ("headings", self.under)):
            if not isinstance(texts, tuple):
                raise WordingError(
                    f"the {what} of `{self.name}` are no tuple of texts: write a comma behind a single one"
                )
            if wrong := [text for text in (*texts, self.because) if not isinstance(text, str)]:
                raise WordingError(f"`{wrong[0]!r}` of `{self.name}` is no text: write it into quotes")
        if not self.wordings:
            raise WordingError(f"`{self.name}` has no wording, so it never fits")
        blanks = {name for wording in self.wordings for name in BLANK.findall(wording)}
        for parameter in signature(self.rule).parameters.values():
            is_needed = parameter.default is parameter.empty and parameter.kind not in (
                parameter.VAR_POSITIONAL,
                parameter.VAR_KEYWORD,
            )
            if is_needed and parameter.name not in blanks:
                listed = ", ".join(f"`{{{name}}}`" for name in sorted(blanks)) or "none"
                raise WordingError(
                    f"no wording of `{self.name}` fills `{parameter.name}`, so it never fits (its blanks: {listed})"
                )


def as_worded() -> Mapping[str, Any]:
    """Answer nothing: the rule of a phrase without blanks, whose words alone are the rule."""
    return {}


class WordingError(ValueError):
    """A wording that its language does not allow: a fault of the phrasebook, which its message quotes.

    Attributes:
        fact: what is wrong, without the wording.
        wording, part: the one that is at fault, and what of it, as far as that is known.
        known: what could stand for that part.
        rule: what decides the phrase, where one was made.
    """

    def __init__(self, message: str, wording: str = "", part: str = "", known: Collection[str] = ()) -> None:
        super().__init__(message)
        self.fact = message.removeprefix(f"`{wording}`: ")
        self.wording = wording
        self.part = part
        self.known = known
        self.rule: Callable[..., Any] | None = None


CellValue = str | int | Fraction
"""The value of a cell in a rules table."""


@record
class RuleTable:
    """A table that the text prints and the rules own.

    Attributes:
        name: kebab-case, unique in the system.
        title: what the book calls it.
        columns: header cells; a text table with these headers (case and plural do not matter) is a candidate.
        keys: how many leading columns name the row.
        rows: the cells, as printed; numbers as int, a chance as `Fraction` (the text prints it as a percentage, to
            as many places as it likes), a cell with a condition as text ("10 if not specified by skill": its
            number is compared, and its words only where `keys` covers it).
        about: words of the caption, id or heading path that single it out among tables with the same columns.
        because: why a chance in it is as it is, in the words of the book, with `{share}` ("1 of 4"), `{row}` and
            `{column}` filled in.
        units: what columns are counted in, by their heads.
        also: other names that the text has for a row, by its first cell.
        is_whole: whether a text that prints it has all of its rows, and no others.
        heads: other names that the text has for a column, by its own.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    keys: int
    rows: tuple[tuple[CellValue, ...], ...]
    about: tuple[str, ...] = ()
    because: str = "with {row} and {column} it is so in {share} rolls"
    units: Mapping[str, str] = field(default_factory=dict)
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_whole: bool = True
    heads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 0 < self.keys < len(self.columns):
            raise ValueError(f"the table `{self.name}` needs a key column and a value column")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"the table `{self.name}` has a row that does not fit its {len(self.columns)} columns")


class Band(NamedTuple):
    """The values from `low` to `high`, both included, and what they give; None leaves an end open.

    `gives` is a number or a word of the text; of several words, the text uses any.
    """

    low: int | None
    high: int | None
    gives: int | str | tuple[str, ...]


@record
class Bands:
    """The meanings of a number's values, range by range. The text tells them as a list, a table or a sentence.

    Attributes:
        name: kebab-case, unique in the system.
        title: what the book calls them ("Measure of Success per Die").
        rows: in order of their values.
        about: words of which one stands in what the text tells them in: its heading, caption, the sentence before, or
            the ranges' own words.
        heads: in a table, words for the head of the values, and for that of what they give.
    """

    name: str
    title: str
    rows: tuple[Band, ...]
    about: tuple[str, ...]
    heads: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


@record
class CountedDice:
    """The dice of a game of which some faces count.

    Attributes:
        size: the faces of each die; None where there are several kinds.
        low, high: the faces that count; None leaves an end open.
        counts: what they are counted as ("lanterns lit").
        is_plain: whether a face counts one and nothing else happens, so that chances follow from it alone.
        stated_at: the place of the faces.
    """

    size: int | None
    low: int | None
    high: int | None
    counts: str
    is_plain: bool = True
    stated_at: Any = None


@record
class Constraint:
    """A condition that the values of everybody keep to: "Nerve + Reach + Wits = 10".

    Attributes:
        text: as the rules write it.
        needs: the names of the values that it compares.
        holds: says for these values whether it is kept; None where nobody can tell.
        stated_at: the place of it.
        total: the number that the values add up to; None if it says something else.
    """

    text: str
    needs: tuple[str, ...]
    holds: Callable[[Mapping[str, Fraction]], bool | None]
    stated_at: Any = None
    total: Fraction | None = None


@record
class Ladder:
    """Names in a fixed order, which the text lists one below the other.

    Attributes:
        name: kebab-case, unique in the system.
        title: what the book calls them ("actor levels").
        names: from the first to the last.
    """

    name: str
    title: str
    names: tuple[str, ...]


@record
class Term:
    """One summand of a worked sum: `count` dice of `size` at `each` points apiece."""

    count: int
    size: int
    each: int

    @property
    def value(self) -> int:
        return self.count * self.each

    @property
    def worth(self) -> str:
        """How one comes to its value, in words."""
        if self.count == 1:
            return f"a d{self.size} is worth {self.each}"
        return f"each d{self.size} is worth {self.each}, and there are {self.count}: {self.value}"


@record
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


@record
class Vocabulary:
    """Names that belong together: `entries` maps each short form to its full name ("mSt" to "Mental Strength")."""

    name: str
    entries: Mapping[str, str]


@record
class Scale:
    """Names that the text prints with a value in brackets: `Superior [+2]`, `Ally [1 to 4 points]`.

    Attributes:
        name: kebab-case, unique in the system.
        title: what the book calls it.
        values: what each name is worth; a pair for a range, whose end may be open (None).
        unit: the word behind the value, in the plural ("points"); empty where there is none.
        signed: whether values are written with their sign, "+0" included.
    """

    name: str
    title: str
    values: Mapping[str, int | tuple[int, int | None]]
    unit: str = ""
    signed: bool = False


@record
class Listing:
    """Lists under headings whose items are headings of the book themselves: `Hindered by: Stealth, Deception`.

    Attributes:
        name: kebab-case, unique in the system.
        marker: the words before the colon.
        under: the heading below which the names stand.
        entries: the list of each name, as far as the rules know it.
        names: the names, for pages that do not have the heading.
        suffix: what a heading may have behind the name, and a list need not.
    """

    name: str
    marker: str
    under: str
    entries: Mapping[str, Sequence[str]]
    names: Sequence[str]
    suffix: str = ""


@_has_former("told_at", "stated_at")
@dataclass(frozen=True, slots=True)
class Ruling:
    """How an open place of the text is read, and why, in a sentence each.

    Attributes:
        section: words of the heading that it is about; empty where that is the whole text.
        stated_at: where the rules name that, in the terms of whoever read them.
    """

    name: str
    section: str
    reading: str
    reason: str
    stated_at: Any = None


@record
class Stat:
    """One value of a stat block: `word` stands before it ("" where nothing does)."""

    name: str
    word: str
    type: Literal["number", "dice", "averages"]


@record
class Judgement:
    """The verdict of the rules on one value of an entry.

    Attributes:
        stat: the name of the value.
        right: whether it is as the rules have it.
        value: as it should stand, as text; empty where the rules do not say.
        because: the steps that lead there, in the book's words.
        rests_on: the names of the other values that it follows from.
        are_allowed: for dice, whether the entry may have them at all; a value may be allowed and wrong.
    """

    stat: str
    right: bool
    value: str = ""
    because: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    are_allowed: bool = True


@record
class Measure:
    """The average that a throw of an entry's dice has to meet. It grows with the dice, and some dice may undo the
    throw.

    Attributes:
        expression: its dice, in the notation.
        tally: of the program: what each die is worth.
        averages: what each die that is thrown adds to the average to be met, by its name in the program.
        constant: what the average begins with.
        first: the average of the dice as they are thrown at first.
        lowest: which of the dice as they are thrown at first, from 0: if all are worth 1, the throw is undone, and
            comes to 0.
        marked: the name of the one of these that is told from others of its kind, as the first; "" if none has any.
        changes: of the odds by what is undone, as `rulesmod.dice.measuring.undone` has them.
        words: what is said of a throw that is `undone`, that has `met` the average (`{}`) and that has `missed` it; the
            chance of the first in words is its `ending`, and `marked` is what such a die is.
    """

    expression: str
    tally: str
    averages: Mapping[str, float]
    constant: int
    first: float
    lowest: tuple[int, ...]
    marked: str
    changes: tuple[tuple[int | str, str], ...]
    words: Mapping[str, str]


@record
class StatBlock:
    """Entries of bare prose that begin with their statistics: `Goblin: Build 4 Cast d4 @2.5. It ...`.

    An entry whose words stand there without any value is a draft: `Scarab: Build Cast .`

    Attributes:
        kind: of the entry ("monster").
        stats: its values in order; the last one ends with a full stop.
        judge: what the rules say of the values of an entry, given its name and its values as text.
        facts: what follows from them that readers want to know: a label and a text each.
        measure: what a throw of the entry's own dice is held to, where they can be thrown.
    """

    kind: str
    stats: tuple[Stat, ...]
    judge: Callable[[str, Mapping[str, str]], Sequence[Judgement]] | None = None
    facts: Callable[[str, Mapping[str, str]], Sequence[tuple[str, str]]] | None = None
    measure: Callable[[Mapping[str, str]], Measure | None] | None = None


@record
class Tagged:
    """Entries of bare prose that say in parentheses whom they are for: `Pirate glaive (L/ B/ M): The user ...`.

    Attributes:
        kind: of the entry ("item").
        field: what the tags are ("roles").
        tags: each tag with what it stands for.
        everyone: words that stand for all tags.
        judge: as for a `StatBlock`; the tags are given as a text with slashes between them, bonuses as `bonus`.
    """

    kind: str
    field: str
    tags: Mapping[str, str]
    everyone: tuple[str, ...] = ()
    judge: Callable[[str, Mapping[str, str]], Sequence[Judgement]] | None = None


@record
class Figure:
    """Named figures within sentences of bare prose: `"Vlad" =Curate Build 14 /5 Cast per build`.

    Attributes:
        kind: of the entry ("figure").
        attribute: what stands behind the name ("role"); `values` are those that there are.
        stats: the words before its values; the last one's value is text up to the end of the clause.
        judge: as for a `StatBlock`.
    """

    kind: str
    attribute: str
    values: tuple[str, ...]
    stats: tuple[Stat, ...]
    judge: Callable[[str, Mapping[str, str]], Sequence[Judgement]] | None = None


@record
class Quantity:
    """A value that every actor of the game has: `Rook has Body 3`.

    Attributes:
        name: as the text writes it; `also` are other names for it.
        unit: the word behind it ("points"); empty where there is none.
        beside: the value behind whose number it stands in brackets without a name, as in `Body 14 (+2)`.
        low, high: the values that its writer may choose; None leaves an end open.
        needs: the names of the values that it follows from; none where it is chosen.
        rule: what it is, given those of them that are known; None where that is not enough.
        under: the beginnings of words of which one stands in a heading above whoever has it; none for everybody.
    """

    name: str
    also: tuple[str, ...] = ()
    unit: str = ""
    low: int | None = None
    high: int | None = None
    needs: tuple[str, ...] = ()
    rule: Callable[[Mapping[str, Any]], Answer | None] | None = None
    beside: str = ""
    under: tuple[str, ...] = ()

    @property
    def slug(self) -> str:
        """Its name as claims about it have it in their kind."""
        return "-".join(self.name.lower().split())

    @property
    def is_constant(self) -> bool:
        """Return whether it is the same for everybody."""
        return self.rule is not None and not self.needs


class TextBlock(NamedTuple):
    """A block of a page as a `Reader` gets it: its plain text, markup dropped.

    Attributes:
        kind: `heading`, `paragraph`, `item`, `quote`, `code`, `cell`, `caption` or `term`.
        text: white space is folded, except in `code`.
        headings: titles of the headings that it is under, outermost first.
    """

    kind: str
    text: str
    headings: tuple[str, ...] = ()


class TextPlace(NamedTuple):
    """A place in a page: a stretch of the text of one block.

    Attributes:
        block: the index of the block, from 0.
        start, end: offsets into its text.
        label: what a finding says beside it; "" for nothing.
    """

    block: int
    start: int
    end: int
    label: str = ""


class Reason(NamedTuple):
    """A step from the rules to a value: a sentence, and the one that a page shows to players; "" for the same."""

    text: str
    for_readers: str = ""


class TextFault(NamedTuple):
    """A fault of a statement.

    Attributes:
        message: one fact, in lower case.
        place: where, if not at the statement.
        notes: further facts.
        beside: other places to show.
    """

    message: str
    place: TextPlace | None = None
    notes: tuple[str, ...] = ()
    beside: tuple[TextPlace, ...] = ()


class TextStatement(NamedTuple):
    """A statement of a text at a place, and the value of it by the rules.

    Attributes:
        kind: in kebab-case, of all statements like it; claims are recorded by it, so it never changes.
        place: what states it; a number there is guarded if the statement is right.
        computed: what the rules give, as text.
        is_right: whether they agree; None if they do not decide.
        rule: what decides it, in words ("the parser of level pools").
        because: how the rules get there.
        follows_from: other places that it rests on, guarded as well.
        faults: what is wrong, each with a finding of its own; without any, a wrong statement's finding gives what the
            rules give, and offers to write it.
    """

    kind: str
    place: TextPlace
    computed: str
    is_right: bool | None
    rule: str
    because: tuple[Reason, ...] = ()
    follows_from: tuple[TextPlace, ...] = ()
    faults: tuple[TextFault, ...] = ()


class TextObjection(NamedTuple):
    """A fault at a place that states nothing by itself, such as a name that nothing defines.

    Attributes:
        message: one fact, in lower case; behind `unknown`, what is said of it.
        unknown: the name that is at fault, if it is one.
    """

    place: TextPlace
    message: str
    unknown: str = ""


class Reader(Protocol):
    """A function of a game that finds and judges statements beyond phrases and tables.

    It gets all blocks of one page, in order. Its result depends on them and on nothing else. What it raises is a
    finding on the page (`failed-rule`), and hides nothing of what others find.
    """

    def __call__(self, blocks: Sequence[TextBlock], /) -> Iterable[TextStatement | TextObjection]: ...


@_has_former("told_at", "stated_at")
class BookTable(NamedTuple):
    """A table that only the book has, and that its rules look values up in.

    Attributes:
        under: a word of its caption, its id, or the heading that it stands under.
        stated_at: where the rules ask for it, in the terms of whoever read them.
    """

    name: str
    columns: tuple[str, ...]
    keys: int
    under: str
    stated_at: Any = None


@_has_former("told_at", "stated_at")
class FactsTable(NamedTuple):
    """A table of the book whose rows are things: the values of its columns hold wherever the book names them.

    Attributes:
        name: what the things are called together.
        page: the path of its page, from the folder of the rules; "" where a comment on the page says so.
        id: its own, or that of the section that it stands in.
        also: other names of its things, by their names.
        units: what its columns are counted in, by their heads.
        stated_at: where the rules say so, in the terms of whoever read them.
        is_whole: whether it has all things of its kind, so that counts and names of the book are compared with it.
    """

    name: str
    page: str
    id: str
    also: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    units: Mapping[str, str] = MappingProxyType({})
    stated_at: Any = None
    is_whole: bool = True


EntryKind = StatBlock | Tagged | Figure
"""How a book of bare prose begins its entries."""


@_has_former("taken", "book_tables")
@dataclass(frozen=True, slots=True, eq=False)
class System:
    """One game: its notation, its tables, its rules as functions, its phrases; equal only to itself.

    Attributes:
        name: as on the command line ("cavea"); title: as readers know it ("Cavea").
        rules: the public rule functions; each docstring names the section it implements.
        terms: further words of the game, known to the spelling check.
        opposites: words of the game with what contradicts them ("upstage", "downstage").
        entries: how a book of bare prose begins the entries of this game.
        sheets: what readers fill in, and the rules work out.
        play: how the game plays itself in a page.
        quantities: the values that actors of the game have.
        files: what the game is made of where no module has it.
        readers: functions that read and judge what no phrase or table can describe.
        book_tables: the tables that its rules take from its book, and `bind` the game with their rows, by name.
        facts: the tables of its book whose rows are things with values.
        constraints: conditions that the values of everybody keep to.
        counted_dice: its dice, where some faces of them count.
        stated_at: where its rules state rows, values, names and ranges, by ("tables", name, row), ("values", name), ...

    Raises:
        TypeError: what there may be several of is no tuple: `(one)` for `(one,)`.
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
    opposites: tuple[tuple[str, str], ...] = ()
    entries: tuple[EntryKind, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    bands: tuple[Bands, ...] = ()
    ladders: tuple[Ladder, ...] = ()
    scales: tuple[Scale, ...] = ()
    listings: tuple[Listing, ...] = ()
    play: Play | None = None
    quantities: tuple[Quantity, ...] = ()
    files: tuple[Path, ...] = ()
    book_tables: tuple[BookTable, ...] = ()
    bind: Callable[[Mapping[str, Sequence[Sequence[str]]]], System] | None = None
    readers: tuple[Reader, ...] = ()
    facts: tuple[FactsTable, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    counted_dice: CountedDice | None = None
    stated_at: Mapping[tuple[str, ...], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            if str(one.type).startswith("tuple") and (isinstance(value, str) or not isinstance(value, Sequence)):
                raise TypeError(f"`{one.name}` of the game is no tuple: one thing alone is written `(one,)`")


def __getattr__(name: str) -> Any:
    if name == "TakenTable":
        _warn_of(name, "BookTable")
        return BookTable
    raise AttributeError(f"module `{__name__}` has no attribute `{name}`")

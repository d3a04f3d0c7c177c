"""Dice in the running text of a page: quiet buttons, where a reader would roll them.

On pages of plain dice that is all of the text; a game knows better what its dice mean, and there only what the rows of
random tables give is rolled, unless the settings say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rulebook.book import Book, Page
from rulebook.claims.model import Expression
from rulebook.claims.structures.randomtables import RandomTable, results_of
from rulebook.document import Block, CodeSpan
from rulebook.findings import Place
from rulebook.lexing.asides import asides, is_aside_file, is_of_program
from rulebook.lexing.habit import NO_HABIT, Habit, habit_of, may_be_habit
from rulebook.lexing.prefilter import may_name_dice
from rulebook.lexing.rolled import (
    is_doubtful,
    is_label,
    is_only_named,
    labels_of,
    names_die,
    rolled_dice,
)
from rulebook.marks import Mark
from rulebook.settings.options import ALL_DICE, TEXT_DICE
from rulebook.source import Span
from rulebook.spans import Stretches
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.system import NotationError

_NOT_RUNNING = frozenset({"heading", "code", "caption", "term"})
_DICE_ROLLER = re.compile(r"\s*dice(?:-mod|-roll)?[+-]?:\s*(?P<dice>[^|\[]+?)\s*(?:\|.*)?", re.DOTALL)
"""Inline code of Obsidian's Dice Roller, with what it says of how that is shown."""


_BARE_LETTER = re.compile(r"\s*[kzt]\d", re.IGNORECASE)
"""What begins a die only in books that write theirs so: `T6` may be any label."""
_SOLE = re.compile(r"\s*\d*d\d+\s*", re.IGNORECASE)
"""An item of a list that is nothing but dice: they are to be had, and not rolled."""


class Running(NamedTuple):
    """What is rolled on a page besides the expressions of its game, and what its text does not show."""

    expressions: tuple[Expression, ...]
    hidden: tuple[Mark, ...]


def habit_of_book(book: Book) -> Habit:
    """How a book writes its dice."""
    return habit_of(page.document.source.text for page in book.pages)


def beside_game(page: Page) -> list[Span]:
    """What of a page is no text of a game: dice in it are only spoken of."""
    document = page.document
    text, headings = document.source.text, document.headings
    if is_aside_file(page.uri) or is_of_program(text):
        return [Span(0, len(text))]
    found = asides([(heading.level, heading.title) for heading in headings])
    ends = [*(heading.span.start for heading in headings[1:]), len(text)]
    return [Span(headings[index].span.end, ends[index]) for index in sorted(found)]


def running_dice(
    page: Page, tables: Sequence[RandomTable], taken: Sequence[Span], *, reach: str, habit: Callable[[], Habit]
) -> Running:
    """The dice in a page's text, none of which meets what is taken, or a random table's own.

    Args:
        page: the page.
        tables: its random tables, whose rows are rolled on any page.
        taken: where the expressions stand that its game reads.
        reach: which dice are wanted, as the settings have it.
        habit: how the book writes its dice.
    """
    is_plain = page.system is None or page.system.name == PLAIN.name
    finder = _Finder(page, Stretches([*taken, *(table.place.span for table in tables)]))
    for words in results_of(tables):
        finder.read(words.block, words.start, words.end)
    if reach == ALL_DICE or (is_plain and reach == TEXT_DICE):
        text = page.document.source.in_plain_signs
        if may_be_habit(text):
            finder.habit = habit()
        if finder.habit.codes or may_name_dice(text):
            finder.read_all(spoken_of=reach == ALL_DICE)
    return Running(tuple(finder.expressions), tuple(finder.hidden))


class _Finder:
    def __init__(self, page: Page, taken: Stretches) -> None:
        self.page = page
        self.taken = taken
        self.habit = NO_HABIT
        self.barred = Stretches(link.span for link in page.document.links)
        self.expressions: list[Expression] = []
        self.hidden: list[Mark] = []

    def read_all(self, *, spoken_of: bool) -> None:
        document = self.page.document
        heads = {id(cell.block) for table in document.prose.tables for cell in table.header}
        if not spoken_of:
            self.barred = Stretches([*(link.span for link in document.links), *beside_game(self.page)])
        topics = {index for index, heading in enumerate(document.headings) if names_die(heading.title)}
        labels = labels_of(document.source.text)
        for block in document.prose.blocks:
            is_sole = block.kind == "item" and _SOLE.fullmatch(block.text.text)
            if block.kind not in _NOT_RUNNING and not is_sole:
                for code in block.code:
                    place = block.text.text, code.start, code.end
                    named = is_label(*place, labels) or (not spoken_of and is_only_named(*place))
                    if code.start < code.end and not named:
                        self.read_code(block, code)
                is_topic = block.section in topics and block.kind != "cell"
                for start, end in _between(block):
                    for dice in rolled_dice(block.text.text, start, end, habit=self.habit, spoken_of=spoken_of):
                        is_name = id(block) in heads and not block.text.text[dice[0]].isdigit()
                        doubtful = is_doubtful(block.text.text, *dice, is_topic=is_topic, labels=labels)
                        if spoken_of or not (is_name or doubtful):
                            self._add(block, *dice)

    def read_code(self, block: Block, code: CodeSpan) -> None:
        """Inline code that is nothing but dice; it is whole, or text."""
        text = block.text.text[code.start : code.end]
        roller = _DICE_ROLLER.fullmatch(text)
        start, end = roller.span("dice") if roller else (0, len(text))
        if start < end and self._add(block, code.start + start, code.start + end) and start:
            before = Span(code.span.start, block.text.span(code.start + start, code.start + end).start)
            self.hidden.append(Mark(before, "<span hidden>", "</span>"))
            if end < len(text):
                behind = Span(block.text.span(code.start, code.start + end).end, code.span.end)
                self.hidden.append(Mark(behind, "<span hidden>", "</span>"))

    def read(self, block: Block, start: int, end: int) -> None:
        """Dice of a random table's row."""
        for first, last in rolled_dice(block.text.text, start, end, habit=self.habit):
            self._add(block, first, last)

    def _add(self, block: Block, start: int, end: int) -> bool:
        span, text = block.text.span(start, end), block.text.text[start:end]
        if self.taken.meets(span) or self.barred.meets(span):
            return False
        try:
            value = PLAIN.notation.parse(text.strip())
        except NotationError:
            return False  # a d1, a thousand dice: no finding where nobody said that it is meant as one
        if not self.habit.codes and any(term.kind == "code" for term in value.parsed.terms):
            return False
        if _BARE_LETTER.match(text) and text.strip()[0].lower() not in self.habit.letters:
            return False
        self.taken.add(span)
        self.expressions.append(Expression(Place(self.page.document.source, span), text, PLAIN, value))
        return True


def _between(block: Block) -> Iterator[tuple[int, int]]:
    """The stretches of a block that are no code."""
    start = 0
    for code in block.code:
        yield start, code.start
        start = code.end
    yield start, len(block.text.text)

"""Dice in the running text of a page: quiet buttons, where a reader would roll them.

On pages of plain dice that is all of the text; a game with dice of its own knows better what they mean, and there only
what the rows of random tables give is rolled, unless the settings say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from html import escape
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_core.spans import Stretches
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.model import Expression
from rulebook_rules.claims.structures.randomtables import RandomTable, results_of
from rulebook_rules.settings.options import ALL_DICE, CODE_DICE, TEXT_DICE
from rulebook_syntax.document import Block, Cell, CodeSpan, Table
from rulebook_syntax.marks import Mark
from rulebook_text.lexing.dice import LETTER, SUM
from rulebook_text.lexing.dice_labels import is_label, labels_of
from rulebook_text.lexing.dice_sentences import Rolled, whole_roll
from rulebook_text.lexing.dice_style import NO_HABIT, Habit, habit_of, may_be_habit
from rulebook_text.lexing.dice_titles import names_die
from rulebook_text.lexing.non_game_sections import asides, is_aside_file, is_of_program
from rulebook_text.lexing.prefilter import may_name_dice
from rulebook_text.lexing.rollable import are_dice, is_doubtful, is_ordered, is_rolled_code, rolled_dice
from rulebook_text.words import LANGUAGES, any_of, cue
from rulesmod.dice.plain_words import ARTICLES, BONUSES, DOUBLES, HALVES, MINUS, NUMBERS, OWN, PLUS
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.system import NotationError

_NOT_RUNNING = frozenset({"heading", "code", "caption", "term"})
_DICE_ROLLER = re.compile(r"\s*dice(?:-mod|-roll)?[+-]?:\s*(?P<dice>[^|\[]+?)\s*(?:\|.*)?", re.DOTALL)
"""Inline code of Obsidian's Dice Roller, with what it says of how that is shown."""

MAX_NAMES = 5
"""Limit of the numbers of a reader's in one expression."""
_OWN, _BONUS, _SIGN, _PART = ("|".join(words) for words in (OWN, BONUSES, (*PLUS, *MINUS), (*HALVES, *DOUBLES)))
_OF = any_of(words.choosing.get("of", "") for words in LANGUAGES)
_NO_NAME = f"{any_of(words.the for words in LANGUAGES)}|{cue('dice_said.articles')}|{'|'.join(NUMBERS)}"
_ADDED_VALUE = lazily(
    r"(?P<short>\s?[+−–-]\s?(?:(?-i:[A-ZÄÖÜ]{2,4}(?![\w/-]|\s[+−]))|@[a-z]{2,20}(?:\.[a-z]{2,20})*(?!\w)))"
    rf"|(?:\s?[+−]\s?(?!(?-i:{cue('dice_said.kinds')})(?![\w-]))|\s(?:{_SIGN})\s"
    rf"|(?P<told>(?P<apart>\.)?,?\s(?:[^\W\d_]{{1,4}}\s){{0,2}}"
    rf"(?:(?P<adds>{cue('dice_said.adds')})|{any_of(words.modifies for words in LANGUAGES)})\s(?=(?:{_OWN})\s)))"
    rf"(?P<part>(?:{_PART})\s)?(?P<own>(?:{_OWN})\s)?"
    rf"(?P<name>(?P<unnamed>{_NO_NAME})(?!\w)|(?P<value>{cue('dice_said.values')})(?!\w)|[^\W\d_]{{2,20}})"
    rf"(?P<bonus>(?:\s(?:{_BONUS})(?!\w))+)?(?![\w-])"
    rf"(?P<of>/|\s(?:{_OF}|{any_of(words.die for words in LANGUAGES)})(?!\w)"
    r"|(?:\s[^\W\d_]+){0,2}\s(?:\([^()]{1,20}\)\s)?[+−/]\s)?",
    re.IGNORECASE,
)
"""A number of the reader's behind dice: by a short name ("1d20+STR"), or in words ("2d6 + your Strength", "d20 and add
your level"). A kind of harm is a label, which adds nothing."""
_MAX_SHORT = 4
"""Capitals of a short name: STR."""
_PART_END = ("", ".", ",", ";", ":", ")", "!", "?")
_COMPOUND = lazily(r"\w-[^\W\d_]")
"""A word that begins with dice, and takes nothing away from them: "d66-system"."""

_THINGS = rf"(?:\w+\s)?{cue('dice_said.inline')}\b"
_WITH_A_NAME = lazily(rf"\s*(?P<dice>{SUM})\s?\+\s?(?!{LETTER}\d)[^\W\d_¼-¾].*", re.IGNORECASE)
"""Inline code of dice, and of what else is added to them: `2d6 + Charm`."""
_REMARKED = lazily(rf"\s*(?:[^()]*\(.*\)|[1-9]\d?d\d[\ddx×*+−\s-]*\s(?!{_THINGS})[a-z]+(?:\s[a-z]+)?)\s*", re.DOTALL)
"""Inline code of dice with a remark: `d20+5 (stealth)`, `2d6 fire damage`; a `2d6 system` is none."""
_BARE_LETTER = re.compile(r"\s*[kzt]\d", re.IGNORECASE)
"""Dice in letters that only some books use: `T6` may be any label."""
_SOLE = re.compile(r"\s*\d*d\d+\s*", re.IGNORECASE)
"""An item of a list that is nothing but dice: they are to be had, and not rolled."""


class Running(NamedTuple):
    """The dice of a page: those its writer set apart, all others, and marks of those that its text does not show."""

    own: tuple[Expression, ...]
    expressions: tuple[Expression, ...]
    hidden: tuple[Mark, ...]


def habit_of_book(book: Book) -> Habit:
    """Return how a book writes its dice."""
    return habit_of(page.document.source.text for page in book.pages)


def _beside_game(page: Page) -> list[Span]:
    """Return the spans of a page that are no text of a game. Dice in them are only mentioned."""
    document = page.document
    text, headings = document.source.text, document.headings
    if is_aside_file(page.uri) or is_of_program(text):
        return [Span(0, len(text))]
    results = asides([(heading.level, heading.title) for heading in headings])
    ends = [*(heading.span.start for heading in headings[1:]), len(text)]
    return [Span(headings[index].span.end, ends[index]) for index in sorted(results)]


def running_dice(
    page: Page, tables: Sequence[RandomTable], own: Sequence[Expression], *, reach: str, habit: Callable[[], Habit]
) -> Running:
    """The dice of a page that are rolled; none of those within its text meets its game's, or a random table's own.

    Args:
        page: the page.
        tables: its random tables, whose rows are rolled on any page.
        own: the expressions that its game reads. Those of plain dice are rolled where anybody would roll them.
        reach: which dice are wanted, as the settings have it.
        habit: how the book writes its dice.
    """
    is_plain = page.system is None or page.system.notation is PLAIN.notation
    of_game = () if is_plain else [one.place.span for one in own]
    finder = _Finder(page, Stretches([*of_game, *(table.place.span for table in tables)]), reach)
    for words in results_of(tables):
        finder.read(words.block, words.start, words.end)
    if reach == ALL_DICE or (is_plain and (own or reach == TEXT_DICE)):
        text = page.document.source.in_plain_signs
        if may_be_habit(text):
            finder.habit = habit()
        if own or finder.habit.codes or may_name_dice(text):
            finder.read_all()
    results = tuple(finder.expressions)
    if not is_plain:
        return Running(tuple(own), results, tuple(finder.hidden))
    apart = {one.place.span for one in own}
    expressions = tuple(one for one in results if one.place.span in apart)
    others = tuple(one for one in results if one.place.span not in apart)
    return Running(expressions, others, tuple(finder.hidden))


class _Finder:
    def __init__(self, page: Page, claimed: Stretches, reach: str) -> None:
        self.page = page
        self.claimed = claimed
        self.reach = reach
        self.spoken_of = reach == ALL_DICE
        self.habit = NO_HABIT
        self.barred = Stretches(link.span for link in page.document.links)
        self.expressions: list[Expression] = []
        self.hidden: list[Mark] = []

    def is_rolled(self, text: str, code: CodeSpan, labels: Collection[str]) -> bool:
        """Return whether a code span of a text may have dice that are rolled."""
        place, written = (text, code.start, code.end), text[code.start : code.end]
        if ":" in written and not _DICE_ROLLER.fullmatch(written):
            return False  # A game's own, such as `2:d6/1:d8`: the sign tells that sooner than the grammar does.
        is_rolled = not is_label(*place, labels) and (self.spoken_of or is_rolled_code(*place))
        return written != "" and (is_rolled or PLAIN.notation.code_class in code.classes)

    def read_all(self) -> None:
        document = self.page.document
        tables = document.prose.tables
        heads = {id(cell.block) for table in tables for cell in (*table.header, *_heads_of_rows(table))}
        if not self.spoken_of:
            self.barred = Stretches([*(link.span for link in document.links), *_beside_game(self.page)])
        topics = {index for index, heading in enumerate(document.headings) if names_die(heading.title)}
        labels = labels_of(document.source.text)
        for block in document.prose.blocks:
            is_sole = block.kind == "item" and _SOLE.fullmatch(block.text.text)
            if block.kind in _NOT_RUNNING or is_sole:
                continue
            for code in block.code:
                if self.is_rolled(block.text.text, code, labels):
                    self.read_code(block, code)
            if self.reach != CODE_DICE:
                is_topic = block.section in topics and block.kind != "cell"
                self.read_words(block, labels, is_topic=is_topic, is_head=id(block) in heads)

    def read_words(self, block: Block, labels: frozenset[str], *, is_topic: bool, is_head: bool) -> None:
        """Read the dice in the text of a block, without its code."""
        text = block.text.text
        for first, last in _between(block):
            for rolled in rolled_dice(text, first, last, habit=self.habit, spoken_of=self.spoken_of):
                start, end = rolled.dice or (rolled.start, rolled.end)
                is_name = is_head and not text[start].isdigit()
                if (added := _value_behind(text, start, end)) is not None:
                    if added:
                        self._ask(block, start, added)
                    continue  # Without what is added, something else would be rolled.
                doubtful = is_doubtful(text, start, end, is_topic=is_topic, labels=labels)
                if self.spoken_of or not (is_name or doubtful):
                    self._add(block, rolled)

    def read_code(self, block: Block, code: CodeSpan) -> None:
        """Inline code that is nothing but dice, and what has a name beside them; it is whole, or text."""
        text = block.text.text[code.start : code.end]
        roller = _DICE_ROLLER.fullmatch(text)
        if not roller and self._ask(block, code.start, code.end):
            return
        dice = roller or _WITH_A_NAME.fullmatch(text)
        start, end = dice.span("dice") if dice else (len(text) - len(text.lstrip()), len(text.rstrip()))
        place = code.start + start, code.start + end
        is_own = roller or PLAIN.notation.code_class in code.classes
        rolled = Rolled(*place) if is_own else whole_roll(block.text.text, *place)
        if start < end and rolled and self._add(block, rolled, is_code=True) and roller:
            before = Span(code.span.start, block.text.span(code.start + start, code.start + end).start)
            self.hidden.append(Mark(before, "<span hidden>", "</span>"))
            if end < len(text):
                behind = Span(block.text.span(code.start, code.start + end).end, code.span.end)
                self.hidden.append(Mark(behind, "<span hidden>", "</span>"))

    def _ask(self, block: Block, start: int, end: int) -> bool:
        """Make a button of dice that name a number of the reader's, and return whether it is one."""
        span, shown = block.text.span(start, end), block.text.text[start:end]
        text = _in_a_sum(shown)
        if self.claimed.meets(span) or self.barred.meets(span) or _COMPOUND.search(text) or not asks_for(text):
            return False
        self.claimed.add(span)
        dice = "" if text == shown else f' data-dice="{escape(text)}"'
        opening = f'<rulebook-dice><button type="button" data-system="plain"{dice} data-quiet aria-haspopup="dialog">'
        self.hidden.append(Mark(span, opening, "</button></rulebook-dice>"))
        return True

    def read(self, block: Block, start: int, end: int) -> None:
        """Dice of a random table's row."""
        for rolled in rolled_dice(block.text.text, start, end, habit=self.habit):
            self._add(block, rolled)

    def _add(self, block: Block, rolled: Rolled, *, is_code: bool = False) -> bool:
        """Make a button of dice, and return whether it is one.

        Where a sentence says how they count, all of it is the button, or the dice alone if there is markup in it.
        """
        start, end, notation, dice = rolled
        span, text = block.text.span(start, end), block.text.text[start:end]
        if dice and " ".join(self.page.document.source.text[span.start : span.end].split()) != text:
            span = block.text.span(*dice)
        text = notation or text
        if self.claimed.meets(span) or self.barred.meets(span):
            return False
        try:
            value = PLAIN.notation.parse(text.strip())
        except NotationError:
            return False  # a d1, a thousand dice: no finding where nobody said that it is meant as one
        if value.parsed.has_words and not (is_code and _REMARKED.fullmatch(text)):
            return False  # "d20 system": words behind dice are a remark where somebody types them, and text in a text
        if not self.habit.codes and any(term.kind in ("code", "wild") for term in value.parsed.terms):
            return False
        if _BARE_LETTER.match(text) and text.strip()[0].lower() not in self.habit.letters:
            return False
        self.claimed.add(span)
        self.expressions.append(Expression(Place(self.page.document.source, span), text, PLAIN, value))
        return True


def asks_for(text: str) -> tuple[str, ...]:
    """Return the names of the numbers that only a reader can add to dice; none if the text is no dice otherwise."""
    names: dict[str, int] = {}
    while len(names) <= MAX_NAMES:
        try:
            PLAIN.notation.language.parse(text.strip(), names)
        except NotationError as error:
            if not error.name or error.name in names:
                return ()
            names[error.name] = 0
        else:
            return tuple(names)
    return ()


def _in_a_sum(text: str) -> str:
    """Return dice to which a verb adds a value with a sign for the verb.

    >>> _in_a_sum("d20 and add your level")
    'd20 + your level'
    """
    verb = next((match for match in _ADDED_VALUE.finditer(text) if match["told"]), None)
    return f"{text[: verb.start('told')]} + {text[verb.end('told') :]}" if verb else text


def _value_behind(text: str, start: int, end: int) -> int | None:
    """Return where a value of the reader's ends that is added to dice: 0 if nobody can name it, None if there is none.

    "2d6 + your Strength" and "+ Charm" are one wherever they stand; "1d6 + poison" may be an effect, unless the
    sentence orders a roll.
    """
    last = end
    while match := _ADDED_VALUE.match(text, last):
        if match["short"]:
            return match.end()
        name = match["name"]
        is_name = name[0].isupper() and (not name.isupper() or len(name) <= _MAX_SHORT)
        is_value = is_name or any(match[group] for group in ("own", "part", "bonus", "value"))
        if not is_value and last == end and not is_ordered(text, start):
            return None
        is_vague = _is_vague(match, text)
        last = match.start("of") if match["of"] else match.end()
        if is_vague or match["unnamed"] or (match["of"] and not _ADDED_VALUE.match(text, last)):
            return 0
    return last if last > end else None


def _is_vague(match: re.Match[str], text: str) -> bool:
    """Return whether nobody can name the value: "the Might of its owner", or it is taken away in words."""
    if match["told"] and (match["apart"] or not match["adds"]):
        return True
    is_article = (match["own"] or "").strip().lower() in ARTICLES
    return is_article and text[match.end("name") :][:1] not in _PART_END


def _heads_of_rows(table: Table) -> Sequence[Cell]:
    """The first cells of a table that tells of different dice, one in each row."""
    first = [row[0] for row in table.rows if row]
    return first if are_dice([cell.text.strip() for cell in first]) else ()


def _between(block: Block) -> Iterator[tuple[int, int]]:
    """The stretches of a block that are no code."""
    start = 0
    for code in block.code:
        yield start, code.start
        start = code.end
    yield start, len(block.text.text)

"""Learning: the phrase for a sentence that is not understood, so that nobody has to write a pattern.

Its numbers, dice, expressions and names become typed blanks; of its other words only as many stay as it takes to
match this sentence and nothing else in the book. What fits the numbers is looked up in the rules of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from keyword import iskeyword
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_proof.learning.reasons import Reason, reasons
from rulebook_proof.proof.ledger import Number
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.language.blank_types import blank_types
from rulebook_rules.claims.language.matching import BlankType, Item, Match, SearchText, Wording
from rulebook_rules.claims.language.wording import compile_wording
from rulebook_syntax.document import Block
from rulebook_text.lexing.clauses import BETWEEN_SENTENCES
from rulebook_text.lexing.dice_words import pools_in_words
from rulebook_text.lexing.lists import SEPARATOR
from rulebook_text.lexing.numbers import NUMERAL_PATTERN
from rulebook_text.lexing.word_tokens import JOINED_LETTERS
from rulebook_text.words import cue_words
from rulesmod.records import record
from rulesmod.system import System, WordingError

MAX_AROUND = 4
"""Words that stay on each side of a blank: never ten in a row."""

_SLOT = re.compile(r"\{[^{}]*\}")
_COMMON = cue_words("pages.common")


@record
class Blank:
    """A stretch `[start, end)` of a sentence's block that becomes a blank; several items make a list."""

    name: str
    type: str
    items: tuple[Item, ...]

    @property
    def start(self) -> int:
        return self.items[0].start

    @property
    def end(self) -> int:
        return self.items[-1].end

    def __str__(self) -> str:
        type_name = f"list of {self.type}" if len(self.items) > 1 else self.type
        return f"{{{self.name}}}" if type_name == "number" else f"{{{self.name}:{type_name}}}"


@record
class Proposal:
    """A phrase for one sentence.

    Attributes:
        place: the sentence.
        name: of the phrase.
        wording: in the language of phrasebooks.
        blanks: in order.
        reasons: what in the rules gives the value of a blank, by the blank's name.
        elsewhere: what else in the book the wording fits, where no wording fits the sentence alone.
    """

    place: Place
    name: str
    wording: str
    blanks: tuple[Blank, ...]
    reasons: dict[str, list[Reason]]
    elsewhere: tuple[Place, ...]


class Sentence(NamedTuple):
    """A stretch `[start, end)` of the plain text of a block of running text."""

    block: Block
    start: int
    end: int

    @property
    def span(self) -> Span:
        return self.block.text.span(self.start, self.end)


def sentences_at(page: Page, line: int, column: int = 0) -> list[Sentence]:
    """The sentences that a line of a page has a part of; with a column, the one that stands there."""
    source = page.document.source
    starts = [*source.line_starts, len(source.text) + 1]
    place = Span(starts[line - 1], starts[line])
    if column:
        place = Span(place.start + column - 1, place.start + column)
    results = []
    for block in page.document.prose.blocks:
        text = block.text.text
        if block.kind in ("code", "cell", "heading"):
            continue
        ends = [match.end() for match in BETWEEN_SENTENCES.finditer(text)]
        for start, end in pairwise([0, *ends, len(text)]):
            sentence = Sentence(block, start, start + len(text[start:end].rstrip()))
            if sentence.end > start and sentence.span.meets(place):
                results.append(sentence)
    return results


def is_checked(sentence: Sentence, numbers: Iterable[Number]) -> bool:
    """Return whether claims rest on all numbers of a sentence; `numbers` are those of its page."""
    return all(number.guarded for number in numbers if sentence.span.contains(number.place.span))


def propose(book: Book, page: Page, sentence: Sentence) -> Proposal | None:
    """A phrase for a sentence of a page; the wording must not fit what other pages of the same system say.

    Returns:
        None where the sentence has nothing for a blank, or no wording can be made of it.
    """
    assert page.system is not None
    block, start, end = sentence
    types = blank_types(page.system)
    blanks = tuple(_blanks(page.system, types, sentence))
    texts = [
        (other, candidate)
        for other in book.pages
        if other.system is page.system
        for candidate in other.document.prose.blocks
        if candidate.kind != "code"
    ]
    best: tuple[str, tuple[Place, ...]] | None = None
    for around in range(1, MAX_AROUND + 1) if blanks else ():
        wording = _wording(block.text.text, start, end, blanks, around)
        try:
            compiled = compile_wording(wording, types)
        except WordingError:
            continue
        if not any(_same(match, blanks) for match in compiled.matches(SearchText.of(block.text.text))):
            continue
        elsewhere = tuple(_elsewhere(compiled, texts, block, blanks))
        if best is None or not _telling(best[0]) or len(elsewhere) < len(best[1]):
            best = wording, elsewhere
        if not elsewhere and _telling(wording):
            break
    if best is None or not JOINED_LETTERS.search(_SLOT.sub(" ", best[0])):
        return None  # Blanks alone would fit every number.
    wording, elsewhere = best
    return Proposal(
        place=Place(page.document.source, sentence.span),
        name=_name(page.system, wording),
        wording=wording,
        blanks=blanks,
        reasons=reasons(page.system, {blank.name: (blank.type, blank.items) for blank in blanks}),
        elsewhere=elsewhere,
    )


def _blanks(system: System, types: dict[str, BlankType], sentence: Sentence) -> Iterator[Blank]:
    """The stretches of a sentence that become blanks, in order; neighbours in an enumeration are one."""
    text = sentence.block.text.text
    results = sorted(_items(system, types, sentence), key=lambda item: item[1].start)
    names: set[str] = set()

    def parts(previous: tuple[str, Item], item: tuple[str, Item]) -> bool:
        between = text[previous[1].end : item[1].start]
        return previous[0] != item[0] or SEPARATOR.fullmatch(between) is None

    group = 0
    grouped: list[tuple[int, str, Item]] = []
    for index, item in enumerate(results):
        group += bool(index) and parts(results[index - 1], item)
        grouped.append((group, *item))
    for _, members in groupby(grouped, key=lambda member: member[0]):
        listed = list(members)
        items = tuple(item for _, _, item in listed)
        yield Blank(_blank_name(text, listed[0][1], items, names), listed[0][1], items)


def _items(system: System, types: dict[str, BlankType], sentence: Sentence) -> Iterator[tuple[str, Item]]:
    """Typed stretches that do not overlap: what says most comes first."""
    block, start, end = sentence
    text = block.text.text
    vocabularies = {vocabulary.name: vocabulary for vocabulary in system.vocabularies}
    spans: list[tuple[int, int]] = []

    def free(first: int, last: int) -> bool:
        return all(last <= other or stop <= first for other, stop in spans)

    candidates: list[tuple[str, int, int]] = [
        ("pool", code.start, code.end) for code in block.code if start <= code.start and code.end <= end
    ]
    candidates += (
        ("dice", start + words.start, start + words.end)
        for words in pools_in_words(text[start:end])
        # "a d8" is one die, and the article says no more.
        if len(words.dice) > 1 or words.dice[0].count > 1
    )
    for name in ("percent", "die"):
        pattern = re.compile(rf"(?<!\w){types[name].pattern}(?!\w)", re.IGNORECASE)
        candidates += [(name, *match.span()) for match in pattern.finditer(text, start, end)]
    for name, vocabulary in vocabularies.items():
        names = {*vocabulary.entries, *vocabulary.entries.values()}
        listed = "|".join(re.escape(known) for known in sorted(names, key=len, reverse=True))
        if listed:
            pattern = re.compile(rf"(?<!\w)(?:{listed})(?!\w)")
            candidates += [(name, *match.span()) for match in pattern.finditer(text, start, end)]
    pattern = re.compile(rf"(?<![\w.]){NUMERAL_PATTERN}(?!\w|\.\d|['’]s\b)", re.IGNORECASE)
    candidates += [("number", *match.span()) for match in pattern.finditer(text, start, end)]
    for name, first, last in candidates:
        fits = re.fullmatch(types[name].pattern, text[first:last], re.IGNORECASE)
        value = types[name].convert(text[first:last]) if fits else None
        if value is not None and free(first, last):
            spans.append((first, last))
            yield name, Item(text[first:last], first, last, value)


def _blank_name(text: str, type_name: str, items: Sequence[Item], names: set[str]) -> str:
    """A name for a blank: what is counted, or what it is."""
    name = {"percent": "chance"}.get(type_name, type_name)
    if type_name == "number":
        behind, before = JOINED_LETTERS.match(text, items[-1].end + 1), JOINED_LETTERS.findall(text[: items[0].start])
        words = [behind.group()] if behind else []
        words += reversed(before[-3:])
        name = next((word for word in map(str.lower, words) if word not in _COMMON), "number")
    name = re.sub(r"\W+", "_", name.lower()) + ("s" if len(items) > 1 and type_name not in ("number", "dice") else "")
    if iskeyword(name):
        name += "_"
    unique, count = name, 2
    while unique in names:
        unique, count = f"{name}_{count}", count + 1
    names.add(unique)
    return unique


def _wording(text: str, start: int, end: int, blanks: Sequence[Blank], around: int) -> str:
    """The blanks of a sentence with some words on either side of each; `...` stands for the others."""
    parts: list[str] = []
    position = start
    for index, blank in enumerate(blanks):
        parts += _between(text[position : blank.start], around if index else 0, around)
        parts.append(str(blank))
        position = blank.end
    parts += _between(text[position:end].rstrip(".!?:; "), around, 0)
    return " ".join(parts).replace(" ,", ",").removesuffix(" ...").removesuffix(",").removeprefix("... ")


def _between(text: str, after: int, before: int) -> list[str]:
    """The words between two blanks that stay: some behind the one, some before the other."""
    words = text.split()
    # What the language of wordings takes for its own stays out, as does punctuation, and all but the words beside.
    plain = [word if re.fullmatch(r"[\w'’-]+,?|,", word) else "" for word in words]
    texts = [
        word if word and (index < after or index >= len(plain) - before) else "" for index, word in enumerate(plain)
    ]
    parts = []
    for is_word, run in groupby(texts, key=bool):
        parts += list(run) if is_word else ["..."]
    return parts


def _same(match: Match, blanks: Sequence[Blank]) -> bool:
    """Return whether a match fills the blanks as the sentence does."""
    filled = [(item.start, item.end) for blank in match.blanks for item in blank.items]
    return filled == [(item.start, item.end) for blank in blanks for item in blank.items]


def _elsewhere(
    wording: Wording, texts: Sequence[tuple[Page, Block]], own: Block, blanks: Sequence[Blank]
) -> Iterator[Place]:
    for page, block in texts:
        for match in wording.matches(SearchText.of(block.text.text)):
            if block is not own or not _same(match, blanks):
                yield Place(page.document.source, block.text.span(match.start, match.end))


def _telling(wording: str) -> list[str]:
    """The words of a wording that say what it is about."""
    words = [word.lower() for word in JOINED_LETTERS.findall(_SLOT.sub(" ", wording))]
    return [word for word in words if word not in _COMMON and word.isascii()]


def _name(system: System, wording: str) -> str:
    """A name for a phrase, from its first deciding words."""
    words = _telling(wording) or ["sentence"]
    name = "-".join(re.sub(r"\W", "", word) for word in words[:3])
    names = {phrase.name for phrase in system.phrases}
    return next(option for option in (name, *(f"{name}-{count}" for count in range(2, 1000))) if option not in names)

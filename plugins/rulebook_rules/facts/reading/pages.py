"""Values of things on a page: in its tables, stat blocks and sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.lazy_regex import lazily
from rulebook_rules.facts.model import Bound, Key, Shape, Value
from rulebook_rules.facts.reading.lexicon import bare_name, key_of
from rulebook_rules.facts.reading.shares import Share, share_in
from rulebook_rules.facts.reading.statements import Bare, Scene, SentenceReader, Statement
from rulebook_rules.facts.reading.tokens import Token, bound_at, sentences_of, tokens_of
from rulebook_rules.facts.reading.values import cell_value, head_of
from rulebook_rules.facts.things.register import Register, Thing
from rulebook_rules.facts.things.sheets import Row, Sheet, sheet_of_table, transposed
from rulebook_syntax.document import Block, Document, Table
from rulebook_text.lexing.non_game_sections import is_aside
from rulebook_text.lexing.word_tokens import DIGIT

_SKIPPED = ("code", "cell", "heading")
_WORD = lazily(r"[^\s,.:;()*_]+")
MIN_COUNT = 2
MIN_BARE = 3
"""Things with a number each that make a list of values."""


class Said(NamedTuple):
    """A value that a page states of one of some things.

    Attributes:
        things: whose it may be, the likeliest first.
        is_sure: whether it can be of the first alone.
        when: a word by which the value is another one here.
        share: what part of the value it is.
        counts: the numbers of its sentence that count something, as in "three nights in the Attic cost 6 coins".
    """

    things: tuple[Thing, ...]
    attribute: Key
    value: Value
    place: Place
    shape: Shape
    bound: Bound = Bound.EXACTLY
    is_sure: bool = True
    when: str = ""
    share: Share | None = None
    counts: tuple[Fraction, ...] = ()


def said_of(document: Document, register: Register) -> Iterator[Said]:
    """Everything that a page states of things of a register."""
    aside = asides_of(document)
    for table in document.prose.tables:
        if table.section in aside:
            continue
        subject = _subject(document, table.section, register)
        sheet = sheet_of_table(document, table)
        if sheet is not None:
            yield from _of_sheet(sheet, register, subject)
        elif subject is not None and len(table.rows) == 1:
            yield from _of_one_row(document, table, subject, register)
    yield from _of_blocks(document, register, aside)


def asides_of(document: Document) -> frozenset[int]:
    """The sections that are no text of a game, such as a history of changes."""
    headings = document.headings
    return frozenset(
        index
        for index in range(len(headings))
        if any(is_aside(headings[above].title) for above in document.above(index))
    )


def _subject(document: Document, section: int, register: Register) -> Thing | None:
    """The thing that the nearest heading names."""
    for index in document.above(section):
        title = bare_name(document.headings[index].title)
        lead, _, rest = title.partition(" ")
        # "At Almsgate"
        key = key_of(rest if lead.lower() in register.wording.words("places") else title, register.wording)
        if meanings := register.names.meanings(key):
            return meanings[0]
    return None


# -- tables --


def _of_sheet(sheet: Sheet, register: Register, subject: Thing | None) -> Iterator[Said]:
    """The values in a table, whichever way it is turned."""
    turned = transposed(sheet)
    ways = [sheet] if turned is None else [sheet, turned]
    best = max(ways, key=lambda one: sum(bool(_thing(row, register)) for row in one.rows))
    named = [(row, thing) for row in best.rows if (thing := _thing(row, register))]
    for row, things in named:
        yield from _of_row(best, row, things, register)
    if not named and subject is not None and turned is not None and len(sheet.attributes) == 1:
        yield from _of_labels(sheet, subject, register)


def _thing(row: Row, register: Register) -> Sequence[Thing]:
    return register.names.meanings(key_of(row.name, register.wording))


def _of_row(sheet: Sheet, row: Row, things: Sequence[Thing], register: Register) -> Iterator[Said]:
    for text, cell in zip(sheet.attributes, row.cells, strict=True):
        head = head_of(text, register.wording)
        having = tuple(thing for thing in things if head.key in thing.attributes)
        value = cell_value(cell.text, register.wording) if cell is not None and having else None
        if cell is not None and cell.place is not None and value is not None:
            value = value._replace(unit=value.unit or head.unit)
            yield Said(having, head.key, value, cell.place, Shape.CELL, is_sure=len(having) == 1)


def _of_labels(sheet: Sheet, subject: Thing, register: Register) -> Iterator[Said]:
    """A table of labels and values below the name of a thing; its head is one of them."""
    for row in sheet.rows:
        head, cell = head_of(row.name, register.wording), row.cells[0]
        value = cell_value(cell.text, register.wording) if cell is not None else None
        if cell is not None and cell.place is not None and value is not None and head.key in subject.attributes:
            yield Said((subject,), head.key, value, cell.place, Shape.STAT_BLOCK)


def _of_one_row(document: Document, table: Table, subject: Thing, register: Register) -> Iterator[Said]:
    """A table of heads and one row of values below the name of a thing."""
    for title, cell in zip(table.header, table.rows[0], strict=False):
        head, value = head_of(title.text, register.wording), cell_value(cell.text, register.wording)
        if value is not None and head.key in subject.attributes:
            place = Place(document.source, cell.span)
            yield Said((subject,), head.key, value, place, Shape.STAT_BLOCK)


# -- text --


class Read(NamedTuple):
    """A sentence of a block that has been read, and what was named before it.

    Attributes:
        run: the same for a paragraph and the items right behind it.
    """

    block: Block
    tokens: Sequence[Token]
    reader: SentenceReader
    scene: Scene
    run: int


def read_sentences(document: Document, register: Register, aside: Set[int] = frozenset()) -> Iterator[Read]:
    """Every sentence of a page that may say something of the things of a register.

    Args:
        document: the page.
        register: the things.
        aside: sections that are left out.
    """
    scene, section, run = Scene(), -2, 0
    for block in document.prose.blocks:
        if block.kind in _SKIPPED or block.section in aside:
            continue
        if block.section != section:
            section, scene = block.section, Scene(_subject(document, block.section, register))
        run += block.kind != "item"
        yield from _of_block(block, register, scene, run)


def _of_block(block: Block, register: Register, scene: Scene, run: int) -> Iterator[Read]:
    text = block.text.text
    if register.is_strict:
        scene = Scene(scene.subject)
        if DIGIT.search(text) is None or (
            scene.subject is None and register.first_words.isdisjoint(_WORD.findall(text))
        ):
            return
    tokens = tokens_of(text, register.wording)
    if not _may_say(tokens, register, scene):
        return
    at, scene.lead = 0, None
    for start, end in sentences_of(text):
        first = at
        while at < len(tokens) and tokens[at].start < end:
            at += 1
        reader = SentenceReader(tokens[first:at], register, scene)
        yield Read(block, tokens[first:at], reader, scene, run)
        reader.close()
        if start == 0:
            scene.lead = reader.lone_thing


def _of_blocks(document: Document, register: Register, aside: frozenset[int]) -> Iterator[Said]:
    bare, last = _BareList(document, register), 0
    for block, tokens, reader, _, run in read_sentences(document, register, aside):
        if run != last:
            yield from bare.said()
        last = run
        statements = [*reader.statements(), *reader.names()]
        counts = _counts(tokens, register, statements)
        text = block.text.text
        share = share_in(text, tokens, register.attributes, register.wording)
        for statement in statements:
            said = _said(document, block, statement, register)._replace(counts=counts)
            if share is not None and share.attribute == statement.attribute:
                # In "twice her Calm of 3" the word is no condition of what she has.
                is_whole = share.is_of(text, statement.at[0], register.wording)
                is_share = register.wording.any_share.fullmatch(said.when) is not None
                said = said._replace(when="" if is_share else said.when) if is_whole else said._replace(share=share)
            yield said
        bare.add(block, reader.bare())
    yield from bare.said()


def _counts(tokens: Sequence[Token], register: Register, statements: Sequence[Statement]) -> tuple[Fraction, ...]:
    """Return the numbers from 2 up by which a value of a sentence may be multiplied: "2 dice", "five days of work".

    They stand before a word that names none of its values, or are what another thing in it has: "the metal for a Watch
    bell". The values that are stated count nothing: "a Cook (Skill 2) costs 2 florins".
    """
    values = {one.at[0] for one in statements}
    things = {one.things[0].key: one.things[0] for one in statements}
    own = {(key[-1],) for thing in things.values() for key in thing.attributes}
    counts = {
        one.value.amount
        for one, following in pairwise(tokens)
        if one.kind == "number" and one.value is not None and one.start not in values
        if following.kind == "word" and (following.stem,) not in own
    }
    named = [mention.meanings[0] for mention in register.names.mentions_in(tokens)] if things else []
    for other in named:
        if other.key not in things:
            counts.update(one.value.amount for stated in other.values.values() for one in stated)
    return tuple(count for count in counts if count >= MIN_COUNT)


def _may_say(tokens: Sequence[Token], register: Register, scene: Scene) -> bool:
    stems = {token.stem for token in tokens}
    has_value = any(token.value is not None for token in tokens)
    is_named = register.names.may_hold(stems)
    return is_named or (has_value and (scene.subject is not None or bool(scene.recent)))


def _said(document: Document, block: Block, statement: Statement, register: Register) -> Said:
    text = block.text.text
    token = Token("number", *statement.at)
    place = Place(document.source, block.text.span(*statement.at))
    shape = Shape.LIST if block.kind == "item" else Shape.SENTENCE
    bound = bound_at(text, token, register.wording)
    return Said(
        statement.things,
        statement.attribute,
        statement.value,
        place,
        shape,
        bound,
        is_sure=statement.is_sure,
        when=statement.when,
    )


class _BareList:
    """Things with a number each and nothing else: their attribute is the one that most of them have."""

    def __init__(self, document: Document, register: Register) -> None:
        self._document = document
        self._register = register
        self._bare_values: list[tuple[Block, Bare]] = []

    def add(self, block: Block, bares: Iterator[Bare]) -> None:
        self._bare_values += [(block, one) for one in bares]

    def said(self) -> Iterator[Said]:
        bares, self._bare_values = self._bare_values, []
        if len({bare.things[0].key for _, bare in bares}) < MIN_BARE:
            return
        fits = Counter[Key]()
        for _, bare in bares:
            fits.update(attribute for attribute in bare.things[0].attributes if self._fits(bare, attribute))
        attribute, count = max(fits.items(), key=lambda pair: pair[1], default=((), 0))
        if 4 * count < 3 * len(bares):
            return
        for block, bare in bares:
            if attribute in bare.things[0].attributes:
                place = Place(self._document.source, block.text.span(bare.start, bare.end))
                yield Said(bare.things[:1], attribute, bare.value, place, Shape.LIST)

    def _fits(self, bare: Bare, attribute: Key) -> bool:
        return any(one.value.agrees(bare.value) for one in self._register.stated(bare.things[0], attribute))

"""People: who has the values that a game gives everybody, as tables and stat blocks of the book introduce them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Key, Value
from rulebook_rules.facts.reading.lexicon import Lexicon, bare_name, key_of
from rulebook_rules.facts.reading.tokens import Token, sentences_of, tokens_of
from rulebook_rules.facts.reading.values import cell_value, head_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.things.blocks import entries_of
from rulebook_rules.facts.things.sheets import Row, Sheet, SheetCell, is_name, sheet_of_table
from rulebook_syntax.document import Block, Document
from rulesmod.system import System

MIN_VALUES = 2
"""Who has so many values of the game in one place is introduced there."""
MAX_NAME_WORDS = 4
_BEHIND_NAME = "(:.,—–;"


class PersonValue(NamedTuple):
    """A value of a person."""

    name: str
    attribute: str
    value: Value
    text: str
    place: Place


def people_of(system: System, documents: Sequence[Document], wording: Wording) -> Sheet | None:
    """Everybody with values of the game; each value as most places have it, and else the first."""
    names = {key_of(one, wording): value.name for value in system.quantities for one in (value.name, *value.also)}
    if not names:
        return None
    lexicon: Lexicon[str] = Lexicon()
    for key, name in names.items():
        lexicon.add(key, name)
    others = frozenset(key_of(name, wording) for name in _names_of_rules(system))
    results = [one for document in documents for one in values_of_people(document, lexicon, wording, others)]
    by_name: dict[Key, list[PersonValue]] = defaultdict(list)
    for one in results:
        by_name[key_of(one.name, wording)].append(one)
    attributes = tuple(dict.fromkeys(names.values()))
    rows = tuple(_row(own, attributes) for key, own in by_name.items() if key and key not in names)
    if not rows:
        return None
    units = {value.name: value.unit for value in system.quantities if value.unit}
    also = {value.name: value.also for value in system.quantities}
    place = Place(documents[0].source, documents[0].body)
    return Sheet("", "", attributes, rows, units, also, span=place, is_whole=False)


def _names_of_rules(system: System) -> Iterator[str]:
    """The names of things and kinds that are nobody's own: tools, callings, places."""
    for names in system.vocabularies:
        yield from names.entries.values()
    for table in system.tables:
        yield from (str(row[0]) for row in table.rows)


def _row(values: Sequence[PersonValue], attributes: Sequence[str]) -> Row:
    cells = []
    for attribute in attributes:
        own = [one for one in values if one.attribute == attribute]
        cells.append(SheetCell(_most(own).text, _most(own).place) if own else None)
    return Row(values[0].name, values[0].place, tuple(cells))


def _most(values: Sequence[PersonValue]) -> PersonValue:
    """Return the value that most places have; of equals the first."""
    counts: dict[tuple[object, ...], Counter[Value]] = defaultdict(Counter)
    for one in values:
        counts[_key_of(one.value)][one.value._replace(shown="")] += 1

    def places(one: PersonValue) -> int:
        alike = counts[_key_of(one.value)].items()
        return sum(count for other, count in alike if other.agrees(one.value) is True)

    return max(values, key=places)


def _key_of(value: Value) -> tuple[object, ...]:
    """Return what values that agree have in common."""
    return (value.kind,) if value.kind == "name" else (value.kind, value.text, value.amount, value.high)


def values_of_people(
    document: Document, lexicon: Lexicon[str], wording: Wording, others: Set[Key] = frozenset()
) -> Iterator[PersonValue]:
    """Values with names of a lexicon, in tables, lists and sentences that have several of them.

    Args:
        document: the page.
        lexicon: the names of values, each as the results have it.
        wording: of its language.
        others: the keys of names that are nobody's.
    """
    places: set[Place] = set()
    for one in _values_of_people(document, lexicon, wording, others):
        if one.place not in places:
            places.add(one.place)
            yield one


def _values_of_people(
    document: Document, lexicon: Lexicon[str], wording: Wording, others: Set[Key]
) -> Iterator[PersonValue]:
    yield from _in_tables(document, lexicon, wording)
    # First what a sentence says of somebody it names: "Ada has Flour 5, Bran 4" is no stat block of its heading.
    for name, own in _in_text(document, lexicon, wording, others).items():
        if len({one.attribute for one in own}) >= MIN_VALUES:
            yield from (one._replace(name=name) for one in own)
    for entry in entries_of(document, wording):
        known = [(names[0], value.cell) for value in entry.values if (names := lexicon.meanings(value.key))]
        for attribute, cell in known if len(known) >= MIN_VALUES and key_of(entry.name, wording) not in others else ():
            if (value := cell_value(cell.text, wording)) is not None and cell.place is not None:
                yield PersonValue(entry.name, attribute, value, cell.text, cell.place)


def _in_tables(document: Document, lexicon: Lexicon[str], wording: Wording) -> Iterator[PersonValue]:
    for table in document.prose.tables:
        sheet = sheet_of_table(document, table)
        if sheet is None:
            continue
        known = [lexicon.meanings(head_of(head, wording).key) for head in sheet.attributes]
        if sum(map(bool, known)) < MIN_VALUES:
            continue
        for row in sheet.rows:
            for names, cell in zip(known, row.cells, strict=True):
                value = cell_value(cell.text, wording) if cell is not None and names else None
                if cell is not None and cell.place is not None and value is not None and value.kind == "number":
                    yield PersonValue(row.name, names[0], value, cell.text, cell.place)


def _in_text(
    document: Document, lexicon: Lexicon[str], wording: Wording, others: Set[Key]
) -> Mapping[str, list[PersonValue]]:
    """Values in paragraphs and lists, by the name before them or the heading."""
    values: dict[str, list[PersonValue]] = defaultdict(list)
    blocks = [*_blocks_with(document, lexicon, wording)]
    leads: dict[int, set[str]] = defaultdict(set)
    for block, _, name in blocks:
        leads[block.section].add(name)
    for block, tokens, lead in blocks:
        # A section of several names is nobody's own.
        is_of_one = len(leads[block.section] - {""}) <= 1
        name = _title(document, block) if is_of_one and (not lead or key_of(lead, wording) in others) else lead
        stated = [*_stated(document, block, tokens, lexicon)]
        offsets, starts = [start for start, _ in stated], [token.start for token in tokens]
        for start, end in sentences_of(block.text.text):
            own = [value for _, value in stated[bisect_left(offsets, start) : bisect_left(offsets, end)]]
            # "Ada has Flour 5 and Bran 4. Bo is slower: Flour 2, Bran 6."
            sentence = tokens[bisect_left(starts, start) : bisect_left(starts, end)]
            other = _name_of(block, sentence, lexicon, wording) if start else ""
            name = other if other and key_of(other, wording) not in others else name
            if name and (len(own) >= MIN_VALUES or block.kind == "item"):
                values[name] += own
    return values


def _blocks_with(
    document: Document, lexicon: Lexicon[str], wording: Wording
) -> Iterator[tuple[Block, Sequence[Token], str]]:
    """Yield the blocks that may have values, with tokens and leading name."""
    for block in document.prose.blocks:
        if block.kind not in ("code", "cell", "heading") and wording.has_number(block.text.text):
            tokens = tokens_of(block.text.text, wording)
            if lexicon.may_hold({token.stem for token in tokens}):
                yield block, tokens, _name_of(block, tokens, lexicon, wording)


def _title(document: Document, block: Block) -> str:
    title = bare_name(document.headings[block.section].title) if block.section >= 0 else ""
    return title if is_name(title) and len(title.split()) <= MAX_NAME_WORDS else ""


def _name_of(block: Block, tokens: Sequence[Token], lexicon: Lexicon[str], wording: Wording) -> str:
    """Return the name that a block or a sentence begins with: capitalised words, or all words before a full stop."""
    last = 0
    while last < len(tokens) and tokens[last].kind == "word":
        if not (tokens[last].is_capital or (last == 1 and tokens[0].word in wording.words("articles"))):
            break
        last += 1
    first = next((at for at in range(last) if tokens[at].word not in wording.words("articles")), last)
    if not 0 < last - first <= MAX_NAME_WORDS or last >= len(tokens) or tokens[first].word in wording.common:
        return ""
    behind = tokens[last]
    if behind.stem == ":" and not any(mention.first == last + 1 for mention in lexicon.mentions_in(tokens)):
        return ""
    if first and behind.stem != ".":
        return ""  # "The fool has" means anyone; "The fool." is an entry.
    if behind.stem in _BEHIND_NAME or behind.word in wording.words("links"):
        return block.text.text[tokens[first].start : tokens[last - 1].end]
    return ""


def _stated(
    document: Document, block: Block, tokens: Sequence[Token], lexicon: Lexicon[str]
) -> Iterator[tuple[int, PersonValue]]:
    """Yield the numbers right behind names of values, each with its offset in the block."""
    for mention in lexicon.mentions_in(tokens):
        at = mention.last
        if at < len(tokens) and tokens[at].stem in (":", "="):
            at += 1
        if at < len(tokens) and tokens[at].kind == "number" and (value := tokens[at].value) is not None:
            start, end = tokens[at].start, tokens[at].end
            place = Place(document.source, block.text.span(start, end))
            yield start, PersonValue("", mention.meanings[0], value, block.text.text[start:end], place)

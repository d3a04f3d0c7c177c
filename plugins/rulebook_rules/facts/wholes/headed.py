"""Counts of lists below their headings, and parts of a count: "eight candles: five white ones and three black ones"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulebook_core.findings import Place
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence, sentences_of_block
from rulebook_syntax.document import Block, Document
from rulebook_syntax.item_lists import ItemList, lists_of
from rulebook_text.lexing.forms import like

MIN_ITEMS = 3
MAX_DIFFERENCE = 1
"""A count that differs by more is of something else."""
MAX_WORDS = 6
"""Words behind the count of a heading: "Three Ways to the Treasury"."""
MIN_WHOLE = 4
MIN_PARTS = 2


def counts_of_lists(document: Document, wording: Wording) -> Iterator[Difference]:
    """The counts of headings that have one numbered list below them and nothing else of its kind."""
    blocks = [block for block in document.prose.blocks if block.kind == "heading"]
    counted = [(block, at) for block in blocks if (at := _count(document, block, wording)) is not None]
    if not counted:
        return
    lists: dict[int, list[ItemList]] = defaultdict(list)
    for one in lists_of(document):
        if one.level[1] == "#":
            lists[one.items[0].section].append(one)
    tables = {table.section for table in document.prose.tables}
    for block, sentence in counted:
        own = lists[block.section]
        if len(own) == 1 and block.section not in tables and len(own[0].items) >= MIN_ITEMS:
            yield from _compared(sentence, own[0], document)


def _count(document: Document, block: Block, wording: Wording) -> Sentence | None:
    """Return the tokens of a heading that counts something: "The Seven Omens"."""
    if not wording.has_number(block.text.text):
        return None
    sentence = next(iter(sentences_of_block(document, block, wording)), None)
    if sentence is None:
        return None
    tokens = [token for token in sentence.tokens if token.word not in wording.words("articles")]
    is_count = bool(tokens) and tokens[0].kind == "number" and tokens[0].is_word
    is_noun = 1 < len(tokens) <= 1 + MAX_WORDS and all(one.kind == "word" for one in tokens[1:])
    return sentence._replace(tokens=tokens) if is_count and is_noun else None


def _compared(sentence: Sentence, items: ItemList, document: Document) -> Iterator[Difference]:
    token, right = sentence.tokens[0], len(items.items)
    if token.value is not None and abs(token.value.amount - right) <= MAX_DIFFERENCE:
        place = Place(document.source, items.items[0].span)
        shown, is_wrong = like(right, sentence.text_of(token)), token.value.amount != right
        yield Difference(sentence.place(token), "the number of items below it", str(right), place, is_wrong, shown)


def partitions_in(sentence: Sentence, wording: Wording) -> Iterator[Difference]:
    """The number before a colon and the parts behind it: "eight candles: five white ones and three black ones"."""
    tokens = sentence.tokens
    colon = next((at for at, token in enumerate(tokens) if token.stem == ":"), 0)
    whole = next((at for at in range(colon - 1, max(-1, colon - 2 - MAX_WORDS), -1) if tokens[at].kind == "number"), -1)
    if whole < 0:
        return
    parts, value = [*_parts(tokens, colon + 1, wording)], tokens[whole].value
    amounts = [part.amount for at in parts if (part := tokens[at].value) is not None]
    total = sum(amounts, Fraction(0))
    if len(parts) < MIN_PARTS or value is None or value.amount < MIN_WHOLE or value.amount == len(parts):
        return
    is_near = abs(total - value.amount) <= MAX_DIFFERENCE
    if is_near and total.denominator == 1 and sentence.is_exact([whole, *parts], wording):
        token = tokens[whole]
        places = tuple(sentence.place(tokens[at]) for at in parts)
        shown, is_wrong = like(int(total), sentence.text_of(token)), total != value.amount
        what = "what the parts behind it add up to"
        difference = Difference(sentence.place(token), what, str(total), places[0], is_wrong, shown)
        yield difference


def _parts(tokens: Sequence[Token], first: int, wording: Wording) -> Iterator[int]:
    """Yield the number that begins each item behind a colon; none where an item begins otherwise, or has two."""
    numbers: list[int] = []
    is_start = True
    for at in range(first, len(tokens)):
        token = tokens[at]
        if token.stem == "," or token.word in wording.ands:
            is_start = True
        elif token.kind == "sign":
            break
        elif token.kind in ("dice", "range") or (token.kind == "number") != is_start:
            return
        elif is_start:
            numbers.append(at)
            is_start = False
    yield from numbers

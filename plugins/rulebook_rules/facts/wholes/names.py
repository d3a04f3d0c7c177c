"""Sets of names: one in a list or a column that does not belong to the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.lexicon import Lexicon, bare_name, key_of
from rulebook_rules.facts.reading.tokens import Token, tokens_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.kinds import MIN_MEMBERS, Kind
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_syntax.document import Document, Table

_HYPHENS = ("-", "‑")
MIN_KNOWN = 3
"""Names that stand behind the noun of their kind on a page."""
MIN_OTHERS = 4
"""Names of a kind that show all of a list or a column to be of that kind."""
MAX_NAME_WORDS = 4
MAX_LEAD = 40
"""Tokens before a list that may name its kind."""
MAX_JOINT = 3
"""A longer word in small letters is part of a name, and joins no items."""


class Item(NamedTuple):
    """An item of a list: its text and its place."""

    text: str
    place: Place


def strangers_in_columns(document: Document, members: Lexicon[Kind], wording: Wording) -> Iterator[Difference]:
    """Cells that name nothing where the others of their column name things of one kind."""
    for table in document.prose.tables if members else ():
        for index in range(max((len(row) for row in table.rows), default=0)):
            items = [one for one in _column(document, table, index, wording) if not wording.is_total(one.text)]
            yield from _strangers(items, members, wording)


def _column(document: Document, table: Table, index: int, wording: Wording) -> Iterator[Item]:
    """The names of a column, each of a cell with several by itself."""
    for row in table.rows:
        cell = row[index] if index < len(row) else None
        if cell is None or not cell.text.strip():
            continue
        names = [*_names_in(cell.text, wording)]
        if cell.block is None or len(names) < 2:
            yield Item(bare_name(cell.text), Place(document.source, cell.span))
            continue
        for start, end in names:
            yield Item(bare_name(cell.text[start:end]), Place(document.source, cell.block.text.span(start, end)))


def _names_in(text: str, wording: Wording) -> Iterator[tuple[int, int]]:
    """Where the names of a list begin and end: "Net and 2 Bells, Rope"."""
    run: list[Token] = []
    for token in (*tokens_of(text, wording), Token("sign", 0, 0, ",")):
        if token.stem == "," or token.word in wording.ands:
            if run:
                yield run[0].start, run[-1].end
            run = []
        elif token.kind != "number" or run:
            run.append(token)


def strangers_in_lists(
    sentence: Sentence, members: Lexicon[Kind], nouns: Lexicon[Kind], wording: Wording
) -> Iterator[Difference]:
    """Yield listed items that name nothing, while the others name things of one kind."""
    behind_colons = {
        sentence.place(token).span.start: at + 1
        for at, (before, token) in enumerate(pairwise(sentence.tokens))
        if before.stem == ":"
    }
    for listed in lists_in(sentence):
        # "The guilds are the Ropers, Salters and Coopers"
        items = listed[1:] if listed and listed[0].text.split()[0].lower() in wording.common else listed
        if not items:
            continue
        at = behind_colons.get(items[0].place.span.start) if len(items) >= MIN_MEMBERS else None
        yield from _strangers(items, members, wording, _whole_kinds(sentence, at, len(items), nouns))


def strangers_behind_colons(sentence: Sentence, nouns: Lexicon[Kind], wording: Wording) -> Iterator[Difference]:
    """Yield the one item behind a colon that no name of a kind is: "one of three errands: beg, lurk or pray"."""
    tokens = sentence.tokens
    colon = next((at for at, token in enumerate(tokens) if token.stem == ":"), 0)
    kinds = [kind for mention in nouns.mentions_in(tokens[:colon]) for kind in mention.meanings]
    items = [*_items(tokens[colon + 1 :], wording)] if kinds else []
    for kind in kinds[-1:]:
        strange = [item for item in items if tuple(token.stem for token in item) not in kind.names]
        if (
            len(items) != len(kind.names)
            or len(strange) != 1
            or any(name[:1].isupper() for name in kind.names.values())
        ):
            continue
        first, last = strange[0][0], strange[0][-1]
        named = {tuple(token.stem for token in item) for item in items}
        missing = [name for key, name in kind.names.items() if key not in named]
        if len(missing) == 1 and len(strange[0]) <= MAX_NAME_WORDS:
            place, what = sentence.place(first._replace(end=last.end)), f"a name of `{kind.noun}`"
            yield Difference(place, what, missing[0], kind.place, is_wrong=True, instead=missing[0])


def _items(tokens: Sequence[Token], wording: Wording) -> Iterator[Sequence[Token]]:
    """Yield the items of a list of words: "beg, lurk or pray"."""
    run: list[Token] = []
    for token in tokens:
        is_joint = token.stem == "," or token.word in wording.ands or token.word in wording.ors
        if token.kind == "word" and not is_joint:
            run.append(token)
        elif run:
            yield run
            run = []
        if not is_joint and token.kind != "word":
            return
    if run:
        yield run


def strangers_behind_nouns(
    sentences: Sequence[Sentence], kinds: Sequence[Kind], wording: Wording
) -> Iterator[Difference]:
    """Yield the names behind the noun of a kind that it does not have, where others stand so: "House Brock"."""
    for kind in kinds:
        if not kind.is_proper or len(kind.key) != 1:
            continue
        behind = [*_behind_noun(sentences, kind.key[0])]
        known = {key for key, _, _ in behind if key in kind.names}
        strange = [(sentence, token) for key, sentence, token in behind if key not in kind.names]
        if len(known) < MIN_KNOWN:
            continue
        for sentence, token in strange:
            key = (token.stem,)
            is_part = any(key[0] in name for name in kind.names)
            if not is_part and _is_name(sentence.text_of(token), wording):
                what = f"a name of `{kind.noun}`"
                yield Difference(sentence.place(token), what, "", kind.place, is_wrong=True)


def _behind_noun(sentences: Sequence[Sentence], noun: str) -> Iterator[tuple[Key, Sentence, Token]]:
    """Yield the capitalised words behind a noun with a capital, alone, each with its key."""
    for sentence in sentences:
        for before, token, behind in zip(
            sentence.tokens, sentence.tokens[1:], (*sentence.tokens[2:], Token("sign", 0, 0)), strict=False
        ):
            if before.stem == noun and before.is_capital and token.is_capital and not behind.is_capital:
                yield (token.stem,), sentence, token


def _whole_kinds(sentence: Sentence, at: int | None, count: int, nouns: Lexicon[Kind]) -> frozenset[str]:
    """Return the nouns of the kinds that a list has all names of: "Three winds blow here: A, B and C".

    Args:
        sentence: the one with the list.
        at: the token that the list begins with, behind a colon; None where none stands there.
        count: of its items.
        nouns: the kinds by their nouns.
    """
    if at is None:
        return frozenset()
    before = sentence.tokens[max(0, at - MAX_LEAD) : at]
    kinds = [kind for mention in nouns.mentions_in(before) for kind in mention.meanings]
    return frozenset(kind.noun for kind in kinds if len(kind.names) == count)


def lists_in(sentence: Sentence) -> Iterator[Sequence[Item]]:
    """Runs of words with a capital, with only commas and small words between."""
    items: list[Item] = []
    run: list[Token] = []
    text, gap = sentence.block.text, 0
    for token in (*sentence.tokens, Token("end", 0, 0)):
        is_joint = token.stem == "," or (token.kind == "word" and _is_small(token))
        if run and token.stem in _HYPHENS and token.start == run[-1].end:
            continue
        if token.kind in ("word", "genitive") and not (is_joint and run):
            if not run and _is_small(token):
                continue  # "the Ropers, the Salters"
            if not run and not token.is_capital and gap:
                yield items
                items = []
            run.append(token)
            continue
        if run:
            if run[0].is_capital and len(run) <= MAX_NAME_WORDS:
                start, end = run[0].start, run[-1].end
                items.append(Item(text.text[start:end], Place(sentence.document.source, text.span(start, end))))
            else:
                yield items
                items = []
            run, gap = [], 0
        gap += is_joint
        if not is_joint:
            yield items
            items = []
    yield items


def _is_small(token: Token) -> bool:
    return not token.is_capital and len(token.word) <= MAX_JOINT


def _strangers(
    items: Sequence[Item], members: Lexicon[Kind], wording: Wording, whole: frozenset[str] = frozenset()
) -> Iterator[Difference]:
    """The one item of some that belongs to no kind, where all others belong to one.

    Args:
        items: the list.
        members: the kinds by their names.
        wording: of the language.
        whole: the nouns of the kinds that the list has all names of.
    """
    if len(items) <= MIN_OTHERS and not whole:
        return
    meanings = [members.meanings(key_of(item.text, wording)) for item in items]
    counts = Counter(kind.noun for kinds in meanings for kind in kinds)
    noun, count = next(iter(counts.most_common(1)), ("", 0))
    strange = [item for item, kinds in zip(items, meanings, strict=True) if not kinds]
    if (
        (count < MIN_OTHERS and noun not in whole)
        or len(strange) != 1
        or count + 1 != len(items)
        or not _is_name(strange[0].text, wording)
    ):
        return
    kind = next(one for kinds in meanings for one in kinds if one.noun == noun)
    own = key_of(strange[0].text, wording)
    if any(own in (key[: len(own)], key[-len(own) :]) for key in kind.names):
        return  # "Bottle" is short for "Bottle, glass".
    missing = kind.names.keys() - {key_of(item.text, wording) for item in items}
    instead = kind.names[missing.pop()] if len(missing) == 1 else ""
    yield Difference(strange[0].place, f"a name of `{kind.noun}`", instead, kind.place, is_wrong=True, instead=instead)


def _is_name(text: str, wording: Wording) -> bool:
    words = text.split()
    small = wording.common | wording.words("parts") | wording.words("wholes")
    return text[:1].isupper() and len(words) <= MAX_NAME_WORDS and words[0].lower() not in small

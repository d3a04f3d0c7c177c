"""Constants: "a watch is 4 bells", said in more than one place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_proof.learning.book.model import Learned, Text
from rulebook_proof.learning.entries import quoted
from rulebook_rules.facts.model import Bound, Key
from rulebook_rules.facts.reading.tokens import Token, bound_at
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.texts import Sentence, sentences_in

MIN_PLACES = 2
MAX_GAP = 4
MAX_NAME = 2
"""Words of a name that are read."""


def _is_one(token: Token) -> bool:
    return token.is_word and token.value is not None and token.value.amount == 1


class Said(NamedTuple):
    """A constant as one sentence states it: its name, the amount and the unit, as it has them."""

    name: str
    key: Key
    amount: Fraction
    unit: str
    stem: str
    place: Place


def constants_in(text: Text, things: Collection[Key]) -> Iterator[Learned]:
    """The constants that at least two places state alike, and none otherwise.

    Args:
        text: the pages.
        things: the keys of names that have values of their own.
    """
    by_key: dict[Key, list[Said]] = defaultdict(list)
    for page in text.pages:
        for sentence in sentences_in(page.document, text.wording):
            for one in _said(sentence, text.wording):
                if one.key not in things:
                    by_key[one.key].append(one)
    for key in sorted(by_key, key=len):
        if key not in by_key:
            continue
        own = by_key[key]
        longer = [other for other in by_key if len(other) > len(key) and other[-len(key) :] == key]
        same = [other for other in longer if _are_alike([*own, *by_key[other]])]
        own = [*own, *(one for other in same for one in by_key.pop(other))]
        if len(own) < MIN_PLACES or not _are_alike(own):
            continue
        first = own[0]
        names = dict.fromkeys(one.name.capitalize() for one in own)
        short = min(names, key=len)
        others = [name for name in names if name != short]
        lines = [f"{short}:", f"  is: {first.amount}", f"  unit: {quoted(_unit(own))}"]
        lines += [f"  also: [{', '.join(map(quoted, others))}]"] if others else []
        reason = f"{len(own)} places agree"
        yield Learned("values", short, tuple(lines), first.place, reason, tuple(others))


def _unit(values: Sequence[Said]) -> str:
    """The unit in the form that most places have."""
    units = [one.unit for one in values]
    return max(units, key=units.count)


def _are_alike(values: Sequence[Said]) -> bool:
    return len({(one.amount, one.stem) for one in values}) == 1


def _said(sentence: Sentence, wording: Wording) -> Iterator[Said]:
    tokens = sentence.tokens
    if sentence.has_event(wording.words("events")):
        return
    for at, token in enumerate(tokens[:-1]):
        unit = tokens[at + 1]
        is_amount = token.kind == "number" and token.value is not None and token.value.amount > 1
        if not is_amount or unit.kind != "word" or unit.is_capital or unit.word in wording.common:
            continue
        if bound_at(sentence.block.text.text, token, wording) is not Bound.EXACTLY:
            continue
        name = _name_before(tokens, at, wording) or _name_behind(tokens, at + 2, wording)
        if name is not None and token.value is not None:
            first, last = name
            start, end = tokens[first].start, tokens[last - 1].end
            key = tuple(one.stem for one in tokens[first:last])
            shown = sentence.block.text.text[start:end]
            yield Said(shown, key, token.value.amount, unit.word, unit.stem, sentence.place(token))


def _name_before(tokens: Sequence[Token], at: int, wording: Wording) -> tuple[int, int] | None:
    """The name behind an article that a verb leads from to an amount, which ends its clause."""
    if at + 2 < len(tokens) and tokens[at + 2].kind == "word":
        return None
    # "The bear makes two attacks" says what it does, and not what it is.
    verbs = (wording.words("equals") | wording.measure_verbs) - wording.words("makes")
    last, strange, has_verb = at, 0, False
    while last and at - last < MAX_GAP:
        token = tokens[last - 1]
        has_verb = has_verb or token.word in verbs or token.stem == ":"
        if not (token.word in verbs or token.stem in (",", ":")):
            strange += 1
            # In "a watch, which is 4 bells" one word is a link of no kind.
            if strange > 1 or token.kind != "word" or not (last > 1 and tokens[last - 2].stem == ","):
                break
        last -= 1
    return _name_at(tokens, last, wording) if has_verb else None


def _name_behind(tokens: Sequence[Token], first: int, wording: Wording) -> tuple[int, int] | None:
    """The name at the end of a clause that an amount before it makes: "twelve bits are a mark"."""
    if first + 1 >= len(tokens) or tokens[first].word not in wording.words("equals"):
        return None
    last = first + 2
    while last < len(tokens) and tokens[last].kind == "word" and last - first <= MAX_NAME + 1:
        last += 1
    return _name_at(tokens, last, wording)


def _name_at(tokens: Sequence[Token], last: int, wording: Wording) -> tuple[int, int] | None:
    """The words before a token down to an article, where they may be a name."""
    articles = wording.words("articles")
    for first in range(last - 1, max(-1, last - 1 - MAX_NAME), -1):
        token = tokens[first]
        if token.kind != "word" or token.word in wording.common:
            return None
        if first and (tokens[first - 1].word in articles or _is_one(tokens[first - 1])):
            return first, last
    return None

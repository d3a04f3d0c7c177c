"""Shares of something, with examples: "a tenth of each haul, rounded up. Of a haul of 45 it takes 5."."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.reading.shares import Share
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_text.lexing.forms import like

MAX_GAP = 3
"""Tokens between a share and what it is of, and between that and its number."""
MAX_PARTS = 20
"""Shares of a section that an example may be of, the last ones: each is compared with each sentence."""


class Part(NamedTuple):
    """A share of what a noun names; `base` is its stem, "" for a pronoun, `verbs` the stems of its sentence."""

    share: Share
    base: str
    verbs: frozenset[str]
    place: Place


def parts_in(sentence: Sentence, wording: Wording) -> Iterator[Part]:
    """Yield the shares that a sentence takes of something without a number."""
    tokens, text = sentence.tokens, sentence.block.text.text
    if not tokens:
        return
    start, end = tokens[0].start, tokens[-1].end
    ways = [way for way, pattern in wording.roundings if pattern.search(text, start, end)]
    small = wording.common | wording.ands
    verbs = frozenset(token.stem for token in tokens if token.kind == "word" and token.word not in small)
    for times, pattern in wording.shares:
        for match in pattern.finditer(text, start, end):
            base = _base(tokens, match.end(), wording)
            if base is not None and times < 1 and len(ways) <= 1:
                way = ways[0] if ways else ""
                place = Place(sentence.document.source, sentence.block.text.span(match.start(), match.end()))
                yield Part(Share(times, (base,), way), base, verbs - {base}, place)


def _base(tokens: Sequence[Token], end: int, wording: Wording) -> str | None:
    """Return the noun behind a share, without a number behind it; "" for "half of that"."""
    small = wording.words("articles") | wording.words("pronouns") | wording.words("owners")
    first = next((at for at, token in enumerate(tokens) if token.start >= end), len(tokens))
    for at in range(first, min(len(tokens), first + MAX_GAP)):
        if tokens[at].word in small:
            continue
        is_noun = tokens[at].kind == "word" and not any(one.kind == "number" for one in tokens[at + 1 : at + 3])
        if at > first and tokens[at].kind == "sign":
            return ""
        return tokens[at].stem if is_noun else None
    return None


def shared_in(sentence: Sentence, parts: Sequence[Part], wording: Wording) -> Iterator[Difference]:
    """The results of examples of the shares of a section, right or wrong."""
    tokens, numbers = sentence.tokens, sentence.counts(wording)
    parts = parts[-MAX_PARTS:]
    own = [one for one in parts if one.base]
    for first, last in pairwise(numbers):
        given, stated = tokens[first].value, tokens[last].value
        fitting = [one for one in own if _is_of(tokens, first, one.base, wording)]
        counted = [one for one in own if _is_counted(tokens, first, last, one.base, wording)]
        fitting = fitting or counted
        if len(fitting) != 1 or given is None or stated is None or not sentence.is_exact([first, last], wording):
            continue
        part = fitting[0]
        if _is_of(tokens, last, part.base, wording) or not _is_taken(tokens[:last], part, wording):
            continue
        right = part.share.of(given.amount)
        if right is None:
            continue
        rights = {right, *(() if counted else _further(right, given.amount, parts))}
        token = tokens[last]
        what = f"what is taken of {given.amount}"
        is_wrong = stated.amount not in rights
        shown = like(int(right), sentence.text_of(token)) if len(rights) == 1 else ""
        of = (sentence.place(tokens[first]),)
        yield Difference(sentence.place(token), what, str(right), part.place, is_wrong, shown, of=of)


def _further(right: Fraction, given: Fraction, parts: Sequence[Part]) -> Iterator[Fraction]:
    """Yield what other shares of the section make of a share: "half of that"."""
    for one in parts:
        for amount in (right, given):
            ways = ("up", "down") if not one.share.way else (one.share.way,)
            for further in (one.share._replace(way=way).of(amount) for way in ways):
                if further is not None:
                    yield from (further, given - further)
    yield given - right


def _is_of(tokens: Sequence[Token], at: int, base: str, wording: Wording) -> bool:
    """Return whether a number is that of a noun: "a haul of 45 marks", "worth 20 crowns", "a 45 mark haul"."""
    small, before = wording.words("owners") | wording.words("links"), at - 1
    while before >= 0 and before > at - MAX_GAP and tokens[before].word in small:
        before -= 1
    return before >= 0 and tokens[before].stem == base


def _is_counted(tokens: Sequence[Token], at: int, last: int, base: str, wording: Wording) -> bool:
    """Return whether a number counts a noun, and only links lead from that to a result: "with 5 dice that is 2"."""
    behind = tokens[at + 1 : last]
    small = wording.words("links") | wording.words("pronouns") | wording.words("relatives") | wording.words("articles")
    is_said = len(behind) > 1 and all(one.word in small or one.stem in (",", ":") for one in behind[1:])
    return is_said and behind[0].stem == base and any(one.word in wording.words("links") for one in behind[1:])


def _is_taken(tokens: Sequence[Token], part: Part, wording: Wording) -> bool:
    """Return whether a sentence has a word of the rule, or says that something follows."""
    return any(token.stem in part.verbs or token.word in wording.words("so") for token in tokens)

"""Counts of a kind: "the nine guilds" of eight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulebook_rules.facts.model import Bound
from rulebook_rules.facts.reading.lexicon import Lexicon
from rulebook_rules.facts.reading.tokens import Token, bound_at
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.kinds import Kind
from rulebook_rules.facts.wholes.texts import Sentence, sentences_of_block
from rulebook_syntax.document import Document
from rulebook_text.lexing.forms import like

_ENDS = ".,:;)!?"
MAX_DIFFERENCE = 2
MAX_LEAD = 3
"""Words of "there are" in any language."""
MAX_GAP = 2
"""Words between a number and the noun that it counts: "eight old wards"."""


def counts_in(
    sentence: Sentence, nouns: Lexicon[Kind], wording: Wording, listed: frozenset[str], max_gap: int = MAX_GAP
) -> Iterator[Difference]:
    """The numbers of a sentence that count all names of a kind.

    Args:
        sentence: what is read.
        nouns: the kinds by their nouns.
        wording: of the language.
        listed: the nouns of the kinds of which the page names most.
        max_gap: how many words may stand between a number and its noun.
    """
    tokens = sentence.tokens
    for mention in nouns.mentions_in(tokens):
        at = _counting(tokens, mention.first, wording, max_gap)
        if at is None or (value := tokens[at].value) is None or wording.is_die(tokens[mention.last - 1].word):
            continue  # "A pool of 3 dice" says nothing of how many kinds of dice there are.
        for kind in mention.meanings:
            if _is_compound(tokens[mention.last - 1], kind, wording):
                continue
            is_meant = kind.is_proper or kind.noun in listed or _says_there_are(tokens, at, mention.last, wording)
            is_all = _lists_all(sentence, mention.last, kind)
            if is_all or (is_meant and _is_whole(sentence, at, mention.last, kind, wording)):
                right = len(kind.names)
                if not _is_near(value.amount, right):
                    continue
                place, what = sentence.place(tokens[at]), f"the number of names in `{kind.noun}`"
                shown = like(right, value.shown)
                yield Difference(place, what, str(right), kind.place, value.amount != right, shown)
                break


def _is_compound(noun: Token, kind: Kind, wording: Wording) -> bool:
    """Return whether a noun is the first of two: "5 expansion boards" are no expansions."""
    plural = kind.noun.split()[-1].casefold()
    return noun.word != plural and noun.word == noun.stem == wording.stem(plural)


def _says_there_are(tokens: Sequence[Token], at: int, behind: int, wording: Wording) -> bool:
    """Return whether a sentence says how many there are, and nothing more of them: "There are five trees"."""
    lead = wording.words("wholes") | wording.common
    following = tokens[behind] if behind < len(tokens) else None
    ends = following is None or following.stem in _ENDS or following.word in wording.ands | wording.words("relatives")
    return 0 < at <= MAX_LEAD and ends and all(token.word in lead for token in tokens[:at])


def counts_in_headings(document: Document, nouns: Lexicon[Kind], wording: Wording) -> Iterator[Difference]:
    """The counts that headings consist of: "The five ships"."""
    for block in document.prose.blocks if nouns else ():
        if block.kind != "heading" or not wording.has_number(block.text.text):
            continue
        for sentence in sentences_of_block(document, block, wording):
            tokens = [token for token in sentence.tokens if token.word not in wording.words("articles")]
            mention = next(iter(nouns.mentions_in(tokens[1:])), None)
            value = tokens[0].value if tokens and tokens[0].kind == "number" else None
            if mention is None or value is None or mention.first or mention.last < len(tokens) - 1:
                continue
            for kind in mention.meanings[:1]:
                right, place = len(kind.names), sentence.place(tokens[0])
                if _is_near(value.amount, right):
                    what, shown = f"the number of names in `{kind.noun}`", like(right, value.shown)
                    yield Difference(place, what, str(right), kind.place, value.amount != right, shown)


def _lists_all(sentence: Sentence, behind: int, kind: Kind) -> bool:
    """Return whether a sentence lists all names of a kind behind a colon: "Three winds blow here: A, B and C"."""
    tokens = sentence.tokens
    colon = next((at for at in range(behind, len(tokens)) if tokens[at].stem == ":"), len(tokens))
    stems = " ".join(token.stem for token in tokens[colon:])
    return all(f" {' '.join(key)} " in f"{stems} " for key in kind.names)


def _is_near(number: Fraction, right: int) -> bool:
    """Return whether a number may be a slip for another one; what is far from it counts something else."""
    return abs(number - right) <= MAX_DIFFERENCE and 3 * number > 2 * right


def _counting(tokens: Sequence[Token], noun: int, wording: Wording, max_gap: int) -> int | None:
    """The number that counts a noun, perhaps by its kinds: "seven kinds of freight"."""
    if (
        noun > 2
        and tokens[noun - 1].word in wording.words("owners")
        and tokens[noun - 2].word in wording.words("sorts")
    ):
        noun -= 2
    for at in range(noun - 1, max(-1, noun - 2 - max_gap), -1):
        token = tokens[at]
        if token.kind == "number":
            return at if token.value is not None and token.value.amount >= 2 else None
        is_small = token.word in wording.words("parts") or token.word in wording.common
        if token.kind != "word" or token.is_capital or is_small:
            return None
    return None


def _is_whole(sentence: Sentence, at: int, behind: int, kind: Kind, wording: Wording) -> bool:
    """Return whether a number counts all there are."""
    tokens, parts = sentence.tokens, wording.words("parts")
    text = sentence.block.text.text
    around = (*tokens[max(0, at - 2) : at], *tokens[behind : behind + 1])
    if bound_at(text, tokens[at], wording) is not Bound.EXACTLY or any(token.word in parts for token in around):
        return False
    if behind < len(tokens) and tokens[behind].stem == ":" and not _is_above_table(sentence, behind):
        return False  # The list behind it is compared with its count as a claim.
    before = tokens[at - 1] if at else None
    following = tokens[behind] if behind < len(tokens) else None
    ends = following is None or following.stem in _ENDS or following.word in wording.words("owners")
    ends = ends or _is_of_the(tokens, at, kind, wording)
    if before is None:
        return following is not None and _is_said_of_all(following, kind, wording)
    if _is_share(tokens, at, wording):
        return False
    if before.word in wording.words("wholes"):
        is_one_of = before.word in wording.words("owners")  # "Everybody has one of five jobs."
        return kind.is_proper or is_one_of or not _is_possession(tokens, at, wording)
    return before.word in wording.words("articles") and ends and kind.is_proper


def _is_above_table(sentence: Sentence, colon: int) -> bool:
    """Return whether a block ends with a colon right above a table."""
    blocks = sentence.document.prose.blocks
    following = next((one for one in blocks if one.span.start >= sentence.block.span.end), None)
    return colon == len(sentence.tokens) - 1 and following is not None and following.kind == "cell"


def _is_of_the(tokens: Sequence[Token], at: int, kind: Kind, wording: Wording) -> bool:
    """Return whether a subject or "each of" counts a kind: "The five guilds meet", "each of the five guilds has"."""
    if at == 1:
        named = {token.stem for token in tokens}
        return kind.is_proper and not any(set(key) <= named for key in kind.names)
    lead = [token.word for token in tokens[max(0, at - 3) : at - 1]]
    return len(lead) == 2 and lead[0] in wording.words("each") and lead[1] in wording.words("owners")


def _is_said_of_all(following: Token, kind: Kind, wording: Wording) -> bool:
    """Return whether a sentence that begins with a count is of all: "Six companies own the line"."""
    return following.word in wording.words("links") or (kind.is_proper and following.kind == "word")


def _is_share(tokens: Sequence[Token], at: int, wording: Wording) -> bool:
    """Return whether several of a number are meant, as in "3 of 4 graphs": these are those at hand."""
    first = at - 2 if at > 1 and tokens[at - 1].word in wording.words("owners") else -1
    value = tokens[first].value if first >= 0 else None
    return value is not None and value.kind == "number" and value.amount > 1


def _is_possession(tokens: Sequence[Token], at: int, wording: Wording) -> bool:
    """Return whether somebody has the things that are counted, as in "Odra has two tools"."""
    first = tokens[0]
    return (
        at > 1 and first.is_capital and first.word not in wording.common and first.word not in wording.words("wholes")
    )

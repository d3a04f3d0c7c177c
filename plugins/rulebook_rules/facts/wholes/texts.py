"""The sentences of a page, as tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Bound
from rulebook_rules.facts.reading.tokens import Token, bound_at, sentences_of, tokens_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.word_tokens import lowered_words

_ANY: Set[str] = frozenset()
_SKIPPED = ("code", "cell", "heading")


class Sentence(NamedTuple):
    """A sentence of a block: its tokens, and those of the sentence before it."""

    document: Document
    block: Block
    tokens: Sequence[Token]
    before: Sequence[Token]

    def place(self, token: Token) -> Place:
        """Where a token stands."""
        return Place(self.document.source, self.block.text.span(token.start, token.end))

    def text_of(self, token: Token) -> str:
        """The text of a token."""
        return self.block.text.text[token.start : token.end]

    def numbers(self) -> list[int]:
        """The tokens that are numbers; none where dice or a range stand beside them."""
        if any(token.kind in ("dice", "range") for token in self.tokens):
            return []
        return [at for at, token in enumerate(self.tokens) if token.kind == "number" and token.value is not None]

    def counts(self, wording: Wording) -> list[int]:
        """Return the indices of the numbers that are no articles, as the French "un" is."""
        articles = wording.words("articles")
        return [at for at in self.numbers() if not (self.tokens[at].is_word and self.tokens[at].word in articles)]

    def is_exact(self, numbers: Sequence[int], wording: Wording) -> bool:
        """Return whether none of the tokens at `numbers` has a bound."""
        text = self.block.text.text
        return all(bound_at(text, self.tokens[at], wording) is Bound.EXACTLY for at in numbers)

    def has_event(self, events: Set[str]) -> bool:
        """Return whether the sentence has one of the words of a change or a condition."""
        return any(token.word in events for token in self.tokens)


def sentences_in(
    document: Document, wording: Wording, words: Set[str] = _ANY, *, is_numbered: bool = False
) -> Iterator[Sentence]:
    """Every sentence of the running text of a page.

    Args:
        document: the page.
        wording: of its language.
        words: in lower case; blocks without any of them are left out. None are where there are none.
        is_numbered: whether blocks without a number are left out.
    """
    for block in document.prose.blocks:
        if block.kind in _SKIPPED or (is_numbered and not wording.has_number(block.text.text)):
            continue
        if not words or not words.isdisjoint(lowered_words(block.text.text)):
            yield from sentences_of_block(document, block, wording)


def sentences_of_block(document: Document, block: Block, wording: Wording) -> Iterator[Sentence]:
    """Every sentence of one block."""
    tokens = tokens_of(block.text.text, wording)
    at, before = 0, tokens[:0]
    for _, end in sentences_of(block.text.text):
        first = at
        while at < len(tokens) and tokens[at].start < end:
            at += 1
        yield Sentence(document, block, tokens[first:at], before)
        before = tokens[first:at]

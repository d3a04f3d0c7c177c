"""The dice of a game of which some faces count: "each die that shows 7 or more is a whistle"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook_proof.learning.book.model import Learned, Text
from rulebook_proof.learning.entries import quoted
from rulebook_rules.facts.model import Bound
from rulebook_rules.facts.reading.tokens import Token, bound_at
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.own_dice import OwnDice, listed_faces
from rulebook_rules.facts.wholes.texts import Sentence, sentences_in
from rulebook_text.lexing.dice import NAMED_DIE
from rulesmod.dice.digits import to_int
from rulesmod.system import CountedDice

MIN_CONFIRMED = 2
"""Faces, chances and results elsewhere that must agree."""
MAX_GAP = 6
"""Tokens between a face and the noun that it counts as."""


def dice_in(text: Text) -> Iterator[Learned]:
    """The dice whose counted faces a sentence states and others confirm; none where one contradicts."""
    sizes = {
        size
        for page in text.pages
        for match in NAMED_DIE.finditer(page.document.prose.text)
        if (size := match[0].lower().strip("s").replace("w", "d").rpartition("d")[2]).isdigit()
    }
    for page in text.pages if len(sizes) == 1 else ():
        for sentence in sentences_in(page.document, text.wording):
            stated = _stated(sentence, to_int(max(sizes)), text.wording)
            if stated is None:
                continue
            face, noun = stated
            assert face.value is not None
            faces, low = to_int(max(sizes)), face.value.amount.numerator
            dice = OwnDice(CountedDice(faces, low, faces, noun), text.wording)
            said = [one.is_wrong for one in _compared(text, dice)]
            if low <= faces and not any(said) and len(said) > MIN_CONFIRMED:
                lines = (f'written: "{{count}}d{faces}"', f"success: {low} or more", f"counts: {quoted(noun)}")
                reason = f"a sentence says so, and {len(said) - 1} statements elsewhere agree"
                yield Learned("dice", noun, lines, sentence.place(face), reason)
                return


def _compared(text: Text, dice: OwnDice) -> Iterator[Difference]:
    for page in text.pages:
        yield from dice.in_tables(page.document)
        for sentence in sentences_in(page.document, text.wording):
            yield from dice.differences(sentence)


def _stated(sentence: Sentence, size: int, wording: Wording) -> tuple[Token, str] | None:
    """The least face that counts in a sentence, and the noun that it counts as."""
    tokens, text = sentence.tokens, sentence.block.text.text
    if not any(token.kind == "dice" or wording.is_die(token.word) for token in tokens):
        return None
    listed = listed_faces(tokens, size, wording)
    for at, token in enumerate(tokens):
        if token.kind == "number" and (at == listed or bound_at(text, token, wording) is Bound.AT_LEAST):
            noun = _noun(tokens[at + 1 : at + 2 + MAX_GAP + 1], wording)
            if noun is not None:
                return token, text[noun.start : noun.end]
    return None


def _noun(tokens: Sequence[Token], wording: Wording) -> Token | None:
    """The noun behind "is a"."""
    for link, article, noun in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if link.word in wording.words("equals") and article.word in wording.words("articles") and noun.kind == "word":
            return noun
    return None

"""The dice of a game of which some faces count: which these are, how likely they are, and how many an example has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Bound
from rulebook_rules.facts.reading.chances import Chance, chances_in
from rulebook_rules.facts.reading.lexicon import key_of
from rulebook_rules.facts.reading.tokens import Token, bound_at, tokens_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_syntax.document import Cell, Document
from rulebook_text.lexing.forms import like
from rulesmod.dice.digits import to_int
from rulesmod.system import CountedDice

MAX_DICE = 50
MAX_BEHIND = 3
"""Tokens between a number and the dice that it counts: "two or more dice"."""
MIN_ROLLED = 2
"""Results of a roll that a text lists."""


class _Wanted(NamedTuple):
    """How many dice must count."""

    number: int
    is_exact: bool = False

    def chance(self, dice: int, share: Fraction) -> Fraction:
        """The chance of so many of some dice, each with a share of its faces."""
        numbers = [self.number] if self.is_exact else range(self.number, dice + 1)
        return sum((comb(dice, one) * share**one * (1 - share) ** (dice - one) for one in numbers), Fraction(0))


class OwnDice:
    """Compares what a text says of the dice of a game.

    Args:
        dice: those dice.
        wording: of the language of the text.
    """

    def __init__(self, dice: CountedDice, wording: Wording) -> None:
        self._dice = dice
        self._wording = wording
        stems = {*key_of(dice.counts, wording)}
        # Of "ripe dice" only "ripe" says which dice count.
        self.stems = {stem for stem in stems if not wording.is_die(stem)} or stems
        self._authority = dice.stated_at if isinstance(dice.stated_at, Place) else None
        size = dice.size
        self._low, self._high = dice.low or 1, dice.high or size
        self._share = (
            Fraction(self._high - self._low + 1, size) if size is not None and self._high is not None else None
        )

    def differences(self, sentence: Sentence) -> Iterator[Difference]:
        """The faces, chances and results in a sentence that names what dice are counted as."""
        if self.stems.isdisjoint(token.stem for token in sentence.tokens):
            return
        yield from self._faces(sentence)
        if self._share is not None and self._dice.is_plain:
            yield from self._chances(sentence, self._share)
            yield from self._rolled(sentence)

    def _is_counted(self, token: Token) -> bool:
        return token.stem in self.stems

    def _is_die(self, token: Token) -> bool:
        return token.kind == "dice" or (token.kind == "word" and self._wording.is_die(token.word))

    def _faces(self, sentence: Sentence) -> Iterator[Difference]:
        """The least face that counts: "each die that shows 7 or more is a whistle"."""
        tokens, text = sentence.tokens, sentence.block.text.text
        if self._high != self._dice.size:
            return
        listed = listed_faces(tokens, self._high, self._wording)
        if listed is not None and not any(token.kind == "dice" for token in tokens):
            yield self._face(sentence, tokens[listed])
            return
        if not any(map(self._is_die, tokens)):
            return
        faces = [
            at
            for at, token in enumerate(tokens)
            if token.kind == "number" and bound_at(text, token, self._wording) is Bound.AT_LEAST
        ]
        if len(faces) != 1 or self._counts_dice(tokens, faces[0]):
            return
        token = tokens[faces[0]]
        if any(one.kind == "number" and self._is_counted(behind) for one, behind in pairwise(tokens)):
            return  # "Two whistles or more come up in 62 %, and three or more in 28 %."
        if token.value is not None and (self._dice.size is None or token.value.amount <= self._dice.size):
            yield self._face(sentence, token)

    def _face(self, sentence: Sentence, token: Token) -> Difference:
        """Compare the least face that counts."""
        assert token.value is not None
        is_wrong = token.value.amount != self._low
        what = f"the least face that counts for {self._dice.counts}"
        right = like(self._low, token.value.shown)
        return Difference(sentence.place(token), what, str(self._low), self._authority, is_wrong, right)

    def _counts_dice(self, tokens: Sequence[Token], at: int) -> bool:
        """Return whether a number is of dice: "two or more dice", but not "7 or more on a d10"."""
        for token in tokens[at + 1 : at + 1 + MAX_BEHIND]:
            if token.word in self._wording.words("places"):
                return False
            if self._is_die(token) or self._is_counted(token):
                return True
        return False

    # -- chances --

    def _chances(self, sentence: Sentence, share: Fraction) -> Iterator[Difference]:
        """The chances of a sentence, each of the dice and the results named before it."""
        tokens, text = sentence.tokens, sentence.block.text.text
        dice, wanted, first = None, None, 0
        for chance in chances_in(tokens, text, self._wording):
            before = tokens[first : chance.first]
            first = chance.last
            named = self._number_of_dice(before)
            # "With two dice it is 64 %, with three 78.4 %."
            dice = named if named is not None else self._lone_number(before, dice) if dice is not None else None
            wanted = self._wanted(before, text) or (wanted if before else None)
            if dice is None or wanted is None or (dice > 1 and wanted.number == -1):
                continue
            number = max(wanted.number, 0) or (0 if wanted.is_exact else 1)
            place = sentence.place(tokens[chance.first]._replace(end=tokens[chance.last - 1].end))
            if chance.is_percent:
                place = sentence.place(tokens[chance.first])
            yield self._chance(place, chance, dice, wanted._replace(number=number), share)

    def _chance(self, place: Place, stated: Chance, dice: int, wanted: _Wanted, share: Fraction) -> Difference:
        chance = wanted.chance(dice, share)
        right = stated.like(chance)
        many = f"{'exactly' if wanted.is_exact else 'at least'} {wanted.number}"
        what = f"the chance{' in percent' * stated.is_percent} of {many} of {dice} dice"
        instead = right if stated.is_percent else ""
        return Difference(place, what, right, self._authority, not stated.fits(chance), instead)

    def _lone_number(self, tokens: Sequence[Token], last: int) -> int | None:
        """The one number of some tokens, which counts dice that were named before."""
        numbers = [token.value.amount for token in tokens if token.kind == "number" and token.value is not None]
        if not numbers:
            return last
        is_one = len(numbers) == 1 and numbers[0].denominator == 1 and 0 < numbers[0] <= MAX_DICE
        return int(numbers[0]) if is_one else None

    def _number_of_dice(self, tokens: Sequence[Token]) -> int | None:
        """How many dice are rolled: "two dice", "a single die", `3d10`."""
        numbers: set[int] = set()
        for at, token in enumerate(tokens):
            if token.kind == "dice" and token.value is not None:
                numbers.add(to_int(token.value.text.partition("d")[0]))
            elif self._is_die(token):
                before = tokens[at - 1].value if at else None
                if before is not None and before.kind == "number" and before.amount.denominator == 1:
                    numbers.add(int(before.amount))
                elif at and self._wording.stem(token.word) == token.word and not self._is_counted(tokens[at - 1]):
                    numbers.add(1)
        return numbers.pop() if len(numbers) == 1 and max(numbers) <= MAX_DICE else None

    def _wanted(self, tokens: Sequence[Token], text: str, *, is_head: bool = False) -> _Wanted | None:
        """How many dice must count; -1 for "a whistle", which says so for one die only."""
        at = next((index for index, token in enumerate(tokens) if self._is_counted(token)), None)
        if at is None and is_head:
            at = len(tokens)
        if at is None or sum(map(self._is_counted, tokens)) > 1:
            return None
        if at and tokens[at - 1].word in self._wording.words("negations"):
            return _Wanted(0, is_exact=True)
        for index in range(at - 1, max(-1, at - 4), -1):
            token = tokens[index]
            if token.kind == "number" and token.value is not None and token.value.amount.denominator == 1:
                bound = bound_at(text, token, self._wording)
                return _Wanted(int(token.value.amount)) if bound is Bound.AT_LEAST else None
        return None if is_head else _Wanted(-1)

    def in_tables(self, document: Document) -> Iterator[Difference]:
        """The tables of chances: dice in the first column, and how many must count at the other heads."""
        if self._share is None or not self._dice.is_plain:
            return
        for table in document.prose.tables:
            heads = [tokens_of(cell.text, self._wording) for cell in table.header]
            if (
                not heads
                or not any(map(self._is_die, heads[0]))
                or not any(self._is_counted(token) for head in heads[1:] for token in head)
            ):
                continue
            columns = [
                self._wanted(tokens, cell.text, is_head=True) for tokens, cell in zip(heads, table.header, strict=True)
            ]
            for row in table.rows:
                yield from self._in_row(document, row, columns)

    def _in_row(
        self, document: Document, row: Sequence[Cell], columns: Sequence[_Wanted | None]
    ) -> Iterator[Difference]:
        """The chances of a row that begins with a number of dice."""
        first = tokens_of(row[0].text, self._wording) if row else ()
        value = first[0].value if len(first) == 1 else None
        if value is None or value.kind != "number" or not 0 < value.amount <= MAX_DICE or self._share is None:
            return
        for wanted, cell in zip(columns[1:], row[1:], strict=False):
            stated = next(chances_in(tokens_of(cell.text, self._wording), cell.text, self._wording), None)
            if wanted is not None and stated is not None and cell.text.rstrip().endswith("%"):
                place = Place(document.source, cell.span)
                one = self._chance(place, stated, int(value.amount), wanted, self._share)
                yield one._replace(instead="")

    # -- examples --

    def _rolled(self, sentence: Sentence) -> Iterator[Difference]:
        """How many of the listed results count: "`4d10`: 3, 7, 8 and 10. That makes three whistles."."""
        tokens, text = sentence.tokens, sentence.block.text.text
        for at, (token, behind) in enumerate(pairwise(tokens)):
            is_said = any(map(self._is_counted, tokens[at + 1 : at + 2 + MAX_BEHIND]))
            is_of_dice = self._is_counted(behind) or (self._is_die(behind) and is_said)
            if token.kind != "number" or not is_of_dice or token.value is None:
                continue
            results = _results((*sentence.before, *tokens[:at]), self._is_die)
            if results and bound_at(text, token, self._wording) is Bound.EXACTLY:
                right = sum(self._low <= one <= (self._high or one) for one in results)
                what = f"the number of results that count for {self._dice.counts}"
                shown = like(right, token.value.shown)
                yield Difference(
                    sentence.place(token), what, str(right), self._authority, token.value.amount != right, shown
                )
            return


def listed_faces(tokens: Sequence[Token], size: int | None, wording: Wording) -> int | None:
    """Return the first of the faces up to the highest that a sentence lists: "a star is a 5 or a 6"."""
    numbers = [at for at, token in enumerate(tokens) if token.kind == "number" and not token.is_word]
    if len(numbers) < MIN_ROLLED or not any(token.word in wording.words("equals") for token in tokens):
        return None
    small = wording.ors | wording.ands | wording.words("articles") | {","}
    between = (*tokens[numbers[0] + 1 : numbers[-1]],)
    is_list = all(token.kind == "number" or (token.word or token.stem) in small for token in between)
    has_or = any(token.word in wording.ors for token in between)
    last = tokens[numbers[-1]].value
    is_last = last is not None and last.amount == size
    return numbers[0] if is_list and has_or and is_last else None


def _results(tokens: Sequence[Token], is_die: Callable[[Token], bool]) -> Sequence[Fraction]:
    """The results of the one roll that tokens list behind its dice; none where they are not as many as the dice."""
    rolls = [(at, _pool(tokens, at, is_die)) for at in range(len(tokens))]
    fitting = [listed for at, pool in rolls if len(listed := _digits(tokens[at + 1 :])) == pool >= MIN_ROLLED]
    # In "one die as a Caster and 2 for the Bellows: `7d8`" the last pool is all of them.
    is_clear = len([pool for _, pool in rolls if pool]) == 1 or (len(fitting) == 1 and tokens[-1].kind != "dice")
    return fitting[0] if fitting and is_clear else ()


def _digits(tokens: Sequence[Token]) -> Sequence[Fraction]:
    return [one.value.amount for one in tokens if one.kind == "number" and not one.is_word and one.value is not None]


def _pool(tokens: Sequence[Token], at: int, is_die: Callable[[Token], bool]) -> int:
    """How many dice a token says that are rolled: `4d10`, "4 dice"; 0 where it says none."""
    token, value = tokens[at], tokens[at].value
    if token.kind == "dice" and value is not None:
        return to_int(value.text.partition("d")[0])
    behind = tokens[at + 1 : at + 2]
    is_count = token.kind == "number" and value is not None and value.amount.denominator == 1
    return int(value.amount) if is_count and value is not None and behind and is_die(behind[0]) else 0

"""Values that follow from those that a sentence gives beside them: "with a Lung of 4 a diver has 16 Breath"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from fractions import Fraction

from rulebook_rules.facts.authority.derived import derived_of, worked_out
from rulebook_rules.facts.authority.rules import place_in
from rulebook_rules.facts.reading.lexicon import Lexicon, key_of
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.things.register import Thing
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_text.lexing.forms import like
from rulesmod.system import Quantity, System

MAX_GAP = 2
"""Tokens between the name of a value and its number."""
MIN_NUMBERS = 2
"""What is given, and what follows."""


class Derived:
    """Compares values that follow from others with what the rules of a game make of those."""

    def __init__(self, system: System, wording: Wording) -> None:
        self._system = system
        self._wording = wording
        self._names: Lexicon[Quantity] = Lexicon()
        for one in system.quantities:
            for name in (one.name, *one.also):
                self._names.add(key_of(name, wording), one)
        self._derived = derived_of(system)

    def may_be_in(self, stems: Set[str]) -> bool:
        """Return whether a sentence with some stems may state a value that follows."""
        return bool(self._derived) and self._names.may_hold(stems)

    def differences(self, sentence: Sentence, events: Set[str], things: Lexicon[Thing]) -> Iterator[Difference]:
        """The values of a sentence that follow from others in it, right or wrong.

        Args:
            sentence: what is read.
            events: words of a change or a condition, by which a value is another one.
            things: names of what has values of its own.
        """
        tokens, numbers = sentence.tokens, sentence.numbers()
        if len(numbers) < MIN_NUMBERS or sentence.has_event(events) or not sentence.is_exact(numbers, self._wording):
            return
        given = self._given(tokens)
        amounts = {name: value.amount for name, at in given.items() if (value := tokens[at].value) is not None}
        for one in self._derived:
            right = worked_out(one, amounts)
            if right is None or right.denominator != 1 or right < 0:
                continue
            needed = [given[name] for name in one.needs]
            at = given.get(one.name, -1)
            if at < 0 and not [*things.mentions_in(tokens)]:
                at = self._measured(one, tokens, [number for number in numbers if number not in given.values()])
            if at >= 0 and at not in needed and max(needed) < at:
                yield self._compared(one, sentence, at, right, needed)

    def _compared(
        self, one: Quantity, sentence: Sentence, at: int, right: Fraction, needed: Sequence[int]
    ) -> Difference:
        token = sentence.tokens[at]
        is_wrong = token.value is None or token.value.amount != right
        places = tuple(sentence.place(sentence.tokens[number]) for number in needed)
        authority = place_in(self._system, "values", one.name)
        shown = like(int(right), sentence.text_of(token))
        return Difference(sentence.place(token), one.name, str(right), authority, is_wrong, shown, of=places)

    def _given(self, tokens: Sequence[Token]) -> Mapping[str, int]:
        """The number of each value that a sentence names once, by its name."""
        results: dict[str, int] = {}
        used: set[int] = set()
        repeated: set[str] = set()
        for mention in self._names.mentions_in(tokens):
            name = mention.meanings[0].name
            at = self._beside(tokens, mention.first, mention.last)
            if name in results:
                repeated.add(name)
            if at is not None and at not in used:
                results[name] = at
                used.add(at)
        return {name: at for name, at in results.items() if name not in repeated}

    def _beside(self, tokens: Sequence[Token], first: int, last: int) -> int | None:
        """Return the number behind a name with only small words between, else that before it."""
        words = self._wording.words
        small = words("owners") | words("links") | words("fillers") | {":", "("}
        for at in range(last, min(len(tokens), last + 1 + MAX_GAP)):
            if tokens[at].kind == "number":
                return at
            if (tokens[at].word or tokens[at].stem) not in small:
                break
        # "Takes 2 Breath" says nothing of what somebody has.
        changes = self._wording.measure_verbs | words("losses") | words("gains")
        is_had = tokens[max(0, first - 2)].word not in changes
        return first - 1 if first and tokens[first - 1].kind == "number" and is_had else None

    def _measured(self, one: Quantity, tokens: Sequence[Token], numbers: Sequence[int]) -> int:
        """Return the only other number of a sentence, if the unit of a value stands behind it; -1 for none."""
        unit = key_of(one.unit, self._wording)[-1:]
        others = [other for other in self._derived if key_of(other.unit, self._wording)[-1:] == unit]
        if len(numbers) != 1 or not unit or len(others) > 1 or numbers[0] + 1 >= len(tokens):
            return -1
        return numbers[0] if tokens[numbers[0] + 1].stem == unit[0] else -1

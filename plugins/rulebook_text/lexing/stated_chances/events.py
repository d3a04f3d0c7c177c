"""Events of dice: the tokens of their numbers, bounds and negations made into sets of results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulebook_text.lexing.ranges import Range
from rulebook_text.lexing.stated_chances.tokens import GOVERNED, STARTS, Token, has
from rulesmod.records import record


@record
class Event:
    """Results of dice: those in any of its ranges, or with `is_negated` all others."""

    ranges: tuple[Range, ...]
    is_negated: bool = False

    def holds(self, total: int) -> bool:
        """Return whether a total belongs to the event."""
        return self.is_negated != any(
            total in one.values
            if one.values
            else (one.low is None or one.low <= total) and (one.high is None or total <= one.high)
            for one in self.ranges
        )


def event_of(run: Sequence[Token]) -> Event | None:
    """Make the event of a stretch of tokens that has exactly one; its numbers are joined by "or" alone."""
    at = [index for index, token in enumerate(run) if token.kind == "event"]
    if sum(token.kind == "dice" for token in run) != 1 or _is_joined_before(run, at[0]):
        return None
    ranges = [result for index in at if (result := _bounded(run, index)) is not None]
    if len(ranges) < len(at) or not all(_are_joined(run, *pair) for pair in pairwise(at)):
        return None
    denials = _denials(run)
    if len(denials) > 1 or (has(run, "ne") and not denials):
        return None
    if any(token.is_a("above", "reach") and not _is_before_number(run, index) for index, token in enumerate(run)):
        return None
    return Event(tuple(ranges), is_negated=bool(denials))


def _denials(run: Sequence[Token]) -> list[Token]:
    """Return the tokens that deny an event: a "nor" only where nothing else does."""
    denials = [token for token in run if token.is_a("not", "unless")]
    return denials or [token for token in run if token.is_a("nor")][:1]


def _are_joined(run: Sequence[Token], first: int, second: int) -> bool:
    """Return whether an "or" joins two numbers of an event, or a comma in a list that ends in one."""
    between = run[first + 1 : second]
    is_clear = all(_joins_numbers(token) for token in between)
    return is_clear and (has(between, "or", "nor") or (bool(between) and _is_list(run[second:])))


def _is_list(run: Sequence[Token]) -> bool:
    """Return whether an "or" joins the last numbers of a list, in front of which commas do."""
    return has(run, "or", "nor") or any(isinstance(one.value, Range) and one.value.values_at for one in run)


def _joins_numbers(token: Token) -> bool:
    return token.is_a("or", "nor", "filler", "joint", "above", "reach") or token.text == ","


def _is_joined_before(run: Sequence[Token], first: int) -> bool:
    """Return whether an event goes on with something else before it: "doubles or 5+"."""
    before = [token for token in run[:first] if not token.is_a("filler") or token.is_a("or")]
    return bool(before) and before[-1].kind == "or" and not has(before[:-1], "odds")


def _is_before_number(run: Sequence[Token], index: int) -> bool:
    behind = next((token for token in run[index + 1 :] if not token.is_a("filler")), None)
    return behind is not None and behind.kind == "event"


def _bounded(run: Sequence[Token], index: int) -> Range | None:
    """Apply a verb before a number to it: "beat 15" begins at 16."""
    value = run[index].value
    assert isinstance(value, Range)
    verb = next((token for token in reversed(run[:index]) if not token.is_a("filler")), None)
    if verb is None or not verb.is_a("above", "reach"):
        return value
    if not value.is_single or value.low is None:
        return value if verb.is_a("reach") and value.high is None else None
    low = value.low + verb.is_a("above")
    return Range(low, None, value.start, value.end, value.low_at, None, shift=low - value.low)


def is_introduced(tokens: Sequence[Token], first: int, run: Sequence[Token]) -> bool:
    """Return whether the words before a statement cannot turn its meaning."""
    before = tokens[first - 1] if first else None
    is_begun = before is None or before.kind == "odds" or (before.kind == "sign" and before.text in (*STARTS, ","))
    number = next(index for index, token in enumerate(run) if token.is_a("event"))
    governed = [index for index, token in enumerate(run) if token.is_a(*GOVERNED)]
    if governed:
        heads = ("head", "not", "unless") if run[governed[0]].is_a("infinitive") else ("head", "joint", "not", "unless")
        is_begun = is_begun and (before is None or before.text != ",")
        return is_begun or has(run[: governed[0]], *heads)
    return is_begun or has(run[:number], "joint", "head", "not", "unless", "above") or has(run, "roll")


def is_beside(run: Sequence[Token]) -> bool:
    """Return whether a chance may stand beside its event instead of telling of it: "7 or more, or 50 % (1 in 2)"."""
    ends = [token for token in run if not token.is_a("filler")][-2:]
    return len(ends) > 1 and ends[0].text == "," and ends[1].is_a("or")


def ends_in_nothing(run: Sequence[Token]) -> bool:
    """Return whether the last word before a chance may be what the roll brings: "1-2 nothing (33 %)"."""
    words = [token for token in run if token.kind != "sign"]
    return bool(words) and words[-1].is_a("nothing")

"""Compare the answers of a rule with the blanks of a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any

from rulebook_core.findings import Edit, Place, Remedy, write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.language.matching import Filled, Item
from rulebook_rules.claims.language.opposites import Opposites
from rulebook_rules.claims.model import Fault
from rulebook_rules.claims.rules import notation_mismatch, unknown_term
from rulebook_syntax.document import Block
from rulebook_text.lexing.chances import Odds, show_chance
from rulebook_text.lexing.dice_words import size_like
from rulebook_text.lexing.forms import digits_like, in_words, like, percent_like, read_first, rounds_to
from rulebook_text.naming.spelling import near_names
from rulesmod.dice.digits import to_fraction
from rulesmod.system import BLANK, Answer

_STRAY = lazily(r"(?: (?:\d*d)?\d+(?![\w.]))+")


_NUMBERS = ("number", "numeral", "decimal")


def agrees(stated: Any, computed: Any) -> bool:
    return bool(_folded(stated) == _folded(computed))


def _as_printed(value: float, item: Item) -> Any:
    """Return the stated number if it agrees with a rounded or approximate value, else the value."""
    is_printed = isfinite(value) and rounds_to(abs(to_fraction(repr(value))), item.text)
    return item.value if is_printed and (value < 0) == (item.value < 0) else value


def _places(stated: str) -> int:
    return max((reading.places for reading in read_first(stated)), default=0)


def reason(because: str, blanks: Mapping[str, Filled], answers: Mapping[str, Any]) -> str:
    """A reason of the book with its blanks filled in: with what the rules give, else with what the text says."""

    def fill(slot: re.Match[str]) -> str:
        name = slot[1]
        if name in answers:
            value = answers[name].value if isinstance(answers[name], Answer) else answers[name]
            return in_form(value, blanks[name]) if name in blanks else in_words(value)
        return stated_in(blanks[name]) if name in blanks else ""

    return BLANK.sub(fill, because)


def reasoning(given: Sequence[Filled], computed: Sequence[str]) -> str:
    """Describe what follows from what: "the rules give points 27 for pool 3:d6"."""
    ground = ", ".join(f"{blank.name.replace('_', ' ')} {stated_in(blank)}" for blank in given)
    return f"the rules give {', '.join(computed)}{f' for {ground}' if ground else ''}"


def stated_in(blank: Filled) -> str:
    return ", ".join(item.text for item in blank.items)


def _strangers(items: Sequence[Item], values: Sequence[Any]) -> tuple[int, ...]:
    """Indices of the items that the expected values do not have (as often).

    Of equal items those are no strangers that stand where they are expected.
    """
    left = Counter(map(_folded, values))
    pairs = enumerate(zip(items, values, strict=False))
    settled = {index for index, (item, value) in pairs if _folded(item.value) == _folded(value)}
    left.subtract(_folded(items[index].value) for index in settled)
    wrong = []
    for index, item in enumerate(items):
        if index in settled:
            continue
        if left[_folded(item.value)]:
            left[_folded(item.value)] -= 1
        else:
            wrong.append(index)
    return tuple(wrong)


def _missing(items: Sequence[Item], values: Sequence[Any]) -> list[Any]:
    left = Counter(_folded(item.value) for item in items)
    missing = []
    for value in values:
        if left[_folded(value)]:
            left[_folded(value)] -= 1
        else:
            missing.append(value)
    return missing


def _folded(value: Any) -> Any:
    """A value as it is compared: a name whatever its case, and however its apostrophes are set."""
    return value.casefold().replace("’", "'") if isinstance(value, str) else value


def _wrong(
    context: Context,
    block: Block,
    blank: Filled,
    item: Item,
    value: Any,
    *,
    notes: tuple[str, ...],
    given: tuple[Place, ...],
    also: tuple[Place, ...] = (),
    of: Any = None,
) -> Fault:
    """Describe what is wrong with an item, and its remedies.

    It should be `value` (None if nobody knows), or one of `of`.
    """
    if blank.type == "pool" and (stray := _STRAY.match(block.text.text, item.end)):
        # Dice without a sign between them are part of what is meant.
        item = item._replace(text=item.text + stray[0], end=stray.end())
    place: Place = context.within(block, item.start, item.end)
    remedies: tuple[Remedy, ...] = ()
    if value is not None and isinstance(value, str) == isinstance(item.value, str):
        text = item.value.write(value) if isinstance(item.value, Odds) else in_form(value, blank, item.text)
        remedies = (write(place, text),) if text else ()
    right = in_form(value if of is None else of, blank)
    return Fault((f"`{item.text}`", right), notes, remedies, also, at=place, of=given)


def unlike_twin(context: Context, block: Block, words: Filled, notation: Filled) -> Fault:
    """Words and notation that say two things of the same dice."""
    said, written = words.items[0], notation.items[0]
    at = context.within(block, written.start, written.end)
    beside = context.within(block, said.start, said.end, "in words")
    remedies = []
    for place, blank, item, other in ((at, notation, written, said), (beside, words, said, written)):
        new = in_form(other.value, blank, item.text)
        remedies.append(Remedy(f"write `{new}` instead of `{item.text}`", (Edit(place, new),)))
    unlike = (f"`{written.text}`", f"`{said.text}`")
    return Fault(unlike, remedies=tuple(remedies), at=at, of=(beside,), rule=notation_mismatch)


def in_form(value: Any, blank: Filled, stated: str = "") -> str:
    """A value as texts state one of the blank's type; a single one as `stated` states its own."""
    if blank.type == "die" and isinstance(value, int):
        return size_like(value, stated)
    if blank.type in ("odds", "tries") and isinstance(value, int | Fraction):
        return show_chance(value, in_tries=blank.type == "tries")
    if blank.type == "percent" and isinstance(value, int | Fraction):
        return percent_like(value, stated or blank.items[0].text)
    if isinstance(value, float):
        stated = stated or blank.items[0].text
        return digits_like(to_fraction(repr(value)), stated, _places(stated)) if isfinite(value) else str(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(in_form(item, blank) for item in value)
    return like(value, stated) if stated else in_words(value)


def _unknown(context: Context, block: Block, item: Item, vocabulary: Mapping[str, str]) -> Fault:
    place = context.within(block, item.start, item.end)
    near = near_names(item.text, {*vocabulary, *vocabulary.values()}) or list(vocabulary)
    remedies = tuple(write(place, name) for name in near[:3]) if len(near) < 4 else ()
    what = "is not among " + ", ".join(f"`{name}`" for name in vocabulary)
    return Fault((item.text, what), remedies=remedies, at=place, of=(), rule=unknown_term)


def is_unlike(blank: Filled, answer: Answer, opposites: Opposites) -> bool:
    """Return whether a blank differs from the answer of a rule."""
    if blank.is_list:
        values = _values(answer)
        if answer.wrong is not None:
            return bool(answer.wrong)
        return bool(_strangers(blank.items, values) or _missing(blank.items, values))
    item, value = blank.items[0], answer.value
    if blank.type == "percent" and rounds_to(value * 100, item.text):
        return False
    # What Python counts with a point is never quite exact: it is what it is printed as.
    if isinstance(value, float) and blank.type in _NUMBERS:
        value = _as_printed(value, item)
    if isinstance(item.value, Odds):
        return item.value.fits(value) is False
    if blank.type == "direction":
        return opposites.side(item.text) != opposites.side(value)
    return not agrees(item.value, value)


def _values(answer: Answer) -> Sequence[Any]:
    value = answer.value
    return value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)


def faults_of(
    context: Context,
    block: Block,
    blank: Filled,
    answer: Answer,
    given: tuple[Place, ...],
    *,
    vocabulary: Mapping[str, str] | None,
) -> list[Fault]:
    """List the faults of a blank that differs from the answer of a rule. `given` is where that follows from."""
    notes = tuple(f"the rules: {step}" for step in answer.because)
    if not blank.is_list:
        return [_wrong(context, block, blank, blank.items[0], answer.value, notes=notes, given=given)]
    values = _values(answer)
    wrong = _strangers(blank.items, values) if answer.wrong is None else answer.wrong
    faults = []
    unlike = [blank.items[index] for index in wrong]
    if vocabulary is not None:
        names = {*vocabulary, *vocabulary.values()}
        faults = [_unknown(context, block, item, vocabulary) for item in unlike if item.text not in names]
        unlike = [item for item in unlike if item.text in names]
    if unlike:
        first, *others = unlike
        lacking = _missing(blank.items, values) if answer.wrong is None else []
        value = lacking[0] if len(lacking) == len(wrong) == 1 else None
        also = tuple(context.within(block, item.start, item.end, "nor does this fit") for item in others)
        faults.append(_wrong(context, block, blank, first, value, notes=notes, given=given, also=also, of=answer.value))
    if not wrong and answer.wrong is None and (lacking := _missing(blank.items, values)):
        place = context.within(block, blank.items[0].start, blank.items[-1].end)
        said = (stated_in(blank), in_form(answer.value, blank))
        faults.append(Fault(said, (f"missing: {in_form(lacking, blank)}", *notes), at=place, of=given))
    return faults

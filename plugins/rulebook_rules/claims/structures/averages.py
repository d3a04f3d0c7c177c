"""Averages beside the dice they are of: "7 (2d6)", "2d6 (7 on average)", and a table with a column for them.

A number in front of dice must say that it is an average, or stand where a game prints damage or Hit Points. What others
of the page come to does not matter: a number whose words do not say what it is stays undecided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.silent import Silent, ignored
from rulebook_rules.claims.structures.average_columns import averages_in_columns
from rulebook_rules.claims.structures.dice_bounds import (
    DICE,
    MEAN,
    WAYS,
    Average,
    Spread,
    Stretch,
    are_hit_points,
    fits,
    is_right,
    is_rounded,
    spread_of,
)
from rulebook_rules.claims.structures.extents import extents_in, is_of_damage, is_of_rolls
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.clauses import END_SIGN
from rulebook_text.lexing.dice import SELECTED, SUM, WORD
from rulebook_text.lexing.dice_changes import is_changed
from rulebook_text.lexing.dice_stretch import stretch_of
from rulebook_text.lexing.modality import ROUGHLY, clause_before
from rulebook_text.lexing.numbers import AMOUNT, NOT_BEHIND, readings
from rulebook_text.lexing.prefilter import MAY_NAME_DICE
from rulebook_text.lexing.ranges import LOW_END
from rulebook_text.words import LANGUAGES, any_of, cue

_VAGUE = rf"(?:{ROUGHLY})?"
_MEAN = any_of(words.mean for words in LANGUAGES)
_MEANS = any_of(words.means for words in LANGUAGES)


def _number(name: str) -> str:
    return rf"(?<!{WORD})(?<![.,+/$€£−–-])(?P<{name}>{AMOUNT}){NOT_BEHIND}(?!{WORD}|%)"


_ALWAYS = rf"(?!\s*{cue('averages.if')}\b)"
_NO_MORE = rf"(?=\s*(?:[.;,:!)]|{cue('lists.and')}\b|$))"
"""The number ends what is said: "is 8 or higher" and "is 2 more than" say something else."""
_ROLL = lazily(DICE, re.IGNORECASE)
_ADDED_UP = lazily(SUM, re.IGNORECASE)
_BEFORE = lazily(rf"(?=\w)(?P<low>{LOW_END})?{_number('number')}\s?\({DICE}\)", re.IGNORECASE)
_POINTS = any_of(said for words in LANGUAGES for said in (words.health, words.health_short))
_BEHIND = lazily(rf"\s?\({_number('number')}(?:\s{_POINTS})?\)", re.IGNORECASE)
_HIT_DICE = lazily(rf"(?<!\w){any_of(words.hit_dice for words in LANGUAGES)}\W{{0,6}}$", re.IGNORECASE)
_MEAN_LABEL = lazily(rf"(?<!\w){_MEAN}(?:\s[^\W\d_]+){{0,2}}\s?[:=]\s?$", re.IGNORECASE)
"""The label of dice with their mean behind them: "Average damage: 2d6+3 (10)"."""
_ROUNDED = {
    way: lazily(rf"(?<!\w){any_of(words.rounded.get(way, '') for words in LANGUAGES)}(?!\w)", re.IGNORECASE)
    for way in ("up", "down")
}
_CALLED_AVERAGE = lazily(
    rf"(?:(?P<gap>[^.;:!?\d()+×*−–-]{{0,40}}?)(?:"
    rf"\(\s*{_VAGUE}{_number('one')}\s{_MEAN}|(?:[(,]\s*{_MEAN}|\(\s*{_MEANS})(?:\s?[:=])?\s{_VAGUE}{_number('two')})"
    rf"|(?:(?:\s\w+)?\s{cue('averages.damage')})?\s{cue('averages.averages')}\s{_VAGUE}{_number('three')}"
    rf"|(?:\s[^\W\d_]+){{0,3}}?\s{_MEAN}\s{_VAGUE}{_number('four')}{_NO_MORE}){_ALWAYS}",
    re.IGNORECASE,
)
_UNIT = lazily(r"\s([^\W\d_]+)")
_IS = rf"(?P<is>\s(?:{cue('averages.is')})\s)"
_SAID = lazily(
    rf"\b(?P<what>{cue('averages.what')})(?P<roll>\s{cue('averages.roll')})?"
    rf"\s{cue('averages.of')}\s(?:an?\s)?{DICE}{_IS}{_VAGUE}{_number('number')}{_NO_MORE}",
    re.IGNORECASE,
)
_SAID_FIRST = lazily(
    rf"\b{cue('averages.on')}\s(?P<what>{cue('averages.average')})(?P<roll>),?\s(?:an?\s)?{DICE}"
    rf"{_IS}{_VAGUE}{_number('number')}{_NO_MORE}",
    re.IGNORECASE,
)
_MAY_SAY = lazily(rf"\b{cue('averages.what')}\b", re.IGNORECASE)
_LEAD = lazily(rf"\W*{cue('averages.the')}?\W*", re.IGNORECASE)
"""Words allowed before an average in its clause: "if the average of 2d6 is 8" states nothing."""
_ABOUT = lazily(rf"{_VAGUE}$", re.IGNORECASE)
_PART_BEFORE = lazily(rf"(?:\b{cue('averages.plus')}|\d\s?/\s?\d|[½¼¾])\s+$", re.IGNORECASE)
_OTHER_MEASURE = lazily(rf"\b{cue('averages.others')}\b|[σΣ]", re.IGNORECASE)
"""Words in a sentence that make a number beside dice another measure."""
_NUMBERS = rf"\b(?=[^\W\d_])(?:{any_of(words.numbered for words in LANGUAGES)}|{cue('averages.rolled')})"
_MAY_BE_NUMBERED = lazily(_NUMBERS, re.IGNORECASE)
_NUMBERED = lazily(rf"{_NUMBERS}\W*(?:an?\s)?$", re.IGNORECASE)
"""Words before a number that is no average."""
_LABELLED = lazily(rf"(?:^|\n)\W{{0,6}}{_POINTS}\W{{0,6}}$", re.IGNORECASE)
"""A label at the beginning of a line: "HP 3 (1d6), HP 8 (1d8)" in a sentence may be what was rolled."""
_SENTENCE_END = lazily(END_SIGN)
_GOES_ON = lazily(rf"\)\W*(?:{any_of(words.or_ for words in LANGUAGES)}\s)?")
"""Words between the dice and the next number of an enumeration: "levels 5 (2d6), 11 (3d6), and 17 (4d6)"."""
_SUM = lazily(r"[+−–-]")
_MAY_TELL = lazily(rf"[(,]|{cue('averages.averag')}|\b{_MEAN}", re.IGNORECASE)
"""Words or signs before a number behind dice."""
_Match = re.Match[str]
_Rolls = Sequence[tuple[Block, Sequence[_Match]]]


def averages_in(document: Document, silent: Silent = ignored) -> Iterator[Average]:
    """Yield every average of a document that stands beside its dice.

    Those that are not rounded to the nearest are right where the document says how to round.
    """
    for average in _averages_in(document, silent):
        if average.is_right or average.what is not MEAN:
            yield average
        elif any(is_rounded(average.value, average.stated, way) and _rounds(document, way) for way in _ROUNDED):
            yield average._replace(is_right=True)
        elif is_rounded(average.value, average.stated, "down"):
            yield average._replace(is_sure=False)  # The book may round down, and say so on another page.
        else:
            yield average


def _rounds(document: Document, way: str) -> bool:
    """Return whether a document speaks of rounding in a way, "up" or "down"."""
    return any(_ROUNDED[way].search(block.text.text) for block in document.prose.blocks)


def _averages_in(document: Document, silent: Silent) -> Iterator[Average]:
    blocks = [block for block in document.prose.having(MAY_NAME_DICE) if block.kind != "heading"]
    rolls = [(block, [*_ROLL.finditer(block.text.text)]) for block in blocks if _MAY_TELL.search(block.text.text)]
    for says_itself, is_behind in ((_is_of_damage, False), (_is_said_behind, True)):
        averages = list(_beside(rolls, silent, is_behind=is_behind))
        # Nobody rolls a half: the numbers beside it, in its section, are averages as well.
        halves = {average.block.section for average in averages if average.stated.endswith((".5", ",5"))}
        is_said = False
        for before, average in pairwise([None, *averages]):
            assert average is not None
            is_said = says_itself(average) or (is_said and _goes_on(before, average))
            if _is_of_more(average):
                silent(average.block, average.at, f"{average.dice} is only a part of what it is of")
            else:
                yield average._replace(
                    is_said=is_said or average.block.section in halves, is_sure=is_said, is_held=is_said
                )
    yield from extents_in(block for block, _ in rolls)
    yield from _called_averages(rolls, silent)
    for block in blocks:
        yield from _said(block, silent)
    for table in document.prose.tables:
        yield from averages_in_columns(table)


def _goes_on(before: Average | None, average: Average) -> bool:
    """Return whether a number goes on with the one before it: "takes 27 (6d8) damage, or 10 (3d6)"."""
    if before is None or before.block is not average.block:
        return False
    text = average.block.text.text
    return _SENTENCE_END.search(text, before.at[0], average.at[0]) is None and not is_of_rolls(text)


def _average(block: Block, at: Stretch, dice_at: Stretch, *, is_about: bool = False) -> Average | None:
    text = block.text.text
    # "12(3d6)" is set without spaces; only sums in brackets are multiplied, as in "2(d6+1)".
    is_beside = text.startswith("(", at[1]) and not _SUM.search(text, *dice_at)
    whole = stretch_of(text, *dice_at, first=dice_at[0] if is_beside else 0)
    if not whole.is_dice:
        return None
    dice_at = whole.start, whole.end
    stated, dice = text[slice(*at)], text[slice(*dice_at)]
    judged = _judged(stated, dice, is_about=is_about)
    if judged is None:
        return None
    said = (stated, dice, judged[0], "on average", judged[1])
    return Average(block, at, block, dice_at, *said, is_about=is_about)


@lru_cache(maxsize=4096)  # A book has the same few dice again and again.
def _judged(stated: str, dice: str, *, is_about: bool) -> tuple[Fraction, bool] | None:
    """Compute the average of dice, and compare it with the stated one. None for those that nobody can count."""
    spread = spread_of(dice)
    return (spread.mean, fits(spread.mean, stated, dice, is_about=is_about)) if spread is not None else None


def _behind_dice(block: Block, rolled: Sequence[_Match], pattern: re.Pattern[str]) -> Iterator[tuple[Stretch, _Match]]:
    """Yield what stands right behind dice, with the stretch of everything that touches them."""
    text, end = block.text.text, -1
    for dice in rolled:
        if dice.start() < end:
            continue
        start, end, _ = stretch_of(text, *dice.span())
        # "Take 3d6!" cries out; in code it is rolled again.
        if (match := pattern.match(text, end)) and (text[end - 1] != "!" or block.coded().has(start)):
            yield (start, end), match


def _beside(rolls: _Rolls, silent: Silent, *, is_behind: bool) -> Iterator[Average]:
    for block, rolled in ((block, rolled) for block, rolled in rolls if "(" in block.text.text):
        text, numbered = block.text.text, -1
        may_be_numbered, may_be_other = _may_be_none(text)
        before = ((match.span("dice"), match) for match in _BEFORE.finditer(text))
        for dice, match in _behind_dice(block, rolled, _BEHIND) if is_behind else before:
            start = min(match.start("number"), dice[0])
            first = max(0, start - 100)
            goes_on = numbered >= 0 and _GOES_ON.fullmatch(text, numbered, start) is not None
            if goes_on or (may_be_numbered and _NUMBERED.search(text, max(0, start - 20), start)):
                numbered = match.end() - 1
                silent(block, match.span("number"), "the words before it number something: it is no average")
            elif may_be_other and _OTHER_MEASURE.search(text, max(first, text.rfind(". ", first, start)), start):
                silent(block, match.span("number"), "its sentence speaks of a deviation or variance")
            elif not is_behind and match["low"]:
                # "2 to 12 (2d6) points of damage" has what they come to at least and at most.
                silent(block, match.span("number"), "it is the upper end of a range")
            elif (average := _average(block, match.span("number"), dice)) is not None and (
                average.is_right or is_behind or text[match.end("number")] != "(" or not _SUM.search(text, *dice)
            ):
                yield average
            else:  # "2(d6+1)" is a product.
                silent(block, match.span("number"), "it multiplies the dice beside it, or they are too many to count")


@lru_cache(maxsize=16)  # Numbers are looked for before dice and behind them.
def _may_be_none(text: str) -> tuple[bool, bool]:
    """Return whether a text may hold a number that is no average, or another measure. Most texts have neither."""
    return bool(_MAY_BE_NUMBERED.search(text)), bool(_OTHER_MEASURE.search(text))


def _is_of_more(average: Average) -> bool:
    """Return whether dice are only a part of what a number is of, or may come to more: "1/2 d8 (2 hp)", "8d10+8 plus
    4d6 (70 hp)", and "12d8 (96 hp)" at its most."""
    text, start = average.block.text.text, average.dice_at[0]
    if start > average.at[0] or _has_mean_label(average):
        return False
    if _is_of_hit_dice(average):
        return not average.is_right and are_hit_points(average.stated, average.dice)
    is_more = _is_of_points(average) and any(number > average.value + 1 for number, _ in readings(average.stated))
    return is_more or _PART_BEFORE.search(text, max(0, start - 10), start) is not None


def _is_of_damage(average: Average) -> bool:
    """Return whether it is told of damage, or labelled as what a creature has: "Hit Points 95 (10d10 + 40)"."""
    text, start = average.block.text.text, average.at[0]
    is_labelled = _LABELLED.search(text, 0, start) is not None and not is_of_rolls(text)
    return is_labelled or is_of_damage(average.block, start, average.dice_at)


def _is_said_behind(average: Average) -> bool:
    """Return whether the words around dice say that the number behind them is their mean."""
    return _is_of_points(average) or _has_mean_label(average)


def _has_mean_label(average: Average) -> bool:
    text, start = average.block.text.text, average.dice_at[0]
    return _MEAN_LABEL.search(text, max(0, start - 40), start) is not None and text.startswith(")", average.at[1])


def _is_of_points(average: Average) -> bool:
    """Return whether dice give hit points by the words around them: "8d10+40 (85 hp)"."""
    text = average.block.text.text
    is_named = not text.startswith(")", average.at[1]) or _is_of_hit_dice(average)
    return is_named and not is_of_rolls(text)


def _is_of_hit_dice(average: Average) -> bool:
    """Return whether the label of Hit Dice stands before the dice."""
    text, start = average.block.text.text, average.dice_at[0]
    return _HIT_DICE.search(text, max(0, start - 30), start) is not None


def _called_averages(rolls: _Rolls, silent: Silent) -> Iterator[Average]:
    for block, rolled in rolls:
        text = block.text.text
        for dice, match in _behind_dice(block, rolled, _CALLED_AVERAGE):
            group = next(name for name in ("one", "two", "three", "four") if match[name])
            at = match.span(group)
            if _ADDED_UP.fullmatch(text, *dice) and SELECTED.search(text, max(0, dice[0] - 60), match.end() + 30):
                silent(block, at, "not all of the dice beside it count")
                continue
            if _PART_BEFORE.search(text, max(0, dice[0] - 10), dice[0]) or is_changed(text, *dice, 0, match.end()):
                # "2d8 plus 1d6 (12 on average)", "half of 2d8 (4 on average)"
                silent(block, at, "the dice beside it are only a part of what it is of, or are changed")
                continue
            gap, unit = match["gap"] or "", _UNIT.match(text, match.end())
            if gap.strip() and unit and unit[1].casefold() not in gap.casefold():
                silent(block, at, f"it counts {unit[1]}, and the dice something else")  # "2d4 wolves (average 11 hp)"
                continue
            about = _ABOUT.search(text, match.start(), match.start(group))
            is_about = about is not None and about[0] != ""
            if (average := _average(block, at, dice, is_about=is_about)) is not None:
                yield average


def _said(block: Block, silent: Silent) -> Iterator[Average]:
    """ "The average of 2d6 is 7", "the maximum roll of 2d6 is 12": sentences that say so, in English."""
    text = block.text.text
    if _MAY_SAY.search(text) is None:
        return
    for match in (match for pattern in (_SAID, _SAID_FIRST) for match in pattern.finditer(text)):
        what, how = next((what, how) for head, what, how in WAYS if head.fullmatch(match["what"]))
        if not _LEAD.fullmatch(clause_before(text, match.start())):
            silent(block, match.span("number"), "the words before it may deny it, or make it a condition")
            continue
        if SELECTED.search(text, max(0, match.start() - 60), match.end() + 30):
            silent(block, match.span("number"), "not all of the dice beside it count")
            continue
        spread, each = spread_of(match["dice"]), spread_of(match["dice"].lstrip("0123456789"))
        value, stated = spread and what(spread), match["number"]
        if value is None or (what is not MEAN and not match["roll"] and each and _is_shown(each, stated)):
            # The maximum of two dice may be the higher one.
            silent(block, match.span("number"), "it may be what a single one of the dice shows")
            continue
        is_about = _ABOUT.search(text, match.end("is"), match.start("number"))
        fitting = is_right(value, stated, is_about=bool(is_about and is_about[0]))
        said = (stated, match["dice"], value, how, fitting)
        yield Average(block, match.span("number"), block, match.span("dice"), *said, is_sure=what is MEAN, what=what)


def _is_shown(die: Spread, stated: str) -> bool:
    """Return whether a single die can show a number."""
    if die.least is None or die.most is None:
        return False
    return any(die.least <= number <= die.most for number, _ in readings(stated))

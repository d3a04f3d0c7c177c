"""Series of ranges: lists, columns of tables, code and sentences that say what each range of a number gives.

"1-3 fail, 4 (with benefit), 5-6 success", "on d6: 1) nothing, 2.. 3) a hit", "* Scores of 5 or 4 are weak." and
a table whose first column counts the faces of a die are one thing told in four ways.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from rulebook_core.lazy_regex import lazily
from rulebook_core.spans import Stretches
from rulebook_rules.claims.silent import Silent, ignored
from rulebook_rules.claims.structures.columns import columns_of
from rulebook_rules.claims.structures.range_series import (
    GAME,
    NOT_COUNTED,
    LabelledRange,
    Series,
    Words,
    domain_of,
    last_die,
    range_of_item,
    words_at,
)
from rulebook_syntax.document import Block, Document
from rulebook_syntax.item_lists import ItemList, lists_of
from rulebook_text.lexing.clauses import SENTENCE_END
from rulebook_text.lexing.dice import DIE, NAMED_DIE, WORD
from rulebook_text.lexing.lists import outside_brackets
from rulebook_text.lexing.names import singular
from rulebook_text.lexing.non_game_sections import is_aside
from rulebook_text.lexing.numbers import to_number
from rulebook_text.lexing.ranges import Range, may_hold_numbers, range_at, ranges_in
from rulebook_text.lexing.word_tokens import DIGIT, END_OF_SENTENCE, LETTERS, ONE_LETTER
from rulebook_text.words import LANGUAGES, any_of, cue, cue_words
from rulesmod.system import System

MAX_APART = 300
"""Ranges of one sentence are no further apart than so many characters."""
MAX_PART = 400

_LEADS = lazily(rf"(?:^|[,;:.(]\s*|\n\s*|\b{cue('ranges_said.and')}\s+)$")
_AND = any_of(word for words in LANGUAGES for word in (words.and_, words.or_))
_SIGN_LOST = lazily(
    rf"(?<=[^\W\d_])\s(?:(?=\d{{1,3}}:\s)|{_AND}\s(?=\d{{1,3}}(?:[-–—]\d{{1,3}})?\s?[:=]\s))", re.IGNORECASE
)
"""Where no sign stands between two parts: "4: a wound 5: a tear", "4 = a wound and 5 = a tear"."""
_TO_BEFORE = lazily(rf"\b{any_of(words.to for words in LANGUAGES)}$", re.IGNORECASE)
"""Words before a number whose range goes on: "3 to 6: nothing"."""
_LABELS = lazily(r"\s?(?:[):=](?=\s|$)|=(?=[^\W\d_]))|\s(?:--|[–—-])\s")
_ON = lazily(
    rf"\b(?P<on>{cue('ranges_said.on')})\s+(?:{cue('ranges_said.an')}\s+)?(?:{cue('ranges_said.roll')}\s+(?:of|is)\s+(?:an?\s+)?)?$",
    re.IGNORECASE,
)
_COUNTED_UP = lazily(
    rf"\w\s?[):=](?=\s|$)|\w\s(?:--|[–—-])\s|\b{cue('ranges_said.on')}\s+(?:{cue('ranges_said.an')}\s+)?"
    r"(?:\w+\s+(?:of|is)\s+)?\d",
    re.IGNORECASE,
)
"""Signs beside each range that a sentence enumerates."""
_SIGNS_BESIDE = lazily(r"[\d):=–—-](?:(?<=\s\d)|(?<!\d)(?=\s|$))")
"""Some of that stands beside each of them: a look for it alone takes next to no time."""
_SAID = lazily(rf"(?:(?P<dice>(?<!{WORD}){DIE}(?:\s?[+−-]\s?\d+)?)|(?P<word>\b[^\W\d_]{{1,24}}))\s?\(", re.IGNORECASE)
_ROLLED_NEXT = lazily(rf"(?<!{WORD}){DIE}\s?:\s*$", re.IGNORECASE)
"""Dice at the head of a range, which begin another list: "5-6 = tan. Roll d8: 1-4 = red"."""
_OUTER = lazily(r"\((?:[^()]|\([^()]{0,200}\)){3,400}\)")


def series_of(document: Document, system: System | None = None, silent: Silent = ignored) -> Iterator[Series]:
    """Every series of ranges in a document; the game may have dice of its own at the head of a table."""
    blocks = document.prose.blocks
    yield from columns_of(document, system, silent)
    for items in lists_of(document):
        yield from _listed(document, items, silent)
    for index, block in enumerate(blocks):
        if block.kind in ("paragraph", "item", "quote", "term") and DIGIT.search(block.text.text):
            before = blocks[index - 1].text.text if index and blocks[index - 1].section == block.section else ""
            yield from _in_a_block(document, block, before)


# Lists


def _listed(document: Document, items: ItemList, silent: Silent) -> Iterator[Series]:
    rows = []
    if not all(may_hold_numbers(block.text.text) for block in items.items):
        return
    for block in items.items:
        if (one := range_of_item(block)) is None or _DOWN_TO.match(block.text.text, one.range.end):
            return
        rows.append(one)
    if reason := _why_not_counted(document, rows):
        for one in rows:
            silent(one.block, (one.range.start, one.range.end), reason)
        return
    before = items.before.text.text if items.before is not None else ""
    everything = " ".join(block.text.text for block in items.items)
    caption = before if len(before) < 80 else before[-80:]
    is_game = bool(GAME.search(f"{before} {everything}"))
    tells_itself = next(islice(ranges_in(before), 1, None), None) is not None
    domain = domain_of(caption) if not tells_itself or before.rstrip().endswith(":") else None
    if domain is not None and 2 * sum((one.range.low or 0) > domain.last for one in rows) > len(rows):
        domain = None  # What the line above rolls is something else.
    dice = last_die(before, len(before) - len(caption), len(before)) if domain else None
    named = Words(items.before, *dice) if dice and items.before is not None else None
    first, is_closed = items.items[0], _are_alike(rows, all_of_them=True)
    about = (before, everything, *_path(document, first))
    yield Series(tuple(rows), about, domain, is_game, named, is_closed=is_closed)


def _counts_dice(bounds: LabelledRange) -> bool:
    return _OF_DICE.match(bounds.block.text.text, bounds.range.end) is not None


def _beside(bounds: LabelledRange) -> str:
    """The words right before and behind a range."""
    text = bounds.block.text.text
    return (
        text[max(0, bounds.range.start - 15) : bounds.range.start]
        + " "
        + text[bounds.range.end : bounds.range.end + 12]
    )


def _are_alike(ranges: Sequence[LabelledRange], *, all_of_them: bool = False) -> bool:
    """Return whether most ranges are at the same place of their sentences: behind the same word, or before it.

    Or all of them do, and none behind what compares: "below level 5".
    """
    before, behind = [], []
    for one in ranges:
        text = one.block.text.text
        words = LETTERS.findall(text[max(0, one.range.start - 40) : one.range.start])
        content = [word.casefold() for word in words if word.casefold() not in _SMALL]
        if all_of_them and _COMPARED.search(text, max(0, one.range.start - 20), one.range.start):
            return False
        before.append(singular(content[-1]) if content else "")
        after = _NEXT_WORD.match(text, one.range.end)
        word = after[1] if after else ""
        behind.append(text if word.isdigit() else singular(word))  # What a number follows is like nothing else.
    alike = max(max(Counter(side).values()) for side in (before, behind))
    return alike == len(ranges) if all_of_them else 2 * alike > len(ranges)


_COMPARED = lazily(rf"\b{cue('ranges_said.compared')}\s", re.IGNORECASE)
_OF_DICE = lazily(rf"\s+(?:[^\W\d_]+\s+)?{cue('ranges_said.dice')}\b", re.IGNORECASE)
"""Words behind a number of dice, which is no result: "2 dice", "2 Chance Dice"."""
_ON_ANOTHER = lazily(rf"\s+[^\W\d_]+\s+{cue('ranges_said.on_another')}\s+(?:an?\s+)?\d", re.IGNORECASE)
"""Words behind the number that another range gives: "on a 2, and 3 points on a 1"."""
_DOWN_TO = lazily(rf"\s+{cue('ranges_said.down')}\s+to\s+\w", re.IGNORECASE)
_NEXT_WORD = lazily(r"\W*([^\W\d_]+|\d|)")
_SMALL = cue_words("ranges_said.before")


# Sentences and code


def _in_a_block(document: Document, block: Block, before: str) -> Iterator[Series]:
    text = block.text.text
    result = bytearray(len(text))
    """Which signs of the text a series has already."""
    yield from _in_stretches(document, block, before, result)
    for run, wide in _runs(text, result):
        counted = tuple(_labelled_ranges(block, run))
        begin, end = max(0, run[0].start - 40), run[0].start
        dice = last_die(text, begin, end)
        domain = domain_of(text[slice(*dice)] if dice else text[begin:end])
        around = text[max(0, run[0].start - MAX_APART) : run[-1].end]
        named = Words(block, *dice) if dice else None
        about = (around, *_path(document, block))
        counts_up_all = wide <= sum(not range_.is_single for range_ in run)
        is_game, is_closed = bool(GAME.search(around)), domain is not None and counts_up_all
        yield Series(counted, about, domain, is_game, named, is_closed=is_closed, is_sentence=True)


def _in_stretches(document: Document, block: Block, before: str, covered: bytearray) -> Iterator[Series]:
    """Those that code or brackets hold."""
    text = block.text.text
    stretches = [(code.start, code.end) for code in block.code]
    stretches += [match.span() for match in _OUTER.finditer(text)] if "(" in text else []
    known: list[tuple[int, str]] | None = None
    for start, end in stretches:
        if covered[start : start + 1] == b"\1":
            continue
        rows, is_closed = _parts(block, start, end)
        if len(rows) > 1:
            if known is None:  # Most stretches hold nothing of the kind.
                known = [(match.start(), match[0]) for match in NAMED_DIE.finditer(text)]
                games = Stretches(match.span() for match in GAME.finditer(text))
                domain_before, is_game_before = domain_of(before), bool(GAME.search(before))
            covered[start:end] = b"\1" * (end - start)
            near = text[max(0, start - MAX_APART) : start]
            first, last = (bisect_left(known, (at,)) for at in (start - MAX_APART, start))
            domain = domain_of(near, (die for _, die in known[first:last])) or domain_before
            is_game = games.meets((start - MAX_APART, start)) or is_game_before
            about = (near, before, *_path(document, block))
            yield Series(tuple(rows), about, domain, is_game, is_closed=is_closed)


def _path(document: Document, block: Block) -> tuple[str, ...]:
    """The titles of the headings above a block, the nearest first."""
    return tuple(reversed(document.section_path(block.section)))


def _why_not_counted(document: Document, rows: Sequence[LabelledRange]) -> str:
    """Return why the ranges of a list are not what a roll may bring; empty where they may be."""
    if len(rows) < 2 or not _are_alike(rows):
        return "the ranges of its list are at different places of their items"
    if any(map(is_aside, document.section_path(rows[0].block.section))):
        return "its section tells what lies in a box, which is counted"
    if NOT_COUNTED.search(" ".join(_beside(one) for one in rows)) or all(_counts_dice(one) for one in rows):
        return "the words beside the ranges of its list count something else than rolls"
    return ""


def _without_signs(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without the brackets, marks and spaces around its words."""
    while start < end and (text[start] in "(_* `" or text[start].isspace()):
        start += 1
    while end > start and text[end - 1] in ")_* `.":
        if text[end - 1] == ")" and text.count("(", start, end) >= text.count(")", start, end):
            break
        end -= 1
    return start, end


def _parts(block: Block, start: int, end: int) -> tuple[list[LabelledRange], bool]:
    """ "(1-3 fail, 4 (with benefit), 5-6 success)": each part with its range at the beginning, and whether all have
    one."""
    text = block.text.text
    start, end = _without_signs(text, start, end)
    if end - start > MAX_PART:
        return [], False
    signs = ((index, index + 1) for index in outside_brackets(text, start, end, ",;/"))
    lost = (match.span() for match in _SIGN_LOST.finditer(text, start, end))
    cuts = sorted({*signs, *(cut for cut in lost if not _TO_BEFORE.search(text, max(start, cut[0] - 8), cut[0]))})
    if not cuts:
        return [], False  # One part alone counts nothing up.
    firsts, lasts = [start, *(after for _, after in cuts)], [*(before for before, _ in cuts), end]
    ranges: list[LabelledRange] = []
    for first, last in zip(firsts, lasts, strict=True):
        begin = first + len(text[first:last]) - len(text[first:last].lstrip())
        bounds = range_at(text, begin, last)
        if bounds is None or not ONE_LETTER.search(text[bounds.end : last]) or _OF_DICE.match(text, bounds.end):
            if not ranges:
                return [], False
            continue
        ranges.append(LabelledRange(bounds, block, (words_at(block, bounds.end, last),)))
    return ranges, len(ranges) == len(firsts)


def _manner(text: str, before: str, result: Range, previous: Range | None) -> tuple[str, bool]:
    """Return how a range is counted up, by a sign behind it or a word before it, and whether by the word."""
    label = _LABELS.match(text, result.end)
    # "4: Hurt 5: Torn": a sign is lost.
    is_next = previous is not None and result.low is not None and previous.high == result.low - 1
    if label and (is_next or before[-1:] in ",;:.(" or _LEADS.search(before)):
        return label[0].strip(), False
    on = _ON.search(before)
    return on[1].casefold() if on else "", on is not None


def _runs(text: str, covered: bytearray) -> Iterator[tuple[list[Range], int]]:
    """Ranges that a sentence counts up: each with its sign behind ("1) ... 2-3) ..."), or with "on" before it; and how
    many of several numbers stand there, counted up or not."""
    for signs in (_SIGNS_BESIDE, _COUNTED_UP):
        if next(islice(signs.finditer(text), 1, None), None) is None:
            return
    said = cache(lambda: {match.end(): match for match in _SAID.finditer(text)})
    run: list[Range] = []
    wide: list[int] = []
    manner = ""

    def with_wide() -> tuple[list[Range], int]:
        return run, bisect_left(wide, run[-1].end) - bisect_left(wide, run[0].start)

    for result in ranges_in(text):
        if not result.is_single:
            wide.append(result.start)
        if covered[result.start]:
            continue
        before = text[max(0, result.start - 24) : result.start]
        how, is_on = _manner(text, before, result, run[-1] if run else None)
        if not how or _OF_DICE.match(text, result.end) or _says_again(said().get(result.start), result):
            continue
        if is_on and _ON_ANOTHER.match(text, result.end):
            run = []
            continue
        if run and (
            how != manner
            or result.start - run[-1].end > MAX_APART
            or _ROLLED_NEXT.search(before)
            or not _goes_on(text, run[-1].end, result)
        ):
            if len(run) > 1:
                yield with_wide()
            run = []
        manner = how
        run.append(result)
    if len(run) > 1:
        yield with_wide()


def _says_again(said: re.Match[str] | None, bounds: Range) -> bool:
    """Return whether a range only repeats the words before it: "three (3) torches", "3d6 (3-18) coins"."""
    return said is not None and (said["dice"] is not None or to_number(said["word"]) == bounds.low)


def _goes_on(text: str, end: int, bounds: Range) -> bool:
    """Return whether a range continues the one before it: in the same sentence, or as the beginning of another one."""
    stops = list(END_OF_SENTENCE.finditer(text, end, bounds.start))
    on = _ON.search(text, stops[-1].end(), bounds.start) if stops else None
    return (
        not stops or _LABELS.match(text, bounds.end) is not None or (on is not None and on.start() == stops[-1].end())
    )


def _labelled_ranges(block: Block, run: Sequence[Range]) -> Iterator[LabelledRange]:
    text = block.text.text
    ends = [following.start for following in run[1:]]
    stop = SENTENCE_END.search(text, run[-1].end)
    ends.append(stop.start() if stop else len(text))
    for range_, end in zip(run, ends, strict=True):
        yield LabelledRange(range_, block, (words_at(block, range_.end, end),))

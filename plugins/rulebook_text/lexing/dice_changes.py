"""Words around dice that change what is rolled: "drop the lowest", "half of", "with advantage".

A button for the dice alone would roll something else than such a sentence says. The words are data of each language;
here is only how near to the dice they must be, for "half speed" and "drops its weapon" change no roll.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.clauses import PART_END, SENTENCE_END
from rulebook_text.words import LANGUAGES, any_of, cue

_MAX_REACH = 160
"""Characters on each side of dice that are read."""
_MAX_NEAR = 20
"""Characters before dice of a part of them: "50 % of the"."""

_KEEPS = any_of(words.keeps for words in LANGUAGES)
_TAKES = any_of(words.takes for words in LANGUAGES)
_THE = any_of(words.the for words in LANGUAGES)
_ENDS = any_of(words.ends for words in LANGUAGES)
_SEVERAL = any_of(words.several for words in LANGUAGES)
_DIE = any_of(words.die for words in LANGUAGES)
_DIE_WORDS = any_of(word for words in LANGUAGES for word in (words.die, words.die_words))
_ADVANTAGE = any_of(words.advantage for words in LANGUAGES)
_AGAIN = any_of(words.again for words in LANGUAGES)
_SCALES = any_of(words.scales for words in LANGUAGES)
_PART = r"(?:[¼-¾⅐-⅞]|\d\s?/\s?\d|\d{1,3}\s?%)"
_OF = any_of(words.choosing.get("of", "") for words in LANGUAGES)
_ROUNDED = any_of(way for words in LANGUAGES for way in words.rounded.values())
_SCALED = any_of(words.scaled for words in LANGUAGES)
_SCALING = any_of(words.scaling for words in LANGUAGES)
_MODIFIES = any_of(words.modifies for words in LANGUAGES)
_OUTCOME = any_of(words.outcome for words in LANGUAGES)
_HARM = any_of(words.damage for words in LANGUAGES)
_AND = any_of(word for words in LANGUAGES for word in (words.and_, words.or_, words.but))
_IF = any_of(words.choosing.get("if", "") for words in LANGUAGES)
_EACH = any_of(words.facts.get("each", "") for words in LANGUAGES)
_ODD = any_of(word for words in LANGUAGES for word in (words.rows.get("odd", ""), words.rows.get("even", "")))
_FACES = cue("dice_said.faces")

_FEW = r"(?:[^\W_]+[^\w.;:,()!?]+){0,4}?"
"""A few words of the same part of a sentence."""
_CLOSES = (
    rf"(?=\s*(?:{PART_END}|$)|\s(?:{_AND}|{_IF})\s"
    rf"|\s(?:[^\W\d_]{{1,4}}\s){{0,2}}(?:{_DIE_WORDS}|{_SEVERAL}|{_OUTCOME}|\d)(?!\w))"
)
"""The end of what is chosen, or dice, a number of them or a word for them: "the best path" is none."""
_END = rf"(?:{_ENDS})(?!\w){_CLOSES}"
_COUNT = rf"(?:(?:\d{{1,2}}|{_SEVERAL}){_CLOSES}|(?:\d+s|{_DIE})(?!\w))"
_GAP = rf"[^\w.;:,()!?]+{_FEW}"
_SELECTS_END = lazily(
    rf"\b(?:{_KEEPS}|{_TAKES})(?!\w){_GAP}{_END}|\b(?:{_ENDS})(?!\w){_GAP}(?:{_KEEPS}|{_TAKES})(?!\w)", re.IGNORECASE
)
"""A verb for choosing among dice, and the highest or lowest, in either order."""
_SELECTS_DICE = lazily(
    rf"\b(?:{_KEEPS})(?!\w){_GAP}{_COUNT}|\b(?:{_TAKES})(?!\w)\s(?:(?:{_EACH})(?:\s[^\W\d_]+){{1,3}}|[^\W\d_]{{2,5}})\s(?:\d{{1,2}}(?:s|e[rn])?|{_FACES})(?!\w)",
    re.IGNORECASE,
)
"""Such a verb, and dice or their number: "keep 3", "discard a die", "count each 5"."""
_END_BEHIND = lazily(
    rf"\W{{1,3}}(?:{_AND}\s)?(?:{_THE}\s)?(?:(?:\d|{_SEVERAL})\s)?(?:{_ENDS})(?!\w){_CLOSES}", re.IGNORECASE
)
_END_BEFORE = lazily(
    rf"\b(?:{_ENDS})\s(?:(?!{_DIE_WORDS}\s)(?:[^\W\d_]{{1,3}}|\d|{_SEVERAL})\s){{0,4}}$", re.IGNORECASE
)
_AGAIN_BESIDE = lazily(rf"\W{{1,3}}(?:[^\W\d_]{{1,5}}\s)?(?:{_AGAIN})(?!\w)", re.IGNORECASE)
_AGAIN_BEFORE = lazily(rf"\b(?!re-?roll)(?:{_AGAIN})\s$", re.IGNORECASE)
_AGAIN_OF = lazily(
    rf"\b(?:{_AGAIN})(?!\w)[^\w.;:,()!?]+{_FEW}(?:(?:{_DIE_WORDS}|{_ENDS})(?!\w)|\d+s?(?!\w))"
    rf"|(?:\b(?:{_DIE_WORDS})|\b\d+s?)\s{_FEW}(?:{_AGAIN})(?!\w)",
    re.IGNORECASE,
)
_ADVANTAGE_BEHIND = lazily(rf"\b{_ADVANTAGE}(?!\w)", re.IGNORECASE)
_SCALES_BEFORE = lazily(
    rf"\b(?:{_SCALES}|{_SCALING})\s(?:(?:[^\W\d_]{{1,3}}|{_HARM}|{_OUTCOME})\s){{0,3}}$", re.IGNORECASE
)
_PART_BEFORE = lazily(rf"(?<!\w){_PART}\s(?:{_OF})\s(?:(?:{_THE})\s)?$", re.IGNORECASE)
"""Before dice, that a part of them counts: "1/2 of", "50 % of the"."""
_ROUNDED_BEHIND = lazily(rf"[\s,(]{{1,3}}(?:[^\W\d_]+\s){{0,2}}{_ROUNDED}(?!\w)", re.IGNORECASE)
_DIVIDED = lazily(rf"[/÷]|\s{any_of(words.signs.get('/', '') for words in LANGUAGES)}\s", re.IGNORECASE)
_SCALED_BEHIND = lazily(
    rf"(?:\s(?!(?:{_AND})\s)[^\W_]+){{0,3}}(?:\s|,\s(?:(?!(?:{_AND})\s)[^\W_]+\s){{0,3}}?){_SCALED}(?!\w)",
    re.IGNORECASE,
)
_SCALES_OUTCOME = lazily(
    rf"\b(?:{_SCALING})\s(?:[^\W\d_]{{1,4}}\s){{0,2}}(?:{_OUTCOME})(?!\w)|\b(?:{_OUTCOME})\s(?:[^\W_]+\s){{0,3}}?(?:{_SCALING})(?!\w)",
    re.IGNORECASE,
)
SAID_BEHIND = lazily(
    rf"(?:,?\s(?:[^\W\d_]{{1,4}}\s){{1,2}}|[.,;:]\s)(?:{_MODIFIES})\s(?:[^\W\d_]{{1,5}}\s)?(?:d?\d|(?:{_SEVERAL}|{_DIE})(?!\w))"
    rf"|(?:\s[^\W\d_]+){{0,3}}?\s{cue('dice_said.each')}\s(?:[^\W\d_]+\s)?{cue('dice_said.values')}(?!\w)"
    rf"|(?P<counts>\s?[,:;.—–-]\s(?:(?:{_EACH}|{_DIE_WORDS}),?\s(?:[^\W\d_]+\s){{0,4}}?(?:\d|{_ODD}\s)|\d+['’]?s\s)[^.;]{{0,40}}?"
    rf"(?<!\w){cue('dice_said.success')}(?!\w))",
    re.IGNORECASE,
)
"""Behind dice, that a number or a die is added ("2d6 and add 3"), that they are rolled once for each of a number that
only the reader knows ("1d8 per level"), or that each of them counts by its face ("5d10: each 8 or higher is a
success")."""
COUNTED = lazily(rf"\W*{cue('dice_said.success')}\W*", re.IGNORECASE)
"""The head of a column that says how many dice succeed."""
_SINGLE = lazily(r"1?[dwкkztд](?:\d+|%|F)(?:\s?[+−–-]\s?\d+)?", re.IGNORECASE)
"""A single die: nothing can be chosen of it."""
_MARKED = lazily(r"[!<>=≤≥]|\d[^\W\d_]{2}|\dk\d", re.IGNORECASE)
"""A suffix that says itself which dice count, or are rolled again; words beside it explain that."""
CHANGING = lazily(
    rf"\b(?:{_KEEPS}|{_TAKES}|{_ENDS}|{_ADVANTAGE}|{_AGAIN}|{_SCALES}|{_SCALED}|{_SCALING})(?!\w)", re.IGNORECASE
)
"""Any word that may change a roll; most texts have none near their dice."""
_JOINED = lazily(rf"\W*(?:{_AND})\s*$", re.IGNORECASE)
_ADDED = lazily(r"\s?[+−–-]")
_PART_END = lazily(PART_END)
_GOES_ON = lazily(rf"\s*(?:[^\W_]+,?\s)?(?:{_KEEPS}|{_TAKES}|{_SCALING}|{_AGAIN})(?!\w)", re.IGNORECASE)
"""The beginning of a sentence that says what becomes of the dice of the one before it."""


def is_changed(text: str, start: int, end: int, previous: int = 0, following: int | None = None) -> bool:
    """Return whether words of its sentence change the roll of the dice at `[start, end)`.

    >>> is_changed("Roll 4d6, drop the lowest.", 5, 8), is_changed("It drops its axe and takes 4d6.", 27, 30)
    (True, False)

    Args:
        text: the plain text of a block.
        start, end: the place of the dice.
        previous: where the dice before them end; words there are said of those.
        following: where the next dice begin.
    """
    is_marked = _MARKED.search(text, start, end) is not None
    if _is_added(text, start, end, previous, is_marked=is_marked):
        return True
    if _DIVIDED.search(text, start, end) and _ROUNDED_BEHIND.match(text, end):
        return True
    if _PART_BEFORE.search(text[max(previous, start - _MAX_NEAR) : start]):
        return True
    signs = _signs(text)
    if bisect_left(signs, start - _MAX_REACH) == bisect_left(signs, end + _MAX_REACH):
        return False
    before, is_first = _before(text, start, previous)
    behind = _behind(text, end, len(text) if following is None else following)
    is_added_to = _ADDED.match(behind) is not None
    if _SCALES_BEFORE.search(before) or _SCALES_OUTCOME.search(behind) or _ADVANTAGE_BEHIND.search(_part(behind)):
        return True
    if not is_added_to and _SCALED_BEHIND.match(behind):
        return True
    if is_marked:
        return False
    if _AGAIN_BEFORE.search(before) or _AGAIN_BESIDE.match(behind) or _AGAIN_OF.search(behind):
        return True
    return not _SINGLE.fullmatch(text, start, end) and _is_chosen_of(before, behind, is_first=is_first)


def _is_added(text: str, start: int, end: int, previous: int, *, is_marked: bool) -> bool:
    """Return whether words add to dice, count them, or add these to the ones before: "2d6 and add 1d4"."""
    said, added = SAID_BEHIND.match(text, end), SAID_BEHIND.match(text, previous) if previous else None
    is_counted = not is_marked and not _SINGLE.fullmatch(text, start, end)
    return bool(
        (said and (is_counted or not said["counts"])) or (added and not added["counts"] and start < added.end() <= end)
    )


def words_around(text: str, start: int, end: int, previous: int = 0, following: int | None = None) -> tuple[str, str]:
    """Return the sentence before dice, and what is said of them behind; see `is_changed`."""
    return _before(text, start, previous)[0], _behind(text, end, len(text) if following is None else following)


@lru_cache(maxsize=16)  # It is asked for each of the dice of a text.
def _signs(text: str) -> Sequence[int]:
    """Return where words begin that may change a roll."""
    return [match.start() for match in CHANGING.finditer(text)]


def _is_chosen_of(before: str, behind: str, *, is_first: bool) -> bool:
    """Return whether words around several dice say which of them count."""
    if _END_BEFORE.search(before) or (is_first and _SELECTS_END.search(before)):
        return True
    return bool(_END_BEHIND.match(behind) or _SELECTS_DICE.search(behind) or _SELECTS_END.search(behind))


def _before(text: str, start: int, previous: int) -> tuple[str, bool]:
    """Return the sentence up to an offset, and whether no other dice are in it."""
    first = max(previous, start - _MAX_REACH)
    for stop in SENTENCE_END.finditer(text, first, start):
        first = stop.end()
    return text[first:start], first > previous or previous == 0


def _behind(text: str, end: int, following: int) -> str:
    """Return the rest of a sentence up to the next dice.

    The next sentence is part of it if it goes on about the roll.
    """
    last = min(following, end + _MAX_REACH)
    for stop in SENTENCE_END.finditer(text, end, last):
        if text[stop.start()] != ";" and not _goes_on(text, stop.start(), last):
            return text[end : stop.start()]
    if last < following or following == len(text):
        return text[end:last]
    # "2d6 harm, or twice 3d8": what is said right before the next dice is said of those.
    return _JOINED.sub("", _END_BEFORE.sub("", _SCALES_BEFORE.sub("", text[end:last])))


def _goes_on(text: str, stop: int, last: int) -> bool:
    """Return whether the sentence behind a stop says what becomes of the dice before it, or which of them count."""
    said = SAID_BEHIND.match(text, stop, last)
    return bool((said and said["counts"]) or _GOES_ON.match(text, stop + 1, last))


def _part(text: str) -> str:
    stop = _PART_END.search(text)
    return text[: stop.start()] if stop else text

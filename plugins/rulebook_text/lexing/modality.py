"""Find sentences that mention a rule without stating it: a question, a denial, a variant, one half of a condition.

"A d6 or smaller does not award the strike" agrees with the rule that a d6 or larger does; "if the total is lower, roll
again" says nothing of what a higher one brings.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.clauses import MAX_SENTENCE, PART_END, SENTENCE_END, beginning_of, stretch
from rulebook_text.words import LANGUAGES, any_of, cue

ABOUT = any_of(words.about for words in LANGUAGES)
"""Words before a number that is not exact. `ROUGHLY` also as a sign, with the space behind it."""
ROUGHLY = rf"(?:\b{ABOUT}\s|[~≈]\s?)"

NEGATION = lazily(
    rf"\b{cue('sentences.negation')}\b|{cue('sentences.short_not')}",
    re.IGNORECASE,
)
DENIAL = lazily(rf"\b{cue('sentences.denial')}\b|{cue('sentences.short_not')}", re.IGNORECASE)
"""Words that deny a verb, and say nothing else: "nobody" is somebody of whom another thing may be said."""
MAX_DENIED = 5
"""Words of a stretch that has only a denial: "the ferry does not cost"."""
_NOBODY = lazily(rf"\b{cue('sentences.nobody')}\b", re.IGNORECASE)
_LIMIT = lazily(rf"\b{cue('sentences.limit')}\b", re.IGNORECASE)
_ONLY = lazily(rf"\b{cue('sentences.only')}\b", re.IGNORECASE)
_CONDITION = lazily(rf"\b{cue('sentences.if')}\b", re.IGNORECASE)
_CLAUSE_ENDS = lazily(rf"{PART_END}|\s{cue('sentences.and')}\s", re.IGNORECASE)
_CONDITION_ENDS = lazily(rf"{PART_END}|\s{cue('sentences.then')}\b", re.IGNORECASE)
_VARIANT = lazily(
    rf"\b(?:{cue('sentences.like')} (?:{cue('sentences.other_games')})|{cue('sentences.variant')})\b",
    re.IGNORECASE,
)


def has_limit(text: str) -> bool:
    """Return whether a text compares: "more than", "below"."""
    return _LIMIT.search(text) is not None


def denial_between(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where a short stretch denies its sentence; None if it does not."""
    if 0 <= start < end and len(text[start:end].split()) <= MAX_DENIED and not has_limit(text[start:end]):
        word = DENIAL.search(text, start, end)
        return word.span() if word else None
    return None


def is_proposed(text: str, start: int, end: int) -> bool:
    """Return whether the sentence around `[start, end)` is a question or a variant."""
    if not _may_propose(text):
        return False
    ends = _sentence_ends(text)
    before, behind = bisect_left(ends, start), bisect_left(ends, end)
    first = max(0, start - MAX_SENTENCE, ends[before - 1] + 1 if before else 0)
    last = min(len(text), end + MAX_SENTENCE, *ends[behind : behind + 1])
    variants = _variants(text)
    at = bisect_left(variants, (first, first))
    return text.startswith("?", last) or (at < len(variants) and variants[at][1] <= last)


@lru_cache(maxsize=64)
def _may_propose(text: str) -> bool:
    """Return whether a text may have a question or a variant: most do neither."""
    return "?" in text or bool(_variants(text))


@lru_cache(maxsize=64)
def _sentence_ends(text: str) -> Sequence[int]:
    """Return where the signs stand that end its sentences: it is asked for every phrase of a text."""
    return [match.start() for match in SENTENCE_END.finditer(text)]


@lru_cache(maxsize=64)
def _variants(text: str) -> Sequence[tuple[int, int]]:
    """Return where a text tells of another way to play: likewise."""
    return [match.span() for match in _VARIANT.finditer(text)]


@lru_cache(maxsize=64)
def _has(words: re.Pattern[str], text: str) -> bool:
    """Return whether a text has any of the words: most have not."""
    return words.search(text) is not None


def is_denied(text: str, start: int, end: int, own: frozenset[str], *, within: tuple[int, int] | None = None) -> bool:
    """Return whether a clause around `[start, end)` is denied.

    Args:
        own: words in lower case that deny nothing, for they belong to what is said.
        within: a stretch in which no word denies anything.
    """
    if not _has(NEGATION, text) and not _has(_ONLY, text):
        return False
    first, last = stretch(_CLAUSE_ENDS, text, start, end)
    results = [(word[0].lower(), word.start()) for word in NEGATION.finditer(text, first, last)]
    results += [(word[0].lower(), word.start()) for word in _ONLY.finditer(text, end, last)]
    return any(word not in own and not (within and within[0] <= at < within[1]) for word, at in results)


def is_of_nobody(text: str, start: int, end: int) -> bool:
    """Return whether `[start, end)` is said of nobody: "nobody with 0 or 1 successes"."""
    if not _has(_NOBODY, text):
        return False
    before = clause_before(text, start)
    return _NOBODY.search(before) is not None and _LIMIT.search(before + text[start:end]) is None


def clause_before(text: str, start: int) -> str:
    """Return the part of a clause before an offset."""
    return text[beginning_of(_CLAUSE_ENDS, text, start) : start]


def is_condition(text: str, start: int, end: int, whole: tuple[int, int]) -> bool:
    """Return whether `[start, end)` is part of a condition outside of a match."""
    first, last = stretch(_CONDITION_ENDS, text, start, end)
    condition = max((match.start() for match in _CONDITION.finditer(text, first, start)), default=-1)
    if not condition <= whole[0] <= whole[1] <= last or condition < 0:
        return False
    leads = len(text[first:condition].split()) < 2
    return not leads or (last < len(text) and SENTENCE_END.match(text, last) is None)

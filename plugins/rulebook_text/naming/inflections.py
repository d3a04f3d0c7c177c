"""The forms that English words take: what a word may be a form of, and what a reader may type who means it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache

from rulebook_core.lazy_regex import lazily
from rulebook_text.words import own_words

WORD = lazily(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PLURALS = dict(entry.split("=") for entry in own_words("spelling.plurals"))
_SINGULARS = {several: one for one, several in _PLURALS.items()}
_POSSESSIVE = lazily(r"(?:['’]s|(?<=s)['’])$")
_DERIVING = ("d", "ed", "r", "er", "ers", "ing", "ings", "ly")
"""Endings that make another word of one."""
_ABBREVIATION = lazily(r".*[a-z][A-Z]")
"""Capitals behind small letters: mEn are no men."""
_DOUBLED = lazily(r"([bdgmnprt])\1$")
_SHORT = lazily(r"(?:[^aeiou]|^)[aeiouy][bdgmnprt]$")
"""A short vowel before a single consonant, which doubles: stop, stopped."""
_HISSING = ("s", "x", "z", "ch", "sh")
_MIN_LETTERS = 3


def bare(word: str) -> str:
    """A word in lower case, without the sign of its possessive."""
    return _POSSESSIVE.sub("", word.casefold())


def singulars(word: str) -> Iterator[str]:
    """Yield the possible singulars of a word in lower case, the likeliest first; nothing where it looks like none.

    >>> [*singulars("MoSes")], [*singulars("Yes-dice")], [*singulars("specialities")]
    (['mos', 'mose'], ['yes-die'], ['speciality', 'specialitie'])
    """
    if one := _irregular_singular(word):
        yield one
    yield from _regular_singulars(bare(word))


def _irregular_singular(word: str) -> str | None:
    head, hyphen, last = bare(word).rpartition("-")
    return f"{head}{hyphen}{_SINGULARS[last]}" if last in _SINGULARS and not _ABBREVIATION.match(word) else None


def _regular_singulars(word: str) -> Iterator[str]:
    if not word.endswith("s") or word.endswith("ss") or len(word) < _MIN_LETTERS:
        return
    if word.endswith("ies") and len(word) > 4:
        yield f"{word[:-3]}y"
    elif word.endswith("es") and word[:-2].endswith(_HISSING):
        yield word[:-2]
    yield word[:-1]
    if word.endswith("oes"):
        yield word[:-2]


def are_related(forms: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether two words are inflected or derived from one.

    Args:
        forms, others: for each, all that it may be a form of.
    """
    for one in forms:
        for other in others:
            short, long = sorted((one, other), key=len)
            stem = short[:-1] if short[-1:] in "ey" else short
            if short == long or (long.startswith(stem) and long[len(stem) :] in _DERIVING):
                return True
    return False


def lemma(word: str, known: Container[str] = ()) -> str:
    """The word that another one is a form of, in lower case.

    Args:
        word: a single word.
        known: words that there are; they decide where English leaves it open ("using" is of "use").

    >>> lemma("Abilities"), lemma("dice"), lemma("stopped"), lemma("using", {"use"})
    ('ability', 'die', 'stop', 'use')
    """
    if one := _irregular_singular(word):
        return one
    folded = bare(word.replace("’", "'"))
    if len(folded) <= _MIN_LETTERS:
        return folded
    bases = list(_bases(folded))
    if (base := next((base for base in bases[:-1] if base in known), None)) is not None:
        return base
    # Not every word that ends like a verb is a form of one: a halfling is none.
    return folded if folded in known and folded.endswith(("ed", "ing")) else bases[0]


def _bases(word: str) -> Iterator[str]:
    """Yield the possible base forms of a word, the likeliest first; itself where it looks like none."""
    if not word.endswith(("us", "is")):
        yield from _regular_singulars(word)
    if word.endswith("ied"):
        yield f"{word[:-3]}y"
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < _MIN_LETTERS - 1 or not re.search("[aeiouy]", stem):
            continue
        if _DOUBLED.search(stem):
            yield stem[:-1]
        yield from (f"{stem}e", stem) if stem.endswith(("c", "s", "u", "v", "z")) else (stem, f"{stem}e")
    yield word


@lru_cache(maxsize=10_000)
def plural(base: str) -> str:
    """Also the third person of a verb."""
    if base in _PLURALS:
        return _PLURALS[base]
    if re.search(r"[^aeiou]y$", base):
        return f"{base[:-1]}ies"
    return f"{base}es" if base.endswith(_HISSING) else f"{base}s"


def _verbs(base: str) -> tuple[str, str]:
    if base.endswith("e"):
        return f"{base}d", f"{base[:-1]}ing"
    if re.search(r"[^aeiou]y$", base):
        return f"{base[:-1]}ied", f"{base}ing"
    stem = f"{base}{base[-1]}" if _SHORT.search(base) and len(base) <= 4 else base
    return f"{stem}ed", f"{stem}ing"


def forms(word: str, known: Container[str] = ()) -> tuple[str, ...]:
    """All forms of a word, in lower case: its plural, and those of a verb where one of them is known.

    >>> forms("Roll", {"rolled"}), forms("ability"), forms("die")
    (('roll', 'rolls', 'rolled', 'rolling'), ('ability', 'abilities'), ('die', 'dice'))
    """
    base = lemma(word, known)
    verbs = _verbs(base) if len(base) >= _MIN_LETTERS else ()
    also = (f"{base}s",) if base.endswith("f") else ()
    if word.casefold().endswith("ing"):
        also = (*also, word.casefold(), plural(word.casefold()))  # A casting is a noun as well.
    return tuple(dict.fromkeys((base, plural(base), *also, *(verbs if any(verb in known for verb in verbs) else ()))))

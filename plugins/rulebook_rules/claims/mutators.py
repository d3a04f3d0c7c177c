"""Changes of a number in a text, to see whether a check notices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from rulebook_text.lexing.dice import size_of_die
from rulebook_text.lexing.forms import digits_like, like
from rulebook_text.lexing.numbers import ORDINALS, WORDS, readings
from rulesmod.system import System

NONE = Fraction(0)
USUAL_SIZES = (4, 6, 8, 10, 12, 20)
CANDIDATE_SIZES = (2, 3, 4, 6, 8, 10, 12, 20, 30, 100)
_MULTIPLES = {"half": "twice", "twice": "thrice", "thrice": "twice"}


@lru_cache(maxsize=64)
def die_sizes(system: System) -> tuple[int, ...]:
    """The sizes of dice that a game's notation takes, as far as it writes dice by their size."""
    notation = system.notation
    sizes = []
    for size in CANDIDATE_SIZES:
        try:
            notation.parse(notation.write_group(1, size))
        except ValueError:
            continue
        sizes.append(size)
    return tuple(sizes) if len(sizes) > 1 else USUAL_SIZES


def changes(text: str, sizes: Sequence[int], *, leeway: Fraction = NONE) -> tuple[str, ...]:
    """Other numbers to put in the place of one: a die stays a die, a word a word.

    Args:
        text: the number as it is written.
        sizes: those of the game's dice.
        leeway: by how much it may change and still be right; all changes are beyond that.
    """
    folded = text.lower()
    if (size := size_of_die(text)) is not None:
        return tuple(f"{text[0]}{other}" for other in _neighbours(size, sizes))
    if (value := WORDS.get(folded)) is not None:
        step = 1 + int(leeway)
        words = (like(other, text) for other in (value + step, value - step) if other >= 0)
        return tuple(word for word in words if word.lower() in WORDS)
    if (place := ORDINALS.get(folded)) is not None:
        words = (word for word, other in ORDINALS.items() if abs(other - place) == 1)
        return tuple(word.capitalize() if text[0].isupper() else word for word in words)
    if (multiple := _MULTIPLES.get(folded)) is not None:
        return (multiple.capitalize() if text[0].isupper() else multiple,)
    return tuple(_other_digits(text, leeway))


def step_of(text: str) -> Fraction:
    """By how much a number changes from one neighbour to the next; 0 for a die, an ordinal or "half"."""
    if text.lower() in WORDS:
        return Fraction(1)
    if size_of_die(text) is not None or text[:1].isalpha():
        return NONE
    return next((Fraction(1, 10**places) for _, places in readings(text.rstrip("% "))[:1]), NONE)


def _neighbours(size: int, sizes: Sequence[int]) -> Iterator[int]:
    """The next larger and the next smaller die."""
    yield from sorted(other for other in sizes if other > size)[:1]
    yield from sorted((other for other in sizes if other < size), reverse=True)[:1]


def _other_digits(text: str, leeway: Fraction) -> Iterator[str]:
    core = text.rstrip("% ")
    sign = core[: core[0] in "+−–-"]
    percent = text[len(core) :]
    for value, places in readings(core)[:1]:
        step = leeway + Fraction(1, 10**places)
        for other in (abs(value) + step, abs(value) - step):
            if other >= 0:
                yield sign + digits_like(other, core[len(sign) :], places) + percent
        if sign and value:
            yield ("+" if sign != "+" else "-") + text[1:]

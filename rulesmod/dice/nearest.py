"""The nearest expression that works, for whoever wrote one that does not."""

from __future__ import annotations

from unicodedata import normalize

from rulesmod.dice.language import Language
from rulesmod.notation import NotationError

MAX_LENGTH = 80
"""Longer texts are nobody's slip."""
MAX_STRAY = 3
"""Fewer letters than this say nothing of how dice are rolled."""
MAX_MENDED = 4
"""Slips that are mended in one text."""
_AROUND = "[](){}|`'\" "
"""Signs around dice that mean nothing to a language."""
_ENDS = (")", "}", "]", "]]", "1", "6")
"""Ends of what breaks off."""
_COMPARING = "<>=≤≥"
_JOINTS = " +-−–×*/÷(,"
"""Signs behind which more dice were to come."""


def nearest(language: Language, text: str, error: NotationError) -> str:
    """Return the nearest expression that works, between backticks, or advice; "" for none.

    Args:
        language: the notation.
        text: an expression that it does not read.
        error: why it does not.
    """
    if error.remedy or len(text) > MAX_LENGTH:
        return error.remedy
    if not error.expected:
        return _part_of(language, text)
    if either := _either(language, text, error):
        return either
    if remedy := _remedy_of(language, text, error):
        return remedy
    bare = normalize("NFKC", text).strip(_AROUND)
    mended = _mended(language, text, error, MAX_MENDED) or (bare if bare != text and _is_read(language, bare) else "")
    return f"`{mended}`" if mended else ""


def _part_of(language: Language, text: str) -> str:
    """Return a part of dice as it is written here, where a text divides a number by them: "1/2 d6"."""
    parts = [here + text[len(word) :].lstrip() for word, here in _said(language, text)]
    return next((f"`{part}`" for part in parts if _is_read(language, part)), "")


def _said(language: Language, text: str) -> list[tuple[str, str]]:
    """Return the synonyms that a text begins with."""
    lower = text.lower()
    return [
        (word, here)
        for word, here in language.synonyms
        if lower.startswith(word) and not (word[-1].isalpha() and lower[len(word) :][:1].isalpha())
    ]


def _remedy_of(language: Language, text: str, error: NotationError) -> str:
    """Return what is said of a text with the words of this language: "3d6 tn 10" would count each die."""
    behind = text[error.start :]
    for word, here in _said(language, behind):
        try:
            language.parse(text[: error.start].rstrip() + here + behind[len(word) :].lstrip())
        except NotationError as further:
            if further.remedy and not further.name:
                return further.remedy
    return ""


def _either(language: Language, text: str, error: NotationError) -> str:
    """Return both of two expressions between which a text has "or"."""
    for word in language.choices:
        if text.lower().startswith(f"{word} ", error.start):
            both = [text[: error.start].strip(), text[error.start + len(word) :].strip()]
            if all(_is_read(language, one) for one in both):
                return f"`{both[0]}`, or `{both[1]}`"
    return ""


def _is_read(language: Language, text: str) -> bool:
    try:
        language.parse(text)
    except NotationError:
        return False
    return True


def _mended(language: Language, text: str, error: NotationError, left: int) -> str:
    before, behind = text[: error.start].rstrip(), text[error.start :]
    if not left or not before:
        return ""
    said = [before + here + behind[len(word) :].lstrip() for word, here in _said(language, behind)]
    for candidate in said + _candidates(before, behind, has_numbers=left == MAX_MENDED):
        try:
            language.parse(candidate)
        except NotationError as further:
            if (
                further.start >= error.start + (candidate not in said)
                and not further.name
                and (mended := _mended(language, candidate, further, left - 1))
            ):
                return mended
        else:
            return candidate
    return ""


def _candidates(before: str, behind: str, *, has_numbers: bool) -> list[str]:
    """Return what dice may mean that can be read up to `behind`; numbers are added to their end if `has_numbers`."""
    # Whoever puts dice side by side, or a comma between them, adds them up.
    bare = behind.lstrip(" ,;&")
    # "8+" behind dice is how high each is to be; behind a sign of comparison nothing is added.
    candidates = [f"{before}>={bare[:-1]}"] if bare[-1:] == "+" and bare[:-1].isdigit() else []
    is_compared = before[-1] in _COMPARING
    candidates += [f"{before}+{bare}"] if bare[:1].isascii() and bare[:1].isalnum() and not is_compared else []
    # Without the sign between them two numbers would be one.
    is_joined = before[-1].isdigit() and bare[1:].lstrip()[:1].isdigit()
    candidates += [before + bare[1:]] if bare[:1] and not bare[0].isalnum() and not is_joined else []
    candidates += [f"{before} {bare}"] if bare != behind.lstrip() else []
    ends = _ENDS if has_numbers else [end for end in _ENDS if not end.isdigit()]
    candidates += [before + end for end in ends] + [before.rstrip(_JOINTS)] if not bare else []
    candidates += [before] if behind[:1] == "|" else []  # What a program shows beside them.
    # A short word at the end that nothing is made of.
    return candidates + ([before] if len(bare) < MAX_STRAY and bare.isalpha() else [])

"""The nearest expression that works, for whoever wrote one that does not."""

from __future__ import annotations

from rulesmod.dice.language import Language
from rulesmod.notation import NotationError

MAX_LENGTH = 80
"""Longer texts are nobody's slip."""
MAX_MENDED = 4
"""Slips that are mended in one text."""
_AROUND = "[](){}|`'\" "
"""Signs around dice that mean nothing to a language."""
_ENDS = (")", "}", "]", "]]", "1")
"""Ends of what breaks off."""
_JOINTS = " +-−–×*/÷(,"
"""Signs behind which more dice were to come."""


def nearest(language: Language, text: str, error: NotationError) -> str:
    """Return the nearest expression that works, between backticks, or advice; "" for none.

    Args:
        language: the notation.
        text: an expression that it does not read.
        error: why it does not.
    """
    if error.remedy or len(text) > MAX_LENGTH or not error.expected:
        return error.remedy
    bare = text.strip(_AROUND)
    mended = _mended(language, text, error, MAX_MENDED) or (bare if bare != text and _is_read(language, bare) else "")
    return f"`{mended}`" if mended else ""


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
    # Whoever puts dice side by side, or a comma between them, adds them up.
    bare = behind.lstrip(" ,;&")
    candidates = [f"{before}+{bare}"] if bare[:1].isascii() and bare[:1].isalnum() else []
    # Without the sign between them two numbers would be one.
    is_joined = before[-1].isdigit() and bare[1:].lstrip()[:1].isdigit()
    candidates += [before + bare[1:]] if bare[:1] and not bare[0].isalnum() and not is_joined else []
    candidates += [f"{before} {bare}"] if bare != behind.lstrip() else []
    candidates += [before + end for end in _ENDS] + [before.rstrip(_JOINTS)] if not bare else []
    for candidate in candidates:
        try:
            language.parse(candidate)
        except NotationError as further:
            if (
                further.start > error.start
                and not further.name
                and (mended := _mended(language, candidate, further, left - 1))
            ):
                return mended
        else:
            return candidate
    return ""

"""Inline code that begins as dice and does not roll: nobody would learn of it but by missing a button."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook_core.findings import Details, Edit, Finding, Place, Remedy, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.book import Page
from rulebook_syntax.document import Block, CodeSpan
from rulebook_text.lexing.dice import names_no_die
from rulebook_text.lexing.dice_labels import SIZES
from rulebook_text.lexing.non_game_sections import is_aside_file, is_of_program
from rulebook_text.lexing.prefilter import may_name_dice
from rulebook_text.lexing.rollable import is_rolled_code
from rulebook_text.lexing.word_tokens import LETTERS
from rulesmod.dice.digits import to_int
from rulesmod.dice.nearest import nearest
from rulesmod.plain_dice import NOTATION, SUFFIXES, SYSTEM
from rulesmod.system import NotationError

MAX_LENGTH = 40
"""Longer code is more than a roll."""
_BEGINS = lazily(r"[({]?\s?(?P<count>\d{0,4})[dw](?P<size>\d{1,6}|%|F)(?![\d.,]\d|[^\W\d]{3})", re.IGNORECASE)
"""Dice at the beginning, of which no longer word is made."""
_REST = lazily(r"(?:[\s\d()\[\]{},!<>=≤≥+−–×*÷/%#.-]|[^\W\d_]{1,12})*")
_ASIDE = lazily(r"\s\((?![^()]*[dw]\d)[^()]*\)$", re.IGNORECASE)
"""A remark in brackets: "2d6 (7 on average)"."""
_MODIFIERS = frozenset((*SUFFIXES, "vs", "dc", "xo", "cs", "dF"))
_RANGE = lazily(r"\d\s?[–→-]\s?\d*[dw]\d|->", re.IGNORECASE)


class _Unread(NamedTuple):
    """A code span that does not roll, and why."""

    place: Place
    text: str
    error: NotationError


@rule(Severity.INFO)
def unread_dice(place: Place, text: str, error: NotationError, others: tuple[Place, ...] = ()) -> Details:
    near = nearest(NOTATION.language, text, error)
    written = re.fullmatch(r"`([^`]+)`", near)
    remedies = (Remedy(f"write {near}", (Edit(place, written[1]),)),) if written else ()
    notes = (f"write {near}",) if near and not written else ()
    return Details(f"`{text}` does not roll: {error.message}", notes=notes, remedies=remedies, related=others)


def check_page(page: Page) -> Iterator[Finding]:
    """Report the first code span of a page that begins as dice and is none."""
    source = page.document.source.text
    is_plain = page.system is None or page.system is SYSTEM  # Code of a game's own dice is an error where it is none.
    if not is_plain or not may_name_dice(source):
        return
    if is_aside_file(page.uri) or is_of_program(source):
        return
    spans = [
        unread
        for block in page.document.prose.blocks
        if block.kind != "code"
        for code in block.code
        if (unread := _unread(page, block, code))
    ]
    if spans:
        first, *others = spans
        yield unread_dice(first.place, first.text, first.error, tuple(other.place for other in others[:5]))


def _unread(page: Page, block: Block, code: CodeSpan) -> _Unread | None:
    text = block.text.text[code.start : code.end].strip()
    if (
        not _is_meant_as_dice(text)
        or names_no_die(text, 0)
        or not is_rolled_code(block.text.text, code.start, code.end)
    ):
        return None
    try:
        NOTATION.parse(text)
    except NotationError as error:
        if error.name or NOTATION.code_class in code.classes:
            return None  # The reader is asked for it; or it is a finding of its own.
        start = code.start + block.text.text[code.start : code.end].index(text)
        span: Span = block.text.span(start, start + len(text))
        return _Unread(Place(page.document.source, span), text, error)
    return None


def _is_meant_as_dice(text: str) -> bool:
    """Return whether code begins as dice and goes on as nothing but dice could.

    >>> _is_meant_as_dice("4d6kh5"), _is_meant_as_dice("3d-model"), _is_meant_as_dice("4d6 of you")
    (True, False, False)
    """
    begins = _BEGINS.match(text)
    if begins is None or len(text) > MAX_LENGTH or not _REST.fullmatch(text):
        return False
    size = begins["size"]
    is_usual = not size.isdigit() or to_int(size) in SIZES or (begins["count"] not in ("", "0") and to_int(size) > 1)
    rest = text[begins.end() :]
    words = [word.lower() for word in LETTERS.findall(rest)]
    is_other = _RANGE.search(text) or _ASIDE.search(text) or text.endswith((" (", " [", " {"))
    return is_usual and not is_other and all(len(word) == 1 or word in _MODIFIERS for word in words)

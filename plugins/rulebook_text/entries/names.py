"""The name of an entry: the words with capitals before its statistics or its tags."""

from __future__ import annotations

import re

from rulebook_core.lazy_regex import lazily
from rulebook_text.entries.model import Fault, Value
from rulesmod.records import record

_MAX_NAME = 60
_MAX_ASIDE = 80
"""A bracket between a name and its colon."""
_MAX_SMALL_WORDS = 3
"""Those behind the last capital of the name of an item: `Potion of speed`."""
_CAPITAL = re.compile(r"[A-Z][\w'’()-]*[/,]?|\?")
_CAPITAL_OF_ITEM = re.compile(r"[A-Z][\w'’-]*")
_SMALL_OF_ITEM = re.compile(r"[a-z][\w'’-]*")
_LAST_WORD = re.compile(r"[^\W\d_][\w'’-]*$")
_OPENING_WORDS = lazily(r"(?:^|[.!?)\"`] )((?:[^\W\d_][\w'’-]* ){0,2}[^\W\d_][\w'’-]*)$")
_OPENING_SMALL_WORDS = lazily(r"(?:^|[.!?)\"`] )((?:[a-z][\w'’-]* ){0,2}[a-z][\w'’-]*)$")
_BONUS = re.compile(r"[+-](?:\d+|n)")
_BONUS_AS_NAME = re.compile(r"([+-](?:n|\d+)) \(\w+\)$")
_ENDS = (".", "!", "?", ";", ":", ")", '"', "”")
_ARTICLES = ("a", "an", "the")


@record
class Name:
    """A name, where it begins, and what is wrong with it.

    Attributes:
        bonus: what stands before it, as of `+2 dagger`.
        inline: whether a sentence leads to it.
    """

    text: str
    start: int
    faults: tuple[Fault, ...] = ()
    bonus: Value | None = None
    inline: bool = False


def name_before_colon(text: str, at: int) -> Name | None:
    """The name of a stat block that begins at an offset."""
    end = len(text[:at].rstrip(" "))
    faults: list[Fault] = []
    sign = text[end - 1 : end]
    if sign == ":":
        end -= 1
    elif sign in (";", ",", "."):
        faults.append(Fault(end - 1, end, f"`{sign}` is written instead of the colon behind a name", ":"))
        end -= 1
    else:
        faults.append(Fault(max(0, end - 1), end, "the colon behind the name is missing", f"{sign}:"))
    end = _before_aside(text, end)
    start = _first_capital(text, end)
    if start is None:
        start = _opening(text, end)
        if start is None:
            return None
        faults.append(_no_capital(text[start:end], start, text[start:end].capitalize()))
    return Name(text[start:end], start, tuple(faults))


def name_of_item(text: str, end: int) -> Name | None:
    """The name that ends at an offset, before tags: up to some small words behind its capitals."""
    if group := _BONUS_AS_NAME.search(text, max(0, end - 40), end):
        return Name(group[0], group.start())
    position, small = end, 0
    start: int | None = None
    while position > 0:
        begin = text.rfind(" ", 0, position) + 1
        word = text[begin:position]
        bare = word.lstrip('`"(')
        if _CAPITAL_OF_ITEM.fullmatch(bare):
            start = position - len(bare)
            if len(bare) < len(word):
                break
        elif start is None and _SMALL_OF_ITEM.fullmatch(word) and word not in _ARTICLES and small < _MAX_SMALL_WORDS:
            small += 1
        else:
            break
        if begin == 0 or text[begin - 2 : begin - 1] in (*_ENDS, ","):
            break
        position = begin - 1
    if start is None:
        return None
    before = text[:start].rstrip(" ")
    last = before.rpartition(" ")[2]
    bonus = None
    if _BONUS.fullmatch(last):
        bonus = (last, len(before) - len(last), len(before))
        last = before[: -len(last)].rstrip(" ").rpartition(" ")[2]
    return Name(text[start:end], start, bonus=bonus, inline=last.casefold() in _ARTICLES)


def small_name_of_item(text: str, end: int) -> Name | None:
    """The whole beginning of a sentence up to an offset, where it is a few small words: a name without its capital."""
    opening = _OPENING_SMALL_WORDS.search(text[max(0, end - _MAX_NAME) : end])
    if opening is None:
        return None
    name = opening[1]
    start = end - len(name)
    return Name(name, start, (_no_capital(name, start, name[:1].upper() + name[1:]),))


def _no_capital(name: str, start: int, better: str) -> Fault:
    return Fault(start, start + len(name), f"the name `{name}` does not begin with a capital", better)


def _before_aside(text: str, end: int) -> int:
    """Return where a name ends that has a bracket between it and an offset: `Ogre (big and slow)`."""
    if text[end - 1 : end] != ")":
        return end
    opened = text.rfind("(", 0, end)
    return opened - 1 if opened > 0 and text[opened - 1] == " " and end - opened < _MAX_ASIDE else end


def _first_capital(text: str, end: int) -> int | None:
    """Where the name begins that ends at an offset: words with capitals; those before a comma only in a series of
    names with slashes."""
    start: int | None = None
    position = end
    slashed = False
    while position > 0:
        begin = text.rfind(" ", 0, position) + 1
        word = text[begin:position].lstrip('`"')
        begin = position - len(word)
        if not _CAPITAL.fullmatch(word) or (start is None and word[-1:] in ",/"):
            break
        if word.endswith(",") and not slashed:
            break
        slashed = slashed or word.endswith("/")
        start = begin
        if begin == 0 or text[begin - 1] != " " or text[begin - 2 : begin - 1] in _ENDS:
            break
        position = begin - 1
    return start


def _opening(text: str, end: int) -> int | None:
    """Where a name without a capital begins that ends at an offset: with its sentence, if that is not far, or as its
    last word."""
    window = text[max(0, end - _MAX_NAME) : end]
    if opening := _OPENING_WORDS.search(window):
        return end - len(opening[1])
    last = _LAST_WORD.search(window)
    return end - len(last[0]) if last else None

"""Names in a row within a sentence: where the row ends, and how many names it may have.

Commas do more than part names: "red, the colour of fire, and blue", "red and blue, in this order", "red, blue — beads
or buttons". Where a reader cannot tell, every number of names that there may be is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_syntax.document import Block
from rulebook_text.lexing.clauses import FULL_STOP
from rulebook_text.lexing.lists import outside_brackets
from rulebook_text.lexing.numbers import NUMERAL_PATTERN
from rulebook_text.lexing.word_tokens import DIGIT, ONE_LETTER
from rulebook_text.words import cue
from rulesmod.records import record

MAX_LIST = 600
MAX_WORDS = 6
"""Longer items are clauses, and where one ends nobody can say."""

PARTIAL = lazily(
    rf"\b{cue('lists.partial')}\b|…|\.\.\.",
    re.IGNORECASE,
)
"""Words that make a list of names incomplete."""
ROW_END = lazily(rf"{FULL_STOP}|;|—|\s(?:–|--?-?)\s")
_FULL_STOP = lazily(rf"{FULL_STOP}|$")
_RELATIVE = lazily(
    rf",\s+{cue('lists.remark')}\b|,?\s+{cue('lists.relative')}\b",
    re.IGNORECASE,
)
_AND_WORDS = cue("lists.last")
"""Those of other languages as well, which in English are hardly ever words of their own."""
_AND = lazily(rf"\s+(?:{_AND_WORDS})\s+", re.IGNORECASE)
_LEADING_AND = lazily(rf"\s*(?:{_AND_WORDS})\s+", re.IGNORECASE)
_GOES_ON = lazily(rf"[,;—–]|\s-\s|\b{cue('lists.joint')}\b|&", re.IGNORECASE)
_ENUMERATOR = lazily(r"(?:^|(?<=[\s,;]))\(?(?P<sign>\d{1,2}|[a-z]|[ivx]{1,4})\)\s+")
_NEXT_SIGNS = {
    "1": [str(number) for number in range(2, 30)],
    "a": list("bcdefghijklmnop"),
    "i": ["ii", "iii", "iv", "v", "vi", "vii"],
}
_ADJECTIVE = lazily(rf"{cue('lists.adjective')}\b", re.IGNORECASE)
_CLAUSE = lazily(
    rf"\b{cue('lists.clause')}\b",
    re.IGNORECASE,
)
_NO_ROW = lazily(rf"\s*(?:{cue('lists.no_row')}\b|{cue('lists.first')},)", re.IGNORECASE)
_SPAN_OF_NAMES = lazily(rf"\S+ {cue('lists.span')} \S+", re.IGNORECASE)
_ARTICLE = lazily(rf"{cue('names.article')}\s", re.IGNORECASE)
_PARTICIPLE = lazily(rf"{cue('lists.participle')}\s")


@record
class Name:
    """An item of an enumeration at `[start, end)` of a block's plain text."""

    text: str
    block: Block
    start: int
    end: int


class WordList(NamedTuple):
    """Names in a row, none where there is no such row.

    Attributes:
        names: each one.
        sizes: all numbers of names that there may be, for an "and" may belong to a name, and a comma to a remark.
        is_open: whether a dash cut it off, behind which it may go on.
    """

    names: tuple[Name, ...] = ()
    sizes: frozenset[int] = frozenset()
    is_open: bool = False


NO_LIST = WordList()


def word_list(block: Block, start: int, *, is_kind: bool, are: bool = False, stop: int | None = None) -> WordList:
    """The names from an offset to the end of the sentence, or of the brackets around them.

    Args:
        block: where they stand.
        start: the offset in its plain text.
        is_kind: whether they are said to be things of some kind, so that they may be written in lower case.
        are: whether they follow an "are", behind which adjectives may stand as well.
        stop: where the brackets close.
    """
    text = block.text.text
    start += text.startswith(" ", start)
    last, is_open = _end_of_row(text, start, len(text) if stop is None else stop)
    if last - start > MAX_LIST or ":" in text[start:last] or _NO_ROW.match(text, start):
        return NO_LIST
    if PARTIAL.search(text, start, min(last + 6, len(text))) or _is_asked(text, last):
        return NO_LIST
    if (signs := _enumerators(text, start)) is not None:
        return WordList(tuple(Name("", block, *sign) for sign in signs), frozenset([len(signs)]))
    relative = _RELATIVE.search(text, start, last)
    if relative is not None:
        cut = relative.start()
        # What a clause hangs on to is the last of the list only behind an "and".
        if not _AND.search(text, max(text.rfind(",", start, cut), start), cut):
            return NO_LIST
        last = cut
    names, sizes = _split(block, start, last)
    return WordList(names, sizes, is_open) if _are_names(names, block, is_kind=is_kind, are=are) else NO_LIST


def _end_of_row(text: str, start: int, stop: int) -> tuple[int, bool]:
    """Return where the names end, and whether they may go on behind a dash that stands there."""
    end = ROW_END.search(text, start, stop)
    if end is None:
        return stop, False
    if end[0] in ".!?\n":
        return end.start(), False
    rest = _FULL_STOP.search(text, end.end(), stop)
    goes_on = _GOES_ON.search(text, end.end(), rest.start() if rest else stop) is not None
    # Where semicolons part the names, commas do not.
    return (stop + MAX_LIST if goes_on and end[0] == ";" else end.start()), goes_on


def _is_asked(text: str, start: int) -> bool:
    end = _FULL_STOP.search(text, start)
    return end is not None and end[0] == "?"


def _may_be_name(text: str) -> bool:
    is_short = len(text.split()) <= MAX_WORDS and ONE_LETTER.search(text) is not None
    return is_short and not _is_counted(text) and not _SPAN_OF_NAMES.fullmatch(text)


def _are_names(names: tuple[Name, ...], block: Block, *, is_kind: bool, are: bool) -> bool:
    """Return whether the parts between commas can be distinct names."""
    if len(names) < 2 or not all(_may_be_name(name.text) for name in names) or _has_repeats(names):
        return False
    if not is_kind and any(DIGIT.search(name.text) for name in names):
        return False  # "2 daggers (1d4, thrown)" tells what they do.
    terms = {index for begin, end in block.terms for index in range(begin, end)}
    named = all(_begins_name(name.text) or name.start in terms for name in names)
    if not named and (not is_kind or any(_CLAUSE.search(name.text) for name in names)):
        return False
    return named or not are or not any(_ADJECTIVE.match(name.text) for name in names)


def _is_counted(text: str) -> bool:
    """Return whether a name begins with a number of its own: "12 members: 8 acolytes and 4 fanatics" are no two
    members."""
    return re.match(rf"{NUMERAL_PATTERN}\s", text, re.IGNORECASE) is not None


def _has_repeats(names: tuple[Name, ...]) -> bool:
    """Return whether a name is part of another name: "Red, Blue, Red being the stronger", "Red beats Blue, Blue beats
    Red"."""
    return any(
        other.text.startswith(f"{one.text} ") or f" {one.text.split()[0]} " in f"{other.text[other.text.find(' ') :]} "
        for one in names
        for other in names
        if one is not other and _begins_name(one.text)
    )


def _begins_name(text: str) -> bool:
    return text[:1].isupper() or text[:1].isdigit()


def _enumerators(text: str, start: int) -> list[tuple[int, int]] | None:
    """The signs of "(1) ..., (2) ..." from the first on; None where there are none."""
    first = _ENUMERATOR.match(text, start)
    if first is None or first["sign"] not in _NEXT_SIGNS:
        return None
    signs = [first.span("sign")]
    for sign in _NEXT_SIGNS[first["sign"]]:
        match = re.compile(rf"(?<=[\s,;(])\(?{sign}\)\s").search(text, signs[-1][1])
        if match is None:
            break
        signs.append(match.span())
    return signs


def _split(block: Block, start: int, end: int) -> tuple[tuple[Name, ...], frozenset[int]]:
    """The names between two offsets, and how many there may be: an "and" within one of several may be its own."""
    text = block.text.text
    parts = list(_between_commas(text, start, end))
    first, last = parts[-1]
    lead = _LEADING_AND.match(text, first, last)
    inner = sum(bool(_AND.search(text, *part)) for part in parts[:-1])
    if lead is not None and len(parts) > 1:
        parts[-1] = (lead.end(), last)
        sizes = {len(parts)}
    else:
        bracket = text.find("(", first, last)
        joints = list(_AND.finditer(text, first, last if bracket < 0 else bracket))
        sizes = {len(parts) + len(joints)}
        if inner or len(joints) > 1:
            sizes |= set(range(len(parts), len(parts) + len(joints) + 1))
        edges = [first, *(edge for joint in joints for edge in joint.span()), last]
        parts[-1:] = list(zip(edges[::2], edges[1::2], strict=True))
    if inner:
        sizes |= set(range(min(sizes), max(sizes) + inner + 1))
    stretches = [text[begin:stop] for begin, stop in parts]
    begins = [begin + len(words) - len(words.lstrip()) for (begin, _), words in zip(parts, stretches, strict=True)]
    names = tuple(
        Name(words.strip(), block, begin, begin + len(words.strip()))
        for begin, words in zip(begins, stretches, strict=True)
        if words.strip()
    )
    fewest = min((min(sizes), *_ends(names)))
    return names, frozenset((*sizes, *range(fewest, max(sizes))))


def _between_commas(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    for index in outside_brackets(text, start, end, ","):
        yield begin, index
        begin = index + 1
    yield begin, end


def _ends(names: tuple[Name, ...]) -> Iterator[int]:
    """After how many names a list may be over, because what follows is written otherwise: it may be a remark."""
    texts = [name.text for name in names]
    if len(texts) > 2:
        if "(" in texts[-1] and not any("(" in text for text in texts[:-1]):
            yield len(texts) - 1
        # The first one may have its capital from the colon before it.
        looks = [_look(text) for text in (texts[1], *texts[1:])]
        yield sum(look == looks[0] for look in looks)
    for index, text in enumerate(texts):
        is_joined = 0 < index < len(texts) - 1 and _LEADING_AND.match(text) is not None
        if is_joined or (index > 1 and _PARTICIPLE.match(text) and not _PARTICIPLE.match(texts[0])):
            yield index + is_joined


def _look(text: str) -> str:
    return "article" if _ARTICLE.match(text) else "capital" if _begins_name(text) else "word"

"""Enumerations: names in a row, and what the text says they are.

"Six attributes define a hero. Those are agility, ... and wisdom." says how many there are and which. What is told as a
part ("such as", "e.g.", "two or more") is no enumeration here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.silent import Silent, ignored
from rulebook_rules.claims.structures.name_series import MAX_LIST, NO_LIST, PARTIAL, ROW_END, Name, WordList, word_list
from rulebook_syntax.document import Block, Document
from rulebook_syntax.item_lists import ItemList, lists_of
from rulebook_text.lexing.lists import closing_bracket
from rulebook_text.lexing.numbers import WORDS, to_number
from rulebook_text.lexing.word_tokens import BLANK_LINE
from rulebook_text.words import cue
from rulesmod.records import record

MAX_AHEAD = 90
"""The words between a count and its list."""

_KINDS = cue("enumerations.kinds")
_COUNTING = tuple(sorted((w for w, v in WORDS.items() if 1 < v <= 20 and w != "dozen"), key=len))
_NUMBER = "|".join([r"\d{1,2}", *_COUNTING])
_DIGITS_BEFORE_NAMES = lazily(r"\d(?<![\w.].)\d?[^\S\n]+[^\W\d_]", re.DOTALL)
_ANY_NUMBER = lazily(rf"(?<![\w.])(?:{_NUMBER})(?![\w.])", re.IGNORECASE)
_NOT_WHOLE = lazily(
    rf"(?:\b(?:{cue('enumerations.some')})\s+|\d[.,]?\s*|[+\-−–/$€£#]\s*|[.,])$",
    re.IGNORECASE,
)
"""Words before a number that does not count a whole list."""
_OF_ALL = lazily(rf"\b{cue('enumerations.of_all')}\s+$", re.IGNORECASE)
_CHOSEN = lazily(
    cue("enumerations.chosen"),
    re.IGNORECASE,
)
"""Who takes so many takes them from more."""
_OWNED = lazily(r"[^\W\d_]['’]s\b|s['’]\s")
"""In what is counted, that it is somebody's: "two fighters' skills (Might, Wit, Grit)" counts the fighters."""
_ARE_BEHIND = lazily(rf"\)\s+{cue('enumerations.are')}\b", re.IGNORECASE)
"""Behind brackets, that the list is still to come."""
_OF_OTHERS = lazily(rf"\b(?:(?:{cue('enumerations.one')}|{_NUMBER})\s+of|{cue('enumerations.each')})\b", re.IGNORECASE)
"""Words behind a count whose list belongs to something else.

It is another one's ("With two talents, choose three of: ...") or that of each one ("5 colours, each with: ...").
"""
_IN = lazily(r"\bin\s$", re.IGNORECASE)
"""Words before a count whose brackets belong to the word before it. "pieces in 4 colours (roads, bridges)"."""
_POSSESSED = lazily(rf"\b{cue('enumerations.has')}\b", re.IGNORECASE)
_TURNS = lazily(cue("enumerations.turns"), re.IGNORECASE)
"""Of what a player has so many, there may be more kinds."""
_LISTED = lazily(f"{cue('enumerations.listed')}:", re.IGNORECASE)  # All that there are, where their list follows.
_MEASURED = lazily(cue("enumerations.measured"), re.IGNORECASE)
_GAP = r"[^\S\n]+"
"""Between the words of one statement: a line that the writer broke begins another one."""
_NO_SUBJECT = cue("enumerations.no_subject")
_COUNT = lazily(
    rf"(?<![\w.])(?=\w)(?P<number>{_NUMBER}){_GAP}(?P<subject>(?:(?!(?:{_NO_SUBJECT})\b)[^\W\d_][\w’'-]*{_GAP}){{0"
    rf",3}}?(?P<noun>{_KINDS})(?:{_GAP}of{_GAP}(?:{cue('lists.the')}{_GAP})?[^\W\d_][\w’'-]*(?:{_GAP}[^\W\d_][\w’'-]*)?)??)(?=\s+"
    rf"{cue('enumerations.verbs')}\b|\s*[:(.,])",
    re.IGNORECASE,
)
_NAMED_COUNT = lazily(
    rf"(?<![\w.])(?=\w)(?P<number>{_NUMBER}){_GAP}(?P<subject>"
    rf"(?:(?:(?!(?:{_NO_SUBJECT}|{cue('enumerations.others')})\b)[^\W\d_][\w’'-]*{_GAP}){{1,2}}"
    rf"(?=[^\W\d_][\w’'-]*s:\Z))?(?P<noun>[^\W\d_][\w’'-]*s))(?=\s*[:(]|\s+{cue('enumerations.list')}\b)",
    re.IGNORECASE,
)
_PRICE = lazily(rf"\d{{1,2}}{_GAP}(?P<subject>[^:(]+)[:(]")
_PARTED = lazily(r"(?:\n[ \t>]*|\d[ \t]+)(?:\*\*|__)")
"""A line that begins in bold is one of its own, and a number before bold words is theirs: "5 **Doors:** (1) red"."""
_ARTICLES = ("The ", "the ", "These ", "these ", "Our ", "our ")
_FOLLOWING = lazily(
    rf"\s*{cue('enumerations.those')} {cue('enumerations.list')}:?\s+|\s*{cue('enumerations.namely')},?:?\s+"
)


@record
class Enumeration:
    """Names in a row.

    Attributes:
        subject: what they are, in the text's words.
        names: each one; where an "and" may belong to a name, `sizes` has all numbers of names there may be.
        count: the number that the text gives, at `[start, end)` of `block`.
        is_whole: whether the text says that there are no others.
        is_open: whether the list may go on.
    """

    subject: str
    names: tuple[Name, ...]
    sizes: frozenset[int]
    block: Block
    start: int
    end: int
    count: int
    is_whole: bool
    is_open: bool = False


def enumerations_in(document: Document, silent: Silent = ignored) -> Iterator[Enumeration]:
    """Yield every enumeration of a document that says how many names it has."""
    folded = document.prose.text.lower()
    words = [word for word in _COUNTING if word in folded]
    if not _may_count(document.prose.text, words):
        return
    lists = cache(lambda: _lists(document))
    prices = cache(lambda: Counter(map(_price_of, document.prose.blocks)))
    for block in document.prose.blocks:
        if block.kind in ("paragraph", "item", "quote", "term") and _may_count(block.text.text, words):
            yield from _counted(document, block, lists, prices, silent)


_Lists = Callable[[], Mapping[int, WordList]]
_Price = tuple[int, str]
"""A section, and what is spent there."""
_Prices = Callable[[], Counter[_Price | None]]


def _lists(document: Document) -> Mapping[int, WordList]:
    """The lists that begin right behind a block, by the block's `id`; none that another one of its section may go on
    with, as one may that no line announces."""
    lists: dict[int, WordList] = {}
    going_on: dict[tuple[object, ...], bool] = {}
    for items in sorted(lists_of(document), key=lambda items: items.items[0].span, reverse=True):
        place, before = (items.items[0].section, items.level), items.before
        if before is not None and not going_on.get(place):
            lists[id(before)] = _items(items, document.source.text)
        going_on[place] = before is None or not before.text.text.endswith(":")
    return lists


def _may_count(text: str, words: Sequence[str]) -> bool:
    """Return whether a text may have a number that counts names. If it is a word, it is one of these."""
    folded = text.lower()
    return _DIGITS_BEFORE_NAMES.search(text) is not None or any(word in folded for word in words)


def _counted(document: Document, block: Block, lists: _Lists, prices: _Prices, silent: Silent) -> Iterator[Enumeration]:
    text = block.text.text
    end = -1
    for pattern in (_COUNT, _NAMED_COUNT):
        for match in pattern.finditer(text):
            at = match.span("number")
            if match.start() < end:
                continue
            if not _is_whole(text, match):
                silent(block, at, "it counts some of them, or a choice among them")
                continue
            if _PARTED.search(document.source.text, *block.text.span(*match.span())):
                silent(block, at, "markup stands between it and what it counts")
                continue
            result = _list_of(block, match, lists, is_kind=pattern is _COUNT)
            number = to_number(match["number"])
            assert isinstance(number, int)
            is_wrong = bool(result.names) and number not in result.sizes
            if is_wrong and (_is_of_another(text, match.start(), result.sizes) or _is_a_price(block, match, prices)):
                silent(block, at, "another count of the sentence has the size of the list, or it is a price")
                continue
            if not result.names:
                silent(block, at, f"no list of {match['subject'].strip()} is beside it")
            elif result.is_open and number > max(result.sizes):
                silent(block, at, "the list beside it goes on")
            else:
                end = match.end()
                names, is_named = result.names, pattern is _COUNT
                is_whole = is_named or names[0].block is block  # Any other items may be some of them.
                yield Enumeration(
                    match["subject"], names, result.sizes, block, *at, number, is_whole=is_whole, is_open=result.is_open
                )


def _is_whole(text: str, match: re.Match[str]) -> bool:
    """Return whether a number counts all things, not a selection."""
    start = match.start()
    if _NOT_WHOLE.search(text, max(0, start - 16), start) or _OWNED.search(match["subject"]):
        return False
    first = max(0, start - MAX_AHEAD)
    before = text[max((end.end() for end in ROW_END.finditer(text, first, start)), default=first) : start]
    if _OF_ALL.search(before):
        return True
    are_possessed = _POSSESSED.search(before) and _TURNS.fullmatch(match["noun"])
    return not (_CHOSEN.search(before) or (are_possessed and not _LISTED.fullmatch(text, match.start("noun"))))


def _is_of_another(text: str, start: int, sizes: frozenset[int]) -> bool:
    """Return whether an earlier count has the size of the list: "two guards pass all three tests (Anna, Bert)"."""
    first = max(0, start - MAX_AHEAD)
    first = max((end.end() for end in ROW_END.finditer(text, first, start)), default=first)
    return any(to_number(other[0]) in sizes for other in _ANY_NUMBER.finditer(text, first, start))


def _price_of(block: Block) -> _Price | None:
    """Return the things spent on an item, and how many. "3 traits: ..."."""
    match = _PRICE.match(block.text.text) if block.kind == "item" else None
    return (block.section, match["subject"].rstrip().casefold()) if match is not None else None


def _is_a_price(block: Block, match: re.Match[str], prices: _Prices) -> bool:
    """Return whether a count begins its item as in other items of the section."""
    price = _price_of(block)
    is_its = price is not None and not match.start() and price[1] == match["subject"].casefold()
    return is_its and prices()[price] > 1


def _list_of(block: Block, match: re.Match[str], lists: _Lists, *, is_kind: bool) -> WordList:
    """The list that a count is about; none if there is no such list."""
    text = block.text.text
    if text.startswith((" (", "("), match.end()):
        if _IN.search(text, max(0, match.start() - 4), match.start()):
            return NO_LIST
        return _in_brackets(block, text.index("(", match.end()), is_kind=is_kind)
    reach = min(len(text), match.end() + MAX_AHEAD + MAX_LIST)
    end = ROW_END.search(text, match.end(), reach)
    sentence_end = end.start() if end else reach
    colon = text.find(":", match.end(), min(sentence_end, match.end() + MAX_AHEAD))
    ahead = text[match.start() : colon if colon >= 0 else sentence_end]
    # What follows a count tells it, and may be the colon.
    is_other = _OF_OTHERS.search(ahead) or _COUNT.search(text, match.end(), match.start() + len(ahead) + 1)
    if PARTIAL.search(ahead) or is_other:
        return NO_LIST
    if colon >= 0:
        if colon + 1 == len(text):
            result = lists().get(id(block), NO_LIST)
            return result if is_kind or _names_all(text, match, result) else NO_LIST
        return word_list(block, colon + 1, is_kind=is_kind, stop=_end_of_brackets(text, match.start()))
    are = re.compile(rf"\s+{cue('enumerations.list')}:?\s+", re.IGNORECASE).match(text, match.end())
    if are is not None and text.endswith(_ARTICLES, 0, match.start()):
        return word_list(block, are.end(), is_kind=is_kind, are=True)
    if end is not None and text[end.start()] == "." and sentence_end - match.end() < MAX_AHEAD:
        following = _FOLLOWING.match(text, end.end())
        if following is not None:
            return word_list(block, following.end(), is_kind=is_kind, are=True)
    return NO_LIST


def _names_all(text: str, match: re.Match[str], list_: WordList) -> bool:
    """Return whether the items below a line are exactly what it counts: "The guild has five houses:"."""
    if match.end() + 1 != len(text) or _MEASURED.fullmatch(match["noun"]) or len(list_.names) < 2:
        return False
    before = text[: match.start()].split()[-1:]
    is_label = match["number"].isdigit() and not (before and before[0].islower())  # "Week 2 goals:"
    return not is_label and any(to_number(match["number"]) in (size - 1, size, size + 1) for size in list_.sizes)


def _end_of_brackets(text: str, start: int) -> int | None:
    """Return where the brackets end that a place stands in; None where it stands in none."""
    opening = text.rfind("(", max(0, start - MAX_LIST), start)
    closing = closing_bracket(text, opening, min(len(text), opening + MAX_LIST)) if opening >= 0 else None
    return closing if closing is not None and closing > start else None


def _in_brackets(block: Block, opening: int, *, is_kind: bool) -> WordList:
    text = block.text.text
    closing = closing_bracket(text, opening, min(len(text), opening + MAX_LIST))
    inner = text[opening + 1 : closing] if closing is not None else ""
    is_list = "," in inner and not PARTIAL.search(inner) and not _ARE_BEHIND.match(text, closing or opening)
    return word_list(block, opening + 1, is_kind=is_kind, stop=closing) if is_list else NO_LIST


def _items(list_: ItemList, text: str) -> WordList:
    names = tuple(Name(block.text.text, block, 0, len(block.text.text)) for block in list_.items)
    # "3. Luck 4) Wit" is two items of which a slip made one.
    lost = sum(re.search(rf"\s{number}[.)]\s", name.text) is not None for number, name in enumerate(names, 2))
    return WordList(names, frozenset([len(names), len(names) + lost, *_apart(list_, text)]))


def _apart(list_: ItemList, text: str) -> Iterator[int]:
    """Behind how many items of a list others stand apart from them, which may be of another one."""
    gaps = [BLANK_LINE.search(text, one.span.end, two.span.start) is not None for one, two in pairwise(list_.items)]
    if not all(gaps):
        yield from (number for number, is_gap in enumerate(gaps, 1) if is_gap)

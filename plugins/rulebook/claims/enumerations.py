"""Enumerations: names in a row, and what the text says they are.

"Six attributes define a hero. Those are agility, ... and wisdom." says how many there are and which; "Attributes:
agility, ... and persona" only which. What is told as a part ("such as", "e.g.", "two or more") is no enumeration here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.claims.lists import ItemList, lists_of
from rulebook.claims.numbers import NUMERAL_PATTERN, WORDS, to_number
from rulebook.document import Block, Document

MAX_AHEAD = 90
"""The words between a count and its list."""
MAX_LIST = 600
MAX_WORDS = 6
"""Longer items are clauses, and where one ends nobody can say."""

_KINDS = """
    types? kinds? sorts? forms? classes categories groups? varieties species
    attributes? abilities skills? traits? stats statistics characteristics virtues? vices? qualities talents techniques
    specialities specialties disciplines professions roles? races peoples ranks? levels? grades? tiers? degrees
    steps? phases? stages? parts? elements? components? conditions? requirements? criteria rules? principles exceptions
    options? choices? ways? methods? modes? actions? reactions? moves manoeuvres maneuvers reasons? factors? aspects?
    schools? domains? spheres elements suits? colours? colors? seasons? sizes? currencies coins? denominations
    things? points cases? situations circumstances outcomes? results? effects? questions? tables? chapters? sections?
    modifiers? resources? pools scores values senses elements? tests checks saves throws symbols? markers?
""".split()  # noqa: SIM905
_NUMBER = "|".join([r"\d{1,2}", *sorted((w for w, v in WORDS.items() if 1 < v <= 20 and w != "dozen"), key=len)])
_NOT_WHOLE = re.compile(
    r"(?:\b(?:first|last|next|other|another|further|additional|any|least|most|than|up to|over|about|around|every|each"
    r"|or|to|per|only|by|level|rank|step|d|some|past|previous|remaining|of these|of those)\s+"
    r"|\d[.,]?\s*|[+\-−–/$€£#]\s*|[.,])$",
    re.IGNORECASE,
)
"""What before a number says that it does not count a whole list."""
_COUNT = re.compile(
    rf"(?<![\w.])(?P<number>{_NUMBER})\s+(?P<subject>(?:(?!(?:or|and|to|of|in|is|are|if|the|a)\b)[^\W\d_][\w’'-]*\s+){{0,3}}?"
    rf"(?P<noun>{'|'.join(_KINDS)})(?:\s+of\s+(?:the\s+)?[^\W\d_][\w’'-]*(?:\s+[^\W\d_][\w’'-]*)?)??)"
    r"(?=\s+(?:that|which|exist|are|define|describe|make|must|is|in|for|of|to|can|may|need|apply|used|have|follow|here|exists"
    r"|determine|form|represent|cover|count|govern)\b|\s*[:(.,])",
    re.IGNORECASE,
)
_NAMED_COUNT = re.compile(
    rf"(?<![\w.])(?P<number>{_NUMBER})\s+(?P<subject>(?P<noun>[^\W\d_][\w’'-]*s))(?=\s*[:(]|\s+are\b)", re.IGNORECASE
)
_PARTIAL = re.compile(
    r"\b(?:such as|including|includes?|e\.g\.|for (?:example|instance)|like|among (?:them|others|which)|etc"
    r"|and so (?:on|forth)|and (?:many )?(?:more|others)|or more|at least|usually|typically|often|mostly)\b|…|\.\.\.",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?](?=[\s)\"”’]|$)|;|\s[–—-]\s|\n")
_ARTICLES = ("The ", "the ", "These ", "these ", "Our ", "our ")
_FOLLOWING = re.compile(r"\s*(?:Those|These|They) are:?\s+|\s*(?:Namely|Specifically),?:?\s+")
_RELATIVE = re.compile(
    r",\s+(?:while|but|so|because|as|with|each|all|both|for|in|on|from|if|unless|until|to)\b"
    r"|,?\s+(?:which|who|whose|where|when|that)\b",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+(?:and|or|&|and/or)\s+", re.IGNORECASE)
_ENUMERATOR = re.compile(r"(?:^|(?<=[\s,;]))\(?(?P<sign>\d{1,2}|[a-z]|[ivx]{1,4})\)\s+")
_NEXT_SIGNS = {
    "1": [str(number) for number in range(2, 30)],
    "a": list("bcdefghijklmnop"),
    "i": ["ii", "iii", "iv", "v", "vi", "vii"],
}
_LABEL = re.compile(r"\s*(?P<subject>[A-Z][\w’'-]*(?: [a-z&][\w’'-]*){0,3})\s*:\s+(?=\S)")
_THE_NAMES_ARE = re.compile(
    rf"\b[Tt]he (?!(?:{_NUMBER})\b)(?P<subject>[^\W\d_][\w’'-]*(?: [^\W\d_][\w’'-]*)?s)\s+are:?\s+(?=\S)"
)
_ADJECTIVE = re.compile(r"(?:not|very|too|quite|as|all|\w+(?:ed|ly|ing))\b", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_CLAUSE = re.compile(
    r"\b(?:is|are|was|has|have|can|may|will|you|they|them|it|he|she|we|your|their|if|then|when|must|should|not)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Name:
    """An item of an enumeration at `[start, end)` of a block's plain text."""

    text: str
    block: Block
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Enumeration:
    """Names in a row.

    Attributes:
        subject: what they are, in the text's words.
        names: each one; where an "and" may belong to a name, `sizes` has all numbers of names there may be.
        count: the number that the text gives, at `[start, end)` of `block`; None if it gives none.
        is_whole: whether the text says that there are no others.
    """

    subject: str
    names: tuple[Name, ...]
    sizes: frozenset[int]
    block: Block
    start: int
    end: int
    count: int | None
    is_whole: bool


def enumerations_in(document: Document) -> Iterator[Enumeration]:
    """Every enumeration of a document."""
    lists = _lists(document)
    for block in document.prose.blocks:
        if block.kind in ("paragraph", "item", "quote", "term"):
            yield from _counted(block, lists.get(id(block)))
            yield from _uncounted(block)


def _lists(document: Document) -> dict[int, ItemList]:
    """The lists that begin right behind a block, by the block's `id`; none that another one of its section may go on
    with."""
    found = sorted(lists_of(document), key=lambda items: items.items[0].span)
    last = {(items.items[0].section, items.level): items for items in found}
    return {
        id(items.before): items
        for items in found
        if items.before is not None and last[items.items[0].section, items.level] is items
    }


def _counted(block: Block, items: ItemList | None) -> Iterator[Enumeration]:
    text = block.text.text
    taken = -1
    for pattern in (_COUNT, _NAMED_COUNT):
        for match in pattern.finditer(text):
            if match.start() < taken or _NOT_WHOLE.search(text, max(0, match.start() - 16), match.start()):
                continue
            names, sizes = _list_of(block, match, items, is_kind=pattern is _COUNT)
            if sizes:
                taken = match.end()
                number = to_number(match["number"])
                assert isinstance(number, int)
                at = match.span("number")
                yield Enumeration(match["subject"], names, sizes, block, *at, number, is_whole=True)


def _list_of(
    block: Block, match: re.Match[str], items: ItemList | None, *, is_kind: bool
) -> tuple[tuple[Name, ...], frozenset[int]]:
    """The list that a count is about, and how many names it may have; none if there is no such list."""
    text, nothing = block.text.text, ((), frozenset[int]())
    reach = min(len(text), match.end() + MAX_AHEAD + MAX_LIST)
    end = _SENTENCE_END.search(text, match.end(), reach)
    sentence_end = end.start() if end else reach
    colon = text.find(":", match.end(), min(sentence_end, match.end() + MAX_AHEAD))
    ahead = text[match.start() : colon if colon >= 0 else sentence_end]
    if _PARTIAL.search(ahead) or _COUNT.search(text, match.end(), match.start() + len(ahead)):
        return nothing
    if colon >= 0:
        if colon + 1 == len(text):
            return _items(items) if items is not None and is_kind else nothing
        return _names(block, colon + 1, is_kind=is_kind)
    are = re.compile(r"\s+are:?\s+", re.IGNORECASE).match(text, match.end())
    if are is not None and text.endswith(_ARTICLES, 0, match.start()):
        return _names(block, are.end(), is_kind=is_kind, are=True)
    if text.startswith((" (", "("), match.end()):
        opening = text.index("(", match.end())
        closing = text.find(")", opening, opening + MAX_LIST)
        inner = text[opening + 1 : closing]
        if closing < 0 or _PARTIAL.search(inner) or not re.search(r",", inner):
            return nothing
        return _names(block, opening + 1, is_kind=is_kind, stop=closing)
    if end is not None and text[end.start()] == "." and sentence_end - match.end() < MAX_AHEAD:
        following = _FOLLOWING.match(text, end.end())
        if following is not None:
            return _names(block, following.end(), is_kind=is_kind, are=True)
    return nothing


def _items(found: ItemList) -> tuple[tuple[Name, ...], frozenset[int]]:
    names = tuple(Name(block.text.text, block, 0, len(block.text.text)) for block in found.items)
    return names, frozenset([len(names)])


def _names(
    block: Block, start: int, *, is_kind: bool, are: bool = False, stop: int | None = None
) -> tuple[tuple[Name, ...], frozenset[int]]:
    """The names from an offset to the end of the sentence."""
    text, nothing = block.text.text, ((), frozenset[int]())
    if text.startswith(" ", start):
        start += 1
    if stop is None:
        end = _SENTENCE_END.search(text, start, start + MAX_LIST)
        stop = end.start() if end else min(len(text), start + MAX_LIST)
        if end is None and len(text) > start + MAX_LIST:
            return nothing
    if _PARTIAL.search(text, start, min(stop + 6, len(text))) or ":" in text[start:stop]:
        return nothing
    if (signs := _enumerators(text, start)) is not None:
        return tuple(Name("", block, *sign) for sign in signs), frozenset([len(signs)])
    relative = _RELATIVE.search(text, start, stop)
    if relative is not None:
        cut = relative.start()
        # What a clause hangs on to is the last of the list only behind an "and".
        last = text.rfind(",", start, cut)
        if not _AND.search(text, max(last, start), cut):
            return nothing
        stop = cut
    names, sizes = _split(block, start, stop)
    if len(names) < 2 or any(len(name.text.split()) > MAX_WORDS for name in names):
        return nothing
    terms = {index for begin, end in block.terms for index in range(begin, end)}
    if not all(_LETTER.search(name.text) for name in names) or all(_is_counted(name.text) for name in names):
        return nothing
    named = all(_begins_name(name.text) or name.start in terms for name in names)
    if not named and (not is_kind or any(_CLAUSE.search(name.text) for name in names)):
        return nothing
    if are and not named and any(_ADJECTIVE.match(name.text) for name in names):
        return nothing
    return names, sizes


def _is_counted(text: str) -> bool:
    """Whether a name begins with a number of its own: "12 members: 8 acolytes and 4 fanatics" are no two members."""
    return re.match(rf"{NUMERAL_PATTERN}\s", text, re.IGNORECASE) is not None


def _begins_name(text: str) -> bool:
    return text[:1].isupper() or text[:1].isdigit()


def _enumerators(text: str, start: int) -> list[tuple[int, int]] | None:
    """The signs of "(1) ..., (2) ..." from the first on; None where there are none."""
    first = _ENUMERATOR.match(text, start)
    if first is None or first["sign"] not in _NEXT_SIGNS:
        return None
    signs = [first.span("sign")]
    for sign in _NEXT_SIGNS[first["sign"]]:
        found = re.compile(rf"(?<=[\s,;(])\(?{sign}\)\s").search(text, signs[-1][1])
        if found is None:
            break
        signs.append(found.span())
    return signs


def _split(block: Block, start: int, end: int) -> tuple[tuple[Name, ...], frozenset[int]]:
    """The names between two offsets, and how many there may be: an "and" within one of several may be its own."""
    text = block.text.text
    parts: list[tuple[int, int]] = []
    depth, begin = 0, start
    for index in range(start, end):
        depth += (text[index] in "([") - (text[index] in ")]")
        if text[index] == "," and depth <= 0:
            parts.append((begin, index))
            begin = index + 1
    parts.append((begin, end))
    first, last = parts[-1]
    lead = re.compile(r"\s*(?:and|or|&)\s+", re.IGNORECASE).match(text, first, last)
    inner = sum(bool(_AND.search(text, *part)) for part in parts[:-1])
    if lead is not None and len(parts) > 1:
        parts[-1] = (lead.end(), last)
        sizes = {len(parts)}
    else:
        joints = list(_AND.finditer(text, first, last))
        sizes = {len(parts) + len(joints)}
        if inner or len(joints) > 1:
            sizes |= set(range(len(parts), len(parts) + len(joints) + 1))
        edges = [first, *(edge for joint in joints for edge in joint.span()), last]
        parts[-1:] = list(zip(edges[::2], edges[1::2], strict=True))
        if not joints and len(parts) > 1:
            sizes |= {len(parts)}
    if inner:
        sizes |= set(range(min(sizes), max(sizes) + inner + 1))
    names = []
    for begin, stop in parts:
        words = text[begin:stop]
        begin += len(words) - len(words.lstrip())
        stop = begin + len(words.strip())
        if begin < stop:
            names.append(Name(text[begin:stop], block, begin, stop))
    return tuple(names), frozenset(sizes)


def _uncounted(block: Block) -> Iterator[Enumeration]:
    """ "Attributes: agility, ...", "The virtues are courage, ..."."""
    text = block.text.text
    found = [(match, False) for match in [_LABEL.match(text)] if match]
    found += [(match, True) for match in _THE_NAMES_ARE.finditer(text)]
    for match, are in found:
        names, sizes = _names(block, match.end(), is_kind=True, are=are)
        if len(names) > 2:
            yield Enumeration(match["subject"], names, sizes, block, *match.span("subject"), None, is_whole=are)

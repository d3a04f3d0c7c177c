"""What two places of a book say about one thing: the same list, the same count.

Only statements that stand by themselves are compared: an example, or a count that the book gives in three ways, may
speak of something else each time.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from rulebook_core.findings import Edit, Place, Remedy
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.model import Fault, Kind, Statement
from rulebook_rules.claims.rules import contradiction
from rulebook_rules.claims.structures.enumerations import Enumeration, enumerations_in
from rulebook_rules.claims.structures.name_series import Name
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.forms import like
from rulebook_text.lexing.names import singular
from rulebook_text.lexing.numbers import NUMERAL_PATTERN, is_whole, to_number
from rulesmod.records import record

MIN_NAMES = 3
MAX_NAME_WORDS = 4
MAX_LISTS = 30
"""A list is held against so many of the same thing; no book has more of them that differ."""
_TOTAL = lazily(
    r"\b(?=[acemot])"
    r"(?:there (?:are|is)|all|all of the|(?:one|each|any|every one) of(?: the)?|made up of|consists? of)\s+"
    rf"(?P<number>{NUMERAL_PATTERN})\s+(?P<subject>(?:[^\W\d_][\w’'-]*\s+){{0,2}}?(?P<noun>[^\W\d_][\w’'-]*s))"
    r"(?![\w’'-])",
    re.IGNORECASE,
)
_STABLE = lazily(
    r"attributes|abilities|virtues|vices|skills|races|classes|roles|seasons|coins|sizes|suits|schools|phases|ranks|tiers"
    r"|stages|elements|traits|characteristics|disciplines|professions|factions|colou?rs|currencies"
    r"|(?:types|kinds|sorts) of .*"
)
"""Of these, a book has as many in one place as in another."""
_WORD = lazily(r"[^\W_]+(?:['’-][^\W_]+)*")
_ARTICLE = lazily(r"^(?:an?|the|each|every|any|all|your|his|her|their|both)\s+", re.IGNORECASE)

CONTRADICTION = Kind("contradiction", contradiction, rank=0)


def contradictions(documents: Sequence[Document]) -> Iterator[Statement]:
    """Where documents of one book contradict each other, or themselves; nothing decides which of them is wrong."""
    enumerations = [(document, found) for document in documents for found in enumerations_in(document)]
    yield from _unlike_lists(enumerations)
    yield from _unlike_counts(_totals(documents, enumerations))


# Lists


@record
class _Listed:
    document: Document
    found: Enumeration
    names: dict[str, Name]


def _unlike_lists(enumerations: Iterable[tuple[Document, Enumeration]]) -> Iterator[Statement]:
    """Two lists of the same things that differ, though most of their names are the same."""
    by_noun: dict[str, list[_Listed]] = defaultdict(list)
    for document, found in enumerations:
        names = {_folded(name.text): name for name in found.names}
        short = all(0 < len(name.split()) <= MAX_NAME_WORDS and not any(map(str.isdigit, name)) for name in names)
        if len(names) >= MIN_NAMES and len(names) == len(found.names) and short:
            by_noun[_noun(found.subject)].append(_Listed(document, found, names))
    for lists in by_noun.values():
        labels = Counter(_folded(one.found.subject) for one in lists if not one.found.is_whole)
        # A label that comes again and again stands in entries, each with a list of its own.
        lists = [one for one in lists if one.found.is_whole or labels[_folded(one.found.subject)] == 1]
        for index, one in enumerate(lists):
            before = islice(lists, min(index, MAX_LISTS))
            other = next((other for other in before if _is_of_the_same(one, other)), None)
            if other is not None and set(one.names) != set(other.names):
                yield _unlike(one, other)


def _is_of_the_same(one: _Listed, other: _Listed) -> bool:
    common = one.names.keys() & other.names.keys()
    if 2 * len(common) < max(len(one.names), len(other.names)) or not (one.found.is_whole or other.found.is_whole):
        return False
    if _modifiers(one.found.subject) != _modifiers(other.found.subject):
        return False
    both_have_others = len(common) < min(len(one.names), len(other.names))
    are_whole = one.found.is_whole and other.found.is_whole
    return both_have_others or are_whole or common == one.names.keys() == other.names.keys()


def _unlike(one: _Listed, other: _Listed) -> Statement:
    strange = [name for key, name in one.names.items() if key not in other.names]
    missing = [name for key, name in other.names.items() if key not in one.names]
    first, *further = [*(_at(one.document, name) for name in strange)] or [_whole(one)]
    subject = one.found.subject
    message = f"of the {subject}, this list has {_shown(strange) or 'fewer'}"
    message += f", another has {_shown(missing)}" if missing else ", another does not"
    related = [*further, *(_at(other.document, name, "in the other list") for name in missing)]
    if not missing:
        related.append(_whole(other))
    remedies = []
    if len(strange) == len(missing) == 1:
        for name, new, document in ((strange[0], missing[0], one.document), (missing[0], strange[0], other.document)):
            edit = Edit(_at(document, name), new.text)
            remedies.append(Remedy(f"write `{new.text}` instead of `{name.text}`", (edit,)))
    said, others = _shown([*one.names.values()]), _shown([*other.names.values()])
    fault = Fault((message,), remedies=tuple(remedies), or_at=tuple(related))
    return _contradicted(first, (said, others), subject, fault)


def _contradicted(place: Place, sides: tuple[str, str], rule: str, fault: Fault) -> Statement:
    stated, elsewhere = sides
    return Statement(
        kind=CONTRADICTION,
        says=place,
        stated=stated,
        computed=elsewhere,
        right=None,
        rule=rule,
        guards=(),
        faults=(fault,),
    )


def _at(document: Document, name: Name, message: str = "") -> Place:
    return Place(document.source, name.block.text.span(name.start, name.end), message)


def _whole(listed: _Listed) -> Place:
    first, last = listed.found.names[0], listed.found.names[-1]
    start = _at(listed.document, first).span
    return Place(listed.document.source, start._replace(end=_at(listed.document, last).span.end), "the other list")


def _shown(names: Sequence[Name]) -> str:
    return ", ".join(f"`{name.text}`" for name in names)


def _modifiers(subject: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(subject.casefold())[:-1] if word not in ("the", "of", "different"))


# Counts


class _Said(NamedTuple):
    """How many there are, as the text gives it at a place."""

    value: int
    text: str
    place: Place


def _totals(
    documents: Sequence[Document], enumerations: Iterable[tuple[Document, Enumeration]]
) -> dict[str, list[_Said]]:
    """How many there are of something, by what it is."""
    # A number may count a list as well.
    found: dict[str, dict[Place, _Said]] = defaultdict(dict)
    for document, one in enumerations:
        if one.count is not None and one.count in one.sizes and _is_stable(one.subject):
            place = Place(document.source, one.block.text.span(one.start, one.end))
            found[_folded(one.subject)][place] = _Said(one.count, one.block.text.text[one.start : one.end], place)
    for document in documents:
        for block in _running(document):
            for match in _TOTAL.finditer(block.text.text):
                value = to_number(match["number"])
                whole = is_whole(block.text.text, *match.span("number"))
                if whole and _is_stable(match["subject"]) and isinstance(value, int) and value > 1:
                    place = Place(document.source, block.text.span(*match.span("number")))
                    found[_folded(match["subject"])].setdefault(place, _Said(value, match["number"], place))
    return {subject: [*told.values()] for subject, told in found.items()}


def _is_stable(subject: str) -> bool:
    return re.fullmatch(rf"(?:\S+ )*?(?:{_STABLE.pattern})", subject.casefold()) is not None


def _unlike_counts(statements: Mapping[str, Sequence[_Said]]) -> Iterator[Statement]:
    """Where there are two numbers of one thing: at the one that fewer places give, or the later."""
    for subject, told in statements.items():
        groups: dict[int, list[_Said]] = {}
        for one in told:
            groups.setdefault(one.value, []).append(one)
        if len(groups) != 2:
            continue
        most, least = sorted(groups.values(), key=len, reverse=True)
        odd, usual = least[-1], most[0]
        for one in least:
            message = f"`{one.text}` here and `{usual.text}` elsewhere are said of one thing (there are {subject})"
            remedies = (
                Remedy(f"write `{like(usual.value, one.text)}` here", (Edit(one.place, like(usual.value, one.text)),)),
                Remedy(f"write `{like(odd.value, usual.text)}` there", ()),
            )
            fault = Fault((message,), remedies=remedies, or_at=tuple(other.place for other in most[:3]))
            yield _contradicted(one.place, (one.text, usual.text), f"there are {subject}", fault)


def _running(document: Document) -> Iterator[Block]:
    for block in document.prose.blocks:
        if block.kind in ("paragraph", "item", "quote"):
            title = document.headings[block.section].title if block.section >= 0 else ""
            if "example" not in title.casefold():
                yield block


# Words


def _noun(subject: str) -> str:
    """The noun of a subject: `types` of "types of coins" is said of coins."""
    words = _WORD.findall(subject.casefold())
    return singular(words[-1]) if words else ""


def _folded(text: str) -> str:
    words = _WORD.findall(_ARTICLE.sub("", " ".join(text.split())).casefold())
    return " ".join(map(singular, words))

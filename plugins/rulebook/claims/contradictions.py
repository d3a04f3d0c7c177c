"""What two places of a book say about one thing: the same list, the same count, the same number.

Only statements that stand by themselves are compared: a sentence with an `if`, an example, or a value that the book
gives in three ways may speak of something else each time.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulebook.claims.enumerations import Enumeration, enumerations_in
from rulebook.claims.rules import contradiction
from rulebook.claims.wordlists import Name
from rulebook.document import Block, Document
from rulebook.findings import Edit, Finding, Place, Remedy
from rulebook.lexing.clauses import stretch
from rulebook.lexing.dice import SIZED
from rulebook.lexing.forms import like
from rulebook.lexing.names import singular
from rulebook.lexing.numbers import NUMERAL_PATTERN, is_whole, to_number

FEWEST_NAMES = 3
MOST_NAME_WORDS = 4
MAX_CLAUSE = 100
"""So many characters around a statement are asked whether it holds as it stands."""

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_ARTICLE = re.compile(r"^(?:an?|the|each|every|any|all|your|his|her|their|both)\s+", re.IGNORECASE)
_BRACKETS = re.compile(r"\s*[\[(][^\])]*[\])]")
_VERBS = {
    "cost": "cost", "costs": "cost", "price": "cost", "prices": "cost",
    "need": "need", "needs": "need", "require": "need", "requires": "need",
    "deal": "deal", "deals": "deal", "damage": "deal",
    "weigh": "weigh", "weighs": "weigh", "weight": "weigh",
    "last": "last", "lasts": "last", "duration": "last",
    "grant": "give", "grants": "give", "give": "give", "gives": "give", "award": "give", "awards": "give",
    "worth": "worth", "value": "worth",
}  # fmt: skip
"""Verbs, and the headers of columns that say the same."""
_STATES = re.compile(
    rf"\b(?P<verb>costs?|needs?|requires?|deals?|weighs?|lasts?|grants?|gives?|awards?|(?:is|are) worth)\s+"
    rf"(?P<number>{NUMERAL_PATTERN})(?![\w%])(?:\s+(?:{NUMERAL_PATTERN}|{SIZED}))?"
    rf"(?P<unit>(?:\s+[^\W\d_][\w’'-]*){{1,2}})",
    re.IGNORECASE,
)
_STOPS = re.compile(
    r"[.,;:!?—–]\s|\s(?:-|--)\s|\b(?:and|or|but|that|so|then|because|while|though|however)\s|\n", re.IGNORECASE
)
_UNCERTAIN = re.compile(
    r"\b(?:if|when|whenever|unless|instead|except|per|additional|extra|another|more|less|until|example|e\.g|instance|may|might"
    r"|could|can|would|should|usually|normally|otherwise|reduced?|increased?|half|twice|double|only|already|now|still|or|to"
    r"|level|at|by|rank|first|second|third|further|up)\b|\?",
    re.IGNORECASE,
)
_EACH = re.compile(r"\b(?:each|apiece|every)\b", re.IGNORECASE)
_NO_NAME = re.compile(
    r"\b(?:it|they|he|she|you|we|i|this|these|those|who|which|what|one|none|nothing|everything|something|there|here|not|also"
    r"|other|same|such|two|three|four|five|is|are|was|will|must)\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    rf"\b(?:there (?:are|is)|all|all of the|(?:one|each|any|every one) of(?: the)?|made up of|consists? of)\s+"
    rf"(?P<number>{NUMERAL_PATTERN})\s+(?P<subject>(?:[^\W\d_][\w’'-]*\s+){{0,2}}?(?P<noun>[^\W\d_][\w’'-]*s))"
    r"(?![\w’'-])",
    re.IGNORECASE,
)
_CELL = re.compile(
    rf"(?P<number>{NUMERAL_PATTERN})(?:\s+(?P<unit>[^\W\d_][\w’'-]*(?:\s+[^\W\d_][\w’'-]*)?))?", re.IGNORECASE
)
_STABLE = re.compile(
    r"attributes|abilities|virtues|vices|skills|races|classes|roles|seasons|coins|sizes|suits|schools|phases|ranks|tiers"
    r"|stages|elements|traits|characteristics|disciplines|professions|factions|colou?rs|currencies"
    r"|(?:types|kinds|sorts) of .*"
)
"""Of these, a book has as many in one place as in another."""


class Statement(NamedTuple):
    """A number that the text gives, at a place; `is_prose` where a sentence says so, and no table."""

    value: object
    text: str
    place: Place
    is_prose: bool = True


def contradictions(documents: Sequence[Document]) -> Iterator[Finding]:
    """Where documents of one book contradict each other, or themselves."""
    enumerations = [(document, found) for document in documents for found in enumerations_in(document)]
    yield from _unlike_lists(enumerations)
    yield from _unlike_numbers(_totals(documents, enumerations), "there are")
    yield from _unlike_numbers(_values(documents), "")


# Lists


@dataclass(frozen=True, slots=True)
class _Listed:
    document: Document
    found: Enumeration
    names: dict[str, Name]


def _unlike_lists(enumerations: Iterable[tuple[Document, Enumeration]]) -> Iterator[Finding]:
    """Two lists of the same things that differ, though most of their names are the same."""
    by_noun: dict[str, list[_Listed]] = defaultdict(list)
    for document, found in enumerations:
        names = {_folded(name.text): name for name in found.names}
        short = all(0 < len(name.split()) <= MOST_NAME_WORDS and not _has_digits(name) for name in names)
        if len(names) >= FEWEST_NAMES and len(names) == len(found.names) and short:
            by_noun[_head(found.subject)].append(_Listed(document, found, names))
    for lists in by_noun.values():
        labels = [_folded(one.found.subject) for one in lists if not one.found.is_whole]
        # A label that comes again and again stands in entries, each with a list of its own.
        lists = [one for one in lists if one.found.is_whole or labels.count(_folded(one.found.subject)) == 1]
        for index, one in enumerate(lists):
            other = next((other for other in lists[:index] if _is_of_the_same(one, other)), None)
            if other is not None and set(one.names) != set(other.names):
                yield from _unlike(one, other)


def _is_of_the_same(one: _Listed, other: _Listed) -> bool:
    common = one.names.keys() & other.names.keys()
    if 2 * len(common) < max(len(one.names), len(other.names)) or not (one.found.is_whole or other.found.is_whole):
        return False
    if _modifiers(one.found.subject) != _modifiers(other.found.subject):
        return False
    both_have_others = len(common) < min(len(one.names), len(other.names))
    are_whole = one.found.is_whole and other.found.is_whole
    return both_have_others or are_whole or common == one.names.keys() == other.names.keys()


def _unlike(one: _Listed, other: _Listed) -> Iterator[Finding]:
    strange = [name for folded, name in one.names.items() if folded not in other.names]
    missing = [name for folded, name in other.names.items() if folded not in one.names]
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
    yield contradiction(first, message, related=related, remedies=remedies)


def _at(document: Document, name: Name, message: str = "") -> Place:
    return Place(document.source, name.block.text.span(name.start, name.end), message)


def _whole(listed: _Listed) -> Place:
    first, last = listed.found.names[0], listed.found.names[-1]
    start = _at(listed.document, first).span
    return Place(listed.document.source, start._replace(end=_at(listed.document, last).span.end), "the other list")


def _shown(names: Sequence[Name]) -> str:
    return ", ".join(f"`{name.text}`" for name in names)


def _head(subject: str) -> str:
    """The noun of a subject: `types` of "types of coins" is said of coins."""
    words = _WORD.findall(subject.casefold())
    return singular(words[-1]) if words else ""


def _modifiers(subject: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(subject.casefold())[:-1] if word not in ("the", "of", "different"))


# Counts


def _totals(
    documents: Sequence[Document], enumerations: Iterable[tuple[Document, Enumeration]]
) -> dict[Hashable, list[Statement]]:
    """How many there are of something, by what it is."""
    found: dict[Hashable, list[Statement]] = defaultdict(list)
    for document, one in enumerations:
        if one.count is not None and one.count in one.sizes and _is_stable(one.subject):
            place = Place(document.source, one.block.text.span(one.start, one.end))
            found[_folded(one.subject)].append(Statement(one.count, one.block.text.text[one.start : one.end], place))
    for document in documents:
        for block in _running(document):
            for match in _TOTAL.finditer(block.text.text):
                value = to_number(match["number"])
                whole = is_whole(block.text.text, *match.span("number"))
                if whole and _is_stable(match["subject"]) and isinstance(value, int) and value > 1:
                    place = Place(document.source, block.text.span(*match.span("number")))
                    if not any(place.span == other.place.span for other in found[_folded(match["subject"])]):
                        found[_folded(match["subject"])].append(Statement(value, match["number"], place))
    return found


def _is_stable(subject: str) -> bool:
    return re.fullmatch(rf"(?:\S+ )*?(?:{_STABLE.pattern})", subject.casefold()) is not None


# Values


def _values(documents: Sequence[Document]) -> dict[Hashable, list[Statement]]:
    """What things cost, need, give and the like, by the thing, the verb and the unit."""
    found: dict[Hashable, list[Statement]] = defaultdict(list)
    for document in documents:
        for block in _running(document):
            for key, statement in _in_sentences(document, block):
                found[key].append(statement)
    for document in documents:
        for key, statement in _in_tables(document, found.keys()):
            found[key].append(statement)
    return found


def _in_sentences(document: Document, block: Block) -> Iterator[tuple[Hashable, Statement]]:
    text = block.text.text
    for match in _STATES.finditer(text):
        value = to_number(match["number"])
        if value is None or not is_whole(text, *match.span("number")):
            continue
        name = _folded(_BRACKETS.sub("", _clause_before(text, match.start())))
        unit, end = _unit(match)
        behind = text[end : stretch(_STOPS, text, end, end, MAX_CLAUSE)[1]]
        before = _BRACKETS.sub("", _sentence_before(text, match.start()))
        if not 0 < len(name.split()) <= MOST_NAME_WORDS or _NO_NAME.search(name):
            continue
        if not (_UNCERTAIN.search(before) or _UNCERTAIN.search(behind) or _EACH.search(behind)):
            verb = _VERBS[match["verb"].casefold().split()[-1]]
            place = Place(document.source, block.text.span(*match.span("number")))
            yield (name, verb, unit), Statement(value, match["number"], place)


def _unit(match: re.Match[str]) -> tuple[str, int]:
    """What is counted, and where its word ends: "points" of "4 character points", "gold" of "4 gold today"."""
    words = list(_WORD.finditer(match.string, *match.span("unit")))
    last = words[-1][0].casefold()
    noun = words[-1] if last.endswith("s") or last in ("point", "die", "dice") else words[0]
    return singular(noun[0]), noun.end()


def _clause_before(text: str, end: int) -> str:
    return text[stretch(_STOPS, text, end, end, MAX_CLAUSE)[0] : end]


def _sentence_before(text: str, end: int) -> str:
    first = max(0, end - 2 * MAX_CLAUSE)
    return text[max(first, text.rfind(". ", first, end), text.rfind("\n", first, end)) : end]


def _in_tables(document: Document, wanted: Iterable[Hashable]) -> Iterator[tuple[Hashable, Statement]]:
    """The cells of tables that say what a sentence says as well."""
    keys = {key for key in wanted if isinstance(key, tuple)}
    if not keys:
        return
    for table in document.prose.tables:
        headers = [_WORD.findall(cell.text.casefold()) for cell in table.header]
        for row in table.rows:
            name = _folded(_BRACKETS.sub("", row[0].text)) if row else ""
            for header, cell in zip(headers[1:], row[1:], strict=False):
                verb = next((_VERBS[word] for word in header if word in _VERBS), None)
                match = _CELL.fullmatch(cell.block.text.text) if verb and cell.block is not None else None
                value = to_number(match["number"]) if match is not None else None
                if match is None or cell.block is None or value is None:
                    continue
                unit = _head(match["unit"] or "") or next((singular(word) for word in header[::-1]), "")
                for key in keys:
                    if key == (name, verb, unit):
                        place = Place(document.source, cell.block.text.span(*match.span("number")))
                        yield key, Statement(value, match["number"], place, is_prose=False)


def _unlike_numbers(statements: dict[Hashable, list[Statement]], verb: str) -> Iterator[Finding]:
    """Where one thing has two numbers: at the one that fewer places give, or the later."""
    for key, told in statements.items():
        values = {one.value for one in told}
        if len(values) != 2 or not any(one.is_prose for one in told):
            continue
        groups = [[one for one in told if one.value == value] for value in dict.fromkeys(one.value for one in told)]
        if not all(any(one.is_prose for one in group) for group in groups) and len(told) > 2 * len(groups[1]) + 1:
            continue
        most, least = sorted(groups, key=len, reverse=True)
        thing = f"{verb} {key}" if isinstance(key, str) else " ".join(map(str, key)) if isinstance(key, tuple) else ""
        odd, usual = least[-1], most[0]
        for one in least:
            message = f"`{one.text}` here and `{usual.text}` elsewhere are said of one thing ({thing})"
            related = [other.place for other in most[:3]]
            remedies = (
                Remedy(f"write `{like(usual.value, one.text)}` here", (Edit(one.place, like(usual.value, one.text)),)),
                Remedy(f"write `{like(odd.value, usual.text)}` there", ()),
            )
            yield contradiction(one.place, message, related=related, remedies=remedies)


def _running(document: Document) -> Iterator[Block]:
    for block in document.prose.blocks:
        if block.kind in ("paragraph", "item", "quote"):
            title = document.headings[block.section].title if block.section >= 0 else ""
            if "example" not in title.casefold():
                yield block


def _folded(text: str) -> str:
    words = _WORD.findall(_ARTICLE.sub("", " ".join(text.split())).casefold())
    return " ".join(map(singular, words))


def _has_digits(text: str) -> bool:
    return any(character.isdigit() for character in text)

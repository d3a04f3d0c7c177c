"""What things cost, need, give and the like, as sentences and tables state it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from rulebook.document import Block, Document
from rulebook.findings import Place
from rulebook.lexing.clauses import stretch
from rulebook.lexing.dice import SIZED
from rulebook.lexing.lazily import lazily
from rulebook.lexing.names import singular
from rulebook.lexing.numbers import NUMERAL_PATTERN, is_whole, to_number

MOST_NAME_WORDS = 4
MAX_CLAUSE = 100
"""So many characters around a statement are asked whether it holds as it stands."""

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
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
_STATES = lazily(
    rf"\b(?P<verb>costs?|needs?|requires?|deals?|weighs?|lasts?|grants?|gives?|awards?|(?:is|are) worth)\s+"
    rf"(?P<number>{NUMERAL_PATTERN})(?![\w%])(?:\s+(?:{NUMERAL_PATTERN}|{SIZED}))?"
    rf"(?P<unit>(?:\s+[^\W\d_][\w’'-]*){{1,2}})",
    re.IGNORECASE,
)
_STOPS = lazily(
    r"[.,;:!?—–]\s|\s(?:-|--)\s|\b(?:and|or|but|that|so|then|because|while|though|however)\s|\n", re.IGNORECASE
)
_UNCERTAIN = lazily(
    r"\b(?:if|when|whenever|unless|instead|except|per|additional|extra|another|more|less|until|example|e\.g|instance|may|might"
    r"|could|can|would|should|usually|normally|otherwise|reduced?|increased?|half|twice|double|only|already|now|still|or|to"
    r"|level|at|by|rank|first|second|third|further|up)\b|\?",
    re.IGNORECASE,
)
_EACH = re.compile(r"\b(?:each|apiece|every)\b", re.IGNORECASE)
_NO_NAME = lazily(
    r"\b(?:it|they|he|she|you|we|i|this|these|those|who|which|what|one|none|nothing|everything|something|there|here|not|also"
    r"|other|same|such|two|three|four|five|is|are|was|will|must)\b",
    re.IGNORECASE,
)
_CELL = lazily(
    rf"(?P<number>{NUMERAL_PATTERN})(?:\s+(?P<unit>[^\W\d_][\w’'-]*(?:\s+[^\W\d_][\w’'-]*)?))?", re.IGNORECASE
)


class Said(NamedTuple):
    """A number that the text gives, at a place; `is_prose` where a sentence says so, and no table."""

    value: object
    text: str
    place: Place
    is_prose: bool = True


def head(subject: str) -> str:
    """The noun of a subject: `types` of "types of coins" is said of coins."""
    words = WORD.findall(subject.casefold())
    return singular(words[-1]) if words else ""


def values(documents: Sequence[Document]) -> dict[Hashable, list[Said]]:
    """What things cost, need, give and the like, by the thing, the verb and the unit."""
    found: dict[Hashable, list[Said]] = defaultdict(list)
    for document in documents:
        for block in running(document):
            for key, statement in _in_sentences(document, block):
                found[key].append(statement)
    for document in documents:
        for key, statement in _in_tables(document, found.keys()):
            found[key].append(statement)
    return found


def _in_sentences(document: Document, block: Block) -> Iterator[tuple[Hashable, Said]]:
    text = block.text.text
    for match in _STATES.finditer(text):
        value = to_number(match["number"])
        if value is None or not is_whole(text, *match.span("number")):
            continue
        name = folded(_BRACKETS.sub("", _clause_before(text, match.start())))
        unit, end = _unit(match)
        behind = text[end : stretch(_STOPS, text, end, end, MAX_CLAUSE)[1]]
        before = _BRACKETS.sub("", _sentence_before(text, match.start()))
        if not 0 < len(name.split()) <= MOST_NAME_WORDS or _NO_NAME.search(name):
            continue
        if not (_UNCERTAIN.search(before) or _UNCERTAIN.search(behind) or _EACH.search(behind)):
            verb = _VERBS[match["verb"].casefold().split()[-1]]
            place = Place(document.source, block.text.span(*match.span("number")))
            yield (name, verb, unit), Said(value, match["number"], place)


def _unit(match: re.Match[str]) -> tuple[str, int]:
    """What is counted, and where its word ends: "points" of "4 character points", "gold" of "4 gold today"."""
    words = list(WORD.finditer(match.string, *match.span("unit")))
    last = words[-1][0].casefold()
    noun = words[-1] if last.endswith("s") or last in ("point", "die", "dice") else words[0]
    return singular(noun[0]), noun.end()


def _clause_before(text: str, end: int) -> str:
    return text[stretch(_STOPS, text, end, end, MAX_CLAUSE)[0] : end]


def _sentence_before(text: str, end: int) -> str:
    first = max(0, end - 2 * MAX_CLAUSE)
    return text[max(first, text.rfind(". ", first, end), text.rfind("\n", first, end)) : end]


def _in_tables(document: Document, wanted: Iterable[Hashable]) -> Iterator[tuple[Hashable, Said]]:
    """The cells of tables that say what a sentence says as well."""
    keys = {key for key in wanted if isinstance(key, tuple)}
    if not keys:
        return
    for table in document.prose.tables:
        headers = [WORD.findall(cell.text.casefold()) for cell in table.header]
        for row in table.rows:
            name = folded(_BRACKETS.sub("", row[0].text)) if row else ""
            for header, cell in zip(headers[1:], row[1:], strict=False):
                verb = next((_VERBS[word] for word in header if word in _VERBS), None)
                match = _CELL.fullmatch(cell.block.text.text) if verb and cell.block is not None else None
                value = to_number(match["number"]) if match is not None else None
                if match is None or cell.block is None or value is None:
                    continue
                unit = head(match["unit"] or "") or next((singular(word) for word in header[::-1]), "")
                for key in keys:
                    if key == (name, verb, unit):
                        place = Place(document.source, cell.block.text.span(*match.span("number")))
                        yield key, Said(value, match["number"], place, is_prose=False)


def running(document: Document) -> Iterator[Block]:
    for block in document.prose.blocks:
        if block.kind in ("paragraph", "item", "quote"):
            title = document.headings[block.section].title if block.section >= 0 else ""
            if "example" not in title.casefold():
                yield block


def folded(text: str) -> str:
    words = WORD.findall(_ARTICLE.sub("", " ".join(text.split())).casefold())
    return " ".join(map(singular, words))

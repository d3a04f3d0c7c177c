"""The language of phrasebooks: a wording with typed blanks, compiled to a matcher.

See `rulesmod.system.Phrase` for what a writer of phrases sees. The compiled form is a regular
expression over plain text, which nobody has to read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from rulebook.claims.dice_words import pools_in_words
from rulebook.claims.numbers import NUMBER_PATTERN, NUMERAL_PATTERN, like, to_number
from rulebook.claims.odds_words import ODDS_PATTERN, TRIES_PATTERN, read_odds, read_tries
from rulesmod.system import System, WordingError

MAX_GAP = 400
"""How many characters `...` and `..` may skip."""

_COMMA = r"\s*[,;/]\s*(?!(?:and|or)\b)"
_AND = r"(?:\s*[,;])?\s*(?:\b(?:and|or)\b|&)\s*"
SEPARATOR = re.compile(rf"{_AND}|{_COMMA}", re.IGNORECASE)
_SIDED = r"[- ](?:sided|faced)(?!\w)"
_DIE = rf"(?:d\d+|{NUMERAL_PATTERN}{_SIDED})"
_WORD = r"(?!(?:and|or)\b)\w+(?:['’-]\w+)*"
MAX_REACH = 1000
"""How far a match reaches on either side of a word that it cannot do without, apart from its gaps."""
LONG = 4000
"""In longer texts, matches are looked for only around the words that they cannot do without."""
_NAME = r"(?-i:[A-Z])[\w'’-]*(?: (?-i:[A-Z])[\w'’-]*)*"
_GAP = rf"(?!\w)[\s\S]{{1,{MAX_GAP}}}?(?<!\w)"
_NEAR_GAP = rf"(?!\w)(?:(?![.!?;][\"'”’)]*(?:\s|$))[\s\S]){{1,{MAX_GAP}}}?(?<!\w)"
"""The same without an end of a sentence in it."""


class Item(NamedTuple):
    """One value in a blank: as stated, at `[start, end)` of the plain text, and converted."""

    text: str
    start: int
    end: int
    value: Any


@dataclass(frozen=True, slots=True)
class Filled:
    """A blank with what the text put into it; a list blank has several items."""

    name: str
    type: str
    items: tuple[Item, ...]
    is_list: bool

    @property
    def value(self) -> Any:
        return tuple(item.value for item in self.items) if self.is_list else self.items[0].value


class Match(NamedTuple):
    """A place of the plain text that a wording fits."""

    start: int
    end: int
    blanks: tuple[Filled, ...]

    @property
    def names(self) -> set[str]:
        """The blanks that hold something."""
        return {blank.name for blank in self.blanks if blank.items}


@dataclass(frozen=True, slots=True)
class BlankType:
    """What may stand in a blank: its pattern, and its value, None for what is none after all."""

    pattern: str
    convert: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Wording:
    """A compiled wording."""

    pattern: re.Pattern[str]
    blanks: tuple[tuple[str, str, bool], ...]
    types: dict[str, BlankType]
    needs: tuple[str, ...] = ()
    reach: int = MAX_REACH

    def matches(self, text: str, folded: str | None = None) -> Iterator[Match]:
        """Every place in a plain text that it fits; `folded` is that text in lower case."""
        folded = text.lower() if folded is None else folded
        if any(word not in folded for word in self.needs):
            return
        position = 0
        for start, end in self._windows(text, folded):
            for match in self._matches_in(text, max(start, position), end):
                position = match.end
                yield match

    def _windows(self, text: str, folded: str) -> Iterator[tuple[int, int]]:
        """The stretches of a text in which it may fit."""
        if not self.needs or len(text) < LONG or len(folded) != len(text):
            yield 0, len(text)
            return
        anchor = min(self.needs, key=folded.count)
        start = end = 0
        at = folded.find(anchor)
        while at >= 0:
            first, last = max(0, at - self.reach), min(len(text), at + self.reach)
            if first > end:
                if end:
                    yield start, end
                start = first
            end = last
            at = folded.find(anchor, at + 1)
        yield start, end

    def _matches_in(self, text: str, position: int, stop: int) -> Iterator[Match]:
        while match := self.pattern.search(text, position, stop):
            found, inner = self._filled(match), match
            # A search finds the leftmost beginning; what belongs together is the nearest one that says as much.
            while nearer := self.pattern.search(text, inner.start() + 1, match.end()):
                inner = nearer
                if (other := self._filled(inner)) and (found is None or other.names >= found.names):
                    found = other
            if found:
                yield found
            # Where a blank held no value of its type, one further on may.
            position = max(found.end if found else 0, match.start() + 1)

    def _filled(self, match: re.Match[str]) -> Match | None:
        filled = [self._fill(match, *blank) for blank in self.blanks]
        blanks = tuple(blank for blank in filled if blank)
        return Match(match.start(), match.end(), blanks) if len(blanks) == len(filled) else None

    def _fill(self, match: re.Match[str], name: str, type_name: str, is_list: bool) -> Filled | None:
        blank = self.types[type_name]
        if match[name] is None:
            return Filled(name, type_name, (), True)
        items = []
        stretches = _split(match.string, *match.span(name), blank) if is_list else [match.span(name)]
        for start, end in stretches:
            text = match.string[start:end]
            if (value := blank.convert(text)) is None:
                return None
            items.append(Item(text, start, end, value))
        return Filled(name, type_name, tuple(items), is_list)


def _split(text: str, start: int, end: int, blank: BlankType) -> list[tuple[int, int]]:
    """The items of an enumeration."""
    item = re.compile(blank.pattern, re.IGNORECASE)
    spans = []
    while match := item.match(text, start, end):
        spans.append(match.span())
        separator = SEPARATOR.match(text, match.end(), end)
        if separator is None:
            break
        start = separator.end()
    return spans


def _size(text: str) -> Any:
    """How many faces a die has, from its notation or from words ("d6", "six-sided", "6 sided")."""
    return to_number(text[1:] if text[0] in "dD" else re.split(_SIDED, text, flags=re.IGNORECASE)[0])


def size_like(value: int, stated: str) -> str:
    """A die with so many faces in the form that `stated` has.

    >>> size_like(8, "d6"), size_like(8, "six-sided"), size_like(8, "")
    ('d8', 'eight-sided', 'd8')
    """
    sides = re.search(_SIDED, stated, re.IGNORECASE)
    return like(value, stated[: sides.start()]) + sides[0] if sides else f"d{value}"


def blank_types(system: System) -> dict[str, BlankType]:
    """The types that the blanks of a system's phrases can have."""
    notation = system.notation

    def pool(text: str) -> Any:
        try:
            return notation.parse(text)
        except Exception:
            # What does not parse, or fails to, is told where expressions are read.
            return None

    types = {
        "number": BlankType(NUMBER_PATTERN, to_number),
        "numeral": BlankType(NUMERAL_PATTERN, to_number),
        "decimal": BlankType(r"[+\-−]?(?:\d+(?:\.\d+)?|\.\d+)", lambda text: Fraction(text.replace("−", "-"))),
        "die": BlankType(_DIE, _size),
        "dice": BlankType(rf"{NUMBER_PATTERN}\s[^.;:()]*?d\d+s?(?!\w)", lambda text: next(pools_in_words(text), None)),
        "pool": BlankType(notation.pattern or r"(?<![^\s(\"“'‘])(?=[^\s,;()]*\d)[^\s,;()]*\w", pool),
        "percent": BlankType(r"\d+(?:\.\d+)?(?:\s?%| percent)", lambda text: to_number(re.sub(r"[\s%a-z]", "", text))),
        "odds": BlankType(ODDS_PATTERN, read_odds),
        "tries": BlankType(TRIES_PATTERN, read_tries),
        "word": BlankType(_WORD, lambda text: text),
        "name": BlankType(_NAME, lambda text: text),
    }
    for vocabulary in system.vocabularies:
        names = (*vocabulary.entries, *vocabulary.entries.values())
        if any(" " in name for name in vocabulary.entries):
            pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        else:
            pattern = _WORD
        types[vocabulary.name] = BlankType(f"(?:{pattern})", lambda text: text)
    return types


_TOKEN = re.compile(
    r"\\(?P<escaped>[^\w\s])|\{(?P<name>\w+)(?::(?P<list>list of )?(?P<type>[\w -]+))?\}|(?P<gap>\.\.\.?)"
    r"|(?P<open>\[|\()|(?P<bar>\|)|(?P<close>\]|\))|(?P<space>\s+)|(?P<text>[^\s{}\[\]()|.\\]+|\.)"
)


def compile_wording(wording: str, types: dict[str, BlankType]) -> Wording:
    """Compile one wording.

    Raises:
        WordingError: an unknown type, or brackets that do not pair.
    """
    parts: list[str] = []
    blanks: list[tuple[str, str, bool]] = []
    brackets: list[str] = []
    needs: list[str] = []
    position = 0
    while position < len(wording):
        token = _TOKEN.match(wording, position)
        if token is None:
            raise WordingError(f"`{wording}`: nothing can be made of `{wording[position:]}`")
        position = token.end()
        if token["name"]:
            name, type_name = token["name"], token["type"] or "number"
            if type_name not in types:
                known = ", ".join(sorted(types))
                raise WordingError(f"`{wording}`: there is no type `{type_name}` of blanks (known: {known})")
            if token["list"] and type_name == "number":
                type_name = "numeral"  # In an enumeration "a" is the article of what follows.
            blanks.append((name, type_name, bool(token["list"])))
            item = types[type_name].pattern
            # Behind an "and" comes the last item: what follows it is the sentence going on.
            inner = f"{item}(?:{_COMMA}{item})*(?:{_AND}{item})*" if token["list"] else item
            parts.append(f"(?P<{name}>{inner})")
        elif token["escaped"]:
            parts.append(re.escape(token["escaped"]))
        elif token["gap"]:
            _drop_space(parts)
            parts.append(_GAP if len(token["gap"]) == 3 else _NEAR_GAP)
            position += len(wording[position:]) - len(wording[position:].lstrip())
        elif token["open"]:
            brackets.append(token["open"])
            if token["open"] == "[":
                # The space before an optional part is part of it.
                leading = _drop_space(parts)
                parts.append("(?:" + (r"\s+" if leading else ""))
                if not leading and not parts[:-1]:
                    brackets[-1] = "[ "
            else:
                parts.append("(?:")
        elif token["bar"]:
            parts.append("|")
        elif token["close"]:
            if not brackets or brackets[-1][0] != {"]": "[", ")": "("}[token["close"]]:
                raise WordingError(f"`{wording}`: a `{token['close']}` closes nothing")
            opened = brackets.pop()
            if opened == "[ ":
                # An optional part at the beginning takes the space behind it along.
                parts.append(r"\s+")
                position += len(wording[position:]) - len(wording[position:].lstrip())
            parts.append(")?" if opened[0] == "[" else ")")
        elif token["space"]:
            parts.append(r"\s+")
        else:
            parts.append(re.escape(token["text"]).replace("'", "['’]"))
            if not brackets and token["text"].isascii() and token["text"].isalpha():
                needs.append(token["text"].lower())
    if brackets:
        raise WordingError(f"`{wording}`: a `{brackets[-1][0]}` is never closed")
    try:
        pattern = re.compile(rf"(?<![\w]){''.join(parts)}(?!\w)", re.IGNORECASE)
    except re.error as error:
        raise WordingError(f"`{wording}`: {error.msg}") from None
    gaps = sum(part in (_GAP, _NEAR_GAP) for part in parts)
    return Wording(pattern, tuple(blanks), types, tuple(dict.fromkeys(needs)), MAX_REACH + gaps * MAX_GAP)


def _drop_space(parts: list[str]) -> bool:
    if parts and parts[-1] == r"\s+":
        parts.pop()
        return True
    return False

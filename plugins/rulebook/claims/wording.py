"""The language of phrasebooks: a wording with typed blanks, compiled to a matcher.

See `rulesmod.system.Phrase` for what a writer of phrases sees. The compiled form is a regular
expression over plain text, which nobody has to read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from rulebook.claims.opposites import SIGNS, Opposites
from rulebook.claims.subjects import changes_subject
from rulebook.lexing.chances import ODDS_PATTERN, PERCENT, TRIES_PATTERN, read_odds, read_percent, read_tries
from rulebook.lexing.clauses import END_SIGN
from rulebook.lexing.dice import is_address, is_hash
from rulebook.lexing.dice_words import DICE_IN_WORDS, DIE_IN_WORDS, POOL_IN_WORDS, is_several, pools_in_words, size_of
from rulebook.lexing.lists import AND, COMMA, SEPARATOR
from rulebook.lexing.modality import NEGATION
from rulebook.lexing.numbers import NUMBER_PATTERN, NUMERAL_PATTERN, begins_whole, ends_whole, to_number
from rulesmod.system import System, WordingError

MAX_GAP = 400
"""How many characters `..`, `...` and `....` may skip."""

_ONE = re.compile(r"(?:(?P<word>an?|the|one|single)|\((?P<words>(?:an?|the|\|)+)\))\s+(?=\{\w+:die\})")
"""What stands before a single die, and not before several."""
_WORD = r"(?!(?:and|or)\b)\w+(?:['’-]\w+)*"
MAX_REACH = 1000
"""How far a match reaches on either side of a word that it cannot do without, apart from its gaps."""
LONG = 4000
"""In longer texts, matches are looked for only around the words that they cannot do without."""
_NAME = r"(?-i:[A-Z])[\w'’-]*(?: (?-i:[A-Z])[\w'’-]*)*"
_GAP = rf"(?!\w)[\s\S]{{1,{MAX_GAP}}}?(?<!\w)"
_NEAR_GAP = rf"(?!\w)(?:(?!{END_SIGN})[\s\S]){{1,{MAX_GAP}}}?(?<!\w)"
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


class Slip(NamedTuple):
    """What of a text, at `[start, end)`, keeps a wording from fitting, and what the wording has there."""

    start: int
    end: int
    text: str
    meant: str


class Match(NamedTuple):
    """A place of the plain text that a wording fits, or would fit but for a slip."""

    start: int
    end: int
    blanks: tuple[Filled, ...]
    wording: Wording
    slip: Slip | None = None

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
    """A compiled wording.

    Attributes:
        pattern: the regular expression, which is compiled when it is needed: most of them never are.
        needs: words that it cannot do without, in lower case.
        turns: where it is compiled to find slips, the words that may have turned round, by group of the pattern.
        contrary: what they may have turned to, in lower case.
        weight: how many words and blanks it cannot do without; alternatives count as one.
        denials: its words that deny something, in lower case.
        skips: the groups of the pattern that skip words; those among `gaps` must speak of nobody else.
    """

    pattern: str
    blanks: tuple[tuple[str, str, bool], ...]
    types: dict[str, BlankType]
    needs: tuple[str, ...] = ()
    reach: int = MAX_REACH
    turns: Mapping[str, str] | None = None
    contrary: tuple[str, ...] = ()
    weight: int = 0
    denials: frozenset[str] = frozenset()
    gaps: tuple[str, ...] = ()
    skips: tuple[str, ...] = ()

    def may_slip(self, folded: str, *, is_counted: bool) -> bool:
        """Whether a text in lower case has anything that can be a slip of this wording.

        Args:
            folded: the text.
            is_counted: whether it counts dice anywhere; see `counts_dice`.
        """
        if any(word not in folded for word in self.needs):
            return False
        if is_counted and any(type_name == "die" for _, type_name, _ in self.blanks):
            return True
        return any(word in folded for word in self.contrary)

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
        pattern = _compiled(self.pattern)
        while match := pattern.search(text, position, stop):
            found, inner = self._filled(match), match
            # A search finds the leftmost beginning; what belongs together is the nearest one that says as much.
            while nearer := pattern.search(text, inner.start() + 1, match.end()):
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
        if len(blanks) != len(filled) or any(changes_subject(match.string, *match.span(gap)) for gap in self.gaps):
            return None
        if self.turns is None:
            return Match(match.start(), match.end(), blanks, self)
        slips = [Slip(*match.span(name), match[name], meant) for name, meant in self.turns.items() if match[name]]
        slips += [
            Slip(item.start, item.end, item.text, f"d{item.value}")
            for blank in blanks
            if blank.type == "die"
            for item in blank.items
            if is_several(item.text)
        ]
        return Match(match.start(), match.end(), blanks, self, slips[0]) if len(slips) == 1 else None

    def _fill(self, match: re.Match[str], name: str, type_name: str, is_list: bool) -> Filled | None:
        blank = self.types[type_name]
        if match[name] is None:
            return Filled(name, type_name, (), True)
        items = []
        stretches = _split(match.string, *match.span(name), blank) if is_list else [match.span(name)]
        for start, end in stretches:
            text = match.string[start:end]
            if (value := blank.convert(text)) is None or (type_name == "die" and _names_no_die(match.string, start)):
                return None
            if type_name in _NUMERIC and not self._is_whole(match, start, end):
                return None
            items.append(Item(text, start, end, value))
        return Filled(name, type_name, tuple(items), is_list)

    def _is_whole(self, match: re.Match[str], start: int, end: int) -> bool:
        """Whether a number is no part of a longer one; what the wording itself has beside it, as in "{low}-{high}", it
        knows."""
        gaps = [match.span(gap) for gap in self.skips]
        is_first = start == match.start() or any(start == stop for _, stop in gaps)
        is_last = end == match.end() or any(end == begin for begin, _ in gaps)
        text = match.string
        return (not is_first or begins_whole(text, start, end)) and (not is_last or ends_whole(text, start, end))


_NUMERIC = frozenset(("number", "numeral", "decimal", "percent", "odds", "tries"))
_HASH_OR_ADDRESS = re.compile(r"[\w:]+(?:/\d+)?")


def _names_no_die(text: str, start: int) -> bool:
    """Whether what looks like a die at `start` is part of the name of a commit or of the address of a computer."""
    while start and (text[start - 1].isalnum() or text[start - 1] == ":"):
        start -= 1
    word = _HASH_OR_ADDRESS.match(text, start)
    return word is not None and (any(map(is_hash, word[0].split(":"))) or is_address(word[0]))


def _split(text: str, start: int, end: int, blank: BlankType) -> list[tuple[int, int]]:
    """The items of an enumeration."""
    item = _compiled(blank.pattern)
    spans = []
    while match := item.match(text, start, end):
        spans.append(match.span())
        separator = SEPARATOR.match(text, match.end(), end)
        if separator is None:
            break
        start = separator.end()
    return spans


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
        "die": BlankType(DIE_IN_WORDS, size_of),
        "dice": BlankType(POOL_IN_WORDS, lambda text: next(pools_in_words(text), None)),
        "pool": BlankType(notation.pattern or r"(?<![^\s(\"“'‘])(?=[^\s,;()]*\d)[^\s,;()]*\w", pool),
        "percent": BlankType(PERCENT, read_percent),
        "odds": BlankType(ODDS_PATTERN, read_odds),
        "tries": BlankType(TRIES_PATTERN, read_tries),
        "word": BlankType(_WORD, lambda text: text),
        "name": BlankType(_NAME, lambda text: text),
        "direction": BlankType(rf"(?:{'|'.join(Opposites(system.opposites).words)})", lambda text: text),
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
    r"\\(?P<escaped>[^\w\s])|\{(?P<name>\w+)(?::(?P<list>list of )?(?P<type>[\w -]+))?\}|(?P<gap>\.{2,4})"
    r"|(?P<open>\[|\()|(?P<bar>\|)|(?P<close>\]|\))|(?P<space>\s+)|(?P<text>[^\s{}\[\]()|.\\]+|\.)"
)


_TURNED = re.compile(rf"(?P<word>{'|'.join(map(re.escape, SIGNS))}|[A-Za-z]+(?!\w))(?P<rest>.*)")


def compile_wording(wording: str, types: dict[str, BlankType], opposites: Opposites | None = None) -> Wording:
    """Compile one wording.

    Args:
        wording: see `rulesmod.system.Phrase`.
        types: what its blanks can be.
        opposites: where given, the places are found that the wording would fit but for one slip: a word or a sign
            that stands for its opposite, or several dice for a single one.

    Raises:
        WordingError: an unknown type, or brackets that do not pair.
    """
    parts: list[str] = []
    blanks: list[tuple[str, str, bool]] = []
    brackets: list[str] = []
    needs: list[str] = []
    turns: dict[str, str] = {}
    contraries: set[str] = set()
    gaps: list[int] = []
    weight = 0
    if opposites is not None:
        types = {**types, "die": BlankType(DICE_IN_WORDS, size_of)}
    position = 0
    while position < len(wording):
        if opposites is not None and (one := _ONE.match(wording, position)):
            # Several dice have no article.
            parts.append(rf"(?:(?:{one['word'] or one['words']})\s+)?")
            position = one.end()
            continue
        token = _TOKEN.match(wording, position)
        if token is None:
            raise WordingError(f"`{wording}`: nothing can be made of `{wording[position:]}`")
        position = token.end()
        if not brackets:
            weight += _weight(token, wording)
        if token["name"]:
            name, type_name = token["name"], token["type"] or "number"
            if type_name not in types:
                known = ", ".join(sorted(types))
                raise WordingError(f"`{wording}`: there is no type `{type_name}` of blanks (known: {known})")
            if not name.isidentifier() or any(name == other for other, _, _ in blanks):
                what = "names two of its blanks" if name.isidentifier() else "is no name for a blank"
                raise WordingError(f"`{wording}`: `{name}` {what}")
            if token["list"] and type_name == "number":
                type_name = "numeral"  # In an enumeration "a" is the article of what follows.
            blanks.append((name, type_name, bool(token["list"])))
            item = types[type_name].pattern
            _compiled(item)  # Only what a game brings along can be malformed in what follows.
            # Behind an "and" comes the last item: what follows it is the sentence going on.
            inner = f"{item}(?:{COMMA}{item})*(?:{AND}{item})*" if token["list"] else item
            parts.append(f"(?P<{name}>{inner})")
        elif token["escaped"]:
            parts.append(re.escape(token["escaped"]))
        elif token["gap"]:
            _drop_space(parts)
            gaps.append(len(token["gap"]))
            parts.append(f"(?P<_gap{len(gaps)}>{_NEAR_GAP if gaps[-1] == 2 else _GAP})")
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
            text = token["text"]
            turned = _TURNED.fullmatch(text) if opposites is not None else None
            contrary = opposites.of(turned["word"]) if opposites is not None and turned else ()
            if turned and contrary:
                name = f"_{len(turns)}"
                turns[name] = turned["word"]
                contraries.update(contrary)
                others = "|".join(re.escape(other) for other in contrary)
                parts.append(rf"(?:{re.escape(turned['word'])}|(?P<{name}>{others})){re.escape(turned['rest'])}")
                continue
            parts.append(re.escape(text).replace("'", "['’]"))
            if not brackets and text.isascii() and text.isalpha():
                needs.append(text.lower())
    if brackets:
        raise WordingError(f"`{wording}`: a `{brackets[-1][0]}` is never closed")
    pattern = rf"(?<![\w]){''.join(parts)}(?!\w)"
    reach = MAX_REACH + len(gaps) * MAX_GAP
    found = turns if opposites is not None else None
    return Wording(
        pattern,
        tuple(blanks),
        types,
        tuple(dict.fromkeys(needs)),
        reach,
        found,
        tuple(sorted(contraries)),
        weight,
        frozenset(word.lower() for word in NEGATION.findall(wording)),
        tuple(f"_gap{number}" for number, dots in enumerate(gaps, 1) if dots < 4),
        tuple(f"_gap{number}" for number in range(1, len(gaps) + 1)),
    )


def plain_wording(wording: str) -> str:
    """A wording as one sentence: the first of its alternatives, without what may be missing.

    >>> plain_wording("(a|A) {monster:monster} [always] casts {cast:pool} ... \\({n} or more\\)")
    'a {monster} casts {cast} … ({n} or more)'
    """
    parts: list[str] = []
    hidden: list[bool] = []
    for token in _TOKEN.finditer(wording):
        if token["open"]:
            hidden.append(not _is_needed(token, wording))
        elif token["bar"] and not hidden:
            break
        elif token["bar"]:
            hidden[-1] = True
        elif token["close"]:
            hidden.pop()
        elif not any(hidden):
            blank = f"{{{token['name']}}}" if token["name"] else ""
            parts.append(blank or token["escaped"] or ("…" if token["gap"] else token[0]))
    return re.sub(r"\s+(?=[,.:;]|$)", "", " ".join("".join(parts).split()))


def _weight(token: re.Match[str], wording: str) -> int:
    """What a part of a wording outside brackets says of what is meant; nothing where it may be missing."""
    if token["open"]:
        return int(_is_needed(token, wording))
    return int(bool(token["name"]) or re.search(r"\w", token["text"] or "") is not None)


def _is_needed(opening: re.Match[str], wording: str) -> bool:
    """Whether something has to stand for what a bracket opens."""
    alternatives = wording[opening.end() : wording.find(")", opening.end())]
    return opening["open"] == "(" and not alternatives.startswith("|") and not alternatives.endswith("|")


@cache  # There are as many as wordings of the systems in use, more than `re` keeps.
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of a wording, or of what may stand in a blank.

    Raises:
        WordingError: it is malformed.
    """
    try:
        return re.compile(pattern, re.IGNORECASE)
    except re.error as error:
        raise WordingError(f"`{pattern}`: {error.msg}") from None


def _drop_space(parts: list[str]) -> bool:
    if parts and parts[-1] == r"\s+":
        parts.pop()
        return True
    return False

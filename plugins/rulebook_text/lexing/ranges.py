"""Ranges of whole numbers as people write them: "4 to 7", "2–3", "5 or 4", "below 4", "20 or higher", "11+"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.numbers import WORDS, to_number
from rulebook_text.lexing.word_tokens import DIGIT
from rulebook_text.words import LANGUAGES, any_of, cue
from rulesmod.dice.digits import to_int
from rulesmod.records import record

_COUNTED = sorted((word for word, value in WORDS.items() if 0 < value <= 20), key=len, reverse=True)
_COUNTED_WORDS = frozenset(_COUNTED)
_LETTERS = lazily(r"[a-z]+")
_WORDS = "|".join(_COUNTED)
_NUMBER = (
    r"(?:(?:[1-9]\d{0,2}(?:,\d{3})+(?!,\d{3})|(?![1-9]\d{0,2},\d{3})\d{1,6}(?!\d))"
    # No word is tried where none can begin.
    rf"|(?=[{''.join(sorted({word[0] for word in _COUNTED}))}])(?:{_WORDS})(?![\w-]))"
)
_NOT_BEFORE = r"(?<![\w$€£#@+/.,:*×−–-])"
"""Signs that a range cannot follow: what is part of a die, a sum, a price, a decimal or a date."""
TO = rf"\s*(?:-|–|—|−|…|\.\.+|\b{any_of(words.to for words in LANGUAGES)}\b)\s*"
_OR = any_of(words.or_ for words in LANGUAGES)
_MORE = any_of(words.more for words in LANGUAGES)
_LESS = any_of(words.less for words in LANGUAGES)
_BETWEEN = any_of(words.between for words in LANGUAGES)
_AND = any_of(words.and_ for words in LANGUAGES)
_FROM = any_of(words.from_ for words in LANGUAGES)
_UP_TO = rf"(?:[-–—−]|{any_of(words.to for words in LANGUAGES)}|{_OR})"
LOW_END = rf"(?:\b{_BETWEEN}\s+{_NUMBER}\s+{_AND}|{_NUMBER}\s+{_UP_TO})\s+"
"""The pattern before the upper end of a spaced range."""
_AT_LEAST = any_of(words.at_least for words in LANGUAGES)
_AT_MOST = any_of(words.at_most for words in LANGUAGES)
_ABOVE = any_of(words.above for words in LANGUAGES)
_BELOW = any_of(words.below for words in LANGUAGES)

_OF_DICE = rf"(?!\s+(?:\d{{1,3}}|{cue('ranges_said.faces')})[’']?s\b)"
"""In "two or more 6s" the range counts dice, not what they show."""
_NOT_BEHIND = rf"(?![\w°%$€£×*-]|[.,:]\d|\s?%|\s*[/+×*]\s*\d){_OF_DICE}"

_RANGE = lazily(
    # Each further number in the pattern takes a while to compile.
    rf"(?:{_NOT_BEFORE}(?=\w)(?P<between>{_BETWEEN}\s+)?(?P<number>{_NUMBER})(?:"
    rf"(?(between)(?!)|(?:\s*(?P<from>{_OR}\s+{_MORE}\b|\+(?![\w.]|\s*\d)){_OF_DICE}"
    rf"|\s+(?P<till>{_OR}\s+{_LESS}\b){_OF_DICE}))"
    rf"|(?(between)\s+{_AND}\s+|{TO})(?P<high>{_NUMBER}){_NOT_BEHIND}"
    rf"|(?(between)(?!)|(?:"
    rf"(?P<several>(?:\s*,\s*{_NUMBER}){{0,20}}\s*,?\s*(?:\b{cue('lists.joint')}\b|&)\s*(?:an?\s+)?{_NUMBER}){_NOT_BEHIND}"
    rf"|(?<!\b{cue('ranges_said.one')})(?!\s+{_OR}\s+(?:{_MORE}|{_LESS})\b){_NOT_BEHIND})))"
    rf"|(?<![\w])(?:(?P<least>{_AT_LEAST}|≥|>=|=>)|(?P<most>{_AT_MOST}|≤|<=|=<)|(?P<below>{_BELOW}|<)"
    rf"|(?P<above>{_ABOVE}|>))\s*(?P<bound>{_NUMBER}){_NOT_BEHIND})",
    re.IGNORECASE,
)
_OPEN_ABOVE = frozenset(("from", "least", "above"))
_OPEN = _OPEN_ABOVE | {"till", "most", "below"}
"""Groups of the pattern for ranges with one end."""
_NUMBER_IN_CODE = lazily(rf"{_NOT_BEFORE}(?P<alone>[0-9]{{1,6}})(?=:[^\d])|{_NOT_BEFORE.replace('<!', '<=')}[0-9]")
"""A number alone before a colon, or one behind a sign that no range follows."""
_EACH = lazily(_NUMBER, re.IGNORECASE)
_COMMAS = lazily(rf"{_NUMBER}(?:(?:\s*,\s*|\s*,?\s+{_OR}\s+){_NUMBER})+", re.IGNORECASE)
"""A cell of several numbers: "1, 3, 5", "5 oder 6"."""
_SLASHED = lazily(r"(\d{1,3})\s?/\s?(\d{1,3})")
"""A cell such as "4/5" beside "1-3" and "6"."""
_OR_LESS = lazily(r"(\d{1,4})\s?[-–−]")
"""A cell such as "6-" beside "7-9" and "10+"."""

_PART = lazily(rf"(?:(?!\s(?:{_OR}|{_AND})\s)[^,;&])+", re.IGNORECASE)
MAX_TOGETHER = 10_000
"""Limit of numbers in a cell that lists ranges."""

_END = r"[+−–-]?\d{1,6}"
_SIGNED = lazily(
    rf"(?:(?P<most>{_AT_MOST}|≤|<=)\s*|(?P<least>{_AT_LEAST}|≥|>=)\s*|(?P<first>{_FROM})\s+)?(?P<low>{_END})"
    rf"(?:\s*(?:\.\.+|…|[-–—−]|\b{any_of(words.to for words in LANGUAGES)}\b)\s*(?P<high>{_END})"
    rf"|\s+{_OR}\s+(?:(?P<more>{_MORE})|(?P<less>{_LESS}))|(?P<plus>\+))?",
    re.IGNORECASE,
)
"""A range of numbers that may be below 0."""

_FEET = ("'", '"', "′", "″", "’", "”")
_QUOTES = ("'", '"', "‘", "“", "„", "”")


@record
class Range:
    """The numbers from `low` to `high`, None where an end is open, at `[start, end)` of a text.

    Attributes:
        low_at, high_at: where the number of either end stands; a single number stands at both.
        zeros: whether the upper end is written with zeros alone ("00"), as dice show their highest face.
        shift: by how much the numbers as written are beside the ends ("below 4" ends at 3).
        values: the numbers themselves, where not all between the ends are meant ("1, 3, 5").
        values_at: where each number stands, where all of them are told.
    """

    low: int | None
    high: int | None
    start: int
    end: int
    low_at: tuple[int, int] | None
    high_at: tuple[int, int] | None
    zeros: bool = False
    shift: int = 0
    values: tuple[int, ...] = ()
    values_at: tuple[tuple[int, int], ...] = ()

    @property
    def is_single(self) -> bool:
        return self.low is not None and self.low == self.high

    def __str__(self) -> str:
        return ", ".join(map(str, self.values)) if self.values else describe_ends(self.low, self.high)


def describe_ends(low: int | None, high: int | None) -> str:
    """Describe a range in words; None leaves an end open.

    >>> describe_ends(None, 3), describe_ends(4, 7), describe_ends(20, 20)
    ('3 or less', '4 to 7', '20')
    """
    if low is None:
        return f"{high} or less"
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"


def ranges_in(text: str) -> Iterator[Range]:
    """Every range in a plain text, in order."""
    if may_hold_numbers(text):
        yield from (_range(match) for match in _RANGE.finditer(text) if not _is_length(match))


def may_hold_numbers(text: str) -> bool:
    """Return whether a text may have a number: a look that takes a tenth of the time of a search for ranges."""
    return DIGIT.search(text) is not None or not _COUNTED_WORDS.isdisjoint(_LETTERS.findall(text.lower()))


def range_at(text: str, start: int, end: int | None = None) -> Range | None:
    """The range that begins at an offset."""
    # The dice in code begin with numbers, `3:d6/2:d8`, and the long pattern takes a while to compile.
    if (simple := _NUMBER_IN_CODE.match(text, start, len(text) if end is None else end)) is not None:
        at, value = simple.span(), to_int(simple["alone"] or "0")
        return Range(value, value, *at, at, at, zeros=not value) if simple["alone"] is not None else None
    match = _RANGE.match(text, start, len(text) if end is None else end)
    return _range(match) if match and not _is_length(match) else None


def _is_length(match: re.Match[str]) -> bool:
    """Return whether a sign for feet or inches follows, and no quotation ends."""
    text = match.string
    return text[match.end() : match.end() + 1] in _FEET and text[match.start() - 1 : match.start()] not in _QUOTES


def whole_range(text: str, *, of_dice: bool = False) -> Range | None:
    """The range that a text is, and nothing else but a sign that ends it: a cell of a table.

    "4/5" is two numbers; "4/6" only where it is `of_dice`, which show no fractions.
    """
    stripped = text.strip()
    offset = text.index(stripped) if stripped else 0
    stripped = stripped.rstrip(".:)")
    if stripped.isdecimal() and len(stripped) < 7:
        value, end = to_int(stripped), offset + len(stripped)
        return Range(value, value, offset, end, (offset, end), (offset, end), zeros=not value)
    if stripped.isascii() and stripped[:1].isalpha() and stripped[1:].isdecimal():
        return None  # "d6": columns of dice are common, and the long pattern takes a while to compile.
    if _COMMAS.fullmatch(stripped):
        return _several(text, offset, offset + len(stripped))
    if match := _OR_LESS.fullmatch(stripped):
        at = (offset, offset + match.end(1))
        return Range(None, to_int(match[1]), offset, offset + len(stripped), None, at)
    if (match := _SLASHED.fullmatch(stripped)) and (of_dice or to_int(match[1]) + 1 == to_int(match[2])):
        return _several(text, offset, offset + len(stripped))
    match = _RANGE.match(text, offset)
    return _range(match) if match and match.end() == offset + len(stripped) else None


def ranges_together(text: str) -> Range | None:
    """Return several closed ranges of a cell as one with all their numbers: "11-16, 21-26"."""
    parts = [*_PART.finditer(text)]
    ranges = [whole_range(part[0]) for part in parts]
    closed = [bounds for bounds in ranges if bounds and bounds.low is not None and bounds.high is not None]
    if len(parts) < 2 or len(closed) < len(parts):
        return None
    numbers = sorted({n for one in closed for n in one.values or range(one.low or 0, (one.high or 0) + 1)})
    if len(numbers) > MAX_TOGETHER:
        return None
    firsts = [
        (part.start() + end[0], part.start() + end[1])
        for part, one in zip(parts, closed, strict=True)
        for end in (one.low_at, one.high_at)
        if end is not None
    ]
    start, end = parts[0].start() + closed[0].start, parts[-1].start() + closed[-1].end
    return Range(numbers[0], numbers[-1], start, end, firsts[0], firsts[-1], values=tuple(numbers))


def signed_range(text: str) -> Range | None:
    """Return the range that a text is; its ends may be below 0."""
    if (bounds := whole_range(text)) is not None:
        return bounds
    stripped = text.strip().rstrip(".:)")
    offset = text.index(stripped) if stripped else 0
    match = _SIGNED.fullmatch(text, offset, offset + len(stripped))
    if match is None or (match["high"] and (match["most"] or match["least"])):
        return None
    if match["first"] and not match["high"]:
        return None
    low, low_at = _signed(match["low"]), match.span("low")
    if match["most"] or match["less"]:
        return Range(None, low, *match.span(), None, low_at)
    if match["least"] or match["more"] or match["plus"]:
        return Range(low, None, *match.span(), low_at, None)
    if match["high"]:
        return Range(low, _signed(match["high"]), *match.span(), low_at, match.span("high"))
    return Range(low, low, *match.span(), low_at, low_at)


def _signed(text: str) -> int:
    return to_int(text.replace("−", "-").replace("–", "-"))


def _range(match: re.Match[str]) -> Range:
    start, end = match.span()
    if match["several"] is not None:
        return _several(match.string, start, end)
    at = match.span("number" if match["bound"] is None else "bound")
    value = _value(match.string[slice(*at)])
    if (high := match["high"]) is not None:
        zeros = not _value(high)
        # "96-00": two zeros that end a range are a hundred, on whatever dice.
        top = 10 ** len(high) if zeros and value and len(high) > 1 else _value(high)
        return Range(value, top, start, end, at, match.span("high"), zeros=zeros)
    kinds = {name for name in _OPEN if match[name] is not None}
    if not kinds:
        return Range(value, value, start, end, at, at, zeros=not value)
    shift = -1 if "below" in kinds else 1 if "above" in kinds else 0
    if kinds & _OPEN_ABOVE:
        return Range(value + shift, None, start, end, at, None, shift=shift)
    return Range(None, value + shift, start, end, None, at, shift=shift)


def _several(text: str, start: int, end: int) -> Range:
    """ "5 or 4", "4, 5 and 6": from the least to the largest; "1, 3, 5" are these alone."""
    numbers = sorted((_value(match[0]), match.span()) for match in _EACH.finditer(text, start, end))
    (low, low_at), (high, high_at) = numbers[0], numbers[-1]
    values, values_at = zip(*numbers, strict=True)
    is_whole = len(set(values)) == high - low + 1
    return Range(low, high, start, end, low_at, high_at, values=() if is_whole else values, values_at=values_at)


def _value(text: str) -> int:
    value = to_number(text)
    assert isinstance(value, int)
    return value

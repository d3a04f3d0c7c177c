"""Names with their value in brackets: `Superior [+2]`, `Ally [1 to 4 points]`.

Every such label is held against the scales of the game. A range in a heading is held against the values that its
section gives below it as well, which needs no scale.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rulebook_core.findings import Place, write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import contradiction, unknown_term, wrong_value
from rulebook_rules.naming.faults import misspelt_term
from rulebook_syntax.document import Block
from rulebook_text.lexing.names import singular
from rulebook_text.lexing.numbers import NOT_BEHIND, NUMERAL_PATTERN, UNSIGNED, to_number
from rulebook_text.naming.spelling import near_names
from rulebook_text.words import cue
from rulesmod.system import Scale

Value = int | tuple[int, int | None]

_SIGN_BEFORE = lazily(r"[\[(+−-]")
_LABEL = lazily(
    rf"(?P<before>[\[(])\s*(?P<low>{NUMERAL_PATTERN})"
    rf"(?:\s*(?P<open>\+(?!\d)|{cue('values.open')})|\s*(?:to|–|—|-)\s*(?P<high>{NUMERAL_PATTERN}))?"
    r"(?:\s*(?P<unit>[A-Za-z]+(?: [A-Za-z]+)?))?\s*(?P<after>[\])])",
    re.IGNORECASE,
)
_BARE = lazily(rf"(?P<low>[+−-]{UNSIGNED}){NOT_BEHIND}(?![\w.])")
_NAME = lazily(r"[A-Za-z][\w’'/-]*$")
_MAX_WORDS = 6
LABEL = Kind("label", wrong_value, rank=6)
LABEL_RANGE = Kind("label-range", contradiction, rank=5)


class Label(NamedTuple):
    """A name with its value, by places of a block's plain text."""

    block: Block
    name_start: int
    name_end: int
    start: int
    end: int
    value: Value
    unit: str

    @property
    def low(self) -> int:
        return self.value[0] if isinstance(self.value, tuple) else self.value

    @property
    def high(self) -> int | None:
        return self.value[1] if isinstance(self.value, tuple) else self.value


def label_claims(context: Context) -> Read:
    """Every label of a page that a scale of the game knows, and the ranges of headings."""
    scales = [(scale, {name.casefold(): name for name in scale.values}) for scale in context.system.scales]
    labels: list[tuple[Label, bool]] = []
    blocks = [block for block in context.document.prose.having(_SIGN_BEFORE) if block.kind != "code"]
    # Elsewhere the years of a reign and the weeks of a plan stand in brackets as well.
    heads = [block for block in blocks if block.kind == "heading"] if context.page.has_game else []
    has_ranges = any(isinstance(label.value, tuple) for block in heads for label in _labels(block))
    for block in blocks if scales or has_ranges else ():
        for label in _labels(block):
            known = False
            for scale, names in scales:
                outcomes = list(_outcomes(context, scale, names, label)) if _fits(scale, label) else []
                known = known or bool(outcomes)
                yield from outcomes
            labels.append((label, known))
    if has_ranges:
        yield from _ranges(context, labels)


def _labels(block: Block) -> Iterator[Label]:
    """Values in brackets, and bare ones with a sign, each behind a word."""
    text = block.text.text
    position = 0
    while match := _LABEL.search(text, position):
        position = match.end()
        low = _number(match["low"])
        high = _number(match["high"]) if match["high"] else None
        if low is None or (match["before"] == "[") != (match["after"] == "]"):
            continue
        value: Value = (low, high) if match["high"] or match["open"] else low
        if name := _name_before(text, match.start()):
            unit = (match["unit"] or "").lower()
            yield Label(
                block=block,
                name_start=name.start(),
                name_end=name.end(),
                start=match.start("low"),
                end=_end(match),
                value=value,
                unit=unit,
            )
    for match in _BARE.finditer(text):
        if text.endswith(" ", 0, match.start()) and (name := _name_before(text, match.start())):
            number = _number(match["low"])
            if number is not None:
                yield Label(block, name.start(), name.end(), *match.span(), number, "")


def _name_before(text: str, end: int) -> re.Match[str] | None:
    end -= text.endswith(" ", 0, end)
    return _NAME.search(text, max(0, end - 60), end)


def _end(match: re.Match[str]) -> int:
    return match.end("high") if match["high"] else match.end("open") if match["open"] else match.end("low")


def _number(text: str) -> int | None:
    number = to_number(text)
    return number if isinstance(number, int) else None


def _fits(scale: Scale, label: Label) -> bool:
    """Return whether the unit of a label is that of a scale."""
    if not scale.unit or not label.unit:
        return not scale.unit and not label.unit
    unit = singular(scale.unit)
    return singular(label.unit) == unit or singular(label.unit.split()[-1]) == unit


def _outcomes(context: Context, scale: Scale, names: Mapping[str, str], label: Label) -> Read:
    """A label against its scale, whose names are given in lower case: nothing where its name is none of it."""
    text = label.block.text.text
    is_bare = label.start > 0 and text[label.start - 1] == " "
    for start in _starts(text, label.name_end):
        known = names.get(text[start : label.name_end].casefold())
        if known is not None:
            yield from _compared(context, scale, label, start, known)
            return
    if is_bare or text[label.start - 1] == "(":
        return
    for start in _starts(text, label.name_end):
        words = text[start : label.name_end]
        if words[0].isupper() and (near := near_names(words, set(scale.values))):
            yield misspelt_term(context.within(label.block, start, label.name_end), words, near[:1])
            return
    word = text[label.name_start : label.name_end]
    fitting = [name for name, value in scale.values.items() if value == label.value]
    if scale.signed and word[0].isupper() and text[label.start] in "+-−" and not _is_term(context, word):
        place = context.within(label.block, label.name_start, label.name_end)
        remedies = tuple(write(place, name) for name in fitting)
        yield unknown_term(place, word, f"is none of the names of {scale.title}", remedies=remedies)


def _is_term(context: Context, word: str) -> bool:
    """Return whether a word is a term of the game, so that its value means something else."""
    system = context.system
    known = {*system.terms, *(name for listing in system.listings for name in listing.names)}
    words = {part.casefold() for name in known for part in name.split()}
    return word.casefold() in words or singular(word) in words


def _starts(text: str, end: int) -> Iterator[int]:
    """Return where a name of several words that ends at `end` may begin: the longest first."""
    starts = [match.start() for match in re.finditer(r"(?<![\w’'/-])[A-Za-z]", text[max(0, end - 80) : end])]
    yield from (max(0, end - 80) + start for start in starts[-_MAX_WORDS:])


def _compared(context: Context, scale: Scale, label: Label, start: int, known: str) -> Read:
    block = label.block
    expected = scale.values[known]
    stated = block.text.text[label.start : label.end]
    right = label.value == expected and not (scale.signed and label.value == 0 and stated[0] in "-−")
    computed = show_value(expected, scale)
    name = context.within(block, start, label.name_end, "the name that it is behind")
    number = context.within(block, label.start, label.end)
    said = (f"`{stated}`", f"`{computed}` for {known}")
    remedies = [write(number, computed)]
    remedies += [write(name, other) for other, value in scale.values.items() if value == label.value]
    yield Statement(
        LABEL,
        number,
        of_kind=scale.name,
        stated=f"{known} {stated}",
        computed=f"{known} {computed}",
        right=right,
        rule=scale.title,
        words=context.within(block, start, label.end),
        derivation=(Step(f"{scale.title}: {known} is {computed}", page_text=""),),
        guards=(number.span, name.span),
        about=known,
        faults=() if right else (Fault(said, remedies=tuple(remedies[:3]), or_at=(name,)),),
    )


def show_value(value: Value, scale: Scale) -> str:
    """A value as the text writes it: "+2", "4", "1 to 4", "4 or more"."""
    if isinstance(value, tuple):
        low, high = value
        return f"{low} or more" if high is None else f"{low} to {high}"
    return f"{value:+d}" if scale.signed else str(value)


def _ranges(context: Context, labels: list[tuple[Label, bool]]) -> Read:
    """The range of a heading against the values that its section gives: the first one of each unit."""
    ranges: dict[tuple[int, str], tuple[Label, bool]] = {}
    below: dict[tuple[int, str], list[Label]] = {}
    for label, known in labels:
        key = (label.block.section, singular(label.unit))
        if label.block.kind != "heading":
            if label.unit and label.value == label.low:
                below.setdefault(key, []).append(label)
        elif isinstance(label.value, tuple):
            ranges.setdefault(key, (label, known))
    for key, (label, known) in ranges.items():
        if key in below:
            yield _range_of(context, label, below[key], known=known)


def _standing(entry: Label, place: Place, lowest: int, highest: int) -> Step:
    bound = "lowest " if entry.low == lowest else "highest " if entry.low == highest else ""
    return Step(f"below it stands {place.source.slice(place.span)}", place, f"the {bound}value below it is {entry.low}")


def _range_of(context: Context, label: Label, entries: list[Label], *, known: bool) -> Statement:
    lows = Counter(entry.low for entry in entries)
    lowest, highest = min(lows), max(lows)
    is_open = label.high is None
    right = lowest == label.low and (is_open or highest == label.high)
    computed = f"{lowest} to {highest}"
    number = context.within(label.block, label.start, label.end)
    related = tuple(context.within(entry.block, entry.start, entry.end, "an entry below it") for entry in entries)
    # An entry that alone bounds the range cannot change unnoticed.
    bounds = {low for low in (lowest, lowest if is_open else highest) if lows[low] == 1}
    bounding = (place.span for entry, place in zip(entries, related, strict=True) if entry.low in bounds)
    return Statement(
        LABEL_RANGE,
        number,
        stated=label.block.text.text[label.start : label.end],
        computed=f"{lowest} or more" if is_open else computed,
        right=right,
        rule="the values below the heading",
        derivation=tuple(
            _standing(entry, place, lowest, highest) for entry, place in zip(entries, related, strict=True)
        ),
        guards=(number.span, *bounding),
        of=related,
        faults=() if right or known else (Fault((f"the values below this heading go from {computed}",)),),
    )

"""Formulas as sentences say them: "twice her Body plus 3", "Pace = Reach / 2, rounded up".

What an operator is called, what stands before a name and what follows a formula come from each language; a formula in
words becomes one in signs of the same value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.clauses import BETWEEN_SENTENCES, CAPITAL, stretch
from rulebook_text.lexing.numbers import WORD_PATTERN, to_number
from rulebook_text.words import LANGUAGES, any_of
from rulesmod.dice.digits import to_int

_THE = any_of(words.the for words in LANGUAGES)
_WHOSE = any_of(words.whose for words in LANGUAGES)
_AND = any_of(words.and_ for words in LANGUAGES)
_OWN = rf"(?:(?i:{_THE}|{_WHOSE})\s)?"
SIGNS = {
    sign: any_of(words.signs.get(sign, "") for words in LANGUAGES)
    for sign in dict.fromkeys(sign for words in LANGUAGES for sign in words.signs)
}
"""Words for each sign of arithmetic."""
TIMES = {
    times: any_of(words.times.get(times, "") for words in LANGUAGES)
    for times in dict.fromkeys(times for words in LANGUAGES for times in words.times)
}
"""Words for each factor."""
AT_LEAST = any_of(said for words in LANGUAGES for said in (words.at_least, words.least))
AT_MOST = any_of(said for words in LANGUAGES for said in (words.at_most, words.most))
_MEAN_OF = any_of(words.mean_of for words in LANGUAGES)
_SUM_OF = any_of((*(words.sum_of for words in LANGUAGES), _MEAN_OF))
_SUM = lazily(
    rf"\b(?:(?P<mean>{_MEAN_OF})|{_SUM_OF})\s(?P<first>[^+()]+?)\s{_AND}\s(?P<last>(?:(?!\s?[-+−–×*·/÷()]|,|\s(?:{any_of(SIGNS.values())})(?!\w)).)+)",
    re.IGNORECASE,
)
"""A sum of names: "the sum of Wits, Luck and Lungs"."""


def _added(total: re.Match[str]) -> str:
    """The sum or the average of some names in signs."""
    added = f"({total['first'].replace(',', ' +')} + {total['last']})"
    return f"({added} / {added.count('+') + 1})" if total["mean"] else added


_SIGN = r"[-+−–×*·/÷]|x(?=\s)"
_IN_WORDS = lazily(
    "|".join(
        rf"\b(?P<{kind}_{number}>{said})(?!\w)"
        for kind, all_said in (("sign", SIGNS), ("times", TIMES))
        for number, said in enumerate(all_said.values())
    ),
    re.IGNORECASE,
)
_FACTOR = lazily(rf"(?:{any_of(TIMES.values())})\s", re.IGNORECASE)
_ADDS = lazily(rf"\s(?:[-+−–]|{SIGNS['+']}|{SIGNS['−']})\s", re.IGNORECASE)
_NUMBER = lazily(rf"\b{WORD_PATTERN}(?!\w)", re.IGNORECASE)
_DETERMINER = lazily(rf"\b(?:{_THE}|{_WHOSE})\s(?=\w)", re.IGNORECASE)
_BEFORE = lazily(rf"(?:^|[.:;,(*]\s*|\b(?:{_THE}|{_WHOSE}|{_AND})\s|['’]s?\s)$", re.IGNORECASE)
_IS = any_of(words.is_ for words in LANGUAGES)
_OF_ONE = lazily(rf"(?:\b(?i:{_WHOSE})|\b[A-Z]\w*['’]s?)\s$")
_SOMETIMES = lazily(rf"\b{any_of(words.sometimes for words in LANGUAGES)}(?!\w)", re.IGNORECASE)
_WAYS = {way: any_of(words.rounded.get(way, "") for words in LANGUAGES) for way in ("up", "down")}
_BUT = any_of(said for words in LANGUAGES for said in (words.and_, words.but))
_HERE = r"(?P<{}>\d+)(?:\s[^\W\d_]+)?(?=\s*(?:[^\w\s]|$))"
_TAIL = lazily(
    rf",?\s*\(?(?:{_BUT}\s){{0,2}}(?:(?P<up>{_WAYS['up']})|(?P<down>{_WAYS['down']})"
    rf"|{AT_LEAST}\s{_HERE.format('low')}|{AT_MOST}\s{_HERE.format('high')})(?!\w)\)?",
    re.IGNORECASE,
)
"""Words behind a formula that change all of it."""
_DONE = {"up": "ceil({})", "down": "floor({})", "low": "max({}, {})", "high": "min({}, {})"}
_GOES_ON = lazily(rf",?\s{_AND}\s", re.IGNORECASE)


class Formula(NamedTuple):
    """A formula for the value `name` at `[start, end)` of a text.

    Attributes:
        is_general: whether it is said of everybody, and not of one alone or in a list of what somebody has.
        named_at: where the name begins; 0 where it stands before the text.
    """

    name: str
    start: int
    end: int
    is_general: bool
    named_at: int


def pattern_of_formulas(ruled: Sequence[str], names: Sequence[str], units: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of a formula for a ruled name, and of its unit."""
    return re.compile(
        _pattern(*("|".join(map(re.escape, sorted(some, key=len, reverse=True))) for some in (ruled, names, units)))
    )


def _pattern(ours: str, all_names: str, all_units: str) -> str:
    """Return the pattern of formulas for patterns of ruled names, of all names and of units."""
    words = any_of([*SIGNS.values(), *TIMES.values()])
    name = rf"{_OWN}(?:{all_names})(?!\w)"
    total = rf"(?i:{_SUM_OF})\s{name}(?:,\s{name})*,?\s(?i:{_AND})\s{name}"
    part = rf"(?:{total}|{name}|\d+(?:\.\d+)?(?![\w.]\w)|{_SIGN}|[()]|(?i:{words}|{WORD_PATTERN})(?!\w))"
    comma = rf"(?:,(?=\s(?i:{any_of((SIGNS['+'], SIGNS['−']))})\s))?"  # "twice your Body, plus 3"
    return (
        rf"(?<!\w)(?P<name>{ours})\s*(?:=|(?P<label>:)|\s(?i:{_IS})\s)\s*"
        rf"(?P<formula>{total}|{part}(?:{comma}\s?{part})+)"
        rf"(?P<unit>,?\s(?:in\s)?(?:{all_units or '(?!)'})(?!\w))?"
    )


_CAPITALISED = rf"(?!(?i:{any_of([*SIGNS.values(), *TIMES.values()])})(?!\w)){CAPITAL}\w+(?:\s{CAPITAL}\w+)?"
CAPITALISED = lazily(_CAPITALISED)
"""A name of one or two words that begin with a capital."""
_ANY_FORMULA = lazily(_pattern(_CAPITALISED, _CAPITALISED, ""))
_BEGINS = lazily(rf"(?<!\w){CAPITAL}\w+\s*(?:[=:]|\s(?i:{_IS})\s)\s*(?=(?:[^.!?;:]|\.\d)*?{CAPITAL})")
"""The text before each formula of undeclared names; it compiles in a twentieth of the time."""
_FIRST = lazily(
    rf"{_OWN}{CAPITAL}|[\d()]|{_SIGN}|(?i:{_SUM_OF}|{any_of([*SIGNS.values(), *TIMES.values()])}|{WORD_PATTERN})(?!\w)"
)
"""The first sign or word of a formula."""


def any_formulas_in(text: str, lead: str = "") -> Iterator[Formula]:
    """Yield the formulas for names that nobody declares; see `formulas_in`."""
    whole = lead + text
    if any(_FIRST.match(whole, begun.end()) for begun in _BEGINS.finditer(whole)):
        yield from formulas_in(_ANY_FORMULA, text, lead)


def formulas_in(pattern: re.Pattern[str], text: str, lead: str = "") -> Iterator[Formula]:
    """Yield the formulas that a pattern finds in a text.

    Args:
        pattern: of formulas.
        text: the text; places are offsets into it.
        lead: what stands before the text, as the name in a cell beside it.
    """
    whole = lead + text
    for match in pattern.finditer(whole):
        formula = formula_of(match, *stretch(BETWEEN_SENTENCES, whole, *match.span()))
        if formula is not None and formula.start >= len(lead):
            start, end, named_at = (at - len(lead) for at in (formula.start, formula.end, formula.named_at))
            yield formula._replace(start=start, end=end, named_at=max(0, named_at))


def formula_of(match: re.Match[str], first: int, last: int) -> Formula | None:
    """Parse a match within the sentence at `[first, last)`. None where it holds sometimes, or goes on."""
    text = match.string
    before = text[first : match.start()]
    start = match.start("formula")
    behind = start + len(match["formula"].rstrip(" -−–+(×*/·÷"))
    end, reached = behind, behind if match["unit"] is None else match.end()
    while tail := _TAIL.match(text, reached):
        end = reached = tail.end()
    around = text[first:start] + text[end:last]
    if not _BEFORE.search(before) or _SOMETIMES.search(around) or (end == behind and _GOES_ON.match(text, reached)):
        return None
    return Formula(match["name"], start, end, not match["label"] and not _OF_ONE.search(before), match.start())


def in_signs(formula: str, unit: str) -> tuple[str, str, str]:
    """Write a formula in signs, then rounded, then within its limits.

    >>> in_signs("half her Body in stones, rounded up, but at least 6", "stones")
    ('1/2 × Body', 'ceil(1/2 × Body)', 'max(ceil(1/2 × Body), 6)')
    """
    tail = _TAIL.search(formula)
    bare = formula[: tail.start()] if tail else formula
    if unit:
        bare = bare.removesuffix(f" {unit}").removesuffix(" in").rstrip(",")
    bare = rounded = limited = _signed(bare)
    while tail:
        kind = tail.lastgroup or ""
        limited = _DONE[kind].format(limited, tail[kind])
        rounded = _DONE[kind].format(rounded) if kind in _WAYS else rounded
        tail = _TAIL.match(formula, tail.end())
    return bare, rounded, limited


def grouped(formula: str) -> str:
    """Return a formula whose factor is for all that stands behind it; "" where nothing is added to it.

    >>> grouped("half of Body plus Will, rounded up")
    'half of (Body plus Will), rounded up'
    """
    tail = _TAIL.search(formula)
    bare = formula[: tail.start()] if tail else formula
    factor = _FACTOR.match(bare)
    if factor is None or "(" in bare or not _ADDS.search(bare, factor.end()):
        return ""
    return f"{bare[: factor.end()]}({bare[factor.end() :]}){formula[len(bare) :]}"


def _signed(formula: str) -> str:
    signs, times = [*SIGNS], [*TIMES]

    def sign_of(match: re.Match[str]) -> str:
        kind, _, number = (match.lastgroup or "").partition("_")
        return signs[to_int(number)] if kind == "sign" else f"{times[to_int(number)]} ×"

    formula = _SUM.sub(_added, formula).replace(", ", " ")
    signed = _DETERMINER.sub("", _IN_WORDS.sub(sign_of, formula)).replace(" x ", " × ")
    return _NUMBER.sub(lambda match: str(to_number(match[0])), signed)

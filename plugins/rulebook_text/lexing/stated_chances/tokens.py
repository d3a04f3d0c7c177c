"""Tokens of a sentence that says how likely a roll is.

The words are data of the languages (`Language.rolling`):

- `above`, `reach`: verbs before a number that is to be passed, or at least reached.
- `not`: turns an event into its opposite; `unless`: does, but a chance in parentheses may be that of the event itself.
- `nothing`: those of `not` that may be what a roll brings: "1-2 nothing (33 %)".
- `nor`: an "or" behind `not`; `ne`: half of a negation, which means nothing without the other half.
- `joint`: before an event, whatever the words in front of it say: "hits on 5+".
- `roll`: verbs and nouns of a roll; `infinitive`, `gerund`: their forms that another verb governs, which may turn them
  ("forgets to roll"); `head`: what governs them and does not.
- `filler`: changes nothing.
- `changed`: says that the dice come to something else than they do by themselves.
- `given`: behind a chance, that it holds on a condition.
- `chance`, `of`, `time`: "a 30 % chance of", "30 % of the time".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.chances import CHANCE_PATTERN, CHANCE_SIGN, PERCENT_SIGN, Odds, read_odds
from rulebook_text.lexing.clauses import BETWEEN_SENTENCES
from rulebook_text.lexing.dice import NOT_BEFORE_DICE, ROLL
from rulebook_text.lexing.numbers import AMOUNT, NOT_BEFORE
from rulebook_text.lexing.ranges import Range, range_at
from rulebook_text.words import LANGUAGES, any_of
from rulebook_text.words.language import Language
from rulesmod.dice.digits import to_int
from rulesmod.records import record


def _limits(words: Language) -> tuple[str, ...]:
    return words.at_least, words.at_most, words.above, words.below, words.about


_NUMBER = lazily(AMOUNT)
_KINDS = (
    *("not", "nothing", "unless", "nor", "ne", "changed", "above", "reach", "gerund", "infinitive"),
    *("head", "joint", "roll", "filler", "given", "chance", "of", "time"),
)
"""The first of two words that are as long gives the kind of a token; all of their kinds are known."""
_WORDS = {
    kind: lazily(rf"{any_of(words.rolling.get(kind, '') for words in LANGUAGES)}(?:(?!\w)|(?<=['’]))", re.IGNORECASE)
    for kind in _KINDS
}
_OR = lazily(rf"{any_of((*(words.or_ for words in LANGUAGES), '&'))}(?!\w)", re.IGNORECASE)
_LIMIT = lazily(any_of(word for words in LANGUAGES for word in _limits(words)) + r"(?!\w)", re.IGNORECASE)
_KNOWN = lazily(
    any_of(
        (
            *(words.rolling.get(kind, "") for words in LANGUAGES for kind in _KINDS),
            *(word for words in LANGUAGES for word in (words.or_, *_limits(words))),
            "&",
        )
    ),
    re.IGNORECASE,
)
"""A word of any kind: one search instead of one for each kind."""
_WORD = lazily(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d[\w.,]*\w|\w")
_CHANCE = lazily(
    rf"(?:[~≈]\s?)?{NOT_BEFORE}{CHANCE_PATTERN}(?![\w/]|:\w|\s?{PERCENT_SIGN.pattern}|\s+\d{{0,2}}[dwкkztд]\d)".replace(
        " ", r"\s"
    ),
    re.IGNORECASE,
)
_SIGN = lazily(CHANCE_SIGN.replace(" ", r"\s"), re.IGNORECASE)
_DICE = lazily(rf"{NOT_BEFORE_DICE}{ROLL}(?![\w×*])", re.IGNORECASE)
_TEST = lazily(r"(1?[dwкkztд]\d{1,4})\s?[<>≤≥]=?\s?\d{1,4}", re.IGNORECASE)
"""A single die that is to reach a number, or to stay below it."""
_COMPARED = lazily(r"[<>≤≥]=?\s?\d{1,4}(?![\w.])")
_OR_LESS = lazily(r"(\d{1,3})[-–−](?=\s+[^\W\d]|\s*[(,:=)])")
OPENING = ("(", "[")
STARTS = (":", "—", "–", "-", ";", *OPENING)
_ENDS = (".", "!", "?", ";", "\n")
SIGNS = (*STARTS, *_ENDS, ")", "]", ",", "=", "≈", *'"“”„«»‘’*')
GOVERNED = frozenset(("gerund", "infinitive"))


@record
class Token:
    """A word, number or sign of a sentence.

    Attributes:
        kind: what it does in a statement, "odds", "dice", "event", "or", "sign", or "" for any other word.
        kinds: all of its kinds, where it has several.
        value: the range of an event, the odds of a chance.
    """

    kind: str
    start: int
    end: int
    text: str
    kinds: frozenset[str] = frozenset()
    value: Range | Odds | None = None

    def is_a(self, *kinds: str) -> bool:
        return self.kind in kinds or not self.kinds.isdisjoint(kinds)


def sentences(text: str) -> Iterator[Sequence[Token]]:
    """Yield the tokens of each sentence that may state a chance; most of a long text has none."""
    start = 0
    for match in BETWEEN_SENTENCES.finditer(text):
        yield from _sentences(text, start, match.end())
        start = match.end()
    yield from _sentences(text, start, len(text))


def _sentences(text: str, start: int, end: int) -> Iterator[Sequence[Token]]:
    if _SIGN.search(text, start, end) is None or _CHANCE.search(text, start, end) is None:
        return
    sentence: list[Token] = []
    for token in _tokens(text, start, end):
        if token.text in _ENDS:
            yield sentence
            sentence = []
        else:
            sentence.append(token)
    yield sentence


def _tokens(text: str, at: int, end: int) -> Iterator[Token]:
    while at < end:
        if text[at].isspace() and text[at] != "\n":
            at += 1
            continue
        token = _token(text, at)
        yield token
        at = token.end


def _token(text: str, at: int) -> Token:
    is_word = text[at].isalnum()
    if (match := _CHANCE.match(text, at)) and (odds := read_odds(match[0], may_cut=True)):
        return Token("odds", at, match.end(), match[0], value=odds)
    if (match := _DICE.match(text, at)) and match.end() > at:
        if test := _TEST.fullmatch(match[0]):
            return Token("dice", at, at + test.end(1), test[1])
        return Token("dice", at, match.end(), match[0])
    if match := _COMPARED.match(text, at):
        # A range cannot follow the size of a die in a running text, but it does in "d20<=5".
        return Token("event", at, match.end(), match[0], value=range_at(match[0], 0))
    if match := _OR_LESS.match(text, at):
        span = match.span(1)
        return Token(
            "event", at, match.end(), match[0], value=Range(None, to_int(match[1]), at, match.end(), None, span)
        )
    if (bounds := range_at(text, at)) is not None:
        return Token("event", at, bounds.end, text[at : bounds.end], value=bounds)
    if not is_word:
        return Token("sign" if text[at] in SIGNS else "", at, at + 1, text[at])
    end, kinds = _word(text, at)
    if kinds:
        return Token(next(kind for kind in (*_KINDS, "or", "limit") if kind in kinds), at, end, text[at:end], kinds)
    match = _WORD.match(text, at)
    end = match.end() if match else at + 1
    return Token("", at, end, text[at:end])


def _word(text: str, at: int) -> tuple[int, frozenset[str]]:
    """Find the longest known word at an offset, and its kinds."""
    if _KNOWN.match(text, at) is None:
        return at, frozenset()
    ends = {kind: match.end() for kind, pattern in _patterns() if (match := pattern.match(text, at))}
    end = max(ends.values(), default=at)
    return end, frozenset(kind for kind, other in ends.items() if other == end)


@lru_cache(1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return (*_WORDS.items(), ("or", _OR), ("limit", _LIMIT))


def has(tokens: Sequence[Token], *kinds: str) -> bool:
    return any(token.is_a(*kinds) for token in tokens)


def may_state(text: str) -> bool:
    """Return whether a chance may be anywhere in a text.

    The long pattern is tried at each token of such a text anyway: to search the text for it first takes twice as long.
    """
    return _SIGN.search(text) is not None


def number_of(token: Token) -> tuple[int, int]:
    """Return where the number of a percentage stands; other forms are one whole."""
    if form_of(token) == "percent" and (match := _NUMBER.search(token.text)):
        return token.start + match.start(), token.start + match.end()
    return token.start, token.end


def form_of(token: Token) -> str:
    if "/" in token.text:
        return "fraction"
    return "percent" if PERCENT_SIGN.search(token.text) else "in"

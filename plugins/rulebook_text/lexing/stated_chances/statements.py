"""Sentences that say how likely a roll is: dice, an event of them and a chance, in either order.

"A thief rolls under 45 on d100 (44 %)", "a 58 % chance of 7+ on 2d6", "anything but a 1 on d6 is 5 in 6". Each sentence
becomes a row of tokens. A statement is a stretch of tokens that are all understood; one word that is not leaves it
undecided, for that word may turn its meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.chances import Odds
from rulebook_text.lexing.modality import ABOUT
from rulebook_text.lexing.stated_chances.events import Event, ends_in_nothing, event_of, is_beside, is_introduced
from rulebook_text.lexing.stated_chances.tokens import (
    GOVERNED,
    OPENING,
    SIGNS,
    STARTS,
    Token,
    form_of,
    has,
    may_state,
    number_of,
    sentences,
)
from rulebook_text.words import LANGUAGES, any_of
from rulesmod.records import record

_CHANGED = lazily(rf"(?<!\w){any_of(words.rolling.get('changed', '') for words in LANGUAGES)}(?!\w)", re.IGNORECASE)
_SIGNED = lazily(r"[+−–-]\s?\d")
MAX_REACH = 60
"""Characters before a sentence in which its dice may be changed."""
MAX_TOKENS = 60
"""Words before and behind a chance that are looked at."""
_OF = ("dice", "event", "not", "unless", "above", "reach", "odds")
"""The tokens that a chance is of; a finding quotes what lies between them."""
_UNDERSTOOD = frozenset(
    ("not", "unless", "nor", "ne", "above", "reach", "gerund", "infinitive", "head", "joint", "roll", "filler")
) | {"dice", "event", "or", "sign", "chance", "of", "time"}


@record
class StatedChance:
    """A chance of an event on dice.

    Attributes:
        start, end: the whole statement.
        odds: the chance, whose words are at `odds_at` and whose number is at `at`.
        dice: their text, and None where the chance is compared with `other`, another form of it.
        event: their event; None where the statement is not understood.
        of: what it is the chance of, from the first word of the event to the last of the dice.
        is_loose: whether the chance may as well be that of the opposite event.
        is_behind: whether the chance follows its event; `is_equation`: behind a "=".
    """

    start: int
    end: int
    odds: Odds
    odds_at: tuple[int, int]
    at: tuple[int, int]
    of: tuple[int, int]
    dice: str = ""
    event: Event | None = None
    other: Odds | None = None
    is_loose: bool = False
    is_behind: bool = True
    is_equation: bool = False


def stated_chances(text: str, silent: Callable[..., None] = lambda at, reason: None) -> Iterator[StatedChance]:
    """Yield the chances that a text states of a roll, or in two forms; `silent` takes why others are none."""
    if not may_state(text):
        return
    for sentence in sentences(text):
        for index, token in ((index, token) for index, token in enumerate(sentence) if token.kind == "odds"):
            first = max(0, index - MAX_TOKENS)
            statement = _statement(text, sentence[first : index + MAX_TOKENS], index - first)
            if statement is not None:
                yield statement
            else:
                silent((token.start, token.end), "there is no event on dice and no other form of it beside it")


def _statement(text: str, tokens: Sequence[Token], index: int) -> StatedChance | None:
    """Read the statement that a chance belongs to."""
    behind = next((at for at in range(index + 1, len(tokens)) if not tokens[at].is_a("filler")), len(tokens))
    is_noun = behind < len(tokens) and tokens[behind].is_a("chance")
    has_noun = is_noun or any(token.is_a("chance") for token in tokens[max(0, index - 3) : index])
    is_led = is_noun and behind + 1 < len(tokens) and tokens[behind + 1].is_a("of")
    first = behind + 1 if is_led else behind if is_noun else index
    side = (_before(text, tokens, index, first) if is_led else None) or _behind(text, tokens, index)
    if side is None and has_noun and not is_led:
        side = _before(text, tokens, index, first)
    return side or _pair(text, tokens, index)


def _behind(text: str, tokens: Sequence[Token], index: int) -> StatedChance | None:
    """Read a chance whose event stands before it, or whose dice follow it: "5+ (33 %) on a d6"."""
    first = _run_back(tokens, index)
    run = tokens[first:index]
    closing = _closing(tokens, index)
    last = index
    if not has(run, "dice") and closing is not None and (dice := _dice_behind(tokens, closing)) is not None:
        run, last, closing = [*run, tokens[dice]], dice, _unless_given(tokens, dice + 1)
    if not has(run, "event") and not has(run, "dice"):
        return None
    if not (has(run, "event") and has(run, "dice")):
        before = tokens[_previous(tokens, first) : first]
        return _open(tokens, index, run) if has(run, "dice") and has(before, "event") else None
    event = event_of(run) if closing is not None and _is_clear(text, tokens, first) else None
    if event is not None and (ends_in_nothing(run) or is_beside(run) or not is_introduced(tokens, first, run)):
        event = None
    return _stated(tokens, index, run, event, (run[0].start, tokens[max(last, (closing or index))].end))


def _before(text: str, tokens: Sequence[Token], index: int, link: int) -> StatedChance | None:
    """Read a chance whose event stands behind it: "a 58 % chance of 7+ on 2d6"."""
    end = link + 1
    while end < len(tokens) and tokens[end].is_a(*_UNDERSTOOD) and not _ends_run(tokens, link + 1, end):
        end += 1
    run = tokens[link + 1 : end]
    if not (has(run, "event") and has(run, "dice")):
        return None
    core = link + 1 + max(at for at, token in enumerate(run) if token.is_a("dice", "event"))
    is_clear = _is_clear(text, tokens, index) and _unless_given(tokens, core + 1) is not None
    is_whole = not (index and _skipped_back(tokens, index).is_a("limit"))
    event = event_of(run) if is_clear and is_whole else None
    return _stated(tokens, index, run, event, (tokens[index].start, run[-1].end), is_behind=False)


def _pair(text: str, tokens: Sequence[Token], index: int) -> StatedChance | None:
    """Read a chance that repeats the one before it in another form: "1 in 6 (17 %)"."""
    other = next((at for at in range(index - 1, -1, -1) if tokens[at].kind == "odds"), None)
    if other is None or form_of(tokens[other]) == form_of(tokens[index]) or _closing(tokens, index) is None:
        return None
    stated = tokens[other].value
    assert isinstance(stated, Odds)
    between = list(tokens[other + 1 : index])
    if not _links(between) or _is_vague(tokens, other) or has(between, "not", "unless", "event", "dice"):
        return None
    return _stated(
        tokens,
        index,
        [tokens[other]],
        None,
        (tokens[other].start, tokens[_closing(tokens, index) or index].end),
        other=stated,
    )


def _links(between: Sequence[Token]) -> bool:
    """Return whether what parts two chances says that they are the same: "( %)", "= %", ", that is %"."""
    rest = [token for token in between if token.text != ","]
    words = [token for token in rest if not token.is_a("chance", "of", "time", "filler", "roll", "or")]
    signs = [token for token in words if token.kind == "sign"]
    unknown = [token for token in words if token.kind != "sign"]
    if len(unknown) > MAX_UNKNOWN or len(signs) > 1 or not {sign.text for sign in signs} <= {"(", "=", "≈", "["}:
        return False
    if unknown and not has(rest, "of"):
        return False
    if signs:
        # Nothing but fillers may follow the sign.
        return all(token.is_a("filler", "or") for token in between[between.index(signs[0]) + 1 :])
    return not unknown and bool(rest) and (len(rest) < len(between) or has(rest, "or", "joint"))


MAX_UNKNOWN = 3
"""Words that may say what a chance is of, between its two forms: "a 1 in 6 chance of thick fog (17 %)"."""


def _stated(
    tokens: Sequence[Token],
    index: int,
    run: Sequence[Token],
    event: Event | None,
    span: tuple[int, int],
    *,
    other: Odds | None = None,
    is_behind: bool = True,
) -> StatedChance | None:
    token = tokens[index]
    assert isinstance(token.value, Odds)
    parts = [one for one in run if one.is_a(*_OF)] or list(run)
    dice = next((one.text for one in run if one.kind == "dice"), "")
    return StatedChance(
        *span,
        token.value,
        (token.start, token.end),
        number_of(token),
        (parts[0].start, parts[-1].end),
        dice=dice,
        event=event,
        other=other,
        is_loose=has(run, "unless"),
        is_behind=is_behind,
        is_equation=index > 0 and tokens[index - 1].text == "=",
    )


def _open(tokens: Sequence[Token], index: int, run: Sequence[Token]) -> StatedChance | None:
    """Return a statement that is not understood."""
    return _stated(tokens, index, run, None, (run[0].start, tokens[index].end))


def _is_vague(tokens: Sequence[Token], at: int) -> bool:
    return _ABOUT.match(tokens[at].text) is not None or (at > 0 and tokens[at - 1].is_a("limit"))


_ABOUT = lazily(rf"(?:{ABOUT}\b|[~≈])", re.IGNORECASE)


def _run_back(tokens: Sequence[Token], index: int) -> int:
    """Return where the understood tokens before a chance begin."""
    at = index
    seen: set[str] = set()
    while at:
        token = tokens[at - 1]
        if token.kind == "odds":
            # Another chance may be of the same event, but not behind its parenthesis.
            if not seen.isdisjoint(("dice", "event", ")")):
                break
        elif not token.is_a(*_UNDERSTOOD) or (
            token.kind == "sign" and {"dice", "event"} <= seen and _starts(tokens, at - 1, seen)
        ):
            break
        seen.add(token.text if token.kind == "sign" else token.kind)
        at -= 1
    return at


def _starts(tokens: Sequence[Token], at: int, seen: set[str]) -> bool:
    """Return whether a statement begins behind a sign; a comma may part its numbers, or an infinitive from its head."""
    if tokens[at].text in STARTS:
        return True
    goes_on = at > 0 and (tokens[at - 1].kind == "event" or tokens[at - 1].is_a("not", "unless"))
    return tokens[at].text == "," and not seen & GOVERNED and not goes_on


def _previous(tokens: Sequence[Token], first: int) -> int:
    """Return where the statement before a token ends: behind its chance."""
    return next((at + 1 for at in range(first - 1, -1, -1) if tokens[at].kind == "odds"), 0)


def _ends_run(tokens: Sequence[Token], first: int, end: int) -> bool:
    return tokens[end].kind == "sign" and {"dice", "event"} <= {token.kind for token in tokens[first:end]}


def _skipped_back(tokens: Sequence[Token], index: int) -> Token:
    return next((token for token in reversed(tokens[:index]) if not token.is_a("filler")), tokens[0])


def _is_clear(text: str, tokens: Sequence[Token], first: int) -> bool:
    """Return whether nothing else in a sentence denies the statement, or changes its dice."""
    start = tokens[0].start
    if any(token.is_a("changed") for token in tokens) or _CHANGED.search(text, max(0, start - MAX_REACH), start):
        return False
    before = tokens[_previous(tokens, first) : first]
    return not any(token.is_a("not", "unless", "nor", "ne") for token in before) and not any(
        _SIGNED.match(text, token.start) for token in tokens if not token.kinds and not _joins(text, token.start)
    )


def _joins(text: str, at: int) -> bool:
    """Return whether a sign stands between two words or numbers without a space before it."""
    return at > 0 and text[at - 1].isalnum()


def _closing(tokens: Sequence[Token], index: int) -> int | None:
    """Return the last token of a chance with what belongs to it; None where it goes on in another way."""
    opened = next(
        (token for token in reversed(tokens[:index]) if token.kind == "sign" and token.text in (*OPENING, ")", "]")),
        None,
    )
    at = index + 1
    is_inside = opened is not None and opened.text in OPENING
    while at < len(tokens) and _goes_on(tokens, at, is_inside=is_inside):
        at += 1
    if is_inside:
        return _unless_given(tokens, at + 1) if at < len(tokens) and tokens[at].text in (")", "]") else None
    rest = next((other for other in range(at, len(tokens)) if not tokens[other].is_a("filler")), len(tokens))
    if rest < len(tokens) and tokens[rest].text not in SIGNS and not tokens[at].is_a("or"):
        return at - 1 if _dice_behind(tokens, at - 1) is not None else None
    return at - 1


def _goes_on(tokens: Sequence[Token], at: int, *, is_inside: bool) -> bool:
    """Return whether a token belongs to the chance before it: "of the time", and other forms in its parentheses."""
    token = tokens[at]
    if token.is_a("time", "chance") or _is_counted(tokens, at):
        return True
    if is_inside:
        return token.is_a("odds", "or", "filler", "of") or token.text in ("=", "≈", ",")
    return token.is_a("filler") and at + 1 < len(tokens) and tokens[at + 1].is_a("chance")


def _is_counted(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a token says of what a chance is one in so many: "once in 4 rolls"."""
    return tokens[at].is_a("roll") and tokens[at - 1].is_a("odds") and form_of(tokens[at - 1]) == "in"


def _unless_given(tokens: Sequence[Token], at: int) -> int | None:
    """Return the token before `at`, if no condition follows."""
    if at < len(tokens) and tokens[at].is_a("given", "unless", "not") and _dice_behind(tokens, at - 1) is None:
        return None
    return min(at, len(tokens)) - 1


def _dice_behind(tokens: Sequence[Token], at: int) -> int | None:
    """Return the dice that a chance or its parenthesis is followed by: "on a d6"."""
    at += 1
    if at >= len(tokens) or not tokens[at].is_a("joint") or tokens[at].is_a("given"):
        return None
    at += 1
    while at < len(tokens) and tokens[at].is_a("filler"):
        at += 1
    return at if at < len(tokens) and tokens[at].kind == "dice" else None

"""Ranges: of values that players choose, and of numbers that give a title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.authority.rules import place_in
from rulebook_rules.facts.model import Bound, Key
from rulebook_rules.facts.reading.lexicon import Lexicon, Mention, key_of
from rulebook_rules.facts.reading.tokens import Token, bound_at
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_text.lexing.forms import like
from rulesmod.system import System

MAX_GAP = 6
"""Tokens between the name of a value and its range."""


class Chosen(NamedTuple):
    """A value that players choose, with its range."""

    name: str
    low: int
    high: int
    place: Place | None

    @property
    def range(self) -> tuple[int, int]:
        return self.low, self.high


class Title(NamedTuple):
    """A title with the range of numbers that give it; None leaves an end open.

    Attributes:
        about: the stems of what the numbers are of ("Renown").
        is_capital: whether only a word with a capital can mean it, because no rules say that it is a title.
    """

    name: str
    low: int | None
    high: int | None
    place: Place | None
    about: frozenset[str] = frozenset()
    is_capital: bool = False

    def end(self, bound: Bound) -> int | None:
        """The number that a text names with a bound where it says from or up to where the title goes."""
        ends = {
            Bound.AT_LEAST: self.low,
            Bound.AT_MOST: self.high,
            Bound.MORE_THAN: None if self.low is None else self.low - 1,
            Bound.LESS_THAN: None if self.high is None else self.high + 1,
        }
        return ends.get(bound)

    def has(self, number: Fraction) -> bool:
        """Return whether a number gives the title."""
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def is_other_end(self, bound: Bound, number: Fraction) -> bool:
        """Return whether a number with a bound is the end on the other side: "at most 23" for 23 or more."""
        if self.low == self.high:
            return False
        return (bound is Bound.AT_MOST and number == self.low) or (bound is Bound.AT_LEAST and number == self.high)


def chosen_of(system: System, wording: Wording) -> Lexicon[Chosen]:
    """The chosen values of a game, and the names of several that have one range ("gifts")."""
    choices: Lexicon[Chosen] = Lexicon()
    by_key: dict[Key, Chosen] = {}
    for value in system.quantities:
        if value.rule is None and value.low is not None and value.high is not None:
            one = Chosen(value.name, value.low, value.high, place_in(system, "values", value.name))
            for name in (value.name, *value.also):
                by_key[key_of(name, wording)] = one
                choices.add(key_of(name, wording), one)
    for names in system.vocabularies:
        keys = [key_of(name, wording) for name in names.entries.values()]
        members = [by_key[key] for key in keys if key in by_key]
        if members and len(members) == len(keys) and len({one.range for one in members}) == 1:
            choices.add(key_of(names.name, wording)[-1:], members[0])
    return choices


def groups_in(sentences: Sequence[Sentence], chosen: Lexicon[Chosen], wording: Wording) -> None:
    """Learn what values of one range are called together, as in "three gifts: Grip, Wits and Lungs"."""
    for sentence in sentences:
        tokens = sentence.tokens
        mentions = [*chosen.mentions_in(tokens)]
        if len(mentions) < 2 or len({one.range for mention in mentions for one in mention.meanings}) != 1:
            continue
        first = mentions[0].first
        if first >= 3 and tokens[first - 1].stem in (":", ",") and tokens[first - 3].kind == "number":
            chosen.add((tokens[first - 2].stem,), mentions[0].meanings[0])


def ranges_in(
    sentence: Sentence, chosen: Lexicon[Chosen], titles: Lexicon[Title], events: Set[str], wording: Wording
) -> Iterator[Difference]:
    """The ranges said of chosen values; the `events` are words of a change that make it another."""
    tokens = sentence.tokens
    at = next((index for index, token in enumerate(tokens) if token.kind == "range"), None)
    if at is None:
        return
    end = next((index for index in range(at, len(tokens)) if tokens[index].stem in (",", ";")), len(tokens))
    has_title = any(tokens[one.first].is_capital for one in _titles_among(tokens, titles))
    if has_title or any(token.word in events for token in tokens[:end]):
        return  # The range may be that of the title.
    value, named = tokens[at].value, _named_before(sentence, at, chosen, wording)
    ranges = {one.range: one for mention in named for one in mention.meanings}
    if len(ranges) == 1 and value is not None and bound_at(sentence.block.text.text, tokens[at], wording) in _EXACT:
        ((low, high), one) = next(iter(ranges.items()))
        if low < value.amount and value.high < high:
            return  # "Her Fame goes from 14 to 19" is a way within it.
        is_wrong = value.amount != low or value.high != high
        shown = value.shown.replace(f"{value.amount}", str(low), 1)
        head, _, tail = shown.rpartition(f"{value.high}")
        instead = f"{head}{high}{tail}"
        yield Difference(
            sentence.place(tokens[at]), f"the range of {one.name}", f"{low} to {high}", one.place, is_wrong, instead
        )


def _named_before(sentence: Sentence, at: int, chosen: Lexicon[Chosen], wording: Wording) -> Sequence[Mention[Chosen]]:
    """The values that a range at a token is said of: those before it, or those of the sentence before."""
    tokens = sentence.tokens
    named = [mention for mention in chosen.mentions_in(tokens[:at]) if _reaches(tokens, mention.last, at, wording)]
    if not named and not [*chosen.mentions_in(tokens)] and _says_range(tokens, at, wording):
        return [*chosen.mentions_in(sentence.before)]
    return named


def limits_in(
    sentence: Sentence, chosen: Lexicon[Chosen], wording: Wording, *, has_event: bool
) -> Iterator[Difference]:
    """The ends of the range of a chosen value, as in "Soot cannot rise above 10".

    Args:
        sentence: what is read.
        chosen: the chosen values by their names.
        wording: of the language.
        has_event: whether the sentence has a word of a change; only what it denies is a limit then.
    """
    tokens, text = sentence.tokens, sentence.block.text.text
    mentions = _limited(sentence, chosen, wording)
    if len({one.range for mention in mentions for one in mention.meanings}) != 1:
        return
    lead, one = tokens[: mentions[0].first], mentions[0].meanings[0]
    is_of_none = bool(lead) and lead[0].word in wording.words("none")
    if len(lead) > MAX_LEAD and not (is_of_none and all(token.word in wording.common for token in lead)):
        return
    for at in range(mentions[-1].last + 1, _end_of_clause(tokens, mentions[-1].last)):
        token = tokens[at]
        bound = bound_at(text, token, wording) if token.kind == "number" else Bound.EXACTLY
        words = {before.word for before in tokens[max(mentions[0].last, at - MAX_GAP) : at]}
        is_denied = is_of_none or not words.isdisjoint(wording.words("negations"))
        if has_event and not is_denied:
            continue
        is_said = is_of_none or not words.isdisjoint(wording.words("ranges") | wording.words("none"))
        is_said = is_said or _is_all(tokens, mentions, at, bound, wording)
        if not is_said or is_denied != (bound in (Bound.MORE_THAN, Bound.LESS_THAN)):
            continue
        if not _counts(tokens, at):
            yield from _end_of(sentence, token, one, _ENDS.get(bound))


def _end_of_clause(tokens: Sequence[Token], at: int) -> int:
    """Return the next semicolon: "a Virtue is from 1 to 5; at the start none is above 4" has another limit."""
    return next((index for index in range(at, len(tokens)) if tokens[index].stem == ";"), len(tokens))


def _end_of(sentence: Sentence, token: Token, one: Chosen, end: int | None) -> Iterator[Difference]:
    """Compare a number with an end of a range: 0 for the lowest value, 1 for the highest, None for no end."""
    if end is not None and token.value is not None:
        right = one.range[end]
        what = f"the {'highest' if end else 'lowest'} {one.name}"
        is_wrong = token.value.amount != right
        yield Difference(sentence.place(token), what, str(right), one.place, is_wrong, like(right, token.value.shown))


def _limited(sentence: Sentence, chosen: Lexicon[Chosen], wording: Wording) -> Sequence[Mention[Chosen]]:
    """The values that a sentence names, or its pronoun means: "Soot is dirt. It never goes above 12."."""
    tokens = sentence.tokens
    mentions = [*chosen.mentions_in(tokens)]
    if mentions or not tokens or tokens[0].word not in wording.words("pronouns"):
        return mentions
    before = [one for mention in chosen.mentions_in(sentence.before) for one in mention.meanings]
    return [Mention(0, 1, tuple(before))] if len({one.range for one in before}) == 1 else []


def _is_all(
    tokens: Sequence[Token], mentions: Sequence[Mention[Chosen]], at: int, bound: Bound, wording: Wording
) -> bool:
    """Return whether a sentence says nothing else than a limit: "Fate is at most 12."."""
    behind = tokens[at + 1 :]
    before = tokens[: mentions[0].first]
    link = tokens[mentions[0].last].word
    return (
        bound in (Bound.AT_MOST, Bound.AT_LEAST)
        and all(token.word in wording.words("articles") for token in before)
        and link in wording.words("links")
        and len(mentions) == 1
        and all(token.kind == "sign" for token in behind)
    )


def _counts(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a number counts what stands behind it."""
    return at + 1 < len(tokens) and tokens[at + 1].kind == "word"


MAX_LEAD = 2
"""Tokens before the name of a value that a sentence is about."""
_ENDS = {Bound.MORE_THAN: 1, Bound.AT_MOST: 1, Bound.LESS_THAN: 0, Bound.AT_LEAST: 0}
_EXACT = (Bound.EXACTLY,)


def _says_range(tokens: Sequence[Token], at: int, wording: Wording) -> bool:
    return any(token.word in wording.words("ranges") for token in tokens[:at])


def _reaches(tokens: Sequence[Token], first: int, last: int, wording: Wording) -> bool:
    """Return whether a range is said of the name before it."""
    between = tokens[first:last]
    known = wording.words("ranges") | wording.words("links") | wording.words("articles")
    each = wording.words("each")  # "Nerve, Brawn and Wits, each from 1 to 5"
    return len(between) <= MAX_GAP and all(
        token.word in known
        or token.stem in (":", "(", ")")
        or (token.stem == "," and following.word in each)
        or (token.word in each and index == 1)
        or (token.kind == "word" and index == 0)
        for index, (token, following) in enumerate(zip(between, (*between[1:], tokens[last]), strict=True))
    )


def titles_of(system: System, wording: Wording) -> Lexicon[Title]:
    """The titles that ranges of a number give."""
    titles: Lexicon[Title] = Lexicon()
    for bands in system.bands:
        place = place_in(system, "ranges", bands.name)
        about = frozenset(stem for name in bands.about for stem in key_of(name, wording))
        for row in bands.rows:
            if isinstance(row.gives, str):
                titles.add(key_of(row.gives, wording), Title(row.gives, row.low, row.high, place, about))
    return titles


def _titles_among(tokens: Sequence[Token], titles: Lexicon[Title]) -> list[Mention[Title]]:
    """The titles that tokens name; "spaces" are no title `Space` of a table."""
    return [
        mention
        for mention in titles.mentions_in(tokens)
        if tokens[mention.first].is_capital or not any(title.is_capital for title in mention.meanings)
    ]


def titles_in(sentence: Sentence, titles: Lexicon[Title], wording: Wording) -> Iterator[Difference]:
    """Titles with the number from which, or below which, they are given."""
    tokens = sentence.tokens
    for mention in _titles_among(tokens, titles):
        at = mention.last
        while at < len(tokens) and tokens[at].stem in (",", "(", ":"):
            at += 1
        if len(mention.meanings) != 1 or at + 1 >= len(tokens) or tokens[at + 1].kind != "number":
            continue
        title, value, word = mention.meanings[0], tokens[at + 1].value, tokens[at].word
        end = title.low if word in wording.words("from") else None
        if word in wording.words("below") and title.high is not None:
            end = title.high + 1
        if value is not None and title.has(value.amount) and not _is_given(tokens, at, wording):
            continue  # "In the Crypt, at 48 fathoms" lies within.
        if end is not None and value is not None:
            place, what = sentence.place(tokens[at + 1]), f"the number of {title.name}"
            yield Difference(place, what, str(end), title.place, value.amount != end, str(end))
    yield from _limits_of_titles(sentence, titles, wording)
    yield from _ranges_of_titles(sentence, titles, wording)


def _is_given(tokens: Sequence[Token], at: int, wording: Wording) -> bool:
    """Return whether a token says from where on somebody gets a title."""
    becomes = any(token.word in wording.words("becoming") for token in tokens)
    return becomes or tokens[at].word not in wording.words("at")


def _ranges_of_titles(sentence: Sentence, titles: Lexicon[Title], wording: Wording) -> Iterator[Difference]:
    """The range right behind the one title of a sentence: "Blessed (8-10)", "you are Plain from 4 to 7"."""
    tokens = sentence.tokens
    mentions = _titles_among(tokens, titles)
    ranges = [at for at, token in enumerate(tokens) if token.kind == "range"]
    if len(mentions) != 1 or len(mentions[0].meanings) != 1 or len(ranges) != 1:
        return
    at, title, value = ranges[0], mentions[0].meanings[0], tokens[ranges[0]].value
    known = wording.words("from") | wording.words("ranges") | wording.words("between") | {"(", ","}
    between = tokens[mentions[0].last : at]
    if between and between[-1].word in wording.words("from"):
        known |= wording.words("links")  # "A Mate has from 10 to 19 Fame"
    is_beside = at >= mentions[0].last and all(one.word in known or one.stem in known for one in between)
    if not is_beside or value is None or title.low is None or title.high is None:
        return
    if value.amount <= title.high and title.low <= value.high:
        stated = f"{title.low} to {title.high}"
        is_wrong = value.amount != title.low or value.high != title.high
        yield Difference(sentence.place(tokens[at]), f"the range of {title.name}", stated, title.place, is_wrong)


def _limits_of_titles(sentence: Sentence, titles: Lexicon[Title], wording: Wording) -> Iterator[Difference]:
    """The numbers with a bound in clauses about one title each: "A Stray has less than 10 Renown"."""
    for clause in _clauses(sentence, titles):
        yield from _limits_in_clause(clause, titles, wording)


def _clauses(sentence: Sentence, titles: Lexicon[Title]) -> Iterator[Sentence]:
    """A sentence about one title, or its clauses: "With 16 Fame you are a Master, and a Mate needs at least 8 Fame"."""
    if len(_titles_among(sentence.tokens, titles)) < 2:
        yield sentence
        return
    first = 0
    for at, token in enumerate((*sentence.tokens, Token("sign", 0, 0, ";"))):
        if token.stem in (",", ";"):
            yield sentence._replace(tokens=sentence.tokens[first:at])
            first = at + 1


def _limits_in_clause(sentence: Sentence, titles: Lexicon[Title], wording: Wording) -> Iterator[Difference]:
    """The numbers with a bound in a clause about one title."""
    tokens, text = sentence.tokens, sentence.block.text.text
    meanings = [title for mention in _titles_among(tokens, titles) for title in mention.meanings]
    negations = wording.words("negations")
    if len(meanings) != 1 or any(token.word in negations for token in tokens):
        return
    title = meanings[0]
    for at, token in enumerate(tokens):
        is_of_it = token.kind == "number" and _is_about(tokens, at, title, wording)
        bound = bound_at(text, token, wording)
        if bound is Bound.EXACTLY and is_of_it and _is_least(tokens, at, wording):
            bound = Bound.AT_LEAST
        end = title.end(bound) if is_of_it else None
        if is_of_it and token.value is not None and title.is_other_end(bound, token.value.amount):
            shown = f"{title.low} or more" if title.high is None else f"{title.low or 0} to {title.high}"
            yield Difference(sentence.place(token), f"the range of {title.name}", shown, title.place, is_wrong=True)
        elif end is not None and token.value is not None:
            is_wrong = token.value.amount != end
            yield Difference(
                sentence.place(token), f"the number of {title.name}", str(end), title.place, is_wrong, str(end)
            )


def _is_least(tokens: Sequence[Token], at: int, wording: Wording) -> bool:
    """Return whether a title is given from a number on: "needs 20 Fame", "at 20 Fame you become a Captain"."""
    before = tokens[at - 1].word if at else ""
    becomes = any(token.word in wording.words("becoming") for token in tokens[at:])
    return before in wording.words("needs") or (before in wording.words("from") and becomes)


def holders_in(sentence: Sentence, titles: Lexicon[Title], wording: Wording) -> Iterator[Difference]:
    """The number of who has the one title of a clause: "Odra has a Standing of 12, and so is a Plankhand"."""
    for clause in _clauses(sentence, titles):
        yield from _holders_in_clause(clause, titles, wording)


def _holders_in_clause(sentence: Sentence, titles: Lexicon[Title], wording: Wording) -> Iterator[Difference]:
    tokens, text = sentence.tokens, sentence.block.text.text
    mentions = _titles_among(tokens, titles)
    words = wording.words("events") | wording.words("negations")
    if len(mentions) != 1 or len(mentions[0].meanings) != 1 or sentence.has_event(words):
        return
    title = mentions[0].meanings[0]
    numbers = sentence.numbers()
    if len(numbers) != 1 or not _is_about(tokens, numbers[0], title, wording):
        return
    at = numbers[0]
    value = tokens[at].value
    before = tokens[at - 1].word if at else ""
    if value is None or bound_at(text, tokens[at], wording) is not Bound.EXACTLY:
        return
    if before in wording.words("from") and _is_given(tokens, at - 1, wording):
        return
    if at and tokens[at - 1].word in wording.words("below"):
        return
    is_within = title.has(value.amount)
    shown = f"{title.low} or more" if title.high is None else f"{title.low} to {title.high}"
    yield Difference(sentence.place(tokens[at]), f"the range of {title.name}", shown, title.place, not is_within)


def _is_about(tokens: Sequence[Token], at: int, title: Title, wording: Wording) -> bool:
    """Return whether a number is of what gives a title: "10 Renown", "a Renown of 10"."""
    before = at - 1
    joining = wording.words("owners") | wording.words("links")
    while before > 0 and tokens[before].word in joining:
        before -= 1
    behind = tokens[at + 1].stem if at + 1 < len(tokens) else ""
    return behind in title.about or tokens[before].stem in title.about

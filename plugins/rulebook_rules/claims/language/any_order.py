"""Wordings whose parts stand in any order: `Technique <> COSTS <> {cost} points`.

A sentence fits one where each part stands in it, none far from the next: a part with a blank once and no more, for of
two nobody knows which is meant. What denies the sentence, or compares what fills a blank, makes it say something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.language.matching import BlankType, Match, SearchText, Wording
from rulebook_text.lexing.clauses import sentences_in
from rulebook_text.lexing.modality import is_denied
from rulebook_text.words import cue
from rulesmod.records import record
from rulesmod.system import WordingError

ANY_ORDER = " <> "
"""The sign between the parts."""
MAX_BETWEEN = 100
"""Characters between two adjacent parts."""
_IS_COMPARED = lazily(rf"\b{cue('comparisons.before')}\s+(?:{cue('names.article')}\s)?$")
"""Words that make the number behind them a comparison."""
_GOES_ON = lazily(rf"\s{cue('comparisons.behind')}\b")


@record
class AnyOrder(Wording):
    """A wording whose `parts` stand in any order."""

    parts: tuple[Wording, ...] = ()

    def matches(self, said: SearchText) -> Iterator[Match]:
        """Every sentence that has its parts, from the first of them to the last."""
        for start, end in sentences_in(said.text) if self.may_match(said) else ():
            folded = said.folded[start:end]
            if all(word in folded for word in self.needs) and (match := _in_sentence(self, said, start, end)):
                yield match


def in_any_order(wording: str, parts: Sequence[Wording], types: dict[str, BlankType]) -> AnyOrder:
    """A wording of compiled parts.

    Raises:
        WordingError: two of its blanks have one name.
    """
    blanks = tuple(blank for part in parts for blank in part.blanks)
    names = [name for name, _, _ in blanks]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise WordingError(f"`{wording}`: `{twice}` names two of its blanks", wording, twice)
    return AnyOrder(
        pattern="",
        blanks=blanks,
        types=types,
        needs=tuple(dict.fromkeys(word for part in parts for word in part.needs)),
        choices=tuple(words for part in parts for words in part.choices),
        weight=sum(part.weight for part in parts),
        denials=frozenset[str]().union(*(part.denials for part in parts)),
        parts=tuple(parts),
    )


def _in_sentence(wording: AnyOrder, said: SearchText, start: int, end: int) -> Match | None:
    matches: list[Match] = []
    # Those with a blank come first: of words that stand there twice, those are meant that stand next to them.
    for part in sorted(wording.parts, key=lambda part: not part.blanks):
        results = [match for match in part.within(said, start, end) if not _meets(match, matches)]
        if not results or (part.blanks and len(results) > 1):
            return None
        matches.append(min(results, key=lambda match: _distance(match, matches)))
    matches.sort(key=lambda match: match.start)
    first, last = matches[0].start, matches[-1].end
    if any(after.start - before.end > MAX_BETWEEN for before, after in pairwise(matches)):
        return None
    if is_denied(said.text, first, last, wording.denials):
        return None
    if any(_is_compared(said.folded, match) for match in matches if match.blanks):
        return None
    return Match(first, last, tuple(blank for match in matches for blank in match.blanks), wording)


def _meets(match: Match, matches: list[Match]) -> bool:
    return any(match.start < other.end and other.start < match.end for other in matches)


def _distance(match: Match, matches: list[Match]) -> int:
    return min((max(other.start - match.end, match.start - other.end) for other in matches), default=0)


def _is_compared(folded: str, match: Match) -> bool:
    """Return whether the words at the edge of a part compare its number."""
    items = [item for blank in match.blanks for item in blank.items]
    return any(
        (item.start == match.start and _IS_COMPARED.search(folded, max(0, item.start - 24), item.start))
        or (item.end == match.end and _GOES_ON.match(folded, item.end))
        for item in items
    )

"""The consequences of a change: which claims, pools and findings of one book are not those of another."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from fractions import Fraction
from typing import TypeVar

from rulebook_core.findings import Finding, Place
from rulebook_core.source_map import MappedText
from rulebook_proof.analysis import Report
from rulebook_rules.claims.model import Analysis, Claim, Expression
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.forms import without_numbers
from rulebook_text.lexing.word_tokens import END_OF_SENTENCE
from rulesmod.dice import PoolTooLargeError, Tail, at_least, distribution
from rulesmod.dice.digits import to_int
from rulesmod.records import record

MIN_ALIKE = 0.6
"""Texts with this share in common are two versions of one."""

_ORDINAL = re.compile(r"-\d+$")

T = TypeVar("T")


@record
class Stated:
    """A claim where it stands.

    Attributes:
        uri: of its page.
        section: titles of the headings it stands under.
        sentence: the words around it: its sentence, its row of a table, its line of an example.
    """

    claim: Claim
    uri: str
    section: tuple[str, ...]
    sentence: str

    @property
    def result(self) -> tuple[str, str, str]:
        return self.claim.stated, self.claim.computed, str(self.claim.verdict)


@record
class Pool:
    """An expression where it stands, and its odds.

    Attributes:
        around: the words of its block, with a sign for each expression.
        main: name of the main result ("total").
        mean: of the main result; None where it has no end, or the dice are too many.
        reaches_one: the chance that the main result is at least 1; None where the dice are too many.
    """

    expression: Expression
    uri: str
    section: tuple[str, ...]
    around: str
    index: int
    main: str = ""
    mean: Fraction | None = None
    reaches_one: Fraction | None = None


@record
class Changes:
    """The differences from an old book to a new one; pairs are (old, new).

    Attributes:
        sentences: claims whose words have changed.
        results: claims whose stated or computed value, or whose verdict, has changed.
        lost, new: claims that only one of the two makes.
        pools: expressions at the same place whose odds have moved.
        gone, come: findings that only one of the two has.
    """

    sentences: tuple[tuple[Stated, Stated], ...]
    results: tuple[tuple[Stated, Stated], ...]
    lost: tuple[Stated, ...]
    new: tuple[Stated, ...]
    pools: tuple[tuple[Pool, Pool], ...]
    gone: tuple[Finding, ...]
    come: tuple[Finding, ...]

    def __bool__(self) -> bool:
        return any((self.sentences, self.results, self.lost, self.new, self.pools, self.gone, self.come))


def compare(old: Report, new: Report) -> Changes:
    """Return the changes from one report to another."""
    pairs, lost, added = _matched(
        list(_statements(old)),
        list(_statements(new)),
        (
            lambda s: (s.uri, s.claim.about, _ORDINAL.sub("", s.claim.id), s.sentence),
            lambda s: (s.uri, s.claim.about, _ORDINAL.sub("", s.claim.id)),
            lambda s: (s.uri, _ORDINAL.sub("", s.claim.id)),
            lambda s: _ORDINAL.sub("", s.claim.id),
        ),
        lambda s: (s.claim.kind, s.sentence),
    )
    pools, _, _ = _matched(
        list(_pools(old)),
        list(_pools(new)),
        (lambda pool: (pool.uri, pool.section, pool.around, pool.index),),
        lambda pool: (pool.index, pool.around),
    )
    return Changes(
        sentences=tuple((a, b) for a, b in pairs if a.sentence != b.sentence),
        results=tuple((a, b) for a, b in pairs if a.result != b.result),
        lost=tuple(lost),
        new=tuple(added),
        pools=tuple((_with_odds(a), _with_odds(b)) for a, b in pools if a.expression.value != b.expression.value),
        gone=tuple(_only_in(old.findings, new.findings)),
        come=tuple(_only_in(new.findings, old.findings)),
    )


def _matched(
    old: Sequence[T],
    new: Sequence[T],
    keys: Iterable[Callable[[T], Hashable]],
    words: Callable[[T], tuple[Hashable, str]],
) -> tuple[list[tuple[T, T]], list[T], list[T]]:
    """Pair equal things of both sides, by the first key that matches, else by similarity.

    Args:
        keys: from strict to loose; things with equal keys are paired in their order.
        words: of what is left, things whose first part is equal and whose words are alike are paired.
    """
    pairs: list[tuple[T, T]] = []
    left_old, left_new = list(old), list(new)
    for key in keys:
        waiting: dict[Hashable, list[T]] = {}
        for thing in left_new:
            waiting.setdefault(key(thing), []).append(thing)
        unpaired = []
        for thing in left_old:
            if partners := waiting.get(key(thing)):
                pairs.append((thing, partners.pop(0)))
            else:
                unpaired.append(thing)
        left_old, left_new = unpaired, [thing for partners in waiting.values() for thing in partners]
    lost = []
    for thing in left_old:
        partner = _likest(words(thing), left_new, words)
        if partner is None:
            lost.append(thing)
        else:
            pairs.append((thing, partner))
            left_new.remove(partner)
    order = {id(thing): index for index, thing in enumerate(new)}
    pairs.sort(key=lambda pair: order[id(pair[1])])
    return pairs, lost, sorted(left_new, key=lambda thing: order[id(thing)])


def _likest(mine: tuple[Hashable, str], others: Sequence[T], words: Callable[[T], tuple[Hashable, str]]) -> T | None:
    best, best_ratio = None, MIN_ALIKE
    matcher = SequenceMatcher(autojunk=False, b=mine[1])
    for other in others:
        kind, text = words(other)
        if kind == mine[0]:
            matcher.set_seq1(text)
            if matcher.quick_ratio() >= best_ratio and (ratio := matcher.ratio()) >= best_ratio:
                best, best_ratio = other, ratio
    return best


def _only_in(these: Iterable[Finding], those: Iterable[Finding]) -> Iterator[Finding]:
    """The findings that the others do not have as often, wherever they stand."""
    known = Counter((finding.rule, finding.place.source.path, finding.message) for finding in those)
    for finding in these:
        key = (finding.rule, finding.place.source.path, finding.message)
        if known[key]:
            known[key] -= 1
        else:
            yield finding


def _statements(report: Report) -> Iterator[Stated]:
    for uri, analysis in report.analyses.items():
        document = analysis.document
        for claim in analysis.claims:
            yield Stated(claim, uri, _section(document, claim.place), _sentence(document, claim.place))


def _section(document: Document, place: Place) -> tuple[str, ...]:
    return document.section_path(document.section_at(place.span.start))


def _sentence(document: Document, place: Place) -> str:
    """The words around a place: its row of a table, its line of an example, else its sentence."""
    for table in document.prose.tables:
        for row in table.rows if table.span.contains(place.span) else ():
            if any(cell.span.start <= place.span.start <= cell.span.end for cell in row):
                return " | ".join(cell.text for cell in row)
    block = _block_at(document, place)
    if block is None:
        return place.source.slice(place.span)
    text, at = block.text.text, _plain_offset(block.text, place.span.start)
    if block.kind == "code":
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        return text[start : end if end >= 0 else len(text)].strip()
    ends = [0, *(match.end() for match in END_OF_SENTENCE.finditer(text)), len(text)]
    index = bisect_right(ends, at, hi=len(ends) - 1)
    return text[ends[index - 1] : ends[index]].strip()


def _block_at(document: Document, place: Place) -> Block | None:
    return next((block for block in document.prose.blocks if block.span.contains(place.span)), None)


def _plain_offset(text: MappedText, offset: int) -> int:
    """Return where in a plain text an offset of the source has gone."""
    for piece in text.pieces:
        if offset < piece.source.end:
            return piece.start + (max(0, offset - piece.source.start) if piece.copied else 0)
    return len(text.text)


def _pools(report: Report) -> Iterator[Pool]:
    for uri, analysis in report.analyses.items():
        seen: Counter[int] = Counter()
        around: dict[int, str] = {}
        for expression in analysis.expressions:
            block = _block_at(analysis.document, expression.place)
            key = id(block)
            if key not in around:
                around[key] = _around(analysis, block) if block is not None else ""
            section = _section(analysis.document, expression.place)
            yield Pool(expression, uri, section, around[key], seen[key])
            seen[key] += 1


def _around(analysis: Analysis, block: Block) -> str:
    """The words of a block without its expressions and numbers, which are what may change."""
    text = block.text.text
    spans = [expression.place.span for expression in analysis.expressions if block.span.contains(expression.place.span)]
    for span in reversed(spans):
        start, end = _plain_offset(block.text, span.start), _plain_offset(block.text, span.end - 1) + 1
        text = f"{text[:start]}@{text[end:]}"
    return without_numbers(text)


def _with_odds(pool: Pool) -> Pool:
    expression = pool.expression
    program = expression.system.notation.program(expression.value)
    try:
        rows = distribution(program).rows
        reaches_one = at_least(program, 1).win
    except PoolTooLargeError:
        return replace(pool, main=program.main)
    results = [(outcome[program.main], chance) for outcome, chance in rows]
    if any(isinstance(result, Tail) for result, _ in results):
        return replace(pool, main=program.main, reaches_one=reaches_one)
    mean = sum((to_int(str(result)) * chance for result, chance in results), Fraction(0))
    return replace(pool, main=program.main, mean=mean, reaches_one=reaches_one)

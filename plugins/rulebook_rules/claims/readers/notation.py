"""Expressions against the words beside them: dice named in words, and "the same pool as"."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from rulebook_core.findings import Evidence, Finding, Remedy, write
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Expression, Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import invalid_notation, notation_mismatch
from rulebook_syntax.document import Block
from rulebook_text.lexing.clauses import END_SIGN
from rulebook_text.lexing.dice_words import DIE_IN_WORDS, PoolWords, pools_in_words
from rulebook_text.lexing.forms import like
from rulebook_text.lexing.formulas import TIMES
from rulebook_text.lexing.numbers import NUMERAL_PATTERN
from rulebook_text.words import any_of, cue
from rulesmod.system import DiceGroup

DICE_IN_WORDS = Kind("dice-in-words", notation_mismatch, rank=4)
SAME_POOL = Kind("same-pool", notation_mismatch, rank=4)
_KIND = lazily(r"[A-Z]d")
_COUNTED_KIND = lazily(r"(?<![\w/+-])(?:\d{1,3}|n)(?P<kind>[A-Z]d)(?!\w)")
"""How a game writes a number of dice that it knows by a letter."""
MAX_GAP = 60
"""Words further from an expression than this many characters do not speak of it."""

_INTRODUCES = lazily(
    rf"^\W*(?:--|[—–:]|=(?!\s*\d)|{cue('notations.means')}\b)",
    re.IGNORECASE,
)
"""How a text goes on from an expression to its words."""
_PARTS = lazily(rf"{END_SIGN}|\b{cue('notations.parts')}\b", re.IGNORECASE)
"""Words between dice in words and an expression that separate them."""
_OTHER_DICE = lazily(rf"(?<!\w){DIE_IN_WORDS}", re.IGNORECASE)
_ABBREVIATES = lazily(
    rf"^(?!.*\b{cue('notations.if')}\b)[^.!?;]*(?:\(\W*$|\b{cue('notations.written')}\b[^.!?;]*$)",
    re.IGNORECASE,
)
"""How a text goes on from words to their expression."""
_GO_ON = lazily(rf"(?:(?!{END_SIGN})[^()]){{0,60}}?(?<!\w)(?:{DIE_IN_WORDS})", re.IGNORECASE)
_HAVE_A_NUMBER = lazily(
    rf"(?:(?!\b{cue('notations.without')}\b)[^().!?]){{0,200}}\b(?:{cue('notations.modifier')}"
    rf"|{NUMERAL_PATTERN})\b",
    re.IGNORECASE,
)
"""Words in a sentence that may tell of a modifier."""
_ARE_CHANGED = lazily(rf"[\s,(]*(?:{any_of(TIMES.values())}|{cue('notations.each')})\b", re.IGNORECASE)
"""Words behind dice that change their number: "roll a d8 twice", "a d10 halved"."""


_MODIFIER = lazily(r"[+−-]\d+")
T = TypeVar("T")


def located(
    context: Context, expressions: Sequence[Expression]
) -> Iterator[tuple[Block, list[tuple[int, int, Expression]]]]:
    """The expressions of each block, with their stretch of its plain text."""
    starts = [expression.place.span.start for expression in expressions]
    for block in context.document.prose.blocks:
        first, last = bisect_left(starts, block.span.start), bisect_left(starts, block.span.end)
        results = []
        codes = [code.span.start for code in block.code]
        for expression in expressions[first:last]:
            index = bisect_right(codes, expression.place.span.start) - 1
            if index >= 0 and block.code[index].span.contains(expression.place.span):
                results.append((block.code[index].start, block.code[index].end, expression))
        yield block, results


def notation_claims(context: Context) -> Read:
    """Compare dice in words with expressions beside them, and expressions with each other."""
    yield from _unknown_kinds(context)
    if not context.expressions:
        return
    yield from _without_dice(context)
    unlike: set[int] = set()
    for block, expressions in located(context, context.expressions):
        if not expressions:
            continue
        text = block.text.text
        for words in pools_in_words(text):
            pair = _beside(text, words, expressions)
            if pair is not None:
                statement = _compare(context, block, pair, words)
                yield statement
                if not statement.right:
                    unlike.add(pair.place.span.start)
    yield from _same_pools(context, unlike)


def _without_dice(context: Context) -> Iterator[Finding]:
    """Yield a finding for each modifier in code that stands where the words beside it have dice."""
    for block in context.document.prose.blocks if context.page.has_game else ():
        text = block.text.text
        codes = [(code.start, code.end, code) for code in block.code if _MODIFIER.fullmatch(text, code.start, code.end)]
        for words in pools_in_words(text) if codes else ():
            code = _beside(text, words, codes)
            if code is None or words.modifier_span is None:
                continue
            described = _describe(words.counts(), words.modifier)
            yield notation_mismatch(context.place(code.span), f"`{text[code.start : code.end]}`, no dice", described)


def _beside(text: str, words: PoolWords, expressions: list[tuple[int, int, T]]) -> T | None:
    """Return the expression that the words describe, if the text between ties them together."""
    if _ARE_CHANGED.match(text, words.end):
        return None
    behind = bisect_left(expressions, (words.end,))
    last = expressions[behind][0] if behind < len(expressions) else len(text)
    if _GO_ON.match(text, words.end, last):
        return None  # "Four d4s, as many d6s": not all of them are read.
    index = bisect_left(expressions, (words.start,))
    if index < len(expressions):
        start, _, expression = expressions[index]
        if start - words.end <= MAX_GAP and _ABBREVIATES.search(text[words.end : start]):
            return expression
    if index:
        _, end, expression = expressions[index - 1]
        gap = text[end : words.start]
        is_apart = len(gap) > MAX_GAP or _PARTS.search(gap) or _OTHER_DICE.search(gap)
        if _INTRODUCES.search(gap) and not is_apart:
            return expression
    return None


def _compare(context: Context, block: Block, expression: Expression, words: PoolWords) -> Statement:
    notation = context.system.notation
    groups = notation.groups(expression.text)
    modifier, text = notation.modifier(expression.value), block.text.text
    may_have_modifier = "modifier" in text[max(0, words.start - MAX_GAP) : words.start]
    has_modifier = words.modifier_span is not None or not (may_have_modifier or _HAVE_A_NUMBER.match(text, words.end))
    result = words.modifier if has_modifier else modifier
    right = _counted(groups) == words.counts() and modifier == result
    described = _describe(words.counts(), result)
    place = context.within(block, words.start, words.end)
    # A modifier that is told elsewhere is held by nothing here.
    spans = [expression.place.span] if result == words.modifier else [_inner(expression, group) for group in groups]
    return Statement(
        DICE_IN_WORDS,
        expression.place,
        stated=expression.text,
        computed=described,
        right=right,
        rule=f"the words beside the {notation.name}",
        of=(context.place(place.span, "the words"),),
        derivation=(Step(f"the words say {described}", place, page_text=""),),
        guards=(*spans, *_said(block, words)),
        is_sure=context.page.has_game,
        faults=() if right else (_unlike(context, block, expression, words, groups, described),),
    )


def _unlike(
    context: Context,
    block: Block,
    expression: Expression,
    words: PoolWords,
    groups: Sequence[DiceGroup],
    described: str,
) -> Fault:
    notation = context.system.notation
    differing = _differing(groups, words)
    if differing is not None:
        group, index = differing
        die = words.dice[index]
        at = context.place(_inner(expression, group), "in the notation")
        beside = context.within(block, die.start, die.end, "in words")
        fix = notation.write_group(die.count, die.size)
        new = expression.text[: group.start] + fix + expression.text[group.end :]
        counted = like(group.count, block.text.text[die.start : die.end].split()[0])
        size = f"d{group.size}" + ("s" if group.count > 1 else "")
        remedies = (*((write(expression.place, new),) if _reads(context, new) else ()),)
        remedies += (Remedy(f"write {counted} {size} in the words"),)
        said = (f"{group.count} d{group.size}", f"{die.count} d{die.size}")
        return Fault(said, remedies=remedies, at=at, of=(beside,))
    modifier = notation.modifier(expression.value)
    unlike = modifier != words.modifier and words.modifier_span
    beside_it = (context.within(block, *unlike, "the modifier in words"),) if unlike else ()
    return Fault((_describe(_counted(groups), modifier), described), beside=beside_it)


def _reads(context: Context, text: str) -> bool:
    try:
        context.system.notation.parse(text)
    except ValueError:
        return False
    return True


def _said(block: Block, words: PoolWords) -> list[Span]:
    stretches = [*((die.start, die.end) for die in words.dice), words.modifier_span]
    return [block.text.span(*at) for at in stretches if at]


def _differing(groups: Sequence[DiceGroup], words: PoolWords) -> tuple[DiceGroup, int] | None:
    """The one group that differs, where both sides name equally many."""
    if len(groups) != len(words.dice):
        return None
    unlike = [
        (group, index)
        for index, (group, die) in enumerate(zip(groups, words.dice, strict=True))
        if (group.count, group.size) != (die.count, die.size)
    ]
    return unlike[0] if len(unlike) == 1 else None


def _inner(expression: Expression, group: DiceGroup) -> Span:
    start = expression.place.span.start
    return Span(start + group.start, start + group.end)


def _counted(groups: Sequence[DiceGroup]) -> Counter[int]:
    """Return how many dice of each size there are."""
    counts: Counter[int] = Counter()
    for group in groups:
        counts[group.size] += group.count
    return counts


def _describe(counts: Counter[int], modifier: int) -> str:
    dice = [f"{count} d{size}" for size, count in sorted(counts.items())]
    return ", ".join([*dice, f"{modifier:+d}"] if modifier else dice)


def _unknown_kinds(context: Context) -> Iterator[Finding]:
    """Dice of another letter than the game's beside some of these: `nXd` beside `nBd`."""
    notation = context.system.notation
    kinds = notation.language.dice.keys()
    if not context.page.has_game or len(kinds) < 2 or not all(map(_KIND.fullmatch, kinds)):
        return
    for block in context.document.prose.having(_COUNTED_KIND):
        counted = [*_COUNTED_KIND.finditer(block.text.text)] if block.kind != "code" else []
        coded = block.coded()
        if not any(match["kind"] in kinds for match in counted):
            continue
        for match in counted:
            if match["kind"] not in kinds and not coded.has(match.start()):
                expected = " or ".join(f"`{kind}`" for kind in kinds)
                place = context.within(block, *match.span("kind"))
                message = f"the game has no dice `{match['kind']}`"
                finding = invalid_notation(place, match[0], notation.name, message, expected)
                # Another game's dice may be told of for comparison.
                yield finding.by(Evidence.SIGN)


def _same_pools(context: Context, unlike: set[int]) -> Read:
    """`X` -- the same pool as the previous example; `X` is the same pool as `Y`."""
    name = re.escape(context.system.notation.name)
    previous = re.compile(
        rf"^\W*(?:{cue('notations.are')} )?{cue('notations.same')} "
        rf"(?:{name}|{cue('notations.pool')}) {cue('notations.previous')}",
        re.IGNORECASE,
    )
    between = re.compile(
        rf"^\W*{cue('notations.is')}?\W*(?:{cue('notations.same')}(?: (?:{name}|{cue('notations.pool')}))?"
        rf"(?: {cue('notations.as')})?|{cue('notations.equals')})\W*$",
        re.IGNORECASE,
    )
    last: Expression | None = None
    for block, expressions in located(context, context.expressions):
        text = block.text.text
        for index, (_, end, expression) in enumerate(expressions):
            following = expressions[index + 1] if index + 1 < len(expressions) else None
            gap = text[end : following[0]] if following else text[end:]
            other = following[2] if following and between.match(gap) else last if previous.match(gap) else None
            if (
                other is not None
                and other.place.span.start not in unlike
                and not _interrupted(context, other, expression)
            ):
                yield from _same(context, block, expression, other)
            last = expression


def _interrupted(context: Context, one: Expression, other: Expression) -> bool:
    """Return whether an invalid expression is between two. Then the text means that one."""
    first, last = sorted((one.place.span, other.place.span))
    return any(first.end <= span.start < last.start for span in context.unread)


def _same(context: Context, block: Block, expression: Expression, other: Expression) -> Read:
    right = expression.value == other.value
    notation = context.system.notation
    name, modifier = notation.name, notation.modifier(other.value)
    dice = _describe(_counted(notation.groups(other.text)), modifier)
    at = context.place(other.place.span, f"the {name} it is compared with")
    yield Statement(
        SAME_POOL,
        expression.place,
        stated=expression.text,
        computed=context.system.notation.format(other.value),
        right=right,
        rule=f"equality of {name}s",
        derivation=(
            Step(
                f"`{other.text}` is the {name} that the text compares it with",
                at,
                f"both hold {dice}",
            ),
        ),
        of=(at,),
        faults=()
        if right
        else (
            Fault(
                (f"`{expression.text}`", f"the same as `{other.text}`"),
                remedies=(write(expression.place, other.text),),
            ),
        ),
    )

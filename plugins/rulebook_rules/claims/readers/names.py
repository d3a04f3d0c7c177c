"""Names of a game: short forms beside their full names, and marked terms that are nearly a known one."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from rulebook_core.findings import write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import wrong_value
from rulebook_rules.naming.faults import misspelt_term
from rulebook_syntax.document import Block
from rulebook_text.lexing.names import capitalised
from rulebook_text.naming.spelling import near_names

_NAME = capitalised("’'-")
NAME = Kind("name", wrong_value, rank=3)
_PAIR = lazily(rf"(?P<name>{_NAME}(?: (?:of |the )?{_NAME}){{0,7}}) \((?P<short>[A-Za-z]{{2,5}})\)")


def name_claims(context: Context) -> Read:
    """ "Body Strength (bSt)": the full name and the short form belong together."""
    names = {short: full for vocabulary in context.system.vocabularies for short, full in vocabulary.entries.items()}
    names = {short: full for short, full in names.items() if short != full}
    shorts = {full.casefold(): short for short, full in names.items()}
    known = {*names.values(), *context.system.terms}
    for block in context.document.prose.blocks:
        paired: list[tuple[int, int]] = []
        for match in _PAIR.finditer(block.text.text) if " (" in block.text.text else ():
            # A sentence may begin right before the name: "The Body Strength (bSt)".
            words = match["name"].split(" ")
            spellings = {" ".join(words[index:]).casefold(): index for index in range(len(words))}
            long = next((name for name in spellings if name in shorts), None)
            if long is None and match["short"] not in names:
                continue
            full = names.get(match["short"], "")
            length = len(long) if long else len(" ".join(words[-len(full.split()) :]))
            start = match.end("name") - length
            paired.append((start, match.end("name")))
            yield from _pair(context, block, start, match, known=long, names=names, shorts=shorts)
        # Where terms are marked as such, all of their words are looked up in the lexicon.
        if not context.document.traits.marks_terms:
            yield from _misspelt(context, block, known, paired)


def _misspelt(context: Context, block: Block, known: Collection[str], paired: Sequence[tuple[int, int]]) -> Read:
    """Find terms that are nearly a name, and belong to no pair of a name and its short form."""
    folded = {name.casefold() for name in known}
    for start, end in block.terms:
        text = block.text.text[start:end].rstrip(":. ")
        bare = text.lstrip("0123456789 ").casefold()  # So many of what has the name: "3Bd".
        if bare in folded or any(start < stop and first < end for first, stop in paired):
            continue
        if near := [name for name in near_names(text, known) if not _inflected(text, name)]:
            yield misspelt_term(context.within(block, start, start + len(text)), text, near[:1])


def _pair(
    context: Context,
    block: Block,
    start: int,
    match: re.Match[str],
    *,
    known: str | None,
    names: Mapping[str, str],
    shorts: Mapping[str, str],
) -> Read:
    text = block.text.text[start : match.end("name")]
    name = context.within(block, start, match.end("name"))
    short = context.within(block, *match.span("short"))
    full = names.get(match["short"])
    right = full is not None and full.casefold() == text.casefold()
    computed = f"{full} ({match['short']})" if full and not known else f"{text} ({shorts.get(known or '', '')})"
    faults: tuple[Fault, ...] = ()
    if not right and known is not None:
        expected = shorts[known]
        faults = (Fault((f"`{match['short']}`", f"`{expected}`"), remedies=(write(short, expected),), at=short),)
    elif not right and full is not None and near_names(text, {full}):
        faults = (Fault((text, [full]), at=name, rule=misspelt_term),)
    elif not right and full is not None:
        faults = (Fault((f"`{text}`", f"`{full}`"), remedies=(write(name, full),), at=name),)
    yield Statement(
        NAME,
        name,
        stated=f"{text} ({match['short']})",
        computed=computed,
        right=right,
        rule="the names of the game",
        words=context.within(block, start, match.end()),
        derivation=(Step(f"the rules call it {computed}", page_text=""),),
        guards=(name.span, short.span),
        faults=faults,
    )


def _inflected(text: str, name: str) -> bool:
    """Return whether a text is the plural or possessive of a name."""
    endings = ("s", "es", "'s", "’s", "s'", "s’")
    return (
        text.casefold() in {name.casefold() + ending for ending in endings} or name.casefold() == text.casefold() + "s"
    )

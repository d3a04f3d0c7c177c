"""Counts beside their lists: "Six attributes ... Those are ..." is right where there are six, "Roll a d6:" too."""

from __future__ import annotations

import re
from fractions import Fraction

from rulebook_core.findings import Evidence, Remedy, write
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import contradiction, table_gap
from rulebook_rules.claims.structures.enumerations import Enumeration, enumerations_in
from rulebook_rules.claims.structures.range_series import domain_of, last_die
from rulebook_syntax.item_lists import ItemList, lists_of
from rulebook_text.lexing.forms import like
from rulebook_text.lexing.prefilter import may_name_dice
from rulebook_text.words import LANGUAGES, any_of, cue

_ROLL = any_of((cue("dice_said.lists"), *(words.roll for words in LANGUAGES)))
_ROLLED = lazily(
    rf"(?:[^.:;]{{0,60}}[,;] )?\b{_ROLL} (?:[^\W\d_]{{1,6}} )?\S{{2,6}}(?: [^.:;]{{0,40}})?[.:]?", re.IGNORECASE
)
"""Sentence above a list that is rolled on: "Roll a d6:", "For each guest, roll 1d8 on this list."."""
MIN_ROLLED = 5
"""Fewer items below a die may be steps of what is done with it."""
_MAX_NAME_WORDS = 3
"""Words of a name; more are a description."""
COUNT = Kind(
    "count",
    contradiction,
    rank=0,
    is_vague=True,
    reads=("number",),
    needs="a number of named things with their list beside it",
)


def count_claims(context: Context) -> Read:
    """Every count that has its list beside it."""
    for enumeration in enumerations_in(context.document, context.silent(COUNT)):
        first, last, number = enumeration.names[0], enumeration.names[-1], len(enumeration.names)
        start, end = first.block.text.span(first.start, first.end), last.block.text.span(last.start, last.end)
        at = context.within(enumeration.block, enumeration.start, enumeration.end)
        listed = context.place(Span(start.start, end.end), f"this lists {number}")
        stated = enumeration.block.text.text[enumeration.start : enumeration.end]
        right = enumeration.count in enumeration.sizes
        message = f"the text says {stated} {enumeration.subject}, and lists {number}"
        remedies = (write(at, like(number, stated)), Remedy("mend the list"))
        if not (right or context.page.has_game):
            # A stranger's list may be one of something else; who lists far more, or far less, does so. A list of items
            # right below its count is one of that.
            if 2 * abs(enumeration.count - number) <= max(number, 2):
                details = contradiction(at, message, related=(listed,), remedies=remedies)
                yield details.by(Evidence.HINT if first.block is enumeration.block else Evidence.SIGN)
            continue
        yield Statement(
            COUNT,
            at,
            stated=str(enumeration.count),
            computed=str(enumeration.count if right else number),
            right=right,
            rule="the list beside the count",
            of=(listed,),
            derivation=(Step(f"{number} {enumeration.subject} are listed", listed, _named(enumeration)),),
            guards=(at.span,) if len(enumeration.sizes) == 1 and not enumeration.is_open else (),
            # Nobody lists a single one: "One condition must be met".
            leeways=((at.span, Fraction(enumeration.count)),) if enumeration.count == 2 else (),
            faults=() if right else (Fault((message,), remedies=remedies),),
            is_sure=enumeration.is_whole,
        )


def rolled_lists(context: Context) -> Read:
    """Yield rolled lists with an item too few or too many for their die."""
    if not may_name_dice(context.document.prose.text):
        return
    results = [items for items in lists_of(context.document) if items.level[1] == "#"]
    last = {(items.items[0].section, items.level): items for items in results}
    for items in results:
        number = len(items.items)
        is_whole = last[items.items[0].section, items.level] is items and number >= MIN_ROLLED
        die = _die_above(items) if is_whole else None
        if items.before is None or die is None or abs(die[1] - number) != 1:
            continue
        (start, end), faces = die
        title = items.before.text.text[start:end]
        message = f"{title} cannot show {number}, the last item of this list"
        if number < faces:
            message = f"{title} can show {faces}, and this list has {number} items"
        at = context.within(items.before, start, end)
        remedies = (Remedy("mend the list"), Remedy("mend the dice"))
        listed = context.place(items.items[-1].span, "its last item")
        yield table_gap(at, message, related=(listed,), remedies=remedies).by(Evidence.SIGN)


def _die_above(items: ItemList) -> tuple[tuple[int, int], int] | None:
    """Return the die that the line above a list rolls, its place, and its faces."""
    text = items.before.text.text if items.before is not None else ""
    if _ROLLED.fullmatch(text) is None or any(re.match(r"\W*\d", item.text.text) for item in items.items):
        return None  # What begins with a number says itself what it is for.
    at, domain = last_die(text, 0, len(text)), domain_of(text)
    return (at, domain.last) if at and domain and domain.first == 1 and not domain.faces else None


def _named(enumeration: Enumeration) -> str:
    """Return the counted names, or "" for sentences."""
    names = [name.text for name in enumeration.names]
    if any(len(name.split()) > _MAX_NAME_WORDS for name in names):
        return ""
    return f"the {enumeration.subject} are {', '.join(names[:-1])} and {names[-1]}: {len(names)}"

"""Headings that are the names of one kind of thing: the six attributes of a game, each with a section of its own.

Where all of them but one stand side by side and the last one's heading says something else, that is a name which the
rules do not know. The id that such a heading has kept tells it as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook_core.findings import Finding, Place, write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.rules import wrong_value
from rulebook_rules.naming.faults import misspelt_term
from rulebook_syntax.document import Heading, siblings_of
from rulebook_text.naming.spelling import near_names

MIN_KNOWN = 3
"""Adjacent headings, and half of a kind, that must be names of that kind."""

_SIGNS = lazily(r"[\W_]+")


def heading_names(context: Context) -> Iterator[Finding]:
    """A finding for each heading in the place of a name that the rules know."""
    titles = {_folded(heading.title) for heading in context.document.headings}
    for vocabulary in context.system.vocabularies:
        names = {_folded(full): full for full in vocabulary.entries.values()}
        missing = {folded: full for folded, full in names.items() if folded not in titles}
        if not missing or len(names) - len(missing) < MIN_KNOWN:
            continue
        for beside in siblings_of(context.document.headings):
            known = [heading for heading in beside if _folded(heading.title) in names]
            strangers = [heading for heading in beside if heading not in known]
            if len(known) >= max(MIN_KNOWN, len(names) / 2):
                yield from _strangers(context, vocabulary.name, strangers, missing, full=len(beside) == len(names))


def _strangers(
    context: Context, kind: str, strangers: list[Heading], missing: Mapping[str, str], *, full: bool
) -> Iterator[Finding]:
    for heading in strangers:
        meant = missing.get(_folded(heading.id))
        if meant is None and full and len(strangers) == len(missing) == 1:
            (meant,) = missing.values()
        title = heading.title.casefold()
        if not meant or meant.casefold() in title:
            continue
        written = meant[0].upper() + meant[1:] if heading.title[0].isupper() else meant
        place = Place(context.document.source, heading.title_span)
        if near_names(title, [meant.casefold()]):
            yield misspelt_term(place, heading.title, [written])
        else:
            remedies = (write(place, written),)
            notes = (f"the rules: `{meant}` is of the kind `{kind}`, as the headings beside it are",)
            yield wrong_value(place, f"`{heading.title}`", f"`{written}`", notes=notes, remedies=remedies)


def _folded(text: str) -> str:
    return _SIGNS.sub("-", text.strip()).casefold()
